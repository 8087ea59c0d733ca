//! Partial forms, and how the rules resolve them.

use proptest::prelude::*;
use urlbnf::resolve::{PartialContext, Rule, is_absolute, resolve, shorten};

use crate::tables::rows;

const CONTEXT: &str = "magic://a/b/c//d/e/f";
const DIRECTORY: &str = "magic://a/b/c//d/e/";

fn resolved(rule: Rule, base: &str, reference: &str) -> String {
    let resolution = resolve(rule, base.as_bytes(), reference.as_bytes()).unwrap();
    assert_eq!(resolution.steps.last().unwrap().uri, resolution.uri, "the last step is the result");
    String::from_utf8(resolution.uri).unwrap()
}

#[track_caller]
pub fn check(rule: Rule, base: &str, cases: &[(&str, &str)]) {
    for (reference, expected) in cases {
        assert_eq!(resolved(rule, base, reference), *expected, "{rule}: {reference} in {base}");
    }
}

/// RFC 1630, page 11.
const EXAMPLES: [(&str, &str); 5] = [
    ("g", "magic://a/b/c//d/e/g"),
    ("/g", "magic://a/g"),
    ("//g", "magic://g"),
    ("../g", "magic://a/b/c//d/g"),
    ("g:h", "g:h"),
];

#[test]
fn rfc1630_page_11_examples() {
    check(Rule::Rfc1630, CONTEXT, &EXAMPLES);
}

#[test]
fn rfc1630_page_11_with_a_trailing_slash_the_results_are_exactly_the_same() {
    check(Rule::Rfc1630, DIRECTORY, &EXAMPLES);
}

#[test]
fn rfc1630_page_10_the_letter_contradicts_the_second_example() {
    for base in [CONTEXT, DIRECTORY] {
        let differing: Vec<&str> = EXAMPLES
            .iter()
            .filter(|(reference, expected)| resolved(Rule::Letter, base, reference) != *expected)
            .map(|(reference, _)| *reference)
            .collect();
        assert_eq!(differing, ["/g"]);
        assert_eq!(resolved(Rule::Letter, base, "/g"), "magic://a/b/c//d/g");
    }
}

#[test]
fn rfc1630_page_10_xxx_dot_dot_slash_and_slash_dot_are_removed() {
    check(
        Rule::Rfc1630,
        "http://h/a/b/c",
        &[
            ("./g", "http://h/a/b/g"),
            ("g/./h", "http://h/a/b/g/h"),
            ("g/../h", "http://h/a/b/h"),
            ("../../g", "http://h/g"),
            (".", "http://h/a/b"),
            // Only "xxx/../", with its second slash, is removed.
            ("..", "http://h/a/b/.."),
            ("../", "http://h/a/"),
            // Only complete elements are removed.
            ("g..", "http://h/a/b/g.."),
            (".g", "http://h/a/b/.g"),
            ("..g/h", "http://h/a/b/..g/h"),
            // There is nothing above the host.
            ("../../../g", "http://h/../g"),
        ],
    );
}

#[test]
fn rfc1630_page_11_a_trailing_slash_is_a_void_segment() {
    assert_eq!(resolved(Rule::Rfc1630, "http://h/a/b", "g"), "http://h/a/g");
    assert_eq!(resolved(Rule::Rfc1630, "http://h/a/b/", "g"), "http://h/a/b/g");
}

#[test]
fn rfc1630_news_within_an_article_a_reference_is_a_valid_url_in_the_partial_form() {
    for rule in Rule::ALL {
        check(
            rule,
            "news:1@cern.ch",
            &[("alt.hypertext", "news:alt.hypertext"), ("2@a", "news:2@a")],
        );
    }
}

#[test]
fn drafts_partial_form_scheme_host_and_path() {
    check(
        Rule::Drafts,
        "http://h:8000/a/b/c",
        &[
            ("ftp://i/g", "ftp://i/g"),
            ("//i:80/g", "http://i:80/g"),
            ("/g", "http://h:8000/g"),
            ("g", "http://h:8000/a/b/g"),
            ("../g", "http://h:8000/a/g"),
            ("..", "http://h:8000/a"),
            (".", "http://h:8000/a/b"),
        ],
    );
}

#[test]
fn the_search_and_the_fragment_of_the_context_are_no_part_of_its_path() {
    for rule in Rule::ALL {
        check(
            rule,
            "http://h/a/b?c/d#e/f",
            &[("g", "http://h/a/g"), ("g?x/../y", "http://h/a/g?x/../y")],
        );
        check(rule, "http://h", &[("g", "http://h/g"), ("/g", "http://h/g")]);
    }
}

/// The rules that a document states.
const DOCUMENTS: [Rule; 3] = [Rule::Rfc1630, Rule::Letter, Rule::Drafts];

/// The rules that the page compares. RFC 3987 has the rule of RFC 3986.
const COMPARED: [Rule; 7] = [
    Rule::Rfc1630,
    Rule::Letter,
    Rule::Drafts,
    Rule::Libwww,
    Rule::Rfc1808,
    Rule::Rfc2396,
    Rule::Rfc3986,
];

#[test]
fn an_absolute_form_needs_no_context() {
    for rule in Rule::ALL {
        assert_eq!(resolve(rule, b"name", b"x-access:foo").unwrap().uri, b"x-access:foo");
    }
}

#[test]
fn a_context_must_be_absolute() {
    for base in ["", "a", "/a:b", "a/b:c"] {
        assert_eq!(resolve(Rule::Rfc1630, base.as_bytes(), b"g"), Err(PartialContext), "{base}");
        assert_eq!(shorten(Rule::Drafts, base.as_bytes(), b"a:g"), Err(PartialContext), "{base}");
    }
}

#[test]
fn shortest_forms() {
    let short = |rule, base: &str, uri: &str| {
        String::from_utf8(shorten(rule, base.as_bytes(), uri.as_bytes()).unwrap()).unwrap()
    };
    for (reference, uri) in EXAMPLES {
        assert_eq!(short(Rule::Rfc1630, CONTEXT, uri), reference, "{uri}");
    }
    assert_eq!(short(Rule::Rfc1630, "http://h/a/b/c", "http://h/a/b"), ".");
    assert_eq!(short(Rule::Drafts, "http://h/a/b/c", "http://h/a/b/x:y"), "./x:y");
    assert_eq!(short(Rule::Drafts, "http://h/a", "ftp://h/a"), "ftp://h/a");
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
    for rule in DOCUMENTS.into_iter().chain([Rule::Rfc3986]) {
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
        for rule in Rule::ALL {
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
        for rule in Rule::ALL {
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
        "g",
        "/g",
        "//g",
        "///g",
        "../g",
        "../../g",
        "../../../g",
        "..",
        "../",
        ".",
        "./",
        "./g",
        "g/../h",
        "g/.",
        "g/..",
        "",
        "#s",
        "?y",
        "g:h",
        "/../g",
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

#[test]
fn what_a_document_says_against_a_partial_form_is_told() {
    use urlbnf::resolve::caution;
    let told = |rule, base: &str, reference: &str| {
        caution(rule, base.as_bytes(), reference.as_bytes()).is_some()
    };
    assert!(told(Rule::Rfc1630, "gopher://h/11/a/b", "c"));
    assert!(told(Rule::Letter, "GOPHER://h/11/a/b", "c"));
    assert!(!told(Rule::Rfc1630, "gopher://h/11/a/b", "gopher://h/11/c"));
    assert!(!told(Rule::Rfc1630, "http://h/a/b", "c"));
    assert!(!told(Rule::Drafts, "gopher://h/11/a/b", "c"));
}

/// A `!` cannot occur in a scheme of RFC 1808, so a colon alone does not make a reference
/// absolute.
#[test]
fn each_rule_decides_which_references_are_absolute() {
    let rows: &[(&[u8], [bool; 9])] = &[
        (b"a:b", [true; 9]),
        (b"a!http:/b", [true, true, true, true, false, true, false, false, false]),
        (b"1:b", [true, true, true, true, true, true, false, false, false]),
        (b"a/b:c", [false; 9]),
        (b"#a:b", [true, true, true, true, false, false, false, false, false]),
        (b"", [false; 9]),
    ];
    for (reference, expected) in rows {
        assert_eq!(Rule::ALL.map(|rule| is_absolute(rule, reference)), *expected, "{reference:?}");
    }
    let (base, uri) = (&b"a!+-.ftp:/a://tp://a/;type=ET"[..], &b"a!http:/b"[..]);
    assert_eq!(shorten(Rule::Rfc1808, base, uri).unwrap(), uri);
    assert_ne!(resolve(Rule::Rfc1808, base, uri).unwrap().uri, uri);
}

/// The published results of the library of the time are reproduced, without citing a document.
#[test]
fn the_library_of_the_time() {
    let rows = rows("tests/corpus/relative-libwww.tsv");
    assert!(rows.len() > 50);
    for row in rows {
        let [base, reference, result] = &row[..] else { panic!("{row:?}") };
        // Every row must resolve.
        let found = resolve(Rule::Libwww, base.as_bytes(), reference.as_bytes()).unwrap();
        assert_eq!(String::from_utf8_lossy(&found.uri), *result, "{row:?}");
        assert!(found.steps.iter().all(|step| step.basis.quotation().is_none()), "{row:?}");
    }
}
