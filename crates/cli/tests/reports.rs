//! The JSON report and the coverage files.

mod support;

use serde_json::Value;
use support::Workspace;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn the_report_has_the_documented_fields() {
    let workspace = Workspace::of("shapes");
    let args = [
        "gen",
        "trouble.js",
        "--runner",
        "node",
        "--cases",
        "1000",
        "--seed",
        "3",
        "--json",
        "out/report.json",
    ];
    workspace.kiskadee(&args).succeeds();
    let report = json(&workspace.read("out/report.json"));
    assert_eq!(report["target"], "trouble.js");
    assert_eq!(report["seed"], 3);
    for kind in ["statements", "branches", "functions"] {
        let share = &report["coverage"][kind];
        let (covered, total) = (share["covered"].as_u64(), share["total"].as_u64());
        assert!(covered.is_some() && covered <= total && total > Some(0), "{kind}: {share}");
    }
    assert!(report["cases"]["run"].as_u64() <= Some(1000) && report["cases"]["kept"].as_u64() > Some(0));
    assert!(report["cases"]["per_second"].as_f64() > Some(0.0));
    assert_eq!(report["suite"][0], "trouble.test.js");
    let findings = report["findings"].as_array().expect("findings");
    let hang = findings.iter().find(|f| f["api"] == "countdown").expect("countdown hangs");
    assert_eq!(hang["kind"], "hang");
    assert!(hang["test"].as_str().is_some_and(|test| test.contains("countdown(")), "{hang}");
    let crash = findings.iter().find(|f| f["kind"] == "crash").expect("something crashes");
    assert!(crash["location"].as_str().is_some_and(|at| at.starts_with("trouble.js:")), "{crash}");
    assert!(crash["message"].as_str().is_some_and(|message| message.starts_with("TypeError")), "{crash}");
}

#[test]
fn coverage_files_agree_with_the_report() {
    let workspace = Workspace::of("esm");
    let args = [
        "gen",
        "stack.js",
        "--runner",
        "node",
        "--cases",
        "1000",
        "--coverage",
        "cov",
        "--json",
        "-",
        "--quiet",
    ];
    let report = json(&workspace.kiskadee(&args).succeeds().stdout);
    let files = json(&workspace.read("cov/coverage-final.json"));
    let files = files.as_object().expect("an object by file");
    let (path, entry) = files.iter().next().expect("one file");
    assert!(path.ends_with("/stack.js"));
    let covered =
        entry["s"].as_object().expect("statements").values().filter(|n| n.as_u64() > Some(0)).count();
    assert_eq!(report["coverage"]["statements"]["covered"].as_u64(), Some(covered as u64));
    let lcov = workspace.read("cov/lcov.info");
    assert!(lcov.contains(&format!("SF:{path}")) && lcov.trim_end().ends_with("end_of_record"), "{lcov}");
}

#[test]
fn the_suite_reaches_in_its_runner_the_coverage_that_was_reported() {
    let workspace = Workspace::of("commonjs");
    let args = ["gen", "roman.js", "--runner", "node", "--cases", "2000", "--coverage", "cov", "--quiet"];
    workspace.kiskadee(&args).succeeds();
    let counted = workspace.node(&["--input-type=module", "-e", COUNT]).succeeds();
    assert_eq!(counted.stdout.trim(), "same", "{}", counted.stderr);
}

/// Runs the emitted suite on a copy of the module that Istanbul instrumented, and compares the covered parts.
const COUNT: &str = r#"
import { createInstrumenter } from 'istanbul-lib-instrument';
import { readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
const file = path.resolve('roman.js');
const code = createInstrumenter({ esModules: false }).instrumentSync(readFileSync(file, 'utf8'), file);
const dump = `\nprocess.on('exit', () => require('fs').writeFileSync('counts.json', JSON.stringify(globalThis.__coverage__)));\n`;
writeFileSync(file, code + dump);
const { status, stdout } = spawnSync('node', ['roman.test.js'], { encoding: 'utf8' });
if (status !== 0) throw new Error(stdout);
const theirs = Object.values(JSON.parse(readFileSync('counts.json', 'utf8')))[0];
const ours = Object.values(JSON.parse(readFileSync('cov/coverage-final.json', 'utf8')))[0];
const hit = (counts) => JSON.stringify(Object.entries(counts).map(([key, n]) => [key, [n].flat().map((m) => m > 0)]));
for (const kind of ['s', 'f', 'b']) {
  if (hit(ours[kind]) !== hit(theirs[kind])) console.error(kind, hit(ours[kind]), hit(theirs[kind]));
  else if (kind === 'b') console.log('same');
}
"#;
