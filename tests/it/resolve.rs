//! Partial forms, and how the rules resolve them.

use proptest::prelude::*;
use urlbnf::resolve::{PartialContextError, ResolutionRule, resolve, shorten};

use crate::tables::rows;

fn resolved(rule: ResolutionRule, base: &str, reference: &str) -> String {
    let resolution = resolve(rule, base.as_bytes(), reference.as_bytes()).unwrap();
    assert_eq!(resolution.steps.last().unwrap().uri, resolution.uri, "the last step is the result");
    String::from_utf8(resolution.uri).unwrap()
}

#[track_caller]
pub fn check(rule: ResolutionRule, base: &str, cases: &[(&str, &str)]) {
    for (reference, expected) in cases {
        assert_eq!(resolved(rule, base, reference), *expected, "{rule}: {reference} in {base}");
    }
}

/// The rules that a document states.
const DOCUMENTS: [ResolutionRule; 3] =
    [ResolutionRule::Rfc1630, ResolutionRule::Letter, ResolutionRule::Drafts];

/// The rules that the page compares. RFC 3987 has the rule of RFC 3986.
const COMPARED: [ResolutionRule; 7] = [
    ResolutionRule::Rfc1630,
    ResolutionRule::Letter,
    ResolutionRule::Drafts,
    ResolutionRule::Libwww,
    ResolutionRule::Rfc1808,
    ResolutionRule::Rfc2396,
    ResolutionRule::Rfc3986,
];

#[test]
fn a_context_must_be_absolute() {
    for base in ["", "a", "/a:b", "a/b:c"] {
        assert_eq!(
            resolve(ResolutionRule::Rfc1630, base.as_bytes(), b"g"),
            Err(PartialContextError),
            "{base}"
        );
        assert_eq!(
            shorten(ResolutionRule::Drafts, base.as_bytes(), b"a:g"),
            Err(PartialContextError),
            "{base}"
        );
    }
}

/// All strings over an alphabet, shorter ones first.
pub fn strings(alphabet: &[u8], longest: usize) -> Vec<Vec<u8>> {
    let mut strings = vec![Vec::new()];
    let mut begin = 0;
    for _ in 0..longest {
        let end = strings.len();
        for index in begin..end {
            for &byte in alphabet {
                strings.push([&strings[index], &[byte][..]].concat());
            }
        }
        begin = end;
    }
    strings
}

#[test]
fn no_form_is_shorter_than_the_shortest() {
    let references = strings(b"a./:", 5);
    for rule in DOCUMENTS.into_iter().chain([ResolutionRule::Rfc3986]) {
        for base in ["x://h/a/b/c", "x://h/a//b/", "x:a/b", "x://h"] {
            for reference in &references {
                let uri = resolve(rule, base.as_bytes(), reference).unwrap().uri;
                let short = shorten(rule, base.as_bytes(), &uri).unwrap();
                let (reference, short) =
                    (String::from_utf8_lossy(reference), String::from_utf8_lossy(&short));
                assert!(short.len() <= reference.len(), "{rule} {base}: {short}, not {reference}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_shortened_form_resolves_to_what_it_was_made_from(
        base in "x:[/.ab:?#]{0,12}",
        uri in "(x:)?[/.ab:?#]{0,12}",
        alike in 0usize..14,
    ) {
        let uri = [&base.as_bytes()[..alike.min(base.len())], uri.as_bytes()].concat();
        for rule in ResolutionRule::ALL {
            let short = shorten(rule, base.as_bytes(), &uri).unwrap();
            prop_assert!(short.len() <= uri.len());
            // If the URI does not resolve to itself, a partial form need not resolve to it.
            if resolve(rule, base.as_bytes(), &uri).unwrap().uri == uri {
                prop_assert_eq!(&resolve(rule, base.as_bytes(), &short).unwrap().uri, &uri);
            }
        }
    }

    #[test]
    fn any_bytes_resolve(base: Vec<u8>, reference: Vec<u8>) {
        for rule in ResolutionRule::ALL {
            let base = [b"x:", base.as_slice()].concat();
            prop_assert!(resolve(rule, &base, &reference).is_ok());
            prop_assert!(shorten(rule, &base, &reference).is_ok());
        }
    }
}

#[test]
fn a_million_slashes() {
    let base = format!("x://h{}", "/a".repeat(1 << 20));
    let reference = "../".repeat(1 << 20);
    for rule in DOCUMENTS {
        assert_eq!(resolved(rule, &base, &reference), "x://h/../");
        let uri = format!("{base}/{}", "/".repeat(1 << 20));
        let short = shorten(rule, base.as_bytes(), uri.as_bytes()).unwrap();
        assert_eq!(resolved(rule, &base, std::str::from_utf8(&short).unwrap()), uri);
    }
}

#[test]
fn the_page_shows_where_the_rules_differ() {
    let contexts = ["magic://a/b/c//d/e/f", "http://a/b/c/d", "http://a/b//c/d?x"];
    let references = [
        "g", "/g", "//g", "///g", "../g", "../../g", "../../../g", "..", "../", ".", "./", "./g",
        "g/../h", "g/.", "g/..", "", "#s", "?y", "g:h", "/../g",
    ];
    let mut table = String::new();
    for context in contexts {
        for reference in references {
            let found = COMPARED.map(|rule| resolved(rule, context, reference));
            if found.iter().any(|uri| *uri != found[0]) {
                let cells = found.map(|uri| format!(" `{uri}` |")).concat();
                table += &format!("| `{context}` | `{reference}` |{cells}\n");
            }
        }
    }
    assert!(!table.is_empty());
    assert!(include_str!("../../crates/book/texts/prose.md").contains(&table), "{table}");
}

/// A `!` cannot occur in a scheme of RFC 1808.
#[test]
fn what_is_absolute_by_other_rules_alone_is_not_shortened() {
    let (base, uri) = (&b"a!+-.ftp:/a://tp://a/;type=ET"[..], &b"a!http:/b"[..]);
    assert_eq!(shorten(ResolutionRule::Rfc1808, base, uri).unwrap(), uri);
    assert_ne!(resolve(ResolutionRule::Rfc1808, base, uri).unwrap().uri, uri);
}

/// The published results of the library of the time are reproduced, without citing a document.
#[test]
fn the_library_of_the_time() {
    let rows = rows("tests/corpus/relative-libwww.tsv");
    assert!(rows.len() > 50);
    for row in rows {
        let [base, reference, result] = &row[..] else { panic!("{row:?}") };
        // Every row must resolve.
        let found = resolve(ResolutionRule::Libwww, base.as_bytes(), reference.as_bytes()).unwrap();
        assert_eq!(String::from_utf8_lossy(&found.uri), *result, "{row:?}");
        assert!(found.steps.iter().all(|step| step.basis.quotation().is_none()), "{row:?}");
    }
}
