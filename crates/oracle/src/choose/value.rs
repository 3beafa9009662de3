//! What is asserted of a value: all of it where it is small and known, its telling parts where it is not.

use kiskadee_model::{
    Check, Claim, ClassRef, Expr, Key, Number, ObjectKind, Seen, SeenKey, SeenObject, SeenProperty, Subject,
};

use super::api_class;
use super::failure::GLOBAL;
use super::literal::{Known, is_scalar};

/// How many parts of one value are asserted at most.
const MAX_CLAIMS: usize = 5;
/// How deep parts are looked for.
const MAX_DEPTH: usize = 2;

/// Whose value it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// What a call gave.
    Result,
    /// What `new` gave: that it is an instance goes without saying where anything else can be said.
    Constructed,
}

/// The assertions on a value that was given.
pub(super) fn checks(known: &Known<'_>, of: &Subject, seen: &Seen, role: Role) -> Vec<Check> {
    let mut parts = Vec::new();
    describe(known, seen, &mut Vec::new(), &mut parts, MAX_DEPTH);
    if role == Role::Constructed && parts.len() > 1 {
        parts.retain(|(path, claim)| !(path.is_empty() && matches!(claim, Claim::InstanceOf(_))));
    }
    parts.truncate(MAX_CLAIMS);
    parts.into_iter().map(|(path, claim)| Check::Value { of: of.clone(), path, claim }).collect()
}

/// A part of a value, by the members that lead to it, and what is claimed of it.
pub(super) type Part = (Vec<Key>, Claim);

/// The claim that tells everything about a value, if there is one.
pub(super) fn whole(known: &Known<'_>, seen: &Seen) -> Option<Claim> {
    if let Seen::Object(object) = seen
        && let Some(members) = known.members(object)
    {
        return Some(Claim::Members(members));
    }
    let literal = known.literal(seen)?;
    Some(if is_scalar(&literal) { Claim::Is(literal) } else { Claim::Equals(literal) })
}

/// Describes a value: whole, or else by its parts.
pub(super) fn describe(
    known: &Known<'_>,
    seen: &Seen,
    path: &mut Vec<Key>,
    parts: &mut Vec<Part>,
    depth: usize,
) {
    if let Some(claim) = whole(known, seen) {
        parts.push((path.clone(), claim));
        return;
    }
    match seen {
        Seen::Object(object) => describe_object(known, object, path, parts, depth),
        Seen::String(text) if !known.is_private(text) => push_count(path, parts, "length", text.len()),
        Seen::String(_) => parts.push((path.clone(), Claim::TypeOf("string"))),
        Seen::Symbol(_) => parts.push((path.clone(), Claim::TypeOf("symbol"))),
        _ => {}
    }
}

fn describe_object(
    known: &Known<'_>,
    object: &SeenObject,
    path: &mut Vec<Key>,
    parts: &mut Vec<Part>,
    depth: usize,
) {
    match &object.kind {
        ObjectKind::Function(_) | ObjectKind::Class(_) => {
            parts.push((path.clone(), Claim::TypeOf("function")));
            return;
        }
        ObjectKind::Array(elements) => {
            // A truncated copy may have lost elements; its length is then not known.
            if !object.truncated {
                push_count(path, parts, "length", elements.len());
            }
            if depth > 0 {
                for (index, element) in elements.iter().enumerate().take(MAX_CLAIMS) {
                    let Some(element) = element else { continue };
                    path.push(Key::Name(index.to_string()));
                    describe(known, element, path, parts, depth - 1);
                    path.pop();
                }
            }
            return;
        }
        ObjectKind::Typed(elements) if !object.truncated => push_count(path, parts, "length", elements.len()),
        ObjectKind::Map(entries) if !object.truncated => push_count(path, parts, "size", entries.len()),
        ObjectKind::Set(values) if !object.truncated => push_count(path, parts, "size", values.len()),
        ObjectKind::ArrayBuffer(length) => push_count(path, parts, "byteLength", *length as usize),
        _ => parts.extend(class_claim(known, object).map(|claim| (path.clone(), claim))),
    }
    if depth > 0 {
        let found = parts.len();
        for property in telling(&object.props) {
            let (Some(key), Some(value)) = (key_of(property), &property.value) else { continue };
            path.push(key);
            describe(known, value, path, parts, depth - 1);
            path.pop();
        }
        // That a member is absent or a function says less than the others do.
        let is_telling = |(_, claim): &Part| !matches!(claim, Claim::Is(Expr::Undefined) | Claim::TypeOf(_));
        if parts[found..].iter().any(is_telling) {
            let mut kept: Vec<Part> = parts.drain(found..).filter(is_telling).collect();
            parts.append(&mut kept);
        }
    }
}

/// The class of an object, if a test can name it.
fn class_claim(known: &Known<'_>, object: &SeenObject) -> Option<Claim> {
    if let Some(class) = object.api_class.and_then(|index| api_class(known.context.api, index)) {
        return Some(Claim::InstanceOf(class));
    }
    let name = object.class.as_deref()?;
    let is_global = match &object.kind {
        ObjectKind::Promise(_) => name == "Promise",
        ObjectKind::Error => GLOBAL.contains(&name),
        _ => false,
    };
    is_global.then(|| Claim::InstanceOf(ClassRef::Global(name.to_owned())))
}

/// Properties worth asserting, public ones before those that call themselves private.
pub(super) fn telling(properties: &[SeenProperty]) -> impl Iterator<Item = &SeenProperty> {
    let is_public =
        |p: &&SeenProperty| !matches!(&p.key, SeenKey::Name(key) if key.as_str().is_some_and(is_private));
    let has_public = properties.iter().any(|p| is_public(&p));
    properties.iter().filter(move |p| !is_stack(p) && (is_public(p) || !has_public))
}

fn is_private(name: &str) -> bool {
    name.starts_with('_')
}

fn is_stack(property: &SeenProperty) -> bool {
    matches!(&property.key, SeenKey::Name(key) if key.as_str() == Some("stack"))
}

/// The key of a property, if a test can write it down.
pub(super) fn key_of(property: &SeenProperty) -> Option<Key> {
    match &property.key {
        SeenKey::Name(name) => name.as_str().map(Key::from),
        SeenKey::Symbol(kiskadee_model::SeenSymbol::WellKnown(name)) => Some(Key::Symbol(name.clone())),
        SeenKey::Symbol(_) => None,
    }
}

fn push_count(path: &[Key], parts: &mut Vec<Part>, member: &str, count: usize) {
    let mut path = path.to_vec();
    path.push(Key::from(member));
    parts.push((path, Claim::Is(Expr::Number(Number(count as f64)))));
}
