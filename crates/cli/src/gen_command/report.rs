//! What a run came to, as data: the source of the summary in the terminal and of the JSON report. The JSON is
//! documented in `docs/report.md`, and what it holds never changes its meaning.

use std::path::{Path, PathBuf};
use std::time::Duration;

use kiskadee_analysis::CoverageMap;
use kiskadee_emission::{Framework, snippet};
use kiskadee_model::Api;
use serde_json::{Value, json};

use super::check_in_runner::write_whole;
use super::confirm::{Confirmed, Dropped};
use super::explore::Ended;
use super::findings::Finding;
use super::functions::{FunctionLine, FunctionMap, function_lines};
use crate::failure::{Failure, shown};
use crate::plan::Target;
use crate::terminal::Terminal;

/// Covered of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// How many are covered.
    pub covered: usize,
    /// How many there are.
    pub total: usize,
}

impl Share {
    fn of(counts: &[u32]) -> Self {
        Self { covered: counts.iter().filter(|&&count| count > 0).count(), total: counts.len() }
    }

    /// In per cent, rounded down, so that 100 means all; of nothing, all is covered.
    pub fn percent(self) -> usize {
        (self.covered * 100).checked_div(self.total).unwrap_or(100)
    }

    fn to_json(self) -> Value {
        json!({ "covered": self.covered, "total": self.total })
    }
}

/// A finding as it is shown.
#[derive(Clone, Debug)]
pub struct ShownFinding {
    /// `crash`, `hang`, …
    pub kind: &'static str,
    /// What was called.
    pub api: String,
    /// What was said.
    pub message: String,
    /// `file:line`
    pub location: Option<String>,
    /// The code that shows it.
    pub test: String,
    /// How many cases showed it.
    pub count: u64,
}

/// What a run on one target came to.
pub struct Report {
    /// The source file.
    pub target: PathBuf,
    /// The seed.
    pub seed: u64,
    /// The runner.
    pub framework: Framework,
    /// Whether plain Node cannot run the suite.
    pub needs_loader: bool,
    /// Statements.
    pub statements: Share,
    /// Branches.
    pub branches: Share,
    /// Functions.
    pub functions: Share,
    /// Cases that ran.
    pub run: u64,
    /// Tests in the suite.
    pub kept: usize,
    /// How long exploring took.
    pub elapsed: Duration,
    /// Why it ended.
    pub ended: Ended,
    /// The suite's file.
    pub suite: PathBuf,
    /// Crashes and hangs.
    pub findings: Vec<ShownFinding>,
    /// What was left out, and why.
    pub dropped: Dropped,
    /// Whether the module keeps the process alive, so that the runner has to be told to end.
    pub force_exit: bool,
    /// A line for each function.
    pub lines: Vec<FunctionLine>,
    /// The file's entry in `coverage-final.json`.
    pub istanbul: Value,
}

/// What a report is made from.
pub struct Facts<'a> {
    pub target: &'a Target,
    pub api: &'a Api,
    pub map: &'a CoverageMap,
    pub functions: &'a FunctionMap,
    pub counts: Vec<u32>,
    pub chosen: &'a [Confirmed],
    pub findings: Vec<Finding>,
    pub dropped: Dropped,
    pub run: u64,
    pub elapsed: Duration,
    pub ended: Ended,
    pub seed: u64,
}

impl Report {
    /// Sums up.
    pub fn new(facts: Facts<'_>) -> Self {
        let Facts { target, api, map, counts, .. } = &facts;
        let (statements, rest) = counts.split_at(map.statements.len());
        let (functions, branches) = rest.split_at(map.functions.len());
        let show = |finding: &Finding| ShownFinding {
            kind: finding.cause.kind.name(),
            api: finding.cause.api.clone(),
            message: finding.cause.message.clone(),
            location: finding.cause.location.clone(),
            test: snippet(&finding.case, api),
            count: finding.count,
        };
        let findings: Vec<ShownFinding> = facts.findings.iter().map(show).collect();
        Self {
            target: target.source.clone(),
            seed: facts.seed,
            framework: target.framework,
            force_exit: false,
            needs_loader: target.needs_loader(),
            statements: Share::of(statements),
            branches: Share::of(branches),
            functions: Share::of(functions),
            run: facts.run,
            kept: facts.chosen.len(),
            elapsed: facts.elapsed,
            ended: facts.ended,
            suite: target.test_file.clone(),
            lines: function_lines(api, facts.functions, counts, facts.chosen, &findings),
            findings,
            istanbul: map.to_istanbul_json(&target.source.display().to_string(), counts),
            dropped: facts.dropped,
        }
    }

    /// Cases a second.
    pub fn per_second(&self) -> f64 {
        self.run as f64 / self.elapsed.as_secs_f64().max(0.001)
    }

    /// The stable form.
    pub fn to_json(&self) -> Value {
        let finding = |finding: &ShownFinding| {
            json!({
                "kind": finding.kind,
                "api": finding.api,
                "message": finding.message,
                "location": finding.location,
                "test": finding.test,
                "count": finding.count,
            })
        };
        json!({
            "target": shown(&self.target),
            "seed": self.seed,
            "runner": self.framework.option_name(),
            "ended": ended_name(self.ended),
            "coverage": {
                "statements": self.statements.to_json(),
                "branches": self.branches.to_json(),
                "functions": self.functions.to_json(),
            },
            "cases": {
                "run": self.run,
                "kept": self.kept,
                "per_second": (self.per_second() * 10.0).round() / 10.0,
            },
            "dropped": self.dropped.reasons().map(|(reason, count)| json!({ "reason": reason, "count": count })).collect::<Vec<_>>(),
            "suite": [shown(&self.suite)],
            "findings": self.findings.iter().map(finding).collect::<Vec<_>>(),
        })
    }
}

fn ended_name(ended: Ended) -> &'static str {
    match ended {
        Ended::Covered => "covered",
        Ended::Time => "time",
        Ended::Cases => "cases",
        Ended::Stall => "stall",
        Ended::Interrupted => "interrupted",
    }
}

/// The entry of a target that got no suite.
pub fn failed(file: &Path, failure: &Failure) -> Value {
    json!({ "target": file.display().to_string(), "error": failure.to_string(), "exit": failure.exit() as u8 })
}

/// Writes the report: one object for one target, an array for several.
pub fn write(path: Option<&Path>, mut reports: Vec<Value>, terminal: &Terminal) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    let value = if reports.len() == 1 { reports.remove(0) } else { Value::Array(reports) };
    let text = serde_json::to_string_pretty(&value).expect("a JSON value can be printed");
    if path == Path::new("-") {
        terminal.answer(&text);
        return Ok(());
    }
    write_whole(path, &(text + "\n"))
}
