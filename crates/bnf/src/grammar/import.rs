//! Rules of other files: `; urlbnf: import rfc3986.abnf host port`.
//!
//! The text of the other file is written behind that of this one, so that each rule
//! keeps its place and its line; of its rules those are taken that are asked for, and
//! those that they need. A rule may be given another name here: `uri-host=host`. What
//! a name means is never left open: where two files define it, that is an error.

use std::collections::{HashMap, HashSet};

use super::header::Import;
use super::listing::{Listing, Source};
use super::notation::{self, Item, Notation, Part, PartKind, Production};
use super::syntax::{SyntaxError, SyntaxErrorKind};

/// The text of another grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// What it is called where a place is told.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// What finds the text that an import names, or says why not.
pub type Loader<'l> = dyn FnMut(&Import) -> Result<Imported, String> + 'l;

impl Listing {
    /// Takes over the rules that the file imports.
    pub(super) fn take_imports(&mut self, load: &mut Loader<'_>, wrong: &mut Vec<SyntaxError>) {
        let mut taken = HashSet::new();
        for import in self.imports.clone() {
            if let Err(kind) = self.take_import(&import, load, &mut taken) {
                wrong.push(SyntaxError { place: import.place, kind });
            }
        }
    }

    fn take_import(
        &mut self,
        import: &Import,
        load: &mut Loader<'_>,
        taken: &mut HashSet<(String, String)>,
    ) -> Result<(), SyntaxErrorKind> {
        let Imported { name, text } = load(import).map_err(SyntaxErrorKind::NotImported)?;
        let other = Listing::read(&name, &text).map_err(|errors| {
            let first = errors.all().first().map(ToString::to_string).unwrap_or_default();
            SyntaxErrorKind::NotImported(format!("{name}: {first}"))
        })?;
        if other.notation != Notation::Abnf || !other.imports.is_empty() {
            let what = match other.notation {
                Notation::Abnf => "imports others itself, which is not followed",
                _ => "is not in ABNF",
            };
            return Err(SyntaxErrorKind::NotImported(format!("{name} {what}")));
        }
        let needed = needed(&other, import)?;
        let names: HashMap<String, String> = (import.rules.iter())
            .map(|(theirs, own)| (theirs.to_ascii_lowercase(), own.clone()))
            .collect();
        let start = self.begin_source(&name, true);
        self.text.push_str(other.own_text());
        let (items, _) = notation::read(&self.text, Notation::Abnf, other.options);
        self.code_points |= other.code_points;
        let mut defined: HashMap<String, usize> = HashMap::new();
        for (number, it) in self.definitions.iter().enumerate() {
            defined.entry(it.name.to_ascii_lowercase()).or_insert(number);
        }
        for item in items {
            let Item::Production(mut production) = item else { continue };
            let theirs = production.name.to_ascii_lowercase();
            if production.name_place.start < start || !needed.contains(&theirs) {
                continue;
            }
            rename(&mut production, &names);
            let own = production.name.to_ascii_lowercase();
            if !production.adds && !taken.insert((name.clone(), own.clone())) {
                // The same rule of the same file, for another import.
                continue;
            }
            if let Some(&first) = defined.get(&own) {
                let first = &self.definitions[first];
                let (line, _) = self.line_and_column(production.name_place.start);
                let (source, _) = self.source(first.name_place.start);
                let (before, _) = self.line_and_column(first.name_place.start);
                return Err(SyntaxErrorKind::ImportedTwice {
                    name: first.name.clone(),
                    first: format!("{}, line {before}", source.name),
                    second: format!("{name}, line {line}"),
                });
            }
            self.definitions.push(production);
        }
        Ok(())
    }

    /// Begins another source behind the text, and says at which byte.
    pub(super) fn begin_source(&mut self, name: &str, is_file: bool) -> usize {
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        let start = self.text.len();
        self.sources.push(Source { name: name.to_owned(), start, is_file });
        start
    }
}

/// The rules that are asked for, all where none is named, and those that they need.
fn needed(other: &Listing, import: &Import) -> Result<HashSet<String>, SyntaxErrorKind> {
    let mut bodies: HashMap<String, Vec<&Part>> = HashMap::new();
    for it in other.definitions.iter().filter(|it| other.is_own(it.place.start)) {
        bodies.entry(it.name.to_ascii_lowercase()).or_default().push(&it.body);
    }
    let mut pending: Vec<String> = match import.rules.as_slice() {
        [] => bodies.keys().cloned().collect(),
        rules => rules.iter().map(|(theirs, _)| theirs.to_ascii_lowercase()).collect(),
    };
    if let Some((theirs, _)) =
        import.rules.iter().find(|(it, _)| !bodies.contains_key(&it.to_ascii_lowercase()))
    {
        let message = format!("{} has no rule `{theirs}`", other.name);
        return Err(SyntaxErrorKind::NotImported(message));
    }
    let mut needed = HashSet::new();
    while let Some(next) = pending.pop() {
        let Some(parts) = bodies.get(&next).filter(|_| !needed.contains(&next)) else { continue };
        let mut parts = parts.clone();
        needed.insert(next);
        while let Some(part) = parts.pop() {
            match &part.kind {
                PartKind::Name(name) => pending.push(name.to_ascii_lowercase()),
                PartKind::Prose(text) => pending.push(text.trim().to_ascii_lowercase()),
                _ => {}
            }
            parts.extend(part.parts());
        }
    }
    Ok(needed)
}

/// Gives a rule, and what it names, the names that they have here.
fn rename(production: &mut Production, names: &HashMap<String, String>) {
    if let Some(own) = names.get(&production.name.to_ascii_lowercase()) {
        production.name.clone_from(own);
    }
    let mut pending = vec![&mut production.body];
    while let Some(part) = pending.pop() {
        match &mut part.kind {
            PartKind::Name(name) => {
                if let Some(own) = names.get(&name.to_ascii_lowercase()) {
                    name.clone_from(own);
                }
            }
            PartKind::Sequence(parts) | PartKind::Choice(parts) => pending.extend(parts),
            PartKind::Optional(body)
            | PartKind::Repetition(_, _, body)
            | PartKind::List(_, _, body) => pending.push(body),
            _ => {}
        }
    }
}
