//! What a run of a case means: behaviour to pin down, trouble to report, or nothing that a test could repeat.

use kiskadee_execution::{CaseReport, ShapeDef};
use kiskadee_model::{Api, ApiPath, Callee, Case, End, Expr, Op, Root, Shape, Step, Thrown, TypeTag};
use kiskadee_oracle::{Cause as Blame, judge as blame};

use super::findings::{Cause, FindingKind};
use super::sources::Sources;
use super::surface::{Surface, class_name};

/// What a run means.
#[derive(Debug)]
pub enum Verdict {
    /// It can be pinned down.
    Behaviour,
    /// A crash, a hang or the like.
    Trouble(Cause),
    /// It cannot be repeated in a test, and is no trouble either.
    NotAssertable,
}

/// Judges runs of one target.
pub struct Judge<'a> {
    sources: &'a Sources,
    surface: &'a Surface<'a>,
    api: &'a Api,
    /// Text that tells where things are on this machine.
    places: Vec<String>,
}

impl<'a> Judge<'a> {
    /// For one target with this API.
    pub fn new(sources: &'a Sources, surface: &'a Surface<'a>, api: &'a Api, places: Vec<String>) -> Self {
        Self { sources, surface, api, places }
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
        self.surface.shape(def)
    }

    /// Judges one run.
    pub fn verdict(&self, case: &Case, report: &CaseReport) -> Verdict {
        let trouble = |kind, message: &str| {
            Verdict::Trouble(Cause {
                kind,
                api: self.api_name(case, &report.tags),
                location: None,
                message: message.to_owned(),
            })
        };
        match &report.end {
            End::Completed if report.late > 0 => Verdict::NotAssertable,
            End::Completed => Verdict::Behaviour,
            End::Threw { .. } => match &report.thrown {
                Some(thrown) => self.thrown(case, report, thrown),
                None => Verdict::NotAssertable,
            },
            End::OutOfFuel { .. } => trouble(FindingKind::Hang, "does not end"),
            End::TimedOut => trouble(FindingKind::Hang, "does not end, in native code"),
            End::StackOverflow { .. } => trouble(FindingKind::StackOverflow, "overflows the stack"),
            End::OutOfMemory => trouble(FindingKind::OutOfMemory, "runs out of memory"),
            End::Died { how } => trouble(FindingKind::Exit, &format!("ends the process: {how}")),
            End::NeverSettled { .. } | End::EndlessTimers | End::NotRun { .. } => Verdict::NotAssertable,
        }
    }

    fn thrown(&self, case: &Case, report: &CaseReport, thrown: &Thrown) -> Verdict {
        // No file is on the stack: the call itself made no sense (`new` on an arrow function).
        if thrown.class.is_some() && thrown.code.is_none() && thrown.frames.is_empty() {
            return Verdict::NotAssertable;
        }
        match self.blame(thrown) {
            Blame::ThrownByCode => Verdict::Behaviour,
            Blame::RaisedByEngine { frame } => Verdict::Trouble(Cause {
                kind: FindingKind::Crash,
                api: self.api_name(case, &report.tags),
                location: self.sources.location(&frame),
                message: headline(thrown),
            }),
            Blame::StackOverflow => Verdict::Trouble(Cause {
                kind: FindingKind::StackOverflow,
                api: self.api_name(case, &report.tags),
                location: None,
                message: "overflows the stack".into(),
            }),
        }
    }

    /// Who is to blame for an error.
    pub fn blame(&self, thrown: &Thrown) -> Blame {
        let is_target = |file: &str| self.sources.is_target(file);
        let source_at = |frame: &kiskadee_model::Frame| self.sources.text_at(frame);
        blame(thrown, &is_target, &source_at)
    }

    /// What the last step of a case is about: `LinkedList.remove`.
    pub fn api_name(&self, case: &Case, tags: &[(kiskadee_model::VarId, TypeTag)]) -> String {
        let class_of = |expr: &Expr| match expr {
            Expr::Var(var) => {
                let tag = tags.iter().find(|(tagged, _)| tagged == var).map(|(_, tag)| tag);
                tag.and_then(|tag| class_name(self.api, tag))
            }
            Expr::Api(path) => Some(self.path_name(path)),
            Expr::New { class, .. } => Some(self.path_name(class)),
            _ => None,
        };
        let Some(act) = case.act() else { return String::new() };
        let member = |object: &Expr, key: &kiskadee_model::Key| match class_of(object) {
            Some(class) => format!("{class}.{}", key.plain()),
            None => key.plain(),
        };
        match &act.op {
            Op::Call { callee: Callee::Function(path) | Callee::Constructor(path), .. } => self.path_name(path),
            Op::Call { callee: Callee::Method { receiver, key }, .. } => member(receiver, key),
            Op::Call { callee: Callee::Value(var), .. } => maker_of(case, *var)
                .and_then(|step| step_path(step))
                .map_or("result".into(), |path| format!("{}()", self.path_name(path))),
            Op::Get { object, key } | Op::Set { object, key, .. } => member(object, key),
            Op::Value(_) => "await".into(),
        }
    }

    fn path_name(&self, path: &ApiPath) -> String {
        let root = match &path.root {
            Root::Whole | Root::Default => self.sources.default_name(),
            Root::Named(name) => name.clone(),
        };
        path.members.iter().fold(root, |text, key| format!("{text}.{}", key.plain()))
    }
}

fn maker_of(case: &Case, var: kiskadee_model::VarId) -> Option<&Step> {
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
    match &thrown.class {
        Some(class) if message.is_empty() => class.clone(),
        Some(class) => format!("{class}: {message}"),
        None => message.to_owned(),
    }
}
