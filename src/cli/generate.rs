//! `urlbnf generate`: strings of a production, and near misses.

use clap::Args;
use serde_json::json;
use urlbnf::report::profile::production;
use urlbnf::sample::{NearMiss, Sampler};

use crate::error::Error;
use crate::options::{OneJudge, TextFormat};
use crate::status::Status;
use crate::streams::Streams;

/// Make strings that conform, or that just do not.
///
/// By chance, each length that has strings as likely as any other, and each
/// string of a length; without --start, each scheme too. The same seed gives the
/// same strings. A string stands on a line of its own, as `check` reads it; the
/// reason of a near miss stands after a tab.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    judge: OneJudge,

    /// How many strings.
    #[arg(long, value_name = "N", default_value_t = 10, conflicts_with = "cover")]
    count: usize,

    /// From where chance begins.
    #[arg(long, value_name = "S", conflicts_with = "cover")]
    seed: Option<u64>,

    /// How long a string may get, in bytes.
    #[arg(
        long, value_name = "BYTES", default_value_t = 40, conflicts_with = "cover",
        value_parser = clap::value_parser!(u16).range(..=2000),
    )]
    longest: u16,

    /// Few strings that use every alternative of the start and of all that it names.
    #[arg(long, conflicts_with = "near_miss")]
    cover: bool,

    /// Strings one edit away from one that conforms, that do not, with the reason;
    /// the most telling first, or by chance where a seed is given.
    #[arg(long)]
    near_miss: bool,

    /// Lines, or JSON Lines.
    #[arg(long, value_enum, default_value = "text")]
    format: TextFormat,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let judge = arguments.judge.judge()?;
    let sampler = Sampler::new(&judge);
    let (count, longest) = (arguments.count, usize::from(arguments.longest));
    let seed = arguments.seed.unwrap_or(0);
    let shortest = sampler.shortest().map(|shortest| shortest.len());
    if shortest.is_none_or(|shortest| shortest > longest && !arguments.cover) {
        let production = judge.grammar().name(judge.start()).to_owned();
        return Err(Error::NoString { production, longest, shortest });
    }
    let json = arguments.format == TextFormat::Json;
    if arguments.near_miss {
        let telling = match arguments.seed {
            None => sampler.near_misses(count),
            Some(_) => Vec::new(),
        };
        let others = sampler.random_near_misses(seed, longest);
        for miss in telling.into_iter().chain(others).take(count) {
            let line = match arguments.format {
                TextFormat::Json => format!("{}\n", production::near_miss(judge.grammar(), &miss)),
                TextFormat::Text => with_reason(&miss),
            };
            streams.write(line.as_bytes())?;
        }
        return Ok(Status::Fine);
    }
    let mut write = |string: Vec<u8>| {
        let text = String::from_utf8_lossy(&string);
        let line =
            if json { format!("{}\n", json!({ "string": text })) } else { format!("{text}\n") };
        streams.write(line.as_bytes())
    };
    if arguments.cover {
        sampler.cover().strings.into_iter().try_for_each(&mut write)?;
    } else {
        sampler.random(seed, longest).take(count).try_for_each(&mut write)?;
    }
    Ok(Status::Fine)
}

/// The strings are ASCII, and so are their edits.
fn with_reason(miss: &NearMiss) -> String {
    format!("{}\t{}\n", String::from_utf8_lossy(&miss.string), miss.reason)
}
