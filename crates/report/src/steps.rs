//! A derivation, step by step: lines for people, JSON for programs.
//!
//! Characters are in quotes, names are not; the name that the next step replaces is between
//! `«` and `»`. The production of a step precedes the form that it leads to. Optionally the
//! alternative that was taken is printed below. `…` represents the missing rest of an open
//! production, if a string fails. Text that is too long for a line is shown by its prefix and
//! suffix. Each form is printed and dropped.

use std::io;

use codespan_reporting::term::termcolor::{Color, ColorSpec, WriteColor};
use serde::Serialize;
use serde_json::{Value, json};

use urlbnf_bnf::derivation::{Order, Route, Steps, Symbol};
use urlbnf_bnf::text::{in_one_line, visible};
use urlbnf_bnf::{Grammar, Place};

use super::excerpt::{painted, width};

/// The maximum number of characters shown of a text.
const MOST_CHARACTERS: usize = 60;
/// The maximum number of parts shown after the leftmost name.
const MOST_PARTS: usize = 8;

/// The maximum width of the names before the arrows, in columns.
const WIDEST: usize = 100;
/// The minimum width of a form after its production; with less, it goes below.
const NARROW: usize = 24;
/// The indent of a form below its production.
const INDENT: usize = 4;

/// The printed text that a step applied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Printed {
    /// The file.
    pub source: String,
    /// The line where the alternative begins, from 1.
    pub line: usize,
    /// The number of the alternative, from 1.
    pub alternative: usize,
    /// The number of alternatives.
    pub alternatives: usize,
    /// The alternative, on one line.
    pub text: String,
}

impl Printed {
    /// The alternative that a route takes; `None` if it takes none.
    pub fn of(grammar: &Grammar, route: &Route<'_>) -> Option<Printed> {
        let alternative = route.alternative()?;
        let listing = grammar.listing();
        let place = alternative.place;
        Some(Printed {
            source: listing.source(place.start).0.name.clone(),
            line: listing.line_and_column(place.start).0,
            alternative: alternative.number,
            alternatives: alternative.of,
            text: printed(grammar, place),
        })
    }

    /// The place: `rfc1738.bnf:52, alternative 1 of 2`.
    pub fn place(&self) -> String {
        let Printed { source, line, alternative, alternatives, .. } = self;
        match alternatives {
            1 => format!("{source}:{line}"),
            _ => format!("{source}:{line}, alternative {alternative} of {alternatives}"),
        }
    }
}

/// The printed text at a place, on one line.
fn printed(grammar: &Grammar, place: Place) -> String {
    let lines: Vec<&str> = grammar.listing().printed_lines(place).collect();
    visible(in_one_line(&lines.join(" ")).as_bytes())
}

/// Writes the derivation, a line for each form; longer ones are broken at the columns. With
/// `text`, the printed text of each step is below its form.
///
/// # Errors
/// If writing to the output fails.
pub fn write(
    derivation: Steps<'_, '_>,
    text: bool,
    columns: Option<usize>,
    output: &mut dyn WriteColor,
) -> io::Result<()> {
    let mut derivation = derivation;
    let grammar = derivation.tree().grammar();
    let names = derivation.tree().nodes().map(|node| width(node.name()));
    let names = names.max().unwrap_or(0).min(WIDEST);
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
        let route = text.then(|| derivation.route(applied.node)).flatten();
        if let Some(printed) = route.and_then(|route| Printed::of(grammar, &route)) {
            below_form(&printed, (indent, room), output)?;
        }
    }
    Ok(())
}

/// Words in a row, in indented lines of limited width.
struct Lines {
    indent: usize,
    room: Option<usize>,
    taken: usize,
}

impl Lines {
    fn new((indent, room): (usize, Option<usize>)) -> Lines {
        Lines { indent, room, taken: 0 }
    }

    /// Moves to the position of the next word: after a space, or on the next line.
    fn make_room(&mut self, wide: usize, output: &mut dyn WriteColor) -> io::Result<()> {
        let Lines { indent, room, taken } = *self;
        if taken > 0 && room.is_some_and(|room| taken + 1 + wide > room) {
            write!(output, "\n{:indent$}", "")?;
            self.taken = 0;
        } else if taken > 0 {
            write!(output, " ")?;
            self.taken += 1;
        }
        self.taken += wide;
        Ok(())
    }
}

/// Writes the printed text of a step, wrapped to the room.
fn below_form(
    printed: &Printed,
    (indent, room): (usize, Option<usize>),
    output: &mut dyn WriteColor,
) -> io::Result<()> {
    let mut faint = ColorSpec::new();
    output.set_color(faint.set_dimmed(true))?;
    let said = format!("{}: {}", printed.place(), printed.text);
    let mut lines = Lines::new((indent, room));
    write!(output, "{:indent$}", "")?;
    for word in said.split(' ') {
        lines.make_room(width(word), output)?;
        write!(output, "{word}")?;
    }
    output.reset()?;
    writeln!(output)
}

/// Writes a form, wrapped to the room with this indent.
fn form(
    derivation: &Steps<'_, '_>,
    (indent, room): (usize, Option<usize>),
    output: &mut dyn WriteColor,
) -> io::Result<()> {
    let grammar = derivation.tree().grammar();
    let longest = room.map_or(MOST_CHARACTERS, |room| MOST_CHARACTERS.min(room.saturating_sub(3)));
    let mut lines = Lines::new((indent, room));
    let mut part = |text: &str, output: &mut dyn WriteColor, marked: bool| {
        lines.make_room(width(text), output)?;
        if !marked {
            return write!(output, "{text}");
        }
        let mut ink = ColorSpec::new();
        painted(output, ink.set_fg(Some(Color::Blue)).set_bold(true).set_underline(true), text)
    };
    let shown = |symbol: Symbol<'_>| match symbol {
        Symbol::Text(text) => quoted(text, longest),
        Symbol::Name(id) => grammar.name(id).to_owned(),
        Symbol::More => "…".to_owned(),
    };
    let derived = derivation.derived();
    let marked = derivation.marked();
    // Without characters, the derived part is omitted if something else follows.
    let empty = derived.is_empty() && (marked.is_some() || derivation.rest().len() > 0);
    let derived = (!empty).then(|| quoted(derived, longest));
    let marked = marked.map(|marked| format!("«{}»", grammar.name(marked)));
    // Omitting one part would take as much room as the part itself.
    let count = derivation.rest().len();
    let most = if count == MOST_PARTS + 1 { count } else { MOST_PARTS };
    let left_out = count.saturating_sub(most);
    match derivation.order() {
        Order::Leftmost => {
            if let Some(derived) = derived {
                part(&derived, output, false)?;
            }
            if let Some(marked) = marked {
                part(&marked, output, true)?;
            }
            let mut before = None;
            for symbol in derivation.rest().take(most) {
                // The missing rests of adjacent open productions are shown as one.
                if (before, symbol) != (Some(Symbol::More), Symbol::More) {
                    part(&shown(symbol), output, false)?;
                }
                before = Some(symbol);
            }
            if left_out > 0 {
                part(&format!("… and {left_out} more"), output, false)?;
            }
        }
        Order::Rightmost => {
            if left_out > 0 {
                part(&format!("{left_out} more …"), output, false)?;
            }
            for symbol in derivation.rest().skip(left_out) {
                part(&shown(symbol), output, false)?;
            }
            if let Some(marked) = marked {
                part(&marked, output, true)?;
            }
            if let Some(derived) = derived {
                part(&derived, output, false)?;
            }
        }
    }
    writeln!(output)
}

/// A text in quotes; a long one by its prefix and suffix.
fn quoted(text: &[u8], longest: usize) -> String {
    if text.len() <= longest {
        return format!("\"{}\"", visible(text));
    }
    let half = longest / 2;
    format!("\"{}…{}\"", visible(&text[..half]), visible(&text[text.len() - half..]))
}

/// The steps as JSON. Each has the production, the node, the offset where its characters
/// begin, the printed text that it applied, the replacement of the name, and the number of
/// steps that it represents. The forms follow from that.
pub fn json(derivation: Steps<'_, '_>) -> Vec<Value> {
    let mut derivation = derivation;
    let grammar = derivation.tree().grammar();
    let mut steps = Vec::new();
    while let Some(applied) = derivation.step() {
        let replacement = applied.replacement.iter().map(|symbol| part(grammar, *symbol));
        let route = derivation.route(applied.node);
        let printed = route.and_then(|route| Printed::of(grammar, &route));
        steps.push(json!({
            "production": grammar.name(applied.production),
            "node": applied.node,
            "offset": applied.offset,
            "printed": printed,
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
        Symbol::More => json!({ "more": true }),
    }
}
