//! The schemes that the documents speak of: what each says of which, and where.
//!
//! A scheme is defined where a grammar gives it productions of its own; that
//! much the grammars say, and the tests hold this table against them. The rest
//! is prose: schemes that are described and have no production, names that are
//! reserved, ideas that are left for further study.

use std::fmt;

use serde::Serialize;

use crate::edition::{Document, Edition};

/// What a document does about a scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It has productions of its own.
    Defined,
    /// There is a section about it, and no production.
    Described,
    /// It has a production that no URL is derived from, "left in as historical note".
    Historical,
    /// Its name is kept for a definition to come.
    Reserved,
    /// "This is a subject for study."
    ForStudy,
    /// Names that begin so are for experiments.
    Experimental,
}

impl Standing {
    /// As a table has it: `defined`, `for study`.
    pub fn name(self) -> &'static str {
        match self {
            Standing::Defined => "defined",
            Standing::Described => "described",
            Standing::Historical => "historical",
            Standing::Reserved => "reserved",
            Standing::ForStudy => "for study",
            Standing::Experimental => "experimental",
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word about a scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The document.
    pub document: Document,
    /// What it does.
    pub standing: Standing,
    /// Its section: a number in RFC 1738, a heading in the others.
    pub section: &'static str,
}

impl Entry {
    /// The document and the section: `RFC 1738, section 3.3`.
    pub fn citation(&self) -> String {
        citation(self.document, self.section)
    }
}

/// A section of a document: those of RFC 1738 have numbers, those of the others headings.
pub fn citation(document: Document, section: &str) -> String {
    let name = document.citation();
    match document {
        Document::Rfc1738 => format!("{name}, section {section}"),
        _ => format!("{name}, \"{section}\""),
    }
}

/// A scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scheme {
    /// Its name; `x-` stands for all that begin so.
    pub name: &'static str,
    /// What it is for, in a document's words.
    pub purpose: &'static str,
    /// The port if none is given, and RFC 1738's section that says so.
    pub port: Option<(u16, &'static str)>,
    /// A word from each document that has one, the oldest first.
    pub entries: &'static [Entry],
}

impl Scheme {
    /// The word of one document.
    pub fn entry(&self, document: Document) -> Option<&'static Entry> {
        self.entries.iter().find(|entry| entry.document == document)
    }
}

/// The scheme of a name; for `x-foo`, that of `x-`.
pub fn find(name: &str) -> Option<&'static Scheme> {
    let experimental = || SCHEMES.iter().find(|it| it.name == "x-" && name.starts_with("x-"));
    SCHEMES.iter().find(|scheme| scheme.name == name).or_else(experimental)
}

/// The port of a scheme if a URL gives none: RFC 1738's word, which the older
/// documents leave to the protocols.
pub fn default_port(scheme: &str) -> Option<(u16, &'static str)> {
    find(scheme)?.port
}

/// Whether the document of an edition defines a scheme by productions of that edition.
pub fn defines(edition: Edition, scheme: &Scheme) -> bool {
    let entry = scheme.entry(edition.document());
    edition != Edition::Rfc1630Generic && entry.is_some_and(|it| it.standing == Standing::Defined)
}

macro_rules! schemes {
    ($($name:literal, $purpose:literal, $port:expr, [$($document:ident $standing:ident $section:literal),+];)+) => {
        /// All of them: first those that RFC 1738 defines.
        pub const SCHEMES: &[Scheme] = &[$(Scheme {
            name: $name,
            purpose: $purpose,
            port: $port,
            entries: &[$(Entry {
                document: Document::$document,
                standing: Standing::$standing,
                section: $section,
            }),+],
        }),+];
    };
}

schemes! {
    "ftp", "File Transfer protocol", Some((21, "3.2")), [
        Url00 Defined "FTP", Url01 Defined "FTP", Url02 Defined "FTP", Rfc1630 Defined "FTP", Rfc1738 Defined "3.2"];
    "http", "Hypertext Transfer Protocol", Some((80, "3.3")), [
        Url00 Defined "HTTP", Url01 Defined "HTTP", Url02 Defined "HTTP", Rfc1630 Defined "HTTP", Rfc1738 Defined "3.3"];
    "gopher", "The Gopher protocol", Some((70, "3.4.1")), [
        Url00 Defined "Gopher", Url01 Defined "Gopher", Url02 Defined "GOPHER", Rfc1630 Defined "Gopher", Rfc1738 Defined "3.4"];
    "mailto", "Electronic mail address", None, [
        Url02 Defined "MAILTO", Rfc1630 Defined "Mailto", Rfc1738 Defined "3.5"];
    "news", "USENET news", None, [
        Url00 Defined "News", Url01 Defined "News", Url02 Defined "NEWS", Rfc1630 Defined "News", Rfc1738 Defined "3.6"];
    "nntp", "USENET news using NNTP access", Some((119, "3.7")), [
        Url02 Defined "NNTP", Rfc1630 Defined "NNTP", Rfc1738 Defined "3.7"];
    "telnet", "Reference to interactive sessions", Some((23, "3.8")), [
        Url00 Defined "Telnet, rlogin, tn3270", Url01 Defined "Telnet, rlogin, tn3270",
        Url02 Defined "TELNET, RLOGIN, TN3270", Rfc1630 Defined "Telnet, rlogin, tn3270", Rfc1738 Defined "3.8"];
    "wais", "Wide Area Information Servers", Some((210, "3.9")), [
        Url00 Defined "WAIS", Url01 Defined "WAIS", Url02 Defined "WAIS", Rfc1630 Defined "WAIS", Rfc1738 Defined "3.9"];
    "file", "Host-specific file names", None, [
        Rfc1630 Described "file", Rfc1738 Defined "3.10"];
    "prospero", "Prospero Directory Service", Some((1525, "3.11")), [
        Url00 Defined "Prospero", Url01 Defined "Prospero", Url02 Defined "PROSPERO", Rfc1630 Defined "Prospero", Rfc1738 Defined "3.11"];
    "afs", "Andrew File System global file names", None, [
        Url00 Defined "Andrew File System", Url01 Defined "BNF syntax", Url02 Historical "BNF syntax",
        Rfc1630 Historical "BNF for specific URL schemes", Rfc1738 Reserved "4"];
    "mid", "Message identifiers for electronic mail", None, [
        Rfc1630 Defined "Message-Id", Rfc1738 Reserved "4"];
    "cid", "Content identifiers for MIME body parts", None, [
        Rfc1630 Defined "Content-Id", Rfc1738 Reserved "4"];
    "nfs", "Network File System (NFS) file names", None, [Rfc1738 Reserved "4"];
    "tn3270", "Interactive 3270 emulation sessions", None, [
        Url00 Described "Telnet, rlogin, tn3270", Url01 Described "Telnet, rlogin, tn3270",
        Url02 Described "TELNET, RLOGIN, TN3270", Rfc1630 Described "Telnet, rlogin, tn3270", Rfc1738 Reserved "4"];
    "rlogin", "Reference to interactive sessions", None, [
        Url00 Described "Telnet, rlogin, tn3270", Url01 Described "Telnet, rlogin, tn3270",
        Url02 Described "TELNET, RLOGIN, TN3270", Rfc1630 Described "Telnet, rlogin, tn3270"];
    "mailserver", "Access to data available from mail servers", None, [Rfc1738 Reserved "4"];
    "z39.50", "Access to ANSI Z39.50 services", None, [Rfc1738 Reserved "4"];
    "urn", "Uniform Resource Name", None, [
        Url01 Reserved "Registration of naming schemes", Url02 Reserved "REGISTRATION OF NAMING SCHEMES", Rfc1630 Reserved "URN"];
    "x500", "X.500 names", None, [
        Url00 ForStudy "x500", Url01 ForStudy "x500", Url02 ForStudy "X500", Rfc1630 ForStudy "X500"];
    "whois", "Access using the \"whois++\" scheme", None, [
        Url00 ForStudy "WHOIS", Url01 ForStudy "WHOIS", Url02 ForStudy "WHOIS", Rfc1630 ForStudy "WHOIS"];
    "x-", "Experimental schemes", None, [
        Url00 Experimental "Registration of naming schemes", Url01 Experimental "Registration of naming schemes",
        Url02 Experimental "REGISTRATION OF NAMING SCHEMES", Rfc1630 Experimental "Registration of naming schemes",
        Rfc1738 Experimental "4"];
}
