//! Types as declarations give them: what a TypeScript annotation or a JSDoc comment says of a parameter.

use crate::Expr;

/// A declared type, reduced to what helps to make a value of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Type {
    /// Nothing is declared, or what is declared says nothing (`any`, `unknown`, a type parameter without bound).
    #[default]
    Any,
    /// `undefined` or `void`
    Undefined,
    /// `null`
    Null,
    /// `boolean`
    Boolean,
    /// `number`
    Number,
    /// `string`
    String,
    /// `bigint`
    BigInt,
    /// `symbol`
    Symbol,
    /// One value, such as `'left'` or a member of an enum.
    Literal(Expr),
    /// `T[]`, `Array<T>`, `ReadonlyArray<T>`, `Iterable<T>`
    Array(Box<Type>),
    /// `[A, B]`
    Tuple(Vec<Type>),
    /// An object type, an interface or a JSDoc typedef.
    Object(Vec<Property>),
    /// `Record<string, T>` or an index signature.
    Record(Box<Type>),
    /// `(a: A, b: B) => R`
    Function {
        /// Parameter types.
        params: Vec<Type>,
        /// What it returns.
        returns: Box<Type>,
    },
    /// `A | B`
    Union(Vec<Type>),
    /// An instance of a class known by name only: of the module (`LinkedList`), of the language (`Map`) or of Node.
    Named {
        /// The class.
        name: String,
        /// Type arguments.
        args: Vec<Type>,
    },
    /// `Promise<T>`
    Promise(Box<Type>),
}

/// A member of an object type.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// Its key.
    pub key: String,
    /// Its type.
    pub ty: Type,
    /// Whether it may be left out.
    pub optional: bool,
}
