//! The lines of a block, judged side by side: each gets the same answer as alone.
//!
//! The blocks are chosen to be hard: lines of every length around the sizes of strides and
//! lanes, with every kind of line end.

use std::ops::Range;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng as _, SeedableRng as _};
use urlbnf_bnf::automaton::{Automaton, LanguageSpec};
use urlbnf_bnf::product::{
    LazyDfa, ProductAnswer, ProductAutomaton, ProductStates, UnnamedFailures,
};
use urlbnf_bnf::{Grammar, Reading};

/// With one byte more or less, another production matches.
const GRAMMAR: &str = "\
thirds = *(\"aaa\" / \"b\")
fifths = *(5letter)
letter = \"a\" / \"b\" / %x0D
";

type LazyDfaProduct<'a> = ProductAutomaton<(), LazyDfa<'a, UnnamedFailures>>;

/// The answers for the lines of a block: the range of each line, and which automata accept it.
type LineAnswers = Vec<(Range<usize>, Vec<bool>)>;

fn automata() -> Vec<Automaton> {
    let grammar = Grammar::read("lines.abnf", GRAMMAR, Reading::Corrected).expect("a grammar");
    let automaton =
        |id| Automaton::new(&grammar, &LanguageSpec::from_production(id)).expect("it is regular");
    grammar.ids().map(automaton).collect()
}

fn states(automata: &[Automaton]) -> ProductStates<(), LazyDfa<'_, UnnamedFailures>> {
    let components = automata.iter().map(|it| LazyDfa::new(it, UnnamedFailures)).collect();
    ProductStates::new((), components, (0..automata.len()).collect())
}

/// Judges one line after the other.
fn alone(judges: &mut LazyDfaProduct<'_>, block: &[u8]) -> LineAnswers {
    let (mut said, mut start) = (Vec::new(), 0);
    while start < block.len() {
        let end = block[start..].iter().position(|&byte| byte == b'\n').map(|end| start + end);
        let whole = start..end.unwrap_or(block.len());
        let is_carriage = end.is_some() && block[whole.clone()].ends_with(b"\r");
        let line = start..whole.end - usize::from(is_carriage);
        start = whole.end + 1;
        let answer = match line.is_empty() {
            true => ProductAnswer::EMPTY,
            false => judges.judge(&block[line.clone()]),
        };
        said.push((line, judges.answers(answer).to_vec()));
    }
    said
}

fn side_by_side(judges: &mut LazyDfaProduct<'_>, block: &[u8]) -> LineAnswers {
    let mut lines = Vec::new();
    judges.lines(block, |line, answer| lines.push((line, answer)));
    lines.into_iter().map(|(line, answer)| (line, judges.answers(answer).to_vec())).collect()
}

#[track_caller]
fn same(blocks: impl IntoIterator<Item = Vec<u8>>) {
    let automata = automata();
    let mut plain = ProductAutomaton::from_states(states(&automata));
    // All but the first rebuild their states often, the second at every byte.
    let keeping = |most| ProductAutomaton::keeping(states(&automata), most);
    let mut judges = [keeping(1000), keeping(2), keeping(5), keeping(12)];
    let mut accepted = [0_usize; 2];
    for block in blocks {
        let expected = alone(&mut plain, &block);
        for (number, judges) in judges.iter_mut().enumerate() {
            let found = side_by_side(judges, &block);
            let differ = expected.iter().zip(&found).find(|(one, other)| one != other);
            let length = block.len();
            assert_eq!(differ, None, "the judges {number}, of a block of {length} bytes");
            assert_eq!(found.len(), expected.len(), "the judges {number}, of {length} bytes");
        }
        for said in expected.iter().flat_map(|(_, said)| said) {
            accepted[usize::from(*said)] += 1;
        }
    }
    assert!(accepted.iter().all(|&count| count > 100), "{accepted:?}");
}

/// The sizes of a stride and of lanes, and multiples of them.
const FULL: [usize; 4] = [64, 128, 4160, 8320];
const ENDS: [&[u8]; 7] = [b"\n", b"\r\n", b"\r\r\n", b"\n\n", b"\n\r\n", b"\0\n", b"\xff\n"];

#[test]
fn a_line_ends_at_any_byte_of_a_stride_and_of_a_lane() {
    let around = FULL.iter().flat_map(|full| full - 2..=full + 2);
    let lengths = (0..=130).chain(around.filter(|&length| length > 130));
    same(lengths.flat_map(|length| {
        let blocks = ENDS.iter().flat_map(move |end| {
            let line = vec![b'a'; length];
            // Alone, after another line, before others, and without the last line end.
            let alone = [&line[..], end].concat();
            let behind = [b"ab\n", &alone[..]].concat();
            let before = [&alone[..], &line, end, b"\nb\r"].concat();
            [line, alone, behind, before]
        });
        blocks.collect::<Vec<_>>()
    }));
}

#[test]
fn where_the_lanes_meet_no_line_is_lost() {
    // Lines of one length fill all lanes, and a few more.
    same((0..=9).chain([31, 63, 64, 300, 1039, 4159]).map(|length| {
        let line = [&vec![b'a'; length][..], b"\n"].concat();
        let mut block = line.repeat(40_000 / line.len());
        block.truncate(block.len() - length % 3);
        block
    }));
}

#[test]
fn random_lines_are_judged_as_each_alone() {
    let mut numbers = Pcg64Mcg::seed_from_u64(64);
    let mut below = move |most: usize| (numbers.next_u64() % most as u64) as usize;
    let mut block = || {
        let mut block = Vec::new();
        // Some blocks have few long lines, and some few short ones.
        let long = 1 + below(40);
        for _ in 0..below(400) {
            let length = match below(long) {
                0 => FULL[below(FULL.len())] + below(5) - 2,
                1 => below(900),
                2 => 0,
                _ => below(70),
            };
            let kinds = [1, 2, 3, 6][below(4)];
            block.extend((0..length).map(|_| b"ab\rz\0\xff"[below(kinds)]));
            block.extend(ENDS[below(ENDS.len())]);
        }
        block.truncate(block.len() - below(3).min(block.len()));
        block
    };
    same((0..30).map(|_| block()));
}
