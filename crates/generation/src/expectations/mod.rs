//! How calls are expected to look: as the declarations and bodies of functions suggest. A suite prefers cases that use
//! the API as it wants to be used, and simplifying never makes a call stranger than it was.

mod proper;

use std::collections::BTreeMap;

use kiskadee_model::{
    Api, ApiPath, Callee, Case, ExportKind, Expr, Key, Member, MemberKind, Op, Param, Signature, Type,
};

/// What is known of how each function is called.
#[derive(Clone, Debug, Default)]
pub struct Expectations {
    paths: BTreeMap<ApiPath, Signature>,
    /// By name alone: a case does not say which class a variable is of.
    members: BTreeMap<Key, Signature>,
    /// Classes by their names in lower case: a parameter `node` wants a `Node`.
    classes: BTreeMap<String, ApiPath>,
}

impl Expectations {
    /// Reads them off an API.
    pub fn new(api: &Api) -> Self {
        let mut made = Self::default();
        for export in &api.exports {
            match &export.kind {
                ExportKind::Function(signature) => {
                    made.paths.insert(export.path.clone(), signature.clone());
                }
                ExportKind::Class(class) => {
                    made.paths.insert(export.path.clone(), class.constructor.clone());
                    made.classes.entry(class.name.to_lowercase()).or_insert_with(|| export.path.clone());
                    made.add_members(&class.members);
                }
                ExportKind::Object(members) => made.add_members(members),
                ExportKind::Value(_) => {}
            }
        }
        made
    }

    /// Adds the members of objects that no exported class describes.
    pub fn add_members(&mut self, members: &[Member]) {
        for member in
            members.iter().filter(|member| member.kind == MemberKind::Method && member.signature.known)
        {
            self.members.entry(member.key.clone()).or_insert_with(|| member.signature.clone());
        }
    }

    /// How many things about a case a reader would stumble over: arguments that are missing, of another kind than
    /// expected, without the members that are asked for, or too many.
    pub fn awkwardness(&self, case: &Case) -> usize {
        case.steps().iter().map(|step| self.step(case, &step.op)).sum()
    }

    fn step(&self, case: &Case, op: &Op) -> usize {
        let Op::Call { args, .. } = op else { return 0 };
        let signature = self.signature(op);
        let nested: usize = args.iter().map(|arg| self.inner(arg)).sum();
        let Some(signature) = signature else { return nested };
        let strangers =
            signature.params.iter().zip(args).filter(|(param, arg)| self.is_stranger(case, param, arg));
        nested + strangers.count() + oddities(signature, args)
    }

    /// How what a step calls is declared, if that is known.
    fn signature(&self, op: &Op) -> Option<&Signature> {
        let Op::Call { callee, .. } = op else { return None };
        let signature = match callee {
            Callee::Function(path) | Callee::Constructor(path) => self.paths.get(path),
            Callee::Method { key, .. } => self.members.get(key),
            Callee::Value(_) => None,
        };
        signature.filter(|signature| signature.known)
    }

    /// The class that a parameter is named after.
    fn class_meant(&self, param: &Param) -> Option<&ApiPath> {
        let named = match &param.ty {
            Type::Any => &param.name,
            Type::Named { name, .. } => name,
            _ => return None,
        };
        self.classes.get(&named.to_lowercase())
    }

    /// Whether a parameter that is named after a class gets something that is plainly no instance of it.
    fn is_stranger(&self, case: &Case, param: &Param, arg: &Expr) -> bool {
        let Some(class) = self.class_meant(param) else { return false };
        match arg {
            Expr::New { class: made, .. } => made != class,
            Expr::Var(var) => case.steps().iter().any(|step| {
                step.var == *var
                    && matches!(&step.op, Op::Call { callee: Callee::Constructor(made), .. } if made != class)
            }),
            _ => true,
        }
    }

    /// Constructor calls written in place are calls too.
    fn inner(&self, expr: &Expr) -> usize {
        let own = match expr {
            Expr::New { class, args } => {
                self.paths.get(class).filter(|signature| signature.known).map_or(0, |s| oddities(s, args))
            }
            _ => 0,
        };
        own + expr.children().into_iter().map(|child| self.inner(child)).sum::<usize>()
    }
}

fn oddities(signature: &Signature, args: &[Expr]) -> usize {
    let params = &signature.params;
    let has_rest = params.iter().any(|param| param.rest);
    let missing = params.iter().skip(args.len()).filter(|param| is_required(param)).count();
    let extra = if has_rest { 0 } else { args.len().saturating_sub(params.len()) };
    let unsuited: usize =
        params.iter().filter(|p| !p.rest).zip(args).map(|(param, arg)| misfit(param, arg)).sum();
    missing + extra + unsuited
}

fn is_required(param: &Param) -> bool {
    // In untyped code nothing says that an argument may be left out, but some names do.
    const OFTEN_LEFT_OUT: [&str; 12] = [
        "opts", "options", "config", "settings", "cb", "callback", "done", "next", "context", "ctx",
        "thisArg", "fn",
    ];
    let declared = param.ty != Type::Any;
    !param.optional && !param.rest && (declared || !OFTEN_LEFT_OUT.contains(&param.name.as_str()))
}

fn misfit(param: &Param, arg: &Expr) -> usize {
    if matches!(arg, Expr::Undefined) {
        return usize::from(is_required(param));
    }
    if !suits(&param.ty, arg) {
        return 1;
    }
    if param.usage.called.is_some() && param.ty == Type::Any {
        return usize::from(!matches!(
            arg,
            Expr::Callback(_) | Expr::Var(_) | Expr::Global(_) | Expr::Api(_)
        ));
    }
    missing_members(param, arg)
}

/// Members that the declaration requires or the body reads, and that an object literal lacks.
fn missing_members(param: &Param, arg: &Expr) -> usize {
    let Expr::Object(members) = arg else { return 0 };
    let has = |key: &str| members.iter().any(|(name, _)| name == key);
    match &param.ty {
        Type::Object(properties) => properties.iter().filter(|p| !p.optional && !has(&p.key)).count(),
        // An options object is read for members that may well be absent.
        Type::Any if is_required(param) => param.usage.members.iter().filter(|(name, _)| !has(name)).count(),
        _ => 0,
    }
}

/// Whether a value is of a declared type, as far as its outside tells.
fn suits(ty: &Type, arg: &Expr) -> bool {
    // What a variable holds is not known here.
    if matches!(arg, Expr::Var(_) | Expr::Api(_) | Expr::Global(_)) {
        return true;
    }
    match ty {
        Type::Any | Type::Named { .. } | Type::Symbol => true,
        Type::Undefined => matches!(arg, Expr::Undefined),
        Type::Null => matches!(arg, Expr::Null),
        Type::Boolean => matches!(arg, Expr::Bool(_)),
        Type::Number => matches!(arg, Expr::Number(_)),
        Type::String => matches!(arg, Expr::String(_)),
        Type::BigInt => matches!(arg, Expr::BigInt(_)),
        Type::Literal(value) => value == arg,
        Type::Array(element) => match arg {
            Expr::Array(elements) => elements.iter().flatten().all(|e| suits(element, e)),
            Expr::Set(_) | Expr::TypedArray { .. } => true,
            _ => false,
        },
        Type::Tuple(types) => match arg {
            Expr::Array(elements) => {
                elements.len() == types.len()
                    && elements.iter().flatten().zip(types).all(|(e, ty)| suits(ty, e))
            }
            _ => false,
        },
        Type::Object(properties) => match arg {
            Expr::Object(members) => properties.iter().all(|property| {
                let value = members.iter().find(|(name, _)| *name == property.key).map(|(_, value)| value);
                value.map_or(property.optional, |value| suits(&property.ty, value))
            }),
            other => other.makes_object(),
        },
        Type::Record(value) => match arg {
            Expr::Object(members) => members.iter().all(|(_, member)| suits(value, member)),
            _ => false,
        },
        Type::Function { .. } => matches!(arg, Expr::Callback(_)),
        Type::Union(types) => types.iter().any(|ty| suits(ty, arg)),
        Type::Promise(_) => matches!(arg, Expr::Resolved(_) | Expr::Rejected(_)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kiskadee_model::{Block, Export, Origin, Property, Root, Step, Usage, VarId};

    fn awkwardness(params: Vec<Param>, args: Vec<Expr>) -> usize {
        let path = ApiPath::export(Root::Named("f".into()));
        let signature = Signature { params, known: true, ..Signature::default() };
        let api = Api {
            exports: vec![Export { path: path.clone(), kind: ExportKind::Function(signature) }],
            ..Api::default()
        };
        let op = Op::Call { callee: Callee::Function(path), args };
        let steps = vec![Step { var: VarId(0), op, awaited: false }];
        let case = Case::new(Block { steps, ..Block::default() }, Origin::default()).expect("a valid case");
        Expectations::new(&api).awkwardness(&case)
    }

    fn param(name: &str, ty: Type) -> Param {
        Param { name: name.into(), ty, ..Param::default() }
    }

    #[test]
    fn missing_wrong_and_superfluous_arguments_are_awkward() {
        let number = || vec![param("n", Type::Number)];
        assert_eq!(awkwardness(number(), vec![Expr::number(1.0)]), 0);
        assert_eq!(awkwardness(number(), vec![]), 1);
        assert_eq!(awkwardness(number(), vec![Expr::string("a")]), 1);
        assert_eq!(awkwardness(number(), vec![Expr::number(1.0), Expr::Null]), 1);
        assert_eq!(awkwardness(vec![param("options", Type::Any)], vec![]), 0);
        assert_eq!(awkwardness(vec![param("list", Type::Any)], vec![]), 1);
    }

    #[test]
    fn objects_without_the_members_that_are_asked_for_are_awkward() {
        let point = Type::Object(vec![Property { key: "x".into(), ty: Type::Number, optional: false }]);
        let with_x = Expr::Object(vec![("x".into(), Expr::number(0.0))]);
        assert_eq!(awkwardness(vec![param("p", point.clone())], vec![with_x]), 0);
        assert!(awkwardness(vec![param("p", point)], vec![Expr::Object(vec![])]) > 0);
        let usage = Usage { members: vec![("size".into(), Usage::default())], ..Usage::default() };
        let used = Param { usage, ..param("stack", Type::Any) };
        assert_eq!(awkwardness(vec![used], vec![Expr::Object(vec![])]), 1);
    }
}
