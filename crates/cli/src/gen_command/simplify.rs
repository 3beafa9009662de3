//! Makes cases short and plain: each is replaced by simpler ones for as long as a simpler one still shows what matters.
//! Runs in rounds over all cases at once, so that workers stay busy.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use kiskadee_execution::{CaseReport, Pool};
use kiskadee_model::{Case, End};

use super::confirm::{Confirmed, confirm, run_briefly};
use super::findings::{Finding, FindingKind};
use super::judge::{DOES_NOT_END, Judge, Verdict};

/// Rounds at most; most cases are done after five.
const ROUNDS: usize = 40;
/// Runs at most, so that a large suite does not take longer than exploring did.
const RUNS: usize = 12_000;
/// The same for a module that is dear to load, as every run loads it.
const DEAR_RUNS: usize = 1_000;

/// Simplifies a suite: each case keeps what the suite relies on it for and ends in the same way. A simplified case that
/// cannot be confirmed gives way to the one it came from.
pub fn simplify_suite(
    pool: &mut Pool,
    suite: Vec<Confirmed>,
    judge: &Judge<'_>,
    interrupted: &AtomicBool,
) -> Vec<Confirmed> {
    let needed = own_merits(&suite);
    let cases = suite.iter().map(|confirmed| confirmed.case.clone()).collect();
    let simplified = shrink(pool, cases, judge, interrupted, |index, case, report| {
        let behaves = matches!(judge.verdict(case, report), Verdict::Behaviour);
        let merits = judge.merits(case, report);
        behaves
            && needed[index].iter().all(|merit| merits.binary_search(merit).is_ok())
            && ends_alike(&suite[index], case, report)
    });
    let confirmed = confirm(pool, &simplified.iter().collect::<Vec<_>>(), judge);
    suite.into_iter().zip(confirmed).map(|(original, simplified)| simplified.unwrap_or(original)).collect()
}

/// Simplifies findings: each still fails at the same place with the same message.
pub fn simplify_findings(
    pool: &mut Pool,
    findings: &mut [Finding],
    judge: &Judge<'_>,
    interrupted: &AtomicBool,
) {
    // What takes a worker with it would cost a new one for every try.
    let cheap = |finding: &&mut Finding| match finding.cause.kind {
        FindingKind::Crash | FindingKind::StackOverflow => true,
        FindingKind::Hang => finding.cause.message == DOES_NOT_END,
        FindingKind::OutOfMemory | FindingKind::Exit => false,
    };
    let mut findings: Vec<&mut Finding> = findings.iter_mut().filter(cheap).collect();
    let cases = findings.iter().map(|finding| finding.case.clone()).collect();
    let simplified =
        shrink(pool, cases, judge, interrupted, |index, case, report| match judge.verdict(case, report) {
            Verdict::Trouble(trouble) => trouble.0.is_like(&findings[index].cause),
            Verdict::Behaviour | Verdict::NotAssertable => false,
        });
    // The message names values, which are simpler now.
    let reports = run_briefly(pool, &simplified.iter().collect::<Vec<_>>());
    for ((finding, case), report) in findings.iter_mut().zip(simplified).zip(&reports) {
        if let Verdict::Trouble(trouble) = judge.verdict(&case, report) {
            (finding.cause, finding.case) = *trouble;
        }
    }
}

/// Replaces each case by the first simpler one that `fits`, again and again.
fn shrink(
    pool: &mut Pool,
    mut cases: Vec<Case>,
    judge: &Judge<'_>,
    interrupted: &AtomicBool,
    fits: impl Fn(usize, &Case, &CaseReport) -> bool,
) -> Vec<Case> {
    let mut finished = vec![false; cases.len()];
    let mut runs = 0;
    for _ in 0..ROUNDS {
        // Who presses Ctrl-C wants what there is, plain or not.
        if interrupted.load(Ordering::Relaxed) {
            break;
        }
        let candidates: Vec<Vec<Case>> = cases
            .iter()
            .zip(&finished)
            .map(|(case, &done)| if done { Vec::new() } else { judge.simpler(case) })
            .collect();
        let all: Vec<&Case> = candidates.iter().flatten().collect();
        runs += all.len();
        if all.is_empty() || runs > if judge.is_dear() { DEAR_RUNS } else { RUNS } {
            break;
        }
        let mut reports = run_briefly(pool, &all).into_iter();
        for (index, candidates) in candidates.into_iter().enumerate() {
            let reports: Vec<CaseReport> = reports.by_ref().take(candidates.len()).collect();
            let best = candidates.into_iter().zip(&reports).find(|(case, report)| fits(index, case, report));
            match best {
                Some((simpler, _)) => cases[index] = simpler,
                None => finished[index] = true,
            }
        }
    }
    cases
}

/// For each case, what the suite relies on it for: every merit belongs to the first case that has it.
fn own_merits(suite: &[Confirmed]) -> Vec<Vec<u32>> {
    let mut taken = BTreeSet::new();
    let own = |confirmed: &Confirmed| confirmed.merits.iter().copied().filter(|&m| taken.insert(m)).collect();
    suite.iter().map(own).collect()
}

/// The same kind of end: the last step gives a value of the same kind, or throws an error of the same class.
fn ends_alike(original: &Confirmed, case: &Case, report: &CaseReport) -> bool {
    let Some(act) = case.act() else { return false };
    let tag = report.tags.iter().rev().find(|(var, _)| *var == act.var).map(|(_, tag)| tag);
    let thrown = report.thrown.as_ref().map(|thrown| &thrown.class);
    match &report.end {
        End::Completed => original.kind == tag.cloned() && original.thrown_class.is_none(),
        End::Threw { step } => *step == act.var && original.thrown_class.as_ref() == thrown,
        _ => false,
    }
}
