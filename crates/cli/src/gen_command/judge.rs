//! What a run of a case means: behaviour to pin down, trouble to report, or nothing that a test could repeat.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use kiskadee_execution::{CaseReport, ShapeDef};
use kiskadee_generation::{Expectations, simpler};
use kiskadee_model::{
    Api, ApiPath, Callee, Case, End, Expr, Key, Op, Shape, ShapeId, Step, Thrown, TypeTag, VarId,
};
use kiskadee_oracle::{Cause as Blame, judge as blame};

use super::findings::{Cause, FindingKind};
use super::goals::Goals;
use super::sources::Sources;
use super::surface::{SET, Surface, class_name, exported_functions, names, path_name};

/// What is said of a loop or recursion that ran out of fuel.
pub const DOES_NOT_END: &str = "does not end";

/// What a run means.
#[derive(Debug)]
pub enum Verdict {
    /// It can be pinned down.
    Behaviour,
    /// A crash, a hang or the like, with the case up to where it happened.
    Trouble(Box<(Cause, Case)>),
    /// It cannot be repeated in a test, and is no trouble either.
    NotAssertable,
}

/// Judges runs of one target.
pub struct Judge<'a> {
    sources: &'a Sources,
    surface: &'a Surface<'a>,
    api: &'a Api,
    is_dear: bool,
    /// Text that tells where things are on this machine.
    places: Vec<String>,
    goals: Goals,
    /// Constructor names of shapes.
    shape_names: RefCell<BTreeMap<ShapeId, String>>,
    /// Functions of the coverage map that are part of the API, with their names.
    exported: BTreeMap<u32, String>,
    expectations: RefCell<Expectations>,
    /// What tests may be about: the API, and members of returned objects that the target's own source defines. A
    /// function that the test itself wrote is not among them.
    own_names: RefCell<BTreeSet<String>>,
}

impl<'a> Judge<'a> {
    /// For one target with this API.
    pub fn new(
        sources: &'a Sources,
        surface: &'a Surface<'a>,
        api: &'a Api,
        is_dear: bool,
        places: Vec<String>,
    ) -> Self {
        let goals = Goals::new(sources.coverage_map().counters());
        let expectations = RefCell::new(Expectations::new(api));
        let own_names = RefCell::new(names(api).into_iter().collect());
        Self {
            exported: exported_functions(api),
            is_dear,
            sources,
            surface,
            api,
            places,
            goals,
            shape_names: RefCell::default(),
            expectations,
            own_names,
        }
    }

    /// What a run is good for in a suite: the counters its last step hit, and the goal it reached, in order.
    pub fn merits(&self, case: &Case, report: &CaseReport) -> Vec<u32> {
        let api = self.api_name(case, &report.tags);
        let own = self.own_names.borrow().contains(&api);
        let goal = if own { self.goals.reached(&api, case, report) } else { None };
        report.news.iter().copied().chain(goal).collect()
    }

    /// Cases that are simpler than one and no more awkward, or less awkward.
    pub fn simpler(&self, case: &Case) -> Vec<Case> {
        let expectations = self.expectations.borrow();
        let awkwardness = expectations.awkwardness(case);
        let mut made = expectations.more_proper(case);
        made.extend(
            simpler(case).into_iter().filter(|simpler| expectations.awkwardness(simpler) <= awkwardness),
        );
        made
    }

    /// Whether the module is dear to load.
    pub fn is_dear(&self) -> bool {
        self.is_dear
    }

    /// How many things about a case a reader would stumble over.
    pub fn awkwardness(&self, case: &Case) -> usize {
        self.expectations.borrow().awkwardness(case)
    }

    /// The API under test.
    pub fn api(&self) -> &Api {
        self.api
    }

    /// Text that tells where things are on this machine.
    pub fn places(&self) -> &[String] {
        &self.places
    }

    /// A shape as the search knows it.
    pub fn shape(&self, def: ShapeDef) -> Shape {
        self.shape_names.borrow_mut().insert(def.id.clone(), def.name.clone());
        let shape = self.surface.shape(def, &self.exported);
        let class = self.class_name(&TypeTag::Shape(shape.id.clone()));
        self.expectations.borrow_mut().add_members(&shape.members);
        let mut own_names = self.own_names.borrow_mut();
        for member in shape.members.iter().filter(|member| member.signature.function.is_some()) {
            own_names.insert(member_name(class.as_deref(), &member.key));
        }
        shape
    }

    fn class_name(&self, tag: &TypeTag) -> Option<String> {
        match tag {
            TypeTag::Shape(id) => self
                .shape_names
                .borrow()
                .get(id)
                .filter(|name| !name.is_empty() && *name != "Object")
                .cloned(),
            other => class_name(self.api, other),
        }
    }

    /// Judges one run.
    pub fn verdict(&self, case: &Case, report: &CaseReport) -> Verdict {
        let trouble = |kind, step: Option<VarId>, location, message: &str| {
            // What happened before the last step is about the step where it happened.
            let case = step.and_then(|step| case.up_to(step)).unwrap_or_else(|| case.clone());
            let api = self.api_name(&case, &report.tags);
            Verdict::Trouble(Box::new((Cause { kind, api, location, message: message.to_owned() }, case)))
        };
        match &report.end {
            End::Completed if report.late > 0 => match &report.uncaught {
                Some(thrown) => match self.blame(thrown) {
                    Blame::RaisedByEngine { frame } => {
                        let message = format!("{}, after the call", headline(thrown));
                        trouble(FindingKind::Crash, None, self.sources.location(&frame), &message)
                    }
                    Blame::ThrownByCode | Blame::StackOverflow => Verdict::NotAssertable,
                },
                None => Verdict::NotAssertable,
            },
            End::Completed => Verdict::Behaviour,
            End::Threw { step } => {
                let Some(thrown) = &report.thrown else { return Verdict::NotAssertable };
                // No file is on the stack: the call itself made no sense (`new` on an arrow function).
                if thrown.class.is_some() && thrown.code.is_none() && thrown.frames.is_empty() {
                    return Verdict::NotAssertable;
                }
                match self.blame(thrown) {
                    Blame::ThrownByCode => {
                        let in_act = case.act().is_some_and(|act| act.var == *step);
                        if in_act && report.late == 0 { Verdict::Behaviour } else { Verdict::NotAssertable }
                    }
                    Blame::RaisedByEngine { frame } => {
                        let location = self.sources.location(&frame);
                        trouble(FindingKind::Crash, Some(*step), location, &headline(thrown))
                    }
                    Blame::StackOverflow => {
                        trouble(FindingKind::StackOverflow, Some(*step), None, "overflows the stack")
                    }
                }
            }
            End::OutOfFuel { step } => trouble(FindingKind::Hang, *step, None, DOES_NOT_END),
            End::TimedOut => trouble(FindingKind::Hang, None, None, "does not end, in native code"),
            End::StackOverflow { step } => {
                trouble(FindingKind::StackOverflow, *step, None, "overflows the stack")
            }
            End::OutOfMemory => trouble(FindingKind::OutOfMemory, None, None, "runs out of memory"),
            End::Died { how } => {
                // The step that was running is the first that gave nothing.
                let gave = |var: VarId| report.tags.iter().any(|(tagged, _)| *tagged == var);
                let running = case.steps().iter().find(|step| !gave(step.var)).map(|step| step.var);
                trouble(FindingKind::Exit, running, None, &format!("ends the process: {how}"))
            }
            End::NeverSettled { .. } | End::EndlessTimers | End::NotRun { .. } => Verdict::NotAssertable,
        }
    }

    /// Who is to blame for an error.
    pub fn blame(&self, thrown: &Thrown) -> Blame {
        let is_target = |file: &str| self.sources.is_target(file);
        let source_at = |frame: &kiskadee_model::Frame| self.sources.text_at(frame);
        blame(thrown, &is_target, &source_at)
    }

    /// What the last step of a case is about: `LinkedList.remove`.
    pub fn api_name(&self, case: &Case, tags: &[(VarId, TypeTag)]) -> String {
        let class_of = |expr: &Expr| match expr {
            Expr::Var(var) => {
                let tag = tags.iter().find(|(tagged, _)| tagged == var).map(|(_, tag)| tag);
                tag.and_then(|tag| self.class_name(tag))
            }
            Expr::Api(path) => Some(self.path_name(path)),
            Expr::New { class, .. } => Some(self.path_name(class)),
            _ => None,
        };
        let Some(act) = case.act() else { return String::new() };
        let member = |object: &Expr, key: &Key| member_name(class_of(object).as_deref(), key);
        match &act.op {
            Op::Call { callee: Callee::Function(path) | Callee::Constructor(path), .. } => {
                self.path_name(path)
            }
            Op::Call { callee: Callee::Method { receiver, key }, .. } => member(receiver, key),
            Op::Call { callee: Callee::Value(var), .. } => maker_of(case, *var)
                .and_then(|step| step_path(step))
                .map_or("result".into(), |path| format!("{}()", self.path_name(path))),
            Op::Get { object, key } => member(object, key),
            Op::Set { object, key, .. } => member(object, key) + SET,
            Op::Value(_) => "await".into(),
        }
    }

    fn path_name(&self, path: &ApiPath) -> String {
        path_name(path, &self.api.name)
    }
}

fn member_name(class: Option<&str>, key: &Key) -> String {
    match class {
        Some(class) => format!("{class}.{}", key.plain()),
        None => key.plain(),
    }
}

fn maker_of(case: &Case, var: VarId) -> Option<&Step> {
    case.steps().iter().find(|step| step.var == var)
}

fn step_path(step: &Step) -> Option<&ApiPath> {
    match &step.op {
        Op::Call { callee: Callee::Function(path) | Callee::Constructor(path), .. } => Some(path),
        _ => None,
    }
}

/// `TypeError: Cannot read properties of null`, as an uncaught error would be shown.
pub fn headline(thrown: &Thrown) -> String {
    let message = thrown.message.as_ref().and_then(|m| m.as_str()).unwrap_or_default();
    let message = &without_probes(message);
    match &thrown.class {
        Some(class) if message.is_empty() => class.clone(),
        Some(class) => format!("{class}: {message}"),
        None => message.clone(),
    }
}

/// V8 shows the code that ran; users know theirs.
fn without_probes(message: &str) -> String {
    let mut out = String::new();
    let mut rest = message;
    while let Some(at) = rest.find("($kc[") {
        let Some(end) = rest[at..].find("]++) , ") else { break };
        out.push_str(&rest[..at]);
        rest = &rest[at + end + "]++) , ".len()..];
    }
    out.push_str(rest);
    // Imported names: `(0 , $ki0.f)` was `f`.
    while let Some(at) = out.find("$ki") {
        let digits = out[at + 3..].chars().take_while(char::is_ascii_digit).count();
        let end = at + 3 + digits;
        let end = if out[end..].starts_with('.') { end + 1 } else { end };
        out.replace_range(at..end, "");
    }
    out.replace("(0 , ", "(")
}

#[cfg(test)]
mod tests {
    use super::without_probes;

    #[test]
    fn messages_speak_of_the_code_that_the_user_wrote() {
        for (message, expected) in [
            ("x is not a function", "x is not a function"),
            (
                "((($kc[231]++) , a[k]) || (($kc[232]++) , [])).map is not a function",
                "((a[k]) || ([])).map is not a function",
            ),
            ("(0 , $ki0.f) is not a function", "(f) is not a function"),
            ("$ki12.default is not iterable", "default is not iterable"),
        ] {
            assert_eq!(without_probes(message), expected);
        }
    }
}
