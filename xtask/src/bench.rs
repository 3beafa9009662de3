//! `cargo xtask bench`: cases a second on one worker, and, measured in the same run, how fast one can be when every case
//! starts a Node process of its own.

use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::Value;

use crate::machine;
use crate::run::{output, root, run};

/// Each subject has a branch that nothing reaches, so that exploring never ends early.
const SUBJECTS: [(&str, &str, u64); 3] = [
    ("small module (25 lines)", "xtask/bench/small.cjs", 60_000),
    ("class, ES module (60 lines)", "xtask/bench/inventory.mjs", 60_000),
    ("asynchronous (30 lines)", "xtask/bench/asynchronous.mjs", 40_000),
];

/// Rounds, of which the median counts.
const ROUNDS: usize = 3;
/// Processes started for the comparison, a round.
const PROCESSES: u32 = 30;

/// Measures and writes the scoreboard.
pub fn all() -> Result<(), String> {
    run("cargo", &["build", "--release", "--package", "kiskadee", "--quiet"])?;
    let mut rows = String::new();
    for (name, file, cases) in SUBJECTS {
        let mut ours = Vec::new();
        let mut processes = Vec::new();
        // Alternating, so that a busy moment of the machine hurts both alike.
        for _ in 0..ROUNDS {
            ours.push(cases_per_second(file, cases)?);
            processes.push(processes_per_second(file)?);
        }
        let (ours, processes) = (median(ours), median(processes));
        let row = format!("| {name} | {ours:.0} | {processes:.1} | {:.0} |\n", ours / processes);
        print!("{row}");
        rows.push_str(&row);
    }
    let page = format!(
        "# Cases a second\n\n`cargo xtask bench`: exploring with one worker (`--jobs 1`, seed 1), generation, coverage feedback and \
         fresh module state for every case included; beside it, in the same run, starting one `node` process for each case \
         that loads the module and makes one call. Median of {ROUNDS} rounds. Aims: 5,000 cases/s on a small module, 200 \
         times the rate of a process a case.\n\n{}\n| subject | cases/s | processes/s | times faster |\n| --- | ---: | ---: | ---: |\n{rows}",
        machine::head()
    );
    let path = root().join("scoreboard/bench.md");
    std::fs::create_dir_all(path.parent().expect("a file has a folder"))
        .map_err(|error| error.to_string())?;
    std::fs::write(&path, page).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

fn cases_per_second(file: &str, cases: u64) -> Result<f64, String> {
    let out = std::env::temp_dir().join(format!("kiskadee-bench-{}", std::process::id()));
    let (cases, out) = (cases.to_string(), out.display().to_string());
    let binary = binary()?;
    let args = [
        "gen", file, "--cases", &cases, "--jobs", "1", "--seed", "1", "--quiet", "--json", "-", "--out", &out,
    ];
    let args: Vec<&str> = args.into_iter().chain(["--runner", "node"]).collect();
    let json = output(&binary, &args)?;
    let _ = std::fs::remove_dir_all(&out);
    let report: Value = serde_json::from_str(&json).map_err(|error| format!("no report: {error}"))?;
    report["cases"]["per_second"].as_f64().ok_or_else(|| "the report has no rate".into())
}

fn binary() -> Result<String, String> {
    let metadata = output("cargo", &["metadata", "--format-version", "1", "--no-deps"])?;
    let metadata: Value = serde_json::from_str(&metadata).map_err(|error| error.to_string())?;
    let target = metadata["target_directory"].as_str().ok_or("cargo does not tell its target directory")?;
    Ok(format!("{target}/release/kiskadee"))
}

fn processes_per_second(file: &str) -> Result<f64, String> {
    let path = root().join(file);
    let code = format!(
        "import({:?}).then((m) => {{ try {{ Object.values(m.default ?? m)[0](1); }} catch {{ /* a case may throw */ }} }})",
        format!("file://{}", path.display())
    );
    let started = Instant::now();
    for _ in 0..PROCESSES {
        let status =
            Command::new("node").args(["-e", &code]).stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.map_err(|error| format!("node could not be started: {error}"))?;
    }
    Ok(f64::from(PROCESSES) / started.elapsed().as_secs_f64())
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
