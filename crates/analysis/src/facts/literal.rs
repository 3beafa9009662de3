//! Literals as values and as types: what an expression is when nothing has to run to know it.

use kiskadee_model::{Expr, JsString, Number, Property, Type};
use oxc_ast::ast::{
    ArrayExpressionElement, BinaryOperator, Expression, ObjectPropertyKind, PropertyKind, RegExpLiteral,
    StringLiteral, UnaryOperator,
};

use super::shape::union;

/// The value of an expression that is a literal, or is built from literals only.
pub(super) fn value_of(expression: &Expression<'_>) -> Option<Expr> {
    Some(match expression.get_inner_expression() {
        Expression::NullLiteral(_) => Expr::Null,
        Expression::BooleanLiteral(literal) => Expr::Bool(literal.value),
        Expression::NumericLiteral(literal) => Expr::number(literal.value),
        Expression::BigIntLiteral(literal) => Expr::BigInt(literal.value.to_string()),
        Expression::StringLiteral(literal) => Expr::String(string_of(literal)),
        Expression::RegExpLiteral(literal) => {
            let (source, flags) = regexp_of(literal);
            Expr::RegExp { source, flags }
        }
        Expression::TemplateLiteral(template) => {
            let only = template.quasis.first().filter(|_| template.expressions.is_empty())?;
            Expr::string(only.value.cooked.filter(|_| !only.lone_surrogates)?.as_str())
        }
        Expression::Identifier(identifier) => match identifier.name.as_str() {
            "undefined" => Expr::Undefined,
            "NaN" => Expr::number(f64::NAN),
            "Infinity" => Expr::number(f64::INFINITY),
            _ => return None,
        },
        Expression::UnaryExpression(unary) => match (unary.operator, value_of(&unary.argument)?) {
            (UnaryOperator::UnaryNegation, Expr::Number(Number(value))) => Expr::number(-value),
            (UnaryOperator::UnaryPlus, Expr::Number(value)) => Expr::Number(value),
            (UnaryOperator::UnaryNegation, Expr::BigInt(digits)) => Expr::BigInt(negated(&digits)),
            (UnaryOperator::Void, _) => Expr::Undefined,
            (UnaryOperator::LogicalNot, Expr::Number(Number(value))) => Expr::Bool(value == 0.0),
            _ => return None,
        },
        Expression::StaticMemberExpression(member) => {
            let Expression::Identifier(object) = &member.object else { return None };
            let global = (object.name.as_str(), member.property.name.as_str());
            if !CONSTANT_GLOBALS.contains(&global) {
                return None;
            }
            Expr::Global(format!("{}.{}", global.0, global.1))
        }
        Expression::ArrayExpression(array) => Expr::Array(
            array
                .elements
                .iter()
                .map(|element| match element {
                    ArrayExpressionElement::SpreadElement(_) => None,
                    ArrayExpressionElement::Elision(_) => Some(None),
                    other => value_of(other.as_expression()?).map(Some),
                })
                .collect::<Option<_>>()?,
        ),
        Expression::ObjectExpression(object) => Expr::Object(
            object
                .properties
                .iter()
                .map(|property| match property {
                    ObjectPropertyKind::ObjectProperty(property) if property.kind == PropertyKind::Init => {
                        Some((property.key.static_name()?.into_owned(), value_of(&property.value)?))
                    }
                    _ => None,
                })
                .collect::<Option<_>>()?,
        ),
        Expression::NewExpression(new) if new.arguments.is_empty() => match &new.callee {
            Expression::Identifier(class) if class.name == "Map" => Expr::Map(Vec::new()),
            Expression::Identifier(class) if class.name == "Set" => Expr::Set(Vec::new()),
            _ => return None,
        },
        _ => return None,
    })
}

/// Members of globals that stand for a number in defaults.
const CONSTANT_GLOBALS: [(&str, &str); 9] = [
    ("Number", "MAX_SAFE_INTEGER"),
    ("Number", "MIN_SAFE_INTEGER"),
    ("Number", "MAX_VALUE"),
    ("Number", "MIN_VALUE"),
    ("Number", "EPSILON"),
    ("Number", "POSITIVE_INFINITY"),
    ("Number", "NEGATIVE_INFINITY"),
    ("Math", "PI"),
    ("Math", "E"),
];

/// The type an expression evidently has. A literal gives its general type (`2` is a number), for a default value is
/// one example among many.
pub(super) fn type_of(expression: &Expression<'_>) -> Type {
    match expression.get_inner_expression() {
        Expression::BooleanLiteral(_) => Type::Boolean,
        Expression::NumericLiteral(_) => Type::Number,
        Expression::BigIntLiteral(_) => Type::BigInt,
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => Type::String,
        Expression::RegExpLiteral(_) => named("RegExp"),
        Expression::Identifier(identifier) if matches!(identifier.name.as_str(), "NaN" | "Infinity") => {
            Type::Number
        }
        Expression::UnaryExpression(unary) => match unary.operator {
            UnaryOperator::UnaryNegation | UnaryOperator::UnaryPlus | UnaryOperator::BitwiseNot => {
                match type_of(&unary.argument) {
                    Type::BigInt => Type::BigInt,
                    _ => Type::Number,
                }
            }
            UnaryOperator::LogicalNot | UnaryOperator::Delete => Type::Boolean,
            UnaryOperator::Typeof => Type::String,
            UnaryOperator::Void => Type::Any,
        },
        Expression::BinaryExpression(binary) => match binary.operator {
            operator if operator.is_equality() || operator.is_compare() => Type::Boolean,
            BinaryOperator::In | BinaryOperator::Instanceof => Type::Boolean,
            BinaryOperator::Addition => match (type_of(&binary.left), type_of(&binary.right)) {
                (Type::String, _) | (_, Type::String) => Type::String,
                (Type::Number, Type::Number) => Type::Number,
                _ => Type::Any,
            },
            _ => match (type_of(&binary.left), type_of(&binary.right)) {
                (Type::BigInt, _) | (_, Type::BigInt) => Type::BigInt,
                _ => Type::Number,
            },
        },
        Expression::StaticMemberExpression(_) => match value_of(expression) {
            Some(_) => Type::Number,
            None => Type::Any,
        },
        Expression::ArrayExpression(array) => {
            let elements: Vec<Type> =
                array.elements.iter().filter_map(|e| e.as_expression()).map(type_of).collect();
            Type::Array(Box::new(union(elements)))
        }
        Expression::ObjectExpression(object) => Type::Object(
            object
                .properties
                .iter()
                .filter_map(ObjectPropertyKind::as_property)
                .filter_map(|property| {
                    let key = property.key.static_name()?.into_owned();
                    // Whatever has a default may be left out.
                    Some(Property { key, ty: type_of(&property.value), optional: true })
                })
                .collect(),
        ),
        Expression::FunctionExpression(function) => function_type(function.params.items.len()),
        Expression::ArrowFunctionExpression(arrow) => function_type(arrow.params.items.len()),
        Expression::NewExpression(new) => match &new.callee {
            Expression::Identifier(class) => named(class.name.as_str()),
            _ => Type::Any,
        },
        Expression::CallExpression(call) => match &call.callee {
            Expression::Identifier(callee) => match callee.name.as_str() {
                "String" => Type::String,
                "Number" | "parseInt" | "parseFloat" => Type::Number,
                "Boolean" => Type::Boolean,
                "BigInt" => Type::BigInt,
                "Symbol" => Type::Symbol,
                _ => Type::Any,
            },
            Expression::StaticMemberExpression(member) => {
                if member.object.is_specific_id("Math")
                    || (member.object.is_specific_id("Date") && member.property.name == "now")
                {
                    Type::Number
                } else {
                    Type::Any
                }
            }
            _ => Type::Any,
        },
        _ => Type::Any,
    }
}

fn function_type(params: usize) -> Type {
    Type::Function { params: vec![Type::Any; params], returns: Box::new(Type::Any) }
}

/// An instance of a class without type arguments.
pub(super) fn named(name: &str) -> Type {
    Type::Named { name: name.to_owned(), args: Vec::new() }
}

/// A string literal's value; the parser marks lone surrogates in an escape of its own.
pub(super) fn string_of(literal: &StringLiteral<'_>) -> JsString {
    if !literal.lone_surrogates {
        return JsString::from(literal.value.as_str());
    }
    let mut units = Vec::new();
    let mut rest = literal.value.as_str();
    while let Some(first) = rest.chars().next() {
        rest = &rest[first.len_utf8()..];
        let escaped = (first == '\u{FFFD}')
            .then(|| rest.get(..4).and_then(|hex| u16::from_str_radix(hex, 16).ok()))
            .flatten();
        match escaped {
            Some(unit) => {
                units.push(unit);
                rest = &rest[4..];
            }
            None => units.extend(first.encode_utf16(&mut [0; 2]).iter()),
        }
    }
    JsString::from_units(units)
}

/// A regular expression's source and flags.
pub(super) fn regexp_of(literal: &RegExpLiteral<'_>) -> (String, String) {
    (literal.regex.pattern.text.to_string(), literal.regex.flags.to_string())
}

/// The digits of a bigint with the other sign; there is no negative zero among bigints.
pub(super) fn negated(digits: &str) -> String {
    match digits.strip_prefix('-') {
        Some(positive) => positive.to_owned(),
        None if digits == "0" => digits.to_owned(),
        None => format!("-{digits}"),
    }
}
