//! The code that runs inside Node: real files under `runtime/`, carried in the binary and unpacked for a pool.

use std::fs;
use std::io;
use std::path::PathBuf;

use tempfile::TempDir;

/// What Node is started with.
const ENTRY: &str = "worker.mjs";

macro_rules! files {
    ($($name:literal),+ $(,)?) => { &[$(($name, include_str!(concat!("../runtime/", $name)))),+] };
}

/// Every file of the runtime. A test compares the list with the folder.
const FILES: &[(&str, &str)] = files![
    "batch.mjs",
    "cases.mjs",
    "channel.mjs",
    "commonjs.mjs",
    "drain.mjs",
    "fuel.mjs",
    "guard.mjs",
    "intrinsics.mjs",
    "json.mjs",
    "loader.mjs",
    "members.mjs",
    "namespace.mjs",
    "observe.mjs",
    "output.mjs",
    "primordials.mjs",
    "properties.mjs",
    "random.mjs",
    "recorder.mjs",
    "reflect.mjs",
    "registry.mjs",
    "stack.mjs",
    "tags.mjs",
    "thrown.mjs",
    "timer-modules.mjs",
    "timers.mjs",
    "worker.mjs",
    "world.mjs",
];

/// Writes the files to a new folder of our own and gives it, with the script to start in it.
pub(crate) fn unpack() -> io::Result<(TempDir, PathBuf)> {
    let folder = tempfile::Builder::new().prefix("kiskadee-runtime-").tempdir()?;
    for (name, text) in FILES {
        fs::write(folder.path().join(name), text)?;
    }
    let script = folder.path().join(ENTRY);
    Ok((folder, script))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_of_the_runtime_is_carried() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime");
        let mut there: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.ends_with(".mjs"))
            .collect();
        there.sort();
        let carried: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(carried, there, "the list is sorted by name");
    }

    #[test]
    fn unpacked_files_go_away_with_their_folder() {
        let (folder, script) = unpack().unwrap();
        assert!(script.is_file());
        drop(folder);
        assert!(!script.exists());
    }
}
