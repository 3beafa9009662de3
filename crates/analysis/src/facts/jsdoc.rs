//! JSDoc comments as tags. What a type in braces means is left to `jsdoc_types`, what a tag is for to its readers.

/// The tags of one comment.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Doc {
    pub(super) tags: Vec<Tag>,
    /// What stands before the first tag.
    pub(super) summary: String,
}

/// `@kind {ty} name text`, `@kind {ty} [name=default] text`
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tag {
    pub(super) kind: String,
    /// Between the braces.
    pub(super) ty: Option<String>,
    /// The first word after the type, dotted for a property of a parameter; without brackets.
    pub(super) name: String,
    /// It stands in brackets.
    pub(super) optional: bool,
    /// After `=` in the brackets.
    pub(super) default: Option<String>,
}

impl Doc {
    /// Reads a whole comment, delimiters included.
    pub(super) fn parse(comment: &str) -> Self {
        let text = comment.trim_start_matches("/**").trim_end_matches("*/");
        let mut doc = Self::default();
        let mut current: Option<String> = None;
        for line in text.lines() {
            let line = line.trim_start();
            let line = line.strip_prefix('*').unwrap_or(line).trim();
            if line.starts_with('@') {
                doc.tags.extend(current.take().as_deref().and_then(parse_tag));
                current = Some(line.to_owned());
                continue;
            }
            let into = current.as_mut().unwrap_or(&mut doc.summary);
            into.push(' ');
            into.push_str(line);
        }
        doc.tags.extend(current.as_deref().and_then(parse_tag));
        doc.summary = doc.summary.trim().to_owned();
        doc
    }

    /// The tags of one of these kinds.
    pub(super) fn of<'d>(&'d self, kinds: &'d [&str]) -> impl Iterator<Item = &'d Tag> + 'd {
        self.tags.iter().filter(move |tag| kinds.contains(&tag.kind.as_str()))
    }

    /// The parameters, nested ones (`options.name`) included.
    pub(super) fn params(&self) -> impl Iterator<Item = &Tag> {
        self.of(&["param", "arg", "argument"])
    }

    /// The type of the result.
    pub(super) fn returns(&self) -> Option<&str> {
        self.of(&["returns", "return"]).find_map(|tag| tag.ty.as_deref())
    }

    /// `@type {…}`
    pub(super) fn declared(&self) -> Option<&str> {
        self.of(&["type"]).find_map(|tag| tag.ty.as_deref())
    }
}

fn parse_tag(text: &str) -> Option<Tag> {
    let text = text.strip_prefix('@')?;
    let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    let mut tag = Tag { kind: text[..end].to_owned(), ..Tag::default() };
    let mut rest = text[end..].trim_start();
    rest = tag.take_type(rest);
    rest = tag.take_name(rest);
    // The YUI order: `@param name {Type}`.
    if tag.ty.is_none() {
        tag.take_type(rest);
    }
    Some(tag)
}

impl Tag {
    fn take_type<'t>(&mut self, text: &'t str) -> &'t str {
        let Some((inside, rest)) = bracketed(text, '{', '}') else { return text };
        self.ty = Some(inside.trim().to_owned());
        rest.trim_start()
    }

    fn take_name<'t>(&mut self, text: &'t str) -> &'t str {
        let (name, rest) = match bracketed(text, '[', ']') {
            Some((inside, rest)) => {
                self.optional = true;
                let (name, default) = match inside.split_once('=') {
                    Some((name, default)) => (name, Some(default.trim().to_owned())),
                    None => (inside, None),
                };
                self.default = default.filter(|text| !text.is_empty());
                (name.trim(), rest)
            }
            None => {
                let end = text.find(char::is_whitespace).unwrap_or(text.len());
                (&text[..end], &text[end..])
            }
        };
        self.name = name.trim_start_matches("...").trim_end_matches(',').to_owned();
        rest.trim_start()
    }
}

/// What stands between a bracket at the start of the text and the one that closes it, and what follows.
fn bracketed(text: &str, open: char, close: char) -> Option<(&str, &str)> {
    if !text.starts_with(open) {
        return None;
    }
    let mut depth = 0_usize;
    let mut quote: Option<char> = None;
    for (at, c) in text.char_indices() {
        match quote {
            Some(q) if c == q => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'' | '`') && closes_later(&text[at + 1..], c, close) => {
                quote = Some(c)
            }
            None if c == open => depth += 1,
            None if c == close => {
                depth -= 1;
                if depth == 0 {
                    return Some((&text[open.len_utf8()..at], &text[at + close.len_utf8()..]));
                }
            }
            None => {}
        }
    }
    None
}

/// Whether a quote is a string's beginning and not an apostrophe: its pair comes before the bracket does.
fn closes_later(text: &str, quote: char, bracket: char) -> bool {
    text.find(quote).is_some_and(|end| !text[..end].contains('\n') && end <= text.rfind(bracket).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(kind: &str, ty: Option<&str>, name: &str, optional: bool, default: Option<&str>) -> Tag {
        Tag {
            kind: kind.into(),
            ty: ty.map(str::to_owned),
            name: name.into(),
            optional,
            default: default.map(str::to_owned),
        }
    }

    #[test]
    fn a_tag_gives_type_name_and_default() {
        for (text, expected) in [
            ("@param {string} name The name.", tag("param", Some("string"), "name", false, None)),
            ("@param {number} [size=16] - how", tag("param", Some("number"), "size", true, Some("16"))),
            ("@param {{a: {b: 1}}} options", tag("param", Some("{a: {b: 1}}"), "options", false, None)),
            ("@param {'}'|\"{\"} brace", tag("param", Some("'}'|\"{\""), "brace", false, None)),
            ("@param options.name what", tag("param", None, "options.name", false, None)),
            ("@param name {String} yui", tag("param", Some("String"), "name", false, None)),
            ("@param {...*} [args]", tag("param", Some("...*"), "args", true, None)),
            ("@param {string} [sep='], '] it's", tag("param", Some("string"), "sep", true, Some("'], '"))),
            ("@returns {Array<string>}", tag("returns", Some("Array<string>"), "", false, None)),
        ] {
            assert_eq!(parse_tag(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn tags_may_span_lines() {
        let doc = Doc::parse(
            "/**\n * Says.\n * More.\n * @param {{\n *   a: number,\n * }} x It's\n *   long\n * @return {void}\n */",
        );
        assert_eq!(doc.summary, "Says. More.");
        assert_eq!(doc.tags[0].name, "x");
        assert_eq!(doc.tags[0].ty.as_deref(), Some("{ a: number, }"));
        assert_eq!(doc.returns(), Some("void"));
    }
}
