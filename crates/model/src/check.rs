//! What a test asserts, as data: chosen by the oracle, worded by each test framework's emitter.

use crate::{ApiPath, Expr, JsString, Key, Place, VarId};

/// One assertion. All of them hold when the act has run and everything it started has come to rest.
#[derive(Clone, Debug, PartialEq)]
pub enum Check {
    /// A value is as claimed.
    Value {
        /// Where to start from.
        of: Subject,
        /// Members to follow from there.
        path: Vec<Key>,
        /// What holds of what is found.
        claim: Claim,
    },
    /// The act throws or, where it is awaited, is rejected.
    Throws(Failure),
    /// The promise that a step gave, and that the case does not await, is rejected.
    Rejects {
        /// Which step.
        step: VarId,
        /// With what.
        failure: Failure,
    },
}

/// Where an assertion starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// What the last step gave (awaited, if the step awaits).
    Act,
    /// What the promise that a step gave, and that the case does not await, was fulfilled with.
    Fulfilled(VarId),
    /// Something that the act may have changed.
    Place(Place),
}

/// What holds of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// It is this scalar, or the very object that a variable holds: `Object.is`.
    Is(Expr),
    /// It has the structure of this literal.
    Equals(Expr),
    /// Its own members are those of this object literal, whatever its prototype is.
    Members(Expr),
    /// It is an instance of this class.
    InstanceOf(ClassRef),
    /// `typeof` gives this.
    TypeOf(&'static str),
    /// There is no such own property (the last of the path).
    Absent,
}

/// A class that a test can name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassRef {
    /// One of the module under test.
    Api(ApiPath),
    /// One of the language or of Node.
    Global(String),
}

/// What is thrown, or what a promise is rejected with.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// An error; whatever is absent is not asserted.
    Error {
        /// Its class, where a test can name it.
        class: Option<ClassRef>,
        /// Its `name`, where it is the error's own.
        name: Option<JsString>,
        /// Its message.
        message: Option<JsString>,
        /// Node's error code.
        code: Option<JsString>,
        /// Whether it has no properties but those that every error has, so that a new one of the same class and
        /// message equals it.
        bare: bool,
    },
    /// Something that is not an error.
    Value(Expr),
    /// Something of which no more can be said.
    Anything,
}
