//! `import` and `export` turned into calls of what the worker supplies.
//!
//! Works on plain JavaScript, by editing its text. Imported names become properties of the namespace they come from,
//! so that they stay live; a reference counts as one only if it resolves to the import and not to something inside
//! that has the same name.

mod exports;
mod references;

use std::collections::BTreeMap;

use oxc_allocator::Allocator;
use oxc_ast::ast::{ImportDeclaration, ImportDeclarationSpecifier, Program, Statement};
use oxc_diagnostics::OxcDiagnostic;
use oxc_semantic::{Semantic, SemanticBuilder, SymbolId};
use oxc_span::{SourceType, Span};
use oxc_syntax::identifier::is_identifier_name;

use super::Format;
use super::edits::{EditMap, Edits};
use super::literal::quoted;
use super::lower::HELPERS;
use super::parse::parse_as;
use super::position::{LineTable, is_line_terminator};

/// What ES module syntax means in a module that TypeScript makes CommonJS.
const COMMONJS_PRELUDE: &str = concat!(
    "const $kImport=specifier=>{const found=require(specifier);",
    "return found&&found.__esModule?found:{__proto__:Object(found),default:found}},",
    "$kExport=(name,get)=>{Object.defineProperty(exports,name,{enumerable:true,configurable:true,get})},",
    "$kExportAll=from=>{for(const name in from)",
    "if(name!==\"default\"&&!Object.hasOwn(exports,name))$kExport(name,()=>from[name])};",
);
const COMMONJS_MARK: &str = "Object.defineProperty(exports,\"__esModule\",{value:true});";

/// A module whose imports and exports are calls.
pub(super) struct Linked {
    pub(super) code: String,
    pub(super) map: EditMap,
    pub(super) export_names: Vec<String>,
}

/// Links a module; `None` if its text can stay as it is.
pub(super) fn link(
    source: &str,
    (source_type, format): (SourceType, Format),
    needs_helpers: bool,
) -> Result<Option<Linked>, OxcDiagnostic> {
    let has_module_syntax = format == Format::Esm || source_type.is_module();
    if !has_module_syntax && !needs_helpers {
        return Ok(None);
    }
    let allocator = Allocator::default();
    let plain = if has_module_syntax { SourceType::mjs() } else { SourceType::cjs() };
    let parsed = parse_as(&allocator, source, plain);
    if let Some(error) = parsed.diagnostics.errors().next() {
        return Err(error.clone());
    }
    let program = allocator.alloc(parsed.program);
    let semantic = SemanticBuilder::new().with_build_nodes(true).build(program).semantic;

    let mut linker = Linker::new(source, &semantic);
    linker.link(program);
    let code_start = program.directives.last().map_or(0, |directive| directive.span.end);
    linker.write_prefix(code_start, format, needs_helpers);

    let export_names = linker.exports.iter().map(|export| export.name.clone()).collect();
    let (code, map) = linker.edits.apply(source, &LineTable::new(source));
    Ok(Some(Linked { code, map, export_names }))
}

struct Linker<'a, 's> {
    source: &'a str,
    semantic: &'s Semantic<'a>,
    edits: Edits,
    /// Specifiers in the order of their first mention, with where that is.
    specifiers: Vec<(String, u32)>,
    /// The expression that stands for each imported name.
    imported: BTreeMap<SymbolId, Imported>,
    exports: Vec<Export>,
    /// Which of `specifiers` are exported whole.
    exported_whole: Vec<usize>,
    /// A hoisted `export default function` without a name has to be given its name.
    unnamed_default_function: bool,
}

struct Imported {
    expression: String,
    /// A property of a namespace, which a call would pass as `this`.
    is_property: bool,
}

struct Export {
    name: String,
    expression: String,
    origin: u32,
}

impl<'a, 's> Linker<'a, 's> {
    fn new(source: &'a str, semantic: &'s Semantic<'a>) -> Self {
        Self {
            source,
            semantic,
            edits: Edits::default(),
            specifiers: Vec::new(),
            imported: BTreeMap::new(),
            exports: Vec::new(),
            exported_whole: Vec::new(),
            unnamed_default_function: false,
        }
    }

    fn link(&mut self, program: &Program<'a>) {
        for statement in &program.body {
            if let Statement::ImportDeclaration(import) = statement {
                self.import(import);
            } else if let Some(source) = statement.as_module_declaration().and_then(|it| it.source()) {
                // `export … from`: loaded in its turn among the imports.
                self.namespace_of(&source.value, source.span.start);
            }
        }
        for statement in &program.body {
            self.export(statement);
        }
        self.rewrite_references();
    }

    fn import(&mut self, import: &ImportDeclaration<'a>) {
        let namespace = self.namespace_of(&import.source.value, import.span.start);
        for specifier in import.specifiers.iter().flatten() {
            let (local, property) = match specifier {
                ImportDeclarationSpecifier::ImportSpecifier(it) => (&it.local, Some(it.imported.name())),
                ImportDeclarationSpecifier::ImportDefaultSpecifier(it) => (&it.local, Some("default".into())),
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(it) => (&it.local, None),
            };
            let imported = match property {
                Some(name) => Imported { expression: property_of(&namespace, &name), is_property: true },
                None => Imported { expression: namespace.clone(), is_property: false },
            };
            self.imported.insert(local.symbol_id(), imported);
        }
        self.remove(import.span);
    }

    /// The name of the variable that holds the namespace of a module.
    fn namespace_of(&mut self, specifier: &str, origin: u32) -> String {
        let known = self.specifiers.iter().position(|(known, _)| known == specifier);
        let number = known.unwrap_or_else(|| {
            self.specifiers.push((specifier.to_owned(), origin));
            self.specifiers.len() - 1
        });
        format!("$ki{number}")
    }

    /// Takes a statement away but leaves its lines.
    fn remove(&mut self, span: Span) {
        let text = &self.source[span.start as usize..span.end as usize];
        let lines = text.replace("\r\n", "\n").chars().filter(|&next| is_line_terminator(next)).count();
        self.edits.replace(span.start, span.end, format!(";{}", "\n".repeat(lines)));
    }

    /// What runs before everything else: getters first, so that cycles find hoisted functions, then imports.
    fn write_prefix(&mut self, at: u32, format: Format, needs_helpers: bool) {
        let is_commonjs = format != Format::Esm;
        if at > 0 {
            self.edits.open(at, ";");
        }
        if is_commonjs && !(self.specifiers.is_empty() && self.exports.is_empty()) {
            self.edits.open(at, COMMONJS_PRELUDE);
            if !(self.exports.is_empty() && self.exported_whole.is_empty()) {
                self.edits.open(at, COMMONJS_MARK);
            }
        }
        if self.unnamed_default_function {
            self.edits.open(at, "Object.defineProperty($kDefault,\"name\",{value:\"default\"});");
        }
        for Export { name, expression, origin } in &self.exports {
            self.edits.open_from(at, format!("$kExport({},()=>{expression});", quoted(name)), *origin);
        }
        for (number, (specifier, origin)) in self.specifiers.iter().enumerate() {
            self.edits.open_from(at, format!("const $ki{number}=$kImport({});", quoted(specifier)), *origin);
            if self.exported_whole.contains(&number) {
                self.edits.open_from(at, format!("$kExportAll($ki{number});"), *origin);
            }
        }
        if needs_helpers {
            self.edits.open(at, HELPERS);
        }
    }
}

fn property_of(namespace: &str, name: &str) -> String {
    if is_identifier_name(name) {
        format!("{namespace}.{name}")
    } else {
        format!("{namespace}[{}]", quoted(name))
    }
}
