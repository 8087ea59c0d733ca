//! Rules that a grammar takes from another document in prose, as RFCs write them:
//! `<host, see [URI], Section 3.2.2>`.
//!
//! Such a phrase is an import from the edition that it names, or from a file such as
//! `rfc5646.abnf` beside the grammar. If neither exists, it stays prose, and its strings are
//! unknown.

use super::expression::Span;
use super::header::Import;
use super::import::ImportStack;
use super::listing::Listing;
use super::names::key;
use super::notation::{Notation, RawExpression, RawExpressionKind};
use super::{Grammar, ProductionId, core};

/// The words between the rule and its document.
const WORDS: [&str; 5] = ["see ", "as defined in ", "defined in ", "imported from ", "from "];

/// The citation tags that RFCs use for some standards, with their documents.
const ANCHORS: [(&str, &str); 3] =
    [("URI", "rfc3986"), ("ABNF", "rfc5234"), ("CHAR-ABNF", "rfc5234")];

/// A reference to a rule of another document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ExternalReference {
    /// The name of the rule there.
    pub rule: String,
    /// The document, as an import names it: `rfc3986`.
    pub document: String,
}

impl ExternalReference {
    /// Parses a phrase that refers to a rule, such as `host, see [URI], Section 3.2.2`.
    pub fn read(phrase: &str) -> Option<ExternalReference> {
        let is_name = |character: char| character.is_ascii_alphanumeric() || character == '-';
        let phrase = phrase.trim();
        let end = phrase.find(|character| !is_name(character))?;
        let (rule, rest) = phrase.split_at(end);
        let rest = rest.trim_start_matches([',', ' ']);
        let rest = WORDS.iter().find_map(|words| rest.strip_prefix(words))?;
        let anchor = match rest.strip_prefix('[') {
            Some(rest) => rest.split_once(']')?.0,
            None => rest.split([',', ';']).next()?,
        };
        let anchor: String =
            anchor.chars().filter(|character| !character.is_whitespace()).collect();
        let known = ANCHORS.iter().find(|(name, _)| *name == anchor);
        let number = anchor.strip_prefix("RFC").filter(|number| {
            !number.is_empty() && number.chars().all(|character| character.is_ascii_digit())
        });
        let document = match (known, number) {
            (Some((_, document)), _) => (*document).to_owned(),
            (None, Some(number)) => format!("rfc{number}"),
            (None, None) => return None,
        };
        let begins = rule.starts_with(|character: char| character.is_ascii_alphabetic());
        begins.then(|| ExternalReference { rule: rule.to_owned(), document })
    }
}

/// The references in a text, with their places, in printed order.
fn referred(body: &RawExpression) -> Vec<(ExternalReference, Span)> {
    let (mut referred, mut pending) = (Vec::new(), vec![body]);
    while let Some(part) = pending.pop() {
        if let RawExpressionKind::Prose(text) = &part.kind {
            referred.extend(ExternalReference::read(text).map(|reference| (reference, part.place)));
        }
        pending.extend(part.parts().iter().rev());
    }
    referred
}

impl Listing {
    /// Imports the rules that are referred to in prose, where their document is available and no
    /// name would get two meanings.
    pub(super) fn take_references(&mut self, files: &mut ImportStack<'_, '_>) {
        if self.notation != Notation::Abnf {
            return;
        }
        self.name_referred(|reference| {
            let is_core = reference.document == core::DOCUMENT && core::is_core(&reference.rule);
            is_core.then(|| reference.rule.clone())
        });
        let mut documents: Vec<String> = Vec::new();
        for production in &self.definitions {
            for (reference, _) in referred(&production.body) {
                if !documents.contains(&reference.document) {
                    documents.push(reference.document);
                }
            }
        }
        for document in documents {
            // First as the name of an edition, then as that of a file; and if the rules that are
            // referred to within others cannot be imported, without these.
            let sources = [document.clone(), format!("{document}.abnf")];
            let _ = sources.into_iter().any(|source| {
                self.take_document(&document, &source, true, files)
                    || self.take_document(&document, &source, false, files)
            });
        }
    }

    /// Replaces each reference by the name of the rule that it means, if that is known.
    fn name_referred(&mut self, name: impl Fn(&ExternalReference) -> Option<String>) {
        for production in &mut self.definitions {
            let mut pending = vec![&mut production.body];
            while let Some(part) = pending.pop() {
                if let RawExpressionKind::Prose(text) = &mut part.kind
                    && let Some(name) = ExternalReference::read(text).as_ref().and_then(&name)
                {
                    *text = name;
                }
                pending.extend(part.parts_mut());
            }
        }
    }

    /// Imports the rules of one document, all or none; `within`: also those that are referred to
    /// within the text of a rule. Returns whether that succeeded.
    fn take_document(
        &mut self,
        document: &str,
        source: &str,
        within: bool,
        files: &mut ImportStack<'_, '_>,
    ) -> bool {
        let mut rules: Vec<(String, String)> = Vec::new();
        let mut place = None;
        let mut kept = self.clone();
        let is_new = |rules: &[(String, String)], rule: &str| {
            rules.iter().all(|(theirs, _)| !theirs.eq_ignore_ascii_case(rule))
        };
        kept.definitions.retain(|production| {
            let RawExpressionKind::Prose(text) = &production.body.kind else { return true };
            let reference =
                ExternalReference::read(text).filter(|reference| reference.document == document);
            let Some(reference) = reference else { return true };
            // If two rules here refer to the same rule, the first one imports it.
            if !is_new(&rules, &reference.rule) {
                return true;
            }
            place.get_or_insert(production.place);
            rules.push((reference.rule, production.name.clone()));
            false
        });
        for production in kept.definitions.iter().filter(|_| within) {
            for (reference, at) in referred(&production.body) {
                if reference.document == document && is_new(&rules, &reference.rule) {
                    place.get_or_insert(at);
                    rules.push((reference.rule.clone(), reference.rule));
                }
            }
        }
        let known = rules.clone();
        let Some(place) = place else { return true };
        let import = Import { source: source.to_owned(), place, rules, changed: false };
        let taken = kept.take_one(&import, files);
        if taken {
            let order: Vec<String> = self
                .definitions
                .iter()
                .map(|production| key(self, &production.name).into_owned())
                .collect();
            // An imported rule takes the position of its phrase.
            let position = |name: &str| order.iter().position(|entry| entry == name);
            let mut definitions = std::mem::take(&mut kept.definitions);
            definitions.sort_by_key(|production| {
                position(&key(self, &production.name)).unwrap_or(usize::MAX)
            });
            kept.definitions = definitions;
            kept.name_referred(|reference| {
                let of_this = |(theirs, _): &&(String, String)| {
                    reference.document == document && theirs.eq_ignore_ascii_case(&reference.rule)
                };
                known.iter().find(of_this).map(|(_, own)| own.clone())
            });
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
        ExternalReference::read(phrase).map(|reference| format!("{}.abnf", reference.document))
    }

    /// By production: whether its strings are unknown because they depend on prose.
    pub fn unknown(&self) -> Vec<bool> {
        let words =
            |id: ProductionId| self.is_prose(id) && self.production(id).definitions().is_empty();
        let derives = self.derivable_with(&words);
        self.ids().map(|id| self.derives_nothing(id) && derives[id.index()]).collect()
    }
}
