//! Constants that the source mentions: numbers, strings, regular expressions and property names worth trying.

use std::collections::BTreeSet;

use kiskadee_model::{Constants, Number};
use oxc_ast::ast::{
    ArrowFunctionExpression, BigIntLiteral, BindingProperty, CallExpression, ClassElement,
    ComputedMemberExpression, Directive, ExportAllDeclaration, ExportFromDeclaration, ExportNamedDeclaration,
    Expression, Function, ImportDeclaration, ImportExpression, NumericLiteral, ObjectProperty, Program,
    PropertyKey, RegExpLiteral, StaticMemberExpression, StringLiteral, TSExternalModuleDeclaration,
    TSImportEqualsDeclaration, TemplateElement, UnaryExpression, UnaryOperator,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_syntax::scope::ScopeFlags;

use super::literal::{negated, regexp_of};

/// Longer strings are text, not inputs.
const LONGEST_STRING: usize = 200;

/// The constants of a whole file.
pub(super) fn of_program(program: &Program<'_>) -> Constants {
    let mut collector = Collector::default();
    collector.visit_program(program);
    collector.found
}

/// The constants of a function, its parameters and the functions inside it included.
pub(super) fn of_function(function: &Function<'_>) -> Constants {
    let mut collector = Collector::default();
    collector.visit_function(function, ScopeFlags::Function);
    collector.found
}

/// The same of an arrow function.
pub(super) fn of_arrow(arrow: &ArrowFunctionExpression<'_>) -> Constants {
    let mut collector = Collector::default();
    collector.visit_arrow_function_expression(arrow);
    collector.found
}

#[derive(Default)]
struct Collector {
    found: Constants,
    /// What of the longer lists is known already: a bundle has thousands of strings and names.
    strings: BTreeSet<String>,
    names: BTreeSet<String>,
}

impl Collector {
    fn number(&mut self, value: f64) {
        if !self.found.numbers.iter().any(|&n| Number(n) == Number(value)) {
            self.found.numbers.push(value);
        }
    }

    fn string(&mut self, text: &str) {
        if text.chars().count() <= LONGEST_STRING && self.strings.insert(text.to_owned()) {
            self.found.strings.push(text.to_owned());
        }
    }

    fn name(&mut self, name: &str) {
        if self.names.insert(name.to_owned()) {
            self.found.names.push(name.to_owned());
        }
    }

    /// A key counts as a name; only a computed key that is not a plain literal is an expression to look into.
    fn key(&mut self, key: &PropertyKey<'_>) {
        match key {
            PropertyKey::StaticIdentifier(identifier) => self.name(identifier.name.as_str()),
            PropertyKey::StringLiteral(literal) if !literal.lone_surrogates => {
                self.name(literal.value.as_str());
            }
            PropertyKey::NumericLiteral(literal) => self.number(literal.value),
            PropertyKey::PrivateIdentifier(_) => {}
            other => {
                if let Some(expression) = other.as_expression() {
                    self.visit_expression(expression);
                }
            }
        }
    }
}

fn add<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

impl<'a> VisitJs<'a> for Collector {
    fn visit_numeric_literal(&mut self, literal: &NumericLiteral<'a>) {
        self.number(literal.value);
    }

    fn visit_big_int_literal(&mut self, literal: &BigIntLiteral<'a>) {
        add(&mut self.found.bigints, literal.value.to_string());
    }

    fn visit_string_literal(&mut self, literal: &StringLiteral<'a>) {
        if !literal.lone_surrogates {
            self.string(literal.value.as_str());
        }
    }

    fn visit_reg_exp_literal(&mut self, literal: &RegExpLiteral<'a>) {
        add(&mut self.found.regexps, regexp_of(literal));
    }

    fn visit_template_element(&mut self, element: &TemplateElement<'a>) {
        if let Some(text) = element.value.cooked.filter(|text| !text.is_empty() && !element.lone_surrogates) {
            self.string(text.as_str());
        }
    }

    fn visit_unary_expression(&mut self, unary: &UnaryExpression<'a>) {
        match (unary.operator, &unary.argument) {
            (UnaryOperator::UnaryNegation, Expression::NumericLiteral(literal)) => {
                self.number(-literal.value)
            }
            (UnaryOperator::UnaryNegation, Expression::BigIntLiteral(literal)) => {
                add(&mut self.found.bigints, negated(literal.value.as_str()));
            }
            // `void 0` is a spelling of `undefined`, not a zero.
            (UnaryOperator::Void, Expression::NumericLiteral(_)) => {}
            _ => walk_js::walk_unary_expression(self, unary),
        }
    }

    fn visit_static_member_expression(&mut self, member: &StaticMemberExpression<'a>) {
        self.visit_expression(&member.object);
        self.name(member.property.name.as_str());
    }

    fn visit_computed_member_expression(&mut self, member: &ComputedMemberExpression<'a>) {
        self.visit_expression(&member.object);
        match &member.expression {
            Expression::StringLiteral(literal) if !literal.lone_surrogates => {
                self.name(literal.value.as_str());
            }
            other => self.visit_expression(other),
        }
    }

    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        self.key(&property.key);
        self.visit_expression(&property.value);
    }

    fn visit_binding_property(&mut self, property: &BindingProperty<'a>) {
        self.key(&property.key);
        self.visit_binding_pattern(&property.value);
    }

    fn visit_class_element(&mut self, element: &ClassElement<'a>) {
        // Names of members are the class's own affair: the API tells them. What they are given is of interest.
        match element {
            ClassElement::MethodDefinition(method) => {
                self.visit_function(&method.value, ScopeFlags::Function)
            }
            ClassElement::PropertyDefinition(property) => {
                if let Some(value) = &property.value {
                    self.visit_expression(value);
                }
            }
            ClassElement::AccessorProperty(property) => {
                if let Some(value) = &property.value {
                    self.visit_expression(value);
                }
            }
            ClassElement::StaticBlock(block) => self.visit_static_block(block),
            ClassElement::TSIndexSignature(_) => {}
        }
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        if call.is_require_call() {
            return;
        }
        walk_js::walk_call_expression(self, call);
    }

    fn visit_directive(&mut self, _: &Directive<'a>) {}
    fn visit_import_declaration(&mut self, _: &ImportDeclaration<'a>) {}
    fn visit_export_named_declaration(&mut self, _: &ExportNamedDeclaration<'a>) {}
    fn visit_export_from_declaration(&mut self, _: &ExportFromDeclaration<'a>) {}
    fn visit_export_all_declaration(&mut self, _: &ExportAllDeclaration<'a>) {}
    fn visit_ts_import_equals_declaration(&mut self, _: &TSImportEqualsDeclaration<'a>) {}
    fn visit_ts_external_module_declaration(&mut self, _: &TSExternalModuleDeclaration<'a>) {}

    fn visit_import_expression(&mut self, import: &ImportExpression<'a>) {
        if !matches!(import.source, Expression::StringLiteral(_)) {
            walk_js::walk_import_expression(self, import);
        }
    }
}
