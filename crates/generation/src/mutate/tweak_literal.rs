//! Changes one literal a little, or exchanges it for a constant of the source.

use kiskadee_model::Expr;

use super::{at_step, holds_callback, signature_of, slots, slots_mut, step_with_slots};
use crate::grow::Maker;
use crate::values::tweak;

pub(super) fn apply(maker: &mut Maker<'_>) -> bool {
    let Some(index) = step_with_slots(maker) else { return false };
    let count: usize = slots(&maker.draft.steps[index]).iter().map(count_literals).sum();
    if count == 0 {
        return false;
    }
    let mut left = maker.dice.below(count);
    let function = signature_of(maker, index).function;
    at_step(maker, index, |maker, step| {
        maker.function = function;
        let mut change = |literal: &mut Expr| *literal = changed(literal, maker);
        slots_mut(step).iter_mut().any(|slot| at_literal(slot, &mut left, &mut change))
    })
}

fn changed(literal: &Expr, maker: &mut Maker<'_>) -> Expr {
    let constant = match literal {
        Expr::Number(_) => maker.constant_number().map(Expr::number),
        Expr::String(_) => maker.constant_string().map(|text| Expr::string(&text)),
        _ => None,
    };
    constant.unwrap_or_else(|| tweak(literal, maker.dice))
}

/// What a tweak can change without repeating a callback.
fn is_literal(expr: &Expr) -> bool {
    match expr {
        Expr::Bool(_)
        | Expr::Number(_)
        | Expr::BigInt(_)
        | Expr::String(_)
        | Expr::Date(_)
        | Expr::Null
        | Expr::Undefined => true,
        Expr::Array(_)
        | Expr::Object(_)
        | Expr::Map(_)
        | Expr::Set(_)
        | Expr::Resolved(_)
        | Expr::Rejected(_) => !holds_callback(expr),
        _ => false,
    }
}

fn count_literals(expr: &Expr) -> usize {
    usize::from(is_literal(expr)) + expr.children().into_iter().map(count_literals).sum::<usize>()
}

/// Changes the literal that comes after `left` others.
fn at_literal(expr: &mut Expr, left: &mut usize, change: &mut dyn FnMut(&mut Expr)) -> bool {
    if is_literal(expr) {
        if *left == 0 {
            change(expr);
            return true;
        }
        *left -= 1;
    }
    expr.children_mut().into_iter().any(|child| at_literal(child, left, change))
}
