//! Strings of recursive grammars are judged at any depth, and statements about all of their
//! strings are true.

use urlbnf_bnf::Grammar;
use urlbnf_bnf::ambiguity::every;
use urlbnf_bnf::automaton::{AutomatonError, LanguageSpec, Limits, NestingLimit, Work};
use urlbnf_bnf::derivation::{complete, verify};
use urlbnf_bnf::earley::{EarleyRecogniser, GrammarRecogniser};
use urlbnf_bnf::failure::Expectation;
use urlbnf_bnf::lint::{LintCode, lint, linted};

use crate::texts::read;

fn recogniser(grammar: &Grammar) -> EarleyRecogniser {
    EarleyRecogniser::new(grammar, &LanguageSpec::from_production(grammar.start())).unwrap()
}

/// Asserts that a string has a derivation tree that is valid.
#[track_caller]
fn derived(grammar: &Grammar, string: &str) -> usize {
    let tree = recogniser(grammar).tree(grammar, string.as_bytes()).unwrap().expect(string);
    verify(&tree).unwrap();
    verify(&complete(&tree).unwrap()).unwrap();
    tree.nodes().count()
}

#[track_caller]
fn codes(text: &str, nesting: usize) -> Vec<&'static str> {
    lint(&read(text).nested(nesting)).iter().map(|it| it.code.name()).collect()
}

/// A state that an earlier string has computed counts as much as a new one.
#[test]
fn the_work_of_a_string_does_not_depend_on_earlier_strings() {
    let grammar = read("n = 2*60(*4(n) / DIGIT n / ALPHA)\n");
    let used = recogniser(&grammar);
    for input in ["a", "1a", "aa1a", "a1", "1a", "aaaaaa"] {
        let input = input.as_bytes();
        let derives = |by: &EarleyRecogniser| {
            let mut work = Work::default();
            (by.derives_within(input, &mut work), work.spent())
        };
        let alone = derives(&recogniser(&grammar));
        assert_eq!((derives(&used), derives(&used)), (alone, alone));
        assert_eq!(alone.0, used.derives(input));
    }
}

/// If too little work is left to find where each production was entered, a failure still has its
/// offset and everything that was expected there.
#[test]
fn a_failure_is_explained_with_little_work() {
    let text = "v = \"[\" [ v *( \",\" v ) ] \"]\" / 1*DIGIT / \"{\" v \"}\"\n";
    let input = format!("[{}2", "1,".repeat(500));
    let failure = |string| {
        let grammar = read(text).within(Limits { string, ..Limits::default() });
        let start = LanguageSpec::from_production(grammar.start());
        let recogniser = EarleyRecogniser::new(&grammar, &start).ok()?;
        let failure = recogniser.failure(input.as_bytes()).ok()?.unwrap();
        let mut expected: Vec<String> =
            failure.expected.iter().map(|it| it.text(&grammar)).collect();
        expected.sort();
        Some((failure.offset, expected))
    };
    let most = failure(100_000_000).unwrap();
    let few: Vec<_> = (1..200).filter_map(|it| failure(1_000 * it)).collect();
    assert!(few.len() > 10 && few.len() < 199);
    assert!(few.iter().all(|it| *it == most));
}

#[test]
fn brackets_are_judged_ten_thousand_deep() {
    let grammar = read("e = \"x\" / \"(\" e \")\"\n");
    let deep = format!("{}x{}", "(".repeat(10_000), ")".repeat(10_000));
    assert_eq!(derived(&grammar, &deep), 10_001);
    let failure = recogniser(&grammar).failure(&deep.as_bytes()[..20_000]).unwrap().unwrap();
    assert_eq!((failure.offset, failure.chain.len()), (20_000, 1));
    assert_eq!(failure.expected, [Expectation::Literal(")".into())]);
    let unfinished = failure.unfinished.unwrap();
    assert_eq!(unfinished.missing.as_deref(), Some(")"));
    assert_eq!(grammar.name(unfinished.production), "e");
}

#[test]
fn chains_of_right_ends_take_linear_time_and_have_their_trees() {
    // Each byte completes all rules that are open.
    let grammar = read("s = \"i\" [ t ]\nt = s / \"(\" s \")\" s\n");
    assert_eq!(derived(&grammar, &"i".repeat(20_000)), 39_999);
    let grammar = read("s = \"i\" s [ \"e\" s ] / \"a\"\n");
    assert_eq!(derived(&grammar, &format!("{}a", "i".repeat(5_000))), 5_001);
}

#[test]
fn nullable_calls_and_circles_of_names_have_trees() {
    let grammar = read("s = t [ s ] \"b\" / u\nt = \"a\" [ s ]\nu = *t u / \"\"\n");
    for string in ["", "ab", "aab", "aabb", "aaabbb"] {
        if GrammarRecogniser::new(&grammar).derives(grammar.start(), string.as_bytes()) == Ok(true)
        {
            derived(&grammar, string);
        }
    }
    let grammar = read("s = t / \"(\" s \")\"\nt = s / \"a\"\n");
    derived(&grammar, "((a))");
}

#[test]
fn a_failure_has_the_chain_of_open_rules_and_what_was_expected() {
    let text = "value = object / \"1\"\nobject = \"{\" member *( \",\" member ) \"}\"\nmember = name \":\" value\nname = 1*\"n\"\n";
    let grammar = read(text);
    let failure = recogniser(&grammar).failure(b"{n:{n:1,n?").unwrap().unwrap();
    assert_eq!(failure.offset, 9);
    let chain: Vec<&str> = failure.chain.iter().map(|&id| grammar.name(id)).collect();
    assert_eq!(chain, ["value", "object", "member", "value", "object", "member", "name"]);
    let expected: Vec<String> = failure.expected.iter().map(|it| it.text(&grammar)).collect();
    assert_eq!(expected, ["\"n\"", "\":\""]);
}

#[test]
fn characters_of_several_bytes_fail_as_a_whole() {
    let grammar = read("s = \"(\" s \")\" / %x61-2FFF\n");
    let failure = recogniser(&grammar).failure("((é😀".as_bytes()).unwrap().unwrap();
    assert_eq!((failure.offset, failure.character), (4, Some('😀')));
    derived(&grammar, "((é))");
}

#[test]
fn a_grammar_too_large_for_one_automaton_is_judged_rule_by_rule() {
    let mut text = String::new();
    for number in 0..40 {
        text += &format!("r{number} = r{0} r{0}\n", number + 1);
    }
    text += "r40 = [ \"a\" ]\n";
    let grammar = read(&text);
    let recogniser = recogniser(&grammar);
    assert_eq!(recogniser.derives(&[b'a'; 3]), Ok(true));
    assert_eq!(recogniser.derives(b"ab"), Ok(false));
}

#[test]
fn a_rule_at_the_end_of_an_alternative_encloses_nothing() {
    for (text, string) in [
        ("s = %s\"i\" s [ %s\"e\" s ] / %s\"a\"\n", "iiiiiiia"),
        ("s = 1*t %s\"a\"\nt = %s\"b\" / s %s\"c\"\n", "bacacacacacaca"),
        ("s = %s\"x\" 1*t\nt = %s\"b\" / %s\"c\" s\n", "xcxcxcxcxcxb"),
        ("s = %s\"x\" [ s ] *%s\"y\" / %s\"z\"\n", "xxxxxxz"),
    ] {
        let grammar = read(text).nested(1);
        let automaton = urlbnf_bnf::automaton::Automaton::new(
            &grammar,
            &LanguageSpec::from_production(grammar.start()),
        );
        assert!(automaton.unwrap().accepts(string.as_bytes()), "{text}");
    }
    // A rule that encloses nothing needs no limit.
    let list = read("s = t [ \"a\" ]\nt = \"b\" / s \"c\"\n").nested(1);
    assert_eq!(NestingLimit::for_production(&list, list.start()), None);
}

#[test]
fn derivations_without_end_are_told() {
    let grammar = read("s = \"a\" / *2s\n").nested(2);
    let tree = recogniser(&grammar).tree(&grammar, b"a").unwrap().unwrap();
    let all = every(&tree, false, 1_000).unwrap();
    assert!(all.endless.is_some() && all.more);
}

#[test]
fn lint_decides_rules_that_recur_in_their_middle() {
    for (text, wanted) in [
        ("s = \"(\" 700s \")\" / \"a\"\n", &[][..]),
        ("s = \"(\" s s s s s s s s s \")\" / \"a\" / \"a\"\n", &["covered-alternative"]),
        ("s = \"(\" 700t \")\" / \"a\"\nt = \"[\" s \"]\" / \"b\"\nu = s\n", &[]),
        (
            "sum = sum \"+\" sum / num\nnum = dec / oct\ndec = 1*DIGIT\noct = \"0\" *%x30-37\n",
            &["ambiguous", "order-matters", "ambiguous", "covered-alternative"],
        ),
        ("s = \"i\" s [ \"e\" s ] / \"a\"\n", &["ambiguous"]),
    ] {
        let grammar = read(text).nested(1);
        assert_eq!(codes(text, 1), wanted, "{text}");
        assert_eq!(linted(&grammar).undecided, [], "{text}");
    }
}

#[test]
fn the_first_rule_of_a_circle_is_its_root() {
    let grammar = read("expr = term *( \"+\" term )\nterm = 1*DIGIT / \"(\" expr \")\"\n");
    assert_eq!(grammar.name(grammar.start()), "expr");
    assert!(grammar.has_start());
    assert!(!lint(&grammar.nested(1)).iter().any(|it| it.code == LintCode::Unused));
}

#[test]
fn a_string_that_takes_too_much_work_is_not_judged() {
    let text = "s = s s s / s s / %s\"a\" / u\nu = \"(\" s \")\"\n";
    let small = Limits { string: 20_000, ..Limits::default() };
    let grammar = read(text).within(small);
    assert!(recogniser(&grammar).derives(&[b'a'; 400]).is_err());
    assert_eq!(recogniser(&grammar).derives(b"aa"), Ok(true));
}

/// Each rule doubles the nodes of the empty string.
#[test]
fn a_tree_with_too_many_nodes_is_an_error() {
    let doubled = |count: usize| {
        let rules: String =
            (0..count).map(|at| format!("d{at} = d{} d{}\n", at + 1, at + 1)).collect();
        read(&format!("s = \"(\" s \")\" / d0\n{rules}d{count} = \"\" / \"b\"\n"))
    };
    for (count, fits) in [(8, true), (60, false)] {
        let grammar = doubled(count);
        let recogniser = recogniser(&grammar);
        assert_eq!(recogniser.derives(b"()"), Ok(true));
        assert_eq!(recogniser.tree(&grammar, b"()").is_ok_and(|it| it.is_some()), fits, "{count}");
    }
}

#[test]
fn a_cycle_is_no_error_of_a_recogniser() {
    let grammar = read("s = \"(\" s \")\" / \"a\"\n");
    let automaton = urlbnf_bnf::automaton::Automaton::new(
        &grammar,
        &LanguageSpec::from_production(grammar.start()),
    );
    assert!(matches!(automaton, Err(AutomatonError::Cycle(..))));
    assert_eq!(recogniser(&grammar).derives(b"((a))"), Ok(true));
}
