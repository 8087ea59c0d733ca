//! The characters of an edition's URLs, by the effect of percent-encoding them.
//!
//! The sets follow from the grammar and from what the document reserves. They are the same for
//! every URL, so each is computed once.

use std::sync::OnceLock;

use super::EncodingRules;
use super::reserved::{ReservedCharacters, UrlRegion};
use crate::bnf::CharacterSet;
use crate::edition::{Edition, Reading};

/// A set for each edition, computed on first use.
type EditionCharacterSets = [OnceLock<CharacterSet>; Edition::ALL.len()];

/// The characters that mean the same as their triplets and may occur unencoded in every URL of
/// an edition: its `uchar`, `xalpha` or `unreserved`, without the reserved characters.
pub fn safe(edition: Edition) -> CharacterSet {
    static SETS: EditionCharacterSets = [const { OnceLock::new() }; Edition::ALL.len()];
    *SETS[edition.index()].get_or_init(|| safe_by_its_grammar(edition))
}

fn safe_by_its_grammar(edition: Edition) -> CharacterSet {
    let grammar = edition.grammar(Reading::Corrected);
    let unit = ["uchar", "xalpha", "unreserved"].iter().find_map(|name| grammar.find(name));
    let unit = unit.and_then(|unit| grammar.unit(unit));
    let characters = unit.map(|unit| unit.characters).unwrap_or_default();
    let reserved = match EncodingRules::for_edition(edition) {
        // These editions never reserve unreserved characters ("No other characters may be").
        EncodingRules::Schemes => CharacterSet::default(),
        EncodingRules::Early | EncodingRules::Generic => {
            ReservedCharacters::for_region(edition, "", UrlRegion::Path).set()
        }
    };
    characters.without(reserved.union(CharacterSet::from_byte(b'%')))
}

/// For each byte, whether it stays as it is in every URL of an edition and does not affect what
/// surrounds it.
pub(super) fn plain(edition: Edition) -> &'static [bool; 256] {
    static TABLES: [OnceLock<[bool; 256]>; Edition::ALL.len()] =
        [const { OnceLock::new() }; Edition::ALL.len()];
    let writable = writable(edition);
    TABLES[edition.index()].get_or_init(|| {
        let mut plain = [false; 256];
        let named = writable
            .bytes()
            .filter(|byte| byte.is_ascii_alphanumeric() || b"-_~$!*'(),:&=".contains(byte));
        named.for_each(|byte| plain[usize::from(byte)] = true);
        plain
    })
}

/// The characters that an edition can contain at all: the safe and the reserved ones.
pub(super) fn writable(edition: Edition) -> CharacterSet {
    static SETS: EditionCharacterSets = [const { OnceLock::new() }; Edition::ALL.len()];
    *SETS[edition.index()].get_or_init(|| safe_or_reserved(edition))
}

fn safe_or_reserved(edition: Edition) -> CharacterSet {
    let reserved = match EncodingRules::for_edition(edition) {
        EncodingRules::Schemes => b";/?:@=&%".iter().copied().collect(),
        EncodingRules::Early => b"/#?*!+@=;:%".iter().copied().collect(),
        EncodingRules::Generic => {
            let reserved = ReservedCharacters::for_region(edition, "", UrlRegion::Path).set();
            reserved.union(CharacterSet::from_byte(b'%'))
        }
    };
    safe(edition).union(reserved)
}
