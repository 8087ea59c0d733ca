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
use crate::diagnose::visible;

/// The most characters of a text that are shown.
const MOST_CHARACTERS: usize = 60;
/// The most parts that are shown after the leftmost name.
const MOST_PARTS: usize = 8;

/// Writes the derivation, a line for each form.
///
/// # Errors
/// What writing to the output says.
pub fn write(derivation: Leftmost<'_, '_>, output: &mut dyn WriteColor) -> io::Result<()> {
    let mut derivation = derivation;
    let grammar = derivation.tree().grammar();
    let names = derivation.tree().nodes().map(|node| columns(node.name()));
    let width = names.max().unwrap_or(0);
    write!(output, "{:width$}     ", "")?;
    form(&derivation, output)?;
    while let Some(applied) = derivation.step() {
        let name = grammar.name(applied.production);
        let fill = width.saturating_sub(columns(name));
        let arrow = if applied.steps > 1 { "⇒*" } else { "⇒ " };
        write!(output, "{name}{:fill$}  {arrow} ", "")?;
        form(&derivation, output)?;
    }
    Ok(())
}

fn columns(name: &str) -> usize {
    name.chars().count()
}

fn form(derivation: &Leftmost<'_, '_>, output: &mut dyn WriteColor) -> io::Result<()> {
    let grammar = derivation.tree().grammar();
    let derived = derivation.derived();
    let Some(leftmost) = derivation.leftmost() else {
        let all = if derived.is_empty() { "\"\"".to_owned() } else { quoted(derived) };
        return writeln!(output, "{all}");
    };
    if !derived.is_empty() {
        write!(output, "{} ", quoted(derived))?;
    }
    output
        .set_color(ColorSpec::new().set_fg(Some(Color::Blue)).set_bold(true).set_underline(true))?;
    write!(output, "«{}»", grammar.name(leftmost))?;
    output.reset()?;
    let rest = derivation.rest();
    let left_out = rest.len().saturating_sub(MOST_PARTS);
    for symbol in rest.take(MOST_PARTS) {
        match symbol {
            Symbol::Text(text) => write!(output, " {}", quoted(text))?,
            Symbol::Name(id) => write!(output, " {}", grammar.name(id))?,
        }
    }
    match left_out {
        0 => writeln!(output),
        _ => writeln!(output, " … and {left_out} more"),
    }
}

/// A text in quotes; of a long one its beginning and its end.
fn quoted(text: &[u8]) -> String {
    if text.len() <= MOST_CHARACTERS {
        return format!("\"{}\"", visible(text));
    }
    let half = MOST_CHARACTERS / 2;
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
