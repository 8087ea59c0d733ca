//! The findings of `lint`, and their places.

use urlbnf_bnf::lint::{Finding, LintCode, lint};
use urlbnf_bnf::{Grammar, Reading};

fn grammar(text: &str) -> Grammar {
    let text = format!("# notation rfc822\n{text}");
    Grammar::read("own.bnf", &text, Reading::Corrected).unwrap_or_else(|error| panic!("{error}"))
}

/// A finding as `line:column code: message (witness)`.
fn told(grammar: &Grammar, finding: &Finding) -> String {
    let (line, column) = grammar.listing().line_and_column(finding.place.start);
    let witness = finding.witness().map(String::from_utf8_lossy);
    let witness = witness.map(|it| format!(" ({it:?})")).unwrap_or_default();
    format!("{line}:{column} {}: {}{witness}", finding.code, finding.message(grammar))
}

#[track_caller]
fn finds(text: &str, expected: &[&str]) {
    let grammar = grammar(text);
    let found: Vec<String> = lint(&grammar).iter().map(|it| told(&grammar, it)).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn a_sound_grammar_has_nothing() {
    finds("time = 2*digit \":\" 2*digit\ndigit = \"0\" | \"1\"\n", &[]);
}

#[test]
fn each_fault_has_its_place() {
    finds(
        "a = \"x\" b\n",
        &[
            "2:1 derives-nothing: `a` has no string: it needs `b`, which nothing defines",
            "2:9 undefined: `b` is not defined",
        ],
    );
    finds("a = \"x\"\nb = \"y\"\n", &["3:1 unused: `b` is not needed by the start, `a`"]);
    finds(
        "a = \"x\" a\n",
        &["2:1 derives-nothing: `a` has no string: it needs itself without an end"],
    );
    finds(
        "a = \"(\" a \")\" | \"x\"\n",
        &[
            "2:1 not-regular: a > a recurs, and neither at the left end alone nor at the right end alone: whether it is regular cannot be decided here",
        ],
    );
    finds("a = b c\nb = *\"x\"\nc = *\"x\"\n", &["2:1 ambiguous: `a` is ambiguous (\"x\")"]);
    finds(
        "a = 1*\"x\" | \"y\" | \"xx\"\n",
        &[
            "2:19 covered-alternative: this alternative of `a` adds nothing to those before it (\"xx\")",
        ],
    );
    finds(
        "a = \"digit\" | digit\ndigit = \"0\"\n",
        &["2:5 suspicious-literal: this is the text `digit`, not the production `digit`"],
    );
    finds(
        "a = \"%x41\"\n",
        &["2:5 suspicious-literal: this is a text, not a value as ABNF writes one"],
    );
}

#[test]
fn an_inherited_ambiguity_is_reported_at_its_source() {
    let grammar = grammar("a = \"(\" b \")\"\nb = c d\nc = *\"x\"\nd = *\"x\"\n");
    let found = lint(&grammar);
    let of = |code| found.iter().filter(|it| it.code == code).collect::<Vec<_>>();
    let ambiguous = of(LintCode::Ambiguous);
    assert_eq!(ambiguous.len(), 1, "{found:?}");
    assert_eq!(grammar.name(ambiguous[0].production), "b");
}

#[test]
fn an_alternative_inside_a_group_may_be_covered() {
    finds(
        "a = \"z\" ( *\"x\" | \"x\" )\n",
        &[
            "2:18 covered-alternative: this alternative of `a` adds nothing to those before it (\"x\")",
        ],
    );
}
