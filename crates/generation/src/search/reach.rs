//! How far the search gets: a stack that is simulated step by step, with branches that need state, a constant, the same
//! object twice, and an argument of the class itself.

use std::collections::BTreeMap;

use kiskadee_model::{Api, Callee, Case, Constants, End, Expr, MemberKind, Op, Type, TypeTag, Usage, VarId};

use super::{Feedback, Options, Search};
use crate::corpus::Coverage;
use crate::testing;

/// Branches, and the function each stands in.
const BRANCHES: [(&str, usize); 9] = [
    ("push", 1),
    ("push beyond capacity", 1),
    ("pop when empty", 2),
    ("pop", 2),
    ("pop the magic word", 2),
    ("pour", 3),
    ("pour nothing", 3),
    ("pour into itself", 3),
    ("pour something that is no stack", 3),
];

fn api() -> Api {
    let other = Usage { methods: vec![("push".to_owned(), 1)], ..Usage::default() };
    let other = kiskadee_model::Param { usage: other, ..testing::param("into", Type::Any) };
    let method = |name, function, params| {
        testing::member(name, MemberKind::Method, testing::signature(function, params))
    };
    let members = vec![
        method("push", 1, vec![testing::param("value", Type::Any)]),
        method("pop", 2, vec![]),
        method("pour", 3, vec![other]),
    ];
    Api { exports: vec![testing::class("Stack", testing::signature(0, vec![]), members)], ..Api::default() }
}

/// What a stack holds: whether each element is the magic word.
#[derive(Default)]
struct Machine {
    stacks: BTreeMap<VarId, Vec<bool>>,
    hits: Vec<u32>,
}

impl Machine {
    fn hit(&mut self, branch: &str) {
        let index = BRANCHES.iter().position(|(name, _)| *name == branch).expect("it is listed");
        self.hits.push(index as u32);
    }

    /// Runs a case; how it ends, and what the variables hold.
    fn run(&mut self, case: &Case) -> (End, Vec<(VarId, TypeTag)>) {
        let mut tags = Vec::new();
        for step in case.steps() {
            let Op::Call { callee, args } = &step.op else { continue };
            let (receiver, key) = match callee {
                Callee::Constructor(path) => {
                    self.stacks.insert(step.var, Vec::new());
                    tags.push((step.var, TypeTag::Instance(path.clone())));
                    continue;
                }
                Callee::Method { receiver: Expr::Var(var), key } => (*var, key.plain()),
                _ => continue,
            };
            if !self.call(receiver, &key, args) {
                return (End::Threw { step: step.var }, tags);
            }
        }
        (End::Completed, tags)
    }

    fn call(&mut self, receiver: VarId, key: &str, args: &[Expr]) -> bool {
        let length = self.stacks[&receiver].len();
        match (key, length) {
            ("push", 3..) => {
                self.hit("push beyond capacity");
                return false;
            }
            ("push", _) => {
                let magic = args.first() == Some(&Expr::string("magic"));
                self.stacks.entry(receiver).or_default().push(magic);
                self.hit("push");
            }
            ("pop", 0) => self.hit("pop when empty"),
            ("pop", _) => {
                let magic = self.stacks.get_mut(&receiver).and_then(Vec::pop).unwrap_or(false);
                self.hit(if magic { "pop the magic word" } else { "pop" });
            }
            (_, 0) => self.hit("pour nothing"),
            _ => match args.first() {
                Some(Expr::Var(var)) if *var == receiver => self.hit("pour into itself"),
                Some(Expr::Var(var)) if self.stacks.contains_key(var) => self.hit("pour"),
                Some(Expr::New { .. }) => self.hit("pour"),
                _ => {
                    self.hit("pour something that is no stack");
                    return false;
                }
            },
        }
        true
    }
}

/// The branches that are still uncovered after so many cases.
fn uncovered_after(seed: u64, cases: usize) -> Vec<&'static str> {
    let constants = Constants { strings: vec!["magic".to_owned()], ..Constants::default() };
    let mut search = Search::new(&api(), constants, Vec::new(), Options { seed, ..Options::default() });
    let mut coverage = Coverage::default();
    for _ in 0..cases / 16 {
        for case in search.ask(16) {
            let mut machine = Machine::default();
            let (end, tags) = machine.run(&case);
            let news = coverage.news(&machine.hits);
            coverage.add(&machine.hits);
            search.tell(&case, &Feedback { end: &end, tags: &tags, news: &news });
        }
        let mut per_function = [0; 4];
        for (index, (_, function)) in BRANCHES.iter().enumerate() {
            per_function[*function] += u32::from(!coverage.contains(index as u32));
        }
        search.set_uncovered(&per_function);
    }
    let left = BRANCHES.iter().enumerate().filter(|(index, _)| !coverage.contains(*index as u32));
    left.map(|(_, (name, _))| *name).collect()
}

#[test]
fn branches_that_need_state_are_reached_soon() {
    for seed in 0..10 {
        assert_eq!(uncovered_after(seed, 400), Vec::<&str>::new(), "seed {seed}");
    }
}
