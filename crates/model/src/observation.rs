//! What happened when a case ran: closed enums, so that every way of ending is dealt with everywhere.

use serde::{Deserialize, Serialize};

use crate::{JsString, Seen, VarId};

/// How a case ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "camelCase")]
pub enum End {
    /// Every step ran.
    Completed,
    /// A top-level step threw, or its awaited promise was rejected; later steps did not run.
    Threw {
        /// Which.
        step: VarId,
    },
    /// A top-level step awaits something that never settles.
    NeverSettled {
        /// Which.
        step: VarId,
    },
    /// A loop or recursion used up its fuel.
    OutOfFuel {
        /// The step that was running.
        step: Option<VarId>,
    },
    /// The stack overflowed.
    StackOverflow {
        /// The step that was running.
        step: Option<VarId>,
    },
    /// Timers re-armed themselves past every bound.
    EndlessTimers,
    /// The worker did not answer in time: native code that does not return.
    TimedOut,
    /// The worker ran out of memory.
    OutOfMemory,
    /// The worker died otherwise, with its exit code or signal.
    Died {
        /// How, in words.
        how: String,
    },
    /// The case could not be compiled: a bug of ours, never the user's.
    NotRun {
        /// Why.
        why: String,
    },
}

/// Everything that was seen of one run of a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Observation {
    /// How it ended.
    pub end: End,
    /// What each step gave, callbacks' steps included, in the order of finishing.
    #[serde(default)]
    pub steps: Vec<StepSeen>,
    /// What the last top-level step, or anything drained after it, changed.
    #[serde(default)]
    pub changes: Vec<Change>,
    /// Calls of callbacks, in order.
    #[serde(default)]
    pub callbacks: Vec<CallbackCall>,
    /// Unhandled rejections and exceptions that came after the call returned.
    #[serde(default)]
    pub late: Vec<LateError>,
    /// How far virtual time had to be advanced, in milliseconds.
    #[serde(default)]
    pub waited_ms: f64,
    /// Whether a timer, an immediate or a real I/O request was waited for.
    #[serde(default)]
    pub turned_loop: bool,
    /// What was written to standard output.
    #[serde(default)]
    pub stdout: String,
    /// What was written to standard error.
    #[serde(default)]
    pub stderr: String,
}

/// What a step gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StepSeen {
    /// Which step.
    pub step: VarId,
    /// What it gave, copied when it happened.
    pub outcome: StepOutcome,
    /// For a step that gave a promise or object: the same, copied when everything had been drained, if it had changed.
    #[serde(default)]
    pub finally: Option<Seen>,
}

/// What a step gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", content = "v", rename_all = "camelCase")]
pub enum StepOutcome {
    /// It returned this (or, awaited, was fulfilled with this).
    Returned(Seen),
    /// It threw this (or, awaited, was rejected with this).
    Threw(Thrown),
}

/// Something thrown, or a promise's reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Thrown {
    /// The thrown value.
    pub value: Seen,
    /// Constructor name, for error objects.
    #[serde(default)]
    pub class: Option<String>,
    /// Message, for error objects.
    #[serde(default)]
    pub message: Option<JsString>,
    /// Node's error code, if it has one.
    #[serde(default)]
    pub code: Option<JsString>,
    /// Stack frames in files, outermost last; positions are those of the code that ran, until the host maps them back.
    #[serde(default)]
    pub frames: Vec<Frame>,
}

/// A stack frame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// Absolute path or `node:…`; `<anonymous>` for built-ins.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1, as V8 prints it.
    pub column: u32,
    /// Function, as V8 prints it.
    #[serde(default)]
    pub function: String,
}

/// Where a changed object can be reached from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "camelCase")]
pub enum Place {
    /// A variable.
    Var {
        /// Which.
        var: VarId,
    },
    /// An argument that was written in place.
    Argument {
        /// Of which step.
        step: VarId,
        /// Counted from 0.
        index: u32,
    },
}

/// A change to an object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// Where it is reached from.
    pub place: Place,
    /// Before the last top-level step.
    pub before: Seen,
    /// When everything had been drained.
    pub after: Seen,
}

/// A call of a callback.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CallbackCall {
    /// Which callback.
    pub callback: u32,
    /// Copied when the call happened.
    pub args: Vec<Seen>,
    /// The top-level step during which it was called; absent when it was called later.
    #[serde(default)]
    pub during: Option<VarId>,
}

/// An error that nobody caught.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", content = "v", rename_all = "camelCase")]
pub enum LateError {
    /// A rejected promise without a handler.
    UnhandledRejection(Thrown),
    /// An exception out of a timer, a microtask or an event.
    Uncaught(Thrown),
}
