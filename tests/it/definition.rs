//! What commands say of strings of a grammar, held to the definition of what the grammar derives:
//! suites, samples, near misses and descriptions, of recursive grammars above all.
//!
//! The definition is computed from the printed text, as the least sets that fit it. It shares no
//! code with the engine, and is slow, so only short strings are asked.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use urlbnf::bnf::{Grammar, Limits, ProductionId};
use urlbnf::description::ProductionDescription;
use urlbnf::report::suite::SuiteReport;
use urlbnf::sample::conforming;
use urlbnf::suite::{FaultKind, FaultOutcome, Suite};
use urlbnf::{Judge, Reading, Verdict};

use crate::draw::{GrammarRng, draw, written};
use crate::matching::ends;
use crate::repository::read;

/// The longest string that is asked, in bytes.
const LONGEST: usize = 24;
/// The number of random grammars.
const GRAMMARS: u64 = 200;
/// About how many faults of a suite are asked for.
const FAULTS: usize = 60;
/// The nesting depths at which each grammar is asked.
const NESTINGS: [usize; 4] = [0, 1, 2, 3];

/// A grammar in which the work of a suite runs out: RFC 8259.
const JSON: &str = "\
JSON-text = ws value ws
begin-array = ws %x5B ws
begin-object = ws %x7B ws
end-array = ws %x5D ws
end-object = ws %x7D ws
name-separator = ws %x3A ws
value-separator = ws %x2C ws
ws = *( %x20 / %x09 / %x0A / %x0D )
value = false / null / true / object / array / number / string
false = %x66.61.6c.73.65
null = %x6e.75.6c.6c
true = %x74.72.75.65
object = begin-object [ member *( value-separator member ) ] end-object
member = string name-separator value
array = begin-array [ value *( value-separator value ) ] end-array
number = [ minus ] int [ frac ] [ exp ]
decimal-point = %x2E
digit1-9 = %x31-39
e = %x65 / %x45
exp = e [ minus / plus ] 1*DIGIT
frac = decimal-point 1*DIGIT
int = zero / ( digit1-9 *DIGIT )
minus = %x2D
plus = %x2B
zero = %x30
string = quotation-mark *char quotation-mark
char = unescaped / escape ( %x22 / %x5C / %x2F / %x62 / %x66 / %x6E / %x72 / %x74 / %x75 4HEXDIG )
escape = %x5C
quotation-mark = %x22
unescaped = %x20-21 / %x23-5B / %x5D-10FFFF
";

/// Grammars in which rejecting a string takes much work.
const OTHERS: [&str; 2] = [
    "s = u / t\nt = s / u %s\"b\" u / t t / %s\"c\"\nu = %s\"c\" / t t t / u %s\"c\" u\n",
    "s = %s\"(\" s %s\")\" / s s / [ %s\"a\" ]\n",
];

/// Whether a production derives a string, by the definition alone.
fn derives(grammar: &Grammar, start: ProductionId, input: &[u8]) -> bool {
    let byte = |at: usize| input.get(at).copied();
    let mut known = BTreeMap::from([((start, 0), BTreeSet::new())]);
    loop {
        let before = known.clone();
        for &(id, at) in before.keys() {
            let mut asked = Vec::new();
            let mut names = |name, at| {
                asked.push((name, at));
                before.get(&(name, at)).cloned().unwrap_or_default()
            };
            let from = BTreeSet::from([at]);
            let alternatives = grammar.production(id).alternatives();
            let found: BTreeSet<usize> = alternatives
                .flat_map(|alternative| ends(alternative, &from, &byte, &mut names))
                .collect();
            known.insert((id, at), found);
            asked.into_iter().for_each(|key| _ = known.entry(key).or_default());
        }
        if known == before {
            return known[&(start, 0)].contains(&input.len());
        }
    }
}

/// A grammar with limits so low that they are often reached.
fn grammar(name: &str, text: &str) -> Grammar {
    let limits =
        Limits { total: 4_000_000, question: 1_000_000, string: 200_000, ..Limits::default() };
    Grammar::read(name, text, Reading::Printed).unwrap().within(limits)
}

/// The strings that were compared, by what said something of them.
#[derive(Debug, Default)]
struct Compared(BTreeMap<&'static str, usize>);

impl Compared {
    fn string(
        &mut self,
        what: &'static str,
        grammar: &Grammar,
        start: ProductionId,
        (string, said): (&[u8], bool),
    ) {
        if string.len() <= LONGEST {
            assert_eq!(
                derives(grammar, start, string),
                said,
                "{what}: {:?} of `{}` of {}\n{}",
                String::from_utf8_lossy(string),
                grammar.name(start),
                grammar.listing().name,
                if grammar.len() < 20 { &grammar.listing().text } else { "" },
            );
            *self.0.entry(what).or_default() += 1;
        }
    }

    /// Asks the faulty grammars of some faults of a suite.
    fn faults(&mut self, grammar: &Grammar, start: ProductionId, suite: &Suite) {
        let some = suite.faults.len().div_ceil(FAULTS).max(1);
        for (fault, outcome) in suite.faults.iter().step_by(some) {
            let Some(faulty) = fault.grammar(grammar) else { continue };
            match outcome {
                FaultOutcome::Detected { by, .. } => {
                    let string = &suite.strings[*by];
                    let valid = string.len() <= LONGEST && derives(grammar, start, string);
                    self.string("detected faults", &faulty, start, (string, !valid));
                }
                FaultOutcome::Same => {
                    for string in suite.strings.iter().filter(|it| it.len() <= LONGEST).take(10) {
                        let valid = derives(grammar, start, string);
                        self.string("faults that change nothing", &faulty, start, (string, valid));
                    }
                }
                FaultOutcome::Undecided(_) => {}
            }
        }
    }

    /// Asks for everything that commands say of strings of a production.
    fn production(&mut self, grammar: &Arc<Grammar>, start: ProductionId) {
        let Ok(judge) = Judge::of_production(Arc::clone(grammar), start) else { return };
        if let Ok(mut suite) = Suite::new(grammar, start, &FaultKind::ALL) {
            suite.leave_out(|string| judge.verdict(string) == Verdict::Undecided);
            for (string, valid, _) in SuiteReport::new(&judge, &suite).strings() {
                self.string("suite", grammar, start, (string, valid));
            }
            self.faults(grammar, start, &suite);
        }
        if let Ok(sampler) = conforming(&judge) {
            let cover = sampler.cover().map_or_else(|_| Vec::new(), |cover| cover.strings);
            for string in sampler.examples(6).iter().chain(&cover) {
                self.string("samples", grammar, start, (string, true));
            }
        }
        if let Ok(described) = ProductionDescription::of_grammar(Arc::clone(grammar), start) {
            for string in &described.examples {
                self.string("examples", grammar, start, (string, true));
            }
            for miss in &described.near_misses {
                self.string("near misses", grammar, start, (&miss.string, false));
            }
        }
    }
}

fn nestings(grammar: impl Fn() -> Grammar) -> impl Iterator<Item = Arc<Grammar>> {
    NESTINGS.into_iter().map(move |most| Arc::new(grammar().nested(most)))
}

#[test]
fn of_recursive_grammars_commands_say_what_the_definition_says() {
    let mut compared = Compared::default();
    for text in [JSON].into_iter().chain(OTHERS) {
        for grammar in nestings(|| grammar("recursive.abnf", text)) {
            compared.production(&grammar, grammar.start());
        }
    }
    for seed in (1..).take(GRAMMARS as usize) {
        let text = written(&draw(&mut GrammarRng::new(seed)));
        for grammar in nestings(|| grammar("drawn.bnf", &text)) {
            compared.production(&grammar, grammar.start());
        }
    }
    let counts = &compared.0;
    assert!(counts.len() == 6 && counts.values().all(|&count| count > 500), "{counts:?}");
}

/// The start and some other rules of each published grammar.
#[test]
#[ignore = "takes minutes"]
fn of_published_grammars_commands_say_what_the_definition_says() {
    let mut compared = Compared::default();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/abnf");
    let mut names: Vec<_> = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap()).collect();
    names.sort_by_key(std::fs::DirEntry::file_name);
    let mut asked = 0;
    for entry in names {
        let name = entry.file_name().into_string().unwrap();
        if !name.ends_with(".abnf") {
            continue;
        }
        let text = read(&format!("tests/abnf/{name}"));
        let Ok(grammar) = Grammar::read(&name, &text, Reading::Printed) else { continue };
        let grammar = Arc::new(grammar.nested(2));
        let ids: Vec<ProductionId> = grammar.defined().collect();
        let others = ids.iter().copied().step_by(ids.len().div_ceil(8).max(1));
        for id in [grammar.start()].into_iter().chain(others) {
            compared.production(&grammar, id);
            asked += 1;
        }
    }
    let counts = &compared.0;
    assert!(asked > 80 && counts.values().all(|&count| count > 500), "{asked} {counts:?}");
}
