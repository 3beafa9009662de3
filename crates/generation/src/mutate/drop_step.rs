//! Leaves out a step whose result nobody uses, other than the last.

use crate::grow::Maker;

pub(super) fn apply(maker: &mut Maker<'_>) -> bool {
    let steps = &maker.draft.steps;
    let is_unused = |index: &usize| {
        let var = steps[*index].var;
        steps[index + 1..].iter().all(|later| !later.uses().contains(&var))
    };
    let unused: Vec<usize> = (0..steps.len().saturating_sub(1)).filter(is_unused).collect();
    let Some(index) = maker.dice.pick(&unused).copied() else { return false };
    maker.draft.steps.remove(index);
    true
}
