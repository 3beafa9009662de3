//! The printer's shell for emitted tests: exports and variables by their names in the file, no recording.

use std::collections::{BTreeMap, BTreeSet};

use kiskadee_model::print::Shell;
use kiskadee_model::{ApiPath, Expr, Step, VarId};

use super::declaration;
use crate::imports::Locals;
use crate::variables::{Names, Slot};

pub(super) struct Dress<'a> {
    locals: &'a Locals,
    names: &'a Names,
    act: VarId,
    /// Arguments of the act that variables hold, by index.
    arguments: BTreeMap<usize, String>,
    used: &'a BTreeSet<VarId>,
}

impl<'a> Dress<'a> {
    pub(super) fn new(
        locals: &'a Locals,
        names: &'a Names,
        act: &Step,
        arguments: &BTreeSet<u32>,
        used: &'a BTreeSet<VarId>,
    ) -> Self {
        let named = |index: &u32| Some((*index as usize, names.get(Slot::Argument(*index))?.to_owned()));
        Self { locals, names, act: act.var, arguments: arguments.iter().filter_map(named).collect(), used }
    }
}

impl Shell for Dress<'_> {
    fn api(&self, path: &ApiPath) -> String {
        self.locals.api(path)
    }

    fn var(&self, var: VarId) -> String {
        self.names.get(Slot::Var(var)).map_or_else(|| format!("v{}", var.0), str::to_owned)
    }

    /// Only steps in callbacks come here.
    fn statement(&self, step: &Step, expression: &str) -> String {
        let name = self.used.contains(&step.var).then(|| self.var(step.var));
        declaration(name.as_deref(), step, expression).join("\n")
    }

    fn argument(&self, step: &Step, index: usize, _expr: &Expr, text: String) -> String {
        match self.arguments.get(&index) {
            Some(name) if step.var == self.act => name.clone(),
            _ => text,
        }
    }
}
