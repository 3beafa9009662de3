//! Names and short descriptions: identifiers in the house style of JavaScript, and values as people speak of them.

use kiskadee_model::print::{is_identifier, quote_js};
use kiskadee_model::{Expr, JsString, SymbolExpr};

/// The longest value that is spelt out in a title.
const MAX_VALUE: usize = 40;

/// `LinkedList` as a variable: `linkedList`; `URLParser`: `urlParser`.
pub(crate) fn lower_camel(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let upper = chars.iter().take_while(|c| c.is_ascii_uppercase()).count();
    // In a run of capitals, the last one belongs to the next word, unless the name ends there or a digit follows.
    let next_is_word = chars.get(upper).is_some_and(|c| c.is_ascii_lowercase());
    let lowered = if upper > 1 && next_is_word { upper - 1 } else { upper };
    let lower = |(index, c): (usize, &char)| if index < lowered { c.to_ascii_lowercase() } else { *c };
    chars.iter().enumerate().map(lower).collect()
}

/// What a module is called where it has no name of its own: its file name in camel case, without what a name cannot
/// hold.
pub fn module_name(stem: &str) -> String {
    let mut words =
        stem.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '$').filter(|w| !w.is_empty());
    let first = words.next().map(lower_camel).unwrap_or_default();
    let name = words.fold(first, |name, word| name + &capitalised(word));
    match name.chars().next() {
        None => "subject".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("module{name}"),
        Some(_) => name,
    }
}

/// The text with its first letter in upper case.
pub(crate) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Names that a test file cannot declare, or that would hide a global that tests use.
pub(crate) fn is_reserved(name: &str) -> bool {
    #[rustfmt::skip]
    const RESERVED: &[&str] = &[
        "Array", "ArrayBuffer", "BigInt", "Boolean", "Buffer", "Date", "Error", "EvalError", "Function", "Infinity",
        "Map", "Math", "NaN", "Number", "Object", "Promise", "RangeError", "ReferenceError", "RegExp", "Set", "String",
        "Symbol", "SyntaxError", "TypeError", "URIError", "arguments", "await", "break", "case", "catch", "class",
        "const", "continue", "debugger", "default", "delete", "do", "else", "enum", "eval", "export", "exports",
        "extends", "false", "finally", "for", "function", "global", "globalThis", "if", "implements", "import", "in",
        "instanceof", "interface", "let", "module", "new", "null", "package", "private", "process", "protected",
        "public", "require", "return", "setImmediate", "setTimeout", "static", "super", "switch", "this", "throw",
        "true", "try", "typeof", "undefined", "var", "void", "while", "with", "yield",
    ];
    RESERVED.binary_search(&name).is_ok()
}

/// `a` or `an`, and the noun.
pub(crate) fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// `a`, `a and b`, `a, b and c`
pub(crate) fn enumeration(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [head @ .., last] => format!("{} and {last}", head.join(", ")),
    }
}

/// The text cut to a length, at a word where that is possible.
pub(crate) fn shortened(text: &str, length: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= length {
        return line;
    }
    let cut: String = line.chars().take(length - 1).collect();
    let cut = match cut.rsplit_once(' ') {
        Some((words, _)) if words.chars().count() * 2 > length => words,
        _ => &cut,
    };
    format!("{}…", cut.trim_end_matches([',', ';', ':', ' ']))
}

/// A value as people speak of it: spelt out where it is short, described where it is not. `of_variable` describes what
/// variables hold.
pub(crate) fn describe(expr: &Expr, of_variable: &dyn Fn(&Expr) -> String) -> String {
    if let Some(text) = spelt(expr)
        && text.chars().count() <= MAX_VALUE
    {
        return text;
    }
    let counted = |noun: &str, count: usize| match count {
        0 => format!("an empty {noun}"),
        count => format!("{} of {count}", with_article(noun)),
    };
    match expr {
        Expr::String(text) if text.is_empty() => "an empty string".into(),
        Expr::String(text) => format!("a string of {} characters", text.len()),
        Expr::Array(elements) => counted("array", elements.len()),
        Expr::Object(properties) if properties.is_empty() => "an empty object".into(),
        Expr::Object(properties) => {
            let keys: Vec<&str> = properties.iter().map(|(key, _)| key.as_str()).collect();
            let readable = keys.len() <= 3 && keys.iter().all(|key| is_identifier(key));
            let listed = format!("an object with {}", keys.join(", "));
            if readable && listed.len() <= MAX_VALUE {
                listed
            } else {
                format!("an object of {} member{}", keys.len(), if keys.len() == 1 { "" } else { "s" })
            }
        }
        Expr::Date(time) if time.0.is_nan() => "an invalid date".into(),
        Expr::Date(_) => "a date".into(),
        Expr::RegExp { .. } => "a regular expression".into(),
        Expr::Map(entries) => counted("Map", entries.len()),
        Expr::Set(values) => counted("Set", values.len()),
        Expr::TypedArray { kind, elements } => counted(kind.name(), elements.len()),
        Expr::ArrayBuffer(length) => counted("ArrayBuffer", *length as usize),
        Expr::Buffer(text) => counted("Buffer", text.len()),
        Expr::Error { class, .. } => with_article(class.name()),
        Expr::Resolved(value) => format!("a promise of {}", describe(value, of_variable)),
        Expr::Rejected(_) => "a rejected promise".into(),
        Expr::Api(path) => shortened(&path.to_string(), MAX_VALUE),
        Expr::New { class, .. } => with_article(class.last_name().unwrap_or("instance")),
        Expr::Callback(callback) if callback.is_async => "an async callback".into(),
        Expr::Callback(_) => "a callback".into(),
        Expr::Symbol(_) => "a symbol".into(),
        Expr::BigInt(_) => "a large bigint".into(),
        Expr::Var(_) => of_variable(expr),
        Expr::Global(path) => path.clone(),
        Expr::Undefined | Expr::Null | Expr::Bool(_) | Expr::Number(_) => spelt(expr).unwrap_or_default(),
    }
}

/// The value written out, if it is one that reads well in a sentence.
fn spelt(expr: &Expr) -> Option<String> {
    Some(match expr {
        Expr::Undefined => "undefined".into(),
        Expr::Null => "null".into(),
        Expr::Bool(value) => value.to_string(),
        Expr::Number(value) => value.to_string(),
        Expr::BigInt(digits) => format!("{digits}n"),
        Expr::String(text) if text.is_empty() => return None,
        Expr::String(text) => double_quoted(text),
        Expr::Symbol(SymbolExpr::WellKnown(name)) => format!("Symbol.{name}"),
        Expr::Array(elements) if !elements.is_empty() => {
            let element = |element: &Option<Expr>| match element {
                Some(element) => inner(element),
                None => Some("<hole>".into()),
            };
            format!("[{}]", elements.iter().map(element).collect::<Option<Vec<_>>>()?.join(", "))
        }
        Expr::Object(properties) if !properties.is_empty() => {
            let property = |(key, value): &(String, Expr)| {
                is_identifier(key).then(|| inner(value).map(|value| format!("{key}: {value}"))).flatten()
            };
            format!("{{ {} }}", properties.iter().map(property).collect::<Option<Vec<_>>>()?.join(", "))
        }
        Expr::RegExp { source, flags } if !source.is_empty() => format!("/{source}/{flags}"),
        _ => return None,
    })
}

/// Inside a structure, empty things are spelt out as well.
fn inner(expr: &Expr) -> Option<String> {
    match expr {
        Expr::String(text) => Some(double_quoted(text)),
        Expr::Array(elements) if elements.is_empty() => Some("[]".into()),
        Expr::Object(properties) if properties.is_empty() => Some("{}".into()),
        other => spelt(other),
    }
}

/// Titles are in single quotes, so the strings in them are in double ones.
fn double_quoted(text: &JsString) -> String {
    let literal = quote_js(text);
    let inside = &literal[1..literal.len() - 1];
    format!("\"{}\"", inside.replace("\\'", "'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_names_become_variable_names() {
        for (class, variable) in [
            ("LinkedList", "linkedList"),
            ("URLParser", "urlParser"),
            ("URL", "url"),
            ("list", "list"),
            ("A1", "a1"),
        ] {
            assert_eq!(lower_camel(class), variable);
        }
    }

    #[test]
    fn values_are_spelt_out_when_they_are_short_and_described_when_not() {
        let long = "x".repeat(50);
        for (value, words) in [
            (Expr::string("b"), "\"b\""),
            (Expr::string(""), "an empty string"),
            (Expr::string("it's"), "\"it's\""),
            (Expr::string(&long), "a string of 50 characters"),
            (Expr::number(-0.0), "-0"),
            (Expr::Array(vec![]), "an empty array"),
            (Expr::Array(vec![Some(Expr::string("")), None]), "[\"\", <hole>]"),
            (Expr::Array(vec![Some(Expr::string(&long))]), "an array of 1"),
            (Expr::Object(vec![("a".into(), Expr::Null)]), "{ a: null }"),
            (Expr::Object(vec![("a".into(), Expr::string(&long))]), "an object with a"),
            (Expr::Map(vec![]), "an empty Map"),
        ] {
            assert_eq!(describe(&value, &|_| String::new()), words);
        }
    }

    #[test]
    fn long_messages_are_cut_at_a_word() {
        assert_eq!(shortened("one two\nthree", 20), "one two three");
        assert_eq!(shortened("one two three, four", 17), "one two three…");
    }

    #[test]
    fn reserved_names_are_found_by_binary_search() {
        for name in ["Array", "class", "yield", "await", "setTimeout", "Map"] {
            assert!(is_reserved(name), "{name}");
        }
        assert!(!is_reserved("list"));
    }
}
