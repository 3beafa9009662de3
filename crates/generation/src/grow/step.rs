//! Performing a callable: one more step, with receiver and arguments.

use kiskadee_model::{Callee, Expr, Op, Signature, Type, TypeTag, VarId};

use super::{Maker, Mode};
use crate::callables::{CallableId, Target};

impl Maker<'_> {
    /// Adds a step that performs the callable, after whatever it needs. Nothing is added if no receiver can be had.
    pub(crate) fn perform(&mut self, id: CallableId) -> Option<VarId> {
        self.draft.reserve(1);
        let op = self.operation(id);
        self.draft.release(1);
        let op = op?;
        let awaited = self.should_await(id);
        let tag = self.expected(id, awaited);
        Some(self.draft.push(op, awaited, tag))
    }

    /// Calls that prepare the ground for an act: on its receiver if it has one.
    pub(crate) fn prepare(&mut self, act: CallableId) {
        let world = self.world;
        let target = &world.callables.get(act).target;
        let (among, go_on): (Vec<CallableId>, f64) = match target.owner() {
            Some(owner) => (world.callables.members(owner).to_vec(), 0.5),
            None => {
                let is_function = |id: &CallableId| {
                    matches!(world.callables.get(*id).target, Target::Function(_) | Target::Constructor(_))
                };
                ((0..world.callables.len()).filter(is_function).collect(), 0.12)
            }
        };
        let changes: Vec<CallableId> = among
            .into_iter()
            .filter(|id| !matches!(world.callables.get(*id).target, Target::Getter(..) | Target::Read(_)))
            .collect();
        self.draft.reserve(1);
        let most = self.draft.room().min(5);
        for _ in 0..self.dice.repeats(go_on, most) {
            let room = self.draft.room();
            if room > 0
                && let Some(id) = self.choice.set_up(&changes, self.dice)
            {
                self.perform(id);
            }
        }
        self.draft.release(1);
    }

    /// Makes the arguments of a call, with the constants of the function that gets them at hand.
    pub(crate) fn arguments_of(&mut self, signature: &Signature) -> Vec<Expr> {
        let outer = std::mem::replace(&mut self.function, signature.function);
        let args = match self.mode {
            Mode::Random => self.arguments(signature),
            Mode::Simplest | Mode::Full => self.simplest_arguments(signature),
        };
        self.function = outer;
        args
    }

    fn operation(&mut self, id: CallableId) -> Option<Op> {
        let world = self.world;
        let callable = world.callables.get(id);
        let signature = &callable.signature;
        Some(match &callable.target {
            Target::Function(path) => {
                Op::Call { callee: Callee::Function(path.clone()), args: self.arguments_of(signature) }
            }
            Target::Constructor(path) => {
                Op::Call { callee: Callee::Constructor(path.clone()), args: self.arguments_of(signature) }
            }
            Target::Read(path) => match (path.parent(), path.members.last()) {
                (Some(parent), Some(key)) => Op::Get { object: Expr::Api(parent), key: key.clone() },
                _ => Op::Value(Expr::Api(path.clone())),
            },
            Target::Method(owner, key) => {
                let receiver = self.receiver(owner)?;
                let args = self.arguments_of(signature);
                Op::Call { callee: Callee::Method { receiver, key: key.clone() }, args }
            }
            Target::Getter(owner, key) => Op::Get { object: self.receiver(owner)?, key: key.clone() },
            Target::Setter(owner, key) => {
                let object = self.receiver(owner)?;
                let value = self.arguments_of(signature).into_iter().next();
                // A setter of unknown signature is written to all the same.
                let value = value.unwrap_or_else(|| self.anything());
                Op::Set { object, key: key.clone(), value }
            }
            Target::Returned(by) => {
                let held = self.returned_function(*by)?;
                Op::Call { callee: Callee::Value(held), args: self.arguments_of(signature) }
            }
        })
    }

    /// What the result will be, where that is known before running. Only an expectation: running tells the truth.
    fn expected(&self, id: CallableId, awaited: bool) -> Option<TypeTag> {
        let callable = self.world.callables.get(id);
        match (&callable.target, &callable.signature.returns) {
            (Target::Constructor(path), _) => Some(TypeTag::Instance(path.clone())),
            (_, Type::Promise(inner)) if awaited => self.tag_of(inner),
            (_, Type::Promise(_)) => Some(TypeTag::Promise),
            (Target::Setter(..), _) => None,
            (_, returns) => self.tag_of(returns),
        }
    }

    fn tag_of(&self, ty: &Type) -> Option<TypeTag> {
        match ty {
            Type::Number => Some(TypeTag::Number),
            Type::String => Some(TypeTag::String),
            Type::Array(_) | Type::Tuple(_) => Some(TypeTag::Array),
            Type::Named { name, .. } => self.world.class_named(name).cloned().map(TypeTag::Instance),
            _ => None,
        }
    }
}
