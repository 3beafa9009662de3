//! The project's own commands: `cargo xtask test`, `cargo xtask bench`.

mod bench;
mod machine;
mod run;
mod test;

use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask test    install what tests need, then check formatting and lints and run every test
cargo xtask bench   measure cases a second and write scoreboard/bench.md";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["test"] => test::all(),
        ["bench"] => bench::all(),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
