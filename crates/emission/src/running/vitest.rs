//! Vitest, started through its own entry file, answering in its JSON.

use serde_json::Value;

use super::{Invocation, Missing, Setting, TestResult};

pub(super) fn invocation(setting: Setting<'_>, shuffle: Option<u64>) -> Result<Invocation, Missing> {
    let package = (setting.installed)("vitest").ok_or(Missing { package: "vitest" })?;
    let mut args = vec![
        package.join("vitest.mjs").display().to_string(),
        "run".into(),
        setting.test_file.display().to_string(),
        "--reporter=json".into(),
        "--coverage.enabled=false".into(),
        "--watch=false".into(),
    ];
    if let Some(seed) = shuffle {
        args.push("--sequence.shuffle.tests".into());
        args.push(format!("--sequence.seed={seed}"));
    }
    Ok(Invocation { args, env: vec![("CI".into(), "true".into()), ("NO_COLOR".into(), "1".into())] })
}

/// A configuration may print before the report, which is one line of JSON.
fn report(stdout: &str) -> Option<Value> {
    stdout.lines().rev().find_map(|line| {
        let value: Value = serde_json::from_str(line).ok()?;
        value.get("testResults").is_some().then_some(value)
    })
}

/// What is wrong with the file.
pub(super) fn complaint(stdout: &str) -> Option<String> {
    report(stdout)?["testResults"][0]["message"].as_str().map(str::to_owned)
}

pub(super) fn results(stdout: &str) -> Option<Vec<TestResult>> {
    let report = report(stdout)?;
    let mut results = Vec::new();
    for file in report["testResults"].as_array()? {
        for test in file["assertionResults"].as_array()? {
            let ancestors = test["ancestorTitles"].as_array()?.iter();
            let titles = ancestors.chain([&test["title"]]).filter_map(Value::as_str);
            // Older releases put an empty title before the outermost describe.
            let path: Vec<String> = titles.filter(|title| !title.is_empty()).map(str::to_owned).collect();
            let message = test["failureMessages"][0].as_str().unwrap_or_default().to_owned();
            results.push(TestResult { path, passed: test["status"] == "passed", message });
        }
    }
    // No test and a failed file: the file did not load.
    let loaded = !results.is_empty() || report["success"] == Value::Bool(true);
    loaded.then_some(results)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_from_the_report_line() {
        let stdout = "a plugin says hello\n{\"success\":false,\"testResults\":[{\"assertionResults\":[\
            {\"ancestorTitles\":[\"A\",\"b\"],\"title\":\"works\",\"status\":\"passed\",\"failureMessages\":[]},\
            {\"ancestorTitles\":[],\"title\":\"fails\",\"status\":\"failed\",\"failureMessages\":[\"no\"]}]}]}\n";
        let read = results(stdout).expect("a report");
        assert_eq!(read.len(), 2);
        assert_eq!((read[0].path.join(" > ").as_str(), read[0].passed), ("A > b > works", true));
        assert_eq!((read[1].message.as_str(), read[1].passed), ("no", false));
    }

    #[test]
    fn a_file_that_does_not_load_gives_no_results() {
        assert_eq!(results("{\"success\":false,\"testResults\":[{\"assertionResults\":[]}]}"), None);
        assert_eq!(results("Error: no config"), None);
        let failed = "{\"testResults\":[{\"message\":\"Cannot find package 'x'\"}]}";
        assert_eq!(complaint(failed).as_deref(), Some("Cannot find package 'x'"));
    }
}
