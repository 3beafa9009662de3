//! Branches inside of expressions: conditional and logical operators, default values.

use oxc_ast::AstKind;
use oxc_ast::ast::{BindingPattern, ConditionalExpression, Expression, LogicalExpression};
use oxc_ast_visit::walk;
use oxc_span::{GetSpan, Span};

use super::Instrumenter;
use crate::compile::coverage::BranchKind;
use crate::compile::hints::Hint;
use crate::compile::literal::quoted;

impl<'a> Instrumenter<'a, '_> {
    pub(super) fn conditional(&mut self, it: &ConditionalExpression<'a>) {
        let entered = self.enter(it.span);
        if self.counts() {
            let branch = self.new_branch(BranchKind::Conditional, it.span);
            for way in [&it.consequent, &it.alternate] {
                self.count_way(branch, way, it.span);
            }
        }
        walk::walk_conditional_expression(self, it);
        self.leave(entered);
    }

    pub(super) fn logical(&mut self, it: &LogicalExpression<'a>) {
        let entered = self.enter(it.span);
        let part_of_a_chain = matches!(self.parent(), Some(AstKind::LogicalExpression(_)));
        if self.counts() && !part_of_a_chain {
            let branch = self.new_branch(BranchKind::Logical, it.span);
            let mut operands = Vec::new();
            self.operands_of_chain(it, &mut operands);
            for operand in operands {
                self.count_way(branch, operand, it.span);
            }
        }
        walk::walk_logical_expression(self, it);
        self.leave(entered);
    }

    /// The operands of nested logical operators, from left to right, without the chains that a comment excludes.
    fn operands_of_chain<'e>(&self, it: &'e LogicalExpression<'a>, operands: &mut Vec<&'e Expression<'a>>) {
        for operand in [&it.left, &it.right] {
            match operand.without_parentheses() {
                Expression::LogicalExpression(inner) => {
                    if self.hint_for_operand(operand, it.span) != Some(Hint::Next) {
                        self.operands_of_chain(inner, operands);
                    }
                }
                _ => operands.push(operand),
            }
        }
    }

    fn count_way(&mut self, branch: u32, way: &Expression<'a>, parent: Span) {
        if self.hint_for_operand(way, parent) == Some(Hint::Next) {
            return;
        }
        let range = self.range(way.without_parentheses().span());
        let counter = self.new_location(branch, range);
        self.count_value(way, None, counter);
    }

    /// A default value: of a parameter, or of a name or place that a pattern assigns to.
    pub(super) fn default_value(&mut self, pattern: Span, value: &Expression<'a>, name: Option<&str>) {
        if !self.counts() {
            return;
        }
        let branch = self.new_branch(BranchKind::DefaultValue, pattern);
        let range = self.range(value.without_parentheses().span());
        let counter = self.new_location(branch, range);
        self.forget_hints(value);
        self.count_value(value, name.map(quoted), counter);
    }
}

/// The name that a function gets when it is bound to a pattern.
pub(super) fn name_of_pattern<'e>(pattern: &'e BindingPattern<'_>) -> Option<&'e str> {
    match pattern {
        BindingPattern::BindingIdentifier(identifier) => Some(identifier.name.as_str()),
        _ => None,
    }
}
