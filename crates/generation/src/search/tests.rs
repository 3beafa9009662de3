//! The search against a simulated module: no Node, but the same conversation.

use std::collections::BTreeSet;

use kiskadee_model::print::print_probe;
use kiskadee_model::{
    Api, ApiPath, Callee, Case, Constants, End, Export, ExportKind, Expr, Key, MemberKind, Op, Root, ShapeId,
    Step, TypeTag, VarId,
};

use super::{Feedback, Options, Search};
use crate::callables::CallableKind;
use crate::corpus::Coverage;
use crate::testing;

/// Plays the worker: says what each step gives, and which counters are hit.
#[derive(Default)]
struct Module {
    coverage: Coverage,
}

impl Module {
    fn tag(case: &Case, step: &Step) -> Option<TypeTag> {
        Some(match &step.op {
            Op::Call { callee: Callee::Constructor(path), .. } => TypeTag::Instance(path.clone()),
            Op::Call { callee: Callee::Function(path), .. } => match path.last_name()? {
                "makeCounter" => TypeTag::Shape(ShapeId("counter".into())),
                "load" if step.awaited => TypeTag::String,
                "load" => TypeTag::Promise,
                "guess" => TypeTag::Function,
                "join" => TypeTag::String,
                _ => TypeTag::Number,
            },
            Op::Value(Expr::Var(var)) if step.awaited => {
                let held = case.steps().iter().find(|other| other.var == *var)?;
                match Self::tag(case, held)? {
                    TypeTag::Promise => TypeTag::String,
                    other => other,
                }
            }
            Op::Value(Expr::Array(_)) => TypeTag::Array,
            Op::Value(_) => TypeTag::Plain,
            _ => TypeTag::Undefined,
        })
    }

    /// Counters after what is called and how many arguments there are.
    fn hits(case: &Case) -> Vec<u32> {
        let hit = |step: &Step| match &step.op {
            Op::Call { callee: Callee::Function(path), args } => {
                path.last_name().map_or(0, |name| name.len() as u32 * 8) + args.len().min(7) as u32
            }
            Op::Call { args, .. } => 100 + args.len().min(7) as u32,
            Op::Get { .. } => 110,
            Op::Set { .. } => 111,
            Op::Value(_) => 112,
        };
        case.steps().iter().map(hit).collect()
    }

    fn run(&mut self, search: &mut Search, case: &Case) {
        let tags: Vec<(VarId, TypeTag)> =
            case.steps().iter().filter_map(|step| Some((step.var, Self::tag(case, step)?))).collect();
        if tags.iter().any(|(_, tag)| matches!(tag, TypeTag::Shape(_))) {
            search.learn_shape(&testing::counter());
        }
        // Adding text fails, so that cases end in both ways.
        let adds_text = |step: &&Step| match &step.op {
            Op::Call { callee: Callee::Function(path), args } => {
                path.last_name() == Some("add") && args.iter().any(|arg| matches!(arg, Expr::String(_)))
            }
            _ => false,
        };
        let end = match case.steps().iter().find(adds_text) {
            Some(step) => End::Threw { step: step.var },
            None => End::Completed,
        };
        let hits = Self::hits(case);
        let news = self.coverage.news(&hits);
        self.coverage.add(&hits);
        search.tell(case, &Feedback { end: &end, tags: &tags, news: &news });
    }
}

fn start(seed: u64, only: &[&str]) -> Search {
    let constants =
        Constants { strings: vec!["needle".into()], numbers: vec![4711.0], ..Constants::default() };
    let only = only.iter().map(|name| (*name).to_owned()).collect();
    Search::new(&testing::module(), constants, Vec::new(), Options { seed, only, ..Options::default() })
}

fn conversation(search: &mut Search, rounds: usize) -> Vec<Case> {
    let mut module = Module::default();
    let mut all = Vec::new();
    for round in 0..rounds {
        let cases = search.ask(16);
        assert_eq!(cases.len(), 16);
        for case in &cases {
            module.run(search, case);
        }
        if round % 10 == 5 {
            search.set_uncovered(&[3, 0, 1, 0, 0, 0, 2, 0, 0, 0, 5, 1]);
        }
        all.extend(cases);
    }
    all
}

fn texts(cases: &[Case]) -> Vec<String> {
    cases.iter().map(print_probe).collect()
}

fn name_of(case: &Case, step: &Step) -> String {
    let owner = |receiver: &Expr| match receiver {
        Expr::Var(var) => {
            let held = case.steps().iter().find(|other| other.var == *var).expect("in scope");
            match &held.op {
                Op::Call { callee: Callee::Constructor(path), .. } => path.to_string(),
                Op::Call { callee: Callee::Function(path), .. } => format!("{path}()"),
                other => format!("{other:?}"),
            }
        }
        other => format!("{other:?}"),
    };
    match &step.op {
        Op::Call { callee: Callee::Function(path) | Callee::Constructor(path), .. } => path.to_string(),
        Op::Call { callee: Callee::Method { receiver, key }, .. } => {
            format!("{}.{}", owner(receiver), key.plain())
        }
        Op::Call { callee: Callee::Value(var), .. } => format!("{}()", owner(&Expr::Var(*var))),
        Op::Get { object, key } => format!("get {}.{}", owner(object), key.plain()),
        Op::Set { object, key, .. } => format!("set {}.{}", owner(object), key.plain()),
        Op::Value(_) => "value".to_owned(),
    }
}

#[test]
fn the_same_seed_gives_the_same_cases_and_another_seed_others() {
    let run = |seed| texts(&conversation(&mut start(seed, &[]), 30));
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[test]
fn cases_are_numbered_and_know_where_they_come_from() {
    let cases = conversation(&mut start(1, &[]), 40);
    for (number, case) in cases.iter().enumerate() {
        let origin = case.origin();
        assert_eq!(origin.number, number as u64);
        assert!(origin.parent.is_none_or(|parent| parent < origin.number), "{origin:?}");
        assert_eq!(origin.parent.is_none(), origin.operator == "new", "{origin:?}");
    }
    let operators: BTreeSet<&str> = cases.iter().map(|case| case.origin().operator).collect();
    assert!(operators.contains("extend") && operators.contains("change an argument"), "{operators:?}");
    assert!(operators.len() >= 9, "all kinds of growth are used: {operators:?}");
}

#[test]
fn the_first_cases_try_everything_once_in_the_simplest_way() {
    let cases = start(1, &[]).ask(10);
    let acts: Vec<String> = cases.iter().map(|case| name_of(case, case.act().expect("a step"))).collect();
    let expected = [
        "add",
        "join",
        "guess",
        "load",
        "makeCounter",
        "List",
        "List.push",
        "get List.first",
        "set List.size",
        "View",
    ];
    assert_eq!(acts, expected);
    assert!(print_probe(&cases[0]).contains("$m.add(1, 1)"), "{}", print_probe(&cases[0]));
    assert!(cases.iter().all(|case| case.steps().len() <= 2));
}

#[test]
fn members_are_used_on_what_has_them() {
    let cases = conversation(&mut start(3, &[]), 100);
    let known = [
        "add",
        "join",
        "guess",
        "load",
        "makeCounter",
        "List",
        "View",
        "List.push",
        "get List.first",
        "set List.size",
        "View.draw",
        "makeCounter().increment",
        "guess()()",
        "value",
    ];
    let mut seen = BTreeSet::new();
    for case in &cases {
        assert!((1..=10).contains(&case.steps().len()));
        for step in case.steps() {
            let name = name_of(case, step);
            assert!(known.contains(&name.as_str()), "{name} in\n{}", print_probe(case));
            seen.insert(name);
        }
    }
    let unseen: Vec<_> = known.iter().filter(|name| !seen.contains(**name)).collect();
    assert!(unseen.is_empty(), "never tried: {unseen:?}");
}

#[test]
fn little_is_made_twice() {
    let cases = conversation(&mut start(5, &[]), 100);
    let distinct: BTreeSet<String> = texts(&cases).into_iter().collect();
    assert!(distinct.len() * 100 >= cases.len() * 99, "{} of {}", distinct.len(), cases.len());
}

#[test]
fn promises_are_awaited_once_they_have_been_seen() {
    let cases = conversation(&mut start(2, &[]), 150);
    let is_load = |step: &&Step| matches!(&step.op, Op::Call { callee: Callee::Function(path), .. } if path.root == Root::Named("load".into()));
    let loads: Vec<&Step> = cases.iter().flat_map(|case| case.steps()).filter(is_load).collect();
    assert!(!loads[0].awaited, "nothing is known at first");
    // Cases that build on the first one keep what it did.
    let fresh = cases.iter().skip(32).filter(|case| case.origin().parent.is_none());
    let fresh: Vec<&Step> = fresh.flat_map(|case| case.steps()).filter(is_load).collect();
    let awaited = fresh.iter().filter(|step| step.awaited).count();
    assert!(fresh.len() > 10 && awaited * 10 > fresh.len() * 7, "{awaited} of {}", fresh.len());
    assert!(loads[1..].iter().any(|step| !step.awaited), "not awaiting is tried as well");
    let later = |step: &Step| step.awaited && matches!(step.op, Op::Value(Expr::Var(_)));
    assert!(cases.iter().flat_map(|case| case.steps()).any(later), "a pending promise is awaited later");
    let others = cases.iter().flat_map(|case| case.steps()).filter(|step| !is_load(step) && !later(step));
    assert!(others.filter(|step| step.awaited).count() == 0, "what gives no promise is not awaited");
}

#[test]
fn constants_of_the_source_show_up() {
    let texts = texts(&conversation(&mut start(1, &[]), 30)).concat();
    assert!(texts.contains("'needle'") && texts.contains("4711"));
}

#[test]
fn only_what_was_asked_for_is_the_act() {
    let check = |only: &[&str], allowed: &[&str]| {
        let cases = conversation(&mut start(1, only), 30);
        let acts: BTreeSet<String> =
            cases.iter().map(|case| name_of(case, case.act().expect("a step"))).collect();
        let allowed: BTreeSet<String> = allowed.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(acts, allowed, "--only {only:?}");
    };
    check(&["add"], &["add"]);
    check(&["List.push"], &["List.push"]);
    check(&["push"], &["List.push"]);
    check(&["List"], &["List", "List.push", "get List.first", "set List.size"]);
    // What a factory returns belongs to it.
    check(&["makeCounter"], &["makeCounter", "makeCounter().increment"]);
    check(&["draw", "join"], &["View.draw", "join"]);
}

#[test]
fn what_is_tested_can_be_listed() {
    let mut search = start(1, &["List.push"]);
    let listed = search.callables();
    let push = listed.iter().find(|callable| callable.name == "List.push").expect("it is listed");
    assert_eq!((push.kind, push.function, push.targeted), (CallableKind::Method, Some(6), true));
    assert_eq!(listed.iter().filter(|callable| callable.targeted).count(), 1);
    search.learn_shape(&testing::counter());
    search.learn_shape(&testing::counter());
    assert_eq!(search.callables().len(), listed.len() + 1, "a shape is learnt once");
}

#[test]
fn a_module_without_anything_to_call_gives_no_cases() {
    let mut search =
        Search::new(&testing::functions(&[]), Constants::default(), Vec::new(), Options::default());
    assert!(search.ask(5).is_empty());
}

#[test]
fn what_still_has_uncovered_code_is_tried_more_often() {
    let mut search = Search::new(
        &testing::functions(&["a", "b", "c", "d"]),
        Constants::default(),
        Vec::new(),
        Options::default(),
    );
    search.ask(50);
    search.set_uncovered(&[0, 0, 9, 0]);
    let cases = search.ask(400);
    let about_c = |case: &&Case| name_of(case, case.act().expect("a step")) == "c";
    let count = cases.iter().filter(about_c).count();
    assert!((250..400).contains(&count), "{count}");
}

#[test]
fn what_hangs_is_tried_less_often() {
    let mut search = Search::new(
        &testing::functions(&["hangs", "fine"]),
        Constants::default(),
        Vec::new(),
        Options::default(),
    );
    let mut hanging = 0;
    for _ in 0..400 {
        let case = search.ask(1).remove(0);
        let hangs = name_of(&case, case.act().expect("a step")) == "hangs";
        let end = if hangs { End::TimedOut } else { End::Completed };
        search.tell(&case, &Feedback { end: &end, tags: &[], news: &[] });
        hanging += usize::from(hangs);
    }
    assert!((1..60).contains(&hanging), "{hanging}");
}

#[test]
fn every_kind_of_export_is_tried() {
    let read = Export { path: testing::path("version"), kind: ExportKind::Value(TypeTag::String) };
    let nested = testing::path("Tools").member(Key::from("level"));
    let nested = Export { path: nested, kind: ExportKind::Value(TypeTag::Number) };
    let main = TypeTag::Instance(testing::path("Store"));
    let main = Export { path: testing::path("main"), kind: ExportKind::Value(main) };
    let get = || testing::member("get", MemberKind::Method, testing::signature(0, Vec::new()));
    let object = Export { path: testing::path("cache"), kind: ExportKind::Object(vec![get()]) };
    let whole = Export {
        path: ApiPath::export(Root::Whole),
        kind: ExportKind::Function(testing::signature(1, Vec::new())),
    };
    let of = testing::path("Store").member(Key::from("of"));
    let of = Export { path: of, kind: ExportKind::Function(testing::signature(2, Vec::new())) };
    let store = testing::class("Store", testing::signature(3, Vec::new()), vec![get()]);
    let api = Api { exports: vec![whole, read, nested, main, object, store, of], ..Api::default() };
    let mut search = Search::new(&api, Constants::default(), Vec::new(), Options::default());
    let text = texts(&search.ask(300)).concat();
    for expected in [
        "$m()",
        "$m.version)",
        "$m.Tools.level)",
        "$m.main)",
        "$m.cache.get(",
        "new $m.Store(",
        "$m.Store.of(",
        "$m.main.get(",
        "v0.get(",
    ] {
        assert!(text.contains(expected), "{expected}");
    }
}
