//! Grammars with middle recursion, at several nesting depths. An automaton never accepts a
//! string that is not derived, accepts more strings at larger depths, and in the end accepts
//! every short string, with a derivation.

use urlbnf_bnf::Grammar;
use urlbnf_bnf::ambiguity::ambiguity;
use urlbnf_bnf::automaton::{self, Automaton, AutomatonError, LanguageSpec, Limits, NestingLimit};
use urlbnf_bnf::derivation::{Deriver, complete, verify};

use super::draw::{GrammarRng, draw};
use super::matcher::{DerivedStrings, LONGEST_COUNTED, number, text};
use super::{MismatchSummary, kind, read, seeds, wrong};

/// The nesting depths that are tried.
const DEPTHS: [usize; 4] = [0, 1, 3, 6];

fn nested(grammar: Grammar, most: usize) -> Option<(Grammar, Automaton)> {
    let small = Limits { nodes: 5_000, question: 4_000_000, ..Limits::default() };
    let grammar = grammar.nested(most).within(small);
    let automaton =
        Automaton::new(&grammar, &LanguageSpec::from_production(grammar.start())).ok()?;
    Some((grammar, automaton))
}

#[test]
fn middle_recursion_is_exact_up_to_its_nesting_depth() {
    exact_up_to_their_depth(seeds(4), usize::MAX);
}

#[test]
#[ignore = "a thousand grammars take some minutes"]
fn middle_recursion_is_exact_up_to_its_nesting_depth_in_a_thousand_grammars() {
    let looked_at = exact_up_to_their_depth(1_000_000.., THOUSAND);
    assert_eq!(looked_at, THOUSAND);
}

const THOUSAND: usize = 1_000;

/// Checks the grammars with middle recursion among these, up to a number. Returns how many were
/// checked.
fn exact_up_to_their_depth(seeds: impl Iterator<Item = u64>, most: usize) -> usize {
    let (mut findings, mut whole, mut looked_at) = (MismatchSummary::default(), 0, 0);
    let mut kinds = [0; 3];
    for seed in seeds {
        if looked_at == most {
            break;
        }
        let drawn = draw(&mut GrammarRng::new(seed));
        let grammar = read(&drawn);
        let start = grammar.start();
        let refused = Automaton::new(&grammar, &LanguageSpec::from_production(start));
        let is_refused = matches!(refused, Err(AutomatonError::Cycle(..)));
        if !is_refused {
            continue;
        }
        looked_at += 1;
        let all = NestingLimit::of_grammar(&read(&drawn).nested(1)).map(|it| it.productions);
        for id in grammar.ids() {
            let reached = grammar.reachable_from(id);
            let needed = all.iter().flatten().copied().filter(|seed| reached.contains(seed));
            let found = automaton::seeds(&grammar, id);
            if !needed.eq(found.iter().copied()) {
                let what = format!("`{}`: {:?}", grammar.name(id), grammar.names(&found));
                findings.add("other seeds", seed, &drawn, what);
            }
        }
        let derived = DerivedStrings::from_grammar(&drawn);
        let short: Vec<String> =
            (0..).map(text).take_while(|it| it.len() <= LONGEST_COUNTED).collect();
        let is_one =
            |it: &str| number(it.as_bytes()).is_some_and(|it| derived.strings[0].contains(it));
        if let Ok(found) = ambiguity(&grammar, start) {
            kinds[kind(&found)] += 1;
            if let Some(what) = wrong(&grammar, &found, &drawn) {
                findings.add("another ambiguity", seed, &drawn, what);
            }
        }
        let mut before: Vec<&str> = Vec::new();
        for most in DEPTHS {
            let Some((grammar, automaton)) = nested(read(&drawn), most) else { break };
            let accepted: Vec<&str> = short
                .iter()
                .map(String::as_str)
                .filter(|it| automaton.accepts(it.as_bytes()))
                .collect();
            if let Some(more) = accepted.iter().find(|it| !is_one(it)) {
                findings.add("one too many", seed, &drawn, format!("{more:?}, {most} deep"));
            }
            if let Some(lost) = before.iter().find(|it| !accepted.contains(it)) {
                findings.add("fewer", seed, &drawn, format!("{lost:?}, {most} deep"));
            }
            if let Ok(deriver) = Deriver::new(&grammar, &LanguageSpec::from_production(start)) {
                for string in &accepted {
                    let tree = deriver.derive(&grammar, string.as_bytes());
                    let verified = tree.map(|it| verify(&it).and(verify(&complete(&it)?)));
                    if !matches!(verified, Some(Ok(()))) {
                        let what = format!("{string:?}, {most} deep: {verified:?}");
                        findings.add("no derivation", seed, &drawn, what);
                    }
                }
            }
            let deepest = most == DEPTHS[DEPTHS.len() - 1];
            if deepest {
                whole += 1;
                if let Some(less) =
                    short.iter().find(|it| is_one(it) && !accepted.contains(&it.as_str()))
                {
                    findings.add("one too few", seed, &drawn, format!("{less:?}"));
                }
            }
            before = accepted;
        }
    }
    println!(
        "{looked_at} looked at, {whole} to the depth of all short strings; unambiguous, ambiguous, \
         endless: {kinds:?}"
    );
    findings.none();
    assert!(whole > 0 && kinds.iter().all(|&count| count > 0), "{whole} {kinds:?}");
    looked_at
}
