//! Exit codes, each documented here and in `--help`. Scripts depend on them, so a number never changes its meaning.

use std::process::ExitCode;

/// How the command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// Everything asked for was done.
    Success = 0,
    /// The command line was not understood. Clap uses the same number.
    Usage = 2,
    /// A target could not be read, parsed, resolved or loaded.
    Target = 3,
    /// Something the command needs is missing: Node, a test runner, a loader.
    Environment = 4,
    /// A target was loaded, but no test could be written for it.
    NothingToTest = 5,
    /// The output could not be written.
    Output = 6,
    /// A defect of Kiskadee itself.
    Internal = 70,
    /// Ctrl-C: what had been found was written first.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// The table shown by `--help`.
pub const HELP: &str = "\
Exit codes:
  0    done
  2    the command line was not understood
  3    a target could not be read, parsed, resolved or loaded
  4    something needed is missing: Node, a test runner, a loader
  5    a target was loaded, but there is nothing to call or nothing stable to assert
  6    the output could not be written
  70   a defect of Kiskadee itself
  130  interrupted with Ctrl-C; what had been found was written first";
