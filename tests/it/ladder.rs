//! The ladder of comparison, rung by rung, with the examples of RFC 3986 and RFC 3987.

use proptest::prelude::*;
use urlbnf::escape::{ComparisonLadder, ComparisonRung, is_iprivate, is_ucschar, to_iri, to_uri};
use urlbnf::{Document, Edition, Judge, Reading, Verdict};

use crate::levels::hostile_url;
use crate::support::{lines, lines_between};

/// A normal form of a conforming string conforms.
#[test]
fn a_normal_form_is_one_of_the_grammar() {
    let judge = Judge::by_scheme(Edition::Rfc3986, Reading::Corrected);
    let conforms = |text: &[u8]| judge.judge(text).verdict == Verdict::Conforms;
    let mut tried = 0;
    let alphabet = b"a:/?.%4A@[";
    for text in crate::resolve::strings(alphabet, 5).into_iter().filter(|text| conforms(text)) {
        for rung in ComparisonRung::ALL {
            let form = ComparisonLadder::Uri.normalize(rung, &text).unwrap().text;
            let shown = String::from_utf8_lossy(&form);
            assert!(conforms(&form), "{shown} on {rung} of {}", String::from_utf8_lossy(&text));
        }
        tried += 1;
    }
    assert!(tried > 1_000, "{tried}");
}

/// The classes are those of the printed grammar.
#[test]
fn ucschar_and_iprivate_are_as_printed() {
    let mut ranges: [Vec<(u32, u32)>; 2] = Default::default();
    let mut class = None;
    for line in lines(Document::Rfc3987) {
        let (name, rest) = line.split_once('=').unwrap_or(("", line));
        class = match (name.trim(), line.trim_start().starts_with("/ %x")) {
            ("ucschar", _) => Some(0),
            ("iprivate", _) => Some(1),
            (_, true) => class,
            _ => None,
        };
        let Some(class) = class else { continue };
        for range in rest.split('/').filter_map(|it| it.trim().strip_prefix("%x")) {
            let (from, to) = range.split_once('-').unwrap();
            let number = |text: &str| u32::from_str_radix(text, 16).unwrap();
            ranges[class].push((number(from), number(to)));
        }
    }
    assert_eq!(ranges.each_ref().map(Vec::len), [17, 3]);
    for character in char::MIN..=char::MAX {
        let inside = |(from, to): &(u32, u32)| (*from..=*to).contains(&u32::from(character));
        assert_eq!(is_ucschar(character), ranges[0].iter().any(inside), "{character:?}");
        assert_eq!(is_iprivate(character), ranges[1].iter().any(inside), "{character:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_normal_form_stays_and_each_rung_includes_those_below(
        one in hostile_url(),
        other in hostile_url(),
    ) {
        for ladder in [ComparisonLadder::Uri, ComparisonLadder::Iri] {
            let mut alike = false;
            for rung in ComparisonRung::ALL {
                let Ok(once) = ladder.normalize(rung, one.as_bytes()) else { continue };
                let twice = ladder.normalize(rung, &once.text).unwrap();
                prop_assert_eq!(String::from_utf8_lossy(&once.text), String::from_utf8_lossy(&twice.text), "{:?} {}", ladder, rung);
                prop_assert!(twice.by.is_empty() || rung == ComparisonRung::Simple, "{:?}", twice.by);
                let below = ComparisonRung::ALL.into_iter().filter(|below| *below < rung);
                for below in below {
                    let form = ladder.normalize(below, one.as_bytes()).unwrap().text;
                    prop_assert_eq!(&ladder.normalize(rung, &form).unwrap().text, &once.text);
                }
                let Ok(other) = ladder.normalize(rung, other.as_bytes()) else { continue };
                prop_assert!(!alike || once.text == other.text, "{} below {}", one, rung);
                alike = once.text == other.text;
            }
        }
    }

    /// The IRI that is made of a URI is equivalent to it, as the document promises.
    #[test]
    fn what_is_made_an_iri_maps_back(uri in "x:(%[0-9A-Fa-f]{2}|%C3%A9|%E2%80%AE|%EE%80%80|[a-z/?#:@]){0,12}") {
        let iri = to_iri(uri.as_bytes()).unwrap();
        let back = to_uri(iri.text.as_bytes(), Default::default()).unwrap();
        let on = |text: &[u8]| ComparisonLadder::Uri.normalize(ComparisonRung::Percent, text).unwrap().text;
        prop_assert_eq!(on(back.text.as_bytes()), on(uri.as_bytes()), "{}", iri.text);
        let again = to_uri(back.text.as_bytes(), Default::default()).unwrap();
        prop_assert_eq!(again.text, back.text);
    }
}

/// Reads the XML notation of the document's examples.
fn read_xml(text: &str) -> String {
    let mut read = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("&#x") {
        let (number, behind) = behind.split_once(';').unwrap();
        read += before;
        read.push(char::from_u32(u32::from_str_radix(number, 16).unwrap()).unwrap());
        rest = behind;
    }
    read + rest
}

/// Section 3.2.1: the string after each of the five steps, read from the document.
#[test]
fn the_examples_of_rfc3987_are_made_iris_step_by_step_as_printed() {
    let mut examples: Vec<Vec<&str>> = Vec::new();
    for line in lines_between(Document::Rfc3987, ["3.2.1", "4"]) {
        let Some((number, text)) = line.trim().split_once(".  ") else { continue };
        if number == "1" {
            examples.push(Vec::new());
        }
        if let Some(example) = examples.last_mut().filter(|it| number == (it.len() + 1).to_string())
        {
            example.push(text);
        }
    }
    assert_eq!(examples.iter().map(Vec::len).collect::<Vec<_>>(), [5, 5, 5], "{examples:?}");
    for example in examples {
        let found = to_iri(example[0].as_bytes()).unwrap();
        let steps: Vec<String> = found.steps.iter().map(|step| step.text.clone()).collect();
        assert_eq!(steps[..4], example[..4]);
        assert_eq!(steps[4], read_xml(example[4]));
    }
}
