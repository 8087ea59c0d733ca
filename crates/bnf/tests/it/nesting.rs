//! What recurs in its middle, up to a depth: held against the strings that are nested no
//! deeper, which a few lines write out.

use urlbnf_bnf::ambiguity::{Ambiguity, ambiguity};
use urlbnf_bnf::automaton::{Automaton, Language, seeds};
use urlbnf_bnf::derivation::{Deriver, complete, verify};
use urlbnf_bnf::{Grammar, Reading};

fn read(text: &str, most: usize) -> Grammar {
    Grammar::read("a.abnf", text, Reading::Printed).unwrap().nested(most)
}

fn nested(depth: usize) -> String {
    format!("{}x{}", "(".repeat(depth), ")".repeat(depth))
}

#[test]
fn brackets_stand_in_each_other_so_many_times() {
    let text = "e = \"x\" / \"(\" e \")\"\n";
    for most in 0..6 {
        let grammar = read(text, most);
        let language = Language::of(grammar.start());
        let automaton = Automaton::new(&grammar, &language).unwrap();
        let dfa = automaton.determinise().unwrap();
        let deriver = Deriver::new(&grammar, &language).unwrap();
        // One stands in itself once less than there are.
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
fn what_stands_beside_is_exact_without_a_limit() {
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
        Automaton::new(&grammar, &Language::of(grammar.find(start).unwrap())).unwrap()
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

/// The strings of the third grammar above, with so many of `a` in each other.
fn strings(depth: usize, longest: usize) -> Vec<String> {
    let Some(below) = depth.checked_sub(1).map(|it| strings(it, longest)) else {
        return Vec::new();
    };
    let mut all = vec!["x".to_owned()];
    all.extend(below.iter().map(|it| format!("({it})")));
    all.extend(below.iter().flat_map(|one| below.iter().map(move |two| format!("{one}{two}"))));
    all.retain(|it| it.len() <= longest);
    all.sort();
    all.dedup();
    all
}

#[test]
fn of_both_ends_and_the_middle_every_string_so_deep_is_there() {
    for most in 0..4 {
        let grammar = read("a = a a / \"(\" a \")\" / \"x\"\n", most);
        let language = Language::of(grammar.start());
        let dfa = Automaton::new(&grammar, &language).unwrap().determinise().unwrap();
        let expected = strings(most + 1, 6);
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
