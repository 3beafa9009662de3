//! What a figure was measured on.

use crate::run::output;

/// The head of a scoreboard page: machine, versions and date.
pub fn head() -> String {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        cpu.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ").map(|(_, name)| name));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let version = |program: &str, args: &[&str]| output(program, args).unwrap_or_else(|_| "unknown".into());
    format!(
        "| | |\n| --- | --- |\n| machine | {}, {cores} cores, {} |\n| Node | {} |\n| Rust | {} |\n| commit | {} |\n| date | {} |\n",
        model.unwrap_or("unknown processor"),
        std::env::consts::OS,
        version("node", &["--version"]),
        version("rustc", &["--version"]),
        version("git", &["rev-parse", "--short", "HEAD"]),
        version("date", &["-u", "+%Y-%m-%d"]),
    )
}
