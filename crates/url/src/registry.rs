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
    #[serde(rename_all = "kebab-case")]
    pub enum Standing {
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
pub struct Entry {
    /// The document.
    pub document: Document,
    /// How the document treats the scheme.
    pub standing: Standing,
    /// The document's words about it.
    pub quotation: Quotation,
}

impl Entry {
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
    pub entries: &'static [Entry],
    /// How a document wants its names encoded, if it has no production for them.
    pub rules: &'static [Quotation],
}

impl Scheme {
    /// What one document says about it.
    pub fn entry(&self, document: Document) -> Option<&'static Entry> {
        self.entries.iter().find(|entry| entry.document == document)
    }
}

/// The scheme with a name; for `x-foo`, that of `x-`.
pub fn find(name: &str) -> Option<&'static Scheme> {
    let experimental = || SCHEMES.iter().find(|it| it.name == "x-" && name.starts_with("x-"));
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
    edition != Edition::Rfc1630Generic && entry.is_some_and(|it| it.standing == Standing::Defined)
}

macro_rules! schemes {
    ($($name:literal, $purpose:literal, $port:expr, [$($standing:ident $document:ident::$words:ident),+] $(, rules [$($rule:expr),+])?;)+) => {
        /// All schemes: first those that RFC 1738 defines.
        pub const SCHEMES: &[Scheme] = &[$(Scheme {
            name: $name,
            purpose: $purpose,
            port: $port,
            entries: &[$(Entry {
                document: document($document::$words),
                standing: Standing::$standing,
                quotation: $document::$words,
            }),+],
            rules: &[$($($rule),+)?],
        }),+];
    };
}

const fn document(quotation: Quotation) -> Document {
    quotation.document()
}

const fn port(number: u16, words: &'static [Quotation]) -> Option<(u16, Statement)> {
    Some((number, Statement::of(words)))
}

schemes! {
    "ftp", "File Transfer protocol", port(21, &[url_06::FTP_PORT, rfc1738::FTP_PORT]), [
        Defined url_00::FTP, Defined url_01::FTP, Defined url_02::FTP, Defined url_03::FTP, Defined rfc1630::FTP_PORT, Defined url_06::FTP, Defined rfc1738::FTP];
    "http", "Hypertext Transfer Protocol", port(80, &[rfc1630::HTTP_80, url_06::HTTP_PORT, rfc1738::HTTP_PORT]), [
        Defined url_00::HTTP_PATH, Defined url_01::HTTP_PATH, Defined url_02::HTTP_PATH, Defined url_03::HTTP_PATH, Defined rfc1630::HTTP_PATH, Defined url_06::HTTP, Defined rfc1738::HTTP];
    "gopher", "The Gopher protocol", port(70, &[url_06::GOPHER_PORT, rfc1738::GOPHER_PORT]), [
        Defined url_00::GOPHER_TYPE, Defined url_01::GOPHER_TYPE, Defined url_02::GOPHER_TYPE, Defined url_03::LIST_GOPHER, Defined rfc1630::GOPHER_PORT, Defined url_06::GOPHER, Defined rfc1738::GOPHER];
    "mailto", "Electronic mail address", None, [
        Defined url_02::MAILTO, Defined url_03::MAILTO, Defined rfc1630::MAILTO, Defined url_06::MAILTO, Defined rfc1738::MAILTO];
    "news", "USENET news", None, [
        Defined url_00::NEWS, Defined url_01::NEWS, Defined url_02::NEWS, Defined url_03::NEWS, Defined rfc1630::NEWS, Defined url_06::NEWS, Defined rfc1738::NEWS];
    "nntp", "USENET news using NNTP access", port(119, &[url_06::NNTP_PORT, rfc1738::NNTP_PORT]), [
        Defined url_02::NNTP, Defined url_03::NNTP, Defined rfc1630::NNTP, Defined url_06::NNTP, Defined rfc1738::NNTP];
    "telnet", "Reference to interactive sessions", port(23, &[url_06::TELNET_PORT, rfc1738::TELNET_PORT]), [
        Defined url_00::SESSION, Defined url_01::SESSION, Defined url_02::SESSION, Defined url_03::SESSION, Defined rfc1630::SESSION, Defined url_06::TELNET, Defined rfc1738::TELNET];
    "wais", "Wide Area Information Servers", port(210, &[url_06::WAIS_PORT, rfc1738::WAIS_PORT]), [
        Defined url_00::WAIS_TYPE, Defined url_01::WAIS_TYPE, Defined url_02::WAIS_TYPE, Defined url_03::WAIS_TYPE, Defined rfc1630::WAIS_TYPE, Defined url_06::WAIS, Defined rfc1738::WAIS];
    "file", "Host-specific file names", None, [
        Described rfc1630::FILE_SYNTAX, Defined url_06::FILE, Defined rfc1738::FILE];
    "prospero", "Prospero Directory Service", port(1525, &[url_06::PROSPERO_PORT, rfc1738::PROSPERO_PORT]), [
        Defined url_00::PROSPERO, Defined url_01::PROSPERO, Defined url_02::PROSPERO, Defined url_03::PROSPERO, Defined rfc1630::PROSPERO, Defined url_06::PROSPERO, Defined rfc1738::PROSPERO];
    "afs", "Andrew File System global file names", None, [
        Defined url_00::AFS, Defined url_01::AFS, Historical url_02::AFS, Historical url_03::AFS, Historical rfc1630::AFS, Reserved url_06::AFS, Reserved rfc1738::AFS];
    "mid", "Message identifiers for electronic mail", None, [
        Defined url_03::MID_SCHEME, Defined rfc1630::MID_SCHEME, Reserved url_06::MID, Reserved rfc1738::MID];
    "cid", "Content identifiers for MIME body parts", None, [
        Defined url_03::CID, Defined rfc1630::CID, Reserved url_06::CID, Reserved rfc1738::CID];
    "nfs", "Network File System (NFS) file names", None, [Reserved url_06::NFS, Reserved rfc1738::NFS];
    "tn3270", "Interactive 3270 emulation sessions", None, [
        Described url_00::SESSION, Described url_01::SESSION, Described url_02::SESSION, Described url_03::SESSION, Described rfc1630::SESSION, Reserved url_06::TN3270, Reserved rfc1738::TN3270];
    "rlogin", "Reference to interactive sessions", None, [
        Described url_00::SESSION, Described url_01::SESSION, Described url_02::SESSION, Described url_03::SESSION, Described rfc1630::SESSION];
    "mailserver", "Access to data available from mail servers", None, [Reserved url_06::MAILSERVER, Reserved rfc1738::MAILSERVER];
    "z39.50", "Access to ANSI Z39.50 services", None, [Reserved url_06::Z39_50, Reserved rfc1738::Z39_50];
    "urn", "Uniform Resource Name", None, [
        Reserved url_01::URN, Reserved url_02::URN, Reserved url_03::URN, Reserved rfc1630::URN],
        rules [rfc1630::URN_WRAPPER, rfc1630::URN_SLASH, rfc1630::URN_LEFT, rfc1630::URN_ESCAPED, rfc1630::URN_RULES];
    "url", "A mark that what follows is a URL", None, [
        Prefix url_03::PREFIX, Prefix rfc1630::PREFIX, Prefix url_06::PREFIX, Prefix rfc1738::PREFIX];
    "x500", "X.500 names", None, [
        ForStudy url_00::X500, ForStudy url_01::X500, ForStudy url_02::X500, ForStudy rfc1630::X500];
    "whois", "Access using the \"whois++\" scheme", None, [
        ForStudy url_00::WHOIS, ForStudy url_01::WHOIS, ForStudy url_02::WHOIS, ForStudy rfc1630::WHOIS];
    "x-", "Experimental schemes", None, [
        Experimental url_00::EXPERIMENTAL, Experimental url_01::EXPERIMENTAL, Experimental url_02::EXPERIMENTAL, Experimental url_03::EXPERIMENTAL, Experimental rfc1630::EXPERIMENTAL, Experimental url_06::EXPERIMENTAL, Experimental rfc1738::EXPERIMENTAL];
}
