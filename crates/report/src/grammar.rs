//! Errors of a grammar, shown in its own file.

use std::io;

use codespan_reporting::diagnostic::{Diagnostic, Label};

use urlbnf_bnf::automaton::{AutomatonError, Work};
use urlbnf_bnf::text::{LONGEST_NAME_COMPARED, nearest};
use urlbnf_bnf::{Grammar, GrammarError, Notation, Span, SyntaxError, core_names};
use urlbnf_peg::proof::PestMistakes;

use super::excerpt::Screen;
use super::source::{emit, emit_in};

/// The maximum number of shown uses of a name.
const MOST_USES: usize = 5;
/// The help for an error that names a limit.
pub const RAISE: &str =
    "`--raise-limits N` allows N times as much, which may be enough to decide it";
/// The maximum number of shown names without a definition.
const MOST_NAMES: usize = 100;

/// The names that a grammar defines, and the core rules of ABNF.
pub(crate) struct KnownNames<'g> {
    names: Vec<&'g str>,
    /// Limits the comparisons.
    work: Work,
}

impl<'g> KnownNames<'g> {
    pub(crate) fn from_grammar(grammar: &'g Grammar) -> KnownNames<'g> {
        let core = core_names()
            .map(|name: &str| name)
            .filter(|_| grammar.listing().notation == Notation::Abnf);
        let names = grammar.defined().map(|id| grammar.name(id)).chain(core).collect();
        KnownNames { names, work: grammar.work() }
    }

    /// The name that is nearest to an undefined one; `None` also if there are too many to compare.
    pub(crate) fn nearest(&mut self, name: &str) -> Option<String> {
        for known in &self.names {
            let length = known.len().min(LONGEST_NAME_COMPARED);
            self.work.ticks(1 + length * name.len().min(LONGEST_NAME_COMPARED)).ok()?;
        }
        nearest(name, self.names.iter().copied())
    }
}

/// Reports all errors that prevent a `.bnf` text from being read as a grammar.
///
/// # Errors
/// If writing to the output fails.
pub fn unreadable(
    name: &str,
    text: &str,
    error: &GrammarError,
    screen: &mut Screen<'_>,
) -> io::Result<()> {
    let (place, label) = match error {
        GrammarError::Syntax(errors) => {
            for error in errors.all() {
                emit(name, text, misread(text, error), screen)?;
            }
            return match errors.more() {
                0 => Ok(()),
                more => note(name, text, format!("and {more} more that cannot be read"), screen),
            };
        }
        GrammarError::Empty | GrammarError::NoGrammar(_) => {
            (Span { start: 0, end: 0 }, "no production")
        }
        GrammarError::TooLarge => (Span { start: 0, end: 0 }, "they begin here"),
        GrammarError::NoStart { place, .. } => (*place, "the file names it here"),
    };
    let label = Label::primary((), whole_character(text, place)).with_message(label);
    let diagnostic = Diagnostic::error().with_message(error.to_string()).with_labels(vec![label]);
    emit(name, text, diagnostic, screen)
}

/// One syntax error, at its place.
fn misread(text: &str, error: &SyntaxError) -> Diagnostic<()> {
    let place = whole_character(text, error.place);
    let mut labels = vec![Label::primary((), place).with_message(error.kind.to_string())];
    labels.extend(error.kind.related().map(|(place, what)| {
        Label::secondary((), whole_character(text, place)).with_message(what)
    }));
    let help = error.kind.help().unwrap_or_default();
    Diagnostic::error()
        .with_message("the grammar cannot be read")
        .with_labels(labels)
        .with_notes(help.lines().map(str::to_owned).collect())
}

/// Reports why pest generates no parser from a text.
///
/// # Errors
/// If writing to the output fails.
pub fn refused(
    name: &str,
    text: &str,
    error: &PestMistakes,
    screen: &mut Screen<'_>,
) -> io::Result<()> {
    for mistake in error.all() {
        let label = Label::primary((), whole_character(text, mistake.place))
            .with_message(mistake.message.clone());
        let diagnostic =
            Diagnostic::error().with_message("pest refuses this").with_labels(vec![label]);
        emit(name, text, diagnostic, screen)?;
    }
    match error.more() {
        0 => Ok(()),
        more => note(name, text, format!("and {more} more that pest refuses"), screen),
    }
}

fn note(name: &str, text: &str, message: String, screen: &mut Screen<'_>) -> io::Result<()> {
    emit(name, text, Diagnostic::note().with_message(message), screen)
}

/// Widens an empty place to the character there, unless it is a line end.
fn whole_character(text: &str, place: Span) -> std::ops::Range<usize> {
    let after = text.get(place.start..).and_then(|rest| rest.chars().next());
    match after {
        Some(character) if place.start == place.end && !matches!(character, '\n' | '\r') => {
            place.start..place.start + character.len_utf8()
        }
        _ => place.range(),
    }
}

/// Reports the names that are used but not defined.
///
/// # Errors
/// If writing to the output fails.
pub fn undefined(grammar: &Grammar, screen: &mut Screen<'_>) -> io::Result<()> {
    let listing = grammar.listing();
    let mut undefined = grammar.undefined();
    undefined.retain(|&id| !grammar.is_prose(id));
    let mut known = KnownNames::from_grammar(grammar);
    for &id in undefined.iter().take(MOST_NAMES) {
        let name = grammar.name(id);
        let mut labels = Vec::new();
        for &user in grammar.users(id) {
            for definition in grammar.production(user).definitions() {
                let references = definition.body.references();
                let uses = references.iter().filter(|(used, _)| *used == id);
                labels.extend(uses.map(|&(_, place)| {
                    Label::primary((), place.range()).with_message("used here")
                }));
            }
        }
        let mut notes = vec!["a name that nothing defines derives no string".to_owned()];
        if labels.len() > MOST_USES {
            notes.push(format!("it is used {} times more", labels.len() - MOST_USES));
            labels.truncate(MOST_USES);
        }
        notes.extend(known.nearest(name).map(|nearest| format!("the nearest is `{nearest}`")));
        let diagnostic = Diagnostic::warning()
            .with_message(format!("`{name}` is not defined"))
            .with_labels(labels)
            .with_notes(notes);
        emit_in(listing, diagnostic, screen)?;
    }
    match undefined.len().saturating_sub(MOST_NAMES) {
        0 => Ok(()),
        more => {
            let message = format!("and {more} more names that are not defined");
            note(&listing.name, &listing.text, message, screen)
        }
    }
}

/// Reports where a production is not regular.
///
/// # Errors
/// If writing to the output fails.
pub fn not_regular(
    grammar: &Grammar,
    error: &AutomatonError,
    screen: &mut Screen<'_>,
) -> io::Result<()> {
    let listing = grammar.listing();
    let (place, label) = match error {
        AutomatonError::Cycle(_, place) => (*place, "named again here, with more to come after it"),
        AutomatonError::TooLarge(id, _) => {
            let definition = grammar.production(*id).definitions().first();
            (
                definition.map_or(Span { start: 0, end: 0 }, |definition| definition.name_place),
                "this one",
            )
        }
    };
    let label = Label::primary((), place.range()).with_message(label);
    let diagnostic = Diagnostic::error()
        .with_message(error.message(grammar))
        .with_labels(vec![label])
        .with_notes(match error {
            AutomatonError::Cycle(..) => {
                vec!["only what recurs at one end can be compared".to_owned()]
            }
            AutomatonError::TooLarge(..) => vec![RAISE.to_owned()],
        });
    emit_in(listing, diagnostic, screen)
}
