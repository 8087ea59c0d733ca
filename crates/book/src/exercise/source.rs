//! The grammars of exercises, and how they are named.

use std::fmt;
use std::sync::Arc;

use super::answer_work;
use super::error::ExerciseErrorKind;
use crate::automaton::{Automaton, AutomatonError, Dfa, LanguageSpec, Relation};
use crate::bnf::{Grammar, Notation, ProductionId, UnknownName};
use crate::edition::{Edition, Reading};
use crate::text::nearest;
use crate::verdict::Judge;

/// A grammar: an edition, or a user's grammar.
#[derive(Debug, Clone)]
pub struct ExerciseGrammar {
    /// The grammar, in a reading.
    pub grammar: Arc<Grammar>,
    /// The edition, if the grammar is one.
    pub edition: Option<Edition>,
}

impl ExerciseGrammar {
    /// The source with a written name: `url-02`, or `url-02:printed`.
    ///
    /// # Errors
    /// If there is no such edition or reading.
    pub fn of_edition(written: &str) -> Result<ExerciseGrammar, ExerciseErrorKind> {
        let (name, reading) = match written.split_once(':') {
            Some((name, reading)) => (name, reading.parse::<Reading>()?),
            None => (written, Reading::Corrected),
        };
        let edition: Edition = name.parse()?;
        let grammar = Arc::clone(edition.shared_grammar(reading));
        Ok(ExerciseGrammar { grammar, edition: Some(edition) })
    }

    /// The written name, with the reading only if it is as printed.
    pub fn name(&self) -> String {
        let name = match self.edition {
            Some(edition) => edition.name(),
            None => &self.grammar.listing().name,
        };
        match (self.edition, self.grammar.reading()) {
            (Some(_), Reading::Printed) => format!("{name}:printed"),
            _ => name.to_owned(),
        }
    }

    /// The production with a name.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(&self, name: &str) -> Result<ProductionId, ExerciseErrorKind> {
        self.grammar.find(name).ok_or_else(|| ExerciseErrorKind::NoProduction {
            name: name.to_owned(),
            grammar: self.name(),
            nearest: nearest(name, self.grammar.ids().map(|id| self.grammar.name(id))),
        })
    }
}

impl fmt::Display for ExerciseGrammar {
    /// For people: `` `url-02` ``, and `` `url-02` as printed ``.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        match name.strip_suffix(":printed") {
            Some(name) => write!(f, "`{name}` as printed"),
            None => write!(f, "`{name}`"),
        }
    }
}

/// The judge of a string: a grammar, with its start or another production.
#[derive(Debug, Clone)]
pub struct ExerciseJudge {
    /// The grammar.
    pub source: ExerciseGrammar,
    /// The start production; `None` judges like `check`.
    pub start: Option<ProductionId>,
}

impl ExerciseJudge {
    /// The judge.
    ///
    /// # Errors
    /// If no position automaton can be built for the grammar.
    pub fn judge(&self) -> Result<Judge, ExerciseErrorKind> {
        let ExerciseGrammar { grammar, edition } = &self.source;
        let judge = match (*edition, self.start) {
            (Some(edition), None) => Ok(Judge::by_scheme(edition, grammar.reading())),
            (Some(edition), Some(start)) => Ok(Judge::by_start(edition, grammar.reading(), start)),
            (None, None) => Judge::of_grammar(Arc::clone(grammar)),
            (None, Some(start)) => Judge::of_production(Arc::clone(grammar), start),
        };
        judge.map_err(|error| not_regular(grammar, &error))
    }

    /// `` `hsegment` of `rfc1738` ``, or only the grammar.
    pub fn title(&self) -> String {
        match self.start {
            Some(start) => format!("`{}` of {}", self.source.grammar.name(start), self.source),
            None => self.source.to_string(),
        }
    }
}

/// A production of a grammar.
#[derive(Debug, Clone)]
pub struct ExerciseProduction {
    /// The grammar.
    pub source: ExerciseGrammar,
    /// The production.
    pub id: ProductionId,
}

impl ExerciseProduction {
    /// Its name.
    pub fn name(&self) -> &str {
        self.source.grammar.name(self.id)
    }

    /// The text after its name; several definitions are joined as alternatives.
    pub fn text(&self) -> String {
        let listing = self.source.grammar.listing();
        let definitions = self.source.grammar.production(self.id).definitions().iter();
        let bodies = definitions.map(|definition| {
            let lines: Vec<&str> = listing.printed_lines(definition.place).collect();
            let text = lines.join("\n");
            let name = definition.name_place.end.saturating_sub(definition.place.start);
            let body = text.get(name..).unwrap_or_default().trim_start();
            let body = body.strip_prefix("=/").or_else(|| body.strip_prefix('='));
            body.unwrap_or_else(|| text.get(name..).unwrap_or_default()).trim().to_owned()
        });
        let sign = match listing.notation {
            Notation::Abnf => "\n/ ",
            Notation::Spaced | Notation::Rfc822 => "\n| ",
        };
        bodies.collect::<Vec<String>>().join(sign)
    }

    /// Its language.
    ///
    /// # Errors
    /// If it exceeds the limits of an answer.
    pub fn language(&self) -> Result<Dfa, ExerciseErrorKind> {
        language(&self.source.grammar, self.id)
    }
}

/// The language of a production, within the limits of an answer.
pub(super) fn language(grammar: &Grammar, id: ProductionId) -> Result<Dfa, ExerciseErrorKind> {
    let mut work = answer_work();
    let automaton = Automaton::within(grammar, &LanguageSpec::from_production(id), &mut work);
    let language = automaton.and_then(|automaton| {
        automaton.determinise(&mut work).map_err(|exceeded| AutomatonError::TooLarge(id, exceeded))
    });
    language.map_err(|error| not_regular(grammar, &error))
}

/// How two languages compare, within the limits of an answer.
pub(super) fn relation(one: &Dfa, other: &Dfa) -> Result<Relation, ExerciseErrorKind> {
    one.relation(other, &mut answer_work()).map_err(undecided)
}

fn not_regular(grammar: &Grammar, error: &AutomatonError) -> ExerciseErrorKind {
    undecided(error.message(grammar))
}

/// The error for a question about a grammar that is undecided.
pub(super) fn undecided(why: impl fmt::Display) -> ExerciseErrorKind {
    ExerciseErrorKind::Grammar(why.to_string())
}

impl From<UnknownName> for ExerciseErrorKind {
    fn from(error: UnknownName) -> ExerciseErrorKind {
        ExerciseErrorKind::Unknown(error)
    }
}
