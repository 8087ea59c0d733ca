//! Encoding, decoding, and the equivalence of URLs.

use std::sync::LazyLock;

use proptest::prelude::*;
use serde_json::Value;
use urlbnf::ast::UrlWithFragment;
use urlbnf::bnf::CharacterSet;
use urlbnf::escape::{
    ComparisonLadder, EncodingTarget, UrlComparison, canonical, compare, decode, encode,
    normalized, readable, safer,
};
use urlbnf::{Edition, Judge, Reading, Verdict};

#[test]
fn a_million_triplets() {
    let url = format!("http://a/{}", "%2e/%41~%00".repeat(1 << 18));
    for edition in Edition::ALL {
        let form = canonical(edition, url.as_bytes()).unwrap();
        assert_eq!(canonical(edition, &form).unwrap(), form);
        let other = [&form[..form.len() - 1], b"F"].concat();
        let comparison = compare(edition, url.as_bytes(), &other).unwrap();
        let UrlComparison::Different { offset, .. } = comparison else { panic!("{edition}") };
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
        static UNITS: LazyLock<Vec<EncodingTarget>> = LazyLock::new(|| Edition::ALL.into_iter().map(|edition| {
            let grammar = edition.grammar(Reading::Corrected);
            let unit = ["uchar", "xalpha", "uric", "pchar", "ipchar"].iter().find_map(|unit| grammar.find(unit)).unwrap();
            EncodingTarget::for_production(edition, Reading::Corrected, unit, None).unwrap()
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
            let own = judgement.verdict == Verdict::Conforms && judgement.judged().is_some();
            let Some(tree) = judgement.tree().unwrap().filter(|_| own) else { continue };
            let Ok(form) = canonical(edition, url.as_bytes()) else { continue };
            // On a ladder, normalization changes other parts too: the tests of `ladder` cover
            // it.
            if ComparisonLadder::for_document(edition.document()).is_some() { continue }
            // The same holds for the equivalence rules of RFC 2396, section 6.
            if normalized(edition, url.as_bytes()).is_ok_and(|it| !it.by.is_empty()) { continue }
            // The canonical form writes these differently: an empty fragment, and a plus that
            // means a space.
            if url.contains('#') || url.contains('+') { continue }
            let again = judge.judge(&form);
            prop_assert_eq!(again.verdict, Verdict::Conforms, "{} {}", edition, url);
            let mut before = UrlWithFragment::from_tree(&tree).unwrap().to_json();
            let mut after = UrlWithFragment::from_tree(&again.tree().unwrap().unwrap()).unwrap().to_json();
            octets(&mut before);
            octets(&mut after);
            prop_assert_eq!(before, after, "{} {}", edition, url);
        }
    }
}
