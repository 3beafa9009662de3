//! The modules that workers ask for: resolved, compiled once, and remembered with their source maps, so that a position
//! in running code can be told as a position in the user's file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use kiskadee_analysis::{
    CompileError, CompiledModule, CoverageMap, Format, ImportKind, Resolved, Resolver, Role, compile,
    compile_options, read_facts_with,
};
use kiskadee_execution::{ModuleError, ModuleFormat, ModuleHost, ModuleKind, ModuleReply, ModuleRequest};
use kiskadee_model::{FileFacts, Frame};

use crate::failure::Failure;
use crate::plan::plain;

/// Source and compiled text of one module.
struct Module {
    source: String,
    compiled: CompiledModule,
}

/// All modules of a run.
pub struct Sources {
    target: PathBuf,
    resolver: Resolver,
    target_module: Arc<Module>,
    others: Mutex<BTreeMap<PathBuf, Result<Arc<Module>, ModuleError>>>,
}

impl Sources {
    /// Reads and compiles the target itself, so that its syntax errors are told before anything is started.
    pub fn new(target: &Path) -> Result<Self, Failure> {
        let source = std::fs::read_to_string(target)
            .map_err(|error| Failure::Unreadable { path: target.to_path_buf(), why: plain(&error) })?;
        let resolver = Resolver::new();
        let compiled =
            compile_file(target, &source, Role::Target, &resolver).map_err(|error| match error {
                CompileError::Syntax { line, column, message, source_line, .. } => {
                    Failure::Syntax { path: target.to_path_buf(), line, column, message, source_line }
                }
                CompileError::UnknownExtension { .. } => Failure::NotASource { path: target.to_path_buf() },
            })?;
        Ok(Self {
            target: target.to_path_buf(),
            resolver,
            target_module: Arc::new(Module { source, compiled }),
            others: Mutex::new(BTreeMap::new()),
        })
    }

    /// What the target's source says, with the types that it imports from other files.
    pub fn facts(&self) -> FileFacts {
        let fetch =
            |from: &Path, specifier: &str| match self.resolver.resolve(from, specifier, ImportKind::Import) {
                Ok(Resolved::File(path)) => std::fs::read_to_string(&path).ok().map(|source| (path, source)),
                Ok(Resolved::Builtin(_)) | Err(_) => None,
            };
        read_facts_with(&self.target, &self.target_module.source, &fetch)
    }

    /// The target's coverage map.
    pub fn coverage_map(&self) -> &CoverageMap {
        &self.target_module.compiled.coverage
    }

    /// The target's module format.
    pub fn target_format(&self) -> Format {
        self.target_module.compiled.format
    }

    /// Whether a file is the one under test.
    pub fn is_target(&self, file: &str) -> bool {
        Path::new(file) == self.target
    }

    /// Size of all code that has been loaded, in bytes: with fuel, how dear an instance is.
    pub fn code_size(&self) -> usize {
        let others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        let sizes = others.values().flatten().map(|module| module.compiled.code.len());
        sizes.sum::<usize>() + self.target_module.compiled.code.len()
    }

    /// The target's source text.
    pub fn target_source(&self) -> &str {
        &self.target_module.source
    }

    /// The target's file name as a name in JavaScript.
    pub fn file_name(&self) -> String {
        let stem = self.target.file_stem().and_then(|s| s.to_str()).unwrap_or("module");
        let stem = if stem == "index" { parent_name(&self.target).unwrap_or(stem) } else { stem };
        kiskadee_emission::module_name(stem)
    }

    /// Where a frame is in the user's file: line and column from 1.
    pub fn original(&self, frame: &Frame) -> Option<(u32, u32)> {
        let module = self.module_of(&frame.file)?;
        let (line, column) =
            module.compiled.map.original_position(frame.line, frame.column.saturating_sub(1))?;
        Some((line, column + 1))
    }

    /// `linked-list.js:71`
    pub fn location(&self, frame: &Frame) -> Option<String> {
        let (line, _) = self.original(frame)?;
        let name = Path::new(&frame.file).file_name()?.to_str()?;
        Some(format!("{name}:{line}"))
    }

    /// The source from where a frame is to the end of its line.
    pub fn text_at(&self, frame: &Frame) -> Option<String> {
        let module = self.module_of(&frame.file)?;
        let (line, column) = self.original(frame)?;
        let text = module.source.lines().nth(line as usize - 1)?;
        let units: Vec<u16> = text.encode_utf16().skip(column as usize - 1).collect();
        Some(String::from_utf16_lossy(&units))
    }

    fn module_of(&self, file: &str) -> Option<Arc<Module>> {
        if self.is_target(file) {
            return Some(self.target_module.clone());
        }
        let others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        others.get(Path::new(file)).and_then(|module| module.clone().ok())
    }

    fn other(&self, path: &Path) -> Result<Arc<Module>, ModuleError> {
        // The lock is held while compiling: two workers asking for one module must not do the work twice.
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || {
            let source = std::fs::read_to_string(path).map_err(|error| ModuleError {
                code: "ERR_MODULE_NOT_FOUND".into(),
                message: format!("cannot read {}: {}", path.display(), plain(&error)),
            })?;
            let compiled = compile_file(path, &source, Role::Support, &self.resolver)
                .map_err(|error| ModuleError { code: "ERR_SYNTAX".into(), message: error.to_string() })?;
            Ok(Arc::new(Module { source, compiled }))
        };
        others.entry(path.to_path_buf()).or_insert_with(make).clone()
    }

    fn file(&self, path: &Path) -> ModuleReply {
        let id = path.display().to_string();
        if path == self.target {
            let counters = self.coverage_map().counters() as u32;
            return code_reply(id, &self.target_module.compiled, counters);
        }
        match path.extension().and_then(|e| e.to_str()) {
            Some("node") => empty_reply(id, ModuleFormat::Addon),
            Some("wasm") => empty_reply(id, ModuleFormat::NativeEsm),
            _ => match self.other(path) {
                Ok(module) => code_reply(id, &module.compiled, 0),
                Err(error) => ModuleReply { error: Some(error), ..empty_reply(id, ModuleFormat::Error) },
            },
        }
    }
}

impl ModuleHost for Sources {
    fn load(&self, request: &ModuleRequest) -> ModuleReply {
        let from = match (&request.kind, &request.from) {
            (ModuleKind::Entry, _) | (_, None) => return self.file(Path::new(&request.specifier)),
            (ModuleKind::Require | ModuleKind::Import, Some(from)) => Path::new(from),
        };
        let kind = match request.kind {
            ModuleKind::Import => ImportKind::Import,
            ModuleKind::Require | ModuleKind::Entry => ImportKind::Require,
        };
        match self.resolver.resolve(from, &request.specifier, kind) {
            Ok(Resolved::Builtin(name)) => empty_reply(name, ModuleFormat::Builtin),
            Ok(Resolved::File(path)) => self.file(&path),
            Err(error) => {
                let code =
                    if kind == ImportKind::Import { "ERR_MODULE_NOT_FOUND" } else { "MODULE_NOT_FOUND" };
                let error = ModuleError { code: code.into(), message: error.to_string() };
                ModuleReply {
                    error: Some(error),
                    ..empty_reply(request.specifier.clone(), ModuleFormat::Error)
                }
            }
        }
    }
}

fn compile_file(
    path: &Path,
    source: &str,
    role: Role,
    resolver: &Resolver,
) -> Result<CompiledModule, CompileError> {
    compile(&path.display().to_string(), source, role, &compile_options(path, source, resolver))
}

fn parent_name(path: &Path) -> Option<&str> {
    path.parent()?.file_name()?.to_str()
}

fn empty_reply(id: String, format: ModuleFormat) -> ModuleReply {
    ModuleReply { id, format, code: None, is_async: false, offset: 0, counters: 0, error: None }
}

fn code_reply(id: String, module: &CompiledModule, counters: u32) -> ModuleReply {
    let format = match module.format {
        Format::CommonJs => ModuleFormat::Cjs,
        Format::Esm => ModuleFormat::Esm,
        Format::Json => ModuleFormat::Json,
    };
    ModuleReply {
        code: Some(module.code.clone()),
        is_async: module.is_async,
        counters,
        ..empty_reply(id, format)
    }
}
