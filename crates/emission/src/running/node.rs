//! node:test, answering through a reporter of our own.

use serde_json::Value;

use super::{Invocation, Missing, Setting, TestResult};

const REPORTER: &str = "kiskadee-reporter.mjs";

pub(super) const SCRATCH_FILES: &[(&str, &str)] = &[(REPORTER, include_str!("reporter.mjs"))];

pub(super) fn invocation(setting: Setting<'_>) -> Result<Invocation, Missing> {
    let mut args = Vec::new();
    if setting.needs_loader {
        let package = (setting.installed)("tsx").ok_or(Missing { package: "tsx" })?;
        args.push("--import".into());
        args.push(format!("file://{}", package.join("dist/loader.mjs").display()));
    }
    args.push("--test".into());
    if setting.force_exit {
        args.push("--test-force-exit".into());
    }
    args.push(format!("--test-reporter={}", setting.scratch.join(REPORTER).display()));
    args.push("--test-reporter-destination=stdout".into());
    args.push(setting.test_file.display().to_string());
    Ok(Invocation { args, env: Vec::new() })
}

fn read(line: &str) -> Option<TestResult> {
    let value: Value = serde_json::from_str(line).ok()?;
    let path = value["path"].as_array()?.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    let message = value["message"].as_str().unwrap_or_default().to_owned();
    Some(TestResult { path, passed: value["passed"].as_bool()?, message })
}

/// What the file said when it failed to load: all that is not a result.
pub(super) fn complaint(stdout: &str) -> Option<String> {
    let said: Vec<&str> = stdout.lines().filter(|line| read(line).is_none()).collect();
    (!said.is_empty()).then(|| said.join("\n"))
}

pub(super) fn results(stdout: &str) -> Option<Vec<TestResult>> {
    let results: Vec<TestResult> = stdout.lines().filter_map(read).collect();
    // When the file itself fails to load, the only "test" is the file.
    let only_the_file = results.len() == 1 && !results[0].passed && results[0].path.len() == 1 && {
        results[0].path[0].contains(['/', '\\'])
    };
    (!results.is_empty() && !only_the_file).then_some(results)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_line_by_line_and_other_output_is_skipped() {
        let stdout = "hello from the module\n{\"path\":[\"A\",\"works\"],\"passed\":true,\"message\":\"\"}\n";
        let read = results(stdout).expect("results");
        assert_eq!(
            read,
            [TestResult { path: vec!["A".into(), "works".into()], passed: true, message: "".into() }]
        );
    }

    #[test]
    fn a_file_that_does_not_load_gives_no_results() {
        let stdout = "{\"path\":[\"/x/a.test.js\"],\"passed\":false,\"message\":\"boom\"}\n";
        assert_eq!(results(stdout), None);
        assert_eq!(results(""), None);
    }
}
