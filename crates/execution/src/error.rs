//! Why a pool could not be started. What becomes of single cases is no error: see `kiskadee_model::End`.

use std::fmt;
use std::io;
use std::path::PathBuf;

use kiskadee_model::Thrown;

use crate::node::NodeVersion;

/// Why a pool could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// There is no Node where it was looked for.
    #[error("{}", match asked {
        Some(path) => format!("there is no Node at {}", path.display()),
        None => "there is no `node` on the PATH".to_owned(),
    })]
    NodeNotFound {
        /// Where the user said it is; absent if the PATH was searched.
        asked: Option<PathBuf>,
    },
    /// Node is there but too old.
    #[error("{} is Node {found}, and at least {wanted} is needed", path.display())]
    NodeTooOld {
        /// Which.
        path: PathBuf,
        /// Its version.
        found: NodeVersion,
        /// The oldest that will do.
        wanted: NodeVersion,
    },
    /// Something is there that does not behave like Node.
    #[error("{} does not behave like Node: {why}", path.display())]
    NodeUnusable {
        /// Which.
        path: PathBuf,
        /// What it did.
        why: String,
    },
    /// The folder to work in does not exist.
    #[error("{} is not a folder", .0.display())]
    NoWorkingDir(PathBuf),
    /// The module under test did not load.
    #[error("the module did not load: {0}")]
    Load(Box<LoadFailure>),
    /// The worker did not keep to the protocol: a bug of ours, or user code that meddles with the worker's pipes.
    #[error("the worker gave an answer that makes no sense: {0}")]
    Protocol(String),
    /// The operating system refused something.
    #[error("could not {doing}: {source}")]
    Io {
        /// What was tried.
        doing: &'static str,
        /// What it said.
        source: io::Error,
    },
}

impl StartError {
    pub(crate) fn io(doing: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { doing, source }
    }
}

/// How loading the module under test failed.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadFailure {
    /// What happened.
    pub why: LoadProblem,
    /// What was thrown, if something was.
    pub thrown: Option<Thrown>,
    /// The end of what the worker wrote to standard error.
    pub stderr: String,
}

/// What happened in place of loading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadProblem {
    /// Its top level threw, or one of its imports could not be had.
    Threw,
    /// It loops at the top level.
    OutOfFuel,
    /// It awaits something at the top level that never settles.
    NeverSettled,
    /// It ends the process.
    Exited {
        /// With this code.
        code: Option<i32>,
    },
    /// It gave no sign of life in time.
    TimedOut,
    /// It uses up the memory.
    OutOfMemory,
    /// The worker died otherwise.
    Died {
        /// How, in words.
        how: String,
    },
}

impl fmt::Display for LoadFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.why {
            LoadProblem::Threw => f.write_str("it threw")?,
            LoadProblem::OutOfFuel => f.write_str("its top level does not end")?,
            LoadProblem::NeverSettled => f.write_str("it awaits something that never settles")?,
            LoadProblem::Exited { code: Some(code) } => write!(f, "it ended the process with code {code}")?,
            LoadProblem::Exited { code: None } => f.write_str("it ended the process")?,
            LoadProblem::TimedOut => f.write_str("it gave no sign of life in time")?,
            LoadProblem::OutOfMemory => f.write_str("it ran out of memory")?,
            LoadProblem::Died { how } => write!(f, "the worker {how}")?,
        }
        let Some(thrown) = &self.thrown else { return Ok(()) };
        if let Some(class) = &thrown.class {
            write!(f, " {class}")?;
        }
        if let Some(message) = thrown.message.as_ref().and_then(|message| message.as_str()) {
            write!(f, ": {message}")?;
        }
        Ok(())
    }
}
