//! Which part of the instrumentation looks at which node. What is not listed is walked through.

use oxc_ast::AstKind;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use super::Instrumenter;
use super::branches::name_of_pattern;

impl<'a> Visit<'a> for Instrumenter<'a, '_> {
    fn enter_node(&mut self, kind: AstKind<'a>) {
        self.ancestors.push(kind);
    }

    fn leave_node(&mut self, _: AstKind<'a>) {
        self.ancestors.pop();
    }

    fn visit_parenthesized_expression(&mut self, it: &ParenthesizedExpression<'a>) {
        let inner = it.expression.without_parentheses().span();
        if self.parenthesized.is_none_or(|(known, _)| known != inner) {
            self.parenthesized = Some((inner, it.span.start));
        }
        self.visit_expression(&it.expression);
    }

    fn visit_hashbang(&mut self, it: &Hashbang<'a>) {
        self.probes.replace(it.span.start, it.span.start + 2, "//");
    }

    fn visit_statement(&mut self, it: &Statement<'a>) {
        self.any_statement(it);
    }

    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        self.counted(it.span, |this| walk::walk_expression_statement(this, it));
    }

    fn visit_break_statement(&mut self, it: &BreakStatement<'a>) {
        self.counted(it.span, |_| {});
    }

    fn visit_continue_statement(&mut self, it: &ContinueStatement<'a>) {
        self.counted(it.span, |_| {});
    }

    fn visit_debugger_statement(&mut self, it: &DebuggerStatement) {
        self.counted(it.span, |_| {});
    }

    fn visit_return_statement(&mut self, it: &ReturnStatement<'a>) {
        self.counted(it.span, |this| walk::walk_return_statement(this, it));
    }

    fn visit_throw_statement(&mut self, it: &ThrowStatement<'a>) {
        self.counted(it.span, |this| walk::walk_throw_statement(this, it));
    }

    fn visit_try_statement(&mut self, it: &TryStatement<'a>) {
        self.try_statement(it);
    }

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        self.if_statement(it);
    }

    fn visit_labeled_statement(&mut self, it: &LabeledStatement<'a>) {
        self.labelled(it);
    }

    fn visit_switch_statement(&mut self, it: &SwitchStatement<'a>) {
        self.switch(it);
    }

    fn visit_switch_case(&mut self, it: &SwitchCase<'a>) {
        self.switch_case(it);
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        let kind = AstKind::ForStatement(self.alloc(it));
        self.iteration(it.span, &it.body, |this| {
            this.enter_node(kind);
            if let Some(init) = &it.init {
                this.visit_for_statement_init(init);
            }
            if let Some(test) = &it.test {
                this.visit_expression(test);
            }
            if let Some(update) = &it.update {
                this.visit_expression(update);
            }
            this.visit_body(&it.body);
            this.leave_node(kind);
        });
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        let kind = AstKind::ForInStatement(self.alloc(it));
        self.iteration(it.span, &it.body, |this| {
            this.enter_node(kind);
            this.visit_for_statement_left(&it.left);
            this.visit_expression(&it.right);
            this.visit_body(&it.body);
            this.leave_node(kind);
        });
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.top_level_await |= it.r#await && self.function_depth == 0;
        let kind = AstKind::ForOfStatement(self.alloc(it));
        self.iteration(it.span, &it.body, |this| {
            this.enter_node(kind);
            this.visit_for_statement_left(&it.left);
            this.visit_expression(&it.right);
            this.visit_body(&it.body);
            this.leave_node(kind);
        });
    }

    fn visit_while_statement(&mut self, it: &WhileStatement<'a>) {
        let kind = AstKind::WhileStatement(self.alloc(it));
        self.iteration(it.span, &it.body, |this| {
            this.enter_node(kind);
            this.visit_expression(&it.test);
            this.visit_body(&it.body);
            this.leave_node(kind);
        });
    }

    fn visit_do_while_statement(&mut self, it: &DoWhileStatement<'a>) {
        let kind = AstKind::DoWhileStatement(self.alloc(it));
        self.iteration(it.span, &it.body, |this| {
            this.enter_node(kind);
            this.visit_body(&it.body);
            this.visit_expression(&it.test);
            this.leave_node(kind);
        });
    }

    fn visit_with_statement(&mut self, it: &WithStatement<'a>) {
        let kind = AstKind::WithStatement(self.alloc(it));
        self.with_body(it.span, &it.body, |this| {
            this.enter_node(kind);
            this.visit_expression(&it.object);
            this.visit_body(&it.body);
            this.leave_node(kind);
        });
    }

    fn visit_block_statement(&mut self, it: &BlockStatement<'a>) {
        self.only_ignore(it.span, |this| walk::walk_block_statement(this, it));
    }

    fn visit_function_body(&mut self, it: &FunctionBody<'a>) {
        self.only_ignore(it.span, |this| walk::walk_function_body(this, it));
    }

    fn visit_export_declaration(&mut self, it: &ExportDeclaration<'a>) {
        self.only_ignore(it.span, |this| walk::walk_export_declaration(this, it));
    }

    fn visit_export_default_declaration(&mut self, it: &ExportDefaultDeclaration<'a>) {
        self.only_ignore(it.span, |this| walk::walk_export_default_declaration(this, it));
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        self.variable_declaration(it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        self.variable_declarator(it);
    }

    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        self.perhaps_ambient(it.declare, |this| walk::walk_ts_namespace_declaration(this, it));
    }

    fn visit_ts_external_module_declaration(&mut self, it: &TSExternalModuleDeclaration<'a>) {
        self.perhaps_ambient(true, |this| walk::walk_ts_external_module_declaration(this, it));
    }

    fn visit_ts_global_declaration(&mut self, it: &TSGlobalDeclaration<'a>) {
        self.perhaps_ambient(true, |this| walk::walk_ts_global_declaration(this, it));
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.function(it, flags);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.arrow(it);
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        self.method(it);
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        self.object_property(it);
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        self.class(it);
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        self.class_field(it);
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        self.conditional(it);
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        self.logical(it);
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        let Some(value) = &it.initializer else {
            return walk::walk_formal_parameter(self, it);
        };
        // Decorators and modifiers stand before what Istanbul takes for the parameter.
        let pattern = Span::new(it.pattern.span().start, it.span.end);
        let entered = self.enter(pattern);
        self.default_value(pattern, value, name_of_pattern(&it.pattern));
        walk::walk_formal_parameter(self, it);
        self.leave(entered);
    }

    fn visit_assignment_pattern(&mut self, it: &AssignmentPattern<'a>) {
        let entered = self.enter(it.span);
        self.default_value(it.span, &it.right, name_of_pattern(&it.left));
        walk::walk_assignment_pattern(self, it);
        self.leave(entered);
    }

    fn visit_assignment_target_with_default(&mut self, it: &AssignmentTargetWithDefault<'a>) {
        let entered = self.enter(it.span);
        let name = match &it.binding {
            AssignmentTarget::AssignmentTargetIdentifier(identifier) => Some(identifier.name.as_str()),
            _ => None,
        };
        self.default_value(it.span, &it.init, name);
        walk::walk_assignment_target_with_default(self, it);
        self.leave(entered);
    }

    fn visit_assignment_target_property_identifier(&mut self, it: &AssignmentTargetPropertyIdentifier<'a>) {
        if let Some(value) = &it.init {
            self.default_value(it.span, value, Some(it.binding.name.as_str()));
        }
        walk::walk_assignment_target_property_identifier(self, it);
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        let keyword = offset_of_keyword_end(it.span);
        self.probes.replace(it.span.start, keyword, "$kDynamicImport");
        walk::walk_import_expression(self, it);
    }

    fn visit_import_meta(&mut self, it: &ImportMeta) {
        self.probes.replace(it.span.start, it.span.end, "$kMeta");
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        self.top_level_await |= self.function_depth == 0;
        walk::walk_await_expression(self, it);
    }

    fn visit_decorator(&mut self, it: &Decorator<'a>) {
        self.beyond_javascript = true;
        walk::walk_decorator(self, it);
    }

    fn visit_jsx_element(&mut self, it: &JSXElement<'a>) {
        self.beyond_javascript = true;
        walk::walk_jsx_element(self, it);
    }

    fn visit_jsx_fragment(&mut self, it: &JSXFragment<'a>) {
        self.beyond_javascript = true;
        walk::walk_jsx_fragment(self, it);
    }
}

impl Instrumenter<'_, '_> {
    /// A node whose comments count, but not the node itself.
    fn only_ignore(&mut self, span: Span, walk: impl FnOnce(&mut Self)) {
        let entered = self.enter(span);
        walk(self);
        self.leave(entered);
    }

    fn perhaps_ambient(&mut self, ambient: bool, walk: impl FnOnce(&mut Self)) {
        let outer = self.ambient;
        self.ambient |= ambient;
        walk(self);
        self.ambient = outer;
    }
}

fn offset_of_keyword_end(span: Span) -> u32 {
    const KEYWORD: u32 = "import".len() as u32;
    span.start + KEYWORD
}
