//! The end of a report for people: how many of what.

use std::io;

use codespan_reporting::term::termcolor::{Color, ColorSpec, WriteColor};

use super::tally::Tally;
use crate::verdict::{Judge, Verdict};

/// Writes the summary.
///
/// # Errors
/// What writing to the output says.
pub fn write(tally: &Tally, judges: &[Judge], output: &mut dyn WriteColor) -> io::Result<()> {
    let [conforming, generic, rejected] =
        [Verdict::Conforms, Verdict::GenericOnly, Verdict::Rejected].map(|it| tally.verdicts(it));
    let kinds = tally.kinds();
    for (kind, seen) in &kinds {
        let more = seen.all - seen.shown;
        if more > 0 {
            writeln!(output, "… and {more} more `{}` in `{}`", kind.name, kind.production)?;
        }
    }
    if kinds.iter().any(|(_, seen)| seen.all > seen.shown) {
        writeln!(output)?;
    }
    let by = by(judges);
    match (tally.lines, generic + rejected) {
        (0, _) => writeln!(output, "No URL was given.")?,
        (1, 0) => writeln!(output, "It conforms to {by}.")?,
        (lines, 0) => writeln!(output, "All {lines} lines conform to {by}.")?,
        (1, _) => {}
        (lines, _) => {
            write!(output, "{lines} lines judged by {by}")?;
            if judges.len() > 1 {
                write!(output, ", {} judgements", conforming + generic + rejected)?;
            }
            write!(output, ": ")?;
            let parts = [
                (conforming, "conforming", Color::Green),
                (generic, Verdict::GenericOnly.name(), Color::Yellow),
                (rejected, Verdict::Rejected.name(), Color::Red),
            ];
            for (index, (count, what, ink)) in parts.into_iter().enumerate() {
                if index > 0 {
                    write!(output, ", ")?;
                }
                if count > 0 {
                    output.set_color(ColorSpec::new().set_fg(Some(ink)))?;
                }
                write!(output, "{count} {what}")?;
                output.reset()?;
            }
            writeln!(output, ".")?;
            let failures: Vec<_> = kinds.iter().filter(|(kind, _)| kind.failure).collect();
            let digits = failures.iter().map(|(_, seen)| seen.all.to_string().len()).max();
            let names = failures.iter().map(|(kind, _)| kind.production.len()).max();
            for (kind, seen) in &failures {
                let (digits, names) = (digits.unwrap_or(0), names.unwrap_or(0));
                writeln!(
                    output,
                    "  {:digits$}  {:names$}  {}",
                    seen.all, kind.production, kind.name
                )?;
            }
        }
    }
    match tally.empty {
        0 => Ok(()),
        1 => writeln!(output, "One empty line was not judged."),
        empty => writeln!(output, "{empty} empty lines were not judged."),
    }
}

/// `rfc1738`, or how many editions and readings.
fn by(judges: &[Judge]) -> String {
    match judges {
        [judge] => format!("{}, {}", judge.name(), judge.reading()),
        [] => "nothing".to_owned(),
        [first, .., last] if first.name() == last.name() => {
            format!("{} in both readings", first.name())
        }
        several => {
            let mut editions: Vec<&str> = several.iter().map(|it| it.name()).collect();
            editions.dedup();
            format!("{} editions", editions.len())
        }
    }
}
