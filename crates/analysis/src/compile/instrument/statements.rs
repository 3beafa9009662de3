//! Statements, and the blocks that are put around single statements so that counters find room.

use oxc_ast::AstKind;
use oxc_ast::ast::{
    Expression, IfStatement, LabeledStatement, Statement, SwitchCase, SwitchStatement, TryStatement,
    VariableDeclaration, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};

use super::branches::name_of_pattern;
use super::probes::{BURN_STATEMENT, STAY_OUT};
use super::{Instrumenter, StatementPlace};
use crate::compile::coverage::{BranchKind, Counter, Range};
use crate::compile::hints::Hint;
use crate::compile::literal::quoted;

impl<'a> Instrumenter<'a, '_> {
    /// Takes note of where a statement stands, before it is visited as what it is.
    pub(super) fn any_statement(&mut self, it: &Statement<'a>) {
        let label_start = self.label_start.take();
        self.statement = StatementPlace {
            counter_at: label_start.unwrap_or(it.span().start),
            body_of_construct: std::mem::take(&mut self.body_of_construct),
            labelled: label_start.is_some(),
        };
        walk::walk_statement(self, it);
    }

    /// A statement that is counted and needs nothing else.
    pub(super) fn counted(&mut self, span: Span, walk: impl FnOnce(&mut Self)) {
        let entered = self.enter(span);
        self.count_statement(span);
        walk(self);
        self.leave(entered);
    }

    fn count_statement(&mut self, span: Span) {
        if self.counts() {
            let counter = self.new_statement(span);
            if !self.ambient {
                self.probes.count_statement(self.statement.counter_at, counter);
            }
        }
    }

    pub(super) fn labelled(&mut self, it: &LabeledStatement<'a>) {
        let start = self.statement.counter_at;
        let kind = AstKind::LabeledStatement(self.alloc(it));
        self.counted(it.span, |this| {
            this.enter_node(kind);
            this.label_start = Some(start);
            this.visit_statement(&it.body);
            this.leave_node(kind);
        });
    }

    /// A loop: counted as a whole, fuel taken on every turn.
    pub(super) fn iteration(&mut self, span: Span, body: &Statement<'a>, walk: impl FnOnce(&mut Self)) {
        let entered = self.enter(span);
        self.count_statement(span);
        let at = self.open_body(body);
        self.probes.open(at, BURN_STATEMENT);
        walk(self);
        self.leave(entered);
    }

    pub(super) fn with_body(&mut self, span: Span, body: &Statement<'a>, walk: impl FnOnce(&mut Self)) {
        let entered = self.enter(span);
        self.count_statement(span);
        if self.counts() {
            self.open_body(body);
        }
        walk(self);
        self.leave(entered);
    }

    /// Makes the body of a construct a block if it is none, and says where its first statement would stand.
    fn open_body(&mut self, body: &Statement<'a>) -> u32 {
        let span = body.span();
        if let Statement::BlockStatement(_) = body {
            return span.start + 1;
        }
        self.probes.open(span.start, "{");
        self.probes.close(span.end, "}");
        span.start
    }

    /// Visits the body of a construct, which is a block by now.
    pub(super) fn visit_body(&mut self, body: &Statement<'a>) {
        self.body_of_construct = true;
        self.visit_statement(body);
    }

    pub(super) fn if_statement(&mut self, it: &IfStatement<'a>) {
        let hint = self.hint_for(it.span);
        let entered = self.enter(it.span);
        let counts = self.counts();
        let skip_consequent = counts && hint == Some(Hint::If);
        let skip_alternate = counts && hint == Some(Hint::Else);
        self.count_statement(it.span);
        if counts {
            let branch = self.new_branch(BranchKind::If, it.span);
            let consequent = (!skip_consequent).then(|| self.new_location(branch, self.range(it.span)));
            let place = it.alternate.as_ref().map_or(Range::ABSENT, |alternate| self.range(alternate.span()));
            let alternate = (!skip_alternate).then(|| self.new_location(branch, place));
            if let (Some(counter), None) = (alternate, &it.alternate) {
                self.probes.count_absent_else(it.consequent.span().end, counter);
            }
            if let Some(counter) = consequent {
                let at = self.open_body(&it.consequent);
                self.probes.count_statement(at, counter);
            }
            if let (Some(counter), Some(statement)) = (alternate, &it.alternate) {
                let at = self.open_body(statement);
                self.probes.count_statement(at, counter);
            }
        }

        let kind = AstKind::IfStatement(self.alloc(it));
        self.enter_node(kind);
        self.visit_expression(&it.test);
        self.visit_way(&it.consequent, skip_consequent);
        if let Some(alternate) = &it.alternate {
            self.visit_way(alternate, skip_alternate);
        }
        self.leave_node(kind);
        self.leave(entered);
    }

    fn visit_way(&mut self, way: &Statement<'a>, skip: bool) {
        let ignoring = self.ignoring;
        self.ignoring |= skip;
        self.visit_body(way);
        self.ignoring = ignoring;
    }

    pub(super) fn switch(&mut self, it: &SwitchStatement<'a>) {
        let entered = self.enter(it.span);
        let outer = self.switch_branch.take();
        if self.counts() {
            self.switch_branch = Some(self.new_branch(BranchKind::Switch, it.span));
        }
        self.count_statement(it.span);
        walk::walk_switch_statement(self, it);
        self.switch_branch = outer;
        self.leave(entered);
    }

    pub(super) fn switch_case(&mut self, it: &SwitchCase<'a>) {
        let entered = self.enter(it.span);
        if let Some(branch) = self.switch_branch.filter(|_| self.counts()) {
            let range = self.range(it.span);
            let counter = self.new_location(branch, range);
            let at = it.consequent.first().map_or(it.span.end, |first| first.span().start);
            self.probes.count_statement(at, counter);
        }
        walk::walk_switch_case(self, it);
        self.leave(entered);
    }

    pub(super) fn try_statement(&mut self, it: &TryStatement<'a>) {
        let handler = it.handler.as_ref().map(|handler| handler.body.span);
        let finalizer = it.finalizer.as_ref().map(|finalizer| finalizer.span);
        for block in handler.into_iter().chain(finalizer) {
            self.probes.open(block.start + 1, STAY_OUT);
        }
        self.counted(it.span, |this| walk::walk_try_statement(this, it));
    }

    pub(super) fn variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        let entered = self.enter(it.span);
        let outer_hoist = self.hoist_at;
        let outer_ambient = self.ambient;
        self.ambient |= it.declare;
        self.hoist_at = self.place_before(it);
        self.top_level_await |= it.kind.is_await() && self.function_depth == 0;
        walk::walk_variable_declaration(self, it);
        self.ambient = outer_ambient;
        self.hoist_at = outer_hoist;
        self.leave(entered);
    }

    /// Where a statement may be put before a declaration, if Istanbul thinks that there is such a place.
    fn place_before(&self, it: &VariableDeclaration<'a>) -> Option<u32> {
        match self.parent()? {
            AstKind::ExportDeclaration(export) => Some(export.span.start),
            AstKind::Program(_) | AstKind::FunctionBody(_) | AstKind::BlockStatement(_) => {
                Some(it.span.start)
            }
            AstKind::IfStatement(_)
            | AstKind::ForStatement(_)
            | AstKind::ForInStatement(_)
            | AstKind::ForOfStatement(_)
            | AstKind::WhileStatement(_)
            | AstKind::DoWhileStatement(_)
            | AstKind::WithStatement(_) => {
                let is_body = self.statement.body_of_construct
                    && !self.statement.labelled
                    && self.statement.counter_at == it.span.start;
                is_body.then_some(it.span.start)
            }
            _ => None,
        }
    }

    pub(super) fn variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        let entered = self.enter(it.span);
        if let Some(value) = it.init.as_ref().filter(|_| self.counts()) {
            let counter = self.new_statement(value.without_parentheses().span());
            self.count_declared_value(it, value, counter);
        }
        walk::walk_variable_declarator(self, it);
        self.leave(entered);
    }

    fn count_declared_value(
        &mut self,
        it: &VariableDeclarator<'a>,
        value: &Expression<'a>,
        counter: Counter,
    ) {
        let defines_a_function = matches!(
            value.without_parentheses(),
            Expression::FunctionExpression(_)
                | Expression::ArrowFunctionExpression(_)
                | Expression::ClassExpression(_)
        );
        match self.hoist_at.filter(|_| defines_a_function) {
            Some(at) => {
                if !self.ambient {
                    self.probes.count_statement(at, counter);
                }
            }
            None => {
                self.forget_hints(value);
                self.count_value(value, name_of_pattern(&it.id).map(quoted), counter);
            }
        }
    }
}
