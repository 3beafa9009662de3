//! Whether a function makes an object by assigning to `this`, as constructors do, in the old style too.

use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument, AssignmentTarget, BindingPattern, CallExpression, Class, Expression, Function, FunctionBody,
    MemberExpression, SimpleAssignmentTarget, VariableDeclarator,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::Semantic;
use oxc_syntax::scope::ScopeFlags;
use oxc_syntax::symbol::SymbolId;

/// Whether the body assigns to a property of `this`. Arrow functions inside share its `this`, other functions do not;
/// a variable that holds `this` counts wherever it is used.
pub(super) fn assigns_this<'a>(semantic: &Semantic<'a>, body: &FunctionBody<'a>) -> bool {
    let mut search = Search { found: false, aliases: Vec::new() };
    search.visit_function_body(body);
    search.found || search.aliases.into_iter().any(|alias| is_assigned_to(semantic, alias))
}

struct Search {
    found: bool,
    /// `var self = this`
    aliases: Vec<SymbolId>,
}

impl<'a> VisitJs<'a> for Search {
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    fn visit_class(&mut self, _: &Class<'a>) {}

    fn visit_simple_assignment_target(&mut self, target: &SimpleAssignmentTarget<'a>) {
        self.found |= target.as_member_expression().is_some_and(is_own_property);
        walk_js::walk_simple_assignment_target(self, target);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        let defines = ["assign", "defineProperty", "defineProperties"]
            .iter()
            .any(|name| call.callee.is_specific_member_access("Object", name));
        self.found |= defines && matches!(call.arguments.first(), Some(Argument::ThisExpression(_)));
        walk_js::walk_call_expression(self, call);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        if let (BindingPattern::BindingIdentifier(id), Some(Expression::ThisExpression(_))) =
            (&declarator.id, &declarator.init)
        {
            self.aliases.extend(id.symbol_id.get());
        }
        walk_js::walk_variable_declarator(self, declarator);
    }
}

fn is_own_property(member: &MemberExpression<'_>) -> bool {
    matches!(member.object(), Expression::ThisExpression(_))
}

fn is_assigned_to(semantic: &Semantic<'_>, alias: SymbolId) -> bool {
    let nodes = semantic.nodes();
    semantic.scoping().get_resolved_references(alias).any(|reference| {
        let member = nodes.parent_id(reference.node_id());
        match (nodes.kind(member), nodes.parent_kind(member)) {
            (AstKind::StaticMemberExpression(member), AstKind::AssignmentExpression(assignment)) => {
                match &assignment.left {
                    AssignmentTarget::StaticMemberExpression(target) => target.span == member.span,
                    _ => false,
                }
            }
            (AstKind::ComputedMemberExpression(member), AstKind::AssignmentExpression(assignment)) => {
                match &assignment.left {
                    AssignmentTarget::ComputedMemberExpression(target) => target.span == member.span,
                    _ => false,
                }
            }
            _ => false,
        }
    })
}
