//! The act: called inside its assertion where there is one to make, and on a line of its own where there is not.

use kiskadee_model::{Expr, Failure, Op, Step};

use super::checks::{Checks, Part};
use super::{Clock, Writer, declaration};
use crate::layout;
use crate::variables::Slot;

/// What the act needs names for.
pub(super) fn slots(act: &Step, checks: &Checks<'_>, clock: Clock, is_used: bool) -> Vec<Slot> {
    let mut slots = Vec::new();
    let is_rejection = checks.rejects.contains_key(&act.var) || (checks.throws.is_some() && act.awaited);
    if clock == Clock::Fake && checks.settles(act) && !is_rejection {
        slots.push(Slot::Promise(act.var));
    }
    // A rejected promise is asserted on where it is made.
    let uses_itself = act.uses().contains(&act.var);
    if uses_itself || wants_variable(values(checks)) || (is_used && !is_rejection) {
        slots.push(Slot::Var(act.var));
    }
    slots
}

fn values<'a>(checks: &'a Checks<'a>) -> &'a [Part<'a>] {
    if checks.fulfilled.is_empty() { &checks.returned } else { &checks.fulfilled }
}

/// A single assertion on the value as a whole takes the call itself.
fn wants_variable(values: &[Part<'_>]) -> bool {
    !matches!(values, [] | [([], _)])
}

/// The act as it stands inside an assertion.
struct Raw {
    text: String,
    /// An assignment is no value for an arrow function to return.
    is_assignment: bool,
}

impl Writer<'_> {
    pub(super) fn act(&mut self, act: &Step, is_used: bool, waited: u64) {
        let checks = self.checks;
        if checks.settles(act) {
            self.body.is_async = true;
        }
        if let Some(failure) = checks.throws {
            self.throwing(act, failure, waited);
        } else if let Some(failure) = checks.rejection(act.var) {
            let raw = self.raw_for_assertion(act);
            let raw = if raw.is_assignment { format!("({})", raw.text) } else { raw.text };
            let assertion = self.file.idiom.rejects(&self.print, &raw, failure);
            let statement = self.awaiting(&assertion, waited);
            self.body.act.push(statement);
        } else {
            self.returning(act, is_used, waited);
        }
        match self.clock {
            Clock::Fake if !checks.settles(act) && checks.throws.is_none() => {
                self.body.act.push(format!("await {};", self.file.idiom.run_timers(waited)));
            }
            Clock::Turns => {
                self.body.act.push("await new Promise((resolve) => setImmediate(resolve));".into())
            }
            Clock::Fake | Clock::Real => {}
        }
    }

    fn returning(&mut self, act: &Step, is_used: bool, waited: u64) {
        let checks = self.checks;
        let settles = checks.settles(act);
        let raw = self.raw(act);
        let promise = self.name(Slot::Promise(act.var));
        let value = match &promise {
            Some(promise) => format!("await {promise}"),
            None if settles => format!("await {raw}"),
            None => raw.clone(),
        };
        if let Some(promise) = &promise {
            self.body.act.push(format!("const {promise} = {raw};"));
            self.body.act.push(format!("await {};", self.file.idiom.run_timers(waited)));
        }
        let name = self.name(Slot::Var(act.var));
        match (values(checks), name) {
            ([(_, claim)], None) => {
                let statement = if !checks.fulfilled.is_empty() && promise.is_none() {
                    self.file.idiom.resolves(&self.print, &raw, claim)
                } else {
                    self.file.idiom.value(&self.print, &value, claim)
                };
                // With time to pass, the call and the assertion are apart anyway.
                let paragraph = if promise.is_some() { &mut self.body.assert } else { &mut self.body.act };
                paragraph.push(statement);
            }
            (parts, name) => {
                debug_assert!(name.is_some() || !is_used, "what is used has a name");
                self.body.act.extend(declaration(name.as_deref(), act, &value));
                let subject = name.unwrap_or_default();
                for part in parts {
                    let statement = self.claim(&subject, *part);
                    self.body.assert.push(statement);
                }
            }
        }
    }

    fn throwing(&mut self, act: &Step, failure: &Failure, waited: u64) {
        let raw = self.raw_for_assertion(act);
        let is_value = matches!(failure, Failure::Value(_)) && !self.file.idiom.throws_values();
        let idiom = self.file.idiom;
        let statement = if !act.awaited && !is_value {
            self.around(&raw, false, |thunk| idiom.throws(&self.print, thunk, failure))
        } else {
            self.body.is_async = true;
            let rejects =
                |promise: &str| self.awaiting(&idiom.rejects(&self.print, promise, failure), waited);
            match &act.op {
                Op::Value(Expr::Var(_)) => rejects(&raw.text),
                // Whether it throws at once or rejects later was not told apart: an async function does not either.
                _ => self.around(&raw, true, rejects),
            }
        };
        self.body.act.push(statement);
    }

    /// What the act does, for an assertion that gives no value back. A callback that uses the result of its own call
    /// needs a variable nevertheless.
    fn raw_for_assertion(&mut self, act: &Step) -> Raw {
        let text = self.raw(act);
        match self.name(Slot::Var(act.var)) {
            Some(name) if act.uses().contains(&act.var) => {
                self.body.arrange.push(format!("let {name};"));
                let wait = if act.awaited { "await " } else { "" };
                Raw { text: format!("{name} = {wait}{text}"), is_assignment: true }
            }
            _ => Raw { text, is_assignment: matches!(act.op, Op::Set { .. }) },
        }
    }

    /// Awaits the assertion that a promise is rejected; with fake timers, lets time pass meanwhile.
    fn awaiting(&self, assertion: &str, waited: u64) -> String {
        match self.clock {
            Clock::Fake => {
                format!("await Promise.all([{assertion}, {}]);", self.file.idiom.run_timers(waited))
            }
            Clock::Real | Clock::Turns => format!("await {assertion};"),
        }
    }

    /// An assertion on a function that does nothing but the act: `() => act` if that stays on one line, else with a
    /// body in braces.
    fn around(&self, raw: &Raw, is_async: bool, assertion: impl Fn(&str) -> String) -> String {
        let arrow = if is_async { "async () =>" } else { "() =>" };
        let short = format!("{arrow} {}", raw.text);
        if !raw.is_assignment && stays_whole(&layout::statement(&assertion(&short), self.depth), &short) {
            return assertion(&short);
        }
        let give = if is_async && !raw.is_assignment { "return " } else { "" };
        assertion(&format!("{arrow} {{\n{give}{};\n}}", raw.text))
    }
}

/// Whether an arrow function is still in one piece, and not alone on a line between the brackets of a call.
fn stays_whole(laid_out: &str, function: &str) -> bool {
    let lines: Vec<&str> = laid_out.lines().collect();
    let is_alone = |window: &[&str]| {
        let [before, line, after] = window else { return false };
        before.ends_with('(')
            && line.trim().strip_suffix(',') == Some(function)
            && after.trim_start().starts_with(')')
    };
    lines.iter().any(|line| line.contains(function) && line.chars().count() <= layout::WIDTH)
        && !lines.windows(3).any(is_alone)
}
