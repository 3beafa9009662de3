//! What reading the source tells about each function, before anything has run.

use crate::{Expr, Type};

/// What one source file says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileFacts {
    /// Every function of the file, in the order of the source.
    pub functions: Vec<FunctionFacts>,
    /// Constants of the whole file.
    pub constants: Constants,
}

/// What the source says of one function, method, accessor or constructor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FunctionFacts {
    /// Byte offset of the function's node: how it is matched with the coverage map.
    pub span_start: u32,
    /// Byte offset of its end.
    pub span_end: u32,
    /// Its own name, or the one it is assigned to.
    pub name: String,
    /// The class it belongs to, if it stands in a class body or is assigned to a prototype.
    pub class: Option<String>,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Declared result.
    pub returns: Type,
    /// `async`
    pub is_async: bool,
    /// `function*`
    pub is_generator: bool,
    /// It assigns to properties of `this` in its own body: likely a constructor, even in the old style.
    pub assigns_this: bool,
    /// Constants in its own body.
    pub constants: Constants,
}

/// A parameter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Param {
    /// Its name; empty for a pattern.
    pub name: String,
    /// Declared type (TypeScript first, then JSDoc, then the type of the default value).
    pub ty: Type,
    /// `?`, `[name]` in JSDoc, or a default value.
    pub optional: bool,
    /// `...name`
    pub rest: bool,
    /// The default value where it is a literal.
    pub default: Option<Expr>,
    /// What the body does with it.
    pub usage: Usage,
}

/// What a function's body does with a value: the evidence that needs no run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Usage {
    /// Members that are read or written, each with what is done to it in turn.
    pub members: Vec<(String, Usage)>,
    /// Members that are called as methods, with the number of arguments.
    pub methods: Vec<(String, usize)>,
    /// It is called as a function itself, with this many arguments.
    pub called: Option<usize>,
    /// It is constructed with `new`.
    pub constructed: bool,
    /// It is iterated with `for…of` or spread.
    pub iterated: bool,
    /// It is awaited.
    pub awaited: bool,
    /// Its elements are read by a computed key.
    pub indexed: bool,
    /// What is done to its elements, where they are iterated, indexed or given to a callback (`x.map(e => …)`).
    pub elements: Option<Box<Usage>>,
    /// What `typeof` it is compared with.
    pub typeof_tests: Vec<String>,
    /// What it is tested to be an instance of.
    pub instanceof_tests: Vec<String>,
    /// Literals that it is compared with or switched on.
    pub compared: Vec<Expr>,
    /// Regular expressions it is matched with, by source and flags.
    pub matched: Vec<(String, String)>,
    /// It takes part in arithmetic (`-`, `*`, `<`, `++`, …).
    pub arithmetic: bool,
}

/// Constants worth trying as inputs, in the order of the source, without repetition.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constants {
    /// Numbers.
    pub numbers: Vec<f64>,
    /// Strings.
    pub strings: Vec<String>,
    /// Bigints, by digits.
    pub bigints: Vec<String>,
    /// Regular expressions: source and flags.
    pub regexps: Vec<(String, String)>,
    /// Property names.
    pub names: Vec<String>,
}
