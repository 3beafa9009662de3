//! A small parser of regular expressions, just enough to make samples of them.

/// A part of an expression.
#[derive(Debug)]
pub(super) enum Node {
    /// Assertions and other things without extent.
    Empty,
    Char(char),
    Class(Class),
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    Repeat {
        inner: Box<Node>,
        least: usize,
        most: Option<usize>,
    },
}

/// A set of characters.
#[derive(Debug, Default)]
pub(super) struct Class {
    pub(super) negated: bool,
    pub(super) ranges: Vec<(char, char)>,
}

const DIGITS: &[(char, char)] = &[('0', '9')];
const WORD: &[(char, char)] = &[('a', 'z'), ('A', 'Z'), ('0', '9'), ('_', '_')];
const SPACE: &[(char, char)] = &[(' ', ' '), ('\t', '\r'), ('\u{a0}', '\u{a0}')];
/// What `.` leaves out.
const NEWLINES: &[(char, char)] = &[('\n', '\n'), ('\r', '\r'), ('\u{2028}', '\u{2029}')];

/// Deeper nesting than people write.
const DEEPEST: usize = 30;

/// Parses a whole expression, or gives up.
pub(super) fn parse(source: &str) -> Option<Node> {
    let chars: Vec<char> = source.chars().collect();
    let mut parser = Parser { chars: &chars, at: 0, depth: 0 };
    let node = parser.choice()?;
    (parser.at == chars.len()).then_some(node)
}

struct Parser<'a> {
    chars: &'a [char],
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += 1;
        Some(next)
    }

    fn eat(&mut self, text: &str) -> bool {
        let matches = text.chars().enumerate().all(|(index, c)| self.chars.get(self.at + index) == Some(&c));
        if matches {
            self.at += text.chars().count();
        }
        matches
    }

    fn choice(&mut self) -> Option<Node> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let mut options = vec![self.sequence()?];
        while self.eat("|") {
            options.push(self.sequence()?);
        }
        self.depth -= 1;
        Some(if options.len() == 1 { options.remove(0) } else { Node::Choice(options) })
    }

    fn sequence(&mut self) -> Option<Node> {
        let mut parts = Vec::new();
        while let Some(c) = self.peek() {
            if c == '|' || c == ')' {
                break;
            }
            let part = self.atom()?;
            parts.push(self.quantified(part)?);
        }
        Some(Node::Sequence(parts))
    }

    fn atom(&mut self) -> Option<Node> {
        match self.next()? {
            '^' | '$' => Some(Node::Empty),
            '.' => Some(Node::Class(Class { negated: true, ranges: NEWLINES.to_vec() })),
            '(' => self.group(),
            '[' => self.class(),
            '\\' => self.escape(),
            '*' | '+' | '?' => None,
            c => Some(Node::Char(c)),
        }
    }

    fn group(&mut self) -> Option<Node> {
        let looks = ["?=", "?!", "?<=", "?<!"].iter().any(|opening| self.eat(opening));
        if !looks && self.eat("?<") {
            while self.next()? != '>' {}
        } else if !looks && !self.eat("?:") && self.peek() == Some('?') {
            return None;
        }
        let inner = self.choice()?;
        if !self.eat(")") {
            return None;
        }
        Some(if looks { Node::Empty } else { inner })
    }

    fn quantified(&mut self, inner: Node) -> Option<Node> {
        let (least, most) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => match self.counts() {
                Some(counts) => counts,
                // A brace that is no quantifier stands for itself.
                None => return Some(inner),
            },
            _ => return Some(inner),
        };
        // Past the sign, or past the closing brace.
        self.at += 1;
        if most.is_some_and(|most| most < least) {
            return None;
        }
        self.eat("?");
        Some(Node::Repeat { inner: Box::new(inner), least, most })
    }

    /// `{2}`, `{2,}` or `{2,4}`; stops before the closing brace.
    fn counts(&mut self) -> Option<(usize, Option<usize>)> {
        let close = self.chars[self.at..].iter().position(|c| *c == '}')? + self.at;
        let text: String = self.chars[self.at + 1..close].iter().collect();
        let counts = match text.split_once(',') {
            None => {
                let count = text.parse().ok()?;
                (count, Some(count))
            }
            Some((least, "")) => (least.parse().ok()?, None),
            Some((least, most)) => (least.parse().ok()?, Some(most.parse().ok()?)),
        };
        self.at = close;
        Some(counts)
    }

    fn class(&mut self) -> Option<Node> {
        let negated = self.eat("^");
        let mut ranges = Vec::new();
        loop {
            let low = match self.next()? {
                ']' => break,
                '\\' if self.peek() == Some('b') => {
                    self.at += 1;
                    '\u{8}'
                }
                '\\' => match self.escape()? {
                    Node::Char(c) => c,
                    Node::Class(Class { negated: false, ranges: inner }) => {
                        ranges.extend(inner);
                        continue;
                    }
                    Node::Class(Class { negated: true, ranges: inner }) => {
                        ranges.extend(complement(&inner));
                        continue;
                    }
                    _ => return None,
                },
                c => c,
            };
            let is_range = self.peek() == Some('-') && self.chars.get(self.at + 1).is_some_and(|c| *c != ']');
            if !is_range {
                ranges.push((low, low));
                continue;
            }
            self.at += 1;
            let high = match self.next()? {
                '\\' => match self.escape()? {
                    Node::Char(c) => c,
                    _ => return None,
                },
                c => c,
            };
            if high < low {
                return None;
            }
            ranges.push((low, high));
        }
        Some(Node::Class(Class { negated, ranges }))
    }

    /// What follows a backslash.
    fn escape(&mut self) -> Option<Node> {
        let set =
            |negated, ranges: &[(char, char)]| Some(Node::Class(Class { negated, ranges: ranges.to_vec() }));
        match self.next()? {
            'd' => set(false, DIGITS),
            'D' => set(true, DIGITS),
            'w' => set(false, WORD),
            'W' => set(true, WORD),
            's' => set(false, SPACE),
            'S' => set(true, SPACE),
            'b' | 'B' => Some(Node::Empty),
            't' => Some(Node::Char('\t')),
            'n' => Some(Node::Char('\n')),
            'r' => Some(Node::Char('\r')),
            'f' => Some(Node::Char('\u{c}')),
            'v' => Some(Node::Char('\u{b}')),
            '0' => Some(Node::Char('\0')),
            'x' => self.hexadecimal(2),
            'u' if self.eat("{") => {
                let close = self.chars[self.at..].iter().position(|c| *c == '}')?;
                let node = self.hexadecimal(close)?;
                self.at += 1;
                Some(node)
            }
            'u' => self.hexadecimal(4),
            'k' | 'p' | 'P' | 'c' | '1'..='9' => None,
            c => Some(Node::Char(c)),
        }
    }

    fn hexadecimal(&mut self, digits: usize) -> Option<Node> {
        let text: String = self.chars.get(self.at..self.at + digits)?.iter().collect();
        self.at += digits;
        char::from_u32(u32::from_str_radix(&text, 16).ok()?).map(Node::Char)
    }
}

/// Printable ASCII without these.
fn complement(ranges: &[(char, char)]) -> Vec<(char, char)> {
    let left_out = |c: &char| !ranges.iter().any(|(low, high)| (low..=high).contains(&c));
    (' '..='~').filter(left_out).map(|c| (c, c)).collect()
}
