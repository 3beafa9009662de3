//! Parameters and properties as JSDoc declares them: `@param {T} [name=default]`, with those of an options object
//! (`@param {T} options.name`) folded into the type of the object.

use kiskadee_model::{Expr, Property, Type};

use super::jsdoc::Tag;
use super::types::{Scope, Types};

/// A parameter that JSDoc declares.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DocParam {
    pub(super) name: String,
    pub(super) ty: Type,
    pub(super) optional: bool,
    pub(super) rest: bool,
    pub(super) default: Option<Expr>,
}

/// Reads tags in their order; nested ones change the type of what they belong to.
pub(super) fn doc_params<'t>(
    tags: impl Iterator<Item = &'t Tag>,
    types: &Types<'_, '_>,
    scope: &Scope,
) -> Vec<DocParam> {
    let mut found: Vec<DocParam> = Vec::new();
    for tag in tags {
        let declared = tag.ty.as_deref().map(|text| types.doc(text, scope)).unwrap_or_default();
        let optional = tag.optional || declared.optional;
        match tag.name.split_once('.') {
            Some((root, path)) => {
                let root = root.trim_end_matches("[]");
                if let Some(param) = found.iter_mut().find(|param| param.name == root) {
                    insert(&mut param.ty, path, declared.ty, optional);
                }
            }
            None => found.push(DocParam {
                name: tag.name.clone(),
                ty: declared.ty,
                optional,
                rest: declared.rest,
                default: tag.default.as_deref().and_then(default_value),
            }),
        }
    }
    found
}

/// Puts a property into a type, at a dotted path.
fn insert(ty: &mut Type, path: &str, property: Type, optional: bool) {
    let properties = match ty {
        Type::Array(element) => return insert(element, path, property, optional),
        Type::Union(members) => {
            let objects = |m: &&mut Type| matches!(m, Type::Object(_) | Type::Array(_));
            if let Some(object) = members.iter_mut().find(objects) {
                insert(object, path, property, optional);
            }
            return;
        }
        Type::Object(properties) => properties,
        other => {
            *other = Type::Object(Vec::new());
            let Type::Object(properties) = other else { return };
            properties
        }
    };
    let (key, deeper) = match path.split_once('.') {
        Some((key, deeper)) => (key.trim_end_matches("[]"), Some(deeper)),
        None => (path.trim_end_matches("[]"), None),
    };
    let at = match properties.iter().position(|p| p.key == key) {
        Some(at) => at,
        None => {
            properties.push(Property { key: key.to_owned(), ty: Type::Any, optional });
            properties.len() - 1
        }
    };
    match deeper {
        Some(deeper) => insert(&mut properties[at].ty, deeper, property, optional),
        None => properties[at] = Property { key: key.to_owned(), ty: property, optional },
    }
}

/// A default as people write it in brackets: mostly JSON, sometimes in single quotes.
fn default_value(text: &str) -> Option<Expr> {
    match text {
        "undefined" => return Some(Expr::Undefined),
        "Infinity" => return Some(Expr::number(f64::INFINITY)),
        "-Infinity" => return Some(Expr::number(f64::NEG_INFINITY)),
        "NaN" => return Some(Expr::number(f64::NAN)),
        _ => {}
    }
    if let Some(inside) = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')) {
        return (!inside.contains(['\'', '\\'])).then(|| Expr::string(inside));
    }
    serde_json::from_str::<serde_json::Value>(text).ok().map(|value| from_json(&value))
}

fn from_json(value: &serde_json::Value) -> Expr {
    match value {
        serde_json::Value::Null => Expr::Null,
        serde_json::Value::Bool(value) => Expr::Bool(*value),
        serde_json::Value::Number(number) => Expr::number(number.as_f64().unwrap_or(f64::NAN)),
        serde_json::Value::String(text) => Expr::string(text),
        serde_json::Value::Array(items) => {
            Expr::Array(items.iter().map(|item| Some(from_json(item))).collect())
        }
        serde_json::Value::Object(entries) => {
            Expr::Object(entries.iter().map(|(key, value)| (key.clone(), from_json(value))).collect())
        }
    }
}
