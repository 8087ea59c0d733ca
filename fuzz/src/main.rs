//! Tries every public entry point on mutated inputs, and holds what they say
//! against each other.
//!
//! A case is a function of the seed and of its number, and of nothing else: so
//! the same numbers try the same on every machine, and a finding is reproduced
//! by its number alone. What is found is a panic, or two answers that do not go
//! together; the program prints it, with the command that shows it again, and
//! ends with 1. Of what ends the program itself, a stack that overflows, `--tell`
//! says the case.

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

use mutation::Chance;

/// Try every public entry point of urlbnf on mutated inputs, and hold its judgements against
/// each other.
///
/// The exit status is 0 where nothing was found, and 1 where something was.
#[derive(Debug, Parser)]
struct Arguments {
    /// Try for so long.
    #[arg(long, value_name = "N", conflicts_with = "cases")]
    seconds: Option<u64>,

    /// Try so many cases, whatever time they take.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    cases: u64,

    /// Other cases for another seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Try this case alone.
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["seconds", "cases"])]
    case: Option<u64>,

    /// Say each case and its input before it is tried: of a run that is cut off, the last.
    #[arg(long)]
    tell: bool,
}

/// What two answers that do not go together are called, with the input.
type Finding = String;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut tried = Tried::new();
    let range = match arguments.case {
        Some(number) => number..number.saturating_add(1),
        None if arguments.seconds.is_some() => 0..u64::MAX,
        None => 0..arguments.cases,
    };
    let until = arguments.seconds.map(Duration::from_secs);
    let begun = Instant::now();
    let mut counts = [0_u64; Kind::ALL.len()];
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
        counts[Kind::of(number) as usize] += 1;
        slowest = slowest.max((begun.elapsed().saturating_sub(from), number));
    }
    let counted = Kind::ALL.map(|kind| format!("{} {}", counts[kind as usize], kind.name()));
    let all: u64 = counts.iter().sum();
    println!("seed {}: {all} cases, nothing found: {}", arguments.seed, counted.join(", "));
    let (time, number) = slowest;
    eprintln!("{:.0?}; case {number} took longest, {time:.1?}", begun.elapsed());
    ExitCode::SUCCESS
}

/// What a case tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Url,
    Pair,
    Sample,
    Text,
    Transcription,
    Grammar,
}

impl Kind {
    const ALL: [Kind; 6] =
        [Kind::Url, Kind::Pair, Kind::Sample, Kind::Text, Kind::Transcription, Kind::Grammar];

    /// That of a case. Texts of grammars take longer than URLs, and come seldom.
    fn of(number: u64) -> Kind {
        match number % 64 {
            63 => Kind::Grammar,
            47 => Kind::Transcription,
            31 => Kind::Text,
            15 => Kind::Sample,
            of if of % 8 == 7 => Kind::Pair,
            _ => Kind::Url,
        }
    }

    /// What there are many of.
    fn name(self) -> &'static str {
        match self {
            Kind::Url => "URLs",
            Kind::Pair => "pairs of URLs",
            Kind::Sample => "productions sampled",
            Kind::Text => "texts with URLs",
            Kind::Transcription => "transcriptions",
            Kind::Grammar => "grammar files",
        }
    }
}

/// What is tried, made once.
struct Tried {
    seeds: seeds::Seeds,
    judges: judgements::Judges,
}

impl Tried {
    fn new() -> Tried {
        let judges = judgements::Judges::new();
        Tried { seeds: seeds::Seeds::new(&judges), judges }
    }

    /// One case.
    fn case(&mut self, seed: u64, number: u64, tell: bool) -> Result<(), Finding> {
        let mut chance = Chance::of(seed, number);
        let Tried { seeds, judges } = self;
        let mut shown = String::new();
        let show = |text: String| {
            if tell {
                eprintln!("{text}");
            }
            text
        };
        let outcome = catch_unwind(AssertUnwindSafe(|| match Kind::of(number) {
            Kind::Grammar => {
                let file = seeds.draft(&mut chance);
                shown = show(file.escape_ascii().to_string());
                drafts::draft(seeds, &file, &mut chance)
            }
            Kind::Transcription => {
                let transcribed = seeds.transcription(&mut chance);
                shown = show(transcribed.text.clone());
                drafts::transcription(&transcribed, &mut chance)
            }
            Kind::Text => {
                let text = seeds.plain_text(&mut chance);
                shown = show(text.escape_ascii().to_string());
                prose::wrapped(&text, &mut chance)
            }
            Kind::Sample => judges.samples(&mut chance),
            Kind::Pair => {
                let inputs = [seeds.url(&mut chance), seeds.url(&mut chance)];
                shown = show(inputs.each_ref().map(|it| it.escape_ascii().to_string()).join("\n"));
                prose::pair(&inputs[0], &inputs[1], &mut chance)
            }
            Kind::Url => {
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

/// A finding, unless it is as it should be.
fn expect(holds: bool, what: impl FnOnce() -> String) -> Result<(), Finding> {
    if holds { Ok(()) } else { Err(what()) }
}
