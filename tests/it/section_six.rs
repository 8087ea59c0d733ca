//! RFC 2396, section 6: the equivalence rules of the common syntax.

use urlbnf::Edition;
use urlbnf::escape::{Comparison, canonical, compare};

const EDITIONS: [Edition; 2] = [Edition::Rfc2396, Edition::Rfc2732];

fn is_same(edition: Edition, one: &str, other: &str) -> bool {
    compare(edition, one.as_bytes(), other.as_bytes()).unwrap().is_same()
}

#[test]
fn scheme_and_hostname_are_case_insensitive_and_a_default_port_may_be_elided() {
    for edition in EDITIONS {
        for (one, other) in [
            ("http://www.XEROX.com", "http://www.xerox.com"),
            ("http://a/", "http://a:80/"),
            ("HTTP://u@A:080/", "http://u@a/"),
            ("gopher://a:70/", "gopher://a/"),
        ] {
            assert!(is_same(edition, one, other), "{edition}: {one} {other}");
        }
        assert_eq!(canonical(edition, b"HTTP://A:80/").unwrap(), b"http://a/", "{edition}");
    }
}

#[test]
fn what_section_six_does_not_name_stays_different() {
    for edition in EDITIONS {
        for (one, other) in [
            // Another port, a registry-based name, a user, a path; there is no rule for an
            // empty path.
            ("http://a/", "http://a:81/"),
            ("http://a_B/", "http://a_b/"),
            ("http://U@a/", "http://u@a/"),
            ("http://a/B", "http://a/b"),
            ("http://a", "http://a/"),
        ] {
            assert!(!is_same(edition, one, other), "{edition}: {one} {other}");
        }
    }
    // An IPv6 address is not a hostname.
    assert!(!is_same(Edition::Rfc2732, "http://[::A]/", "http://[::a]/"));
}

#[test]
fn an_empty_port_is_only_implied_to_be_the_default() {
    for edition in EDITIONS {
        let found = compare(edition, b"http://a/", b"http://a:/").unwrap();
        let Comparison::Different { implied, .. } = found else { panic!("{found:?}") };
        let words: String = implied.iter().map(ToString::to_string).collect();
        assert!(words.contains("RFC 2396, section 3.2.2, page 14"), "{edition}: {words}");
    }
}
