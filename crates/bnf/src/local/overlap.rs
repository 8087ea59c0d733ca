//! The shortest strings in which a part of a text takes what the parts after it should read.
//!
//! A first-match parser refuses such strings. Each question is a search of the product of automata.

use urlbnf_language::{ByteClasses, DEAD, Dfa, Exceeded, Work, shortest_few};

/// How many shortest strings a search returns. More than one, since the languages may contain strings
/// that the parts do not have.
pub(super) const MOST_STRINGS: usize = 8;

/// Shortest strings of the language `whole` that begin with a string of `first`, and that are not in
/// `except`.
///
/// # Errors
/// If the work runs out.
pub(super) fn beginning(
    first: &Dfa,
    whole: &Dfa,
    except: &Dfa,
    work: &mut Work,
) -> Result<Vec<Vec<u8>>, Exceeded> {
    // `None` after a string of the first language.
    let met = |a: usize| if first.is_accepting(a) { None } else { Some(a) };
    let bytes = ByteClasses::from_signature(|byte| {
        [first, whole, except].map(|dfa| dfa.classes()[usize::from(byte)])
    });
    shortest_few(
        (met(first.start()), whole.start(), except.start()),
        bytes.representatives(),
        |&(a, b, c), byte| {
            let a = a.and_then(|a| met(first.step(a, byte)));
            let next = (a, whole.step(b, byte), except.step(c, byte));
            Some(next).filter(|&(a, b, _)| a != Some(DEAD) && b != DEAD)
        },
        |&(a, b, c)| a.is_none() && whole.is_accepting(b) && !except.is_accepting(c),
        MOST_STRINGS,
        work,
    )
}

/// A state of the left automaton or of the right one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Half {
    Left(usize),
    Right(usize),
}

/// Shortest strings of one language followed by one of another that begins with a byte by which the
/// first could go on.
///
/// # Errors
/// If the work runs out.
pub(super) fn overrun(left: &Dfa, right: &Dfa, work: &mut Work) -> Result<Vec<Vec<u8>>, Exceeded> {
    let in_right = |state: usize| Some(Half::Right(state)).filter(|_| state != DEAD);
    shortest_few(
        Half::Left(left.start()),
        left.joint_classes(right).representatives(),
        |&half, byte| {
            let (one, other) = match half {
                Half::Right(state) => (None, in_right(right.step(state, byte))),
                Half::Left(state) => match left.step(state, byte) {
                    DEAD => (None, None),
                    next => {
                        let begun = in_right(right.step(right.start(), byte));
                        (Some(Half::Left(next)), begun.filter(|_| left.is_accepting(state)))
                    }
                },
            };
            one.into_iter().chain(other)
        },
        |&half| matches!(half, Half::Right(state) if right.is_accepting(state)),
        MOST_STRINGS,
        work,
    )
}
