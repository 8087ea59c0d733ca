//! The schemes that the documents mention: what each document says about them, and where.
//!
//! A document defines a scheme if its grammar gives the scheme productions of its own; the
//! tests compare this table with the grammars. The rest is prose: schemes that are described
//! but have no production, reserved names, and ideas left for further study.

use serde::Serialize;

use crate::edition::{Document, Edition};
use crate::quotation::{
    Quotation, Statement, rfc1630, rfc1738, url_00, url_01, url_02, url_03, url_06,
};

urlbnf_bnf::named! {
    /// How a document treats a scheme.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    #[serde(rename_all = "kebab-case")]
    pub enum SchemeStatus {
        /// The scheme has productions of its own.
        Defined = "defined",
        /// The document has a section about it, but no production.
        Described = "described",
        /// It has a production, but no URL is derived from it: "left in as historical note".
        Historical = "historical",
        /// Its name is reserved for a future definition.
        Reserved = "reserved",
        /// "This is a subject for study."
        ForStudy = "for study",
        /// Names with this prefix are for experiments.
        Experimental = "experimental",
        /// It precedes a URL and is not a scheme.
        Prefix = "prefix",
    }
}

/// What one document says about a scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegistryEntry {
    /// The document.
    pub document: Document,
    /// How the document treats the scheme.
    pub standing: SchemeStatus,
    /// The document's words about it.
    pub quotation: Quotation,
}

impl RegistryEntry {
    const fn new(standing: SchemeStatus, quotation: Quotation) -> RegistryEntry {
        RegistryEntry { document: quotation.document(), standing, quotation }
    }

    /// The citation: `RFC 1738, section 3.3, page 9`.
    pub fn citation(&self) -> String {
        self.quotation.citation().to_string()
    }
}

/// A scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scheme {
    /// Its name; `x-` represents all names with this prefix.
    pub name: &'static str,
    /// What it is for, in a document's words.
    pub purpose: &'static str,
    /// The default port, and the words that give it.
    pub port: Option<(u16, Statement)>,
    /// What each document says about it, from the oldest to the newest.
    pub entries: &'static [RegistryEntry],
    /// How a document wants its names encoded, if it has no production for them.
    pub rules: &'static [Quotation],
}

impl Scheme {
    /// What one document says about it.
    pub fn entry(&self, document: Document) -> Option<&'static RegistryEntry> {
        self.entries.iter().find(|entry| entry.document == document)
    }
}

/// The scheme with a name; for `x-foo`, that of `x-`.
pub fn find(name: &str) -> Option<&'static Scheme> {
    let experimental =
        || SCHEMES.iter().find(|scheme| scheme.name == "x-" && name.starts_with("x-"));
    SCHEMES.iter().find(|scheme| scheme.name == name).or_else(experimental)
}

/// The default port of a scheme, as RFC 1738 gives it; most older documents leave it to the
/// protocols.
pub fn default_port(scheme: &str) -> Option<(u16, Statement)> {
    find(scheme)?.port
}

/// Whether the document of an edition defines a scheme with productions of that edition.
pub fn defines(edition: Edition, scheme: &Scheme) -> bool {
    let entry = scheme.entry(edition.document());
    edition != Edition::Rfc1630Generic
        && entry.is_some_and(|entry| entry.standing == SchemeStatus::Defined)
}

include!(concat!(env!("OUT_DIR"), "/schemes.rs"));
