//! What the search knows about the module: its callables and classes, the constants of its source, and what running
//! has shown (shapes, promises, who makes what).

use std::collections::{BTreeMap, BTreeSet};

use kiskadee_model::{Api, ApiPath, Constants, ExportKind, Key, Shape, Type, TypeTag};

use crate::callables::{CallableId, Callables, Owner, Target};

/// Longer strings make tests that nobody reads.
const LONGEST_STRING: usize = 200;
/// So many ways to make a thing are remembered.
const MOST_PRODUCERS: usize = 8;
/// Modules that make objects of ever new shapes must not drown their own API.
const MOST_SHAPES: usize = 300;

/// Everything known that values and cases are made from.
pub(crate) struct World {
    pub(crate) callables: Callables,
    /// Of the file.
    pub(crate) constants: Constants,
    /// Of each function's own body, by its index in the coverage map.
    own: Vec<Constants>,
    /// Exported classes, by the name that instances carry.
    pub(crate) classes: Vec<(String, ApiPath)>,
    /// Exported functions, to be passed as values.
    pub(crate) functions: Vec<ApiPath>,
    thenables: BTreeSet<TypeTag>,
    promising: BTreeSet<CallableId>,
    producers: BTreeMap<TypeTag, Vec<CallableId>>,
    shapes: usize,
}

impl World {
    pub(crate) fn new(api: &Api, constants: Constants, own: Vec<Constants>, only: Vec<String>) -> Self {
        let callables = Callables::new(api, only);
        let mut classes = Vec::new();
        let mut functions = Vec::new();
        for export in &api.exports {
            match &export.kind {
                ExportKind::Class(class) => {
                    let path = &export.path;
                    let named = path.last_name().unwrap_or_default();
                    let name = if class.name.is_empty() { named } else { &class.name };
                    classes.push((name.to_owned(), path.clone()));
                }
                ExportKind::Function(_) => functions.push(export.path.clone()),
                ExportKind::Object(_) | ExportKind::Value(_) => {}
            }
        }
        Self {
            promising: BTreeSet::new(),
            callables,
            constants: readable(constants),
            own: own.into_iter().map(readable).collect(),
            classes,
            functions,
            thenables: BTreeSet::from([TypeTag::Promise]),
            producers: BTreeMap::new(),
            shapes: 0,
        }
    }

    /// The constants of a function's own body.
    pub(crate) fn own_constants(&self, function: Option<u32>) -> Option<&Constants> {
        self.own.get(function? as usize)
    }

    /// The exported class of this name.
    pub(crate) fn class_named(&self, name: &str) -> Option<&ApiPath> {
        let by_name = self.classes.iter().find(|(class, _)| class == name);
        by_name
            .or_else(|| self.classes.iter().find(|(_, path)| path.last_name() == Some(name)))
            .map(|(_, path)| path)
    }

    /// Exported classes whose instances offer all these methods, at least one.
    pub(crate) fn classes_with_methods(&self, methods: &[(String, usize)]) -> Vec<&ApiPath> {
        let offers = |path: &ApiPath, name: &str| {
            let target = Target::Method(Owner::Class(path.clone()), Key::from(name));
            self.callables.find(&target).is_some()
        };
        let fits =
            |path: &&ApiPath| !methods.is_empty() && methods.iter().all(|(name, _)| offers(path, name));
        self.classes.iter().map(|(_, path)| path).filter(fits).collect()
    }

    /// Takes in a shape; gives its new callables.
    pub(crate) fn learn_shape(&mut self, shape: &Shape) -> std::ops::Range<CallableId> {
        let is_thenable = |member: &kiskadee_model::Member| member.key == Key::from("then");
        if shape.members.iter().any(is_thenable) {
            self.thenables.insert(TypeTag::Shape(shape.id.clone()));
        }
        if self.shapes >= MOST_SHAPES {
            return 0..0;
        }
        self.shapes += 1;
        self.callables.add_shape(shape)
    }

    /// Takes in that a callable gave a thing, not awaited or awaited.
    pub(crate) fn learn_result(&mut self, by: CallableId, tag: &TypeTag, awaited: bool) {
        if !awaited && self.thenables.contains(tag) {
            self.promising.insert(by);
        }
        match tag {
            TypeTag::Shape(_) | TypeTag::Instance(_) => {
                let known = self.producers.entry(tag.clone()).or_default();
                if known.len() < MOST_PRODUCERS && !known.contains(&by) {
                    known.push(by);
                }
            }
            _ => {}
        }
        if let TypeTag::Shape(id) = tag
            && self.callables.get(by).targeted
        {
            self.callables.allow_members(&Owner::Shape(id.clone()));
        }
    }

    /// Callables that were seen to give such a thing.
    pub(crate) fn producers(&self, tag: &TypeTag) -> &[CallableId] {
        self.producers.get(tag).map_or(&[], Vec::as_slice)
    }

    /// Whether the result of a callable is to be awaited: it is declared or was seen to be a promise.
    pub(crate) fn is_promising(&self, id: CallableId) -> bool {
        let declared = &self.callables.get(id).signature.returns;
        self.promising.contains(&id) || matches!(declared, Type::Promise(_))
    }

    /// Whether a value can be awaited.
    pub(crate) fn is_thenable(&self, tag: &TypeTag) -> bool {
        self.thenables.contains(tag)
    }
}

fn readable(mut constants: Constants) -> Constants {
    constants.strings.retain(|text| text.len() <= LONGEST_STRING);
    constants.names.retain(|name| name.len() <= LONGEST_STRING);
    constants
}
