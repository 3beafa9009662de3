//! `istanbul ignore` comments, found where Istanbul's parser would attach them.
//!
//! A comment belongs to the outermost node that starts at the next token. Which node that is, the visitor knows;
//! here a hint is kept under the offset of that token.

use std::collections::BTreeMap;

use oxc_ast::ast::Comment;

use super::position::offset;

/// What a comment asks to leave out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hint {
    /// The node that follows.
    Next,
    /// The first way of the `if` that follows.
    If,
    /// The other way of the `if` that follows.
    Else,
}

/// The hints of one file.
#[derive(Debug, Default)]
pub(crate) struct Hints {
    pub(crate) whole_file: bool,
    by_offset: BTreeMap<u32, Hint>,
}

impl Hints {
    pub(crate) fn find(source: &str, comments: &[Comment]) -> Self {
        let mut hints = Self::default();
        // From the last comment to the first, so that the token after a run of comments is looked for once.
        let mut next_token = None;
        let mut next_comment_start = None;
        for comment in comments.iter().rev() {
            let end = comment.span.end as usize;
            let after = end + leading_space(&source[end..]);
            if next_comment_start != Some(after) {
                next_token = Some(after);
            }
            next_comment_start = Some(comment.span.start as usize);
            let content = comment.content_span();
            match asked(&source[content.start as usize..content.end as usize]) {
                Some(Asked::File) => hints.whole_file = true,
                Some(Asked::Node(hint)) => {
                    let at = offset(next_token.unwrap_or(after));
                    // Of several comments before one node the last one counts.
                    hints.by_offset.entry(at).or_insert(hint);
                }
                None => {}
            }
        }
        hints
    }

    /// The hint before a node that starts at `start`, or before one of the parentheses around it, of which the first
    /// starts at `outer`. What is before `after` belongs to the parent.
    pub(crate) fn between(&self, outer: u32, start: u32, after: Option<u32>) -> Option<Hint> {
        let mut found = self.by_offset.range(outer..=start).rev();
        found.find(|&(&at, _)| after.is_none_or(|after| at > after)).map(|(_, &hint)| hint)
    }

    /// Istanbul loses the comments of a value when it wraps it.
    pub(crate) fn forget(&mut self, outer: u32, start: u32) {
        let forgotten: Vec<u32> = self.by_offset.range(outer..=start).map(|(&at, _)| at).collect();
        for at in forgotten {
            self.by_offset.remove(&at);
        }
    }
}

enum Asked {
    File,
    Node(Hint),
}

fn asked(comment: &str) -> Option<Asked> {
    let rest = comment.trim_start().strip_prefix("istanbul")?;
    let rest = after_space(rest)?.strip_prefix("ignore")?;
    let rest = after_space(rest)?;
    [
        ("file", Asked::File),
        ("next", Asked::Node(Hint::Next)),
        ("if", Asked::Node(Hint::If)),
        ("else", Asked::Node(Hint::Else)),
    ]
    .into_iter()
    .find_map(|(word, asked)| {
        let following = rest.strip_prefix(word)?.chars().next();
        let ends_here = !following.is_some_and(|next| next.is_ascii_alphanumeric() || next == '_');
        ends_here.then_some(asked)
    })
}

fn after_space(text: &str) -> Option<&str> {
    let trimmed = text.trim_start();
    (trimmed.len() < text.len()).then_some(trimmed)
}

fn leading_space(text: &str) -> usize {
    text.len() - text.trim_start_matches(|next: char| next.is_whitespace() || next == '\u{feff}').len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_exact_wording_is_a_hint() {
        let node = |text| match asked(text) {
            Some(Asked::Node(hint)) => Some(hint),
            _ => None,
        };
        assert_eq!(node(" istanbul ignore next "), Some(Hint::Next));
        assert_eq!(node("istanbul  ignore\tif: cannot happen"), Some(Hint::If));
        assert_eq!(node(" istanbul ignore else*"), Some(Hint::Else));
        assert_eq!(node("* istanbul ignore next"), None);
        assert_eq!(node(" istanbul ignore nextish"), None);
        assert_eq!(node(" istanbulignore next"), None);
        assert!(matches!(asked(" istanbul ignore file -- generated"), Some(Asked::File)));
    }
}
