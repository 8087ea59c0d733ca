//! Headlines and notes for hosts, ports and addresses, from RFC 2732 on.
//!
//! In these grammars, the production that fails is often far from the fault: a bad port fails
//! as a user without an `@`.

use urlbnf::diagnose::{Note, examine};
use urlbnf::{Edition, Judge, Reading};

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
