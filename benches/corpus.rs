//! Writes the corpus of the benchmarks, and describes it on standard error: `cargo bench -p
//! urlbnf-benches --bench corpus -- 200000 > urls.txt`.
//!
//! It is a bench rather than a command, since only the other benches need it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::unreachable,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a benchmark stops where it cannot measure"
)]

mod support;

use std::io::Write as _;

use support::corpus::{AVERAGE, Corpus, FAULTS, SCHEMES, SEED};
use urlbnf::{Edition, Judge, Reading, Verdict};

fn main() -> std::io::Result<()> {
    let mut numbers = std::env::args().filter_map(|argument| argument.parse().ok());
    let count = numbers.next();
    let corpus =
        Corpus::new(numbers.next().map_or(SEED, |seed| seed as u64), count.unwrap_or(20_000));
    if count.is_some() {
        std::io::stdout().write_all(corpus.text())?;
    }
    describe(&corpus)
}

/// Writes the intended and the actual mix to standard error.
fn describe(corpus: &Corpus) -> std::io::Result<()> {
    let mut error = std::io::stderr().lock();
    let lines = corpus.lines().count();
    writeln!(error, "{lines} lines, {AVERAGE} bytes on average and a line end; in a thousand:")?;
    for scheme in SCHEMES {
        writeln!(error, "  {:>4}  {}", scheme.share, scheme.head)?;
    }
    writeln!(error, "made to fail, in a thousand:")?;
    for (share, fault) in FAULTS {
        writeln!(error, "  {share:>4}  {}", fault.escape_ascii())?;
    }
    for edition in Edition::ALL {
        let judge = Judge::by_scheme(edition, Reading::Corrected);
        let mut counts = [0_usize; 3];
        for line in corpus.lines() {
            counts[judge.judge(line).verdict as usize] += 1;
        }
        let shares = Verdict::ALL.map(|verdict| {
            format!("{} {verdict}", (1000 * counts[verdict as usize] + lines / 2) / lines)
        });
        writeln!(error, "{edition:>16}: {}", shares.join(", "))?;
    }
    Ok(())
}
