//! How each framework is started on one test file, and how its answer is read. Nothing is started here.

mod node;
mod vitest;

use std::path::{Path, PathBuf};

use crate::Framework;

/// What to start, always with Node as the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invocation {
    /// Arguments of `node`.
    pub args: Vec<String>,
    /// Further environment variables.
    pub env: Vec<(String, String)>,
}

/// A package that the framework needs and that is not installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Its name.
    pub package: &'static str,
}

/// What became of one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestResult {
    /// Titles from the outermost `describe` to the test.
    pub path: Vec<String>,
    /// Whether it passed.
    pub passed: bool,
    /// What it said if not.
    pub message: String,
}

/// What has to be known to start a runner.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The test file, absolute.
    pub test_file: &'a Path,
    /// A folder for files that the runner needs only now.
    pub scratch: &'a Path,
    /// Whether plain Node cannot read the test or the module: TypeScript, JSX.
    pub needs_loader: bool,
    /// Whether the process is to end when the tests have, whatever keeps it alive.
    pub force_exit: bool,
    /// Where a package is installed, if it is.
    pub installed: &'a dyn Fn(&str) -> Option<PathBuf>,
}

impl Framework {
    /// Files to be put into the scratch folder first, by name.
    pub fn scratch_files(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Vitest => &[],
            Self::NodeTest => node::SCRATCH_FILES,
        }
    }

    /// How to run one file with results that can be read back, in the order given or, with a seed, shuffled where the
    /// framework can shuffle.
    pub fn invocation(self, setting: Setting<'_>, shuffle: Option<u64>) -> Result<Invocation, Missing> {
        match self {
            Self::Vitest => vitest::invocation(setting, shuffle),
            Self::NodeTest => node::invocation(setting),
        }
    }

    /// Reads what the run printed. `None` when the runner did not get as far as running tests.
    pub fn results(self, stdout: &str) -> Option<Vec<TestResult>> {
        match self {
            Self::Vitest => vitest::results(stdout),
            Self::NodeTest => node::results(stdout),
        }
    }

    /// What a run that gave no results has to say for itself.
    pub fn complaint(self, stdout: &str, stderr: &str) -> String {
        let said = match self {
            Self::Vitest => vitest::complaint(stdout),
            Self::NodeTest => node::complaint(stdout),
        };
        let said = said.unwrap_or_else(|| format!("{}\n{}", stdout.trim(), stderr.trim()));
        let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
        lines[lines.len().saturating_sub(12)..].join("\n")
    }

    /// The command that a person types to run the file, from where `shown` is a path.
    pub fn command(self, shown: &str, needs_loader: bool, force_exit: bool) -> String {
        let shown = if shown.contains(' ') { format!("'{shown}'") } else { shown.to_owned() };
        match self {
            Self::Vitest => format!("npx vitest run {shown}"),
            Self::NodeTest => {
                let loader = if needs_loader { "--import tsx " } else { "" };
                let exit = if force_exit { "--test-force-exit " } else { "" };
                format!("node {loader}--test {exit}{shown}")
            }
        }
    }
}
