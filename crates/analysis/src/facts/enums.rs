//! The values of a TypeScript enum, as far as they are constant.

use kiskadee_model::{Expr, JsString, Number};
use oxc_ast::ast::{BinaryOperator, Expression, TSEnumDeclaration, UnaryOperator};

use super::literal::value_of;

/// The members of an enum, over all of its declarations, with their values. A member that is computed is left out.
pub(super) fn members(parts: &[&TSEnumDeclaration<'_>]) -> Vec<(String, Expr)> {
    let mut found: Vec<(String, Expr)> = Vec::new();
    for part in parts {
        let mut next = Some(0.0);
        for member in &part.body.members {
            let value = match &member.initializer {
                Some(initializer) => evaluate(initializer, &found),
                None => next.map(Expr::number),
            };
            next = match &value {
                Some(Expr::Number(Number(value))) => Some(value + 1.0),
                _ => None,
            };
            if let Some(value) = value {
                found.push((member.id.static_name().to_string(), value));
            }
        }
    }
    found
}

fn evaluate(expression: &Expression<'_>, earlier: &[(String, Expr)]) -> Option<Expr> {
    let lookup = |name: &str| earlier.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
    match expression.get_inner_expression() {
        Expression::Identifier(identifier) => {
            lookup(identifier.name.as_str()).or_else(|| value_of(expression))
        }
        Expression::StaticMemberExpression(member) => lookup(member.property.name.as_str()),
        Expression::UnaryExpression(unary) => {
            let Expr::Number(Number(value)) = evaluate(&unary.argument, earlier)? else { return None };
            Some(Expr::number(match unary.operator {
                UnaryOperator::UnaryNegation => -value,
                UnaryOperator::UnaryPlus => value,
                UnaryOperator::BitwiseNot => f64::from(!to_int32(value)),
                _ => return None,
            }))
        }
        Expression::BinaryExpression(binary) => {
            apply(binary.operator, evaluate(&binary.left, earlier)?, evaluate(&binary.right, earlier)?)
        }
        other => value_of(other),
    }
}

fn apply(operator: BinaryOperator, left: Expr, right: Expr) -> Option<Expr> {
    let (a, b) = match (left, right) {
        (Expr::Number(Number(a)), Expr::Number(Number(b))) => (a, b),
        (Expr::String(JsString::Text(a)), Expr::String(JsString::Text(b)))
            if operator == BinaryOperator::Addition =>
        {
            return Some(Expr::string(&(a + &b)));
        }
        _ => return None,
    };
    let (x, y) = (to_int32(a), to_int32(b));
    let shift = y.rem_euclid(32).unsigned_abs();
    Some(Expr::number(match operator {
        BinaryOperator::Addition => a + b,
        BinaryOperator::Subtraction => a - b,
        BinaryOperator::Multiplication => a * b,
        BinaryOperator::Division => a / b,
        BinaryOperator::Remainder => a % b,
        BinaryOperator::Exponential => a.powf(b),
        BinaryOperator::BitwiseOR => f64::from(x | y),
        BinaryOperator::BitwiseAnd => f64::from(x & y),
        BinaryOperator::BitwiseXOR => f64::from(x ^ y),
        BinaryOperator::ShiftLeft => f64::from(x.wrapping_shl(shift)),
        BinaryOperator::ShiftRight => f64::from(x >> shift),
        BinaryOperator::ShiftRightZeroFill => f64::from(x.cast_unsigned() >> shift),
        _ => return None,
    }))
}

/// JavaScript's ToInt32.
fn to_int32(value: f64) -> i32 {
    if !value.is_finite() {
        return 0;
    }
    let modulo = value.trunc().rem_euclid(4_294_967_296.0);
    (modulo as u32).cast_signed()
}
