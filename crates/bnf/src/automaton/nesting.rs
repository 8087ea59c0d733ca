//! The nesting depth of productions that recur in the middle.
//!
//! Not every name of such a production nests. In `expr = expr "+" term`, the name at the left
//! end makes a list of any length; only `term = "(" expr ")"`, with something on both sides,
//! encloses. So only names in the middle are counted: a minimal set that meets every cycle
//! through such a name, without names in repetitions where possible. The other names divide the
//! productions into parts. In a part all names are at the left end, or all at the right end, or
//! at both ends. A part with one kind is laid out like ordinary left or right recursion, once
//! for each depth. A part with both kinds is read from its left ends to its right ends; a left
//! end below a right end counts.
//!
//! A production is one level deeper when, after a counted name, a part is entered again from
//! which a counted name leads.

use urlbnf_language::{FastMap, FastSet};

use super::recursion::NameOccurrence;
use crate::grammar::ProductionId;
use crate::graph::components;

/// If there are more pairs of a name and a candidate name than this, every name in the middle is
/// counted.
const MOST_PAIRS: usize = 1 << 25;

/// The position of a name in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum OccurrencePosition {
    /// Nothing precedes or follows it.
    Alone,
    /// Nothing precedes it.
    Left,
    /// Nothing follows it.
    Right,
    Middle,
}

impl OccurrencePosition {
    pub fn from_ends(first: bool, last: bool) -> OccurrencePosition {
        match (first, last) {
            (true, true) => OccurrencePosition::Alone,
            (true, false) => OccurrencePosition::Left,
            (false, true) => OccurrencePosition::Right,
            (false, false) => OccurrencePosition::Middle,
        }
    }
}

/// The ends at which the productions of a part name each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PartRecursion {
    Left,
    Right,
    Both,
}

/// What a name does in productions that recur in the middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NestingTransition {
    /// It leads to another part, or deeper into the same one.
    Enter { counted: bool },
    /// It stays in its part.
    Stay(PartRecursion),
}

type DependencyEdge = (ProductionId, ProductionId, OccurrencePosition);

/// What is counted, for all components that recur in the middle.
#[derive(Debug, Default)]
pub(super) struct NestingAnalysis {
    counted: FastSet<DependencyEdge>,
    part: FastMap<ProductionId, usize>,
    /// By part: the ends at which it recurs; `None` if it does not.
    ends: Vec<Option<PartRecursion>>,
    /// By part: whether a counted name leads from it.
    counts: Vec<bool>,
}

impl NestingAnalysis {
    /// Adds a component that recurs in the middle: its members, and the names of members in their
    /// texts. Returns its seeds.
    pub fn add(&mut self, members: &[ProductionId], names: &[NameOccurrence]) -> Vec<ProductionId> {
        let numbers: FastMap<ProductionId, usize> =
            members.iter().enumerate().map(|(number, &id)| (id, number)).collect();
        let counted = counted(&numbers, names);
        let left = |name: &&NameOccurrence| !counted.contains(&edge(name));
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); members.len()];
        for name in names.iter().filter(left) {
            next[numbers[&name.by]].push(numbers[&name.id]);
        }
        let parts = components(0..members.len(), &next);
        let first = self.ends.len();
        for (number, part) in parts.iter().enumerate() {
            self.part.extend(part.iter().map(|&member| (members[member], first + number)));
        }
        let mut positions = vec![[false; 3]; parts.len()];
        for name in
            names.iter().filter(left).filter(|name| self.part[&name.by] == self.part[&name.id])
        {
            let at = &mut positions[self.part[&name.by] - first];
            match name.position() {
                OccurrencePosition::Left => at[0] = true,
                OccurrencePosition::Right => at[1] = true,
                OccurrencePosition::Alone | OccurrencePosition::Middle => at[2] = true,
            }
        }
        self.ends.extend(positions.into_iter().map(|flags| match flags {
            [true, true, _] => Some(PartRecursion::Both),
            [true, false, _] => Some(PartRecursion::Left),
            [false, true, _] | [false, false, true] => Some(PartRecursion::Right),
            [false, false, false] => None,
        }));
        self.counts.resize(self.ends.len(), false);
        for (by, ..) in &counted {
            self.counts[self.part[by]] = true;
        }
        let mut seeds: FastSet<ProductionId> = counted.iter().map(|&(by, ..)| by).collect();
        for name in
            names.iter().filter(left).filter(|name| name.position() == OccurrencePosition::Left)
        {
            let part = self.part[&name.by];
            if part == self.part[&name.id] && self.ends[part] == Some(PartRecursion::Both) {
                // A left end below a right end is counted.
                if !self.counts[part] {
                    seeds.insert(name.by);
                }
            }
        }
        for part in first..self.ends.len() {
            self.counts[part] |= self.ends[part] == Some(PartRecursion::Both);
        }
        self.counted.extend(counted);
        seeds.into_iter().collect()
    }

    /// What the name `id` does in the text of `by`, both of one component.
    pub fn step(
        &self,
        by: ProductionId,
        id: ProductionId,
        position: OccurrencePosition,
    ) -> NestingTransition {
        let part = self.part.get(&by);
        if self.counted.contains(&(by, id, position)) {
            return NestingTransition::Enter { counted: true };
        }
        match self.ends_of(id).filter(|_| part == self.part.get(&id)) {
            Some(ends) => NestingTransition::Stay(ends),
            None => NestingTransition::Enter { counted: false },
        }
    }

    /// The ends at which the part of a production recurs.
    pub fn ends_of(&self, id: ProductionId) -> Option<PartRecursion> {
        self.part.get(&id).and_then(|&part| self.ends[part])
    }

    /// Whether a counted name leads from the part of a production.
    pub fn counts(&self, id: ProductionId) -> bool {
        self.part.get(&id).is_some_and(|&part| self.counts[part])
    }
}

/// Which seeds each production can reach by names. A seed is a production that encloses itself.
///
/// A component without seeds that names one node only shares that node. So a long chain of rules
/// above one seed has one node, and a lookup does not depend on the length of the chain.
#[derive(Debug, Default)]
pub(super) struct SeedGraph {
    nodes: Vec<SeedNode>,
    /// The node of each production that can reach a seed.
    node: FastMap<ProductionId, usize>,
}

#[derive(Debug)]
struct SeedNode {
    /// The seeds of the component itself.
    seeds: Vec<ProductionId>,
    /// The nodes of the components that this component names.
    needs: Vec<usize>,
}

impl SeedGraph {
    /// Adds a component: its members, its own seeds if it has any, and the productions that it names,
    /// whose components must have been added before.
    pub fn add(
        &mut self,
        members: &[ProductionId],
        seeds: Vec<ProductionId>,
        named: impl Iterator<Item = ProductionId>,
    ) {
        let mut needs: Vec<usize> = named.filter_map(|id| self.node.get(&id).copied()).collect();
        needs.sort_unstable();
        needs.dedup();
        let node = match (seeds.as_slice(), needs.as_slice()) {
            ([], []) => return,
            ([], [one]) => *one,
            _ => {
                self.nodes.push(SeedNode { seeds, needs });
                self.nodes.len() - 1
            }
        };
        self.node.extend(members.iter().map(|&id| (id, node)));
    }

    /// All seeds, in printed order.
    pub fn all(&self) -> Vec<ProductionId> {
        let mut seeds: Vec<ProductionId> =
            self.nodes.iter().flat_map(|node| node.seeds.iter().copied()).collect();
        seeds.sort_unstable();
        seeds
    }

    /// The seeds that a production can reach by names, in printed order.
    pub fn needed_by(&self, id: ProductionId) -> Vec<ProductionId> {
        let mut seeds = Vec::new();
        let mut met: FastSet<usize> = self.node.get(&id).copied().into_iter().collect();
        let mut next = 0;
        while let Some(&node) = met.get_index(next) {
            next += 1;
            seeds.extend(&self.nodes[node].seeds);
            met.extend(self.nodes[node].needs.iter().copied());
        }
        seeds.sort_unstable();
        seeds
    }

    /// Whether a production can reach a seed by names.
    pub fn are_needed_by(&self, id: ProductionId) -> bool {
        self.node.contains_key(&id)
    }
}

fn edge(name: &NameOccurrence) -> DependencyEdge {
    (name.by, name.id, name.position())
}

/// The counted names: a minimal set of those in the middle that meets every cycle through one.
fn counted(
    numbers: &FastMap<ProductionId, usize>,
    names: &[NameOccurrence],
) -> FastSet<DependencyEdge> {
    let middle: Vec<&NameOccurrence> =
        names.iter().filter(|name| name.position() == OccurrencePosition::Middle).collect();
    // Try to leave out names in repetitions first, and then names that are printed later.
    let mut enclosing: FastMap<DependencyEdge, bool> = FastMap::default();
    for name in &middle {
        *enclosing.entry(edge(name)).or_default() |= !name.repeated;
    }
    let mut candidates: Vec<DependencyEdge> = enclosing.keys().copied().collect();
    if names.len().saturating_mul(candidates.len()) > MOST_PAIRS {
        return candidates.into_iter().collect();
    }
    candidates.sort_unstable_by_key(|candidate| {
        (enclosing[candidate], std::cmp::Reverse((candidate.0, candidate.1)))
    });
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); numbers.len()];
    for name in names.iter().filter(|name| name.position() != OccurrencePosition::Middle) {
        next[numbers[&name.by]].push(numbers[&name.id]);
    }
    let mut counted = FastSet::default();
    // By production: the last search that met it.
    let mut met = vec![usize::MAX; numbers.len()];
    let mut pending = Vec::new();
    for (search, candidate @ (by, id, _)) in candidates.into_iter().enumerate() {
        let (by, id) = (numbers[&by], numbers[&id]);
        met[id] = search;
        pending.push(id);
        while let Some(at) = pending.pop().filter(|_| met[by] != search) {
            for &number in &next[at] {
                if std::mem::replace(&mut met[number], search) != search {
                    pending.push(number);
                }
            }
        }
        pending.clear();
        match met[by] == search {
            true => drop(counted.insert(candidate)),
            false => next[by].push(id),
        }
    }
    counted
}
