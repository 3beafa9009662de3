//! Parameter names as weak hints: `cb` is a function nearly everywhere, `index` a small number.

use kiskadee_model::Type;

use super::evidence::Guess;
use crate::grow::Maker;

/// The weight of a name where other evidence speaks too.
pub(super) const HINT: u32 = 2;

const CALLBACKS: &[&str] = &[
    "cb",
    "callback",
    "fn",
    "func",
    "next",
    "done",
    "iteratee",
    "iterator",
    "predicate",
    "handler",
    "listener",
    "mapper",
    "reducer",
    "comparator",
    "compare",
    "resolve",
    "reject",
    "executor",
    "task",
];
const INTEGERS: &[&str] = &[
    "i",
    "j",
    "k",
    "n",
    "index",
    "idx",
    "count",
    "size",
    "len",
    "length",
    "limit",
    "offset",
    "start",
    "end",
    "position",
    "pos",
    "depth",
    "times",
    "max",
    "min",
    "width",
    "height",
    "step",
    "capacity",
    "page",
    "precision",
];
const NUMBERS: &[&str] =
    &["num", "number", "x", "y", "z", "amount", "total", "price", "ms", "delay", "timeout", "seconds"];
const STRINGS: &[&str] = &[
    "name",
    "str",
    "string",
    "text",
    "path",
    "key",
    "s",
    "word",
    "prefix",
    "suffix",
    "url",
    "message",
    "msg",
    "title",
    "label",
    "input",
    "char",
    "ch",
    "separator",
    "sep",
    "delimiter",
    "file",
    "filename",
    "type",
    "id",
    "prop",
    "property",
    "event",
    "encoding",
    "html",
    "line",
    "token",
];
const OBJECTS: &[&str] = &[
    "opts", "options", "config", "obj", "object", "settings", "props", "params", "context", "ctx", "source",
    "target",
];
const ARRAYS: &[&str] = &[
    "list",
    "arr",
    "items",
    "array",
    "elements",
    "values",
    "args",
    "entries",
    "collection",
    "nums",
    "numbers",
    "xs",
];
const DATES: &[&str] = &["date", "time", "day", "now"];
const REGEXPS: &[&str] = &["re", "regex", "regexp", "pattern"];
const ERRORS: &[&str] = &["err", "error", "exception"];
const FLAGS: &[&str] =
    &["flag", "enabled", "disabled", "force", "recursive", "strict", "deep", "immediate", "verbose"];

impl Maker<'_> {
    /// What a parameter's name suggests. `alone`: nothing else is known about it.
    pub(crate) fn by_name<'p>(&self, name: &str, alone: bool) -> Vec<(u32, Guess<'p>)> {
        let mut guesses = Vec::new();
        if let Some(class) = self.class_meant(name) {
            guesses.push((if alone { 8 } else { 5 }, Guess::Instance(class.clone())));
        }
        if let Some(ty) = type_named(name) {
            let guess = if is_count(name) { Guess::Count } else { Guess::Type(ty) };
            guesses.push((HINT, guess));
        }
        guesses
    }

    /// `node` means a `Node`, `list` a `LinkedList`, `parentNode` a `Node`.
    fn class_meant(&self, name: &str) -> Option<&kiskadee_model::ApiPath> {
        let name = name.trim_matches(|c: char| c == '_' || c.is_ascii_digit()).to_lowercase();
        if name.len() < 3 {
            return None;
        }
        let means = |class: &str| {
            class == name || class.ends_with(&name) || (class.len() > 2 && name.ends_with(class))
        };
        let exact = self.world.classes.iter().find(|(class, _)| class.to_lowercase() == name);
        exact
            .or_else(|| self.world.classes.iter().find(|(class, _)| means(&class.to_lowercase())))
            .map(|(_, path)| path)
    }
}

/// The type that things of this name usually have.
fn type_named(name: &str) -> Option<Type> {
    let bare = name.trim_matches('_');
    let lower = bare.to_lowercase();
    let last = last_word(bare);
    let is = |list: &[&str]| list.contains(&lower.as_str()) || list.contains(&last.as_str());
    let named = |name: &str| Type::Named { name: name.to_owned(), args: Vec::new() };
    let asks = |prefix: &str| {
        bare.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
    };
    Some(if is(CALLBACKS) {
        Type::Function { params: Vec::new(), returns: Box::new(Type::Any) }
    } else if asks("is") || asks("has") || asks("should") || is(FLAGS) {
        Type::Boolean
    } else if is(INTEGERS) || is(NUMBERS) {
        Type::Number
    } else if is(STRINGS) {
        Type::String
    } else if is(OBJECTS) {
        Type::Object(Vec::new())
    } else if is(ARRAYS) {
        Type::Array(Box::new(Type::Any))
    } else if is(DATES) {
        named("Date")
    } else if is(REGEXPS) {
        named("RegExp")
    } else if is(ERRORS) {
        named("Error")
    } else {
        return None;
    })
}

/// `startIndex` ends in `index`, `on_done` in `done`.
fn last_word(name: &str) -> String {
    let start = name.char_indices().rev().find(|(_, c)| c.is_ascii_uppercase() || *c == '_');
    let word = start.map_or(name, |(at, _)| &name[at..]);
    word.trim_start_matches('_').to_lowercase()
}

/// Whether a number of this name is a count or an index, which should be small.
pub(super) fn is_count(name: &str) -> bool {
    let bare = name.trim_matches('_');
    INTEGERS.contains(&bare.to_lowercase().as_str()) || INTEGERS.contains(&last_word(bare).as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_hint_at_types() {
        for (name, expected) in [
            ("cb", Some("Function")),
            ("onDone", Some("Function")),
            ("startIndex", Some("Number")),
            ("first_name", Some("String")),
            ("options", Some("Object")),
            ("arr", Some("Array")),
            ("isOpen", Some("Boolean")),
            ("island", None),
            ("date", Some("Date")),
            ("_err", Some("Error")),
            ("pattern", Some("RegExp")),
            ("foo", None),
            ("", None),
        ] {
            let found = type_named(name).map(|ty| format!("{ty:?}"));
            match expected {
                None => assert_eq!(found, None, "{name}"),
                Some(part) => {
                    assert!(found.as_ref().is_some_and(|ty| ty.contains(part)), "{name}: {found:?}")
                }
            }
        }
    }
}
