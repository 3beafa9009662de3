//! References to imported names, wherever in the module they stand.

use oxc_ast::AstKind;
use oxc_span::{GetSpan, Span};
use oxc_syntax::node::NodeId;

use super::Linker;

impl Linker<'_, '_> {
    pub(super) fn rewrite_references(&mut self) {
        let semantic = self.semantic;
        for (symbol, imported) in &self.imported {
            for reference in semantic.scoping().get_resolved_references(*symbol) {
                let node = reference.node_id();
                let span = semantic.nodes().kind(node).span();
                let expression = &imported.expression;
                let text = match context_of(semantic.nodes(), node, span) {
                    Context::ExportList => continue,
                    Context::Shorthand => {
                        format!("{}:{expression}", &self.source[span.start as usize..span.end as usize])
                    }
                    Context::Callee { starts_statement } if imported.is_property => {
                        // A line that now starts with a parenthesis must not continue the one before.
                        let separator = if starts_statement { ";" } else { "" };
                        format!("{separator}(0,{expression})")
                    }
                    _ => expression.clone(),
                };
                self.edits.replace(span.start, span.end, text);
            }
        }
    }
}

enum Context {
    /// `export { x }`, which is gone.
    ExportList,
    /// `{ x }` in an object or in a pattern that assigns.
    Shorthand,
    /// What is called, or the tag of a template.
    Callee {
        starts_statement: bool,
    },
    Other,
}

fn context_of(nodes: &oxc_semantic::AstNodes<'_>, node: NodeId, span: Span) -> Context {
    match nodes.parent_kind(node) {
        AstKind::ExportSpecifier(_) => Context::ExportList,
        AstKind::ObjectProperty(property) if property.shorthand && property.value.span() == span => {
            Context::Shorthand
        }
        AstKind::AssignmentTargetPropertyIdentifier(property) if property.binding.span == span => {
            Context::Shorthand
        }
        AstKind::CallExpression(call) if call.callee.span() == span => {
            Context::Callee { starts_statement: starts_statement(nodes, node, span) }
        }
        AstKind::TaggedTemplateExpression(template) if template.tag.span() == span => {
            Context::Callee { starts_statement: starts_statement(nodes, node, span) }
        }
        _ => Context::Other,
    }
}

/// Whether a node is the first thing of a statement that stands in a list, where an empty one may precede it.
fn starts_statement(nodes: &oxc_semantic::AstNodes<'_>, node: NodeId, span: Span) -> bool {
    let mut ancestors = nodes.ancestors(node);
    let Some(statement) =
        ancestors.find(|ancestor| matches!(ancestor.kind(), AstKind::ExpressionStatement(_)))
    else {
        return false;
    };
    let in_a_list = matches!(
        nodes.parent_kind(statement.id()),
        AstKind::Program(_)
            | AstKind::FunctionBody(_)
            | AstKind::BlockStatement(_)
            | AstKind::SwitchCase(_)
            | AstKind::StaticBlock(_)
    );
    in_a_list && statement.span().start == span.start
}
