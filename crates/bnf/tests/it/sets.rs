//! Strings that need more sets of positions than have a row of their own.

use urlbnf_bnf::automaton::Language;
use urlbnf_bnf::derivation::{Deriver, verify};
use urlbnf_bnf::{Grammar, Reading};

/// The mark is the thirteenth letter from the end. At each letter, any of the last thirteen
/// may be the mark, so there are 8,192 sets.
#[test]
fn the_mark_is_where_the_string_has_it() {
    let text = "a = *letter mark 12letter\nletter = \"x\" / \"y\"\nmark = \"x\" / \"zz\"\n";
    let grammar = Grammar::read("mark.abnf", text, Reading::Printed).unwrap();
    let deriver = Deriver::new(&grammar, &Language::of(grammar.start())).unwrap();
    let (mut seed, mut string) = (24_u32, Vec::new());
    for _ in 0..30_000 {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        string.push(if seed >> 31 == 0 { b'x' } else { b'y' });
    }
    let mut derived = 0;
    // The sets are kept from one string to the next.
    for end in [30_000, 29_999, 29_998, 13, 12, 1_000, 0, 29_997, 20_000] {
        let string = &string[..end];
        let tree = deriver.derive(&grammar, string);
        let mark = end.checked_sub(13);
        assert_eq!(tree.is_some(), mark.is_some_and(|at| string[at] == b'x'), "{end}");
        if let (Some(tree), Some(mark)) = (tree, mark) {
            verify(&tree).unwrap();
            assert_eq!(tree.root().child("mark").unwrap().span(), mark..mark + 1);
            derived += 1;
        }
    }
    assert!(derived > 2, "{derived}");
}
