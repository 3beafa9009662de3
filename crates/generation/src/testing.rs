//! Small APIs and cases for the tests of this crate.

use kiskadee_model::{
    Api, ApiPath, Block, Callee, Case, Class, Export, ExportKind, Key, Member, MemberKind, Op, Origin, Param,
    Root, Shape, ShapeId, Signature, Step, Type, VarId,
};

pub(crate) fn path(name: &str) -> ApiPath {
    ApiPath::export(Root::Named(name.to_owned()))
}

pub(crate) fn param(name: &str, ty: Type) -> Param {
    Param { name: name.to_owned(), ty, ..Param::default() }
}

pub(crate) fn signature(function: u32, params: Vec<Param>) -> Signature {
    let arity = params.iter().take_while(|param| !param.optional && !param.rest).count() as u32;
    Signature { params, arity, function: Some(function), known: true, returns: Type::Any }
}

pub(crate) fn function(name: &str, signature: Signature) -> Export {
    Export { path: path(name), kind: ExportKind::Function(signature) }
}

pub(crate) fn member(name: &str, kind: MemberKind, signature: Signature) -> Member {
    Member { key: Key::from(name), kind, signature }
}

pub(crate) fn class(name: &str, constructor: Signature, members: Vec<Member>) -> Export {
    let class = Class { name: name.to_owned(), constructor, callable: false, members };
    Export { path: path(name), kind: ExportKind::Class(class) }
}

/// Functions without parameters, each with its own index in the coverage map.
pub(crate) fn functions(names: &[&str]) -> Api {
    let export = |(index, name): (usize, &&str)| function(name, signature(index as u32, Vec::new()));
    Api { exports: names.iter().enumerate().map(export).collect(), ..Api::default() }
}

/// A module with functions, a class, another class that wants instances of the first, a factory and an async function.
pub(crate) fn module() -> Api {
    let list = Type::Named { name: "List".to_owned(), args: Vec::new() };
    let optional = Param { optional: true, ..param("limit", Type::Number) };
    let rest = Param { rest: true, ..param("names", Type::Array(Box::new(Type::String))) };
    Api {
        exports: vec![
            function("add", signature(0, vec![param("a", Type::Number), param("b", Type::Number), optional])),
            function("join", signature(1, vec![param("separator", Type::String), rest])),
            function("guess", Signature { arity: 1, function: Some(2), ..Signature::default() }),
            function("load", signature(3, vec![param("path", Type::String)])),
            function("makeCounter", signature(4, Vec::new())),
            class(
                "List",
                signature(5, Vec::new()),
                vec![
                    member("push", MemberKind::Method, signature(6, vec![param("value", Type::Any)])),
                    member("first", MemberKind::Getter, signature(7, Vec::new())),
                    member("size", MemberKind::Setter, signature(8, vec![param("size", Type::Number)])),
                ],
            ),
            class(
                "View",
                signature(9, vec![param("list", list)]),
                vec![member("draw", MemberKind::Method, signature(10, vec![param("cb", Type::Any)]))],
            ),
        ],
        ..Api::default()
    }
}

/// What `makeCounter` returns.
pub(crate) fn counter() -> Shape {
    let increment = member("increment", MemberKind::Method, signature(11, vec![param("by", Type::Number)]));
    Shape { id: ShapeId("counter".to_owned()), name: "Object".to_owned(), members: vec![increment] }
}

/// A case of so many calls of one function.
pub(crate) fn calls(name: &str, count: usize) -> Case {
    let step = |index: usize| Step {
        var: VarId(index as u32),
        op: Op::Call { callee: Callee::Function(path(name)), args: Vec::new() },
        awaited: false,
    };
    let body = Block { steps: (0..count).map(step).collect(), ..Block::default() };
    Case::new(body, Origin::default()).expect("calls of a function are in scope")
}
