//! The API under test: what loading the module showed, joined with what its source says. A function object is matched
//! with its source through the counter that opens its body.

use std::collections::{BTreeMap, BTreeSet};

use kiskadee_analysis::CoverageMap;
use kiskadee_execution::{ExportEntry, ExportSort, MemberDef, ShapeDef, Syntax};
use kiskadee_model::print::is_identifier;
use kiskadee_model::{
    Api, ApiPath, Class, Export, ExportKind, FileFacts, FunctionFacts, Key, Member, MemberKind, Root, Shape,
    Signature, TypeTag,
};

/// Joins run-time and source knowledge of one target.
pub struct Surface<'a> {
    facts: &'a FileFacts,
    /// For each function of the coverage map, its facts.
    by_function: Vec<Option<&'a FunctionFacts>>,
    /// Flat index of the first function counter.
    first_function: u32,
}

impl<'a> Surface<'a> {
    /// Matches the functions of the coverage map with their facts.
    pub fn new(facts: &'a FileFacts, map: &CoverageMap) -> Self {
        let find = |start: u32, end: u32| {
            let exact = facts.functions.iter().find(|f| f.span_start == start && f.span_end == end);
            // A method's node may or may not include its key, but both end together.
            exact.or_else(|| {
                let inside = facts.functions.iter().filter(|f| f.span_end == end && f.span_start >= start);
                inside.min_by_key(|f| f.span_start)
            })
        };
        let by_function = map.functions.iter().map(|entry| find(entry.span_start, entry.span_end)).collect();
        Self { facts, by_function, first_function: map.statements.len() as u32 }
    }

    /// The API: an export for each entry, because observations name classes by their place in this list.
    pub fn api(&self, entries: &[ExportEntry], file_name: &str) -> Api {
        let own_name = entries.iter().find_map(|entry| {
            let is_main =
                entry.path.members.is_empty() && matches!(entry.path.root, Root::Whole | Root::Default);
            let is_callable = matches!(entry.kind, ExportSort::Function | ExportSort::Class);
            let tells = is_identifier(&entry.name) && !["default", "exports"].contains(&entry.name.as_str());
            (is_main && is_callable && tells).then(|| entry.name.clone())
        });
        let mut seen = BTreeSet::new();
        let exports = entries.iter().map(|entry| self.export(entry, &mut seen)).collect();
        Api { name: own_name.unwrap_or_else(|| file_name.to_owned()), exports }
    }

    /// A shape as the search knows it.
    pub fn shape(&self, def: ShapeDef, exported: &BTreeMap<u32, String>) -> Shape {
        let mut members = self.members(&def.members);
        // Functions that the target's source does not define have nothing to show: those of its dependencies, and those
        // that a test itself wrote. But what has a `then` can be awaited, and what has a `next` has code behind it.
        members.retain(|member| self.is_own(member, exported) || is_protocol(&member.key));
        Shape { id: def.id, name: def.name, members }
    }

    /// Whether a member was made by the target for this object. An exported function under another name was put there
    /// by a test, as a value among others.
    fn is_own(&self, member: &Member, exported: &BTreeMap<u32, String>) -> bool {
        let Some(function) = member.signature.function else { return false };
        exported.get(&function).is_none_or(|name| *name == member.key.plain())
    }

    fn export(&self, entry: &ExportEntry, seen: &mut BTreeSet<u32>) -> Export {
        let callable = matches!(entry.kind, ExportSort::Function | ExportSort::Class);
        // Below an export, only what the target's own source defines is of interest, and each function once, though it may
        // have been made several times.
        let function = self.function_index(&entry.functions);
        let foreign = !entry.path.members.is_empty() && function.is_none() && !self.by_function.is_empty();
        let again = function.is_some_and(|function| !seen.insert(function));
        let repeated = again && entry.kind == ExportSort::Function && !entry.path.members.is_empty();
        if callable && (foreign || repeated) {
            return Export { path: entry.path.clone(), kind: ExportKind::Value(TypeTag::Function) };
        }
        let kind = match entry.kind {
            // Re-exported natives have nothing of the target's to test.
            ExportSort::Function | ExportSort::Class if entry.syntax == Some(Syntax::Native) => {
                ExportKind::Value(TypeTag::Function)
            }
            ExportSort::Function if self.is_constructor(entry) => ExportKind::Class(self.class(entry)),
            ExportSort::Function => ExportKind::Function(self.signature(&entry.functions, entry.arity)),
            ExportSort::Class => ExportKind::Class(self.class(entry)),
            ExportSort::Object => ExportKind::Object(self.members(&entry.members)),
            ExportSort::Value => ExportKind::Value(entry.tag.clone()),
        };
        Export { path: entry.path.clone(), kind }
    }

    /// An old-style constructor without prototype members gives itself away by what it does to `this`, and by its name.
    fn is_constructor(&self, entry: &ExportEntry) -> bool {
        let capital = entry.name.chars().next().is_some_and(char::is_uppercase);
        let facts = self.facts_of(&entry.functions);
        entry.syntax == Some(Syntax::Function) && capital && facts.is_some_and(|f| f.assigns_this)
    }

    fn class(&self, entry: &ExportEntry) -> Class {
        let constructor = if entry.syntax == Some(Syntax::Class) {
            self.class_constructor(entry)
        } else {
            self.signature(&entry.functions, entry.arity)
        };
        let name = if entry.name.is_empty() {
            entry.path.last_name().unwrap_or("instance").to_owned()
        } else {
            entry.name.clone()
        };
        let callable = entry.syntax == Some(Syntax::Function);
        Class { name, constructor, callable, members: self.members(&entry.members) }
    }

    /// The text of a class holds the counters of all its methods; the constructor is the one whose facts say so.
    fn class_constructor(&self, entry: &ExportEntry) -> Signature {
        let own = entry.functions.iter().find(|&&counter| {
            let facts = self.facts_of(&[counter]);
            facts.is_some_and(|f| f.name == "constructor" && f.class.as_deref() == Some(entry.name.as_str()))
        });
        match own {
            Some(&counter) => self.signature(&[counter], entry.arity),
            None => {
                // An inherited constructor takes what the parent's takes; `length` tells nothing then.
                Signature { arity: entry.arity, ..Signature::default() }
            }
        }
    }

    fn members(&self, defs: &[MemberDef]) -> Vec<Member> {
        let own = defs.iter().filter(|def| def.syntax != Some(Syntax::Native) || is_protocol(&def.key));
        own.map(|def| Member {
            key: def.key.clone(),
            kind: def.kind,
            signature: match def.kind {
                MemberKind::Method | MemberKind::Getter => self.signature(&def.functions, def.arity),
                MemberKind::Setter => Signature { arity: 1, ..self.signature(&def.functions, 1) },
            },
        })
        .collect()
    }

    fn signature(&self, counters: &[u32], arity: u32) -> Signature {
        let function = self.function_index(counters);
        match self.facts_of(counters) {
            Some(facts) => Signature {
                params: facts.params.clone(),
                arity,
                returns: facts.returns.clone(),
                function,
                known: !self.reads_arguments(facts),
            },
            None => Signature { arity, function, ..Signature::default() },
        }
    }

    /// A function without declared parameters may read `arguments`: then any number of them may matter.
    fn reads_arguments(&self, facts: &FunctionFacts) -> bool {
        facts.constants.names.iter().any(|name| name == "arguments")
    }

    fn function_index(&self, counters: &[u32]) -> Option<u32> {
        // The text of a function may open with other counters: those of default arguments.
        let functions = self.first_function..self.first_function + self.by_function.len() as u32;
        counters
            .iter()
            .find(|counter| functions.contains(counter))
            .map(|counter| counter - self.first_function)
    }

    fn facts_of(&self, counters: &[u32]) -> Option<&'a FunctionFacts> {
        self.by_function.get(self.function_index(counters)? as usize).copied().flatten()
    }

    /// Whether an exported function uses `this`, which is the module when it is called as its member.
    pub fn uses_this(&self, api: &Api, source: &str) -> bool {
        api.exports.iter().any(|export| {
            let ExportKind::Function(Signature { function: Some(function), .. }) = &export.kind else {
                return false;
            };
            let facts = self.by_function.get(*function as usize).copied().flatten();
            let text = facts.and_then(|f| source.get(f.span_start as usize..f.span_end as usize));
            export.path.members.is_empty() && text.is_some_and(|text| text.contains("this."))
        })
    }

    /// Constants of each function of the coverage map.
    pub fn constants(&self) -> Vec<kiskadee_model::Constants> {
        self.by_function.iter().map(|facts| facts.map(|f| f.constants.clone()).unwrap_or_default()).collect()
    }

    /// Constants of the whole file.
    pub fn file_constants(&self) -> kiskadee_model::Constants {
        self.facts.constants.clone()
    }
}

/// Members by which the language itself speaks to an object.
fn is_protocol(key: &Key) -> bool {
    [Key::from("then"), Key::from("next")].contains(key)
}

/// Functions of the coverage map that are exports or members of exported classes, by the names that those have.
pub fn exported_functions(api: &Api) -> BTreeMap<u32, String> {
    let named = named_functions(api).into_iter();
    let last = |name: &str| name.rsplit('.').next().unwrap_or_default().trim_end_matches(SET).to_owned();
    named.filter_map(|(name, signature)| Some((signature.function?, last(&name)))).collect()
}

/// Whether anything in the API can be called.
pub fn is_callable(api: &Api) -> bool {
    api.exports.iter().any(|export| match &export.kind {
        ExportKind::Function(_) | ExportKind::Class(_) => true,
        ExportKind::Object(members) => !members.is_empty(),
        ExportKind::Value(_) => false,
    })
}

/// What is added to an accessor's name where it is written.
pub const SET: &str = " =";

/// Names of everything that can be called, as users know them.
pub fn names(api: &Api) -> Vec<String> {
    named_functions(api).into_iter().map(|(name, _)| name).collect()
}

/// Everything that can be called, by its name, with its signature. Members go by the name of their class, which is what
/// instances carry.
pub fn named_functions(api: &Api) -> Vec<(String, &Signature)> {
    let mut named = Vec::new();
    for export in &api.exports {
        let name = path_name(&export.path, &api.name);
        let (owner, members) = match &export.kind {
            ExportKind::Function(signature) => {
                named.push((name, signature));
                continue;
            }
            ExportKind::Class(class) => {
                named.push((name, &class.constructor));
                (class.name.clone(), &class.members)
            }
            ExportKind::Object(members) => (name, members),
            ExportKind::Value(_) => continue,
        };
        for Member { key, kind, signature } in members {
            let set = if *kind == MemberKind::Setter { SET } else { "" };
            named.push((format!("{owner}.{}{set}", key.plain()), signature));
        }
    }
    named
}

/// A path as people write it; the whole module and its default export go by the file's name.
pub fn path_name(path: &ApiPath, module: &str) -> String {
    let root = match &path.root {
        Root::Whole | Root::Default => module,
        Root::Named(name) => name,
    };
    path.members.iter().fold(root.to_owned(), |text, key| format!("{text}.{}", key.plain()))
}

/// The class name behind a tag, if it is an instance of one.
pub fn class_name(api: &Api, tag: &TypeTag) -> Option<String> {
    match tag {
        TypeTag::Instance(path) => Some(match api.exports.iter().find(|export| export.path == *path) {
            Some(Export { kind: ExportKind::Class(class), .. }) => class.name.clone(),
            _ => path.to_string(),
        }),
        TypeTag::Builtin(name) => Some(name.clone()),
        _ => None,
    }
}
