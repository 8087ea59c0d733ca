//! A tally: how many lines are judged how, by whom, and for what reason.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::excerpt::{cut, hang, width};
use super::record::{self, SCHEMA};
use crate::diagnose::visible;
use crate::edition::Edition;
use crate::judges::Tally;
use crate::judges::tally::{Example, Row};
use crate::verdict::{Judge, Verdict};

/// How wide the table of the verdicts is.
const TABLE: usize = 67;
/// The most bytes that are shown of an example.
const SHOWN: usize = 100;

/// A tally for people: a line for each judge, then the reasons, each with its
/// first lines. Judges that say the same of all lines share their reasons.
pub fn text(
    tally: &Tally,
    judges: &[Judge],
    columns: Option<usize>,
    reports: impl Fn(Verdict) -> bool,
) -> String {
    let narrow = columns.is_some_and(|columns| columns < TABLE);
    let rows: Vec<Vec<Row>> = (0..judges.len()).map(|judge| tally.rows(judge)).collect();
    let mut text = match (tally.lines(), tally.empty()) {
        (1, 0) => "1 line\n".to_owned(),
        (lines, 0) => format!("{lines} lines\n"),
        (lines, empty) => format!("{lines} lines, {empty} of them empty and not judged\n"),
    };
    // Writing to a string cannot fail.
    // Where no grammar derives references, nobody asks for the relative ones.
    let references = judges.iter().any(|it| it.references().is_some());
    let relative = |cell: &str| match references {
        true => format!(" {cell:>12}"),
        false => String::new(),
    };
    text.push('\n');
    if !narrow {
        let _ = writeln!(
            text,
            "{:<16} {:<10} {:>12}{} {:>13} {:>12}",
            "edition",
            "reading",
            "conforms",
            relative("relative"),
            "generic-only",
            "rejected"
        );
    }
    for (judge, rows) in judges.iter().zip(&rows) {
        let [conforms, generic, rejected] =
            [Verdict::Conforms, Verdict::GenericOnly, Verdict::Rejected].map(|it| count(rows, it));
        let (edition, reading) = (judge.name(), judge.reading().name());
        let of_them: u64 = rows.iter().filter(|row| row.ruling.relative).map(|row| row.count).sum();
        let absolute = conforms - of_them;
        if narrow {
            let _ = writeln!(text, "{edition}, {reading}");
            let of_them = judge.references().map(|_| (of_them, "relative"));
            let counts = [Some((absolute, "conforms")), of_them];
            let counts = counts.into_iter().flatten();
            for (count, verdict) in
                counts.chain([(generic, "generic-only"), (rejected, "rejected")])
            {
                let _ = writeln!(text, "  {verdict:<12}  {count:>12}");
            }
            continue;
        }
        let relative = relative(&judge.references().map_or(String::new(), |_| of_them.to_string()));
        let _ = writeln!(
            text,
            "{edition:<16} {reading:<10} {absolute:>12}{relative} {generic:>13} {rejected:>12}"
        );
    }
    let mut told = vec![false; judges.len()];
    for at in 0..judges.len() {
        let same =
            |other: usize| judges[other].name() == judges[at].name() && rows[other] == rows[at];
        if told[at] {
            continue;
        }
        let mut readings = vec![judges[at].reading().name()];
        for other in (at + 1..judges.len()).filter(|&other| same(other)) {
            told[other] = true;
            readings.push(judges[other].reading().name());
        }
        let failing = |row: &&Row| row.ruling.failure.is_some() && reports(row.ruling.verdict);
        let failing: Vec<&Row> = rows[at].iter().filter(failing).collect();
        if failing.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n{}, {}", judges[at].name(), readings.join(" and "));
        for row in failing {
            reason(&mut text, row, &judges[at], columns);
        }
    }
    text
}

fn reason(text: &mut String, row: &Row, judge: &Judge, columns: Option<usize>) {
    let Some((code, production)) = row.ruling.failure else { return };
    let production = judge.grammar().name(production);
    let narrow = columns.is_some_and(|columns| columns < TABLE);
    let (digits, indent) = if narrow { (0, 4) } else { (12, 28) };
    let reason =
        format!("{:>digits$}  {:<12}  {code} in {production}\n", row.count, row.ruling.verdict);
    *text += &columns.map_or(reason.clone(), |columns| hang(&reason, columns));
    for example in &row.examples {
        let Example { source, line, input, length } = example;
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

fn count(rows: &[Row], verdict: Verdict) -> u64 {
    rows.iter().filter(|row| row.ruling.verdict == verdict).map(|row| row.count).sum()
}

/// A tally for programs: an object for each judge, verdict, code and production,
/// as `docs/tally.schema.json` has it.
pub fn json(tally: &Tally, judges: &[Judge], reports: impl Fn(Verdict) -> bool) -> String {
    let mut text = String::new();
    for (at, judge) in judges.iter().enumerate() {
        for row in tally.rows(at).iter().filter(|row| reports(row.ruling.verdict)) {
            let record = json!({
                "schema": SCHEMA,
                "edition": judge.edition().map(Edition::name),
                "grammar": judge.name(),
                "reading": judge.reading().name(),
                "verdict": row.ruling.verdict.name(),
                "relative": row.ruling.relative,
                "code": row.ruling.failure.map(|(code, _)| code.name()),
                "production": row.ruling.failure.map(|(_, it)| judge.grammar().name(it)),
                "count": row.count,
                "examples": row.examples.iter().map(example).collect::<Vec<Value>>(),
            });
            let _ = writeln!(text, "{record}");
        }
    }
    text
}

fn example(example: &Example) -> Value {
    let Example { source, line, input, length } = example;
    let (text, base64) = record::text(input);
    json!({
        "source": **source,
        "line": line,
        "input": text,
        "input_base64": base64,
        "length": length,
    })
}
