//! Every function of a file with what is said of it: the place where names, comments, types and usages meet.

use std::collections::BTreeMap;

use kiskadee_model::{Constants, FunctionFacts, Type};
use oxc_ast::AstKind;
use oxc_ast::ast::{
    ArrowFunctionExpression, FormalParameters, Function, FunctionType, TSTypeAnnotation,
    TSTypeParameterDeclaration,
};
use oxc_semantic::Semantic;
use oxc_span::Span;
use oxc_syntax::node::NodeId;

use super::assigns_this::assigns_this;
use super::constants;
use super::doc_params::doc_params;
use super::jsdoc::Doc;
use super::naming::Naming;
use super::params::Sources;
use super::shape::union;
use super::types::{Scope, Types};

/// The facts of every function that has a body, in the order of the source.
pub(super) fn functions<'a>(
    semantic: &Semantic<'a>,
    types: &Types<'a, '_>,
    docs: &BTreeMap<u32, Doc>,
) -> Vec<FunctionFacts> {
    let reader = Reader { semantic, types, docs, overloads: overloads(semantic) };
    let mut found: Vec<FunctionFacts> = semantic
        .nodes()
        .iter()
        .filter_map(|node| match node.kind() {
            AstKind::Function(function) => Syntax::of_function(node.id(), function),
            AstKind::ArrowFunctionExpression(arrow) => Some(Syntax::of_arrow(node.id(), arrow)),
            _ => None,
        })
        .map(|syntax| reader.facts(&syntax))
        .collect();
    found.sort_by_key(|facts| (facts.span_start, std::cmp::Reverse(facts.span_end)));
    found
}

/// Where overloads and their implementation stand together: the list of statements or members, and the name.
type Place = (NodeId, bool, String);

/// Signatures without a body, by the place where the implementation is to be found.
fn overloads<'a>(semantic: &Semantic<'a>) -> BTreeMap<Place, Vec<&'a Function<'a>>> {
    let mut found: BTreeMap<Place, Vec<&'a Function<'a>>> = BTreeMap::new();
    for node in semantic.nodes().iter() {
        if let AstKind::Function(function) = node.kind()
            && function.body.is_none()
            && let Some(place) = place(semantic, node.id(), function)
        {
            found.entry(place).or_default().push(function);
        }
    }
    found
}

fn place<'a>(semantic: &Semantic<'a>, id: NodeId, function: &Function<'a>) -> Option<Place> {
    let nodes = semantic.nodes();
    let parent = nodes.parent_id(id);
    match nodes.kind(parent) {
        AstKind::MethodDefinition(method) => {
            let name = Naming { semantic }.name(id)?;
            Some((nodes.parent_id(parent), method.r#static, name))
        }
        AstKind::ExportDeclaration(_) | AstKind::ExportDefaultDeclaration(_) => Some((
            nodes.parent_id(parent),
            false,
            function.name().map_or("default".into(), |n| n.to_string()),
        )),
        _ => Some((parent, false, function.name()?.to_string())),
    }
}

/// What functions and arrow functions have in common.
struct Syntax<'a> {
    id: NodeId,
    span: Span,
    own_name: Option<&'a str>,
    function: Option<&'a Function<'a>>,
    params: &'a FormalParameters<'a>,
    type_parameters: Option<&'a TSTypeParameterDeclaration<'a>>,
    returns: Option<&'a TSTypeAnnotation<'a>>,
    is_async: bool,
    is_generator: bool,
    constants: Constants,
}

impl<'a> Syntax<'a> {
    fn of_function(id: NodeId, function: &'a Function<'a>) -> Option<Self> {
        function.body.as_ref()?;
        Some(Self {
            id,
            span: function.span,
            own_name: function.id.as_ref().map(|id| id.name.as_str()),
            function: Some(function),
            params: &function.params,
            type_parameters: function.type_parameters.as_deref(),
            returns: function.return_type.as_deref(),
            is_async: function.r#async,
            is_generator: function.generator,
            constants: constants::of_function(function),
        })
    }

    fn of_arrow(id: NodeId, arrow: &'a ArrowFunctionExpression<'a>) -> Self {
        Self {
            id,
            span: arrow.span,
            own_name: None,
            function: None,
            params: &arrow.params,
            type_parameters: arrow.type_parameters.as_deref(),
            returns: arrow.return_type.as_deref(),
            is_async: arrow.r#async,
            is_generator: false,
            constants: constants::of_arrow(arrow),
        }
    }
}

struct Reader<'s, 'a, 'h> {
    semantic: &'s Semantic<'a>,
    types: &'s Types<'a, 'h>,
    docs: &'s BTreeMap<u32, Doc>,
    overloads: BTreeMap<Place, Vec<&'a Function<'a>>>,
}

impl<'a> Reader<'_, 'a, '_> {
    fn facts(&self, syntax: &Syntax<'a>) -> FunctionFacts {
        let naming = Naming { semantic: self.semantic };
        let doc = self.doc(&naming, syntax.id);
        let scope = self.scope(syntax, doc);
        let overloads = self.overloads_of(syntax);
        let (expected, expected_result) = self.expected(syntax.id, doc, &scope);
        let sources = Sources {
            semantic: self.semantic,
            types: self.types,
            scope: &scope,
            docs: self.docs,
            documented: doc.map(|doc| doc_params(doc.params(), self.types, &scope)).unwrap_or_default(),
            overloads,
            expected,
        };
        FunctionFacts {
            span_start: syntax.span.start,
            span_end: syntax.span.end,
            name: syntax.own_name.map(str::to_owned).or_else(|| naming.name(syntax.id)).unwrap_or_default(),
            class: naming.class(syntax.id),
            params: sources.params(syntax.params),
            returns: self.returns(syntax, overloads, doc, &scope).unwrap_or(expected_result),
            is_async: syntax.is_async,
            is_generator: syntax.is_generator,
            assigns_this: syntax.function.is_some_and(|function| self.assigns_this(function)),
            constants: syntax.constants.clone(),
        }
    }

    fn assigns_this(&self, function: &Function<'a>) -> bool {
        // A parameter property (`constructor(private x)`) is an assignment in disguise.
        function.params.items.iter().any(|item| item.has_modifier())
            || function.body.as_ref().is_some_and(|body| assigns_this(self.semantic, body))
    }

    /// The function's comment; a constructor's parameters may also be told in that of the class.
    fn doc(&self, naming: &Naming<'_, 'a>, id: NodeId) -> Option<&Doc> {
        let nodes = self.semantic.nodes();
        naming.doc(id, self.docs).or_else(|| {
            let method = nodes.parent_id(id);
            match nodes.kind(method) {
                AstKind::MethodDefinition(definition) if definition.kind.is_constructor() => {
                    naming.doc(nodes.parent_id(nodes.parent_id(method)), self.docs)
                }
                _ => None,
            }
        })
    }

    /// The type parameters that are in force, of what encloses the function first.
    fn scope(&self, syntax: &Syntax<'a>, doc: Option<&Doc>) -> Scope {
        let mut scope = self.types.start();
        let enclosing: Vec<AstKind<'a>> = self.semantic.nodes().ancestor_kinds(syntax.id).collect();
        for kind in enclosing.into_iter().rev() {
            let parameters = match kind {
                AstKind::Class(class) => class.type_parameters.as_deref(),
                AstKind::Function(function) => function.type_parameters.as_deref(),
                AstKind::ArrowFunctionExpression(arrow) => arrow.type_parameters.as_deref(),
                _ => None,
            };
            self.types.bind_parameters(parameters, &[], &mut scope);
        }
        self.types.bind_parameters(syntax.type_parameters, &[], &mut scope);
        for template in doc.iter().flat_map(|doc| doc.of(&["template"])) {
            if let Some(bound) = &template.ty {
                let bound = self.types.doc(bound, &scope).ty;
                scope.bind(&template.name, bound);
            }
        }
        scope
    }

    fn overloads_of(&self, syntax: &Syntax<'a>) -> &[&'a Function<'a>] {
        let function = syntax.function.filter(|function| {
            matches!(function.r#type, FunctionType::FunctionDeclaration | FunctionType::FunctionExpression)
        });
        let place = function.and_then(|function| place(self.semantic, syntax.id, function));
        place.and_then(|place| self.overloads.get(&place)).map_or(&[], Vec::as_slice)
    }

    /// What the declared type of the variable, or `@type`, says of a function's parameters and result.
    fn expected(&self, id: NodeId, doc: Option<&Doc>, scope: &Scope) -> (Vec<Type>, Type) {
        let annotation = match self.semantic.nodes().parent_kind(id) {
            AstKind::VariableDeclarator(declarator) => declarator.type_annotation.as_deref(),
            AstKind::PropertyDefinition(property) => property.type_annotation.as_deref(),
            _ => None,
        };
        let declared = match annotation {
            Some(annotation) => self.types.annotation(annotation, scope),
            None => doc
                .and_then(|doc| doc.declared())
                .map(|text| self.types.doc(text, scope).ty)
                .unwrap_or_default(),
        };
        match declared {
            Type::Function { params, returns } => (params, *returns),
            _ => (Vec::new(), Type::Any),
        }
    }

    fn returns(
        &self,
        syntax: &Syntax<'a>,
        overloads: &[&Function<'a>],
        doc: Option<&Doc>,
        scope: &Scope,
    ) -> Option<Type> {
        let overloaded: Vec<Type> = overloads
            .iter()
            .filter_map(|overload| overload.return_type.as_ref())
            .map(|annotation| self.types.annotation(annotation, scope))
            .collect();
        if !overloaded.is_empty() {
            return Some(union(overloaded));
        }
        match syntax.returns {
            Some(annotation) => Some(self.types.annotation(annotation, scope)),
            None => doc.and_then(Doc::returns).map(|text| self.types.doc(text, scope).ty),
        }
    }
}
