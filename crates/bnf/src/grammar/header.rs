//! What a file says to us: its notation, its start, and what else it asks for.
//!
//! In a `.bnf` file these are lines of ours, `# notation rfc822`. A file in ABNF says
//! them in its own comments, `; urlbnf: notation abnf`, so that every other tool reads
//! it too; its notation is declared by the extension `.abnf` as well. Nothing is guessed.

use super::expression::Place;
use super::notation::{self, Notation, Options};
use super::syntax::{SyntaxError, SyntaxErrorKind};

/// The lines of a header that a program reads.
const KEYS: [&str; 2] = ["notation", "start"];
/// What the strings of a grammar can be declared to be. The word means nothing here: the
/// program that uses the grammar gives it its meaning.
const SUBJECTS: [&str; 1] = ["urls"];

/// What the header of a text says to us; the rest of it is for people.
#[derive(Default)]
pub(super) struct Header<'t> {
    pub notation: Option<(Notation, Place)>,
    pub start: Option<(&'t str, Place)>,
    pub options: Options,
    /// Whether values by number are code points, however small they are.
    pub code_points: bool,
    /// What the strings are, where the text says.
    pub about: Option<&'t str>,
    pub allowed: Vec<Allowed>,
    pub imports: Vec<Import>,
    pub told: Vec<Told>,
    pub replaced: Vec<Replaced>,
    /// The pages of the document: where each begins in the text.
    pub pages: Vec<(usize, u32)>,
}

/// That a finding is meant to be as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allowed {
    /// The code of the finding.
    pub code: String,
    /// Why it is meant so.
    pub reason: String,
    /// Where the code is.
    pub place: Place,
    /// Where the line after it begins, if a rule may begin there: it is then allowed in that rule
    /// alone, and else in the whole file.
    pub above: Option<usize>,
}

/// What a production is in the grammars before, where its name and its text do not say so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// The name that it has there; none where it is in none of them, though one may have a
    /// production of its name.
    pub older: Option<Older>,
    /// The name that it has here.
    pub newer: String,
    /// How that is known.
    pub reason: String,
}

/// That productions of this grammar are in the place of an older one, without being its partner:
/// they are more than one, or have another partner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replaced {
    /// The older production.
    pub older: Older,
    /// The names of those in its place.
    pub newer: Vec<String>,
    /// How that is known.
    pub reason: String,
}

/// A production of an older grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Older {
    /// The file that defines it; none where any older grammar is meant that has the name.
    pub file: Option<String>,
    /// Its name.
    pub name: String,
}

impl Older {
    /// `name`, or `file:name`.
    fn read(text: &str) -> Older {
        match text.rsplit_once(':') {
            Some((file, name)) => Older { file: Some(file.to_owned()), name: name.to_owned() },
            None => Older { file: None, name: text.to_owned() },
        }
    }
}

/// Rules of another file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// The file, or the edition.
    pub source: String,
    /// Where it is named.
    pub place: Place,
    /// The rules, each with the name that it has here; none for all of them.
    pub rules: Vec<(String, String)>,
    /// Whether this file changes the other: what it defines is in place of what the other does.
    pub changed: bool,
}

impl<'t> Header<'t> {
    /// Reads the header of a text, wherever its lines stand; it is in the notation that was
    /// declared for it, where it names none.
    pub fn read(
        declared: Option<Notation>,
        text: &'t str,
        wrong: &mut Vec<SyntaxError>,
    ) -> Header<'t> {
        let mut reading =
            Reading { header: Header::default(), named: None, near: None, wrong: Vec::new() };
        let (mut productions, mut bracketed) = (false, None);
        let mut lines = notation::lines(text).peekable();
        while let Some(line) = lines.next() {
            let (start, line) = (line.start, &text[line]);
            // What is after a stray carriage return is told elsewhere.
            let line = line.split('\r').next().unwrap_or(line);
            productions |= !line.starts_with('#') && !line.trim().is_empty();
            if bracketed.is_none() && has_bracketed_name(line) {
                bracketed = Some(Place { start, end: start + 1 });
            }
            if let Some(said) = directive(line) {
                let next = lines.peek().filter(|it| is_text(&text[(*it).clone()]));
                reading.directive(said, start + line.len(), next.map(|it| it.start));
            } else {
                reading.line(line, start);
            }
        }
        let Reading { mut header, named, near, wrong: mut found } = reading;
        if let (None, Some(notation)) = (named, declared) {
            header.notation = Some((notation, Place { start: 0, end: 0 }));
        } else if named.is_none() && productions {
            // A text that defines nothing lacks more than the name of its notation.
            let (place, kind) = match (near, bracketed) {
                (None, Some(place)) => (place, SyntaxErrorKind::BracketedName),
                _ => {
                    let place = near.unwrap_or(Place { start: 0, end: 0 });
                    (place, SyntaxErrorKind::NoNotation)
                }
            };
            found.push(SyntaxError { place, kind });
        }
        wrong.append(&mut found);
        header
    }
}

/// The notation that the name of a file declares.
pub(super) fn declared(name: &str) -> Option<Notation> {
    let (_, extension) = name.rsplit_once('.')?;
    extension.eq_ignore_ascii_case("abnf").then_some(Notation::Abnf)
}

/// Whether a text names its notation: then it is a grammar, whatever its file is called.
pub(super) fn names_its_notation(text: &str) -> bool {
    let names = |line: &str| match directive(line) {
        Some(said) => words(said).next().is_some_and(|(word, _)| word == "notation"),
        None => key_and_value(line).is_some_and(|(key, _)| key == "notation"),
    };
    notation::lines(text).any(|line| names(&text[line]))
}

/// Whether a line begins with a name as BNF with `::=` has it.
fn has_bracketed_name(line: &str) -> bool {
    line.starts_with('<') && line.contains("::=")
}

/// Whether a line is neither empty nor a comment.
fn is_text(line: &str) -> bool {
    !line.trim().is_empty() && !line.trim_start().starts_with([';', '#'])
}

struct Reading<'t> {
    header: Header<'t>,
    /// Where the notation is named.
    named: Option<Place>,
    /// A line that looks as if it were to name it.
    near: Option<Place>,
    wrong: Vec<SyntaxError>,
}

impl<'t> Reading<'t> {
    fn line(&mut self, line: &'t str, start: usize) {
        let whole = Place { start, end: start + line.len() };
        let said = key_and_value(line).filter(|(key, _)| KEYS.contains(key));
        let Some((key, value)) = said else {
            if self.near.is_none() && names_a_notation(line) {
                self.near = Some(whole);
            }
            return;
        };
        let place = Place { end: whole.start + line.trim_end().len(), ..whole };
        self.say(key, value, Place { start: place.end - value.len(), ..place });
    }

    fn say(&mut self, key: &str, value: &'t str, place: Place) {
        let (key, first) = match key {
            "notation" => ("notation", self.named.replace(place)),
            _ => ("start", self.header.start.replace((value, place)).map(|(_, first)| first)),
        };
        if let Some(first) = first {
            let kind = SyntaxErrorKind::HeaderTwice { key, first };
            self.wrong.push(SyntaxError { place, kind });
        } else if key == "notation" {
            match Notation::of_name(value) {
                Some(notation) => self.header.notation = Some((notation, place)),
                None => {
                    let kind = SyntaxErrorKind::UnknownNotation(value.to_owned());
                    self.wrong.push(SyntaxError { place, kind });
                }
            }
        }
    }

    /// What follows `; urlbnf:`, on a line that ends at `end`.
    fn directive(&mut self, said: &'t str, end: usize, above: Option<usize>) {
        let start = end - said.len();
        let mut words = words(said);
        let (key, at) = words.next().unwrap_or(("", said.len()));
        let rest: Vec<(&str, Place)> = words
            .map(|(word, at)| (word, Place { start: start + at, end: start + at + word.len() }))
            .collect();
        let own = Place { start: start + at, end: start + at + key.len() };
        let mut lacks = |place, what| {
            self.wrong.push(SyntaxError { place, kind: SyntaxErrorKind::Directive(what) });
        };
        match (key, rest.as_slice()) {
            ("notation" | "start", &[(value, place)]) => self.say(key, value, place),
            ("notation", _) => lacks(own, "the name of a notation, after this"),
            ("start", _) => lacks(own, "the name of a rule, after this"),
            ("about", [(subject, _)]) if SUBJECTS.contains(subject) => {
                self.header.about = Some(subject);
            }
            ("about", _) => lacks(own, "`urls`, the one subject that is known, after this"),
            ("lists", []) => self.header.options.lists = true,
            ("code-points", []) => self.header.code_points = true,
            ("page", [(number, place)]) => match number.parse() {
                Ok(number) => self.header.pages.push((place.start, number)),
                Err(_) => lacks(*place, "the number of a page"),
            },
            ("page", _) => lacks(own, "the number of a page, after this"),
            ("lists" | "code-points", _) => lacks(rest[0].1, "nothing"),
            ("allow", [(code, place), reason @ ..]) if !reason.is_empty() => {
                let (code, reason) = ((*code).to_owned(), joined(reason));
                self.header.allowed.push(Allowed { code, reason, place: *place, above });
            }
            ("allow", _) => lacks(own, "a code and the reason, after this"),
            ("pair", [(older, _), (newer, _), reason @ ..]) if !reason.is_empty() => {
                let (older, newer) = (Some(Older::read(older)), (*newer).to_owned());
                self.header.told.push(Told { older, newer, reason: joined(reason) });
            }
            ("replaced", [(older, _), (newer, _), reason @ ..]) if !reason.is_empty() => {
                let (older, newer) = (Older::read(older), newer.split(',').map(str::to_owned));
                let (newer, reason) = (newer.collect(), joined(reason));
                self.header.replaced.push(Replaced { older, newer, reason });
            }
            ("replaced", _) => lacks(
                own,
                "a name of an older grammar, names of this with commas between them, and the \
                 reason, after this",
            ),
            ("pair", _) => {
                lacks(own, "a name of an older grammar, one of this, and the reason, after this");
            }
            ("new", [(newer, _), reason @ ..]) if !reason.is_empty() => {
                let (newer, reason) = ((*newer).to_owned(), joined(reason));
                self.header.told.push(Told { older: None, newer, reason });
            }
            ("new", _) => lacks(own, "the name of a rule and the reason, after this"),
            ("import", [(source, place), rules @ ..]) => {
                let renamed = |(rule, _): &(&str, Place)| match rule.split_once('=') {
                    Some((own, theirs)) => (theirs.to_owned(), own.to_owned()),
                    None => ((*rule).to_owned(), (*rule).to_owned()),
                };
                let rules = rules.iter().map(renamed).collect();
                let source = (*source).to_owned();
                let import = Import { source, place: *place, rules, changed: false };
                self.header.imports.push(import);
            }
            ("changes", [(source, place)]) => {
                let (source, rules) = ((*source).to_owned(), Vec::new());
                let import = Import { source, place: *place, rules, changed: true };
                self.header.imports.push(import);
            }
            ("changes", _) => lacks(own, "the file that is changed, after this"),
            ("import", _) => lacks(own, "a file and rules of it, after this"),
            _ => lacks(own, "another word"),
        }
    }
}

fn joined(words: &[(&str, Place)]) -> String {
    words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" ")
}

/// What follows `; urlbnf:` or `# urlbnf:`.
fn directive(line: &str) -> Option<&str> {
    let line = line.trim_start_matches([' ', '\t']);
    let line = line.strip_prefix([';', '#'])?.trim_start_matches([' ', '\t']);
    line.strip_prefix("urlbnf:")
}

/// The words of a text, each with the byte at which it begins.
fn words(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let is_of_one = |it: &&str| !it.is_empty();
    text.split([' ', '\t'])
        .filter(is_of_one)
        .map(move |word| (word, word.as_ptr() as usize - text.as_ptr() as usize))
}

/// `# start  url`
fn key_and_value(line: &str) -> Option<(&str, &str)> {
    let line = line.strip_prefix('#').filter(|it| it.starts_with([' ', '\t']))?;
    let (key, value) = line.trim_start().split_once([' ', '\t'])?;
    let value = value.trim();
    (!value.is_empty()).then_some((key, value))
}

/// Whether a line looks as if it were to name the notation.
fn names_a_notation(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let last = words.next_back().unwrap_or_default();
    words.count() < 3 && Notation::ALL.iter().any(|it| it.name().eq_ignore_ascii_case(last))
}
