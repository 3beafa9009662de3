//! Observations made by hand.

#![allow(dead_code, reason = "each test binary uses a part of this")]

use kiskadee_model::{
    Api, ApiPath, Block, Callee, Case, Class, End, Export, ExportKind, Expr, Number, ObjectKind, Observation,
    Op, Origin, Root, Seen, SeenKey, SeenObject, SeenProperty, Step, StepOutcome, StepSeen, Thrown, VarId,
};

pub fn observation(end: End, steps: Vec<(u32, StepOutcome)>) -> Observation {
    let step = |(step, outcome)| StepSeen { step: VarId(step), outcome, finally: None };
    Observation {
        end,
        steps: steps.into_iter().map(step).collect(),
        changes: vec![],
        callbacks: vec![],
        late: vec![],
        waited_ms: 0.0,
        turned_loop: false,
        stdout: String::new(),
        stderr: String::new(),
    }
}

/// A run of one step that returned this.
pub fn returned(value: Seen) -> Observation {
    observation(End::Completed, vec![(0, StepOutcome::Returned(value))])
}

/// A run of one step that threw this.
pub fn threw(thrown: Thrown) -> Observation {
    observation(End::Threw { step: VarId(0) }, vec![(0, StepOutcome::Threw(thrown))])
}

pub fn object(id: u32, kind: ObjectKind, class: &str, props: Vec<(&str, Seen)>) -> Seen {
    let property = |(key, value): (&str, Seen)| SeenProperty {
        key: SeenKey::Name(key.into()),
        value: Some(value),
        enumerable: true,
    };
    Seen::Object(Box::new(SeenObject {
        id,
        kind,
        class: Some(class.into()),
        props: props.into_iter().map(property).collect(),
        truncated: false,
        var: None,
        api_class: (class == "Node").then_some(0),
    }))
}

pub fn plain(id: u32, props: Vec<(&str, Seen)>) -> Seen {
    object(id, ObjectKind::Plain, "Object", props)
}

pub fn array(id: u32, elements: Vec<Seen>) -> Seen {
    object(id, ObjectKind::Array(elements.into_iter().map(Some).collect()), "Array", vec![])
}

pub fn node(id: u32, props: Vec<(&str, Seen)>) -> Seen {
    object(id, ObjectKind::Instance, "Node", props)
}

pub fn number(value: f64) -> Seen {
    Seen::Number(Number(value))
}

pub fn text(value: &str) -> Seen {
    Seen::String(value.into())
}

pub fn error(class: &str, message: &str, props: Vec<(&str, Seen)>) -> Thrown {
    let mut all = vec![("stack", Seen::Opaque), ("message", text(message))];
    all.extend(props);
    Thrown {
        value: object(90, ObjectKind::Error, class, all),
        class: Some(class.into()),
        message: Some(message.into()),
        code: None,
        frames: vec![],
    }
}

/// An API with one class, `Node`.
pub fn api() -> Api {
    let kind = ExportKind::Class(Class { name: "Node".into(), ..Class::default() });
    Api { exports: vec![Export { path: path("Node"), kind }], ..Api::default() }
}

pub fn path(name: &str) -> ApiPath {
    ApiPath::export(Root::Named(name.into()))
}

pub fn call(n: u32, callee: Callee, args: Vec<Expr>) -> Step {
    Step { var: VarId(n), op: Op::Call { callee, args }, awaited: false }
}

pub fn function(n: u32, args: Vec<Expr>) -> Step {
    call(n, Callee::Function(path("f")), args)
}

pub fn construct(n: u32) -> Step {
    call(n, Callee::Constructor(path("Node")), vec![])
}

pub fn case(steps: Vec<Step>) -> Case {
    Case::new(Block { steps, ..Block::default() }, Origin::default()).expect("the case is valid")
}
