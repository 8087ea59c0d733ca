//! Records about a grammar and its productions.

use std::borrow::Cow;

use serde::Serialize;

use crate::conformity::AnswerMark;
use crate::record::SchemaNumber;
use crate::rule_place::{RulePlaceRecord, TextPlaceRecord};
#[cfg(feature = "schemas")]
use crate::schema::FINGERPRINT;
use crate::witness::{base64, text};
use urlbnf_bnf::Grammar;
use urlbnf_bnf::lint::LintSeverity;
use urlbnf_peg::proof::ProofResult;
use urlbnf_url::diagnose::DiagnosticCode;
use urlbnf_url::{Edition, Judge, Reading, Verdict, sample};

/// The beginning of a record about a grammar.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct GrammarRecordHead<'a> {
    schema: SchemaNumber,
    /// The edition; null for a grammar file.
    edition: Option<Edition>,
    /// The name of the edition, or of the grammar file.
    grammar: &'a str,
    reading: Reading,
}

impl<'a> GrammarRecordHead<'a> {
    /// The beginning for a grammar with this name.
    pub fn new(
        edition: Option<Edition>,
        grammar: &'a str,
        reading: Reading,
    ) -> GrammarRecordHead<'a> {
        GrammarRecordHead { schema: SchemaNumber, edition, grammar, reading }
    }
}

urlbnf_bnf::named! {
    /// Whether a production is ambiguous.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum AmbiguityAnswer {
        /// Each of its strings has one derivation.
        Unambiguous = "unambiguous",
        /// A string has several derivations.
        Ambiguous = "ambiguous",
        /// A string has infinitely many derivations.
        InfinitelyAmbiguous = "infinitely-ambiguous",
        /// It is neither proved to be unambiguous nor shown to be ambiguous.
        Undecided = "undecided",
    }
}

urlbnf_bnf::serde_by_name! { Serialize for AmbiguityAnswer }

/// Whether a production is ambiguous, with a string that shows it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct AmbiguityRecord<'a> {
    /// The grammar.
    #[serde(flatten)]
    pub of: GrammarRecordHead<'a>,
    /// The production.
    pub production: &'a str,
    /// Whether it is ambiguous.
    pub ambiguity: AmbiguityAnswer,
    /// The production whose own text is ambiguous, or not decided: the production itself, or one that its
    /// derivations use; null if the production is unambiguous.
    pub by: Option<&'a str>,
    /// A string of that production with several derivations; null where there is none, or where it is
    /// not decided.
    pub string: Option<Cow<'a, str>>,
    /// The bytes exactly, where they are not UTF-8; else null.
    pub string_base64: Option<String>,
}

/// The beginning of a record about a string of a production.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct StartRecordHead<'a> {
    #[serde(flatten)]
    of: GrammarRecordHead<'a>,
    /// The production that judges the string.
    start: &'a str,
}

impl<'a> StartRecordHead<'a> {
    /// The beginning for the start of a judge.
    pub fn from_judge(judge: &'a Judge) -> StartRecordHead<'a> {
        StartRecordHead {
            of: GrammarRecordHead::new(judge.edition(), judge.name(), judge.reading()),
            start: judge.grammar().name(judge.start()),
        }
    }
}

/// A string that conforms.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct GeneratedStringRecord<'a> {
    string: Cow<'a, str>,
    /// The bytes exactly, where they are not UTF-8; else null.
    string_base64: Option<String>,
}

impl<'a> GeneratedStringRecord<'a> {
    /// The record of a string.
    pub fn from_bytes(string: &'a [u8]) -> GeneratedStringRecord<'a> {
        GeneratedStringRecord { string: text(string), string_base64: base64(string) }
    }
}

/// A string that fails, one edit away from a string that conforms.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct NearMissRecord<'a> {
    string: Cow<'a, str>,
    /// The bytes exactly, where they are not UTF-8; else null.
    string_base64: Option<String>,
    /// The string that conforms.
    from: Cow<'a, str>,
    /// The bytes exactly, where they are not UTF-8; else null.
    from_base64: Option<String>,
    /// `generic-only` or `rejected`.
    verdict: Verdict,
    /// The code of the failure.
    code: DiagnosticCode,
    /// The failure offset, in bytes of the string.
    offset: usize,
    /// The production that failed.
    production: &'a str,
    /// Why it fails, in words.
    reason: &'a str,
    /// What was expected there, in words.
    expected: &'a str,
}

impl<'a> NearMissRecord<'a> {
    /// The record of a near miss.
    pub fn from_near_miss(grammar: &'a Grammar, miss: &'a sample::NearMiss) -> NearMissRecord<'a> {
        NearMissRecord {
            string: text(&miss.string),
            string_base64: base64(&miss.string),
            from: text(&miss.from),
            from_base64: base64(&miss.from),
            verdict: miss.verdict,
            code: miss.code,
            offset: miss.offset,
            production: grammar.name(miss.production),
            reason: &miss.reason,
            expected: &miss.expected,
        }
    }
}

/// A production in the list of a grammar.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ListedProductionRecord<'a> {
    /// The grammar.
    #[serde(flatten)]
    pub of: GrammarRecordHead<'a>,
    /// The production.
    pub production: &'a str,
    /// The lines of the grammar file on which a definition begins; empty if it is undefined.
    pub lines: Vec<usize>,
    /// The page of the document; null where the document has no pages, or it is undefined.
    pub page: Option<u32>,
    /// Whether it is the start of the grammar.
    pub start: bool,
    /// Whether each of its strings is one unit long.
    pub unit: bool,
    /// Whether it has no definition.
    pub undefined: bool,
    /// Whether the start does not reach it.
    pub unreachable: bool,
    /// Whether it has several definitions.
    pub doubly_defined: bool,
    /// Whether it derives no string.
    pub empty: bool,
    /// The number of the erratum that corrects it; null where none does.
    pub erratum: Option<&'a str>,
    /// The number of the interpretation that it needs; null where it needs none.
    pub interpretation: Option<&'a str>,
}

/// The outcome of a comparison of a production and a rule.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
enum ProofOutcomeRecord {
    /// Both accept the same strings.
    Equal,
    /// A string is accepted by only one of them.
    Differ,
    /// It is not decided.
    Undecided,
    /// A production has no rule, or a rule no production. Only of the file of a user.
    Alone,
}

/// What accepts a string that the other does not accept.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
enum ProofSideRecord {
    /// The production.
    Printed,
    /// The rule of the pest grammar.
    Transcription,
}

/// The outcome of a comparison of a production and a rule, with a string that shows a difference.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ProofRecord<'a> {
    outcome: ProofOutcomeRecord,
    /// A shortest string that only one of the two accepts; null where none is known.
    witness: Option<Cow<'a, str>>,
    /// The bytes exactly, where they are not UTF-8; else null.
    witness_base64: Option<String>,
    /// What accepts that string; null without a string.
    accepted_by: Option<ProofSideRecord>,
}

impl<'a> ProofRecord<'a> {
    /// The record of an outcome; `None` for a production or a rule that is alone.
    pub fn from_outcome(outcome: Option<&'a ProofResult>) -> ProofRecord<'a> {
        let (outcome, witness, accepted_by) = match outcome {
            None => (ProofOutcomeRecord::Alone, None, None),
            Some(ProofResult::Equal) => (ProofOutcomeRecord::Equal, None, None),
            Some(ProofResult::Differ { witness, printed }) => {
                let side = if *printed {
                    ProofSideRecord::Printed
                } else {
                    ProofSideRecord::Transcription
                };
                (ProofOutcomeRecord::Differ, Some(witness.as_slice()), Some(side))
            }
            Some(ProofResult::Undecided(_)) => (ProofOutcomeRecord::Undecided, None, None),
        };
        let (witness, witness_base64) = (witness.map(text), witness.and_then(base64));
        ProofRecord { outcome, witness, witness_base64, accepted_by }
    }
}

/// The comparison of a production of an edition with its transcription.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ProvedProductionRecord<'a> {
    /// The number of the schema.
    pub schema: SchemaNumber,
    /// The edition.
    pub edition: Edition,
    /// The reading.
    pub reading: Reading,
    /// The production.
    pub production: &'a str,
    /// The outcome.
    #[serde(flatten)]
    pub proof: ProofRecord<'a>,
}

/// The comparison of a production with a rule of a user's pest grammar.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ProvedRuleRecord<'a> {
    /// The number of the schema.
    pub schema: SchemaNumber,
    /// The name of the edition, or of the grammar file.
    pub grammar: &'a str,
    /// The reading.
    pub reading: Reading,
    /// The production; null for a rule without a production.
    pub production: Option<&'a str>,
    /// The rule; null for a production without a rule.
    pub rule: Option<&'a str>,
    /// The outcome.
    #[serde(flatten)]
    pub proof: ProofRecord<'a>,
    /// Why it is undecided; else null.
    pub reason: Option<String>,
    /// Of a rule that is not equal only because of other rules: the productions of these.
    pub causes: Vec<&'a str>,
}

/// A problem in a grammar.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct LintFindingRecord<'a> {
    /// The number of the schema.
    pub schema: SchemaNumber,
    /// The name of the file, or of the edition.
    pub grammar: &'a str,
    /// The code, which `urlbnf explain` explains.
    pub code: &'static str,
    /// How serious it is.
    pub severity: LintSeverity,
    /// Its place.
    #[serde(flatten)]
    pub place: TextPlaceRecord,
    /// Another place that belongs to it, such as where a name is first defined; null where there
    /// is none.
    pub related: Option<RelatedPlaceRecord>,
    /// The production that contains it; null where the text cannot be read.
    pub production: Option<&'a str>,
    /// The finding in a sentence.
    pub message: &'a str,
    /// What to do about it, and other details.
    pub notes: &'a [String],
    /// A string that shows it; null where there is none.
    pub witness: Option<Cow<'a, str>>,
    /// The bytes exactly, where they are not UTF-8; else null.
    pub witness_base64: Option<String>,
    /// The number of rules of the grammar of which not everything was decided.
    pub undecided: usize,
    /// Whether it changes what is read: an error, or a string of which a character may be read as
    /// one production or as another.
    pub first: bool,
    /// Whether rules that its rule names cause it: these have findings of their own.
    pub caused_by_names: bool,
    /// Identifies the finding, independent of its place in the file. A file of `--accept` names it.
    #[cfg_attr(feature = "schemas", schemars(regex(pattern = FINGERPRINT)))]
    pub fingerprint: &'a str,
    /// The reason why it is accepted, from a file of `--accept`; null where it is not accepted.
    pub accepted: Option<&'a str>,
}

/// A place that belongs to a finding.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RelatedPlaceRecord {
    /// The place.
    #[serde(flatten)]
    pub place: TextPlaceRecord,
    /// What is there.
    pub message: &'static str,
}

/// How a rule stands in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub enum ExtractedRuleKind {
    /// A rule.
    Rule,
    /// A rule that was defined before, repeated here.
    Again,
    /// Text that begins like a rule, but was not read as one.
    LeftOut,
}

/// A rule in a document.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ExtractedRuleRecord<'a> {
    /// The number of the schema.
    pub schema: SchemaNumber,
    /// The name of the file.
    pub document: &'a str,
    /// Whether it is read as a rule, and is the first of its name.
    pub kind: ExtractedRuleKind,
    /// Its name.
    pub rule: &'a str,
    /// Its place in the document.
    #[serde(flatten)]
    pub place: RulePlaceRecord<'a>,
    /// The rule, without its indent; null for text that was left out.
    pub text: Option<String>,
    /// Of a repeated rule: the line of the first definition; else null.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub first_line: Option<usize>,
    /// Of a repeated rule: whether both definitions have the same strings; null where that is not
    /// decided, and of other rules.
    pub same: Option<bool>,
    /// A shortest string of only one of the two definitions; null where there is none.
    pub witness: Option<Cow<'a, str>>,
    /// The bytes exactly, where they are not UTF-8; else null.
    pub witness_base64: Option<String>,
    /// In words: what differs, or why it is not a rule; else null.
    pub reason: Option<String>,
}

/// The answer of a program to a case of a suite.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct CaseAnswerRecord<'a> {
    /// The number of the schema.
    pub schema: SchemaNumber,
    /// The name that the program gives itself, or the command.
    pub program: &'a str,
    /// The version of the program; null where it reports none.
    pub program_version: Option<&'a str>,
    /// The grammar of the suite.
    pub grammar: &'a str,
    /// The production that judges the strings.
    pub start: &'a str,
    /// The version of the suite; null for a grammar file.
    pub suite_version: Option<&'a str>,
    /// Whether the program claims to read the grammar. If not, it is only compared.
    pub claimed: bool,
    /// The name of the case: the grammar, the production, and what is done to it.
    pub id: &'a str,
    /// The production that has the fault.
    pub production: &'a str,
    /// What is done to the production.
    pub fault: &'a str,
    /// The layer of the fault: `structure`, `class`, `character`, `reader` or `ordinary`.
    pub layer: &'a str,
    /// Where the production is printed.
    pub cite: &'a str,
    /// Whether the input conforms: the right answer.
    pub valid: bool,
    /// The assessment of the answer. `failed`: there is no answer.
    pub mark: AnswerMark,
    /// The answer; null where there is none.
    pub said: Option<bool>,
    /// Why it was skipped, or failed; else null.
    pub why: Option<&'a str>,
    /// The reason for which a difference is accepted; null where it is not accepted.
    pub accepted: Option<&'a str>,
    /// A string that shows the fault.
    pub input: Cow<'a, str>,
    /// The bytes exactly, where they are not UTF-8; else null.
    pub input_base64: Option<String>,
}
