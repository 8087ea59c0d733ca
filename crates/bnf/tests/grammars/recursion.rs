//! Where a random production names itself: at one end only, or elsewhere too.

use std::collections::BTreeSet;

use super::draw::{Drawn, Part};

/// Whether each production that the start needs, together with the productions that are
/// mutually recursive with it, recurs only at the left end, only at the right end, or only as
/// a closure.
pub fn is_linear(drawn: &Drawn) -> bool {
    let reached = |from: usize| {
        let mut seen = BTreeSet::new();
        let mut pending = vec![from];
        while let Some(name) = pending.pop() {
            for body in bodies(drawn, name) {
                let mut named = Vec::new();
                names(body, true, true, &mut named);
                pending.extend(named.into_iter().map(|it| it.0).filter(|&it| seen.insert(it)));
            }
        }
        seen
    };
    let needed = reached(0).into_iter().chain([0]).collect::<BTreeSet<_>>();
    needed.iter().all(|&name| {
        let below = reached(name);
        let together: Vec<usize> =
            below.iter().copied().filter(|&it| reached(it).contains(&name)).collect();
        let (mut left, mut right, mut closures) = (true, true, false);
        for &member in &together {
            for body in bodies(drawn, member) {
                for alternative in alternatives(body) {
                    if is_closure(alternative, member) {
                        closures = true;
                        continue;
                    }
                    let mut named = Vec::new();
                    names(alternative, true, true, &mut named);
                    for (_, first, last) in named.into_iter().filter(|it| together.contains(&it.0))
                    {
                        left &= first;
                        right &= last;
                        closures |= !first && !last;
                    }
                }
            }
        }
        let recurs = together.iter().any(|&member| {
            bodies(drawn, member).any(|body| {
                alternatives(body).any(|it| {
                    let mut named = Vec::new();
                    names(it, true, true, &mut named);
                    !is_closure(it, member) && named.iter().any(|it| together.contains(&it.0))
                })
            })
        });
        (left || right) && !(closures && recurs)
    })
}

fn bodies(drawn: &Drawn, name: usize) -> impl Iterator<Item = &Part> {
    drawn.definitions.iter().filter(move |it| it.0 == name).filter_map(|it| it.1.as_ref())
}

fn alternatives(body: &Part) -> impl Iterator<Item = &Part> {
    match body {
        Part::Choice(parts) => parts.iter(),
        other => std::slice::from_ref(other).iter(),
    }
}

/// Whether an alternative consists of its own name alone, required once or twice, and any
/// number of times optional.
fn is_closure(alternative: &Part, own: usize) -> bool {
    let Part::Sequence(parts) = alternative else { return false };
    let due = parts.iter().filter(|it| **it == Part::Name(own)).count();
    let may = parts.iter().filter(|it| **it == Part::Optional(Box::new(Part::Name(own)))).count();
    due + may == parts.len() && (due == 1 || due == 2)
}

/// The names in a part, and whether each is its first part and its last.
fn names(part: &Part, first: bool, last: bool, found: &mut Vec<(usize, bool, bool)>) {
    match part {
        Part::Literal(_) => {}
        Part::Name(name) => found.push((*name, first, last)),
        Part::Sequence(parts) => {
            for (at, part) in parts.iter().enumerate() {
                names(part, first && at == 0, last && at + 1 == parts.len(), found);
            }
        }
        Part::Choice(parts) => parts.iter().for_each(|it| names(it, first, last, found)),
        Part::Optional(body) => names(body, first, last, found),
        Part::Repetition(_, body) => names(body, false, false, found),
    }
}
