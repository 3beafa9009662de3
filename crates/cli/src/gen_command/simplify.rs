//! Makes the chosen cases short and plain: each is replaced by simpler ones for as long as a simpler one covers what the
//! suite needs of it and ends in the same way. Runs in rounds over all cases at once, so that workers stay busy.

use std::mem::discriminant;

use kiskadee_execution::{CaseReport, Pool, Sharing, World};
use kiskadee_generation::simpler;
use kiskadee_model::{Case, End, Observation, StepOutcome};

use super::confirm::{Confirmed, Dropped, confirm, run_all};
use super::explore::Kept;
use super::judge::{Judge, Verdict};

/// Rounds at most; most cases are done after five.
const ROUNDS: usize = 40;
/// Runs at most, so that a large suite does not take longer than exploring did.
const RUNS: usize = 30_000;

/// Simplifies a suite. A simplified case that cannot be confirmed gives way to the one it came from.
pub fn simplify(pool: &mut Pool, suite: Vec<Confirmed>, judge: &Judge<'_>) -> Vec<Confirmed> {
    let mut work: Vec<Work> = own_counters(&suite).into_iter().zip(&suite).map(Work::new).collect();
    let mut runs = 0;
    for _ in 0..ROUNDS {
        let candidates: Vec<Vec<Case>> = work.iter().map(Work::candidates).collect();
        let cases: Vec<&Case> = candidates.iter().flatten().collect();
        runs += cases.len();
        if cases.is_empty() || runs > RUNS {
            break;
        }
        let mut reports = run_all(pool, &cases, World::default(), Sharing::Fresh).into_iter();
        for (work, candidates) in work.iter_mut().zip(candidates) {
            let reports: Vec<CaseReport> = reports.by_ref().take(candidates.len()).collect();
            work.take_best(candidates, reports, judge);
        }
    }
    let kept: Vec<Kept> = work.into_iter().map(|work| work.current).collect();
    suite.into_iter().zip(kept).map(|(original, kept)| confirm_or(pool, original, kept, judge)).collect()
}

fn confirm_or(pool: &mut Pool, original: Confirmed, kept: Kept, judge: &Judge<'_>) -> Confirmed {
    if kept.case == original.case {
        return original;
    }
    // Why it could not be confirmed does not matter: nothing is lost.
    confirm(pool, vec![kept], judge, &mut Dropped::default()).pop().unwrap_or(original)
}

/// For each case, the counters that the suite relies on it for: every counter belongs to the first case that hits it.
fn own_counters(suite: &[Confirmed]) -> Vec<Vec<u32>> {
    let mut taken = std::collections::BTreeSet::new();
    suite.iter().map(|confirmed| confirmed.hits.iter().copied().filter(|&hit| taken.insert(hit)).collect()).collect()
}

struct Work {
    current: Kept,
    needed: Vec<u32>,
    finished: bool,
}

impl Work {
    fn new((needed, confirmed): (Vec<u32>, &Confirmed)) -> Self {
        let current = Kept { case: confirmed.case.clone(), observation: confirmed.observation.clone() };
        Self { current, needed, finished: false }
    }

    fn candidates(&self) -> Vec<Case> {
        if self.finished { Vec::new() } else { simpler(&self.current.case) }
    }

    /// Takes the first candidate that will do; without one, the case is as simple as it gets.
    fn take_best(&mut self, candidates: Vec<Case>, reports: Vec<CaseReport>, judge: &Judge<'_>) {
        let fit = candidates.into_iter().zip(reports).find_map(|(case, report)| {
            let behaves = matches!(judge.verdict(&case, &report), Verdict::Behaviour) && report.late == 0;
            let covers = self.needed.iter().all(|counter| report.news.binary_search(counter).is_ok());
            let observation = report.observation?;
            let alike = ends_alike(&self.current, &case, &observation);
            (behaves && covers && alike).then_some(Kept { case, observation })
        });
        match fit {
            Some(simpler) => self.current = simpler,
            None => self.finished = true,
        }
    }
}

/// The same kind of end: the act returns a value of the same kind, or throws an error of the same class.
fn ends_alike(current: &Kept, case: &Case, observation: &Observation) -> bool {
    if discriminant(&current.observation.end) != discriminant(&observation.end) {
        return false;
    }
    // Only the last step may throw; a case that throws earlier is about something else.
    if let End::Threw { step } = &observation.end
        && case.act().is_none_or(|act| act.var != *step)
    {
        return false;
    }
    match (act_outcome(&current.case, &current.observation), act_outcome(case, observation)) {
        (Some(StepOutcome::Returned(a)), Some(StepOutcome::Returned(b))) => discriminant(a) == discriminant(b),
        (Some(StepOutcome::Threw(a)), Some(StepOutcome::Threw(b))) => a.class == b.class,
        (None, None) => true,
        _ => false,
    }
}

fn act_outcome<'a>(case: &Case, observation: &'a Observation) -> Option<&'a StepOutcome> {
    let act = case.act()?.var;
    observation.steps.iter().find(|seen| seen.step == act).map(|seen| &seen.outcome)
}
