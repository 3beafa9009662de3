//! What can be typed. What it means is decided in `plan`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::exit;
use crate::failure::shown;

/// The command line.
#[derive(Debug, Parser)]
#[command(
    name = "kiskadee",
    version,
    about = "Reads a JavaScript or TypeScript module, runs it, and writes the tests that pin down what it does.",
    after_help = exit::HELP,
    max_term_width = 100
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Write a regression suite for each file.
    ///
    /// Example: kiskadee gen src/linked-list.js
    #[command(after_help = exit::HELP)]
    Gen(GenArgs),
}

/// Options of `kiskadee gen`.
#[derive(Debug, Args)]
pub struct GenArgs {
    /// Source files to test: .js .cjs .mjs .jsx .ts .cts .mts .tsx
    ///
    /// Example: kiskadee gen src/parser.ts src/printer.ts
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Where to write the tests [default: beside each source file]
    ///
    /// Example: --out test/generated
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// The test runner to write for [default: what package.json uses, else node]
    ///
    /// Example: --runner vitest
    #[arg(long, value_enum)]
    pub runner: Option<RunnerArg>,

    /// Seed of every random choice: the same seed and --cases give the same suite
    ///
    /// Example: --seed 7
    #[arg(long, default_value_t = 1)]
    pub seed: u64,

    /// How long to explore each file: 500ms, 30s, 2m
    ///
    /// Exploring ends early when everything is covered. Example: --time 5s
    #[arg(long, default_value = "30s", value_parser = parse_duration)]
    pub time: Duration,

    /// Stop after this many cases in a row that brought nothing new
    ///
    /// Example: --stall 20000
    #[arg(long, value_name = "N")]
    pub stall: Option<u64>,

    /// Run exactly this many cases, unless everything is covered before; --time does not count then
    ///
    /// Example: --cases 5000
    #[arg(long, value_name = "N")]
    pub cases: Option<u64>,

    /// How many workers run cases at the same time [default: one a core, four at most]
    ///
    /// The suite does not depend on it. Example: --jobs 2
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub jobs: Option<u16>,

    /// Test only these functions, classes or methods
    ///
    /// Example: --only LinkedList.remove parse
    #[arg(long, value_name = "NAME", num_args = 1..)]
    pub only: Vec<String>,

    /// Write a machine-readable report; `-` for standard output
    ///
    /// Example: --json report.json
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Write coverage-final.json and lcov.info of the suite
    ///
    /// Example: --coverage coverage
    #[arg(long, value_name = "DIR")]
    pub coverage: Option<PathBuf>,

    /// Print nothing but errors
    ///
    /// Example: kiskadee gen src/a.js --quiet
    #[arg(long, short)]
    pub quiet: bool,
}

impl GenArgs {
    /// The command that writes the suite of one file again.
    pub fn again(&self, source: &Path) -> String {
        let quoted = |text: String| {
            let plain = |c: char| c.is_alphanumeric() || "/._-@+=:,".contains(c);
            if text.chars().all(plain) { text } else { format!("'{text}'") }
        };
        let mut command = format!("kiskadee gen {}", quoted(shown(source)));
        if let Some(out) = &self.out {
            command.push_str(&format!(" --out {}", quoted(shown(out))));
        }
        if let Some(runner) = self.runner.and_then(|runner| runner.to_possible_value()) {
            command.push_str(&format!(" --runner {}", runner.get_name()));
        }
        for name in &self.only {
            command.push_str(&format!(" --only {}", quoted(name.clone())));
        }
        command
    }
}

/// The runners that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RunnerArg {
    /// Vitest
    Vitest,
    /// node:test
    Node,
}

fn parse_duration(text: &str) -> Result<Duration, String> {
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (amount, unit) = text.split_at(split);
    let scale = match unit {
        "ms" => 0.001,
        "s" | "" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{unit}` is not a unit of time; write 500ms, 30s, 2m or 1h")),
    };
    let amount: f64 = amount.parse().map_err(|_| "write a number and a unit: 500ms, 30s, 2m".to_owned())?;
    Duration::try_from_secs_f64(amount * scale).map_err(|_| format!("`{text}` is too long"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn durations_are_read_with_their_units() {
        for (text, millis) in
            [("500ms", 500), ("30s", 30_000), ("2m", 120_000), ("1.5s", 1_500), ("3", 3_000)]
        {
            assert_eq!(parse_duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "s", "5 parsecs", "1e400s"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn every_option_explains_itself_with_an_example() {
        use clap::CommandFactory;
        let command = Cli::command();
        let generate = command.find_subcommand("gen").expect("gen is a subcommand");
        for argument in generate.get_arguments().filter(|a| a.get_id() != "help") {
            let help = argument.get_long_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Example: "), "--{} has no example", argument.get_id());
        }
    }
}
