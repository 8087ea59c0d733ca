//! If an input stops too early, the reported production is really unfinished, and the reported
//! missing text occurs in every string that begins with the input.

use std::collections::{HashSet, VecDeque};

use urlbnf::automaton::{
    Automaton, AutomatonRun, LanguageSpec, RunConfiguration, UnfinishedProduction,
};
use urlbnf::diagnose::{Diagnostic, DiagnosticCode, examine};
use urlbnf::sample::conforming;
use urlbnf::{Edition, Judge, Reading, parse};

const PRINTABLE: std::ops::RangeInclusive<u8> = b' '..=b'~';
/// The number of longer strings that are examined.
const MOST: usize = 1000;

/// The length of the literal's prefix at the end of the text, one byte later.
fn matched(literal: &[u8], before: usize, byte: u8) -> usize {
    let text = [&literal[..before], &[byte]].concat();
    (0..=text.len().min(literal.len()))
        .rev()
        .find(|&it| text.ends_with(&literal[..it]))
        .unwrap_or(0)
}

/// A string of the language that begins with the input and lacks the literal after it.
fn without(automaton: &Automaton, input: &[u8], literal: &[u8]) -> Option<Vec<u8>> {
    let mut walk = AutomatonRun::new(automaton);
    assert!(input.iter().all(|&byte| walk.step(byte)));
    let mut seen: HashSet<(RunConfiguration, usize)> = HashSet::new();
    let mut queue = VecDeque::from([(walk.configuration(), 0, input.to_vec())]);
    while let Some((configuration, before, string)) = queue.pop_front() {
        if configuration.may_end() {
            return Some(string);
        }
        for byte in PRINTABLE {
            let after = matched(literal, before, byte);
            walk.resume(&configuration);
            if after < literal.len() && walk.step(byte) {
                let next = walk.configuration();
                if seen.insert((next.clone().plain(), after)) {
                    queue.push_back((next, after, [&string[..], &[byte]].concat()));
                }
            }
        }
    }
    None
}

/// Some strings of the language that begin with the input, shortest first.
fn longer(automaton: &Automaton, input: &[u8]) -> Vec<Vec<u8>> {
    let mut walk = AutomatonRun::new(automaton);
    assert!(input.iter().all(|&byte| walk.step(byte)));
    let mut queue = VecDeque::from([(walk.configuration(), input.to_vec())]);
    let (mut strings, mut looked) = (Vec::new(), 0);
    while let Some((configuration, string)) = queue.pop_front().filter(|_| looked < MOST) {
        looked += 1;
        if configuration.may_end() {
            strings.push(string.clone());
        }
        for byte in *b"a1/:@.,;=?%&+-<>f!\"" {
            walk.resume(&configuration);
            if walk.step(byte) {
                queue.push_back((walk.configuration(), [&string[..], &[byte]].concat()));
            }
        }
    }
    strings
}

/// Whether the production continues after the input, in some string that begins with it.
fn is_open(
    (judge, automaton): (&Judge, &Automaton),
    (input, example): (&[u8], &[u8]),
    unfinished: &UnfinishedProduction,
) -> bool {
    longer(automaton, input).iter().chain([&example.to_vec()]).any(|string| {
        let edition = judge.edition().unwrap();
        let tree = parse(edition, judge.reading(), judge.start(), string).unwrap();
        let open = |begin: usize, end: usize| begin <= input.len() && input.len() < end;
        tree.nodes().any(|node| {
            node.production() == unfinished.production && open(node.span().start, node.span().end)
        })
    })
}

#[test]
fn what_is_missing_is_in_every_longer_string() {
    let (mut stopped, mut outer, mut missing) = (0, 0, 0);
    for (edition, reading) in [
        (Edition::Rfc1738, Reading::Corrected),
        (Edition::Url00, Reading::Printed),
        (Edition::Url02, Reading::Corrected),
        (Edition::Rfc1630, Reading::Printed),
        (Edition::Rfc2396, Reading::Corrected),
    ] {
        let grammar = edition.grammar(reading);
        for id in grammar.ids() {
            let judge = Judge::by_start(edition, reading, id);
            let automaton = Automaton::new(grammar, &LanguageSpec::from_production(id)).unwrap();
            let mut seen = HashSet::new();
            for example in conforming(&judge).unwrap().examples(4) {
                for end in 1..example.len() {
                    let input = &example[..end];
                    let diagnostic = examine(&judge, input).diagnostic;
                    let stops = |it: &Diagnostic| it.code == DiagnosticCode::EndsTooEarly;
                    let Some(diagnostic) = diagnostic.filter(|it| stops(it)) else { continue };
                    let unfinished = diagnostic.unfinished.clone().expect("it stops too early");
                    if !seen.insert((diagnostic.chain.clone(), unfinished.clone())) {
                        continue;
                    }
                    let of = format!(
                        "{edition}, {reading}, {}: {} {unfinished:?}",
                        grammar.name(id),
                        String::from_utf8_lossy(input)
                    );
                    let last = diagnostic.chain[unfinished.depth - 1];
                    assert_eq!(last, unfinished.production, "{of}");
                    assert!(is_open((&judge, &automaton), (input, &example), &unfinished), "{of}");
                    stopped += 1;
                    outer += usize::from(unfinished.depth < diagnostic.chain.len());
                    if let Some(literal) = &unfinished.missing {
                        missing += 1;
                        let without = without(&automaton, input, literal.as_bytes());
                        assert_eq!(without, None, "{of}");
                    }
                }
            }
        }
    }
    assert!(stopped > 400 && outer > 60 && missing > 100, "{stopped} {outer} {missing}");
}
