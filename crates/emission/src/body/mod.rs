//! The body of a test: arrange, act, assert. Decides what gets a variable, what is awaited and when time has to pass;
//! the wording of each assertion is the framework's.

mod act;
mod checks;
mod dress;

use std::collections::BTreeSet;

use kiskadee_model::print::{print_expr, print_step};
use kiskadee_model::{Callback, Claim, Expr, Key, Op, Place, Step, VarId};

use crate::framework::{Idiom, Printer};
use crate::imports::Locals;
use crate::subject::Subjects;
use crate::variables::{Names, Slot, callback_variables, used_variables};
use checks::{Checks, Part};
use dress::Dress;

/// Time that passes in a test without anybody noticing, in milliseconds.
const UNNOTICED_MS: f64 = 20.0;

/// The statements of a test, unbroken, in paragraphs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Body {
    pub(crate) arrange: Vec<String>,
    pub(crate) act: Vec<String>,
    pub(crate) assert: Vec<String>,
    pub(crate) is_async: bool,
    pub(crate) fake_timers: bool,
}

/// What all tests of a file have in common.
pub(crate) struct File<'a> {
    pub(crate) idiom: &'a dyn Idiom,
    pub(crate) locals: &'a Locals,
    pub(crate) taken: &'a BTreeSet<String>,
}

/// Writes the body of a test whose statements stand at `depth`.
pub(crate) fn body(file: &File<'_>, subjects: Subjects<'_>, depth: usize) -> Body {
    let Some((act, before)) = subjects.test.case.steps().split_last() else { return Body::default() };
    let checks = Checks::of(&subjects.test.checks, act.var);
    let clock = Clock::of(subjects, act, &checks);
    let used = used_variables(subjects.test.case.steps(), &subjects.test.checks);
    let arguments = checks.arguments(act.var);

    let mut needed = Vec::new();
    for step in before {
        needed.extend(declared_in_callbacks(step, &used));
        if used.contains(&step.var) {
            needed.push(Slot::Var(step.var));
        }
        if clock == Clock::Fake && step.awaited {
            needed.push(Slot::Promise(step.var));
        }
    }
    needed.extend(arguments.iter().map(|index| Slot::Argument(*index)));
    needed.extend(declared_in_callbacks(act, &used));
    needed.extend(act::slots(act, &checks, clock, used.contains(&act.var)));
    let names = Names::new(subjects, &needed, file.taken);

    let dress = Dress::new(file.locals, &names, act, &arguments, &used);
    let print = Printer { shell: &dress };
    let mut writer =
        Writer { file, print, names: &names, checks: &checks, clock, depth, body: Body::default() };
    writer.body.fake_timers = clock == Clock::Fake;
    writer.body.is_async = clock != Clock::Real;
    if clock == Clock::Fake {
        writer.body.arrange.push(file.idiom.fake_clock());
    }
    for step in before {
        writer.step(step, waited(subjects));
    }
    writer.hoist(act, &arguments);
    writer.act(act, used.contains(&act.var), waited(subjects));
    writer.effects(act.var);
    writer.body
}

/// How a test deals with time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clock {
    /// Nothing special.
    Real,
    /// After the act, the event loop turns once.
    Turns,
    /// Timers are the framework's.
    Fake,
}

impl Clock {
    fn of(subjects: Subjects<'_>, act: &Step, checks: &Checks<'_>) -> Self {
        let seen = &subjects.test.observation;
        let effects_come_late = !checks.places.is_empty() && !checks.settles(act) && seen.turned_loop;
        if seen.waited_ms >= UNNOTICED_MS || (seen.waited_ms > 0.0 && effects_come_late) {
            Self::Fake
        } else if effects_come_late {
            Self::Turns
        } else {
            Self::Real
        }
    }
}

fn waited(subjects: Subjects<'_>) -> u64 {
    subjects.test.observation.waited_ms.ceil().max(1.0) as u64
}

/// Parameters of callbacks all have names; steps in callbacks only if they are used.
fn declared_in_callbacks(step: &Step, used: &BTreeSet<VarId>) -> Vec<Slot> {
    let mut params = BTreeSet::new();
    step.operands().into_iter().for_each(|operand| parameters(operand, &mut params));
    let is_declared = |var: &VarId| params.contains(var) || used.contains(var);
    callback_variables(step).into_iter().filter(is_declared).map(Slot::Var).collect()
}

fn parameters(expr: &Expr, found: &mut BTreeSet<VarId>) {
    if let Expr::Callback(callback) = expr {
        let Callback { params, body, .. } = &**callback;
        found.extend(params);
        let operands = body.steps.iter().flat_map(Step::operands).chain(body.result.iter());
        operands.for_each(|operand| parameters(operand, found));
    }
    expr.children().into_iter().for_each(|child| parameters(child, found));
}

/// Writes statements into a body.
struct Writer<'a> {
    file: &'a File<'a>,
    print: Printer<'a>,
    names: &'a Names,
    checks: &'a Checks<'a>,
    clock: Clock,
    depth: usize,
    body: Body,
}

impl Writer<'_> {
    /// What a step does, without `await`.
    fn raw(&self, step: &Step) -> String {
        let text = print_step(self.print.shell, step, 0);
        match text.strip_prefix("await ") {
            Some(rest) if step.awaited => rest.to_owned(),
            _ => text,
        }
    }

    fn name(&self, slot: Slot) -> Option<String> {
        self.names.get(slot).map(str::to_owned)
    }

    /// A step of the arrangement.
    fn step(&mut self, step: &Step, waited: u64) {
        let name = self.name(Slot::Var(step.var));
        if name.is_none() && !step.awaited && matches!(&step.op, Op::Value(value) if is_idle(value)) {
            return;
        }
        let raw = self.raw(step);
        if step.awaited {
            self.body.is_async = true;
        }
        match self.name(Slot::Promise(step.var)) {
            Some(promise) => {
                self.body.arrange.push(format!("const {promise} = {raw};"));
                self.body.arrange.push(format!("await {};", self.file.idiom.run_timers(waited)));
                self.body.arrange.extend(declaration(name.as_deref(), step, &format!("await {promise}")));
            }
            None => {
                let wait = if step.awaited { "await " } else { "" };
                self.body.arrange.extend(declaration(name.as_deref(), step, &format!("{wait}{raw}")));
            }
        }
        if let (Some(failure), Some(promise)) = (self.checks.rejection(step.var), name) {
            // Where anything else is awaited first, the runner must not take the rejection for an unhandled one.
            self.body.arrange.push(format!("{promise}.catch(() => {{}});"));
            let assertion = self.file.idiom.rejects(&self.print, &promise, failure);
            self.body.assert.push(format!("await {assertion};"));
            self.body.is_async = true;
        }
    }

    /// Makes arguments before the act, so that they can be looked at after it.
    fn hoist(&mut self, act: &Step, arguments: &BTreeSet<u32>) {
        let Op::Call { args, .. } = &act.op else { return };
        for index in arguments {
            if let (Some(name), Some(arg)) = (self.name(Slot::Argument(*index)), args.get(*index as usize)) {
                self.body.arrange.push(format!("const {name} = {};", print_expr(self.print.shell, arg, 0)));
            }
        }
    }

    /// Assertions on what the act changed.
    fn effects(&mut self, act: VarId) {
        for (place, part) in &self.checks.places {
            let subject = match place {
                Place::Var { var } => self.name(Slot::Var(*var)),
                Place::Argument { step, index } if *step == act => self.name(Slot::Argument(*index)),
                Place::Argument { .. } => None,
            };
            if let Some(subject) = subject {
                let statement = self.claim(&subject, *part);
                self.body.assert.push(statement);
            }
        }
    }

    /// An assertion on a part of what an expression gives.
    fn claim(&self, subject: &str, (path, claim): Part<'_>) -> String {
        let member = |path: &[Key]| path.iter().fold(subject.to_owned(), |text, key| text + &key.access());
        match (claim, path.split_last()) {
            (Claim::Absent, Some((last, init))) => {
                let key = match last {
                    Key::Name(name) => kiskadee_model::print::quote(name),
                    Key::Symbol(name) => format!("Symbol.{name}"),
                };
                let has = format!("Object.hasOwn({}, {key})", member(init));
                self.file.idiom.value(&self.print, &has, &Claim::Is(Expr::Bool(false)))
            }
            _ => self.file.idiom.value(&self.print, &member(path), claim),
        }
    }
}

/// The statements that bind a value to a name, or just evaluate it. A callback that uses the result of its own call
/// needs the variable to be there before.
fn declaration(name: Option<&str>, step: &Step, value: &str) -> Vec<String> {
    let value =
        if name.is_some() && matches!(step.op, Op::Set { .. }) { format!("({value})") } else { value.into() };
    match name {
        Some(name) if step.uses().contains(&step.var) => {
            vec![format!("let {name};"), format!("{name} = {value};")]
        }
        Some(name) => vec![format!("const {name} = {value};")],
        None => vec![format!("{value};")],
    }
}

/// Whether evaluating it does nothing at all.
fn is_idle(expr: &Expr) -> bool {
    !matches!(expr, Expr::New { .. } | Expr::Api(_) | Expr::Rejected(_))
        && expr.children().into_iter().all(is_idle)
}
