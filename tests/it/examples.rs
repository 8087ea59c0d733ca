//! The examples that RFC 3986 and RFC 3987 print, section by section, and their properties.
//!
//! Those of RFC 3986, section 5.4, are resolved in [`crate::references`]. Those of RFC 3987,
//! sections 3.1 and 3.2, are mapped in [`crate::ladder`], and those of section 4.4 are read in
//! [`crate::direction`].

use urlbnf::diagnose::{Code, examine};
use urlbnf::escape::{Ladder, Rung, to_iri, to_uri};
use urlbnf::warning::of_iri;
use urlbnf::{Document, Edition, Judge, Reading, Verdict};

use crate::support::{lines, lines_between, xml};

/// The property of an example.
enum Holds {
    /// It conforms by this production, and its derivation has these parts.
    Read(&'static str, &'static [(&'static str, &'static str)]),
    /// It is rejected with this code at this offset.
    Rejected(Code, usize),
    /// It is a string of this production alone.
    Is(&'static str),
    /// It is not a string of this production.
    IsNot(&'static str),
    /// Its form on a rung of the ladder. For an IRI, the form is the URI that it maps to.
    On(Rung, &'static str),
    /// It maps to this URI.
    Uri(&'static str),
    /// It maps to this IRI.
    Iri(&'static str),
    /// It gets these warnings.
    Warned(&'static [&'static str]),
}
use Holds::{Iri, Is, IsNot, On, Read, Rejected, Uri, Warned};

type Rows = &'static [(&'static str, &'static str, Holds)];

const RFC_3986: Rows = &[
    ("1.1", "http://localhost/", Read("URI", &[("reg-name", "localhost"), ("path-abempty", "/")])),
    ("1.1", "file:///etc/hosts", Read("URI", &[("host", ""), ("path-abempty", "/etc/hosts")])),
    (
        "1.1.2",
        "ftp://ftp.is.co.za/rfc/rfc1808.txt",
        Read("URI", &[("reg-name", "ftp.is.co.za"), ("path-abempty", "/rfc/rfc1808.txt")]),
    ),
    (
        "1.1.2",
        "http://www.ietf.org/rfc/rfc2396.txt",
        Read("URI", &[("reg-name", "www.ietf.org"), ("path-abempty", "/rfc/rfc2396.txt")]),
    ),
    (
        "1.1.2",
        "ldap://[2001:db8::7]/c=GB?objectClass?one",
        Read(
            "URI",
            &[
                ("IPv6address", "2001:db8::7"),
                ("path-abempty", "/c=GB"),
                ("query", "objectClass?one"),
            ],
        ),
    ),
    (
        "1.1.2",
        "mailto:John.Doe@example.com",
        Read("URI", &[("scheme", "mailto"), ("path-rootless", "John.Doe@example.com")]),
    ),
    (
        "1.1.2",
        "news:comp.infosystems.www.servers.unix",
        Read("URI", &[("path-rootless", "comp.infosystems.www.servers.unix")]),
    ),
    ("1.1.2", "tel:+1-816-555-1212", Read("URI", &[("path-rootless", "+1-816-555-1212")])),
    (
        "1.1.2",
        "telnet://192.0.2.16:80/",
        Read("URI", &[("IPv4address", "192.0.2.16"), ("port", "80"), ("path-abempty", "/")]),
    ),
    (
        "1.1.2",
        "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
        Read(
            "URI",
            &[
                ("scheme", "urn"),
                ("path-rootless", "oasis:names:specification:docbook:dtd:xml:4.1.2"),
            ],
        ),
    ),
    (
        "3",
        "foo://example.com:8042/over/there?name=ferret#nose",
        Read(
            "URI",
            &[
                ("scheme", "foo"),
                ("authority", "example.com:8042"),
                ("path-abempty", "/over/there"),
                ("query", "name=ferret"),
                ("fragment", "nose"),
            ],
        ),
    ),
    (
        "3",
        "urn:example:animal:ferret:nose",
        Read("URI", &[("scheme", "urn"), ("path-rootless", "example:animal:ferret:nose")]),
    ),
    ("3.2.1", "user:password", Is("userinfo")),
    ("3.3", "mailto:fred@example.com", Read("URI", &[("path-rootless", "fred@example.com")])),
    ("3.3", "foo://info.example.com?fred", Read("URI", &[("path-abempty", ""), ("query", "fred")])),
    ("4.2", "this:that", Read("URI", &[("scheme", "this")])),
    ("4.2", "./this:that", Read("relative-ref", &[("path-noscheme", "./this:that")])),
    // Without a scheme, the reference has another meaning: it has no host.
    (
        "4.5",
        "www.w3.org/Addressing/",
        Read("relative-ref", &[("path-noscheme", "www.w3.org/Addressing/")]),
    ),
    ("4.5", "http://", Read("URI", &[("host", ""), ("path-abempty", "")])),
    ("6.2.2", "example://a/b/c/%7Bfoo%7D", On(Rung::Dots, "example://a/b/c/%7Bfoo%7D")),
    ("6.2.2", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", On(Rung::Dots, "example://a/b/c/%7Bfoo%7D")),
    ("6.2.2.1", "%3a", On(Rung::Case, "%3A")),
    ("6.2.2.1", "HTTP://www.EXAMPLE.com/", On(Rung::Case, "http://www.example.com/")),
    ("6.2.2.1", "http://www.example.com/", On(Rung::Case, "http://www.example.com/")),
    ("6.2.3", "http://example.com", On(Rung::Scheme, "http://example.com/")),
    ("6.2.3", "http://example.com/", On(Rung::Scheme, "http://example.com/")),
    ("6.2.3", "http://example.com:/", On(Rung::Scheme, "http://example.com/")),
    ("6.2.3", "http://example.com:80/", On(Rung::Scheme, "http://example.com/")),
    ("6.2.3", "http://example.com/?", On(Rung::Scheme, "http://example.com/?")),
    ("6.2.3", "mailto:Joe@Example.COM", On(Rung::Scheme, "mailto:Joe@example.com")),
    ("6.2.3", "mailto:Joe@example.com", On(Rung::Scheme, "mailto:Joe@example.com")),
    ("6.2.4", "http://example.com/data", On(Rung::Scheme, "http://example.com/data")),
    ("6.2.4", "http://example.com/data/", On(Rung::Scheme, "http://example.com/data/")),
    (
        "7.6",
        "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm",
        Read(
            "URI",
            &[("userinfo", "cnn.example.com&story=breaking_news"), ("IPv4address", "10.0.0.1")],
        ),
    ),
];

const RFC_3987: Rows = &[
    // The document calls it the capital letter.
    ("1.4", "\u{44F}", Read("irelative-ref", &[("isegment-nz-nc", "\u{44F}")])),
    ("2.1", "\u{A2}", Is("iunreserved")),
    ("2.1", "\u{A2}", IsNot("reserved")),
    ("2.1", "-", Is("unreserved")),
    ("2.1", "-", IsNot("reserved")),
    // In NFC, and as it comes from windows-1258.
    ("3.1", "Vi\u{1EC7}t", Warned(&[])),
    ("3.1", "Vi\u{EA}\u{323}t", Warned(&["not-normalized"])),
    ("4.1", "\u{202A}", Warned(&["bidi-formatting"])),
    ("4.1", "\u{202C}", Warned(&["bidi-formatting"])),
    ("4.1", "\u{200E}", Warned(&["bidi-formatting"])),
    // In HTML, entities are resolved first; otherwise these are other IRIs.
    ("5.2", "http://example.org/ros&eacute;", Read("IRI", &[("isegment", "ros&eacute;")])),
    ("5.2", "http://example.org/ros&#233", Read("IRI", &[("ifragment", "233")])),
    ("5.2", "http://example.org/ros\u{E9}", Read("IRI", &[("isegment", "ros\u{E9}")])),
    (
        "5.3.2",
        "example://a/b/c/%7Bfoo%7D/ros\u{E9}",
        On(Rung::Dots, "example://a/b/c/%7Bfoo%7D/ros%C3%A9"),
    ),
    (
        "5.3.2",
        "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9",
        On(Rung::Dots, "example://a/b/c/%7Bfoo%7D/ros%C3%A9"),
    ),
    ("5.3.2.1", "%3a", On(Rung::Case, "%3A")),
    ("5.3.2.1", "HTTP://www.EXAMPLE.com/", On(Rung::Case, "http://www.example.com/")),
    ("5.3.2.1", "http://www.example.com/", On(Rung::Case, "http://www.example.com/")),
    ("5.3.2.2", "http://www.example.org/r\u{E9}sum\u{E9}.html", Warned(&[])),
    ("5.3.2.2", "http://www.example.org/re\u{301}sume\u{301}.html", Warned(&["not-normalized"])),
    ("5.3.2.3", "http://example.org/~user", On(Rung::Percent, "http://example.org/~user")),
    ("5.3.2.3", "http://example.org/%7euser", On(Rung::Percent, "http://example.org/~user")),
    ("5.3.2.3", "http://example.org/%7Euser", On(Rung::Percent, "http://example.org/~user")),
    ("5.3.3", "http://example.com", On(Rung::Scheme, "http://example.com/")),
    ("5.3.3", "http://example.com/", On(Rung::Scheme, "http://example.com/")),
    ("5.3.3", "http://example.com:/", On(Rung::Scheme, "http://example.com/")),
    ("5.3.3", "http://example.com:80/", On(Rung::Scheme, "http://example.com/")),
    ("5.3.3", "http://example.com/?", On(Rung::Scheme, "http://example.com/?")),
    // They may be equivalent by RFC 3490, which is not among the documents.
    (
        "5.3.3",
        "http://r\u{E9}sum\u{E9}.example.org",
        On(Rung::Scheme, "http://r%C3%A9sum%C3%A9.example.org/"),
    ),
    (
        "5.3.3",
        "http://xn--rsum-bpad.example.org",
        On(Rung::Scheme, "http://xn--rsum-bpad.example.org/"),
    ),
    ("5.3.4", "http://example.com/data", On(Rung::Scheme, "http://example.com/data")),
    ("5.3.4", "http://example.com/data/", On(Rung::Scheme, "http://example.com/data/")),
    (
        "6.4",
        "http://www.example.org/r%C3%A9sum%C3%A9.html",
        Iri("http://www.example.org/r\u{E9}sum\u{E9}.html"),
    ),
    (
        "6.4",
        "http://www.example.org/r\u{E9}sum\u{E9}.html",
        Uri("http://www.example.org/r%C3%A9sum%C3%A9.html"),
    ),
    (
        "6.4",
        "http://www.example.org/r%E9sum%E9.html",
        Iri("http://www.example.org/r%E9sum%E9.html"),
    ),
    (
        "6.4",
        "http://www.example.org/r%E9sum%E9.xml#r%C3%A9sum%C3%A9",
        Iri("http://www.example.org/r%E9sum%E9.xml#r\u{E9}sum\u{E9}"),
    ),
    (
        "6.4",
        "http://www.example.org/r%E9sum%E9.xml#r\u{E9}sum\u{E9}",
        Uri("http://www.example.org/r%E9sum%E9.xml#r%C3%A9sum%C3%A9"),
    ),
    ("7.4", "r\u{E9}sum\u{E9}.html", Uri("r%C3%A9sum%C3%A9.html")),
    ("7.4", "r%C3%A9sum%C3%A9.html", Iri("r\u{E9}sum\u{E9}.html")),
    ("7.5", "br0ken", Read("irelative-ref", &[("isegment-nz-nc", "br0ken")])),
    ("7.5", "1ame", Read("irelative-ref", &[("isegment-nz-nc", "1ame")])),
    // A ligature is in NFC, and is not replaced by two letters.
    ("7.5", "\u{FB01}", On(Rung::Scheme, "%EF%AC%81")),
    ("7.5", "\u{FB01}", Warned(&[])),
    // Overlong, so it is not UTF-8: it stays as it is, and is not `/..`.
    ("8", "%C0%AF..", Iri("%C0%AF..")),
    ("8", "%C0%AF..", On(Rung::Dots, "%C0%AF..")),
    (
        "8",
        "http://big.example.com/PopularPage.html",
        On(Rung::Scheme, "http://big.example.com/PopularPage.html"),
    ),
    (
        "8",
        "http://big.example.com/popularpage.html",
        On(Rung::Scheme, "http://big.example.com/popularpage.html"),
    ),
    (
        "appendix A.4",
        "http://www.example.org/ros[iso-8859-1]\u{E9}",
        Rejected(Code::CharNotAllowed, 26),
    ),
];

/// A text in the notation of RFC 3987, section 1.4, and also with one character by its number.
fn notations(text: &str) -> [String; 2] {
    let number = text.chars().next().map_or(0, u32::from);
    [xml(text), if text.chars().count() == 1 { format!("U+{number:04X}") } else { text.to_owned() }]
}

fn squeezed<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.flat_map(str::split_whitespace).collect()
}

/// The lines of a section, up to the next heading. If there is no such section, all lines.
fn section(document: Document, name: &str) -> String {
    let sections = document.text().sections();
    match sections.iter().position(|it| it.name == name) {
        Some(at) => squeezed(lines_between(document, [name, sections[at + 1].name])),
        None => squeezed(lines(document)),
    }
}

#[track_caller]
fn check(edition: Edition, rows: Rows) {
    let document = edition.document();
    let judge = Judge::by_scheme(edition, Reading::Corrected);
    let ladder = if edition == Edition::Rfc3987 { Ladder::Iri } else { Ladder::Uri };
    for (number, text, holds) in rows {
        let printed = section(document, number);
        // The semicolon of the last character often follows the quotation mark.
        let is_printed = |it: &String| printed.contains(it.trim_end_matches(';'));
        assert!(notations(text).iter().any(is_printed), "{document:?}, {number}: {text}");
        let examination = examine(&judge, text.as_bytes());
        let judgement = &examination.judgement;
        match holds {
            Read(production, parts) => {
                assert_eq!(judgement.verdict, Verdict::Conforms, "{text}");
                let matched = judgement.matched.map(|id| judge.grammar().name(id));
                assert_eq!(matched, Some(*production), "{text}");
                let tree = judgement.tree.as_ref().unwrap();
                for (name, part) in *parts {
                    let mut nodes = tree.nodes();
                    let is = nodes.any(|it| it.name() == *name && it.text() == part.as_bytes());
                    assert!(is, "{text}: {part:?} is no {name}");
                }
            }
            Rejected(code, offset) => {
                let found = examination.diagnostic.as_ref().map(|it| (it.code, it.offset));
                assert_eq!(found, Some((*code, *offset)), "{text}");
            }
            Is(name) | IsNot(name) => {
                let start = judge.grammar().find(name).unwrap();
                let judge = Judge::by_start(edition, Reading::Corrected, start);
                let is = judge.judge(text.as_bytes()).verdict == Verdict::Conforms;
                assert_eq!(is, matches!(holds, Is(_)), "{text}: {name}");
            }
            On(rung, form) => {
                let found = ladder.normalize(*rung, text.as_bytes()).unwrap().text;
                assert_eq!(String::from_utf8(found).unwrap(), *form, "{text} on {rung}");
            }
            Uri(uri) => assert_eq!(
                to_uri(text.as_bytes(), Default::default()).unwrap().text,
                *uri,
                "{text}"
            ),
            Iri(iri) => assert_eq!(to_iri(text.as_bytes()).unwrap().text, *iri, "{text}"),
            Warned(codes) => {
                let found = of_iri(text.as_bytes());
                let found: Vec<&str> = found.iter().map(|it| it.code().name()).collect();
                assert_eq!(found, *codes, "{text}");
                assert_eq!(judgement.verdict, Verdict::Conforms, "{text}");
            }
        }
    }
}

#[test]
fn the_examples_of_rfc3986_are_as_it_says() {
    check(Edition::Rfc3986, RFC_3986);
}

#[test]
fn the_examples_of_rfc3987_are_as_it_says() {
    check(Edition::Rfc3987, RFC_3987);
}

/// “Every URI is by definition an IRI.” (RFC 3987, page 11)
#[test]
fn the_examples_of_rfc3986_are_read_alike_by_rfc3987() {
    let [uri, iri] = [Edition::Rfc3986, Edition::Rfc3987]
        .map(|edition| Judge::by_scheme(edition, Reading::Corrected));
    for (_, text, _) in RFC_3986 {
        let verdicts = [&uri, &iri].map(|judge| judge.judge(text.as_bytes()).verdict);
        assert_eq!(verdicts[0], verdicts[1], "{text}");
        assert_eq!(to_uri(text.as_bytes(), Default::default()).unwrap().text, *text);
    }
}

/// Everything that looks like a URI in these sections of the two documents is one of the rows.
#[test]
fn every_example_of_the_sections_is_a_row() {
    let parts = [
        (Document::Rfc3986, ["1", "5.4"], RFC_3986, 17),
        (Document::Rfc3986, ["6", "8"], RFC_3986, 14),
        (Document::Rfc3987, ["5", "9"], RFC_3987, 29),
    ];
    for (document, sections, rows, count) in parts {
        let words = lines_between(document, sections).flat_map(str::split_whitespace);
        let words = words.map(|it| it.trim_matches(|it| "\"'<>().,;:".contains(it)));
        let is_uri = |it: &&str| {
            let form = it.split_once(':');
            form.is_some_and(|(scheme, rest)| {
                let letters = |it: &u8| it.is_ascii_alphanumeric();
                scheme.bytes().all(|it| letters(&it)) && scheme.len() > 1 && !rest.is_empty()
            })
        };
        let found: Vec<&str> = words.filter(is_uri).collect();
        assert_eq!(found.len(), count, "{document:?}, {sections:?}: {found:?}");
        for example in found {
            let is = |row: &&(&str, &str, Holds)| {
                notations(row.1).iter().any(|it| it.starts_with(example))
            };
            assert!(rows.iter().any(|row| is(&row)), "{document:?}: {example}");
        }
    }
}
