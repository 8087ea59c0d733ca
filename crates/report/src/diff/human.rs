//! A diff for a terminal, with the texts side by side if there is room.

use std::io;

use codespan_reporting::term::termcolor::{Color, ColorSpec, WriteColor};

use super::words::{NOT_DECIDED, undecided};
use super::{DiffRecord, ProductionText, TextPair, WitnessedRelation, listed};
use crate::excerpt::{Screen, fill, indented, painted, width};
use crate::grammar::RAISE;
use crate::witness::Witness;
use urlbnf_bnf::text::visible;

/// The minimum width of a terminal for two texts side by side.
const SIDE_BY_SIDE: usize = 100;
/// The assumed width of a terminal if it is unknown.
const USUAL: usize = 80;

/// Writes a diff for a terminal.
///
/// # Errors
/// If writing to the output fails.
pub fn write(changes: &DiffRecord<'_>, screen: &mut Screen<'_>) -> io::Result<()> {
    DiffWriter { output: screen.output, columns: screen.columns.unwrap_or(USUAL).max(40) }
        .changes(changes)
}

struct DiffWriter<'w> {
    output: &'w mut dyn WriteColor,
    columns: usize,
}

impl DiffWriter<'_> {
    fn changes(&mut self, changes: &DiffRecord<'_>) -> io::Result<()> {
        let [old, new] = [changes.old, changes.new].map(|name| visible(name.as_bytes()));
        self.bold(&format!("{old} → {new}"))?;
        if changes.is_empty() {
            match changes.has_roots {
                true => self.line(0, &format!("{}: no difference", changes.start.shown()))?,
                false => writeln!(self.output, "no difference")?,
            }
            return self.limits(changes);
        }
        let so_deep = changes.nesting.so_deep();
        let became = changes.language.as_ref().map_or(NOT_DECIDED.to_owned(), language);
        self.line(0, &format!("{}: {became}{so_deep}", changes.start.shown()))?;
        self.limits(changes)?;
        if !changes.renamed.is_empty() {
            self.heading("renamed")?;
            for renamed in &changes.renamed {
                let names = renamed.names.shown();
                self.line(2, &format!("{names} ({})", visible(renamed.because().as_bytes())))?;
            }
        }
        self.texts("added", '+', &changes.added)?;
        self.texts("removed", '-', &changes.removed)?;
        if !changes.replaced.is_empty() {
            self.heading("in place of those removed")?;
            changes.replaced.iter().try_for_each(|successors| self.line(2, &successors.shown()))?;
        }
        if !changes.reworded.is_empty() {
            self.heading(&format!("reworded, same language{so_deep}"))?;
            for texts in &changes.reworded {
                self.both(texts)?;
            }
        }
        if !changes.changed.is_empty() {
            self.heading(&format!("changed{so_deep}"))?;
        }
        for changed in &changes.changed {
            let names = changed.texts.names().shown();
            self.line(2, &format!("{names}: {}", language(&changed.language)))?;
            self.both(&changed.texts)?;
            if let Some(alone) = &changed.alone {
                let (own, rest) = (language(alone), changed.rest());
                self.line(4, &format!("by its own text {own}; {rest}"))?;
            }
            if !changed.followers.is_empty() {
                self.line(4, &format!("from it follow: {}", changed.followers.join(", ")))?;
            }
        }
        for (at, change) in changes.unexplained().enumerate() {
            if at == 0 {
                self.heading(&format!("changed, and the cause is not decided{so_deep}"))?;
            }
            self.line(2, &format!("{}: {}", change.names.shown(), language(&change.language)))?;
        }
        if !changes.ambiguity.is_empty() {
            self.heading("ambiguity")?;
        }
        for ambiguous in &changes.ambiguity {
            let ([what, how], string) = (ambiguous.words(), &ambiguous.string);
            self.line(2, &format!("{}: {what}, {string} {how}", ambiguous.names.shown()))?;
        }
        if !changes.classes.is_empty() {
            self.heading("character classes")?;
            for moved in &changes.classes {
                let shown = |character: &char| character.to_string().replace(' ', "space");
                let characters = moved.characters.iter().map(shown).collect::<Vec<_>>().join(" ");
                let [from, to] =
                    [&moved.from, &moved.to].map(|classes| listed(classes, str::to_owned));
                self.line(2, &format!("{from} → {to}: {characters}"))?;
            }
        }
        self.schemes(changes)?;
        if changes.undecided.is_empty() {
            return Ok(());
        }
        self.heading(NOT_DECIDED)?;
        for (line, texts) in undecided(&changes.undecided) {
            self.line(2, &line)?;
            texts.into_iter().try_for_each(|texts| self.both(texts))?;
        }
        self.line(2, RAISE)
    }

    /// The limits within which the diff holds.
    fn limits(&mut self, changes: &DiffRecord<'_>) -> io::Result<()> {
        if let Some(values) = changes.values {
            self.line(0, &values.description())?;
        }
        let mut limits = changes.nesting.words.iter();
        limits.try_for_each(|limit| self.line(0, &format!("all of this holds for {limit}")))?;
        changes.nesting.no_witnesses().try_for_each(|sentence| self.line(0, &sentence))
    }

    fn schemes(&mut self, changes: &DiffRecord<'_>) -> io::Result<()> {
        if changes.schemes.is_empty() {
            return Ok(());
        }
        self.heading("schemes")?;
        for scheme in &changes.schemes {
            let name = scheme.scheme.unwrap_or("any");
            let productions = |names: &[&str]| match names {
                [] => "nothing".to_owned(),
                names => names.join(", "),
            };
            let (old, new) = (productions(&scheme.old), productions(&scheme.new));
            let names = if old == new { old } else { format!("{old} → {new}") };
            self.line(2, &format!("{name} ({names}): {}", scheme.language.words))?;
            let witnesses = [
                ('+', "gained", &scheme.language.gained, &scheme.plain.gained),
                ('-', "lost", &scheme.language.lost, &scheme.plain.lost),
            ];
            for (sign, what, shortest, plain) in witnesses {
                let Some(shortest) = shortest else { continue };
                let plain = plain.as_ref().filter(|plain| *plain != shortest);
                let plain = plain.map(|plain| format!(", for example {plain}"));
                let plain = plain.unwrap_or_default();
                let line = format!("{what} {shortest}{plain}");
                for line in indented(&line, [4, 6], self.columns).lines() {
                    self.painted(sign, line)?;
                }
            }
            for part in &scheme.parts {
                let line = match (part.old, part.new, &part.language) {
                    (Some(old), Some(new), Some(relation)) if old == new => {
                        format!("{new}: {}", language(relation))
                    }
                    (Some(old), Some(new), Some(relation)) => {
                        format!("{old} → {new}: {}", language(relation))
                    }
                    (old, new, _) => {
                        let what = if old.is_none() { "added" } else { "removed" };
                        format!("{}: {what}", old.or(new).unwrap_or_default())
                    }
                };
                self.line(4, &line)?;
            }
        }
        Ok(())
    }

    fn texts(&mut self, title: &str, sign: char, texts: &[ProductionText<'_>]) -> io::Result<()> {
        if texts.is_empty() {
            return Ok(());
        }
        self.heading(title)?;
        for text in texts {
            self.signed(2, sign, &printed(text))?;
        }
        Ok(())
    }

    fn both(&mut self, texts: &TextPair<'_>) -> io::Result<()> {
        let (old, new) = (printed(&texts.old), printed(&texts.new));
        if self.columns < SIDE_BY_SIDE {
            for (sign, text) in [('-', old), ('+', new)] {
                self.signed(4, sign, &text)?;
            }
            return Ok(());
        }
        let half = (self.columns - 7) / 2;
        let (old, new) = (fill(&old, half), fill(&new, half));
        for row in 0..old.lines().count().max(new.lines().count()) {
            let (old, new) = (old.lines().nth(row), new.lines().nth(row));
            let (old, new) = (old.unwrap_or_default(), new.unwrap_or_default());
            let gap = " ".repeat(half.saturating_sub(width(old)));
            self.paint(Color::Red, &format!("    {old}"))?;
            let bar = if new.is_empty() { "│" } else { "│ " };
            write!(self.output, "{gap} {bar}")?;
            self.paint(Color::Green, new)?;
            writeln!(self.output)?;
        }
        Ok(())
    }

    /// A text after a sign; the rest of a long text is on further lines without a sign.
    fn signed(&mut self, indent: usize, sign: char, text: &str) -> io::Result<()> {
        for (number, line) in fill(text, self.columns - indent - 2).lines().enumerate() {
            let head = if number == 0 { sign } else { ' ' };
            self.painted(sign, &format!("{:indent$}{head} {line}", ""))?;
        }
        Ok(())
    }

    fn heading(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output)?;
        self.bold(text)
    }

    fn bold(&mut self, text: &str) -> io::Result<()> {
        painted(self.output, ColorSpec::new().set_bold(true), text)?;
        writeln!(self.output)
    }

    fn painted(&mut self, sign: char, text: &str) -> io::Result<()> {
        let ink = if sign == '+' { Color::Green } else { Color::Red };
        self.paint(ink, text)?;
        writeln!(self.output)
    }

    fn paint(&mut self, ink: Color, text: &str) -> io::Result<()> {
        painted(self.output, ColorSpec::new().set_fg(Some(ink)), text)
    }

    /// A line with an indent; the rest of a long text is indented further.
    fn line(&mut self, indent: usize, text: &str) -> io::Result<()> {
        write!(self.output, "{}", indented(text, [indent, indent + 2], self.columns))
    }
}

fn printed(text: &ProductionText<'_>) -> String {
    format!("{}  {}", text.production, text.shown())
}

fn language(language: &WitnessedRelation) -> String {
    language.describe(Witness::to_string)
}
