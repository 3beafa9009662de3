//! Which assertions a test makes. A person asserts what the act gave and what it changed, exactly where that is short,
//! and nothing that is not the function's business.

mod changes;
mod failure;
mod literal;
mod value;

use std::fmt;

use kiskadee_model::{
    Api, Callee, Case, Check, Claim, ClassRef, End, ExportKind, LateError, ObjectKind, Observation, Op,
    PromiseState, Seen, Step, StepOutcome, Subject, Thrown, VarId,
};

use crate::Cause;
use literal::Known;

/// What choosing needs to know besides the case and what was seen.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The API under test: observations name its classes by their place among the exports.
    pub api: &'a Api,
    /// Who is to blame if the act threw.
    pub cause: Option<&'a Cause>,
    /// Text that tells where things are on this machine (the project's folder, the temporary one, the user's home):
    /// a string that contains one of these is not asserted.
    pub places: &'a [String],
}

/// Why a case cannot become a test.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unassertable {
    /// It did not run to its last step.
    Unfinished,
    /// It awaits something that never settles.
    NeverSettles,
    /// It causes an error that nobody catches, which would fail any test.
    LateError,
    /// The stack overflows, which depends on the machine.
    StackOverflow,
    /// Nothing that was seen is worth asserting or stable enough for it.
    Nothing,
}

impl fmt::Display for Unassertable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unfinished => "it did not run to its end",
            Self::NeverSettles => "it awaits something that never settles",
            Self::LateError => "it causes an error that nobody catches",
            Self::StackOverflow => "the stack overflows",
            Self::Nothing => "nothing about it can be asserted",
        })
    }
}

/// Chooses the assertions for a case from what its observations agree on. Never an empty list.
pub fn choose(case: &Case, seen: &Observation, context: Context<'_>) -> Result<Vec<Check>, Unassertable> {
    let act = case.act().ok_or(Unassertable::Unfinished)?;
    let outcome = match &seen.end {
        End::Completed => outcome_of(seen, act.var),
        End::Threw { step } if *step == act.var => outcome_of(seen, act.var),
        End::NeverSettled { .. } => return Err(Unassertable::NeverSettles),
        End::StackOverflow { .. } => return Err(Unassertable::StackOverflow),
        End::Threw { .. }
        | End::OutOfFuel { .. }
        | End::EndlessTimers
        | End::TimedOut
        | End::OutOfMemory
        | End::Died { .. }
        | End::NotRun { .. } => None,
    };
    let outcome = outcome.ok_or(Unassertable::Unfinished)?;
    let known = Known::new(case, seen, context);

    let rejections = abandoned_rejections(case, seen, &known);
    let handled: Vec<&Thrown> = rejections.iter().map(|(_, thrown)| *thrown).collect();
    if seen.late.iter().any(|late| !is_handled(late, &handled)) {
        return Err(Unassertable::LateError);
    }
    let mut checks: Vec<Check> = rejections
        .iter()
        .map(|(step, thrown)| Check::Rejects { step: *step, failure: failure::failure(&known, thrown, None) })
        .collect();

    match outcome {
        StepOutcome::Threw(thrown) => {
            if context.cause == Some(&Cause::StackOverflow) {
                return Err(Unassertable::StackOverflow);
            }
            checks.push(Check::Throws(failure::failure(&known, thrown, context.cause)));
        }
        StepOutcome::Returned(returned) => {
            let effects = changes::changes(&known, act, &seen.changes);
            if checks.is_empty() || !returned_promise(returned) {
                checks.extend(result(&known, seen, act, returned, !effects.is_empty()));
            }
            checks.extend(effects);
        }
    }
    if checks.is_empty() { Err(Unassertable::Nothing) } else { Ok(checks) }
}

fn outcome_of(seen: &Observation, act: VarId) -> Option<&StepOutcome> {
    seen.steps.iter().rev().find(|step| step.step == act).map(|step| &step.outcome)
}

/// What is asserted of the value that the act gave.
fn result(
    known: &Known<'_>,
    seen: &Observation,
    act: &Step,
    returned: &Seen,
    has_effects: bool,
) -> Vec<Check> {
    // An assignment gives what is on its right-hand side, which is not the module's doing.
    if matches!(act.op, Op::Set { .. }) {
        return Vec::new();
    }
    if *returned == Seen::Undefined && has_effects {
        return Vec::new();
    }
    if let Some(state) = settlement(seen, act, returned) {
        return match state {
            PromiseState::Fulfilled(value) => {
                let of = Subject::Fulfilled(act.var);
                value::checks(known, &of, value, value::Role::Result)
            }
            PromiseState::Pending | PromiseState::Rejected(_) | PromiseState::Unknown => {
                let claim = Claim::InstanceOf(ClassRef::Global("Promise".into()));
                vec![Check::Value { of: Subject::Act, path: Vec::new(), claim }]
            }
        };
    }
    let role = if is_construction(act) { value::Role::Constructed } else { value::Role::Result };
    value::checks(known, &Subject::Act, returned, role)
}

fn is_construction(step: &Step) -> bool {
    matches!(&step.op, Op::Call { callee: Callee::Constructor(_), .. })
}

/// What became of the promise that an un-awaited step gave, if it gave one.
fn settlement<'a>(seen: &'a Observation, step: &Step, returned: &'a Seen) -> Option<&'a PromiseState> {
    if step.awaited {
        return None;
    }
    let last = seen.steps.iter().rev().find(|s| s.step == step.var).and_then(|s| s.finally.as_ref());
    promise_state(last.unwrap_or(returned)).or_else(|| promise_state(returned))
}

fn promise_state(seen: &Seen) -> Option<&PromiseState> {
    match seen {
        Seen::Object(object) => match &object.kind {
            ObjectKind::Promise(state) => Some(state),
            _ => None,
        },
        _ => None,
    }
}

fn returned_promise(seen: &Seen) -> bool {
    promise_state(seen).is_some()
}

/// Rejected promises of top-level steps that no later step takes up. A test has to deal with each of them, or its
/// runner reports an unhandled rejection.
fn abandoned_rejections<'a>(
    case: &Case,
    seen: &'a Observation,
    known: &Known<'_>,
) -> Vec<(VarId, &'a Thrown)> {
    let steps = case.steps();
    let mut found = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        if steps[index + 1..].iter().any(|later| later.uses().contains(&step.var)) {
            continue;
        }
        let Some(StepOutcome::Returned(returned)) = outcome_of(seen, step.var) else { continue };
        // The same promise may be held by an earlier variable, which then stands for it.
        if known.variable_of(returned, step.var).is_some() {
            continue;
        }
        if let Some(PromiseState::Rejected(thrown)) = settlement(seen, step, returned) {
            found.push((step.var, &**thrown));
        }
    }
    found
}

fn is_handled(late: &LateError, handled: &[&Thrown]) -> bool {
    match late {
        LateError::UnhandledRejection(thrown) => handled.iter().any(|h| same_reason(h, thrown)),
        LateError::Uncaught(_) => false,
    }
}

fn same_reason(a: &Thrown, b: &Thrown) -> bool {
    let id = |thrown: &Thrown| match &thrown.value {
        Seen::Object(object) => Some(object.id),
        Seen::Ref(id) => Some(*id),
        _ => None,
    };
    match (id(a), id(b)) {
        (Some(x), Some(y)) => x == y,
        _ => a.value == b.value && a.class == b.class && a.message == b.message,
    }
}

/// The class that an observation knows by its place among the exports.
fn api_class(api: &Api, index: u32) -> Option<ClassRef> {
    let export = api.exports.get(index as usize)?;
    matches!(export.kind, ExportKind::Class(_)).then(|| ClassRef::Api(export.path.clone()))
}
