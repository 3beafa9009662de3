//! What a project says about compiling one of its files: the type of its package, the nearest `tsconfig.json` with what it
//! extends, and comments in the file itself.

use std::path::Path;

use serde_json::Value;

use crate::compile::{CompileOptions, JsxStyle, PackageType};
use crate::resolve::{ImportKind, Resolved, Resolver, package_of};

/// How deep configurations extend one another before we stop following.
const EXTENDS: usize = 8;

/// The options for a file, given its text.
pub fn compile_options(path: &Path, source: &str, resolver: &Resolver) -> CompileOptions {
    let package_type = package_of(path)
        .map(|package| if package.type_module { PackageType::Module } else { PackageType::CommonJs });
    let config = nearest_config(path, resolver);
    let flag = |name: &str| config.get(name).and_then(Value::as_bool);
    let default = CompileOptions::default();
    CompileOptions {
        package_type,
        jsx: jsx_style(&config, source),
        decorator_metadata: flag("emitDecoratorMetadata").unwrap_or(default.decorator_metadata),
        define_class_fields: flag("useDefineForClassFields").unwrap_or(default.define_class_fields),
        keep_unused_imports: flag("verbatimModuleSyntax").unwrap_or(default.keep_unused_imports),
    }
}

/// Comments in the file win over the configuration.
fn jsx_style(config: &Value, source: &str) -> JsxStyle {
    let text = |name: &str| config.get(name).and_then(Value::as_str).map(str::to_owned);
    let pragma = |name: &str| pragma(source, name);
    let factory = pragma("@jsx").or_else(|| text("jsxFactory"));
    let fragment = pragma("@jsxFrag").or_else(|| text("jsxFragmentFactory"));
    let import_source = pragma("@jsxImportSource").or_else(|| text("jsxImportSource"));
    let is_classic = match pragma("@jsxRuntime").as_deref() {
        Some("classic") => true,
        Some(_) => false,
        // A factory makes sense in the classic style only; so does TypeScript's `"jsx": "react"`.
        None => factory.is_some() || text("jsx").as_deref() == Some("react"),
    };
    if is_classic { JsxStyle::Classic { factory, fragment } } else { JsxStyle::Automatic { import_source } }
}

/// What follows a word such as `@jsx` in the comments at the top of the file.
fn pragma(source: &str, name: &str) -> Option<String> {
    source.match_indices(name).find_map(|(at, _)| {
        let line_start = source[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let before = source[line_start..at].trim();
        let in_comment = ["/**", "/*", "*", "//"].contains(&before);
        let rest = &source[at + name.len()..];
        let word: String = rest
            .trim_start_matches([' ', '\t'])
            .chars()
            .take_while(|c| !c.is_whitespace() && *c != '*')
            .collect();
        (in_comment && rest.starts_with([' ', '\t']) && !word.is_empty()).then_some(word)
    })
}

/// The compiler options of the nearest `tsconfig.json`; null when there is none.
fn nearest_config(path: &Path, resolver: &Resolver) -> Value {
    let found = path.ancestors().skip(1).map(|dir| dir.join("tsconfig.json")).find(|file| file.is_file());
    found.map_or(Value::Null, |file| options_of(&file, resolver, EXTENDS))
}

fn options_of(file: &Path, resolver: &Resolver, depth: usize) -> Value {
    let Some(config) = read_jsonc(file).filter(|_| depth > 0) else { return Value::Null };
    let bases: Vec<&str> = match config.get("extends") {
        Some(Value::String(base)) => vec![base],
        Some(Value::Array(bases)) => bases.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let mut options = serde_json::Map::new();
    for base in bases {
        if let Some(Value::Object(inherited)) =
            extended(file, base, resolver).map(|f| options_of(&f, resolver, depth - 1))
        {
            options.extend(inherited);
        }
    }
    if let Some(Value::Object(own)) = config.get("compilerOptions") {
        options.extend(own.clone());
    }
    Value::Object(options)
}

/// The file that another extends: a path, with or without its ending, or a file of a package.
fn extended(file: &Path, base: &str, resolver: &Resolver) -> Option<std::path::PathBuf> {
    if base.starts_with('.') || base.starts_with('/') {
        let path = file.parent()?.join(base);
        let with_ending = path.with_file_name(format!("{}.json", path.file_name()?.to_str()?));
        return [path, with_ending].into_iter().find(|candidate| candidate.is_file());
    }
    let specifiers = [base.to_owned(), format!("{base}.json"), format!("{base}/tsconfig.json")];
    specifiers.iter().find_map(|specifier| match resolver.resolve(file, specifier, ImportKind::Require) {
        Ok(Resolved::File(path)) if path.extension().is_some_and(|extension| extension == "json") => {
            Some(path)
        }
        _ => None,
    })
}

/// JSON with comments and trailing commas, as TypeScript reads it.
fn read_jsonc(file: &Path) -> Option<Value> {
    let mut text = std::fs::read_to_string(file).ok()?;
    json_strip_comments::strip(&mut text).ok()?;
    serde_json::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(tsconfig: &str, base: &str, source: &str) -> JsxStyle {
        let dir = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(dir.path().join("tsconfig.json"), tsconfig).expect("a file");
        std::fs::write(dir.path().join("base.json"), base).expect("a file");
        let file = dir.path().join("view.tsx");
        compile_options(&file, source, &Resolver::new()).jsx
    }

    #[test]
    fn the_configuration_and_comments_decide_what_jsx_becomes() {
        let classic = |factory: &str| JsxStyle::Classic { factory: Some(factory.into()), fragment: None };
        let automatic =
            |source: Option<&str>| JsxStyle::Automatic { import_source: source.map(str::to_owned) };
        let config = r#"{ // a comment
            "compilerOptions": { "jsx": "react", "jsxFactory": "h", } }"#;
        assert_eq!(style(config, "{}", ""), classic("h"));
        assert_eq!(style(config, "{}", "/** @jsx dom */"), classic("dom"));
        assert_eq!(style("{}", "{}", ""), automatic(None));
        assert_eq!(style("{}", "{}", "/** @jsxImportSource preact */"), automatic(Some("preact")));
        assert_eq!(style("{}", "{}", "const text = '@jsx dom';"), automatic(None));
        let extending = r#"{ "extends": "./base" }"#;
        let base = r#"{ "compilerOptions": { "jsxImportSource": "solid-js" } }"#;
        assert_eq!(style(extending, base, ""), automatic(Some("solid-js")));
    }
}
