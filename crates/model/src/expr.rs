//! Values as a test writes them down.

use crate::{ApiPath, Block, JsString, Number, VarId};

/// An expression in a test case. Every one prints as JavaScript that makes the value anew.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// `undefined`
    Undefined,
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, among them `-0`, `NaN` and the infinities.
    Number(Number),
    /// A bigint by its decimal digits, without the `n`.
    BigInt(String),
    /// A string.
    String(JsString),
    /// A symbol.
    Symbol(SymbolExpr),
    /// An array literal; `None` is a hole.
    Array(Vec<Option<Expr>>),
    /// An object literal.
    Object(Vec<(String, Expr)>),
    /// `new Date(n)`; NaN makes an invalid date.
    Date(Number),
    /// A regular expression literal.
    RegExp {
        /// Between the slashes.
        source: String,
        /// After them.
        flags: String,
    },
    /// `new Map([[k, v]])`
    Map(Vec<(Expr, Expr)>),
    /// `new Set([v])`
    Set(Vec<Expr>),
    /// `new Uint8Array([1, 2])`
    TypedArray {
        /// Which of them.
        kind: TypedArrayKind,
        /// Elements, as numbers; printed as bigints where the kind wants them.
        elements: Vec<Number>,
    },
    /// `new ArrayBuffer(n)`
    ArrayBuffer(u32),
    /// `Buffer.from('text')`
    Buffer(String),
    /// `new TypeError('message')`
    Error {
        /// Its class.
        class: ErrorClass,
        /// Its message.
        message: String,
    },
    /// `Promise.resolve(v)`
    Resolved(Box<Expr>),
    /// `Promise.reject(v)`
    Rejected(Box<Expr>),
    /// A global of the language or of Node, as a dotted path: `Math.max`, `Object`.
    Global(String),
    /// A thing of the module under test, passed as a value.
    Api(ApiPath),
    /// The result of an earlier step, or a parameter of an enclosing callback.
    Var(VarId),
    /// `new C(...)` in place, for an argument nobody else needs.
    New {
        /// The class.
        class: ApiPath,
        /// Constructor arguments.
        args: Vec<Expr>,
    },
    /// A function written in the test.
    Callback(Box<Callback>),
}

impl Expr {
    /// A string literal.
    pub fn string(text: &str) -> Self {
        Self::String(JsString::from(text))
    }

    /// A number literal.
    pub fn number(value: f64) -> Self {
        Self::Number(Number(value))
    }

    /// Whether evaluating it makes a new object that only this place holds, so that a callee which changes it can
    /// only be seen through this place.
    pub fn makes_object(&self) -> bool {
        match self {
            Self::Array(_)
            | Self::Object(_)
            | Self::Date(_)
            | Self::RegExp { .. }
            | Self::Map(_)
            | Self::Set(_)
            | Self::TypedArray { .. }
            | Self::ArrayBuffer(_)
            | Self::Buffer(_)
            | Self::Error { .. }
            | Self::New { .. } => true,
            Self::Undefined
            | Self::Null
            | Self::Bool(_)
            | Self::Number(_)
            | Self::BigInt(_)
            | Self::String(_)
            | Self::Symbol(_)
            | Self::Resolved(_)
            | Self::Rejected(_)
            | Self::Global(_)
            | Self::Api(_)
            | Self::Var(_)
            | Self::Callback(_) => false,
        }
    }

    /// The expressions directly inside this one (not those in a callback's body).
    pub fn children(&self) -> Vec<&Expr> {
        match self {
            Self::Array(elements) => elements.iter().flatten().collect(),
            Self::Object(properties) => properties.iter().map(|(_, value)| value).collect(),
            Self::Map(entries) => entries.iter().flat_map(|(k, v)| [k, v]).collect(),
            Self::Set(values) => values.iter().collect(),
            Self::New { args, .. } => args.iter().collect(),
            Self::Resolved(value) | Self::Rejected(value) => vec![value],
            _ => Vec::new(),
        }
    }
}

/// A symbol a test can write down.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SymbolExpr {
    /// `Symbol.iterator`, by its name on `Symbol`.
    WellKnown(String),
    /// `Symbol.for('key')`
    Registered(String),
    /// `Symbol('description')`, different from every other.
    Fresh(String),
}

/// The typed arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "they are called as JavaScript calls them")]
pub enum TypedArrayKind {
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
}

impl TypedArrayKind {
    /// All of them, in the order of the specification.
    pub const ALL: [Self; 11] = [
        Self::Int8Array,
        Self::Uint8Array,
        Self::Uint8ClampedArray,
        Self::Int16Array,
        Self::Uint16Array,
        Self::Int32Array,
        Self::Uint32Array,
        Self::Float32Array,
        Self::Float64Array,
        Self::BigInt64Array,
        Self::BigUint64Array,
    ];

    /// The constructor's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Int8Array => "Int8Array",
            Self::Uint8Array => "Uint8Array",
            Self::Uint8ClampedArray => "Uint8ClampedArray",
            Self::Int16Array => "Int16Array",
            Self::Uint16Array => "Uint16Array",
            Self::Int32Array => "Int32Array",
            Self::Uint32Array => "Uint32Array",
            Self::Float32Array => "Float32Array",
            Self::Float64Array => "Float64Array",
            Self::BigInt64Array => "BigInt64Array",
            Self::BigUint64Array => "BigUint64Array",
        }
    }

    /// Whether elements are bigints.
    pub fn is_big(self) -> bool {
        matches!(self, Self::BigInt64Array | Self::BigUint64Array)
    }
}

/// The error classes of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "they are called as JavaScript calls them")]
pub enum ErrorClass {
    Error,
    TypeError,
    RangeError,
    SyntaxError,
    ReferenceError,
    EvalError,
    URIError,
}

impl ErrorClass {
    /// The constructor's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "Error",
            Self::TypeError => "TypeError",
            Self::RangeError => "RangeError",
            Self::SyntaxError => "SyntaxError",
            Self::ReferenceError => "ReferenceError",
            Self::EvalError => "EvalError",
            Self::URIError => "URIError",
        }
    }
}

/// A function written in a test: a callback node of the tree. Child calls stand in its body.
#[derive(Clone, Debug, PartialEq)]
pub struct Callback {
    /// Tells the callbacks of a case apart.
    pub id: u32,
    /// Its parameters, each a variable that the body may use.
    pub params: Vec<VarId>,
    /// `async` or not.
    pub is_async: bool,
    /// What it does and returns.
    pub body: Block,
}
