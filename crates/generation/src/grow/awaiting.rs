//! Awaiting is a choice: a result that is known to be a promise is mostly awaited at once, sometimes later, sometimes
//! never, because what happens in between is behaviour too.

use kiskadee_model::{Expr, Op, VarId};

use super::{Draft, Maker, Mode};
use crate::callables::CallableId;
use crate::dice::Dice;
use crate::world::World;

impl Maker<'_> {
    /// Whether a step that performs this callable awaits its result.
    pub(crate) fn should_await(&mut self, id: CallableId) -> bool {
        self.world.is_promising(id) && (self.mode != Mode::Random || self.dice.chance(0.85))
    }
}

/// Adds a step that awaits a promise which an earlier step left pending. False if there is none that a case may be
/// about.
pub(crate) fn await_later(world: &World, draft: &mut Draft, dice: &mut Dice) -> bool {
    let is_awaited = |var: VarId| {
        let awaits = |op: &Op| matches!(op, Op::Value(Expr::Var(held)) if *held == var);
        draft.steps.iter().any(|step| step.awaited && awaits(&step.op))
    };
    let is_target = |index: usize| {
        let id = world.callables.of_step(&draft.steps, index, &draft.tags);
        id.is_some_and(|id| world.callables.may_be_act(id))
    };
    let is_pending = |index: &usize| {
        let var = draft.steps[*index].var;
        draft.tags.get(&var).is_some_and(|tag| world.is_thenable(tag))
            && !is_awaited(var)
            && is_target(*index)
    };
    let pending = (0..draft.steps.len()).filter(is_pending).map(|index| draft.steps[index].var);
    let pending: Vec<VarId> = pending.collect();
    let Some(var) = dice.pick(&pending).copied() else { return false };
    if draft.room() == 0 {
        return false;
    }
    draft.push(Op::Value(Expr::Var(var)), true, None);
    true
}
