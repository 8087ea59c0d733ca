//! What it takes to reach each limit of the engine: time, and memory where the system tells it.
//! `cargo bench -p urlbnf-peg --bench limits` prints a table; with names of cases after `--`, only
//! theirs.
//!
//! The grammars are the worst that are known for each computation: some pass a limit,
//! and some stay just below all of them. Each case runs in a process of its own, since
//! memory is counted by process.

#![allow(
    clippy::panic,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a program of its own: it has arguments, a clock and other processes"
)]

use std::fmt::Write as _;
use std::process::Command;
use std::time::Instant;

use urlbnf_bnf::ambiguity::{ambiguity, every};
use urlbnf_bnf::automaton::{Automaton, AutomatonError, Census, Dfa, LanguageSpec, Limits};
use urlbnf_bnf::derivation::{Deriver, complete};
use urlbnf_bnf::lint::lint;
use urlbnf_bnf::{Grammar, Reading};
use urlbnf_peg::proof::{Transcription, prove};

fn read(text: &str) -> Grammar {
    let text = format!("# notation rfc822\n{text}");
    match Grammar::read("worst.bnf", &text, Reading::Printed) {
        Ok(grammar) => grammar,
        Err(error) => panic!("{error}"),
    }
}

/// Which of the two each of the last characters was has to be remembered.
fn remembering(count: usize) -> String {
    format!("s = *( \"a\" | \"b\" ) \"a\" {}\n", "( \"a\" | \"b\" ) ".repeat(count))
}

/// The same where each of them need not stand.
fn forgetting(count: usize) -> String {
    format!("s = *[ \"a\" | \"b\" ] \"a\" {}\n", "[ \"a\" | \"b\" ] ".repeat(count))
}

/// Written out, the last one is there two to the power of `count` times.
fn doubling(count: usize) -> String {
    let productions = (0..count).map(|at| format!("d{at} = d{0} d{0}\n", at + 1));
    format!("{}d{count} = \"a\"\n", productions.collect::<String>())
}

/// Each names the next, which need not stand.
fn chain(count: usize) -> String {
    let productions = (0..count).map(|at| format!("p{at} = \"a\" [ p{} ]\n", at + 1));
    format!("{}p{count} = \"b\"\n", productions.collect::<String>())
}

/// Each names the next and nothing else.
fn names(count: usize) -> String {
    let productions = (0..count).map(|at| format!("p{at} = p{}\n", at + 1));
    format!("{}p{count} = \"b\"\n", productions.collect::<String>())
}

/// Each names the one before it, and may name the next.
fn to_and_fro(count: usize) -> String {
    let productions = (1..count).map(|at| format!("p{at} = p{} [ p{} ]\n", at - 1, at + 1));
    format!("p0 = \"a\" [ p1 ]\n{}p{count} = \"b\"\n", productions.collect::<String>())
}

/// Productions beside each other.
fn flat(count: usize, body: &str) -> String {
    (0..count).map(|at| format!("p{at} = {body}\n")).collect()
}

/// A circle of productions, whose strings have any length but those that `count` divides.
fn circle(count: usize) -> String {
    let productions = (1..count).map(|at| format!("p{at} = [ \"a\" p{} ]\n", (at + 1) % count));
    format!("p0 = \"a\" p1\n{}", productions.collect::<String>())
}

/// So many of each, in any order.
fn options(count: usize) -> String {
    format!("s = {}\n", "[ \"a\" ] ".repeat(count))
}

type LimitCaseResult = Result<String, String>;

fn language(text: &str) -> LimitCaseResult {
    let grammar = read(text);
    let dfa = dfa(&grammar).map_err(|error| error.message(&grammar))?;
    Ok(format!("{} states", dfa.len()))
}

fn dfa(grammar: &Grammar) -> Result<Dfa, AutomatonError> {
    let start = grammar.start();
    let automaton = Automaton::new(grammar, &LanguageSpec::from_production(start))?;
    automaton.determinise().map_err(|exceeded| AutomatonError::TooLarge(start, exceeded))
}

fn ambiguous(text: &str) -> LimitCaseResult {
    let grammar = read(text);
    let found = ambiguity(&grammar, grammar.start()).map_err(|error| error.message(&grammar))?;
    let mut found = format!("{found:?}");
    found.truncate(found.find(['(', ' ']).unwrap_or(found.len()));
    Ok(found)
}

fn related(one: &str, two: &str) -> LimitCaseResult {
    let (one, two) = (dfa(&read(one)), dfa(&read(two)));
    let (Ok(one), Ok(two)) = (one, two) else { return Err("no languages".to_owned()) };
    one.relation_within(&two, &Limits::without_budget())
        .map(|it| it.name().to_owned())
        .map_err(|exceeded| exceeded.to_string())
}

fn linted(text: &str) -> LimitCaseResult {
    Ok(format!("{} findings", lint(&read(text)).len()))
}

fn derived(text: &str, input: &[u8]) -> LimitCaseResult {
    let grammar = read(text);
    let deriver = Deriver::new(&grammar, &LanguageSpec::from_production(grammar.start()));
    let deriver = deriver.map_err(|error| error.message(&grammar))?;
    let Some(tree) = deriver.derive(&grammar, input) else { return Ok("not derived".to_owned()) };
    let whole = complete(&tree).map_err(|error| error.to_string())?;
    Ok(format!("{} nodes", whole.nodes().count()))
}

fn all_derivations(text: &str, input: &[u8]) -> LimitCaseResult {
    let grammar = read(text);
    let deriver = Deriver::new(&grammar, &LanguageSpec::from_production(grammar.start()));
    let deriver = deriver.map_err(|error| error.message(&grammar))?;
    let Some(tree) = deriver.derive(&grammar, input) else { return Ok("not derived".to_owned()) };
    let found = every(&tree, false, 10).map_err(|error| error.to_string())?;
    Ok(format!("{} derivations, more: {}", found.trees.len(), found.more))
}

fn proved(text: &str, transcription: &str) -> LimitCaseResult {
    let grammar = read(text);
    let transcription = Transcription::read(transcription).map_err(|error| error.to_string())?;
    let mut outcome = format!("{:?}", prove(&grammar, &transcription, grammar.start()));
    outcome.truncate(90);
    Ok(outcome)
}

fn counted(text: &str, length: usize) -> LimitCaseResult {
    let dfa = dfa(&read(text)).map_err(|error| error.to_string())?;
    let census = Census::within(&dfa, length, &Limits::without_budget())
        .map_err(|exceeded| exceeded.to_string())?;
    Ok(format!("{} digits", census.count(length).to_string().len()))
}

/// A rule of pest that is in the next twice, and so on.
fn doubled_rules(count: usize) -> String {
    let rules = (0..count).map(|at| format!("d{at} = {{ d{0} ~ d{0} }}\n", at + 1));
    format!("{}d{count} = {{ \"a\" }}\n", rules.collect::<String>())
}

/// What is done in a case.
type LimitCase = fn() -> LimitCaseResult;

/// The cases, by name.
const CASES: &[(&str, LimitCase)] = &[
    ("unrolling: doubled", || language(&doubling(31))),
    ("unrolling: doubled, all of them", || linted(&doubling(31))),
    ("unrolling: repeated", || language("s = 4294967295*\"a\"\n")),
    ("unrolling: nothing, repeated", || language("s = 4294967295*n\nn =\n")),
    ("unrolling: long", || language("s = 399990*\"a\"\n")),
    ("unrolling: a literal", || language(&format!("s = \"{}\"\n", "ab".repeat(190_000)))),
    ("unrolling: deep", || language(&chain(60_000))),
    ("unrolling: as deep as may be", || language(&chain(1_999))),
    ("unrolling: each of a chain", || linted(&names(1_999))),
    ("following: options", || language(&options(130_000))),
    ("following: as many as may be", || language(&options(4_000))),
    ("sets: remembering", || language(&remembering(30))),
    ("sets: remembering most", || language(&remembering(17))),
    ("sets: forgetting", || language(&forgetting(30))),
    ("sets: 30 at a time", || language("s = *[ \"a\" | \"b\" ] \"a\" 30*[ \"a\" | \"b\" ]\n")),
    ("pairs", || {
        let many = "a".repeat(1009);
        related(&format!("s = \"{many}\" *( \"{many}\" )\n"), &circle(1013))
    }),
    ("ambiguity: remembering", || ambiguous(&remembering(30))),
    ("ambiguity: forgetting", || ambiguous(&forgetting(30))),
    ("ambiguity: doubled", || ambiguous(&doubling(16))),
    ("ambiguity: pairs", || {
        let (one, two) = ("a".repeat(1009), "a".repeat(1013));
        ambiguous(&format!("s = \"{one}\" *( \"{one}\" ) \"b\" | \"{two}\" *( \"{two}\" ) \"b\"\n"))
    }),
    ("ambiguity: as deep as may be", || ambiguous(&chain(1_999))),
    ("ambiguity: options", || ambiguous(&options(4_000))),
    ("reading: names in a chain", || linted(&names(60_000)).map(|_| String::new())),
    ("reading: names to and fro", || Ok(format!("{} names", read(&to_and_fro(60_000)).len()))),
    ("lint: names", || linted(&flat(65_000, "\"a\" | \"b\""))),
    ("lint: ambiguous names", || linted(&flat(30_000, "\"a\" | \"a\""))),
    ("lint: alternatives", || linted(&format!("s = \"a\"{}\n", " | \"b\"".repeat(60_000)))),
    ("lint: too many alternatives", || {
        linted(&format!("s = \"a\"{}\n", " | \"b\"".repeat(70_000)))
    }),
    ("deriving: a megabyte", || derived("s = *( \"a\" | x )\nx = \"b\"\n", &b"ab".repeat(500_000))),
    ("deriving: remembering", || derived(&remembering(60), &b"ab".repeat(5_000))),
    ("deriving: deep", || derived(&chain(1_999), &b"a".repeat(2_000))),
    ("derivations: many", || {
        all_derivations("s = *( \"a\" | x )\nx = \"a\"\n", &b"a".repeat(5_000))
    }),
    ("proof: rules doubled", || proved("d0 = \"a\"\n", &doubled_rules(31))),
    ("proof: remembering", || {
        let rule = "(\"a\" | \"b\") ~ ".repeat(30);
        let rule = format!("s = {{ (!(\"a\" ~ {rule}!(ANY)) ~ ANY)* ~ \"a\" ~ {rule}\"\" }}\n");
        proved("s = \"a\"\n", &rule)
    }),
    ("proof: wide", || {
        let mut rules = String::new();
        for at in 0..40 {
            let _ =
                writeln!(rules, "r{at} = {{ {} }}", format!("r{} | ", at + 1).repeat(40) + "\"b\"");
        }
        proved("r0 = \"a\"\n", &(rules + "r40 = { \"a\" }\n"))
    }),
    ("counting", || counted("s = *( \"a\" | \"b\" )\n", 100_000)),
];

/// How long this process was at work, in seconds: what others do at the same time does not count.
fn time() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let mut fields = stat.rsplit(')').next()?.split_whitespace().skip(11);
    let (user, system): (f64, f64) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some((user + system) / 100.0)
}

/// The most memory that this process held, in MB.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? / 1024)
}

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|it| !it.starts_with("--")).collect();
    if let [only, name] = &asked[..]
        && only == "only"
    {
        let Some((_, case)) = CASES.iter().find(|(of, _)| of == name) else { return };
        let started = Instant::now();
        let outcome = match case() {
            Ok(outcome) => outcome,
            Err(error) => error,
        };
        let took = time().unwrap_or_else(|| started.elapsed().as_secs_f64());
        let memory = memory().map_or("?".to_owned(), |it| it.to_string());
        println!("{name:34} {:>6.2} s {memory:>5} MB  {outcome}", took);
        return;
    }
    let Ok(own) = std::env::current_exe() else { return };
    for (name, _) in CASES {
        if asked.is_empty() || asked.iter().any(|it| name.contains(it.as_str())) {
            match Command::new(&own).args(["only", name]).status() {
                Ok(status) if status.success() => {}
                ended => println!("{name:34} {ended:?}"),
            }
        }
    }
}
