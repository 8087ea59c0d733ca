//! Real failures, and how a specialist in the documents explains them.
//!
//! The failing production and its byte offset come from the grammar. The reason is a sentence
//! of the document, and a repair keeps what was meant; both come from tables.

use std::collections::BTreeSet;

use urlbnf::diagnose::{Meaning, examine, pairs};
use urlbnf::document::Document;
use urlbnf::escape::{Comparison, compare};
use urlbnf::quotation::Basis;
use urlbnf::{Edition, Judge, Reading};

use crate::repository::read;

/// Edition, input, the failing production and its byte offset, the name of the reason, the
/// repair.
pub type Row = (Edition, &'static str, &'static str, usize, &'static str, &'static str);

const ROWS: &[Row] = {
    use Edition::{Rfc1630, Rfc1630Generic, Rfc1738, Url00, Url01, Url02};
    &[
        // A file URL has no port, and a drive is not a host.
        (
            Rfc1738,
            "file://foo.bar.com:100/index.html",
            "domainlabel",
            18,
            "no-port",
            "file://foo.bar.com/index.html",
        ),
        (Rfc1738, "file://h:100/x", "domainlabel", 8, "no-port", "file://h/x"),
        (Rfc1738, "file://c:/a", "domainlabel", 8, "drive", "file:///c:/a"),
        (Rfc1738, "file:/etc/motd", "fileurl", 6, "file-form", "file:///etc/motd"),
        (Rfc1738, "file:normal", "fileurl", 5, "file-form", ""),
        // A partial form is not a host.
        (Rfc1738, "http:images/ietflogo2e.gif", "httpurl", 5, "double-slash", ""),
        (Rfc1738, "http:html", "httpurl", 5, "double-slash", ""),
        (Rfc1738, "ftp:wget", "ftpurl", 4, "double-slash", ""),
        (Url01, "http:/images/x.gif", "httpaddress", 6, "double-slash", ""),
        (Url00, "http:/images/x.gif", "httpaddress", 6, "double-slash", ""),
        (Url02, "ftp:wget", "ftpaddress", 4, "double-slash", ""),
        // A message identifier is not a newsgroup.
        (
            Rfc1738,
            "news:j462#36487@foo.bar",
            "group",
            9,
            "hash-encoded",
            "news:j462%2336487@foo.bar",
        ),
        (Rfc1738, "news:a#b@h", "group", 6, "hash-encoded", "news:a%23b@h"),
        (Rfc1738, "news:<a@b>", "group", 5, "news-brackets", "news:a@b"),
        (Rfc1738, "news://news.mit.edu/", "article", 20, "news-host", ""),
        (Url02, "news://news.mit.edu/", "ialpha", 5, "news-host", ""),
        (Rfc1630, "news://news.mit.edu/", "ialpha", 5, "news-host", ""),
        // Delimiters within a user name or a password.
        (Rfc1738, "ftp://u:a@b@h/", "domainlabel", 11, "login-encoded", "ftp://u:a%40b@h/"),
        (Rfc1738, "ftp://u:a:b@h/", "password", 9, "login-encoded", "ftp://u:a%3Ab@h/"),
        (Rfc1738, "ftp://anonymous:@@foo.bar.com$", "domainlabel", 17, "login-encoded", ""),
        (
            Rfc1738,
            "telnet://anonymous:@foobar@foo.bar.com",
            "domainlabel",
            26,
            "login-encoded",
            "telnet://anonymous:%40foobar@foo.bar.com",
        ),
        (Rfc1738, "http://user:pw@h/", "digits", 12, "no-login", ""),
        (Rfc1738, "http://www.x.uk@{fg", "domainlabel", 15, "no-login", ""),
        (Rfc1630Generic, "http://a.b/", "xpalphas", 5, "first-slash", ""),
        (Rfc1630Generic, "x:a//b", "xpalphas", 4, "first-slash", ""),
        (Rfc1738, "prospero://u@h/a", "domainlabel", 12, "no-login", ""),
        // A text that cannot be a host may still be a user name.
        (Rfc1738, "ftp://example.com?q", "user", 19, "no-host", ""),
        (Rfc1738, "ftp://a_b/", "user", 9, "no-host", ""),
        (Rfc1738, "ftp://a..b/c", "user", 10, "no-host", ""),
        (Rfc1738, "telnet://a-.b:23", "password", 16, "no-host", ""),
        (Rfc1738, "ftp://a b/", "user", 7, "label", ""),
        (Rfc1738, "https://a b/", "user", 9, "label", ""),
        (Rfc1738, "http://a b/", "domainlabel", 8, "label", ""),
        // A slash is missing.
        (
            Rfc1738,
            "ftp://foo.bar.com;type=a",
            "user",
            24,
            "type-in-path",
            "ftp://foo.bar.com/;type=a",
        ),
        (
            Rfc1738,
            "ftp://foo.bar.com:100;type=a",
            "password",
            28,
            "type-in-path",
            "ftp://foo.bar.com:100/;type=a",
        ),
        (
            Rfc1738,
            "http://foo.bar.com?foo",
            "domainlabel",
            18,
            "slash-before-search",
            "http://foo.bar.com/?foo",
        ),
        (Rfc1738, "http://h?foo", "domainlabel", 8, "slash-before-search", "http://h/?foo"),
        (
            Rfc1738,
            "http://foo.bar.com:100?foo",
            "digits",
            22,
            "slash-before-search",
            "http://foo.bar.com:100/?foo",
        ),
        (Rfc1738, "wais://quake.think.com?WWW", "domainlabel", 22, "database", ""),
        // The host.
        (Rfc1738, "telnet://", "user", 9, "host-needed", ""),
        (Rfc1738, "http:///x", "domainlabel", 7, "host-needed", ""),
        (Rfc1738, "telnet://anonymous:@sdi3gjdfb1.1.1.1/", "domainlabel", 36, "last-label", ""),
        (Rfc1738, "http://1.2.3/", "domainlabel", 12, "last-label", ""),
        (Rfc1738, "http://a.1/", "domainlabel", 10, "last-label", ""),
        (Rfc1738, "http://www./", "domainlabel", 11, "dot-behind-host", "http://www/"),
        (
            Rfc1738,
            "http://blargh.blah.:8001/",
            "domainlabel",
            19,
            "dot-behind-host",
            "http://blargh.blah:8001/",
        ),
        // There is no scheme, or no production for it.
        (Rfc1738, "joe@foo.com", "scheme", 3, "no-scheme", ""),
        (Rfc1738, "www.foo.com/x", "scheme", 11, "no-scheme", ""),
        (Rfc1738, "/a/b", "httpurl", 0, "no-scheme", ""),
        (Rfc1630, "/a/b", "httpaddress", 0, "no-scheme", ""),
        (Url02, "/a/b", "ialpha", 0, "no-scheme", ""),
        (Url01, "/a/b", "ialpha", 0, "no-scheme", ""),
        (Url00, "/a/b", "ialpha", 0, "no-scheme", ""),
        (Rfc1630, "file://localhost/a", "ftpaddress", 1, "no-production", ""),
        // A delimiter after a host, an address or a word.
        (Url02, "telnet://foo.bar.com/", "xalphas", 20, "session", "telnet://foo.bar.com"),
        (Url00, "ftp://foo.bar.com:100/", "xalphas", 17, "prose-port", ""),
        (Url00, "ftp://foo.bar.com;type=a", "xalphas", 17, "no-type", ""),
        (Rfc1630, "ftp://foo.bar.com;type=a", "user", 17, "type-in-path", ""),
        (
            Rfc1630,
            "ftp://foo.bar.com;type=I",
            "user",
            17,
            "type-in-path",
            "ftp://foo.bar.com/;type=I",
        ),
        (Rfc1630, "mailto:www@w3.org?subject=x", "xalphas", 17, "reserved", ""),
        (Url02, "mailto:www@w3.org?subject=x", "xalphas", 17, "", ""),
        (Rfc1630, "http://host/1234?Name=foo", "xalphas", 21, "reserved-class", ""),
        (Rfc1630Generic, "mailto:a@b?subject=x", "xalphas", 18, "reserved-class", ""),
        // A fragment is cut off, and a note says so.
        (Rfc1738, "http://a.b/c#d", "hsegment", 12, "fragment", "http://a.b/c"),
        (Rfc1630, "http://a.b/c#d", "xpalphas", 12, "fragment", "http://a.b/c"),
        // Characters outside ASCII.
        (Rfc1738, "http://a.b/\u{E9}", "hsegment", 11, "not-ascii", "http://a.b/%C3%A9"),
        (Rfc1738, "\u{FEFF}http://a.b/", "httpurl", 0, "", "http://a.b/"),
    ]
};

#[test]
fn a_failure_has_the_production_the_reason_and_the_repair_of_a_specialist() {
    hold(ROWS);
}

/// Compares the failure of each row's input with the row.
#[track_caller]
pub fn hold(rows: &[Row]) {
    let mut wrong = Vec::new();
    for &(edition, input, production, offset, reason, replacement) in rows {
        let judge = Judge::by_scheme(edition, Reading::Corrected);
        let examination = examine(&judge, input.as_bytes());
        let diagnostic = examination.diagnostic.expect("it does not conform");
        let repair = diagnostic.repair.as_ref().map_or("", |it| it.replacement.as_str());
        let name = diagnostic.reason.as_ref().map_or("", |it| it.name);
        let production_found = judge.grammar().name(diagnostic.production);
        let found = (production_found, diagnostic.offset, name, repair);
        if found != (production, offset, reason, replacement) {
            wrong.push(format!("{edition} {input}: {found:?}"));
        }
    }
    assert_eq!(wrong, [""; 0], "\n{}", wrong.join("\n"));
}

/// Every document's sentence explains some failure, and belongs to that document.
#[test]
fn every_sentence_is_fired_by_a_string() {
    let mut fired: BTreeSet<(&str, Document)> = BTreeSet::new();
    let rows = ROWS.iter().map(|&(edition, input, ..)| (edition, input.to_owned()));
    for (edition, input) in rows.chain(inputs(REASONS)) {
        let judge = Judge::by_scheme(edition, Reading::Corrected);
        let reason = examine(&judge, input.as_bytes()).diagnostic.and_then(|it| it.reason);
        let Some(reason) = reason else { continue };
        let document = edition.document();
        match reason.basis {
            Basis::Said(quotation) => assert_eq!(quotation.document(), document, "{input}"),
            Basis::Silent { document: silent, .. } => assert_eq!(silent, document, "{input}"),
            Basis::Unsaid { .. } => panic!("{input}: {} has no words", reason.name),
        }
        fired.insert((reason.name, document));
    }
    let mut missing = BTreeSet::new();
    for (name, sentences, silent) in pairs() {
        // RFC 2373 prints addresses, but no edition is its own.
        let is_edition = |it: &Document| Edition::ALL.into_iter().any(|one| one.document() == *it);
        let holds = |it: &Document| {
            is_edition(it) && (sentences.said_by(*it).is_some() || silent.contains(it))
        };
        for document in Document::ALL.into_iter().filter(holds) {
            assert!(!silent.contains(&document) || sentences.said_by(document).is_none(), "{name}");
            if !fired.contains(&(name, document)) {
                missing.insert((name, document));
            }
        }
    }
    assert_eq!(missing, BTreeSet::new(), "no string fires these");
}

#[test]
fn the_last_label_is_the_headline() {
    let judge = Judge::by_scheme(Edition::Rfc1738, Reading::Corrected);
    let diagnostic = examine(&judge, b"http://a.1/").diagnostic.expect("it fails");
    assert_eq!(diagnostic.message(&judge, b"http://a.1/"), "`1` cannot begin `toplabel`");
}

#[test]
fn utf_16_and_a_byte_order_mark_are_named() {
    let judge = Judge::by_scheme(Edition::Rfc1738, Reading::Corrected);
    let utf_16 = |text: &str, order: fn(u16) -> [u8; 2]| -> Vec<u8> {
        text.encode_utf16().flat_map(order).collect()
    };
    for (input, wanted) in [
        (utf_16("\u{FEFF}http://a/", u16::to_le_bytes), "UTF-16"),
        (utf_16("\u{FEFF}http://a/", u16::to_be_bytes), "UTF-16"),
        (utf_16("http://a/", u16::to_le_bytes), "UTF-16"),
        (utf_16("http://a/", u16::to_be_bytes), "UTF-16"),
        ("\u{FEFF}http://a/".as_bytes().to_vec(), "byte order mark"),
    ] {
        let diagnostic = examine(&judge, &input).diagnostic.expect("it fails");
        let message = diagnostic.message(&judge, &input);
        assert!(message.contains(wanted), "{input:?}: {message}");
    }
}

/// Every repair that writes characters as triplets is compared with the input, and a
/// difference is noted.
#[test]
fn a_repair_that_names_another_resource_says_so() {
    let urls: Vec<_> = inputs(CORPUS).chain(inputs(REASONS)).collect();
    let (mut same, mut another) = (0, 0);
    for edition in Edition::ALL {
        let judge = Judge::by_scheme(edition, Reading::Corrected);
        for (_, input) in &urls {
            let input = input.as_bytes();
            let Some(diagnostic) = examine(&judge, input).diagnostic else { continue };
            let Some(repair) = &diagnostic.repair else { continue };
            let told = matches!(repair.meaning, Some(Meaning::Another { .. }));
            let help = diagnostic.help(&judge, input).expect("a repair has words");
            assert_eq!(help.contains("which makes it another resource"), told, "{help}");
            let Ok(comparison) = compare(edition, input, repair.replacement.as_bytes()) else {
                continue;
            };
            // Outside ASCII, a repair may change the octets and keep the meaning: UTF-8 for
            // Latin 1.
            if repair.meaning == Some(Meaning::Same) && input.is_ascii() {
                // A string that is not a URI equals one only after encoding.
                let encoded = matches!(comparison, Comparison::OnNoRung { .. });
                assert!(comparison.is_same() || encoded, "{edition}: {input:?}");
                same += 1;
            }
            if told {
                assert!(!comparison.is_same(), "{edition}: {input:?}");
                another += 1;
            }
        }
    }
    assert!(same > 20 && another > 20, "{same}, {another}");
}

/// For each production and code in the sources of a library of the time, a real string that
/// fails with them, and the expected report.
const CORPUS: &str = "tests/corpus/failures.tsv";
/// For each reason and each document that has it, a string and the expected report.
const REASONS: &str = "tests/corpus/reasons.tsv";

/// The editions and inputs of a table.
fn inputs(table: &str) -> impl Iterator<Item = (Edition, String)> {
    let row = |line: &str| {
        let mut cells = line.split('\t');
        let edition = cells.next().and_then(|it| it.parse().ok()).expect("an edition");
        (edition, cells.next().expect("an input").to_owned())
    };
    let text = read(table);
    let rows = text.lines().filter(|line| !line.starts_with('#')).skip(1).map(row);
    rows.collect::<Vec<_>>().into_iter()
}

/// The row of a table for an input, computed now.
fn said(edition: Edition, input: &str) -> String {
    let judge = Judge::by_scheme(edition, Reading::Corrected);
    let examination = examine(&judge, input.as_bytes());
    let Some(diagnostic) = examination.diagnostic else {
        return format!("{edition}\t{input}\tconforms");
    };
    let repair = diagnostic.repair.as_ref();
    let rests = match &diagnostic.reason {
        Some(reason) => {
            let words = reason.basis.quotation().expect("words");
            let silent = reason.basis.silent().map_or("", |_| "silent; ");
            format!("{silent}{}", words.citation())
        }
        None => diagnostic.citation(&judge),
    };
    let cells = [
        edition.to_string(),
        input.to_owned(),
        diagnostic.code.to_string(),
        diagnostic.offset.to_string(),
        judge.grammar().name(diagnostic.production).to_owned(),
        diagnostic.reason.as_ref().map_or("-", |it| it.name).to_owned(),
        repair.map_or("-", |it| it.replacement.as_str()).to_owned(),
        repair.and_then(|it| it.meaning).map_or("-", |it| it.name()).to_owned(),
        rests,
    ];
    cells.join("\t")
}

/// Compares a table with the program. It must have `kinds` different editions, codes and
/// productions.
#[track_caller]
fn check(table: &str, kinds: usize) {
    let text = read(table);
    let now: Vec<String> = inputs(table).map(|(edition, input)| said(edition, &input)).collect();
    if std::env::var_os("UPDATE_CORPUS").is_some() {
        let head: String = text.lines().take(3).map(|line| format!("{line}\n")).collect();
        let rows: String = now.iter().map(|row| format!("{row}\n")).collect();
        let path = crate::repository::root().join(table);
        std::fs::write(path, head + &rows).expect("it can be written");
        return;
    }
    let rows = text.lines().skip(3);
    let wrong: Vec<String> = rows
        .zip(&now)
        .filter(|(row, now)| row != now)
        .map(|(row, now)| format!("- {row}\n+ {now}"))
        .collect();
    assert_eq!(wrong, [""; 0], "\n{}", wrong.join("\n"));
    let kind = |row: &String| {
        row.split('\t')
            .enumerate()
            .filter(|(at, _)| [0, 2, 4].contains(at))
            .map(|(_, cell)| cell.to_owned())
            .collect::<Vec<_>>()
    };
    let found: BTreeSet<_> = now.iter().map(kind).collect();
    assert!(found.len() > kinds, "{}", found.len());
}

#[test]
fn real_failures_have_what_is_said_of_them() {
    check(CORPUS, 70);
}

#[test]
fn reasons_are_those_of_the_table() {
    check(REASONS, 70);
}
