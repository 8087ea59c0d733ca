//! Transcriptions: sets of pest rules.

use indexmap::IndexMap;
use urlbnf_language::{Exceeded, IsOutOfWork, Limits};

use super::checks;
use super::expression::PestExpression;
use super::notation::{self, MOST_PARTS, PestRule, RuleModifier};
use super::peg::MOST_NESTED;
use super::refused::PestMistakes;
use super::rule_languages::Prover;
use crate::automaton::Dfa;

/// The rules of a transcription.
#[derive(Debug, Clone, Default)]
pub struct Transcription {
    pub(super) rules: IndexMap<String, (RuleModifier, PestExpression)>,
}

/// Built-in rules of pest that may not be redefined.
pub(crate) const RESERVED: [&str; 9] =
    ["ANY", "DROP", "EOI", "PEEK", "PEEK_ALL", "POP", "POP_ALL", "PUSH", "SOI"];

/// Why a rule cannot be converted to a parsing expression.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleConversionError {
    /// It names a rule that does not exist.
    #[error("no rule is called `{0}`")]
    NoRule(String),
    /// Two rules have this name.
    #[error("two rules are called `{0}`")]
    Twice(String),
    /// It is recursive.
    #[error("the rule `{0}` recurs")]
    Recursive(String),
    /// Its parts are nested too deeply, with names expanded.
    #[error("more than {MOST_NESTED} parts are nested, with names expanded")]
    TooDeep,
    /// It has too many parts, with counts expanded.
    #[error("it has more than {MOST_PARTS} parts, counts written out")]
    TooLong,
    /// It repeats a part that can match without a character, uses the stack, or has a special
    /// meaning in pest.
    #[error("cannot read `{0}`")]
    Unsupported(String),
}

/// Why the language of a rule or a production is not known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LanguageError {
    /// pest refuses the text.
    #[error(transparent)]
    Refused(#[from] PestMistakes),
    /// The rule cannot be read.
    #[error(transparent)]
    Unreadable(#[from] RuleConversionError),
    /// The language of the production cannot be decided; the reason in words.
    #[error("{0}")]
    Production(String),
    /// The rule recurs deeper than the nesting limit of the production.
    #[error("it recurs deeper than the nesting limit")]
    Deeper,
    /// The automaton exceeds the limits.
    #[error("its automaton is too large: it needs {0}")]
    TooLarge(#[from] Exceeded),
}

impl IsOutOfWork for LanguageError {
    fn is_out_of_work(&self) -> bool {
        matches!(self, LanguageError::TooLarge(exceeded) if exceeded.is_out_of_work())
    }
}

impl Transcription {
    /// Reads the text of a pest grammar.
    ///
    /// # Errors
    /// If pest refuses the text, because of its notation or because of its rules.
    pub fn read(text: &str) -> Result<Transcription, PestMistakes> {
        let rules = notation::rules(text)?;
        if let Some(refused) = PestMistakes::new(checks::mistakes(text, &rules)) {
            return Err(refused);
        }
        let mut transcription = Transcription::default();
        for PestRule { name, modifier, expression, .. } in rules {
            transcription.rules.insert(name, (modifier, expression));
        }
        Ok(transcription)
    }

    /// Adds a rule. Other reasons for which pest would refuse it are not checked.
    ///
    /// # Errors
    /// If a rule of this name exists, in the transcription or in pest.
    pub fn define(
        &mut self,
        name: &str,
        modifier: RuleModifier,
        expression: PestExpression,
    ) -> Result<(), LanguageError> {
        if RESERVED.contains(&name) {
            return Err(RuleConversionError::Unsupported(name.to_owned()).into());
        }
        match self.rules.insert(name.to_owned(), (modifier, expression)) {
            Some(_) => Err(RuleConversionError::Twice(name.to_owned()).into()),
            None => Ok(()),
        }
    }

    /// The names of the rules, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.rules.keys().map(String::as_str)
    }

    /// The expression of a rule; `None` if there is no such rule.
    pub fn expression(&self, name: &str) -> Option<&PestExpression> {
        self.rules.get(name).map(|(_, expression)| expression)
    }

    /// The strings that a rule matches from the first byte to the last.
    ///
    /// # Errors
    /// If the rule cannot be read, or exceeds the limits.
    pub fn language_within(&self, name: &str, limits: &Limits) -> Result<Dfa, LanguageError> {
        let mut prover = Prover::new(self, limits);
        let language = prover.language(name)?;
        Ok(prover.matcher.store.get(language).clone())
    }
}
