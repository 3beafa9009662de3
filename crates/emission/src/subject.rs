//! What a step is about: the class or function and the member that it exercises. Decides under which `describe` a test
//! stands, in which order tests come, and which parameters its arguments are for.

use kiskadee_model::{
    ApiPath, Callee, Class, ExportKind, Expr, Key, Member, MemberKind, ObjectKind, Op, Root, Seen, Signature,
    Step, StepOutcome, VarId,
};

use crate::suite::{Suite, TestCase};

/// What a step is about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct About<'a> {
    /// Titles of the `describe`s for it, outermost first.
    pub(crate) group: Vec<String>,
    /// Where it comes among the others.
    pub(crate) rank: (usize, usize),
    /// How it is called, if that is known.
    pub(crate) signature: Option<&'a Signature>,
}

/// Looks things up in one test of a suite.
#[derive(Clone, Copy)]
pub(crate) struct Subjects<'a> {
    pub(crate) suite: &'a Suite,
    pub(crate) test: &'a TestCase,
}

/// What is known of a receiver.
enum Receiver<'a> {
    Class(usize, &'a Class, ApiPath),
    Object(usize, &'a [Member], ApiPath),
    Unknown(About<'a>),
}

impl<'a> Subjects<'a> {
    /// What a step is about.
    pub(crate) fn about(&self, step: &Step) -> About<'a> {
        match &step.op {
            Op::Call { callee: Callee::Function(path), .. } => self.about_path(path),
            Op::Call { callee: Callee::Constructor(path), .. } => match self.export(path) {
                Some((index, ExportKind::Class(class))) => About {
                    group: vec![self.display(path), "constructor".into()],
                    rank: (index, 0),
                    signature: Some(&class.constructor),
                },
                _ => About {
                    group: vec![self.display(path), "constructor".into()],
                    rank: LAST,
                    signature: None,
                },
            },
            Op::Call { callee: Callee::Method { receiver, key }, .. } => {
                self.about_member(receiver, key, &[MemberKind::Method, MemberKind::Getter])
            }
            Op::Call { callee: Callee::Value(var), .. } => self.about_var(*var),
            Op::Get { object, key } => {
                self.about_member(object, key, &[MemberKind::Getter, MemberKind::Method])
            }
            Op::Set { object, key, .. } => self.about_member(object, key, &[MemberKind::Setter]),
            Op::Value(Expr::Var(var)) => self.about_var(*var),
            Op::Value(Expr::Api(path)) => self.about_path(path),
            Op::Value(_) => self.about_module(),
        }
    }

    /// The name of the class of what a variable holds, if it is an instance of one.
    pub(crate) fn class_name(&self, var: VarId) -> Option<String> {
        if let Some(Step { op: Op::Call { callee: Callee::Constructor(path), .. }, .. }) = self.step(var) {
            return Some(self.last_name(path));
        }
        let object = match self.returned(var)? {
            Seen::Object(object) => object,
            _ => return None,
        };
        match object.kind {
            ObjectKind::Plain | ObjectKind::NullPrototype | ObjectKind::Function(_) => None,
            _ => object.class.clone().filter(|class| class != "Object"),
        }
    }

    /// The top-level step that a variable holds the result of.
    pub(crate) fn step(&self, var: VarId) -> Option<&'a Step> {
        self.test.case.steps().iter().find(|step| step.var == var)
    }

    /// What a step gave, if it did not throw.
    pub(crate) fn returned(&self, var: VarId) -> Option<&'a Seen> {
        let seen = self.test.observation.steps.iter().find(|seen| seen.step == var)?;
        match &seen.outcome {
            StepOutcome::Returned(value) => Some(value),
            StepOutcome::Threw(_) => None,
        }
    }

    /// The path as a title: `DataStructures.LinkedList`, and a file's or class's own name for what has none.
    pub(crate) fn display(&self, path: &ApiPath) -> String {
        let root = match &path.root {
            Root::Named(name) => name.clone(),
            Root::Whole | Root::Default => {
                let whole = ApiPath::export(path.root.clone());
                match self.export(&whole) {
                    Some((_, ExportKind::Class(class))) if !class.name.is_empty() => class.name.clone(),
                    _ => self.suite.module.default_name.clone(),
                }
            }
        };
        path.members.iter().fold(root, |text, key| match key {
            Key::Name(name) => format!("{text}.{name}"),
            Key::Symbol(_) => format!("{text}{}", key.plain()),
        })
    }

    fn last_name(&self, path: &ApiPath) -> String {
        path.last_name().map_or_else(|| self.display(path), str::to_owned)
    }

    fn export(&self, path: &ApiPath) -> Option<(usize, &'a ExportKind)> {
        let mut exports = self.suite.api.exports.iter().enumerate();
        exports.find(|(_, export)| export.path == *path).map(|(index, export)| (index, &export.kind))
    }

    fn about_path(&self, path: &ApiPath) -> About<'a> {
        let own = self.export(path);
        let signature = match own {
            Some((_, ExportKind::Function(signature))) => Some(signature),
            Some((_, ExportKind::Class(class))) => Some(&class.constructor),
            _ => None,
        };
        // A static method, or a member of an object, stands under what it belongs to.
        if let (Some(parent), Some(key)) = (path.parent(), path.members.last())
            && let Some((index, kind)) = self.export(&parent)
        {
            let member = match kind {
                ExportKind::Object(members) => members.iter().position(|member| member.key == *key),
                _ => None,
            };
            let rank = member.map_or(STATIC + own.map_or(0, |(own, _)| own), |member| member + 1);
            let signature = signature.or_else(|| match (kind, member) {
                (ExportKind::Object(members), Some(member)) => Some(&members[member].signature),
                _ => None,
            });
            return About {
                group: vec![self.display(&parent), member_title(key)],
                rank: (index, rank),
                signature,
            };
        }
        About { group: vec![self.display(path)], rank: own.map_or(LAST, |(index, _)| (index, 0)), signature }
    }

    fn about_member(&self, receiver: &Expr, key: &Key, kinds: &[MemberKind]) -> About<'a> {
        let (index, members, path) = match self.receiver(receiver) {
            Receiver::Class(index, class, path) => (index, class.members.as_slice(), path),
            Receiver::Object(index, members, path) => (index, members, path),
            Receiver::Unknown(mut about) => {
                about.group.truncate(1);
                about.group.push(member_title(key));
                return About { rank: (about.rank.0, STATIC), signature: None, ..about };
            }
        };
        let position = members.iter().position(|member| member.key == *key && kinds.contains(&member.kind));
        About {
            group: vec![self.display(&path), member_title(key)],
            rank: (index, position.map_or(STATIC, |position| position + 1)),
            signature: position.map(|position| &members[position].signature),
        }
    }

    fn receiver(&self, receiver: &Expr) -> Receiver<'a> {
        match receiver {
            Expr::Var(var) => match (self.step(*var), self.returned(*var)) {
                (Some(Step { op: Op::Call { callee: Callee::Constructor(path), .. }, .. }), _) => {
                    self.at_path(path)
                }
                (_, Some(Seen::Object(object))) => {
                    let mut classes = self.classes();
                    match object.api_class.and_then(|at| classes.find(|(index, ..)| *index == at as usize)) {
                        Some((index, class, path)) => Receiver::Class(index, class, path),
                        None => {
                            let named = object.class.clone().filter(|_| object.kind == ObjectKind::Instance);
                            let about = self.about_var(*var);
                            let group = named.map_or(about.group.clone(), |name| vec![name]);
                            Receiver::Unknown(About { group, ..about })
                        }
                    }
                }
                _ => Receiver::Unknown(self.about_var(*var)),
            },
            Expr::Api(path) => self.at_path(path),
            Expr::New { class, .. } => self.at_path(class),
            _ => Receiver::Unknown(self.about_module()),
        }
    }

    fn at_path(&self, path: &ApiPath) -> Receiver<'a> {
        match self.export(path) {
            Some((index, ExportKind::Class(class))) => Receiver::Class(index, class, path.clone()),
            Some((index, ExportKind::Object(members))) => Receiver::Object(index, members, path.clone()),
            _ => Receiver::Unknown(self.about_path(path)),
        }
    }

    fn classes(&self) -> impl Iterator<Item = (usize, &'a Class, ApiPath)> + use<'a> {
        self.suite.api.exports.iter().enumerate().filter_map(|(index, export)| match &export.kind {
            ExportKind::Class(class) => Some((index, class, export.path.clone())),
            _ => None,
        })
    }

    fn about_var(&self, var: VarId) -> About<'a> {
        // Variables are declared before they are used, so this comes to an end.
        self.step(var)
            .map_or_else(|| self.about_module(), |step| About { signature: None, ..self.about(step) })
    }

    fn about_module(&self) -> About<'a> {
        About { group: vec![self.suite.module.default_name.clone()], rank: LAST, signature: None }
    }
}

/// A member as a title, which must not be empty.
fn member_title(key: &Key) -> String {
    match key {
        Key::Name(name) if name.trim().is_empty() => format!("\"{name}\""),
        _ => key.plain(),
    }
}

/// After everything that the API tells the place of.
const LAST: (usize, usize) = (usize::MAX, 0);
/// After the members of a class that the API lists.
const STATIC: usize = 1 << 20;
