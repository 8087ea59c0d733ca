//! What is wrong with a grammar, shown in its own file.

use std::io;

use codespan_reporting::diagnostic::{Diagnostic, Label, Severity};
use codespan_reporting::files::{Error, SimpleFile};
use codespan_reporting::term::termcolor::WriteColor;
use codespan_reporting::term::{self, Config};

use crate::automaton::NotRegular;
use crate::bnf::{Grammar, GrammarError, Place, ProductionId, SyntaxError, SyntaxErrorKind};
use crate::diagnose::nearest;
use crate::text::{acts, visible};

/// Says why a `.bnf` text makes no grammar.
pub fn unreadable(
    name: &str,
    text: &str,
    error: &GrammarError,
    output: &mut dyn WriteColor,
) -> io::Result<()> {
    let (message, place, label) = match error {
        GrammarError::Syntax(error) => {
            let (place, label) = misread(text, error);
            ("the BNF cannot be read".to_owned(), place, label)
        }
        GrammarError::Empty => {
            (error.to_string(), Place { start: 0, end: 0 }, "no production".to_owned())
        }
        GrammarError::TooLarge => {
            (error.to_string(), Place { start: 0, end: 0 }, "they begin here".to_owned())
        }
        GrammarError::NoStart(start) => {
            let header = text.lines().find(|line| {
                line.starts_with('#') && line.split_whitespace().last() == Some(start)
            });
            let at = header.and_then(|header| text.find(header)).unwrap_or(0);
            let end = at + header.map_or(0, str::len);
            (error.to_string(), Place { start: at, end }, "the header names it here".to_owned())
        }
    };
    let place = whole_character(text, place);
    let label = Label::primary((), place).with_message(label);
    emit(name, text, &Diagnostic::error().with_message(message).with_labels(vec![label]), output)
}

/// Says which names are used and nowhere defined.
pub fn undefined(
    grammar: &Grammar,
    severity: Severity,
    output: &mut dyn WriteColor,
) -> io::Result<()> {
    let listing = grammar.listing();
    for id in grammar.undefined() {
        let name = grammar.name(id);
        let mut labels = Vec::new();
        for user in grammar.users(id) {
            for definition in grammar.production(user).definitions() {
                let references = definition.body.references();
                let uses = references.iter().filter(|(used, _)| *used == id);
                labels.extend(uses.map(|&(_, place)| {
                    Label::primary((), place.range()).with_message("used here")
                }));
            }
        }
        let is_defined = |it: &ProductionId| !grammar.production(*it).definitions().is_empty();
        let defined = grammar.ids().filter(is_defined).map(|it| grammar.name(it));
        let mut notes = vec!["a name that nothing defines derives no string".to_owned()];
        notes.extend(nearest(name, defined).map(|nearest| format!("the nearest is `{nearest}`")));
        let diagnostic = Diagnostic::new(severity)
            .with_message(format!("`{name}` is not defined"))
            .with_labels(labels)
            .with_notes(notes);
        emit(&listing.name, &listing.text, &diagnostic, output)?;
    }
    Ok(())
}

/// Says where a production is not regular.
pub fn not_regular(
    grammar: &Grammar,
    error: &NotRegular,
    output: &mut dyn WriteColor,
) -> io::Result<()> {
    let listing = grammar.listing();
    let (place, label) = match error {
        NotRegular::Cycle(_, place) => (*place, "named again here, with more to come after it"),
        NotRegular::TooLarge(id) => {
            let definition = grammar.production(*id).definitions().first();
            (definition.map_or(Place { start: 0, end: 0 }, |it| it.name_place), "this one")
        }
    };
    let label = Label::primary((), place.range()).with_message(label);
    let diagnostic = Diagnostic::error()
        .with_message(error.message(grammar))
        .with_labels(vec![label])
        .with_notes(vec!["only regular productions can be compared".to_owned()]);
    emit(&listing.name, &listing.text, &diagnostic, output)
}

/// Where the reading of a text stopped, and why, for people: at the end of a
/// text or of a line it is what stands before that lacks something.
fn misread(text: &str, error: &SyntaxError) -> (Place, String) {
    if error.kind == SyntaxErrorKind::TooManyBrackets {
        return (error.place, error.kind.to_string());
    }
    let before = text.get(..error.place.start).unwrap_or_default();
    let Some(last) = before.trim_end().char_indices().last() else {
        return (error.place, "a production should begin here".to_owned());
    };
    let end = last.0 + last.1.len_utf8();
    let after = text.get(error.place.start..).unwrap_or_default();
    if before.ends_with('\n') || after.is_empty() || after.starts_with(['\r', '\n']) {
        let place = Place { start: last.0, end };
        return (place, "the production does not end here, and cannot go on".to_owned());
    }
    (error.place, "this cannot stand here".to_owned())
}

/// Widens an empty place to the character that stands there.
fn whole_character(text: &str, place: Place) -> std::ops::Range<usize> {
    let after = text.get(place.start..).and_then(|rest| rest.chars().next());
    match after {
        Some(character) if place.start == place.end && character != '\n' => {
            place.start..place.start + character.len_utf8()
        }
        _ => place.range(),
    }
}

/// Shows a diagnostic with the lines of the text that it is about.
fn emit(
    name: &str,
    text: &str,
    diagnostic: &Diagnostic<()>,
    output: &mut dyn WriteColor,
) -> io::Result<()> {
    let shown = Shown::new(text);
    let mut diagnostic = diagnostic.clone();
    let one_line = |text: &mut String| *text = visible(text.as_bytes());
    one_line(&mut diagnostic.message);
    diagnostic.notes.iter_mut().for_each(one_line);
    for label in &mut diagnostic.labels {
        one_line(&mut label.message);
        label.range = shown.place(label.range.start)..shown.place(label.range.end);
    }
    let file = SimpleFile::new(visible(name.as_bytes()), &shown.text);
    term::emit_to_write_style(output, &Config::default(), &file, &diagnostic).map_err(|error| {
        match error {
            Error::Io(error) => error,
            other => io::Error::other(other),
        }
    })
}

/// A text as it is shown: its lines, and in them nothing that acts on a terminal.
struct Shown {
    text: String,
    /// Where a character is shown by others, behind it: its end in the text, and here.
    ends: Vec<(usize, usize)>,
}

impl Shown {
    fn new(text: &str) -> Shown {
        let mut shown = Shown { text: String::with_capacity(text.len()), ends: Vec::new() };
        for (at, character) in text.char_indices() {
            let end = at + character.len_utf8();
            match character {
                // Of a line end, the LF is enough.
                '\r' if text[end..].starts_with('\n') => {}
                '\n' | '\t' => shown.text.push(character),
                _ if !acts(character) => {
                    shown.text.push(character);
                    continue;
                }
                _ => shown.text += &visible(text[at..end].as_bytes()),
            }
            if shown.text.len() != shown.place(at) + character.len_utf8() {
                shown.ends.push((end, shown.text.len()));
            }
        }
        shown
    }

    /// Where a place of the text is here.
    fn place(&self, at: usize) -> usize {
        let before = self.ends.partition_point(|&(end, _)| end <= at);
        match before.checked_sub(1).map(|last| self.ends[last]) {
            Some((end, here)) => here + (at - end),
            None => at,
        }
    }
}
