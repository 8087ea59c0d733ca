//! Encodes octets as one component of a URL.
//!
//! The grammar defines which characters can occur in a component, and the scheme's section
//! which are reserved there. The other characters are kept; any other octet becomes a triplet.

use std::collections::{BTreeMap, BTreeSet};

use super::reserved::{ReservedCharacters, UrlRegion};
use crate::automaton::{Automaton, AutomatonError, LanguageSpec};
use crate::bnf::{CharacterSet, Grammar, ProductionId};
use crate::edition::{Document, Edition, Reading};
use crate::octets;
use crate::parser::parse;
use crate::scheme::SchemeAlternatives;

/// A production that octets are encoded for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodingTarget {
    /// Its name.
    pub name: String,
    /// The only scheme in whose URLs it is used; empty if there is not exactly one.
    pub scheme: String,
    /// The characters that represent themselves and have no other meaning.
    pub plain: CharacterSet,
    /// Whether it allows triplets.
    pub takes_triplets: bool,
    /// The characters that are reserved there.
    pub reserved: ReservedCharacters,
    edition: Edition,
    reading: Reading,
    production: ProductionId,
    /// The characters that it can contain at all.
    alphabet: CharacterSet,
}

/// Why octets cannot be encoded as a component.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// It allows an octet neither as a character nor as a triplet.
    #[error(
        "{} cannot be in `{component}`, which allows no escapes",
        crate::text::visible_byte(*octet)
    )]
    Octet {
        /// The index of the octet.
        offset: usize,
        /// The octet.
        octet: u8,
        /// The component.
        component: String,
    },
    /// No encoding of the octets matches the production.
    #[error("however it is encoded, it is not a valid `{component}`")]
    Whole {
        /// The component.
        component: String,
    },
}

impl EncodingTarget {
    /// Creates a target; `scheme` overrides the scheme that the grammar implies.
    ///
    /// # Errors
    /// If it cannot be decided which characters the production uses.
    pub fn for_production(
        edition: Edition,
        reading: Reading,
        production: ProductionId,
        scheme: Option<&str>,
    ) -> Result<EncodingTarget, AutomatonError> {
        let grammar = edition.grammar(reading);
        let name = grammar.name(production);
        let scheme = match scheme {
            Some(scheme) => scheme.to_owned(),
            None => only_scheme(grammar, production).unwrap_or_default(),
        };
        let region = match name {
            "user" | "password" | "net_loc" | "authority" | "userinfo" => UrlRegion::Login,
            "search" | "query" => UrlRegion::Search,
            "fragmentid" | "anchorid" | "fragment" => UrlRegion::Fragment,
            _ => UrlRegion::Path,
        };
        let reserved = ReservedCharacters::for_region(edition, &scheme, region);
        let automaton = Automaton::new(grammar, &LanguageSpec::from_production(production))?;
        let plain = (0..0x80).filter(|&byte| automaton.uses(byte)).collect::<CharacterSet>();
        Ok(EncodingTarget {
            name: name.to_owned(),
            scheme,
            plain: plain.without(reserved.set()).without(CharacterSet::from_byte(b'%')),
            takes_triplets: plain.contains(b'%'),
            reserved,
            edition,
            reading,
            production,
            alphabet: plain,
        })
    }

    /// The indices of the octets of characters beyond ASCII that an IRI may contain unencoded.
    fn characters(&self, octets: &[u8]) -> BTreeSet<usize> {
        let text = std::str::from_utf8(octets).unwrap_or_default();
        if text.is_ascii() || self.edition.document() != Document::Rfc3987 {
            return BTreeSet::new();
        }
        let (edition, reading, production) = (self.edition, self.reading, self.production);
        let mut known: BTreeMap<char, bool> = BTreeMap::new();
        let mut takes = |character: char| {
            *known.entry(character).or_insert_with(|| {
                let text = character.to_string();
                parse(edition, reading, production, text.as_bytes()).is_ok()
            })
        };
        let beyond = text.char_indices().filter(|(_, character)| !character.is_ascii());
        let kept = beyond.filter(|&(_, character)| takes(character));
        kept.flat_map(|(at, character)| at..at + character.len_utf8()).collect()
    }

    /// Whether the production accepts a text. A production of a single unit is taken as a
    /// sequence of such units.
    fn takes(&self, text: &str) -> bool {
        let grammar = self.edition.grammar(self.reading);
        grammar.unit(self.production).is_some()
            || parse(self.edition, self.reading, self.production, text.as_bytes()).is_ok()
    }
}

/// The scheme whose own production is the only one that uses this production.
fn only_scheme(grammar: &Grammar, production: ProductionId) -> Option<String> {
    let schemes = SchemeAlternatives::from_start(grammar, grammar.start());
    let uses = |id: ProductionId| !grammar.unreachable_from(id).contains(&production);
    let mut users = schemes.alternatives.iter().filter(|alternative| uses(alternative.production));
    let first = users.next()?.scheme.clone();
    if users.next().is_some() { None } else { first }
}

/// Encodes octets as a component.
///
/// # Errors
/// Returns the first octet that cannot occur there, not even as a triplet.
///
/// ```
/// use urlbnf_url::escape::{EncodingTarget, encode};
/// use urlbnf_url::{Edition, Grammar, Reading};
///
/// let rfc1738 = Edition::Rfc1738.grammar(Reading::Printed);
/// let fsegment = rfc1738.find("fsegment").unwrap();
/// let (edition, reading) = (Edition::Rfc1738, Reading::Printed);
/// let name = EncodingTarget::for_production(edition, reading, fsegment, Some("ftp")).unwrap();
/// assert_eq!(encode(&name, b"/etc").unwrap(), "%2Fetc");
/// ```
pub fn encode(component: &EncodingTarget, octets: &[u8]) -> Result<String, EncodeError> {
    let kept = component.characters(octets);
    let plain = |octet: u8, at: usize| component.plain.contains(octet) || kept.contains(&at);
    let text = encoded(component, octets, plain)?;
    if component.takes(&text) {
        return Ok(text);
    }
    // If the production itself requires a delimiter, its last occurrence stays one, such as the
    // `@` of an article.
    let delimiters = (0..0x80).filter(|&byte| {
        component.reserved.contains(byte)
            && component.alphabet.contains(byte)
            && octets.contains(&byte)
    });
    for delimiter in delimiters {
        let last = octets.iter().rposition(|&octet| octet == delimiter);
        let plain = |octet: u8, at: usize| plain(octet, at) || last == Some(at);
        let text = encoded(component, octets, plain)?;
        if component.takes(&text) {
            return Ok(text);
        }
    }
    Err(EncodeError::Whole { component: component.name.clone() })
}

/// Writes each octet as a character or a triplet.
fn encoded(
    component: &EncodingTarget,
    octets: &[u8],
    plain: impl Fn(u8, usize) -> bool,
) -> Result<String, EncodeError> {
    let mut text = Vec::with_capacity(octets.len());
    for (offset, &octet) in octets.iter().enumerate() {
        if plain(octet, offset) {
            text.push(octet);
        } else if component.takes_triplets {
            octets::push_triplet(&mut text, octet);
        } else {
            let component = component.name.clone();
            return Err(EncodeError::Octet { offset, octet, component });
        }
    }
    // Only whole characters beyond ASCII are kept.
    Ok(String::from_utf8_lossy(&text).into_owned())
}
