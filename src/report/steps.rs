//! A leftmost derivation, step by step: lines for people, JSON for programs.
//!
//! Characters stand in quotes and names do not; the leftmost name, which the next
//! step replaces, stands between `«` and `»`. Before each form stands the
//! production whose step led to it. What is too long for a line is shown by its
//! beginning and its end. Nothing is kept: a form is printed and forgotten.

use std::io;

use codespan_reporting::term::termcolor::{Color, ColorSpec, WriteColor};
use serde_json::{Value, json};

use crate::bnf::Grammar;
use crate::derivation::{Leftmost, Symbol};
use crate::text::visible;

use super::excerpt::width;

/// The most characters of a text that are shown.
const MOST_CHARACTERS: usize = 60;
/// The most parts that are shown after the leftmost name.
const MOST_PARTS: usize = 8;

/// Where a form has less room than this behind the production, it goes below.
const NARROW: usize = 24;
/// How far a form is moved in below its production.
const INDENT: usize = 4;

/// Writes the derivation, a line for each form; one that is wider than the columns goes on
/// in the next line.
///
/// # Errors
/// What writing to the output says.
pub fn write(
    derivation: Leftmost<'_, '_>,
    columns: Option<usize>,
    output: &mut dyn WriteColor,
) -> io::Result<()> {
    let mut derivation = derivation;
    let grammar = derivation.tree().grammar();
    let names = derivation.tree().nodes().map(|node| width(node.name()));
    let names = names.max().unwrap_or(0);
    let beside = names + 5;
    let room = columns.map(|columns| columns.saturating_sub(beside));
    let (indent, room) = match columns {
        Some(columns) if room < Some(NARROW) => (INDENT, Some(columns.saturating_sub(INDENT))),
        _ => (beside, room),
    };
    let below = indent < beside;
    write!(output, "{:indent$}", "")?;
    form(&derivation, (indent, room), output)?;
    while let Some(applied) = derivation.step() {
        let name = grammar.name(applied.production);
        let fill = names.saturating_sub(width(name));
        let arrow = if applied.steps > 1 { "⇒*" } else { "⇒" };
        match below {
            true => write!(output, "{name}{:fill$}  {arrow}\n{:indent$}", "", "")?,
            false => write!(output, "{name}{:fill$}  {arrow:<2} ", "")?,
        }
        form(&derivation, (indent, room), output)?;
    }
    Ok(())
}

/// Writes a form, behind what stands in its line: so far in, in so many columns.
fn form(
    derivation: &Leftmost<'_, '_>,
    (indent, room): (usize, Option<usize>),
    output: &mut dyn WriteColor,
) -> io::Result<()> {
    let grammar = derivation.tree().grammar();
    let derived = derivation.derived();
    let longest = room.map_or(MOST_CHARACTERS, |room| MOST_CHARACTERS.min(room.saturating_sub(3)));
    let mut taken = 0;
    let mut part = |text: &str, output: &mut dyn WriteColor, leftmost: bool| {
        let wide = width(text);
        if taken > 0 && room.is_some_and(|room| taken + 1 + wide > room) {
            write!(output, "\n{:indent$}", "")?;
            taken = 0;
        } else if taken > 0 {
            write!(output, " ")?;
            taken += 1;
        }
        taken += wide;
        if !leftmost {
            return write!(output, "{text}");
        }
        let mut ink = ColorSpec::new();
        output.set_color(ink.set_fg(Some(Color::Blue)).set_bold(true).set_underline(true))?;
        write!(output, "{text}")?;
        output.reset()
    };
    let leftmost = derivation.leftmost();
    if !derived.is_empty() || leftmost.is_none() {
        part(&quoted(derived, longest), output, false)?;
    }
    if let Some(leftmost) = leftmost {
        part(&format!("«{}»", grammar.name(leftmost)), output, true)?;
        let rest = derivation.rest();
        // To say that one more was left out takes no less room than that one.
        let shown = if rest.len() == MOST_PARTS + 1 { rest.len() } else { MOST_PARTS };
        let left_out = rest.len().saturating_sub(shown);
        for symbol in rest.take(shown) {
            match symbol {
                Symbol::Text(text) => part(&quoted(text, longest), output, false)?,
                Symbol::Name(id) => part(grammar.name(id), output, false)?,
            }
        }
        if left_out > 0 {
            part(&format!("… and {left_out} more"), output, false)?;
        }
    }
    writeln!(output)
}

/// A text in quotes; of one that is longer than that its beginning and its end.
fn quoted(text: &[u8], longest: usize) -> String {
    if text.len() <= longest {
        return format!("\"{}\"", visible(text));
    }
    let half = longest / 2;
    format!("\"{}…{}\"", visible(&text[..half]), visible(&text[text.len() - half..]))
}

/// The steps: of each the production, the offset at which its characters begin, by
/// what its name is replaced, and for how many steps it stands. The forms follow
/// from that.
pub fn json(derivation: Leftmost<'_, '_>) -> Vec<Value> {
    let mut derivation = derivation;
    let grammar = derivation.tree().grammar();
    let mut steps = Vec::new();
    while let Some(applied) = derivation.step() {
        let replacement = applied.replacement.iter().map(|symbol| part(grammar, *symbol));
        steps.push(json!({
            "production": grammar.name(applied.production),
            "offset": applied.offset,
            "replacement": replacement.collect::<Vec<_>>(),
            "steps": applied.steps,
        }));
    }
    steps
}

fn part(grammar: &Grammar, symbol: Symbol<'_>) -> Value {
    match symbol {
        Symbol::Text(text) => json!({ "text": String::from_utf8_lossy(text) }),
        Symbol::Name(id) => json!({ "production": grammar.name(id) }),
    }
}
