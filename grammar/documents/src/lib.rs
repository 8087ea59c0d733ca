//! The documents that print the grammars, and related earlier and later ones.
//!
//! Each document is a text, byte for byte as it was published, with a file of marks. The marks
//! list by line where pages and sections begin, and which lines belong to page breaks.
//! `grammar/documents/README.md` names the sources of the texts.
//!
//! ```
//! let [text, marks] = urlbnf_documents::RFC1738;
//! assert!(text.contains("Uniform Resource Locators (URL)"));
//! assert!(marks.lines().count() > 10);
//! ```

/// The sources of the texts, the damage in them, and why they may be redistributed.
pub const README: &str = include_str!("../README.md");

/// Every URL that the documents print: a header, then a line for each, with the document, the
/// place, the URL and a note, separated by TABs.
pub const URLS: &str = include_str!("../urls.tsv");

/// What each document says about itself: title, date, authors, what it replaces. TOML.
pub const DOCUMENTS: &str = include_str!("../documents.toml");

/// The contradictions between the prose of a document and its own grammar, as TOML.
pub const CONTRADICTIONS: &str = include_str!("../contradictions.toml");

/// The words of the documents that support what is said of them, by document and name, with
/// their places. This table and the next four have a header, and a TAB between cells.
pub const QUOTATIONS: &str = include_str!("../quotations.tsv");

/// The statements about access, about characters and of warnings: the name of each, and its
/// quotations, the oldest first.
pub const STATEMENTS: &str = include_str!("../statements.tsv");

/// The quotations that reserve characters, and others about them.
pub const CHARACTERS: &str = include_str!("../characters.tsv");

/// Why strings fail, by the words of the documents: the name of each reason and its case; its
/// text; the quotations; the silent documents in whose grammars the same holds; the edition, if
/// it holds in one alone; and `never` if there is no repair.
pub const REASONS: &str = include_str!("../reasons.tsv");

/// The schemes that the documents mention: what each document says about them.
pub const SCHEMES: &str = include_str!("../schemes.tsv");

/// draft-ietf-uri-url-00: the text and its marks.
pub const URL_00: [&str; 2] = [include_str!("../url-00.txt"), include_str!("../url-00.marks")];
/// draft-ietf-uri-url-01: the text and its marks.
pub const URL_01: [&str; 2] = [include_str!("../url-01.txt"), include_str!("../url-01.marks")];
/// draft-ietf-uri-url-02: the text and its marks.
pub const URL_02: [&str; 2] = [include_str!("../url-02.txt"), include_str!("../url-02.marks")];
/// draft-ietf-uri-url-03: the text and its marks.
pub const URL_03: [&str; 2] = [include_str!("../url-03.txt"), include_str!("../url-03.marks")];
/// RFC 1630: the text and its marks.
pub const RFC1630: [&str; 2] = [include_str!("../rfc1630.txt"), include_str!("../rfc1630.marks")];
/// draft-ietf-uri-url-06: the text and its marks.
pub const URL_06: [&str; 2] = [include_str!("../url-06.txt"), include_str!("../url-06.marks")];
/// RFC 1738: the text and its marks.
pub const RFC1738: [&str; 2] = [include_str!("../rfc1738.txt"), include_str!("../rfc1738.marks")];
/// RFC 1808: the text and its marks.
pub const RFC1808: [&str; 2] = [include_str!("../rfc1808.txt"), include_str!("../rfc1808.marks")];
/// RFC 2373: the text and its marks.
pub const RFC2373: [&str; 2] = [include_str!("../rfc2373.txt"), include_str!("../rfc2373.marks")];
/// RFC 2396: the text and its marks.
pub const RFC2396: [&str; 2] = [include_str!("../rfc2396.txt"), include_str!("../rfc2396.marks")];
/// RFC 2732: the text and its marks.
pub const RFC2732: [&str; 2] = [include_str!("../rfc2732.txt"), include_str!("../rfc2732.marks")];
/// RFC 3986: the text and its marks.
pub const RFC3986: [&str; 2] = [include_str!("../rfc3986.txt"), include_str!("../rfc3986.marks")];
/// RFC 3987: the text and its marks.
pub const RFC3987: [&str; 2] = [include_str!("../rfc3987.txt"), include_str!("../rfc3987.marks")];
/// RFC 6874, only its rules: the text and its marks.
pub const RFC6874: [&str; 2] = [include_str!("../rfc6874.abnf"), include_str!("../rfc6874.marks")];
