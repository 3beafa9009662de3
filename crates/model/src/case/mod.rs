//! The test-case tree: call nodes and callback nodes, as a block of steps whose arguments may hold callbacks that hold
//! blocks again. Immutable, and valid by construction: `Case::new` refuses a variable that is used out of scope.

mod edit;
mod scope;

use crate::{ApiPath, Expr, Key};

pub use scope::Invalid;

/// A variable of a case: the result of a step, or a parameter of a callback. Unique in its case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct VarId(pub u32);

/// A test case.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    body: Block,
    origin: Origin,
}

/// Where a case came from, for bug reports and for the search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// Its number in the run, counted from 0 in the order of asking.
    pub number: u64,
    /// The number of the case that it was made from.
    pub parent: Option<u64>,
    /// What made it: `new`, `extend`, `change an argument`, …
    pub operator: &'static str,
}

/// Steps in order, and what a callback returns after them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// The steps.
    pub steps: Vec<Step>,
    /// What is returned at the end, or thrown. Only in callbacks.
    pub result: Option<Expr>,
    /// Whether the result is thrown.
    pub throws: bool,
}

/// One call, read or write, and the variable that holds what it gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Holds the result; also the step's name in observations.
    pub var: VarId,
    /// What is done.
    pub op: Op,
    /// Whether the result is awaited at once. Not awaiting is a choice too.
    pub awaited: bool,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// A call.
    Call {
        /// Of what.
        callee: Callee,
        /// With what.
        args: Vec<Expr>,
    },
    /// A property read, which may run an accessor.
    Get {
        /// Of what.
        object: Expr,
        /// Which.
        key: Key,
    },
    /// A property write, which may run an accessor.
    Set {
        /// Of what.
        object: Expr,
        /// Which.
        key: Key,
        /// To what.
        value: Expr,
    },
    /// A value bound to a variable, so that several calls share it; with `awaited`, a promise awaited later.
    Value(Expr),
}

/// What is called.
#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    /// A function of the module, called through its path, so that `a.b.f()` has `a.b` as receiver.
    Function(ApiPath),
    /// `new` on a class of the module.
    Constructor(ApiPath),
    /// A method of a value.
    Method {
        /// The receiver.
        receiver: Expr,
        /// Its name.
        key: Key,
    },
    /// A function that a variable holds.
    Value(VarId),
}

impl Case {
    /// Makes a case, or says which rule it breaks.
    pub fn new(body: Block, origin: Origin) -> Result<Self, Invalid> {
        scope::check(&body)?;
        Ok(Self { body, origin })
    }

    /// The steps of the case.
    pub fn steps(&self) -> &[Step] {
        &self.body.steps
    }

    /// The root of the tree.
    pub fn body(&self) -> &Block {
        &self.body
    }

    /// Where it came from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The same case with another origin.
    pub fn with_origin(self, origin: Origin) -> Self {
        Self { origin, ..self }
    }

    /// The case up to a top-level step, which becomes the last.
    pub fn up_to(&self, var: VarId) -> Option<Self> {
        let end = self.body.steps.iter().position(|step| step.var == var)?;
        let steps = self.body.steps[..=end].to_vec();
        Some(Self { body: Block { steps, ..Block::default() }, origin: self.origin.clone() })
    }

    /// The last step: what the test is about.
    pub fn act(&self) -> Option<&Step> {
        self.body.steps.last()
    }

    /// The first variable number that is free, for whoever grows the case.
    pub fn next_var(&self) -> u32 {
        scope::highest_var(&self.body).map_or(0, |highest| highest + 1)
    }

    /// The first callback number that is free.
    pub fn next_callback(&self) -> u32 {
        scope::highest_callback(&self.body).map_or(0, |highest| highest + 1)
    }

    /// Whether any top-level step awaits, so that the test has to be an async function.
    pub fn awaits(&self) -> bool {
        self.body.steps.iter().any(|step| step.awaited)
    }
}

impl Step {
    /// The expressions directly used by this step.
    pub fn operands(&self) -> Vec<&Expr> {
        match &self.op {
            Op::Call { callee, args } => {
                let receiver = match callee {
                    Callee::Method { receiver, .. } => Some(receiver),
                    Callee::Function(_) | Callee::Constructor(_) | Callee::Value(_) => None,
                };
                receiver.into_iter().chain(args).collect()
            }
            Op::Get { object, .. } => vec![object],
            Op::Set { object, value, .. } => vec![object, value],
            Op::Value(value) => vec![value],
        }
    }

    /// The variables this step uses, callbacks' bodies included, in order of appearance.
    pub fn uses(&self) -> Vec<VarId> {
        let mut used = Vec::new();
        scope::step_uses(self, &mut used);
        used
    }
}
