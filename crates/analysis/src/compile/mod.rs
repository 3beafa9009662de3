//! A source file made into the text of a function body that can be run again and again, counted and bounded.
//!
//! Three steps, each from text to text: counters and fuel go into the source as it was written, then types, JSX and
//! decorators are turned into JavaScript, then `import` and `export` into calls. Plain CommonJS takes only the first.
//! Resolving specifiers, wrapping the body in a function and running it are left to the worker.
//!
//! Free names of a compiled body, to be supplied as parameters:
//! - in both formats `$kc` (counters, a `Uint32Array`), `$kf` (fuel: `n` and `out()`) and `$kDynamicImport`;
//! - CommonJS: `exports`, `require`, `module`, `__filename`, `__dirname`;
//! - ESM: `$kImport`, `$kExport`, `$kExportAll`, `$kMeta`.

mod coverage;
mod edits;
mod error;
mod hints;
mod instrument;
mod literal;
mod lower;
mod modules;
mod parse;
mod position;
mod source_map;

use oxc_allocator::Allocator;

pub use self::coverage::{BranchEntry, BranchKind, Counter, CoverageMap, FunctionEntry, Range};
pub use self::error::CompileError;
pub use self::position::Position;
pub use self::source_map::SourceMap;

use self::lower::lower;
use self::modules::link;
use self::parse::{Language, check_names, language_of, parse};
use self::position::LineTable;

/// What a file is loaded for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Tests are written for it: what runs is counted, and fuel bounds it.
    Target,
    /// It is loaded by something else: fuel bounds it, nothing is counted.
    Support,
}

/// How a module speaks to others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `require` and `module.exports`.
    CommonJs,
    /// `import` and `export`.
    Esm,
    /// Data; the code is the JSON text itself.
    Json,
}

/// The `type` of the nearest `package.json`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackageType {
    /// `"type": "commonjs"`.
    CommonJs,
    /// `"type": "module"`.
    Module,
}

/// What JSX turns into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JsxStyle {
    /// Calls of functions imported from `<import_source>/jsx-runtime`; from React's where it is not given.
    Automatic {
        /// The package that has the run-time functions.
        import_source: Option<String>,
    },
    /// Calls of a function in scope; `React.createElement` where it is not given.
    Classic {
        /// The function that makes elements.
        factory: Option<String>,
        /// The component that stands for `<>`.
        fragment: Option<String>,
    },
}

/// What the project says about its sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompileOptions {
    /// Decides about files whose name and syntax do not.
    pub package_type: Option<PackageType>,
    /// What JSX turns into.
    pub jsx: JsxStyle,
    /// TypeScript's `emitDecoratorMetadata`.
    pub decorator_metadata: bool,
    /// TypeScript's `useDefineForClassFields`: fields without a value exist all the same.
    pub define_class_fields: bool,
    /// TypeScript's `verbatimModuleSyntax`: only imports marked as types are removed.
    pub keep_unused_imports: bool,
}

impl Default for CompileOptions {
    fn default() -> Self {
        Self {
            package_type: None,
            jsx: JsxStyle::Automatic { import_source: None },
            decorator_metadata: false,
            define_class_fields: true,
            keep_unused_imports: false,
        }
    }
}

/// A module ready to be run.
#[derive(Debug, Clone)]
pub struct CompiledModule {
    /// Decides which names the body expects.
    pub format: Format,
    /// The text of a function body; for JSON, the text of the file.
    pub code: String,
    /// Whether the function has to be `async`: an ES module that waits at its top level.
    pub is_async: bool,
    /// From places in `code` to places in the source.
    pub map: SourceMap,
    /// What the counters count.
    pub coverage: CoverageMap,
    /// The names that an ES module exports itself, in order; those behind `export *` are not known here.
    pub export_names: Vec<String>,
}

/// Compiles one file. The path decides on the language and is used in messages; nothing is read from disk.
///
/// # Errors
/// When the text is not what its name says, or the name says nothing.
pub fn compile(
    path: &str,
    source: &str,
    role: Role,
    options: &CompileOptions,
) -> Result<CompiledModule, CompileError> {
    let Some(language) = language_of(path) else {
        return Err(CompileError::UnknownExtension { path: path.to_owned() });
    };
    let Language::Code(source_type, fixed_format) = language else {
        return json(path, source);
    };

    let allocator = Allocator::default();
    let parsed = parse(&allocator, path, source, (source_type, fixed_format), options.package_type)?;
    if role == Role::Target {
        check_names(path, source, &parsed.program)?;
    }
    let format = parsed.format;
    let source_type = parsed.program.source_type;
    let lines = LineTable::new(source);
    let instrumented = instrument::instrument(&parsed.program, &lines, role);

    let mut map = SourceMap::default();
    let (mut code, edit_map) = instrumented.edits.apply(source, &lines);
    map.then_edited(edit_map);

    let mut needs_helpers = false;
    if source_type.is_typescript() || instrumented.beyond_javascript {
        let lowered = lower(path, &code, (source_type, format), options)
            .map_err(|error| CompileError::from_later_step((path, source), (&code, &map), &error))?;
        code = lowered.code;
        needs_helpers = lowered.needs_helpers;
        if let Some(printed) = &lowered.map {
            map.then_printed(printed);
        }
    }

    let linked = link(&code, (source_type, format), needs_helpers)
        .map_err(|error| CompileError::from_later_step((path, source), (&code, &map), &error))?;
    let mut export_names = Vec::new();
    if let Some(linked) = linked {
        code = linked.code;
        map.then_edited(linked.map);
        export_names = linked.export_names;
    }

    // Whoever wraps the body must not find its closing brace in a comment.
    code.push('\n');
    let is_async = format == Format::Esm && instrumented.top_level_await;
    Ok(CompiledModule { format, code, is_async, map, coverage: instrumented.coverage, export_names })
}

fn json(path: &str, source: &str) -> Result<CompiledModule, CompileError> {
    let text = source.strip_prefix('\u{feff}').unwrap_or(source);
    if let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(text) {
        return Err(CompileError::from_json(path, text, &error));
    }
    Ok(CompiledModule {
        format: Format::Json,
        code: text.to_owned(),
        is_async: false,
        map: SourceMap::default(),
        coverage: CoverageMap::default(),
        export_names: Vec::new(),
    })
}
