//! What each character may do in a URL, by edition.
//!
//! For each character this module answers three questions: which classes of a grammar contain
//! it, where it can occur in a URL, and which sentence reserves or forbids it. The first two
//! answers are computed from the grammar, the third is quoted from the document. A class alone
//! says little: `~` is in `national` of RFC 1738, but no production uses `national`.

use std::fmt;

use serde::Serialize;

use crate::automaton::{Automaton, LanguageSpec};
use crate::bnf::{CharacterSet, Grammar, ProductionId};
use crate::edition::{Document, Edition, Reading};
use crate::quotation::{Basis, CharacterSentence, OTHER, Quotation, RESERVED};
use crate::scheme::SchemeAlternatives;
use crate::text::visible;

/// The printable characters of ASCII, including the space.
pub const PRINTABLE: std::ops::RangeInclusive<u8> = b' '..=b'~';

/// Describes a character outside [`PRINTABLE`]: no URL or URI can contain it. Names the
/// productions of RFC 3987 that contain it, the smallest first.
pub fn beyond_ascii(character: char) -> String {
    let grammar = Edition::Rfc3987.grammar(Reading::Corrected);
    let is_one = |id: &ProductionId| grammar.unit(*id).is_some_and(|unit| unit.takes(character));
    let mut classes: Vec<ProductionId> = grammar.ids().filter(is_one).collect();
    // A class that contains another class is larger.
    classes.sort_by_key(|&id| grammar.reachable_from(id).len());
    let names: Vec<String> = classes.iter().map(|&id| format!("`{}`", grammar.name(id))).collect();
    let shown = visible(character.encode_utf8(&mut [0; 4]).as_bytes());
    let number = u32::from(character);
    let head = format!(
        "`{shown}` (U+{number:04X}) is no printable character of ASCII: no URL and no URI has it"
    );
    match names.as_slice() {
        [] => format!("{head}, and no IRI"),
        _ => format!("{head}; an IRI may, in RFC 3987 it is in {}", names.join(", ")),
    }
}

/// A class of characters: a production that derives one character or one escape triplet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct CharacterClass {
    /// Its name.
    pub production: &'static str,
    /// Whether some URL is derived by way of it: whether the start production reaches it.
    pub used: bool,
}

/// A production in whose text a character can stand for itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct UnencodedUse {
    /// Its name.
    pub production: &'static str,
    /// The schemes, of those with productions of their own, in whose URLs it can occur there.
    pub schemes: Vec<String>,
}

/// A sentence that reserves a character, forbids it or warns about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CharacterRestriction {
    /// The sentence and its document.
    pub basis: Basis,
    /// The schemes to whose URLs the sentence applies; empty if it applies to all.
    pub schemes: Vec<String>,
}

impl fmt::Display for CharacterRestriction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.schemes.is_empty() {
            true => self.basis.fmt(f),
            false => write!(f, "{} in {}", self.basis, self.schemes.join(", ")),
        }
    }
}

/// The role of a character in an edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CharacterRole {
    /// The edition.
    pub edition: Edition,
    /// The classes that contain it, the smallest first.
    pub classes: Vec<CharacterClass>,
    /// The productions in which it can occur unencoded.
    pub stands: Vec<UnencodedUse>,
    /// The sentences that reserve it, forbid it or warn about it.
    pub reserved: Vec<CharacterRestriction>,
    /// What else the prose says about it.
    pub other: Vec<Quotation>,
}

/// The roles of characters in the corrected grammar of an edition.
#[derive(Debug)]
pub struct CharacterRoles {
    edition: Edition,
    /// The alternatives of the start production: the scheme and the automaton.
    alternatives: Vec<(Option<String>, Automaton)>,
    unused: Vec<ProductionId>,
}

impl CharacterRoles {
    /// Creates the roles of an edition.
    pub fn for_edition(edition: Edition) -> CharacterRoles {
        let grammar = edition.grammar(Reading::Corrected);
        let schemes = SchemeAlternatives::from_start(grammar, grammar.start());
        let automaton = |id| Automaton::new(grammar, &LanguageSpec::from_production(id)).ok();
        let alternatives = schemes.alternatives.iter();
        let mut alternatives: Vec<(Option<String>, Automaton)> = alternatives
            .filter_map(|alternative| {
                Some((alternative.scheme.clone(), automaton(alternative.production)?))
            })
            .collect();
        // The start itself contains what surrounds the alternatives: a fragment.
        let is_alternative = |start: &&ProductionId| {
            schemes.alternatives.iter().any(|alternative| alternative.production == **start)
        };
        let whole = schemes.chain.first().filter(|start| !is_alternative(start));
        alternatives.extend(whole.and_then(|&start| Some((None, automaton(start)?))));
        let unused = grammar.unreachable_from(grammar.start());
        CharacterRoles { edition, alternatives, unused }
    }

    fn grammar(&self) -> &'static Grammar {
        self.edition.grammar(Reading::Corrected)
    }

    /// The role of a character.
    pub fn role(&self, byte: u8) -> CharacterRole {
        CharacterRole {
            edition: self.edition,
            classes: self.classes(byte),
            stands: self.stands(byte),
            reserved: reservations(self.edition.document(), byte),
            other: sentences(OTHER, self.edition.document(), byte)
                .map(|sentence| sentence.2)
                .collect(),
        }
    }

    fn classes(&self, byte: u8) -> Vec<CharacterClass> {
        let grammar = self.grammar();
        let unit = |id: ProductionId| Some((grammar.unit(id)?.characters, id));
        let mut classes: Vec<(CharacterSet, ProductionId)> =
            grammar.ids().filter_map(unit).filter(|(set, _)| set.contains(byte)).collect();
        classes.sort_by_key(|&(set, id)| (set.len(), id));
        let class = |(_, id)| CharacterClass {
            production: grammar.name(id),
            used: !self.unused.contains(&id),
        };
        classes.into_iter().map(class).collect()
    }

    fn stands(&self, byte: u8) -> Vec<UnencodedUse> {
        let grammar = self.grammar();
        let mut found: Vec<(ProductionId, Vec<String>)> = Vec::new();
        for (scheme, automaton) in &self.alternatives {
            for position in automaton.takers(byte) {
                let Some(&production) = automaton.chain(position).last() else { continue };
                let at = found.iter().position(|(known, _)| *known == production);
                let at = at.unwrap_or_else(|| {
                    found.push((production, Vec::new()));
                    found.len() - 1
                });
                let schemes = &mut found[at].1;
                if let Some(scheme) = scheme.as_ref().filter(|scheme| !schemes.contains(scheme)) {
                    schemes.push(scheme.clone());
                }
            }
        }
        found.sort_by_key(|(production, _)| *production);
        let stand =
            |(production, schemes)| UnencodedUse { production: grammar.name(production), schemes };
        found.into_iter().map(stand).collect()
    }
}

/// The sentences of a document that concern a character.
fn sentences(
    list: &'static [CharacterSentence],
    document: Document,
    byte: u8,
) -> impl Iterator<Item = &'static CharacterSentence> {
    let about = move |sentence: &&CharacterSentence| {
        sentence.2.document() == document && sentence.0.as_bytes().contains(&byte)
    };
    list.iter().filter(about)
}

fn reservation((_, schemes, words): &CharacterSentence) -> CharacterRestriction {
    let schemes = schemes.iter().map(|&scheme| scheme.to_owned()).collect();
    CharacterRestriction { basis: Basis::Stated(*words), schemes }
}

fn reservations(document: Document, byte: u8) -> Vec<CharacterRestriction> {
    sentences(RESERVED, document, byte).map(reservation).collect()
}

/// What the prose of a document says about a character, each sentence with the schemes to which
/// it applies.
pub fn prose(document: Document, byte: u8) -> Vec<CharacterRestriction> {
    let other = sentences(OTHER, document, byte).map(reservation);
    reservations(document, byte).into_iter().chain(other).collect()
}

impl CharacterRole {
    /// Whether it can occur unencoded somewhere in a URL.
    pub fn can_stand(&self) -> bool {
        !self.stands.is_empty()
    }

    /// Whether some sentence of the document reserves, forbids or warns of it.
    pub fn is_reserved(&self) -> bool {
        !self.reserved.is_empty()
    }
}

/// The name of a character: `space`, or the character itself.
pub fn name(byte: u8) -> String {
    match byte {
        b' ' => "space".to_owned(),
        _ => char::from(byte).to_string(),
    }
}
