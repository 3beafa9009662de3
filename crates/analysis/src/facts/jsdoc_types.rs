//! The type expressions of JSDoc: Closure's (`Array.<T>`, `function(A): B`, `?T`, `T=`) and TypeScript's
//! (`T[]`, `(a: A) => B`, `{a: A, b?: B}`, `'x' | 'y'`). What a name means is asked of the caller.

use kiskadee_model::{Expr, Property, Type};

use super::literal::named;
use super::shape::{intersection, union, without_undefined};

/// A parsed type with what its decoration says of the parameter that bears it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct DocType {
    pub(super) ty: Type,
    /// `{T=}`
    pub(super) optional: bool,
    /// `{...T}`
    pub(super) rest: bool,
}

/// Says what a name with type arguments means. The first argument is the module of `import('module').Name`.
pub(super) type Names<'n> = dyn Fn(Option<&str>, &str, Vec<Type>) -> Type + 'n;

/// Reads a type expression. What cannot be understood says nothing: [`Type::Any`].
pub(super) fn parse(text: &str, names: &Names<'_>) -> DocType {
    let mut text = text.trim();
    let mut found = DocType::default();
    if let Some(repeated) = text.strip_prefix("...") {
        found.rest = true;
        text = repeated.trim();
        if let Some(inside) = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
            text = inside;
        }
    }
    if let Some(shorter) = text.strip_suffix('=') {
        found.optional = true;
        text = shorter;
    }
    let mut parser = Parser { text, names, depth: 0 };
    let ty = parser.result();
    parser.space();
    found.ty = if parser.text.is_empty() { ty.unwrap_or_default() } else { Type::Any };
    found
}

/// Deeper nesting is an attack on the stack, not a type.
const DEEPEST: usize = 40;

/// A recursive descent over the rest of the text. Function types are read in `jsdoc_functions`.
pub(super) struct Parser<'t, 'n> {
    pub(super) text: &'t str,
    names: &'n Names<'n>,
    depth: usize,
}

impl<'t> Parser<'t, '_> {
    fn space(&mut self) {
        self.text = self.text.trim_start();
    }

    pub(super) fn eat(&mut self, token: &str) -> bool {
        self.space();
        match self.text.strip_prefix(token) {
            Some(rest) => {
                self.text = rest;
                true
            }
            None => false,
        }
    }

    pub(super) fn expect(&mut self, token: &str) -> Option<()> {
        self.eat(token).then_some(())
    }

    pub(super) fn sees(&mut self, token: &str) -> bool {
        self.space();
        self.text.starts_with(token)
    }

    /// Eats a word only if it is a whole word.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        self.space();
        let Some(rest) = self.text.strip_prefix(word) else { return false };
        if rest.starts_with(is_name_char) {
            return false;
        }
        self.text = rest;
        true
    }

    pub(super) fn name(&mut self) -> Option<&'t str> {
        self.space();
        let end = self.text.find(|c: char| !is_name_char(c)).unwrap_or(self.text.len());
        let (name, rest) = self.text.split_at(end);
        self.text = rest;
        (!name.is_empty()).then_some(name)
    }

    pub(super) fn union_type(&mut self) -> Option<Type> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        self.eat("|");
        let mut members = vec![self.intersection_type()?];
        while !self.sees("||") && self.eat("|") {
            members.push(self.intersection_type()?);
        }
        self.depth -= 1;
        Some(if members.contains(&Type::Any) { Type::Any } else { union(members) })
    }

    fn intersection_type(&mut self) -> Option<Type> {
        let mut members = vec![self.postfix_type()?];
        while self.eat("&") {
            members.push(self.postfix_type()?);
        }
        Some(if members.len() == 1 { members.remove(0) } else { intersection(members) })
    }

    pub(super) fn postfix_type(&mut self) -> Option<Type> {
        let mut ty = self.prefix_type()?;
        loop {
            if self.eat("[]") {
                ty = Type::Array(Box::new(ty));
            } else if self.sees("[") {
                // `T['key']` is a look-up that is left alone.
                self.eat("[");
                self.union_type()?;
                self.expect("]")?;
                ty = Type::Any;
            } else if self.eat("?") {
                ty = union(vec![ty, Type::Null]);
            } else if !self.eat("!") {
                return Some(ty);
            }
        }
    }

    fn prefix_type(&mut self) -> Option<Type> {
        if self.eat("?") {
            self.space();
            if self.text.is_empty() || self.text.starts_with(['|', ')', ',', '>', '}']) {
                return Some(Type::Any);
            }
            return Some(match self.postfix_type()? {
                Type::Any => Type::Any,
                ty => union(vec![ty, Type::Null]),
            });
        }
        if self.eat("!") {
            return self.postfix_type();
        }
        if self.eat("*") {
            return Some(Type::Any);
        }
        if self.eat_word("readonly") {
            return self.postfix_type();
        }
        if self.eat_word("keyof") || self.eat_word("unique") || self.eat_word("infer") {
            self.postfix_type()?;
            return Some(Type::Any);
        }
        if self.eat_word("typeof") {
            self.name()?;
            while self.eat(".") {
                self.name()?;
            }
            return Some(Type::Any);
        }
        if self.eat_word("asserts") {
            self.text = "";
            return Some(Type::Undefined);
        }
        if self.eat_word("new") {
            self.arrow()?;
            return Some(Type::Any);
        }
        self.primary()
    }

    fn primary(&mut self) -> Option<Type> {
        self.space();
        let first = self.text.chars().next()?;
        match first {
            '(' => self.parenthesized(),
            '{' => self.object(),
            '[' => self.tuple(),
            '\'' | '"' => self.string(first).map(|text| Type::Literal(Expr::string(&text))),
            '`' => self.string(first).map(|_| Type::String),
            '-' | '0'..='9' => self.number(),
            _ => self.reference(),
        }
    }

    fn parenthesized(&mut self) -> Option<Type> {
        let before = self.text;
        if let Some(arrow) = self.arrow() {
            return Some(arrow);
        }
        self.text = before;
        self.expect("(")?;
        let ty = self.union_type()?;
        self.expect(")")?;
        Some(ty)
    }

    fn object(&mut self) -> Option<Type> {
        self.expect("{")?;
        let mut properties = Vec::new();
        let mut index: Option<Type> = None;
        while !self.eat("}") {
            self.eat_word("readonly");
            if self.eat("[") {
                self.name()?;
                self.expect(":")?;
                self.union_type()?;
                self.expect("]")?;
                self.expect(":")?;
                index = Some(self.union_type()?);
            } else {
                properties.push(self.member()?);
            }
            if !self.eat(",") && !self.eat(";") {
                self.expect("}")?;
                break;
            }
        }
        Some(match index {
            Some(value) if properties.is_empty() => Type::Record(Box::new(value)),
            _ => Type::Object(properties),
        })
    }

    fn member(&mut self) -> Option<Property> {
        self.space();
        let key = match self.text.chars().next()? {
            quote @ ('\'' | '"') => self.string(quote)?,
            _ => self.name()?.to_owned(),
        };
        let mut optional = self.eat("?");
        if self.sees("(") {
            // A method: `name(a: A): R`
            let ty = self.method()?;
            return Some(Property { key, ty, optional });
        }
        let ty = if self.eat(":") { self.union_type()? } else { Type::Any };
        optional |= self.eat("=");
        let (ty, maybe) = without_undefined(ty);
        Some(Property { key, ty, optional: optional || maybe })
    }

    fn tuple(&mut self) -> Option<Type> {
        self.expect("[")?;
        let mut elements = Vec::new();
        while !self.eat("]") {
            let rest = self.eat("...");
            let before = self.text;
            let labelled = self.name().is_some() && (self.eat("?:") || self.eat(":"));
            if !labelled {
                self.text = before;
            }
            let ty = self.union_type()?;
            if !rest {
                elements.push(ty);
            }
            if !self.eat(",") {
                self.expect("]")?;
                break;
            }
        }
        Some(Type::Tuple(elements))
    }

    fn string(&mut self, quote: char) -> Option<String> {
        let inside = self.text.strip_prefix(quote)?;
        let mut value = String::new();
        let mut escaped = false;
        for (at, c) in inside.char_indices() {
            if escaped {
                value.push(match c {
                    'n' => '\n',
                    't' => '\t',
                    other => other,
                });
                escaped = false;
            } else if c == '\\' {
                escaped = true;
            } else if c == quote {
                self.text = &inside[at + quote.len_utf8()..];
                return Some(value);
            } else {
                value.push(c);
            }
        }
        None
    }

    fn number(&mut self) -> Option<Type> {
        let end = self
            .text
            .char_indices()
            .find(|&(at, c)| !(c.is_ascii_alphanumeric() || c == '.' || (at == 0 && c == '-')))
            .map_or(self.text.len(), |(at, _)| at);
        let (digits, rest) = self.text.split_at(end);
        let value: f64 = digits.parse().ok()?;
        self.text = rest;
        Some(Type::Literal(Expr::number(value)))
    }

    fn reference(&mut self) -> Option<Type> {
        let mut module = None;
        if self.eat_word("import") {
            self.expect("(")?;
            self.space();
            let quote = self.text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
            module = Some(self.string(quote)?);
            self.expect(")")?;
            if !self.eat(".") {
                return Some(Type::Any);
            }
        }
        if self.eat("module:") {
            // `module:path/of/it~Name`: only the name helps.
            let end = self.text.find(['|', ',', '>', ')', ' ', '}']).unwrap_or(self.text.len());
            let (path, rest) = self.text.split_at(end);
            self.text = rest;
            return path.rsplit(['~', '.', '/', '#']).next().map(named);
        }
        let mut name = self.name()?.to_owned();
        if name == "function" && self.sees("(") {
            return self.closure_function();
        }
        loop {
            if self.sees(".<") {
                self.eat(".");
                break;
            }
            if self.eat("~") || self.eat("#") {
                self.name()?.clone_into(&mut name);
            } else if self.eat(".") {
                name.push('.');
                name.push_str(self.name()?);
            } else {
                break;
            }
        }
        let mut args = Vec::new();
        if self.eat("<") {
            while !self.eat(">") {
                args.push(self.union_type()?);
                if !self.eat(",") {
                    self.expect(">")?;
                    break;
                }
            }
        }
        Some((self.names)(module.as_deref(), &name, args))
    }
}

fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}
