//! How two parts of a text can meet, and the shortest strings where they do.
//!
//! A first-match parser goes wrong where a part derives a beginning of what it should leave to others.
//! Both questions here are a search of the product of two automata.

use std::hash::Hash;

use urlbnf_language::{ByteClasses, DEAD, Dfa, Exceeded, FastSet, Work};

/// How many shortest strings a search returns. More than one, since the languages may contain strings
/// that the parts do not have.
const MOST_STRINGS: usize = 8;

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
    search(
        (met(first.start()), whole.start(), except.start()),
        bytes.representatives(),
        |&(a, b, c), byte, nexts| {
            let a = a.and_then(|a| met(first.step(a, byte)));
            nexts.push((a, whole.step(b, byte), except.step(c, byte)));
        },
        |&(a, b, _)| a == Some(DEAD) || b == DEAD,
        |&(a, b, c)| a.is_none() && whole.is_accepting(b) && !except.is_accepting(c),
        work,
    )
}

/// Shortest strings of one language followed by one of another that begins with a byte by which the
/// first could go on.
///
/// # Errors
/// If the work runs out.
pub(super) fn overrun(left: &Dfa, right: &Dfa, work: &mut Work) -> Result<Vec<Vec<u8>>, Exceeded> {
    // A state of the left automaton, or one of the right.
    search(
        (left.start(), None),
        left.joint_classes(right).representatives(),
        |&(a, b), byte, nexts| match b {
            Some(b) => nexts.push((a, Some(right.step(b, byte)))),
            None => {
                let next = left.step(a, byte);
                nexts.push((next, None));
                if left.is_accepting(a) && next != DEAD {
                    nexts.push((left.start(), Some(right.step(right.start(), byte))));
                }
            }
        },
        |&(a, b)| a == DEAD || b == Some(DEAD),
        |&(_, b)| b.is_some_and(|b| right.is_accepting(b)),
        work,
    )
}

/// Searches a graph for the shortest strings to the first few states that are wanted. A state that is
/// dead is not entered.
fn search<S: Copy + Eq + Hash>(
    start: S,
    bytes: &[u8],
    step: impl Fn(&S, u8, &mut Vec<S>),
    is_dead: impl Fn(&S) -> bool,
    is_wanted: impl Fn(&S) -> bool,
    work: &mut Work,
) -> Result<Vec<Vec<u8>>, Exceeded> {
    if is_dead(&start) {
        return Ok(Vec::new());
    }
    // The states in the order in which they are met, and the last step to each.
    let mut met: FastSet<S> = [start].into_iter().collect();
    let mut before: Vec<(usize, u8)> = vec![(0, 0)];
    let mut found: FastSet<Vec<u8>> = FastSet::default();
    let (mut nexts, mut done) = (Vec::new(), 0);
    while let Some(&state) = met.get_index(done) {
        if is_wanted(&state) {
            let (mut path, mut at) = (Vec::new(), done);
            while at > 0 {
                path.push(before[at].1);
                at = before[at].0;
            }
            work.grow::<u8>(path.len())?;
            path.reverse();
            found.insert(path);
            if found.len() == MOST_STRINGS {
                break;
            }
        }
        work.ticks(bytes.len())?;
        let known = met.len();
        for &byte in bytes {
            nexts.clear();
            step(&state, byte, &mut nexts);
            for next in nexts.iter().filter(|next| !is_dead(next)) {
                if met.insert(*next) {
                    before.push((done, byte));
                }
            }
        }
        work.enter::<(S, usize, u8)>(met.len() - known)?;
        done += 1;
    }
    Ok(found.into_iter().collect())
}
