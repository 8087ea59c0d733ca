//! Recursion: where productions name themselves.
//!
//! Productions that name each other in a cycle form a component. If all names of a component are
//! at the right ends of their alternatives, or all at the left ends, its strings are regular. So
//! are those of a closure: X = A | X [ X ] is one or more A, wherever X is named. Other
//! recursion is not analysed: some of it is regular, most is not, and which is undecidable in
//! general. It is laid out only to the depth that a grammar asks for;
//! [`nesting`](super::nesting) says how depth is counted.

use std::sync::Arc;

use urlbnf_language::{FastMap, FastSet};

use super::LanguageSpec;
use super::nesting::{NestingAnalysis, OccurrencePosition, SeedGraph};
use super::variants::variants;
use crate::grammar::{Expression, ExpressionKind, Grammar, ProductionId, Span};
use crate::graph::components;

/// How many X an alternative of X requires, if it is a closure; `None` if it is not.
///
/// A closure consists of two or more parts, such as `X [ X ]` or `X X`. All of them are X, and one or two
/// are required. With three required, it would not be one: `X = "a" | X X X` accepts `a` and `aaa` but not `aa`.
pub(crate) fn required_by_closure(alternative: &Expression, id: ProductionId) -> Option<usize> {
    let ExpressionKind::Sequence(parts) = &alternative.kind else { return None };
    let mut required = 0;
    for part in parts {
        match &part.kind {
            ExpressionKind::Reference(named) if *named == id => required += 1,
            ExpressionKind::Optional(body) if body.as_reference() == Some(id) => {}
            _ => return None,
        }
    }
    (parts.len() > 1 && (1..=2).contains(&required)).then_some(required)
}

/// Whether an alternative of a production is a closure.
pub(crate) fn has_closure(grammar: &Grammar, id: ProductionId) -> bool {
    let mut alternatives = grammar.production(id).alternatives();
    alternatives.any(|alternative| required_by_closure(alternative, id).is_some())
}

/// The end at which the productions of a component name each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RecursionKind {
    Left,
    Right,
    /// At both ends, or inside.
    Middle,
}

/// A name in a component that is at the other end, or at none.
#[derive(Debug, Clone)]
pub(super) struct MiddleRecursion {
    /// From a production round to itself, through the name.
    pub cycle: Arc<[ProductionId]>,
    pub place: Span,
}

/// Whether a production counts as undefined.
type UndefinedPredicate<'w> = &'w dyn Fn(ProductionId) -> bool;

/// The strongly connected components of the productions that a language needs, or of all.
#[derive(Debug)]
pub(crate) struct RecursionAnalysis {
    component: FastMap<ProductionId, usize>,
    /// By component: the end at which it recurs; `None` if it does not.
    ends: Vec<Option<RecursionKind>>,
    /// Names that recur in the middle, one for each component that does.
    elsewhere: Vec<MiddleRecursion>,
    /// What is counted in the components that recur in the middle.
    nesting: NestingAnalysis,
    /// For each production, the productions that enclose themselves and that it can reach.
    seeds: SeedGraph,
    /// The alternatives of their productions, rewritten so that names are at the ends.
    variants: FastMap<ProductionId, Arc<[Expression]>>,
}

/// A name in an alternative, and whether it is the first or the last part there.
pub(super) struct NameOccurrence {
    pub by: ProductionId,
    pub id: ProductionId,
    place: Span,
    first: bool,
    last: bool,
    /// Whether it is in a repetition.
    pub repeated: bool,
}

impl NameOccurrence {
    /// Where it is in the alternative.
    pub fn position(&self) -> OccurrencePosition {
        OccurrencePosition::from_ends(self.first, self.last)
    }
}

impl RecursionAnalysis {
    /// Analyses all that the start needs. A component that recurs in the middle is an error,
    /// unless the grammar says how deep it may nest. The result can cover the whole grammar.
    pub(super) fn from_language(
        grammar: &Grammar,
        language: &LanguageSpec<'_>,
    ) -> Result<Arc<RecursionAnalysis>, MiddleRecursion> {
        let is_allowed = |analysis: &RecursionAnalysis| {
            analysis.elsewhere.is_empty() || grammar.nesting().is_some()
        };
        if language.without.is_empty() && grammar.needs_recursion(language.start) {
            let whole = grammar.recursion();
            if is_allowed(whole) {
                return Ok(Arc::clone(whole));
            }
        }
        let mut recursion = RecursionAnalysis::anywhere(grammar, language);
        match is_allowed(&recursion) {
            true => Ok(Arc::new(recursion)),
            false => Err(recursion.elsewhere.swap_remove(0)),
        }
    }

    /// Analyses a whole grammar, which keeps the result: see [`Grammar::recursion`]. The analysis of a
    /// component does not depend on the start.
    pub fn of_grammar(grammar: &Grammar) -> RecursionAnalysis {
        let starts: Vec<ProductionId> = grammar.ids().collect();
        RecursionAnalysis::of_all(grammar, &starts, &|_| false)
    }

    /// Analyses all that the start of a language needs, and allows any recursion.
    pub(super) fn anywhere(grammar: &Grammar, language: &LanguageSpec<'_>) -> RecursionAnalysis {
        RecursionAnalysis::of_all(grammar, &[language.start], &|id| language.without.contains(&id))
    }

    /// The same of all that some productions need, but for what counts as undefined.
    pub(super) fn of_all(
        grammar: &Grammar,
        starts: &[ProductionId],
        without: UndefinedPredicate<'_>,
    ) -> RecursionAnalysis {
        RecursionAnalysis::with_names(grammar, starts, without).0
    }

    /// The same. Also returns, by production that needs recursion, the names of such productions in
    /// it; and the components, those first that others need.
    fn with_names(
        grammar: &Grammar,
        starts: &[ProductionId],
        without: UndefinedPredicate<'_>,
    ) -> (RecursionAnalysis, FastMap<ProductionId, Vec<NameOccurrence>>, Vec<Vec<ProductionId>>)
    {
        let starts = starts.iter().copied().filter(|&id| grammar.needs_recursion(id));
        let mut ids: FastSet<ProductionId> = starts.collect();
        let count = ids.len();
        let mut named: Vec<Vec<NameOccurrence>> = Vec::new();
        let mut leads: Vec<Vec<usize>> = Vec::new();
        while let Some(&id) = ids.get_index(named.len()) {
            let mut names = names(grammar, without, id);
            names.retain(|name| grammar.needs_recursion(name.id));
            leads.push(names.iter().map(|name| ids.insert_full(name.id).0).collect());
            named.push(names);
        }
        let components: Vec<Vec<ProductionId>> = components(0..count, &leads)
            .into_iter()
            .map(|members| members.into_iter().map(|number| ids[number]).collect())
            .collect();
        let named: FastMap<ProductionId, Vec<NameOccurrence>> =
            ids.into_iter().zip(named).collect();
        let mut recursion = RecursionAnalysis {
            component: FastMap::default(),
            ends: Vec::new(),
            elsewhere: Vec::new(),
            nesting: NestingAnalysis::default(),
            seeds: SeedGraph::default(),
            variants: FastMap::default(),
        };
        for (number, members) in components.iter().enumerate() {
            recursion.component.extend(members.iter().map(|&id| (id, number)));
        }
        for members in &components {
            let (end, seeds) = match recursion.end(grammar, members, &named) {
                Ok(end) => (end, Vec::new()),
                Err(elsewhere) => {
                    recursion.elsewhere.push(elsewhere);
                    let mut within = Vec::new();
                    for &id in members {
                        let alternatives = grammar.production(id).alternatives();
                        let together = |other| recursion.together(id, other);
                        let written: Vec<Expression> = alternatives
                            .flat_map(|alternative| variants(grammar, alternative, together))
                            .collect();
                        let names = names_of(grammar, without, id, written.iter());
                        within.extend(names.into_iter().filter(|name| together(name.id)));
                        recursion.variants.insert(id, written.into());
                    }
                    let seeds = recursion.nesting.add(members, &within);
                    (Some(RecursionKind::Middle), seeds)
                }
            };
            recursion.ends.push(end);
            let others = members.iter().flat_map(|id| &named[id]).map(|name| name.id);
            recursion.seeds.add(members, seeds, others);
        }
        (recursion, named, components)
    }

    /// By production: a name in the middle that it needs, the same for those that name each other.
    pub(super) fn of_each(grammar: &Grammar) -> FastMap<ProductionId, MiddleRecursion> {
        let starts: Vec<ProductionId> = grammar.ids().collect();
        let (recursion, named, components) =
            RecursionAnalysis::with_names(grammar, &starts, &|_| false);
        let mut own: FastMap<usize, &MiddleRecursion> = FastMap::default();
        for found in &recursion.elsewhere {
            own.extend(found.cycle.first().map(|id| (recursion.component[id], found)));
        }
        let mut first: FastMap<ProductionId, MiddleRecursion> = FastMap::default();
        for (number, members) in components.iter().enumerate() {
            // Other components that are needed come earlier, so `first` has their results.
            let names = members.iter().flat_map(|id| &named[id]);
            let mut others = names.filter(|name| recursion.component[&name.id] != number);
            let found = others.find_map(|name| first.get(&name.id));
            if let Some(found) = found.or_else(|| own.get(&number).copied()).cloned() {
                first.extend(members.iter().map(|&id| (id, found.clone())));
            }
        }
        first
    }

    /// The first name that recurs in the middle, if any.
    pub(super) fn elsewhere(&self) -> Option<&MiddleRecursion> {
        self.elsewhere.first()
    }

    /// What is counted where productions recur in the middle.
    pub(super) fn nesting(&self) -> &NestingAnalysis {
        &self.nesting
    }

    /// For each production, the productions that enclose themselves and that it can reach.
    pub(super) fn seeds(&self) -> &SeedGraph {
        &self.seeds
    }

    /// Whether two productions are the same, or name each other, directly or through others.
    pub(super) fn together(&self, one: ProductionId, other: ProductionId) -> bool {
        one == other
            || self
                .component
                .get(&one)
                .is_some_and(|component| self.component.get(&other) == Some(component))
    }

    /// The alternatives of a production that recurs in the middle, rewritten so that names are
    /// at the ends; `None` for other productions.
    pub(super) fn variants(&self, id: ProductionId) -> Option<Arc<[Expression]>> {
        self.variants.get(&id).cloned()
    }

    /// The end at which a production recurs; `None` if it does not.
    pub(super) fn end_of(&self, id: ProductionId) -> Option<RecursionKind> {
        self.component.get(&id).and_then(|&component| self.ends[component])
    }

    fn end(
        &self,
        grammar: &Grammar,
        members: &[ProductionId],
        named: &FastMap<ProductionId, Vec<NameOccurrence>>,
    ) -> Result<Option<RecursionKind>, MiddleRecursion> {
        let mut members = members.to_vec();
        members.sort_unstable();
        let within = || {
            let names = members.iter().flat_map(|id| &named[id]);
            names.filter(|name| self.together(name.by, name.id))
        };
        let closed = members.iter().find(|&&id| has_closure(grammar, id));
        let elsewhere = |name: &NameOccurrence| MiddleRecursion {
            cycle: self.cycle(name, named),
            place: name.place,
        };
        match (within().find(|name| !name.last), within().find(|name| !name.first), closed) {
            (None, None, None) => Ok(within().next().map(|_| RecursionKind::Right)),
            (None, None, Some(_)) => within().next().map_or(Ok(None), |name| Err(elsewhere(name))),
            (Some(name), _, Some(_)) | (None, Some(name), Some(_)) => Err(elsewhere(name)),
            (None, Some(_), None) => Ok(Some(RecursionKind::Right)),
            (Some(_), None, None) => Ok(Some(RecursionKind::Left)),
            (Some(name), Some(_), None) => Err(elsewhere(name)),
        }
    }

    /// The shortest path from a name back to the production that names it.
    fn cycle(
        &self,
        name: &NameOccurrence,
        named: &FastMap<ProductionId, Vec<NameOccurrence>>,
    ) -> Arc<[ProductionId]> {
        let mut before: FastMap<ProductionId, ProductionId> = FastMap::default();
        let mut pending = std::collections::VecDeque::from([name.id]);
        while let Some(id) = pending.pop_front() {
            if id == name.by {
                break;
            }
            for next in named[&id].iter().filter(|next| self.together(next.id, name.id)) {
                if next.id != name.id && !before.contains_key(&next.id) {
                    before.insert(next.id, id);
                    pending.push_back(next.id);
                }
            }
        }
        let mut cycle = vec![name.id, name.by];
        let mut at = name.by;
        while let Some(&earlier) = before.get(&at).filter(|_| at != name.id) {
            cycle.push(earlier);
            at = earlier;
        }
        cycle.reverse();
        cycle.into()
    }
}

/// The names in a production's alternatives that are not closures.
fn names(
    grammar: &Grammar,
    without: UndefinedPredicate<'_>,
    by: ProductionId,
) -> Vec<NameOccurrence> {
    let alternatives = grammar.production(by).alternatives();
    names_of(
        grammar,
        without,
        by,
        alternatives.filter(|alternative| required_by_closure(alternative, by).is_none()),
    )
}

/// The names in some alternatives of a production, without names of units and undefined names.
fn names_of<'e>(
    grammar: &Grammar,
    without: UndefinedPredicate<'_>,
    by: ProductionId,
    alternatives: impl Iterator<Item = &'e Expression>,
) -> Vec<NameOccurrence> {
    let mut found = Vec::new();
    for alternative in alternatives {
        let mut pending = vec![(alternative, true, true, false)];
        while let Some((expression, first, last, repeated)) = pending.pop() {
            match &expression.kind {
                ExpressionKind::Reference(id) if grammar.unit(*id).is_none() && !without(*id) => {
                    let (id, place) = (*id, expression.place);
                    found.push(NameOccurrence { by, id, place, first, last, repeated });
                }
                ExpressionKind::Sequence(parts) => {
                    for (at, part) in parts.iter().enumerate().rev() {
                        let last = last && at + 1 == parts.len();
                        pending.push((part, first && at == 0, last, repeated));
                    }
                }
                ExpressionKind::Repetition { body, .. } => {
                    pending.push((body, false, false, true));
                }
                _ => {
                    let parts = expression.parts().iter().rev();
                    pending.extend(parts.map(|part| (part, first, last, repeated)));
                }
            }
        }
    }
    found
}
