//! Encoding, decoding, and the equivalence of URLs.

use std::sync::LazyLock;

use proptest::prelude::*;
use serde_json::Value;
use urlbnf::ast::Address;
use urlbnf::bnf::CharacterSet;
use urlbnf::escape::{
    BadTriplet, Comparison, Component, Ladder, NotEncodable, canonical, compare, decode, encode,
    normalized, readable, safer,
};
use urlbnf::{Edition, Judge, Reading, Verdict};

fn compared(edition: Edition, one: &str, other: &str) -> Comparison {
    let comparison = compare(edition, one.as_bytes(), other.as_bytes()).unwrap();
    let back = compare(edition, other.as_bytes(), one.as_bytes()).unwrap();
    assert_eq!(comparison.is_same(), back.is_same(), "in either order");
    comparison
}

#[track_caller]
fn same(edition: Edition, pairs: &[(&str, &str)]) {
    for (one, other) in pairs {
        let comparison = compared(edition, one, other);
        assert!(comparison.is_same(), "{edition} {one} {other}: {comparison:?}");
    }
}

/// Asserts that two URLs differ because of a reserved character.
#[track_caller]
fn different(edition: Edition, pairs: &[(&str, &str, char)]) {
    for (one, other, character) in pairs {
        let comparison = compared(edition, one, other);
        let Comparison::Different { reserved: Some((octet, _)), .. } = comparison else {
            panic!("{edition} {one} {other}: {comparison:?}")
        };
        assert_eq!(char::from(octet), *character, "{edition} {one} {other}");
    }
}

#[test]
fn rfc1630_page_9_example_1_an_encoded_hyphen_is_a_hyphen() {
    let one = "http://info.cern.ch/albert/bertram/marie-claude";
    let other = "http://info.cern.ch/albert/bertram/marie%2Dclaude";
    for edition in Edition::ALL {
        same(edition, &[(one, other)]);
    }
}

#[test]
fn rfc1630_page_9_example_2_an_encoded_slash_is_no_slash() {
    let one = "http://info.cern.ch/albert/bertram/marie-claude";
    let other = "http://info.cern.ch/albert/bertram%2Fmarie-claude";
    for edition in Edition::ALL {
        different(edition, &[(one, other, '/')]);
    }
}

#[test]
fn rfc1630_page_9_example_3_is_illegal() {
    let cases = [
        ("fxqn:/us/va/reston/cnri/ietf/24/asdf%*.fred", 36),
        ("news:12345667123%asdghfh@info.cern.ch", 16),
    ];
    for (url, offset) in cases {
        for edition in [Edition::Rfc1630, Edition::Rfc1630Generic, Edition::Rfc1738] {
            let BadTriplet { offset: found, .. } = canonical(edition, url.as_bytes()).unwrap_err();
            assert_eq!(found, offset, "{url}");
        }
    }
}

#[test]
fn rfc1630_page_7_within_the_query_the_plus_sign_is_a_space() {
    same(Edition::Rfc1630, &[("http://a/b?c+d", "http://a/b?c%20d")]);
    assert!(!compared(Edition::Rfc1630, "http://a/b?c+d", "http://a/b?c%2Bd").is_same());
    assert!(!compared(Edition::Rfc1630, "http://a/b+d", "http://a/b%20d").is_same());
}

#[test]
fn rfc1630_page_6_dots_are_reserved_as_elements() {
    assert!(!compared(Edition::Rfc1630, "http://a/../b", "http://a/%2E%2E/b").is_same());
    same(
        Edition::Rfc1630,
        &[("http://a/b.c", "http://a/b%2Ec"), ("http://a/...", "http://a/%2E..")],
    );
    same(Edition::Rfc1738, &[("http://a/../b", "http://a/%2E%2E/b")]);
}

#[test]
fn rfc1630_page_12_a_void_fragment_is_none() {
    same(Edition::Rfc1630, &[("http://a/b#", "http://a/b")]);
    same(Edition::Url02, &[("http://a/b#", "http://a/b")]);
}

#[test]
fn rfc1738_2_1_the_scheme_in_upper_case_is_equivalent() {
    same(Edition::Rfc1738, &[("HTTP://a/b", "http://a/b")]);
    assert!(!compared(Edition::Rfc1738, "http://A/b", "http://a/b").is_same());
}

#[test]
fn rfc1738_2_2_unreserved_characters_mean_the_same_encoded_and_digits_in_either_case() {
    same(
        Edition::Rfc1738,
        &[
            ("http://a/%41%24%2d%2D", "http://a/A$--"),
            ("ftp://a/%c3", "ftp://a/%C3"),
            ("http://a/~b", "http://a/%7Eb"),
            ("x-y:%61", "x-y:a"),
        ],
    );
}

#[test]
fn rfc1738_2_2_each_scheme_reserves_its_own() {
    let http = [("http://a/b%40%3A%26%3D", "http://a/b@:&="), ("http://a/b?%3D", "http://a/b?=")];
    same(Edition::Rfc1738, &http);
    different(
        Edition::Rfc1738,
        &[
            ("http://a/b;c", "http://a/b%3Bc", ';'),
            ("http://a/b?c", "http://a/b%3Fc", '?'),
            ("ftp://a/b;type=a", "ftp://a/b%3Btype=a", ';'),
            ("ftp://u@a/", "ftp://u%40a/", '@'),
            ("ftp://u:v@a/", "ftp://u%3Av@a/", ':'),
            ("prospero://a/b;c=d", "prospero://a/b%3Bc=d", ';'),
            ("news:a@b", "news:a%40b", '@'),
            ("x-y:a&b", "x-y:a%26b", '&'),
        ],
    );
    same(Edition::Rfc1738, &[("ftp://a/b%3Fc", "ftp://a/b?c")]);
}

#[test]
fn rfc1738_3_4_1_within_the_gopher_path_no_characters_are_reserved() {
    same(Edition::Rfc1738, &[("gopher://a/1b%2Fc%3F%3b", "gopher://a/1b/c?;")]);
    assert!(!compared(Edition::Rfc1738, "gopher://a/1b%09c", "gopher://a/1bc").is_same());
}

#[test]
fn rfc1738_3_5_within_mailto_urls_there_are_no_reserved_characters() {
    same(Edition::Rfc1738, &[("mailto:a%40b%2F", "mailto:a@b/")]);
    assert!(!compared(Edition::Rfc1738, "mailto:a%25b@c", "mailto:ab@c").is_same());
}

#[track_caller]
fn encoded(edition: Edition, production: &str, scheme: Option<&str>, octets: &[u8]) -> String {
    let reading = Reading::Corrected;
    let id = edition.grammar(reading).find(production).unwrap();
    encode(&Component::of(edition, reading, id, scheme).unwrap(), octets).unwrap()
}

#[test]
fn rfc1738_what_must_be_encoded_in_which_component() {
    let all = b"a/;?:@&=% #~$+";
    let cases = [
        // 3.3: "/", ";", "?" are reserved.
        ("hsegment", None, "a%2F%3B%3F:@&=%25%20%23%7E$+"),
        // 3.2.2: "/" and ";" are.
        ("fsegment", Some("ftp"), "a%2F%3B?:@&=%25%20%23%7E$+"),
        // 3.1: ":", "@", or "/" must be.
        ("user", Some("ftp"), "a%2F;?%3A%40&=%25%20%23%7E$+"),
        // 3.5 and 3.4.1: there are no reserved characters.
        ("encoded822addr", None, "a/;?:@&=%25%20%23%7E$+"),
        ("selector", None, "a/;?:@&=%25%20%23%7E$+"),
        // 2.2: "Thus, only alphanumerics, the special characters ..."
        ("uchar", None, "a%2F%3B%3F%3A%40%26%3D%25%20%23%7E$+"),
    ];
    for (production, scheme, expected) in cases {
        let found = encoded(Edition::Rfc1738, production, scheme, all);
        assert_eq!(found, expected, "{production}");
    }
    let grammar = Edition::Rfc1738.grammar(Reading::Corrected);
    let group = grammar.find("group").unwrap();
    let group = Component::of(Edition::Rfc1738, Reading::Corrected, group, None).unwrap();
    let error = encode(&group, b"a b").unwrap_err();
    assert!(matches!(error, NotEncodable::Octet { offset: 1, .. }), "a group takes no triplets");
}

#[test]
fn rfc1630_page_8_safer_and_back() {
    let url = b"http://a/b(c)~d?e";
    let parentheses: CharacterSet = b"()".iter().copied().collect();
    let safe = safer(Edition::Rfc1630, url, parentheses).unwrap();
    assert_eq!(String::from_utf8(safe.clone()).unwrap(), "http://a/b%28c%29%7Ed?e");
    let tilde = CharacterSet::of(b'~');
    assert_eq!(readable(Edition::Rfc1630, &safe, tilde).unwrap(), url);
    // Reserved characters are never encoded or decoded by these functions.
    let slash = CharacterSet::of(b'/');
    assert_eq!(safer(Edition::Rfc1630, b"http://a/b", slash).unwrap(), b"http://a/b");
    assert_eq!(readable(Edition::Rfc1630, b"http://a%2Fb", slash).unwrap(), b"http://a%2Fb");
}

#[test]
fn rfc1630_page_7_in_canonical_form_white_space_and_8_bit_characters_are_encoded() {
    for edition in Edition::ALL {
        let canonical = canonical(edition, b"http://a/b c\t\xE9\x7F").unwrap();
        assert_eq!(String::from_utf8(canonical).unwrap(), "http://a/b%20c%09%E9%7F", "{edition}");
    }
}

#[test]
fn a_million_triplets() {
    let url = format!("http://a/{}", "%2e/%41~%00".repeat(1 << 18));
    for edition in Edition::ALL {
        let form = canonical(edition, url.as_bytes()).unwrap();
        assert_eq!(canonical(edition, &form).unwrap(), form);
        let other = [&form[..form.len() - 1], b"F"].concat();
        let comparison = compare(edition, url.as_bytes(), &other).unwrap();
        let Comparison::Different { offset, .. } = comparison else { panic!("{edition}") };
        assert_eq!(offset, form.len() - 3, "the last triplet");
    }
}

/// Removes how the parts of a URL are written, so that only their octets remain.
fn octets(value: &mut Value) {
    match value {
        Value::Object(map) => {
            if map.contains_key("raw") {
                map.shift_remove("raw");
            }
            map.values_mut().for_each(octets);
        }
        Value::Array(values) => values.iter_mut().for_each(octets),
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn decoding_gives_back_what_was_encoded(octets: Vec<u8>) {
        static UNITS: LazyLock<Vec<Component>> = LazyLock::new(|| Edition::ALL.into_iter().map(|edition| {
            let grammar = edition.grammar(Reading::Corrected);
            let unit = ["uchar", "xalpha", "uric", "pchar", "ipchar"].iter().find_map(|unit| grammar.find(unit)).unwrap();
            Component::of(edition, Reading::Corrected, unit, None).unwrap()
        }).collect());
        for (edition, unit) in Edition::ALL.into_iter().zip(UNITS.iter()) {
            let Ok(text) = encode(unit, &octets) else { continue };
            prop_assert!(text.is_ascii() || edition == Edition::Rfc3987);
            prop_assert_eq!(&decode(edition, text.as_bytes()).unwrap(), &octets);
        }
    }

    #[test]
    fn the_canonical_form_of_the_canonical_form_is_itself(url: Vec<u8>, like in super::ast::url_like()) {
        for edition in Edition::ALL {
            for url in [url.as_slice(), like.as_bytes()] {
                let Ok(once) = canonical(edition, url) else { continue };
                prop_assert!(once.is_ascii());
                let twice = canonical(edition, &once).unwrap();
                prop_assert_eq!(String::from_utf8_lossy(&once), String::from_utf8_lossy(&twice));
                // Also from any encoding level.
                let safe = safer(edition, url, CharacterSet::default()).unwrap();
                prop_assert_eq!(&canonical(edition, &safe).unwrap(), &once);
                let readable = readable(edition, url, CharacterSet::default()).unwrap();
                prop_assert_eq!(&canonical(edition, &readable).unwrap(), &once);
            }
        }
    }

    #[test]
    fn any_bytes_compare(one: Vec<u8>, other: Vec<u8>, like in super::ast::url_like()) {
        for edition in Edition::ALL {
            for pair in [(&one, &other), (&one, &one)] {
                let found = compare(edition, pair.0, pair.1);
                let either = canonical(edition, pair.0).and(canonical(edition, pair.1));
                prop_assert_eq!(found.is_ok(), either.is_ok());
            }
            let Ok(found) = compare(edition, like.as_bytes(), &one) else { continue };
            let same = canonical(edition, like.as_bytes()) == canonical(edition, &one);
            prop_assert!(found.is_same() || !same);
        }
    }

    #[test]
    fn a_canonical_url_names_what_it_was_made_from(url in super::ast::url_like()) {
        static JUDGES: LazyLock<Vec<Judge>> =
            LazyLock::new(|| Edition::ALL.into_iter().map(|edition| Judge::by_scheme(edition, Reading::Corrected)).collect());
        for judge in JUDGES.iter() {
            let edition = judge.edition().unwrap();
            let judgement = judge.judge(url.as_bytes());
            let own = judgement.verdict == Verdict::Conforms && judgement.judged.is_some();
            let Some(tree) = judgement.tree.filter(|_| own) else { continue };
            let Ok(form) = canonical(edition, url.as_bytes()) else { continue };
            // On a ladder, normalization changes other parts too: the tests of `ladder` cover
            // it.
            if Ladder::of(edition.document()).is_some() { continue }
            // The same holds for the equivalence rules of RFC 2396, section 6.
            if normalized(edition, url.as_bytes()).is_ok_and(|it| !it.by.is_empty()) { continue }
            // The canonical form writes these differently: an empty fragment, and a plus that
            // means a space.
            if url.contains('#') || url.contains('+') { continue }
            let again = judge.judge(&form);
            prop_assert_eq!(again.verdict, Verdict::Conforms, "{} {}", edition, url);
            let mut before = Address::of(&tree).unwrap().to_json();
            let mut after = Address::of(&again.tree.unwrap()).unwrap().to_json();
            octets(&mut before);
            octets(&mut after);
            prop_assert_eq!(before, after, "{} {}", edition, url);
        }
    }
}
