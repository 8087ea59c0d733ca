//! The directives of a file: its notation, its start, and the other options that it sets.
//!
//! In a `.bnf` file these are lines such as `# notation rfc822`. A file in ABNF has them in its
//! comments, `; urlbnf: notation abnf`, so that every other tool can read it too; the extension
//! `.abnf` also declares its notation. Nothing is guessed.

use super::expression::Span;
use super::notation::{self, Notation, NotationExtensions};
use super::syntax::{SyntaxError, SyntaxErrorKind};

/// The keys of header lines such as `# notation rfc822`.
const KEYS: [&str; 2] = ["notation", "start"];
/// The values of the directive `about`, which says what the strings of a grammar are. It means
/// nothing in this crate: the program that uses the grammar interprets it.
const SUBJECTS: [&str; 1] = ["urls"];

/// The directives of a text.
#[derive(Default)]
pub(super) struct GrammarHeader<'t> {
    pub notation: Option<(Notation, Span)>,
    pub start: Option<(&'t str, Span)>,
    pub options: NotationExtensions,
    /// Whether all numeric values are code points, even the small ones.
    pub code_points: bool,
    /// What the strings of the grammar are, if the text says so.
    pub about: Option<&'t str>,
    pub allowed: Vec<AllowedFinding>,
    pub imports: Vec<Import>,
    pub declared_partners: Vec<DeclaredPartner>,
    pub replaced: Vec<DeclaredReplacement>,
    /// The pages of the document: the offset at which each begins, and its number.
    pub pages: Vec<(usize, u32)>,
}

/// A finding that the author of the file allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedFinding {
    /// The code of the finding.
    pub code: String,
    /// Why it is allowed.
    pub reason: String,
    /// The place of the code.
    pub place: Span,
    /// Where the next line begins, if a rule may begin there. The finding is then allowed in
    /// that rule only, otherwise in the whole file.
    pub above: Option<usize>,
}

/// The older production to which a production corresponds, where names and texts do not show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredPartner {
    /// The older production; `None` if the production is new, even if an older one has its name.
    pub older: Option<OlderProduction>,
    /// The name of the production in this grammar.
    pub newer: String,
    /// The reason to believe so.
    pub reason: String,
}

/// States that productions of this grammar replace an older one without being its partner: there
/// are several, or they have another partner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredReplacement {
    /// The older production.
    pub older: OlderProduction,
    /// The names of the productions that replace it.
    pub newer: Vec<String>,
    /// The reason to believe so.
    pub reason: String,
}

/// A production of an older grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OlderProduction {
    /// The file that defines it; `None` for any older grammar that has the name.
    pub file: Option<String>,
    /// Its name.
    pub name: String,
}

impl OlderProduction {
    /// `name`, or `file:name`.
    fn read(text: &str) -> OlderProduction {
        match text.rsplit_once(':') {
            Some((file, name)) => {
                OlderProduction { file: Some(file.to_owned()), name: name.to_owned() }
            }
            None => OlderProduction { file: None, name: text.to_owned() },
        }
    }
}

/// An import of rules from another file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// The name of the file or the edition.
    pub source: String,
    /// The place of that name.
    pub place: Span,
    /// The imported rules, as pairs of the name there and the name here; empty for all rules.
    pub rules: Vec<(String, String)>,
    /// Whether this file changes the other one: its definitions then replace those of the other.
    pub changed: bool,
}

impl<'t> GrammarHeader<'t> {
    /// Reads the header of a text, which may be on any of its lines. If it names no notation,
    /// the notation is the declared one.
    pub fn read(
        declared: Option<Notation>,
        text: &'t str,
        wrong: &mut Vec<SyntaxError>,
    ) -> GrammarHeader<'t> {
        let mut reading = HeaderReader {
            header: GrammarHeader::default(),
            named: None,
            near: None,
            wrong: Vec::new(),
        };
        let (mut productions, mut bracketed) = (false, None);
        let mut lines = notation::lines(text).peekable();
        while let Some(line) = lines.next() {
            let (start, line) = (line.start, &text[line]);
            // A stray carriage return, with what follows it, is reported elsewhere.
            let line = line.split('\r').next().unwrap_or(line);
            productions |= !line.starts_with('#') && !line.trim().is_empty();
            if bracketed.is_none() && has_bracketed_name(line) {
                bracketed = Some(Span { start, end: start + 1 });
            }
            if let Some(words) = directive(line) {
                let next = lines.peek().filter(|range| is_text(&text[(*range).clone()]));
                reading.directive(words, start + line.len(), next.map(|range| range.start));
            } else {
                reading.line(line, start);
            }
        }
        let HeaderReader { mut header, named, near, wrong: mut found } = reading;
        if let (None, Some(notation)) = (named, declared) {
            header.notation = Some((notation, Span { start: 0, end: 0 }));
        } else if named.is_none() && productions {
            // A text that defines nothing is reported elsewhere.
            let (place, kind) = match (near, bracketed) {
                (None, Some(place)) => (place, SyntaxErrorKind::BracketedName),
                _ => {
                    let place = near.unwrap_or(Span { start: 0, end: 0 });
                    (place, SyntaxErrorKind::NoNotation)
                }
            };
            found.push(SyntaxError { place, kind });
        }
        wrong.append(&mut found);
        header
    }
}

/// The notation that the extension of a file name declares.
pub(super) fn declared(name: &str) -> Option<Notation> {
    let (_, extension) = name.rsplit_once('.')?;
    extension.eq_ignore_ascii_case("abnf").then_some(Notation::Abnf)
}

/// Whether a text names its notation. It is then a grammar, whatever the file is called.
pub(super) fn names_its_notation(text: &str) -> bool {
    let names = |line: &str| match directive(line) {
        Some(text) => words(text).next().is_some_and(|(word, _)| word == "notation"),
        None => key_and_value(line).is_some_and(|(key, _)| key == "notation"),
    };
    notation::lines(text).any(|line| names(&text[line]))
}

/// Whether a line begins with a name in `<...>` and has a `::=`.
fn has_bracketed_name(line: &str) -> bool {
    line.starts_with('<') && line.contains("::=")
}

/// Whether a line is neither empty nor a comment.
fn is_text(line: &str) -> bool {
    !line.trim().is_empty() && !line.trim_start().starts_with([';', '#'])
}

struct HeaderReader<'t> {
    header: GrammarHeader<'t>,
    /// Where the text names the notation.
    named: Option<Span>,
    /// The first line that looks as if it should name the notation.
    near: Option<Span>,
    wrong: Vec<SyntaxError>,
}

impl<'t> HeaderReader<'t> {
    fn line(&mut self, line: &'t str, start: usize) {
        let whole = Span { start, end: start + line.len() };
        let entry = key_and_value(line).filter(|(key, _)| KEYS.contains(key));
        let Some((key, value)) = entry else {
            if self.near.is_none() && names_a_notation(line) {
                self.near = Some(whole);
            }
            return;
        };
        let place = Span { end: whole.start + line.trim_end().len(), ..whole };
        self.set(key, value, Span { start: place.end - value.len(), ..place });
    }

    fn set(&mut self, key: &str, value: &'t str, place: Span) {
        let (key, first) = match key {
            "notation" => ("notation", self.named.replace(place)),
            _ => ("start", self.header.start.replace((value, place)).map(|(_, first)| first)),
        };
        if let Some(first) = first {
            let kind = SyntaxErrorKind::HeaderTwice { key, first };
            self.wrong.push(SyntaxError { place, kind });
        } else if key == "notation" {
            match value.parse() {
                Ok(notation) => self.header.notation = Some((notation, place)),
                Err(_) => {
                    let kind = SyntaxErrorKind::UnknownNotation(value.to_owned());
                    self.wrong.push(SyntaxError { place, kind });
                }
            }
        }
    }

    /// Reads the rest of a line after `; urlbnf:`. The line ends at `end`.
    fn directive(&mut self, text: &'t str, end: usize, above: Option<usize>) {
        let start = end - text.len();
        let mut words = words(text);
        let (key, at) = words.next().unwrap_or(("", text.len()));
        let rest: Vec<(&str, Span)> = words
            .map(|(word, at)| (word, Span { start: start + at, end: start + at + word.len() }))
            .collect();
        let own = Span { start: start + at, end: start + at + key.len() };
        let mut lacks = |place, what| {
            self.wrong.push(SyntaxError { place, kind: SyntaxErrorKind::Directive(what) });
        };
        match (key, rest.as_slice()) {
            ("notation" | "start", &[(value, place)]) => self.set(key, value, place),
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
                self.header.allowed.push(AllowedFinding { code, reason, place: *place, above });
            }
            ("allow", _) => lacks(own, "a code and the reason, after this"),
            ("pair", [(older, _), (newer, _), reason @ ..]) if !reason.is_empty() => {
                let (older, newer) = (Some(OlderProduction::read(older)), (*newer).to_owned());
                self.header.declared_partners.push(DeclaredPartner {
                    older,
                    newer,
                    reason: joined(reason),
                });
            }
            ("replaced", [(older, _), (newer, _), reason @ ..]) if !reason.is_empty() => {
                let (older, newer) =
                    (OlderProduction::read(older), newer.split(',').map(str::to_owned));
                let (newer, reason) = (newer.collect(), joined(reason));
                self.header.replaced.push(DeclaredReplacement { older, newer, reason });
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
                self.header.declared_partners.push(DeclaredPartner { older: None, newer, reason });
            }
            ("new", _) => lacks(own, "the name of a rule and the reason, after this"),
            ("import", [(source, place), rules @ ..]) => {
                let renamed = |(rule, _): &(&str, Span)| match rule.split_once('=') {
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

fn joined(words: &[(&str, Span)]) -> String {
    words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" ")
}

/// The rest of a line after `; urlbnf:` or `# urlbnf:`.
fn directive(line: &str) -> Option<&str> {
    let line = line.trim_start_matches([' ', '\t']);
    let line = line.strip_prefix([';', '#'])?.trim_start_matches([' ', '\t']);
    line.strip_prefix("urlbnf:")
}

/// The words of a text, each with its offset in bytes.
fn words(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let is_of_one = |word: &&str| !word.is_empty();
    text.split([' ', '\t'])
        .filter(is_of_one)
        .map(move |word| (word, word.as_ptr() as usize - text.as_ptr() as usize))
}

/// The key and the value of a line such as `# start  url`.
fn key_and_value(line: &str) -> Option<(&str, &str)> {
    let line = line.strip_prefix('#').filter(|rest| rest.starts_with([' ', '\t']))?;
    let (key, value) = line.trim_start().split_once([' ', '\t'])?;
    let value = value.trim();
    (!value.is_empty()).then_some((key, value))
}

/// Whether a line looks as if it should name the notation.
fn names_a_notation(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let last = words.next_back().unwrap_or_default();
    words.count() < 3
        && Notation::ALL.iter().any(|notation| notation.name().eq_ignore_ascii_case(last))
}
