//! The nesting depth to which a diff holds, if the grammars recurse.
//!
//! A witness is a string of one grammar that the other does not derive within the nesting
//! limit. The other grammar is asked whether it derives the string with deeper nesting. If it
//! does, the witness shows only the limit, and is reported as such.
//!
//! The meaning of numeric values is another limit: `%xE9` is one octet in a grammar of octets, and
//! two in a grammar of code points, which are written in UTF-8 (RFC 5234, section 2.4, leaves it
//! open). So two rules with the same text can differ, and their texts do not show why.

use serde::Serialize;

use crate::nesting::{self, NestingRecord};
use urlbnf_bnf::automaton::{NestingLimit, Relation};
use urlbnf_bnf::earley::GrammarRecogniser;
use urlbnf_bnf::{Grammar, Listing};
use urlbnf_url::diff::{NewProduction, OldProduction, UrlGrammarDiff};

/// The nesting to which an answer holds, for each grammar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct DiffNestingLimits<'a> {
    /// For the old grammar; null where the answer holds for all strings.
    pub old: Option<NestingRecord<'a>>,
    /// For the new grammar; null where the answer holds for all strings.
    pub new: Option<NestingRecord<'a>>,
    /// The witnesses of the start that show only the limit, because both grammars derive them,
    /// one with deeper nesting.
    pub deeper: Vec<WitnessKind>,
    /// The witnesses of the start of which this is not decided.
    pub undecided: Vec<WitnessKind>,
    /// The strings for which the answer holds, in words.
    #[serde(skip)]
    pub words: Vec<String>,
}

/// A witness of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub enum WitnessKind {
    /// The string that is only in the new language.
    Gained,
    /// The string that is only in the old language.
    Lost,
}

impl<'a> DiffNestingLimits<'a> {
    /// The limits of a diff.
    pub fn from_diff(diff: &UrlGrammarDiff<'a>) -> DiffNestingLimits<'a> {
        let (old, new) = (diff.old.grammar, diff.new.grammar);
        let of_old = NestingLimit::for_production(old, diff.start.0.0);
        let of_new = NestingLimit::for_production(new, diff.start.1.0);
        let words = |limit: &NestingLimit, grammar| nesting::holds_for(limit, grammar);
        let mut all: Vec<String> = Vec::new();
        all.extend(of_old.as_ref().map(|limit| words(limit, old)));
        all.extend(of_new.as_ref().map(|limit| words(limit, new)));
        all.dedup();
        let (mut deeper, mut undecided) = (Vec::new(), Vec::new());
        if !all.is_empty() {
            let (OldProduction(before), NewProduction(after)) = diff.start;
            let relation = diff.relation.as_ref().ok();
            for (what, witness, grammar, start) in [
                (WitnessKind::Gained, relation.and_then(Relation::gained), old, before),
                (WitnessKind::Lost, relation.and_then(Relation::lost), new, after),
            ] {
                match witness.map(|string| GrammarRecogniser::new(grammar).derives(start, string)) {
                    Some(Ok(true)) => deeper.push(what),
                    Some(Err(_)) => undecided.push(what),
                    Some(Ok(false)) | None => {}
                }
            }
        }
        DiffNestingLimits {
            deeper,
            undecided,
            old: of_old.as_ref().map(|limit| NestingRecord::from_limit(limit, old)),
            new: of_new.as_ref().map(|limit| NestingRecord::from_limit(limit, new)),
            words: all,
        }
    }

    /// A suffix for an answer that holds only to a limit.
    pub fn so_deep(&self) -> &'static str {
        match self.words.is_empty() {
            true => "",
            false => ", as deep as --nesting looks",
        }
    }

    /// A sentence for each witness that shows only the limit, or perhaps does.
    pub fn no_witnesses(&self) -> impl Iterator<Item = String> {
        let sentence = |(what, is): (&WitnessKind, &str)| {
            let (what, other) = match what {
                WitnessKind::Gained => ("gained", "old"),
                WitnessKind::Lost => ("lost", "new"),
            };
            format!(
                "the string that is {what} {is} in the {other} grammar too, nested deeper than that"
            )
        };
        let deeper = self.deeper.iter().map(|what| (what, "is"));
        deeper.chain(self.undecided.iter().map(|what| (what, "may be"))).map(sentence)
    }
}

const OCTETS: &str = "octets";
const CODE_POINTS: &str = "code points";

/// What numeric values such as `%xE9` stand for in the two grammars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct NumericValueUnits {
    /// In the old grammar.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = [OCTETS, CODE_POINTS])))]
    pub old: &'static str,
    /// In the new grammar.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = [OCTETS, CODE_POINTS])))]
    pub new: &'static str,
}

impl NumericValueUnits {
    /// The values, if the grammars differ in them and it makes a difference.
    pub(super) fn from_diff(diff: &UrlGrammarDiff<'_>) -> Option<NumericValueUnits> {
        let [old, new] = [diff.old.grammar, diff.new.grammar].map(Grammar::listing);
        let octets = [old, new].into_iter().find(|listing| !listing.code_points)?;
        octets.first_high_octet().filter(|_| old.code_points != new.code_points)?;
        let what = |listing: &Listing| match listing.code_points {
            true => CODE_POINTS,
            false => OCTETS,
        };
        Some(NumericValueUnits { old: what(old), new: what(new) })
    }

    /// The difference in words.
    pub fn description(self) -> String {
        let NumericValueUnits { old, new } = self;
        format!("values such as %xE9 are {old} in the first, and {new} in the second")
    }
}
