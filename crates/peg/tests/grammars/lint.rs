//! What `lint` finds in pest grammars: a table, and random grammars in which each finding is held to
//! pest's own interpreter.

use urlbnf_peg::lint::{PestFinding, PestFindingKind, lint};

use super::draw::{GrammarRng, draw};
use super::matcher::{LONGEST_COUNTED, text};
use super::transcribed::{interpreter, transcribed};
use super::{MismatchSummary, seeds};

/// Texts, and the findings: the kind and the part.
const CASES: &[(&str, &str)] = &[
    ("a = { \"x\" | \"xy\" }", "NeverReached \"xy\""),
    ("a = { \"xy\" | \"x\" }", ""),
    ("a = { 'a'..'z' | \"1\" | \"b\" ~ \"c\" }", "NeverReached \"b\" ~ \"c\""),
    ("a = { \"(\" ~ a ~ \")\" | \"()\" | \"(\" }", ""),
    ("a = { \"(\" ~ a? ~ \")\" | \"()\" }", "NeverReached \"()\""),
    ("a = { !\"x\" ~ \"y\" }", "IdleLookahead !\"x\""),
    ("a = { &\"y\" ~ \"yz\" }", "IdleLookahead &\"y\""),
    ("a = { !\"y\" ~ ANY ~ !EOI }", ""),
    ("a = { !ANY ~ \"y\" }", "NeverMatches a"),
    ("a = { \"x\" ~ !\"\" | \"y\" }", ""),
    ("a = { SOI ~ \"x\"* ~ \"x\" ~ EOI }", "NeverMatches a"),
    ("a = { SOI ~ b ~ EOI }\nb = { \"(\" ~ b ~ \")\" | \"x\" }", ""),
    // White space between the parts makes a difference, unless the caller is atomic.
    ("a = { \"x\" ~ \"y\" | \"x y\" }\nWHITESPACE = { \" \" }", ""),
    ("a = !{ \"x\" ~ \"y\" | \"x y\" }\nWHITESPACE = { \" \" }", "NeverReached \"x y\""),
    // White space is skipped after a lookahead, before the rest.
    ("a = !{ !\" \" ~ \"y\" }\nWHITESPACE = { \" \" }", ""),
    ("a = !{ !\"x\" ~ \"y\" }\nWHITESPACE = { \" \" }", "IdleLookahead !\"x\""),
    (
        "a = { SOI ~ b ~ EOI }\nb = { \"x\" }\nc = { \"z\" ~ d }\nd = { c ~ \"x\" | \"y\" }",
        "Unused c, Unused d",
    ),
    // No rule says where parsing begins.
    ("a = { b ~ &EOI }\nb = { \"x\" }\nc = { \"y\" }", ""),
];

#[test]
fn of_a_pest_grammar_parts_without_effect_are_found() {
    for (text, expected) in CASES {
        let found =
            lint(text, &Default::default()).unwrap_or_else(|error| panic!("{text}: {error}"));
        let found: Vec<String> = found
            .findings
            .iter()
            .map(|PestFinding { kind, place, .. }| format!("{kind:?} {}", &text[place.range()]))
            .collect();
        assert_eq!(found.join(", "), *expected, "{text}");
    }
}

/// The text without the part of a finding; `None` if it is a whole rule.
fn without(text: &str, finding: &PestFinding) -> Option<String> {
    let (before, after) = (&text[..finding.place.start], &text[finding.place.end..]);
    match finding.kind {
        PestFindingKind::NeverReached => {
            Some(format!("{}{after}", before.trim_end().strip_suffix('|')?))
        }
        PestFindingKind::IdleLookahead => Some(format!("{before}\"\"{after}")),
        PestFindingKind::Unused | PestFindingKind::NeverMatches => None,
    }
}

/// Without a part that has no effect, pest matches the same.
#[test]
fn parts_without_effect_can_be_left_out() {
    let (mut findings, mut found, mut compared) = (MismatchSummary::default(), 0, 0);
    let strings: Vec<String> =
        (0..).map(text).take_while(|string| string.len() <= LONGEST_COUNTED).collect();
    for seed in seeds(8) {
        let mut numbers = GrammarRng::new(seed);
        let drawn = draw(&mut numbers);
        let rules = transcribed(&drawn, &mut numbers);
        let Some(pest) = interpreter(&rules) else { continue };
        let Ok(linted) = lint(&rules, &Default::default()) else { continue };
        for finding in &linted.findings {
            found += 1;
            let shorter = without(&rules, finding).and_then(|shorter| interpreter(&shorter));
            let Some(shorter) = shorter else { continue };
            compared += 1;
            let differs = |string: &&String| {
                pest.parse("WHOLE", string).is_ok() != shorter.parse("WHOLE", string).is_ok()
            };
            if let Some(string) = strings.iter().find(differs) {
                let what = format!("{finding:?} {string:?}\n{rules}");
                findings.add("has an effect", seed, &drawn, what);
            }
        }
    }
    println!("{found} found, {compared} compared");
    findings.none();
    assert!(compared > 20, "{found} found, {compared} compared");
}
