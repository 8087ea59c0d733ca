//! Rules of other files: `; urlbnf: import rfc3986.abnf host port`, and a file that changes
//! another: `; urlbnf: changes rfc3986.abnf`.
//!
//! The other file is read by itself, in its own notation, and its text is written behind
//! that of this one, so that each rule keeps its place and its line; of its rules those are
//! taken that are asked for, and those that they need, with their errata. A rule may be
//! given another name here: `uri-host=host`. What
//! a name means is never left open: where two files define it, that is an error. But of a
//! file that is changed all rules are taken, and what is defined already stands in place of
//! what that file defines; what is new stands behind the changed rule before it.

use std::collections::{HashMap, HashSet};

use super::document::DocumentKind;
use super::expression::Place;
use super::header::{Import, names_its_notation};
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
}

/// What finds the text that an import names, or says why not.
pub type Loader<'l> = dyn FnMut(&Import) -> Result<Imported, String> + 'l;

/// What finds nothing.
pub(super) fn nothing(_: &Import) -> Result<Imported, String> {
    Err("nothing is imported here".to_owned())
}

impl Listing {
    /// Takes over the rules that the file imports.
    pub(super) fn take_imports(&mut self, load: &mut Loader<'_>, wrong: &mut Vec<SyntaxError>) {
        let mut taken = HashSet::new();
        // What is imported, too, stands in place of what a changed file defines.
        let mut imports = self.imports.clone();
        imports.sort_by_key(|import| import.changed);
        for import in imports {
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
        let kind = DocumentKind::of_name(&name).filter(|_| !names_its_notation(&text));
        let other = match kind {
            Some(kind) => {
                Listing::of_document(&name, &text, (kind, Notation::Abnf), Vec::new(), None)
            }
            None => Listing::read(&name, &text),
        };
        let other = other.map_err(|errors| {
            let first = errors.all().first().map(ToString::to_string).unwrap_or_default();
            SyntaxErrorKind::NotImported(format!("{name}: {first}"))
        })?;
        let is_read =
            other.notation == self.notation || self.notation == Notation::Abnf && !import.changed;
        if !is_read || !other.imports.is_empty() {
            let what = match is_read {
                true => "imports others itself, which is not followed",
                false => "is in another notation",
            };
            return Err(SyntaxErrorKind::NotImported(format!("{name} {what}")));
        }
        let needed = needed(&other, import)?;
        let names: HashMap<String, String> = (import.rules.iter())
            .map(|(theirs, own)| (key(&other, theirs).into_owned(), own.clone()))
            .collect();
        let start = self.begin_source(&name, true);
        self.text.push_str(other.own_text());
        self.code_points |= other.code_points;
        self.pages.extend(other.pages.iter().map(|&(mark, page)| (start + mark, page)));
        self.interpretations.extend(other.interpretations.iter().cloned());
        let own = other.definitions.iter().filter(|it| other.is_own(it.place.start));
        let asked: Vec<&Production> =
            own.filter(|it| needed.contains(&*key(&other, &it.name))).collect();
        let here = self.notation;
        let of_here = |it: &&Production| taken_over(it, &other, start, &names, here);
        if import.changed {
            self.take_changed(asked.iter().map(of_here).collect());
            return Ok(());
        }
        self.have_one_name(&asked, &other)?;
        let mut defined: HashMap<String, usize> = HashMap::new();
        for (number, it) in self.definitions.iter().enumerate() {
            defined.entry(key(self, &it.name).into_owned()).or_insert(number);
        }
        let mut again = HashSet::new();
        for mut production in asked.iter().map(of_here) {
            let own = key(self, &production.name).into_owned();
            if !again.contains(&own) && !taken.insert((name.clone(), own.clone())) {
                // The same rule of the same file, for another import.
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
                let (line, _) = self.line_and_column(production.name_place.start);
                let (source, _) = self.source(first.name_place.start);
                let (before, _) = self.line_and_column(first.name_place.start);
                return Err(SyntaxErrorKind::ImportedTwice {
                    name: first.name.clone(),
                    first: format!("{}, line {before}", source.name),
                    second: format!("{name}, line {line}"),
                });
            }
            // Where a document defines a name twice, it derives both; in ABNF the two are
            // to say the same. An erratum stands in place of what is printed.
            let twice = production.erratum.is_none() && other.notation != Notation::Abnf;
            production.adds |= twice && again.contains(&own);
            if production.erratum.is_none() {
                again.insert(own);
            }
            self.definitions.push(production);
        }
        Ok(())
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
        // What stands before the first change stands behind all.
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
    let key = |name: &str| key(other, name).into_owned();
    for it in other.definitions.iter().filter(|it| other.is_own(it.place.start)) {
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
