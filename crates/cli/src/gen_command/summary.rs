//! What the terminal shows of a run.

use kiskadee_model::{Api, ExportKind};

use super::explore::Ended;
use super::functions::FunctionLine;
use super::report::{Report, ShownFinding};
use crate::failure::shown;
use crate::plan::Target;
use crate::progress::grouped;
use crate::terminal::{BAD, FAINT, GOOD, LOOK, STRONG, Terminal, styled};

/// Functions and findings shown before the rest is only counted.
const LINES: usize = 40;
const FINDINGS: usize = 8;

/// The line before exploring starts.
pub fn opening(target: &Target, api: &Api, seed: u64) -> String {
    let file = target.source.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    format!(
        "  {}   {}   {}",
        styled(STRONG, file),
        contents(api),
        styled(FAINT, format!("runner: {}   seed {seed}", target.framework.name())),
    )
}

/// `LinkedList: 9 methods, Node, 3 functions`
fn contents(api: &Api) -> String {
    let count = |number: usize, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
    let mut parts = Vec::new();
    let mut functions = 0;
    for export in &api.exports {
        match &export.kind {
            ExportKind::Function(_) => functions += 1,
            ExportKind::Class(class) if class.members.is_empty() => parts.push(class.name.clone()),
            ExportKind::Class(class) => {
                parts.push(format!("{}: {}", class.name, count(class.members.len(), "member")))
            }
            ExportKind::Object(members) => {
                parts.push(format!("{}: {}", export.path, count(members.len(), "member")))
            }
            ExportKind::Value(_) => {}
        }
    }
    if parts.len() > 4 {
        parts = vec![count(parts.len(), "class").replace("classs", "classes")];
    }
    if functions > 0 {
        parts.push(count(functions, "function"));
    }
    parts.join(", ")
}

/// Prints the summary of a run.
pub fn print(report: &Report, terminal: &Terminal) {
    if !terminal.is_talkative() {
        return;
    }
    let mut out = String::new();
    let everything =
        [report.statements, report.branches, report.functions].iter().all(|s| s.covered == s.total);
    let ended = match report.ended {
        Ended::Covered if everything => "   everything is covered",
        Ended::Covered => "   everything was reached",
        Ended::Interrupted => "   interrupted",
        Ended::Stall => "   nothing new for long",
        Ended::Time | Ended::Cases => "",
    };
    out.push_str(&format!(
        "  {:.1} s   {} cases   {}/s{ended}\n\n",
        report.elapsed.as_secs_f64(),
        grouped(report.run),
        grouped(report.per_second() as u64),
    ));
    push_functions(&mut out, &report.lines);
    push_result(&mut out, report);
    push_findings(&mut out, report);
    let command = report.framework.command(&shown(&report.suite), report.needs_loader, report.force_exit);
    out.push_str(&format!("\n  run it:  {}\n", styled(STRONG, command)));
    terminal.say(&out);
}

fn push_functions(out: &mut String, lines: &[FunctionLine]) {
    let width = lines.iter().take(LINES).map(|line| line.name.chars().count()).max().unwrap_or(0).min(48);
    for line in lines.iter().take(LINES) {
        let percent = (line.covered * 100).checked_div(line.total).unwrap_or(100);
        let style = if percent == 100 { GOOD } else { LOOK };
        let tests = match line.tests {
            0 => String::new(),
            1 => "1 test".into(),
            n => format!("{n} tests"),
        };
        let mut tail = String::new();
        if line.findings > 0 {
            let noun = if line.findings == 1 { "finding" } else { "findings" };
            tail.push_str(&format!("   {}", styled(BAD, format!("{} {noun}", line.findings))));
        }
        if !line.uncovered.is_empty() {
            tail.push_str(&format!(
                "   {}",
                styled(FAINT, format!("uncovered: {}", lines_text(&line.uncovered)))
            ));
        }
        let row = format!(
            "  {:<width$}   {}   {tests:<9}{tail}",
            line.name,
            styled(style, format!("{percent:>3} %"))
        );
        out.push_str(row.trim_end());
        out.push('\n');
    }
    if lines.len() > LINES {
        out.push_str(&format!("  … and {} more\n", lines.len() - LINES));
    }
    if !lines.is_empty() {
        out.push('\n');
    }
}

fn lines_text(ranges: &[(u32, u32)]) -> String {
    let show =
        |&(start, end): &(u32, u32)| if start == end { start.to_string() } else { format!("{start}-{end}") };
    let shown: Vec<String> = ranges.iter().take(6).map(show).collect();
    let noun = if ranges.len() == 1 && ranges[0].0 == ranges[0].1 { "line" } else { "lines" };
    let more = if ranges.len() > 6 { ", …" } else { "" };
    format!("{noun} {}{more}", shown.join(", "))
}

fn push_result(out: &mut String, report: &Report) {
    let tests = if report.kept == 1 { "1 test".into() } else { format!("{} tests", report.kept) };
    out.push_str(&format!(
        "  wrote  {}   {tests}, {} % statements, {} % branches, {} % functions\n",
        styled(STRONG, shown(&report.suite)),
        report.statements.percent(),
        report.branches.percent(),
        report.functions.percent(),
    ));
    for (reason, count) in report.dropped.reasons() {
        let noun = if count == 1 { "case" } else { "cases" };
        out.push_str(&format!("         {}\n", styled(FAINT, format!("left out {count} {noun}: {reason}"))));
    }
}

fn push_findings(out: &mut String, report: &Report) {
    if report.findings.is_empty() {
        return;
    }
    let noun = if report.findings.len() == 1 { "place" } else { "places" };
    let many = format!("{} {noun} where it crashes, hangs or exits", report.findings.len());
    out.push_str(&format!("  found  {}\n", styled(BAD, many)));
    for finding in report.findings.iter().take(FINDINGS) {
        push_finding(out, finding);
    }
    if report.findings.len() > FINDINGS {
        let more = report.findings.len() - FINDINGS;
        out.push_str(&format!("         … and {more} more; --json tells all\n"));
    }
}

fn push_finding(out: &mut String, finding: &ShownFinding) {
    let location = finding.location.as_ref().map_or(String::new(), |at| format!("   {}", styled(FAINT, at)));
    out.push_str(&format!("         {}  {}{location}\n", styled(STRONG, &finding.api), finding.message));
    for line in finding.test.lines() {
        out.push_str(&format!("           {}\n", styled(FAINT, line)));
    }
}
