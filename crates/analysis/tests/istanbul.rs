//! Maps and counts are Istanbul's own: every fixture is instrumented by both, run both ways and compared.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use kiskadee_analysis::{CompileOptions, CompiledModule, Format, JsxStyle, Role, compile, read_facts};
use serde_json::{Value, json};

#[test]
fn every_fixture_is_counted_as_istanbul_counts_it() {
    let fixtures = fixtures();
    assert!(fixtures.len() >= 20, "only {} fixtures were found", fixtures.len());
    let compiled: Vec<(String, CompiledModule)> = fixtures
        .iter()
        .map(|(path, source)| {
            let module =
                compile(path, source, Role::Target, &options()).unwrap_or_else(|error| panic!("{error}"));
            (path.clone(), module)
        })
        .collect();
    let cases: Vec<Value> = fixtures
        .iter()
        .zip(&compiled)
        .map(|((path, source), (_, module))| {
            json!({
                "path": path,
                "source": source,
                "code": module.code,
                "format": format!("{:?}", module.format),
                "isAsync": module.is_async,
                "counters": module.coverage.counters(),
            })
        })
        .collect();

    let answers = ask_istanbul(&cases);
    assert_eq!(answers.len(), cases.len());
    let complaints: Vec<String> = compiled
        .iter()
        .zip(&answers)
        .filter_map(|((path, module), answer)| complaint(path, module, answer))
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn a_support_module_has_no_counters_but_fuel() {
    for (path, source) in fixtures() {
        let module =
            compile(&path, &source, Role::Support, &options()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(module.coverage.counters(), 0, "{path}");
        assert!(!module.code.contains("$kc["), "{path}");
        assert!(module.code.contains("$kf.out()"), "{path}");
    }
}

fn options() -> CompileOptions {
    let jsx = JsxStyle::Classic { factory: Some("h".into()), fragment: Some("Fragment".into()) };
    CompileOptions { jsx, ..CompileOptions::default() }
}

/// Path relative to the crate, and text, in the order of the names.
fn fixtures() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/istanbul");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("the folder of fixtures can be read")
        .map(|entry| entry.expect("an entry can be read").file_name().to_string_lossy().into_owned())
        .filter(|name| name != "compare.mjs")
        .collect();
    names.sort();
    names
        .into_iter()
        .map(|name| {
            let text = fs::read_to_string(folder.join(&name)).expect("a fixture is text");
            (name, text)
        })
        .collect()
}

fn ask_istanbul(cases: &[Value]) -> Vec<Value> {
    let root = repository_root();
    let scratch = tempfile::tempdir().expect("a scratch directory can be made");
    let case_file = scratch.path().join("cases.json");
    fs::write(&case_file, Value::from(cases.to_vec()).to_string()).expect("cases can be written");
    let output = Command::new("node")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/istanbul/compare.mjs"))
        .args([&root, &case_file, &scratch.path().to_path_buf()])
        .output()
        .expect("node can be started");
    assert!(output.status.success(), "node failed: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("the comparison prints JSON")
}

fn repository_root() -> PathBuf {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository exists");
    assert!(
        root.join("node_modules/istanbul-lib-instrument").is_dir(),
        "Istanbul is not installed: run the tests with `cargo xtask test`, which installs what they need"
    );
    root
}

/// Where we and Istanbul differ about a fixture.
fn complaint(path: &str, module: &CompiledModule, answer: &Value) -> Option<String> {
    if let Some(error) = answer["error"].as_str() {
        return Some(format!("{path}: {error}"));
    }
    let zeros = module.coverage.to_istanbul_json(path, &[]);
    for part in ["statementMap", "fnMap", "branchMap"] {
        if let Some(difference) = first_difference(&zeros[part], &answer["map"][part]) {
            return Some(format!("{path}: {part}{difference}"));
        }
    }
    let counts: Vec<u32> = serde_json::from_value(answer["counts"].clone()).expect("counts are numbers");
    let counted = module.coverage.to_istanbul_json(path, &counts);
    for part in ["s", "f", "b"] {
        if let Some(difference) = first_difference(&counted[part], &answer["expected"][part]) {
            return Some(format!("{path}: counts {part}{difference}"));
        }
    }
    assert_ne!(module.format, Format::Json);
    None
}

fn first_difference(ours: &Value, istanbul: &Value) -> Option<String> {
    if ours == istanbul {
        return None;
    }
    if let (Value::Object(ours), Value::Object(istanbul)) = (ours, istanbul) {
        let mut keys: Vec<&String> = ours.keys().chain(istanbul.keys()).collect();
        keys.sort_by_key(|key| (key.parse::<u32>().ok(), key.as_str()));
        for key in keys {
            let pair = (ours.get(key).unwrap_or(&Value::Null), istanbul.get(key).unwrap_or(&Value::Null));
            if let Some(difference) = first_difference(pair.0, pair.1) {
                return Some(format!("[{key}]{difference}"));
            }
        }
    }
    Some(format!(": ours {ours}, Istanbul's {istanbul}"))
}

#[test]
fn functions_are_found_again_by_their_span() {
    for (path, source) in fixtures() {
        let module =
            compile(&path, &source, Role::Target, &options()).unwrap_or_else(|error| panic!("{error}"));
        let facts = read_facts(Path::new(&path), &source);
        for function in &module.coverage.functions {
            let span = (function.span_start, function.span_end);
            let found = facts.functions.iter().any(|known| (known.span_start, known.span_end) == span);
            assert!(found, "{path}: {} on line {}", function.name, function.line);
        }
    }
}
