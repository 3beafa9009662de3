//! What a worker saw of a value: a copy taken through descriptors only, so that looking changed nothing.

use serde::{Deserialize, Serialize};

use crate::{JsString, Number, Thrown};

/// A value as it was seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", content = "v", rename_all = "camelCase")]
pub enum Seen {
    /// `undefined`
    Undefined,
    /// `null`
    Null,
    /// A boolean.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A bigint, by digits.
    BigInt(String),
    /// A whole string.
    String(JsString),
    /// A symbol.
    Symbol(SeenSymbol),
    /// An object.
    Object(Box<SeenObject>),
    /// An object that stands elsewhere in the same copy, by identity.
    Ref(u32),
    /// Something that was not copied: over the budget, or a proxy. Never asserted.
    Opaque,
}

/// A symbol as it was seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", content = "v", rename_all = "camelCase")]
pub enum SeenSymbol {
    /// `Symbol.iterator`, by name.
    WellKnown(String),
    /// `Symbol.for(key)`
    Registered(JsString),
    /// Any other, by description.
    Unique(Option<JsString>),
}

/// An object as it was seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SeenObject {
    /// Its identity: the same number means the same object throughout one case.
    pub id: u32,
    /// What kind of object it is, with what only that kind has.
    pub kind: ObjectKind,
    /// Name of its prototype's constructor; absent for a null prototype or an anonymous class.
    #[serde(default)]
    pub class: Option<String>,
    /// Own enumerable and non-enumerable properties worth telling, in order. For arrays and typed arrays the elements
    /// are in `kind` and these are the further ones.
    #[serde(default)]
    pub props: Vec<SeenProperty>,
    /// Whether something was left out.
    #[serde(default)]
    pub truncated: bool,
    /// Which variable of the case holds this very object, if one does.
    #[serde(default)]
    pub var: Option<crate::VarId>,
    /// Which export of the module under test its class is, by the place among all exports.
    #[serde(default)]
    pub api_class: Option<u32>,
}

/// A property as it was seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeenProperty {
    /// Its key.
    pub key: SeenKey,
    /// Its value; `None` for an accessor, which is not run.
    pub value: Option<Seen>,
    /// Whether loops see it.
    pub enumerable: bool,
}

/// A property key as it was seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SeenKey {
    /// A string.
    Name(JsString),
    /// A symbol.
    Symbol(SeenSymbol),
}

/// What kind of object was seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", content = "v", rename_all = "camelCase")]
pub enum ObjectKind {
    /// An object literal or the like.
    Plain,
    /// A null prototype.
    NullPrototype,
    /// An array; `None` is a hole.
    Array(Vec<Option<Seen>>),
    /// A function, by name.
    Function(String),
    /// A class, by name.
    Class(String),
    /// An instance of some class without internals of its own.
    Instance,
    /// A date, by time value.
    Date(Number),
    /// A regular expression: source and flags.
    RegExp(String, String),
    /// A map.
    Map(Vec<(Seen, Seen)>),
    /// A set.
    Set(Vec<Seen>),
    /// An error; its message is a property.
    Error,
    /// A native promise.
    Promise(PromiseState),
    /// A typed array or buffer: elements as numbers (bigints by digits in strings).
    Typed(Vec<Seen>),
    /// An ArrayBuffer, by length in bytes.
    ArrayBuffer(u32),
    /// A boxed primitive.
    Boxed(Box<Seen>),
    /// The `arguments` object.
    Arguments(Vec<Option<Seen>>),
    /// Anything else with internals that cannot be looked into, by tag: `WeakMap`, `Generator`.
    Other(String),
}

/// What became of a promise when everything had been drained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", content = "v", rename_all = "camelCase")]
pub enum PromiseState {
    /// It never settled.
    Pending,
    /// It was fulfilled.
    Fulfilled(Box<Seen>),
    /// It was rejected.
    Rejected(Box<Thrown>),
    /// It was not asked.
    Unknown,
}
