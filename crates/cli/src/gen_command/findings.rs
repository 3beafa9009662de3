//! Crashes and hangs: what is collected while exploring, each cause once with its shortest case.

use std::collections::BTreeMap;

use kiskadee_model::Case;
use kiskadee_model::print::print_probe;

/// What kind of trouble it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FindingKind {
    /// The engine raised an error in the target's own code.
    Crash,
    /// A loop, a recursion by loops, or timers without end.
    Hang,
    /// The stack overflowed.
    StackOverflow,
    /// The process ran out of memory.
    OutOfMemory,
    /// The process ended: `process.exit`, `process.abort`, a signal.
    Exit,
}

impl FindingKind {
    /// Its stable name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::StackOverflow => "stack-overflow",
            Self::OutOfMemory => "out-of-memory",
            Self::Exit => "exit",
        }
    }
}

/// What makes two findings the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cause {
    /// The kind.
    pub kind: FindingKind,
    /// What was called: `LinkedList.insertBefore`.
    pub api: String,
    /// Where in the source, as `file:line`, if it is known.
    pub location: Option<String>,
    /// What was said.
    pub message: String,
}

impl Cause {
    /// Whether a simpler case shows the same thing: values in the message may differ, its wording may not.
    pub fn is_like(&self, other: &Self) -> bool {
        let wording = |message: &str| message.split('\'').step_by(2).collect::<String>();
        let (a, b) = (self, other);
        (a.kind, &a.api, &a.location) == (b.kind, &b.api, &b.location)
            && wording(&a.message) == wording(&b.message)
    }
}

/// A cause with the shortest case that shows it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Why.
    pub cause: Cause,
    /// The shortest case.
    pub case: Case,
    /// How many cases showed it.
    pub count: u64,
}

/// All findings of a run, ordered by what was called.
#[derive(Debug, Default)]
pub struct Findings {
    by_place: BTreeMap<(FindingKind, String), Finding>,
}

impl Findings {
    /// Adds what a case showed. The same kind at the same place is one finding, whatever was called to get there and
    /// whichever values the message names; the shortest case says what is called.
    pub fn add(&mut self, cause: Cause, case: &Case) {
        let place = cause.location.clone().unwrap_or_else(|| cause.api.clone());
        let key = (cause.kind, place);
        match self.by_place.get_mut(&key) {
            None => {
                self.by_place.insert(key, Finding { cause, case: case.clone(), count: 1 });
            }
            Some(known) => {
                known.count += 1;
                if size(case) < size(&known.case) {
                    known.case = case.clone();
                    known.cause = cause;
                }
            }
        }
    }

    /// How many causes.
    pub fn len(&self) -> usize {
        self.by_place.len()
    }

    /// In a fixed order.
    pub fn into_sorted(self) -> Vec<Finding> {
        let mut all: Vec<Finding> = self.by_place.into_values().collect();
        all.sort_by(|a, b| {
            let key = |f: &Finding| (f.cause.kind, f.cause.api.clone(), f.cause.location.clone());
            key(a).cmp(&key(b)).then_with(|| a.cause.message.cmp(&b.cause.message))
        });
        all
    }
}

fn size(case: &Case) -> (usize, usize) {
    (case.steps().len(), print_probe(case).len())
}
