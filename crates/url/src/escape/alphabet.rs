//! The characters of an edition's URLs, by what writing them as triplets does.
//!
//! They follow from the grammar and from what the document reserves, and are the same for
//! every URL: so they are found once.

use std::sync::OnceLock;

use super::Rules;
use super::reserved::{Region, Reserved};
use crate::bnf::CharacterSet;
use crate::edition::{Edition, Reading};

/// A set for each edition, as soon as it was asked for.
type Sets = [OnceLock<CharacterSet>; Edition::ALL.len()];

/// The characters that mean the same as their triplets and may occur as they are in every URL of
/// an edition: its `uchar`, `xalpha` or `unreserved`, less what is reserved.
pub fn safe(edition: Edition) -> CharacterSet {
    static SETS: Sets = [const { OnceLock::new() }; Edition::ALL.len()];
    *SETS[edition.index()].get_or_init(|| safe_by_its_grammar(edition))
}

fn safe_by_its_grammar(edition: Edition) -> CharacterSet {
    let grammar = edition.grammar(Reading::Corrected);
    let unit = ["uchar", "xalpha", "unreserved"].iter().find_map(|name| grammar.find(name));
    let unit = unit.and_then(|unit| grammar.unit(unit));
    let characters = unit.map(|unit| unit.characters).unwrap_or_default();
    let reserved = match Rules::of(edition) {
        // Its unreserved characters are never reserved ("No other characters may be").
        Rules::Schemes => CharacterSet::default(),
        Rules::Early | Rules::Generic => Reserved::of(edition, "", Region::Path).set(),
    };
    characters.without(reserved.union(CharacterSet::of(b'%')))
}

/// By byte: whether it is written as it is in every URL of an edition, and says nothing of what is
/// around it.
pub(super) fn plain(edition: Edition) -> &'static [bool; 256] {
    static TABLES: [OnceLock<[bool; 256]>; Edition::ALL.len()] =
        [const { OnceLock::new() }; Edition::ALL.len()];
    let writable = writable(edition);
    TABLES[edition.index()].get_or_init(|| {
        let mut plain = [false; 256];
        let named = writable
            .bytes()
            .filter(|it| it.is_ascii_alphanumeric() || b"-_~$!*'(),:&=".contains(it));
        named.for_each(|byte| plain[usize::from(byte)] = true);
        plain
    })
}

/// The characters for which an edition has a place at all: the safe and the reserved.
pub(super) fn writable(edition: Edition) -> CharacterSet {
    static SETS: Sets = [const { OnceLock::new() }; Edition::ALL.len()];
    *SETS[edition.index()].get_or_init(|| safe_or_reserved(edition))
}

fn safe_or_reserved(edition: Edition) -> CharacterSet {
    let reserved = match Rules::of(edition) {
        Rules::Schemes => b";/?:@=&%".iter().copied().collect(),
        Rules::Early => b"/#?*!+@=;:%".iter().copied().collect(),
        Rules::Generic => {
            let reserved = Reserved::of(edition, "", Region::Path).set();
            reserved.union(CharacterSet::of(b'%'))
        }
    };
    safe(edition).union(reserved)
}
