//! Transcriptions: sets of pest rules.

use indexmap::IndexMap;
use urlbnf_language::{Exceeded, IsOutOfWork, Limits};

use pest_meta::ast::{self, RuleType};
use pest_meta::optimizer::{self, OptimizedExpr, OptimizedRule};

use super::peg::MOST_NESTED;
use super::read;
use super::refused::PestMistakes;
use super::rule_languages::Prover;
use crate::automaton::Dfa;

/// The rules of a transcription, as pest compiles them.
#[derive(Debug, Clone, Default)]
pub struct Transcription {
    pub(super) rules: IndexMap<String, (RuleType, OptimizedExpr)>,
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
    /// It is recursive.
    #[error("the rule `{0}` recurs")]
    Recursive(String),
    /// Its parts are nested too deeply, with names expanded.
    #[error("more than {MOST_NESTED} parts are nested, with names expanded")]
    TooDeep,
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
    /// The rule needs one that is not proved.
    #[error("it needs `{0}`, of which no exact rule was found")]
    Needs(String),
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
    /// Reads the text of a pest grammar as pest does.
    ///
    /// # Errors
    /// If pest refuses the text, or it is one of the texts that pest cannot be given.
    pub fn read(text: &str) -> Result<Transcription, PestMistakes> {
        Ok(Transcription::from_compiled(read::rules(text)?))
    }

    /// Rules as pest reads them, which pest then compiles. Does not check what pest's validator checks.
    pub fn from_rules(rules: Vec<ast::Rule>) -> Transcription {
        Transcription::from_compiled(optimizer::optimize(rules))
    }

    fn from_compiled(rules: Vec<OptimizedRule>) -> Transcription {
        let rules = rules.into_iter().map(|rule| (rule.name, (rule.ty, rule.expr)));
        Transcription { rules: rules.collect() }
    }

    /// The names of the rules, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.rules.keys().map(String::as_str)
    }

    /// Whether there is a rule of this name.
    pub fn has_rule(&self, name: &str) -> bool {
        self.rules.contains_key(name)
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
