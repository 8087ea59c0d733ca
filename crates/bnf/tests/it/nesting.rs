//! Middle recursion up to a nesting depth, compared with the strings of at most that depth,
//! which a few lines of code generate.

use std::collections::HashSet;

use urlbnf_bnf::ambiguity::{Ambiguity, ambiguity, every};
use urlbnf_bnf::automaton::{Automaton, LanguageSpec, Work, seeds};
use urlbnf_bnf::derivation::{Deriver, complete, unfold, verify};
use urlbnf_bnf::{Grammar, Tree, TreeNode};

fn read(text: &str, most: usize) -> Grammar {
    crate::texts::read(text).nested(most)
}

fn nested(depth: usize) -> String {
    format!("{}x{}", "(".repeat(depth), ")".repeat(depth))
}

#[test]
fn brackets_nest_up_to_the_limit() {
    let text = "e = \"x\" / \"(\" e \")\"\n";
    for most in 0..6 {
        let grammar = read(text, most);
        let language = LanguageSpec::from_production(grammar.start());
        let automaton = Automaton::new(&grammar, &language).unwrap();
        let dfa = automaton.determinise(&mut Work::default()).unwrap();
        let deriver = Deriver::new(&grammar, &language).unwrap();
        assert_eq!(dfa.count(), Some((2 * (most + 1)).into()));
        for depth in 0..9 {
            let string = nested(depth);
            assert_eq!(dfa.accepts(string.as_bytes()), depth <= most, "{string}");
            let tree = deriver.derive(&grammar, string.as_bytes());
            assert_eq!(tree.is_some(), depth <= most);
            let Some(tree) = tree else { continue };
            verify(&tree).unwrap();
            verify(&complete(&tree).unwrap()).unwrap();
            assert_eq!(tree.nodes().count(), depth + 1);
        }
        assert_eq!(ambiguity(&grammar, grammar.start()), Ok(Ambiguity::Unambiguous));
    }
}

#[test]
fn the_text_beside_a_recursion_is_exact_without_a_limit() {
    let text =
        "top = list e\nlist = 1*\"a\"\ne = \"x\" / \"(\" list e \")\"\nright = \"y\" [right]\n";
    let grammar = read(text, 1);
    let names = |start: &str| -> Vec<String> {
        let seeds = seeds(&grammar, grammar.find(start).unwrap());
        seeds.into_iter().map(|id| grammar.name(id).to_owned()).collect()
    };
    assert_eq!(names("top"), ["e"]);
    assert!(names("list").is_empty() && names("right").is_empty());
    let automaton = |start: &str| {
        Automaton::new(&grammar, &LanguageSpec::from_production(grammar.find(start).unwrap()))
            .unwrap()
    };
    assert!(automaton("right").accepts(&[b'y'; 100]));
    assert!(automaton("top").accepts(b"aaa(ax)") && !automaton("top").accepts(b"a(a(ax))"));
}

#[test]
fn seeds_are_in_every_circle() {
    let texts = [
        ("a = \"(\" b \")\" / \"x\"\nb = \"[\" a \"]\" / \"y\"\n", 1),
        ("a = \"(\" a \")\" b\nb = \"x\" b \"y\" / a / \"\"\n", 2),
        ("a = a a / \"(\" a \")\" / \"x\"\n", 1),
    ];
    for (text, count) in texts {
        let grammar = read(text, 2);
        assert_eq!(seeds(&grammar, grammar.ids().next().unwrap()).len(), count, "{text}");
    }
}

/// The strings of the third grammar above, up to a nesting depth of `depth`.
fn strings(depth: usize, longest: usize) -> Vec<String> {
    let below = depth.checked_sub(1).map(|it| strings(it, longest)).unwrap_or_default();
    let mut ones = vec!["x".to_owned()];
    ones.extend(below.iter().map(|it| format!("({it})")));
    let mut all = ones.clone();
    for _ in 1..longest {
        let longer = ones.iter().flat_map(|one| all.iter().map(move |two| format!("{one}{two}")));
        let longer: Vec<String> = longer.filter(|it| it.len() <= longest).collect();
        all.extend(longer);
        all.sort();
        all.dedup();
    }
    all.retain(|it| it.len() <= longest);
    all
}

#[test]
fn recursion_at_both_ends_and_in_the_middle_keeps_every_string_up_to_its_depth() {
    for most in 0..4 {
        let grammar = read("a = a a / \"(\" a \")\" / \"x\"\n", most);
        let language = LanguageSpec::from_production(grammar.start());
        let dfa =
            Automaton::new(&grammar, &language).unwrap().determinise(&mut Work::default()).unwrap();
        let expected = strings(most, 6);
        let mut pending = vec![String::new()];
        while let Some(string) = pending.pop() {
            // A literal in any case is in lower case here.
            assert_eq!(dfa.accepts(string.as_bytes()), expected.contains(&string), "{string}");
            if string.len() < 6 {
                pending.extend(["(", ")", "x"].map(|it| format!("{string}{it}")));
            }
        }
    }
}

/// A list is not nested, at whichever end it recurs; brackets are.
#[test]
fn lists_are_of_any_length() {
    let long = |one: &str| vec![one; 40].join("+");
    let texts = [
        // At the left end, at the right end, at both, by repetition, through other rules.
        "e = e \"+\" t / t\nt = \"(\" e \")\" / \"x\"\n",
        "e = t \"+\" e / t\nt = \"(\" e \")\" / \"x\"\n",
        "e = e \"+\" e / \"(\" e \")\" / \"x\"\n",
        "e = t *(\"+\" t)\nt = \"(\" e \")\" / \"x\"\n",
        "e = t [\"+\" e]\nt = u\nu = \"(\" e \")\" / \"x\"\n",
        "e = l t / t\nl = e \"+\"\nt = \"(\" e \")\" / \"x\"\n",
    ];
    for text in texts {
        for most in 0..4 {
            let grammar = read(text, most);
            let language = LanguageSpec::from_production(grammar.start());
            let automaton = Automaton::new(&grammar, &language).unwrap();
            let deriver = Deriver::new(&grammar, &language).unwrap();
            for depth in 0..6 {
                let nested = nested(depth);
                for string in [
                    nested.clone(),
                    long(&nested),
                    format!("{}+{nested}", long("x")),
                    format!("x+(x+(x+{})+x)+x", nested),
                ] {
                    let brackets = string.chars().scan(0_usize, |open, it| {
                        *open = *open + usize::from(it == '(') - usize::from(it == ')');
                        Some(*open)
                    });
                    let expected = brackets.max() <= Some(most);
                    assert_eq!(
                        automaton.accepts(string.as_bytes()),
                        expected,
                        "{string} of {text}"
                    );
                    let tree = deriver.derive(&grammar, string.as_bytes());
                    assert_eq!(tree.is_some(), expected);
                    if let Some(tree) = tree {
                        verify(&tree).unwrap();
                    }
                }
            }
        }
    }
}

/// A cycle with two names in its middle counts as one level.
#[test]
fn a_circle_counts_once() {
    let text = "a = \"(\" b \")\"\nb = *(c \";\")\nc = \"x\" / a\n";
    let string = |depth: usize| format!("{}(x;){}", "(".repeat(depth), ";)".repeat(depth));
    for most in 0..5 {
        let grammar = read(text, most);
        let automaton =
            Automaton::new(&grammar, &LanguageSpec::from_production(grammar.start())).unwrap();
        for depth in 0..7 {
            assert_eq!(automaton.accepts(string(depth).as_bytes()), depth <= most);
        }
    }
}

/// A tree of `e = e "+" e / "1"` as text: each sum has both of its operands.
fn sums(tree: &Tree<'_, '_>) -> String {
    fn write(node: TreeNode<'_>) -> String {
        let below: Vec<String> = node.children().map(write).collect();
        match below.as_slice() {
            [] => "1".to_owned(),
            [one, other] => format!("({one}+{other})"),
            more => format!("{} parts: {more:?}", more.len()),
        }
    }
    write(tree.root())
}

#[test]
fn a_sum_has_as_many_trees_as_there_are_ways_to_put_brackets() {
    let grammar = read("e = e \"+\" e / \"1\"\n", 9);
    let deriver = Deriver::new(&grammar, &LanguageSpec::from_production(grammar.start())).unwrap();
    // The Catalan numbers.
    for (signs, ways) in [(0, 1), (1, 1), (2, 2), (3, 5), (4, 14), (5, 42)] {
        let string = format!("1{}", "+1".repeat(signs));
        let tree = deriver.derive(&grammar, string.as_bytes()).unwrap();
        for full in [false, true] {
            let found = every(&tree, full, 100).unwrap();
            let written: HashSet<String> = found.trees.iter().map(sums).collect();
            assert_eq!((written.len(), found.trees.len(), found.more), (ways, ways, false));
            assert!(written.iter().all(|it| it.replace(['(', ')'], "") == string), "{written:?}");
        }
        assert!(!sums(&unfold(&tree).unwrap()).contains("parts"));
    }
}

#[test]
fn a_tree_says_which_brackets_belong_together() {
    fn write(node: TreeNode<'_>) -> String {
        let below: Vec<String> = node.children().map(write).collect();
        below.chunks(2).map(|it| format!("({}){}", it[0], it[1])).collect()
    }
    let grammar = read("p = \"(\" p \")\" p / \"\"\n", 5);
    let deriver = Deriver::new(&grammar, &LanguageSpec::from_production(grammar.start())).unwrap();
    let words = (0..1_u32 << 10).map(|bits| -> String {
        (0..10).map(|at| if bits >> at & 1 == 0 { '(' } else { ')' }).collect()
    });
    let mut derived = 0;
    for word in words {
        let Some(tree) = deriver.derive(&grammar, word.as_bytes()) else { continue };
        derived += 1;
        let shown = unfold(&tree).unwrap();
        assert_eq!(write(shown.root()), word, "{shown}");
        // Five pairs, the empty list in each and after each, and the whole.
        assert_eq!(shown.nodes().count(), 11);
        assert_eq!(complete(&tree).as_ref(), Ok(&shown));
        assert_eq!(unfold(&shown).as_ref(), Ok(&shown));
    }
    assert_eq!(derived, 42);
}

#[test]
fn a_list_is_shown_flat_where_it_encloses_nothing() {
    let text = "top = list / \"(\" top \")\"\nlist = item [ \",\" list ]\nitem = 2DIGIT\n";
    let grammar = read(text, 3);
    let deriver = Deriver::new(&grammar, &LanguageSpec::from_production(grammar.start())).unwrap();
    let tree = deriver.derive(&grammar, b"((11,22,33))").unwrap();
    let shown = unfold(&tree).unwrap();
    let names: Vec<&str> = shown.nodes().map(|node| node.name()).collect();
    assert_eq!(names, ["top", "top", "top", "list", "item", "item", "item"]);
}
