//! Which language a file is written in, which kind of module it is, and its tree.

use std::path::Path;

use oxc_allocator::Allocator;
use oxc_ast::ast::{Program, Statement, TSModuleReference};
use oxc_parser::{ParseOptions, Parser, ParserReturn};
use oxc_semantic::SemanticBuilder;
use oxc_span::SourceType;

use super::{CompileError, Format, PackageType};

/// What the name of a file says about it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Language {
    Json,
    /// The kind of module is known only where the extension decides it.
    Code(SourceType, Option<Format>),
}

pub(super) fn language_of(path: &str) -> Option<Language> {
    let extension = Path::new(path).extension()?.to_str()?;
    // JSX is accepted in every JavaScript file, where it cannot be mistaken for anything else.
    let (source_type, format) = match extension {
        "json" => return Some(Language::Json),
        "js" | "jsx" => (SourceType::unambiguous().with_jsx(true), None),
        "mjs" => (SourceType::mjs().with_jsx(true), Some(Format::Esm)),
        "cjs" => (SourceType::cjs().with_jsx(true), Some(Format::CommonJs)),
        "ts" => (SourceType::ts(), None),
        "tsx" => (SourceType::tsx(), None),
        "mts" => (SourceType::ts().with_module(true), Some(Format::Esm)),
        "cts" => (SourceType::ts(), Some(Format::CommonJs)),
        _ => return None,
    };
    Some(Language::Code(source_type, format))
}

/// A file that was understood.
pub(super) struct Parsed<'a> {
    pub(super) program: Program<'a>,
    pub(super) format: Format,
}

/// Parses a file as what it is, by its name, its syntax and its package.
pub(super) fn parse<'a>(
    allocator: &'a Allocator,
    path: &str,
    source: &'a str,
    (source_type, format): (SourceType, Option<Format>),
    package_type: Option<PackageType>,
) -> Result<Parsed<'a>, CompileError> {
    let as_module = source_type.with_module(true);
    let as_commonjs = source_type.with_commonjs(true);
    let attempts = match (format, package_type) {
        (Some(_), _) => vec![source_type],
        (None, Some(PackageType::Module)) => vec![as_module],
        // A script may use `new.target` as a function may, and only a module may wait at its top level.
        (None, _) => vec![source_type, as_commonjs, as_module],
    };
    let mut first_error = None;
    for attempt in attempts {
        let ParserReturn { program, diagnostics, .. } = parse_with(allocator, source, attempt, true);
        match diagnostics.errors().next() {
            Some(error) => {
                first_error.get_or_insert_with(|| CompileError::from_diagnostic(path, source, error));
            }
            None => {
                let format = format.unwrap_or(match program.source_type.is_module() {
                    true if !speaks_commonjs(&program) => Format::Esm,
                    _ => Format::CommonJs,
                });
                return Ok(Parsed { program, format });
            }
        }
    }
    Err(first_error.expect("a text is accepted unless an attempt failed"))
}

/// Parses text that was made here, without parentheses in the tree.
pub(super) fn parse_as<'a>(
    allocator: &'a Allocator,
    source: &'a str,
    source_type: SourceType,
) -> ParserReturn<'a> {
    parse_with(allocator, source, source_type, false)
}

fn parse_with<'a>(
    allocator: &'a Allocator,
    source: &'a str,
    source_type: SourceType,
    preserve_parens: bool,
) -> ParserReturn<'a> {
    let options = ParseOptions {
        preserve_parens,
        allow_return_outside_function: !source_type.is_module(),
        ..ParseOptions::default()
    };
    Parser::new(allocator, source, source_type).with_options(options).parse()
}

/// Errors that a parser leaves to a later look: names declared twice, labels that do not exist.
pub(super) fn check_names(path: &str, source: &str, program: &Program<'_>) -> Result<(), CompileError> {
    let checked = SemanticBuilder::new().with_check_syntax_error(true).build(program);
    match checked.diagnostics.errors().next() {
        Some(error) => Err(CompileError::from_diagnostic(path, source, error)),
        None => Ok(()),
    }
}

/// `export =` and `import x = require()`: TypeScript's own words for CommonJS.
fn speaks_commonjs(program: &Program<'_>) -> bool {
    program.body.iter().any(|statement| match statement {
        Statement::TSExportAssignment(_) => true,
        Statement::TSImportEqualsDeclaration(import) => {
            matches!(import.module_reference, TSModuleReference::ExternalModuleReference(_))
        }
        _ => false,
    })
}
