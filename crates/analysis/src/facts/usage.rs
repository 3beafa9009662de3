//! What a function's body does with a parameter: every reference to it is followed outwards through the expressions it
//! stands in, until it is used for something. Calls are read in `usage_calls`, patterns in `usage_patterns`.

use kiskadee_model::{Expr, Type, Usage};
use oxc_ast::AstKind;
use oxc_ast::ast::{
    AssignmentExpression, AssignmentOperator, BinaryExpression, BinaryOperator, BindingPattern, Expression,
    ForStatementLeft, IdentifierReference, LogicalOperator, SwitchStatement, UnaryOperator,
};
use oxc_semantic::Semantic;
use oxc_span::{GetSpan, Span};
use oxc_syntax::node::NodeId;
use oxc_syntax::symbol::SymbolId;

use super::literal::{type_of, value_of};

/// Members of members are followed so deep.
const DEEPEST: usize = 4;
/// References that are followed for one parameter.
const REFERENCES: usize = 2000;

/// What is done with what a parameter's pattern binds.
pub(super) fn of_pattern<'a>(semantic: &Semantic<'a>, pattern: &BindingPattern<'a>) -> Usage {
    let mut watch = Watch { semantic, inside: Vec::new(), left: REFERENCES, calls: 0 };
    let mut usage = Usage::default();
    watch.pattern(pattern, &mut usage, 0);
    usage
}

/// One walk for one parameter.
pub(super) struct Watch<'s, 'a> {
    pub(super) semantic: &'s Semantic<'a>,
    /// Variables whose references are being followed, so that `node = node.next` ends.
    inside: Vec<SymbolId>,
    left: usize,
    /// Calls that the value has been handed through.
    pub(super) calls: usize,
}

impl<'a> Watch<'_, 'a> {
    /// Follows all references of a variable, in the order of the source.
    pub(super) fn symbol(&mut self, symbol: SymbolId, usage: &mut Usage, depth: usize) {
        if self.inside.contains(&symbol) {
            return;
        }
        self.inside.push(symbol);
        for reference in self.references(symbol) {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            self.expression(reference, usage, depth);
        }
        self.inside.pop();
    }

    fn references(&self, symbol: SymbolId) -> Vec<NodeId> {
        let references = self.semantic.scoping().get_resolved_references(symbol);
        let mut nodes: Vec<NodeId> = references.map(|reference| reference.node_id()).collect();
        nodes.sort_unstable();
        nodes
    }

    /// What the surroundings of an expression do with its value.
    pub(super) fn expression(&mut self, id: NodeId, usage: &mut Usage, depth: usize) {
        let nodes = self.semantic.nodes();
        let here = nodes.kind(id).span();
        let parent = nodes.parent_id(id);
        let is = |expression: &Expression<'a>| expression.span() == here;
        match nodes.kind(parent) {
            AstKind::ChainExpression(_)
            | AstKind::ParenthesizedExpression(_)
            | AstKind::TSAsExpression(_)
            | AstKind::TSSatisfiesExpression(_)
            | AstKind::TSNonNullExpression(_)
            | AstKind::TSTypeAssertion(_) => self.expression(parent, usage, depth),
            AstKind::StaticMemberExpression(member) => {
                self.member(parent, member.property.name.as_str(), usage, depth);
            }
            AstKind::ComputedMemberExpression(member) if is(&member.object) => {
                if let Expression::StringLiteral(name) = &member.expression {
                    self.member(parent, name.value.as_str(), usage, depth);
                } else {
                    usage.indexed = true;
                    self.with_elements(usage, depth, |watch, inner, depth| {
                        watch.expression(parent, inner, depth);
                    });
                }
            }
            AstKind::CallExpression(call) => self.call(call, here, usage, depth),
            AstKind::NewExpression(new) => self.new_expression(new, here, usage, depth),
            AstKind::TaggedTemplateExpression(tagged) if is(&tagged.tag) => {
                called(usage, tagged.quasi.expressions.len() + 1);
            }
            AstKind::SpreadElement(_) => {
                let copies = matches!(nodes.parent_kind(parent), AstKind::ObjectExpression(_));
                usage.iterated |= !copies;
            }
            AstKind::YieldExpression(expression) => usage.iterated |= expression.delegate,
            AstKind::AwaitExpression(_) => usage.awaited = true,
            AstKind::UpdateExpression(_) => usage.arithmetic = true,
            AstKind::UnaryExpression(unary) => match unary.operator {
                UnaryOperator::Typeof => self.type_name(parent, usage),
                UnaryOperator::UnaryNegation | UnaryOperator::UnaryPlus | UnaryOperator::BitwiseNot => {
                    usage.arithmetic = true;
                }
                UnaryOperator::LogicalNot | UnaryOperator::Void | UnaryOperator::Delete => {}
            },
            AstKind::BinaryExpression(binary) => self.binary(binary, here, usage, depth),
            AstKind::LogicalExpression(logical)
                if logical.operator != LogicalOperator::And || is(&logical.right) =>
            {
                self.expression(parent, usage, depth);
            }
            AstKind::ConditionalExpression(conditional) if !is(&conditional.test) => {
                self.expression(parent, usage, depth);
            }
            AstKind::SequenceExpression(sequence) if sequence.expressions.last().is_some_and(is) => {
                self.expression(parent, usage, depth);
            }
            AstKind::SwitchStatement(switch) => self.switch(switch, usage),
            AstKind::SwitchCase(case) if case.test.as_ref().is_some_and(is) => {
                if let AstKind::SwitchStatement(switch) = nodes.parent_kind(parent) {
                    self.compare(&switch.discriminant, usage);
                }
            }
            AstKind::ForOfStatement(of) if is(&of.right) => {
                usage.iterated = true;
                self.with_elements(usage, depth, |watch, inner, depth| match &of.left {
                    ForStatementLeft::VariableDeclaration(declared) => {
                        for declarator in &declared.declarations {
                            watch.pattern(&declarator.id, inner, depth);
                        }
                    }
                    left => {
                        if let Some(target) = left.as_assignment_target() {
                            watch.target(target, inner, depth);
                        }
                    }
                });
            }
            AstKind::VariableDeclarator(declarator) if declarator.init.as_ref().is_some_and(is) => {
                self.pattern(&declarator.id, usage, depth);
            }
            AstKind::AssignmentExpression(assignment) => {
                self.assignment(parent, assignment, here, usage, depth);
            }
            _ => {}
        }
    }

    fn assignment(
        &mut self,
        id: NodeId,
        assignment: &AssignmentExpression<'a>,
        here: Span,
        usage: &mut Usage,
        depth: usize,
    ) {
        let operator = assignment.operator;
        let plus = operator == AssignmentOperator::Addition;
        if operator.is_assign() || operator.is_logical() {
            if assignment.right.span() == here {
                self.target(&assignment.left, usage, depth);
                // `a = b = param`
                self.expression(id, usage, depth);
            }
        } else if !plus || type_of(&assignment.right) == Type::Number {
            usage.arithmetic = true;
        }
    }

    fn binary(&mut self, binary: &BinaryExpression<'a>, here: Span, usage: &mut Usage, depth: usize) {
        let is_left = binary.left.span() == here;
        let other = if is_left { &binary.right } else { &binary.left };
        let operator = binary.operator;
        if operator.is_equality() {
            self.compare(other, usage);
        } else if operator.is_compare() {
            self.compare(other, usage);
            usage.arithmetic |= !matches!(self.constant(other), Some(Expr::String(_)));
        } else if operator == BinaryOperator::Instanceof {
            if is_left && let Some(name) = class_name(other) {
                add(&mut usage.instanceof_tests, name);
            }
        } else if operator == BinaryOperator::In {
            if !is_left && let Expression::StringLiteral(name) = other {
                self.with_member(name.value.as_str(), usage, depth, |_, _, _| {});
            }
        } else if operator != BinaryOperator::Addition || type_of(other) == Type::Number {
            usage.arithmetic = true;
        }
    }

    fn switch(&mut self, switch: &SwitchStatement<'a>, usage: &mut Usage) {
        for test in switch.cases.iter().filter_map(|case| case.test.as_ref()) {
            self.compare(test, usage);
        }
    }

    /// What `typeof x`, or a variable that holds it, is compared with.
    fn type_name(&mut self, id: NodeId, usage: &mut Usage) {
        let nodes = self.semantic.nodes();
        let here = nodes.kind(id).span();
        let mut tests: Vec<&Expression<'a>> = Vec::new();
        match nodes.parent_kind(id) {
            AstKind::BinaryExpression(binary) if binary.operator.is_equality() => {
                tests.push(if binary.left.span() == here { &binary.right } else { &binary.left });
            }
            AstKind::SwitchStatement(switch) => {
                tests.extend(switch.cases.iter().filter_map(|case| case.test.as_ref()));
            }
            AstKind::VariableDeclarator(declarator) => {
                let symbol = declarator.id.get_binding_identifier().and_then(|id| id.symbol_id.get());
                if let Some(symbol) = symbol.filter(|symbol| !self.inside.contains(symbol)) {
                    self.inside.push(symbol);
                    for reference in self.references(symbol) {
                        self.type_name(reference, usage);
                    }
                    self.inside.pop();
                }
            }
            _ => {}
        }
        for test in tests {
            if let Some(Expr::String(text)) = self.constant(test)
                && let Some(text) = text.as_str()
            {
                add(&mut usage.typeof_tests, text.to_owned());
            }
        }
    }

    /// Records a comparison with what is constant.
    pub(super) fn compare(&self, other: &Expression<'a>, usage: &mut Usage) {
        if let Some(value) = self.constant(other).filter(|value| !value.makes_object()) {
            add(&mut usage.compared, value);
        }
    }

    /// The value of a literal, or of a constant that was given one.
    pub(super) fn constant(&self, expression: &Expression<'a>) -> Option<Expr> {
        value_of(expression).or_else(|| value_of(self.definition(expression)?))
    }

    /// What a name was given in its declaration, unless it is changed later.
    pub(super) fn definition(&self, expression: &Expression<'a>) -> Option<&'a Expression<'a>> {
        let Expression::Identifier(identifier) = expression.get_inner_expression() else { return None };
        let scoping = self.semantic.scoping();
        let symbol = self.symbol_of(identifier).filter(|&symbol| !scoping.symbol_is_mutated(symbol))?;
        match self.semantic.nodes().kind(scoping.symbol_declaration(symbol)) {
            AstKind::VariableDeclarator(declarator) if declarator.id.is_binding_identifier() => {
                declarator.init.as_ref()
            }
            _ => None,
        }
    }

    pub(super) fn symbol_of(&self, identifier: &IdentifierReference<'a>) -> Option<SymbolId> {
        self.semantic.scoping().get_reference(identifier.reference_id.get()?).symbol_id()
    }

    fn member(&mut self, id: NodeId, name: &str, usage: &mut Usage, depth: usize) {
        let nodes = self.semantic.nodes();
        let mut callee = id;
        while matches!(nodes.parent_kind(callee), AstKind::TSNonNullExpression(_)) {
            callee = nodes.parent_id(callee);
        }
        if let AstKind::CallExpression(call) = nodes.parent_kind(callee)
            && call.callee.span() == nodes.kind(callee).span()
        {
            return self.method(call, name, usage, depth);
        }
        self.with_member(name, usage, depth, |watch, member, depth| watch.expression(id, member, depth));
    }

    /// Notes a member and what is done to it.
    pub(super) fn with_member(
        &mut self,
        name: &str,
        usage: &mut Usage,
        depth: usize,
        follow: impl FnOnce(&mut Self, &mut Usage, usize),
    ) {
        let at = match usage.members.iter().position(|(key, _)| key == name) {
            Some(at) => at,
            None => {
                usage.members.push((name.to_owned(), Usage::default()));
                usage.members.len() - 1
            }
        };
        if depth + 1 < DEEPEST {
            follow(self, &mut usage.members[at].1, depth + 1);
        }
    }

    /// Notes what is done to elements, if anything is.
    pub(super) fn with_elements(
        &mut self,
        usage: &mut Usage,
        depth: usize,
        follow: impl FnOnce(&mut Self, &mut Usage, usize),
    ) {
        if depth + 1 < DEEPEST {
            let mut inner = usage.elements.take().map(|inner| *inner).unwrap_or_default();
            follow(self, &mut inner, depth + 1);
            usage.elements = (inner != Usage::default()).then(|| Box::new(inner));
        }
    }
}

/// It is called, perhaps with more arguments than elsewhere.
pub(super) fn called(usage: &mut Usage, arguments: usize) {
    usage.called = Some(usage.called.map_or(arguments, |before| before.max(arguments)));
}

pub(super) fn add<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

fn class_name(expression: &Expression<'_>) -> Option<String> {
    match expression.get_inner_expression() {
        Expression::Identifier(identifier) => Some(identifier.name.to_string()),
        Expression::StaticMemberExpression(member) => Some(member.property.name.to_string()),
        _ => None,
    }
}
