//! The same call twice: once more before the last step.

use kiskadee_model::{Op, Step};

use super::holds_callback;
use crate::grow::Maker;

pub(super) fn apply(maker: &mut Maker<'_>) -> bool {
    let steps = &maker.draft.steps;
    // A callback is declared once, so a call that is given one cannot be copied.
    let copyable = |index: &usize| {
        let step = &steps[*index];
        matches!(step.op, Op::Call { .. }) && !step.operands().into_iter().any(holds_callback)
    };
    let copyable: Vec<usize> = (0..steps.len()).filter(copyable).collect();
    if maker.draft.room() == 0 {
        return false;
    }
    let Some(index) = maker.dice.pick(&copyable).copied() else { return false };
    let original = maker.draft.steps[index].clone();
    let var = maker.draft.fresh_var();
    let last = maker.draft.steps.len() - 1;
    let at = (index + 1).max(last);
    maker.draft.steps.insert(at, Step { var, ..original });
    true
}
