//! Printed text as a tree of brackets: just enough structure to break lines.

use std::iter::Peekable;
use std::str::Chars;

use kiskadee_model::Number;

/// A piece of a statement.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    /// Text without brackets, strings included.
    Text(String),
    /// Items between brackets, separated by commas. An item without nodes is a hole.
    List { open: char, items: Vec<Vec<Node>> },
    /// The body of a function.
    Block(Vec<Vec<Node>>),
}

/// Reads a statement.
pub(super) fn parse(text: &str) -> Vec<Node> {
    let mut parser = Parser { chars: text.chars().peekable() };
    let mut nodes = Vec::new();
    while let Some(stop) = parser.nodes(&mut nodes, &[]) {
        push_char(&mut nodes, stop);
    }
    nodes
}

struct Parser<'a> {
    chars: Peekable<Chars<'a>>,
}

impl Parser<'_> {
    /// Reads nodes up to one of `stops` or an unmatched bracket, which is taken and returned.
    fn nodes(&mut self, nodes: &mut Vec<Node>, stops: &[char]) -> Option<char> {
        while let Some(c) = self.chars.next() {
            match c {
                _ if stops.contains(&c) => return Some(c),
                '\'' | '"' => {
                    let text = self.string(c);
                    push_text(nodes, &text);
                }
                // Our printer never divides, so a slash starts a regular expression.
                '/' => {
                    let text = self.regexp();
                    push_text(nodes, &text);
                }
                '{' if opens_block(nodes) => nodes.push(self.block()),
                '(' | '[' | '{' => nodes.push(self.list(c)),
                ')' | ']' | '}' => return Some(c),
                '+' if ends_in_exponent(nodes) => {}
                c => push_char(nodes, c),
            }
        }
        None
    }

    fn list(&mut self, open: char) -> Node {
        let mut items = Vec::new();
        let mut commas = 0;
        loop {
            let mut item = Vec::new();
            let stop = self.nodes(&mut item, &[',']);
            let item = trimmed(item);
            items.push(if open == '{' { with_plain_key(item) } else { item });
            if stop != Some(',') {
                break;
            }
            commas += 1;
        }
        // After the last comma, or between brackets with nothing in them, there is no item.
        if items.last().is_some_and(Vec::is_empty) {
            items.pop();
        }
        debug_assert!(items.len() <= commas + 1, "every item but one follows a comma");
        Node::List { open, items }
    }

    fn block(&mut self) -> Node {
        let mut statements = Vec::new();
        loop {
            let mut statement = Vec::new();
            let stop = self.nodes(&mut statement, &['\n']);
            let statement = trimmed(statement);
            if !statement.is_empty() {
                statements.push(statement);
            }
            if stop != Some('\n') {
                return Node::Block(statements);
            }
        }
    }

    fn string(&mut self, quote: char) -> String {
        let mut text = String::from(quote);
        while let Some(c) = self.chars.next() {
            text.push(c);
            if c == '\\' {
                text.extend(self.chars.next());
            } else if c == quote {
                break;
            }
        }
        text
    }

    fn regexp(&mut self) -> String {
        let mut text = String::from('/');
        let mut in_class = false;
        while let Some(c) = self.chars.next() {
            text.push(c);
            match c {
                '\\' => text.extend(self.chars.next()),
                '[' => in_class = true,
                ']' => in_class = false,
                '/' if !in_class => break,
                _ => {}
            }
        }
        text
    }
}

fn push_text(nodes: &mut Vec<Node>, text: &str) {
    match nodes.last_mut() {
        Some(Node::Text(last)) => last.push_str(text),
        _ => nodes.push(Node::Text(text.to_owned())),
    }
}

fn push_char(nodes: &mut Vec<Node>, c: char) {
    push_text(nodes, c.encode_utf8(&mut [0; 4]));
}

/// An object literal that an arrow function returns stands in parentheses, so a brace after an arrow opens a body.
fn opens_block(nodes: &[Node]) -> bool {
    matches!(nodes.last(), Some(Node::Text(text)) if text.ends_with("=> "))
}

fn ends_in_exponent(nodes: &[Node]) -> bool {
    let Some(Node::Text(text)) = nodes.last() else { return false };
    let mut chars = text.chars().rev();
    chars.next() == Some('e') && chars.next().is_some_and(|c| c.is_ascii_digit())
}

/// Keys that are numbers written as JavaScript writes them need no quotes.
fn with_plain_key(mut item: Vec<Node>) -> Vec<Node> {
    let Some(Node::Text(text)) = item.first_mut() else { return item };
    let Some((key, rest)) = text.strip_prefix('\'').and_then(|text| text.split_once("':")) else {
        return item;
    };
    let is_decimal =
        key.starts_with(|c: char| c.is_ascii_digit()) && key.chars().all(|c| c.is_ascii_digit() || c == '.');
    if is_decimal && key.parse().is_ok_and(|value| Number(value).to_string() == key) {
        *text = format!("{key}:{rest}");
    }
    item
}

fn trimmed(mut nodes: Vec<Node>) -> Vec<Node> {
    if let Some(Node::Text(first)) = nodes.first_mut() {
        *first = first.trim_start().to_owned();
    }
    if let Some(Node::Text(last)) = nodes.last_mut() {
        *last = last.trim_end().to_owned();
    }
    nodes.retain(|node| !matches!(node, Node::Text(text) if text.is_empty()));
    nodes
}
