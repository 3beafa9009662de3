//! Every message between host and worker, as it stands on the wire. Framing is in `channel`; what the host makes of
//! the answers is in `report`.

use kiskadee_model::{ApiPath, End, Key, MemberKind, Observation, ShapeId, Thrown, VarId};
use serde::{Deserialize, Serialize};

/// What the host says.
#[derive(Serialize)]
#[serde(tag = "t", rename_all = "camelCase")]
pub(crate) enum ToWorker<'a> {
    /// The first message: load this.
    Init { entry: &'a str, fuel: Fuel, budget: Budget },
    /// Run these cases.
    Run(Run<'a>),
    /// The answer to a module request.
    Module(&'a ModuleReply),
}

/// A batch on the wire.
#[derive(Serialize)]
pub(crate) struct Run<'a> {
    pub(crate) batch: u64,
    pub(crate) world: &'a World,
    pub(crate) sharing: Sharing,
    pub(crate) detail: Detail,
    pub(crate) counts: bool,
    /// Counters that became known since the worker was last told.
    pub(crate) known: &'a [u32],
    pub(crate) cases: Vec<&'a PreparedCase>,
}

/// How many steps instrumented code may take before it counts as not ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fuel {
    /// For loading the module with all that it imports.
    pub load: u64,
    /// For each case.
    pub case: u64,
}

impl Default for Fuel {
    fn default() -> Self {
        Self { load: 50_000_000, case: 200_000 }
    }
}

/// How much of a value is copied when it is observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Budget {
    /// Values in one copy.
    pub nodes: u32,
    /// Objects inside objects. A few dozen at most: the reader of the answers refuses deeper nesting.
    pub depth: u32,
    /// UTF-16 code units of a string.
    pub string: u32,
}

impl Default for Budget {
    fn default() -> Self {
        Self { nodes: 400, depth: 6, string: 2000 }
    }
}

/// What the cases of a batch believe of the world around them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct World {
    /// The virtual clock at the start of each case, in milliseconds since 1970.
    pub now: u64,
    /// Where virtual randomness starts in each case.
    pub seed: u32,
    /// By its IANA name.
    pub time_zone: String,
}

impl Default for World {
    fn default() -> Self {
        Self { now: 1_700_000_000_000, seed: 1, time_zone: "UTC".to_owned() }
    }
}

/// Which cases of a batch share an instance of the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Sharing {
    /// Each case has its own.
    Fresh,
    /// One instance for the batch; a case that shows something new is run again in its own, and only that is reported.
    Reuse,
    /// One instance for the batch, as in a test file that imports the module once.
    Shared,
}

/// Which cases are observed in detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Detail {
    /// Those that hit a counter not yet known.
    News,
    /// All.
    Always,
    /// None.
    Never,
}

/// A case, printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PreparedCase {
    /// Tells the cases of a batch apart.
    pub id: u64,
    /// Body of the probe function.
    pub code: String,
    /// Whether that function is async.
    #[serde(rename = "async")]
    pub is_async: bool,
}

/// A worker wants a module.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ModuleRequest {
    /// How it is asked for.
    pub kind: ModuleKind,
    /// Absolute path of the module that asks; absent for the entry.
    #[serde(default)]
    pub from: Option<String>,
    /// As the source has it; for the entry, its absolute path.
    pub specifier: String,
}

/// How a module is asked for, which decides the conditions it is resolved with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ModuleKind {
    /// The module under test.
    Entry,
    /// By `require`.
    Require,
    /// By an import declaration or `import()`.
    Import,
}

/// What the host answers to a [`ModuleRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ModuleReply {
    /// What the module is known by: its absolute path, or `node:fs`.
    pub id: String,
    /// How it is run.
    pub format: ModuleFormat,
    /// A function body, or the text of a JSON file.
    pub code: Option<String>,
    /// Whether that function has to be async, for top-level await.
    #[serde(rename = "async")]
    pub is_async: bool,
    /// Where the module's counters begin among those of all modules.
    pub offset: u32,
    /// How many it has.
    pub counters: u32,
    /// For [`ModuleFormat::Error`].
    pub error: Option<ModuleError>,
}

/// How a module is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ModuleFormat {
    /// CommonJS.
    Cjs,
    /// An ES module, transformed.
    Esm,
    /// JSON.
    Json,
    /// One of Node's own.
    Builtin,
    /// A native addon, loaded by a real `require`.
    Addon,
    /// An ES module that only a real `import()` can load.
    NativeEsm,
    /// It cannot be had.
    Error,
}

/// Why a module cannot be had, as Node would say it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ModuleError {
    /// Such as `MODULE_NOT_FOUND`.
    pub code: String,
    /// In words.
    pub message: String,
}

/// What a worker says.
#[derive(Debug)]
pub(crate) enum FromWorker {
    Module(ModuleRequest),
    Loaded(Box<WireLoaded>),
    LoadFailed(Box<WireLoadFailed>),
    Case(Box<WireCase>),
    Done(WireDone),
}

impl FromWorker {
    /// Reads a message. The kind is read first and the rest in a second pass: buffering whole observations, as serde
    /// does for tagged enums, costs more.
    pub(crate) fn parse(json: &[u8]) -> Result<Self, serde_json::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        enum Kind {
            Module,
            Loaded,
            LoadFailed,
            Case,
            Done,
        }
        #[derive(Deserialize)]
        struct Head {
            t: Kind,
        }
        Ok(match serde_json::from_slice::<Head>(json)?.t {
            Kind::Module => Self::Module(serde_json::from_slice(json)?),
            Kind::Loaded => Self::Loaded(serde_json::from_slice(json)?),
            Kind::LoadFailed => Self::LoadFailed(serde_json::from_slice(json)?),
            Kind::Case => Self::Case(serde_json::from_slice(json)?),
            Kind::Done => Self::Done(serde_json::from_slice(json)?),
        })
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WireLoaded {
    pub(crate) fuel_used: u64,
    pub(crate) hits: Vec<u32>,
    pub(crate) format: SourceFormat,
    pub(crate) exports: Vec<WireExport>,
    pub(crate) load_ms: f64,
}

/// What kind of module was loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SourceFormat {
    /// CommonJS.
    Cjs,
    /// An ES module.
    Esm,
}

#[derive(Debug, Deserialize)]
pub(crate) struct WireExport {
    pub(crate) path: ApiPath,
    pub(crate) kind: ExportSort,
    #[serde(default)]
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) arity: u32,
    #[serde(rename = "fn", default)]
    pub(crate) functions: Vec<u32>,
    #[serde(default)]
    pub(crate) syntax: Option<Syntax>,
    pub(crate) tag: String,
    #[serde(default)]
    pub(crate) members: Vec<MemberDef>,
}

/// What an export is, as far as looking at it tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ExportSort {
    /// A function without members on its prototype; it may still be meant for `new`.
    Function,
    /// A class, or a function whose prototype has members.
    Class,
    /// An instance with callable members.
    Object,
    /// Anything else.
    Value,
}

/// How a function was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Syntax {
    /// `class`
    Class,
    /// A function or method.
    Function,
    /// `=>`
    Arrow,
    /// Not in JavaScript.
    Native,
}

/// A method or accessor, found by looking along a prototype chain.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct MemberDef {
    /// Its key.
    pub key: Key,
    /// What it is. An accessor with both halves gives two.
    pub kind: MemberKind,
    /// `f.length`
    #[serde(default)]
    pub arity: u32,
    /// Counters of functions in its text, the outermost first: how it is matched with its source.
    #[serde(rename = "fn", default)]
    pub functions: Vec<u32>,
    /// How it was written; absent where there is no telling.
    #[serde(default)]
    pub syntax: Option<Syntax>,
}

/// The structure of an object that is no instance of an exported class.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ShapeDef {
    /// Named by its content, so that it is the same in every worker.
    pub id: ShapeId,
    /// Constructor name.
    #[serde(default)]
    pub name: String,
    /// Own members first, then along the prototype chain.
    pub members: Vec<MemberDef>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WireLoadFailed {
    pub(crate) why: WireLoadProblem,
    #[serde(default)]
    pub(crate) thrown: Option<Thrown>,
    #[serde(default)]
    pub(crate) exit_code: Option<i32>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum WireLoadProblem {
    Threw,
    OutOfFuel,
    NeverSettled,
    Exited,
}

#[derive(Debug, Deserialize)]
pub(crate) struct WireCase {
    pub(crate) id: u64,
    pub(crate) end: End,
    #[serde(default)]
    pub(crate) tags: Vec<(VarId, String)>,
    #[serde(default)]
    pub(crate) news: Vec<u32>,
    #[serde(default)]
    pub(crate) shapes: Vec<ShapeDef>,
    /// Which callback, how often during the steps, how often afterwards.
    #[serde(default)]
    pub(crate) callbacks: Vec<(u32, u32, u32)>,
    #[serde(default)]
    pub(crate) late: u32,
    #[serde(default)]
    pub(crate) thrown: Option<Thrown>,
    #[serde(default)]
    pub(crate) uncaught: Option<Thrown>,
    #[serde(default)]
    pub(crate) observation: Option<Observation>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct WireDone {
    pub(crate) batch: u64,
    #[serde(default)]
    pub(crate) counts: Option<Vec<(u32, u32)>>,
    /// Whether a case damaged something that all modules share.
    #[serde(default)]
    pub(crate) dirty: bool,
    /// Whether that could not be mended.
    #[serde(default)]
    pub(crate) spoiled: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_host_says_is_what_the_contract_says() {
        let case = PreparedCase { id: 12, code: "$.top(0);".into(), is_async: true };
        let reply = ModuleReply {
            id: "/a.mjs".into(),
            format: ModuleFormat::NativeEsm,
            code: None,
            is_async: false,
            offset: 3,
            counters: 2,
            error: Some(ModuleError { code: "E".into(), message: "no".into() }),
        };
        let check = |message: &ToWorker<'_>, expected: &str| {
            assert_eq!(serde_json::to_string(message).unwrap(), expected);
        };
        check(
            &ToWorker::Init { entry: "/a.js", fuel: Fuel::default(), budget: Budget::default() },
            r#"{"t":"init","entry":"/a.js","fuel":{"load":50000000,"case":200000},"budget":{"nodes":400,"depth":6,"string":2000}}"#,
        );
        check(
            &ToWorker::Run(Run {
                batch: 7,
                world: &World::default(),
                sharing: Sharing::Reuse,
                detail: Detail::News,
                counts: false,
                known: &[4, 2],
                cases: vec![&case],
            }),
            r#"{"t":"run","batch":7,"world":{"now":1700000000000,"seed":1,"timeZone":"UTC"},"sharing":"reuse","detail":"news","counts":false,"known":[4,2],"cases":[{"id":12,"code":"$.top(0);","async":true}]}"#,
        );
        check(
            &ToWorker::Module(&reply),
            r#"{"t":"module","id":"/a.mjs","format":"native-esm","code":null,"async":false,"offset":3,"counters":2,"error":{"code":"E","message":"no"}}"#,
        );
    }

    #[test]
    fn the_kind_of_a_message_may_stand_anywhere_in_it() {
        let done = FromWorker::parse(br#"{"batch":7,"counts":[[1,2]],"dirty":true,"t":"done"}"#).unwrap();
        assert!(
            matches!(done, FromWorker::Done(WireDone { batch: 7, dirty: true, counts: Some(c), .. }) if c == [(1, 2)])
        );
        let request = br#"{"t":"module","kind":"import","from":"/a.js","specifier":"./b"}"#;
        assert!(matches!(
            FromWorker::parse(request).unwrap(),
            FromWorker::Module(ModuleRequest { kind: ModuleKind::Import, .. })
        ));
    }

    #[test]
    fn an_unknown_message_is_refused() {
        assert!(FromWorker::parse(br#"{"t":"hello"}"#).is_err());
    }
}
