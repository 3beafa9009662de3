//! Byte offsets turned into the lines and UTF-16 columns that JavaScript tools speak of.

/// A place in a source text: line from 1, column from 0 in UTF-16 code units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, counted from 1.
    pub line: u32,
    /// Column, counted from 0 in UTF-16 code units.
    pub column: u32,
}

/// Where the lines of one text start, and how its UTF-16 offsets differ from its byte offsets.
#[derive(Debug, Clone)]
pub(crate) struct LineTable {
    line_starts: Vec<u32>,
    /// For every character outside ASCII: the byte offset just after it, and by how much byte offsets exceed
    /// UTF-16 offsets from there on.
    excess: Vec<(u32, u32)>,
}

impl LineTable {
    pub(crate) fn new(text: &str) -> Self {
        let mut line_starts = vec![0];
        let mut excess = Vec::new();
        let mut surplus = 0;
        let mut characters = text.char_indices().peekable();
        while let Some((at, character)) = characters.next() {
            let after = offset(at + character.len_utf8());
            if !character.is_ascii() {
                surplus += offset(character.len_utf8() - character.len_utf16());
                excess.push((after, surplus));
            }
            let carriage_return_of_a_pair =
                character == '\r' && characters.peek().is_some_and(|&(_, next)| next == '\n');
            if is_line_terminator(character) && !carriage_return_of_a_pair {
                line_starts.push(after);
            }
        }
        Self { line_starts, excess }
    }

    pub(crate) fn position(&self, at: u32) -> Position {
        let line = self.line_starts.partition_point(|&start| start <= at) - 1;
        Position { line: offset(line + 1), column: self.utf16(at) - self.utf16(self.line_starts[line]) }
    }

    /// The bytes of a line, terminator included; `None` beyond the last line.
    pub(crate) fn line_range(&self, line: u32, text: &str) -> Option<std::ops::Range<usize>> {
        let index = line.checked_sub(1)? as usize;
        let start = *self.line_starts.get(index)? as usize;
        let end = self.line_starts.get(index + 1).map_or(text.len(), |&next| next as usize);
        Some(start..end)
    }

    /// The byte offset of a place; that of the end of its line, or of the text, for places beyond.
    pub(crate) fn offset_of(&self, place: Position, text: &str) -> usize {
        let Some(range) = self.line_range(place.line, text) else {
            return text.len();
        };
        let mut column = 0;
        for (at, character) in text[range.clone()].char_indices() {
            if column >= place.column {
                return range.start + at;
            }
            column += offset(character.len_utf16());
        }
        range.end
    }

    fn utf16(&self, at: u32) -> u32 {
        match self.excess.partition_point(|&(after, _)| after <= at) {
            0 => at,
            found => at - self.excess[found - 1].1,
        }
    }
}

/// The four characters that end a line in JavaScript, for the engine as for Istanbul.
pub(crate) fn is_line_terminator(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// Sources are limited to 4 GiB by the parser, so that every offset in one fits.
pub(crate) fn offset(at: usize) -> u32 {
    u32::try_from(at).expect("sources beyond 4 GiB are refused by the parser")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, needle: &str, line: u32, column: u32) {
        let at = offset(text.find(needle).expect("the needle is in the text"));
        assert_eq!(LineTable::new(text).position(at), Position { line, column }, "{needle} in {text:?}");
    }

    #[test]
    fn columns_count_utf16_units() {
        check("a x", "x", 1, 2);
        check("é x", "x", 1, 2);
        check("😀 x", "x", 1, 3);
        check("😀\n字 x", "x", 2, 2);
    }

    #[test]
    fn every_javascript_line_terminator_ends_a_line() {
        check("a\r\nx", "x", 2, 0);
        check("a\rx", "x", 2, 0);
        check("a\u{2028}b\u{2029} x", "x", 3, 1);
    }
}
