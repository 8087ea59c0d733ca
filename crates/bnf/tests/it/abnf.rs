//! The notation of RFC 5234 and RFC 7405: its starts, its declaration, and counts that are too
//! large for a table.

use urlbnf_bnf::automaton::{Automaton, LanguageSpec, Work};
use urlbnf_bnf::{Grammar, Reading};

use crate::texts::{derives, errors, read};

#[test]
fn counts() {
    let many = [b'x'; 5000];
    derives("a = 1*5000\"x\"\n", &[b"x", &many], &[b"", &[b'x'; 5001]]);
}

#[test]
fn core_rules_and_words() {
    let grammar = read("a = \"x\" / <any CHAR>\n");
    let undefined = grammar.undefined();
    assert_eq!(undefined.len(), 1);
    assert!(grammar.is_prose(undefined[0]));
    assert_eq!(grammar.name(undefined[0]), "<any CHAR>");
}

#[test]
fn the_notation_is_declared() {
    let read = |name: &str, text: &str| Grammar::read(name, text, Reading::Printed).is_ok();
    assert!(read("a.abnf", "a = \"b\" / \"c\"\n"));
    assert!(read("a.ABNF", "a = \"b\" / \"c\"\n"));
    assert!(read("a.txt", "; urlbnf: notation abnf\na = \"b\" / \"c\"\n"));
    assert!(!read("a.txt", "a = \"b\" / \"c\"\n"));
    // A directive in the file overrides the file's extension.
    assert!(!read("a.abnf", "; urlbnf: notation rfc822\naa = \"b\" / \"c\"\n"));
}

#[test]
fn lists_may_be_nested_so_deep() {
    let deep = format!("; urlbnf: lists\na = {}x{}\n", "#(".repeat(9), ")".repeat(9));
    errors("a.abnf", deep.as_bytes(), &["2:13+1 too many lists in lists"]);
}

#[test]
fn large_counts_are_exact_or_told() {
    let grammar = read("a = 1*65535%s\"x\"\n");
    let first = grammar.ids().next().unwrap();
    let dfa = Automaton::new(&grammar, &LanguageSpec::from_production(first))
        .unwrap()
        .determinise(&mut Work::default())
        .unwrap();
    assert_eq!(dfa.count(), Some(65_535_u32.into()));
    for text in
        ["a = 1*4294967295\"x\"\n", "a = 4294967295(*\"x\")\n", "a = *4294967295[b]\nb = \"\"\n"]
    {
        let grammar = read(text);
        let first = grammar.ids().next().unwrap();
        assert!(Automaton::new(&grammar, &LanguageSpec::from_production(first)).is_err(), "{text}");
    }
}
