//! What is asserted of something thrown: its class and the message that the code chose.

use kiskadee_model::{ClassRef, Failure, JsString, ObjectKind, Seen, SeenKey, SeenObject, Thrown};

use super::api_class;
use super::literal::{Known, MAX_TEXT};
use crate::Cause;

/// Says what can be asserted of something thrown. V8 words its own messages anew now and then, so only the class of an
/// engine's error counts.
pub(super) fn failure(known: &Known<'_>, thrown: &Thrown, cause: Option<&Cause>) -> Failure {
    let error = error_object(&thrown.value);
    if error.is_none() && thrown.class.is_none() {
        return known.literal(&thrown.value).map_or(Failure::Anything, Failure::Value);
    }
    let by_engine = matches!(cause, Some(Cause::RaisedByEngine { .. }));
    let message =
        thrown.message.clone().filter(|text| !by_engine && is_short(text) && !known.is_private(text));
    let class = class_of(known, thrown, error);
    let failure = Failure::Error {
        name: error.and_then(own_name).filter(|_| class.is_none()),
        bare: error.is_some_and(is_bare),
        code: thrown.code.clone(),
        class,
        message,
    };
    match &failure {
        Failure::Error { class: None, name: None, message: None, code: None, .. } => Failure::Anything,
        _ => failure,
    }
}

fn class_of(known: &Known<'_>, thrown: &Thrown, error: Option<&SeenObject>) -> Option<ClassRef> {
    let exported =
        error.and_then(|object| object.api_class).and_then(|index| api_class(known.context.api, index));
    let global = || thrown.class.clone().filter(|name| GLOBAL.contains(&name.as_str())).map(ClassRef::Global);
    exported.or_else(global)
}

/// The error classes that every test can name.
pub(super) const GLOBAL: [&str; 8] = [
    "Error",
    "TypeError",
    "RangeError",
    "SyntaxError",
    "ReferenceError",
    "EvalError",
    "URIError",
    "AggregateError",
];

fn error_object(seen: &Seen) -> Option<&SeenObject> {
    match seen {
        Seen::Object(object) if object.kind == ObjectKind::Error => Some(object),
        _ => None,
    }
}

fn is_short(text: &JsString) -> bool {
    text.len() <= MAX_TEXT
}

fn own_name(error: &SeenObject) -> Option<JsString> {
    let name = error.props.iter().find(|p| is_key(&p.key, "name"))?;
    match &name.value {
        Some(Seen::String(text)) => Some(text.clone()),
        _ => None,
    }
}

fn is_bare(error: &SeenObject) -> bool {
    !error.truncated && error.props.iter().all(|p| is_key(&p.key, "message") || is_key(&p.key, "stack"))
}

fn is_key(key: &SeenKey, name: &str) -> bool {
    matches!(key, SeenKey::Name(text) if text.as_str() == Some(name))
}
