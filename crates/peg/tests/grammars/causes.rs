//! Which rule is to blame where several differ.

use urlbnf_bnf::{Grammar, Reading};
use urlbnf_peg::proof::{Prover, Transcription, causes};

/// Grammars in ABNF, rules in the notation of pest, and the causes of each rule that differs because of
/// others.
const CASES: &[(&str, &str, &str)] = &[
    // `m` takes every `%`, whatever `e` is.
    (
        "d = m e\nm = *\"%\"\ne = \"%\" / t\nt = *\"1\" \"1\"\n",
        "d = { m ~ e }\nm = { \"%\"* }\ne = { \"%\" | t }\nt = { \"1\"* ~ \"1\" }",
        "e: t",
    ),
    // A fault of its own, and one of a rule that it uses.
    (
        "a = b / \"1\" / \"12\"\nb = \"3\" / \"34\"\n",
        "a = { b | \"1\" | \"12\" }\nb = { \"3\" | \"34\" }",
        "",
    ),
    (
        "a = b / \"12\" / \"1\"\nb = \"3\" / \"34\"\n",
        "a = { b | \"12\" | \"1\" }\nb = { \"3\" | \"34\" }",
        "a: b",
    ),
    // Both others make a difference; a rule between does not.
    (
        "a = b / c\nb = d\nc = \"x\" / \"xy\"\nd = \"z\" / \"zz\"\n",
        "a = { b | c }\nb = { d }\nc = { \"x\" | \"xy\" }\nd = { \"z\" | \"zz\" }",
        "a: c, d; b: d",
    ),
    // The other rule differs only in strings that are never used.
    (
        "a = b \"!\" / \"k\"\nb = \"x\" / \"xy\"\n",
        "a = { b ~ \"!\" }\nb = { \"xy\" | \"x\" | \"xyz\" }",
        "",
    ),
];

#[test]
fn rules_are_blamed_for_what_they_do() {
    for (printed, pest, expected) in CASES {
        let grammar = Grammar::read("causes.abnf", printed, Reading::Printed).unwrap();
        let transcription = Transcription::read(pest).unwrap();
        let mut prover = Prover::new(&transcription, grammar.limits());
        let outcomes: Vec<_> = grammar
            .ids()
            .map(|id| (id, grammar.name(id), prover.compare(&grammar, id, grammar.name(id))))
            .collect();
        let found = causes(&grammar, &transcription, &outcomes, grammar.limits());
        let blamed = outcomes.iter().zip(found).filter(|(_, causes)| !causes.is_empty());
        let blamed: Vec<String> = blamed
            .map(|((id, ..), causes)| {
                format!("{}: {}", grammar.name(*id), grammar.names(&causes).join(", "))
            })
            .collect();
        assert_eq!(blamed.join("; "), *expected, "{pest}");
    }
}
