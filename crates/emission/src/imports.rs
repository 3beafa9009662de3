//! How a test file reaches the module under test: which exports it uses, what they are called there, and the
//! statements that bring them in.

use std::collections::{BTreeMap, BTreeSet};

use kiskadee_model::print::{is_identifier, quote};
use kiskadee_model::{
    ApiPath, Callee, Check, Claim, ClassRef, ExportKind, Expr, Failure, Key, Op, Root, Step,
};

use crate::framework::Idiom;
use crate::suite::{ModuleFormat, ModuleInfo, Suite};
use crate::words::{capitalised, is_reserved};

/// What the exports in use are called in the test file.
pub(crate) struct Locals {
    names: BTreeMap<Root, String>,
    /// What the module as a whole is called, should it need a name.
    whole: String,
}

impl Locals {
    /// Finds a name for every export that the suite uses.
    pub(crate) fn new(suite: &Suite, idiom: &dyn Idiom) -> Self {
        let mut roots = BTreeSet::new();
        for test in &suite.tests {
            test.case.steps().iter().for_each(|step| step_roots(step, &mut roots));
            test.checks.iter().for_each(|check| check_roots(check, &mut roots));
        }
        let mut taken: BTreeSet<String> = idiom.taken().iter().map(|name| (*name).to_owned()).collect();
        let mut names = BTreeMap::new();
        let through_module = suite.module.through_module && suite.module.format == ModuleFormat::Cjs;
        if through_module && roots.iter().any(|root| matches!(root, Root::Named(_))) {
            roots.retain(|root| !matches!(root, Root::Named(_)));
            roots.insert(Root::Whole);
        }
        for root in &roots {
            let Root::Named(export) = root else { continue };
            let wanted = if export == "default" { own_name(suite, root) } else { export.clone() };
            let name = free(&wanted, &suite.module, &taken);
            taken.insert(name.clone());
            names.insert(root.clone(), name);
        }
        for root in roots.iter().filter(|root| matches!(root, Root::Whole | Root::Default)) {
            let name = free(&own_name(suite, root), &suite.module, &taken);
            taken.insert(name.clone());
            names.insert(root.clone(), name);
        }
        let whole = match names.get(&Root::Whole) {
            Some(name) => name.clone(),
            None => free(&format!("{}Module", suite.module.default_name), &suite.module, &taken),
        };
        Self { names, whole }
    }

    /// The expression that reaches a thing of the module.
    pub(crate) fn api(&self, path: &ApiPath) -> String {
        let root = match (self.names.get(&path.root), &path.root) {
            (Some(name), _) => name.clone(),
            (None, Root::Named(export)) => self.whole.clone() + &Key::Name(export.clone()).access(),
            (None, Root::Whole | Root::Default) => self.whole.clone(),
        };
        path.members.iter().fold(root, |text, key| text + &key.access())
    }

    /// Names that nothing else in the file may take.
    pub(crate) fn taken(&self) -> impl Iterator<Item = &str> {
        self.names.values().map(String::as_str).chain([self.whole.as_str()])
    }

    /// The statements that bring the exports in.
    pub(crate) fn statements(&self, module: &ModuleInfo, idiom: &dyn Idiom) -> Vec<String> {
        let source = quote(&module.specifier);
        let whole = self.names.get(&Root::Whole);
        let named: Vec<(&str, &str)> = self.names.iter().filter_map(named).collect();
        match (module.test_format, module.format) {
            (ModuleFormat::Esm, ModuleFormat::Cjs) if !idiom.imports_names_from_cjs() => {
                let mut lines = vec![format!("import {} from {source};", self.whole)];
                if !named.is_empty() {
                    lines.push(format!("const {} = {};", pattern(&named, ": "), self.whole));
                }
                lines
            }
            (ModuleFormat::Esm, _) => {
                // In an ES module, the default export is a name like the others.
                let is_default = |(export, _): &&(&str, &str)| *export == "default";
                let default = named.iter().find(is_default).map(|(_, local)| *local);
                let default = self.names.get(&Root::Default).or(whole).map(String::as_str).or(default);
                let named: Vec<_> = named.into_iter().filter(|pair| !is_default(&pair)).collect();
                let clauses = default.map(str::to_owned).into_iter();
                let clauses = clauses.chain((!named.is_empty()).then(|| pattern(&named, " as ")));
                vec![format!("import {} from {source};", clauses.collect::<Vec<_>>().join(", "))]
            }
            (ModuleFormat::Cjs, _) => {
                let require = format!("require({source})");
                // What a compiler makes of an ES module keeps its default export under that name.
                let default = self.names.get(&Root::Default).map(|local| ("default", local.as_str()));
                let named: Vec<_> = default.into_iter().chain(named).collect();
                match (whole, named.is_empty()) {
                    (Some(name), true) => vec![format!("const {name} = {require};")],
                    (Some(name), false) => vec![
                        format!("const {name} = {require};"),
                        format!("const {} = {name};", pattern(&named, ": ")),
                    ],
                    (None, _) => vec![format!("const {} = {require};", pattern(&named, ": "))],
                }
            }
        }
    }
}

fn named<'a>((root, local): (&'a Root, &'a String)) -> Option<(&'a str, &'a str)> {
    match root {
        Root::Named(export) => Some((export, local)),
        Root::Whole | Root::Default => None,
    }
}

/// `{ a, b as c }` with the word that the kind of statement uses for renaming.
fn pattern(named: &[(&str, &str)], rename: &str) -> String {
    let clause = |(export, local): &(&str, &str)| match export {
        export if export == local => (*export).to_owned(),
        export if is_identifier(export) => format!("{export}{rename}{local}"),
        export => format!("{}{rename}{local}", quote(export)),
    };
    format!("{{ {} }}", named.iter().map(clause).collect::<Vec<_>>().join(", "))
}

/// A class that is the whole export goes by its own name, anything else by the file's.
fn own_name(suite: &Suite, root: &Root) -> String {
    let is_it = |path: &ApiPath| path.members.is_empty() && path.root == *root;
    let export = suite.api.exports.iter().find(|export| is_it(&export.path));
    match export.map(|export| &export.kind) {
        Some(ExportKind::Class(class)) if is_identifier(&class.name) => class.name.clone(),
        _ => suite.module.default_name.clone(),
    }
}

/// The wanted name, or one that says whose it is where the wanted one would hide something else.
fn free(wanted: &str, module: &ModuleInfo, taken: &BTreeSet<String>) -> String {
    let is_free = |name: &str| is_identifier(name) && !is_reserved(name) && !taken.contains(name);
    if is_free(wanted) {
        return wanted.to_owned();
    }
    let letters: String = wanted.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
    let mut name = format!("{}{}", module.default_name, capitalised(&letters));
    if wanted == module.default_name || !is_free(&name) {
        name = format!("{}Module", module.default_name);
    }
    while !is_free(&name) {
        name.push('_');
        if !is_identifier(&name) {
            name.insert(0, '_');
        }
    }
    name
}

fn step_roots(step: &Step, roots: &mut BTreeSet<Root>) {
    if let Op::Call { callee: Callee::Function(path) | Callee::Constructor(path), .. } = &step.op {
        roots.insert(path.root.clone());
    }
    step.operands().into_iter().for_each(|operand| expr_roots(operand, roots));
}

fn expr_roots(expr: &Expr, roots: &mut BTreeSet<Root>) {
    match expr {
        Expr::Api(path) => {
            roots.insert(path.root.clone());
        }
        Expr::New { class, .. } => {
            roots.insert(class.root.clone());
        }
        Expr::Callback(callback) => {
            callback.body.steps.iter().for_each(|step| step_roots(step, roots));
            callback.body.result.iter().for_each(|result| expr_roots(result, roots));
        }
        _ => {}
    }
    expr.children().into_iter().for_each(|child| expr_roots(child, roots));
}

fn check_roots(check: &Check, roots: &mut BTreeSet<Root>) {
    let class = match check {
        Check::Value { claim: Claim::InstanceOf(class), .. } => Some(class),
        Check::Throws(Failure::Error { class, .. })
        | Check::Rejects { failure: Failure::Error { class, .. }, .. } => class.as_ref(),
        _ => None,
    };
    if let Some(ClassRef::Api(path)) = class {
        roots.insert(path.root.clone());
    }
}
