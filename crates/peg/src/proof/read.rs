//! Reads the text of a pest grammar as pest does.
//!
//! The text goes through pest's own parser, validator and optimiser (`pest_meta`), the same that
//! `pest_derive` uses when it generates a parser. So what is proved is what pest compiles.
//!
//! These are made for trusted texts: some texts make them panic, overflow the stack, or run for
//! hours. [`refuse`](super::untrusted::refuse) finds such texts first.

use pest::iterators::{Pair, Pairs};
use pest_meta::optimizer::{self, OptimizedRule};
use pest_meta::parser::{self, Rule};
use pest_meta::validator;

use super::refused::PestMistakes;
use super::untrusted;

/// The rules of a text as pest compiles them, in order.
///
/// # Errors
/// If pest refuses the text, or it is one of the texts that pest cannot be given.
pub(super) fn rules(text: &str) -> Result<Vec<OptimizedRule>, PestMistakes> {
    let pairs = pairs(text)?;
    untrusted::refuse_long_text(text, &pairs)?;
    let refused = |errors| PestMistakes::from_errors(text, errors);
    validator::validate_pairs(pairs.clone()).map_err(refused)?;
    untrusted::refuse(text, &pairs)?;
    let rules = parser::consume_rules(pairs).map_err(refused)?;
    untrusted::refuse_long(text, &rules)?;
    Ok(optimizer::optimize(rules))
}

/// The text, parsed by pest's own parser.
///
/// # Errors
/// If it is not in the notation of pest.
pub(crate) fn pairs(text: &str) -> Result<Pairs<'_, Rule>, PestMistakes> {
    untrusted::refuse_deep(text)?;
    parser::parse(Rule::grammar_rules, text)
        .map_err(|error| PestMistakes::from_errors(text, vec![error]))
}

/// A rule as pest's parser reads it.
#[derive(Clone)]
pub(crate) struct RulePairs<'t> {
    /// The whole rule, to the closing brace.
    pub(crate) whole: Pair<'t, Rule>,
    /// Its name.
    pub(crate) name: Pair<'t, Rule>,
    /// Its expression.
    pub(crate) body: Pair<'t, Rule>,
}

impl<'t> RulePairs<'t> {
    /// The rules among the pairs of a text. The others are comments and the end of the text.
    pub(crate) fn all(pairs: Pairs<'t, Rule>) -> impl Iterator<Item = RulePairs<'t>> {
        pairs.filter_map(|whole| {
            let mut inner = whole.clone().into_inner();
            let name = inner.next().filter(|pair| pair.as_rule() == Rule::identifier)?;
            let body = inner.find(|pair| pair.as_rule() == Rule::expression)?;
            Some(RulePairs { whole, name, body })
        })
    }

    /// The names of the rules that it uses, each as often as it is written.
    pub(crate) fn used(&self) -> impl Iterator<Item = &'t str> {
        let parts = self.body.clone().into_inner().flatten();
        parts.filter(|pair| pair.as_rule() == Rule::identifier).map(|pair| pair.as_str())
    }
}

/// The expression of a pair in a term: in parentheses, or the operand of `PUSH`.
pub(crate) fn inner_expression(pair: Pair<'_, Rule>) -> Option<Pair<'_, Rule>> {
    match pair.as_rule() {
        Rule::expression => Some(pair),
        Rule::_push => pair.into_inner().find(|pair| pair.as_rule() == Rule::expression),
        _ => None,
    }
}

/// The name of each rule of a text and its bytes, from the name to the closing brace.
///
/// # Errors
/// If the text is not in the notation of pest.
pub fn rule_places(text: &str) -> Result<Vec<(&str, std::ops::Range<usize>)>, PestMistakes> {
    let places = RulePairs::all(pairs(text)?)
        .map(|rule| (rule.name.as_str(), rule.whole.as_span().start()..rule.whole.as_span().end()));
    Ok(places.collect())
}
