//! Excludes strings from a conflict that the text also derives if the parser takes the first part.
//!
//! In `*WSP item`, an `item` may begin with a blank. A first-match parser then reads the blank as `WSP`.
//! Nothing is lost if the rest of the string is still an `item`: both readings derive the string.
//!
//! The search for a conflict follows one run of the *whole*, the second part and what comes after it.
//! Beside that run, this module follows the set of all runs of the other reading, the *exceptions*, on
//! the same bytes. If one of the exceptions is in the same state as the run of the whole, the exceptions
//! accept whatever that run can still read, and the search need not go on. The languages of the names
//! that follow are not needed for that.

use std::rc::Rc;

use urlbnf_language::{CharacterSet, Exceeded, FastMap, FastSet, Work};

use super::languages::NameLanguages;
use super::runs::{Run, TextRuns, split};
use crate::grammar::ProductionId;
use crate::languages::composed::{Bound, TextNfa};

/// The number of a set of runs.
pub(super) type RunsId = u32;

/// Disjoint sets of bytes, each with the set of runs after one of its bytes.
type ReadSteps = Rc<[(CharacterSet, RunsId)]>;

/// The sets of runs of the exceptions.
pub(super) struct Exceptions<'g> {
    runs: TextRuns<'g>,
    sets: FastSet<Rc<[Run]>>,
    /// The known steps, by the set of runs and by the name that the whole enters.
    steps: FastMap<(RunsId, Option<ProductionId>), ReadSteps>,
}

impl<'g> Exceptions<'g> {
    /// No set of runs is known yet.
    pub fn new(names: &'g NameLanguages<'g>, text: Rc<TextNfa>) -> Exceptions<'g> {
        // A run may only read what the name derives, so it reads the language below.
        let runs = TextRuns::new(names, text, Bound::Below);
        let (sets, steps) = Default::default();
        Exceptions { runs, sets, steps }
    }

    /// The set of the runs that begin in a state of the text.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn begin(&mut self, state: usize, work: &mut Work) -> Result<RunsId, Exceeded> {
        self.set(vec![Run::at(state)], work)
    }

    /// Whether the exceptions accept everything that a run of the whole may still read.
    pub fn cover(&self, set: RunsId, whole: Run) -> bool {
        let is_known = match self.runs.token(whole) {
            None => true,
            Some(token) => self.runs.is_exact(token.name),
        };
        let runs = &self.sets[set as usize];
        is_known && runs.contains(&whole) || runs.contains(&Run::joined(whole.at))
    }

    /// Whether one of the runs may end here.
    pub fn are_at_end(&self, set: RunsId) -> bool {
        self.sets[set as usize].iter().any(|&run| self.runs.is_at_end(run))
    }

    /// The set of runs after the whole has left the name that it was reading.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn leave(&mut self, set: RunsId, work: &mut Work) -> Result<RunsId, Exceeded> {
        let runs = self.sets[set as usize].iter();
        let runs = runs.map(|&run| if run.is_joined() { Run::at(run.at as usize) } else { run });
        let runs = runs.collect();
        self.set(runs, work)
    }

    /// The sets of runs after each byte. `enters` is the name, if any, that the whole enters with that byte.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn read(
        &mut self,
        set: RunsId,
        enters: Option<ProductionId>,
        work: &mut Work,
    ) -> Result<ReadSteps, Exceeded> {
        if let Some(known) = self.steps.get(&(set, enters)) {
            return Ok(Rc::clone(known));
        }
        let mut steps = Vec::new();
        // Runs that read a name together with the whole go on whatever the byte is.
        let mut joined = Vec::new();
        for &run in &*Rc::clone(&self.sets[set as usize]) {
            if run.is_joined() {
                joined.push(run);
                continue;
            }
            steps.extend(self.runs.steps(run, work)?.iter().map(|step| (step.bytes, step.run)));
            let begins = self.runs.begins(run).filter(|name| enters == Some(name.name));
            joined.extend(begins.map(|name| Run::joined(name.target as u32)));
        }
        let mut classes = Vec::new();
        for (_, bytes, mut runs) in split(CharacterSet::ALL, &steps, work)? {
            runs.extend_from_slice(&joined);
            classes.push((bytes, self.set(runs, work)?));
        }
        work.enter::<ReadSteps>(1)?;
        work.grow::<(CharacterSet, RunsId)>(classes.len())?;
        let classes: ReadSteps = classes.into();
        self.steps.insert((set, enters), Rc::clone(&classes));
        Ok(classes)
    }

    /// The set of some runs and of those that they lead to without reading a byte.
    fn set(&mut self, mut runs: Vec<Run>, work: &mut Work) -> Result<RunsId, Exceeded> {
        let mut seen: FastSet<Run> = runs.iter().copied().collect();
        while let Some(run) = runs.pop() {
            work.tick()?;
            let empty = self.runs.empty(run).map(|name| Run::at(name.target));
            runs.extend(
                self.runs.leaves(run).into_iter().chain(empty).filter(|&run| seen.insert(run)),
            );
        }
        let mut set: Vec<Run> = seen.into_iter().collect();
        set.sort_unstable();
        work.grow::<Run>(set.len())?;
        let (number, is_new) = self.sets.insert_full(set.into());
        work.enter::<Rc<[Run]>>(usize::from(is_new))?;
        Ok(number as RunsId)
    }
}
