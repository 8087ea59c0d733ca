//! Algorithms on graphs and trees.

use urlbnf_language::FastMap;

/// Returns the strongly connected components in which each node is on a cycle.
pub fn cycles(leads: &[impl AsRef<[usize]>]) -> impl Iterator<Item = Vec<usize>> {
    components(0..leads.len(), leads).into_iter().filter(|component| match component[..] {
        [node] => leads[node].as_ref().contains(&node),
        _ => true,
    })
}

/// Returns the strongly connected components of the nodes that can be reached from `starts`, by
/// Tarjan's algorithm. `leads` has the successors of each node. A component comes after those that
/// can be reached from it. A node that is on no cycle is a component of its own.
pub fn components(
    starts: impl IntoIterator<Item = usize>,
    leads: &[impl AsRef<[usize]>],
) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    /// The least number of a node whose component is complete: it does not affect others.
    const COMPLETE: usize = usize::MAX - 1;
    let mut lowest = vec![NEW; leads.len()];
    let (mut stack, mut path, mut count) = (Vec::new(), Vec::new(), 0);
    let mut components = Vec::new();
    for start in starts {
        if lowest[start] == NEW {
            path.push((start, count, 0));
        }
        while let Some((node, number, at)) = path.last_mut() {
            let (node, number) = (*node, *number);
            if *at == 0 {
                lowest[node] = number;
                count += 1;
                stack.push(node);
            }
            if let Some(&next) = leads[node].as_ref().get(*at) {
                *at += 1;
                match lowest[next] {
                    NEW => path.push((next, count, 0)),
                    COMPLETE => {}
                    low => lowest[node] = lowest[node].min(low),
                }
                continue;
            }
            path.pop();
            let low = lowest[node];
            if let Some(&(parent, ..)) = path.last() {
                lowest[parent] = lowest[parent].min(low);
            }
            if low == number {
                let first = stack.iter().rposition(|&member| member == node).unwrap_or(0);
                let members: Vec<usize> = stack.drain(first..).rev().collect();
                members.iter().for_each(|&member| lowest[member] = COMPLETE);
                components.push(members);
            }
        }
    }
    components
}

/// The nodes on the preferred path from a node to the first that `is_target` holds for, both included;
/// empty if there is none. `leads` returns the successors of a node, preferred first.
pub(crate) fn preferred_path<'n>(
    from: usize,
    is_target: impl Fn(usize) -> bool,
    leads: impl Fn(usize) -> &'n [usize],
) -> Vec<usize> {
    // By node: the preceding node on the first path to it.
    let mut before: FastMap<usize, Option<usize>> = FastMap::default();
    let mut pending = vec![(from, None)];
    while let Some((node, earlier)) = pending.pop() {
        if before.contains_key(&node) {
            continue;
        }
        before.insert(node, earlier);
        if is_target(node) {
            let path = std::iter::successors(Some(node), |node| before[node]);
            let mut path: Vec<usize> = path.collect();
            path.reverse();
            return path;
        }
        pending.extend(leads(node).iter().rev().map(|&next| (next, Some(node))));
    }
    Vec::new()
}

/// The root of a tree and all its descendants, each before its own. `children` returns those of a node, in
/// order.
pub fn preorder<'t, T, I>(root: &'t T, children: impl Fn(&'t T) -> I) -> impl Iterator<Item = &'t T>
where
    I: IntoIterator<Item = &'t T, IntoIter: DoubleEndedIterator>,
{
    let mut pending = vec![root];
    std::iter::from_fn(move || {
        let next = pending.pop()?;
        pending.extend(children(next).into_iter().rev());
        Some(next)
    })
}

/// The operands of a nested binary operator, from the left to the right: `a`, `b` and `c` of `(a + b) + c`.
/// `divide` returns the two operands of a node, and `None` for other nodes.
pub fn operands<'t, T>(
    root: &'t T,
    divide: impl Fn(&'t T) -> Option<(&'t T, &'t T)>,
) -> Vec<&'t T> {
    let (mut operands, mut pending) = (Vec::new(), vec![root]);
    while let Some(next) = pending.pop() {
        match divide(next) {
            Some((left, right)) => pending.extend([right, left]),
            None => operands.push(next),
        }
    }
    operands
}
