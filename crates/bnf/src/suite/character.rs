//! Characters that get into a repeated class, and numbers that are written as patterns.

use crate::automaton::{Census, LanguageExtent, Work};
use crate::core::Core;
use crate::grammar::{CharacterSet, Expression, ExpressionKind, Grammar, ProductionId, Span};
use crate::languages::unrolled_within;

crate::named! {
    /// The position of a foreign character among the characters of a repeated class.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum InsertionPosition {
        /// Before the first character.
        First = "first",
        /// Between two characters.
        Inside = "inside",
        /// After the last character.
        Last = "last",
    }
}

/// A foreign character in a repeated class, and its position: a control character, a space, or a
/// character beyond ASCII.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ForeignCharacter {
    /// The bytes of the character. They are UTF-8, except the byte `0xFF`.
    pub bytes: &'static [u8],
    /// Its position.
    pub spot: InsertionPosition,
}

/// Characters that string functions and patterns handle in their own way at an end.
const AT_ENDS: [&[u8]; 5] = [b"\0", b"\t", b"\n", b"\r", b" "];
/// Other characters: a control character, DEL, a Latin letter, a digit of another script, the
/// Kelvin sign, the long s, a full-width letter, one beyond the first plane, and a byte that is not
/// UTF-8.
const INSIDE: [&[u8]; 9] = [
    b"\x1F",
    b"\x7F",
    "\u{E9}".as_bytes(),
    "\u{663}".as_bytes(),
    "\u{212A}".as_bytes(),
    "\u{17F}".as_bytes(),
    "\u{FF21}".as_bytes(),
    "\u{1F600}".as_bytes(),
    b"\xFF",
];

impl ForeignCharacter {
    /// All foreign characters, each at the positions where it is tried.
    pub fn all() -> impl Iterator<Item = ForeignCharacter> {
        let at_ends = AT_ENDS.into_iter();
        let at_ends = at_ends
            .flat_map(|bytes| InsertionPosition::ALL.map(|spot| ForeignCharacter { bytes, spot }));
        at_ends.chain(
            INSIDE
                .into_iter()
                .map(|bytes| ForeignCharacter { bytes, spot: InsertionPosition::Inside }),
        )
    }

    /// The foreign character with the class after it, before it, or both, as its position says.
    pub(super) fn beside(self, class: &Expression) -> ExpressionKind {
        let own = self.bytes.iter().map(|&byte| one(CharacterSet::from_byte(byte), class.place));
        let mut parts: Vec<Expression> = own.collect();
        if self.spot != InsertionPosition::First {
            parts.insert(0, class.clone());
        }
        if self.spot != InsertionPosition::Last {
            parts.push(class.clone());
        }
        ExpressionKind::Sequence(parts)
    }
}

fn one(characters: CharacterSet, place: Span) -> Expression {
    Expression { kind: ExpressionKind::Value(characters), place }
}

/// The most digits of a number that is written as a pattern.
const MOST_DIGITS: usize = 20;

/// What patterns make of a production whose strings are numbers up to a greatest one: any digits of
/// the same lengths, any digits, leading zeros, and larger numbers that begin alike.
pub(super) fn patterns(
    grammar: &Grammar,
    id: ProductionId,
    body: &Expression,
    work: &mut Work,
) -> Vec<Expression> {
    let Some(greatest) = greatest(grammar, id, work) else { return Vec::new() };
    let place = body.place;
    let made = |kind| Expression { kind, place };
    let digit = || one(CharacterSet::range(b'0', b'9'), place);
    let repeated = |at_least, at_most, body| {
        made(ExpressionKind::Repetition { at_least, at_most, body: Box::new(body) })
    };
    let length = greatest.len();
    let zeros = repeated(0, Some(length - 1), one(CharacterSet::from_byte(b'0'), place));
    let mut larger = vec![one(CharacterSet::from_byte(greatest[0]), place)];
    larger.extend((1..length).map(|_| digit()));
    let larger = made(ExpressionKind::Sequence(larger));
    vec![
        repeated(1, Some(length), digit()),
        repeated(1, None, digit()),
        made(ExpressionKind::Sequence(vec![zeros, body.clone()])),
        made(ExpressionKind::Choice(vec![body.clone(), larger])),
    ]
}

/// The last of the longest strings of a production whose strings are numbers of several lengths.
fn greatest(grammar: &Grammar, id: ProductionId, work: &mut Work) -> Option<Vec<u8>> {
    // The strings of a unit are all of one length.
    if grammar.unit(id).is_some() || !has_only_digits(grammar, id) {
        return None;
    }
    let numbers = unrolled_within(grammar, id, work).ok()?;
    let LanguageExtent::Finite(length @ ..=MOST_DIGITS) = numbers.extent() else { return None };
    if !(1..length).contains(&numbers.shortest()?.len()) {
        return None;
    }
    let census = Census::within(&numbers, length, work).ok()?;
    census.nth(length, census.count(length) - 1_u8)
}

/// Whether the texts of a production and of all that it uses have no other bytes than digits.
fn has_only_digits(grammar: &Grammar, id: ProductionId) -> bool {
    let digits = CharacterSet::range(b'0', b'9');
    let is_of_digits = |set: CharacterSet| set.without(digits).is_empty();
    // The text itself is asked first, since it mostly decides.
    Core::sets(grammar, [id]).all(is_of_digits)
        && Core::sets(grammar, grammar.reachable_from(id)).all(is_of_digits)
}
