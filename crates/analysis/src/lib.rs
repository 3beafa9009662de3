//! Source in, facts and instrumented code out. Alone knows oxc.

mod compile;
mod facts;
mod project;
mod resolve;

pub use compile::{
    BranchEntry, BranchKind, CompileError, CompileOptions, CompiledModule, Counter, CoverageMap, Format,
    FunctionEntry, JsxStyle, PackageType, Position, Range, Role, SourceMap, compile,
};
pub use facts::{Fetch, read_facts, read_facts_with};
pub use project::compile_options;
pub use resolve::{ImportKind, PackageInfo, ResolveError, Resolved, Resolver, package_of};
