//! What several observations have in common.

mod support;

use kiskadee_model::{Change, End, Number, ObjectKind, Observation, Place, Seen, StepOutcome, VarId};
use kiskadee_oracle::{Stable, Unsteady, agrees, stable};
use support::{array, error, node, number, object, observation, plain, returned, text, threw};

fn check(a: Seen, b: Seen, expected: Seen) {
    assert_eq!(stable(&[returned(a), returned(b)]), Stable::Agree(returned(expected)));
}

fn check_unsteady(a: Observation, b: Observation, why: Unsteady) {
    assert_eq!(stable(&[a, b]), Stable::Unstable { why });
}

#[test]
fn what_varies_becomes_opaque_and_the_rest_stays() {
    check(number(1.0), number(1.0), number(1.0));
    check(number(1.0), number(2.0), Seen::Opaque);
    check(number(f64::NAN), number(f64::NAN), number(f64::NAN));
    check(number(0.0), number(-0.0), Seen::Opaque);
    check(
        plain(1, vec![("a", text("x")), ("at", number(1.0))]),
        plain(1, vec![("a", text("x")), ("at", number(2.0))]),
        plain(1, vec![("a", text("x")), ("at", Seen::Opaque)]),
    );
    check(
        array(1, vec![number(1.0), array(2, vec![number(2.0)])]),
        array(1, vec![number(1.0), array(2, vec![number(3.0)])]),
        array(1, vec![number(1.0), array(2, vec![Seen::Opaque])]),
    );
    check(array(1, vec![]), array(1, vec![Seen::Null]), Seen::Opaque);
    check(plain(1, vec![]), array(1, vec![]), Seen::Opaque);
    let date = |time| object(1, ObjectKind::Date(Number(time)), "Date", vec![]);
    check(date(1.0), date(2.0), Seen::Opaque);
}

#[test]
fn a_member_that_only_some_runs_have_truncates_the_object() {
    let Stable::Agree(agreed) = stable(&[
        returned(plain(1, vec![("a", Seen::Null)])),
        returned(plain(1, vec![("a", Seen::Null), ("b", Seen::Null)])),
    ]) else {
        panic!("both runs return");
    };
    let StepOutcome::Returned(Seen::Object(object)) = &agreed.steps[0].outcome else { panic!("an object") };
    assert!(object.truncated);
    assert_eq!(object.props.len(), 1);
}

#[test]
fn identities_are_compared_by_what_they_point_at_and_not_by_number() {
    let cyclic = |id| node(id, vec![("self", Seen::Ref(id))]);
    check(cyclic(1), cyclic(7), cyclic(1));
    let pair = |id, target| array(id, vec![node(id + 1, vec![]), node(id + 2, vec![]), Seen::Ref(target)]);
    check(pair(1, 2), pair(1, 3), array(1, vec![node(2, vec![]), node(3, vec![]), Seen::Opaque]));
}

#[test]
fn a_message_that_varies_is_absent() {
    let runs = [threw(error("Error", "at 12:00", vec![])), threw(error("Error", "at 12:01", vec![]))];
    let Stable::Agree(agreed) = stable(&runs) else { panic!("both runs throw") };
    let StepOutcome::Threw(thrown) = &agreed.steps[0].outcome else { panic!("it threw") };
    assert_eq!((thrown.class.as_deref(), thrown.message.clone()), (Some("Error"), None));
}

#[test]
fn runs_that_end_differently_are_unstable() {
    assert_eq!(stable(&[]), Stable::Unstable { why: Unsteady::Unobserved });
    check_unsteady(returned(Seen::Null), threw(error("Error", "no", vec![])), Unsteady::End);
    let other = observation(End::Completed, vec![(0, StepOutcome::Threw(error("Error", "no", vec![])))]);
    check_unsteady(returned(Seen::Null), other, Unsteady::Outcome);
}

#[test]
fn a_change_that_only_some_runs_saw_is_no_fact() {
    let place = Place::Var { var: VarId(0) };
    let change = |after| Change { place: place.clone(), before: array(1, vec![]), after };
    let with = |changes| Observation { changes, ..returned(Seen::Undefined) };
    let one = with(vec![change(array(1, vec![number(1.0)]))]);
    assert_eq!(stable(&[one.clone(), with(vec![])]), Stable::Agree(with(vec![])));
    let two = with(vec![change(array(1, vec![number(2.0)]))]);
    let merged = with(vec![change(array(1, vec![Seen::Opaque]))]);
    assert_eq!(stable(&[one.clone(), two]), Stable::Agree(merged.clone()));
    assert!(agrees(&merged, &one));
    assert!(!agrees(&one, &merged));
}
