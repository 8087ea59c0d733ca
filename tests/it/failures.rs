//! Where strings fail, and what is expected there.

use urlbnf::Judge;
use urlbnf::automaton::{Automaton, AutomatonRun, Census, LanguageSpec, Limits, Work};
use urlbnf::diagnose::examine;
use urlbnf::parser::transcription_text;
use urlbnf::proof::Transcription;
use urlbnf::proof::rule_name;

use crate::support::{XorshiftRng, distinct_readings};

/// The offset is the length of the longest prefix of the input that some string of the
/// language begins with. The automaton of the printed grammar and the rules of the
/// transcription agree on it.
#[test]
fn offsets_are_those_of_the_transcriptions_too() {
    let mut numbers = XorshiftRng::new(822);
    let mut compared = 0;
    for (edition, reading) in distinct_readings() {
        let grammar = edition.grammar(reading);
        let transcription = Transcription::read(transcription_text(edition, reading)).unwrap();
        for id in grammar.ids() {
            let language = transcription
                .language_within(&rule_name(grammar.name(id)), &Limits::default())
                .unwrap();
            let census = Census::within(&language, 24, &mut Work::default()).unwrap();
            let judge = Judge::by_start(edition, reading, id);
            for _ in 0..12 {
                let length = numbers.below(25);
                let mut bits = |bytes: &mut [u8]| bytes.fill_with(|| numbers.below(256) as u8);
                let mut string = census.draw(length, &mut bits).unwrap_or_default();
                match numbers.below(3) {
                    0 if !string.is_empty() => {
                        let at = numbers.below(string.len());
                        string[at] = b"~ :/%@#.0a\x80\n"[numbers.below(12)];
                    }
                    1 => string.truncate(numbers.below(string.len() + 1)),
                    _ => string.push(b"~:/%@"[numbers.below(5)]),
                }
                let examination = examine(&judge, &string);
                let shown = String::from_utf8_lossy(&string);
                let name = grammar.name(id);
                if let Some(diagnostic) = examination.diagnostic {
                    let mut expected =
                        if language.is_empty() { 0 } else { language.longest_prefix(&string) };
                    if grammar.listing().code_points {
                        // A character of several bytes fails at its first byte.
                        let begun = string[..expected].utf8_chunks().next();
                        expected = begun.map_or(0, |it| it.valid().len());
                    }
                    assert_eq!(
                        diagnostic.offset, expected,
                        "{edition}, {reading}, {name}: {shown:?}"
                    );
                    compared += 1;
                } else {
                    assert!(language.accepts(&string), "{edition}, {reading}, {name}: {shown:?}");
                }
            }
        }
    }
    assert!(compared > 2_000, "{compared}");
}

/// `follow` and `step` lead to the same waiting positions, also for strings that enter so many
/// productions that old rows of offsets are removed on the way.
#[test]
fn a_walk_is_the_same_byte_by_byte() {
    let labels = format!("http://{}c/{}~", "a-1.".repeat(300), "x%20y/z;".repeat(300));
    let fields = format!("prospero://a.b/c{};", ";d=e%3Af".repeat(200));
    let reference = format!("{}?{}#", "../a:b@c/".repeat(200), "d=e&".repeat(200));
    let address = "http://[1:2::3:4.5.6.7]:80/\u{e9}/~";
    for (edition, reading) in distinct_readings() {
        let grammar = edition.grammar(reading);
        let automaton =
            Automaton::new(grammar, &LanguageSpec::from_production(grammar.start())).unwrap();
        for input in [&labels[..], &fields, &reference, address, "http:a", "mailto:a@b", ""] {
            let (mut whole, mut single) =
                (AutomatonRun::new(&automaton), AutomatonRun::new(&automaton));
            let all = whole.follow(input.as_bytes());
            let rest = input.bytes().take_while(|&byte| single.step(byte)).count();
            assert_eq!((all, whole.offset()), (rest == input.len(), rest), "{edition}: {input}");
            assert_eq!(
                whole.configuration(),
                single.configuration(),
                "{edition}, {reading}: {input}"
            );
            assert!(whole.waiting().eq(single.waiting()), "{edition}, {reading}: {input}");
        }
    }
}

/// Judges lines of a length in bytes.
#[track_caller]
fn long_lines_are_judged(length: usize) {
    let long = |unit: &str| format!("http://a.b/{}", unit.repeat(length / unit.len()));
    for unit in ["a", "a/", "%20", "@", ":", "%00", ".", "-", "~", "a@1.1.1.1", "\u{e9}"] {
        for (edition, reading) in distinct_readings() {
            let input = long(unit);
            let judge = Judge::by_scheme(edition, reading);
            let examination = examine(&judge, input.as_bytes());
            let conforms = examination.diagnostic.is_none();
            assert_eq!(
                conforms,
                examination
                    .judgement
                    .tree()
                    .unwrap()
                    .is_some_and(|tree| { urlbnf::derivation::verify(&tree) == Ok(()) }),
                "{edition}, {reading}: {unit}"
            );
        }
    }
}

#[test]
fn a_long_line_is_judged() {
    long_lines_are_judged(1 << 16);
}

#[test]
#[ignore = "it takes half a minute"]
fn a_megabyte_on_one_line_is_judged() {
    long_lines_are_judged(1 << 20);
}
