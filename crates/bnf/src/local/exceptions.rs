//! Strings that are no conflict, since another reading derives them too.
//!
//! A string that begins with one part may have to be read by another, as the document means it. That
//! does no harm if the string is also derived after the first part is taken. So all runs of the
//! other reading, the exceptions, follow a run of the whole. If one of them gets to the same place
//! of the text, whatever the whole reads from there the exceptions can read too, however large the
//! languages of the names there are.

use std::rc::Rc;

use urlbnf_language::{CharacterSet, Exceeded, FastMap, FastSet, Work};

use super::languages::NameLanguages;
use super::runs::{Run, TextRuns};
use crate::grammar::ProductionId;
use crate::languages::composed::{Bound, TextNfa};

/// The number of a set of runs.
pub(super) type RunsId = u32;

/// By byte: the set after it is read.
type ReadSteps = Rc<[(CharacterSet, RunsId)]>;

/// The sets of runs of the exceptions.
pub(super) struct Exceptions<'g> {
    runs: TextRuns<'g>,
    sets: FastSet<Rc<[Run]>>,
    /// By set and the name that the whole enters.
    steps: FastMap<(RunsId, Option<ProductionId>), ReadSteps>,
}

impl<'g> Exceptions<'g> {
    /// For runs of a text.
    pub fn new(names: &'g NameLanguages<'g>, text: Rc<TextNfa>) -> Exceptions<'g> {
        // A string of a language below is one of the name.
        let runs = TextRuns::new(names, text, Bound::Below);
        let (sets, steps) = Default::default();
        Exceptions { runs, sets, steps }
    }

    /// The runs that begin in a state.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn begin(&mut self, state: usize, work: &mut Work) -> Result<RunsId, Exceeded> {
        self.set(vec![Run::at(state)], work)
    }

    /// Whether the exceptions can read everything that a run of the whole may still read.
    pub fn cover(&self, set: RunsId, whole: Run) -> bool {
        let is_known = match self.runs.token(whole) {
            None => true,
            Some(token) => self.runs.is_exact(token.name),
        };
        let runs = &self.sets[set as usize];
        is_known && runs.contains(&whole) || runs.contains(&Run::joined(whole.at))
    }

    /// Whether the exceptions can end.
    pub fn are_at_end(&self, set: RunsId) -> bool {
        self.sets[set as usize].iter().any(|&run| self.runs.is_at_end(run))
    }

    /// The exceptions after a run of the whole has left the name that it read.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn leave(&mut self, set: RunsId, work: &mut Work) -> Result<RunsId, Exceeded> {
        let runs = self.sets[set as usize].iter();
        let runs = runs.map(|&run| if run.is_joined() { Run::at(run.at as usize) } else { run });
        let runs = runs.collect();
        self.set(runs, work)
    }

    /// The exceptions after a byte is read, by the byte. `enters` is the name that the whole begins to
    /// read with it.
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
        // The runs that read the same name as the whole.
        let mut joined = Vec::new();
        for &run in &*Rc::clone(&self.sets[set as usize]) {
            if run.is_joined() {
                joined.push(run);
                continue;
            }
            steps.extend_from_slice(&self.runs.steps(run, work)?);
            let begins = self.runs.begins(run).filter(|name| enters == Some(name.name));
            joined.extend(begins.map(|name| Run::joined(name.target as u32)));
        }
        let mut classes = Vec::new();
        let mut left = CharacterSet::ALL;
        while let Some(byte) = left.first() {
            work.ticks(1 + steps.len())?;
            let mut runs = joined.clone();
            let mut class = left;
            for step in &steps {
                if step.bytes.contains(byte) {
                    class = class.intersection(step.bytes);
                    runs.push(step.run);
                } else {
                    class = class.without(step.bytes);
                }
            }
            classes.push((class, self.set(runs, work)?));
            left = left.without(class);
        }
        work.enter::<ReadSteps>(1)?;
        work.grow::<(CharacterSet, RunsId)>(classes.len())?;
        let classes: ReadSteps = classes.into();
        self.steps.insert((set, enters), Rc::clone(&classes));
        Ok(classes)
    }

    /// Some runs, and what they reach without a byte.
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
