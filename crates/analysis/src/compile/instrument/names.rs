//! Counting the evaluation of a value without taking away the name that a function gets from where it stands.
//!
//! `f = (count, () => {})` leaves the function without a name, `f = (count, {["f"]: () => {}})["f"]` does not.

use oxc_ast::ast::{Class, Expression, Function, PropertyKey};
use oxc_span::GetSpan;

use super::Instrumenter;
use crate::compile::coverage::Counter;
use crate::compile::literal::quoted;

impl<'a> Instrumenter<'a, '_> {
    /// Counts each evaluation of `value`, which would be named `name`, a JavaScript expression, if it were a function.
    pub(super) fn count_value(&mut self, value: &Expression<'a>, name: Option<String>, counter: Counter) {
        if self.ambient {
            return;
        }
        let span = value.without_parentheses().span();
        self.probes.open(span.start, "(");
        self.probes.count_operand(span.start, counter);
        match name.filter(|_| takes_its_name_from_context(value)) {
            Some(name) => {
                self.probes.open(span.start, format!("{{[{name}]:"));
                self.probes.close(span.end, format!("}})[{name}]"));
            }
            None => self.probes.close(span.end, ")"),
        }
    }

    /// The name of a member as an expression; `None` where only the running program knows it.
    pub(super) fn key_name(&self, key: &PropertyKey<'a>, computed: bool) -> Option<String> {
        match key {
            PropertyKey::StaticIdentifier(identifier) => Some(quoted(&identifier.name)),
            PropertyKey::PrivateIdentifier(identifier) => Some(quoted(&format!("#{}", identifier.name))),
            _ if computed => None,
            literal => {
                let span = literal.span();
                Some(self.source[span.start as usize..span.end as usize].to_owned())
            }
        }
    }
}

/// Whether a value is a function or a class without a name of its own.
pub(super) fn takes_its_name_from_context(value: &Expression<'_>) -> bool {
    match without_types(value) {
        Expression::ArrowFunctionExpression(_) => true,
        Expression::FunctionExpression(function) => {
            let Function { id, .. } = &**function;
            id.is_none()
        }
        Expression::ClassExpression(class) => {
            let Class { id, .. } = &**class;
            id.is_none()
        }
        _ => false,
    }
}

fn without_types<'e, 'a>(mut value: &'e Expression<'a>) -> &'e Expression<'a> {
    loop {
        value = match value {
            Expression::TSAsExpression(it) => &it.expression,
            Expression::TSSatisfiesExpression(it) => &it.expression,
            Expression::TSNonNullExpression(it) => &it.expression,
            Expression::TSTypeAssertion(it) => &it.expression,
            Expression::TSInstantiationExpression(it) => &it.expression,
            Expression::ParenthesizedExpression(it) => &it.expression,
            _ => return value,
        }
    }
}
