//! The search: asked for cases, told what became of them. The same seed and the same answers give the same cases.

#[cfg(test)]
mod reach;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use kiskadee_model::{Api, Case, Constants, End, Origin, Shape, TypeTag, VarId};

use crate::callables::{CallableId, CallableSummary, Target};
use crate::choose::{Choice, Outcome};
use crate::dice::Dice;
use crate::grow::{Draft, Maker, Mode, await_later};
use crate::mutate::mutate;
use crate::pool::{Entry, Pool};
use crate::systematic::Agenda;
use crate::unique::Made;
use crate::world::World;

/// How often a case is made anew when it turns out to have been made before.
const ATTEMPTS: usize = 8;

/// What the user decides.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where randomness starts.
    pub seed: u64,
    /// The longest case, in top-level steps.
    pub max_steps: usize,
    /// Names of functions, classes, methods or `Class.method` that tests should be about; empty for all.
    pub only: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 0, max_steps: 10, only: Vec::new() }
    }
}

/// What became of a case.
#[derive(Clone, Copy, Debug)]
pub struct Feedback<'a> {
    /// How it ended.
    pub end: &'a End,
    /// What its variables held.
    pub tags: &'a [(VarId, TypeTag)],
    /// Counters that it covered first.
    pub news: &'a [u32],
}

/// Feedback-directed random generation of test cases.
pub struct Search {
    world: World,
    choice: Choice,
    pool: Pool,
    agenda: Agenda,
    made: Made,
    dice: Dice,
    max_steps: usize,
    next_number: u64,
}

impl Search {
    /// Starts a search. `constants` are those of the file, `own` those of each function's body by its index in the
    /// coverage map (`Signature::function`).
    pub fn new(api: &Api, constants: Constants, own: Vec<Constants>, options: Options) -> Self {
        let world = World::new(api, constants, own, options.only);
        let mut choice = Choice::default();
        choice.grow_to(&world.callables);
        let mut agenda = Agenda::default();
        agenda.add(&world.callables, 0..world.callables.len());
        Self {
            world,
            choice,
            pool: Pool::default(),
            agenda,
            made: Made::default(),
            dice: Dice::new(options.seed),
            max_steps: options.max_steps.max(2),
            next_number: 0,
        }
    }

    /// Makes `n` cases; none at all if the module offers nothing to call or read.
    pub fn ask(&mut self, n: usize) -> Vec<Case> {
        if self.world.callables.len() == 0 {
            return Vec::new();
        }
        (0..n).map(|_| self.next_case()).collect()
    }

    /// Hears what became of a case. To be called in the order of asking, after `learn_shape` for shapes in its tags.
    pub fn tell(&mut self, case: &Case, feedback: &Feedback<'_>) {
        let tags: BTreeMap<VarId, TypeTag> = feedback.tags.iter().cloned().collect();
        let steps = case.steps();
        let performed: Vec<Option<CallableId>> =
            (0..steps.len()).map(|index| self.world.callables.of_step(steps, index, &tags)).collect();
        self.record_outcomes(case, feedback.end, &performed);
        for (step, id) in steps.iter().zip(&performed) {
            if let (Some(tag), Some(id)) = (tags.get(&step.var), *id) {
                self.learn_result(id, tag, step.awaited);
            }
        }
        let act = performed.last().copied().flatten();
        let news = !feedback.news.is_empty();
        if news && let Some(act) = act {
            self.choice.credit(act);
        }
        let completed = *feedback.end == End::Completed;
        let worth_changing = matches!(feedback.end, End::Threw { .. } | End::NeverSettled { .. });
        if completed || (news && worth_changing) {
            self.pool.insert(Entry::new(case, tags, act, completed, news));
        }
    }

    /// Hears of objects with callable members that no exported class describes.
    pub fn learn_shape(&mut self, shape: &Shape) {
        let new = self.world.learn_shape(shape);
        self.choice.grow_to(&self.world.callables);
        self.agenda.add(&self.world.callables, new);
    }

    /// Hears how many counters each function of the coverage map still has uncovered, functions nested in it left out.
    pub fn set_uncovered(&mut self, per_function: &[u32]) {
        self.choice.set_uncovered(per_function, &self.world.callables);
    }

    /// What is being tested, in the order in which it became known.
    pub fn callables(&self) -> Vec<CallableSummary> {
        self.world.callables.iter().map(|callable| callable.summary()).collect()
    }

    fn next_case(&mut self) -> Case {
        let case = self.unseen_case();
        let origin = Origin { number: self.next_number, ..case.origin().clone() };
        self.next_number += 1;
        case.with_origin(origin)
    }

    /// A case that was not made before, unless that proves too hard.
    fn unseen_case(&mut self) -> Case {
        while let Some((id, mode)) = self.agenda.next() {
            if let Some(draft) = self.simplest(id, mode) {
                let case = draft.finish();
                if self.made.insert(&case) {
                    return case;
                }
            }
        }
        let mut case = self.propose().finish();
        for _ in 1..ATTEMPTS {
            if self.made.insert(&case) {
                return case;
            }
            case = self.propose().finish();
        }
        self.made.insert(&case);
        case
    }

    /// The simplest case about a callable. What only a factory makes is taken from the shortest case that has it.
    fn simplest(&mut self, id: CallableId, mode: Mode) -> Option<Draft> {
        let tag = match &self.world.callables.get(id).target {
            Target::Returned(_) => None,
            target => target.owner().and_then(|owner| owner.tag()),
        };
        let shape = tag.filter(|tag| matches!(tag, TypeTag::Shape(_)));
        let base = shape.and_then(|tag| self.pool.shortest_with_tag(&tag, self.max_steps).cloned());
        let mut draft = self.draft(base, "extend");
        let mut maker = Maker::new(&self.world, &self.choice, &mut self.dice, &mut draft, mode);
        maker.perform(id)?;
        Some(draft)
    }

    /// One random case.
    fn propose(&mut self) -> Draft {
        let roll = self.dice.below(100);
        let made = match roll {
            0..40 => self.mutated(),
            40..44 => self.awaited(),
            _ => None,
        };
        if let Some(draft) = made {
            return draft;
        }
        for _ in 0..ATTEMPTS {
            if let Some(draft) = self.grown() {
                return draft;
            }
        }
        self.fallback()
    }

    /// A call of something that deserves it, on top of a case that ran through or of nothing.
    fn grown(&mut self) -> Option<Draft> {
        let act = self.choice.act(&self.world.callables, &mut self.dice)?;
        let target = &self.world.callables.get(act).target;
        let needed = match target {
            Target::Returned(_) => Some(TypeTag::Function),
            target => target.owner().and_then(|owner| owner.tag()),
        };
        let base = match needed {
            Some(tag) if self.dice.chance(0.65) => self.pool.with_tag(&tag, self.max_steps, &mut self.dice),
            None if self.dice.chance(0.25) => self.pool.pick_to_extend(self.max_steps, &mut self.dice),
            _ => None,
        };
        let mut draft = self.draft(base, "extend");
        let mut maker = Maker::new(&self.world, &self.choice, &mut self.dice, &mut draft, Mode::Random);
        maker.prepare(act);
        maker.perform(act)?;
        Some(draft)
    }

    /// A small change to a case that brought news, or at least ran.
    fn mutated(&mut self) -> Option<Draft> {
        let callables = &self.world.callables;
        let interest = |act: CallableId| {
            if callables.may_be_act(act) { self.choice.interest(act, callables) } else { 0.0 }
        };
        let interests: Vec<f64> = (0..callables.len()).map(interest).collect();
        let interest = |act: Option<CallableId>| act.map_or(0.05, |act| interests[act]);
        let entry = self.pool.pick_to_mutate(interest, &mut self.dice)?;
        let mut draft = self.draft(Some(entry), "change");
        let mut maker = Maker::new(&self.world, &self.choice, &mut self.dice, &mut draft, Mode::Random);
        mutate(&mut maker).then_some(draft)
    }

    /// A case that left a promise pending, and now awaits it.
    fn awaited(&mut self) -> Option<Draft> {
        let entry = self.pool.with_tag(&TypeTag::Promise, self.max_steps, &mut self.dice)?;
        let mut draft = self.draft(Some(entry), "await later");
        await_later(&self.world, &mut draft, &mut self.dice).then_some(draft)
    }

    /// Anything that can be performed at all. Functions, constructors, exported objects and reads always can.
    fn fallback(&mut self) -> Draft {
        let count = self.world.callables.len();
        let first = self.dice.below(count);
        let order = (0..count).map(|offset| (first + offset) % count);
        let (targeted, others): (Vec<_>, Vec<_>) = order.partition(|id| self.world.callables.may_be_act(*id));
        for id in targeted.into_iter().chain(others) {
            let mut draft = self.draft(None, "new");
            let mut maker = Maker::new(&self.world, &self.choice, &mut self.dice, &mut draft, Mode::Random);
            if maker.perform(id).is_some() {
                return draft;
            }
        }
        unreachable!("an API starts with something that needs no receiver")
    }

    fn draft(&self, base: Option<Entry>, operator: &'static str) -> Draft {
        match base {
            Some(entry) => Draft::from_entry(entry, operator, self.max_steps),
            None => Draft::empty(self.max_steps),
        }
    }

    fn learn_result(&mut self, id: CallableId, tag: &TypeTag, awaited: bool) {
        self.world.learn_result(id, tag, awaited);
        if *tag == TypeTag::Function
            && let Some(new) = self.world.callables.add_returned(id)
        {
            self.choice.grow_to(&self.world.callables);
            self.agenda.add(&self.world.callables, new..new + 1);
        }
    }

    fn record_outcomes(&mut self, case: &Case, end: &End, performed: &[Option<CallableId>]) {
        let last = case.steps().last().map(|step| step.var);
        let (stopped, outcome) = match end {
            End::Completed | End::NotRun { .. } => (None, Outcome::Returned),
            End::Threw { step } | End::NeverSettled { step } => (Some(*step), Outcome::Threw),
            End::OutOfFuel { step } | End::StackOverflow { step } => (step.or(last), Outcome::Costly),
            End::EndlessTimers | End::TimedOut | End::OutOfMemory | End::Died { .. } => {
                (last, Outcome::Costly)
            }
        };
        for (step, id) in case.steps().iter().zip(performed) {
            let is_stopped = stopped == Some(step.var);
            if let Some(id) = *id {
                self.choice.record(id, if is_stopped { outcome } else { Outcome::Returned });
            }
            if is_stopped {
                break;
            }
        }
    }
}
