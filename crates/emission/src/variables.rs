//! What the variables of a test are called: after what they hold. Only what is used gets a variable at all.

use std::collections::{BTreeMap, BTreeSet};

use kiskadee_model::print::is_identifier;
use kiskadee_model::{
    Callback, Callee, Check, Claim, Expr, Key, ObjectKind, Op, Place, Seen, Step, Subject, VarId,
};

use crate::subject::Subjects;
use crate::words::{is_reserved, lower_camel};

/// The names of one test.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    slots: BTreeMap<Slot, String>,
}

/// Something that may need a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Slot {
    /// What a step gave, or a parameter of a callback.
    Var(VarId),
    /// An argument of the act that is asserted on afterwards, and so is made before.
    Argument(u32),
    /// A promise that is started now and awaited later, by the step that starts it.
    Promise(VarId),
}

impl Names {
    /// Names every slot that is in `needed`, in that order. `taken` is what the file declares at its top.
    pub(crate) fn new(subjects: Subjects<'_>, needed: &[Slot], taken: &BTreeSet<String>) -> Self {
        let wanted: Vec<(Slot, String)> = needed.iter().map(|slot| (*slot, base(subjects, *slot))).collect();
        let mut slots = BTreeMap::new();
        let mut used = taken.clone();
        for (slot, base) in &wanted {
            let alone = wanted.iter().filter(|(_, other)| other == base).count() == 1;
            let candidates =
                alone.then(|| base.clone()).into_iter().chain((1..).map(|n| format!("{base}{n}")));
            let free = |name: &String| !used.contains(name) && !is_reserved(name);
            let name = candidates.into_iter().find(free).expect("numbers do not run out");
            used.insert(name.clone());
            slots.insert(*slot, name);
        }
        Self { slots }
    }

    /// The name of a slot, if it needs one.
    pub(crate) fn get(&self, slot: Slot) -> Option<&str> {
        self.slots.get(&slot).map(String::as_str)
    }
}

/// The variables of top-level steps that anything uses: a later step, an assertion, or a callback of the step itself.
pub(crate) fn used_variables(steps: &[Step], checks: &[Check]) -> BTreeSet<VarId> {
    let mut used: BTreeSet<VarId> = steps.iter().flat_map(Step::uses).collect();
    for check in checks {
        match check {
            Check::Value { of, claim, .. } => {
                if let Subject::Place(Place::Var { var }) = of {
                    used.insert(*var);
                }
                if let Claim::Is(expr) | Claim::Equals(expr) | Claim::Members(expr) = claim {
                    variables_in(expr, &mut used);
                }
            }
            Check::Rejects { step, .. } => {
                used.insert(*step);
            }
            Check::Throws(_) => {}
        }
    }
    used
}

/// The parameters and steps of every callback in a step, in order.
pub(crate) fn callback_variables(step: &Step) -> Vec<VarId> {
    let mut found = Vec::new();
    step.operands().into_iter().for_each(|operand| in_callbacks(operand, &mut found));
    found
}

fn in_callbacks(expr: &Expr, found: &mut Vec<VarId>) {
    if let Expr::Callback(callback) = expr {
        let Callback { params, body, .. } = &**callback;
        found.extend(params);
        for step in &body.steps {
            found.extend(callback_variables(step));
            found.push(step.var);
        }
        body.result.iter().for_each(|result| in_callbacks(result, found));
    }
    expr.children().into_iter().for_each(|child| in_callbacks(child, found));
}

fn variables_in(expr: &Expr, used: &mut BTreeSet<VarId>) {
    if let Expr::Var(var) = expr {
        used.insert(*var);
    }
    expr.children().into_iter().for_each(|child| variables_in(child, used));
}

/// Whether a variable holds the result of a step in a callback, and is not a parameter.
fn is_callback_step(subjects: Subjects<'_>, var: VarId) -> bool {
    fn in_expr(expr: &Expr, var: VarId) -> bool {
        let in_body = |callback: &Callback| {
            let steps = &callback.body.steps;
            let results = callback.body.result.iter();
            steps.iter().any(|step| step.var == var)
                || steps.iter().flat_map(Step::operands).chain(results).any(|operand| in_expr(operand, var))
        };
        matches!(expr, Expr::Callback(callback) if in_body(callback))
            || expr.children().into_iter().any(|child| in_expr(child, var))
    }
    subjects.test.case.steps().iter().flat_map(Step::operands).any(|operand| in_expr(operand, var))
}

/// What a slot would be called if nothing else were.
fn base(subjects: Subjects<'_>, slot: Slot) -> String {
    let name = match slot {
        Slot::Var(var) => match subjects.step(var) {
            Some(step) => step_base(subjects, step),
            None if is_callback_step(subjects, var) => "result".into(),
            None => "value".into(),
        },
        Slot::Argument(index) => argument_base(subjects, index as usize),
        Slot::Promise(_) => "promise".into(),
    };
    if is_identifier(&name) { name } else { "value".into() }
}

fn step_base(subjects: Subjects<'_>, step: &Step) -> String {
    if let Op::Call { callee: Callee::Constructor(_), .. } = &step.op
        && let Some(class) = subjects.class_name(step.var)
    {
        return lower_camel(&class);
    }
    if let Op::Value(value) = &step.op {
        return hint(subjects, step.var).unwrap_or_else(|| literal_base(value).into());
    }
    let returned = subjects.returned(step.var);
    if !step.awaited && matches!(returned, Some(Seen::Object(o)) if matches!(o.kind, ObjectKind::Promise(_)))
    {
        return "promise".into();
    }
    if let Some(class) = subjects.class_name(step.var) {
        return lower_camel(&class);
    }
    if let Op::Get { key: Key::Name(name), .. } = &step.op {
        return name.clone();
    }
    if matches!(returned, Some(Seen::Object(o)) if matches!(o.kind, ObjectKind::Function(_))) {
        return "fn".into();
    }
    hint(subjects, step.var).unwrap_or_else(|| "result".into())
}

fn argument_base(subjects: Subjects<'_>, index: usize) -> String {
    let Some(act) = subjects.test.case.act() else { return "value".into() };
    parameter(subjects, act, index).unwrap_or_else(|| {
        let Op::Call { args, .. } = &act.op else { return "value".into() };
        match args.get(index) {
            Some(Expr::New { class, .. }) => lower_camel(class.last_name().unwrap_or("instance")),
            Some(other) => literal_base(other).into(),
            None => "value".into(),
        }
    })
}

/// The parameter that a variable is first passed for.
fn hint(subjects: Subjects<'_>, var: VarId) -> Option<String> {
    for step in subjects.test.case.steps() {
        let Op::Call { args, .. } = &step.op else { continue };
        if let Some(index) = args.iter().position(|arg| *arg == Expr::Var(var)) {
            return parameter(subjects, step, index);
        }
    }
    None
}

fn parameter(subjects: Subjects<'_>, step: &Step, index: usize) -> Option<String> {
    let signature = subjects.about(step).signature?;
    let param = signature.params.get(index).filter(|param| !param.rest)?;
    // A name of one letter, as minified code has it, says less than the kind of value does.
    (param.name.len() > 1 && is_identifier(&param.name)).then(|| param.name.clone())
}

fn literal_base(value: &Expr) -> &'static str {
    match value {
        Expr::Array(_) => "array",
        Expr::Object(_) => "object",
        Expr::Map(_) => "map",
        Expr::Set(_) => "set",
        Expr::Date(_) => "date",
        Expr::RegExp { .. } => "pattern",
        Expr::TypedArray { .. } => "bytes",
        Expr::ArrayBuffer(_) | Expr::Buffer(_) => "buffer",
        Expr::Error { .. } => "error",
        Expr::Callback(_) => "callback",
        Expr::String(_) => "text",
        Expr::Number(_) => "number",
        Expr::Symbol(_) => "symbol",
        Expr::Resolved(_) | Expr::Rejected(_) => "promise",
        _ => "value",
    }
}
