//! Trying the real command in a copy of a fixture.

#![allow(dead_code, reason = "every test file uses a part of it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// A folder of its own, with the repository's npm packages in reach.
pub struct Workspace {
    dir: tempfile::TempDir,
}

impl Workspace {
    /// An empty one.
    pub fn empty() -> Self {
        let modules = repository().join("node_modules");
        assert!(
            modules.join("vitest").is_dir(),
            "npm packages are missing; `cargo xtask test` installs them and runs the tests"
        );
        let dir = tempfile::Builder::new().prefix("kiskadee-test-").tempdir().expect("a temporary folder");
        std::os::unix::fs::symlink(modules, dir.path().join("node_modules"))
            .expect("a link to the npm packages");
        Self { dir }
    }

    /// One with a copy of a fixture.
    pub fn of(fixture: &str) -> Self {
        let workspace = Self::empty();
        copy(&repository().join("fixtures").join(fixture), workspace.path());
        workspace
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) -> &Self {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("folders");
        fs::write(path, text).expect("a file");
        self
    }

    /// Reads a file.
    pub fn read(&self, name: &str) -> String {
        let path = self.path().join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()))
    }

    /// Names of all files, sorted, without the npm packages.
    pub fn files(&self) -> Vec<String> {
        let mut files = Vec::new();
        collect(self.path(), self.path(), &mut files);
        files.sort();
        files
    }

    /// Runs `kiskadee` here.
    pub fn kiskadee(&self, args: &[&str]) -> Outcome {
        run(Command::new(env!("CARGO_BIN_EXE_kiskadee")).args(args).current_dir(self.path()))
    }

    /// Starts `kiskadee` here and does not wait for it.
    pub fn start(&self, args: &[&str]) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kiskadee"));
        let quiet = command.args(args).current_dir(self.path()).stdout(Stdio::null()).stderr(Stdio::null());
        quiet.spawn().expect("it starts")
    }

    /// Runs `node` here.
    pub fn node(&self, args: &[&str]) -> Outcome {
        run(Command::new("node").args(args).current_dir(self.path()))
    }

    /// Runs Vitest here.
    pub fn vitest(&self, args: &[&str]) -> Outcome {
        let vitest = repository().join("node_modules/vitest/vitest.mjs");
        run(Command::new("node").arg(vitest).arg("run").args(args).current_dir(self.path()))
    }
}

/// How a command ended.
pub struct Outcome {
    /// Its exit code.
    pub code: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Outcome {
    /// Panics with all that was printed unless it succeeded.
    #[track_caller]
    pub fn succeeds(self) -> Self {
        assert_eq!(self.code, 0, "{}\n{}", self.stdout, self.stderr);
        self
    }
}

/// The repository's root.
pub fn repository() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("the crate is two folders down").to_path_buf()
}

fn run(command: &mut Command) -> Outcome {
    // A test runner told that it runs inside another one behaves differently.
    let output: Output =
        command.env_remove("NODE_TEST_CONTEXT").env("NO_COLOR", "1").output().expect("it starts");
    Outcome {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("the fixture exists") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir_all(&target).expect("a folder");
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

fn collect(root: &Path, dir: &Path, files: &mut Vec<String>) {
    for entry in fs::read_dir(dir).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.file_name().is_some_and(|name| name == "node_modules") {
            continue;
        }
        if path.is_dir() {
            collect(root, &path, files);
        } else {
            files.push(path.strip_prefix(root).expect("below the root").display().to_string());
        }
    }
}
