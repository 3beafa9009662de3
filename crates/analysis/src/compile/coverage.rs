//! What is counted in one file, numbered as Istanbul numbers it, and the report entry made from the counts.

use serde_json::{Map, Value, json};

use super::position::Position;

/// A stretch of source. Istanbul has no place for an `else` that is not written: then both ends are missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// First character.
    pub start: Option<Position>,
    /// Just after the last character.
    pub end: Option<Position>,
}

impl Range {
    /// The place of something that is not in the source.
    pub const ABSENT: Self = Self { start: None, end: None };

    pub(crate) fn new(start: Position, end: Position) -> Self {
        Self { start: Some(start), end: Some(end) }
    }

    fn to_json(self) -> Value {
        let end_to_json = |end: Option<Position>| match end {
            Some(Position { line, column }) => json!({ "line": line, "column": column }),
            None => json!({}),
        };
        json!({ "start": end_to_json(self.start), "end": end_to_json(self.end) })
    }

    fn first_line(self) -> Value {
        self.start.map_or(Value::Null, |start| start.line.into())
    }
}

/// A function that is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FunctionEntry {
    /// Its own name, or `(anonymous_N)`, N being its number.
    pub name: String,
    /// Its name, or its first character where it has none.
    pub decl: Range,
    /// Its body.
    pub loc: Range,
    /// The line on which the body starts.
    pub line: u32,
    /// Byte offset of the function in the original source; for methods and accessors that of the parameter list,
    /// where their function begins in the tree.
    pub span_start: u32,
    /// Byte offset just after it.
    pub span_end: u32,
}

/// Why control can go several ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BranchKind {
    /// `if`, with or without `else`.
    If,
    /// `a ? b : c`.
    Conditional,
    /// A chain of `&&`, `||` and `??`; one location for each operand.
    Logical,
    /// `switch`; one location for each case.
    Switch,
    /// The default value of a parameter or of a destructured name; one location.
    DefaultValue,
}

impl BranchKind {
    /// The word for it in a report.
    #[must_use]
    pub fn istanbul_type(self) -> &'static str {
        match self {
            Self::If => "if",
            Self::Conditional => "cond-expr",
            Self::Logical => "binary-expr",
            Self::Switch => "switch",
            Self::DefaultValue => "default-arg",
        }
    }
}

/// A place where control can go several ways.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BranchEntry {
    /// What makes it branch.
    pub kind: BranchKind,
    /// The whole construct.
    pub loc: Range,
    /// The ways to go. None where all of them are ignored: Istanbul leaves the number of such a branch unused.
    pub locations: Vec<Range>,
    /// The line on which the construct starts.
    pub line: u32,
}

/// One counter of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Counter {
    /// A statement, by its number.
    Statement(u32),
    /// A function, by its number.
    Function(u32),
    /// One way of a branch.
    Branch {
        /// The number of the branch.
        branch: u32,
        /// Which of its locations.
        location: u32,
    },
}

/// All that is counted in one file. Empty for a file that is only loaded, not measured.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CoverageMap {
    /// Statements, declared values and values of class fields.
    pub statements: Vec<Range>,
    /// Functions and methods.
    pub functions: Vec<FunctionEntry>,
    /// Branches.
    pub branches: Vec<BranchEntry>,
}

impl CoverageMap {
    /// How many counters there are: statements first, then functions, then the locations of all branches.
    #[must_use]
    pub fn counters(&self) -> usize {
        let locations: usize = self.branches.iter().map(|branch| branch.locations.len()).sum();
        self.statements.len() + self.functions.len() + locations
    }

    /// Where a counter stands in the array of counters. `None` for a counter that this map does not have.
    #[must_use]
    pub fn index_of(&self, counter: Counter) -> Option<usize> {
        match counter {
            Counter::Statement(number) => {
                Some(number as usize).filter(|&index| index < self.statements.len())
            }
            Counter::Function(number) => Some(number as usize)
                .filter(|&index| index < self.functions.len())
                .map(|index| self.statements.len() + index),
            Counter::Branch { branch, location } => {
                let entry = self.branches.get(branch as usize)?;
                let location = Some(location as usize).filter(|&index| index < entry.locations.len())?;
                Some(self.first_of_branch(branch as usize) + location)
            }
        }
    }

    /// What stands at a place of the array of counters.
    #[must_use]
    pub fn counter_at(&self, index: usize) -> Option<Counter> {
        let number = |index: usize| u32::try_from(index).ok();
        if index < self.statements.len() {
            return number(index).map(Counter::Statement);
        }
        let mut rest = index - self.statements.len();
        if rest < self.functions.len() {
            return number(rest).map(Counter::Function);
        }
        rest -= self.functions.len();
        for (branch, entry) in self.branches.iter().enumerate() {
            if rest < entry.locations.len() {
                return Some(Counter::Branch { branch: number(branch)?, location: number(rest)? });
            }
            rest -= entry.locations.len();
        }
        None
    }

    /// The index of every branch's first location, for rendering many counters at once.
    pub(crate) fn branch_offsets(&self) -> Vec<usize> {
        let mut next = self.statements.len() + self.functions.len();
        let mut offsets = Vec::with_capacity(self.branches.len());
        for branch in &self.branches {
            offsets.push(next);
            next += branch.locations.len();
        }
        offsets
    }

    /// The entry of this file in `coverage-final.json`. Counts that `counts` lacks are zero.
    #[must_use]
    pub fn to_istanbul_json(&self, path: &str, counts: &[u32]) -> Value {
        let count = |index: usize| counts.get(index).copied().unwrap_or(0);
        let functions_start = self.statements.len();
        let branches_start = functions_start + self.functions.len();

        let statement_map = numbered(self.statements.iter().map(|range| range.to_json()));
        let statement_counts = numbered((0..functions_start).map(|index| count(index).into()));
        let function_map = numbered(self.functions.iter().map(|function| {
            json!({
                "name": function.name,
                "decl": function.decl.to_json(),
                "loc": function.loc.to_json(),
                "line": function.line,
            })
        }));
        let function_counts = numbered((functions_start..branches_start).map(|index| count(index).into()));

        let mut branch_map = Map::new();
        let mut branch_counts = Map::new();
        let mut next = branches_start;
        for (number, branch) in self.branches.iter().enumerate() {
            if branch.locations.is_empty() {
                continue;
            }
            let locations: Vec<Value> = branch.locations.iter().map(|range| range.to_json()).collect();
            let entry = json!({
                "loc": branch.loc.to_json(),
                "type": branch.kind.istanbul_type(),
                "locations": locations,
                "line": branch.loc.first_line(),
            });
            branch_map.insert(number.to_string(), entry);
            let own_counts: Vec<u32> = (next..next + branch.locations.len()).map(count).collect();
            branch_counts.insert(number.to_string(), own_counts.into());
            next += branch.locations.len();
        }

        json!({
            "path": path,
            "statementMap": statement_map,
            "fnMap": function_map,
            "branchMap": branch_map,
            "s": statement_counts,
            "f": function_counts,
            "b": branch_counts,
        })
    }

    fn first_of_branch(&self, branch: usize) -> usize {
        let before: usize = self.branches[..branch].iter().map(|entry| entry.locations.len()).sum();
        self.statements.len() + self.functions.len() + before
    }
}

fn numbered(values: impl Iterator<Item = Value>) -> Map<String, Value> {
    values.enumerate().map(|(number, value)| (number.to_string(), value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> CoverageMap {
        let at = |line, column| Position { line, column };
        let range = Range::new(at(1, 0), at(1, 4));
        let branch = |kind, locations| BranchEntry { kind, loc: range, locations, line: 1 };
        CoverageMap {
            statements: vec![range, range],
            functions: vec![FunctionEntry {
                name: "f".into(),
                decl: range,
                loc: range,
                line: 1,
                span_start: 0,
                span_end: 4,
            }],
            branches: vec![
                branch(BranchKind::If, vec![range, Range::ABSENT]),
                branch(BranchKind::Conditional, vec![]),
                branch(BranchKind::DefaultValue, vec![range]),
            ],
        }
    }

    #[test]
    fn every_index_leads_to_its_counter_and_back() {
        let map = sample();
        assert_eq!(map.counters(), 6);
        for index in 0..map.counters() {
            let counter = map.counter_at(index).expect("an index below the number of counters");
            assert_eq!(map.index_of(counter), Some(index), "{counter:?}");
        }
        assert_eq!(map.counter_at(5), Some(Counter::Branch { branch: 2, location: 0 }));
        assert_eq!(map.counter_at(6), None);
        assert_eq!(map.index_of(Counter::Statement(2)), None);
        assert_eq!(map.index_of(Counter::Branch { branch: 1, location: 0 }), None);
    }

    #[test]
    fn a_branch_without_locations_is_left_out_but_keeps_its_number() {
        let entry = sample().to_istanbul_json("/a.js", &[1, 2, 3, 4, 5, 6]);
        assert_eq!(entry["b"], json!({ "0": [4, 5], "2": [6] }));
        assert_eq!(entry["branchMap"]["0"]["locations"][1], json!({ "start": {}, "end": {} }));
        assert_eq!(entry["f"], json!({ "0": 3 }));
    }
}
