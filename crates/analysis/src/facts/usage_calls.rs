//! What calls tell of a value: it is called itself, one of its methods is, or it is handed to something that is known
//! (`/re/.test(x)`, `['a', 'b'].includes(x)`, `Array.isArray(x)`, a function of the same file).

use kiskadee_model::{Expr, Usage};
use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument, ArrayExpressionElement, CallExpression, ClassElement, Expression, FormalParameters,
    NewExpression,
};
use oxc_span::{GetSpan, Span};

use super::literal::regexp_of;
use super::usage::{Watch, add, called};

/// A value is followed through so many calls: farther away it is mostly converted to something else.
const CALLS: usize = 2;

/// Methods of strings whose first argument may be a regular expression.
const TEXT_METHODS: [&str; 6] = ["match", "matchAll", "replace", "replaceAll", "search", "split"];

/// Methods of arrays that give each element to a callback, with the parameter that receives it.
const ELEMENT_METHODS: [(&str, usize); 14] = [
    ("forEach", 0),
    ("map", 0),
    ("filter", 0),
    ("some", 0),
    ("every", 0),
    ("find", 0),
    ("findIndex", 0),
    ("findLast", 0),
    ("findLastIndex", 0),
    ("flatMap", 0),
    ("sort", 0),
    ("toSorted", 0),
    ("reduce", 1),
    ("reduceRight", 1),
];

impl<'a> Watch<'_, 'a> {
    /// The value is the callee of a call, or an argument.
    pub(super) fn call(&mut self, call: &CallExpression<'a>, here: Span, usage: &mut Usage, depth: usize) {
        if call.callee.span() == here {
            return called(usage, call.arguments.len());
        }
        let Some(index) = call.arguments.iter().position(|argument| argument.span() == here) else { return };
        match call.callee.get_inner_expression() {
            Expression::Identifier(callee) => match callee.name.as_str() {
                "isNaN" | "isFinite" | "Number" if index == 0 => usage.arithmetic = true,
                _ => self.passed_on(&call.callee, &call.arguments, index, usage, depth),
            },
            Expression::StaticMemberExpression(member) => {
                let name = member.property.name.as_str();
                if index == 0 {
                    self.handed_to_method(&member.object, name, usage);
                }
                let asks_for_key = match name {
                    "hasOwn" => member.object.is_specific_id("Object"),
                    "call" => is_has_own_property(&member.object),
                    _ => false,
                };
                if asks_for_key && index == 0 {
                    self.key_argument(&call.arguments, 1, usage, depth);
                }
            }
            _ => {}
        }
    }

    /// The value is what `new` constructs, or an argument.
    pub(super) fn new_expression(
        &mut self,
        new: &NewExpression<'a>,
        here: Span,
        usage: &mut Usage,
        depth: usize,
    ) {
        if new.callee.span() == here {
            usage.constructed = true;
            return;
        }
        let Some(index) = new.arguments.iter().position(|argument| argument.span() == here) else { return };
        match &new.callee {
            Expression::Identifier(class)
                if matches!(class.name.as_str(), "Set" | "Map" | "WeakSet" | "WeakMap") =>
            {
                usage.iterated = true;
            }
            callee => self.passed_on(callee, &new.arguments, index, usage, depth),
        }
    }

    /// A method of the value is called.
    pub(super) fn method(&mut self, call: &CallExpression<'a>, name: &str, usage: &mut Usage, depth: usize) {
        let arguments = &call.arguments;
        match name {
            // Nothing but a function has these.
            "call" => return called(usage, arguments.len().saturating_sub(1)),
            "apply" | "bind" => return called(usage, 0),
            "hasOwnProperty" => return self.key_argument(arguments, 0, usage, depth),
            _ => {}
        }
        add(&mut usage.methods, (name.to_owned(), arguments.len()));
        let first = arguments.first().and_then(Argument::as_expression);
        if TEXT_METHODS.contains(&name)
            && let Some(regexp) = first.and_then(|first| self.regexp(first))
        {
            add(&mut usage.matched, regexp);
        }
        if let Some(&(_, position)) = ELEMENT_METHODS.iter().find(|(method, _)| *method == name)
            && let Some(params) = first.and_then(parameters)
        {
            let Some(param) = params.items.get(position) else { return };
            self.with_elements(usage, depth, |watch, inner, depth| {
                watch.pattern(&param.pattern, inner, depth)
            });
        }
    }

    /// The value is the first argument of a method that is known.
    fn handed_to_method(&mut self, object: &Expression<'a>, name: &str, usage: &mut Usage) {
        if let Expression::Identifier(global) = object
            && self.symbol_of(global).is_none()
        {
            match (global.name.as_str(), name) {
                ("Array", "isArray") => add(&mut usage.instanceof_tests, "Array".to_owned()),
                ("Buffer", "isBuffer") => add(&mut usage.instanceof_tests, "Buffer".to_owned()),
                (
                    "Array" | "Promise" | "Object",
                    "from" | "fromEntries" | "all" | "allSettled" | "race" | "any",
                ) => {
                    usage.iterated = true;
                }
                ("Math", _) | ("Number", "isInteger" | "isSafeInteger" | "isFinite" | "isNaN") => {
                    usage.arithmetic = true;
                }
                _ => {}
            }
            return;
        }
        match name {
            "test" | "exec" => {
                if let Some(regexp) = self.regexp(object) {
                    add(&mut usage.matched, regexp);
                }
            }
            "includes" | "indexOf" | "lastIndexOf" | "has" => {
                for value in self.listed(object) {
                    add(&mut usage.compared, value);
                }
            }
            _ => {}
        }
    }

    /// The regular expression that an expression is, or that a constant was given.
    fn regexp(&self, expression: &Expression<'a>) -> Option<(String, String)> {
        let literal = |expression: &Expression<'a>| match expression {
            Expression::RegExpLiteral(literal) => Some(regexp_of(literal)),
            _ => None,
        };
        literal(expression).or_else(|| literal(self.definition(expression)?))
    }

    /// The literals of an array or of `new Set([…])`, in place or as a constant.
    fn listed(&self, expression: &Expression<'a>) -> Vec<Expr> {
        let array = match self.definition(expression).unwrap_or(expression).get_inner_expression() {
            Expression::ArrayExpression(array) => array,
            Expression::NewExpression(new) if new.callee.is_specific_id("Set") => {
                match new.arguments.first().and_then(Argument::as_expression) {
                    Some(Expression::ArrayExpression(array)) => array,
                    _ => return Vec::new(),
                }
            }
            _ => return Vec::new(),
        };
        let elements = array.elements.iter().filter_map(ArrayExpressionElement::as_expression);
        elements.filter_map(|element| self.constant(element)).filter(|value| !value.makes_object()).collect()
    }

    /// A literal argument that names a property of the value.
    fn key_argument(&mut self, arguments: &[Argument<'a>], at: usize, usage: &mut Usage, depth: usize) {
        if let Some(Argument::StringLiteral(name)) = arguments.get(at) {
            self.with_member(name.value.as_str(), usage, depth, |_, _, _| {});
        }
    }

    /// The value is handed to a function or a class of the same file: what happens to it there counts as well.
    fn passed_on(
        &mut self,
        callee: &Expression<'a>,
        arguments: &[Argument<'a>],
        index: usize,
        usage: &mut Usage,
        depth: usize,
    ) {
        let Expression::Identifier(identifier) = callee else { return };
        if self.calls >= CALLS || arguments[..index].iter().any(Argument::is_spread) {
            return;
        }
        let Some(symbol) = self.symbol_of(identifier) else { return };
        let declaration = self.semantic.scoping().symbol_declaration(symbol);
        let params = match self.semantic.nodes().kind(declaration) {
            AstKind::Function(function) => Some(&*function.params),
            AstKind::Class(class) => class.body.body.iter().find_map(|element| match element {
                ClassElement::MethodDefinition(method) if method.kind.is_constructor() => {
                    Some(&*method.value.params)
                }
                _ => None,
            }),
            AstKind::VariableDeclarator(declarator) => declarator.init.as_ref().and_then(parameters),
            _ => None,
        };
        if let Some(param) = params.and_then(|params| params.items.get(index)) {
            self.calls += 1;
            self.pattern(&param.pattern, usage, depth);
            self.calls -= 1;
        }
    }
}

fn parameters<'e, 'a>(function: &'e Expression<'a>) -> Option<&'e FormalParameters<'a>> {
    match function.get_inner_expression() {
        Expression::FunctionExpression(function) => Some(&function.params),
        Expression::ArrowFunctionExpression(arrow) => Some(&arrow.params),
        _ => None,
    }
}

/// `Object.prototype.hasOwnProperty`, or a name that clearly holds it.
fn is_has_own_property(expression: &Expression<'_>) -> bool {
    match expression.get_inner_expression() {
        Expression::StaticMemberExpression(member) => member.property.name == "hasOwnProperty",
        Expression::Identifier(identifier) => {
            matches!(identifier.name.as_str(), "hasOwnProperty" | "hasOwn" | "has" | "hasProp")
        }
        _ => false,
    }
}
