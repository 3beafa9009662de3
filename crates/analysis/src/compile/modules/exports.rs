//! Export declarations: the getters they stand for, and the declarations that remain of them.

use oxc_ast::ast::{
    Declaration, ExportAllDeclaration, ExportDefaultDeclaration, ExportDefaultDeclarationKind,
    ExportNamedDeclaration, ExportSpecifier, Expression, ModuleExportName, Statement,
};
use oxc_span::{GetSpan, Span};

use super::{Export, Linker, property_of};
use crate::compile::position::offset;

const DEFAULT: &str = "$kDefault";

impl<'a> Linker<'a, '_> {
    pub(super) fn export(&mut self, statement: &Statement<'a>) {
        match statement {
            Statement::ExportDeclaration(it) => {
                for name in declared_names(&it.declaration) {
                    self.add_export(&name, name.clone(), it.span);
                }
                self.edits.replace(it.span.start, it.declaration.span().start, "");
            }
            Statement::ExportNamedDeclaration(it) => self.export_list(it),
            Statement::ExportFromDeclaration(it) => {
                let namespace = self.namespace_of(&it.source.value, it.span.start);
                for ExportSpecifier { local, exported, .. } in &it.specifiers {
                    self.add_export(&exported.name(), property_of(&namespace, &local.name()), it.span);
                }
                self.remove(it.span);
            }
            Statement::ExportAllDeclaration(it) => self.export_all(it),
            Statement::ExportDefaultDeclaration(it) => self.export_default(it),
            _ => {}
        }
    }

    fn export_list(&mut self, it: &ExportNamedDeclaration<'a>) {
        for ExportSpecifier { local, exported, .. } in &it.specifiers {
            let imported = match local {
                ModuleExportName::IdentifierReference(reference) => reference
                    .reference_id
                    .get()
                    .and_then(|id| self.semantic.scoping().get_reference(id).symbol_id())
                    .and_then(|symbol| self.imported.get(&symbol)),
                _ => None,
            };
            let expression = imported.map_or_else(|| local.name().to_string(), |it| it.expression.clone());
            self.add_export(&exported.name(), expression, it.span);
        }
        self.remove(it.span);
    }

    fn export_all(&mut self, it: &ExportAllDeclaration<'a>) {
        let namespace = self.namespace_of(&it.source.value, it.span.start);
        match &it.exported {
            Some(name) => self.add_export(&name.name(), namespace, it.span),
            None => {
                let number = self.specifiers.iter().position(|(known, _)| *known == it.source.value.as_str());
                self.exported_whole.extend(number);
            }
        }
        self.remove(it.span);
    }

    fn export_default(&mut self, it: &ExportDefaultDeclaration<'a>) {
        let declaration = it.declaration.span();
        let (id, is_anonymous) = match &it.declaration {
            ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
                self.edits.replace(it.span.start, declaration.start, "");
                if function.id.is_none() {
                    self.edits.open(function.params.span.start, format!(" {DEFAULT}"));
                    self.unnamed_default_function = true;
                }
                let name = function.id.as_ref().map_or(DEFAULT, |id| id.name.as_str());
                return self.add_export("default", name.to_owned(), it.span);
            }
            ExportDefaultDeclarationKind::ClassDeclaration(class) => (class.id.as_ref(), true),
            ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => return,
            other => (None, other.as_expression().is_some_and(is_anonymous_function)),
        };
        if let Some(id) = id {
            self.edits.replace(it.span.start, declaration.start, "");
            return self.add_export("default", id.name.to_string(), it.span);
        }
        // Only the keywords go: there may be a parenthesis between them and the expression.
        let keywords_end = self.end_of_keyword("default", it.span.start);
        let text = &self.source[it.span.start as usize..it.span.end as usize];
        let value_end = if text.ends_with(';') { it.span.end - 1 } else { it.span.end };
        let (open, close) = if is_anonymous { ("({[\"default\"]:", "})[\"default\"];") } else { ("(", ");") };
        self.edits.replace(it.span.start, keywords_end, format!("const {DEFAULT}={open}"));
        self.edits.close(value_end, close);
        self.add_export("default", DEFAULT.to_owned(), it.span);
    }

    fn add_export(&mut self, name: &str, expression: String, statement: Span) {
        self.exports.push(Export { name: name.to_owned(), expression, origin: statement.start });
    }

    /// Where a keyword after `start` ends; comments before it are skipped.
    fn end_of_keyword(&self, keyword: &str, start: u32) -> u32 {
        let mut at = start as usize;
        loop {
            let rest = &self.source[at..];
            if rest.is_empty() || rest.starts_with(keyword) {
                return offset(self.source.len().min(at + keyword.len()));
            }
            at += if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else {
                rest.chars().next().map_or(1, char::len_utf8)
            };
        }
    }
}

fn declared_names(declaration: &Declaration<'_>) -> Vec<String> {
    match declaration {
        Declaration::VariableDeclaration(it) => it
            .declarations
            .iter()
            .flat_map(|declarator| declarator.id.get_binding_identifiers())
            .map(|identifier| identifier.name.to_string())
            .collect(),
        Declaration::FunctionDeclaration(it) => it.id.iter().map(|id| id.name.to_string()).collect(),
        Declaration::ClassDeclaration(it) => it.id.iter().map(|id| id.name.to_string()).collect(),
        _ => Vec::new(),
    }
}

fn is_anonymous_function(value: &Expression<'_>) -> bool {
    match value {
        Expression::ArrowFunctionExpression(_) => true,
        Expression::FunctionExpression(it) => it.id.is_none(),
        Expression::ClassExpression(it) => it.id.is_none(),
        _ => false,
    }
}
