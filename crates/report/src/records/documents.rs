//! Records about the documents and their grammars.

use serde::Serialize;

use urlbnf_url::contradiction::ReadAs;
use urlbnf_url::quotation::Quotation;
use urlbnf_url::registry::Standing;

/// Words of a document, and where they are printed.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Quoted {
    /// Where the words are printed: `RFC 1738, section 3.3, page 9`.
    pub citation: String,
    /// The words of the document.
    pub words: &'static str,
}

impl From<Quotation> for Quoted {
    fn from(quotation: Quotation) -> Quoted {
        Quoted { citation: quotation.citation().to_string(), words: quotation.words() }
    }
}

/// A production as a document prints it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PrintedProduction {
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
pub struct Contradiction {
    /// The number of the schema.
    pub schema: u32,
    /// Its name, which does not change.
    pub name: &'static str,
    /// A heading.
    pub title: &'static str,
    /// `plain`: the two cannot both hold; `weak`: the prose does not exclude what the grammar
    /// does; `settled`: the document itself resolves it.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = crate::schema::words::strengths())))]
    pub strength: &'static str,
    /// Why it is weak or settled; null if it is plain.
    pub strength_reason: Option<&'static str>,
    /// What differs, in a sentence or two.
    pub what: &'static str,
    /// The editions that have it.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    pub cases: Vec<ContradictionCase>,
}

/// A contradiction in one edition.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ContradictionCase {
    /// The edition.
    pub edition: &'static str,
    /// The reading of its grammar: `printed` if the contradiction is the misprint itself.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = crate::schema::words::readings())))]
    pub reading: &'static str,
    /// What the prose says.
    pub prose: Quoted,
    /// The production that contradicts it. Its text is empty if the grammar has no such production.
    pub grammar: PrintedProduction,
    /// A string that shows it.
    pub string: &'static str,
    /// The production by which the string is judged; null if it is judged as a URL, by the
    /// productions of its scheme.
    pub start: Option<&'static str>,
    /// What the string shows.
    pub shows: Shown,
    /// The part, and the production that derives it; null unless `shows` is `read-as`.
    pub read_as: Option<ReadAs>,
    /// The verdict on the string.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = crate::schema::words::verdicts())))]
    pub verdict: &'static str,
    /// What the program finds.
    pub message: String,
}

/// What the string of a contradiction shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
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
pub struct UnacceptedUrl {
    /// The number of the schema.
    pub schema: u32,
    /// The document.
    pub document: &'static str,
    /// The page or the section.
    pub place: &'static str,
    /// The URL.
    pub url: &'static str,
    /// A remark on the URL; empty if there is none.
    pub note: &'static str,
    /// The verdicts of the grammars of the document.
    pub verdicts: Vec<OwnVerdict>,
}

/// The verdicts of one edition on a URL that its document prints.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct OwnVerdict {
    /// The edition.
    pub edition: &'static str,
    /// The verdict of its grammar as printed.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = crate::schema::words::verdicts())))]
    pub printed: &'static str,
    /// The verdict of its grammar as corrected.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = crate::schema::words::verdicts())))]
    pub corrected: &'static str,
}

/// An edition and its document.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ListedEdition {
    /// The number of the schema.
    pub schema: u32,
    /// The name of the edition.
    pub edition: &'static str,
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
    pub notation: &'static str,
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

/// A sentence of a document, and the other documents that contain it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FoundSentence<'a> {
    /// The number of the schema.
    pub schema: u32,
    /// Where it begins.
    pub citation: String,
    /// The sentence, with single spaces between its words.
    pub words: &'a str,
    /// The other documents that contain it word for word, the oldest first.
    pub found_in: Vec<&'static str>,
}

/// A scheme, and what the documents say of it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ListedScheme {
    /// The number of the schema.
    pub schema: u32,
    /// Its name; `x-` stands for all names with this prefix.
    pub scheme: &'static str,
    /// What it is for, in the words of a document.
    pub purpose: &'static str,
    /// The default port; null if no document gives one.
    pub port: Option<u16>,
    /// What each document says of it, from the oldest to the newest.
    pub entries: Vec<SchemeEntry>,
    /// The rules that a document gives for the encoding of its names.
    pub rules: Vec<Quoted>,
    /// The productions of each edition that no other scheme uses, as they are printed.
    pub productions: Vec<SchemeProduction>,
}

/// What one document says of a scheme.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SchemeEntry {
    /// The document.
    pub document: &'static str,
    /// How the document treats the scheme.
    pub standing: Standing,
    /// The words.
    #[serde(flatten)]
    pub said: Quoted,
}

/// A production of a scheme in one edition.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SchemeProduction {
    /// The edition.
    pub edition: &'static str,
    /// The production.
    #[serde(flatten)]
    pub printed: PrintedProduction,
}

/// A character, production or scheme in one grammar of its history.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct HistoryStage {
    /// The number of the schema.
    pub schema: u32,
    /// The character, production or scheme.
    pub what: String,
    /// What it is.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = crate::schema::words::subjects())))]
    pub kind: &'static str,
    /// The edition.
    pub edition: &'static str,
    /// Its document.
    pub document: &'static str,
    /// The month in which the document was published.
    pub date: &'static str,
    /// The reading.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = crate::schema::words::readings())))]
    pub reading: &'static str,
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
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = crate::schema::words::or_null(crate::schema::words::relations()))))]
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
