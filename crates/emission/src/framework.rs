//! What a test framework has to say: its imports, its assertions, its clock. One implementation a framework; what all
//! tests have in common is in `body` and `document`.

use kiskadee_model::print::{Shell, print_expr};
use kiskadee_model::{Claim, ClassRef, Expr, Failure};

use crate::suite::ModuleFormat;
use crate::{node_test, vitest};

/// The test frameworks that suites are written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Framework {
    /// Vitest.
    Vitest,
    /// Node's own `node:test` with `node:assert`.
    NodeTest,
}

impl Framework {
    /// What it is called on the command line and in reports.
    pub fn option_name(self) -> &'static str {
        match self {
            Self::Vitest => "vitest",
            Self::NodeTest => "node",
        }
    }

    /// What it is called by people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Vitest => "vitest",
            Self::NodeTest => "node:test",
        }
    }

    pub(crate) fn idiom(self) -> &'static dyn Idiom {
        match self {
            Self::Vitest => &vitest::Vitest,
            Self::NodeTest => &node_test::NodeTest,
        }
    }
}

/// Which parts of a framework a file uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Used {
    /// Some test replaces the clock.
    pub(crate) fake_timers: bool,
}

/// How a framework says things. Statements come without indentation, on one line, for `layout` to break.
pub(crate) trait Idiom {
    /// Names that the framework's imports take at the top of the file.
    fn taken(&self) -> &'static [&'static str];

    /// Whether `import { a } from` reaches every property of what a CommonJS module exports.
    fn imports_names_from_cjs(&self) -> bool;

    /// The import statements.
    fn imports(&self, used: Used, format: ModuleFormat) -> Vec<String>;

    /// What stands between the imports and the first test: hooks and helpers, in paragraphs.
    fn preamble(&self, used: Used) -> Vec<String>;

    /// The parameter list of a test's function.
    fn test_params(&self, fake_timers: bool) -> &'static str;

    /// Replaces the clock for the rest of the test.
    fn fake_clock(&self) -> String;

    /// Lets everything happen that timers and promises have in store, as far as `ms` from now: an expression
    /// that gives a promise.
    fn run_timers(&self, ms: u64) -> String;

    /// Asserts a claim on the value of an expression. `Absent` does not come here.
    fn value(&self, print: &Printer<'_>, actual: &str, claim: &Claim) -> String;

    /// Asserts a claim on what a promise is fulfilled with.
    fn resolves(&self, print: &Printer<'_>, promise: &str, claim: &Claim) -> String;

    /// Whether `throws` can tell values that are not errors.
    fn throws_values(&self) -> bool;

    /// Asserts that a function throws.
    fn throws(&self, print: &Printer<'_>, thunk: &str, failure: &Failure) -> String;

    /// Asserts that a promise, or what an async function returns, is rejected: an expression that gives a promise.
    fn rejects(&self, print: &Printer<'_>, promise: &str, failure: &Failure) -> String;
}

/// Prints what assertions compare with.
pub(crate) struct Printer<'a> {
    pub(crate) shell: &'a dyn Shell,
}

impl Printer<'_> {
    pub(crate) fn expr(&self, expr: &Expr) -> String {
        print_expr(self.shell, expr, 0)
    }

    pub(crate) fn class(&self, class: &ClassRef) -> String {
        match class {
            ClassRef::Api(path) => self.shell.api(path),
            ClassRef::Global(name) => name.clone(),
        }
    }

    /// The facts about an error as properties of an object literal, or nothing if there are none. A class of the
    /// language goes by its name, which such errors always have.
    pub(crate) fn error_facts(&self, failure: &Failure) -> Option<String> {
        let Failure::Error { class, name, message, code, .. } = failure else { return None };
        let mut facts = Vec::new();
        match class {
            Some(ClassRef::Global(name)) => {
                facts.push(format!("name: {}", kiskadee_model::print::quote(name)))
            }
            Some(class @ ClassRef::Api(_)) => facts.push(format!("constructor: {}", self.class(class))),
            None => {}
        }
        for (key, value) in [("name", name), ("message", message), ("code", code)] {
            if let Some(value) = value {
                facts.push(format!("{key}: {}", kiskadee_model::print::quote_js(value)));
            }
        }
        (!facts.is_empty()).then(|| format!("{{ {} }}", facts.join(", ")))
    }
}

/// The class of an error of which nothing but the class is asserted.
pub(crate) fn class_alone(failure: &Failure) -> Option<&ClassRef> {
    match failure {
        Failure::Error { class: Some(class), name: None, message: None, code: None, .. } => Some(class),
        _ => None,
    }
}
