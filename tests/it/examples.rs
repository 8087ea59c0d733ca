//! The examples that RFC 3986 and RFC 3987 print, section by section, and their properties.
//!
//! Those of RFC 3986, section 5.4, are resolved in [`crate::references`]. Those of RFC 3987,
//! section 3.2, are mapped in [`crate::ladder`], and those of section 4.4 are read in
//! [`crate::iri_prose`].

use urlbnf::diagnose::examine;
use urlbnf::escape::{ComparisonLadder, ComparisonRung, to_iri, to_uri};
use urlbnf::warning::of_iri;
use urlbnf::{Document, Edition, Judge, Reading, Verdict};

use crate::support::{lines, lines_between, xml};
use crate::tables::{bytes, rows};

const TABLE: &str = "tests/cases/examples.tsv";

/// The rows of an edition: section, text, what holds, and of what.
fn examples(edition: Edition) -> Vec<Vec<String>> {
    let decoded = |cell: &String| String::from_utf8(bytes(cell)).unwrap();
    let own = rows(TABLE).into_iter().filter(|row| row[0] == edition.name());
    own.map(|row| row[1..].iter().map(decoded).collect()).collect()
}

/// A text in the notation of RFC 3987, section 1.4, and also with one character by its number.
fn notations(text: &str) -> [String; 2] {
    let number = text.chars().next().map_or(0, u32::from);
    [xml(text), if text.chars().count() == 1 { format!("U+{number:04X}") } else { text.to_owned() }]
}

fn squeezed<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.flat_map(str::split_whitespace).collect()
}

/// The lines of a section, up to the next heading. If there is no such section, all lines.
fn section(document: Document, name: &str) -> String {
    let sections = document.text().sections();
    match sections.iter().position(|it| it.name == name) {
        Some(at) => squeezed(lines_between(document, [name, sections[at + 1].name])),
        None => squeezed(lines(document)),
    }
}

#[track_caller]
fn check(edition: Edition) {
    let document = edition.document();
    let judge = Judge::by_scheme(edition, Reading::Corrected);
    let ladder =
        if edition == Edition::Rfc3987 { ComparisonLadder::Iri } else { ComparisonLadder::Uri };
    for row in examples(edition) {
        let [number, text, holds, of @ ..] = &row[..] else { panic!("{row:?}") };
        let printed = section(document, number);
        // The semicolon of the last character often follows the quotation mark.
        let is_printed = |it: &String| printed.contains(it.trim_end_matches(';'));
        assert!(notations(text).iter().any(is_printed), "{document:?}, {number}: {text}");
        let examination = examine(&judge, text.as_bytes());
        let judgement = &examination.judgement;
        let (holds, name) = holds.rsplit_once(' ').unwrap_or((holds, ""));
        match (holds, name) {
            ("read as", production) => {
                assert_eq!(judgement.verdict, Verdict::Conforms, "{text}");
                let matched = judgement.matched().map(|id| judge.grammar().name(id));
                assert_eq!(matched, Some(production), "{text}");
                let tree = judgement.tree().unwrap().unwrap();
                for part in of {
                    let (name, part) = part.split_once('=').unwrap();
                    let mut nodes = tree.nodes();
                    let is = nodes.any(|it| it.name() == name && it.text() == part.as_bytes());
                    assert!(is, "{text}: {part:?} is no {name}");
                }
            }
            ("on", rung) => {
                let rung = ComparisonRung::ALL.into_iter().find(|it| it.name() == rung).unwrap();
                let found = ladder.normalize(rung, text.as_bytes()).unwrap().text;
                assert_eq!(String::from_utf8(found).unwrap(), of[0], "{text} on {rung}");
            }
            ("is", wanted) => {
                let start = judge.grammar().find(&of[0]).unwrap();
                let judge = Judge::by_start(edition, Reading::Corrected, start);
                let is = judge.judge(text.as_bytes()).verdict == Verdict::Conforms;
                assert_eq!(is, wanted != "not", "{text}: {}", of[0]);
            }
            ("rejected", _) => {
                let found = examination.diagnostic.as_ref();
                let found = found.map(|it| format!("{}@{}", it.code, it.offset));
                assert_eq!(found.as_ref(), of.first(), "{text}");
            }
            ("uri", _) => {
                let found = to_uri(text.as_bytes(), Default::default()).unwrap();
                assert_eq!(found.text, of[0], "{text}");
                assert_eq!(found.steps.last().unwrap().text, of[0], "{text}");
                assert!(printed.contains(&of[0]), "{document:?}, {number}: {}", of[0]);
            }
            ("iri", _) => assert_eq!(to_iri(text.as_bytes()).unwrap().text, of[0], "{text}"),
            ("warned", _) => {
                let found = of_iri(text.as_bytes());
                let found: Vec<&str> = found.iter().map(|it| it.code().name()).collect();
                assert_eq!(found.join(" "), of[0], "{text}");
                assert_eq!(judgement.verdict, Verdict::Conforms, "{text}");
            }
            _ => panic!("{row:?}"),
        }
    }
}

#[test]
fn the_examples_of_the_documents_are_as_they_say() {
    check(Edition::Rfc3986);
    check(Edition::Rfc3987);
}

/// “Every URI is by definition an IRI.” (RFC 3987, page 11)
#[test]
fn the_examples_of_rfc3986_are_read_alike_by_rfc3987() {
    let [uri, iri] = [Edition::Rfc3986, Edition::Rfc3987]
        .map(|edition| Judge::by_scheme(edition, Reading::Corrected));
    for row in examples(Edition::Rfc3986) {
        let text = &row[1];
        let verdicts = [&uri, &iri].map(|judge| judge.judge(text.as_bytes()).verdict);
        assert_eq!(verdicts[0], verdicts[1], "{text}");
        assert_eq!(to_uri(text.as_bytes(), Default::default()).unwrap().text, *text);
    }
}

/// Everything that looks like a URI in these sections of the two documents is one of the rows.
#[test]
fn every_example_of_the_sections_is_a_row() {
    let parts = [
        (Edition::Rfc3986, ["1", "5.4"], 17),
        (Edition::Rfc3986, ["6", "8"], 14),
        (Edition::Rfc3987, ["5", "9"], 29),
    ];
    for (edition, sections, count) in parts {
        let (document, rows) = (edition.document(), examples(edition));
        let words = lines_between(document, sections).flat_map(str::split_whitespace);
        let words = words.map(|it| it.trim_matches(|it| "\"'<>().,;:".contains(it)));
        let is_uri = |word: &&str| {
            let form = word.split_once(':');
            form.is_some_and(|(scheme, rest)| {
                let letters = |it: &u8| it.is_ascii_alphanumeric();
                scheme.bytes().all(|it| letters(&it)) && scheme.len() > 1 && !rest.is_empty()
            })
        };
        let found: Vec<&str> = words.filter(is_uri).collect();
        assert_eq!(found.len(), count, "{document:?}, {sections:?}: {found:?}");
        for example in found {
            let mut texts = rows.iter().flat_map(|row| notations(&row[1]));
            assert!(texts.any(|it| it.starts_with(example)), "{document:?}: {example}");
        }
    }
}
