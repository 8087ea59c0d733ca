//! The production to which a finding of `lint` belongs.

use urlbnf_bnf::lint::{LintCode, lint};
use urlbnf_bnf::{Grammar, Reading};

fn grammar(text: &str) -> Grammar {
    let text = format!("# notation rfc822\n{text}");
    Grammar::read("own.bnf", &text, Reading::Corrected).unwrap_or_else(|error| panic!("{error}"))
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

/// A form in a rule that the grammar defines twice is reported at that rule.
#[test]
fn a_form_is_reported_at_the_rule_that_contains_it() {
    let text = "; urlbnf: start s\ns = a\na = \"x\" / \"y\"\na = \"x\" | \"y\"\n";
    let grammar = Grammar::read("a.abnf", text, Reading::Printed).unwrap();
    let findings = lint(&grammar);
    let owners: Vec<(&str, &str)> =
        findings.iter().map(|it| (it.code.name(), grammar.name(it.production))).collect();
    assert_eq!(owners, [("bar", "a")]);
}
