//! Receivers: on what a method is called. A variable that holds the right thing, an export that does, or one made for
//! the purpose by a constructor or by a factory that was seen to return such things.

use kiskadee_model::{Expr, Op, TypeTag, VarId};

use super::Maker;
use crate::callables::{CallableId, Owner, Target};

/// Factories that need factories that need factories are given up.
const MOST_PENDING: u32 = 3;

impl Maker<'_> {
    /// An expression that holds a receiver of this kind.
    pub(crate) fn receiver(&mut self, owner: &Owner) -> Option<Expr> {
        if let Owner::Object(path) = owner {
            return Some(Expr::Api(path.clone()));
        }
        let tag = owner.tag()?;
        let held = self.draft.holding(&tag);
        // The youngest by preference: what was just made is what the case is about.
        if let Some(youngest) = held.last() {
            let var =
                if self.dice.chance(0.7) { youngest } else { self.dice.pick(&held).unwrap_or(youngest) };
            return Some(Expr::Var(*var));
        }
        let exported: Vec<_> = self.world.callables.exported(&tag).cloned().collect();
        if let Some(path) = self.dice.pick(&exported)
            && (matches!(owner, Owner::Shape(_)) || self.dice.chance(0.3))
        {
            return Some(Expr::Api(path.clone()));
        }
        self.made(&tag).map(Expr::Var)
    }

    /// A variable that holds a function which this callable returned.
    pub(crate) fn returned_function(&mut self, by: CallableId) -> Option<VarId> {
        let callables = &self.world.callables;
        let held = self.draft.holding(&TypeTag::Function);
        let position = |var: &VarId| self.draft.steps.iter().position(|step| step.var == *var);
        let is_from = |var: &VarId| {
            position(var).and_then(|at| callables.of_step(&self.draft.steps, at, &self.draft.tags))
                == Some(by)
        };
        let found: Vec<VarId> = held.into_iter().filter(is_from).collect();
        if let Some(var) = self.dice.pick(&found) {
            return Some(*var);
        }
        if self.pending >= MOST_PENDING || self.draft.room() == 0 {
            return None;
        }
        let var = self.nesting(|maker| maker.perform(by))?;
        self.draft.tags.insert(var, TypeTag::Function);
        Some(var)
    }

    /// Adds a step that makes such a thing.
    fn made(&mut self, tag: &TypeTag) -> Option<VarId> {
        if self.pending >= MOST_PENDING || self.draft.room() == 0 {
            return None;
        }
        let producers = self.world.producers(tag).to_vec();
        let constructor = match tag {
            TypeTag::Instance(path) => self.world.callables.find(&Target::Constructor(path.clone())),
            _ => None,
        };
        let by = match constructor {
            Some(constructor) if producers.is_empty() || self.dice.chance(0.85) => constructor,
            _ => self.choice.set_up(&producers, self.dice)?,
        };
        let var = self.nesting(|maker| maker.perform(by))?;
        self.draft.tags.insert(var, tag.clone());
        Some(var)
    }

    /// An instance of an exported class as an argument: a variable, a new one bound to a variable, or one made in place.
    pub(crate) fn instance(&mut self, class: &kiskadee_model::ApiPath) -> Expr {
        let tag = TypeTag::Instance(class.clone());
        let held = self.draft.holding(&tag);
        if !held.is_empty()
            && self.dice.chance(0.6)
            && let Some(var) = self.dice.pick(&held)
        {
            return Expr::Var(*var);
        }
        if self.pending >= MOST_PENDING {
            return Expr::Null;
        }
        if self.draft.room() > 0
            && self.dice.chance(0.6)
            && let Some(var) = self.made(&tag)
        {
            return Expr::Var(var);
        }
        let Some(constructor) = self.world.callables.find(&Target::Constructor(class.clone())) else {
            return Expr::Null;
        };
        let signature = &self.world.callables.get(constructor).signature;
        let args = self.nesting(|maker| maker.arguments_of(signature));
        Expr::New { class: class.clone(), args }
    }

    /// Values of something that is made on the side start at their own depth.
    fn nesting<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let depth = std::mem::replace(&mut self.depth, 0);
        self.pending += 1;
        let made = make(self);
        self.pending -= 1;
        self.depth = depth;
        made
    }

    /// Binds a value to a variable of its own, so that several calls can share it.
    pub(crate) fn bound(&mut self, value: Expr, tag: TypeTag) -> Expr {
        if self.draft.room() == 0 {
            return value;
        }
        Expr::Var(self.draft.push(Op::Value(value), false, Some(tag)))
    }
}
