//! Gets batches through workers that may hang, die or damage what cases share, so that every case has its own fate.
//! Each of the pool's threads has one runner, each runner at most one worker at a time.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kiskadee_model::End;

use crate::channel::StopSignal;
use crate::options::{ModuleHost, PoolOptions};
use crate::pool::{Batch, BatchId};
use crate::protocol::{Run, ShapeDef};
use crate::report::{CaseReport, Loaded};
use crate::worker::{Attempt, Finish, NoWorker, Worker};

/// What all runners of a pool need.
pub(crate) struct Shared {
    pub(crate) options: PoolOptions,
    /// The worker script on disk.
    pub(crate) script: PathBuf,
    pub(crate) host: Arc<dyn ModuleHost>,
    /// Counters in the order of becoming known.
    pub(crate) known: Mutex<Vec<u32>>,
    pub(crate) stop: Arc<StopSignal>,
}

/// A batch to run.
pub(crate) struct Job {
    pub(crate) id: BatchId,
    pub(crate) batch: Batch,
    /// How much of the log of known counters the batch may know of. Later ones would make results depend on timing.
    pub(crate) known: usize,
}

/// What came of a job. The cases are in its order.
pub(crate) struct Outcome {
    pub(crate) cases: Vec<CaseReport>,
    pub(crate) counts: BTreeMap<u32, u32>,
    pub(crate) shapes: Vec<ShapeDef>,
}

/// The pool is being shut down.
pub(crate) struct Stopped;

/// Runs one job after the other.
pub(crate) struct Runner {
    shared: Arc<Shared>,
    worker: Option<Worker>,
    /// Why no worker could be started for the present batch: not tried again for each of its cases.
    no_worker: Option<End>,
}

impl Runner {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self { shared, worker: None, no_worker: None }
    }

    /// Starts a worker before there is work, to learn what the module looks like.
    pub(crate) fn load(&mut self) -> Result<Loaded, NoWorker> {
        let (worker, loaded) = Worker::start(&self.shared)?;
        self.worker = Some(worker);
        Ok(loaded)
    }

    /// Ends the present worker, whatever it is doing.
    pub(crate) fn abandon(&mut self) {
        self.worker = None;
    }

    /// Runs a batch to its end.
    ///
    /// The whole batch first. If that breaks the worker, the cases without a report are run again one by one; if it
    /// damages what cases share, all of them are, for any may have been influenced.
    pub(crate) fn run(&mut self, job: &Job) -> Result<Outcome, Stopped> {
        let all: Vec<usize> = (0..job.batch.cases.len()).collect();
        let mut tally = Tally::default();
        if all.is_empty() {
            return Ok(tally.finish());
        }
        self.no_worker = None;
        if self.worker.as_ref().is_some_and(|worker| worker.cases >= self.shared.options.recycle_after) {
            self.worker = None;
        }
        let whole = self.attempt(job, &all, self.shared.options.batch_limit(all.len()))?;
        // A worker tells counts at the end of a batch only, so those of a broken batch are lost.
        let repeat_all = match whole.finish {
            Finish::Done { dirty, .. } => dirty && all.len() > 1,
            Finish::Broken(_) | Finish::Stopped => job.batch.counts,
        };
        if repeat_all {
            tally.shapes.extend(whole.shapes);
        } else {
            tally.add(whole, &all);
        }
        for number in all {
            if !tally.cases.contains_key(&number) {
                self.run_alone(job, number, &mut tally)?;
            }
        }
        Ok(tally.finish())
    }

    /// Runs a case in a batch of its own. If it breaks a worker that others have used, it is tried again in a fresh
    /// one with more time, and what becomes of it there is believed.
    fn run_alone(&mut self, job: &Job, number: usize, tally: &mut Tally) -> Result<(), Stopped> {
        loop {
            let fresh = self.worker.as_ref().is_none_or(|worker| worker.cases == 0);
            let options = &self.shared.options;
            let limit = if fresh { options.suspect_limit() } else { options.batch_limit(1) };
            let attempt = self.attempt(job, &[number], limit)?;
            match &attempt.finish {
                Finish::Broken(end) if fresh => {
                    let report = CaseReport::only_end(job.batch.cases[number].id, end.clone());
                    tally.cases.insert(number, report);
                    tally.shapes.extend(attempt.shapes);
                    return Ok(());
                }
                Finish::Broken(_) | Finish::Stopped => {}
                Finish::Done { .. } => {
                    tally.add(attempt, &[number]);
                    return Ok(());
                }
            }
        }
    }

    /// Runs some cases of a batch in the present worker, or in a new one if there is none. A broken or
    /// spoiled one is gone afterwards.
    fn attempt(&mut self, job: &Job, numbers: &[usize], limit: Duration) -> Result<Attempt, Stopped> {
        let worker = match &mut self.worker {
            Some(worker) => worker,
            None => match self.no_worker.clone().map_or_else(|| start(&self.shared), |end| Ok(Err(end)))? {
                Ok(worker) => self.worker.insert(worker),
                Err(end) => {
                    self.no_worker = Some(end.clone());
                    return Ok(Attempt::broken(end));
                }
            },
        };
        let news = {
            let log = self.shared.known.lock().unwrap_or_else(PoisonError::into_inner);
            log[worker.told..job.known].to_vec()
        };
        worker.told = job.known;
        let message = Run {
            batch: job.id.0,
            world: &job.batch.world,
            sharing: job.batch.sharing,
            detail: job.batch.detail,
            counts: job.batch.counts,
            known: &news,
            cases: numbers.iter().map(|&number| &job.batch.cases[number]).collect(),
        };
        let attempt = worker.run(message, limit);
        match attempt.finish {
            Finish::Done { spoiled: false, .. } => Ok(attempt),
            Finish::Done { spoiled: true, .. } | Finish::Broken(_) => {
                self.worker = None;
                Ok(attempt)
            }
            Finish::Stopped => Err(Stopped),
        }
    }
}

/// Starts a worker in place of a lost one. The module has loaded before, so once more is tried before giving up; then
/// that is what became of the case.
fn start(shared: &Shared) -> Result<Result<Worker, End>, Stopped> {
    let mut failures = Vec::new();
    while failures.len() < 2 {
        match Worker::start(shared) {
            Ok((worker, _)) => return Ok(Ok(worker)),
            Err(NoWorker::Stopped) => return Err(Stopped),
            Err(NoWorker::Failed(error)) => failures.push(error.to_string()),
        }
    }
    Ok(Err(End::Died { how: format!("could not be started again: {}", failures.join(", then: ")) }))
}

impl Attempt {
    fn broken(end: End) -> Self {
        Self { reports: BTreeMap::new(), counts: Vec::new(), shapes: Vec::new(), finish: Finish::Broken(end) }
    }
}

/// What is known so far of a job's cases, by their number in it.
#[derive(Default)]
struct Tally {
    cases: BTreeMap<usize, CaseReport>,
    counts: BTreeMap<u32, u32>,
    shapes: Vec<ShapeDef>,
}

impl Tally {
    /// Adds what an attempt at the cases with these numbers gave.
    fn add(&mut self, attempt: Attempt, numbers: &[usize]) {
        let dirty = matches!(attempt.finish, Finish::Done { dirty: true, .. });
        for (place, report) in attempt.reports {
            self.cases.insert(numbers[place], CaseReport { dirty, ..report });
        }
        for (counter, count) in attempt.counts {
            let sum = self.counts.entry(counter).or_default();
            *sum = sum.saturating_add(count);
        }
        self.shapes.extend(attempt.shapes);
    }

    fn finish(self) -> Outcome {
        Outcome { cases: self.cases.into_values().collect(), counts: self.counts, shapes: self.shapes }
    }
}
