//! One argument less or one more.

use kiskadee_model::Op;

use super::{at_step, signature_of};
use crate::grow::Maker;

pub(super) fn apply(maker: &mut Maker<'_>) -> bool {
    let calls = |index: &usize| matches!(maker.draft.steps[*index].op, Op::Call { .. });
    let Some(index) = (0..maker.draft.steps.len()).rfind(calls) else { return false };
    let signature = signature_of(maker, index);
    let shorten = maker.dice.chance(0.5);
    at_step(maker, index, |maker, step| {
        let Op::Call { args, .. } = &mut step.op else { return false };
        if shorten {
            return args.pop().is_some();
        }
        let takes_more = args.len() < signature.params.len() || !signature.known || maker.dice.chance(0.1);
        let takes_more = takes_more || signature.params.last().is_some_and(|last| last.rest);
        if takes_more && args.len() < 6 {
            let value = maker.argument_at(&signature, args.len());
            args.push(value);
        }
        takes_more
    })
}
