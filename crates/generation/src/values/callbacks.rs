//! Functions written in the test: empty, returning a value, giving back what they got, throwing, or calling what they
//! got.

use kiskadee_model::{Block, Callback, Callee, ErrorClass, Expr, Op, Step, Type, VarId};

use crate::grow::{Maker, Mode};

/// What a callback does.
enum Behaviour {
    Nothing,
    ReturnsValue,
    ReturnsParameter,
    Throws,
}

impl Maker<'_> {
    /// A callback that will be called with arguments of these types and should return one of that type.
    pub(crate) fn callback(&mut self, params: &[Type], returns: &Type) -> Expr {
        let id = self.draft.fresh_callback();
        // Nobody writes down parameters that are not used.
        let mut used: Vec<VarId> = Vec::new();
        let mut body = Block::default();
        if let Some((position, called)) = self.parameter_to_call(params, &mut used) {
            let (var, args) = (self.draft.fresh_var(), called);
            let callee = Callee::Value(used[position]);
            body.steps.push(Step { var, op: Op::Call { callee, args }, awaited: false });
        }
        match self.behaviour(params.len(), returns) {
            Behaviour::Nothing => {}
            Behaviour::ReturnsValue => body.result = Some(self.nested(|maker| maker.of_type(returns))),
            Behaviour::ReturnsParameter => {
                let position = self.dice.below(params.len().clamp(1, 3));
                self.declare_up_to(position, &mut used);
                body.result = Some(Expr::Var(used[position]));
            }
            Behaviour::Throws => {
                body.result = Some(Expr::Error { class: ErrorClass::Error, message: "a".to_owned() });
                body.throws = true;
            }
        }
        let is_async = matches!(returns, Type::Promise(_));
        if is_async && let Some(Expr::Resolved(inner)) = body.result {
            body.result = Some(*inner);
        }
        Expr::Callback(Box::new(Callback { id, params: used, is_async, body }))
    }

    /// A callback that gets so many arguments nothing is known about.
    pub(crate) fn callback_of_arity(&mut self, arity: usize) -> Expr {
        self.callback(&vec![Type::Any; arity.min(4)], &Type::Any)
    }

    fn behaviour(&mut self, params: usize, returns: &Type) -> Behaviour {
        if *returns == Type::Undefined {
            return Behaviour::Nothing;
        }
        if *returns != Type::Any {
            // A declared result is honoured nearly always.
            return if self.dice.chance(0.95) { Behaviour::ReturnsValue } else { Behaviour::Nothing };
        }
        match self.mode {
            Mode::Simplest => Behaviour::Nothing,
            Mode::Full if params > 0 => Behaviour::ReturnsParameter,
            Mode::Full => Behaviour::ReturnsValue,
            Mode::Random => match self.dice.below(20) {
                0..6 => Behaviour::Nothing,
                6..14 => Behaviour::ReturnsValue,
                // What callers do about it is behaviour too.
                14..16 => Behaviour::Throws,
                // Without knowledge of the arguments, a first one is likely there.
                _ => Behaviour::ReturnsParameter,
            },
        }
    }

    /// A parameter that is a function, such as `next` or `done`, is called more often than not.
    fn parameter_to_call(&mut self, params: &[Type], used: &mut Vec<VarId>) -> Option<(usize, Vec<Expr>)> {
        let is_function = |ty: &Type| matches!(ty, Type::Function { .. });
        let position = params.iter().position(is_function)?;
        if !self.dice.chance(0.7) {
            return None;
        }
        self.declare_up_to(position, used);
        let Type::Function { params: inner, .. } = &params[position] else { return None };
        let args = inner.iter().map(|ty| self.nested(|maker| maker.of_type(ty))).collect();
        Some((position, args))
    }

    fn declare_up_to(&mut self, position: usize, used: &mut Vec<VarId>) {
        while used.len() <= position {
            used.push(self.draft.fresh_var());
        }
    }
}
