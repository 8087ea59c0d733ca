//! Rules of other files: `; urlbnf: import rfc3986.abnf host port`, and a file that changes
//! another: `; urlbnf: changes rfc3986.abnf`.
//!
//! The other file is read by itself, in its own notation, and its text is written after that of
//! this one, so that each rule keeps its place and its line; of its rules those are taken that are
//! asked for, and those that they need, with their errata. A rule may be given another name here:
//! `uri-host=host`. What a name means is never left open: where two files define it, that is an
//! error. But of a file that is changed all rules are taken, and what is defined already is in
//! place of what that file defines; what is new follows the changed rule before it.
//!
//! What the other imports or changes itself is read first, in the same way, so that its rules
//! are what they are there. One rule that comes on two ways is one rule.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use super::document::DocumentKind;
use super::expression::Place;
use super::header::Import;
use super::listing::{Listing, Source};
use super::names::{key, word};
use super::notation::{Notation, Part, PartKind, Production};
use super::syntax::{SyntaxError, SyntaxErrorKind};

/// The text of another grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// What it is called where a place is told.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The folder in which the files stand that it imports itself; `None` where it is not a file.
    pub folder: Option<PathBuf>,
}

/// How deep files may import each other.
pub const DEEPEST_IMPORT: usize = 8;

/// How many files may be read for one grammar, a file counted as often as it is imported.
pub const MOST_IMPORTS: usize = 256;

/// How long they may be, all together, in bytes.
pub const LONGEST_IMPORTS: usize = 67_108_864;

/// What finds the text that an import names, or says why not. Beside the import it is told
/// in what it stands; `None` is the file that is read itself.
pub type Loader<'l> = dyn FnMut(&Import, Option<&Imported>) -> Result<Imported, String> + 'l;

/// What finds nothing.
pub(super) fn nothing(_: &Import, _: Option<&Imported>) -> Result<Imported, String> {
    Err("nothing is imported here".to_owned())
}

/// The files that are being read, each for the one before it.
pub(super) struct Files<'f, 'l> {
    name: String,
    load: &'f mut Loader<'l>,
    open: Vec<Imported>,
    read: usize,
    bytes: usize,
}

impl<'f, 'l> Files<'f, 'l> {
    /// Those that a file of this name imports.
    pub fn of(name: &str, load: &'f mut Loader<'l>) -> Files<'f, 'l> {
        Files { name: name.to_owned(), load, open: Vec::new(), read: 0, bytes: 0 }
    }

    /// Finds what an import names, and what the others it imports are told to are in.
    fn open(&mut self, import: &Import) -> Result<(String, String), String> {
        let Imported { name, text, folder } = (self.load)(import, self.open.last())?;
        let before = || std::iter::once(&self.name).chain(self.open.iter().map(|it| &it.name));
        if before().any(|it| *it == name) {
            let circle = before().skip_while(|it| **it != name).chain([&name]);
            let circle: Vec<&str> = circle.map(String::as_str).collect();
            return Err(format!("it would import itself: {}", circle.join(" > ")));
        }
        if self.open.len() == DEEPEST_IMPORT {
            return Err(format!("files may import each other {DEEPEST_IMPORT} deep at most"));
        }
        self.read += 1;
        if self.read > MOST_IMPORTS {
            return Err(format!("{MOST_IMPORTS} files may be imported at most"));
        }
        self.bytes = self.bytes.saturating_add(text.len());
        if self.bytes > LONGEST_IMPORTS {
            return Err(format!("what is imported may have {LONGEST_IMPORTS} bytes at most"));
        }
        self.open.push(Imported { name: name.clone(), text: String::new(), folder });
        Ok((name, text))
    }
}

impl Listing {
    /// Takes over the rules that the file imports.
    pub(super) fn take_imports(&mut self, files: &mut Files<'_, '_>, wrong: &mut Vec<SyntaxError>) {
        let mut taken = HashMap::new();
        // What is imported, too, is in place of what a changed file defines.
        let mut imports = self.imports.clone();
        imports.sort_by_key(|import| import.changed);
        for import in imports {
            if let Err(kind) = self.take_import(&import, files, &mut taken) {
                wrong.push(SyntaxError { place: import.place, kind });
            }
        }
    }

    /// Takes over what one import names; whether that was possible. If not, nothing of use is
    /// left of it.
    pub(super) fn take_one(&mut self, import: &Import, files: &mut Files<'_, '_>) -> bool {
        self.take_import(import, files, &mut HashMap::new()).is_ok()
    }

    fn take_import(
        &mut self,
        import: &Import,
        files: &mut Files<'_, '_>,
        taken: &mut HashMap<String, Vec<(String, usize)>>,
    ) -> Result<(), SyntaxErrorKind> {
        let (name, text) = files.open(import).map_err(SyntaxErrorKind::NotImported)?;
        let kind = DocumentKind::of_name(&name).filter(|it| !it.is_a_grammar(&text));
        let written = kind.map(|kind| (kind, Notation::Abnf));
        let other = match written {
            Some(written) => Listing::of_document(&name, &text, written, Vec::new(), Some(files)),
            None => Listing::read_beside(&name, &text, Vec::new(), Some(files)),
        };
        files.open.pop();
        let other = other.map_err(|errors| {
            let first = errors.all().first();
            let line = |it: &SyntaxError| {
                text.bytes().take(it.place.start).filter(|it| *it == b'\n').count() + 1
            };
            let said = first.map(|it| match &it.kind {
                // It says itself of which file it is.
                SyntaxErrorKind::NotImported(said) => said.clone(),
                kind => format!("{name}, line {}: {kind}", line(it)),
            });
            SyntaxErrorKind::NotImported(said.unwrap_or_default())
        })?;
        let is_read =
            other.notation == self.notation || self.notation == Notation::Abnf && !import.changed;
        if !is_read {
            let what = format!("{name} is in another notation");
            return Err(SyntaxErrorKind::NotImported(what));
        }
        let needed = needed(&other, import)?;
        let names: HashMap<String, String> = (import.rules.iter())
            .map(|(theirs, own)| (key(&other, theirs).into_owned(), own.clone()))
            .collect();
        let start = self.take_text(&other);
        self.code_points |= other.code_points;
        self.pages.extend(other.pages.iter().map(|&(mark, page)| (start + mark, page)));
        self.interpretations.extend(other.interpretations.iter().cloned());
        let own = other.definitions.iter().filter(|it| other.is_of_a_file(it));
        let asked: Vec<&Production> =
            own.filter(|it| needed.contains(&*key(&other, &it.name))).collect();
        let here = self.notation;
        let of_here = |it: &&Production| taken_over(it, &other, start, &names, here);
        if import.changed {
            // Its productions come from where those of the other do.
            self.told.extend(other.told.iter().cloned());
            self.replaced.extend(other.replaced.iter().cloned());
            self.take_changed(asked.iter().map(of_here).collect());
            return Ok(());
        }
        self.have_one_name(&asked, &other)?;
        let mut origins: HashMap<String, Vec<(String, usize)>> = HashMap::new();
        for it in &asked {
            let (source, _) = other.source(it.place.start);
            let own = names.get(&*key(&other, &it.name)).unwrap_or(&it.name);
            let origin = (source.name.clone(), it.place.start - source.start);
            origins.entry(key(self, own).into_owned()).or_default().push(origin);
        }
        // The same rules of the same files, for another import.
        origins.retain(|own, origin| taken.get(own) != Some(origin));
        let mut defined: HashMap<String, usize> = HashMap::new();
        for (number, it) in self.definitions.iter().enumerate() {
            defined.entry(key(self, &it.name).into_owned()).or_insert(number);
        }
        let mut again = HashSet::new();
        for mut production in asked.iter().map(of_here) {
            let own = key(self, &production.name).into_owned();
            if !origins.contains_key(&own) {
                continue;
            }
            let is_only_added = || {
                let mut here = self.definitions.iter().filter(|it| key(self, &it.name) == *own);
                here.all(|it| it.adds)
            };
            if let Some(&first) = defined.get(&own)
                && !(self.definitions[first].adds && is_only_added())
            {
                let first = &self.definitions[first];
                let place = |at: Place| {
                    let (line, _) = self.line_and_column(at.start);
                    format!("{}, line {line}", self.source(at.start).0.name)
                };
                return Err(SyntaxErrorKind::ImportedTwice {
                    name: first.name.clone(),
                    first: place(first.name_place),
                    second: place(production.name_place),
                });
            }
            // Where a document defines a name twice, it derives both; in ABNF the two are to say
            // the same. An erratum is in place of what is printed.
            let twice = production.erratum.is_none() && other.notation != Notation::Abnf;
            production.adds |= twice && again.contains(&own);
            if production.erratum.is_none() {
                again.insert(own);
            }
            self.definitions.push(production);
        }
        taken.extend(origins);
        Ok(())
    }

    /// Writes the text of another after this one, with what that imports itself, and says at which
    /// byte.
    fn take_text(&mut self, other: &Listing) -> usize {
        let files = other.sources.iter().take_while(|it| it.is_file);
        let end =
            other.sources.iter().find(|it| !it.is_file).map_or(other.text.len(), |it| it.start);
        let start = self.begin_source(&other.name, true);
        self.text.push_str(other.text.get(..end).unwrap_or_default());
        let moved = |it: &Source| Source { start: start + it.start, ..it.clone() };
        self.sources.extend(files.skip(1).map(moved));
        start
    }

    /// Whether a rule is in a file, and is not one that every grammar has.
    fn is_of_a_file(&self, production: &Production) -> bool {
        self.source(production.place.start).0.is_file
    }

    /// Names that case tells apart there have to be told apart here.
    fn have_one_name(
        &self,
        theirs: &[&Production],
        other: &Listing,
    ) -> Result<(), SyntaxErrorKind> {
        let mut names: HashMap<String, &str> = HashMap::new();
        for it in theirs.iter().filter(|_| other.notation != self.notation) {
            let first = names.entry(key(self, &it.name).into_owned()).or_insert(&it.name);
            if *first != it.name {
                let (file, second) = (&other.name, &it.name);
                let what =
                    format!("{file} has `{first}` and `{second}`, which are one name in ABNF");
                return Err(SyntaxErrorKind::NotImported(what));
            }
        }
        Ok(())
    }

    /// Takes the rules of a file that this one changes, in their order.
    fn take_changed(&mut self, productions: Vec<Production>) {
        let known: HashSet<String> =
            productions.iter().map(|it| key(self, &it.name).into_owned()).collect();
        let mut changes: HashMap<String, Vec<Production>> = HashMap::new();
        // What precedes the first change follows all.
        let mut at = String::new();
        for own in std::mem::take(&mut self.definitions) {
            let name = key(self, &own.name).into_owned();
            if known.contains(&name) && !own.adds {
                at = name;
            }
            changes.entry(at.clone()).or_default().push(own);
        }
        let behind = changes.remove("").unwrap_or_default();
        let changed: HashSet<String> = changes.keys().cloned().collect();
        for production in productions {
            let name = key(self, &production.name).into_owned();
            match changed.contains(&name) {
                true => self.definitions.extend(changes.remove(&name).unwrap_or_default()),
                false => self.definitions.push(production),
            }
        }
        self.definitions.extend(behind);
    }

    /// Begins another source after the text, and says at which byte.
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
    let key = |name: &str| key(other, name).into_owned();
    for it in other.definitions.iter().filter(|it| other.is_of_a_file(it)) {
        bodies.entry(key(&it.name)).or_default().push(&it.body);
    }
    let mut pending: Vec<String> = match import.rules.as_slice() {
        [] => bodies.keys().cloned().collect(),
        rules => rules.iter().map(|(theirs, _)| key(theirs)).collect(),
    };
    if let Some((theirs, _)) = import.rules.iter().find(|(it, _)| !bodies.contains_key(&key(it))) {
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
                PartKind::Name(name) => pending.push(key(name)),
                PartKind::Prose(text) => pending.push(key(text.trim())),
                _ => {}
            }
            parts.extend(part.parts());
        }
    }
    Ok(needed)
}

/// A rule of another file as one of this: with the places and the names that it has here,
/// and with what its notation says in words written as what it means.
fn taken_over(
    production: &Production,
    other: &Listing,
    start: usize,
    names: &HashMap<String, String>,
    here: Notation,
) -> Production {
    let mut production = production.clone();
    let shift = |place: &mut Place| {
        place.start += start;
        place.end += start;
    };
    let renamed = |name: &mut String| {
        if let Some(own) = names.get(&*key(other, name)) {
            name.clone_from(own);
        }
    };
    let is_defined = |name: &str| other.definitions.iter().any(|it| it.name == name);
    shift(&mut production.name_place);
    shift(&mut production.place);
    production.bare.iter_mut().for_each(shift);
    renamed(&mut production.name);
    let mut pending = vec![&mut production.body];
    while let Some(part) = pending.pop() {
        shift(&mut part.place);
        if let PartKind::Name(name) = &part.kind
            && let Some(character) = word(other.notation, name)
            && here != other.notation
            && !is_defined(name)
        {
            part.kind = PartKind::Literal(character.to_owned());
        }
        match &mut part.kind {
            PartKind::Name(name) => renamed(name),
            PartKind::Sequence(parts) | PartKind::Choice(parts) => pending.extend(parts),
            PartKind::Optional(body)
            | PartKind::Repetition(_, _, body)
            | PartKind::List(_, _, body) => pending.push(body),
            _ => {}
        }
    }
    production
}
