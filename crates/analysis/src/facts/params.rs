//! The parameters of a function: names from the source, types from TypeScript, then JSDoc, then defaults and patterns.

use std::collections::BTreeMap;

use kiskadee_model::{Param, Property, Type};
use oxc_ast::ast::{
    BindingPattern, FormalParameter, FormalParameterRest, FormalParameters, Function, TSTypeAnnotation,
};
use oxc_semantic::Semantic;

use super::doc_params::DocParam;
use super::jsdoc::Doc;
use super::literal::{type_of, value_of};
use super::shape::{union, without_undefined};
use super::types::{Scope, Types};
use super::usage;

/// What tells of a function's parameters besides the parameters themselves.
pub(super) struct Sources<'s, 'a, 'h> {
    pub(super) semantic: &'s Semantic<'a>,
    pub(super) types: &'s Types<'a, 'h>,
    pub(super) scope: &'s Scope,
    /// All JSDoc comments, for those that stand inside the list of parameters.
    pub(super) docs: &'s BTreeMap<u32, Doc>,
    /// What the function's own comment declares.
    pub(super) documented: Vec<DocParam>,
    /// Signatures of TypeScript overloads.
    pub(super) overloads: &'s [&'a Function<'a>],
    /// The declared type of the variable or property that the function is given to.
    pub(super) expected: Vec<Type>,
}

impl<'a> Sources<'_, 'a, '_> {
    /// All parameters, the rest parameter last.
    pub(super) fn params(&self, list: &FormalParameters<'a>) -> Vec<Param> {
        let mut params: Vec<Param> =
            list.items.iter().enumerate().map(|(index, item)| self.param(index, item)).collect();
        params.extend(list.rest.as_ref().map(|rest| self.rest(list.items.len(), rest)));
        params
    }

    fn param(&self, index: usize, item: &FormalParameter<'a>) -> Param {
        let name = name_of(&item.pattern);
        let documented = self.documented(index, &name);
        let mut optional = item.optional || item.initializer.is_some();
        let declared = match self.overloaded(index) {
            Some((ty, missing)) => {
                optional |= missing;
                Some(ty)
            }
            None => self.annotated(item.type_annotation.as_deref()),
        };
        let declared = declared
            .or_else(|| self.inline_doc(item.span.start))
            .or_else(|| documented.map(|doc| doc.ty.clone()).filter(|ty| *ty != Type::Any))
            .or_else(|| self.expected.get(index).cloned().filter(|ty| *ty != Type::Any));
        let (declared, maybe) = declared.map(without_undefined).unzip();
        optional |= maybe.unwrap_or(false) || documented.is_some_and(|doc| doc.optional);
        let by_default = || match &item.initializer {
            Some(initializer) => type_of(initializer),
            None => Type::Any,
        };
        // `{}` as a declared or default type says less than the pattern does.
        let ty = match declared.unwrap_or_else(by_default) {
            Type::Any => pattern_type(&item.pattern),
            Type::Object(properties) if properties.is_empty() && item.pattern.is_object_pattern() => {
                pattern_type(&item.pattern)
            }
            ty => ty,
        };
        let default = item.initializer.as_deref().and_then(value_of);
        Param {
            name,
            ty,
            optional,
            rest: false,
            default: default.or_else(|| documented.and_then(|doc| doc.default.clone())),
            usage: usage::of_pattern(self.semantic, &item.pattern),
        }
    }

    fn rest(&self, index: usize, rest: &FormalParameterRest<'a>) -> Param {
        let pattern = &rest.rest.argument;
        let name = name_of(pattern);
        let ty = self.annotated(rest.type_annotation.as_deref()).or_else(|| {
            let documented = self.documented(index, &name)?;
            Some(match &documented.ty {
                Type::Array(_) if !documented.rest => documented.ty.clone(),
                element => Type::Array(Box::new(element.clone())),
            })
        });
        Param {
            ty: ty.unwrap_or_default(),
            optional: true,
            rest: true,
            default: None,
            usage: usage::of_pattern(self.semantic, pattern),
            name,
        }
    }

    fn annotated(&self, annotation: Option<&TSTypeAnnotation<'a>>) -> Option<Type> {
        annotation.map(|annotation| self.types.annotation(annotation, self.scope))
    }

    /// `/** @type {T} */ param`, or just `/** T */` for the types of the language.
    fn inline_doc(&self, start: u32) -> Option<Type> {
        let doc = self.docs.get(&start)?;
        let plain =
            || ["string", "number", "boolean"].contains(&doc.summary.as_str()).then_some(&*doc.summary);
        let text = doc.declared().or_else(plain)?;
        Some(self.types.doc(text, self.scope).ty).filter(|ty| *ty != Type::Any)
    }

    /// The union of what the overloads take at a position, and whether one of them does without.
    fn overloaded(&self, index: usize) -> Option<(Type, bool)> {
        let mut types = Vec::new();
        let mut missing = false;
        for overload in self.overloads {
            match overload.params.items.get(index) {
                Some(item) => {
                    let mut scope = self.scope.clone();
                    self.types.bind_parameters(overload.type_parameters.as_deref(), &[], &mut scope);
                    missing |= item.optional;
                    types.extend(item.type_annotation.as_ref().map(|a| self.types.annotation(a, &scope)));
                }
                None => missing = true,
            }
        }
        (!types.is_empty()).then(|| (union(types), missing))
    }

    /// What JSDoc says: by name, or by position for a pattern and for a name that the comment gets wrong.
    fn documented(&self, index: usize, name: &str) -> Option<&DocParam> {
        let by_name = || self.documented.iter().find(|doc| !name.is_empty() && doc.name == name);
        by_name().or_else(|| self.documented.get(index).filter(|_| name.is_empty()))
    }
}

fn name_of(pattern: &BindingPattern<'_>) -> String {
    match pattern {
        BindingPattern::BindingIdentifier(identifier) => identifier.name.to_string(),
        _ => String::new(),
    }
}

/// What a pattern takes apart must be of this shape.
fn pattern_type(pattern: &BindingPattern<'_>) -> Type {
    match pattern {
        BindingPattern::BindingIdentifier(_) => Type::Any,
        BindingPattern::AssignmentPattern(assignment) => match type_of(&assignment.right) {
            Type::Any => pattern_type(&assignment.left),
            Type::Object(properties) if properties.is_empty() => match pattern_type(&assignment.left) {
                Type::Any => Type::Object(properties),
                ty => ty,
            },
            ty => ty,
        },
        BindingPattern::ArrayPattern(_) => Type::Array(Box::new(Type::Any)),
        BindingPattern::ObjectPattern(object) => Type::Object(
            object
                .properties
                .iter()
                .filter(|property| !property.computed)
                .filter_map(|property| {
                    let optional = property.value.is_assignment_pattern();
                    let key = property.key.static_name()?.into_owned();
                    Some(Property { key, ty: pattern_type(&property.value), optional })
                })
                .collect(),
        ),
    }
}
