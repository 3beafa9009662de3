//! Types, values and usages in short text, for tables to compare.

use kiskadee_model::{Expr, Param, Type, Usage};

/// A type as TypeScript would write it.
pub(super) fn ty(t: &Type) -> String {
    match t {
        Type::Any => "any".into(),
        Type::Undefined => "undefined".into(),
        Type::Null => "null".into(),
        Type::Boolean => "boolean".into(),
        Type::Number => "number".into(),
        Type::String => "string".into(),
        Type::BigInt => "bigint".into(),
        Type::Symbol => "symbol".into(),
        Type::Literal(value) => expr(value),
        Type::Array(element) => format!("{}[]", grouped(element)),
        Type::Tuple(elements) => format!("[{}]", list(elements, ", ")),
        Type::Object(properties) => {
            let members: Vec<String> = properties
                .iter()
                .map(|p| format!("{}{}: {}", p.key, if p.optional { "?" } else { "" }, ty(&p.ty)))
                .collect();
            format!("{{{}}}", members.join(", "))
        }
        Type::Record(value) => format!("Record<{}>", ty(value)),
        Type::Function { params, returns } => format!("({}) => {}", list(params, ", "), ty(returns)),
        Type::Union(members) => list(members, " | "),
        Type::Named { name, args } if args.is_empty() => format!("#{name}"),
        Type::Named { name, args } => format!("#{name}<{}>", list(args, ", ")),
        Type::Promise(inner) => format!("Promise<{}>", ty(inner)),
    }
}

fn grouped(t: &Type) -> String {
    match t {
        Type::Union(_) | Type::Function { .. } => format!("({})", ty(t)),
        _ => ty(t),
    }
}

fn list(types: &[Type], between: &str) -> String {
    types.iter().map(ty).collect::<Vec<_>>().join(between)
}

/// A value as JavaScript would write it.
pub(super) fn expr(value: &Expr) -> String {
    match value {
        Expr::Undefined => "undefined".into(),
        Expr::Null => "null".into(),
        Expr::Bool(value) => value.to_string(),
        Expr::Number(number) => number.to_string(),
        Expr::BigInt(digits) => format!("{digits}n"),
        Expr::String(text) => format!("'{}'", text.as_str().unwrap_or("?")),
        Expr::Array(items) => {
            let items: Vec<String> =
                items.iter().map(|item| item.as_ref().map(expr).unwrap_or_default()).collect();
            format!("[{}]", items.join(", "))
        }
        Expr::Object(entries) => {
            let entries: Vec<String> =
                entries.iter().map(|(key, value)| format!("{key}: {}", expr(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
        Expr::RegExp { source, flags } => format!("/{source}/{flags}"),
        Expr::Global(path) => path.clone(),
        other => format!("{other:?}"),
    }
}

/// `...name?: type = default`
pub(super) fn param(p: &Param) -> String {
    format!(
        "{}{}{}: {}{}",
        if p.rest { "..." } else { "" },
        p.name,
        if p.optional { "?" } else { "" },
        ty(&p.ty),
        p.default.as_ref().map(|value| format!(" = {}", expr(value))).unwrap_or_default()
    )
}

/// All parameters.
pub(super) fn params(list: &[Param]) -> String {
    list.iter().map(param).collect::<Vec<_>>().join("; ")
}

/// What is done, in a fixed order: `.member{…} .method(argc) call(argc) new iterated …`
pub(super) fn usage(u: &Usage) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (name, inner) in &u.members {
        let inner = usage(inner);
        parts.push(if inner.is_empty() { format!(".{name}") } else { format!(".{name}{{{inner}}}") });
    }
    parts.extend(u.methods.iter().map(|(name, argc)| format!(".{name}({argc})")));
    parts.extend(u.called.map(|argc| format!("call({argc})")));
    for (flag, name) in [
        (u.constructed, "new"),
        (u.iterated, "iterated"),
        (u.awaited, "awaited"),
        (u.indexed, "indexed"),
        (u.arithmetic, "arithmetic"),
    ] {
        if flag {
            parts.push(name.into());
        }
    }
    parts.extend(u.elements.as_ref().map(|inner| format!("[{}]", usage(inner))));
    parts.extend(u.typeof_tests.iter().map(|name| format!("typeof {name}")));
    parts.extend(u.instanceof_tests.iter().map(|name| format!("instanceof {name}")));
    parts.extend(u.compared.iter().map(|value| format!("={}", expr(value))));
    parts.extend(u.matched.iter().map(|(source, flags)| format!("~/{source}/{flags}")));
    parts.join(" ")
}
