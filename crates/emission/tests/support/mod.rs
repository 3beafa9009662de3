//! A small module in three formats and a suite for it, made by hand: what the emitted files are tried on.

#![allow(dead_code, reason = "each test binary uses a part of this")]

use kiskadee_emission::{ModuleFormat, ModuleInfo, Suite, TestCase};
use kiskadee_model::{
    Api, ApiPath, Block, Callback, Callee, Case, Check, Claim, Class, ClassRef, End, Export, ExportKind,
    Expr, Failure, Key, Member, MemberKind, Number, ObjectKind, Observation, Op, Origin, Param, Place,
    PromiseState, Root, Seen, SeenObject, Signature, Step, StepOutcome, StepSeen, Subject, VarId,
};

/// The module, without the words that export it.
const SOURCE: &str = "
EXPORT class Stack {
  constructor(limit = 3) {
    this.limit = limit;
    this.items = [];
  }
  push(item) {
    if (this.items.length >= this.limit) throw new RangeError('the stack is full');
    this.items.push(item);
    return this;
  }
  get size() {
    return this.items.length;
  }
}
EXPORT class Refusal extends Error {}
EXPORT function parse(text) {
  if (typeof text !== 'string') throw new TypeError('expected a string');
  return text.split(',').map((part, index) => ({ index, part: part.trim(), isEmpty: part.trim() === '' }));
}
EXPORT function sort(list) {
  list.sort();
}
EXPORT function first(list) {
  return list[0];
}
EXPORT function toss(value) {
  throw value;
}
EXPORT function refuse(why) {
  throw Object.assign(new Refusal(`refused: ${why}`), { code: 'E_REFUSED' });
}
EXPORT async function delay(ms, value) {
  await new Promise((resolve) => setTimeout(resolve, ms / 2));
  await new Promise((resolve) => setTimeout(resolve, ms / 2));
  return value;
}
EXPORT async function fail(ms, message) {
  await new Promise((resolve) => setTimeout(resolve, ms));
  throw new Error(message);
}
EXPORT function schedule(log) {
  setTimeout(() => log.push('done'), 50);
}
EXPORT function visit(list, visitor) {
  return list.map((item) => visitor(item));
}
EXPORT function bare(key) {
  return Object.assign(Object.create(null), { [key]: undefined });
}
EXPORT function it(n) {
  return [n, , -0, NaN];
}
";

/// The module in a format. `gutted` keeps every export, but nothing does or returns anything.
pub fn source(format: ModuleFormat, typescript: bool, gutted: bool) -> String {
    let names = [
        "Stack", "Refusal", "parse", "sort", "first", "toss", "refuse", "delay", "fail", "schedule", "visit",
        "bare", "it",
    ];
    let text = if gutted {
        let export = |name: &&str| match *name {
            "Stack" => "EXPORT class Stack {\n  push() {}\n  get size() {}\n}\n".to_owned(),
            "Refusal" => "EXPORT class Refusal {}\n".to_owned(),
            name => format!("EXPORT function {name}() {{}}\n"),
        };
        names.iter().map(export).collect()
    } else {
        SOURCE.to_owned()
    };
    match format {
        ModuleFormat::Esm if typescript && !gutted => text.replace("EXPORT ", "export ").replace(
            "constructor(limit = 3)",
            "limit: number;\n  items: unknown[];\n  constructor(limit: number = 3)",
        ),
        ModuleFormat::Esm => text.replace("EXPORT ", "export "),
        ModuleFormat::Cjs => {
            format!("{}\nmodule.exports = {{ {} }};\n", text.replace("EXPORT ", ""), names.join(", "))
        }
    }
}

pub fn path(name: &str) -> ApiPath {
    ApiPath::export(Root::Named(name.into()))
}

pub fn var(n: u32) -> Expr {
    Expr::Var(VarId(n))
}

pub fn step(n: u32, callee: Callee, args: Vec<Expr>) -> Step {
    Step { var: VarId(n), op: Op::Call { callee, args }, awaited: false }
}

pub fn new(n: u32, class: &str, args: Vec<Expr>) -> Step {
    step(n, Callee::Constructor(path(class)), args)
}

pub fn call(n: u32, function: &str, args: Vec<Expr>) -> Step {
    step(n, Callee::Function(path(function)), args)
}

pub fn method(n: u32, receiver: u32, name: &str, args: Vec<Expr>) -> Step {
    step(n, Callee::Method { receiver: var(receiver), key: name.into() }, args)
}

pub fn awaited(step: Step) -> Step {
    Step { awaited: true, ..step }
}

pub fn strings(texts: &[&str]) -> Expr {
    Expr::Array(texts.iter().map(|text| Some(Expr::string(text))).collect())
}

pub fn act(claim: Claim) -> Check {
    Check::Value { of: Subject::Act, path: vec![], claim }
}

pub fn act_member(key: &str, claim: Claim) -> Check {
    Check::Value { of: Subject::Act, path: vec![key.into()], claim }
}

pub fn member(of: u32, key: &str, claim: Claim) -> Check {
    let of = Subject::Place(Place::Var { var: VarId(of) });
    Check::Value { of, path: vec![key.into()], claim }
}

pub fn argument(step: u32, index: u32, claim: Claim) -> Check {
    Check::Value { of: Subject::Place(Place::Argument { step: VarId(step), index }), path: vec![], claim }
}

pub fn error(class: &str, message: Option<&str>) -> Failure {
    Failure::Error {
        class: Some(ClassRef::Global(class.into())),
        name: None,
        message: message.map(Into::into),
        code: None,
        bare: true,
    }
}

/// A test whose observation says no more than its end and how long it waited.
pub fn test(steps: Vec<Step>, checks: Vec<Check>, waited_ms: f64) -> TestCase {
    let observation = Observation {
        end: End::Completed,
        steps: vec![],
        changes: vec![],
        callbacks: vec![],
        late: vec![],
        waited_ms,
        turned_loop: waited_ms > 0.0,
        stdout: String::new(),
        stderr: String::new(),
    };
    let case = Case::new(Block { steps, ..Block::default() }, Origin::default()).expect("the case is valid");
    TestCase { case, checks, observation }
}

/// The same, with a step seen to have given an un-awaited promise.
pub fn with_promise(mut test: TestCase, step: u32) -> TestCase {
    let object = SeenObject {
        id: 1,
        kind: ObjectKind::Promise(PromiseState::Unknown),
        class: Some("Promise".into()),
        props: vec![],
        truncated: false,
        var: None,
        api_class: None,
    };
    let outcome = StepOutcome::Returned(Seen::Object(Box::new(object)));
    test.observation.steps.push(StepSeen { step: VarId(step), outcome, finally: None });
    test
}

fn signature(params: &[&str]) -> Signature {
    let param = |name: &&str| Param { name: (*name).into(), ..Param::default() };
    Signature { params: params.iter().map(param).collect(), known: true, ..Signature::default() }
}

pub fn api() -> Api {
    let getter = Member { key: "size".into(), kind: MemberKind::Getter, signature: signature(&[]) };
    let push = Member { key: "push".into(), kind: MemberKind::Method, signature: signature(&["item"]) };
    let stack = Class {
        name: "Stack".into(),
        constructor: signature(&["limit"]),
        members: vec![push, getter],
        ..Class::default()
    };
    let refusal = Class { name: "Refusal".into(), constructor: signature(&["message"]), ..Class::default() };
    let mut exports = vec![
        Export { path: path("Stack"), kind: ExportKind::Class(stack) },
        Export { path: path("Refusal"), kind: ExportKind::Class(refusal) },
    ];
    let functions: [(&str, &[&str]); 11] = [
        ("parse", &["text"]),
        ("sort", &["list"]),
        ("first", &["list"]),
        ("toss", &["value"]),
        ("refuse", &["why"]),
        ("delay", &["ms", "value"]),
        ("fail", &["ms", "message"]),
        ("schedule", &["log"]),
        ("visit", &["list", "visitor"]),
        ("bare", &["key"]),
        ("it", &["n"]),
    ];
    for (name, params) in functions {
        exports.push(Export { path: path(name), kind: ExportKind::Function(signature(params)) });
    }
    Api { exports, ..Api::default() }
}

fn parsed(index: f64, part: &str) -> Option<Expr> {
    Some(Expr::Object(vec![
        ("index".into(), Expr::number(index)),
        ("part".into(), Expr::string(part)),
        ("isEmpty".into(), Expr::Bool(part.is_empty())),
    ]))
}

/// One test of every kind.
pub fn tests() -> Vec<TestCase> {
    let is = |expr| act(Claim::Is(expr));
    let equals = |expr| act(Claim::Equals(expr));
    let fulfilled = Subject::Fulfilled(VarId(0));
    let visitor = Expr::Callback(Box::new(Callback {
        id: 0,
        params: vec![VarId(1)],
        is_async: false,
        body: Block {
            steps: vec![method(2, 1, "toUpperCase", vec![])],
            result: Some(var(2)),
            ..Block::default()
        },
    }));
    let refusal = Failure::Error {
        class: Some(ClassRef::Api(path("Refusal"))),
        name: None,
        message: Some("refused: no".into()),
        code: Some("E_REFUSED".into()),
        bare: false,
    };
    let size = Step { var: VarId(2), op: Op::Get { object: var(0), key: Key::from("size") }, awaited: false };
    vec![
        test(
            vec![call(0, "parse", vec![Expr::string("a")])],
            vec![equals(Expr::Array(vec![parsed(0.0, "a")]))],
            0.0,
        ),
        test(
            vec![call(0, "parse", vec![Expr::string("a, ")])],
            vec![equals(Expr::Array(vec![parsed(0.0, "a"), parsed(1.0, "")]))],
            0.0,
        ),
        test(
            vec![call(0, "parse", vec![Expr::Null])],
            vec![Check::Throws(error("TypeError", Some("expected a string")))],
            0.0,
        ),
        test(
            vec![new(0, "Stack", vec![])],
            vec![
                act_member("limit", Claim::Is(Expr::number(3.0))),
                act_member("items", Claim::Equals(Expr::Array(vec![]))),
            ],
            0.0,
        ),
        test(
            vec![new(0, "Stack", vec![]), method(1, 0, "push", vec![Expr::string("a")])],
            vec![is(var(0)), member(0, "items", Claim::Equals(strings(&["a"])))],
            0.0,
        ),
        test(
            vec![new(0, "Stack", vec![Expr::number(0.0)]), method(1, 0, "push", vec![Expr::string("a")])],
            vec![Check::Throws(error("RangeError", Some("the stack is full")))],
            0.0,
        ),
        test(
            vec![new(0, "Stack", vec![]), method(1, 0, "push", vec![Expr::string("a")]), size],
            vec![is(Expr::number(1.0))],
            0.0,
        ),
        test(
            vec![call(0, "sort", vec![strings(&["b", "a"])])],
            vec![argument(0, 0, Claim::Equals(strings(&["a", "b"])))],
            0.0,
        ),
        test(vec![call(0, "first", vec![Expr::Null])], vec![Check::Throws(error("TypeError", None))], 0.0),
        test(
            vec![call(0, "toss", vec![Expr::string("a value")])],
            vec![Check::Throws(Failure::Value(Expr::string("a value")))],
            0.0,
        ),
        test(
            vec![call(0, "toss", vec![Expr::Object(vec![("a".into(), Expr::number(1.0))])])],
            vec![Check::Throws(Failure::Value(Expr::Object(vec![("a".into(), Expr::number(1.0))])))],
            0.0,
        ),
        test(vec![call(0, "refuse", vec![Expr::string("no")])], vec![Check::Throws(refusal)], 0.0),
        test(
            vec![awaited(call(0, "delay", vec![Expr::number(60_000.0), Expr::string("late")]))],
            vec![is(Expr::string("late"))],
            60_000.0,
        ),
        test(
            vec![call(0, "delay", vec![Expr::number(2.0), Expr::string("soon")])],
            vec![Check::Value { of: fulfilled, path: vec![], claim: Claim::Is(Expr::string("soon")) }],
            2.0,
        ),
        test(
            vec![awaited(call(0, "fail", vec![Expr::number(500.0), Expr::string("too late")]))],
            vec![Check::Throws(error("Error", Some("too late")))],
            500.0,
        ),
        test(
            vec![call(0, "fail", vec![Expr::number(0.0), Expr::string("at once")])],
            vec![Check::Rejects { step: VarId(0), failure: error("Error", Some("at once")) }],
            0.0,
        ),
        with_promise(
            test(
                vec![
                    call(0, "fail", vec![Expr::number(1.0), Expr::string("unheard")]),
                    awaited(call(1, "delay", vec![Expr::number(4.0), Expr::number(7.0)])),
                ],
                vec![
                    Check::Rejects { step: VarId(0), failure: error("Error", Some("unheard")) },
                    is(Expr::number(7.0)),
                ],
                4.0,
            ),
            0,
        ),
        test(
            vec![call(0, "schedule", vec![Expr::Array(vec![])])],
            vec![argument(0, 0, Claim::Equals(strings(&["done"])))],
            50.0,
        ),
        test(vec![call(0, "visit", vec![strings(&["a"]), visitor])], vec![equals(strings(&["A"]))], 0.0),
        test(
            vec![call(0, "bare", vec![Expr::string("odd key")])],
            vec![act(Claim::Members(Expr::Object(vec![("odd key".into(), Expr::Undefined)])))],
            0.0,
        ),
        test(
            vec![call(0, "it", vec![Expr::number(1e21)])],
            vec![equals(Expr::Array(vec![
                Some(Expr::number(1e21)),
                None,
                Some(Expr::Number(Number(-0.0))),
                Some(Expr::number(f64::NAN)),
            ]))],
            0.0,
        ),
    ]
}

pub fn suite(specifier: &str, format: ModuleFormat, test_format: ModuleFormat, typescript: bool) -> Suite {
    let module = ModuleInfo {
        specifier: specifier.into(),
        format,
        test_format,
        default_name: "stack".into(),
        through_module: false,
        typescript,
    };
    Suite { module, api: api(), command: "kiskadee gen stack.js".into(), tests: tests() }
}
