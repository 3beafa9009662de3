//! What can be called, read or written: the exports and their members, and what was seen to come back from them.

use std::collections::BTreeMap;

use kiskadee_model::{
    Api, ApiPath, Callee, Class, Export, ExportKind, Expr, Key, Member, MemberKind, Op, Shape, ShapeId,
    Signature, Step, Type, TypeTag, VarId,
};

/// Index of a callable.
pub(crate) type CallableId = usize;

/// Whose member something is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Owner {
    /// Of instances of a class.
    Class(ApiPath),
    /// Of an exported object.
    Object(ApiPath),
    /// Of objects that look alike.
    Shape(ShapeId),
}

impl Owner {
    /// How a variable that can be the receiver is tagged.
    pub(crate) fn tag(&self) -> Option<TypeTag> {
        match self {
            Self::Class(path) => Some(TypeTag::Instance(path.clone())),
            Self::Shape(id) => Some(TypeTag::Shape(id.clone())),
            Self::Object(_) => None,
        }
    }

    fn of_tag(tag: &TypeTag) -> Option<Self> {
        match tag {
            TypeTag::Instance(path) => Some(Self::Class(path.clone())),
            TypeTag::Shape(id) => Some(Self::Shape(id.clone())),
            _ => None,
        }
    }
}

/// What a callable does when it is performed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Target {
    Function(ApiPath),
    Constructor(ApiPath),
    /// The reading of an exported value.
    Read(ApiPath),
    Method(Owner, Key),
    Getter(Owner, Key),
    Setter(Owner, Key),
    /// The function that another callable returned.
    Returned(CallableId),
}

impl Target {
    /// Whose member it is, if it is one.
    pub(crate) fn owner(&self) -> Option<&Owner> {
        match self {
            Self::Method(owner, _) | Self::Getter(owner, _) | Self::Setter(owner, _) => Some(owner),
            Self::Function(_) | Self::Constructor(_) | Self::Read(_) | Self::Returned(_) => None,
        }
    }

    fn of_member(owner: Owner, member: &Member) -> Self {
        let key = member.key.clone();
        match member.kind {
            MemberKind::Method => Self::Method(owner, key),
            MemberKind::Getter => Self::Getter(owner, key),
            MemberKind::Setter => Self::Setter(owner, key),
        }
    }
}

/// What kind of thing is tested, for summaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallableKind {
    /// An exported function, static methods among them.
    Function,
    /// A class, through its constructor.
    Constructor,
    /// A method.
    Method,
    /// An accessor that is read.
    Getter,
    /// An accessor that is written.
    Setter,
    /// An exported value that is read.
    Read,
    /// A function that another one returned.
    Returned,
}

/// One thing that is tested, as a summary speaks of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallableSummary {
    /// `add`, `LinkedList.append`
    pub name: String,
    /// What it is.
    pub kind: CallableKind,
    /// Its function in the coverage map, if it stands there.
    pub function: Option<u32>,
    /// Whether tests may be about it, or it serves as set-up only.
    pub targeted: bool,
}

/// One thing that can be called, read or written.
#[derive(Clone, Debug)]
pub(crate) struct Callable {
    pub(crate) target: Target,
    pub(crate) signature: Signature,
    /// For people.
    pub(crate) title: String,
    /// Whether a case may be about it.
    pub(crate) targeted: bool,
}

impl Callable {
    pub(crate) fn summary(&self) -> CallableSummary {
        let kind = match self.target {
            Target::Function(_) => CallableKind::Function,
            Target::Constructor(_) => CallableKind::Constructor,
            Target::Method(..) => CallableKind::Method,
            Target::Getter(..) => CallableKind::Getter,
            Target::Setter(..) => CallableKind::Setter,
            Target::Read(_) => CallableKind::Read,
            Target::Returned(_) => CallableKind::Returned,
        };
        let function = self.signature.function;
        CallableSummary { name: self.title.clone(), kind, function, targeted: self.targeted }
    }
}

/// All callables known so far. Grows as shapes and returned functions are met; indices stay.
#[derive(Default)]
pub(crate) struct Callables {
    all: Vec<Callable>,
    by_target: BTreeMap<Target, CallableId>,
    by_owner: BTreeMap<Owner, Vec<CallableId>>,
    /// What exported values hold, so that those can be receivers.
    values: BTreeMap<ApiPath, TypeTag>,
    only: Vec<String>,
    some_targeted: bool,
}

impl Callables {
    pub(crate) fn new(api: &Api, only: Vec<String>) -> Self {
        let mut callables = Self { only, ..Self::default() };
        for export in &api.exports {
            callables.add_export(export);
        }
        callables
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Callable> {
        self.all.iter()
    }

    pub(crate) fn get(&self, id: CallableId) -> &Callable {
        &self.all[id]
    }

    pub(crate) fn find(&self, target: &Target) -> Option<CallableId> {
        self.by_target.get(target).copied()
    }

    /// The members of an owner, in the order in which they became known.
    pub(crate) fn members(&self, owner: &Owner) -> &[CallableId] {
        self.by_owner.get(owner).map_or(&[], Vec::as_slice)
    }

    /// Exported values that hold such a thing.
    pub(crate) fn exported(&self, tag: &TypeTag) -> impl Iterator<Item = &ApiPath> {
        self.values.iter().filter(move |(_, held)| *held == tag).map(|(path, _)| path)
    }

    /// Whether cases may be about it. When `--only` names nothing that is known yet (a method of what a factory
    /// returns), everything is explored until something of that name turns up.
    pub(crate) fn may_be_act(&self, id: CallableId) -> bool {
        self.all[id].targeted || !self.some_targeted
    }

    /// Takes in the members of a shape, unless it is known. Gives the new callables.
    pub(crate) fn add_shape(&mut self, shape: &Shape) -> std::ops::Range<CallableId> {
        let before = self.all.len();
        let owner = Owner::Shape(shape.id.clone());
        if !self.by_owner.contains_key(&owner) {
            self.add_members(owner, &shape.members, &shape.name, &[&shape.name]);
        }
        before..self.all.len()
    }

    /// Takes in that a callable returns a function. Gives it if it is new.
    pub(crate) fn add_returned(&mut self, by: CallableId) -> Option<CallableId> {
        let target = Target::Returned(by);
        // What a returned function returns in turn is called too, but not without end.
        let depth = std::iter::successors(Some(by), |id| match self.all[*id].target {
            Target::Returned(inner) => Some(inner),
            _ => None,
        });
        if depth.count() > 3 || self.by_target.contains_key(&target) {
            return None;
        }
        let maker = &self.all[by];
        let signature = match &maker.signature.returns {
            Type::Function { params, .. } => declared(params),
            _ => Signature::default(),
        };
        let (title, targeted) = (format!("{}()", maker.title), maker.targeted);
        Some(self.push(target, signature, title, targeted))
    }

    /// What an allowed callable returns belongs to it: with `--only makeCounter`, the counter's methods are tested.
    pub(crate) fn allow_members(&mut self, owner: &Owner) {
        for id in self.members(owner).to_vec() {
            self.all[id].targeted = true;
            self.some_targeted = true;
        }
    }

    /// Which callable a step performs, as far as the tags of variables tell.
    pub(crate) fn of_step(
        &self,
        steps: &[Step],
        index: usize,
        tags: &BTreeMap<VarId, TypeTag>,
    ) -> Option<CallableId> {
        let target = match &steps[index].op {
            Op::Call { callee: Callee::Function(path), .. } => Target::Function(path.clone()),
            Op::Call { callee: Callee::Constructor(path), .. } => Target::Constructor(path.clone()),
            Op::Call { callee: Callee::Method { receiver, key }, .. } => {
                Target::Method(self.owner_of(receiver, tags)?, key.clone())
            }
            Op::Call { callee: Callee::Value(var), .. } => {
                let maker = steps[..index].iter().position(|step| step.var == *var)?;
                Target::Returned(self.of_step(steps, maker, tags)?)
            }
            Op::Get { object: Expr::Api(path), key } => {
                let read = Target::Read(path.member(key.clone()));
                if self.by_target.contains_key(&read) {
                    read
                } else {
                    Target::Getter(self.owner_of(&Expr::Api(path.clone()), tags)?, key.clone())
                }
            }
            Op::Get { object, key } => Target::Getter(self.owner_of(object, tags)?, key.clone()),
            Op::Set { object, key, .. } => Target::Setter(self.owner_of(object, tags)?, key.clone()),
            Op::Value(Expr::Api(path)) => Target::Read(path.clone()),
            // A promise that is awaited later still comes from where it came from.
            Op::Value(Expr::Var(var)) => {
                let maker = steps[..index].iter().position(|step| step.var == *var)?;
                return self.of_step(steps, maker, tags);
            }
            Op::Value(_) => return None,
        };
        self.find(&target)
    }

    fn owner_of(&self, receiver: &Expr, tags: &BTreeMap<VarId, TypeTag>) -> Option<Owner> {
        match receiver {
            Expr::Var(var) => Owner::of_tag(tags.get(var)?),
            Expr::Api(path) => match self.values.get(path) {
                Some(tag) => Owner::of_tag(tag),
                None => Some(Owner::Object(path.clone())),
            },
            Expr::New { class, .. } => Some(Owner::Class(class.clone())),
            _ => None,
        }
    }

    fn add_export(&mut self, export: &Export) {
        let path = &export.path;
        let title = path.to_string();
        // A static method is known by its class too.
        let parent = path.parent().map(|parent| parent.to_string());
        let names: Vec<&str> = [path.last_name(), parent.as_deref()].into_iter().flatten().collect();
        match &export.kind {
            ExportKind::Function(signature) => {
                let targeted = self.allows(&title, &names);
                self.push(Target::Function(path.clone()), signature.clone(), title, targeted);
            }
            ExportKind::Class(class) => self.add_class(path, class),
            ExportKind::Object(members) => {
                self.add_members(Owner::Object(path.clone()), members, &title, &names);
            }
            ExportKind::Value(tag) => {
                self.values.insert(path.clone(), tag.clone());
                let targeted = self.allows(&title, &names);
                self.push(Target::Read(path.clone()), Signature::default(), title, targeted);
            }
        }
    }

    fn add_class(&mut self, path: &ApiPath, class: &Class) {
        let title = if class.name.is_empty() { path.to_string() } else { class.name.clone() };
        let spelled = path.to_string();
        let names: Vec<&str> = [Some(spelled.as_str()), path.last_name()].into_iter().flatten().collect();
        let targeted = self.allows(&title, &names);
        self.push(Target::Constructor(path.clone()), class.constructor.clone(), title.clone(), targeted);
        if class.callable {
            self.push(Target::Function(path.clone()), class.constructor.clone(), title.clone(), targeted);
        }
        let names: Vec<&str> = names.into_iter().chain([title.as_str()]).collect();
        self.add_members(Owner::Class(path.clone()), &class.members, &title, &names);
    }

    /// `owners` are the names by which the owner may be called in `--only`.
    fn add_members(&mut self, owner: Owner, members: &[Member], title: &str, owners: &[&str]) {
        for member in members {
            let key = member.key.plain();
            let qualified: Vec<String> = owners.iter().map(|owner| format!("{owner}.{key}")).collect();
            let names =
                owners.iter().copied().chain(qualified.iter().map(String::as_str)).chain([key.as_str()]);
            let names: Vec<&str> = names.collect();
            let title = format!("{title}{}", member.key.access());
            let targeted = self.allows(&title, &names);
            let target = Target::of_member(owner.clone(), member);
            self.push(target, member.signature.clone(), title, targeted);
        }
        // An owner without members is known nevertheless.
        self.by_owner.entry(owner).or_default();
    }

    fn push(&mut self, target: Target, signature: Signature, title: String, targeted: bool) -> CallableId {
        if let Some(id) = self.find(&target) {
            return id;
        }
        let id = self.all.len();
        if let Some(owner) = target.owner() {
            self.by_owner.entry(owner.clone()).or_default().push(id);
        }
        self.by_target.insert(target.clone(), id);
        self.some_targeted |= targeted;
        self.all.push(Callable { target, signature, title, targeted });
        id
    }

    fn allows(&self, title: &str, names: &[&str]) -> bool {
        self.only.is_empty()
            || self.only.iter().any(|wanted| wanted == title || names.contains(&wanted.as_str()))
    }
}

/// A signature from parameter types alone.
fn declared(params: &[Type]) -> Signature {
    let param = |ty: &Type| kiskadee_model::Param { ty: ty.clone(), ..Default::default() };
    Signature {
        params: params.iter().map(param).collect(),
        arity: params.len() as u32,
        known: true,
        ..Signature::default()
    }
}
