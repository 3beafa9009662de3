//! What a suite is meant to show besides coverage: every function called as the subject of a test, with every kind of
//! outcome that it was seen to have. Each such goal gets a number above those of the counters, so that keeping and
//! choosing treat both alike.

use std::cell::RefCell;
use std::collections::BTreeMap;

use kiskadee_execution::CaseReport;
use kiskadee_model::{Case, End, TypeTag};

/// Goals of one function. A function that hands through what it is given has as many kinds of results as there are
/// values; a reader has seen enough after a few.
const GOALS: usize = 3;

/// Numbers goals in the order in which they are first reached.
pub struct Goals {
    first: u32,
    numbers: RefCell<BTreeMap<(String, String), u32>>,
}

impl Goals {
    /// Goals are numbered from `first` on.
    pub fn new(first: usize) -> Self {
        Self { first: first as u32, numbers: RefCell::new(BTreeMap::new()) }
    }

    /// The goal that a run reaches, if it ended in a way that a test can show.
    pub fn reached(&self, api: &str, case: &Case, report: &CaseReport) -> Option<u32> {
        let act = case.act()?.var;
        let outcome = match &report.end {
            End::Completed => {
                let tag = report.tags.iter().rev().find(|(var, _)| *var == act).map(|(_, tag)| tag)?;
                kind(tag)?.to_owned()
            }
            End::Threw { step } if *step == act => {
                let class = report.thrown.as_ref().and_then(|thrown| thrown.class.as_deref());
                format!("throws {}", class.unwrap_or("a value"))
            }
            _ => return None,
        };
        let mut numbers = self.numbers.borrow_mut();
        let next = self.first + numbers.len() as u32;
        let key = (api.to_owned(), outcome);
        if let Some(&known) = numbers.get(&key) {
            return Some(known);
        }
        let of_this = numbers.keys().filter(|(name, _)| name == api).count();
        (of_this < GOALS).then(|| *numbers.entry(key).or_insert(next))
    }
}

/// Kinds of results that a reader would want a test for each. A promise is none: it is awaited in another test.
fn kind(tag: &TypeTag) -> Option<&'static str> {
    Some(match tag {
        TypeTag::Undefined => "undefined",
        TypeTag::Null => "null",
        TypeTag::Boolean(true) => "true",
        TypeTag::Boolean(false) => "false",
        TypeTag::Promise => return None,
        TypeTag::Number
        | TypeTag::BigInt
        | TypeTag::String
        | TypeTag::Symbol
        | TypeTag::Function
        | TypeTag::Array
        | TypeTag::Plain
        | TypeTag::Builtin(_)
        | TypeTag::Instance(_)
        | TypeTag::Shape(_) => "a value",
    })
}
