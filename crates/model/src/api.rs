//! The API under test, as loading the module and reading its source show it.

use serde::{Deserialize, Serialize};

use crate::{ApiPath, Key, Param, Type};

/// Everything a test can reach from the module's exports.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Api {
    /// What a person calls the module's whole or default export: its own name, else the file's in camel case.
    pub name: String,
    /// In the order in which the module exports them.
    pub exports: Vec<Export>,
}

/// Something reachable by a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Export {
    /// How to reach it.
    pub path: ApiPath,
    /// What it is.
    pub kind: ExportKind,
}

/// What an export is.
#[derive(Clone, Debug, PartialEq)]
pub enum ExportKind {
    /// A function that is called. Static methods of a class are such, below the class's path.
    Function(Signature),
    /// Something to construct.
    Class(Class),
    /// A value with members to call (an instance made by the module), by its members.
    Object(Vec<Member>),
    /// Any other value; its reading may still run an accessor.
    Value(TypeTag),
}

/// A class, in either style.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Class {
    /// Its name, as instances carry it.
    pub name: String,
    /// Its constructor.
    pub constructor: Signature,
    /// Whether it can be called without `new`: an old-style constructor may behave differently then.
    pub callable: bool,
    /// What its prototype chain offers, own members first; `Object.prototype` left out.
    pub members: Vec<Member>,
}

/// A method or accessor.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Its name.
    pub key: Key,
    /// What it is.
    pub kind: MemberKind,
    /// How it is called. For accessors, how the getter or the setter is.
    pub signature: Signature,
}

/// What a member is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MemberKind {
    /// A function.
    Method,
    /// An accessor that can be read.
    Getter,
    /// An accessor that can be written.
    Setter,
}

/// How something is called.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Signature {
    /// Parameters as the source has them; empty when the source is not known.
    pub params: Vec<Param>,
    /// `f.length`
    pub arity: u32,
    /// Declared result.
    pub returns: Type,
    /// Index of the function in the coverage map of the target, if it stands there.
    pub function: Option<u32>,
    /// Whether the parameters come from the source. If not, any number of arguments may be right.
    pub known: bool,
}

/// The structure of an object that no exported class describes: what can be called on it. Named by its content, so that
/// it is the same in every worker.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Its name.
    pub id: ShapeId,
    /// Constructor name, for naming variables.
    pub name: String,
    /// What can be called.
    pub members: Vec<Member>,
}

/// Names a shape by its content.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ShapeId(pub String);

/// What kind of value something is, as far as growing a case needs to know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TypeTag {
    /// `undefined`
    Undefined,
    /// `null`
    Null,
    /// A boolean, and which: a function that answers yes or no has two answers to show.
    Boolean(bool),
    /// A number.
    Number,
    /// A string.
    String,
    /// A bigint.
    BigInt,
    /// A symbol.
    Symbol,
    /// A function.
    Function,
    /// An array.
    Array,
    /// A plain object without callable members.
    Plain,
    /// A native promise.
    Promise,
    /// An instance of a built-in class, by name: `Map`, `Date`, `Uint8Array`.
    Builtin(String),
    /// An instance of an exported class, by its path.
    Instance(ApiPath),
    /// An object with callable members.
    Shape(ShapeId),
}
