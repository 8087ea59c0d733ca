//! Every derivation of a string: there are as many as the matcher counts, each is valid, and
//! no two are equal.

use urlbnf_bnf::ambiguity::every;
use urlbnf_bnf::automaton::LanguageSpec;
use urlbnf_bnf::derivation::{Deriver, verify};
use urlbnf_bnf::earley::EarleyRecogniser;

use super::matcher::{DerivedStrings, derivations, text};
use super::{MismatchSummary, cases};

/// The number up to which derivations are counted.
const MOST: usize = 6;
/// The number of strings per grammar.
const STRINGS: usize = 8;

#[test]
fn all_derivations_of_a_string_are_found() {
    let (mut findings, mut counts) = (MismatchSummary::default(), [0; MOST + 1]);
    let mut recursive = 0;
    for (seed, drawn, grammar) in cases(1) {
        let language = LanguageSpec::from_production(grammar.start());
        let (deriver, recogniser) =
            (Deriver::new(&grammar, &language), EarleyRecogniser::new(&grammar, &language));
        let tree = |string: &'static [u8]| match &deriver {
            Ok(deriver) => deriver.derive(&grammar, string),
            Err(_) => recogniser.as_ref().ok()?.tree(&grammar, string).ok()?,
        };
        recursive += usize::from(deriver.is_err());
        let endless = DerivedStrings::from_grammar(&drawn).endless();
        let counted = derivations(&drawn, MOST);
        // The most ambiguous strings come first, because they test the most.
        let mut strings: Vec<_> = counted.into_iter().collect();
        strings.sort_by_key(|&(number, count)| (std::cmp::Reverse(count), number));
        for (number, count) in strings.into_iter().take(STRINGS) {
            let string: &'static str = text(number).leak();
            let Some(tree) = tree(string.as_bytes()) else {
                findings.add("not derived", seed, &drawn, format!("{string:?}"));
                continue;
            };
            let Ok(found) = every(&tree, true, MOST) else { continue };
            if found.endless.is_some() != endless.contains(number) {
                findings.add("endless or not", seed, &drawn, format!("{string:?}"));
            }
            if found.endless.is_some() {
                continue;
            }
            counts[count] += 1;
            if found.trees.len() != count || found.more && count < MOST {
                let said = found.trees.len();
                let what = format!("{string:?}: {said} found, and {count} counted");
                findings.add("another number", seed, &drawn, what);
            }
            for (at, tree) in found.trees.iter().enumerate() {
                if let Err(error) = verify(tree) {
                    findings.add("no derivation", seed, &drawn, format!("{error}\n{tree}"));
                }
                if found.trees[..at].contains(tree) {
                    findings.add("one twice", seed, &drawn, tree.to_string());
                }
            }
        }
    }
    println!("{recursive} grammars that recur in the middle");
    println!("strings by the number of their derivations: {counts:?}");
    findings.none();
    assert!(recursive > 10, "{recursive}");
    assert!(counts[1..].iter().all(|&count| count > 0), "{counts:?}");
}
