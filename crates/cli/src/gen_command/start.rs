//! Starting workers on a target, and telling why they could not start.

use std::path::Path;
use std::sync::Arc;

use kiskadee_execution::{LoadProblem, Loaded, NodeInfo, Pool, PoolOptions, Sharing, StartError};

use super::judge::headline;
use super::sources::Sources;
use crate::args::GenArgs;
use crate::failure::Failure;
use crate::plan::{Target, plain};

/// How dear an instance may be and still be made for every case. One unit is a call or a turn of a loop while
/// loading, or ten bytes of code; time is no measure, because it differs between runs.
const CHEAP: u64 = 5_000;

/// Fuel of a case while exploring: a call or a turn of a loop takes one unit. Enough for what a test does, and little
/// enough that thousands of cases may run out of it.
const FUEL: u64 = 25_000;
/// Fuel with which a case that ran out of it is given a last chance to end.
const LAST_FUEL: u64 = 2_000_000;

/// Most workers unless the user asks for more.
const WORKERS: usize = 4;

/// A folder of their own for workers to run in: what a call writes by a relative path does not land in the user's
/// project, and what it reads there is nothing.
pub struct Scratch(tempfile::TempDir);

impl Scratch {
    /// Makes one.
    pub fn new() -> Result<Self, Failure> {
        let made = tempfile::Builder::new().prefix("kiskadee-run-").tempdir();
        let failed =
            |error: std::io::Error| Failure::Unwritable { path: std::env::temp_dir(), why: plain(&error) };
        made.map(Self).map_err(failed)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

/// Options of the pool that explores.
pub fn exploring_options(node: &NodeInfo, target: &Target, args: &GenArgs, scratch: &Scratch) -> PoolOptions {
    let mut options =
        PoolOptions::new(node.path.clone(), target.source.clone(), scratch.path().to_path_buf());
    options.jobs = args.jobs.map_or(options.jobs.min(WORKERS), usize::from);
    options.env = vec![("LANG".into(), "en_US.UTF-8".into()), ("LC_ALL".into(), "en_US.UTF-8".into())];
    options.fuel.case = FUEL;
    options.watchdog = std::time::Duration::from_secs(1);
    options
}

/// Options of the pool that tells long from endless.
pub fn patient_options(node: &NodeInfo, target: &Target, args: &GenArgs, scratch: &Scratch) -> PoolOptions {
    let mut options = exploring_options(node, target, args, scratch);
    options.jobs = 1;
    options.fuel.case = LAST_FUEL;
    options
}

/// Options of the pool that confirms: another locale, because what depends on it must not be asserted.
pub fn confirming_options(
    node: &NodeInfo,
    target: &Target,
    args: &GenArgs,
    scratch: &Scratch,
) -> PoolOptions {
    let mut options = exploring_options(node, target, args, scratch);
    options.jobs = options.jobs.min(2);
    options.env = vec![("LANG".into(), "de_DE.UTF-8".into()), ("LC_ALL".into(), "de_DE.UTF-8".into())];
    options
}

/// Starts a pool and loads the target in it.
pub fn start_pool(
    options: PoolOptions,
    sources: &Arc<Sources>,
    target: &Target,
) -> Result<(Pool, Loaded), Failure> {
    Pool::start(options, Arc::clone(sources) as _).map_err(|error| failure(error, target, Some(sources)))
}

/// A fresh instance for every case where that is cheap.
pub fn sharing(loaded: &Loaded, sources: &Sources) -> Sharing {
    let cost = loaded.fuel_used + sources.code_size() as u64 / 10;
    if cost <= CHEAP { Sharing::Fresh } else { Sharing::Reuse }
}

/// What a failed start means to the user.
pub fn failure(error: StartError, target: &Target, sources: Option<&Sources>) -> Failure {
    let path = target.source.clone();
    match error {
        StartError::NodeNotFound { .. } | StartError::NodeUnusable { .. } => Failure::NodeMissing,
        StartError::NodeTooOld { found, wanted, .. } => {
            Failure::NodeTooOld { found: found.to_string(), wanted: wanted.major }
        }
        StartError::Load(load) => match load.why {
            LoadProblem::Threw => {
                let Some(thrown) = load.thrown else {
                    return Failure::LoadThrew {
                        path,
                        error: "something that is not an error".into(),
                        at: None,
                    };
                };
                let code = thrown.code.as_ref().and_then(|code| code.as_str()).unwrap_or_default();
                if code.contains("MODULE_NOT_FOUND") {
                    let message = thrown.message.as_ref().and_then(|m| m.as_str()).unwrap_or_default();
                    return Failure::Unresolved { path, message: message.to_owned() };
                }
                let at = sources
                    .and_then(|sources| thrown.frames.iter().find_map(|frame| sources.location(frame)));
                Failure::LoadThrew { path, error: headline(&thrown), at }
            }
            LoadProblem::OutOfFuel | LoadProblem::TimedOut => Failure::LoadLoops { path },
            LoadProblem::NeverSettled => Failure::LoadWaits { path },
            LoadProblem::Exited { code } => Failure::LoadExits { path, code: code.map(i64::from) },
            LoadProblem::OutOfMemory => Failure::LoadDied { path, how: "it ran out of memory".into() },
            LoadProblem::Died { how } => Failure::LoadDied { path, how },
        },
        StartError::NoWorkingDir(dir) => Failure::Unreadable { path: dir, why: "it is not a folder.".into() },
        StartError::Protocol(what) => Failure::Internal { what },
        StartError::Io { doing, source } => {
            Failure::Internal { what: format!("could not {doing}: {source}") }
        }
    }
}

/// Text that tells where things are on this machine, which no test may assert.
pub fn places(target: &Target) -> Vec<String> {
    let home = std::env::var("HOME").ok().filter(|home| home.len() > 1);
    let temporary = std::env::temp_dir().display().to_string();
    [target.project.dir.display().to_string(), temporary].into_iter().chain(home).collect()
}
