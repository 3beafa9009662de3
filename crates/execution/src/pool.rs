//! Spreads batches over workers and puts what comes back in the order of asking, so that nobody can tell how many
//! workers there were.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use kiskadee_model::{ShapeId, TypeTag};
use tempfile::TempDir;

use crate::channel::{StopHandle, stop_signal};
use crate::error::StartError;
use crate::options::{ModuleHost, PoolOptions};
use crate::protocol::{Detail, PreparedCase, ShapeDef, Sharing, World};
use crate::report::{BatchResult, CaseReport, Loaded};
use crate::runner::{Job, Outcome, Runner, Shared, Stopped};
use crate::runtime;
use crate::worker::NoWorker;

/// Cases to run together, in this order, in one worker.
#[derive(Clone, Debug)]
pub struct Batch {
    /// What they believe of the world.
    pub world: World,
    /// Which of them share an instance of the module.
    pub sharing: Sharing,
    /// Which of them are observed.
    pub detail: Detail,
    /// Whether to count how often each counter is hit.
    pub counts: bool,
    /// Counters that became known since the batch submitted before this one. They are no news to this batch nor to
    /// any later one.
    pub known: Vec<u32>,
    /// The cases. Their ids are different from each other.
    pub cases: Vec<PreparedCase>,
}

/// Tells the batches of a pool apart: counted from 0 in the order of submitting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BatchId(pub u64);

/// Workers that run batches. Dropping it kills all of them at once and removes every trace.
pub struct Pool {
    shared: Arc<Shared>,
    jobs: Option<Sender<Job>>,
    finished: Receiver<(BatchId, Finished)>,
    threads: Vec<JoinHandle<()>>,
    stop: Option<StopHandle>,
    submitted: u64,
    delivered: u64,
    /// What came back before its turn.
    waiting: BTreeMap<BatchId, Outcome>,
    shapes: ShapeBook,
    /// Holds the runtime's files.
    _runtime: TempDir,
}

/// What a thread has to say of a job.
enum Finished {
    Ran(Outcome),
    /// A bug of ours or of the module host, which must not look like a case's doing.
    Panicked(Box<dyn Any + Send>),
}

impl Pool {
    /// Starts a first worker, which loads the module, and gives what it saw. The others start when there is work.
    pub fn start(options: PoolOptions, host: Arc<dyn ModuleHost>) -> Result<(Self, Loaded), StartError> {
        let (folder, script) = runtime::unpack().map_err(StartError::io("unpack the worker's files"))?;
        let (stop, signal) = stop_signal().map_err(StartError::io("make a pipe"))?;
        let count = options.jobs.max(1);
        let known = Mutex::new(Vec::new());
        let shared = Arc::new(Shared { options, script, host, known, stop: Arc::new(signal) });
        let (jobs, queue) = unbounded();
        let (results, finished) = unbounded();
        // From here on whatever fails drops the pool, and that ends the threads already running.
        let mut pool = Self {
            shared,
            jobs: Some(jobs),
            finished,
            threads: Vec::new(),
            stop: Some(stop),
            submitted: 0,
            delivered: 0,
            waiting: BTreeMap::new(),
            shapes: ShapeBook::default(),
            _runtime: folder,
        };
        let (first, loaded) = bounded(1);
        let mut first = Some(first);
        for number in 0..count {
            pool.spawn(number, first.take(), queue.clone(), results.clone())?;
        }
        match loaded.recv() {
            Ok(Ok(loaded)) => Ok((pool, loaded)),
            Ok(Err(NoWorker::Failed(error))) => Err(error),
            Ok(Err(NoWorker::Stopped)) => unreachable!("only dropping the pool stops it"),
            Err(_) => {
                let thread = pool.threads.remove(0);
                panic::resume_unwind(thread.join().expect_err("a thread that says nothing has panicked"))
            }
        }
    }

    /// Adds a batch to the queue.
    pub fn submit(&mut self, mut batch: Batch) -> BatchId {
        let id = BatchId(self.submitted);
        self.submitted += 1;
        let known = {
            let mut log = self.shared.known.lock().unwrap_or_else(PoisonError::into_inner);
            log.append(&mut batch.known);
            log.len()
        };
        let jobs = self.jobs.as_ref().expect("only dropping takes it away");
        jobs.send(Job { id, batch, known }).expect("threads take jobs until the pool is dropped");
        id
    }

    /// Waits for the oldest batch that has not been given back. `None` if there is none.
    ///
    /// # Panics
    /// If the module host panicked over a request of any batch; the pool is of no more use then.
    #[expect(
        clippy::should_implement_trait,
        reason = "after `None` there may be more, when more is submitted"
    )]
    pub fn next(&mut self) -> Option<BatchResult> {
        loop {
            if self.outstanding() == 0 {
                return None;
            }
            if let Some(result) = self.next_within(Duration::from_secs(3600)) {
                return Some(result);
            }
        }
    }

    /// The same, but gives up waiting after a while: then, too, the answer is `None`.
    pub fn next_within(&mut self, patience: Duration) -> Option<BatchResult> {
        if self.outstanding() == 0 {
            return None;
        }
        let deadline = Instant::now() + patience;
        let id = BatchId(self.delivered);
        let outcome = loop {
            if let Some(outcome) = self.waiting.remove(&id) {
                break outcome;
            }
            match self.finished.recv_deadline(deadline) {
                Ok((id, Finished::Ran(mut outcome))) => {
                    self.shapes.learn(outcome.shapes.drain(..));
                    self.waiting.insert(id, outcome);
                }
                Ok((_, Finished::Panicked(reason))) => panic::resume_unwind(reason),
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => {
                    unreachable!("threads answer until the pool is dropped")
                }
            }
        };
        self.delivered += 1;
        let shapes = self.shapes.newly_named(&outcome.cases);
        Some(BatchResult { id, cases: outcome.cases, counts: outcome.counts.into_iter().collect(), shapes })
    }

    /// How many batches have been submitted and not been given back.
    pub fn outstanding(&self) -> usize {
        usize::try_from(self.submitted - self.delivered).unwrap_or(usize::MAX)
    }

    /// Ends all workers. Dropping does the same.
    pub fn shutdown(self) {}

    fn spawn(
        &mut self,
        number: usize,
        first: Option<Sender<Result<Loaded, NoWorker>>>,
        queue: Receiver<Job>,
        results: Sender<(BatchId, Finished)>,
    ) -> Result<(), StartError> {
        let shared = Arc::clone(&self.shared);
        let thread = thread::Builder::new()
            .name(format!("worker-{number}"))
            .spawn(move || serve(shared, first, &queue, &results))
            .map_err(StartError::io("start a thread"))?;
        self.threads.push(thread);
        Ok(())
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        // Threads that wait for a worker see the signal, threads that wait for work see the closed queue.
        self.stop = None;
        self.jobs = None;
        for thread in self.threads.drain(..) {
            // A panic in a thread has been told by `next`, or nobody wants to know any more.
            let _ = thread.join();
        }
    }
}

/// The life of a thread: loads if it is the first, then runs jobs until the pool is dropped. Its worker process dies
/// with it.
fn serve(
    shared: Arc<Shared>,
    first: Option<Sender<Result<Loaded, NoWorker>>>,
    queue: &Receiver<Job>,
    results: &Sender<(BatchId, Finished)>,
) {
    let stop = Arc::clone(&shared.stop);
    let mut runner = Runner::new(shared);
    if let Some(first) = first {
        let loaded = runner.load();
        let failed = loaded.is_err();
        if first.send(loaded).is_err() || failed {
            return;
        }
    }
    for job in queue {
        if stop.is_given() {
            return;
        }
        let finished = match panic::catch_unwind(AssertUnwindSafe(|| runner.run(&job))) {
            Ok(Ok(outcome)) => Finished::Ran(outcome),
            Ok(Err(Stopped)) => return,
            Err(reason) => {
                // Its worker still waits for an answer.
                runner.abandon();
                Finished::Panicked(reason)
            }
        };
        if results.send((job.id, finished)).is_err() {
            return;
        }
    }
}

/// Shapes, told when they are first named. A worker describes a shape when it first sees it, which depends on what
/// else it has run; when a shape is first named does not.
#[derive(Default)]
struct ShapeBook {
    known: BTreeMap<ShapeId, ShapeDef>,
    told: BTreeSet<ShapeId>,
}

impl ShapeBook {
    fn learn(&mut self, shapes: impl Iterator<Item = ShapeDef>) {
        for shape in shapes {
            self.known.entry(shape.id.clone()).or_insert(shape);
        }
    }

    fn newly_named(&mut self, cases: &[CaseReport]) -> Vec<ShapeDef> {
        let mut shapes = Vec::new();
        for (_, tag) in cases.iter().flat_map(|case| &case.tags) {
            let TypeTag::Shape(id) = tag else { continue };
            if let Some(shape) = self.known.get(id)
                && self.told.insert(id.clone())
            {
                shapes.push(shape.clone());
            }
        }
        shapes
    }
}

#[cfg(test)]
mod tests {
    use kiskadee_model::{End, VarId};

    use super::*;

    #[test]
    fn a_shape_is_told_once_when_it_is_first_named() {
        let shape = |id: &str| ShapeDef { id: ShapeId(id.into()), name: "C".into(), members: Vec::new() };
        let naming = |ids: &[&str]| {
            let tags = ids.iter().map(|id| (VarId(0), TypeTag::Shape(ShapeId((*id).into())))).collect();
            [CaseReport { tags, ..CaseReport::only_end(1, End::Completed) }]
        };
        let mut book = ShapeBook::default();
        // A later batch of another worker has come back already, with a shape that this one does not name.
        book.learn([shape("b"), shape("a")].into_iter());
        for (named, told) in
            [(&["a", "a"][..], &["a"][..]), (&["b", "a"], &["b"]), (&["b", "nobody described it"], &[])]
        {
            let told: Vec<ShapeDef> = told.iter().map(|id| shape(id)).collect();
            assert_eq!(book.newly_named(&naming(named)), told);
        }
    }
}
