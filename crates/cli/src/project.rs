//! What the user's project says of itself: which test runner it uses, whether its `.js` files are ES modules, and
//! what is installed.

use std::path::{Path, PathBuf};

use serde_json::Value;

/// The project that a source file belongs to: its nearest `package.json`.
#[derive(Clone, Debug)]
pub struct Project {
    /// The folder with the `package.json`; the file's own folder when there is none.
    pub dir: PathBuf,
    /// The parsed `package.json`; null when there is none or it cannot be read.
    manifest: Value,
}

impl Project {
    /// Finds the project of a file.
    pub fn of(file: &Path) -> Self {
        let own = file.parent().unwrap_or(Path::new("/"));
        for dir in own.ancestors() {
            if let Ok(text) = std::fs::read_to_string(dir.join("package.json")) {
                let manifest = serde_json::from_str(&text).unwrap_or(Value::Null);
                return Self { dir: dir.to_path_buf(), manifest };
            }
        }
        Self { dir: own.to_path_buf(), manifest: Value::Null }
    }

    /// `"type": "module"`
    pub fn is_module(&self) -> bool {
        self.manifest["type"] == "module"
    }

    /// Whether a package is among the declared dependencies of any kind.
    pub fn depends_on(&self, package: &str) -> bool {
        ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]
            .iter()
            .any(|kind| self.manifest[kind].get(package).is_some())
    }

    /// Whether some script of the project starts this command.
    pub fn script_runs(&self, command: &str) -> bool {
        let scripts = self.manifest["scripts"].as_object();
        scripts.is_some_and(|scripts| {
            scripts
                .values()
                .filter_map(Value::as_str)
                .any(|script| script.split_whitespace().any(|w| w == command))
        })
    }

    /// Where a package is installed, as Node would find it from the project's folder.
    pub fn installed(&self, package: &str) -> Option<PathBuf> {
        self.dir.ancestors().map(|dir| dir.join("node_modules").join(package)).find(|dir| dir.is_dir())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_manifest_decides() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let nested = dir.path().join("packages/a/src");
        std::fs::create_dir_all(&nested).expect("folders");
        std::fs::write(dir.path().join("package.json"), r#"{"type":"module"}"#).expect("manifest");
        let inner = r#"{"devDependencies":{"vitest":"1"},"scripts":{"test":"vitest run"}}"#;
        std::fs::write(dir.path().join("packages/a/package.json"), inner).expect("manifest");
        let project = Project::of(&nested.join("x.js"));
        assert!(!project.is_module());
        assert!(project.depends_on("vitest") && project.script_runs("vitest"));
        assert!(!project.depends_on("jest") && !project.script_runs("jest"));
        assert!(Project::of(&dir.path().join("y.js")).is_module());
    }
}
