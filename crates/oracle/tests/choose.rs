//! Which assertions are chosen, from observations made by hand.

mod support;

use kiskadee_model::{
    Callee, Case, Change, Check, Claim, ClassRef, End, Expr, Failure, Frame, JsString, Key, LateError,
    ObjectKind, Observation, Op, Place, PromiseState, Seen, Step, StepOutcome, Subject, SymbolExpr, Thrown,
    VarId,
};
use kiskadee_oracle::{Cause, Context, Unassertable, choose};
use support::{
    api, array, call, case, construct, error, function, node, number, object, observation, path, plain,
    returned, text, threw,
};

fn chosen(case: &Case, seen: &Observation, cause: Option<&Cause>) -> Result<Vec<Check>, Unassertable> {
    let api = api();
    choose(case, seen, Context { api: &api, cause, places: &["/home/me/project".to_owned()] })
}

/// Claims about what a single call returned, by path.
fn check_returned(value: Seen, expected: &[(&str, Claim)]) {
    let checks = chosen(&case(vec![function(0, vec![])]), &returned(value), None).unwrap_or_default();
    let claims: Vec<(String, Claim)> = checks
        .into_iter()
        .map(|check| match check {
            Check::Value { of: Subject::Act, path, claim } => {
                (path.iter().map(Key::plain).collect::<Vec<_>>().join("."), claim)
            }
            other => panic!("not about the result: {other:?}"),
        })
        .collect();
    let expected: Vec<(String, Claim)> =
        expected.iter().map(|(path, claim)| ((*path).to_owned(), claim.clone())).collect();
    assert_eq!(claims, expected);
}

fn is(value: f64) -> Claim {
    Claim::Is(Expr::number(value))
}

fn promise(state: PromiseState) -> Seen {
    object(5, ObjectKind::Promise(state), "Promise", vec![])
}

#[test]
fn scalars_and_small_structures_are_asserted_exactly() {
    check_returned(Seen::Undefined, &[("", Claim::Is(Expr::Undefined))]);
    check_returned(number(-0.0), &[("", is(-0.0))]);
    let lone = JsString::from_units(vec![0xd800]);
    check_returned(Seen::String(lone.clone()), &[("", Claim::Is(Expr::String(lone)))]);
    check_returned(
        Seen::Symbol(kiskadee_model::SeenSymbol::WellKnown("iterator".into())),
        &[("", Claim::Is(Expr::Symbol(SymbolExpr::WellKnown("iterator".into()))))],
    );
    check_returned(
        plain(1, vec![("a", array(2, vec![number(1.0)]))]),
        &[("", Claim::Equals(Expr::Object(vec![("a".into(), Expr::Array(vec![Some(Expr::number(1.0))]))])))],
    );
    let holes = ObjectKind::Array(vec![None, Some(Seen::Null)]);
    check_returned(
        object(1, holes, "Array", vec![]),
        &[("", Claim::Equals(Expr::Array(vec![None, Some(Expr::Null)])))],
    );
    let map = ObjectKind::Map(vec![(text("k"), number(1.0))]);
    check_returned(
        object(1, map, "Map", vec![]),
        &[("", Claim::Equals(Expr::Map(vec![(Expr::string("k"), Expr::number(1.0))])))],
    );
    let bytes = ObjectKind::Typed(vec![number(104.0), number(105.0)]);
    check_returned(object(1, bytes, "Buffer", vec![]), &[("", Claim::Equals(Expr::Buffer("hi".into())))]);
    let bare = object(1, ObjectKind::NullPrototype, "", vec![("a", Seen::Null)]);
    check_returned(bare, &[("", Claim::Members(Expr::Object(vec![("a".into(), Expr::Null)])))]);
}

#[test]
fn what_is_opaque_long_or_private_is_left_out() {
    check_returned(Seen::Opaque, &[]);
    check_returned(plain(1, vec![("a", number(1.0)), ("at", Seen::Opaque)]), &[("a", is(1.0))]);
    check_returned(
        array(1, vec![Seen::Opaque, text("b")]),
        &[("length", is(2.0)), ("1", Claim::Is(Expr::string("b")))],
    );
    check_returned(text(&"x".repeat(300)), &[("length", is(300.0))]);
    check_returned(text("/home/me/project/a.js"), &[("", Claim::TypeOf("string"))]);
    check_returned(
        array(1, (0..100).map(|n| number(f64::from(n))).collect()),
        &[("length", is(100.0)), ("0", is(0.0)), ("1", is(1.0)), ("2", is(2.0)), ("3", is(3.0))],
    );
    check_returned(
        object(1, ObjectKind::Function("g".into()), "Function", vec![]),
        &[("", Claim::TypeOf("function"))],
    );
    check_returned(
        plain(1, vec![("self", Seen::Ref(1)), ("b", Seen::Null)]),
        &[("b", Claim::Is(Expr::Null))],
    );
}

#[test]
fn instances_are_asserted_by_class_and_public_scalars() {
    let class = Claim::InstanceOf(ClassRef::Api(path("Node")));
    let seen = || node(1, vec![("_secret", number(9.0)), ("value", number(1.0)), ("next", Seen::Undefined)]);
    check_returned(seen(), &[("", class), ("value", is(1.0))]);
    let made = chosen(&case(vec![construct(0)]), &returned(seen()), None);
    let value = Check::Value { of: Subject::Act, path: vec!["value".into()], claim: is(1.0) };
    assert_eq!(made, Ok(vec![value]), "that `new Node` is a Node goes without saying");
}

#[test]
fn an_object_that_a_variable_holds_is_asserted_by_identity() {
    let steps = case(vec![construct(0), function(1, vec![Expr::Var(VarId(0))])]);
    let seen = observation(
        End::Completed,
        vec![(0, StepOutcome::Returned(node(4, vec![]))), (1, StepOutcome::Returned(node(4, vec![])))],
    );
    let same = Check::Value { of: Subject::Act, path: vec![], claim: Claim::Is(Expr::Var(VarId(0))) };
    assert_eq!(chosen(&steps, &seen, None), Ok(vec![same]));
}

#[test]
fn changed_members_of_instances_are_asserted_one_by_one_and_plain_data_whole() {
    let receiver = Callee::Method { receiver: Expr::Var(VarId(0)), key: "add".into() };
    let steps = case(vec![construct(0), call(1, receiver, vec![Expr::Array(vec![])])]);
    let mut seen = observation(
        End::Completed,
        vec![(0, StepOutcome::Returned(node(4, vec![]))), (1, StepOutcome::Returned(Seen::Undefined))],
    );
    seen.changes = vec![
        Change {
            place: Place::Var { var: VarId(0) },
            before: node(4, vec![("length", number(0.0)), ("name", text("n")), ("old", Seen::Null)]),
            after: node(4, vec![("length", number(1.0)), ("name", text("n")), ("first", Seen::Ref(4))]),
        },
        Change {
            place: Place::Argument { step: VarId(1), index: 0 },
            before: array(8, vec![]),
            after: array(8, vec![text("a")]),
        },
    ];
    let of = Subject::Place(Place::Var { var: VarId(0) });
    let member = |key: &str, claim| Check::Value { of: of.clone(), path: vec![key.into()], claim };
    let argument = Check::Value {
        of: Subject::Place(Place::Argument { step: VarId(1), index: 0 }),
        path: vec![],
        claim: Claim::Equals(Expr::Array(vec![Some(Expr::string("a"))])),
    };
    assert_eq!(
        chosen(&steps, &seen, None),
        Ok(vec![
            member("length", is(1.0)),
            member("first", Claim::Is(Expr::Var(VarId(0)))),
            member("old", Claim::Absent),
            argument,
        ])
    );
}

#[test]
fn errors_are_asserted_by_class_and_by_the_message_that_code_chose() {
    let steps = case(vec![function(0, vec![])]);
    let failure = |thrown: Thrown, cause: Option<&Cause>| match chosen(&steps, &threw(thrown), cause) {
        Ok(checks) => match checks.as_slice() {
            [Check::Throws(failure)] => failure.clone(),
            other => panic!("{other:?}"),
        },
        Err(why) => panic!("{why}"),
    };
    let expected = |class: Option<ClassRef>, message: Option<&str>, bare| Failure::Error {
        class,
        name: None,
        message: message.map(Into::into),
        code: None,
        bare,
    };
    let type_error = Some(ClassRef::Global("TypeError".into()));
    let frame = Frame { file: "t.js".into(), line: 1, column: 1, function: String::new() };
    let engine = Cause::RaisedByEngine { frame };
    let thrown = || error("TypeError", "no", vec![]);
    assert_eq!(failure(thrown(), Some(&Cause::ThrownByCode)), expected(type_error.clone(), Some("no"), true));
    assert_eq!(failure(thrown(), Some(&engine)), expected(type_error, None, true));
    assert_eq!(failure(error("Odd", "no", vec![("x", Seen::Null)]), None), expected(None, Some("no"), false));
    assert_eq!(
        failure(error("Node", "no", vec![]), None),
        expected(Some(ClassRef::Api(path("Node"))), Some("no"), true)
    );
    let private = error("Error", "cannot read /home/me/project/a", vec![]);
    assert_eq!(failure(private, None), expected(Some(ClassRef::Global("Error".into())), None, true));
    let value = Thrown { value: number(3.0), class: None, message: None, code: None, frames: vec![] };
    assert_eq!(failure(value, None), Failure::Value(Expr::number(3.0)));
    let overflow = chosen(&steps, &threw(thrown()), Some(&Cause::StackOverflow));
    assert_eq!(overflow, Err(Unassertable::StackOverflow));
}

#[test]
fn promises_that_nobody_awaits_are_asserted_by_what_they_settle_to() {
    let steps = case(vec![function(0, vec![])]);
    let fulfilled = returned(promise(PromiseState::Fulfilled(Box::new(number(7.0)))));
    let value = Check::Value { of: Subject::Fulfilled(VarId(0)), path: vec![], claim: is(7.0) };
    assert_eq!(chosen(&steps, &fulfilled, None), Ok(vec![value]));

    let reason = || error("Error", "no", vec![]);
    let mut rejected = returned(promise(PromiseState::Pending));
    rejected.steps[0].finally = Some(promise(PromiseState::Rejected(Box::new(reason()))));
    rejected.late = vec![LateError::UnhandledRejection(reason())];
    let checks = chosen(&steps, &rejected, None);
    assert!(matches!(checks.as_deref(), Ok([Check::Rejects { step: VarId(0), .. }])), "{checks:?}");

    let pending = returned(promise(PromiseState::Pending));
    let is_promise = Claim::InstanceOf(ClassRef::Global("Promise".into()));
    let check = Check::Value { of: Subject::Act, path: vec![], claim: is_promise };
    assert_eq!(chosen(&steps, &pending, None), Ok(vec![check]));
}

#[test]
fn an_earlier_promise_that_is_rejected_unheard_is_dealt_with_too() {
    let steps = case(vec![function(0, vec![]), function(1, vec![])]);
    let rejected = promise(PromiseState::Rejected(Box::new(error("Error", "no", vec![]))));
    let outcomes =
        vec![(0, StepOutcome::Returned(rejected.clone())), (1, StepOutcome::Returned(number(1.0)))];
    let checks = chosen(&steps, &observation(End::Completed, outcomes.clone()), None).unwrap_or_default();
    assert!(
        matches!(checks.as_slice(), [Check::Rejects { step: VarId(0), .. }, Check::Value { .. }]),
        "{checks:?}"
    );

    let taken_up = case(vec![function(0, vec![]), function(1, vec![Expr::Var(VarId(0))])]);
    let checks = chosen(&taken_up, &observation(End::Completed, outcomes), None).unwrap_or_default();
    assert!(matches!(checks.as_slice(), [Check::Value { .. }]), "{checks:?}");
}

#[test]
fn cases_that_no_test_can_hold_say_why() {
    let steps = case(vec![function(0, vec![])]);
    let check = |seen: Observation, why| assert_eq!(chosen(&steps, &seen, None), Err(why));
    check(returned(Seen::Opaque), Unassertable::Nothing);
    check(observation(End::NeverSettled { step: VarId(0) }, vec![]), Unassertable::NeverSettles);
    check(observation(End::TimedOut, vec![]), Unassertable::Unfinished);
    check(observation(End::StackOverflow { step: None }, vec![]), Unassertable::StackOverflow);
    check(observation(End::Threw { step: VarId(9) }, vec![]), Unassertable::Unfinished);
    let late =
        Observation { late: vec![LateError::Uncaught(error("Error", "no", vec![]))], ..returned(Seen::Null) };
    check(late, Unassertable::LateError);
}

#[test]
fn a_write_is_asserted_by_its_effect_alone() {
    let write = Op::Set { object: Expr::Var(VarId(0)), key: "size".into(), value: Expr::number(1.0) };
    let steps = case(vec![construct(0), Step { var: VarId(1), op: write, awaited: false }]);
    let mut seen = observation(
        End::Completed,
        vec![(0, StepOutcome::Returned(node(4, vec![]))), (1, StepOutcome::Returned(number(1.0)))],
    );
    assert_eq!(chosen(&steps, &seen, None), Err(Unassertable::Nothing));
    let (before, after) = (node(4, vec![("size", number(0.0))]), node(4, vec![("size", number(1.0))]));
    seen.changes = vec![Change { place: Place::Var { var: VarId(0) }, before, after }];
    let of = Subject::Place(Place::Var { var: VarId(0) });
    let effect = Check::Value { of, path: vec!["size".into()], claim: is(1.0) };
    assert_eq!(chosen(&steps, &seen, None), Ok(vec![effect]));
}
