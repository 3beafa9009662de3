//! The last word is the real runner's: the emitted file runs there, once as it is and once in another order, and what
//! fails is left out. The file is tried under a name of its own, so that a suite appears whole or not at all.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use kiskadee_emission::{Emitted, Invocation, Setting, Suite, TestResult, emit, emit_in_order};
use kiskadee_execution::run_node;

use crate::failure::{Failure, shown};
use crate::plan::{Target, plain};

/// Longest that a suite may take in its runner. Ours take a second or two; a runner's start-up may be slow.
const PATIENCE: Duration = Duration::from_secs(45);
/// How often failing tests are left out before giving up.
const ROUNDS: usize = 4;

/// What the runner left of a suite.
pub struct Accepted {
    /// Indices of the tests that passed.
    pub tests: Vec<usize>,
    /// The text of the file.
    pub text: String,
    /// Why tests failed in the runner and were left out, the first line of each complaint.
    pub failed: Vec<String>,
}

/// Tries suites in the real runner.
pub struct Runner<'a> {
    node: &'a Path,
    target: &'a Target,
    scratch: tempfile::TempDir,
    /// Set when a run did not end though its tests had: the module keeps the process alive.
    force_exit: Cell<bool>,
}

impl<'a> Runner<'a> {
    /// Makes sure that the runner is there, before any work is done.
    pub fn new(node: &'a Path, target: &'a Target) -> Result<Self, Failure> {
        let internal =
            |error: std::io::Error| Failure::Unwritable { path: std::env::temp_dir(), why: plain(&error) };
        let scratch = tempfile::tempdir().map_err(internal)?;
        for (name, text) in target.framework.scratch_files() {
            std::fs::write(scratch.path().join(name), text).map_err(internal)?;
        }
        let runner = Self { node, target, scratch, force_exit: Cell::new(false) };
        runner.invocation(&target.test_file, None)?;
        Ok(runner)
    }

    /// Emits the suite, runs it, and leaves out what fails until everything passes, in the order of the file and in
    /// another.
    pub fn accept(&self, suite: &Suite) -> Result<Accepted, Failure> {
        let mut tests: Vec<usize> = (0..suite.tests.len()).collect();
        let mut failed = Vec::new();
        for round in 0..ROUNDS {
            if tests.is_empty() {
                break;
            }
            let left = Suite {
                tests: tests.iter().map(|&test| suite.tests[test].clone()).collect(),
                ..suite.clone()
            };
            let emitted = emit(&left, self.target.framework);
            let mut bad = self.failures(&emitted, None)?;
            if bad.is_empty() {
                let backwards: Vec<usize> = (0..tests.len()).rev().collect();
                let other = emit_in_order(&left, self.target.framework, &backwards);
                bad = self.failures(&other, Some(round as u64 + 1))?;
            }
            if bad.is_empty() {
                return Ok(Accepted { tests, text: emitted.text, failed });
            }
            let out: Vec<usize> = bad.iter().map(|(position, _)| tests[*position]).collect();
            failed.extend(bad.into_iter().map(|(_, why)| why));
            tests.retain(|test| !out.contains(test));
        }
        Ok(Accepted { tests: Vec::new(), text: String::new(), failed })
    }

    /// Indices of the tests that fail, with the first line of what is said about it.
    fn failures(&self, emitted: &Emitted, shuffle: Option<u64>) -> Result<Vec<(usize, String)>, Failure> {
        let path = self.trial_path();
        let trial = Trial::write(&path, &emitted.text)?;
        let run = || {
            let invocation = self.invocation(&path, shuffle)?;
            let dir = &self.target.project.dir;
            Ok(run_node(self.node, &invocation.args, &invocation.env, dir, PATIENCE))
        };
        let mut output = run()?;
        if output.as_ref().is_ok_and(|output| output.code.is_none()) && !self.force_exit.replace(true) {
            output = run()?;
        }
        drop(trial);
        let command = self.command();
        let output = output
            .map_err(|error| Failure::RunnerFailed { command: command.clone(), output: error.to_string() })?;
        let results = self.target.framework.results(&output.stdout).ok_or_else(|| {
            let output = self.target.framework.complaint(&output.stdout, &output.stderr);
            Failure::RunnerFailed { command, output }
        })?;
        Ok(failing(&emitted.titles, &results))
    }

    fn invocation(&self, test_file: &Path, shuffle: Option<u64>) -> Result<Invocation, Failure> {
        let installed = |package: &str| self.target.project.installed(package);
        let setting = Setting {
            test_file,
            scratch: self.scratch.path(),
            needs_loader: self.target.needs_loader(),
            force_exit: self.force_exit.get(),
            installed: &installed,
        };
        self.target.framework.invocation(setting, shuffle).map_err(|missing| Failure::RunnerMissing {
            runner: missing.package,
            install: format!("npm install --save-dev {}", missing.package),
            project: self.target.project.dir.clone(),
        })
    }

    /// Whether the runner has to be told to end.
    pub fn forces_exit(&self) -> bool {
        self.force_exit.get()
    }

    fn command(&self) -> String {
        let shown = shown(&self.target.test_file);
        self.target.framework.command(&shown, self.target.needs_loader(), self.forces_exit())
    }

    /// Beside the final file, so that imports resolve alike, with a name that runners take for a test.
    fn trial_path(&self) -> PathBuf {
        let name = self.target.test_file.file_name().and_then(|n| n.to_str()).unwrap_or("suite.test.js");
        self.target.test_file.with_file_name(format!("kiskadee-trial-{}-{name}", std::process::id()))
    }
}

/// A test that has no passing result counts as failed: a runner that skips it does not confirm it.
fn failing(titles: &BTreeMap<Vec<String>, usize>, results: &[TestResult]) -> Vec<(usize, String)> {
    let passed: BTreeSet<&Vec<String>> = results.iter().filter(|r| r.passed).map(|r| &r.path).collect();
    let failed: BTreeMap<&Vec<String>, &str> = results
        .iter()
        .filter(|r| !r.passed)
        .map(|r| (&r.path, r.message.lines().next().unwrap_or_default()))
        .collect();
    let why = |path: &Vec<String>| match (failed.get(path), passed.contains(path)) {
        (Some(message), _) => Some((*message).to_owned()),
        (None, true) => None,
        (None, false) => Some("the runner did not run it".to_owned()),
    };
    titles.iter().filter_map(|(path, &index)| Some((index, why(path)?))).collect()
}

/// A file that goes away again, whatever happens.
struct Trial<'a> {
    path: &'a Path,
}

impl<'a> Trial<'a> {
    fn write(path: &'a Path, text: &str) -> Result<Self, Failure> {
        write_whole(path, text)?;
        Ok(Self { path })
    }
}

impl Drop for Trial<'_> {
    fn drop(&mut self) {
        // Nothing can be done about a file that cannot be removed, and the suite itself is not touched by it.
        let _ = std::fs::remove_file(self.path);
    }
}

/// Writes a file through a temporary one beside it, making its folder if need be.
pub fn write_whole(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::Unwritable { path: path.to_path_buf(), why: plain(&error) };
    let dir = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(dir).map_err(failed)?;
    let file = tempfile::Builder::new().prefix(".kiskadee-").tempfile_in(dir).map_err(failed)?;
    std::fs::write(file.path(), text).map_err(failed)?;
    let kept = file.persist(path).map_err(|error| failed(error.error))?;
    set_ordinary_mode(&kept);
    Ok(())
}

/// Temporary files are private; a suite is a file like any other.
fn set_ordinary_mode(file: &std::fs::File) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let _ = file.set_permissions(std::fs::Permissions::from_mode(0o644));
    }
    #[cfg(not(unix))]
    let _ = file;
}
