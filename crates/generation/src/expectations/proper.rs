//! Cases that use the API as it wants to be used, in place of one that does not: arguments that a reader would stumble
//! over are replaced by plain ones of the kind that is asked for. Whoever asks runs them and sees whether they still
//! show what matters.

use kiskadee_model::{
    ApiPath, Block, Callback, Callee, Case, Expr, Op, Origin, Param, Step, Type, Usage, VarId,
};

use super::{Expectations, is_required, misfit};

/// How deep a made-up value goes.
const DEPTH: usize = 3;

impl Expectations {
    /// Cases that are less awkward than a given one, the boldest first.
    pub fn more_proper(&self, case: &Case) -> Vec<Case> {
        let mut made = Vec::new();
        for class in self.classes.values() {
            made.extend(self.with_instance(case, class));
        }
        for (at, step) in case.steps().iter().enumerate() {
            let Some(signature) = self.signature(&step.op) else { continue };
            let Op::Call { args, .. } = &step.op else { continue };
            for (index, param) in signature.params.iter().enumerate().filter(|(_, param)| !param.rest) {
                let awkward = match args.get(index) {
                    Some(arg) => misfit(param, arg) > 0 || self.is_stranger(case, param, arg),
                    None => index == args.len() && is_required(param),
                };
                if awkward {
                    let value = self.plain(param, case.next_callback(), DEPTH);
                    made.extend(replaced(case, |block| set_argument(&mut block.steps[at], index, value)));
                }
            }
        }
        let awkwardness = self.awkwardness(case);
        made.retain(|candidate| self.awkwardness(candidate) < awkwardness);
        made
    }

    /// One instance, made first, in place of everything that is no instance where one is wanted: the same object may have
    /// to be given several times.
    fn with_instance(&self, case: &Case, class: &ApiPath) -> Option<Case> {
        let var = VarId(case.next_var());
        let mut found = false;
        let mut steps = case.steps().to_vec();
        for step in &mut steps {
            let Some(signature) = self.signature(&step.op).cloned() else { continue };
            let Op::Call { args, .. } = &mut step.op else { continue };
            for (param, arg) in signature.params.iter().zip(args) {
                if self.class_meant(param) == Some(class) && self.is_stranger(case, param, arg) {
                    *arg = Expr::Var(var);
                    found = true;
                }
            }
        }
        let args = self.constructor_args(class, case.next_callback(), DEPTH);
        let op = Op::Call { callee: Callee::Constructor(class.clone()), args };
        steps.insert(0, Step { var, op, awaited: false });
        found.then(|| replaced(case, |block| block.steps = steps)).flatten()
    }

    fn constructor_args(&self, class: &ApiPath, callback: u32, depth: usize) -> Vec<Expr> {
        let params = self.paths.get(class).map(|signature| signature.params.as_slice()).unwrap_or_default();
        params.iter().filter(|p| is_required(p)).map(|p| self.plain(p, callback, depth - 1)).collect()
    }

    /// A plain value of the kind that a parameter asks for.
    fn plain(&self, param: &Param, callback: u32, depth: usize) -> Expr {
        if let Some(class) = self.class_meant(param).filter(|_| depth > 0) {
            return Expr::New { class: class.clone(), args: self.constructor_args(class, callback, depth) };
        }
        match &param.ty {
            Type::Any => plain_for_use(&param.usage, callback),
            declared => plain_of_type(declared, callback, depth),
        }
    }
}

fn set_argument(step: &mut Step, index: usize, value: Expr) {
    if let Op::Call { args, .. } = &mut step.op {
        match args.get_mut(index) {
            Some(arg) => *arg = value,
            None => args.push(value),
        }
    }
}

fn replaced(case: &Case, change: impl FnOnce(&mut Block)) -> Option<Case> {
    let mut block = case.body().clone();
    change(&mut block);
    block.renumber();
    let origin = Origin { operator: "proper arguments", ..case.origin().clone() };
    Case::new(block, origin).ok()
}

fn empty_callback(id: u32) -> Expr {
    Expr::Callback(Box::new(Callback { id, params: Vec::new(), is_async: false, body: Block::default() }))
}

/// Without a declaration, what the body does with a value says most.
fn plain_for_use(usage: &Usage, callback: u32) -> Expr {
    if usage.called.is_some() {
        return empty_callback(callback);
    }
    let listed = ["push", "map", "forEach", "filter", "reduce", "sort", "splice", "shift", "pop", "join"];
    let uses = |name: &&str| usage.methods.iter().any(|(method, _)| method == name);
    if usage.iterated || listed.iter().any(uses) {
        return Expr::Array(vec![Some(Expr::number(1.0)), Some(Expr::number(2.0))]);
    }
    let members: Vec<(String, Expr)> = usage
        .members
        .iter()
        .filter(|(name, _)| name != "length")
        .map(|(name, inner)| (name.clone(), plain_for_use(inner, callback)))
        .collect();
    if !members.is_empty() {
        return Expr::Object(members);
    }
    if usage.arithmetic { Expr::number(1.0) } else { Expr::string("a") }
}

fn plain_of_type(ty: &Type, callback: u32, depth: usize) -> Expr {
    if depth == 0 {
        return Expr::Undefined;
    }
    match ty {
        Type::Any | Type::String | Type::Named { .. } => Expr::string("a"),
        Type::Undefined => Expr::Undefined,
        Type::Null => Expr::Null,
        Type::Boolean => Expr::Bool(true),
        Type::Number => Expr::number(1.0),
        Type::BigInt => Expr::BigInt("1".into()),
        Type::Symbol => Expr::Symbol(kiskadee_model::SymbolExpr::Fresh("a".into())),
        Type::Literal(value) => value.clone(),
        Type::Array(element) => Expr::Array(vec![Some(plain_of_type(element, callback, depth - 1))]),
        Type::Tuple(types) => {
            Expr::Array(types.iter().map(|ty| Some(plain_of_type(ty, callback, depth - 1))).collect())
        }
        Type::Object(properties) => {
            let required = properties.iter().filter(|property| !property.optional);
            Expr::Object(
                required.map(|p| (p.key.clone(), plain_of_type(&p.ty, callback, depth - 1))).collect(),
            )
        }
        Type::Record(value) => Expr::Object(vec![("a".into(), plain_of_type(value, callback, depth - 1))]),
        Type::Function { .. } => empty_callback(callback),
        Type::Union(types) => types.first().map_or(Expr::Undefined, |ty| plain_of_type(ty, callback, depth)),
        Type::Promise(value) => Expr::Resolved(Box::new(plain_of_type(value, callback, depth - 1))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;
    use kiskadee_model::print::print_probe;
    use kiskadee_model::{Api, Export, ExportKind, Root, Signature};

    #[test]
    fn what_is_no_instance_gives_way_to_one_wherever_a_parameter_is_named_after_its_class() {
        let node = Param { name: "node".into(), ..Param::default() };
        let signature = Signature { params: vec![node], known: true, ..Signature::default() };
        let path = ApiPath::export(Root::Named("add".into()));
        let add = Export { path: path.clone(), kind: ExportKind::Function(signature) };
        let class = testing::class("Node", testing::signature(0, vec![]), vec![]);
        let api = Api { exports: vec![add, class], ..Api::default() };
        let call = |var| {
            let op = Op::Call { callee: Callee::Function(path.clone()), args: vec![Expr::number(1.0)] };
            Step { var: VarId(var), op, awaited: false }
        };
        let block = Block { steps: vec![call(0), call(1)], ..Block::default() };
        let case = Case::new(block, Origin::default()).expect("a valid case");
        let proper = Expectations::new(&api).more_proper(&case);
        let texts: Vec<String> = proper.iter().map(print_probe).collect();
        assert!(
            texts[0].contains("new $m.Node()") && texts[0].matches("$m.add(v0)").count() == 2,
            "{texts:?}"
        );
    }
}
