//! Which file a specifier means: as Node resolves it, and where Node would give up, as bundlers and TypeScript do
//! (extensions left out, `./x.js` for `./x.ts`, `paths` of a tsconfig). What the file holds is left to others.

use std::path::{Path, PathBuf};

use oxc_resolver::{
    ResolveContext, ResolveError as Refusal, ResolveOptions, Resolver as Engine, TsconfigDiscovery,
};
use serde_json::Value;

/// How a module is asked for: the two differ in the conditions of `exports` that hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImportKind {
    /// `require('x')`
    Require,
    /// `import 'x'`, `import('x')`
    Import,
}

/// What a specifier means.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Resolved {
    /// A module of Node itself, as it was written: `node:fs` or `fs`.
    Builtin(String),
    /// A file, by its real path.
    File(PathBuf),
}

/// A specifier that means nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot resolve '{specifier}' from {}: {reason}", from.display())]
pub struct ResolveError {
    /// What was asked for.
    pub specifier: String,
    /// The file that asked.
    pub from: PathBuf,
    /// Why it could not be found.
    pub reason: String,
}

/// Resolves specifiers. It remembers what it has seen of the file system, so one serves a whole run, from any thread.
#[derive(Debug)]
pub struct Resolver {
    require: Engine,
    import: Engine,
}

impl Default for Resolver {
    fn default() -> Self {
        Self::new()
    }
}

impl Resolver {
    /// A resolver that has seen nothing yet.
    pub fn new() -> Self {
        let require = Engine::new(options("require"));
        // The file system's cache is shared; only the conditions differ.
        let import = require.clone_with_options(options("import"));
        Self { require, import }
    }

    /// What `specifier` means in the file `from`, which is an absolute path.
    ///
    /// # Errors
    /// If there is no such file, or a package does not export it.
    pub fn resolve(&self, from: &Path, specifier: &str, kind: ImportKind) -> Result<Resolved, ResolveError> {
        // Whatever has the prefix is Node's own, also what is newer than any list.
        if specifier.starts_with("node:") {
            return Ok(Resolved::Builtin(specifier.to_owned()));
        }
        let engine = match kind {
            ImportKind::Require => &self.require,
            ImportKind::Import => &self.import,
        };
        let specifier_path = specifier.strip_prefix("file://").unwrap_or(specifier);
        let refusal = match engine.resolve_file(from, specifier_path) {
            // A query such as `./x.svg?raw` is for bundlers to interpret, so the path alone counts.
            Ok(found) => return Ok(Resolved::File(found.into_path_buf())),
            Err(Refusal::Builtin { .. }) => return Ok(Resolved::Builtin(specifier.to_owned())),
            Err(refusal) => refusal,
        };
        match without_ownership(engine, from, specifier_path) {
            Some(found) => Ok(Resolved::File(found)),
            None => Err(ResolveError {
                specifier: specifier.to_owned(),
                from: from.to_path_buf(),
                reason: reason(&refusal),
            }),
        }
    }
}

/// A second attempt. The engine wants a tsconfig to include the file before it believes its `paths`, and fails
/// altogether if the tsconfig is broken or extends what is not installed; the project works regardless, so the
/// nearest tsconfig counts even if it does not list the file, and a broken one not at all.
fn without_ownership(engine: &Engine, from: &Path, specifier: &str) -> Option<PathBuf> {
    let directory = from.parent()?;
    let nearest = directory
        .ancestors()
        .take_while(|dir| dir.file_name().is_none_or(|name| name != "node_modules"))
        .map(|dir| dir.join("tsconfig.json"))
        .find(|file| file.is_file())
        .and_then(|file| engine.resolve_tsconfig(file).ok());
    let found =
        engine.resolve_with_context(directory, specifier, nearest.as_deref(), &mut ResolveContext::default());
    found.ok().map(|found| found.into_path_buf())
}

fn options(condition: &str) -> ResolveOptions {
    let strings = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
    let alias = |from: &str, to: &[&str]| (from.to_owned(), strings(to));
    ResolveOptions {
        tsconfig: Some(TsconfigDiscovery::Auto),
        condition_names: strings(&["node", condition, "default"]),
        // What Node tries comes first, so that a built file beside its source wins as it would in Node.
        extensions: strings(&[
            ".js", ".json", ".node", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".jsx",
        ]),
        extension_alias: vec![
            alias(".js", &[".js", ".ts", ".tsx", ".jsx"]),
            alias(".mjs", &[".mjs", ".mts"]),
            alias(".cjs", &[".cjs", ".cts"]),
            alias(".jsx", &[".jsx", ".tsx"]),
        ],
        main_fields: strings(&["main"]),
        builtin_modules: true,
        node_path: false,
        ..ResolveOptions::default()
    }
}

fn reason(refusal: &Refusal) -> String {
    match refusal {
        Refusal::NotFound(_) => "no such file or package".to_owned(),
        Refusal::PackagePathNotExported { subpath, package_path, .. } => {
            format!("package {} does not export '{subpath}'", package_path.display())
        }
        other => other.to_string(),
    }
}

/// The package that a file belongs to.
#[derive(Clone, Debug, PartialEq)]
pub struct PackageInfo {
    /// The directory of its `package.json`.
    pub dir: PathBuf,
    /// `name`, or empty.
    pub name: String,
    /// `version`, or empty.
    pub version: String,
    /// Whether a `.js` file here is an ES module: what the nearest `package.json` says, named or not.
    pub type_module: bool,
    /// All of it.
    pub json: Value,
}

/// The package that a file belongs to, by the nearest `package.json` that has a name. One without a name only says of
/// which type the files beside it are (`dist/esm/package.json`). The search does not leave `node_modules`.
pub fn package_of(file: &Path) -> Option<PackageInfo> {
    let mut nearest: Option<(PathBuf, Value)> = None;
    let mut type_module = None;
    for dir in file.ancestors().skip(1) {
        if dir.file_name().is_some_and(|name| name == "node_modules") {
            break;
        }
        let Some(json) = read_package(dir) else { continue };
        type_module.get_or_insert_with(|| json.get("type").and_then(Value::as_str) == Some("module"));
        let is_named = json.get("name").is_some_and(Value::is_string);
        if is_named || nearest.is_none() {
            nearest = Some((dir.to_path_buf(), json));
        }
        if is_named {
            break;
        }
    }
    let (dir, json) = nearest?;
    let text = |key: &str| json.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    Some(PackageInfo {
        dir,
        name: text("name"),
        version: text("version"),
        type_module: type_module.unwrap_or(false),
        json,
    })
}

fn read_package(dir: &Path) -> Option<Value> {
    let text = std::fs::read_to_string(dir.join("package.json")).ok()?;
    let json: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
    json.is_object().then_some(json)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory with these files in it.
    fn tree(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let root = dir.path().canonicalize().expect("its real path");
        for (path, text) in files {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("directories");
            std::fs::write(path, text).expect("a file");
        }
        (dir, root)
    }

    fn check(files: &[(&str, &str)], cases: &[(&str, &str, ImportKind, &str)]) {
        let (_dir, root) = tree(files);
        let resolver = Resolver::new();
        for (from, specifier, kind, expected) in cases {
            let found = match resolver.resolve(&root.join(from), specifier, *kind) {
                Ok(Resolved::File(path)) => path.strip_prefix(&root).expect("inside").display().to_string(),
                Ok(Resolved::Builtin(name)) => format!("builtin {name}"),
                Err(error) => error.reason,
            };
            assert_eq!(found, *expected, "{specifier} from {from} by {kind:?}");
        }
    }

    use ImportKind::{Import, Require};

    #[test]
    fn it_is_shared_between_threads() {
        fn shared<T: Send + Sync>() {}
        shared::<Resolver>();
    }

    #[test]
    fn relative_specifiers_find_files_with_and_without_extension() {
        check(
            &[
                ("a.js", ""),
                ("both.js", ""),
                ("both.ts", ""),
                ("data.json", "{}"),
                ("only.ts", ""),
                ("view.tsx", ""),
                ("esm.mts", ""),
                ("common.cts", ""),
                ("dir/index.ts", ""),
                ("main/package.json", r#"{"main": "./lib/start"}"#),
                ("main/lib/start.js", ""),
            ],
            &[
                ("a.js", "./both", Require, "both.js"),
                ("a.js", "./data", Require, "data.json"),
                ("a.js", "./only", Import, "only.ts"),
                ("a.js", "./only.js", Import, "only.ts"),
                ("a.js", "./view.jsx", Import, "view.tsx"),
                ("a.js", "./esm.mjs", Import, "esm.mts"),
                ("a.js", "./common.cjs", Require, "common.cts"),
                ("a.js", "./dir", Require, "dir/index.ts"),
                ("a.js", "./main", Require, "main/lib/start.js"),
                ("dir/index.ts", "..", Require, "no such file or package"),
                ("a.js", "./missing", Import, "no such file or package"),
            ],
        );
    }

    #[test]
    fn builtins_keep_their_spelling() {
        check(
            &[("a.js", "")],
            &[
                ("a.js", "fs", Require, "builtin fs"),
                ("a.js", "node:fs", Import, "builtin node:fs"),
                ("a.js", "fs/promises", Import, "builtin fs/promises"),
                ("a.js", "node:test", Import, "builtin node:test"),
            ],
        );
    }

    #[test]
    fn exports_follow_the_kind_of_import() {
        check(
            &[
                ("package.json", r##"{"name": "me", "exports": "./a.js", "imports": {"#x": "./lib/x.js"}}"##),
                ("a.js", ""),
                ("lib/x.js", ""),
                (
                    "node_modules/two/package.json",
                    r#"{"name": "two", "exports": {
                        ".": {"types": "./t.d.ts", "import": "./i.mjs", "require": "./r.cjs"},
                        "./default": {"browser": "./b.js", "default": "./d.js"},
                        "./*.css": "./styles/*.css"
                    }}"#,
                ),
                ("node_modules/two/t.d.ts", ""),
                ("node_modules/two/i.mjs", ""),
                ("node_modules/two/r.cjs", ""),
                ("node_modules/two/d.js", ""),
                ("node_modules/two/inner.js", ""),
                ("node_modules/bn.js/package.json", r#"{"name": "bn.js", "main": "lib/bn.js"}"#),
                ("node_modules/bn.js/lib/bn.js", ""),
                ("node_modules/@scope/p/index.js", ""),
            ],
            &[
                ("a.js", "two", Import, "node_modules/two/i.mjs"),
                ("a.js", "two", Require, "node_modules/two/r.cjs"),
                ("a.js", "two/default", Require, "node_modules/two/d.js"),
                ("a.js", "#x", Import, "lib/x.js"),
                ("lib/x.js", "me", Import, "a.js"),
                ("a.js", "bn.js", Require, "node_modules/bn.js/lib/bn.js"),
                ("a.js", "@scope/p", Import, "node_modules/@scope/p/index.js"),
                ("a.js", "nowhere", Import, "no such file or package"),
            ],
        );
    }

    #[test]
    fn the_nearest_tsconfig_gives_paths() {
        check(
            &[
                (
                    "tsconfig.json",
                    r#"{"extends": "./base.json", /* why */ "compilerOptions": {}, "include": ["src/**/*.ts"],}"#,
                ),
                ("base.json", r#"{"compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["src/*"]}}}"#),
                ("src/a.ts", ""),
                ("src/plain.js", ""),
                ("src/lib/b.ts", ""),
                ("outside/c.ts", ""),
            ],
            &[
                ("src/a.ts", "@/lib/b", Import, "src/lib/b.ts"),
                ("src/a.ts", "src/lib/b", Import, "src/lib/b.ts"),
                ("src/plain.js", "@/lib/b", Import, "src/lib/b.ts"),
                ("outside/c.ts", "@/lib/b", Import, "src/lib/b.ts"),
                ("src/a.ts", "@/missing", Import, "no such file or package"),
            ],
        );
    }

    #[test]
    fn a_broken_tsconfig_does_not_matter() {
        check(
            &[("tsconfig.json", r#"{"extends": "@tsconfig/none"}"#), ("a.ts", ""), ("b.ts", "")],
            &[("a.ts", "./b", Import, "b.ts")],
        );
    }

    #[cfg(unix)]
    #[test]
    fn symbolic_links_give_real_paths() {
        let (_dir, root) = tree(&[("packages/p/index.js", ""), ("a.js", ""), ("node_modules/other.js", "")]);
        std::os::unix::fs::symlink(root.join("packages/p"), root.join("node_modules/p")).expect("a link");
        let found = Resolver::new().resolve(&root.join("a.js"), "p", Require);
        assert_eq!(found, Ok(Resolved::File(root.join("packages/p/index.js"))));
    }

    #[test]
    fn an_error_names_the_specifier_and_the_file() {
        let (_dir, root) =
            tree(&[("a.js", ""), ("node_modules/p/package.json", r#"{"exports": {".": "./x.js"}}"#)]);
        let resolver = Resolver::new();
        let from = root.join("a.js");
        let error = resolver.resolve(&from, "./gone", Import).expect_err("nothing is there");
        let expected = format!("cannot resolve './gone' from {}: no such file or package", from.display());
        assert_eq!(error.to_string(), expected);
        let error = resolver.resolve(&from, "p/inner", Import).expect_err("not exported");
        assert!(error.reason.contains("does not export './inner'"), "{error}");
    }

    #[test]
    fn the_package_is_the_nearest_with_a_name() {
        let (_dir, root) = tree(&[
            ("package.json", r#"{"name": "root", "version": "1.2.3", "type": "module"}"#),
            ("src/a.js", ""),
            ("dist/cjs/package.json", r#"{"type": "commonjs"}"#),
            ("node_modules/bare/x.js", ""),
            ("node_modules/@s/p/package.json", r#"{"name": "@s/p"}"#),
        ]);
        for (file, expected) in [
            ("src/a.js", Some(("", "root", "1.2.3", true))),
            ("dist/cjs/b.js", Some(("", "root", "1.2.3", false))),
            ("node_modules/@s/p/lib/c.js", Some(("node_modules/@s/p", "@s/p", "", false))),
            ("node_modules/bare/x.js", None),
        ] {
            let found = package_of(&root.join(file));
            let found = found.as_ref().map(|p| {
                let dir = p.dir.strip_prefix(&root).expect("inside").to_str().expect("text");
                (dir, p.name.as_str(), p.version.as_str(), p.type_module)
            });
            assert_eq!(found, expected, "{file}");
        }
    }
}
