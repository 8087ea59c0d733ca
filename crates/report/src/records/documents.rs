//! Records about the documents and their grammars, and explanations.

use std::borrow::Cow;

use serde::Serialize;

use crate::diff::{PlainWitnesses, WitnessedRelation};
use crate::nesting::NestingRecord;
use crate::record::SchemaNumber;
use crate::records::NearMissRecord;
#[cfg(feature = "schemas")]
use crate::schema::words;
use urlbnf_bnf::Notation;
use urlbnf_url::contradiction::DerivedPart;
use urlbnf_url::quotation::Quotation;
use urlbnf_url::registry::SchemeStatus;
use urlbnf_url::{Edition, Reading, Verdict};

/// Words of a document, and where they are printed.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct QuotationRecord {
    /// Where the words are printed: `RFC 1738, section 3.3, page 9`.
    pub citation: String,
    /// The words of the document.
    pub words: &'static str,
}

impl From<Quotation> for QuotationRecord {
    fn from(quotation: Quotation) -> QuotationRecord {
        QuotationRecord { citation: quotation.citation().to_string(), words: quotation.words() }
    }
}

/// A production as a document prints it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PrintedProductionRecord {
    /// The production.
    pub production: &'static str,
    /// Where the production is printed.
    pub citation: String,
    /// The production as it is printed.
    pub text: String,
}

/// A contradiction between the prose of a document and its own grammar.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ContradictionRecord {
    /// The number of the schema.
    pub schema: SchemaNumber,
    /// Its name, which does not change.
    pub name: &'static str,
    /// A heading.
    pub title: &'static str,
    /// `plain`: the two cannot both hold; `weak`: the prose does not exclude what the grammar
    /// does; `settled`: the document itself resolves it.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = words::strengths())))]
    pub strength: &'static str,
    /// Why it is weak or settled; null if it is plain.
    pub strength_reason: Option<&'static str>,
    /// What differs, in a sentence or two.
    pub what: &'static str,
    /// The editions that have it.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    pub cases: Vec<ContradictionCaseRecord>,
}

/// A contradiction in one edition.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ContradictionCaseRecord {
    /// The edition.
    pub edition: Edition,
    /// The reading of its grammar: `printed` if the contradiction is the misprint itself.
    pub reading: Reading,
    /// What the prose says.
    pub prose: QuotationRecord,
    /// The production that contradicts it. Its text is empty if the grammar has no such production.
    pub grammar: PrintedProductionRecord,
    /// A string that shows it.
    pub string: &'static str,
    /// The production by which the string is judged; null if it is judged as a URL, by the
    /// productions of its scheme.
    pub start: Option<&'static str>,
    /// What the string shows.
    pub shows: EvidenceRecord,
    /// The part, and the production that derives it; null unless `shows` is `read-as`.
    pub read_as: Option<DerivedPart>,
    /// The verdict on the string.
    pub verdict: Verdict,
    /// What the program finds.
    pub message: String,
}

/// What the string of a contradiction shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EvidenceRecord {
    /// The prose includes the string, and the grammar does not accept it.
    NotTaken,
    /// The prose excludes the string, and the grammar accepts it.
    Taken,
    /// The grammar reads a part of the string as something else.
    ReadAs,
}

/// A URL that a document prints, and that no grammar of the document accepts as printed.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct UnacceptedUrlRecord {
    /// The number of the schema.
    pub schema: SchemaNumber,
    /// The document.
    pub document: &'static str,
    /// The page or the section.
    pub place: &'static str,
    /// The URL.
    pub url: &'static str,
    /// A remark on the URL; empty if there is none.
    pub note: &'static str,
    /// The verdicts of the grammars of the document.
    pub verdicts: Vec<EditionVerdictsRecord>,
}

/// The verdicts of one edition on a URL that its document prints.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct EditionVerdictsRecord {
    /// The edition.
    pub edition: Edition,
    /// The verdict of its grammar as printed.
    pub printed: Verdict,
    /// The verdict of its grammar as corrected.
    pub corrected: Verdict,
}

/// An edition and its document.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ListedEditionRecord {
    /// The number of the schema.
    pub schema: SchemaNumber,
    /// The name of the edition.
    pub edition: Edition,
    /// The document that prints the grammar.
    pub document: &'static str,
    /// The month in which the document was published.
    pub date: &'static str,
    /// The section that prints the grammar.
    pub section: &'static str,
    /// The start production.
    pub start: &'static str,
    /// The number of productions that the grammar defines, as printed.
    pub productions: usize,
    /// The names that the grammar uses and does not define, as printed.
    pub undefined: Vec<&'static str>,
    /// The notation of the grammar.
    pub notation: Notation,
    /// The date of the document, with the day if it prints one.
    pub published: &'static str,
    /// When a draft expires; null if the document does not say.
    pub expires: Option<&'static str>,
    /// The authors or editors, as printed.
    pub by: &'static [&'static str],
    /// Whether they call themselves editors.
    pub editors: bool,
    /// The number of the document among the author's own papers; null if it has none.
    pub called: Option<&'static str>,
    /// The documents that it obsoletes.
    pub obsoletes: &'static [&'static str],
    /// The documents that it updates.
    pub updates: &'static [&'static str],
    /// The documents that obsolete it.
    pub obsoleted_by: Vec<&'static str>,
    /// The documents that update it.
    pub updated_by: Vec<&'static str>,
}

/// A scheme, and what the documents say of it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ListedSchemeRecord {
    /// The number of the schema.
    pub schema: SchemaNumber,
    /// Its name; `x-` stands for all names with this prefix.
    pub scheme: &'static str,
    /// What it is for, in the words of a document.
    pub purpose: &'static str,
    /// The default port; null if no document gives one.
    pub port: Option<u16>,
    /// What each document says of it, from the oldest to the newest.
    pub entries: Vec<SchemeEntryRecord>,
    /// The rules that a document gives for the encoding of its names.
    pub rules: Vec<QuotationRecord>,
    /// The productions of each edition that no other scheme uses, as they are printed.
    pub productions: Vec<SchemeProductionRecord>,
}

/// What one document says of a scheme.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SchemeEntryRecord {
    /// The document.
    pub document: &'static str,
    /// How the document treats the scheme.
    pub standing: SchemeStatus,
    /// The words.
    #[serde(flatten)]
    pub said: QuotationRecord,
}

/// A production of a scheme in one edition.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SchemeProductionRecord {
    /// The edition.
    pub edition: Edition,
    /// The production.
    #[serde(flatten)]
    pub printed: PrintedProductionRecord,
}

/// A character, production or scheme in one grammar of its history.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct HistoryStageRecord {
    /// The number of the schema.
    pub schema: SchemaNumber,
    /// The character, production or scheme.
    pub what: String,
    /// What it is.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = words::subjects())))]
    pub kind: &'static str,
    /// The edition.
    pub edition: Edition,
    /// Its document. Drafts 04, 05 and 07 to 09 could not be found.
    pub document: &'static str,
    /// The month in which the document was published.
    pub date: &'static str,
    /// The reading.
    pub reading: Reading,
    /// Whether it is there: a character in some string of the start, a production in the grammar,
    /// a scheme in some string of it.
    pub present: bool,
    /// Those that print the character, that are the production, or that derive the scheme.
    pub productions: Vec<&'static str>,
    /// Of a production: whether the grammar itself has the name. Of a scheme: whether it has a
    /// production of its own.
    pub named: bool,
    /// Productions that take the place of the one before, if the one of the same name does not.
    pub instead: Vec<&'static str>,
    /// How it is known which production it is; null if no document says so.
    pub reason: Option<&'static str>,
    /// What the document says of it, or the notes on it.
    pub prose: Vec<String>,
    /// Whether no other grammar follows this one, while one follows another grammar of its document.
    pub side_branch: bool,
    /// The grammar from which it changed; null if nothing is compared.
    pub before: Option<&'static str>,
    /// How the strings that are asked for compare with those of the document before; null for the
    /// first, and if there is nothing to compare.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = words::or_null(words::relations()))))]
    pub relation: Option<&'static str>,
    /// A shortest string that the step let in. Characters that cannot be seen are replaced, and
    /// bytes that are not UTF-8 are `\xNN`. Null if there is no such string.
    pub gained: Option<String>,
    /// A shortest string that the step shut out, in the same form; null if there is none.
    pub lost: Option<String>,
    /// A plain string that the step let in, in the same form; null if there is none.
    pub plain_gained: Option<String>,
    /// A plain string that the step shut out, in the same form; null if there is none.
    pub plain_lost: Option<String>,
    /// Whether the step is about what is asked for; null if nothing is compared.
    pub about: Option<bool>,
}

/// A word, a verdict, a note or a code, explained.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ExplainCodeRecord<'a> {
    /// The number of the schema.
    pub schema: SchemaNumber,
    /// The code or the word.
    pub code: &'a str,
    /// What it means.
    pub explanation: &'a str,
}

/// The text of a remark on a grammar.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RemarkTextRecord {
    /// What is printed, or what the transcription does.
    pub what: &'static str,
    /// How it is read, or what was meant; empty for a deviation or a shortcut.
    pub meant: &'static str,
    /// The reason, or the evidence.
    pub why: &'static str,
}

/// A numbered remark on a grammar, explained.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ExplainRemarkRecord {
    /// The number of the schema.
    pub schema: SchemaNumber,
    /// The number: `E3`.
    pub number: String,
    /// The kind.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = words::remark_kinds())))]
    pub kind: &'static str,
    /// The editions that it is about.
    pub editions: Vec<Edition>,
    /// The productions that it is about; empty for a deviation or a shortcut.
    pub productions: &'static [&'static str],
    /// What it says.
    #[serde(flatten)]
    pub text: RemarkTextRecord,
}

/// A grammar, explained.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ExplainGrammarRecord<'a> {
    /// The number of the schema.
    pub schema: SchemaNumber,
    /// The edition; null for a grammar file.
    pub edition: Option<Edition>,
    /// The name of the edition, or of the grammar file.
    pub grammar: &'a str,
    /// The reading.
    pub reading: Reading,
    /// The document that prints it; null for a grammar file.
    pub document: Option<&'static str>,
    /// The month in which the document was published; null for a grammar file.
    pub date: Option<&'static str>,
    /// The section that prints it; null for a grammar file.
    pub section: Option<&'static str>,
    /// The notation.
    pub notation: Notation,
    /// The start production.
    pub start: &'a str,
    /// The productions, in printed order.
    pub productions: Vec<&'a str>,
    /// The schemes that have productions of their own.
    pub schemes: Vec<OwnSchemeRecord<'a>>,
    /// The productions that accept any scheme.
    pub generic: Vec<&'a str>,
    /// The remarks on it.
    pub remarks: Vec<GrammarRemarkRecord>,
    /// The names that it uses and does not define.
    pub undefined: Vec<&'a str>,
    /// The productions that the start does not use.
    pub unreachable: Vec<&'a str>,
    /// The productions with two or more definitions.
    pub doubly_defined: Vec<&'a str>,
    /// The nesting limit of what follows from the grammar; null if it holds for all strings.
    pub nesting: Option<NestingRecord<'a>>,
}

/// A scheme that has a production of its own.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct OwnSchemeRecord<'a> {
    /// The scheme.
    pub scheme: &'a str,
    /// The production.
    pub production: &'a str,
}

/// A remark on a grammar.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct GrammarRemarkRecord {
    /// The number: `E3`.
    pub number: String,
    /// The productions that it is about; empty for a deviation or a shortcut.
    pub productions: &'static [&'static str],
    /// What it says.
    #[serde(flatten)]
    pub text: RemarkTextRecord,
}

/// A production, explained.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ExplainProductionRecord<'a> {
    /// The number of the schema.
    pub schema: SchemaNumber,
    /// Its name.
    pub production: &'a str,
    /// The edition; null for a grammar file.
    pub edition: Option<Edition>,
    /// The name of the edition, or of the grammar file.
    pub grammar: &'a str,
    /// The reading.
    pub reading: Reading,
    /// Its definitions in this reading; empty if it has none.
    pub definitions: Vec<DefinitionRecord<'a>>,
    /// Its definitions in the other reading; empty if they are the same.
    pub otherwise: Vec<DefinitionRecord<'a>>,
    /// The pest rules that transcribe it.
    pub rules: Vec<&'a str>,
    /// The productions that it uses, in the order of first use.
    pub uses: Vec<&'a str>,
    /// The productions that use it, in printed order.
    pub used_by: Vec<&'a str>,
    /// The remarks on it.
    pub remarks: Vec<ProductionRemarkRecord>,
    /// Properties of the production and its strings.
    pub facts: ProductionFactsRecord<'a>,
    /// Strings that it accepts, the most typical first.
    pub examples: Vec<Cow<'a, str>>,
    /// For each example, the bytes exactly, where they are not UTF-8; else null.
    pub examples_base64: Vec<Option<String>>,
    /// Strings that it does not accept, each one edit away from a string that it accepts.
    pub near_misses: Vec<NearMissRecord<'a>>,
    /// What its name stands for in each edition; empty for a grammar file.
    pub history: Vec<ProductionStageRecord>,
}

/// A definition as it is printed, or as an erratum rewrites it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct DefinitionRecord<'a> {
    /// Its lines in the grammar file.
    pub text: &'a str,
    /// Its first line in the grammar file, from 1.
    pub line: usize,
    /// The page of the document; null if it is not known.
    pub page: Option<u32>,
    /// Where it is printed.
    pub citation: &'a str,
    /// The number of the erratum that rewrites it; null if it is as printed.
    pub erratum: Option<&'a str>,
    /// The line of the document's text, from 1; null if there is none.
    pub document_line: Option<usize>,
}

/// A remark on a production.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ProductionRemarkRecord {
    /// The number: `E3`.
    pub number: String,
    /// What it says.
    #[serde(flatten)]
    pub text: RemarkTextRecord,
}

/// Properties of a production and its strings.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ProductionFactsRecord<'a> {
    /// Whether it is the start.
    pub start: bool,
    /// Whether its strings are single characters or escapes.
    pub unit: bool,
    /// Whether it has no definition.
    pub undefined: bool,
    /// Whether it has two or more definitions.
    pub doubly_defined: bool,
    /// Whether the start does not use it.
    pub unreachable: bool,
    /// Whether it derives no string.
    pub derives_nothing: bool,
    /// Whether it uses itself, directly or through other productions.
    pub recursive: bool,
    /// Whether its strings were counted. They are not if its language is too large for an automaton, or
    /// not regular.
    pub counted: bool,
    /// The number of its strings, in decimal; null if there are infinitely many, or if they were not
    /// counted.
    pub count: Option<&'a str>,
    /// Its shortest string, of several the plainest; null if it has none.
    pub shortest: Option<Cow<'a, str>>,
    /// The bytes exactly, where they are not UTF-8; else null.
    pub shortest_base64: Option<String>,
    /// The length of its longest string, in bytes; null if there is none, or if they were not counted.
    pub longest: Option<usize>,
    /// The bytes that occur in its strings, in order.
    pub alphabet: Cow<'a, str>,
    /// The bytes exactly, where they are not UTF-8; else null.
    pub alphabet_base64: Option<String>,
}

/// What the name of a production stands for in one edition.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ProductionStageRecord {
    /// The edition.
    pub edition: Edition,
    /// The production, if there is one; null if there is none, or several.
    pub production: Option<&'static str>,
    /// The production of that name, or its counterparts.
    pub productions: Vec<&'static str>,
    /// Whether the grammar itself has the name.
    pub named: bool,
    /// Productions that take the place of the one before, if the one of the same name does not.
    pub instead: Vec<&'static str>,
    /// How that is known; null if no document says so.
    pub reason: Option<&'static str>,
    /// What changed since the edition before; null if nothing is compared.
    pub change: Option<ProductionChangeRecord>,
}

/// How a production changed.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ProductionChangeRecord {
    /// Why the two productions are compared: the newer grammar declares them a pair, or they have
    /// the same name, are both the start, have the same role, have the same body, or are at the
    /// same place.
    pub by: &'static str,
    /// Whether the texts differ in more than the names of pairs.
    pub reworded: bool,
    /// How the new language compares with the old.
    #[serde(flatten)]
    pub language: WitnessedRelation,
    /// Strings that look like URLs.
    pub plain: PlainWitnesses,
}
