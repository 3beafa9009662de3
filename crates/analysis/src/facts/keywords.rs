//! The names that people give to the types of the language, in JSDoc and in TypeScript.

use kiskadee_model::{Expr, Type};

use super::literal::named;

/// What a name means if nothing in the file is called so, in any of its spellings.
pub(super) fn keyword(name: &str, args: &[Type]) -> Option<Type> {
    let first = || Box::new(args.first().cloned().unwrap_or_default());
    Some(match name {
        "string" | "String" | "str" => Type::String,
        "number" | "Number" | "int" | "integer" | "Integer" | "Int" | "float" | "double" => Type::Number,
        "boolean" | "Boolean" | "bool" | "Bool" => Type::Boolean,
        "true" => Type::Literal(Expr::Bool(true)),
        "false" => Type::Literal(Expr::Bool(false)),
        "bigint" | "BigInt" => Type::BigInt,
        "symbol" | "Symbol" => Type::Symbol,
        "null" => Type::Null,
        "undefined" | "void" => Type::Undefined,
        "any" | "unknown" | "mixed" | "Mixed" | "Any" | "never" | "this" => Type::Any,
        "function" | "Function" | "func" | "callback" => {
            Type::Function { params: Vec::new(), returns: Box::new(Type::Any) }
        }
        "array" | "Array" | "ReadonlyArray" | "Iterable" | "ArrayLike" | "List" => Type::Array(first()),
        "object" | "Object" => match args {
            [] => Type::Object(Vec::new()),
            [value] | [_, value] => Type::Record(Box::new(value.clone())),
            _ => Type::Any,
        },
        "promise" | "Promise" | "PromiseLike" | "Thenable" => Type::Promise(first()),
        "regexp" | "Regexp" | "RegExp" => named("RegExp"),
        "date" => named("Date"),
        "error" => named("Error"),
        _ => return None,
    })
}
