//! From what was typed to what is meant: absolute paths, a runner for each target, limits.

use std::path::{Path, PathBuf};
use std::time::Duration;

use kiskadee_emission::Framework;

use crate::args::{GenArgs, RunnerArg};
use crate::failure::Failure;
use crate::project::Project;

/// Extensions that are read, each with the one its test file gets.
const EXTENSIONS: [&str; 8] = ["js", "cjs", "mjs", "jsx", "ts", "cts", "mts", "tsx"];

/// How far to go.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Wall-clock time of exploring, unless a number of cases is given.
    pub time: Duration,
    /// Exactly so many cases.
    pub cases: Option<u64>,
    /// So many cases without news.
    pub stall: Option<u64>,
}

/// One source file and what is to be done with it.
#[derive(Clone, Debug)]
pub struct Target {
    /// Absolute, with symbolic links resolved: the name by which Node knows the module.
    pub source: PathBuf,
    /// Where the suite goes.
    pub test_file: PathBuf,
    /// What the suite is written for.
    pub framework: Framework,
    /// The project it belongs to.
    pub project: Project,
}

impl Target {
    /// Finds out what a typed path means.
    pub fn new(file: &Path, args: &GenArgs) -> Result<Self, Failure> {
        let source = std::fs::canonicalize(file).map_err(|error| unreadable(file, &error))?;
        if !source.is_file() {
            return Err(Failure::Unreadable { path: file.to_path_buf(), why: "it is not a file".into() });
        }
        let extension = source.extension().and_then(|e| e.to_str()).unwrap_or_default();
        let declaration = source.to_string_lossy().contains(".d.");
        if !EXTENSIONS.contains(&extension) || (declaration && extension.ends_with("ts")) {
            return Err(Failure::NotASource { path: file.to_path_buf() });
        }
        let project = Project::of(&source);
        let framework = match args.runner {
            Some(RunnerArg::Vitest) => Framework::Vitest,
            Some(RunnerArg::Node) => Framework::NodeTest,
            None => runner_of(&project),
        };
        let dir = match &args.out {
            Some(out) => std::path::absolute(out).map_err(|error| unwritable(out, &error))?,
            None => source.parent().expect("a file has a folder").to_path_buf(),
        };
        let stem = source.file_stem().and_then(|s| s.to_str()).unwrap_or("module");
        let mut test_extension = test_extension(extension, framework);
        // With --out the test may stand in a package of another type than its source's.
        let beside = Project::of(&dir.join("x"));
        if framework == Framework::NodeTest && extension == "js" && beside.is_module() != project.is_module()
        {
            test_extension = if project.is_module() { "mjs" } else { "cjs" };
        }
        let test_file = dir.join(format!("{stem}.test.{test_extension}"));
        Ok(Self { source, test_file, framework, project })
    }

    /// Whether plain Node cannot read the source.
    pub fn needs_loader(&self) -> bool {
        self.is_typescript() || self.source.extension().is_some_and(|extension| extension == "jsx")
    }

    /// Whether the source is TypeScript.
    pub fn is_typescript(&self) -> bool {
        self.source.extension().and_then(|e| e.to_str()).is_some_and(|e| e.contains("ts"))
    }
}

/// The runner that the project uses: the one its scripts start, else one it depends on, else Node's own.
fn runner_of(project: &Project) -> Framework {
    if project.script_runs("vitest") || project.depends_on("vitest") {
        Framework::Vitest
    } else {
        Framework::NodeTest
    }
}

/// Tests hold no JSX, and Node cannot run a file called .jsx or .tsx.
fn test_extension(extension: &str, framework: Framework) -> &str {
    match (extension, framework) {
        ("jsx", _) => "js",
        ("tsx", _) => "ts",
        // Vitest reads every test as an ES module, whatever the source is.
        ("cjs", Framework::Vitest) => "js",
        ("cts", Framework::Vitest) => "ts",
        (other, _) => other,
    }
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Unreadable { path: path.to_path_buf(), why: plain(error) }
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Unwritable { path: path.to_path_buf(), why: plain(error) }
}

/// An operating-system error without its number.
pub fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default().to_lowercase();
    format!("{text}.")
}
