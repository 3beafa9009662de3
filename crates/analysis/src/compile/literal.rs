//! Values written as JavaScript.

/// A string as a JavaScript literal.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
