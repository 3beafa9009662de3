//! Passes an earlier result in place of an argument: the same object twice, or what one call gave to another.

use kiskadee_model::{Expr, VarId};

use super::{at_step, slots, slots_mut, step_with_slots};
use crate::grow::Maker;

pub(super) fn apply(maker: &mut Maker<'_>) -> bool {
    let Some(index) = step_with_slots(maker) else { return false };
    let position = maker.dice.below(slots(&maker.draft.steps[index]).len());
    at_step(maker, index, |maker, step| {
        let held: Vec<VarId> = maker.draft.variables().map(|(var, _)| var).collect();
        let Some(var) = maker.dice.pick(&held) else { return false };
        slots_mut(step)[position] = Expr::Var(*var);
        true
    })
}
