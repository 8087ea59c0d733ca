//! What each character may do in a URL, edition by edition.
//!
//! Of a character one asks three things: which classes a grammar puts it into, where it can occur
//! in a URL, and which sentence reserves or forbids it. The first two are computed from the
//! grammar, the third is the document's word. A class alone says little: `~` is `national` in RFC
//! 1738, and no production uses `national`.

mod sentences;

use crate::automaton::{Automaton, Language};
use crate::bnf::{CharacterSet, Grammar, ProductionId};
use crate::edition::{Document, Edition, Reading};
use crate::quotation::{Basis, Quotation};
use crate::scheme::Schemes;
use crate::text::visible;

/// The printable characters of ASCII, the space among them.
pub const PRINTABLE: std::ops::RangeInclusive<u8> = b' '..=b'~';

/// What there is to say of a character that is none of [`PRINTABLE`]: no URL and no URI has it,
/// and which productions of RFC 3987 have it, the smallest first.
pub fn beyond_ascii(character: char) -> String {
    let grammar = Edition::Rfc3987.grammar(Reading::Corrected);
    let is_one = |id: &ProductionId| grammar.unit(*id).is_some_and(|it| it.takes(character));
    let mut classes: Vec<ProductionId> = grammar.ids().filter(is_one).collect();
    // A class that has another is larger.
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

/// A class of characters: a production that is one character long, or a triplet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// Its name.
    pub production: &'static str,
    /// Whether some URL is derived by way of it.
    pub used: bool,
}

/// A production in whose text the character can occur.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stand {
    /// Its name.
    pub production: &'static str,
    /// The schemes with productions of their own in whose URLs it can occur there.
    pub schemes: Vec<String>,
}

/// The words that reserve, forbid or warn of a character, and where they do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reservation {
    /// The words, and whose they are.
    pub basis: Basis,
    /// The schemes in whose URLs they hold; none where they hold in all.
    pub schemes: Vec<String>,
}

/// What an edition makes of a character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Role {
    /// The edition.
    pub edition: Edition,
    /// The classes that have it, the smallest first.
    pub classes: Vec<Class>,
    /// Where it can stand for itself in a URL.
    pub stands: Vec<Stand>,
    /// The sentences that reserve or forbid it, or warn of it.
    pub reserved: Vec<Reservation>,
    /// What else the prose says of it.
    pub other: Vec<Quotation>,
}

/// The roles of characters in an edition, as corrected.
#[derive(Debug)]
pub struct Roles {
    edition: Edition,
    /// The alternatives of the start: the scheme, and the automaton.
    alternatives: Vec<(Option<String>, Automaton)>,
    unused: Vec<ProductionId>,
}

impl Roles {
    /// Those of an edition.
    pub fn of(edition: Edition) -> Roles {
        let grammar = edition.grammar(Reading::Corrected);
        let schemes = Schemes::of(grammar, grammar.start());
        let automaton = |id| Automaton::new(grammar, &Language::of(id)).ok();
        let alternatives = schemes.alternatives.iter();
        let mut alternatives: Vec<(Option<String>, Automaton)> = alternatives
            .filter_map(|it| Some((it.scheme.clone(), automaton(it.production)?)))
            .collect();
        // What is around the alternatives: a fragment.
        let is_alternative =
            |start: &&ProductionId| schemes.alternatives.iter().any(|it| it.production == **start);
        let whole = schemes.chain.first().filter(|start| !is_alternative(start));
        alternatives.extend(whole.and_then(|&start| Some((None, automaton(start)?))));
        let unused = grammar.unreachable_from(grammar.start());
        Roles { edition, alternatives, unused }
    }

    fn grammar(&self) -> &'static Grammar {
        self.edition.grammar(Reading::Corrected)
    }

    /// The role of a character.
    pub fn role(&self, byte: u8) -> Role {
        Role {
            edition: self.edition,
            classes: self.classes(byte),
            stands: self.stands(byte),
            reserved: reservations(self.edition.document(), byte),
            other: sentences::others(self.edition.document(), byte).collect(),
        }
    }

    fn classes(&self, byte: u8) -> Vec<Class> {
        let grammar = self.grammar();
        let unit = |id: ProductionId| Some((grammar.unit(id)?.characters, id));
        let mut classes: Vec<(CharacterSet, ProductionId)> =
            grammar.ids().filter_map(unit).filter(|(set, _)| set.contains(byte)).collect();
        classes.sort_by_key(|&(set, id)| (set.len(), id));
        let class =
            |(_, id)| Class { production: grammar.name(id), used: !self.unused.contains(&id) };
        classes.into_iter().map(class).collect()
    }

    fn stands(&self, byte: u8) -> Vec<Stand> {
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
                if let Some(scheme) = scheme.as_ref().filter(|it| !schemes.contains(it)) {
                    schemes.push(scheme.clone());
                }
            }
        }
        found.sort_by_key(|(production, _)| *production);
        let stand = |(production, schemes)| Stand { production: grammar.name(production), schemes };
        found.into_iter().map(stand).collect()
    }
}

fn reservations(document: Document, byte: u8) -> Vec<Reservation> {
    let reservation = |&(_, schemes, words): &(_, &[&str], _)| Reservation {
        basis: Basis::Said(words),
        schemes: schemes.iter().map(|&it| it.to_owned()).collect(),
    };
    sentences::of(document, byte).map(reservation).collect()
}

/// What the prose of a document says of a character, each sentence with the schemes of
/// which it speaks.
pub fn prose(document: Document, byte: u8) -> Vec<Reservation> {
    let other = sentences::others(document, byte)
        .map(|words| Reservation { basis: Basis::Said(words), schemes: Vec::new() });
    reservations(document, byte).into_iter().chain(other).collect()
}

impl Role {
    /// Whether it can stand for itself somewhere in a URL.
    pub fn can_stand(&self) -> bool {
        !self.stands.is_empty()
    }

    /// Whether some sentence of the document reserves, forbids or warns of it.
    pub fn is_reserved(&self) -> bool {
        !self.reserved.is_empty()
    }
}

/// What a character is called: itself, or a name.
pub fn name(byte: u8) -> String {
    match byte {
        b' ' => "space".to_owned(),
        _ => char::from(byte).to_string(),
    }
}
