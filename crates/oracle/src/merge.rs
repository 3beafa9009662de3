//! What two copies of a value have in common: the structure they share, with opaque leaves where they differ.

use std::collections::BTreeMap;

use kiskadee_model::{
    CallbackCall, LateError, ObjectKind, PromiseState, Seen, SeenObject, SeenProperty, Thrown,
};

/// Merges values of two runs. Objects are numbered by each run for itself, so it remembers which are the same.
#[derive(Default)]
pub(crate) struct Merger {
    pairs: BTreeMap<u32, u32>,
}

impl Merger {
    pub(crate) fn seen(&mut self, a: &Seen, b: &Seen) -> Seen {
        match (a, b) {
            (Seen::Object(x), Seen::Object(y)) => {
                self.object(x, y).map_or(Seen::Opaque, |object| Seen::Object(Box::new(object)))
            }
            (Seen::Ref(x), Seen::Ref(y)) => {
                let expected = self.pairs.get(x).copied().unwrap_or(*x);
                if expected == *y { Seen::Ref(*x) } else { Seen::Opaque }
            }
            _ if a == b => a.clone(),
            _ => Seen::Opaque,
        }
    }

    pub(crate) fn thrown(&mut self, a: &Thrown, b: &Thrown) -> Thrown {
        fn agreed<T: Clone + PartialEq>(a: &Option<T>, b: &Option<T>) -> Option<T> {
            if a == b { a.clone() } else { None }
        }
        Thrown {
            value: self.seen(&a.value, &b.value),
            class: agreed(&a.class, &b.class),
            message: agreed(&a.message, &b.message),
            code: agreed(&a.code, &b.code),
            frames: a.frames.clone(),
        }
    }

    pub(crate) fn call(&mut self, a: &CallbackCall, b: &CallbackCall) -> CallbackCall {
        let args = if a.args.len() == b.args.len() {
            a.args.iter().zip(&b.args).map(|(x, y)| self.seen(x, y)).collect()
        } else {
            vec![Seen::Opaque; a.args.len()]
        };
        CallbackCall { callback: a.callback, args, during: a.during }
    }

    /// Absent when they are errors of different origin.
    pub(crate) fn late(&mut self, a: &LateError, b: &LateError) -> Option<LateError> {
        match (a, b) {
            (LateError::UnhandledRejection(x), LateError::UnhandledRejection(y)) => {
                Some(LateError::UnhandledRejection(self.thrown(x, y)))
            }
            (LateError::Uncaught(x), LateError::Uncaught(y)) => Some(LateError::Uncaught(self.thrown(x, y))),
            _ => None,
        }
    }

    fn object(&mut self, a: &SeenObject, b: &SeenObject) -> Option<SeenObject> {
        if a.class != b.class || a.api_class != b.api_class || a.var != b.var {
            return None;
        }
        self.pairs.insert(a.id, b.id);
        let kind = self.kind(&a.kind, &b.kind)?;
        let same_keys = a.props.iter().map(|p| &p.key).eq(b.props.iter().map(|p| &p.key));
        let mut truncated = a.truncated || b.truncated || !same_keys;
        let mut props = Vec::new();
        for property in &a.props {
            let Some(other) = b.props.iter().find(|other| other.key == property.key) else { continue };
            let value = match (&property.value, &other.value) {
                (Some(x), Some(y)) => Some(self.seen(x, y)),
                (None, None) => None,
                _ => {
                    truncated = true;
                    continue;
                }
            };
            let enumerable = property.enumerable && other.enumerable;
            props.push(SeenProperty { key: property.key.clone(), value, enumerable });
        }
        Some(SeenObject { kind, props, truncated, ..a.clone() })
    }

    fn kind(&mut self, a: &ObjectKind, b: &ObjectKind) -> Option<ObjectKind> {
        Some(match (a, b) {
            (ObjectKind::Array(x), ObjectKind::Array(y)) => ObjectKind::Array(self.elements(x, y)?),
            (ObjectKind::Arguments(x), ObjectKind::Arguments(y)) => {
                ObjectKind::Arguments(self.elements(x, y)?)
            }
            (ObjectKind::Map(x), ObjectKind::Map(y)) if x.len() == y.len() => {
                let pair =
                    |((k, v), (l, w)): (&(Seen, Seen), &(Seen, Seen))| (self.seen(k, l), self.seen(v, w));
                ObjectKind::Map(x.iter().zip(y).map(pair).collect())
            }
            (ObjectKind::Set(x), ObjectKind::Set(y)) => ObjectKind::Set(self.list(x, y)?),
            (ObjectKind::Typed(x), ObjectKind::Typed(y)) => ObjectKind::Typed(self.list(x, y)?),
            (ObjectKind::Boxed(x), ObjectKind::Boxed(y)) => ObjectKind::Boxed(Box::new(self.seen(x, y))),
            (ObjectKind::Promise(x), ObjectKind::Promise(y)) => ObjectKind::Promise(self.promise(x, y)),
            _ if a == b => a.clone(),
            _ => return None,
        })
    }

    fn promise(&mut self, a: &PromiseState, b: &PromiseState) -> PromiseState {
        match (a, b) {
            (PromiseState::Fulfilled(x), PromiseState::Fulfilled(y)) => {
                PromiseState::Fulfilled(Box::new(self.seen(x, y)))
            }
            (PromiseState::Rejected(x), PromiseState::Rejected(y)) => {
                PromiseState::Rejected(Box::new(self.thrown(x, y)))
            }
            (PromiseState::Pending, PromiseState::Pending) => PromiseState::Pending,
            _ => PromiseState::Unknown,
        }
    }

    fn elements(&mut self, a: &[Option<Seen>], b: &[Option<Seen>]) -> Option<Vec<Option<Seen>>> {
        let merge = |(x, y): (&Option<Seen>, &Option<Seen>)| match (x, y) {
            (Some(x), Some(y)) => Some(self.seen(x, y)),
            (None, None) => None,
            _ => Some(Seen::Opaque),
        };
        (a.len() == b.len()).then(|| a.iter().zip(b).map(merge).collect())
    }

    fn list(&mut self, a: &[Seen], b: &[Seen]) -> Option<Vec<Seen>> {
        (a.len() == b.len()).then(|| a.iter().zip(b).map(|(x, y)| self.seen(x, y)).collect())
    }
}
