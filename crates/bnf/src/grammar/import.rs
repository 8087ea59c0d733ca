//! Rules of other files: `; urlbnf: import rfc3986.abnf host port`, and a file that changes
//! another: `; urlbnf: changes rfc3986.abnf`.
//!
//! The text of the other file is written behind that of this one, so that each rule
//! keeps its place and its line; of its rules those are taken that are asked for, and
//! those that they need. A rule may be given another name here: `uri-host=host`. What
//! a name means is never left open: where two files define it, that is an error. But of a
//! file that is changed all rules are taken, and what is defined already stands in place of
//! what that file defines; what is new stands behind the changed rule before it.

use std::collections::{HashMap, HashSet};

use super::header::Import;
use super::listing::{Listing, Source};
use super::names::key;
use super::notation::{self, Item, Part, PartKind, Production};
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
        let other = Listing::read(&name, &text).map_err(|errors| {
            let first = errors.all().first().map(ToString::to_string).unwrap_or_default();
            SyntaxErrorKind::NotImported(format!("{name}: {first}"))
        })?;
        if other.notation != self.notation || !other.imports.is_empty() {
            let what = match other.notation == self.notation {
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
        let (items, _) = notation::read(&self.text, self.notation, other.options);
        self.code_points |= other.code_points;
        self.pages.extend(other.pages.iter().map(|&(mark, page)| (start + mark, page)));
        self.interpretations.extend(other.interpretations.iter().cloned());
        let productions = items.into_iter().filter_map(|item| match item {
            Item::Production(it) if it.name_place.start >= start => Some(it),
            _ => None,
        });
        let productions: Vec<Production> =
            productions.filter(|it| needed.contains(&*key(&other, &it.name))).collect();
        if import.changed {
            self.take_changed(productions);
            return Ok(());
        }
        let mut defined: HashMap<String, usize> = HashMap::new();
        for (number, it) in self.definitions.iter().enumerate() {
            defined.entry(key(self, &it.name).into_owned()).or_insert(number);
        }
        for mut production in productions {
            rename(&mut production, &names, |name| key(&other, name).into_owned());
            let own = key(self, &production.name).into_owned();
            if !production.adds && !taken.insert((name.clone(), own.clone())) {
                // The same rule of the same file, for another import.
                continue;
            }
            // An erratum stands in place of what is printed, and not beside it.
            let erratum = production.erratum.is_some();
            let first = defined.get(&own).filter(|_| !erratum);
            if let Some(&first) = first {
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

/// Gives a rule, and what it names, the names that they have here.
fn rename(
    production: &mut Production,
    names: &HashMap<String, String>,
    key: impl Fn(&str) -> String,
) {
    if let Some(own) = names.get(&key(&production.name)) {
        production.name.clone_from(own);
    }
    let mut pending = vec![&mut production.body];
    while let Some(part) = pending.pop() {
        match &mut part.kind {
            PartKind::Name(name) => {
                if let Some(own) = names.get(&key(name)) {
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
