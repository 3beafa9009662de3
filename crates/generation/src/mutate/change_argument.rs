//! Makes one argument anew, after the same knowledge of its parameter.

use super::{at_step, signature_of, slots, slots_mut, step_with_slots};
use crate::grow::Maker;

pub(super) fn apply(maker: &mut Maker<'_>) -> bool {
    let Some(index) = step_with_slots(maker) else { return false };
    let position = maker.dice.below(slots(&maker.draft.steps[index]).len());
    let signature = signature_of(maker, index);
    at_step(maker, index, |maker, step| {
        let value = maker.argument_at(&signature, position);
        slots_mut(step)[position] = value;
    });
    true
}
