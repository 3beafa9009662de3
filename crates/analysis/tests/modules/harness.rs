//! Compiles sets of files, runs them in Node and says what came of it.

use std::fs;
use std::path::Path;
use std::process::Command;

use kiskadee_analysis::{CompileOptions, Role, compile};
use serde_json::{Map, Value, json};

/// Files of one run, the first being the one whose export `result` is looked at.
pub(crate) type Files<'a> = &'a [(&'a str, &'a str)];

/// Runs every set of files in both roles and compares the value of `result`.
pub(crate) fn check(cases: &[(Files<'_>, Value)]) {
    for role in [Role::Target, Role::Support] {
        let owned = cases
            .iter()
            .map(|(files, _)| files.iter().map(|&(path, text)| (path, text.to_owned())).collect());
        let outcomes = run(role, owned);
        for ((files, expected), outcome) in cases.iter().zip(outcomes) {
            assert_eq!(outcome, json!({ "value": expected }), "as {role:?}: {}", files[0].1);
        }
    }
}

pub(crate) fn run<'a>(role: Role, cases: impl IntoIterator<Item = Vec<(&'a str, String)>>) -> Vec<Value> {
    let cases: Vec<Value> = cases
        .into_iter()
        .map(|files| {
            let mut modules = Map::new();
            for (path, source) in &files {
                modules.insert((*path).to_owned(), compiled(path, source, role));
            }
            json!({ "modules": modules, "entry": files[0].0, "fuel": 100_000 })
        })
        .collect();
    let scratch = tempfile::tempdir().expect("a scratch directory can be made");
    let case_file = scratch.path().join("cases.json");
    fs::write(&case_file, Value::from(cases).to_string()).expect("cases can be written");
    let output = Command::new("node")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules/run.mjs"))
        .arg(&case_file)
        .output()
        .expect("node can be started");
    assert!(output.status.success(), "node failed: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("the runner prints JSON")
}

fn compiled(path: &str, source: &str, role: Role) -> Value {
    // Names without an extension stand for whatever a resolver would have found.
    let file = if Path::new(path).extension().is_some() { path.to_owned() } else { format!("{path}.mjs") };
    let module =
        compile(&file, source, role, &CompileOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    json!({
        "format": format!("{:?}", module.format),
        "code": module.code,
        "isAsync": module.is_async,
        "counters": module.coverage.counters(),
    })
}
