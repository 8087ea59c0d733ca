//! Exercises on a user's grammar, made by the program.
//!
//! A string that barely fails to conform teaches more than one that is far off. So the program
//! asks for the verdicts on conforming strings and on strings one edit away, and for the
//! productions at which such edits fail. Productions to write have to name a few others.

use std::sync::Arc;

use super::kind::{Difficulty, ExerciseKind};
use super::written::ExerciseRecord;
use super::{Exercise, WrongAnswer, answer_work};
use crate::automaton::{Automaton, LanguageSpec};
use crate::bnf::{Grammar, ProductionId};
use crate::sample::{Sampler, conforming, near_misses};
use crate::verdict::Judge;

/// The number of exercises of each kind.
const EACH: usize = 3;
/// The maximum length of a string in a question, in bytes.
const LONGEST: usize = 60;
/// The maximum number of names in a production to write; more would be tedious.
const MOST_NAMED: usize = 6;

/// The number of parts of a grammar above which it has no exercises: its rules are lists.
const MOST_PARTS: usize = 10_000;

/// Exercises on a grammar; empty if its start cannot be decided, or it is too large. The same
/// grammar always yields the same exercises.
pub fn of_grammar(grammar: &Arc<Grammar>) -> Vec<Exercise> {
    let parts: usize = grammar.ids().map(|id| grammar.production(id).size()).sum();
    if parts > MOST_PARTS {
        return Vec::new();
    }
    // Each exercise makes its own judge, several times.
    let language = LanguageSpec::from_production(grammar.start());
    if Automaton::within(grammar, &language, &mut answer_work()).is_err() {
        return Vec::new();
    }
    let Ok(judge) = Judge::of_grammar(Arc::clone(grammar)) else { return Vec::new() };
    let Ok(sampler) = conforming(&judge) else { return Vec::new() };
    let mut making = ExerciseGenerator { grammar, made: Vec::new() };
    making.verdicts(&judge, &sampler);
    making.blames(&judge, &sampler);
    making.productions();
    making.made
}

struct ExerciseGenerator<'g> {
    grammar: &'g Arc<Grammar>,
    made: Vec<Exercise>,
}

impl ExerciseGenerator<'_> {
    fn verdicts(&mut self, judge: &Judge, sampler: &Sampler<'_>) {
        let short = |string: &Vec<u8>| !string.is_empty() && string.len() <= LONGEST;
        let conforms = sampler.examples(EACH).into_iter().filter(short).take(1);
        let misses = near_misses(judge, sampler, 2 * EACH).into_iter().map(|miss| miss.string);
        let misses = misses.filter(short).take(EACH - 1);
        for (number, string) in misses.chain(conforms).enumerate() {
            let Ok(url) = String::from_utf8(string) else { continue };
            let title = format!("Does it conform? ({})", number + 1);
            self.make(ExerciseKind::Predict, number, Difficulty::Easy, title, |record| {
                record.url = Some(url)
            });
        }
    }

    fn blames(&mut self, judge: &Judge, sampler: &Sampler<'_>) {
        let mut blamed: Vec<ProductionId> = Vec::new();
        let mut number = 0;
        for miss in near_misses(judge, sampler, 8 * EACH) {
            let is_new = !blamed.contains(&miss.production) && miss.production != judge.start();
            if number == EACH || !is_new || miss.string.len() > LONGEST {
                continue;
            }
            let Ok(url) = String::from_utf8(miss.string) else { continue };
            blamed.push(miss.production);
            let title = format!("What stops it? ({})", number + 1);
            self.make(ExerciseKind::Blame, number, Difficulty::Middle, title, |record| {
                record.url = Some(url)
            });
            number += 1;
        }
    }

    fn productions(&mut self) {
        let grammar = self.grammar;
        let worth = |&id: &ProductionId| {
            let definitions = grammar.production(id).definitions();
            let named: usize =
                definitions.iter().map(|definition| definition.body.references().len()).sum();
            let own = definitions
                .iter()
                .all(|definition| grammar.listing().is_own(definition.place.start));
            own && grammar.unit(id).is_none() && (2..=MOST_NAMED).contains(&named)
        };
        let ids: Vec<ProductionId> = grammar.defined().filter(worth).collect();
        let mut number = 0;
        for id in ids {
            if number == EACH {
                return;
            }
            let name = grammar.name(id).to_owned();
            let title = format!("Write `{name}`");
            let definitions = grammar.production(id).definitions().iter();
            let mut hint: Vec<String> = Vec::new();
            for (named, _) in definitions.flat_map(|definition| definition.body.references()) {
                let named = format!("`{}`", grammar.name(named));
                if !hint.contains(&named) {
                    hint.push(named);
                }
            }
            let made = self.make(ExerciseKind::Write, number, Difficulty::Hard, title, |record| {
                record.production = Some(name);
                record.hints = vec![format!("It names {}.", hint.join(", "))];
            });
            number += usize::from(made);
        }
    }

    /// Adds an exercise if its solution holds, and returns whether it was added.
    fn make(
        &mut self,
        kind: ExerciseKind,
        number: usize,
        level: Difficulty,
        title: String,
        write: impl FnOnce(&mut ExerciseRecord),
    ) -> bool {
        let mut written = ExerciseRecord {
            name: format!("{}-{}", kind.name(), number + 1),
            kind: kind.name().to_owned(),
            title,
            level: level.number(),
            grammar: Some(self.grammar.listing().name.clone()),
            own: Some(Arc::clone(self.grammar)),
            ..ExerciseRecord::default()
        };
        write(&mut written);
        let Ok(mut exercise) = written.exercise() else { return false };
        exercise.wrong = wrong(&exercise);
        let holds = exercise.check().is_ok();
        if holds {
            self.made.push(exercise);
        }
        holds
    }
}

/// The wrong answers, if the possible answers are few.
fn wrong(exercise: &Exercise) -> Vec<WrongAnswer> {
    let Ok(solution) = exercise.solution() else { return Vec::new() };
    let others = exercise.choices().into_iter().filter(|choice| *choice != solution);
    let wrong = |answer: String| {
        let why = exercise.judge(&answer).why().to_owned();
        WrongAnswer { answer, why }
    };
    others.map(wrong).collect()
}
