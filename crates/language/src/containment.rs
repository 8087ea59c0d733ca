//! The containment order of several languages.
//!
//! Containment is a partial order. Its Hasse diagram has a node for each language, with equal
//! languages in one node, and an edge from each language to the next larger ones. Edges that
//! follow from others are left out.

use crate::dfa::Dfa;
use crate::{Exceeded, Relation, Work};

/// The containment order of several languages.
///
/// ```
/// use urlbnf_language::{ContainmentOrder, Dfa, Limits, Work};
///
/// let languages = ["a", "ab", "abc", "b", "ab"].map(Dfa::beginning_with);
/// let order = ContainmentOrder::within(&languages, &mut Work::new(&Limits::default()))?;
/// assert_eq!(order.nodes, [vec![0], vec![1, 4], vec![2], vec![3]]);
/// let edges: Vec<_> = order.edges.iter().map(|edge| (edge.inner, edge.outer)).collect();
/// assert_eq!(edges, [(1, 0), (2, 1)]);
/// assert_eq!(order.edges[1].witness, b"ab");
/// assert_eq!(order.apart.len(), 3);
/// # Ok::<(), urlbnf_language::Exceeded>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContainmentOrder {
    /// Groups of equal languages, by their numbers, in the order given.
    pub nodes: Vec<Vec<usize>>,
    /// The steps from a node to the next larger ones, by the numbers of nodes.
    pub edges: Vec<ContainmentEdge>,
    /// The pairs of nodes of which neither contains the other.
    pub apart: Vec<IncomparablePair>,
}

/// A node that is contained in another, with no node between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContainmentEdge {
    /// The smaller node.
    pub inner: usize,
    /// The larger node.
    pub outer: usize,
    /// The plainest of the shortest strings that only the larger node has.
    pub witness: Vec<u8>,
}

/// Two nodes of which neither contains the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncomparablePair {
    /// The two nodes.
    pub nodes: [usize; 2],
    /// For each node, the plainest of the shortest strings that only it has.
    pub witnesses: [Vec<u8>; 2],
}

impl ContainmentOrder {
    /// Orders some languages.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn within(languages: &[Dfa], work: &mut Work) -> Result<ContainmentOrder, Exceeded> {
        let mut nodes: Vec<Vec<usize>> = Vec::new();
        // For each node, how it compares with the nodes before it.
        let mut relations: Vec<Vec<Relation>> = Vec::new();
        for (number, language) in languages.iter().enumerate() {
            let to = |node: &Vec<usize>| languages[node[0]].relation(language, work);
            let to_each = nodes.iter().map(to).collect::<Result<Vec<_>, _>>()?;
            match to_each.iter().position(|relation| *relation == Relation::Equal) {
                Some(same) => nodes[same].push(number),
                None => {
                    nodes.push(vec![number]);
                    relations.push(to_each);
                }
            }
        }
        let is_in = |inner: usize, outer: usize| match inner < outer {
            true => matches!(relations[outer][inner], Relation::Wider { .. }),
            false => inner > outer && matches!(relations[inner][outer], Relation::Narrower { .. }),
        };
        let mut only = |node: usize, other: usize| {
            let [one, two] = [node, other].map(|node| &languages[nodes[node][0]]);
            Ok(one.difference(two, work)?.plainest().unwrap_or_default())
        };
        let (mut edges, mut apart) = (Vec::new(), Vec::new());
        let all = 0..nodes.len();
        for inner in all.clone() {
            for outer in all.clone() {
                let is_next =
                    || !all.clone().any(|middle| is_in(inner, middle) && is_in(middle, outer));
                if is_in(inner, outer) && is_next() {
                    edges.push(ContainmentEdge { inner, outer, witness: only(outer, inner)? });
                }
                if inner < outer && !is_in(inner, outer) && !is_in(outer, inner) {
                    let witnesses = [only(inner, outer)?, only(outer, inner)?];
                    apart.push(IncomparablePair { nodes: [inner, outer], witnesses });
                }
            }
        }
        Ok(ContainmentOrder { nodes, edges, apart })
    }
}
