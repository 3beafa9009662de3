//! Why a file could not be compiled, with enough of it to show where.

use oxc_diagnostics::OxcDiagnostic;
use thiserror::Error;

use super::position::{LineTable, Position, is_line_terminator, offset};
use super::source_map::SourceMap;

/// A file that could not be compiled.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CompileError {
    /// The text is not what its file name says it is.
    #[error("{path}:{line}:{}: {message}", column + 1)]
    Syntax {
        /// The path as it was given.
        path: String,
        /// Line of the first offending character, from 1.
        line: u32,
        /// Its column, from 0 in UTF-16 code units.
        column: u32,
        /// How many UTF-16 code units of that line are at fault; at least 1.
        length: u32,
        /// What is wrong, in one sentence.
        message: String,
        /// What may help, where the parser has an idea.
        help: Option<String>,
        /// The line of the source, without its terminator.
        source_line: String,
    },
    /// Files with this ending are not JavaScript, TypeScript or JSON.
    #[error("{path}: not a JavaScript, TypeScript or JSON file")]
    UnknownExtension {
        /// The path as it was given.
        path: String,
    },
}

impl CompileError {
    /// The first of a parser's complaints, placed in the source.
    pub(crate) fn from_diagnostic(path: &str, source: &str, diagnostic: &OxcDiagnostic) -> Self {
        let label = diagnostic.labels.first();
        let start = label.map_or(0, |label| label.offset() as usize);
        let length = label.map_or(0, |label| label.len() as usize);
        let message = diagnostic.message.to_string();
        let help = diagnostic.help.as_ref().map(ToString::to_string);
        Self::at(path, source, start, length, message, help)
    }

    /// A complaint about text that was made from the source, placed where that text came from.
    pub(crate) fn from_later_step(
        (path, source): (&str, &str),
        (made, map): (&str, &SourceMap),
        diagnostic: &OxcDiagnostic,
    ) -> Self {
        let start = diagnostic.labels.first().map_or(0, |label| label.offset() as usize);
        let place = LineTable::new(made).position(offset(start));
        let original = map.original_position(place.line, place.column);
        let (line, column) = original.unwrap_or((1, 0));
        let start = LineTable::new(source).offset_of(Position { line, column }, source);
        let help = diagnostic.help.as_ref().map(ToString::to_string);
        Self::at(path, source, start, 1, diagnostic.message.to_string(), help)
    }

    /// A JSON parser's complaint; its columns count bytes from 1.
    pub(crate) fn from_json(path: &str, source: &str, error: &serde_json::Error) -> Self {
        let before: usize =
            source.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let full = error.to_string();
        let message = full.split(" at line ").next().unwrap_or(&full).to_owned();
        Self::at(path, source, before + error.column().saturating_sub(1), 1, message, None)
    }

    fn at(
        path: &str,
        source: &str,
        start: usize,
        length: usize,
        message: String,
        help: Option<String>,
    ) -> Self {
        let lines = LineTable::new(source);
        let start = floor_boundary(source, start);
        let position = lines.position(offset(start));
        let line_range = lines.line_range(position.line, source).unwrap_or(0..0);
        let source_line = source[line_range.clone()].trim_end_matches(is_line_terminator);
        let end =
            floor_boundary(source, (start + length).min(line_range.start + source_line.len())).max(start);
        let length = offset(source[start..end].encode_utf16().count()).max(1);
        Self::Syntax {
            path: path.to_owned(),
            line: position.line,
            column: position.column,
            length,
            message,
            help,
            source_line: source_line.to_owned(),
        }
    }
}

fn floor_boundary(source: &str, at: usize) -> usize {
    let at = at.min(source.len());
    (0..=at).rev().find(|&at| source.is_char_boundary(at)).unwrap_or(0)
}
