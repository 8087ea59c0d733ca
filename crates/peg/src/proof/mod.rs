//! Proves that a transcription is equal to its BNF, for all strings.
//!
//! Tests only show that a parser is right for the strings that were tried. But a pest rule
//! without recursion has a regular language, in spite of ordered choice, greedy repetition and
//! lookahead: read from right to left, whether it matches the rest of the input follows from a
//! finite set of such answers one byte further on (Chida and Kuramitsu, "Linear parsing
//! expression grammars", 2017). A printed production without middle recursion is regular too. Two
//! regular languages can be compared, and if they differ, there is a shortest string that shows
//! it.
//!
//! What a parsing expression matches depends on what follows it. For a regular language K of what may
//! follow, `[e]K` is the language of the strings of which `e` matches a prefix and the rest is in K. A
//! rule matches a whole input if the input is in `[rule]K`, where K is the empty string alone. `[e]K` is
//! computed from the parts of `e`; Σ* is every string, and L(e) the strings of `e` if nothing were tried
//! in order or looked at ahead:
//!
//! - `[T]K` = T K, for a language T of which no string is a prefix of another;
//! - `[a ~ b]K` = `[a]([b]K)`;
//! - `[a | b]K` = `[a]K`, and what of `[b]K` is not in `[a]Σ*`;
//! - `[&a]K` is the intersection of K with `[a]Σ*`, and `[!a]K` is K without `[a]Σ*`;
//! - `[a*]K` is the only language X with X = `[a]X` ∪ (K without `[a]Σ*`). It is unique because each round
//!   takes a byte. L(a)*K is tried first. If it is not X, the answers to "does the rest match from here?"
//!   for all parts of the expression are the states of an automaton that reads from right to left.
//!
//! Recursive rules of a [nested](Grammar::nested) grammar are written out to a number of calls. What they
//! match deeper is unknown, so there are two such languages: of the strings that are matched for certain,
//! and of those that may be. Each string of the production that is nested no deeper than the grammar
//! must be matched for certain, and each string that is matched by so many calls must be a string of the
//! production at some depth.

mod first_sets;
mod causes;
mod characters;
mod compiled;
mod equations;
mod matcher;
mod names;
mod pairing;
mod peg;
mod rule_languages;
mod read;
mod refused;
mod transcription;
mod untrusted;

pub use causes::causes;
pub(crate) use characters::{ranges as character_ranges, scalars};
pub(crate) use matcher::MatchBound;
pub use matcher::PegLanguages;
pub use names::{rule_name, rule_names};
pub use pairing::ProductionRulePairs;
pub use peg::PegId;
pub use read::rule_places;
pub(crate) use read::{RulePairs, inner_expression, pairs};
pub use refused::{PestMistake, PestMistakes};
pub use rule_languages::Prover;
pub use transcription::{LanguageError, RuleConversionError, Transcription};
pub(crate) use untrusted::MOST_PARTS;

use urlbnf_language::{Dfa, IsOutOfWork, Limits};

use crate::automaton::{Automaton, AutomatonError, LanguageSpec, cycle};
use crate::grammar::{Grammar, ProductionId};
use urlbnf_bnf::earley::EarleyRecogniser;

/// A production and the name of its rule.
type ProductionRulePair<'r> = (ProductionId, &'r str);

/// The result of the proof for one production.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProofResult {
    /// The rule and the printed production have the same language.
    Equal,
    /// The languages differ.
    Differ {
        /// The smallest of the shortest strings in only one of them.
        witness: Vec<u8>,
        /// Whether the string belongs to the printed production, and not to the rule.
        printed: bool,
    },
    /// The languages could not be compared.
    Undecided(LanguageError),
}

/// Compares the rule of a production with the production as printed, within the limits of the
/// grammar.
///
/// ```
/// use urlbnf_peg::proof::{ProofResult, Transcription, prove};
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "size = 1*DIGIT [ \"k\" / \"kb\" ]\n";
/// let grammar = Grammar::read("size.abnf", text, Reading::Printed)?;
/// let rules = |size: &str| {
///     Transcription::read(&format!("DIGIT = {{ '0'..'9' }}\nsize = {{ DIGIT+ ~ {size} }}"))
/// };
///
/// let longer_first = rules(r#"(^"kb" | ^"k")?"#)?;
/// assert_eq!(prove(&grammar, &longer_first, grammar.start()), ProofResult::Equal);
/// // Where `k` comes first, what follows it is never read.
/// let shorter_first = rules(r#"(^"k" | ^"kb")?"#)?;
/// let ProofResult::Differ { witness, printed } = prove(&grammar, &shorter_first, grammar.start())
/// else {
///     panic!("they differ")
/// };
/// assert_eq!((witness.as_slice(), printed), (&b"0KB"[..], true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove(grammar: &Grammar, transcription: &Transcription, id: ProductionId) -> ProofResult {
    prove_within(grammar, transcription, id, grammar.limits())
}

/// Compares the rule of a production with the production as printed.
pub fn prove_within(
    grammar: &Grammar,
    transcription: &Transcription,
    id: ProductionId,
    limits: &Limits,
) -> ProofResult {
    Prover::new(transcription, limits).compare(grammar, id, &rule_name(grammar.name(id)))
}

impl Prover<'_> {
    /// Compares a rule with a production as printed. Several comparisons share their results.
    pub fn compare(&mut self, grammar: &Grammar, id: ProductionId, rule: &str) -> ProofResult {
        self.compare_with(grammar, cycle(grammar, id).as_ref(), id, rule)
    }

    /// Like [`Prover::compare`], for a caller that has the result of [`cycle`] already.
    pub(crate) fn compare_with(
        &mut self,
        grammar: &Grammar,
        recurs: Option<&AutomatonError>,
        id: ProductionId,
        rule: &str,
    ) -> ProofResult {
        self.ask(|this| this.compared(grammar, recurs, id, rule))
            .unwrap_or_else(ProofResult::Undecided)
    }

    fn compared(
        &mut self,
        grammar: &Grammar,
        recurs: Option<&AutomatonError>,
        id: ProductionId,
        rule: &str,
    ) -> Result<ProofResult, LanguageError> {
        if let (Some(_), Some(most)) = (recurs, grammar.nesting()) {
            return self.compared_deep(grammar, id, rule, most);
        }
        let rule = self.bounded(rule, None, MatchBound::Certain)?;
        if let Some(error) = recurs {
            return Err(LanguageError::Production(error.message(grammar)));
        }
        let printed = self.printed(grammar, id)?;
        let rule = self.matcher.store.get(rule).clone();
        let work = self.matcher.store.work();
        let only = [(printed.witness(&rule, work)?, true), (rule.witness(&printed, work)?, false)];
        let least = only.into_iter().filter_map(|(witness, printed)| Some((witness?, printed)));
        Ok(match least.min_by(|(one, _), (two, _)| (one.len(), one).cmp(&(two.len(), two))) {
            None => ProofResult::Equal,
            Some((witness, printed)) => ProofResult::Differ { witness, printed },
        })
    }

    /// The language of a production as printed.
    fn printed(&mut self, grammar: &Grammar, id: ProductionId) -> Result<Dfa, LanguageError> {
        let work = self.matcher.store.work();
        let language = Automaton::within(grammar, &LanguageSpec::from_production(id), work)
            .and_then(|automaton| {
                let dfa = automaton.determinise(work);
                dfa.map_err(|exceeded| AutomatonError::TooLarge(id, exceeded))
            });
        language.map_err(|error| match error {
            AutomatonError::TooLarge(_, exceeded) if exceeded.is_out_of_work() => exceeded.into(),
            error => LanguageError::Production(error.message(grammar)),
        })
    }

    /// Compares a recursive rule with a production that recurs in its middle.
    fn compared_deep(
        &mut self,
        grammar: &Grammar,
        id: ProductionId,
        rule: &str,
        most: usize,
    ) -> Result<ProofResult, LanguageError> {
        let printed = self.printed(grammar, id)?;
        let recogniser = EarleyRecogniser::new(grammar, &LanguageSpec::from_production(id))
            .map_err(|error| LanguageError::Production(error.message(grammar)))?;
        let certain = self.bounded(rule, Some(most), MatchBound::Certain)?;
        let certain = self.matcher.store.get(certain).clone();
        if let Some(witness) = certain.witness(&printed, self.matcher.store.work())? {
            return match recogniser.derives(&witness)? {
                false => Ok(ProofResult::Differ { witness, printed: false }),
                true => Err(LanguageError::Deeper),
            };
        }
        // A level of nesting may take several recursive calls.
        for depth in most + 1..=MOST_CALLS * (most + 1) {
            let certain = self.bounded(rule, Some(depth), MatchBound::Certain)?;
            let certain = self.matcher.store.get(certain).clone();
            if printed.witness(&certain, self.matcher.store.work())?.is_none() {
                return Ok(ProofResult::Equal);
            }
            let possible = self.bounded(rule, Some(depth), MatchBound::Possible)?;
            let possible = self.matcher.store.get(possible).clone();
            if let Some(witness) = printed.witness(&possible, self.matcher.store.work())? {
                return Ok(ProofResult::Differ { witness, printed: true });
            }
        }
        Err(LanguageError::Deeper)
    }
}

/// How many recursive calls are looked at for one level of nesting.
const MOST_CALLS: usize = 2;
