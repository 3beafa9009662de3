//! Another call before the last one, on something that the case already has: it may bring that into a new state.

use kiskadee_model::TypeTag;

use crate::callables::{CallableId, Owner, Target};
use crate::grow::Maker;

pub(super) fn apply(maker: &mut Maker<'_>) -> bool {
    let Some(last) = maker.draft.steps.len().checked_sub(1) else { return false };
    if maker.draft.room() == 0 {
        return false;
    }
    let tail = maker.draft.split_off(last);
    let members = members_in_scope(maker);
    let chosen = maker.choice.set_up(&members, maker.dice);
    let done = chosen.is_some_and(|id| maker.perform(id).is_some());
    maker.draft.append(tail);
    done
}

/// Methods and setters of what the variables hold.
fn members_in_scope(maker: &Maker<'_>) -> Vec<CallableId> {
    let callables = &maker.world.callables;
    let mut members: Vec<CallableId> = Vec::new();
    for (_, tag) in maker.draft.variables() {
        let owner = match tag {
            TypeTag::Instance(path) => Owner::Class(path.clone()),
            TypeTag::Shape(id) => Owner::Shape(id.clone()),
            _ => continue,
        };
        members.extend(callables.members(&owner));
    }
    members.sort_unstable();
    members.dedup();
    members.retain(|id| !matches!(callables.get(*id).target, Target::Getter(..)));
    members
}
