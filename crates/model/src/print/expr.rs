//! Expressions as source text.

use super::{Shell, is_identifier, print_block, quote, quote_js};
use crate::{Callback, Expr, Step, SymbolExpr};

/// Prints an expression. `depth` is the indentation of the line it stands on, for callbacks with bodies.
pub fn print_expr(shell: &dyn Shell, expr: &Expr, depth: usize) -> String {
    let list = |items: &[Expr]| {
        items.iter().map(|item| print_expr(shell, item, depth)).collect::<Vec<_>>().join(", ")
    };
    match expr {
        Expr::Undefined => "undefined".into(),
        Expr::Null => "null".into(),
        Expr::Bool(value) => value.to_string(),
        Expr::Number(value) => value.to_string(),
        Expr::BigInt(digits) => format!("{digits}n"),
        Expr::String(text) => quote_js(text),
        Expr::Symbol(symbol) => print_symbol(symbol),
        Expr::Array(elements) => print_array(shell, elements, depth),
        Expr::Object(properties) => print_object(shell, properties, depth),
        Expr::Date(time) => format!("new Date({time})"),
        Expr::RegExp { source, flags } => print_regexp(source, flags),
        Expr::Map(entries) if entries.is_empty() => "new Map()".into(),
        Expr::Map(entries) => {
            let pair = |(key, value): &(Expr, Expr)| {
                format!("[{}, {}]", print_expr(shell, key, depth), print_expr(shell, value, depth))
            };
            format!("new Map([{}])", entries.iter().map(pair).collect::<Vec<_>>().join(", "))
        }
        Expr::Set(values) if values.is_empty() => "new Set()".into(),
        Expr::Set(values) => format!("new Set([{}])", list(values)),
        Expr::TypedArray { kind, elements } => {
            let suffix = if kind.is_big() { "n" } else { "" };
            let elements = elements.iter().map(|e| format!("{e}{suffix}")).collect::<Vec<_>>().join(", ");
            format!("new {}([{elements}])", kind.name())
        }
        Expr::ArrayBuffer(length) => format!("new ArrayBuffer({length})"),
        Expr::Buffer(text) => format!("Buffer.from({})", quote(text)),
        Expr::Error { class, message } => format!("new {}({})", class.name(), quote(message)),
        Expr::Resolved(value) => format!("Promise.resolve({})", print_expr(shell, value, depth)),
        Expr::Rejected(value) => format!("Promise.reject({})", print_expr(shell, value, depth)),
        Expr::Global(path) => path.clone(),
        Expr::Api(path) => shell.api(path),
        Expr::Var(var) => shell.var(*var),
        Expr::New { class, args } => format!("new {}({})", shell.api(class), list(args)),
        Expr::Callback(callback) => print_callback(shell, callback, depth),
    }
}

/// Prints the arguments of a call, each through the shell.
pub(super) fn print_args(shell: &dyn Shell, step: &Step, args: &[Expr], depth: usize) -> String {
    let print =
        |(index, arg): (usize, &Expr)| shell.argument(step, index, arg, print_expr(shell, arg, depth));
    args.iter().enumerate().map(print).collect::<Vec<_>>().join(", ")
}

fn print_symbol(symbol: &SymbolExpr) -> String {
    match symbol {
        SymbolExpr::WellKnown(name) => format!("Symbol.{name}"),
        SymbolExpr::Registered(key) => format!("Symbol.for({})", quote(key)),
        SymbolExpr::Fresh(description) => format!("Symbol({})", quote(description)),
    }
}

fn print_array(shell: &dyn Shell, elements: &[Option<Expr>], depth: usize) -> String {
    let mut out = String::from("[");
    for (index, element) in elements.iter().enumerate() {
        if index > 0 {
            out.push_str(if element.is_some() { ", " } else { "," });
        }
        if let Some(element) = element {
            out.push_str(&print_expr(shell, element, depth));
        }
    }
    // A trailing hole needs one comma more: `[1, ,]` has two elements.
    if matches!(elements.last(), Some(None)) {
        out.push(',');
    }
    out.push(']');
    out
}

fn print_object(shell: &dyn Shell, properties: &[(String, Expr)], depth: usize) -> String {
    if properties.is_empty() {
        return "{}".into();
    }
    let property = |(key, value): &(String, Expr)| {
        let value = print_expr(shell, value, depth);
        match key.as_str() {
            // `{ __proto__: v }` would set the prototype; a computed key makes a property.
            "__proto__" => format!("['__proto__']: {value}"),
            name if is_identifier(name) && name == value => value,
            name if is_identifier(name) => format!("{name}: {value}"),
            name => format!("{}: {value}", quote(name)),
        }
    };
    format!("{{ {} }}", properties.iter().map(property).collect::<Vec<_>>().join(", "))
}

fn print_regexp(source: &str, flags: &str) -> String {
    if source.is_empty() { format!("new RegExp('', {})", quote(flags)) } else { format!("/{source}/{flags}") }
}

fn print_callback(shell: &dyn Shell, callback: &Callback, depth: usize) -> String {
    let params = callback.params.iter().map(|p| shell.var(*p)).collect::<Vec<_>>().join(", ");
    let prefix = if callback.is_async { "async " } else { "" };
    let opening = shell.callback_opening(callback);
    if callback.body.steps.is_empty() && opening.is_empty() && !callback.body.throws {
        let result = match &callback.body.result {
            None => "{}".to_owned(),
            Some(result @ Expr::Object(_)) => format!("({})", print_expr(shell, result, depth)),
            Some(result) => print_expr(shell, result, depth),
        };
        return format!("{prefix}({params}) => {result}");
    }
    let inner = shell.indent().repeat(depth + 1);
    let mut body = String::new();
    if !opening.is_empty() {
        body.push_str(&format!("{inner}{opening}\n"));
    }
    body.push_str(&print_block(shell, &callback.body, depth + 1));
    format!("{prefix}({params}) => {{\n{body}{}}}", shell.indent().repeat(depth))
}
