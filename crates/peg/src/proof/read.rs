//! Reads the text of a pest grammar as pest does.
//!
//! The text goes through pest's own parser, validator and optimiser (`pest_meta`), the same that
//! `pest_derive` uses when it generates a parser. So what is proved is what pest compiles.
//!
//! These are made for trusted texts: some texts make them panic, overflow the stack, or run for
//! hours. [`refuse`](super::untrusted::refuse) finds such texts first.

use pest::iterators::Pairs;
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
    refused(text, validator::validate_pairs(pairs.clone()).err())?;
    untrusted::refuse(text, &pairs)?;
    match parser::consume_rules(pairs) {
        Ok(rules) => {
            untrusted::refuse_long(text, &rules)?;
            Ok(optimizer::optimize(rules))
        }
        Err(errors) => refused(text, Some(errors)).map(|()| Vec::new()),
    }
}

/// The text, parsed by pest's own parser.
///
/// # Errors
/// If it is not in the notation of pest.
pub(crate) fn pairs(text: &str) -> Result<Pairs<'_, Rule>, PestMistakes> {
    untrusted::refuse_deep(text)?;
    parser::parse(Rule::grammar_rules, text).map_err(|error| {
        let message = error.to_string();
        PestMistakes::from_errors(text, vec![error]).unwrap_or_else(|| {
            PestMistakes::one(text, crate::grammar::Span { start: 0, end: 0 }, message)
        })
    })
}

fn refused(text: &str, errors: Option<Vec<pest::error::Error<Rule>>>) -> Result<(), PestMistakes> {
    match PestMistakes::from_errors(text, errors.unwrap_or_default()) {
        Some(mistakes) => Err(mistakes),
        None => Ok(()),
    }
}

/// The name of each rule of a text and its bytes, from the name to the closing brace.
///
/// # Errors
/// If the text is not in the notation of pest.
pub fn rule_places(text: &str) -> Result<Vec<(&str, std::ops::Range<usize>)>, PestMistakes> {
    let rules = pairs(text)?.filter(|pair| pair.as_rule() == Rule::grammar_rule);
    let places = rules.filter_map(|pair| {
        let range = pair.as_span().start()..pair.as_span().end();
        let name = pair.into_inner().next()?;
        (name.as_rule() == Rule::identifier).then(|| (name.as_str(), range))
    });
    Ok(places.collect())
}
