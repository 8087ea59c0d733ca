//! Imports of rules from other files: `; urlbnf: import rfc3986.abnf host port`. And files that
//! change another file: `; urlbnf: changes rfc3986.abnf`.
//!
//! The other file is read by itself, in its own notation. Its text is appended to that of this
//! file, so that each rule keeps its place and its line. The requested rules are imported, with
//! the rules that they need, and with their errata. A rule may get another name here:
//! `uri-host=host`. If two files define a name, that is an error, so that no name is ambiguous.
//!
//! If a file changes another, all rules of the other are taken, and definitions in this file
//! replace those of the other. New rules follow the changed rule before them.
//!
//! The imports of the other file itself are read first, in the same way, so that its rules mean
//! the same here as there. A rule that is imported on two paths is one rule.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use super::document::DocumentKind;
use super::expression::Span;
use super::header::Import;
use super::listing::{Listing, SourceSegment};
use super::names::{key, word};
use super::notation::{Notation, RawExpression, RawExpressionKind, RawProduction};
use super::syntax::{SyntaxError, SyntaxErrorKind};

/// The text of an imported grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedText {
    /// The name of its source, as places show it.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The folder in which its own imports are looked up; `None` if it is not a file.
    pub folder: Option<PathBuf>,
}

/// How deep imports may nest.
pub const DEEPEST_IMPORT: usize = 8;

/// How many files may be read for one grammar; a file counts each time that it is imported.
pub const MOST_IMPORTS: usize = 256;

/// The greatest length of all imported files together, in bytes.
pub const LONGEST_IMPORTS: usize = 67_108_864;

/// A function that returns the text that an import names, or the reason why it cannot. Its
/// second argument is the file with the import; `None` for the file that is being read.
pub type ImportLoader<'l> =
    dyn FnMut(&Import, Option<&ImportedText>) -> Result<ImportedText, String> + 'l;

/// A loader that finds no file.
pub(super) fn nothing(_: &Import, _: Option<&ImportedText>) -> Result<ImportedText, String> {
    Err("nothing is imported here".to_owned())
}

/// The stack of files that are being read; each imports the next.
pub(super) struct ImportStack<'f, 'l> {
    name: String,
    load: &'f mut ImportLoader<'l>,
    open: Vec<ImportedText>,
    read: usize,
    bytes: usize,
}

impl<'f, 'l> ImportStack<'f, 'l> {
    /// The stack for the imports of a file with this name.
    pub fn new(name: &str, load: &'f mut ImportLoader<'l>) -> ImportStack<'f, 'l> {
        ImportStack { name: name.to_owned(), load, open: Vec::new(), read: 0, bytes: 0 }
    }

    /// Loads the file that an import names, and pushes it on the stack. Returns its name and
    /// text.
    fn open(&mut self, import: &Import) -> Result<(String, String), String> {
        let ImportedText { name, text, folder } = (self.load)(import, self.open.last())?;
        let before = || std::iter::once(&self.name).chain(self.open.iter().map(|file| &file.name));
        if before().any(|file_name| *file_name == name) {
            let cycle = before().skip_while(|file_name| **file_name != name).chain([&name]);
            let cycle: Vec<&str> = cycle.map(String::as_str).collect();
            return Err(format!("it would import itself: {}", cycle.join(" > ")));
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
        self.open.push(ImportedText { name: name.clone(), text: String::new(), folder });
        Ok((name, text))
    }
}

impl Listing {
    /// Imports all rules that the file asks for.
    pub(super) fn take_imports(
        &mut self,
        files: &mut ImportStack<'_, '_>,
        wrong: &mut Vec<SyntaxError>,
    ) {
        let mut taken = HashMap::new();
        // Changed files come last, since imported rules also replace rules of a changed file.
        let mut imports = self.imports.clone();
        imports.sort_by_key(|import| import.changed);
        for import in imports {
            if let Err(kind) = self.take_import(&import, files, &mut taken) {
                wrong.push(SyntaxError { place: import.place, kind });
            }
        }
    }

    /// Imports the rules of one import. Returns whether that succeeded; if not, the listing must
    /// not be used any more.
    pub(super) fn take_one(&mut self, import: &Import, files: &mut ImportStack<'_, '_>) -> bool {
        self.take_import(import, files, &mut HashMap::new()).is_ok()
    }

    fn take_import(
        &mut self,
        import: &Import,
        files: &mut ImportStack<'_, '_>,
        taken: &mut HashMap<String, Vec<(String, usize)>>,
    ) -> Result<(), SyntaxErrorKind> {
        let (name, text) = files.open(import).map_err(SyntaxErrorKind::NotImported)?;
        let kind = DocumentKind::of_name(&name).filter(|kind| !kind.is_a_grammar(&text));
        let written = kind.map(|kind| (kind, Notation::Abnf));
        let other = match written {
            Some(written) => Listing::of_document(&name, &text, written, Vec::new(), Some(files)),
            None => Listing::read_beside(&name, &text, Vec::new(), Some(files)),
        };
        files.open.pop();
        let other = other.map_err(|errors| {
            let first = errors.all().first();
            let line = |error: &SyntaxError| {
                text.bytes().take(error.place.start).filter(|byte| *byte == b'\n').count() + 1
            };
            let message = first.map(|error| match &error.kind {
                // The message already names its file.
                SyntaxErrorKind::NotImported(message) => message.clone(),
                kind => format!("{name}, line {}: {kind}", line(error)),
            });
            SyntaxErrorKind::NotImported(message.unwrap_or_default())
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
        let own = other.definitions.iter().filter(|production| other.is_of_a_file(production));
        let asked: Vec<&RawProduction> =
            own.filter(|production| needed.contains(&*key(&other, &production.name))).collect();
        let here = self.notation;
        let of_here =
            |production: &&RawProduction| taken_over(production, &other, start, &names, here);
        if import.changed {
            // What the changed file states about older grammars holds here too.
            self.declared_partners.extend(other.declared_partners.iter().cloned());
            self.replaced.extend(other.replaced.iter().cloned());
            self.take_changed(asked.iter().map(of_here).collect());
            return Ok(());
        }
        self.have_one_name(&asked, &other)?;
        let mut origins: HashMap<String, Vec<(String, usize)>> = HashMap::new();
        for production in &asked {
            let (source, _) = other.source(production.place.start);
            let own = names.get(&*key(&other, &production.name)).unwrap_or(&production.name);
            let origin = (source.name.clone(), production.place.start - source.start);
            origins.entry(key(self, own).into_owned()).or_default().push(origin);
        }
        // Skip rules that another import has already taken from the same places.
        origins.retain(|own, origin| taken.get(own) != Some(origin));
        let mut defined: HashMap<String, usize> = HashMap::new();
        for (number, production) in self.definitions.iter().enumerate() {
            defined.entry(key(self, &production.name).into_owned()).or_insert(number);
        }
        let mut again = HashSet::new();
        for mut production in asked.iter().map(of_here) {
            let own = key(self, &production.name).into_owned();
            if !origins.contains_key(&own) {
                continue;
            }
            let is_only_added = || {
                let mut here = self
                    .definitions
                    .iter()
                    .filter(|definition| key(self, &definition.name) == *own);
                here.all(|definition| definition.adds)
            };
            if let Some(&first) = defined.get(&own)
                && !(self.definitions[first].adds && is_only_added())
            {
                let first = &self.definitions[first];
                let place = |at: Span| {
                    let (line, _) = self.line_and_column(at.start);
                    format!("{}, line {line}", self.source(at.start).0.name)
                };
                return Err(SyntaxErrorKind::ImportedTwice {
                    name: first.name.clone(),
                    first: place(first.name_place),
                    second: place(production.name_place),
                });
            }
            // Two definitions of a name are alternatives, except in ABNF, where they must say
            // the same. An erratum replaces what is printed.
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

    /// Appends the text of another listing, with the files that it imports. Returns the offset
    /// at which it begins.
    fn take_text(&mut self, other: &Listing) -> usize {
        let files = other.sources.iter().take_while(|source| source.is_file);
        let end = other
            .sources
            .iter()
            .find(|source| !source.is_file)
            .map_or(other.text.len(), |source| source.start);
        let start = self.begin_source(&other.name, true);
        self.append(other.text.get(..end).unwrap_or_default());
        let moved = |source: &SourceSegment| SourceSegment {
            start: start + source.start,
            ..source.clone()
        };
        self.sources.extend(files.skip(1).map(moved));
        start
    }

    /// Whether a rule is written in a file, and is not a built-in rule.
    fn is_of_a_file(&self, production: &RawProduction) -> bool {
        self.source(production.place.start).0.is_file
    }

    /// Checks that no imported names differ only in case, if this notation ignores case.
    fn have_one_name(
        &self,
        theirs: &[&RawProduction],
        other: &Listing,
    ) -> Result<(), SyntaxErrorKind> {
        let mut names: HashMap<String, &str> = HashMap::new();
        for production in theirs.iter().filter(|_| other.notation != self.notation) {
            let first =
                names.entry(key(self, &production.name).into_owned()).or_insert(&production.name);
            if *first != production.name {
                let (file, second) = (&other.name, &production.name);
                let what =
                    format!("{file} has `{first}` and `{second}`, which are one name in ABNF");
                return Err(SyntaxErrorKind::NotImported(what));
            }
        }
        Ok(())
    }

    /// Merges the rules of a changed file with those of this one, in the order of the changed
    /// file.
    fn take_changed(&mut self, productions: Vec<RawProduction>) {
        let known: HashSet<String> =
            productions.iter().map(|production| key(self, &production.name).into_owned()).collect();
        let mut changes: HashMap<String, Vec<RawProduction>> = HashMap::new();
        // Rules before the first change go to the end.
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

    /// Begins another source at the end of the text. Returns its offset.
    pub(super) fn begin_source(&mut self, name: &str, is_file: bool) -> usize {
        if !self.text.ends_with('\n') {
            self.append("\n");
        }
        let start = self.text.len();
        self.sources.push(SourceSegment { name: name.to_owned(), start, is_file });
        start
    }
}

/// The names of the requested rules, or all rules if none is requested, and of those that they
/// need.
fn needed(other: &Listing, import: &Import) -> Result<HashSet<String>, SyntaxErrorKind> {
    let mut bodies: HashMap<String, Vec<&RawExpression>> = HashMap::new();
    let key = |name: &str| key(other, name).into_owned();
    for production in other.definitions.iter().filter(|production| other.is_of_a_file(production)) {
        bodies.entry(key(&production.name)).or_default().push(&production.body);
    }
    let mut pending: Vec<String> = match import.rules.as_slice() {
        [] => bodies.keys().cloned().collect(),
        rules => rules.iter().map(|(theirs, _)| key(theirs)).collect(),
    };
    if let Some((theirs, _)) =
        import.rules.iter().find(|(name, _)| !bodies.contains_key(&key(name)))
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
                RawExpressionKind::Name(name) => pending.push(key(name)),
                RawExpressionKind::Prose(text) => pending.push(key(text.trim())),
                _ => {}
            }
            parts.extend(part.parts());
        }
    }
    Ok(needed)
}

/// Adapts a rule of another file to this one: shifts its places, renames its names, and replaces
/// words of its notation, such as `space`, by the characters that they mean.
fn taken_over(
    production: &RawProduction,
    other: &Listing,
    start: usize,
    names: &HashMap<String, String>,
    here: Notation,
) -> RawProduction {
    let mut production = production.clone();
    let shift = |place: &mut Span| {
        place.start += start;
        place.end += start;
    };
    let renamed = |name: &mut String| {
        if let Some(own) = names.get(&*key(other, name)) {
            name.clone_from(own);
        }
    };
    let is_defined =
        |name: &str| other.definitions.iter().any(|definition| definition.name == name);
    shift(&mut production.name_place);
    shift(&mut production.place);
    production.bare.iter_mut().for_each(shift);
    renamed(&mut production.name);
    let mut pending = vec![&mut production.body];
    while let Some(part) = pending.pop() {
        shift(&mut part.place);
        if let RawExpressionKind::Name(name) = &part.kind
            && let Some(character) = word(other.notation, name)
            && here != other.notation
            && !is_defined(name)
        {
            part.kind = RawExpressionKind::Literal(character.to_owned());
        }
        if let RawExpressionKind::Name(name) = &mut part.kind {
            renamed(name);
        }
        pending.extend(part.parts_mut());
    }
    production
}
