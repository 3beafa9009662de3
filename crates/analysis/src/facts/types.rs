//! What a name of a type means in a file: its own declarations first, then what it imports, then the language. The
//! syntax of TypeScript's annotations is read in `types_ts`, that of JSDoc in `jsdoc_types`; both ask here.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use kiskadee_model::{Property, Type};
use oxc_allocator::Allocator;

use super::Fetch;
use super::declarations::{Declarations, Declared, Exported, Typedef};
use super::doc_params::doc_params;
use super::enums;
use super::jsdoc_types::{self, DocType};
use super::keywords::keyword;
use super::parse;
use super::shape::{union, utility, without_undefined};

/// A type may contain itself this often before it is cut off.
const SAME_TYPE: usize = 3;
/// So many declarations may be nested in one another.
const DEEPEST: usize = 8;
/// So many files away a type may be declared.
const HOPS: usize = 4;
/// So many declarations may be looked into for the sake of one annotation. Types that describe a syntax tree or the
/// DOM are as wide as they are deep.
const EXPANSIONS: usize = 150;

/// What all files that are read for the sake of one share.
pub(super) struct World<'a, 'f> {
    allocator: &'a Allocator,
    fetch: &'f Fetch<'f>,
    /// Which file a specifier means, by the file that asks.
    specifiers: RefCell<BTreeMap<(PathBuf, String), Option<PathBuf>>>,
    modules: RefCell<BTreeMap<PathBuf, Rc<Module<'a>>>>,
    /// Whole types that are imported, by the file that declares them.
    imported: RefCell<BTreeMap<(PathBuf, String), Option<Type>>>,
    expansions: Cell<usize>,
}

/// A file and what it declares.
struct Module<'a> {
    path: PathBuf,
    declarations: Declarations<'a>,
}

impl<'a, 'f> World<'a, 'f> {
    pub(super) fn new(allocator: &'a Allocator, fetch: &'f Fetch<'f>) -> Self {
        Self {
            allocator,
            fetch,
            specifiers: RefCell::default(),
            modules: RefCell::default(),
            imported: RefCell::default(),
            expansions: Cell::new(0),
        }
    }

    /// The file that a specifier means, fetched and parsed once.
    fn module(&self, from: &Path, specifier: &str) -> Option<Rc<Module<'a>>> {
        let question = (from.to_path_buf(), specifier.to_owned());
        if let Some(answer) = self.specifiers.borrow().get(&question) {
            return self.modules.borrow().get(answer.as_ref()?).map(Rc::clone);
        }
        let fetched = (self.fetch)(from, specifier);
        self.specifiers.borrow_mut().insert(question, fetched.as_ref().map(|(path, _)| path.clone()));
        let (path, source) = fetched?;
        let mut modules = self.modules.borrow_mut();
        let module = modules.entry(path.clone()).or_insert_with(|| {
            let source = self.allocator.alloc_str(&source);
            let program = self.allocator.alloc(parse(self.allocator, &path, source));
            Rc::new(Module { path, declarations: Declarations::of(program) })
        });
        Some(Rc::clone(module))
    }
}

/// The meaning of names in one file.
pub(super) struct Types<'a, 'w> {
    module: Rc<Module<'a>>,
    world: &'w World<'a, 'w>,
}

/// What is known where a type is written: type parameters, and how it was come by.
#[derive(Clone, Default)]
pub(super) struct Scope {
    parameters: BTreeMap<String, Type>,
    /// The declarations that are being looked into, as file and name.
    inside: Vec<(PathBuf, String)>,
    hops: usize,
}

impl Scope {
    /// The same scope with one more type parameter.
    pub(super) fn bind(&mut self, name: &str, ty: Type) {
        self.parameters.insert(name.to_owned(), ty);
    }
}

impl<'a, 'w> Types<'a, 'w> {
    pub(super) fn new(path: &Path, declarations: Declarations<'a>, world: &'w World<'a, 'w>) -> Self {
        Self { module: Rc::new(Module { path: path.to_path_buf(), declarations }), world }
    }

    pub(super) fn declarations(&self) -> &Declarations<'a> {
        &self.module.declarations
    }

    /// The scope of a whole file.
    pub(super) fn start(&self) -> Scope {
        let mut scope = Scope::default();
        for template in &self.declarations().templates {
            scope.bind(template, Type::Any);
        }
        scope
    }

    /// The type a JSDoc expression gives.
    pub(super) fn doc(&self, text: &str, scope: &Scope) -> DocType {
        jsdoc_types::parse(text, &|module, name, args| match module {
            Some(module) => self.imported(module, name, &args, scope).unwrap_or_else(|| unknown(name, args)),
            None => self.reference(name, args, scope),
        })
    }

    /// What a name with type arguments means.
    pub(super) fn reference(&self, name: &str, args: Vec<Type>, scope: &Scope) -> Type {
        if let Some(bound) = scope.parameters.get(name) {
            return bound.clone();
        }
        if scope.inside.is_empty() && scope.hops == 0 {
            // What stands in an annotation itself gets a new allowance.
            self.world.expansions.set(0);
        }
        if let Some(declared) = self.declarations().declared(name) {
            return self.declared(name, declared, args, scope);
        }
        if let Some(import) = self.declarations().import(name) {
            let there = import.name.as_deref().unwrap_or("default");
            return self
                .imported(&import.specifier, there, &args, scope)
                .unwrap_or_else(|| unknown(if there == "default" { name } else { there }, args));
        }
        if let Some((first, rest)) = name.split_once('.') {
            if let Some(Declared::Enum(parts)) = self.declarations().declared(first) {
                let value = enums::members(parts).into_iter().find(|(key, _)| key == rest);
                return value.map_or(Type::Any, |(_, value)| Type::Literal(value));
            }
            if let Some(import) = self.declarations().import(first) {
                // A namespace, or an enum that is imported; of the latter the member is lost.
                if import.name.is_none() {
                    return self
                        .imported(&import.specifier, rest, &args, scope)
                        .unwrap_or_else(|| unknown(rest, args));
                }
                return self.reference(first, Vec::new(), scope);
            }
        }
        keyword(name, &args).or_else(|| utility(name, &args)).unwrap_or_else(|| unknown(name, args))
    }

    fn declared(&self, name: &str, declared: &Declared<'a>, args: Vec<Type>, scope: &Scope) -> Type {
        if matches!(declared, Declared::Class) {
            return unknown(name, args);
        }
        let key = (self.module.path.clone(), name.to_owned());
        let same = scope.inside.iter().filter(|inside| **inside == key).count();
        let expansions = self.world.expansions.get();
        if same >= SAME_TYPE || scope.inside.len() >= DEEPEST || expansions >= EXPANSIONS {
            return Type::Any;
        }
        self.world.expansions.set(expansions + 1);
        // A declaration sees its own type parameters and not those of whoever names it.
        let mut inner = Scope { inside: scope.inside.clone(), hops: scope.hops, ..Scope::default() };
        inner.inside.push(key);
        match declared {
            Declared::Class => unknown(name, args),
            Declared::Interface(parts) => {
                self.bind_parameters(parts[0].type_parameters.as_deref(), &args, &mut inner);
                self.interface(parts, &inner)
            }
            Declared::Alias(alias) => {
                self.bind_parameters(alias.type_parameters.as_deref(), &args, &mut inner);
                self.of(&alias.type_annotation, &inner)
            }
            Declared::Enum(parts) => {
                union(enums::members(parts).into_iter().map(|(_, value)| Type::Literal(value)).collect())
            }
            Declared::Typedef(typedef) => {
                for template in &self.declarations().templates {
                    inner.bind(template, Type::Any);
                }
                self.typedef(typedef, &inner)
            }
        }
    }

    fn typedef(&self, typedef: &Typedef, scope: &Scope) -> Type {
        let members = doc_params(typedef.members.iter(), self, scope);
        if typedef.is_callback {
            let returns = typedef.returns.as_deref().map(|text| self.doc(text, scope).ty).unwrap_or_default();
            let params = members.into_iter().map(|member| member.ty).collect();
            return Type::Function { params, returns: Box::new(returns) };
        }
        let base = typedef.ty.as_deref().map(|text| self.doc(text, scope).ty).unwrap_or_default();
        if members.is_empty() {
            return base;
        }
        let properties = members
            .into_iter()
            .map(|member| {
                let (ty, maybe) = without_undefined(member.ty);
                Property { key: member.name, ty, optional: member.optional || maybe }
            })
            .collect();
        match base {
            Type::Array(_) => Type::Array(Box::new(Type::Object(properties))),
            _ => Type::Object(properties),
        }
    }

    /// A type that another file exports; `None` if that file or the name cannot be found.
    pub(super) fn imported(&self, specifier: &str, name: &str, args: &[Type], scope: &Scope) -> Option<Type> {
        if scope.hops >= HOPS {
            return None;
        }
        let module = self.world.module(&self.module.path, specifier)?;
        let key = (module.path.clone(), name.to_owned());
        // What is cut off because of where it was named must not be remembered for other places.
        let keep = args.is_empty() && scope.inside.is_empty() && scope.hops == 0;
        if let Some(known) = self.world.imported.borrow().get(&key).filter(|_| keep) {
            return known.clone();
        }
        let there = Types { module, world: self.world };
        let inner = Scope { inside: scope.inside.clone(), hops: scope.hops + 1, ..Scope::default() };
        let found = there.exported(name, args, &inner);
        if keep {
            self.world.imported.borrow_mut().insert(key, found.clone());
        }
        found
    }

    fn exported(&self, name: &str, args: &[Type], scope: &Scope) -> Option<Type> {
        match self.declarations().exported(name) {
            Some(Exported::Local(local)) => return Some(self.reference(local, args.to_vec(), scope)),
            Some(Exported::From(import)) => {
                return self.imported(&import.specifier, import.name.as_deref()?, args, scope);
            }
            None => {}
        }
        if name.contains('.') && self.declarations().declared(name).is_some() {
            return Some(self.reference(name, args.to_vec(), scope));
        }
        self.declarations()
            .export_all
            .iter()
            .find_map(|specifier| self.imported(specifier, name, args, scope))
    }
}

/// A class, or whatever else is known by its name only.
fn unknown(name: &str, args: Vec<Type>) -> Type {
    let name = name.rsplit('.').next().unwrap_or(name);
    Type::Named { name: name.to_owned(), args }
}
