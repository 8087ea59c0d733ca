//! Strongly connected components: the groups of nodes of a graph that lead to each other.

/// Returns the strongly connected components in which each node is on a cycle.
pub(crate) fn cycles(leads: &[impl AsRef<[usize]>]) -> impl Iterator<Item = Vec<usize>> {
    components(0..leads.len(), leads).into_iter().filter(|component| match component[..] {
        [node] => leads[node].as_ref().contains(&node),
        _ => true,
    })
}

/// Returns the strongly connected components of the nodes that can be reached from `starts`, by
/// Tarjan's algorithm. `leads` has the successors of each node. A component comes after those that
/// can be reached from it. A node that is on no cycle is a component of its own.
pub(crate) fn components(
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
