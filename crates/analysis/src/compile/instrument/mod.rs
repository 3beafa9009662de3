//! Puts counters and fuel into a module: one walk over the tree as it was written, in Istanbul's order.
//!
//! The walk numbers what Istanbul would number and records which text goes where; it changes nothing itself. Types,
//! JSX and modules are left to the later steps, which see the instrumented text.

mod branches;
mod functions;
mod names;
mod probes;
mod statements;
mod visit;

use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, Program};
use oxc_ast_visit::Visit;
use oxc_span::{GetSpan, Span};

use self::probes::Probes;
use super::Role;
use super::coverage::{BranchEntry, BranchKind, Counter, CoverageMap, FunctionEntry, Range};
use super::edits::Edits;
use super::hints::{Hint, Hints};
use super::position::{LineTable, offset};

/// What one walk over a module found out.
#[derive(Debug)]
pub(super) struct Instrumented {
    pub(super) edits: Edits,
    pub(super) coverage: CoverageMap,
    /// `await` outside of every function.
    pub(super) top_level_await: bool,
    /// JSX or decorators, which no engine runs.
    pub(super) beyond_javascript: bool,
}

/// Plans the probes of a module.
pub(super) fn instrument(program: &Program<'_>, lines: &LineTable, role: Role) -> Instrumented {
    let source = program.source_text;
    let hints = Hints::find(source, &program.comments);
    let mut instrumenter = Instrumenter {
        source,
        lines,
        counting: role == Role::Target && !hints.whole_file,
        hints,
        ignoring: false,
        ambient: false,
        ancestors: Vec::new(),
        parenthesized: None,
        probes: Probes::default(),
        coverage: CoverageMap::default(),
        label_start: None,
        body_of_construct: false,
        statement: StatementPlace::default(),
        hoist_at: None,
        switch_branch: None,
        function_depth: 0,
        top_level_await: false,
        beyond_javascript: false,
    };
    instrumenter.visit_program(program);
    Instrumented {
        edits: instrumenter.probes.into_edits(&instrumenter.coverage),
        coverage: instrumenter.coverage,
        top_level_await: instrumenter.top_level_await,
        beyond_javascript: instrumenter.beyond_javascript,
    }
}

struct Instrumenter<'a, 's> {
    source: &'a str,
    lines: &'s LineTable,
    /// Whether there are counters at all.
    counting: bool,
    hints: Hints,
    /// Inside of something that a comment asks to ignore.
    ignoring: bool,
    /// Inside of a declaration without run-time meaning: numbered by Istanbul, but nothing may be put there.
    ambient: bool,
    /// Where nodes are nested, parentheses left out.
    ancestors: Vec<AstKind<'a>>,
    /// The expression inside of the parentheses last entered, and where the outermost of them starts.
    parenthesized: Option<(Span, u32)>,
    probes: Probes,
    coverage: CoverageMap,
    /// The start of the labels before the statement about to be visited: its counter goes before them.
    label_start: Option<u32>,
    /// The statement about to be visited is the body of an `if`, a loop or `with`.
    body_of_construct: bool,
    statement: StatementPlace,
    /// Where counters of the functions in the present variable declaration go, so that they keep their names.
    hoist_at: Option<u32>,
    switch_branch: Option<u32>,
    function_depth: u32,
    top_level_await: bool,
    beyond_javascript: bool,
}

/// Where the present statement stands.
#[derive(Debug, Clone, Copy, Default)]
struct StatementPlace {
    counter_at: u32,
    body_of_construct: bool,
    labelled: bool,
}

/// Whether entering a node started to ignore; to be handed back when leaving it.
#[must_use]
struct Entered {
    started_to_ignore: bool,
}

impl<'a> Instrumenter<'a, '_> {
    /// Enters a node whose comments Istanbul looks at.
    fn enter(&mut self, span: Span) -> Entered {
        let started_to_ignore = !self.ignoring && self.hint_for(span) == Some(Hint::Next);
        self.ignoring |= started_to_ignore;
        Entered { started_to_ignore }
    }

    fn leave(&mut self, entered: Entered) {
        if entered.started_to_ignore {
            self.ignoring = false;
        }
    }

    /// The hint attached to a node which is about to be visited: only the outermost node at an offset gets it.
    fn hint_for(&self, span: Span) -> Option<Hint> {
        let parent = self.ancestors.last().map(|parent| parent.span().start);
        let outer =
            self.parenthesized.filter(|(inner, _)| *inner == span).map_or(span.start, |(_, outer)| outer);
        // Nothing precedes a program, so that it never competes for a hint.
        self.hints.between(outer, span.start, parent.filter(|_| self.ancestors.len() > 1))
    }

    /// The hint attached to an operand, before its parent is walked.
    fn hint_for_operand(&self, operand: &Expression<'a>, parent: Span) -> Option<Hint> {
        let start = operand.without_parentheses().span().start;
        self.hints.between(operand.span().start, start, Some(parent.start))
    }

    fn forget_hints(&mut self, value: &Expression<'a>) {
        self.hints.forget(value.span().start, value.without_parentheses().span().start);
    }

    fn counts(&self) -> bool {
        self.counting && !self.ignoring
    }

    fn range(&self, span: Span) -> Range {
        Range::new(self.lines.position(span.start), self.lines.position(span.end))
    }

    fn new_statement(&mut self, span: Span) -> Counter {
        let range = self.range(span);
        self.coverage.statements.push(range);
        Counter::Statement(offset(self.coverage.statements.len() - 1))
    }

    /// A function, or the function of a member, which for Istanbul begins where the member does.
    fn new_function(
        &mut self,
        function: Span,
        member: Option<Span>,
        id: Option<(&str, Span)>,
        body: Span,
    ) -> Counter {
        let number = self.coverage.functions.len();
        let start = self.lines.position(member.unwrap_or(function).start);
        let first_character =
            Range::new(start, super::Position { line: start.line, column: start.column + 1 });
        let loc = self.range(body);
        let entry = FunctionEntry {
            name: id.map_or_else(|| format!("(anonymous_{number})"), |(name, _)| name.to_owned()),
            decl: id.map_or(first_character, |(_, span)| self.range(span)),
            loc,
            line: self.lines.position(body.start).line,
            span_start: function.start,
            span_end: function.end,
        };
        self.coverage.functions.push(entry);
        Counter::Function(offset(number))
    }

    fn new_branch(&mut self, kind: BranchKind, span: Span) -> u32 {
        let loc = self.range(span);
        let line = self.lines.position(span.start).line;
        self.coverage.branches.push(BranchEntry { kind, loc, locations: Vec::new(), line });
        offset(self.coverage.branches.len() - 1)
    }

    fn new_location(&mut self, branch: u32, range: Range) -> Counter {
        let locations = &mut self.coverage.branches[branch as usize].locations;
        locations.push(range);
        Counter::Branch { branch, location: offset(locations.len() - 1) }
    }

    fn parent(&self) -> Option<AstKind<'a>> {
        self.ancestors.last().copied()
    }
}
