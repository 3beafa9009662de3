//! How a test reaches a thing of the module under test: which export, then which members.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::print::{is_identifier, quote};

/// Where a path starts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Root {
    /// What `require` returns: `module.exports` itself. Only CommonJS modules have this.
    Whole,
    /// The default export of an ES module.
    Default,
    /// A named export, or a property of `module.exports`.
    Named(String),
}

/// A property key that a test can write down.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Key {
    /// A string key.
    Name(String),
    /// A well-known symbol, by its name on `Symbol`: `iterator` stands for `Symbol.iterator`.
    Symbol(String),
}

impl Key {
    /// The key as a member access: `.name`, `["odd name"]`, `[0]` or `[Symbol.iterator]`.
    pub fn access(&self) -> String {
        match self {
            Self::Name(name) if is_identifier(name) => format!(".{name}"),
            Self::Name(name) if is_array_index(name) => format!("[{name}]"),
            Self::Name(name) => format!("[{}]", quote(name)),
            Self::Symbol(name) => format!("[Symbol.{name}]"),
        }
    }

    /// The key as people speak of it in a title.
    pub fn plain(&self) -> String {
        match self {
            Self::Name(name) => name.clone(),
            Self::Symbol(name) => format!("[Symbol.{name}]"),
        }
    }
}

impl From<&str> for Key {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

pub(crate) fn is_array_index(name: &str) -> bool {
    let digits = !name.is_empty() && name.len() < 10 && name.bytes().all(|b| b.is_ascii_digit());
    digits && (name == "0" || !name.starts_with('0'))
}

/// A thing reachable from the module's exports, such as `DataStructures.LinkedList`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ApiPath {
    /// The export.
    pub root: Root,
    /// Members below it.
    pub members: Vec<Key>,
}

impl ApiPath {
    /// A path that is an export itself.
    pub fn export(root: Root) -> Self {
        Self { root, members: Vec::new() }
    }

    /// The path of a member of this.
    pub fn member(&self, key: Key) -> Self {
        let mut members = self.members.clone();
        members.push(key);
        Self { root: self.root.clone(), members }
    }

    /// What this is a member of, if it is one. A named export of a CommonJS module has no parent here: it is
    /// destructured by whoever imports it.
    pub fn parent(&self) -> Option<Self> {
        let (_, init) = self.members.split_last()?;
        Some(Self { root: self.root.clone(), members: init.to_vec() })
    }

    /// The last name on the path, if it has one.
    pub fn last_name(&self) -> Option<&str> {
        match self.members.last() {
            Some(Key::Name(name) | Key::Symbol(name)) => Some(name),
            None => match &self.root {
                Root::Named(name) => Some(name),
                Root::Whole | Root::Default => None,
            },
        }
    }
}

/// For people: `DataStructures.LinkedList`, `default`, `module.exports`.
impl fmt::Display for ApiPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.root, self.members.is_empty()) {
            (Root::Whole, _) => f.write_str("module.exports")?,
            (Root::Default, _) => f.write_str("default")?,
            (Root::Named(name), _) => f.write_str(name)?,
        }
        for key in &self.members {
            f.write_str(&key.access())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Key;

    #[test]
    fn every_key_is_accessed_in_a_way_that_parses() {
        for (key, access) in [
            ("a", ".a"),
            ("größe", ".größe"),
            ("", "['']"),
            ("0", "[0]"),
            ("12", "[12]"),
            ("012", "['012']"),
            ("a-b", "['a-b']"),
        ] {
            assert_eq!(Key::from(key).access(), access);
        }
        assert_eq!(Key::Symbol("iterator".into()).access(), "[Symbol.iterator]");
    }
}
