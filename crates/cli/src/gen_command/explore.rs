//! The loop: ask, run, tell. Batches have a fixed size and are asked a fixed distance ahead of what has been told, so
//! the cases do not depend on how many workers run them or how fast.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use kiskadee_execution::{Batch, CaseReport, Detail, Pool, PreparedCase, Sharing, World};
use kiskadee_generation::{Coverage, Feedback, Search};
use kiskadee_model::print::print_probe;
use kiskadee_model::{Case, End};

use super::findings::Findings;
use super::judge::{Judge, Verdict};
use crate::plan::Limits;
use crate::progress::Progress;

/// Cases in a batch.
const BATCH: usize = 32;
/// Batches under way. More than the workers of most machines, so that none has to wait.
const AHEAD: usize = 8;
/// Cases without news after which exploring ends when everything is covered.
const AFTERWARDS: u64 = 1_000;
/// How long the first results may take beyond the time that was given.
const GRACE: Duration = Duration::from_secs(20);
/// How often the search learns which functions still have something to cover, in batches.
const REFRESH: u64 = 4;

/// Why exploring ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Everything is covered.
    Covered,
    /// The time is over.
    Time,
    /// The number of cases is reached.
    Cases,
    /// Nothing new for long.
    Stall,
    /// Ctrl-C.
    Interrupted,
}

/// What exploring gave.
pub struct Exploration {
    /// Cases that showed something new when they ran, in the order of keeping.
    pub kept: Vec<Case>,
    /// Crashes and hangs.
    pub findings: Findings,
    /// Cases that ran.
    pub run: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// Why it ended.
    pub ended: Ended,
}

/// What exploring needs to know of the target.
pub struct Ground<'a> {
    /// The workers. What they have not finished when exploring ends is of no interest.
    pub pool: &'a mut Pool,
    /// Fresh instances, or reused ones where loading is dear.
    pub sharing: Sharing,
    /// The world in which cases run.
    pub world: World,
    /// Counters that loading alone covers.
    pub loaded: &'a [u32],
    /// Number of counters in all.
    pub counters: usize,
    /// For each function of the coverage map, the counters that are its own.
    pub by_function: &'a [Vec<u32>],
    /// Judges what a case showed.
    pub judge: &'a Judge<'a>,
}

/// Explores until a limit is reached.
pub fn explore(
    mut ground: Ground<'_>,
    search: &mut Search,
    limits: &Limits,
    interrupted: &AtomicBool,
    progress: &mut Progress,
) -> Exploration {
    let started = Instant::now();
    let mut coverage = Coverage::default();
    coverage.add(ground.loaded);
    let mut state = State {
        coverage,
        unsent: ground.loaded.to_vec(),
        kept: Vec::new(),
        findings: Findings::default(),
        asked: 0,
        run: 0,
        since_news: 0,
        batches: 0,
        waiting: VecDeque::new(),
        counters: ground.counters,
        covered: ground.loaded.len(),
    };
    let ended = loop {
        if let Some(ended) = state.over(limits, started, interrupted) {
            break ended;
        }
        while state.waiting.len() < AHEAD && state.submit(&mut ground, search, limits) {}
        if ground.pool.outstanding() == 0 {
            break Ended::Cases;
        }
        // Not for long: time may run out, or the user patience, while a worker is stuck.
        let Some(result) = ground.pool.next_within(Duration::from_millis(100)) else { continue };
        for shape in result.shapes {
            search.learn_shape(&ground.judge.shape(shape));
        }
        let cases = state.waiting.pop_front().expect("every result belongs to a submitted batch");
        for (case, report) in cases.iter().zip(&result.cases) {
            state.tell(case, report, search, ground.judge);
        }
        progress.update(state.run, state.kept.len(), state.findings.len(), state.covered, started.elapsed());
    };
    Exploration {
        kept: state.kept,
        findings: state.findings,
        run: state.run,
        elapsed: started.elapsed(),
        ended,
    }
}

struct State {
    coverage: Coverage,
    /// Covered counters that workers have not been told of yet.
    unsent: Vec<u32>,
    kept: Vec<Case>,
    findings: Findings,
    asked: u64,
    run: u64,
    since_news: u64,
    batches: u64,
    waiting: VecDeque<Vec<Case>>,
    counters: usize,
    /// How many of them are covered; goals do not count.
    covered: usize,
}

impl State {
    fn over(&self, limits: &Limits, started: Instant, interrupted: &AtomicBool) -> Option<Ended> {
        if interrupted.load(Ordering::Relaxed) {
            return Some(Ended::Interrupted);
        }
        // What is covered may still crash or end in another way.
        if self.covered == self.counters && self.since_news >= AFTERWARDS {
            return Some(Ended::Covered);
        }
        if limits.stall.is_some_and(|stall| self.since_news >= stall) {
            return Some(Ended::Stall);
        }
        match limits.cases {
            Some(cases) => (self.run >= cases).then_some(Ended::Cases),
            // A first batch that is stuck is waited for: without it there is nothing at all.
            None => {
                let grace = if self.run == 0 { GRACE } else { Duration::ZERO };
                (started.elapsed() >= limits.time + grace).then_some(Ended::Time)
            }
        }
    }

    /// Submits one more batch, unless all cases have been asked for.
    fn submit(&mut self, ground: &mut Ground<'_>, search: &mut Search, limits: &Limits) -> bool {
        let left = limits.cases.map_or(u64::MAX, |cases| cases - self.asked);
        let size = usize::try_from(left).unwrap_or(BATCH).min(BATCH);
        if size == 0 {
            return false;
        }
        if self.batches.is_multiple_of(REFRESH) {
            search.set_uncovered(&self.uncovered(ground.by_function));
        }
        let cases = search.ask(size);
        self.asked += cases.len() as u64;
        self.batches += 1;
        ground.pool.submit(Batch {
            world: ground.world.clone(),
            sharing: ground.sharing,
            detail: Detail::News,
            counts: false,
            known: std::mem::take(&mut self.unsent),
            cases: cases.iter().map(prepare).collect(),
        });
        self.waiting.push_back(cases);
        true
    }

    fn uncovered(&self, by_function: &[Vec<u32>]) -> Vec<u32> {
        let count =
            |own: &Vec<u32>| own.iter().filter(|&&counter| !self.coverage.contains(counter)).count() as u32;
        by_function.iter().map(count).collect()
    }

    fn tell(&mut self, case: &Case, report: &CaseReport, search: &mut Search, judge: &Judge<'_>) {
        self.run += 1;
        let mut kept = false;
        let mut news = Vec::new();
        match judge.verdict(case, report) {
            Verdict::Behaviour => {
                news = self.coverage.news(&judge.merits(case, report));
                if !news.is_empty() {
                    self.coverage.add(&news);
                    let before = self.unsent.len();
                    self.unsent.extend(news.iter().filter(|&&merit| (merit as usize) < self.counters));
                    self.covered += self.unsent.len() - before;
                    self.kept.push(case.clone());
                    kept = true;
                }
            }
            Verdict::Trouble(trouble) => {
                let (cause, case) = *trouble;
                self.findings.add(cause, &case);
            }
            Verdict::NotAssertable => {}
        }
        self.since_news = if kept { 0 } else { self.since_news + 1 };
        search.tell(case, &Feedback { end: &report.end, tags: &report.tags, news: &news });
    }
}

/// Prints a case for the workers.
pub fn prepare(case: &Case) -> PreparedCase {
    PreparedCase { id: case.origin().number, code: print_probe(case), is_async: case.awaits() }
}

/// Whether a case ended in a way that a test can repeat.
pub fn ended_normally(end: &End) -> bool {
    matches!(end, End::Completed | End::Threw { .. })
}
