//! Changes to a source text, collected in any order and applied in one go, with a map back to the original.
//!
//! Instrumenting by changing the text rather than the tree keeps every line where it was and leaves whatever is
//! not touched exactly as its author wrote it.

use std::borrow::Cow;

use super::position::{LineTable, Position, is_line_terminator, offset};

/// Where an edit stands among others at the same offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Ends something that ends here, so it stays left of whatever begins here. Recorded from the outside in,
    /// written from the inside out.
    Close,
    /// Begins something that begins here. Recorded and written from the outside in.
    Open,
    /// Takes the place of the text that starts here.
    Replace,
}

#[derive(Debug)]
struct Edit {
    start: u32,
    end: u32,
    rank: Rank,
    order: i64,
    text: Cow<'static, str>,
    /// The original offset that errors in the new text are traced back to.
    origin: u32,
}

/// A list of edits to one text.
#[derive(Debug, Default)]
pub(crate) struct Edits {
    edits: Vec<Edit>,
}

impl Edits {
    /// Writes `text` before what begins at `at`, inside of everything opened there earlier.
    pub(crate) fn open(&mut self, at: u32, text: impl Into<Cow<'static, str>>) {
        self.open_from(at, text, at);
    }

    /// As [`Edits::open`], for text that stands for another place of the source.
    pub(crate) fn open_from(&mut self, at: u32, text: impl Into<Cow<'static, str>>, origin: u32) {
        let order = self.next_order();
        self.edits.push(Edit { start: at, end: at, rank: Rank::Open, order, text: text.into(), origin });
    }

    /// Writes `text` after what ends at `at`, outside of everything closed there later.
    pub(crate) fn close(&mut self, at: u32, text: impl Into<Cow<'static, str>>) {
        let order = -self.next_order();
        self.edits.push(Edit { start: at, end: at, rank: Rank::Close, order, text: text.into(), origin: at });
    }

    /// Puts `text` in place of the bytes from `start` to `end`.
    pub(crate) fn replace(&mut self, start: u32, end: u32, text: impl Into<Cow<'static, str>>) {
        let order = self.next_order();
        self.edits.push(Edit { start, end, rank: Rank::Replace, order, text: text.into(), origin: start });
    }

    /// The changed text and the way back from it.
    pub(crate) fn apply(mut self, source: &str, lines: &LineTable) -> (String, EditMap) {
        self.edits.sort_by_key(|edit| (edit.start, edit.rank, edit.order));
        let added: usize = self.edits.iter().map(|edit| edit.text.len()).sum();
        let mut writer = Writer::new(source.len() + added);
        let mut copied = 0;
        for edit in &self.edits {
            debug_assert!(edit.start >= copied, "an edit inside of replaced text");
            writer.copy(source, lines, copied, edit.start);
            writer.write(&edit.text, lines.position(edit.origin), false);
            copied = copied.max(edit.end);
        }
        writer.copy(source, lines, copied, offset(source.len()));
        (writer.text, EditMap { lines: writer.lines })
    }

    fn next_order(&self) -> i64 {
        i64::try_from(self.edits.len()).expect("there are fewer edits than bytes")
    }
}

/// From a place in edited text back to the original.
#[derive(Debug, Clone)]
pub(crate) struct EditMap {
    /// The segments of each line of the edited text, by column.
    lines: Vec<Vec<Segment>>,
}

#[derive(Debug, Clone, Copy)]
struct Segment {
    column: u32,
    original: Position,
    /// Copied text, in which columns advance together with the original's.
    verbatim: bool,
}

impl EditMap {
    pub(crate) fn original_position(&self, at: Position) -> Option<Position> {
        let segments = self.lines.get(at.line.checked_sub(1)? as usize)?;
        let found = segments.partition_point(|segment| segment.column <= at.column).checked_sub(1)?;
        let Segment { column, original, verbatim } = segments[found];
        let advance = if verbatim { at.column - column } else { 0 };
        Some(Position { line: original.line, column: original.column + advance })
    }
}

struct Writer {
    text: String,
    lines: Vec<Vec<Segment>>,
    column: u32,
}

impl Writer {
    fn new(capacity: usize) -> Self {
        Self { text: String::with_capacity(capacity), lines: vec![Vec::new()], column: 0 }
    }

    fn copy(&mut self, source: &str, lines: &LineTable, start: u32, end: u32) {
        if start < end {
            self.write(&source[start as usize..end as usize], lines.position(start), true);
        }
    }

    fn write(&mut self, text: &str, mut original: Position, verbatim: bool) {
        if text.is_empty() {
            return;
        }
        self.text.push_str(text);
        self.mark(original, verbatim);
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            self.column += if character.is_ascii() { 1 } else { offset(character.len_utf16()) };
            let pair = character == '\r' && characters.peek() == Some(&'\n');
            if is_line_terminator(character) && !pair {
                self.lines.push(Vec::new());
                self.column = 0;
                if verbatim {
                    original = Position { line: original.line + 1, column: 0 };
                }
                self.mark(original, verbatim);
            }
        }
    }

    fn mark(&mut self, original: Position, verbatim: bool) {
        let segment = Segment { column: self.column, original, verbatim };
        self.lines.last_mut().expect("there is always a current line").push(segment);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(source: &str, record: impl FnOnce(&mut Edits)) -> (String, EditMap) {
        let mut edits = Edits::default();
        record(&mut edits);
        edits.apply(source, &LineTable::new(source))
    }

    #[test]
    fn edits_at_one_offset_nest() {
        let (text, _) = apply("a;b", |edits| {
            edits.open(0, "{");
            edits.close(1, "}");
            edits.open(0, "(");
            edits.close(1, ")");
            edits.open(1, "<");
            edits.replace(2, 3, "c");
        });
        assert_eq!(text, "{(a)}<;c");
    }

    #[test]
    fn places_are_traced_back() {
        let (text, map) = apply("one\ntwo three", |edits| {
            edits.open(0, "😀");
            edits.open(8, "123");
        });
        assert_eq!(text, "😀one\ntwo 123three");
        let check = |line, column, expected: (u32, u32)| {
            let original =
                map.original_position(Position { line, column }).expect("every place has an original");
            assert_eq!((original.line, original.column), expected, "{line}:{column}");
        };
        check(1, 1, (1, 0));
        check(1, 3, (1, 1));
        check(2, 3, (2, 3));
        check(2, 5, (2, 4));
        check(2, 9, (2, 6));
    }
}
