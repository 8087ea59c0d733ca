//! What is too large is reported, with the production, the limit and its value; and what only
//! looks large is decided.

use urlbnf_bnf::automaton::{
    Automaton, AutomatonError, Census, Dfa, Exceeded, LanguageSpec, Limit, Limits, Work,
};
use urlbnf_bnf::lint::{LintCode, LintResult, linted};
use urlbnf_bnf::{Grammar, Reading};

fn grammar(text: &str) -> Grammar {
    let text = format!("# notation rfc822\n{text}");
    Grammar::read("test.bnf", &text, Reading::Printed).unwrap()
}

fn language(text: &str, limits: &Limits) -> Result<Dfa, AutomatonError> {
    let grammar = grammar(text);
    let start = grammar.start();
    let (mut work, language) = (Work::new(limits), LanguageSpec::from_production(start));
    let automaton = Automaton::within(&grammar, &language, &mut work)?;
    automaton.determinise(&mut work).map_err(|it| AutomatonError::TooLarge(start, it))
}

/// `d0 = d1 d1` and so on: expanded, the last one occurs two to the power of `count` times.
fn doubling(count: usize) -> String {
    let productions = (0..count).map(|at| format!("d{at} = d{0} d{0}\n", at + 1));
    format!("{}d{count} = \"a\" \"b\"\n", productions.collect::<String>())
}

/// Each production optionally names the next.
fn chain(count: usize) -> String {
    let productions = (0..count).map(|at| format!("p{at} = \"a\" [ p{} ]\n", at + 1));
    format!("{}p{count} = \"b\"\n", productions.collect::<String>())
}

/// The automaton has to remember which of the last `count` characters was an `a`.
fn remembering(count: usize) -> String {
    format!("s = *( \"a\" | \"b\" ) \"a\" {}\n", "( \"a\" | \"b\" ) ".repeat(count))
}

#[test]
fn a_size_error_names_the_production_and_the_limit() {
    let most = Limits::default();
    let (work, nodes) =
        (Some((Limit::Work, most.question)), Some((Limit::Nodes, most.nodes as u64)));
    let table = [
        (remembering(30), "s", work),
        (remembering(8), "s", None),
        (doubling(30), "d13", nodes),
        (doubling(8), "d0", None),
        (chain(300), "p0", None),
        (chain(10_000), "p0", Some((Limit::Depth, most.depth as u64))),
        (format!("s = \"{}\"\n", "ab".repeat(15_000)), "s", None),
        ("s = 1000000*\"a\"\n".to_owned(), "s", nodes),
    ];
    for (text, name, limit) in table {
        let found = language(&text, &most);
        let start = text.lines().next().unwrap_or_default();
        let start = &start[..start.len().min(40)];
        match (found, limit) {
            (Ok(_), None) => {}
            (Err(AutomatonError::TooLarge(id, exceeded)), Some((limit, most))) => {
                assert_eq!(exceeded, Exceeded { limit, most }, "{start}");
                let message = AutomatonError::TooLarge(id, exceeded).message(&grammar(&text));
                assert!(message.contains(&format!("`{name}`")), "{message}");
                assert!(message.contains(&most.to_string()), "{message}");
            }
            (found, _) => panic!("{start}: {:?}", found.map(|dfa| dfa.len())),
        }
    }
}

/// Each automaton is small. The shortest string of the first language that is not in the
/// second has a million characters.
#[test]
fn two_that_are_too_large_together_are_not_called_equal() {
    let most = Limits::default();
    // Lengths divisible by 1009, and lengths not divisible by 1013.
    let many = "a".repeat(1009);
    let one = language(&format!("s = \"{many}\" *( \"{many}\" )\n"), &most).unwrap();
    let others = (1..1013).map(|at| format!("p{at} = [ \"a\" p{} ]\n", (at + 1) % 1013));
    let two = format!("p0 = \"a\" p1\n{}", others.collect::<String>());
    let two = language(&two, &most).unwrap();
    let few = || Work::of(1_000_000, &most);
    let exceeded = Exceeded { limit: Limit::Work, most: 1_000_000 };
    assert_eq!(one.witness(&two, &mut few()), Err(exceeded));
    assert_eq!(one.relation(&two, &mut few()), Err(exceeded));
    assert_eq!(one.union(&two, &mut few()), Err(exceeded));
    let witness = one.witness(&two, &mut Work::new(&most)).unwrap().unwrap();
    assert_eq!(witness.len(), 1009 * 1013);
    assert_eq!(Census::within(&one, 1_000_000, &mut few()).err(), Some(exceeded));
    let census = Census::within(&one, 1009, &mut Work::new(&most)).unwrap();
    assert_eq!(census.count(1009).to_string(), "1");
}

#[test]
fn lint_tells_what_it_could_not_decide() {
    let limits = Limits { question: 3_000, total: 3_000, ..Limits::default() };
    let text = "s = a [ b ] c\na = *\"x\" c\nb = c / \"y\" a\nc = *( \"x\" / \"z\" b )\n";
    let read = || Grammar::read("a.abnf", text, Reading::Printed).unwrap();
    let (few, enough) = (linted(&read().within(limits)).undecided, linted(&read()).undecided);
    assert!(few.iter().any(|open| open.is_out_of_work), "{few:?}");
    assert!(enough.iter().all(|open| !open.is_out_of_work), "{enough:?}");
}

#[test]
fn a_limit_can_be_raised() {
    let few = Limits { question: 10_000, total: 10_000, ..Limits::default() };
    let text = remembering(6);
    assert!(matches!(language(&text, &few), Err(AutomatonError::TooLarge(..))));
    assert!(language(&text, &few.times(10)).is_ok());
}

/// A grammar keeps its limits, and every decision about it respects them.
#[test]
fn a_grammar_has_limits_of_its_own() {
    let few = Limits { question: 10_000, total: 10_000, ..Limits::default() };
    let raised = grammar(&remembering(6)).within(few.times(10_000));
    let few = grammar(&remembering(6)).within(few);
    let dfa = |of: &Grammar| {
        Automaton::new(of, &LanguageSpec::from_production(of.start()))
            .unwrap()
            .determinise(&mut of.work())
            .map(|it| it.len())
    };
    assert!(dfa(&few).is_err());
    assert!(dfa(&raised).is_ok());
}

/// The alternatives are more than a grammar may have names.
#[test]
fn the_alternatives_of_each_choice_are_checked_separately() {
    let text: String =
        (0..2).map(|at| format!("p{at} = \"a\"{}\n", " | \"b\"".repeat(65_600))).collect();
    let LintResult { findings, undecided } = linted(&grammar(&text));
    let covered = findings.iter().filter(|it| it.code == LintCode::CoveredAlternative);
    assert_eq!(covered.count(), 2 * 65_599);
    assert!(undecided.is_empty());
}
