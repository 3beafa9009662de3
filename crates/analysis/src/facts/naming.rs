//! The name a function goes by, the class it belongs to and the comment that documents it, all told by where it stands.

use std::collections::BTreeMap;

use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument, AssignmentTarget, BindingPattern, Class, Expression, IdentifierReference, Program, PropertyKey,
    SimpleAssignmentTarget, StaticMemberExpression,
};
use oxc_semantic::Semantic;
use oxc_span::GetSpan;
use oxc_syntax::node::NodeId;

use super::jsdoc::Doc;

/// JSDoc comments by the position of the token that they stand before; of several the last.
pub(super) fn docs(program: &Program<'_>) -> BTreeMap<u32, Doc> {
    program
        .comments
        .iter()
        .filter(|comment| comment.is_jsdoc())
        .map(|comment| (comment.attached_to, Doc::parse(comment.span.source_text(program.source_text))))
        .collect()
}

/// Tells names in one file.
pub(super) struct Naming<'s, 'a> {
    pub(super) semantic: &'s Semantic<'a>,
}

impl<'a> Naming<'_, 'a> {
    /// The name of an anonymous function or class: that of the variable, property or target that is given it.
    pub(super) fn name(&self, id: NodeId) -> Option<String> {
        let nodes = self.semantic.nodes();
        let parent = nodes.parent_id(id);
        match nodes.kind(parent) {
            AstKind::VariableDeclarator(declarator) => {
                declarator.id.get_identifier_name().map(|name| name.to_string())
            }
            AstKind::AssignmentExpression(assignment) => target_name(&assignment.left),
            AstKind::AssignmentPattern(pattern) => {
                pattern.left.get_identifier_name().map(|name| name.to_string())
            }
            AstKind::FormalParameter(param) => {
                param.pattern.get_identifier_name().map(|name| name.to_string())
            }
            AstKind::ObjectProperty(property) => {
                self.accessor_name(parent).or_else(|| key_name(&property.key))
            }
            AstKind::MethodDefinition(method) => key_name(&method.key),
            AstKind::PropertyDefinition(property) => key_name(&property.key),
            AstKind::AccessorProperty(property) => key_name(&property.key),
            AstKind::ExportDefaultDeclaration(_) => Some("default".to_owned()),
            // `x = x || function () {}`, `(function () {} as T)`
            AstKind::LogicalExpression(_)
            | AstKind::ConditionalExpression(_)
            | AstKind::TSAsExpression(_)
            | AstKind::TSSatisfiesExpression(_)
            | AstKind::TSNonNullExpression(_)
            | AstKind::TSTypeAssertion(_) => self.name(parent),
            _ => None,
        }
    }

    /// `get` and `set` of a descriptor go by the name of the property: `Object.defineProperty(x, 'name', { get … })`
    fn accessor_name(&self, property: NodeId) -> Option<String> {
        let nodes = self.semantic.nodes();
        let AstKind::ObjectProperty(descriptor) = nodes.kind(property) else { return None };
        let is_accessor =
            ["get", "set", "value"].iter().any(|key| descriptor.key.is_specific_static_name(key));
        let AstKind::CallExpression(call) = nodes.parent_kind(nodes.parent_id(property)) else { return None };
        if !is_accessor || !call.callee.is_specific_member_access("Object", "defineProperty") {
            return None;
        }
        match call.arguments.get(1)? {
            Argument::StringLiteral(name) => Some(name.value.to_string()),
            _ => None,
        }
    }

    /// The class whose member a function is.
    pub(super) fn class(&self, id: NodeId) -> Option<String> {
        let nodes = self.semantic.nodes();
        let parent = nodes.parent_id(id);
        match nodes.kind(parent) {
            AstKind::MethodDefinition(_) | AstKind::PropertyDefinition(_) | AstKind::AccessorProperty(_) => {
                let class = nodes.parent_id(nodes.parent_id(parent));
                match nodes.kind(class) {
                    AstKind::Class(declared) => self.class_name(class, declared),
                    _ => None,
                }
            }
            AstKind::AssignmentExpression(assignment) => {
                let member = assignment.left.as_simple_assignment_target()?.as_member_expression()?;
                self.prototype_owner(member.object())
            }
            AstKind::ObjectProperty(_) => self.class_of_object(nodes.parent_id(parent)),
            AstKind::LogicalExpression(_) | AstKind::TSAsExpression(_) => self.class(parent),
            _ => None,
        }
    }

    fn class_name(&self, id: NodeId, class: &Class<'a>) -> Option<String> {
        class.name().map(|name| name.to_string()).or_else(|| self.name(id))
    }

    /// The class whose prototype an object literal becomes or is copied to.
    fn class_of_object(&self, object: NodeId) -> Option<String> {
        let nodes = self.semantic.nodes();
        match nodes.parent_kind(object) {
            AstKind::AssignmentExpression(assignment) => match &assignment.left {
                AssignmentTarget::StaticMemberExpression(member) if member.property.name == "prototype" => {
                    owner_name(&member.object)
                }
                _ => None,
            },
            AstKind::CallExpression(call) => {
                let first = call.arguments.first()?.as_expression()?;
                (first.span() != nodes.kind(object).span()).then(|| self.prototype_owner(first))?
            }
            _ => None,
        }
    }

    /// `Foo` of `Foo.prototype`, or of a variable that holds it.
    fn prototype_owner(&self, expression: &Expression<'a>) -> Option<String> {
        match expression.get_inner_expression() {
            Expression::StaticMemberExpression(member) if member.property.name == "prototype" => {
                owner_name(&member.object)
            }
            Expression::Identifier(identifier) => match self.definition(identifier)? {
                // `var proto = Foo.prototype = {…}`
                Expression::AssignmentExpression(assignment) => match &assignment.left {
                    AssignmentTarget::StaticMemberExpression(member)
                        if member.property.name == "prototype" =>
                    {
                        owner_name(&member.object)
                    }
                    _ => None,
                },
                Expression::StaticMemberExpression(member) if member.property.name == "prototype" => {
                    owner_name(&member.object)
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn definition(&self, identifier: &IdentifierReference<'a>) -> Option<&'a Expression<'a>> {
        let scoping = self.semantic.scoping();
        let symbol = scoping.get_reference(identifier.reference_id.get()?).symbol_id()?;
        match self.semantic.nodes().kind(scoping.symbol_declaration(symbol)) {
            AstKind::VariableDeclarator(declarator) => match &declarator.id {
                BindingPattern::BindingIdentifier(_) => declarator.init.as_ref(),
                _ => None,
            },
            _ => None,
        }
    }

    /// The comment that speaks of a function: before itself, or before the declaration, property or statement that it
    /// is the point of.
    pub(super) fn doc<'d>(&self, id: NodeId, docs: &'d BTreeMap<u32, Doc>) -> Option<&'d Doc> {
        let nodes = self.semantic.nodes();
        let mut here = id;
        loop {
            let kind = nodes.kind(here);
            if let Some(doc) = docs.get(&kind.span().start) {
                return Some(doc);
            }
            let parent = nodes.parent_id(here);
            match nodes.kind(parent) {
                AstKind::VariableDeclaration(declared)
                    if declared.declarations.first().is_some_and(|first| first.span == kind.span()) => {}
                AstKind::VariableDeclarator(_)
                | AstKind::AssignmentExpression(_)
                | AstKind::ExpressionStatement(_)
                | AstKind::ObjectProperty(_)
                | AstKind::MethodDefinition(_)
                | AstKind::PropertyDefinition(_)
                | AstKind::AccessorProperty(_)
                | AstKind::ExportDeclaration(_)
                | AstKind::ExportDefaultDeclaration(_)
                | AstKind::LogicalExpression(_)
                | AstKind::TSAsExpression(_)
                | AstKind::TSSatisfiesExpression(_) => {}
                _ => return None,
            }
            here = parent;
        }
    }
}

fn target_name(target: &AssignmentTarget<'_>) -> Option<String> {
    let simple = target.as_simple_assignment_target()?;
    match simple {
        SimpleAssignmentTarget::PrivateFieldExpression(member) => Some(format!("#{}", member.field.name)),
        SimpleAssignmentTarget::ComputedMemberExpression(member) => match &member.expression {
            Expression::StaticMemberExpression(key) => dotted(key).map(|key| format!("[{key}]")),
            _ => simple.get_identifier_name().map(str::to_owned),
        },
        _ => simple.get_identifier_name().map(str::to_owned),
    }
}

/// A key as a name; a well-known symbol as JavaScript would name the function: `[Symbol.iterator]`.
fn key_name(key: &PropertyKey<'_>) -> Option<String> {
    match key {
        PropertyKey::PrivateIdentifier(name) => Some(format!("#{}", name.name)),
        PropertyKey::StaticMemberExpression(member) => dotted(member).map(|key| format!("[{key}]")),
        other => other.static_name().map(|name| name.into_owned()),
    }
}

fn dotted(member: &StaticMemberExpression<'_>) -> Option<String> {
    match &member.object {
        Expression::Identifier(object) => Some(format!("{}.{}", object.name, member.property.name)),
        _ => None,
    }
}

/// The last name of `Foo`, `ns.Foo`, `exports.Foo`.
fn owner_name(expression: &Expression<'_>) -> Option<String> {
    match expression.get_inner_expression() {
        Expression::Identifier(identifier) => Some(identifier.name.to_string()),
        Expression::StaticMemberExpression(member) => Some(member.property.name.to_string()),
        _ => None,
    }
}
