//! Strings that a regular expression matches, for the plain ones that programs mostly use. Assertions are passed over,
//! so a sample is likely rather than certain to match; what is not understood gives nothing.

mod parse;
mod sample;

use crate::dice::Dice;

/// A string that the expression probably matches.
pub(crate) fn sample(source: &str, flags: &str, dice: &mut Dice) -> Option<String> {
    // Set notation has a grammar of its own.
    if flags.contains('v') {
        return None;
    }
    let node = parse::parse(source)?;
    let mut out = String::new();
    sample::write(&node, dice, &mut out);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every sample has the property; and there is variety where there should be.
    fn check(source: &str, holds: impl Fn(&str) -> bool) {
        let mut dice = Dice::new(7);
        for _ in 0..200 {
            let text =
                sample(source, "", &mut dice).unwrap_or_else(|| panic!("/{source}/ is not understood"));
            assert!(holds(&text), "/{source}/ gave {text:?}");
        }
    }

    fn digits(text: &str) -> bool {
        text.bytes().all(|b| b.is_ascii_digit())
    }

    #[test]
    fn samples_match_their_expression() {
        check("abc", |t| t == "abc");
        check("^a$", |t| t == "a");
        check("", str::is_empty);
        check("a|bc|", |t| ["a", "bc", ""].contains(&t));
        check("\\d{3}-\\d{4}", |t| t.len() == 8 && &t[3..4] == "-" && digits(&t[..3]) && digits(&t[4..]));
        check("^\\d{2,4}$", |t| (2..=4).contains(&t.len()) && digits(t));
        check("\\d{2,}", |t| t.len() >= 2 && digits(t));
        check("a?b*c+", |t| t.trim_start_matches('a').trim_start_matches('b').starts_with('c'));
        check("[a-cx]", |t| ["a", "b", "c", "x"].contains(&t));
        check("[^a-y\\d\\s]", |t| {
            t.chars().count() == 1 && !t.contains(|c: char| ('a'..='y').contains(&c) || c.is_ascii_digit())
        });
        check("\\w+@\\w+\\.(com|org)", |t| t.contains('@') && (t.ends_with(".com") || t.ends_with(".org")));
        check("(?:ab)+?", |t| t.len().is_multiple_of(2) && t.starts_with("ab"));
        check("(?<year>\\d{4})", |t| t.len() == 4 && digits(t));
        check("\\s", |t| t.chars().all(char::is_whitespace) && !t.is_empty());
        check("\\/\\x41\\u0042\\t", |t| t == "/AB\t");
        check("\\bfoo(?=bar)", |t| t == "foo");
        check("[\\]\\-]", |t| t == "]" || t == "-");
        check("[-a]", |t| t == "-" || t == "a");
        check(".", |t| t.chars().count() == 1 && t != "\n");
        check("a{,2}", |t| t == "a{,2}");
        check("\\D\\W\\S", |t| t.chars().count() == 3 && !t.starts_with(|c: char| c.is_ascii_digit()));
        check("[]|a", |t| t == "a" || t.is_empty());
    }

    #[test]
    fn what_is_not_understood_gives_nothing() {
        let mut dice = Dice::new(1);
        for source in [
            "(a)\\1",
            "(",
            "a)",
            "[a",
            "*",
            "\\p{L}",
            "(?<n>a)\\k<n>",
            "a{3,1}",
            "\\",
            "((((((((((((((((((((((((((((((((((((((((a))))))))))))))))))))))))))))))))))))))))",
        ] {
            assert_eq!(sample(source, "", &mut dice), None, "/{source}/");
        }
        assert_eq!(sample("a", "v", &mut dice), None);
    }
}
