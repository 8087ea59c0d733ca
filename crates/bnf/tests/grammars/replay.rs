//! Replays derivation steps against the printed text, with a matcher that shares no code with
//! the automata.

use std::cell::Cell;
use std::collections::BTreeSet;

use urlbnf_bnf::derivation::{DerivationOrder, DerivationSteps, SententialSymbol};
use urlbnf_bnf::grammar::{Expression, Grammar, ProductionId};

use super::matching;

/// The smallest parts of a sentential form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplaySymbol {
    Byte(u8),
    Name(ProductionId),
    More,
}

fn small<'i>(symbols: impl IntoIterator<Item = SententialSymbol<'i>>) -> Vec<ReplaySymbol> {
    let parts = symbols.into_iter().map(|symbol| match symbol {
        SententialSymbol::Text(text) => text.iter().copied().map(ReplaySymbol::Byte).collect(),
        SententialSymbol::Name(id) => vec![ReplaySymbol::Name(id)],
        SententialSymbol::More => vec![ReplaySymbol::More],
    });
    parts.collect::<Vec<_>>().concat()
}

/// The positions where a match of a text may end, and whether the parts may end within it.
pub fn ends(text: &Expression, parts: &[ReplaySymbol]) -> (BTreeSet<usize>, bool) {
    let within = Cell::new(false);
    let part = |at: usize| {
        within.set(within.get() || at == parts.len());
        parts.get(at).copied()
    };
    let byte = |at: usize| match part(at) {
        Some(ReplaySymbol::Byte(byte)) => Some(byte),
        _ => None,
    };
    let mut names =
        |id, at| (part(at) == Some(ReplaySymbol::Name(id))).then_some(at + 1).into_iter().collect();
    let found = matching::ends(text, &[0].into(), &byte, &mut names);
    (found, within.get())
}

/// Replays steps. Returns what is wrong with them, or their number.
pub fn replayed(
    grammar: &Grammar,
    mut steps: DerivationSteps<'_, '_>,
    (full, begun): (bool, usize),
) -> Result<usize, String> {
    let order = steps.order();
    let mut form = vec![ReplaySymbol::Name(steps.tree().root().production())];
    let mut count = 0;
    while let Some(applied) = steps.step() {
        let mut places = (0..form.len()).filter(|&at| matches!(form[at], ReplaySymbol::Name(_)));
        let at = match order {
            DerivationOrder::Leftmost => places.next(),
            DerivationOrder::Rightmost => places.next_back(),
        };
        let at = at.ok_or("there is no name left")?;
        let name = grammar.name(applied.production);
        if form[at] != ReplaySymbol::Name(applied.production) {
            return Err(format!("{name} is not the {} name of {form:?}", order.name()));
        }
        let mut replacement = small(applied.replacement.iter().copied());
        form.splice(at..=at, replacement.iter().copied());
        count += applied.steps;
        if full && applied.steps != 1 {
            return Err(format!("{name} takes {} steps", applied.steps));
        }
        if small(steps.form().0) != form {
            return Err(format!("{form:?} is not {:?}", steps.form()));
        }
        if !full {
            continue;
        }
        let route = steps.route(applied.node).ok_or(format!("no way of {name}"))?;
        let taken = route.alternative().ok_or(format!("no alternative of {name}"))?;
        let production = grammar.production(applied.production);
        let alternative = production.alternatives().nth(taken.number - 1).unwrap();
        if (taken.of, taken.place) != (production.alternatives().count(), alternative.place) {
            return Err(format!("{name} has no such alternative: {taken:?}"));
        }
        let open = replacement.pop_if(|it| *it == ReplaySymbol::More).is_some();
        if steps.innermost() == Some(applied.node) {
            // These are the first bytes of a character that is incomplete.
            replacement.truncate(replacement.len() - begun);
        }
        let (found, within) = ends(alternative, &replacement);
        let whole = found.contains(&replacement.len());
        let fits = if route.stop.is_some() { within || whole } else { whole && !open };
        if !fits {
            return Err(format!("{name}, {taken:?} does not give {replacement:?}"));
        }
        let of_bytes = replacement.iter().filter(|it| matches!(it, ReplaySymbol::Byte(_))).count();
        let names = replacement.len() - of_bytes;
        let given = route
            .taken
            .iter()
            .filter(|it| route.parts[it.part].expression.as_reference().is_some());
        let open_child = usize::from(route.stop.is_some_and(|stop| {
            steps.is_open(applied.node)
                && route.parts[stop.part].expression.as_reference().is_some()
                && replacement.last().is_some_and(|it| matches!(it, ReplaySymbol::Name(_)))
                && route
                    .taken
                    .iter()
                    .filter(|it| route.parts[it.part].expression.as_reference().is_some())
                    .count()
                    < names
        }));
        if given.count() + open_child != names {
            return Err(format!(
                "{name} takes another way than {replacement:?}: {:?}",
                route.taken
            ));
        }
    }
    if steps.derived() != steps.tree().input() {
        return Err(format!("{:?} is derived", steps.derived()));
    }
    let left = form.iter().filter(|it| **it != ReplaySymbol::More).copied();
    let text: Vec<ReplaySymbol> =
        steps.tree().input().iter().copied().map(ReplaySymbol::Byte).collect();
    match left.eq(text) {
        true => Ok(count),
        false => Err(format!("in the end {form:?}")),
    }
}
