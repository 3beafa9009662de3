//! Types, JSX and decorators turned into plain JavaScript by oxc. Everything newer than the engine stays as it is.

use std::path::{Path, PathBuf};

use oxc_allocator::Allocator;
use oxc_codegen::{Codegen, CodegenOptions, CommentOptions};
use oxc_diagnostics::OxcDiagnostic;
use oxc_semantic::SemanticBuilder;
use oxc_sourcemap::SourceMap;
use oxc_span::SourceType;
use oxc_transformer::{
    DecoratorOptions, EnvOptions, HelperLoaderMode, HelperLoaderOptions, JsxOptions, JsxRuntime, Module,
    TransformOptions, Transformer, TypeScriptOptions,
};

use super::parse::parse_as;
use super::{CompileOptions, Format, JsxStyle};

/// Functions that lowered decorators call, under the name that the transformer gives to their home.
pub(super) const HELPERS: &str = concat!(
    "const babelHelpers={",
    "decorate(decorators,target,key,given){",
    "const onClass=arguments.length<3,onMember=arguments.length>3;",
    "let value=onClass?target:given===null?Object.getOwnPropertyDescriptor(target,key):given;",
    "for(let at=decorators.length;at-->0;){const one=decorators[at];if(!one)continue;",
    "value=(onClass?one(value):onMember?one(target,key,value):one(target,key))||value}",
    "if(onMember&&value)Object.defineProperty(target,key,value);",
    "return value},",
    "decorateParam(index,one){return(target,key)=>one(target,key,index)},",
    "decorateMetadata(key,value){if(typeof Reflect.metadata===\"function\")return Reflect.metadata(key,value)}",
    "};",
);

/// Plain JavaScript and the way back from it.
pub(super) struct Lowered {
    pub(super) code: String,
    pub(super) map: Option<SourceMap<'static>>,
    /// Whether the code calls [`HELPERS`].
    pub(super) needs_helpers: bool,
}

pub(super) fn lower(
    path: &str,
    source: &str,
    (source_type, format): (SourceType, Format),
    options: &CompileOptions,
) -> Result<Lowered, OxcDiagnostic> {
    let allocator = Allocator::default();
    let parsed = parse_as(&allocator, source, source_type);
    if let Some(error) = parsed.diagnostics.errors().next() {
        return Err(error.clone());
    }
    let mut program = parsed.program;
    let scoping = SemanticBuilder::new()
        .with_enum_eval(true)
        .with_excess_capacity(2.0)
        .build(&program)
        .semantic
        .into_scoping();
    let transformed = Transformer::new(&allocator, Path::new(path), &transform_options(format, options))
        .build_with_scoping(scoping, &mut program);
    if let Some(error) = transformed.diagnostics.errors().next() {
        return Err(error.clone());
    }
    let printed = Codegen::new()
        .with_options(CodegenOptions {
            source_map_path: Some(PathBuf::from(path)),
            comments: CommentOptions::disabled(),
            ..CodegenOptions::default()
        })
        .build(&program);
    Ok(Lowered {
        needs_helpers: printed.code.contains("babelHelpers."),
        code: printed.code,
        map: printed.map.map(SourceMap::into_owned),
    })
}

fn transform_options(format: Format, options: &CompileOptions) -> TransformOptions {
    let module = if format == Format::Esm { Module::Esm } else { Module::CommonJS };
    let jsx = match &options.jsx {
        JsxStyle::Automatic { import_source } => JsxOptions {
            runtime: JsxRuntime::Automatic,
            import_source: import_source.clone(),
            ..JsxOptions::enable()
        },
        JsxStyle::Classic { factory, fragment } => JsxOptions {
            runtime: JsxRuntime::Classic,
            pragma: factory.clone(),
            pragma_frag: fragment.clone(),
            ..JsxOptions::enable()
        },
    };
    TransformOptions {
        typescript: TypeScriptOptions {
            only_remove_type_imports: options.keep_unused_imports,
            remove_class_fields_without_initializer: !options.define_class_fields,
            ..TypeScriptOptions::default()
        },
        decorator: DecoratorOptions {
            legacy: true,
            emit_decorator_metadata: options.decorator_metadata,
            ..DecoratorOptions::default()
        },
        jsx,
        env: EnvOptions { module, ..EnvOptions::default() },
        helper_loader: HelperLoaderOptions {
            mode: HelperLoaderMode::External,
            ..HelperLoaderOptions::default()
        },
        ..TransformOptions::default()
    }
}
