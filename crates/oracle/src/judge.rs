//! Who is to blame for an error: code that decided to throw, or the engine that could not go on.

use kiskadee_model::{Frame, Thrown};

/// Why something was thrown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The target, a dependency or Node threw on purpose: behaviour.
    ThrownByCode,
    /// The engine raised it in the target: a crash.
    RaisedByEngine {
        /// Where.
        frame: Frame,
    },
    /// The stack overflowed: never asserted.
    StackOverflow,
}

/// Judges what was thrown. `source_at` gives the original source text from a frame's position to the end of its line,
/// as far as it is known.
pub fn judge(
    thrown: &Thrown,
    is_target_file: &dyn Fn(&str) -> bool,
    source_at: &dyn Fn(&Frame) -> Option<String>,
) -> Cause {
    let message = thrown.message.as_ref().and_then(|message| message.as_str()).unwrap_or_default();
    let class = thrown.class.as_deref().unwrap_or_default();
    if class == "RangeError" && message.starts_with("Maximum call stack size exceeded") {
        return Cause::StackOverflow;
    }
    if !ENGINE_CLASSES.contains(&class) || thrown.code.is_some() {
        return Cause::ThrownByCode;
    }
    // Built-ins written in C++ or Torque have frames without a file: `at Array.map (<anonymous>)`.
    let Some(top) = thrown.frames.iter().find(|frame| !is_built_in(frame)) else {
        return Cause::ThrownByCode;
    };
    if !is_target_file(&top.file) {
        return Cause::ThrownByCode;
    }
    let by_engine = match source_at(top) {
        Some(source) => !constructs_error(source.trim_start()),
        None => is_worded_by_v8(message),
    };
    if by_engine { Cause::RaisedByEngine { frame: top.clone() } } else { Cause::ThrownByCode }
}

const ENGINE_CLASSES: [&str; 6] =
    ["TypeError", "RangeError", "ReferenceError", "SyntaxError", "URIError", "EvalError"];

fn is_built_in(frame: &Frame) -> bool {
    frame.file.is_empty() || frame.file == "<anonymous>" || frame.file == "native"
}

/// Whether the text at an error's position makes an error. V8 takes the position where the error object is made, so a
/// deliberate throw points at `new TypeError(` and a crash at the operation that failed.
fn constructs_error(source: &str) -> bool {
    for keyword in ["throw", "super"] {
        let ends = |rest: &str| !rest.starts_with(is_identifier_part);
        if source.strip_prefix(keyword).is_some_and(ends) {
            return true;
        }
    }
    let callee = source.strip_prefix("new ").unwrap_or(source).trim_start();
    let end = callee.find(|c: char| !is_identifier_part(c) && c != '.').unwrap_or(callee.len());
    let (path, rest) = callee.split_at(end);
    let is_new = source.starts_with("new ");
    if !is_new && !rest.trim_start().starts_with('(') {
        return false;
    }
    let name = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    path == "Promise.reject"
        || name.ends_with("error")
        || name.ends_with("exception")
        || path == "Reflect.construct"
}

fn is_identifier_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// Where the source is out of reach, V8's own phrases tell.
fn is_worded_by_v8(message: &str) -> bool {
    const PHRASES: [&str; 14] = [
        "Cannot read properties of ",
        "Cannot set properties of ",
        "Cannot destructure ",
        "Cannot convert ",
        "Cannot access ",
        "Cannot mix BigInt",
        "Assignment to constant variable",
        "Class constructor ",
        " is not a function",
        " is not a constructor",
        " is not iterable",
        " is not defined",
        "Invalid array length",
        "Invalid regular expression",
    ];
    PHRASES.iter().any(|phrase| message.contains(phrase))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kiskadee_model::Seen;

    fn thrown(class: &str, message: &str, code: Option<&str>, files: &[&str]) -> Thrown {
        let frame = |(index, file): (usize, &&str)| Frame {
            file: (*file).to_owned(),
            line: index as u32 + 1,
            column: 5,
            function: String::new(),
        };
        Thrown {
            value: Seen::Opaque,
            class: Some(class.to_owned()),
            message: Some(message.into()),
            code: code.map(Into::into),
            frames: files.iter().enumerate().map(frame).collect(),
        }
    }

    fn check(thrown: &Thrown, source: Option<&str>, expected: &str) {
        let cause = judge(thrown, &|file| file == "target.js", &|_| source.map(str::to_owned));
        let word = match cause {
            Cause::ThrownByCode => "code".to_owned(),
            Cause::RaisedByEngine { frame } => format!("engine at line {}", frame.line),
            Cause::StackOverflow => "overflow".to_owned(),
        };
        assert_eq!(word, expected, "{thrown:?} at {source:?}");
    }

    #[test]
    fn an_engine_error_at_an_operation_of_the_target_is_a_crash() {
        let error = thrown("TypeError", "x is not a function", None, &["target.js"]);
        check(&error, Some("x();"), "engine at line 1");
        check(&error, Some("new Foo();"), "engine at line 1");
        check(&error, Some("errors.find(x)"), "engine at line 1");
        check(&error, Some("thrower(x)"), "engine at line 1");
        check(&error, None, "engine at line 1");
        let built_in =
            thrown("TypeError", "undefined is not a function", None, &["<anonymous>", "target.js"]);
        check(&built_in, Some("map(f)"), "engine at line 2");
        check(
            &thrown("RangeError", "Invalid array length", None, &["target.js"]),
            Some("new Array(n)"),
            "engine at line 1",
        );
    }

    #[test]
    fn an_error_made_by_the_target_is_behaviour() {
        let error = thrown("TypeError", "expected a string", None, &["target.js"]);
        for source in [
            "new TypeError('expected a string');",
            "TypeError('expected a string')",
            "new errors.ValidationError(x)",
            "new $TypeError(x)",
            "throw e",
            "super(message);",
            "Promise.reject(e)",
        ] {
            check(&error, Some(source), "code");
        }
        check(&error, None, "code");
    }

    #[test]
    fn errors_of_dependencies_of_node_and_of_other_classes_are_behaviour() {
        check(
            &thrown("TypeError", "x is not a function", None, &["dependency.js", "target.js"]),
            Some("x()"),
            "code",
        );
        check(
            &thrown("TypeError", "must be of type string", Some("ERR_INVALID_ARG_TYPE"), &["target.js"]),
            Some("x()"),
            "code",
        );
        check(&thrown("Error", "no", None, &["target.js"]), Some("x()"), "code");
        check(&thrown("TypeError", "x is not a function", None, &[]), Some("x()"), "code");
    }

    #[test]
    fn a_stack_overflow_is_of_its_own_kind() {
        check(
            &thrown("RangeError", "Maximum call stack size exceeded", None, &["target.js"]),
            Some("f()"),
            "overflow",
        );
    }
}
