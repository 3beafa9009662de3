//! Confirming: every kept case runs again, fresh, in worlds that differ in clock, seed, time zone and locale. What
//! varies is never asserted; what cannot be asserted at all is dropped, with the reason counted.

use std::collections::BTreeMap;

use kiskadee_execution::{Batch, CaseReport, Detail, Pool, PreparedCase, Sharing, World};
use kiskadee_model::{Case, Check, Observation, StepOutcome, Thrown, TypeTag};
use kiskadee_oracle::{Context, Stable, choose, stable};

use super::explore::{ended_normally, prepare};
use super::judge::Judge;

/// A case with what can be asserted of it.
#[derive(Clone, Debug)]
pub struct Confirmed {
    /// The case.
    pub case: Case,
    /// What every run agreed on.
    pub observation: Observation,
    /// What is asserted.
    pub checks: Vec<Check>,
    /// What it is good for: all counters that its last step hits, and the goal it reaches, in order.
    pub merits: Vec<u32>,
    /// What it is about: `LinkedList.remove`.
    pub api: String,
    /// What kind of value its last step gives, unless it throws.
    pub kind: Option<TypeTag>,
    /// The class of what its last step throws, if it does; not every thrown thing has one.
    pub thrown_class: Option<Option<String>>,
}

/// Reasons for dropping cases, with how many each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dropped(BTreeMap<String, usize>);

impl Dropped {
    /// Counts one more.
    pub fn count(&mut self, reason: impl Into<String>) {
        *self.0.entry(reason.into()).or_default() += 1;
    }

    /// In alphabetical order.
    pub fn reasons(&self) -> impl Iterator<Item = (&str, usize)> {
        self.0.iter().map(|(reason, count)| (reason.as_str(), *count))
    }
}

/// Worlds that differ in all that a test must not depend on.
fn worlds() -> [World; 3] {
    [
        World::default(),
        World { now: 1_709_210_096_789, seed: 77, time_zone: "Asia/Kolkata".into() },
        World { now: 946_684_799_001, seed: 4_242, time_zone: "America/St_Johns".into() },
    ]
}

/// The world in which a suite's cases are tried side by side.
fn shared_world() -> World {
    World { now: 1_767_225_600_500, seed: 9, time_zone: "Pacific/Auckland".into() }
}

/// Confirms cases in a pool that has not been told of any covered counter, so that reports tell all that was hit.
/// One result for each case: why it was dropped, if it was.
pub fn confirm(pool: &mut Pool, cases: &[&Case], judge: &Judge<'_>) -> Vec<Result<Confirmed, String>> {
    let mut runs: Vec<_> =
        worlds().into_iter().map(|world| run_all(pool, cases, world).into_iter()).collect();
    let mut next = || runs.iter_mut().filter_map(Iterator::next).collect::<Vec<CaseReport>>();
    cases.iter().map(|case| confirm_one(case, next(), judge)).collect()
}

fn confirm_one(case: &Case, reports: Vec<CaseReport>, judge: &Judge<'_>) -> Result<Confirmed, String> {
    if reports.iter().any(|report| report.late > 0) {
        return Err("it causes an error that nobody catches".into());
    }
    if reports.iter().any(|report| !ended_normally(&report.end)) {
        return Err("it ends differently from run to run".into());
    }
    // What every run reached is what the test can be relied on to reach.
    let mut merits: Vec<u32> = reports.first().map(|report| judge.merits(case, report)).unwrap_or_default();
    for report in &reports {
        let reached = judge.merits(case, report);
        merits.retain(|merit| reached.binary_search(merit).is_ok());
    }
    let api = reports.first().map(|report| judge.api_name(case, &report.tags)).unwrap_or_default();
    let first = reports.first();
    let act = case.act().map(|act| act.var);
    let kind = first
        .and_then(|r| r.tags.iter().rev().find(|(var, _)| Some(*var) == act))
        .map(|(_, tag)| tag.clone());
    let thrown_class = first.and_then(|report| report.thrown.as_ref()).map(|thrown| thrown.class.clone());
    let observations: Vec<Observation> =
        reports.into_iter().filter_map(|report| report.observation).collect();
    match stable(&observations) {
        Stable::Unstable { why } => Err(why.to_string()),
        Stable::Agree(observation) => {
            let cause = thrown_by_act(case, &observation).map(|thrown| judge.blame(thrown));
            let context = Context { api: judge.api(), cause: cause.as_ref(), places: judge.places() };
            let checks = choose(case, &observation, context).map_err(|why| why.to_string())?;
            Ok(Confirmed { case: case.clone(), observation, checks, merits, api, kind, thrown_class })
        }
    }
}

fn thrown_by_act<'a>(case: &Case, observation: &'a Observation) -> Option<&'a Thrown> {
    let act = case.act()?.var;
    observation.steps.iter().rev().find(|seen| seen.step == act).and_then(|seen| match &seen.outcome {
        StepOutcome::Threw(thrown) => Some(thrown),
        StepOutcome::Returned(_) => None,
    })
}

/// Runs cases with full observation, each in a fresh instance, in order.
fn run_all(pool: &mut Pool, cases: &[&Case], world: World) -> Vec<CaseReport> {
    run(pool, cases.chunks(16), world, Sharing::Fresh, Detail::Always).concat()
}

/// Runs cases without looking at values, which is much faster.
pub fn run_briefly(pool: &mut Pool, cases: &[&Case]) -> Vec<CaseReport> {
    run(pool, cases.chunks(32), World::default(), Sharing::Fresh, Detail::Never).concat()
}

/// Runs groups of cases, each group in one instance as in a test file.
pub fn run_groups(pool: &mut Pool, groups: &[Vec<&Case>]) -> Vec<Vec<CaseReport>> {
    run(pool, groups.iter().map(Vec::as_slice), shared_world(), Sharing::Shared, Detail::Always)
}

fn run<'a>(
    pool: &mut Pool,
    groups: impl Iterator<Item = &'a [&'a Case]>,
    world: World,
    sharing: Sharing,
    detail: Detail,
) -> Vec<Vec<CaseReport>> {
    for group in groups {
        let cases =
            group.iter().enumerate().map(|(index, case)| PreparedCase { id: index as u64, ..prepare(case) });
        let (world, cases) = (world.clone(), cases.collect());
        pool.submit(Batch { world, sharing, detail, counts: false, known: Vec::new(), cases });
    }
    std::iter::from_fn(|| pool.next()).map(|result| result.cases).collect()
}
