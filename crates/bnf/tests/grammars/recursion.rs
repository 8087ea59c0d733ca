//! Where a random production names itself: at one end only, or elsewhere too.

use std::collections::BTreeSet;

use super::draw::{RandomExpr, RandomGrammar};

/// Whether each production that the start needs, together with the productions that are
/// mutually recursive with it, recurs only at the left end, only at the right end, or only as
/// a closure.
pub fn is_linear(drawn: &RandomGrammar) -> bool {
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

fn bodies(drawn: &RandomGrammar, name: usize) -> impl Iterator<Item = &RandomExpr> {
    drawn.definitions.iter().filter(move |it| it.0 == name).filter_map(|it| it.1.as_ref())
}

fn alternatives(body: &RandomExpr) -> impl Iterator<Item = &RandomExpr> {
    match body {
        RandomExpr::Choice(parts) => parts.iter(),
        other => std::slice::from_ref(other).iter(),
    }
}

/// Whether an alternative consists of its own name alone, required once or twice, and any
/// number of times optional.
fn is_closure(alternative: &RandomExpr, own: usize) -> bool {
    let RandomExpr::Sequence(parts) = alternative else { return false };
    let due = parts.iter().filter(|it| **it == RandomExpr::Name(own)).count();
    let may = parts
        .iter()
        .filter(|it| **it == RandomExpr::Optional(Box::new(RandomExpr::Name(own))))
        .count();
    due + may == parts.len() && (due == 1 || due == 2)
}

/// The names in a part, and whether each is its first part and its last.
fn names(part: &RandomExpr, first: bool, last: bool, found: &mut Vec<(usize, bool, bool)>) {
    match part {
        RandomExpr::Literal(_) => {}
        RandomExpr::Name(name) => found.push((*name, first, last)),
        RandomExpr::Sequence(parts) => {
            for (at, part) in parts.iter().enumerate() {
                names(part, first && at == 0, last && at + 1 == parts.len(), found);
            }
        }
        RandomExpr::Choice(parts) => parts.iter().for_each(|it| names(it, first, last, found)),
        RandomExpr::Optional(body) => names(body, first, last, found),
        RandomExpr::Repetition(_, body) => names(body, false, false, found),
    }
}
