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

use urlbnf_bnf::derivation::{DerivationOrder, DerivationSteps, ProductionRoute, SententialSymbol};
use urlbnf_bnf::text::{in_one_line, visible};
use urlbnf_bnf::{Grammar, Span};

use super::excerpt::{Screen, painted, width};
use super::witness;

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
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct AlternativeRecord {
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

impl AlternativeRecord {
    /// The alternative that a route takes; `None` if it takes none.
    pub fn from_route(grammar: &Grammar, route: &ProductionRoute<'_>) -> Option<AlternativeRecord> {
        let alternative = route.alternative()?;
        let listing = grammar.listing();
        let place = alternative.place;
        Some(AlternativeRecord {
            source: listing.source(place.start).0.name.clone(),
            line: listing.line_and_column(place.start).0,
            alternative: alternative.number,
            alternatives: alternative.of,
            text: printed(grammar, place),
        })
    }

    /// The place: `rfc1738.bnf:52, alternative 1 of 2`.
    pub fn place(&self) -> String {
        let AlternativeRecord { source, line, alternative, alternatives, .. } = self;
        match alternatives {
            1 => format!("{source}:{line}"),
            _ => format!("{source}:{line}, alternative {alternative} of {alternatives}"),
        }
    }
}

/// The printed text at a place, on one line.
fn printed(grammar: &Grammar, place: Span) -> String {
    let lines: Vec<&str> = grammar.listing().printed_lines(place).collect();
    visible(in_one_line(&lines.join(" ")).as_bytes())
}

/// Writes the derivation, a line for each form; longer ones are broken at the columns. With
/// `text`, the printed text of each step is below its form.
///
/// # Errors
/// If writing to the output fails.
pub fn write(
    mut derivation: DerivationSteps<'_, '_>,
    text: bool,
    screen: &mut Screen<'_>,
) -> io::Result<()> {
    let grammar = derivation.tree().grammar();
    let names = derivation.tree().nodes().map(|node| width(node.name()));
    let names = names.max().unwrap_or(0).min(WIDEST);
    let beside = names + 5;
    let room = screen.columns.map(|columns| columns.saturating_sub(beside));
    let (indent, room) = match screen.columns {
        Some(columns) if room < Some(NARROW) => (INDENT, Some(columns.saturating_sub(INDENT))),
        _ => (beside, room),
    };
    let below = indent < beside;
    let mut lines = WrappingWriter { indent, room, taken: 0, output: screen.output };
    write!(lines.output, "{:indent$}", "")?;
    lines.form(&derivation)?;
    while let Some(applied) = derivation.step() {
        let name = grammar.name(applied.production);
        let fill = names.saturating_sub(width(name));
        let arrow = if applied.steps > 1 { "⇒*" } else { "⇒" };
        match below {
            true => write!(lines.output, "{name}{:fill$}  {arrow}\n{:indent$}", "", "")?,
            false => write!(lines.output, "{name}{:fill$}  {arrow:<2} ", "")?,
        }
        lines.form(&derivation)?;
        let route = text.then(|| derivation.route(applied.node)).flatten();
        if let Some(printed) =
            route.and_then(|route| AlternativeRecord::from_route(grammar, &route))
        {
            lines.printed(&printed)?;
        }
    }
    Ok(())
}

/// Writes words in indented lines of limited width.
struct WrappingWriter<'w> {
    indent: usize,
    room: Option<usize>,
    taken: usize,
    output: &'w mut dyn WriteColor,
}

impl WrappingWriter<'_> {
    /// Writes a word: after a space, or on the next line.
    fn word(&mut self, text: &str) -> io::Result<()> {
        self.make_room(width(text))?;
        write!(self.output, "{text}")
    }

    fn make_room(&mut self, wide: usize) -> io::Result<()> {
        let indent = self.indent;
        if self.taken > 0 && self.room.is_some_and(|room| self.taken + 1 + wide > room) {
            write!(self.output, "\n{:indent$}", "")?;
            self.taken = 0;
        } else if self.taken > 0 {
            write!(self.output, " ")?;
            self.taken += 1;
        }
        self.taken += wide;
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        self.taken = 0;
        writeln!(self.output)
    }

    /// Writes the printed text of a step.
    fn printed(&mut self, printed: &AlternativeRecord) -> io::Result<()> {
        let indent = self.indent;
        self.output.set_color(ColorSpec::new().set_dimmed(true))?;
        write!(self.output, "{:indent$}", "")?;
        for word in format!("{}: {}", printed.place(), printed.text).split(' ') {
            self.word(word)?;
        }
        self.output.reset()?;
        self.end()
    }

    fn form(&mut self, derivation: &DerivationSteps<'_, '_>) -> io::Result<()> {
        let grammar = derivation.tree().grammar();
        let longest = self.room.map_or(usize::MAX, |room| room.saturating_sub(3));
        let longest = longest.min(MOST_CHARACTERS);
        let shown = |symbol: SententialSymbol<'_>| match symbol {
            SententialSymbol::Text(text) => quoted(text, longest),
            SententialSymbol::Name(id) => grammar.name(id).to_owned(),
            SententialSymbol::More => "…".to_owned(),
        };
        // Without characters, the derived part is omitted if something else follows.
        let (derived, marked) = (derivation.derived(), derivation.marked());
        let empty = derived.is_empty() && (marked.is_some() || derivation.rest().len() > 0);
        let derived = (!empty).then(|| quoted(derived, longest));
        // Omitting one part would take as much room as the part itself.
        let count = derivation.rest().len();
        let most = if count == MOST_PARTS + 1 { count } else { MOST_PARTS };
        let left_out = count.saturating_sub(most);
        match derivation.order() {
            DerivationOrder::Leftmost => {
                derived.iter().try_for_each(|text| self.word(text))?;
                marked.iter().try_for_each(|id| self.mark(grammar.name(*id)))?;
                let mut before = None;
                for symbol in derivation.rest().take(most) {
                    // The missing rests of adjacent open productions are shown as one.
                    if (before, symbol) != (Some(SententialSymbol::More), SententialSymbol::More) {
                        self.word(&shown(symbol))?;
                    }
                    before = Some(symbol);
                }
                if left_out > 0 {
                    self.word(&format!("… and {left_out} more"))?;
                }
            }
            DerivationOrder::Rightmost => {
                if left_out > 0 {
                    self.word(&format!("{left_out} more …"))?;
                }
                for symbol in derivation.rest().skip(left_out) {
                    self.word(&shown(symbol))?;
                }
                marked.iter().try_for_each(|id| self.mark(grammar.name(*id)))?;
                derived.iter().try_for_each(|text| self.word(text))?;
            }
        }
        self.end()
    }

    /// Writes the name that the next step replaces.
    fn mark(&mut self, name: &str) -> io::Result<()> {
        let marked = format!("«{name}»");
        self.make_room(width(&marked))?;
        let mut ink = ColorSpec::new();
        ink.set_fg(Some(Color::Blue)).set_bold(true).set_underline(true);
        painted(self.output, &ink, marked)
    }
}

/// A text in quotes; a long one by its prefix and suffix.
fn quoted(text: &[u8], longest: usize) -> String {
    if text.len() <= longest {
        return format!("\"{}\"", visible(text));
    }
    let half = longest / 2;
    format!("\"{}…{}\"", visible(&text[..half]), visible(&text[text.len() - half..]))
}

/// A step as data. The forms follow from the steps.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct DerivationStepRecord<'g> {
    /// The production whose name was replaced.
    pub production: &'g str,
    /// The node of the tree that grew, from 0, each before those below it; the tree goes down to
    /// the characters (`tree --full`).
    pub node: usize,
    /// Where its characters begin.
    pub offset: usize,
    /// The alternative that was taken, where it is printed; else null.
    pub printed: Option<AlternativeRecord>,
    /// What replaced the name.
    pub replacement: Vec<ReplacementPartRecord<'g>>,
    /// How many steps this one represents.
    pub steps: usize,
}

/// A part of what replaced a name.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReplacementPartRecord<'g> {
    /// A production.
    Production(&'g str),
    /// Characters of the input.
    Text(String),
    /// What an open production would still have, if the string went on.
    More(#[cfg_attr(feature = "schemas", schemars(extend("const" = true)))] bool),
}

/// All steps of a derivation.
pub fn records<'g>(mut derivation: DerivationSteps<'g, '_>) -> Vec<DerivationStepRecord<'g>> {
    let grammar = derivation.tree().grammar();
    let mut steps = Vec::new();
    while let Some(applied) = derivation.step() {
        let replacement = applied.replacement.iter().map(|symbol| part(grammar, *symbol));
        let route = derivation.route(applied.node);
        steps.push(DerivationStepRecord {
            production: grammar.name(applied.production),
            node: applied.node,
            offset: applied.offset,
            printed: route.and_then(|route| AlternativeRecord::from_route(grammar, &route)),
            replacement: replacement.collect(),
            steps: applied.steps,
        });
    }
    steps
}

fn part<'g>(grammar: &'g Grammar, symbol: SententialSymbol<'_>) -> ReplacementPartRecord<'g> {
    match symbol {
        SententialSymbol::Text(text) => {
            ReplacementPartRecord::Text(witness::text(text).into_owned())
        }
        SententialSymbol::Name(id) => ReplacementPartRecord::Production(grammar.name(id)),
        SententialSymbol::More => ReplacementPartRecord::More(true),
    }
}
