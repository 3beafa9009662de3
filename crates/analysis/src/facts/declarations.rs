//! The types that a file declares, imports and exports, by name: TypeScript's declarations and JSDoc's typedefs.

use std::collections::{BTreeMap, BTreeSet};

use oxc_ast::ast::{
    BindingPattern, Class, Declaration, ExportDefaultDeclarationKind, Expression, ImportDeclarationSpecifier,
    Program, Statement, TSEnumDeclaration, TSInterfaceDeclaration, TSModuleReference, TSNamespaceDeclaration,
    TSNamespaceDeclarationBody, TSTypeAliasDeclaration,
};

use super::jsdoc::{Doc, Tag};

/// What the names of one file stand for.
#[derive(Default)]
pub(super) struct Declarations<'a> {
    types: BTreeMap<String, Declared<'a>>,
    /// Constants whose type may be asked for with `typeof`.
    values: BTreeMap<String, &'a Expression<'a>>,
    imports: BTreeMap<String, Import>,
    exports: BTreeMap<String, Exported>,
    /// Modules of `export * from`.
    pub(super) export_all: Vec<String>,
    /// Type parameters that JSDoc declares anywhere: they stand for nothing in particular.
    pub(super) templates: BTreeSet<String>,
}

/// A declared type.
pub(super) enum Declared<'a> {
    Interface(Vec<&'a TSInterfaceDeclaration<'a>>),
    Alias(&'a TSTypeAliasDeclaration<'a>),
    Enum(Vec<&'a TSEnumDeclaration<'a>>),
    Class,
    Typedef(Typedef),
}

/// `@typedef {ty} Name` with its properties, or `@callback Name` with its parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Typedef {
    pub(super) is_callback: bool,
    pub(super) ty: Option<String>,
    pub(super) members: Vec<Tag>,
    pub(super) returns: Option<String>,
}

/// Where an imported name comes from.
pub(super) struct Import {
    pub(super) specifier: String,
    /// The name there; `None` for the whole namespace.
    pub(super) name: Option<String>,
}

/// What an exported name stands for.
pub(super) enum Exported {
    Local(String),
    From(Import),
}

impl<'a> Declarations<'a> {
    /// Collects what a parsed file declares at its top level and in its namespaces.
    pub(super) fn of(program: &'a Program<'a>) -> Self {
        let mut found = Self::default();
        found.statements(&program.body, "");
        for comment in &program.comments {
            let text = comment.span.source_text(program.source_text);
            if text.starts_with("/**") && text.contains('@') {
                found.typedefs(&Doc::parse(text));
            }
        }
        found
    }

    pub(super) fn declared(&self, name: &str) -> Option<&Declared<'a>> {
        self.types.get(name)
    }

    pub(super) fn value(&self, name: &str) -> Option<&'a Expression<'a>> {
        self.values.get(name).copied()
    }

    pub(super) fn import(&self, name: &str) -> Option<&Import> {
        self.imports.get(name)
    }

    pub(super) fn exported(&self, name: &str) -> Option<&Exported> {
        self.exports.get(name)
    }

    fn statements(&mut self, body: &'a [Statement<'a>], namespace: &str) {
        for statement in body {
            self.statement(statement, namespace);
        }
    }

    fn statement(&mut self, statement: &'a Statement<'a>, namespace: &str) {
        match statement {
            Statement::ImportDeclaration(import) => {
                for specifier in import.specifiers.iter().flatten() {
                    let name = match specifier {
                        ImportDeclarationSpecifier::ImportSpecifier(s) => Some(s.imported.name().to_string()),
                        ImportDeclarationSpecifier::ImportDefaultSpecifier(_) => Some("default".to_owned()),
                        ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => None,
                    };
                    let import = Import { specifier: import.source.value.to_string(), name };
                    self.imports.insert(specifier.local().name.to_string(), import);
                }
            }
            Statement::ExportDeclaration(export) => {
                self.declaration(&export.declaration, namespace);
                if let Some(id) = export.declaration.id().filter(|_| namespace.is_empty()) {
                    self.exports.insert(id.name.to_string(), Exported::Local(id.name.to_string()));
                }
            }
            Statement::ExportNamedDeclaration(export) => {
                for specifier in &export.specifiers {
                    let local = Exported::Local(specifier.local.name().to_string());
                    self.exports.insert(specifier.exported.name().to_string(), local);
                }
            }
            Statement::ExportFromDeclaration(export) => {
                for specifier in &export.specifiers {
                    let import = Import {
                        specifier: export.source.value.to_string(),
                        name: Some(specifier.local.name().to_string()),
                    };
                    self.exports.insert(specifier.exported.name().to_string(), Exported::From(import));
                }
            }
            Statement::ExportAllDeclaration(export) => {
                let specifier = export.source.value.to_string();
                match &export.exported {
                    Some(name) => {
                        let import = Import { specifier, name: None };
                        self.exports.insert(name.name().to_string(), Exported::From(import));
                    }
                    None => self.export_all.push(specifier),
                }
            }
            Statement::ExportDefaultDeclaration(export) => {
                self.export_default(&export.declaration, namespace)
            }
            other => {
                if let Some(declaration) = other.as_declaration() {
                    self.declaration(declaration, namespace);
                }
            }
        }
    }

    fn export_default(&mut self, declaration: &'a ExportDefaultDeclarationKind<'a>, namespace: &str) {
        let name = match declaration {
            ExportDefaultDeclarationKind::ClassDeclaration(class) => {
                self.class(class, None, namespace);
                class.name()
            }
            ExportDefaultDeclarationKind::TSInterfaceDeclaration(interface) => {
                self.interface(interface, namespace);
                Some(interface.id.name)
            }
            ExportDefaultDeclarationKind::Identifier(identifier) => Some(identifier.name),
            _ => None,
        };
        if let Some(name) = name {
            self.exports.insert("default".to_owned(), Exported::Local(name.to_string()));
        }
    }

    fn declaration(&mut self, declaration: &'a Declaration<'a>, namespace: &str) {
        match declaration {
            Declaration::ClassDeclaration(class) => self.class(class, None, namespace),
            Declaration::TSInterfaceDeclaration(interface) => self.interface(interface, namespace),
            Declaration::TSTypeAliasDeclaration(alias) => {
                self.declare(namespace, alias.id.name.as_str(), || Declared::Alias(alias));
            }
            Declaration::TSEnumDeclaration(declared) => {
                let name = declared.id.name.as_str();
                if let Some(Declared::Enum(parts)) = self.types.get_mut(&qualified(namespace, name)) {
                    parts.push(declared);
                } else {
                    self.declare(namespace, name, || Declared::Enum(vec![declared]));
                }
            }
            Declaration::TSNamespaceDeclaration(inner) => self.namespace(inner, namespace),
            Declaration::TSGlobalDeclaration(global) => self.statements(&global.body.body, namespace),
            Declaration::TSImportEqualsDeclaration(import) => {
                if let TSModuleReference::ExternalModuleReference(module) = &import.module_reference {
                    let specifier = module.expression.value.to_string();
                    self.imports.insert(import.id.name.to_string(), Import { specifier, name: None });
                }
            }
            Declaration::VariableDeclaration(variables) => {
                for declarator in &variables.declarations {
                    let BindingPattern::BindingIdentifier(id) = &declarator.id else { continue };
                    match &declarator.init {
                        Some(Expression::ClassExpression(class)) => {
                            self.class(class, Some(id.name.as_str()), namespace);
                        }
                        Some(init) => {
                            self.values.insert(id.name.to_string(), init);
                        }
                        None => {}
                    }
                }
            }
            Declaration::FunctionDeclaration(_) | Declaration::TSExternalModuleDeclaration(_) => {}
        }
    }

    fn namespace(&mut self, declared: &'a TSNamespaceDeclaration<'a>, outer: &str) {
        let name = qualified(outer, declared.id.name.as_str());
        match &declared.body {
            TSNamespaceDeclarationBody::TSModuleBlock(block) => self.statements(&block.body, &name),
            TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => self.namespace(inner, &name),
        }
    }

    fn class(&mut self, class: &'a Class<'a>, variable: Option<&str>, namespace: &str) {
        if let Some(name) = variable.map(str::to_owned).or_else(|| class.name().map(|n| n.to_string())) {
            // A class beside an interface of its name is still a class, so it replaces what was there.
            self.types.insert(qualified(namespace, &name), Declared::Class);
            self.types.insert(name, Declared::Class);
        }
    }

    fn interface(&mut self, interface: &'a TSInterfaceDeclaration<'a>, namespace: &str) {
        let name = interface.id.name.as_str();
        if let Some(Declared::Interface(parts)) = self.types.get_mut(&qualified(namespace, name)) {
            parts.push(interface);
        } else {
            self.declare(namespace, name, || Declared::Interface(vec![interface]));
        }
    }

    /// Declares a name of a namespace under its full name, and under the short one, by which the namespace itself
    /// speaks of it.
    fn declare(&mut self, namespace: &str, name: &str, declared: impl Fn() -> Declared<'a>) {
        self.types.entry(qualified(namespace, name)).or_insert_with(&declared);
        self.types.entry(name.to_owned()).or_insert_with(declared);
    }

    fn typedefs(&mut self, doc: &Doc) {
        let mut current: Option<(String, Typedef)> = None;
        for tag in &doc.tags {
            match tag.kind.as_str() {
                "typedef" | "callback" => {
                    self.typedef(current.take());
                    let is_callback = tag.kind == "callback";
                    let typedef = Typedef { is_callback, ty: tag.ty.clone(), ..Typedef::default() };
                    current = Some((tag.name.clone(), typedef));
                }
                "property" | "prop" | "param" | "arg" | "argument" => {
                    if let Some((_, typedef)) = &mut current {
                        typedef.members.push(tag.clone());
                    }
                }
                "returns" | "return" => {
                    if let Some((_, typedef)) = &mut current {
                        typedef.returns.clone_from(&tag.ty);
                    }
                }
                "template" => {
                    self.templates.extend(tag.name.split(',').map(|name| name.trim().to_owned()));
                }
                _ => {}
            }
        }
        self.typedef(current);
    }

    fn typedef(&mut self, found: Option<(String, Typedef)>) {
        if let Some((name, typedef)) = found {
            // `@callback Class~name` is spoken of by its last part.
            let name = name.rsplit(['~', '#']).next().unwrap_or_default().to_owned();
            self.exports.entry(name.clone()).or_insert_with(|| Exported::Local(name.clone()));
            self.types.entry(name).or_insert(Declared::Typedef(typedef));
        }
    }
}

fn qualified(namespace: &str, name: &str) -> String {
    if namespace.is_empty() { name.to_owned() } else { format!("{namespace}.{name}") }
}
