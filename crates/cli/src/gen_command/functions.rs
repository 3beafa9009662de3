//! The summary by function: what the suite covers of each, how many tests it has, what stayed uncovered.

use std::collections::BTreeSet;

use kiskadee_analysis::{Counter, CoverageMap, Position};
use kiskadee_model::Api;

use super::confirm::Confirmed;
use super::report::ShownFinding;
use super::surface::named_functions;

/// Which counters belong to which function.
pub struct FunctionMap {
    own: Vec<Vec<u32>>,
    /// For each function, the one it stands in.
    parents: Vec<Option<usize>>,
    lines: Vec<Option<u32>>,
}

impl FunctionMap {
    /// Finds for each counter the innermost function around it.
    pub fn new(map: &CoverageMap) -> Self {
        let spans: Vec<Option<Span>> =
            map.functions.iter().map(|f| Span::of(f.decl.start, f.loc.end)).collect();
        let innermost = |at: Position, but: Option<usize>| {
            let around = spans.iter().enumerate().filter(|(index, span)| {
                Some(*index) != but && span.is_some_and(|span| span.start <= at && at < span.end)
            });
            around.max_by_key(|(_, span)| span.map(|span| span.start)).map(|(index, _)| index)
        };
        let mut own = vec![Vec::new(); spans.len()];
        let mut lines = Vec::new();
        for counter in 0..map.counters() {
            let start = start_of(map, counter);
            lines.push(start.map(|at| at.line));
            let owner = match map.counter_at(counter) {
                Some(Counter::Function(number)) => Some(number as usize),
                _ => start.and_then(|at| innermost(at, None)),
            };
            if let Some(owner) = owner {
                own[owner].push(counter as u32);
            }
        }
        let parents = spans
            .iter()
            .enumerate()
            .map(|(index, span)| innermost(span.as_ref()?.start, Some(index)))
            .collect();
        Self { own, parents, lines }
    }

    /// For each function, its counters without those of functions nested in it.
    pub fn own(&self) -> &[Vec<u32>] {
        &self.own
    }

    /// A function's counters with those of functions nested in it.
    fn within(&self, function: u32) -> Vec<u32> {
        let inside = |mut index: usize| {
            loop {
                if index == function as usize {
                    return true;
                }
                match self.parents[index] {
                    Some(parent) => index = parent,
                    None => return false,
                }
            }
        };
        (0..self.own.len())
            .filter(|&index| inside(index))
            .flat_map(|index| self.own[index].iter().copied())
            .collect()
    }

    fn line_of(&self, counter: u32) -> Option<u32> {
        self.lines.get(counter as usize).copied().flatten()
    }
}

#[derive(Clone, Copy)]
struct Span {
    start: Position,
    end: Position,
}

impl Span {
    fn of(start: Option<Position>, end: Option<Position>) -> Option<Self> {
        Some(Self { start: start?, end: end? })
    }
}

/// Where a counter is; for an `else` that is not written, where its `if` is.
fn start_of(map: &CoverageMap, counter: usize) -> Option<Position> {
    match map.counter_at(counter)? {
        Counter::Statement(number) => map.statements[number as usize].start,
        Counter::Function(number) => map.functions[number as usize].decl.start,
        Counter::Branch { branch, location } => {
            let branch = &map.branches[branch as usize];
            branch.locations[location as usize].start.or(branch.loc.start)
        }
    }
}

/// One line of the summary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionLine {
    /// `LinkedList.remove`
    pub name: String,
    /// Counters of the function and of what is nested in it: covered and all.
    pub covered: usize,
    /// All of them.
    pub total: usize,
    /// Tests about it.
    pub tests: usize,
    /// Findings about it.
    pub findings: usize,
    /// Lines with something uncovered, as ranges.
    pub uncovered: Vec<(u32, u32)>,
}

/// A line for each function of the API that stands in the target.
pub fn function_lines(
    api: &Api,
    map: &FunctionMap,
    counts: &[u32],
    chosen: &[Confirmed],
    findings: &[ShownFinding],
) -> Vec<FunctionLine> {
    let mut lines: Vec<FunctionLine> = Vec::new();
    let mut seen = BTreeSet::new();
    for (name, signature) in named_functions(api) {
        let Some(function) = signature.function else { continue };
        if !seen.insert(function) {
            continue;
        }
        let counters = map.within(function);
        let missed: Vec<u32> = counters.iter().copied().filter(|&c| counts[c as usize] == 0).collect();
        lines.push(FunctionLine {
            covered: counters.len() - missed.len(),
            total: counters.len(),
            tests: chosen.iter().filter(|confirmed| confirmed.api == name).count(),
            findings: findings.iter().filter(|finding| finding.api == name).count(),
            uncovered: ranges(missed.iter().filter_map(|&counter| map.line_of(counter))),
            name,
        });
    }
    let listed: BTreeSet<u32> = seen.into_iter().flat_map(|function| map.within(function)).collect();
    let others: Vec<u32> = (0..counts.len() as u32).filter(|counter| !listed.contains(counter)).collect();
    let missed: Vec<u32> = others.iter().copied().filter(|&c| counts[c as usize] == 0).collect();
    if !missed.is_empty() {
        lines.push(FunctionLine {
            name: "(not exported)".into(),
            covered: others.len() - missed.len(),
            total: others.len(),
            tests: 0,
            findings: 0,
            uncovered: ranges(missed.iter().filter_map(|&counter| map.line_of(counter))),
        });
    }
    lines
}

/// Lines as ranges: 3, 4, 5, 9 are 3–5 and 9.
fn ranges(lines: impl Iterator<Item = u32>) -> Vec<(u32, u32)> {
    let sorted: BTreeSet<u32> = lines.collect();
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for line in sorted {
        match ranges.last_mut() {
            Some((_, end)) if *end + 1 == line => *end = line,
            _ => ranges.push((line, line)),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn neighbouring_lines_make_a_range() {
        assert_eq!(ranges([9, 3, 5, 4, 3].into_iter()), [(3, 5), (9, 9)]);
        assert_eq!(ranges([].into_iter()), []);
    }
}
