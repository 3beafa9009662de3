//! Everything that is printed goes through here.

use std::fmt::Display;
use std::io::Write;

use anstyle::{AnsiColor, Style};

/// Headings and file names.
pub const STRONG: Style = Style::new().bold();
/// What matters less.
pub const FAINT: Style = Style::new().dimmed();
/// What is wrong.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// What is well.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// What deserves a look.
pub const LOOK: Style = AnsiColor::Yellow.on_default();

/// Where messages go.
pub struct Terminal {
    quiet: bool,
}

impl Terminal {
    /// A quiet one prints errors only.
    pub fn new(quiet: bool) -> Self {
        Self { quiet }
    }

    /// Whether progress and summaries are wanted.
    pub fn is_talkative(&self) -> bool {
        !self.quiet
    }

    /// Prints a line or several, unless quiet. A reader that went away is no error.
    pub fn say(&self, text: &str) {
        if !self.quiet {
            let _ = writeln!(anstream::stdout(), "{text}");
        }
    }

    /// Prints an answer that was asked for, quiet or not.
    pub fn answer(&self, text: &str) {
        let _ = writeln!(anstream::stdout(), "{text}");
    }

    /// Prints an error.
    pub fn error(&self, error: &dyn Display) {
        let _ = writeln!(anstream::stderr(), "{BAD}error:{BAD:#} {error}");
    }
}

/// Text in a style.
pub fn styled(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}
