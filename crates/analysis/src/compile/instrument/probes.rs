//! The texts that are put into a module, recorded while its tree is walked.
//!
//! Where a counter stands in the array is known only when everything has been numbered, so texts are made at the end.

use std::borrow::Cow;

use crate::compile::coverage::{Counter, CoverageMap};
use crate::compile::edits::Edits;

/// Takes one unit of fuel; throws when there is none left.
pub(super) const BURN_STATEMENT: &str = "--$kf.n<0&&$kf.out();";
/// The same where only an expression may stand; to be closed with a parenthesis.
pub(super) const BURN_OPERAND: &str = "(--$kf.n<0&&$kf.out(),";
/// Throws when fuel has run out before, so that no handler can swallow the end of a run.
pub(super) const STAY_OUT: &str = "$kf.n<0&&$kf.out();";

#[derive(Debug)]
enum Probe {
    Open(u32, Text),
    Close(u32, Cow<'static, str>),
    AbsentElse(u32, Counter),
    Replace(u32, u32, &'static str),
}

/// What is written before something.
#[derive(Debug)]
pub(super) enum Text {
    Plain(Cow<'static, str>),
    /// `$kc[N]++` and a separator: `;` where a statement may stand, `,` inside of an expression.
    Count(Counter, &'static str),
}

/// All that is to be put into one module.
#[derive(Debug, Default)]
pub(super) struct Probes {
    probes: Vec<Probe>,
}

impl Probes {
    pub(super) fn open(&mut self, at: u32, text: impl Into<Cow<'static, str>>) {
        self.probes.push(Probe::Open(at, Text::Plain(text.into())));
    }

    pub(super) fn count_statement(&mut self, at: u32, counter: Counter) {
        self.probes.push(Probe::Open(at, Text::Count(counter, ";")));
    }

    pub(super) fn count_operand(&mut self, at: u32, counter: Counter) {
        self.probes.push(Probe::Open(at, Text::Count(counter, ",")));
    }

    pub(super) fn close(&mut self, at: u32, text: impl Into<Cow<'static, str>>) {
        self.probes.push(Probe::Close(at, text.into()));
    }

    /// `else` with nothing but a counter, closing an `if` that has none.
    pub(super) fn count_absent_else(&mut self, at: u32, counter: Counter) {
        self.probes.push(Probe::AbsentElse(at, counter));
    }

    pub(super) fn replace(&mut self, start: u32, end: u32, text: &'static str) {
        self.probes.push(Probe::Replace(start, end, text));
    }

    /// The edits that put everything in place, now that every counter has its number.
    pub(super) fn into_edits(self, coverage: &CoverageMap) -> Edits {
        let branch_offsets = coverage.branch_offsets();
        let index = |counter: Counter| match counter {
            Counter::Statement(number) => number as usize,
            Counter::Function(number) => coverage.statements.len() + number as usize,
            Counter::Branch { branch, location } => branch_offsets[branch as usize] + location as usize,
        };
        let mut edits = Edits::default();
        for probe in self.probes {
            match probe {
                Probe::Open(at, Text::Plain(text)) => edits.open(at, text),
                Probe::Open(at, Text::Count(counter, separator)) => {
                    edits.open(at, format!("$kc[{}]++{separator}", index(counter)));
                }
                Probe::Close(at, text) => edits.close(at, text),
                Probe::AbsentElse(at, counter) => {
                    edits.close(at, format!(" else{{$kc[{}]++;}}", index(counter)))
                }
                Probe::Replace(start, end, text) => edits.replace(start, end, text),
            }
        }
        edits
    }
}
