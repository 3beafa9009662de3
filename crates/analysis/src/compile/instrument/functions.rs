//! Functions, methods and class fields.

use oxc_ast::AstKind;
use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, Class, Expression, Function, FunctionBody, MethodDefinition,
    ObjectProperty, PropertyDefinition, PropertyKey, PropertyKind,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;
use oxc_syntax::scope::ScopeFlags;

use super::Instrumenter;
use super::names::takes_its_name_from_context;
use super::probes::{BURN_OPERAND, BURN_STATEMENT};
use crate::compile::coverage::Counter;

impl<'a> Instrumenter<'a, '_> {
    /// A function declaration or expression; the functions of methods only need to be walked.
    pub(super) fn function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        let Some(body) = it.body.as_deref().filter(|_| !self.is_function_of_a_method(it)) else {
            return self.walk_function(it, flags);
        };
        let entered = self.enter(it.span);
        let id = it.id.as_ref().map(|id| (id.name.as_str(), id.span));
        let counter = self.counts().then(|| self.new_function(it.span, None, id, body.span));
        self.enter_body(body, counter);
        self.walk_function(it, flags);
        self.leave(entered);
    }

    pub(super) fn arrow(&mut self, it: &ArrowFunctionExpression<'a>) {
        let entered = self.enter(it.span);
        let body = match it.body.as_expression() {
            Some(expression) => expression.without_parentheses().span(),
            None => it.body.span(),
        };
        let counter = self.counts().then(|| self.new_function(it.span, None, None, body));
        match &it.body {
            ArrowFunctionBody::FunctionBody(body) => self.enter_body(body, counter),
            _ => {
                self.probes.open(body.start, BURN_OPERAND);
                if let Some(counter) = counter {
                    self.probes.count_operand(body.start, counter);
                }
                self.probes.close(body.end, ")");
            }
        }
        self.function_depth += 1;
        let kind = AstKind::ArrowFunctionExpression(self.alloc(it));
        self.enter_node(kind);
        self.visit_formal_parameters(&it.params);
        if !matches!(it.body, ArrowFunctionBody::FunctionBody(_)) && self.counts() {
            let counter = self.new_statement(body);
            self.probes.count_operand(body.start, counter);
        }
        self.visit_arrow_function_body(&it.body);
        self.leave_node(kind);
        self.function_depth -= 1;
        self.leave(entered);
    }

    pub(super) fn method(&mut self, it: &MethodDefinition<'a>) {
        let Some(body) = it.value.body.as_deref() else {
            return walk::walk_method_definition(self, it);
        };
        if matches!(it.key, PropertyKey::PrivateIdentifier(_)) {
            // Istanbul does not count private methods.
            self.enter_body(body, None);
            return walk::walk_method_definition(self, it);
        }
        let entered = self.enter(it.span);
        let counter = self.counts().then(|| self.new_function(it.value.span, Some(it.span), None, body.span));
        self.enter_body(body, counter);
        walk::walk_method_definition(self, it);
        self.leave(entered);
    }

    pub(super) fn object_property(&mut self, it: &ObjectProperty<'a>) {
        let is_method = it.method || it.kind != PropertyKind::Init;
        let Expression::FunctionExpression(function) = &it.value else {
            return walk::walk_object_property(self, it);
        };
        let Some(body) = function.body.as_deref().filter(|_| is_method) else {
            return walk::walk_object_property(self, it);
        };
        let entered = self.enter(it.span);
        let counter = self.counts().then(|| self.new_function(function.span, Some(it.span), None, body.span));
        self.enter_body(body, counter);
        walk::walk_object_property(self, it);
        self.leave(entered);
    }

    pub(super) fn class(&mut self, it: &Class<'a>) {
        self.beyond_javascript |= !it.decorators.is_empty();
        if !it.is_declaration() {
            return walk::walk_class(self, it);
        }
        let entered = self.enter(it.span);
        if let Some(heritage) = &it.heritage
            && !matches!(heritage.expression.without_parentheses(), Expression::Identifier(_))
            && self.counts()
        {
            self.forget_hints(&heritage.expression);
        }
        walk::walk_class(self, it);
        self.leave(entered);
    }

    pub(super) fn class_field(&mut self, it: &PropertyDefinition<'a>) {
        let entered = self.enter(it.span);
        if let Some(value) = it.value.as_ref().filter(|_| self.counts()) {
            let counter = self.new_statement(value.without_parentheses().span());
            self.forget_hints(value);
            let name = self.key_name(&it.key, it.computed);
            if name.is_none() && takes_its_name_from_context(value) {
                self.count_by_private_field(it, counter);
            } else {
                self.count_value(value, name, counter);
            }
        }
        walk::walk_property_definition(self, it);
        self.leave(entered);
    }

    /// Counts a field whose function is named by a computed key: the field before it, which nobody sees, counts.
    fn count_by_private_field(&mut self, it: &PropertyDefinition<'a>, counter: Counter) {
        let number = self.coverage.statements.len();
        let modifier = if it.r#static { "static " } else { "" };
        self.probes.open(it.span.start, format!("{modifier}#$kc{number}=("));
        self.probes.count_operand(it.span.start, counter);
        self.probes.open(it.span.start, "0);");
    }

    fn walk_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.function_depth += 1;
        walk::walk_function(self, it, flags);
        self.function_depth -= 1;
    }

    fn is_function_of_a_method(&self, it: &Function<'a>) -> bool {
        match self.parent() {
            Some(AstKind::MethodDefinition(method)) => method.value.span == it.span,
            Some(AstKind::ObjectProperty(property)) => {
                (property.method || property.kind != PropertyKind::Init) && property.value.span() == it.span
            }
            _ => false,
        }
    }

    /// Fuel and the counter at the start of a function's block, after its directives.
    fn enter_body(&mut self, body: &FunctionBody<'a>, counter: Option<Counter>) {
        let at = match body.directives.last() {
            // A directive may end without a semicolon, at the end of its line.
            Some(directive) => {
                self.probes.open(directive.span.end, ";");
                directive.span.end
            }
            None => body.span.start + 1,
        };
        self.probes.open(at, BURN_STATEMENT);
        if let Some(counter) = counter {
            self.probes.count_statement(at, counter);
        }
    }
}
