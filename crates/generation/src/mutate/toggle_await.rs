//! Awaits what was not awaited, or the other way round, where a promise is known to come back.

use kiskadee_model::Op;

use crate::grow::Maker;

pub(super) fn apply(maker: &mut Maker<'_>) -> bool {
    let draft = &maker.draft;
    let callables = &maker.world.callables;
    let gives_promise = |index: &usize| {
        if matches!(draft.steps[*index].op, Op::Value(_)) {
            return false;
        }
        let id = callables.of_step(&draft.steps, *index, &draft.tags);
        id.is_some_and(|id| maker.world.is_promising(id))
    };
    let promising: Vec<usize> = (0..draft.steps.len()).filter(gives_promise).collect();
    let Some(index) = maker.dice.pick(&promising).copied() else { return false };
    let step = &mut maker.draft.steps[index];
    step.awaited = !step.awaited;
    // What the variable holds is another thing now.
    let var = step.var;
    maker.draft.tags.remove(&var);
    true
}
