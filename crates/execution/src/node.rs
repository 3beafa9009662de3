//! Finds the Node to run workers with. Nothing else runs it for any other purpose.

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::StartError;

/// The oldest Node that workers run on.
pub const MINIMUM_NODE: NodeVersion = NodeVersion { major: 20, minor: 0, patch: 0 };

/// A Node that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeInfo {
    /// The real executable, behind whatever version manager's shim was found.
    pub path: PathBuf,
    /// Its version.
    pub version: NodeVersion,
}

/// A version of Node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "they are what everybody calls them")]
pub struct NodeVersion {
    pub major: u32,
    pub minor: u32,
    pub patch: u32,
}

impl fmt::Display for NodeVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

impl NodeVersion {
    /// Reads `20.1.2`, with or without a `v` before it and a pre-release tag after it.
    fn parse(text: &str) -> Option<Self> {
        let numbers = text.trim().trim_start_matches('v').split(['-', '+']).next()?;
        let mut parts = numbers.split('.').map(|part| part.parse().ok());
        let version = Self { major: parts.next()??, minor: parts.next()??, patch: parts.next()?? };
        parts.next().is_none().then_some(version)
    }
}

/// Finds Node: the one the user names, or else the first on the PATH.
pub fn find_node(explicit: Option<&Path>) -> Result<NodeInfo, StartError> {
    let missing = || StartError::NodeNotFound { asked: explicit.map(Path::to_owned) };
    let asked = match explicit {
        Some(path) => path.to_owned(),
        None => env::var_os("PATH").and_then(|path| search(&path)).ok_or_else(missing)?,
    };
    let unusable = |why: String| StartError::NodeUnusable { path: asked.clone(), why };

    let output = Command::new(&asked)
        .args(["--print", "process.execPath + '\\n' + process.versions.node"])
        .env_remove("NODE_OPTIONS")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => missing(),
            _ => unusable(error.to_string()),
        })?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(unusable(said.lines().next().unwrap_or("it fails without a word").to_owned()));
    }
    let said = String::from_utf8_lossy(&output.stdout);
    let (path, version) = said
        .trim_end()
        .rsplit_once('\n')
        .and_then(|(path, version)| Some((PathBuf::from(path), NodeVersion::parse(version)?)))
        .ok_or_else(|| unusable("it does not tell its version".to_owned()))?;
    if version < MINIMUM_NODE {
        return Err(StartError::NodeTooOld { path, found: version, wanted: MINIMUM_NODE });
    }
    Ok(NodeInfo { path, version })
}

fn search(path: &OsStr) -> Option<PathBuf> {
    env::split_paths(path).map(|folder| folder.join("node")).find(|candidate| candidate.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_as_node_prints_them() {
        for (text, expected) in [
            ("20.11.1", Some((20, 11, 1))),
            ("v22.0.0\n", Some((22, 0, 0))),
            ("23.0.0-nightly2024", Some((23, 0, 0))),
            ("20.1", None),
            ("1.2.3.4", None),
            ("bun", None),
        ] {
            let version = NodeVersion::parse(text).map(|v| (v.major, v.minor, v.patch));
            assert_eq!(version, expected, "{text}");
        }
    }

    #[test]
    fn the_node_on_the_path_is_found_and_new_enough() {
        let node = find_node(None).unwrap();
        assert!(node.path.is_absolute() && node.version >= MINIMUM_NODE);
    }

    #[test]
    fn what_is_not_node_is_refused_by_name() {
        let nowhere = find_node(Some(Path::new("/nowhere/node"))).unwrap_err();
        assert_eq!(nowhere.to_string(), "there is no Node at /nowhere/node");
        let other = find_node(Some(Path::new("/bin/cat"))).unwrap_err();
        assert!(matches!(other, StartError::NodeUnusable { .. }), "{other}");
    }
}
