//! Which type a value has, judged by the methods that are called on it.

use kiskadee_model::Type;

const ARRAY: &[&str] = &[
    "push",
    "pop",
    "shift",
    "unshift",
    "splice",
    "map",
    "filter",
    "forEach",
    "reduce",
    "reduceRight",
    "some",
    "every",
    "find",
    "findIndex",
    "findLast",
    "sort",
    "reverse",
    "join",
    "fill",
    "flat",
    "flatMap",
];
const STRING: &[&str] = &[
    "charAt",
    "charCodeAt",
    "codePointAt",
    "split",
    "trim",
    "trimStart",
    "trimEnd",
    "toLowerCase",
    "toLocaleLowerCase",
    "toLocaleUpperCase",
    "toUpperCase",
    "substring",
    "substr",
    "replace",
    "replaceAll",
    "match",
    "matchAll",
    "startsWith",
    "endsWith",
    "padStart",
    "padEnd",
    "localeCompare",
    "normalize",
    "repeat",
    "search",
];
/// Strings and arrays have these alike.
const EITHER: &[&str] = &["slice", "indexOf", "lastIndexOf", "includes", "concat", "at"];
const NUMBER: &[&str] = &["toFixed", "toPrecision", "toExponential"];
const DATE: &[&str] = &[
    "getTime",
    "getFullYear",
    "getMonth",
    "getDate",
    "getDay",
    "getHours",
    "getMinutes",
    "getSeconds",
    "getMilliseconds",
    "getTimezoneOffset",
    "toISOString",
    "getUTCFullYear",
    "getUTCMonth",
    "getUTCDate",
    "getUTCHours",
    "setDate",
    "setMonth",
    "setFullYear",
    "setHours",
    "toLocaleDateString",
    "toDateString",
];
const REGEXP: &[&str] = &["test", "exec"];
const PROMISE: &[&str] = &["then", "catch", "finally"];
const MAP: &[&str] = &["get", "set", "has", "delete", "clear", "entries", "keys", "values"];
const SET: &[&str] = &["add", "has", "delete", "clear", "values"];
const FUNCTION: &[&str] = &["call", "apply", "bind"];
const ITERATOR: &[&str] = &["next"];
/// Everything has these, so they say nothing.
const ALL: &[&str] = &["toString", "valueOf", "hasOwnProperty", "toJSON", "toLocaleString"];

/// What offers all these methods, weighted; empty if nothing built in does.
pub(super) fn types_with(methods: &[(String, usize)]) -> Vec<(u32, Type)> {
    let telling: Vec<&str> =
        methods.iter().map(|(name, _)| name.as_str()).filter(|name| !ALL.contains(name)).collect();
    if telling.is_empty() {
        return Vec::new();
    }
    let within = |lists: &[&[&str]]| telling.iter().all(|name| lists.iter().any(|list| list.contains(name)));
    let named = |name: &str| Type::Named { name: name.to_owned(), args: Vec::new() };
    let mut types = Vec::new();
    if within(&[ARRAY, EITHER]) {
        types.push((6, Type::Array(Box::new(Type::Any))));
    }
    if within(&[STRING, EITHER]) {
        types.push((6, Type::String));
    }
    let others: [(&[&str], Type); 8] = [
        (NUMBER, Type::Number),
        (DATE, named("Date")),
        (REGEXP, named("RegExp")),
        (PROMISE, Type::Promise(Box::new(Type::Any))),
        (MAP, named("Map")),
        (SET, named("Set")),
        (FUNCTION, named("Function")),
        (ITERATOR, named("Iterator")),
    ];
    types.extend(others.into_iter().filter(|(list, _)| within(&[list])).map(|(_, ty)| (6, ty)));
    types
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(methods: &[&str], expected: &[&str]) {
        let methods: Vec<(String, usize)> = methods.iter().map(|name| ((*name).to_owned(), 1)).collect();
        let found: Vec<String> = types_with(&methods).into_iter().map(|(_, ty)| format!("{ty:?}")).collect();
        assert_eq!(found.len(), expected.len(), "{methods:?}: {found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.contains(expected), "{methods:?}: {found} should be {expected}");
        }
    }

    #[test]
    fn methods_tell_the_type() {
        check(&["push"], &["Array"]);
        check(&["slice"], &["Array", "String"]);
        check(&["slice", "split"], &["String"]);
        check(&["getTime", "toString"], &["Date"]);
        check(&["get", "set"], &["Map"]);
        check(&["has"], &["Map", "Set"]);
        check(&["add", "has"], &["Set"]);
        check(&["then"], &["Promise"]);
        check(&["exec"], &["RegExp"]);
        check(&["toFixed"], &["Number"]);
        check(&["next"], &["Iterator"]);
        check(&["toString"], &[]);
        check(&["push", "draw"], &[]);
        check(&[], &[]);
    }
}
