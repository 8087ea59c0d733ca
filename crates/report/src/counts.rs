//! A tally: how many lines have each verdict, by judge and reason.

use std::fmt::Write as _;

use super::excerpt::{cut, hang, width};
use urlbnf_bnf::text::visible;
use urlbnf_url::judges::Ruling;
use urlbnf_url::judges::tally::{ExampleLine, RulingCount};
use urlbnf_url::judges::{RulingFailure, Tally};
use urlbnf_url::{Judge, Reading, Verdict};

/// The width of the table of verdicts, in columns.
const TABLE: usize = 67;
/// The minimum width of the names of editions in the table.
const NAMES: usize = 16;
/// The maximum number of bytes shown of an example.
const SHOWN: usize = 100;

/// A tally for people: a line for each judge, then the reasons, each with its first lines.
/// Judges that agree on all lines share their reasons.
pub fn text(
    tally: &Tally,
    judges: &[Judge],
    columns: Option<usize>,
    reports: impl Fn(&Ruling) -> bool,
) -> String {
    let rows: Vec<Vec<RulingCount>> =
        (0..judges.len()).map(|judge| tally.rows_by_named_production(judge)).collect();
    let narrow = columns.is_some_and(|columns| columns < TABLE);
    let mut text = match (tally.lines(), tally.empty()) {
        (1, 0) => "1 line\n".to_owned(),
        (lines, 0) => format!("{lines} lines\n"),
        (lines, empty) => format!("{lines} lines, {empty} of them empty and not judged\n"),
    };
    text.push('\n');
    verdicts(&mut text, judges, &rows, narrow);
    let mut written = vec![false; judges.len()];
    for at in 0..judges.len() {
        let same =
            |other: usize| judges[other].name() == judges[at].name() && rows[other] == rows[at];
        if written[at] {
            continue;
        }
        let mut readings: Vec<&str> =
            judges[at].named_reading().iter().map(|reading| reading.name()).collect();
        for other in (at + 1..judges.len()).filter(|&other| same(other)) {
            written[other] = true;
            readings.extend(judges[other].named_reading().map(Reading::name));
        }
        let failing = |row: &&RulingCount| row.ruling.failure.is_some() && reports(&row.ruling);
        let failing: Vec<&RulingCount> = rows[at].iter().filter(failing).collect();
        if failing.is_empty() {
            continue;
        }
        let between = if readings.is_empty() { "" } else { ", " };
        let readings = readings.join(" and ");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n{}{between}{readings}", judges[at].name());
        let digits = failing.iter().map(|row| row.count.to_string().len()).max().unwrap_or(0);
        for row in failing {
            reason(&mut text, row, &judges[at], digits, columns);
        }
    }
    text
}

/// The number of lines with each verdict, by judge. A verdict that no judge can give has no column.
fn verdicts(text: &mut String, judges: &[Judge], rows: &[Vec<RulingCount>], narrow: bool) {
    let readings = judges.iter().any(|judge| judge.named_reading().is_some());
    let references = judges.iter().any(|judge| judge.references().is_some());
    let generic = judges.iter().any(Judge::has_generic);
    let is_undecided = |row: &RulingCount| row.ruling.verdict == Verdict::Undecided;
    let undecided = rows.iter().flatten().any(is_undecided);
    let names = judges.iter().map(|judge| width(judge.name())).max().unwrap_or(0).max(NAMES);
    let line = |name: &str,
                reading: &str,
                [conforms, relative, generic_only, rejected, open]: [&str; 5]| {
        let mut line = format!("{name:names$}");
        let cells = [
            (readings, format!(" {reading:10}")),
            (true, format!(" {conforms:>12}")),
            (references, format!(" {relative:>12}")),
            (generic, format!(" {generic_only:>13}")),
            (true, format!(" {rejected:>12}")),
            (undecided, format!(" {open:>12}")),
        ];
        cells.iter().filter(|(shown, _)| *shown).for_each(|(_, cell)| line += cell);
        line + "\n"
    };
    const HEADS: [&str; 5] = ["conforms", "relative", "generic-only", "rejected", "undecided"];
    if !narrow {
        *text += &line("edition", "reading", HEADS);
    }
    let mut impossible = false;
    for (judge, rows) in judges.iter().zip(rows) {
        let [conforms, generic_only, rejected, open] =
            Verdict::ALL.map(|verdict| count(rows, verdict));
        let relative: u64 =
            rows.iter().filter(|row| row.ruling.relative).map(|row| row.count).sum();
        let of_them = judge.references().map(|_| relative);
        let by_generic = judge.has_generic().then_some(generic_only);
        let open = undecided.then_some(open);
        let counts = [Some(conforms - relative), of_them, by_generic, Some(rejected), open];
        let asked = [true, references, generic, true, undecided];
        impossible |= counts.iter().zip(asked).any(|(count, asked)| asked && count.is_none());
        if narrow {
            *text += &format!("{}\n", judge.title(", "));
            for (count, verdict) in counts.iter().zip(HEADS) {
                let count = count.iter().map(|count| format!("  {verdict:<12}  {count:>12}\n"));
                text.extend(count);
            }
            continue;
        }
        let counts = counts.map(|count| count.map_or("-".to_owned(), |count| count.to_string()));
        let reading = judge.named_reading().map_or("", Reading::name);
        *text += &line(judge.name(), reading, counts.each_ref().map(String::as_str));
    }
    if impossible && !narrow {
        *text += "\n-  no string can be that, by this grammar\n";
    }
}

fn reason(
    text: &mut String,
    row: &RulingCount,
    judge: &Judge,
    most: usize,
    columns: Option<usize>,
) {
    let Some(RulingFailure { code, named_production, .. }) = row.ruling.failure else { return };
    let production = judge.grammar().name(named_production);
    let narrow = columns.is_some_and(|columns| columns < TABLE);
    let (digits, indent) = if narrow { (most, 4) } else { (12, 28) };
    let head = format!("{:>digits$}  {:<12}", row.count, row.ruling.verdict);
    let what = format!("{code} in {production}");
    match columns.filter(|columns| width(&head) + 2 + width(&what) > *columns) {
        Some(columns) => {
            let what = hang(&format!("{:1$}{what}\n", "", digits + 2), columns);
            let _ = write!(text, "{}\n{what}", head.trim_end());
        }
        None => {
            let _ = writeln!(text, "{head}  {what}");
        }
    }
    for example in &row.examples {
        let ExampleLine { source, line, input, length } = example;
        let shown = &input[..input.len().min(SHOWN)];
        let more = if (shown.len() as u64) < *length { "…" } else { "" };
        let source = visible(source.as_bytes());
        let shown = format!("{source}:{line}: {}{more}", visible(shown));
        let shown = match columns.map(|columns| columns.saturating_sub(indent + 1)) {
            Some(room) if width(&shown) > room => cut(&shown, room),
            _ => shown,
        };
        let _ = writeln!(text, "{:indent$}{shown}", "");
    }
}

fn count(rows: &[RulingCount], verdict: Verdict) -> u64 {
    rows.iter().filter(|row| row.ruling.verdict == verdict).map(|row| row.count).sum()
}
