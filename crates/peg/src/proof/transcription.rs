//! A transcription: rules that pest reads.

use indexmap::IndexMap;
use urlbnf_language::{Exceeded, Limits};

use super::checks;
use super::expression::Expression;
use super::notation::{self, MOST_PARTS, Modifier, Written};
use super::peg::MOST_NESTED;
use super::prover::Prover;
use super::refused::Refused;
use crate::automaton::Dfa;

/// The rules of a transcription.
#[derive(Debug, Clone, Default)]
pub struct Transcription {
    pub(super) rules: IndexMap<String, (Modifier, Expression)>,
}

/// Rules that pest has itself, and that nobody may define.
pub(crate) const RESERVED: [&str; 9] =
    ["ANY", "DROP", "EOI", "PEEK", "PEEK_ALL", "POP", "POP_ALL", "PUSH", "SOI"];

/// That a rule cannot be read as what a string of bytes makes it do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// It names a rule that there is not.
    #[error("no rule is called `{0}`")]
    NoRule(String),
    /// Two rules have the name.
    #[error("two rules are called `{0}`")]
    Twice(String),
    /// It recurs.
    #[error("the rule `{0}` recurs")]
    Recursive(String),
    /// Too many parts are in each other, its names written out.
    #[error("more than {MOST_NESTED} parts are nested, with names expanded")]
    TooDeep,
    /// It has too many parts, its counts written out.
    #[error("it has more than {MOST_PARTS} parts, counts written out")]
    TooLong,
    /// It repeats what can match without a character, uses the stack, or is a rule that
    /// pest gives a meaning of its own.
    #[error("cannot read `{0}`")]
    Unsupported(String),
}

/// Why the language of a rule is not known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    /// pest makes no parser of the text.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The rule cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The production is not one whose strings are decided: why, in words.
    #[error("{0}")]
    Production(String),
    /// Its automaton takes more than the limits allow.
    #[error("its automaton is too large: it needs {0}")]
    TooLarge(#[from] Exceeded),
}

impl Transcription {
    /// Reads the text of a pest grammar.
    ///
    /// # Errors
    /// If pest makes no parser of the text: it is in another notation, or is refused for
    /// what its rules are.
    pub fn read(text: &str) -> Result<Transcription, Refused> {
        let rules = notation::rules(text)?;
        if let Some(refused) = Refused::new(checks::mistakes(text, &rules)) {
            return Err(refused);
        }
        let mut transcription = Transcription::default();
        for Written { name, modifier, expression, .. } in rules {
            transcription.rules.insert(name, (modifier, expression));
        }
        Ok(transcription)
    }

    /// Adds a rule. Whether pest would refuse it for what the other rules are is not asked.
    ///
    /// # Errors
    /// If there is one of the name, or pest has it itself.
    pub fn define(
        &mut self,
        name: &str,
        modifier: Modifier,
        expression: Expression,
    ) -> Result<(), Unknown> {
        if RESERVED.contains(&name) {
            return Err(Unreadable::Unsupported(name.to_owned()).into());
        }
        match self.rules.insert(name.to_owned(), (modifier, expression)) {
            Some(_) => Err(Unreadable::Twice(name.to_owned()).into()),
            None => Ok(()),
        }
    }

    /// The names of its rules, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.rules.keys().map(String::as_str)
    }

    /// What a rule does.
    pub fn expression(&self, name: &str) -> Option<&Expression> {
        self.rules.get(name).map(|(_, expression)| expression)
    }

    /// The strings that a rule matches from the first byte to the last, within the limits
    /// that are usual.
    ///
    /// # Errors
    ///
    /// If the rule cannot be read, or takes more.
    pub fn language(&self, name: &str) -> Result<Dfa, Unknown> {
        self.language_within(name, &Limits::default())
    }

    /// The strings that a rule matches from the first byte to the last.
    ///
    /// # Errors
    ///
    /// If the rule cannot be read, or takes more than the limits allow.
    pub fn language_within(&self, name: &str, limits: &Limits) -> Result<Dfa, Unknown> {
        let mut prover = Prover::new(self, limits);
        let language = prover.language(name)?;
        Ok(prover.matcher.store.get(language).clone())
    }
}
