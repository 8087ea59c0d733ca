//! `urlbnf generate`: generates strings of a production, and near misses.

use clap::Args;
use urlbnf::report::record::JoinedRecord;
use urlbnf::report::records::{GeneratedStringRecord, NearMissRecord, StartRecordHead};
use urlbnf::sample::{conforming, near_misses, random_near_misses};

use crate::loaded_grammar::{GrammarOptions, decided};
use crate::{CliError, NameValueParser, OutputFormat, RecordWriter, Status, Streams, after};

/// Generate strings that conform, or near misses
///
/// First a length is drawn, then a string of that length; all are equally likely. If no --start is
/// given, a scheme is drawn before that. If the language is too large for that, each choice in a
/// derivation is drawn instead. Each string is on a line of its own, to the byte, as
/// `check` reads it; one that has a line end in it is in one piece with --format jsonl. The reason
/// of a near miss follows after a tab.
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("Ten URLs", "urlbnf generate"),
    ("Five host names, always the same", "urlbnf generate --start hostname --count 5 --seed 7"),
    ("Near misses of an ftp URL", "urlbnf generate --start ftpurl --near-miss"),
], None))]
pub struct GenerateArguments {
    #[command(flatten)]
    grammar: GrammarOptions,

    /// Generate from this production
    #[arg(
        long, value_name = "PRODUCTION", value_parser = NameValueParser::PRODUCTIONS,
        hide_possible_values = true,
    )]
    start: Option<String>,

    /// How many strings to generate
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10,
        conflicts_with = "cover",
        allow_negative_numbers = true
    )]
    count: usize,

    /// The seed of what is drawn; the same seed gives the same strings
    #[arg(long, value_name = "S", conflicts_with = "cover")]
    seed: Option<u64>,

    /// The longest string that is generated, in bytes
    #[arg(
        long, value_name = "BYTES", default_value_t = 40, conflicts_with = "cover",
        value_parser = clap::value_parser!(u16).range(..=2000),
    )]
    longest: u16,

    /// Generate a small set of strings that together use every alternative: of the start, and
    /// of all productions that it needs
    #[arg(long, conflicts_with = "near_miss")]
    cover: bool,

    /// Generate near misses: strings that fail, one edit away from a string that conforms,
    /// each with the reason. The most telling come first; with --seed they are drawn at
    /// random
    #[arg(long)]
    near_miss: bool,

    /// The form of the strings
    #[arg(long, value_enum, default_value = "text")]
    format: OutputFormat,
}

pub fn run(arguments: &GenerateArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let chosen = arguments.grammar.read(streams)?;
    let judge = chosen.judge(arguments.start.as_deref(), streams)?;
    let sampler = decided(judge.grammar(), conforming(&judge), streams)?;
    let (count, longest) = (arguments.count, usize::from(arguments.longest));
    let seed = arguments.seed.unwrap_or(0);
    let shortest = sampler.shortest().map(|shortest| shortest.len());
    if shortest.is_none_or(|shortest| shortest > longest && !arguments.cover) {
        let production = judge.grammar().name(judge.start()).to_owned();
        return Err(CliError::NoString { production, longest, shortest });
    }
    let mut records = RecordWriter::new(arguments.format);
    let first = &StartRecordHead::from_judge(&judge);
    if arguments.near_miss {
        let near = match arguments.seed {
            None => near_misses(&judge, &sampler, count),
            Some(_) => Vec::new(),
        };
        let others = random_near_misses(&judge, &sampler, seed, longest);
        let others = decided(judge.grammar(), others, streams)?;
        for miss in near.into_iter().chain(others).take(count) {
            match arguments.format {
                OutputFormat::Text => {
                    streams.write_result(&miss.string, &format!("\t{}", miss.reason))?
                }
                OutputFormat::Jsonl | OutputFormat::Json => {
                    let rest = NearMissRecord::from_near_miss(judge.grammar(), &miss);
                    records.write(&JoinedRecord { first, rest }, streams)?;
                }
            }
        }
        records.finish(streams)?;
        return Ok(Status::Fine);
    }
    let mut strings: Box<dyn Iterator<Item = Vec<u8>>> = match arguments.cover {
        true => {
            let cover = decided(judge.grammar(), sampler.cover(), streams)?;
            Box::new(cover.strings.into_iter())
        }
        false => {
            let drawn = decided(judge.grammar(), sampler.random(seed, longest), streams)?;
            Box::new(drawn.take(count))
        }
    };
    let write = |string: Vec<u8>| match arguments.format {
        OutputFormat::Text => streams.write_result(&string, ""),
        OutputFormat::Jsonl | OutputFormat::Json => records.write(
            &JoinedRecord { first, rest: GeneratedStringRecord::from_bytes(&string) },
            streams,
        ),
    };
    strings.try_for_each(write)?;
    records.finish(streams)?;
    Ok(Status::Fine)
}
