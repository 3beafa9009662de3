//! Runs JavaScript in long-lived Node workers. Alone starts processes for it and knows the wire format.
//!
//! A [`Pool`] takes batches of printed cases and gives back one report for each case, in the order of asking, whatever
//! the number of workers and whatever becomes of them: a case that kills or hangs its worker is an ordinary outcome.
//! Where modules come from is left to a [`ModuleHost`], what the reports mean to those who asked.
//!
//! Reading order: `protocol` (all messages), `channel` (framing and waiting), `process` (starting and ending one),
//! `worker` (a process that has the module loaded), `runner` (batches through workers that may die), `pool`
//! (scheduling).
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test that fails says where"))]

mod channel;
mod command;
mod error;
mod node;
mod options;
mod pool;
mod process;
mod protocol;
mod report;
mod runner;
mod runtime;
mod tags;
mod worker;

pub use command::{Output, run_node};
pub use error::{LoadFailure, LoadProblem, StartError};
pub use node::{MINIMUM_NODE, NodeInfo, NodeVersion, find_node};
pub use options::{ModuleHost, PoolOptions};
pub use pool::{Batch, BatchId, Pool};
pub use protocol::{
    Budget, Detail, ExportSort, Fuel, MemberDef, ModuleError, ModuleFormat, ModuleKind, ModuleReply,
    ModuleRequest, PreparedCase, ShapeDef, Sharing, SourceFormat, Syntax, World,
};
pub use report::{BatchResult, CallbackTally, CaseReport, ExportEntry, Loaded};
