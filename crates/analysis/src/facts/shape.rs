//! Algebra of declared types: unions, intersections and the utility types, on types that are already resolved.

use kiskadee_model::{Expr, Property, Type};

/// The union of types: flattened, without repetition. `any` swallows the rest only if nothing else is said.
pub(super) fn union(types: Vec<Type>) -> Type {
    let mut members: Vec<Type> = Vec::new();
    for ty in types {
        let parts = match ty {
            Type::Union(parts) => parts,
            other => vec![other],
        };
        for part in parts {
            if part != Type::Any && !members.contains(&part) {
                members.push(part);
            }
        }
    }
    merge_booleans(&mut members);
    match members.len() {
        0 => Type::Any,
        1 => members.remove(0),
        _ => Type::Union(members),
    }
}

/// `true | false` is `boolean`, and a literal beside its own general type says nothing more.
fn merge_booleans(members: &mut Vec<Type>) {
    let literal = |value| Type::Literal(Expr::Bool(value));
    if members.contains(&literal(true)) && members.contains(&literal(false)) {
        let first = members.iter().position(|m| matches!(m, Type::Literal(Expr::Bool(_)))).unwrap_or(0);
        members[first] = Type::Boolean;
    }
    if members.contains(&Type::Boolean) {
        members.retain(|m| !matches!(m, Type::Literal(Expr::Bool(_))));
    }
    let mut seen = false;
    members.retain(|m| *m != Type::Boolean || !std::mem::replace(&mut seen, true));
}

/// Splits `undefined` off a type: the rest, and whether it was there.
pub(super) fn without_undefined(ty: Type) -> (Type, bool) {
    match ty {
        Type::Union(members) if members.contains(&Type::Undefined) => {
            (union(members.into_iter().filter(|m| *m != Type::Undefined).collect()), true)
        }
        other => (other, false),
    }
}

/// `NonNullable<T>`
pub(super) fn non_nullable(ty: Type) -> Type {
    match ty {
        Type::Union(members) => {
            union(members.into_iter().filter(|m| !matches!(m, Type::Undefined | Type::Null)).collect())
        }
        other => other,
    }
}

/// `A & B`: object types merge, a brand on a primitive is dropped, otherwise the first that says something wins.
pub(super) fn intersection(types: Vec<Type>) -> Type {
    let mut properties: Vec<Property> = Vec::new();
    let mut all_objects = true;
    let mut telling: Option<Type> = None;
    for ty in types {
        match ty {
            Type::Any => {}
            Type::Object(more) => merge_properties(&mut properties, more),
            other => {
                all_objects = false;
                telling.get_or_insert(other);
            }
        }
    }
    match telling {
        Some(ty) if !all_objects && (properties.is_empty() || !matches!(ty, Type::Record(_))) => ty,
        _ => Type::Object(properties),
    }
}

/// Adds properties to others; a later declaration of the same key replaces the earlier.
pub(super) fn merge_properties(into: &mut Vec<Property>, more: Vec<Property>) {
    for property in more {
        match into.iter_mut().find(|p| p.key == property.key) {
            Some(existing) => *existing = property,
            None => into.push(property),
        }
    }
}

/// The keys that a type of keys (`'a' | 'b'`) names, if it names any.
pub(super) fn literal_keys(ty: &Type) -> Option<Vec<String>> {
    let key = |ty: &Type| match ty {
        Type::Literal(Expr::String(text)) => text.as_str().map(str::to_owned),
        Type::Literal(Expr::Number(number)) => Some(number.to_string()),
        _ => None,
    };
    match ty {
        Type::Union(members) => members.iter().map(key).collect(),
        other => key(other).map(|key| vec![key]),
    }
}

/// `keyof T`, where the keys are known.
pub(super) fn keys_of(ty: &Type) -> Type {
    match ty {
        Type::Object(properties) if !properties.is_empty() => {
            union(properties.iter().map(|p| Type::Literal(Expr::string(&p.key))).collect())
        }
        Type::Record(_) => Type::String,
        _ => Type::Any,
    }
}

/// `T[K]`, where it can be looked up.
pub(super) fn member_of(ty: &Type, key: &Type) -> Type {
    match (ty, key) {
        (Type::Array(element), Type::Number | Type::Literal(Expr::Number(_))) => (**element).clone(),
        (Type::Tuple(elements), Type::Number) => union(elements.clone()),
        (Type::Tuple(elements), Type::Literal(Expr::Number(index))) => {
            elements.get(index.0 as usize).cloned().unwrap_or_default()
        }
        (Type::Record(value), _) => (**value).clone(),
        (Type::Object(properties), key) => match literal_keys(key) {
            Some(keys) => union(
                properties.iter().filter(|p| keys.contains(&p.key)).map(|p| p.ty.clone()).collect::<Vec<_>>(),
            ),
            None => Type::Any,
        },
        _ => Type::Any,
    }
}

/// The utility types of TypeScript that can be computed here. `None` means that the name is none of them.
pub(super) fn utility(name: &str, args: &[Type]) -> Option<Type> {
    let first = || args.first().cloned().unwrap_or_default();
    let second = || args.get(1).cloned().unwrap_or_default();
    Some(match name {
        "Partial" => with_optional(first(), true),
        "Required" => with_optional(first(), false),
        "Readonly" | "NoInfer" => first(),
        "NonNullable" => non_nullable(first()),
        "Awaited" => awaited(first()),
        "Pick" => select(first(), &second(), true),
        "Omit" => select(first(), &second(), false),
        "Exclude" => filter_members(first(), &second(), false),
        "Extract" => filter_members(first(), &second(), true),
        "Record" => record(&first(), second()),
        "Uppercase" | "Lowercase" | "Capitalize" | "Uncapitalize" => Type::String,
        "PropertyKey" => Type::Union(vec![Type::String, Type::Number, Type::Symbol]),
        "ReturnType" => match first() {
            Type::Function { returns, .. } => *returns,
            _ => Type::Any,
        },
        "Parameters" => match first() {
            Type::Function { params, .. } => Type::Tuple(params),
            _ => Type::Any,
        },
        "ConstructorParameters" | "InstanceType" | "ThisType" | "ThisParameterType" => Type::Any,
        _ => return None,
    })
}

/// `Record<K, V>`
pub(super) fn record(keys: &Type, value: Type) -> Type {
    match literal_keys(keys) {
        Some(keys) => Type::Object(
            keys.into_iter().map(|key| Property { key, ty: value.clone(), optional: false }).collect(),
        ),
        None => Type::Record(Box::new(value)),
    }
}

fn awaited(ty: Type) -> Type {
    match ty {
        Type::Promise(inner) => awaited(*inner),
        Type::Union(members) => union(members.into_iter().map(awaited).collect()),
        other => other,
    }
}

fn with_optional(ty: Type, optional: bool) -> Type {
    match ty {
        Type::Object(properties) => {
            Type::Object(properties.into_iter().map(|p| Property { optional, ..p }).collect())
        }
        Type::Union(members) => {
            Type::Union(members.into_iter().map(|m| with_optional(m, optional)).collect())
        }
        other => other,
    }
}

fn select(ty: Type, keys: &Type, keep: bool) -> Type {
    let Some(keys) = literal_keys(keys) else { return ty };
    match ty {
        Type::Object(properties) => {
            Type::Object(properties.into_iter().filter(|p| keys.contains(&p.key) == keep).collect())
        }
        other => other,
    }
}

fn filter_members(ty: Type, others: &Type, keep: bool) -> Type {
    let others = match others {
        Type::Union(members) => members.as_slice(),
        other => std::slice::from_ref(other),
    };
    match ty {
        Type::Union(members) => union(members.into_iter().filter(|m| others.contains(m) == keep).collect()),
        other => other,
    }
}
