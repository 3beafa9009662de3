//! Growing a case step by step: a draft of the case, and the maker that adds calls to it with all that they need.

mod arguments;
mod awaiting;
mod draft;
mod receiver;
mod step;

pub(crate) use arguments::{required, rest_element};
pub(crate) use awaiting::await_later;
pub(crate) use draft::Draft;

use crate::choose::Choice;
use crate::dice::Dice;
use crate::world::World;

/// How values are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// By chance.
    Random,
    /// The simplest value for each required parameter.
    Simplest,
    /// The same with everything optional present and collections filled.
    Full,
}

/// Makes steps and values for one draft.
pub(crate) struct Maker<'a> {
    pub(crate) world: &'a World,
    pub(crate) choice: &'a Choice,
    pub(crate) dice: &'a mut Dice,
    pub(crate) draft: &'a mut Draft,
    pub(crate) mode: Mode,
    /// The function whose argument is being made, for its constants.
    pub(crate) function: Option<u32>,
    /// How deep inside a value we are.
    pub(crate) depth: u32,
    /// How many constructors and factories are waiting for their arguments.
    pub(crate) pending: u32,
}

impl<'a> Maker<'a> {
    pub(crate) fn new(
        world: &'a World,
        choice: &'a Choice,
        dice: &'a mut Dice,
        draft: &'a mut Draft,
        mode: Mode,
    ) -> Self {
        Self { world, choice, dice, draft, mode, function: None, depth: 0, pending: 0 }
    }

    /// Whether values should still nest: less likely with every level, never beyond the third.
    pub(crate) fn may_nest(&self) -> bool {
        self.depth < 3
    }

    /// Runs something one level deeper inside a value.
    pub(crate) fn nested<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        let made = make(self);
        self.depth -= 1;
        made
    }
}
