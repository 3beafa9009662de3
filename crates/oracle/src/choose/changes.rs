//! What is asserted of the receivers and arguments that the act changed: plain data as a whole, members of instances
//! one by one.

use kiskadee_model::{
    Change, Check, Claim, Key, ObjectKind, Place, Seen, SeenObject, SeenProperty, Step, Subject,
};

use super::literal::Known;
use super::value::{Part, describe, key_of, telling, whole};

/// How many effects are asserted at most for one object.
const MAX_CLAIMS: usize = 5;
/// How deep changed members are followed.
const MAX_DEPTH: usize = 3;

pub(super) fn changes(known: &Known<'_>, act: &Step, changes: &[Change]) -> Vec<Check> {
    let reachable = |change: &&Change| match &change.place {
        Place::Var { var } => known.can_name(*var),
        Place::Argument { step, .. } => *step == act.var,
    };
    let checks = |change: &Change| {
        let mut parts = Vec::new();
        changed(known, change, &mut parts);
        parts.truncate(MAX_CLAIMS);
        let of = Subject::Place(change.place.clone());
        parts
            .into_iter()
            .map(move |(path, claim)| Check::Value { of: of.clone(), path, claim })
            .collect::<Vec<_>>()
    };
    let mut chosen: Vec<Check> = Vec::new();
    for check in changes.iter().filter(reachable).flat_map(checks) {
        if !chosen.contains(&check) {
            chosen.push(check);
        }
    }
    chosen
}

fn changed(known: &Known<'_>, change: &Change, parts: &mut Vec<Part>) {
    // The object itself is what a variable holds, so it is compared by its content here.
    let (Seen::Object(before), Seen::Object(after)) = (&change.before, &change.after) else { return };
    if is_plain_data(after)
        && let Some(claim) = known.content(after)
    {
        parts.push((Vec::new(), claim));
        return;
    }
    differences(known, before, after, &mut Vec::new(), parts, MAX_DEPTH);
}

fn is_plain_data(object: &SeenObject) -> bool {
    matches!(
        object.kind,
        ObjectKind::Plain
            | ObjectKind::NullPrototype
            | ObjectKind::Array(_)
            | ObjectKind::Map(_)
            | ObjectKind::Set(_)
            | ObjectKind::Date(_)
            | ObjectKind::Typed(_)
    )
}

/// Claims about whatever is not as it was.
fn differences(
    known: &Known<'_>,
    before: &SeenObject,
    after: &SeenObject,
    path: &mut Vec<Key>,
    parts: &mut Vec<Part>,
    depth: usize,
) {
    if before.kind != after.kind
        && !after.truncated
        && let Some((member, count)) = count(&after.kind)
        && count_of(&before.kind) != Some(count)
    {
        let mut path = path.clone();
        path.push(Key::from(member));
        parts.push((path, Claim::Is(kiskadee_model::Expr::number(count as f64))));
    }
    for property in telling(&after.props) {
        let old = before.props.iter().find(|old| old.key == property.key);
        let (Some(key), Some(value)) = (key_of(property), &property.value) else { continue };
        let old = old.and_then(|old| old.value.as_ref());
        if old == Some(value) {
            continue;
        }
        path.push(key);
        member(known, old, value, path, parts, depth);
        path.pop();
    }
    if !after.truncated && !before.truncated {
        let is_gone = |old: &&SeenProperty| !after.props.iter().any(|new| new.key == old.key);
        for gone in telling(&before.props).filter(is_gone) {
            let Some(key) = key_of(gone) else { continue };
            path.push(key);
            parts.push((path.clone(), Claim::Absent));
            path.pop();
        }
    }
}

fn member(
    known: &Known<'_>,
    old: Option<&Seen>,
    new: &Seen,
    path: &mut Vec<Key>,
    parts: &mut Vec<Part>,
    depth: usize,
) {
    if let Some(claim) = whole(known, new) {
        // The same object as before that a variable holds: what changed in it is told where the variable is.
        let same = matches!((old, new), (Some(Seen::Object(a)), Seen::Object(b)) if a.id == b.id);
        if !(same && matches!(claim, Claim::Is(_))) {
            parts.push((path.clone(), claim));
        }
        return;
    }
    if depth == 0 {
        return;
    }
    match (old, new) {
        (Some(Seen::Object(a)), Seen::Object(b)) if a.id == b.id => {
            differences(known, a, b, path, parts, depth - 1)
        }
        _ => describe(known, new, path, parts, 1),
    }
}

fn count(kind: &ObjectKind) -> Option<(&'static str, usize)> {
    match kind {
        ObjectKind::Array(elements) => Some(("length", elements.len())),
        ObjectKind::Map(entries) => Some(("size", entries.len())),
        ObjectKind::Set(values) => Some(("size", values.len())),
        _ => None,
    }
}

fn count_of(kind: &ObjectKind) -> Option<usize> {
    count(kind).map(|(_, count)| count)
}
