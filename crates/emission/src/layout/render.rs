//! Where lines break. The rules are prettier's, for the few shapes that tests consist of.

use super::parse::Node;
use super::{INDENT, WIDTH};

/// Renders a statement whose first line stands at column `indent`.
pub(super) fn statement(nodes: &[Node], indent: usize) -> String {
    if let [Node::Text(text)] = nodes
        && indent + width(text) > WIDTH
        && let Some((name, value)) = text.split_once(" = ")
        && value.starts_with(['\'', '"'])
    {
        return format!("{name} =\n{}{value}", " ".repeat(indent + INDENT));
    }
    render(nodes, indent, indent, 0)
}

/// Renders nodes that start at `column` on a line indented by `indent`, with `tail` columns to come after them before
/// the next chance to break.
fn render(nodes: &[Node], indent: usize, mut column: usize, tail: usize) -> String {
    let mut out = String::new();
    for (index, node) in nodes.iter().enumerate() {
        let text = match node {
            Node::Text(text) => text.clone(),
            Node::Block(statements) => block(statements, indent),
            Node::List { open, items } => {
                let rest = width_to_break(&nodes[index + 1..], tail);
                match flat_list(*open, items) {
                    Some(flat) if column + width(&flat) + rest <= WIDTH => flat,
                    Some(flat) if items.is_empty() => flat,
                    _ => broken(*open, items, indent, column),
                }
            }
        };
        column = match text.rsplit_once('\n') {
            Some((_, last)) => width(last),
            None => column + width(&text),
        };
        out.push_str(&text);
    }
    out
}

/// How much must stand on the same line before the next place where a line may break.
fn width_to_break(nodes: &[Node], tail: usize) -> usize {
    let mut total = 0;
    for node in nodes {
        match node {
            Node::Text(text) => total += width(text),
            Node::List { items, .. } if items.is_empty() => total += 2,
            Node::Block(statements) if statements.is_empty() => total += 2,
            Node::List { .. } | Node::Block(_) => return total + 1,
        }
    }
    total + tail
}

fn flat(nodes: &[Node]) -> Option<String> {
    nodes.iter().map(flat_node).collect()
}

fn flat_node(node: &Node) -> Option<String> {
    match node {
        Node::Text(text) => Some(text.clone()),
        Node::List { open, items } => flat_list(*open, items),
        Node::Block(statements) => statements.is_empty().then(|| "{}".to_owned()),
    }
}

fn flat_list(open: char, items: &[Vec<Node>]) -> Option<String> {
    if (open == '[' && is_matrix(items)) || (open == '(' && is_composition(items)) {
        return None;
    }
    let mut text = items.iter().map(|item| flat(item)).collect::<Option<Vec<_>>>()?.join(", ");
    if items.last().is_some_and(Vec::is_empty) {
        text.push(',');
    }
    let space = if open == '{' && !items.is_empty() { " " } else { "" };
    Some(format!("{open}{space}{text}{space}{}", closing(open)))
}

/// Arrays of arrays, and arrays of objects, with more than one part each never stand on one line.
fn is_matrix(items: &[Vec<Node>]) -> bool {
    let row = |item: &Vec<Node>| match item.as_slice() {
        [Node::List { open: open @ ('[' | '{'), items }] if items.len() > 1 => Some(*open),
        _ => None,
    };
    let first = items.first().and_then(row);
    items.len() > 1 && first.is_some() && items.iter().all(|item| row(item) == first)
}

/// Several functions among the arguments of a call, or a function among the arguments of an argument, look like
/// functions being composed: each argument stands on a line of its own.
fn is_composition(items: &[Vec<Node>]) -> bool {
    let is_awaited =
        |item: &[Node]| matches!(item.first(), Some(Node::Text(text)) if text.starts_with("await "));
    let takes_function = |item: &Vec<Node>| match item.last() {
        Some(Node::List { open: '(', items }) if !is_awaited(item) => {
            items.iter().any(|item| is_function(item))
        }
        _ => false,
    };
    let functions = items.iter().filter(|item| is_function(item)).count();
    items.len() > 1 && (functions > 1 || items.iter().any(|item| !is_function(item) && takes_function(item)))
}

fn is_function(item: &[Node]) -> bool {
    item.iter().any(|node| matches!(node, Node::Text(text) if text.starts_with(" =>") || text == "async "))
}

fn broken(open: char, items: &[Vec<Node>], indent: usize, column: usize) -> String {
    if open == '('
        && let Some(text) = hugged_first(items, indent, column).or_else(|| hugged(items, indent, column))
    {
        return text;
    }
    let inner = indent + INDENT;
    let body = if open == '[' && is_numeric(items) {
        filled(items, inner)
    } else {
        items.iter().map(|item| line(open, item, inner)).collect()
    };
    format!("{open}\n{body}{}{}", " ".repeat(indent), closing(open))
}

/// An item on a line of its own.
fn line(open: char, item: &[Node], indent: usize) -> String {
    let margin = " ".repeat(indent);
    if open == '{'
        && let [Node::Text(text)] = item
        && indent + width(text) + 1 > WIDTH
        && let Some((key, value)) = text.split_once(": ")
        && value.starts_with(['\'', '"'])
    {
        return format!("{margin}{key}:\n{margin}{}{value},\n", " ".repeat(INDENT));
    }
    if let Some((signature, body)) = arrow(item)
        && flat(item).is_none_or(|flat| indent + width(&flat) + 1 > WIDTH)
        && hugging_body(&body).is_none()
        && let Some(signature) = flat(&signature)
    {
        let inner = indent + INDENT;
        return format!("{margin}{signature}\n{}{},\n", " ".repeat(inner), render(&body, inner, inner, 1));
    }
    format!("{margin}{},\n", render(item, indent, indent, 1))
}

/// The two sides of an arrow function whose body is an expression; the arrow stands on the left.
fn arrow(item: &[Node]) -> Option<(Vec<Node>, Vec<Node>)> {
    if matches!(item.last(), Some(Node::Block(_))) {
        return None;
    }
    let index = item.iter().position(|node| matches!(node, Node::Text(text) if text.starts_with(" => ")))?;
    let Node::Text(text) = &item[index] else { return None };
    let mut signature = item[..index].to_vec();
    signature.push(Node::Text(" =>".into()));
    let start = text.strip_prefix(" => ").filter(|start| !start.is_empty());
    let start = start.map(|start| Node::Text(start.to_owned()));
    Some((signature, start.into_iter().chain(item[index + 1..].iter().cloned()).collect()))
}

/// A body that starts on the line of its arrow: an array, or an object in parentheses. Gives the brackets around it.
fn hugging_body(body: &[Node]) -> Option<(char, &[Vec<Node>], bool)> {
    match body {
        [Node::List { open: '[', items }] => Some(('[', items, false)),
        [Node::List { open: '(', items }] => match items.as_slice() {
            [item] => match item.as_slice() {
                [Node::List { open: '{', items }] => Some(('{', items, true)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// `f(a, {` … `})`: only the last argument is broken, if the line before it is short enough for that.
fn hugged(items: &[Vec<Node>], indent: usize, column: usize) -> Option<String> {
    if is_composition(items) {
        return None;
    }
    let (last, head) = items.split_last()?;
    let shape = hug_shape(last)?;
    if head.last().and_then(|item| kind(item)) == Some(shape) {
        return None;
    }
    if let [Node::List { open: '[', items }] = last.as_slice()
        && !head.is_empty()
        && is_numeric(items)
    {
        return None;
    }
    let mut text = String::from("(");
    for item in head {
        text.push_str(&flat(item)?);
        text.push_str(", ");
    }
    let start = column + width(&text);
    let last = match last.as_slice() {
        [Node::List { open, items }] => broken(*open, items, indent, start),
        [signature @ .., Node::Block(statements)] => flat(signature)? + &block(statements, indent),
        function => {
            let (signature, body) = arrow(function)?;
            let signature = flat(&signature)?;
            let (open, items, in_parentheses) = hugging_body(&body)?;
            let body = broken(open, items, indent, start + width(&signature) + 1);
            if in_parentheses { format!("{signature} ({body})") } else { format!("{signature} {body}") }
        }
    };
    let first_line = last.lines().next().map_or(0, width);
    (start + first_line <= WIDTH).then(|| format!("{text}{last})"))
}

/// `f(() => {` … `}, a)`: a function with a body comes first, something short second.
fn hugged_first(items: &[Vec<Node>], indent: usize, column: usize) -> Option<String> {
    let [first, second] = items else { return None };
    let [.., Node::Block(statements)] = first.as_slice() else { return None };
    let is_text = |item: &Vec<Node>| matches!(item.as_slice(), [Node::Text(_)]);
    let is_simple = match second.as_slice() {
        [Node::Text(_), Node::List { open: '(', items }] => items.iter().all(is_text),
        [Node::List { items, .. }] => items.is_empty(),
        _ => is_text(second),
    };
    if statements.is_empty() || !is_simple || is_composition(items) {
        return None;
    }
    let text = format!("({}, {})", render(first, indent, column + 1, 1), flat(second)?);
    text.lines().all(|line| width(line) <= WIDTH).then_some(text)
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Hug {
    Object,
    Array,
    Function,
}

/// What kind of thing an argument is that may be hugged, if it has anything in it to break.
fn hug_shape(item: &[Node]) -> Option<Hug> {
    match item {
        [Node::List { items, .. }] if items.is_empty() => None,
        other => kind(other),
    }
}

fn kind(item: &[Node]) -> Option<Hug> {
    match item {
        [Node::List { open: '{', .. }] => Some(Hug::Object),
        [Node::List { open: '[', .. }] => Some(Hug::Array),
        [.., Node::Block(_)] => Some(Hug::Function),
        function => arrow(function).filter(|(_, body)| hugging_body(body).is_some()).map(|_| Hug::Function),
    }
}

fn is_numeric(items: &[Vec<Node>]) -> bool {
    let numeric = |item: &Vec<Node>| match item.as_slice() {
        [Node::Text(text)] => {
            let digits = text.strip_prefix('-').unwrap_or(text);
            digits.starts_with(|c: char| c.is_ascii_digit()) && !digits.ends_with('n')
        }
        _ => false,
    };
    items.len() > 1 && items.iter().all(numeric)
}

/// Numbers, as many on a line as go there.
fn filled(items: &[Vec<Node>], indent: usize) -> String {
    let margin = " ".repeat(indent);
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        let number = flat(item).unwrap_or_default();
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(&number) < WIDTH => {
                line.push(' ');
                line.push_str(&number);
                line.push(',');
            }
            _ => lines.push(format!("{margin}{number},")),
        }
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

fn block(statements: &[Vec<Node>], indent: usize) -> String {
    if statements.is_empty() {
        return "{}".to_owned();
    }
    let inner = indent + INDENT;
    let lines: String =
        statements.iter().map(|s| format!("{}{}\n", " ".repeat(inner), statement(s, inner))).collect();
    format!("{{\n{lines}{}}}", " ".repeat(indent))
}

fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}
