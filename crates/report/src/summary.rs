//! The end of a report for people: the counts.

use std::io;

use codespan_reporting::term::termcolor::{Color, ColorSpec};

use super::excerpt::{Screen, width};
use super::tally::ReportTally;
use urlbnf_url::verdict::{Judge, Verdict};

/// The most columns to which names of productions are padded.
const WIDEST: usize = 60;

/// Writes the summary.
///
/// # Errors
/// If writing to the output fails.
pub fn write(tally: &ReportTally, judges: &[Judge], screen: &mut Screen<'_>) -> io::Result<()> {
    let [conforming, generic, rejected, undecided] =
        Verdict::ALL.map(|verdict| tally.verdicts(verdict));
    let kinds = tally.kinds();
    for (kind, seen) in &kinds {
        let more = seen.all - seen.shown;
        if more > 0 {
            let line = format!("… and {more} more `{}` in `{}`\n", kind.name, kind.production);
            screen.hung(&line)?;
        }
    }
    if kinds.iter().any(|(_, seen)| seen.all > seen.shown) {
        writeln!(screen.output, "--limit N shows more of each kind\n")?;
    }
    let by = by(judges);
    match (tally.lines, generic + rejected + undecided) {
        (0, _) if judges.iter().any(Judge::is_of_urls) => {
            writeln!(screen.output, "No URL was given.")?
        }
        (0, _) => writeln!(screen.output, "Nothing was given to judge.")?,
        (1, 0) => writeln!(screen.output, "It conforms to {by}.")?,
        (lines, 0) => writeln!(screen.output, "All {lines} lines conform to {by}.")?,
        (1, _) => {}
        (lines, _) => {
            let mut head = format!("{lines} lines judged by {by}");
            if judges.len() > 1 {
                head += &format!(", {} judgements", conforming + generic + rejected + undecided);
            }
            head += ":";
            let mut parts = vec![
                (conforming, "conforming", Color::Green),
                (generic, Verdict::GenericOnly.name(), Color::Yellow),
                (rejected, Verdict::Rejected.name(), Color::Red),
            ];
            // Most user grammars have no generic productions, and most strings are decided.
            if !judges.iter().any(Judge::has_generic) {
                parts.remove(1);
            }
            if undecided > 0 {
                parts.push((undecided, Verdict::Undecided.name(), Color::Red));
            }
            let widths = parts.iter().map(|(count, what, _)| format!("{count} {what}, ").len());
            let narrow = screen
                .columns
                .is_some_and(|columns| width(&head) + widths.sum::<usize>() > columns);
            screen.hung(&head)?;
            let output = &mut *screen.output;
            for (index, (count, what, ink)) in parts.into_iter().enumerate() {
                let between = if index > 0 { "," } else { "" };
                write!(output, "{between}{}", if narrow { "\n  " } else { " " })?;
                if count > 0 {
                    output.set_color(ColorSpec::new().set_fg(Some(ink)))?;
                }
                write!(output, "{count} {what}")?;
                output.reset()?;
            }
            writeln!(output, ".")?;
            let failures: Vec<_> = kinds.iter().filter(|(kind, _)| kind.failure).collect();
            let digits = failures.iter().map(|(_, seen)| seen.all.to_string().len()).max();
            let names = failures.iter().map(|(kind, _)| width(&kind.production)).max();
            for (kind, seen) in &failures {
                let (digits, names) = (digits.unwrap_or(0), names.unwrap_or(0).min(WIDEST));
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
        1 => writeln!(screen.output, "One empty line was not judged."),
        empty => writeln!(screen.output, "{empty} empty lines were not judged."),
    }
}

/// `rfc1738`, or the number of editions and readings.
fn by(judges: &[Judge]) -> String {
    match judges {
        [judge] => judge.title(", "),
        [] => "nothing".to_owned(),
        [first, .., last] if first.name() == last.name() => {
            format!("{} in both readings", first.name())
        }
        several => {
            let mut editions: Vec<&str> = several.iter().map(|judge| judge.name()).collect();
            editions.dedup();
            format!("{} editions", editions.len())
        }
    }
}
