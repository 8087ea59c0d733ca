//! Several grammars judge in one pass: for every short string, each answers as it does alone.

use urlbnf_bnf::automaton::{Automaton, LanguageSpec, Work};
use urlbnf_bnf::product::{
    LazyDfa, ProductAnswer, ProductAutomaton, ProductStates, UnnamedFailures,
};

use super::draw::{ALPHABET, RandomGrammar};
use super::matcher::{DerivedStrings, LONGEST, LONGEST_COUNTED, text};
use super::{MismatchSummary, cases};

/// The number of grammars that judge together.
const TOGETHER: usize = 4;

/// All strings up to a length, one per line. The first is empty.
fn block(longest: usize) -> Vec<u8> {
    let count: usize = (0..=longest).map(|length| ALPHABET.len().pow(length as u32)).sum();
    let strings: Vec<String> = (0..count).map(text).collect();
    strings.join("\n").into_bytes()
}

#[test]
fn in_one_pass_grammars_say_what_each_derives() {
    let (mut findings, mut compared, mut accepted) = (MismatchSummary::default(), 0, 0);
    let (all, short) = (block(LONGEST), block(LONGEST_COUNTED));
    let mut together: Vec<(u64, RandomGrammar, Automaton)> = Vec::new();
    for (seed, drawn, grammar) in cases(1) {
        let Ok(automaton) =
            Automaton::new(&grammar, &LanguageSpec::from_production(grammar.start()))
        else {
            continue;
        };
        // Grammars that are too large to determinise are also too large for one pass.
        if automaton.determinise(&mut Work::default()).is_err() {
            continue;
        }
        together.push((seed, drawn, automaton));
        if together.len() < TOGETHER {
            continue;
        }
        let group = std::mem::take(&mut together);
        let derived: Vec<DerivedStrings<'_>> =
            group.iter().map(|it| DerivedStrings::from_grammar(&it.1)).collect();
        let components =
            || group.iter().map(|it| LazyDfa::new(&it.2, UnnamedFailures)).collect::<Vec<_>>();
        // The second often discards its states, and the third what the states hold.
        let states = || ProductStates::new((), components(), (0..TOGETHER).collect());
        let few = ProductAutomaton::keeping(states(), 3);
        let small = ProductAutomaton::holding(states(), 1_000, 100);
        let whole = ProductAutomaton::new((), components());
        for (mut product, block) in [(whole, &all), (few, &short), (small, &short)] {
            let mut said: Vec<ProductAnswer> = Vec::new();
            product.lines(block, |_, answer| said.push(answer));
            // A line without bytes is not judged.
            said[0] = product.judge(b"");
            for (number, answer) in said.into_iter().enumerate() {
                for (at, &accepts) in product.answers(answer).iter().enumerate() {
                    compared += 1;
                    accepted += u64::from(accepts);
                    if accepts != derived[at].strings[0].contains(number) {
                        let (seed, drawn, _) = &group[at];
                        findings.add(
                            "accepted or not",
                            *seed,
                            drawn,
                            format!("{:?}", text(number)),
                        );
                    }
                }
            }
        }
    }
    println!("{compared} verdicts, {accepted} of them that it is derived");
    findings.none();
    assert!(accepted > 0 && compared > 10 * accepted, "{accepted} of {compared}");
}
