//! What the host makes of a worker's answers: tags read, one report for each case.

use kiskadee_model::{ApiPath, End, Observation, Thrown, TypeTag, VarId};

use crate::pool::BatchId;
use crate::protocol::{ExportSort, MemberDef, ShapeDef, SourceFormat, Syntax, WireCase, WireLoaded};
use crate::tags::parse_tag;

/// The module under test, as loading it showed it.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// Fuel that loading took.
    pub fuel_used: u64,
    /// Counters that loading alone hits.
    pub hits: Vec<u32>,
    /// What kind of module it is.
    pub format: SourceFormat,
    /// What it exports, in order.
    pub exports: Vec<ExportEntry>,
    /// How long instantiating took, in milliseconds: whether fresh instances are cheap.
    pub load_ms: f64,
}

/// Something reachable from the module's exports.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportEntry {
    /// How to reach it.
    pub path: ApiPath,
    /// What it is.
    pub kind: ExportSort,
    /// Its name, as the function or the instance's constructor carries it; may be empty.
    pub name: String,
    /// `f.length`
    pub arity: u32,
    /// Counters of functions in its text, the outermost first: how it is matched with its source.
    pub functions: Vec<u32>,
    /// How it was written, for functions and classes.
    pub syntax: Option<Syntax>,
    /// What kind of value it is.
    pub tag: TypeTag,
    /// Members of its prototype (functions and classes) or its own callable ones (objects).
    pub members: Vec<MemberDef>,
}

/// What came of a batch.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchResult {
    /// Which batch.
    pub id: BatchId,
    /// One for each case of the batch, in its order.
    pub cases: Vec<CaseReport>,
    /// How often each counter was hit, over the whole batch, by index; empty unless asked for.
    pub counts: Vec<(u32, u32)>,
    /// Shapes that the cases' tags name for the first time since the pool was started, in the order of naming.
    pub shapes: Vec<ShapeDef>,
}

/// What came of a case.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseReport {
    /// Which case.
    pub id: u64,
    /// How it ended.
    pub end: End,
    /// What kind of value each variable held.
    pub tags: Vec<(VarId, TypeTag)>,
    /// Counters that its last step hit, or what followed from it, and that were not known.
    pub news: Vec<u32>,
    /// How often its callbacks were called.
    pub callbacks: Vec<CallbackTally>,
    /// Errors that nobody caught, after the calls had returned.
    pub late: u32,
    /// What was thrown, if a top-level step threw; its value is left out.
    pub thrown: Option<Thrown>,
    /// The first exception that nobody caught after the calls had returned; its value is left out.
    pub uncaught: Option<Thrown>,
    /// What was seen, if it was asked for.
    pub observation: Option<Observation>,
    /// Whether it damaged something of the language that all modules share. Only found out of cases run alone, so a
    /// batch with such a case is run again one by one.
    pub dirty: bool,
}

/// How often a callback was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallbackTally {
    /// Which callback of the case.
    pub callback: u32,
    /// While a top-level step ran.
    pub during: u32,
    /// Afterwards.
    pub later: u32,
}

impl Loaded {
    pub(crate) fn from_wire(wire: WireLoaded) -> Result<Self, String> {
        let paths: Vec<ApiPath> = wire.exports.iter().map(|export| export.path.clone()).collect();
        let exports = wire
            .exports
            .into_iter()
            .map(|export| {
                Ok(ExportEntry {
                    tag: parse_tag(&export.tag, &paths)?,
                    path: export.path,
                    kind: export.kind,
                    name: export.name,
                    arity: export.arity,
                    functions: export.functions,
                    syntax: export.syntax,
                    members: export.members,
                })
            })
            .collect::<Result<_, String>>()?;
        Ok(Self {
            fuel_used: wire.fuel_used,
            hits: wire.hits,
            format: wire.format,
            exports,
            load_ms: wire.load_ms,
        })
    }
}

impl CaseReport {
    /// Reads a report, apart from the shapes in it, which are not of one case.
    pub(crate) fn from_wire(wire: WireCase, exports: &[ApiPath]) -> Result<(Self, Vec<ShapeDef>), String> {
        let tags = wire
            .tags
            .into_iter()
            .map(|(var, tag)| Ok((var, parse_tag(&tag, exports)?)))
            .collect::<Result<_, String>>()?;
        let callbacks = wire
            .callbacks
            .into_iter()
            .map(|(callback, during, later)| CallbackTally { callback, during, later })
            .collect();
        let report = Self {
            id: wire.id,
            end: wire.end,
            tags,
            news: wire.news,
            callbacks,
            late: wire.late,
            thrown: wire.thrown,
            uncaught: wire.uncaught,
            observation: wire.observation,
            dirty: false,
        };
        Ok((report, wire.shapes))
    }

    /// The report of a case that nothing but its end is known of.
    pub(crate) fn only_end(id: u64, end: End) -> Self {
        Self {
            id,
            end,
            tags: Vec::new(),
            news: Vec::new(),
            callbacks: Vec::new(),
            late: 0,
            thrown: None,
            uncaught: None,
            observation: None,
            dirty: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use kiskadee_model::Number;

    #[test]
    fn numbers_arrive_to_the_last_digit() {
        for text in ["0.30000000000000004", "122.80000000000001", "5e-324", "1.7976931348623157e308"] {
            let number: Number = serde_json::from_str(text).unwrap();
            assert_eq!(number.0, text.parse::<f64>().unwrap(), "{text}");
        }
    }
}
