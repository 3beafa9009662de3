//! Everything that can go wrong for a user, in words: what happened, why, and what to do next.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::exit::Exit;

/// Why a target got no suite.
#[derive(Debug)]
pub enum Failure {
    /// No such file, or not one that can be read.
    Unreadable { path: PathBuf, why: String },
    /// The file is not JavaScript or TypeScript by its name.
    NotASource { path: PathBuf },
    /// The file does not parse.
    Syntax { path: PathBuf, line: u32, column: u32, message: String, source_line: String },
    /// Loading the module threw.
    LoadThrew { path: PathBuf, error: String, at: Option<String> },
    /// An import of the module does not resolve.
    Unresolved { path: PathBuf, message: String },
    /// Loading the module does not end.
    LoadLoops { path: PathBuf },
    /// The module waits for ever while loading.
    LoadWaits { path: PathBuf },
    /// The module ended the process while loading.
    LoadExits { path: PathBuf, code: Option<i64> },
    /// The worker died while loading the module.
    LoadDied { path: PathBuf, how: String },
    /// The module exports nothing that can be called.
    NothingToCall { path: PathBuf },
    /// `--only` matches nothing.
    NoSuchName { path: PathBuf, names: Vec<String>, known: Vec<String> },
    /// Cases ran, but nothing that they showed can be asserted.
    NothingStable { path: PathBuf, reasons: Vec<(String, usize)> },
    /// There is no Node.
    NodeMissing,
    /// Node is too old.
    NodeTooOld { found: String, wanted: u32 },
    /// The runner is not installed in the project.
    RunnerMissing { runner: &'static str, install: String, project: PathBuf },
    /// The runner could not run the suite at all.
    RunnerFailed { command: String, output: String },
    /// A file stands where the suite would go, and Kiskadee did not write it.
    Occupied { path: PathBuf },
    /// The output cannot be written.
    Unwritable { path: PathBuf, why: String },
    /// A defect of ours.
    Internal { what: String },
}

impl Failure {
    /// The exit code for it.
    pub fn exit(&self) -> Exit {
        match self {
            Self::Unreadable { .. }
            | Self::NotASource { .. }
            | Self::Syntax { .. }
            | Self::LoadThrew { .. }
            | Self::Unresolved { .. }
            | Self::LoadLoops { .. }
            | Self::LoadWaits { .. }
            | Self::LoadExits { .. }
            | Self::LoadDied { .. } => Exit::Target,
            Self::NothingToCall { .. } | Self::NoSuchName { .. } | Self::NothingStable { .. } => {
                Exit::NothingToTest
            }
            Self::NodeMissing
            | Self::NodeTooOld { .. }
            | Self::RunnerMissing { .. }
            | Self::RunnerFailed { .. } => Exit::Environment,
            Self::Occupied { .. } | Self::Unwritable { .. } => Exit::Output,
            Self::Internal { .. } => Exit::Internal,
        }
    }
}

/// A path as the user would type it: relative to where they are, if that is shorter.
pub fn shown(path: &Path) -> String {
    let relative =
        std::env::current_dir().ok().and_then(|here| path.strip_prefix(here).ok().map(Path::to_path_buf));
    match relative {
        Some(relative) if relative.as_os_str().is_empty() => ".".into(),
        Some(relative) => relative.display().to_string(),
        None => path.display().to_string(),
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { path, why } => {
                writeln!(f, "cannot read {}", shown(path))?;
                writeln!(f, "  {why}")?;
                write!(f, "  Give the path of a JavaScript or TypeScript file.")
            }
            Self::NotASource { path } => {
                writeln!(f, "{} is not a source file that Kiskadee reads", shown(path))?;
                write!(f, "  It reads .js .cjs .mjs .jsx .ts .cts .mts .tsx.")
            }
            Self::Syntax { path, line, column, message, source_line } => {
                writeln!(f, "cannot parse {}", shown(path))?;
                writeln!(f, "  {message}")?;
                writeln!(f, "   --> {}:{line}:{}", shown(path), column + 1)?;
                let number = line.to_string();
                writeln!(f, "  {number} | {source_line}")?;
                let indent = number.len() + 3 + *column as usize;
                writeln!(f, "  {}^", " ".repeat(indent))?;
                write!(f, "  Mend the syntax, then run Kiskadee again.")
            }
            Self::LoadThrew { path, error, at } => {
                writeln!(f, "cannot load {}", shown(path))?;
                writeln!(f, "  it threw while loading: {error}")?;
                if let Some(at) = at {
                    writeln!(f, "     at {at}")?;
                }
                write!(
                    f,
                    "  Kiskadee runs a module before it can test it. Set what the module needs, such as an\n  environment variable, before the command."
                )
            }
            Self::Unresolved { path, message } => {
                writeln!(f, "cannot load {}", shown(path))?;
                writeln!(f, "  {message}")?;
                write!(f, "  Install what is missing (npm install), or mend the path of the import.")
            }
            Self::LoadLoops { path } => {
                writeln!(f, "cannot load {}", shown(path))?;
                writeln!(f, "  it loops without end while loading.")?;
                write!(f, "  A module has to finish loading before its functions can be tested.")
            }
            Self::LoadWaits { path } => {
                writeln!(f, "cannot load {}", shown(path))?;
                writeln!(f, "  it awaits something at its top level that never settles.")?;
                write!(f, "  A module has to finish loading before its functions can be tested.")
            }
            Self::LoadExits { path, code } => {
                writeln!(f, "cannot load {}", shown(path))?;
                let code = code.map_or(String::new(), |code| code.to_string());
                writeln!(f, "  it calls process.exit({code}) while loading.")?;
                write!(
                    f,
                    "  Move the start of the program into a function, or test the modules that it imports."
                )
            }
            Self::LoadDied { path, how } => {
                writeln!(f, "cannot load {}", shown(path))?;
                writeln!(f, "  the Node process that loaded it ended: {how}")?;
                write!(f, "  Try `node {}` to see why.", shown(path))
            }
            Self::NothingToCall { path } => {
                writeln!(f, "nothing to test in {}", shown(path))?;
                writeln!(f, "  it exports no function, class or object with methods.")?;
                write!(f, "  Export what should be tested.")
            }
            Self::NoSuchName { path, names, known } => {
                writeln!(f, "nothing in {} is called {}", shown(path), names.join(" or "))?;
                let listed = known.iter().take(12).cloned().collect::<Vec<_>>().join(", ");
                let more = known.len().saturating_sub(12);
                let tail = if more > 0 { format!(" and {more} more") } else { String::new() };
                write!(f, "  --only takes names of functions, classes and methods: {listed}{tail}.")
            }
            Self::NothingStable { path, reasons } => {
                writeln!(f, "no test could be written for {}", shown(path))?;
                for (reason, count) in reasons {
                    writeln!(f, "  {count} × {reason}")?;
                }
                write!(f, "  More time (--time 2m) or another seed (--seed 2) may find something to assert.")
            }
            Self::NodeMissing => {
                writeln!(f, "node was not found")?;
                write!(
                    f,
                    "  Kiskadee runs your module in Node 20 or newer. Install it and put it on the PATH."
                )
            }
            Self::NodeTooOld { found, wanted } => {
                writeln!(f, "Node {found} is too old")?;
                write!(f, "  Kiskadee needs Node {wanted} or newer on the PATH.")
            }
            Self::RunnerMissing { runner, install, project } => {
                writeln!(f, "{runner} is not installed in {}", shown(project))?;
                write!(f, "  Install it with `{install}`, or choose another runner with --runner.")
            }
            Self::RunnerFailed { command, output } => {
                writeln!(f, "`{command}` could not run the suite, so nothing was written")?;
                for line in output.lines().take(12) {
                    writeln!(f, "  | {line}")?;
                }
                write!(f, "  Mend the runner's configuration, or choose another runner with --runner.")
            }
            Self::Occupied { path } => {
                writeln!(f, "{} exists, and Kiskadee did not write it", shown(path))?;
                write!(f, "  Nothing was changed. Move it away, or choose another folder with --out.")
            }
            Self::Unwritable { path, why } => {
                writeln!(f, "cannot write {}", shown(path))?;
                writeln!(f, "  {why}")?;
                write!(f, "  Choose a folder that can be written with --out.")
            }
            Self::Internal { what } => {
                writeln!(f, "a defect of Kiskadee: {what}")?;
                write!(f, "  Please report it with the source file and the command line.")
            }
        }
    }
}
