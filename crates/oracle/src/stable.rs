//! Several observations of one case, made in fresh states that differ, reduced to what they agree on.

use std::fmt;

use kiskadee_model::{Change, Observation, Seen, StepOutcome, StepSeen};

use crate::merge::Merger;

/// What several observations of one case have in common.
#[derive(Clone, Debug, PartialEq)]
pub enum Stable {
    /// They agree, but for the parts that are opaque now.
    Agree(Observation),
    /// They do not tell the same story.
    Unstable {
        /// What differs.
        why: Unsteady,
    },
}

/// What differs between observations that should have been the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unsteady {
    /// There is no observation to speak of.
    Unobserved,
    /// How the case ended.
    End,
    /// Whether a step returned or threw.
    Outcome,
    /// Which callbacks were called, or how often.
    Callbacks,
    /// Which errors came late.
    LateErrors,
}

impl fmt::Display for Unsteady {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unobserved => "it was never observed",
            Self::End => "it ends differently from run to run",
            Self::Outcome => "it returns in one run and throws in another",
            Self::Callbacks => "callbacks are called differently from run to run",
            Self::LateErrors => "errors that nobody catches differ from run to run",
        })
    }
}

/// Reduces observations of one case to what all of them agree on. Whatever varied is opaque in the result, and messages
/// that varied are absent.
pub fn stable(observations: &[Observation]) -> Stable {
    let Some((first, others)) = observations.split_first() else {
        return Stable::Unstable { why: Unsteady::Unobserved };
    };
    let agreed = others.iter().try_fold(first.clone(), merge);
    match agreed {
        Ok(observation) => Stable::Agree(observation),
        Err(why) => Stable::Unstable { why },
    }
}

fn merge(a: Observation, b: &Observation) -> Result<Observation, Unsteady> {
    if a.end != b.end {
        return Err(Unsteady::End);
    }
    let same_calls = a.callbacks.len() == b.callbacks.len()
        && a.callbacks
            .iter()
            .zip(&b.callbacks)
            .all(|(x, y)| x.callback == y.callback && x.during == y.during);
    if !same_calls {
        return Err(Unsteady::Callbacks);
    }
    if a.late.len() != b.late.len() {
        return Err(Unsteady::LateErrors);
    }
    let mut merger = Merger::default();
    let steps = merge_steps(&mut merger, &a.steps, &b.steps)?;
    let late = a.late.iter().zip(&b.late).map(|(x, y)| merger.late(x, y)).collect::<Option<_>>();
    Ok(Observation {
        end: a.end,
        steps,
        changes: merge_changes(&mut merger, &a.changes, &b.changes),
        callbacks: a.callbacks.iter().zip(&b.callbacks).map(|(x, y)| merger.call(x, y)).collect(),
        late: late.ok_or(Unsteady::LateErrors)?,
        waited_ms: a.waited_ms.max(b.waited_ms),
        turned_loop: a.turned_loop || b.turned_loop,
        stdout: if a.stdout == b.stdout { a.stdout } else { String::new() },
        stderr: if a.stderr == b.stderr { a.stderr } else { String::new() },
    })
}

/// Steps that finished in only some of the runs are left out: those in callbacks, as the cases ended alike.
fn merge_steps(merger: &mut Merger, a: &[StepSeen], b: &[StepSeen]) -> Result<Vec<StepSeen>, Unsteady> {
    let mut merged = Vec::new();
    for (index, step) in a.iter().enumerate() {
        // A step in a callback finishes once for every call, so the n-th is compared with the n-th.
        let nth = a[..index].iter().filter(|earlier| earlier.step == step.step).count();
        let Some(other) = b.iter().filter(|other| other.step == step.step).nth(nth) else { continue };
        let outcome = match (&step.outcome, &other.outcome) {
            (StepOutcome::Returned(x), StepOutcome::Returned(y)) => StepOutcome::Returned(merger.seen(x, y)),
            (StepOutcome::Threw(x), StepOutcome::Threw(y)) => StepOutcome::Threw(merger.thrown(x, y)),
            _ => return Err(Unsteady::Outcome),
        };
        let finally = match (&step.finally, &other.finally) {
            (Some(x), Some(y)) => Some(merger.seen(x, y)),
            (None, None) => None,
            // It changed in one run only: what it is in the end is not known.
            _ => Some(Seen::Opaque),
        };
        merged.push(StepSeen { step: step.step, outcome, finally });
    }
    Ok(merged)
}

/// A change that only some of the runs saw is no fact.
fn merge_changes(merger: &mut Merger, a: &[Change], b: &[Change]) -> Vec<Change> {
    let merge = |change: &Change| {
        let other = b.iter().find(|other| other.place == change.place)?;
        let before = merger.seen(&change.before, &other.before);
        let after = merger.seen(&change.after, &other.after);
        Some(Change { place: change.place.clone(), before, after })
    };
    a.iter().filter_map(merge).collect()
}
