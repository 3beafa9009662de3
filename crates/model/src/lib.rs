//! What every stage speaks of: values, test cases, observations, the API under test, and the one printer from case
//! to JavaScript. No parser, no I/O, no clock and no randomness live here, so that everything below is plain data.

mod api;
mod case;
mod check;
mod expr;
mod facts;
mod number;
mod observation;
mod path;
pub mod print;
mod seen;
mod text;
mod types;

pub use api::{Api, Class, Export, ExportKind, Member, MemberKind, Shape, ShapeId, Signature, TypeTag};
pub use case::{Block, Callee, Case, Invalid, Op, Origin, Step, VarId};
pub use check::{Check, Claim, ClassRef, Failure, Subject};
pub use expr::{Callback, ErrorClass, Expr, SymbolExpr, TypedArrayKind};
pub use facts::{Constants, FileFacts, FunctionFacts, Param, Usage};
pub use number::Number;
pub use observation::{
    CallbackCall, Change, End, Frame, LateError, Observation, Place, StepOutcome, StepSeen, Thrown,
};
pub use path::{ApiPath, Key, Root};
pub use seen::{ObjectKind, PromiseState, Seen, SeenKey, SeenObject, SeenProperty, SeenSymbol};
pub use text::JsString;
pub use types::{Property, Type};
