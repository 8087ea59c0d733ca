//! Rules that a grammar takes from another document in prose, as RFCs write them:
//! `<host, see [URI], Section 3.2.2>`.
//!
//! Such a phrase is an import from the edition that it names, or from a file such as
//! `rfc5646.abnf` beside the grammar. If neither exists, it stays prose, and its strings are
//! unknown.

use super::header::Import;
use super::import::Files;
use super::listing::Listing;
use super::names::key;
use super::notation::{Notation, PartKind};
use super::{Grammar, ProductionId, core};

/// The words between the rule and its document.
const WORDS: [&str; 5] = ["see ", "as defined in ", "defined in ", "imported from ", "from "];

/// The citation tags that RFCs use for some standards, with their documents.
const ANCHORS: [(&str, &str); 3] =
    [("URI", "rfc3986"), ("ABNF", "rfc5234"), ("CHAR-ABNF", "rfc5234")];

/// A reference to a rule of another document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reference {
    /// The name of the rule there.
    pub rule: String,
    /// The document, as an import names it: `rfc3986`.
    pub document: String,
}

impl Reference {
    /// Parses a phrase that refers to a rule, such as `host, see [URI], Section 3.2.2`.
    pub fn read(phrase: &str) -> Option<Reference> {
        let is_name = |it: char| it.is_ascii_alphanumeric() || it == '-';
        let phrase = phrase.trim();
        let end = phrase.find(|it| !is_name(it))?;
        let (rule, rest) = phrase.split_at(end);
        let rest = rest.trim_start_matches([',', ' ']);
        let rest = WORDS.iter().find_map(|words| rest.strip_prefix(words))?;
        let anchor = match rest.strip_prefix('[') {
            Some(rest) => rest.split_once(']')?.0,
            None => rest.split([',', ';']).next()?,
        };
        let anchor: String = anchor.chars().filter(|it| !it.is_whitespace()).collect();
        let known = ANCHORS.iter().find(|(name, _)| *name == anchor);
        let number = anchor
            .strip_prefix("RFC")
            .filter(|it| !it.is_empty() && it.chars().all(|it| it.is_ascii_digit()));
        let document = match (known, number) {
            (Some((_, document)), _) => (*document).to_owned(),
            (None, Some(number)) => format!("rfc{number}"),
            (None, None) => return None,
        };
        let begins = rule.starts_with(|it: char| it.is_ascii_alphabetic());
        begins.then(|| Reference { rule: rule.to_owned(), document })
    }
}

impl Listing {
    /// Imports the rules that are referred to in prose, where their document is available and no
    /// name would get two meanings. Only a rule whose whole text is such a phrase is imported.
    pub(super) fn take_references(&mut self, files: &mut Files<'_, '_>) {
        if self.notation != Notation::Abnf {
            return;
        }
        let mut documents: Vec<String> = Vec::new();
        for production in &self.definitions {
            if let PartKind::Prose(text) = &production.body.kind
                && let Some(reference) = Reference::read(text)
                && !documents.contains(&reference.document)
            {
                documents.push(reference.document);
            }
        }
        for document in documents {
            // First as the name of an edition, then as that of a file.
            let sources = [document.clone(), format!("{document}.abnf")];
            let _ = sources.into_iter().any(|source| self.take_document(&document, source, files));
        }
    }

    /// Imports the rules of one document, all or none. Returns whether that succeeded.
    fn take_document(&mut self, document: &str, source: String, files: &mut Files<'_, '_>) -> bool {
        let mut rules: Vec<(String, String)> = Vec::new();
        let mut place = None;
        let mut kept = self.clone();
        kept.definitions.retain(|production| {
            let PartKind::Prose(text) = &production.body.kind else { return true };
            let reference = Reference::read(text).filter(|it| it.document == document);
            let Some(reference) = reference else { return true };
            if core::is_core(&reference.rule) && core::is_core(&production.name) {
                return true;
            }
            // If two rules here refer to the same rule, the first one imports it.
            if rules.iter().any(|(theirs, _)| theirs.eq_ignore_ascii_case(&reference.rule)) {
                return true;
            }
            place.get_or_insert(production.place);
            rules.push((reference.rule, production.name.clone()));
            false
        });
        let Some(place) = place else { return true };
        let import = Import { source, place, rules, changed: false };
        let taken = kept.take_one(&import, files);
        if taken {
            let order: Vec<String> =
                self.definitions.iter().map(|it| key(self, &it.name).into_owned()).collect();
            // An imported rule takes the position of its phrase.
            let position = |name: &str| order.iter().position(|it| it == name);
            let mut definitions = std::mem::take(&mut kept.definitions);
            definitions.sort_by_key(|it| position(&key(self, &it.name)).unwrap_or(usize::MAX));
            kept.definitions = definitions;
            *self = kept;
        }
        taken
    }
}

impl Grammar {
    /// The name of the file that would define a rule referred to in prose, such as
    /// `rfc5646.abnf`.
    pub fn wanted_file(&self, prose: ProductionId) -> Option<String> {
        let phrase = self.name(prose).strip_prefix('<')?.strip_suffix('>')?;
        Reference::read(phrase).map(|it| format!("{}.abnf", it.document))
    }

    /// By production: whether its strings are unknown because they depend on prose.
    pub fn unknown(&self) -> Vec<bool> {
        let words =
            |id: ProductionId| self.is_prose(id) && self.production(id).definitions().is_empty();
        let derives = self.derivable_with(&words);
        self.ids().map(|id| self.derives_nothing(id) && derives[id.index()]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Reference;

    #[test]
    fn phrases_of_the_rfc_editor_name_a_rule_and_its_document() {
        let read =
            |phrase: &str| Reference::read(phrase).map(|it| format!("{} {}", it.document, it.rule));
        let is = |it: &str| Some(it.to_owned());
        assert_eq!(read("host, see [URI], Section 3.2.2"), is("rfc3986 host"));
        assert_eq!(read("Language-Tag, see [RFC5646], Section 2.1"), is("rfc5646 Language-Tag"));
        assert_eq!(
            read("language-range, defined in [RFC4647], Section 2.1"),
            is("rfc4647 language-range")
        );
        assert_eq!(read("URI-reference, imported from [RFC3986]"), is("rfc3986 URI-reference"));
        assert_eq!(read("any character but a comma"), None);
        assert_eq!(read("host, see below"), None);
    }
}
