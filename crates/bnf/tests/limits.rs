//! What is too large is said to be, with the production, the limit and its value; and
//! what only looks large is decided.

use urlbnf_bnf::ambiguity::ambiguity;
use urlbnf_bnf::automaton::{Automaton, Dfa, Exceeded, Language, Limit, Limits, NotRegular};
use urlbnf_bnf::{Grammar, Reading};

fn grammar(text: &str) -> Grammar {
    let text = format!("# notation rfc822\n{text}");
    Grammar::read("test.bnf", &text, Reading::Printed).unwrap()
}

fn language(text: &str, limits: &Limits) -> Result<Dfa, NotRegular> {
    let grammar = grammar(text);
    let start = grammar.start();
    let automaton = Automaton::within(&grammar, &Language::of(start), limits)?;
    automaton.determinise_within(limits).map_err(|it| NotRegular::TooLarge(start, it))
}

/// `d0 = d1 d1` and so on: the last one is written out two to the power of `count` times.
fn doubling(count: usize) -> String {
    let productions = (0..count).map(|at| format!("d{at} = d{0} d{0}\n", at + 1));
    format!("{}d{count} = \"a\" \"b\"\n", productions.collect::<String>())
}

/// Each production names the next, which need not stand.
fn chain(count: usize) -> String {
    let productions = (0..count).map(|at| format!("p{at} = \"a\" [ p{} ]\n", at + 1));
    format!("{}p{count} = \"b\"\n", productions.collect::<String>())
}

/// Which of the last so many characters was an `a` has to be remembered.
fn remembering(count: usize) -> String {
    format!("s = *( \"a\" | \"b\" ) \"a\" {}\n", "( \"a\" | \"b\" ) ".repeat(count))
}

#[test]
fn what_is_too_large_names_its_production_and_the_limit() {
    let most = Limits::default();
    let (states, nodes) = (Some((Limit::States, most.states)), Some((Limit::Nodes, most.nodes)));
    let table = [
        (remembering(30), "s", states),
        (remembering(8), "s", None),
        (doubling(30), "d0", nodes),
        (doubling(8), "d0", None),
        (chain(300), "p0", None),
        (chain(10_000), "p0", Some((Limit::Depth, most.depth))),
        (format!("s = \"{}\"\n", "ab".repeat(15_000)), "s", None),
        ("s = 1000000*\"a\"\n".to_owned(), "s", nodes),
    ];
    for (text, name, limit) in table {
        let found = language(&text, &most);
        let start = text.lines().next().unwrap_or_default();
        let start = &start[..start.len().min(40)];
        match (found, limit) {
            (Ok(_), None) => {}
            (Err(NotRegular::TooLarge(id, exceeded)), Some((limit, most))) => {
                assert_eq!(exceeded, Exceeded { limit, most }, "{start}");
                let message = NotRegular::TooLarge(id, exceeded).message(&grammar(&text));
                assert!(message.contains(&format!("`{name}`")), "{message}");
                assert!(message.contains(&most.to_string()), "{message}");
            }
            (found, _) => panic!("{start}: {:?}", found.map(|dfa| dfa.len())),
        }
    }
}

#[test]
fn a_limit_can_be_raised() {
    let few = Limits { nodes: 100, depth: 10, states: 100, steps: 2_000 };
    let text = remembering(6);
    assert!(matches!(language(&text, &few), Err(NotRegular::TooLarge(..))));
    assert!(language(&text, &few.times(10)).is_ok());
}

#[test]
fn ambiguity_has_the_same_limits() {
    let text = remembering(30).replace("( \"a\" | \"b\" )", "[ x ]") + "x = \"a\" | \"b\"\n";
    let grammar = grammar(&text);
    // It is found before all is looked at, or not at all.
    match ambiguity(&grammar, grammar.start()) {
        Ok(_) | Err(NotRegular::TooLarge(..)) => {}
        Err(error) => panic!("{}", error.message(&grammar)),
    }
}
