//! Records about URLs and their characters.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::value::RawValue;

use urlbnf_bnf::derivation::DerivationOrder;
use urlbnf_url::access::Access;
use urlbnf_url::ast::UrlWithFragment;
use urlbnf_url::characters::{CharacterClass, UnencodedUse};
use urlbnf_url::diagnose::DiagnosticCode;
use urlbnf_url::escape::{ComparisonRung, ConversionStep};
use urlbnf_url::quotation::Basis;
use urlbnf_url::resolve::ResolutionRule;
use urlbnf_url::wrapper::Wrapper;
use urlbnf_url::{Edition, Reading, Verdict};

use crate::record::SchemaNumber;
#[cfg(feature = "schemas")]
use crate::schema::words;
use crate::steps::DerivationStepRecord;

/// What a client would do with a URL.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct AccessRecord<'a> {
    /// The verdict on the URL.
    pub verdict: Verdict,
    /// Null where the URL does not conform.
    pub access: Option<&'a Access>,
}

/// A URL by its parts.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ParsedUrlRecord<'a> {
    /// The verdict on the URL.
    pub verdict: Verdict,
    /// Null where there is no derivation, or not one of a URL. The parts depend on the kind.
    pub address: Option<&'a UrlWithFragment<'a>>,
    /// Where RFC 1738 and RFC 1808 give the URL two meanings, in words.
    pub notes: Vec<String>,
}

/// A URL in canonical form.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct CanonicalUrlRecord<'a> {
    /// The canonical form.
    pub canonical: Cow<'a, str>,
    /// The bytes exactly, where they are not UTF-8; else null.
    pub canonical_base64: Option<String>,
    /// The rung of the ladder that was asked for; null where none was.
    pub rung: Option<ComparisonRung>,
    /// The sentences of the document by which it came to its form, beyond its encoding.
    pub stated: Vec<Basis>,
    /// Whether the input is a reference by the edition's grammar; null if no grammar decides it.
    pub input_conforms: Option<bool>,
}

/// Whether two URLs are the same.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ComparedUrlsRecord<'a> {
    /// The number of the schema.
    pub schema: SchemaNumber,
    /// The two URLs, with U+FFFD for each byte that is not UTF-8.
    pub inputs: [Cow<'a, str>; 2],
    /// Of each the bytes exactly, where they are not UTF-8; else null.
    pub inputs_base64: [Option<String>; 2],
    /// The edition.
    pub edition: Edition,
    /// The reading.
    pub reading: Reading,
    /// Whether they are the same.
    pub same: bool,
    /// Whether they are the same byte by byte.
    pub identical: bool,
    /// Their canonical forms, with U+FFFD for each byte that is not UTF-8; on a rung, their
    /// normal forms there.
    pub canonical: [Cow<'a, str>; 2],
    /// Of each the bytes exactly, where they are not UTF-8; else null.
    pub canonical_base64: [Option<String>; 2],
    /// Where the canonical forms begin to differ; null where the URLs or these are the same.
    pub offset: Option<usize>,
    /// The reserved character that only one of the URLs encodes at the offset; null where they
    /// differ otherwise.
    pub reserved: Option<ReservedByteRecord>,
    /// The sentences of the documents that state that they are the same.
    pub stated: Vec<Basis>,
    /// The sentences that only imply it.
    pub implied: Vec<Basis>,
    /// The rung of the ladder that was asked for; null where none was.
    pub rung: Option<ComparisonRung>,
    /// The lowest rung on which they are equivalent; null where they are on none, or the document
    /// has no ladder.
    pub lowest_rung: Option<ComparisonRung>,
}

/// A reserved character, which means something else when it is encoded.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ReservedByteRecord {
    /// Its byte.
    pub byte: u8,
    /// The sentence of a document that reserves it; null where none does.
    pub sentence: Option<&'static str>,
    /// The place of the sentence.
    pub citation: Option<String>,
}

/// An encoded text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct EncodedTextRecord<'a> {
    /// Whether the text is a whole URL.
    pub whole_url: bool,
    /// The production that the output matches; null of a whole URL.
    pub production: Option<&'a str>,
    /// The encoded text.
    pub output: &'a str,
    /// The steps of a conversion between IRIs and URIs; null elsewhere.
    pub steps: Option<&'a [ConversionStep]>,
}

/// A decoded text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct DecodedTextRecord<'a> {
    /// Whether the text is a whole URL.
    pub whole_url: bool,
    /// The decoded text, with U+FFFD for each byte that is not UTF-8.
    pub output: Cow<'a, str>,
    /// The bytes exactly, where they are not UTF-8; else null.
    pub output_base64: Option<String>,
    /// The steps of a conversion between IRIs and URIs; null elsewhere.
    pub steps: Option<&'a [ConversionStep]>,
}

/// A partial form that was resolved, or a URI that was shortened to one.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ResolvedUrlRecord<'a> {
    /// The base URI, with U+FFFD for each byte that is not UTF-8.
    pub base: Cow<'a, str>,
    /// The bytes exactly, where they are not UTF-8; else null.
    pub base_base64: Option<String>,
    /// The rule that was followed.
    pub rule: ResolutionRule,
    /// Whether a URI was shortened.
    pub shorten: bool,
    /// The URI, or the partial form to which it was shortened.
    pub output: Cow<'a, str>,
    /// The bytes exactly, where they are not UTF-8; else null.
    pub output_base64: Option<String>,
    /// What the document says against partial forms in this context; null where it says nothing.
    pub caution: Option<Basis>,
    /// Whether the base is a reference by the grammar of the document of the rule; null if no
    /// grammar decides it.
    pub base_conforms: Option<bool>,
    /// Whether the input is a reference by the grammar of the document of the rule; null if no
    /// grammar decides it.
    pub input_conforms: Option<bool>,
    /// The steps, in order; null where a URI was shortened.
    pub steps: Option<Vec<ResolutionStepRecord<'a>>>,
}

/// A step of a resolution.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ResolutionStepRecord<'a> {
    /// The sentence that it follows; null where no document has one.
    pub sentence: Option<&'static str>,
    /// The sentence with its place, or why the step is taken without one.
    pub basis: Basis,
    /// What is decided here where the document leaves something open; else null.
    pub remark: Option<&'static str>,
    /// The URI after the step.
    pub uri: Cow<'a, str>,
    /// The bytes exactly, where they are not UTF-8; else null.
    pub uri_base64: Option<String>,
    /// Where the step removed dot segments with two buffers, what is in them at first and after
    /// each step; null elsewhere, and of a path longer than 1024 bytes.
    pub dot_segments: Option<Vec<DotSegmentBuffersRecord>>,
}

/// The contents of the two buffers after a step that removes dot segments.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct DotSegmentBuffersRecord {
    /// The step as RFC 3986, section 5.2.4, numbers it.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = words::dot_steps())))]
    pub step: &'static str,
    /// The output buffer.
    pub output: String,
    /// The input buffer.
    pub input: String,
}

/// A URL that was found in a text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ExtractedUrlRecord<'a> {
    /// The number of the schema.
    pub schema: SchemaNumber,
    /// The name of the text.
    pub source: &'a str,
    /// The line where the wrapper begins.
    pub line: usize,
    /// The column where it begins, in bytes.
    pub column: usize,
    /// What surrounds the URL.
    pub wrapper: Wrapper,
    /// The URL without the white space inside it.
    pub url: String,
    /// Other readings of the text.
    pub doubts: Vec<OtherReadingRecord>,
    /// The verdicts on the URL; empty where it is not judged.
    pub verdicts: Vec<FoundUrlVerdictRecord>,
}

/// Another reading of a URL in a text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct OtherReadingRecord {
    /// The URL in that reading.
    pub url: String,
    /// The doubt in words.
    pub message: String,
}

/// The verdict of an edition on a URL that was found.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FoundUrlVerdictRecord {
    /// The edition; null for a grammar file.
    pub edition: Option<Edition>,
    /// The reading.
    pub reading: Reading,
    /// The verdict.
    pub verdict: Verdict,
    /// The kind of the failure; null where the URL conforms.
    pub code: Option<DiagnosticCode>,
    /// The failure offset, in bytes of the URL; null where it conforms.
    pub offset: Option<usize>,
    /// The verdict in words.
    pub message: String,
}

/// What a character may do in a URL.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct CharacterRecord<'a> {
    /// The number of the schema.
    pub schema: SchemaNumber,
    /// The character.
    pub character: char,
    /// Its number.
    #[cfg_attr(feature = "schemas", schemars(range(min = 32, max = 126)))]
    pub byte: u8,
    /// Its role in each edition.
    pub editions: Vec<CharacterRoleRecord<'a>>,
}

/// The role of a character in an edition.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct CharacterRoleRecord<'a> {
    /// The edition.
    pub edition: Edition,
    /// The classes that contain it, the smallest first.
    pub classes: &'a [CharacterClass],
    /// The productions in whose text it stands for itself.
    pub stands: &'a [UnencodedUse],
    /// The sentences that reserve it, forbid it or warn of it.
    pub reserved: Vec<ReservationRecord<'a>>,
    /// Other sentences of the document on the character.
    pub other: Vec<Basis>,
}

/// A sentence that reserves a character, forbids it or warns of it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ReservationRecord<'a> {
    /// In whose URLs it is reserved; empty: in all.
    pub schemes: &'a [String],
    /// Whether the words are those of the edition's own document.
    pub own_words: bool,
    /// The sentence.
    pub basis: Basis,
}

/// Which of the derivations of a string a record has.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct DerivationNumberRecord {
    /// The number of this derivation, from 1; 0 for a partial derivation.
    pub derivation: usize,
    /// How many derivations are shown.
    pub derivations: usize,
}

/// A derivation as a tree.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct DerivationTreeRecord {
    // A tree may be deep, so serde would need too much of the stack.
    /// The tree, by its root.
    #[cfg_attr(feature = "schemas", schemars(with = "TreeNodeRecord"))]
    pub tree: Box<RawValue>,
}

/// A node of a tree.
#[cfg(feature = "schemas")]
#[derive(schemars::JsonSchema)]
pub struct TreeNodeRecord {
    /// Its production.
    pub production: String,
    /// Where its text begins in the input.
    pub start: usize,
    /// Where it ends, exclusive.
    pub end: usize,
    /// Its text.
    pub text: String,
    /// The nodes below it.
    pub children: Vec<TreeNodeRecord>,
}

/// A derivation step by step.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct StepwiseDerivationRecord<'a> {
    /// Which name is replaced in each step. A partial derivation is leftmost.
    pub order: DerivationOrder,
    /// Where the string fails: how far the derivation goes. Null where the string is derived.
    pub partial: Option<PartialDerivationRecord<'a>>,
    /// The steps, in order.
    pub steps: Vec<DerivationStepRecord<'a>>,
}

/// Where the derivation of a string ends that fails.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PartialDerivationRecord<'a> {
    /// How far the derivation goes.
    pub offset: usize,
    /// The productions that are not complete, outermost first.
    pub open: Vec<&'a str>,
}
