//! The first cases of a run: every callable once in the simplest way, then once with everything it can be given. Small
//! modules are mostly covered by these, before chance begins.

use std::collections::VecDeque;

use crate::callables::{CallableId, Callables, Target};
use crate::grow::Mode;

/// What is still to be tried.
#[derive(Default)]
pub(crate) struct Agenda(VecDeque<(CallableId, Mode)>);

impl Agenda {
    /// Takes in callables that have become known.
    pub(crate) fn add(&mut self, callables: &Callables, ids: impl Iterator<Item = CallableId> + Clone) {
        let wanted = |id: &CallableId| callables.may_be_act(*id);
        self.0.extend(ids.clone().filter(wanted).map(|id| (id, Mode::Simplest)));
        // What cannot be given anything has no fuller way.
        let takes_something = |id: &CallableId| {
            let callable = callables.get(*id);
            match callable.target {
                Target::Read(_) | Target::Getter(..) => false,
                _ => callable.target.owner().is_some() || !callable.signature.params.is_empty(),
            }
        };
        self.0.extend(ids.filter(wanted).filter(takes_something).map(|id| (id, Mode::Full)));
    }

    /// What comes next.
    pub(crate) fn next(&mut self) -> Option<(CallableId, Mode)> {
        self.0.pop_front()
    }
}
