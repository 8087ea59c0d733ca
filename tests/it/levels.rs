//! Encoding levels: changing the level of a URL keeps it equivalent.

use proptest::prelude::*;
use urlbnf::Edition;
use urlbnf::bnf::CharacterSet;
use urlbnf::escape::{UrlComparison, canonical, compare, readable, safer};

/// Characters and triplets with a meaning, and some without.
pub fn hostile_url() -> impl Strategy<Value = String> {
    let scheme = "(http|HTTP|ftp|file|gopher|news|mailto|mid|prospero|wais|telnet|x-y|%61b|A%42)?";
    let rest = "[a-fA-F0-9/?:@#;=&+*!~.%\\t\\x00 -]{0,6}";
    let triplet =
        "(%4|%|%41|%2[fF]|%3[aA]|%3[bBdD]|%3F|%40|%2E|%2e%2E|%09|%00|%23|%25|%20|%FF|%30){0,3}";
    (scheme, ":?(//)?", rest, triplet, rest, triplet, rest)
        .prop_map(|(a, b, c, d, e, f, g)| [a, b.as_str().to_owned(), c, d, e, f, g].concat())
}

#[track_caller]
fn same(edition: Edition, one: &[u8], other: &[u8]) {
    let shown = || (String::from_utf8_lossy(one), String::from_utf8_lossy(other));
    let comparison = compare(edition, one, other);
    // A string that is not a URI may be equivalent to one only after encoding.
    let encoded = |it: &UrlComparison| matches!(it, UrlComparison::OnNoRung { .. });
    let same = comparison.is_ok_and(|it| it.is_same() || encoded(&it));
    assert!(same, "{edition}: {:?}", shown());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8192, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_canonical_form_is_canonical_and_the_same(url in hostile_url()) {
        for edition in Edition::ALL {
            let Ok(once) = canonical(edition, url.as_bytes()) else { continue };
            let twice = canonical(edition, &once).unwrap();
            prop_assert_eq!(String::from_utf8_lossy(&once), String::from_utf8_lossy(&twice), "{} {:?}", edition, url);
            same(edition, url.as_bytes(), &once);
        }
    }

    #[test]
    fn safer_and_more_readable_are_the_same(url in hostile_url(), characters in "[ -~]{0,6}") {
        let characters: CharacterSet = characters.bytes().collect();
        for edition in Edition::ALL {
            let Ok(safe) = safer(edition, url.as_bytes(), characters) else { continue };
            same(edition, url.as_bytes(), &safe);
            let readable = readable(edition, url.as_bytes(), characters).unwrap();
            same(edition, url.as_bytes(), &readable);
        }
    }
}
