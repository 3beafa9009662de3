//! What a pool is told when it is started.

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use crate::protocol::{Budget, Fuel, ModuleReply, ModuleRequest};

/// Gives workers the modules they ask for. Called from several threads at once.
pub trait ModuleHost: Send + Sync {
    /// Finds a module and its code. The same module must have the same id, offset and counters whoever asks and
    /// whenever, because every worker asks for itself.
    fn load(&self, request: &ModuleRequest) -> ModuleReply;
}

/// How a pool runs its workers.
#[derive(Clone, Debug)]
pub struct PoolOptions {
    /// The Node executable: see [`find_node`](crate::find_node).
    pub node: PathBuf,
    /// How many workers run at once. Results do not depend on it.
    pub jobs: usize,
    /// Absolute path of the module under test.
    pub entry: PathBuf,
    /// Where workers run.
    pub working_dir: PathBuf,
    /// Environment variables for workers, besides the few that they take over from ours.
    pub env: Vec<(String, String)>,
    /// How long a worker may be silent over one case. The backstop for native code only: fuel stops everything else.
    pub watchdog: Duration,
    /// How long a worker may be silent while it loads the module.
    pub load_timeout: Duration,
    /// After how many cases a worker process is replaced: user code leaks.
    pub recycle_after: u64,
    /// Limit of the JavaScript heap, in megabytes.
    pub max_heap_mb: u32,
    /// Limits of instrumented code.
    pub fuel: Fuel,
    /// Limits of observation.
    pub budget: Budget,
}

impl PoolOptions {
    /// The usual options: a worker for each processor.
    pub fn new(node: PathBuf, entry: PathBuf, working_dir: PathBuf) -> Self {
        Self {
            node,
            jobs: thread::available_parallelism().map_or(1, usize::from),
            entry,
            working_dir,
            env: Vec::new(),
            watchdog: Duration::from_secs(2),
            load_timeout: Duration::from_secs(20),
            recycle_after: 50_000,
            max_heap_mb: 512,
            fuel: Fuel::default(),
            budget: Budget::default(),
        }
    }

    /// How long a worker may be silent over a batch. Reports come in bursts, not one by one, so a long batch of
    /// harmless cases may be silent for longer than any single case may.
    pub(crate) fn batch_limit(&self, cases: usize) -> Duration {
        let cases = u32::try_from(cases).unwrap_or(u32::MAX);
        self.watchdog + Duration::from_millis(20).saturating_mul(cases)
    }

    /// How long a worker may be silent over a case that broke a worker before, now alone in a fresh one: long enough
    /// that a busy machine is no excuse.
    pub(crate) fn suspect_limit(&self) -> Duration {
        self.watchdog * 5
    }
}
