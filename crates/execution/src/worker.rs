//! A worker process that has the module loaded: loading, running some cases of a batch, answering its requests for
//! modules meanwhile. What to do when it breaks is left to `runner`.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use kiskadee_model::{ApiPath, End};

use crate::channel::{Broken, Channel};
use crate::error::{LoadFailure, LoadProblem, StartError};
use crate::options::ModuleHost;
use crate::process::Process;
use crate::protocol::{
    FromWorker, ModuleRequest, PreparedCase, Run, ShapeDef, ToWorker, WireCase, WireDone, WireLoadFailed,
    WireLoadProblem,
};
use crate::report::{CaseReport, Loaded};
use crate::runner::Shared;

/// A worker, ready to run.
pub(crate) struct Worker {
    line: Line,
    exports: Vec<ApiPath>,
    /// How much of the pool's log of known counters it has been told.
    pub(crate) told: usize,
    /// How many cases it was given.
    pub(crate) cases: u64,
}

/// Why there is no worker.
pub(crate) enum NoWorker {
    /// The pool is being shut down.
    Stopped,
    /// It did not start.
    Failed(StartError),
}

/// What came of running cases.
pub(crate) struct Attempt {
    /// What was reported, by the number of the case in the request.
    pub(crate) reports: BTreeMap<usize, CaseReport>,
    /// How often each counter was hit.
    pub(crate) counts: Vec<(u32, u32)>,
    /// Shapes that this worker has seen for the first time.
    pub(crate) shapes: Vec<ShapeDef>,
    /// How it went.
    pub(crate) finish: Finish,
}

/// How running cases ended.
pub(crate) enum Finish {
    /// All of them were reported.
    Done {
        /// Whether something that all modules share was damaged.
        dirty: bool,
        /// Whether that could not be mended, so that the worker is of no more use.
        spoiled: bool,
    },
    /// The worker is of no more use, for this reason.
    Broken(End),
    /// The pool is being shut down.
    Stopped,
}

impl Worker {
    /// Starts a process and loads the module in it.
    pub(crate) fn start(shared: &Shared) -> Result<(Self, Loaded), NoWorker> {
        let options = &shared.options;
        let entry = options.entry.to_str().ok_or_else(|| {
            let source = std::io::Error::other("the path is not valid Unicode");
            NoWorker::Failed(StartError::Io { doing: "name the module to the worker", source })
        })?;
        let mut line = Line::open(shared).map_err(NoWorker::Failed)?;
        let limit = options.load_timeout;
        let init = ToWorker::Init { entry, fuel: options.fuel, budget: options.budget };
        match line.channel.send(&init, limit).and_then(|()| line.next(limit)) {
            Ok(FromWorker::Loaded(wire)) => {
                let loaded =
                    Loaded::from_wire(*wire).map_err(|why| NoWorker::Failed(StartError::Protocol(why)))?;
                let exports = loaded.exports.iter().map(|export| export.path.clone()).collect();
                Ok((Self { line, exports, told: 0, cases: 0 }, loaded))
            }
            Ok(FromWorker::LoadFailed(wire)) => Err(line.load_failed(*wire)),
            Ok(other) => {
                Err(NoWorker::Failed(StartError::Protocol(format!("{other:?} in place of `loaded`"))))
            }
            Err(Broken::Stopped) => Err(NoWorker::Stopped),
            Err(broken) => Err(line.broke_loading(broken)),
        }
    }

    /// Runs cases, with this much silence allowed.
    pub(crate) fn run(&mut self, message: Run<'_>, limit: Duration) -> Attempt {
        let batch = message.batch;
        let cases = message.cases.clone();
        self.cases += cases.len() as u64;
        let mut attempt = Attempt {
            reports: BTreeMap::new(),
            counts: Vec::new(),
            shapes: Vec::new(),
            finish: Finish::Stopped,
        };
        let finish = self
            .line
            .channel
            .send(&ToWorker::Run(message), limit)
            .and_then(|()| self.collect(batch, &cases, limit, &mut attempt));
        attempt.finish = match finish {
            Ok(done) => {
                attempt.counts = done.counts.unwrap_or_default();
                Finish::Done { dirty: done.dirty, spoiled: done.spoiled }
            }
            Err(Broken::Stopped) => Finish::Stopped,
            Err(broken) => Finish::Broken(self.line.autopsy(broken).end),
        };
        attempt
    }

    /// Takes reports until the worker is done, and gives its last message.
    fn collect(
        &mut self,
        batch: u64,
        cases: &[&PreparedCase],
        limit: Duration,
        attempt: &mut Attempt,
    ) -> Result<WireDone, Broken> {
        let numbers: BTreeMap<u64, usize> = cases.iter().enumerate().map(|(i, case)| (case.id, i)).collect();
        loop {
            match self.line.next(limit)? {
                FromWorker::Case(wire) => {
                    let number = *numbers.get(&wire.id).ok_or_else(|| {
                        Broken::Garbled(format!("a report of case {}, which it was not given", wire.id))
                    })?;
                    attempt.take(number, *wire, &self.exports)?;
                }
                FromWorker::Done(done) if done.batch == batch && attempt.reports.len() == cases.len() => {
                    return Ok(done);
                }
                FromWorker::Done(done) => {
                    let count = cases.len() - attempt.reports.len();
                    return Err(Broken::Garbled(format!(
                        "the end of batch {}, {count} cases missing",
                        done.batch
                    )));
                }
                other => return Err(Broken::Garbled(format!("{other:?} in place of a report"))),
            }
        }
    }
}

impl Attempt {
    fn take(&mut self, number: usize, wire: WireCase, exports: &[ApiPath]) -> Result<(), Broken> {
        let (report, shapes) = CaseReport::from_wire(wire, exports).map_err(Broken::Garbled)?;
        self.shapes.extend(shapes);
        self.reports.insert(number, report);
        Ok(())
    }
}

/// A process with the channel to it, which answers requests for modules by itself.
struct Line {
    process: Process,
    channel: Channel,
    host: Arc<dyn ModuleHost>,
}

/// What was found out about a dead worker.
struct Autopsy {
    end: End,
    stderr: String,
}

impl Line {
    fn open(shared: &Shared) -> Result<Self, StartError> {
        let (process, pipes) = Process::start(&shared.options, &shared.script)?;
        let channel = Channel::new(process.pid(), pipes, Arc::clone(&shared.stop))
            .map_err(StartError::io("set up the pipes to a worker"))?;
        Ok(Self { process, channel, host: Arc::clone(&shared.host) })
    }

    /// The next message that is no request for a module.
    fn next(&mut self, limit: Duration) -> Result<FromWorker, Broken> {
        loop {
            match self.channel.receive(limit)? {
                FromWorker::Module(request) => self.answer(&request, limit)?,
                other => return Ok(other),
            }
        }
    }

    fn answer(&mut self, request: &ModuleRequest, limit: Duration) -> Result<(), Broken> {
        let reply = self.host.load(request);
        self.channel.send(&ToWorker::Module(&reply), limit)
    }

    /// Sees to the worker's end and finds out what it died of.
    fn autopsy(&mut self, broken: Broken) -> Autopsy {
        let death = match broken {
            Broken::Silent => None,
            Broken::Closed | Broken::Stopped => Some(self.process.end()),
            Broken::Garbled(what) => {
                let end = End::Died { how: format!("gave an answer that makes no sense: {what}") };
                return Autopsy { end, stderr: self.channel.last_words() };
            }
        };
        let stderr = self.channel.last_words();
        let end = match death {
            None => End::TimedOut,
            Some(death) if death.aborted && stderr.contains("out of memory") => End::OutOfMemory,
            Some(death) => End::Died { how: death.how },
        };
        Autopsy { end, stderr }
    }

    fn load_failed(&mut self, wire: WireLoadFailed) -> NoWorker {
        let why = match wire.why {
            WireLoadProblem::Threw => LoadProblem::Threw,
            WireLoadProblem::OutOfFuel => LoadProblem::OutOfFuel,
            WireLoadProblem::NeverSettled => LoadProblem::NeverSettled,
            WireLoadProblem::Exited => LoadProblem::Exited { code: wire.exit_code },
        };
        let failure = LoadFailure { why, thrown: wire.thrown, stderr: self.channel.last_words() };
        NoWorker::Failed(StartError::Load(Box::new(failure)))
    }

    fn broke_loading(&mut self, broken: Broken) -> NoWorker {
        if let Broken::Garbled(what) = broken {
            return NoWorker::Failed(StartError::Protocol(what));
        }
        let Autopsy { end, stderr } = self.autopsy(broken);
        let why = match end {
            End::TimedOut => LoadProblem::TimedOut,
            End::OutOfMemory => LoadProblem::OutOfMemory,
            End::Died { how } => LoadProblem::Died { how },
            other => LoadProblem::Died { how: format!("ended as {other:?}") },
        };
        NoWorker::Failed(StartError::Load(Box::new(LoadFailure { why, thrown: None, stderr })))
    }
}
