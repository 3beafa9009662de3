//! What a test is called: what happens, for which input, and as much more as it takes to tell it from its siblings.

use kiskadee_model::{
    Callee, Check, Claim, ClassRef, Expr, Failure, Key, ObjectKind, Op, Place, Seen, Step, Subject, VarId,
};

use crate::subject::Subjects;
use crate::words::{describe, enumeration, shortened, with_article};

/// The longest list of inputs that a title spells out.
const MAX_INPUTS: usize = 60;
/// The longest error message in a title.
const MAX_MESSAGE: usize = 60;

/// Titles for a test, from the shortest to the one that tells most.
pub(crate) fn candidates(subjects: Subjects<'_>) -> Vec<String> {
    let phrases = Phrases { subjects };
    let Some((act, before)) = subjects.test.case.steps().split_last() else { return vec!["runs".into()] };
    let outcomes = phrases.outcomes(act);
    let main = outcomes.first().cloned().unwrap_or_else(|| "runs".into());
    let more = enumeration(&outcomes.iter().take(3).cloned().collect::<Vec<_>>());
    let inputs = phrases.inputs(act);
    let history = history(before);
    let origin = phrases.origin(act);
    let message = phrases.message();
    let mut titles = vec![
        format!("{main}{inputs}{message}"),
        format!("{main}{inputs}{history}{message}"),
        format!("{more}{inputs}{history}{message}"),
        format!("{more}{inputs}{origin}{history}{message}"),
    ];
    titles.dedup();
    titles
}

/// Chooses among candidates so that all titles differ, with as little detail as that takes.
pub(crate) fn distinct(candidates: &[Vec<String>]) -> Vec<String> {
    let mut levels = vec![0; candidates.len()];
    let title = |index: usize, level: usize| &candidates[index][level.min(candidates[index].len() - 1)];
    loop {
        let collides = |index: usize| {
            (0..levels.len())
                .any(|other| other != index && title(other, levels[other]) == title(index, levels[index]))
        };
        let can_say_more = |index: &usize| levels[*index] + 1 < candidates[*index].len();
        let colliding: Vec<usize> =
            (0..levels.len()).filter(|index| collides(*index)).filter(can_say_more).collect();
        if colliding.is_empty() {
            break;
        }
        colliding.into_iter().for_each(|index| levels[index] += 1);
    }
    let mut titles: Vec<String> = Vec::new();
    for (index, level) in levels.iter().enumerate() {
        let wanted = title(index, *level).clone();
        let numbered = (2..).map(|n| format!("{wanted} ({n})"));
        let free = std::iter::once(wanted.clone()).chain(numbered).find(|title| !titles.contains(title));
        titles.push(free.expect("numbers do not run out"));
    }
    titles
}

struct Phrases<'a> {
    subjects: Subjects<'a>,
}

impl Phrases<'_> {
    /// What happens: what the act gives first, then what it changes.
    fn outcomes(&self, act: &Step) -> Vec<String> {
        let mut parts = Vec::new();
        let mut told_result = false;
        for check in &self.subjects.test.checks {
            match check {
                Check::Throws(failure) if act.awaited => {
                    parts.push(format!("rejects with {}", self.failure(failure)))
                }
                Check::Throws(failure) => parts.push(format!("throws {}", self.failure(failure))),
                Check::Rejects { step, failure } if *step == act.var => {
                    parts.push(format!("rejects with {}", self.failure(failure)));
                }
                // The promise of an earlier step is not what the test is about.
                Check::Rejects { .. } => {}
                Check::Value { of: Subject::Act | Subject::Fulfilled(_), path, claim }
                    if is_construction(act) =>
                {
                    parts.push(self.constructed(path, claim));
                }
                Check::Value { of: of @ (Subject::Act | Subject::Fulfilled(_)), path, claim }
                    if !told_result =>
                {
                    let settles = act.awaited || matches!(of, Subject::Fulfilled(_));
                    parts.push(self.result(act, settles, path, claim));
                    told_result = true;
                }
                Check::Value { of: Subject::Act | Subject::Fulfilled(_), .. } => {}
                Check::Value { of: Subject::Place(place), path, claim } => {
                    parts.push(self.effect(place, path, claim))
                }
            }
        }
        parts.dedup();
        parts
    }

    fn result(&self, act: &Step, settles: bool, path: &[Key], claim: &Claim) -> String {
        let verb = match &act.op {
            _ if settles => "resolves to",
            Op::Get { .. } => "is",
            Op::Call { .. } | Op::Set { .. } | Op::Value(_) => "returns",
        };
        let value = match (path, claim) {
            ([], Claim::Is(Expr::Var(var))) => self.identity(act, *var),
            ([], claim) => self.claimed(claim),
            ([Key::Name(member)], Claim::Is(Expr::Number(count)))
                if member == "length" || member == "size" =>
            {
                self.counted(act, &count.to_string())
            }
            (path, claim) => format!("an object with {} {}", display(path), self.claimed(claim)),
        };
        format!("{verb} {value}")
    }

    /// An object that the reader knows already.
    fn identity(&self, act: &Step, var: VarId) -> String {
        match &act.op {
            Op::Call { callee: Callee::Method { receiver: Expr::Var(receiver), .. }, .. }
                if *receiver == var =>
            {
                "itself".into()
            }
            Op::Call { args, .. } if args.iter().filter(|arg| **arg == Expr::Var(var)).count() == 1 => {
                if args.len() == 1 { "its argument".into() } else { format!("the {}", self.noun(var)) }
            }
            _ => format!("the {}", self.noun(var)),
        }
    }

    fn noun(&self, var: VarId) -> String {
        self.subjects.class_name(var).unwrap_or_else(|| "same object".into())
    }

    fn counted(&self, act: &Step, count: &str) -> String {
        match self.subjects.returned(act.var) {
            Some(Seen::String(_)) => format!("a string of {count} characters"),
            Some(Seen::Object(object)) => match &object.kind {
                ObjectKind::Array(_) => format!("an array of {count}"),
                _ => format!("{} of {count}", with_article(object.class.as_deref().unwrap_or("object"))),
            },
            _ => format!("a value of length {count}"),
        }
    }

    fn constructed(&self, path: &[Key], claim: &Claim) -> String {
        match (path, claim) {
            ([], claim) => format!("constructs {}", self.claimed(claim)),
            (path, claim) => format!("sets {} to {}", display(path), self.claimed(claim)),
        }
    }

    fn effect(&self, place: &Place, path: &[Key], claim: &Claim) -> String {
        match (path, claim) {
            ([], claim) => {
                let noun = match (place, claim) {
                    (_, Claim::Equals(Expr::Array(_))) => "array".into(),
                    (_, Claim::Equals(Expr::Map(_))) => "Map".into(),
                    (_, Claim::Equals(Expr::Set(_))) => "Set".into(),
                    (_, Claim::Equals(Expr::Date(_))) => "date".into(),
                    (Place::Var { var }, _) => {
                        self.subjects.class_name(*var).unwrap_or_else(|| "object".into())
                    }
                    (Place::Argument { .. }, _) => "object".to_owned(),
                };
                format!("changes the {noun} to {}", self.claimed(claim))
            }
            (path, Claim::Absent) => format!("removes {}", display(path)),
            (path, claim) => format!("sets {} to {}", display(path), self.claimed(claim)),
        }
    }

    fn claimed(&self, claim: &Claim) -> String {
        match claim {
            Claim::Is(expr) | Claim::Equals(expr) | Claim::Members(expr) => self.value(expr),
            Claim::InstanceOf(class) => with_article(&self.class(class)),
            Claim::TypeOf(name) => with_article(name),
            Claim::Absent => "nothing".into(),
        }
    }

    fn class(&self, class: &ClassRef) -> String {
        match class {
            ClassRef::Api(path) => {
                path.last_name().map_or_else(|| self.subjects.display(path), str::to_owned)
            }
            ClassRef::Global(name) => name.clone(),
        }
    }

    fn failure(&self, failure: &Failure) -> String {
        match failure {
            Failure::Error { class, name, .. } => {
                let class = class.as_ref().map(|class| self.class(class));
                let name = class.or_else(|| name.as_ref().and_then(|name| name.as_str()).map(str::to_owned));
                name.unwrap_or_else(|| "an error".into())
            }
            Failure::Value(value) => self.value(value),
            Failure::Anything => "something".into(),
        }
    }

    /// `: expected a string`, at the end, where it cannot be taken for a part of the sentence.
    fn message(&self) -> String {
        let act = self.subjects.test.case.act().map(|step| step.var);
        let failure = self.subjects.test.checks.iter().find_map(|check| match check {
            Check::Throws(failure) => Some(failure),
            Check::Rejects { step, failure } if Some(*step) == act => Some(failure),
            Check::Rejects { .. } | Check::Value { .. } => None,
        });
        let Some(Failure::Error { message, code, .. }) = failure else { return String::new() };
        let told =
            message.as_ref().and_then(|message| message.as_str()).filter(|text| !text.trim().is_empty());
        match told.or_else(|| code.as_ref().and_then(|code| code.as_str())) {
            Some(told) => format!(": {}", shortened(told, MAX_MESSAGE)),
            None => String::new(),
        }
    }

    fn value(&self, expr: &Expr) -> String {
        describe(expr, &|variable| match variable {
            Expr::Var(var) => self.variable(*var),
            _ => "a value".into(),
        })
    }

    /// What a variable holds, in words.
    fn variable(&self, var: VarId) -> String {
        if let Some(Step { op: Op::Value(value), .. }) = self.subjects.step(var)
            && !matches!(value, Expr::Var(_))
        {
            return self.value(value);
        }
        if let Some(class) = self.subjects.class_name(var) {
            return with_article(&class);
        }
        match self.subjects.returned(var) {
            Some(Seen::Object(object)) => match &object.kind {
                ObjectKind::Function(_) | ObjectKind::Class(_) => "a function".into(),
                _ => "an object".into(),
            },
            Some(Seen::Undefined) => "undefined".into(),
            Some(Seen::Null) => "null".into(),
            Some(Seen::Bool(value)) => value.to_string(),
            Some(Seen::Number(value)) => value.to_string(),
            Some(Seen::String(text)) => self.value(&Expr::String(text.clone())),
            _ => "a value".into(),
        }
    }

    /// ` for -1 and an empty string`
    fn inputs(&self, act: &Step) -> String {
        let args = match &act.op {
            Op::Call { args, .. } => args,
            Op::Get { .. } | Op::Set { .. } | Op::Value(_) => return String::new(),
        };
        if args.is_empty() {
            let takes_some =
                self.subjects.about(act).signature.is_some_and(|signature| !signature.params.is_empty());
            return if takes_some { " without arguments".into() } else { String::new() };
        }
        let words: Vec<String> = args.iter().map(|arg| self.value(arg)).collect();
        for count in (1..=words.len()).rev() {
            let mut told = words[..count].to_vec();
            if count < words.len() {
                told.push("more".into());
            }
            let text = enumeration(&told);
            if text.chars().count() <= MAX_INPUTS || count == 1 {
                return format!(" for {text}");
            }
        }
        String::new()
    }

    /// ` on new List(3)`: how the receiver was made, if it was given anything.
    fn origin(&self, act: &Step) -> String {
        let (Op::Call { callee: Callee::Method { receiver: Expr::Var(var), .. }, .. }
        | Op::Get { object: Expr::Var(var), .. }
        | Op::Set { object: Expr::Var(var), .. }) = &act.op
        else {
            return String::new();
        };
        match self.subjects.step(*var).map(|step| &step.op) {
            Some(Op::Call { callee: Callee::Constructor(path) | Callee::Function(path), args })
                if !args.is_empty() =>
            {
                let args: Vec<String> = args.iter().map(|arg| self.value(arg)).collect();
                let name = path.last_name().map_or_else(|| self.subjects.display(path), str::to_owned);
                format!(" on {}", shortened(&format!("{name} of {}", enumeration(&args)), MAX_INPUTS))
            }
            _ => String::new(),
        }
    }
}

/// ` after append twice and remove`: the members that were called or written before, in order.
fn history(before: &[Step]) -> String {
    let mut names: Vec<(String, usize)> = Vec::new();
    for step in before {
        let name = match &step.op {
            Op::Call { callee: Callee::Method { key, .. }, .. } => key.plain(),
            Op::Set { key, .. } => format!("setting {}", key.plain()),
            Op::Call { callee: Callee::Function(path), .. } => match path.last_name() {
                Some(name) => name.to_owned(),
                None => continue,
            },
            Op::Call { .. } | Op::Get { .. } | Op::Value(_) => continue,
        };
        match names.last_mut() {
            Some((last, count)) if *last == name => *count += 1,
            _ => names.push((name, 1)),
        }
    }
    if names.is_empty() {
        return String::new();
    }
    let counted = |(name, count): (String, usize)| match count {
        1 => name,
        2 => format!("{name} twice"),
        count => format!("{name} {count} times"),
    };
    format!(" after {}", enumeration(&names.into_iter().map(counted).collect::<Vec<_>>()))
}

fn is_construction(step: &Step) -> bool {
    matches!(&step.op, Op::Call { callee: Callee::Constructor(_), .. })
}

/// The members of a path as they are spoken of: `items.0.name`.
fn display(path: &[Key]) -> String {
    path.iter().map(Key::plain).collect::<Vec<_>>().join(".")
}
