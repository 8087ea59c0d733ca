//! Compares the parts found in one pass with the nodes of the tree.

use std::ops::Range;

use urlbnf_bnf::automaton::LanguageSpec;
use urlbnf_bnf::derivation::{Deriver, SpanFinder, SpanFinderError};
use urlbnf_bnf::grammar::ProductionId;
use urlbnf_bnf::{Grammar, Tree};

use crate::matcher::{LONGEST, text};
use crate::{MismatchSummary, cases};

/// The last node of a group that is in no other node of the group.
fn last(tree: &Tree<'_, '_>, group: &[ProductionId]) -> Option<Range<usize>> {
    let (mut nodes, mut found) = (tree.nodes().peekable(), None);
    while let Some(node) = nodes.next() {
        if group.contains(&node.production()) {
            found = Some(node.span());
            for _ in 0..node.below() {
                nodes.next();
            }
        }
    }
    found
}

/// The groups that can be found: each production alone, and pairs of them.
fn groups(grammar: &Grammar) -> Vec<Vec<ProductionId>> {
    let all: Vec<ProductionId> = grammar.ids().collect();
    let alone = all.iter().map(|&id| vec![id]);
    alone.chain(all.windows(2).map(<[_]>::to_vec)).collect()
}

#[test]
fn parts_found_in_one_pass_are_those_of_the_tree() {
    let (mut compared, mut found, mut recursive, mut large) = (0, 0, 0, 0);
    let mut findings = MismatchSummary::default();
    for (seed, drawn, grammar) in cases(8) {
        let language = LanguageSpec::from_production(grammar.start());
        let Ok(deriver) = Deriver::new(&grammar, &language) else { continue };
        for group in groups(&grammar) {
            let finder = match SpanFinder::new(&grammar, &language, std::array::from_ref(&group)) {
                Ok(finder) => finder,
                Err(SpanFinderError::LeftRecursion(id)) => {
                    assert!(group.contains(&id));
                    recursive += 1;
                    continue;
                }
                Err(SpanFinderError::NotRegular(_)) => {
                    large += 1;
                    continue;
                }
            };
            for string in (0..).map(text).take_while(|it| it.len() < LONGEST - 1) {
                let input = string.as_bytes();
                let tree = deriver.derive(&grammar, input);
                let spans = finder.find(input);
                let expected = tree.as_ref().map(|tree| [last(tree, &group)]);
                compared += 1;
                found += usize::from(matches!(spans, Some([Some(_)])));
                if spans != expected {
                    let names: Vec<&str> = group.iter().map(|&id| grammar.name(id)).collect();
                    let what = format!("{string:?} {names:?}: {spans:?}, not {expected:?}");
                    findings.add("spans", seed, &drawn, what);
                }
            }
        }
    }
    println!(
        "{compared} compared, {found} found, {recursive} recur at the left end, {large} are too large"
    );
    findings.none();
    assert!(found > 0 && recursive > 0 && large <= recursive);
}
