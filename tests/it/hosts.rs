//! Reasons and repairs for hosts, ports and addresses, from RFC 2732 on.
//!
//! In these grammars, the production that fails is often far from the fault: a bad port fails
//! as a user without an `@`. So each row has a specialist's answer, with the production and
//! the offset of the grammar.

use urlbnf::diagnose::{Note, examine};
use urlbnf::{Edition, Judge, Reading};

use crate::reasons::{Row, hold};

const ROWS: &[Row] = {
    use Edition::{Rfc3986, Rfc6874};
    &[
        // An address needs its brackets, and brackets contain nothing but an address.
        (Rfc3986, "http://[::1/", "h16", 11, "bracket-missing", "http://[::1]/"),
        (Rfc3986, "http://[::1:80/", "h16", 14, "bracket-missing", ""),
        (Rfc3986, "http://[1::2::3]/", "h16", 13, "two-elisions", ""),
        (Rfc3986, "http://[12345::]/", "IPv6address", 12, "four-digits", ""),
        (Rfc3986, "http://[::00001]/", "ls32", 14, "four-digits", "http://[::0001]/"),
        (Rfc3986, "http://[::1.2.3.01]/", "IP-literal", 17, "leading-zero", "http://[::1.2.3.1]/"),
        (Rfc3986, "http://::1/", "userinfo", 10, "brackets-missing", "http://[::1]/"),
        (Rfc3986, "http://[fe80::1%25eth0]/", "h16", 15, "zone", ""),
        (
            Rfc6874,
            "http://[fe80::1%eth0]/",
            "IPv6addrz",
            16,
            "zone-delimiter",
            "http://[fe80::1%25eth0]/",
        ),
        (Rfc3986, "http://a/?[", "query", 10, "brackets", "http://a/?%5B"),
        // A host and a port.
        (Rfc3986, "//a:x", "userinfo", 5, "port-decimal", ""),
        (Rfc3986, "http://a:+1", "userinfo", 11, "port-decimal", ""),
        (Rfc3986, "http://a b/", "path-abempty", 8, "host-character", ""),
        (Rfc3986, "http://\u{E9}/", "userinfo", 7, "host-letters", "http://%C3%A9/"),
        // A colon ends a scheme.
        (Rfc3986, "1a:b", "segment-nz-nc", 2, "colon-first", ""),
        (Rfc3986, "a_b:c", "segment-nz-nc", 3, "colon-first", ""),
        (Rfc3986, "1.2.3.4:80", "segment-nz-nc", 7, "suffix", ""),
        // Characters that cannot occur in a URI.
        (Rfc3986, "http://a/b c", "segment", 10, "excluded", "http://a/b%20c"),
        (Rfc3986, "http://a/%zz", "segment", 10, "percent", ""),
        (Rfc3986, "http://a/#b#c", "fragment", 11, "second-hash", "http://a/#b%23c"),
    ]
};

#[test]
fn a_failure_has_the_reason_and_the_repair_of_a_specialist() {
    hold(ROWS);
}

#[test]
fn the_headline_names_the_intended_part() {
    for (input, wanted) in [
        ("//a:x", "the input stops here: `x` is no `port`, and no `@` follows"),
        ("http://a b/", "a space is not allowed in a host"),
        ("http://::1/", "an IPv6 address without brackets is no host"),
    ] {
        for edition in [Edition::Rfc3986, Edition::Rfc3987, Edition::Rfc6874] {
            let judge = Judge::by_scheme(edition, Reading::Corrected);
            let diagnostic = examine(&judge, input.as_bytes()).diagnostic.expect("it fails");
            assert_eq!(diagnostic.message(&judge, input.as_bytes()), wanted);
            let story = diagnostic.reason.and_then(|it| it.story).expect("a story");
            let told = story.production.iter().find_map(|name| judge.grammar().find(name));
            let told = told.expect("a production");
            let names = judge.grammar().production(told).alternatives();
            let names: Vec<&str> = names
                .flat_map(|it| it.references())
                .map(|(id, _)| judge.grammar().name(id))
                .collect();
            assert!(story.said.iter().any(|(name, _)| names.contains(name)), "{names:?}");
        }
    }
}

/// Dotted numbers that are not an address are a name, and a note says so.
#[test]
fn a_host_of_numbers_that_is_no_address_is_a_name() {
    for (input, wanted) in [
        ("http://1.2.3.256/", Some("in the range 0 to 255")),
        ("http://1.2.3.01/", Some("only the dotted-decimal form of four octets is allowed")),
        ("//1.2.3", Some("only the dotted-decimal form of four octets is allowed")),
        ("http://u@1.2.3.4.5:80/", Some("only the dotted-decimal form of four octets is allowed")),
        ("http://1.2.3.4/", None),
        ("http://1.2.3.a/", None),
        ("http://a/1.2.3.256", None),
        ("http:///", None),
        ("1.2.3.256", None),
    ] {
        for edition in [Edition::Rfc3986, Edition::Rfc3987, Edition::Rfc6874] {
            let judge = Judge::by_scheme(edition, Reading::Corrected);
            let examination = examine(&judge, input.as_bytes());
            assert!(examination.diagnostic.is_none(), "{input}");
            let notes: Vec<String> = examination.notes.iter().map(|it| it.text(&judge)).collect();
            let found = notes.iter().find(|note| note.contains("reg-name`, and no `IPv4address`"));
            let said = wanted.is_none_or(|it| found.is_some_and(|note| note.contains(it)));
            assert!(said && found.is_some() == wanted.is_some(), "{input}: {notes:?}");
        }
        let before = Judge::by_scheme(Edition::Rfc2732, Reading::Corrected);
        let notes = examine(&before, input.as_bytes()).notes;
        assert!(notes.iter().all(|note| *note == Note::Relative), "{input}: {notes:?}");
    }
}
