//! Calls every public entry point with mutated inputs, and compares the answers with each
//! other.
//!
//! A case is a function of the seed and its number only. So the same numbers try the same
//! inputs on every machine, and a number reproduces a finding. A finding is a panic, or two
//! answers that contradict each other. The program prints it with the command that reproduces
//! it, and exits with 1. If a case ends the program itself, for example by a stack overflow,
//! `--tell` shows which.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::unreachable,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "it reads a clock and files, and stops at what it finds"
)]

mod drafts;
mod judgements;
mod mutation;
mod prose;
mod seeds;
mod told;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;

use mutation::CaseRng;

/// Call every public entry point of urlbnf with mutated inputs, and compare its answers with
/// each other.
///
/// The exit status is 0 where nothing was found, and 1 where something was.
#[derive(Debug, Parser)]
struct FuzzArguments {
    /// Stop after N seconds.
    #[arg(long, value_name = "N", conflicts_with = "cases")]
    seconds: Option<u64>,

    /// Number of cases.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    cases: u64,

    /// Seed of the random cases.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Run only the case of this number.
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["seconds", "cases"])]
    case: Option<u64>,

    /// Print each case and its input before it runs, so that the last line of a killed run names it.
    #[arg(long)]
    tell: bool,
}

/// A description of two contradictory answers, with the input.
type Discrepancy = String;

fn main() -> ExitCode {
    let arguments = FuzzArguments::parse();
    let mut tried = Fuzzer::new();
    let range = match arguments.case {
        Some(number) => number..number.saturating_add(1),
        None if arguments.seconds.is_some() => 0..u64::MAX,
        None => 0..arguments.cases,
    };
    let until = arguments.seconds.map(Duration::from_secs);
    let begun = Instant::now();
    let mut counts = [0_u64; FuzzCaseKind::ALL.len()];
    let mut slowest = (Duration::ZERO, 0);
    for number in range {
        let from = begun.elapsed();
        if until.is_some_and(|until| from >= until) {
            break;
        }
        if arguments.tell {
            eprintln!("case {number}");
        }
        if let Err(finding) = tried.case(arguments.seed, number, arguments.tell) {
            println!("{finding}\n");
            println!(
                "cargo run --release -p urlbnf-fuzz -- --seed {} --case {number}",
                arguments.seed
            );
            return ExitCode::FAILURE;
        }
        counts[FuzzCaseKind::from_number(number) as usize] += 1;
        slowest = slowest.max((begun.elapsed().saturating_sub(from), number));
    }
    let counted =
        FuzzCaseKind::ALL.map(|kind| format!("{} {}", counts[kind as usize], kind.name()));
    let all: u64 = counts.iter().sum();
    println!("seed {}: {all} cases, nothing found: {}", arguments.seed, counted.join(", "));
    let (time, number) = slowest;
    eprintln!("{:.0?}; case {number} took longest, {time:.1?}", begun.elapsed());
    ExitCode::SUCCESS
}

/// The kind of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FuzzCaseKind {
    Url,
    Pair,
    Sample,
    Text,
    Transcription,
    Grammar,
}

impl FuzzCaseKind {
    const ALL: [FuzzCaseKind; 6] = [
        FuzzCaseKind::Url,
        FuzzCaseKind::Pair,
        FuzzCaseKind::Sample,
        FuzzCaseKind::Text,
        FuzzCaseKind::Transcription,
        FuzzCaseKind::Grammar,
    ];

    /// The kind of a case by number. Texts of grammars take longer than URLs, so they are rare.
    fn from_number(number: u64) -> FuzzCaseKind {
        match number % 64 {
            63 => FuzzCaseKind::Grammar,
            47 => FuzzCaseKind::Transcription,
            31 => FuzzCaseKind::Text,
            15 => FuzzCaseKind::Sample,
            of if of % 8 == 7 => FuzzCaseKind::Pair,
            _ => FuzzCaseKind::Url,
        }
    }

    /// The plural name of the inputs.
    fn name(self) -> &'static str {
        match self {
            FuzzCaseKind::Url => "URLs",
            FuzzCaseKind::Pair => "pairs of URLs",
            FuzzCaseKind::Sample => "productions sampled",
            FuzzCaseKind::Text => "texts with URLs",
            FuzzCaseKind::Transcription => "transcriptions",
            FuzzCaseKind::Grammar => "grammar files",
        }
    }
}

/// The seeds and the judges, created once.
struct Fuzzer {
    seeds: seeds::Seeds,
    judges: judgements::FuzzJudges,
}

impl Fuzzer {
    fn new() -> Fuzzer {
        let judges = judgements::FuzzJudges::new();
        Fuzzer { seeds: seeds::Seeds::new(&judges), judges }
    }

    /// Runs one case.
    fn case(&mut self, seed: u64, number: u64, tell: bool) -> Result<(), Discrepancy> {
        let mut chance = CaseRng::for_case(seed, number);
        let Fuzzer { seeds, judges } = self;
        let mut shown = String::new();
        let show = |text: String| {
            if tell {
                eprintln!("{text}");
            }
            text
        };
        let outcome = catch_unwind(AssertUnwindSafe(|| match FuzzCaseKind::from_number(number) {
            FuzzCaseKind::Grammar => {
                let file = seeds.draft(&mut chance);
                shown = show(file.escape_ascii().to_string());
                drafts::draft(seeds, &file, &mut chance)
            }
            FuzzCaseKind::Transcription => {
                let transcribed = seeds.transcription(&mut chance);
                shown = show(transcribed.text.clone());
                drafts::transcription(&transcribed, &mut chance)
            }
            FuzzCaseKind::Text => {
                let text = seeds.plain_text(&mut chance);
                shown = show(text.escape_ascii().to_string());
                prose::wrapped(&text, &mut chance)
            }
            FuzzCaseKind::Sample => judges.samples(&mut chance),
            FuzzCaseKind::Pair => {
                let inputs = [seeds.url(&mut chance), seeds.url(&mut chance)];
                shown = show(inputs.each_ref().map(|it| it.escape_ascii().to_string()).join("\n"));
                prose::pair(&inputs[0], &inputs[1], &mut chance)
            }
            FuzzCaseKind::Url => {
                let input = seeds.url(&mut chance);
                shown = show(input.escape_ascii().to_string());
                judges.agree(&input, &mut chance).and_then(|()| prose::alone(&input, &mut chance))
            }
        }));
        match outcome {
            Ok(Ok(())) => Ok(()),
            Ok(Err(finding)) => Err(format!("{finding}\n{shown}")),
            Err(_) => Err(format!("a panic\n{shown}")),
        }
    }
}

/// Returns a finding unless a condition holds.
fn expect(holds: bool, what: impl FnOnce() -> String) -> Result<(), Discrepancy> {
    if holds { Ok(()) } else { Err(what()) }
}
