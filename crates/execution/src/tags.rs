//! Reads the short names by which workers tell what kind of value something is.

use kiskadee_model::{ApiPath, ShapeId, TypeTag};

/// Reads a tag. `instance:<i>` is an index among the exports, whose paths are given.
pub(crate) fn parse_tag(text: &str, exports: &[ApiPath]) -> Result<TypeTag, String> {
    let nonsense = || format!("`{text}` is not the tag of a value");
    Ok(match text {
        "undefined" => TypeTag::Undefined,
        "null" => TypeTag::Null,
        "true" => TypeTag::Boolean(true),
        "false" => TypeTag::Boolean(false),
        "number" => TypeTag::Number,
        "string" => TypeTag::String,
        "bigint" => TypeTag::BigInt,
        "symbol" => TypeTag::Symbol,
        "function" => TypeTag::Function,
        "array" => TypeTag::Array,
        "plain" => TypeTag::Plain,
        "promise" => TypeTag::Promise,
        _ => match text.split_once(':').ok_or_else(nonsense)? {
            ("builtin", name) => TypeTag::Builtin(name.to_owned()),
            ("shape", id) => TypeTag::Shape(ShapeId(id.to_owned())),
            ("instance", index) => {
                let index: usize = index.parse().map_err(|_| nonsense())?;
                TypeTag::Instance(exports.get(index).ok_or_else(nonsense)?.clone())
            }
            _ => return Err(nonsense()),
        },
    })
}

#[cfg(test)]
mod tests {
    use kiskadee_model::Root;

    use super::*;

    #[test]
    fn every_form_of_tag_is_read() {
        let list = ApiPath::export(Root::Named("List".into()));
        let exports = [ApiPath::export(Root::Default), list.clone()];
        for (text, expected) in [
            ("undefined", Ok(TypeTag::Undefined)),
            ("bigint", Ok(TypeTag::BigInt)),
            ("true", Ok(TypeTag::Boolean(true))),
            ("plain", Ok(TypeTag::Plain)),
            ("builtin:Map", Ok(TypeTag::Builtin("Map".into()))),
            ("shape:a1b2", Ok(TypeTag::Shape(ShapeId("a1b2".into())))),
            ("instance:1", Ok(TypeTag::Instance(list))),
            ("instance:2", Err("`instance:2` is not the tag of a value".to_owned())),
            ("instance:x", Err("`instance:x` is not the tag of a value".to_owned())),
            ("object", Err("`object` is not the tag of a value".to_owned())),
        ] {
            assert_eq!(parse_tag(text, &exports), expected);
        }
    }
}
