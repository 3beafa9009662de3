//! Strings and identifiers as source text.

use unicode_id_start::{is_id_continue, is_id_start};

use crate::JsString;

/// Whether a name can stand after a dot or as an unquoted key. Reserved words can.
pub fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    let starts = chars.next().is_some_and(|c| is_id_start(c) || c == '_' || c == '$');
    starts && chars.all(|c| is_id_continue(c) || c == '$')
}

/// A string literal in the quotes that need fewest escapes, single ones by preference, as prettier has it.
pub fn quote(text: &str) -> String {
    quote_units(text.encode_utf16())
}

/// The same for any JavaScript string.
pub fn quote_js(text: &JsString) -> String {
    match text {
        JsString::Text(text) => quote(text),
        JsString::Units(units) => quote_units(units.iter().copied()),
    }
}

fn quote_units(units: impl Iterator<Item = u16> + Clone) -> String {
    let count = |quote: char| units.clone().filter(|&unit| unit == quote as u16).count();
    let quote = if count('\'') > count('"') { '"' } else { '\'' };
    let mut out = String::new();
    out.push(quote);
    let mut previous_was_nul = false;
    for decoded in char::decode_utf16(units) {
        match decoded {
            // `\0` followed by a digit would read as an octal escape.
            Ok(c) if previous_was_nul && c.is_ascii_digit() => {
                out.truncate(out.len() - 2);
                out.push_str("\\x00");
                out.push(c);
            }
            Ok(c) => push_char(&mut out, c, quote),
            Err(ref lone) => out.push_str(&format!("\\u{:04x}", lone.unpaired_surrogate())),
        }
        previous_was_nul = decoded == Ok('\0');
    }
    out.push(quote);
    out
}

fn push_char(out: &mut String, c: char, quote: char) {
    match c {
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\u{8}' => out.push_str("\\b"),
        '\u{b}' => out.push_str("\\v"),
        '\u{c}' => out.push_str("\\f"),
        '\0' => out.push_str("\\0"),
        c if c == quote => {
            out.push('\\');
            out.push(c);
        }
        c if is_invisible(c) => {
            let mut buffer = [0; 2];
            for unit in c.encode_utf16(&mut buffer) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        }
        c => out.push(c),
    }
}

/// Characters that a reader would not see, or that editors and linters object to in source text.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || (c.is_whitespace() && c != ' ')
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_quoted_so_that_they_read_back() {
        for (text, expected) in [
            ("plain", "'plain'"),
            ("it's", "\"it's\""),
            ("\"it's\"", "'\"it\\'s\"'"),
            ("a\nb\\", "'a\\nb\\\\'"),
            ("\0", "'\\0'"),
            ("\u{0}1", "'\\x001'"),
            ("é😀", "'é😀'"),
            ("\u{2028}", "'\\u2028'"),
            ("", "''"),
        ] {
            assert_eq!(quote(text), expected);
        }
        assert_eq!(quote_js(&JsString::from_units(vec![0xd800, 0x61])), "'\\ud800a'");
    }

    #[test]
    fn identifiers_are_recognised() {
        for (name, expected) in [
            ("a", true),
            ("$_1", true),
            ("1a", false),
            ("a-b", false),
            ("", false),
            ("größe", true),
            ("計算", true),
        ] {
            assert_eq!(is_identifier(name), expected, "{name}");
        }
    }
}
