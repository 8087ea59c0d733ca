//! Several languages, and which has all that another has.
//!
//! Containment is an order, though not every two languages are in it. Its diagram (Hasse's) has
//! a node for each language, equal ones together, and an edge only from one language to the
//! next larger: what follows by going on is not drawn.

use crate::dfa::Dfa;
use crate::{Exceeded, Limits, Relation};

/// Languages by containment.
///
/// ```
/// use urlbnf_language::{Containment, Dfa};
///
/// let languages = ["a", "ab", "abc", "b", "ab"].map(Dfa::beginning_with);
/// let order = Containment::of(&languages)?;
/// assert_eq!(order.nodes, [vec![0], vec![1, 4], vec![2], vec![3]]);
/// let edges: Vec<_> = order.edges.iter().map(|it| (it.inner, it.outer)).collect();
/// assert_eq!(edges, [(1, 0), (2, 1)]);
/// assert_eq!(order.edges[1].witness, b"ab");
/// assert_eq!(order.apart.len(), 3);
/// # Ok::<(), urlbnf_language::Exceeded>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Containment {
    /// The languages by their numbers, equal ones together, in their order.
    pub nodes: Vec<Vec<usize>>,
    /// The steps from a node to the next larger, by the numbers of nodes.
    pub edges: Vec<Step>,
    /// The pairs of which neither has all that the other has.
    pub apart: Vec<Apart>,
}

/// A node that is contained in another, with none between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The smaller.
    pub inner: usize,
    /// The larger.
    pub outer: usize,
    /// A shortest string that only the larger has, the plainest of these.
    pub witness: Vec<u8>,
}

/// Two nodes of which neither is contained in the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Apart {
    /// The two.
    pub nodes: [usize; 2],
    /// For each a shortest string that only it has, the plainest of these.
    pub witnesses: [Vec<u8>; 2],
}

impl Containment {
    /// The order of some languages, within the limits that are usual.
    ///
    /// # Errors
    ///
    /// If it takes more.
    pub fn of(languages: &[Dfa]) -> Result<Containment, Exceeded> {
        Containment::within(languages, &Limits::default())
    }

    /// The order of some languages.
    ///
    /// # Errors
    ///
    /// If a comparison takes more than the limits allow.
    pub fn within(languages: &[Dfa], limits: &Limits) -> Result<Containment, Exceeded> {
        let mut nodes: Vec<Vec<usize>> = Vec::new();
        // Of each node, how it lies to those before it.
        let mut relations: Vec<Vec<Relation>> = Vec::new();
        for (number, language) in languages.iter().enumerate() {
            let to = |node: &Vec<usize>| languages[node[0]].relation_within(language, limits);
            let to_each = nodes.iter().map(to).collect::<Result<Vec<_>, _>>()?;
            match to_each.iter().position(|it| *it == Relation::Equal) {
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
        let only = |node: usize, other: usize| {
            let [one, two] = [node, other].map(|it| &languages[nodes[it][0]]);
            Ok(one.difference_within(two, limits)?.plainest().unwrap_or_default())
        };
        let (mut edges, mut apart) = (Vec::new(), Vec::new());
        let all = 0..nodes.len();
        for inner in all.clone() {
            for outer in all.clone() {
                let is_next = || !all.clone().any(|it| is_in(inner, it) && is_in(it, outer));
                if is_in(inner, outer) && is_next() {
                    edges.push(Step { inner, outer, witness: only(outer, inner)? });
                }
                if inner < outer && !is_in(inner, outer) && !is_in(outer, inner) {
                    let witnesses = [only(inner, outer)?, only(outer, inner)?];
                    apart.push(Apart { nodes: [inner, outer], witnesses });
                }
            }
        }
        Ok(Containment { nodes, edges, apart })
    }
}
