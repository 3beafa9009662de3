//! What reading a source file tells of its functions: parameters with their declared types, what the bodies do with
//! them, and constants worth trying. Nothing runs, nothing is rewritten; a file that is wrong gives what can be read.

mod assigns_this;
mod constants;
mod declarations;
mod doc_params;
mod enums;
mod functions;
mod jsdoc;
mod jsdoc_functions;
mod jsdoc_types;
mod keywords;
mod literal;
mod naming;
mod params;
mod shape;
#[cfg(test)]
mod tests;
mod types;
mod types_ts;
mod usage;
mod usage_calls;
mod usage_patterns;

use std::path::{Path, PathBuf};

use kiskadee_model::FileFacts;
use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_parser::{ParseOptions, Parser};
use oxc_semantic::SemanticBuilder;
use oxc_span::SourceType;

use self::declarations::Declarations;
use self::types::{Types, World};

/// Finds the file that a specifier means when a given file imports it: its path and its source. It is asked for types
/// only, and may answer `None` for whatever is not worth reading.
pub type Fetch<'h> = dyn Fn(&Path, &str) -> Option<(PathBuf, String)> + 'h;

/// Reads the facts of one file. Types that it imports are known by name only.
pub fn read_facts(path: &Path, source: &str) -> FileFacts {
    read_facts_with(path, source, &|_, _| None)
}

/// Reads the facts of one file, looking up the types that it imports in the files that declare them.
pub fn read_facts_with(path: &Path, source: &str, fetch: &Fetch<'_>) -> FileFacts {
    let allocator = Allocator::default();
    let program = parse(&allocator, path, source);
    let semantic = SemanticBuilder::new().with_build_nodes(true).build(&program).semantic;
    let world = World::new(&allocator, fetch);
    let types = Types::new(path, Declarations::of(&program), &world);
    FileFacts {
        functions: functions::functions(&semantic, &types, &naming::docs(&program)),
        constants: constants::of_program(&program),
    }
}

/// Parses a file by its extension, as a module or as a script, whichever it turns out to be. A file that cannot be
/// parsed at all is an empty program.
fn parse<'a>(allocator: &'a Allocator, path: &Path, source: &'a str) -> Program<'a> {
    let by_name = SourceType::from_path(path).unwrap_or_else(|_| SourceType::unambiguous());
    // Much JSX is written in files that are called `.js`, and in JavaScript it cannot be mistaken for anything else.
    let either = if by_name.is_javascript() { by_name.with_jsx(true) } else { by_name };
    // Parentheses are dropped, so that `(x).y` reads like `x.y`.
    let options = ParseOptions {
        preserve_parens: false,
        allow_return_outside_function: true,
        ..ParseOptions::default()
    };
    let parsed = Parser::new(allocator, source, either).with_options(options).parse();
    if !parsed.panicked {
        return parsed.program;
    }
    Parser::new(allocator, source, either.with_script(true)).with_options(options).parse().program
}
