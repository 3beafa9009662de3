//! From a place in compiled code back to the source that was written.

use super::edits::EditMap;
use super::position::Position;

/// Leads from compiled code to its original, through every step that changed the text.
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    /// In the order in which the text was changed.
    stages: Vec<Stage>,
}

#[derive(Debug, Clone)]
enum Stage {
    Edited(EditMap),
    Printed(PrintMap),
}

impl SourceMap {
    /// The original of a place in the compiled code: lines from 1, columns from 0 in UTF-16 code units, both ways.
    /// `None` for code that stands for nothing in the source, and for places outside of it.
    #[must_use]
    pub fn original_position(&self, line: u32, column: u32) -> Option<(u32, u32)> {
        let mut at = Position { line, column };
        for stage in self.stages.iter().rev() {
            at = match stage {
                Stage::Edited(map) => map.original_position(at)?,
                Stage::Printed(map) => map.original_position(at)?,
            };
        }
        Some((at.line, at.column))
    }

    pub(crate) fn then_edited(&mut self, map: EditMap) {
        self.stages.push(Stage::Edited(map));
    }

    pub(crate) fn then_printed(&mut self, map: &oxc_sourcemap::SourceMap<'_>) {
        self.stages.push(Stage::Printed(PrintMap::new(map)));
    }
}

/// The map of text that was printed from a tree: known only token by token.
#[derive(Debug, Clone)]
struct PrintMap {
    /// Printed and original places, in the order of the former.
    tokens: Vec<(Position, Position)>,
}

impl PrintMap {
    fn new(map: &oxc_sourcemap::SourceMap<'_>) -> Self {
        let place = |line: u32, column| Position { line: line + 1, column };
        let mut tokens: Vec<_> = map
            .get_tokens()
            .map(|token| {
                let printed = place(token.get_dst_line(), token.get_dst_col());
                (printed, place(token.get_src_line(), token.get_src_col()))
            })
            .collect();
        tokens.sort_by_key(|&(printed, _)| printed);
        Self { tokens }
    }

    fn original_position(&self, at: Position) -> Option<Position> {
        let found = self.tokens.partition_point(|&(printed, _)| printed <= at).checked_sub(1)?;
        let (printed, original) = self.tokens[found];
        (printed.line == at.line).then_some(original)
    }
}
