//! Nondeterministic automata over bytes, and the subset construction that makes them
//! deterministic.
//!
//! A position automaton says where in a text a string can occur. To compare two languages it
//! must first be determinised. A library for regular expressions is no help: its determinisation
//! keeps the states of a set in the order of preference. A language has no such order, and sets
//! that differ only in order made some productions fifty times larger.

use crate::dfa::{DEAD, Dfa, Predecessors};
use crate::{ByteClasses, CharacterSet, Exceeded, Work};

/// A nondeterministic finite automaton: it may be in several states at once.
///
/// ```
/// use urlbnf_language::{CharacterSet, Limits, Nfa, Work};
///
/// // An `a`, then any number of `b`.
/// let [a, b] = [b'a', b'b'].map(CharacterSet::from_byte);
/// let steps = vec![vec![(a, 1)], vec![(b, 1)]];
/// let nfa = Nfa { steps, accepting: vec![false, true], starts: vec![0] };
///
/// let dfa = nfa.determinise(&mut Work::new(&Limits::default()))?.minimise();
/// assert!(dfa.accepts(b"abb") && !dfa.accepts(b"ba"));
/// assert_eq!(dfa.shortest().as_deref(), Some(&b"a"[..]));
/// # Ok::<(), urlbnf_language::Exceeded>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Nfa {
    /// By state: its transitions, each with its bytes and its target.
    pub steps: Vec<Vec<(CharacterSet, usize)>>,
    /// By state: whether it accepts.
    pub accepting: Vec<bool>,
    /// The numbers of the start states.
    pub starts: Vec<usize>,
}

impl Nfa {
    /// Returns a deterministic automaton of the same language, by subset construction. It need not
    /// be minimal.
    ///
    /// # Errors
    /// If the work runs out.
    ///
    /// # Panics
    ///
    /// If a transition or a start names a state that does not exist.
    pub fn determinise(&self, work: &mut Work) -> Result<Dfa, Exceeded> {
        match self.is_deterministic() {
            true => self.subsets(work),
            false => self.merged(work)?.subsets(work),
        }
    }

    /// Returns an automaton whose language contains this one, with at most about `most` states, and
    /// whether it is larger than this language. Its strings begin as those of this language, until
    /// they leave the states that were explored; after that, they continue in any way over the bytes
    /// of this automaton.
    ///
    /// # Errors
    /// If the work runs out.
    ///
    /// # Panics
    ///
    /// As [`Nfa::determinise`].
    pub fn determinise_beginning(
        &self,
        most: usize,
        work: &mut Work,
    ) -> Result<(Dfa, bool), Exceeded> {
        match self.is_deterministic() {
            true => self.subsets_up_to(Some(most), work),
            false => self.merged(work)?.subsets_up_to(Some(most), work),
        }
    }

    /// Whether no byte has two transitions from one state, and there is one start.
    fn is_deterministic(&self) -> bool {
        let has_one_each = |steps: &Vec<(CharacterSet, usize)>| {
            let mut met = CharacterSet::default();
            steps.iter().all(|&(characters, _)| {
                let is_new = met.intersection(characters).is_empty();
                met = met.union(characters);
                is_new
            })
        };
        self.starts.len() < 2 && self.steps.iter().all(has_one_each)
    }

    /// The subset construction.
    pub(crate) fn subsets(&self, work: &mut Work) -> Result<Dfa, Exceeded> {
        Ok(self.subsets_up_to(None, work)?.0)
    }

    fn subsets_up_to(&self, most: Option<usize>, work: &mut Work) -> Result<(Dfa, bool), Exceeded> {
        let classes = self.classes();
        let targets = self.targets(&classes, work)?;
        let start = self.starts.iter().map(|&start| start as u32).collect();
        targets.subsets(start, &classes, most, |state| self.accepting[state as usize], work)
    }

    /// The targets of the transitions, by state and class.
    pub(crate) fn targets(
        &self,
        classes: &ByteClasses,
        work: &mut Work,
    ) -> Result<TransitionTargets, Exceeded> {
        let mut found =
            TransitionTargets { classes: Vec::new(), targets: Vec::new(), ends: vec![0] };
        for steps in &self.steps {
            work.ticks(classes.count().saturating_mul(1 + steps.len()))?;
            let known = found.targets.len();
            for (class, &byte) in (0..=u8::MAX).zip(classes.representatives()) {
                let takes = steps.iter().filter(|(characters, _)| characters.contains(byte));
                found.targets.extend(takes.map(|&(_, target)| target as u32));
                found.classes.resize(found.targets.len(), class);
            }
            work.grow::<(u32, u8)>(found.targets.len() - known)?;
            found.ends.push(found.targets.len() as u32);
        }
        Ok(found)
    }

    /// The classes of bytes that no transition distinguishes.
    pub(crate) fn classes(&self) -> ByteClasses {
        ByteClasses::of_sets(self.steps.iter().flatten().map(|&(characters, _)| characters))
    }
}

/// The transitions of an [`Nfa`], grouped by state. Most states have transitions for few of the
/// byte classes, and only these are stored.
pub(crate) struct TransitionTargets {
    /// By transition: its class.
    classes: Vec<u8>,
    /// By transition: its target.
    targets: Vec<u32>,
    /// The transitions of state `s` are those from `ends[s]` to `ends[s + 1]`.
    ends: Vec<u32>,
}

impl TransitionTargets {
    /// The transitions of a deterministic automaton in the opposite direction. `next` gives its
    /// states by state and class.
    pub fn reversed(next: &[u32], class_count: usize) -> TransitionTargets {
        // A step is numbered by its place in `next`.
        let steps = next.iter().enumerate().map(|(at, &target)| (at, target as usize));
        let Predecessors { ends, states: steps } =
            Predecessors::of_steps(next.len() / class_count, steps);
        let classes = steps.iter().map(|&step| (step as usize % class_count) as u8).collect();
        let targets = steps.iter().map(|&step| step / class_count as u32).collect();
        TransitionTargets { classes, targets, ends }
    }

    /// The subset construction, of at most `most` sets: see [`Dfa::explore_sets`].
    pub fn subsets(
        &self,
        start: Vec<u32>,
        classes: &ByteClasses,
        most: Option<usize>,
        is_accepting: impl Fn(u32) -> bool,
        work: &mut Work,
    ) -> Result<(Dfa, bool), Exceeded> {
        let most = most.map(|most| {
            let mut taken = vec![false; classes.count()];
            self.classes.iter().for_each(|&class| taken[usize::from(class)] = true);
            (most, taken)
        });
        Dfa::explore_sets(
            start,
            classes,
            most,
            |set, nexts, work| {
                self.extend(set, nexts);
                work.ticks(set.len() + nexts.iter().map(Vec::len).sum::<usize>())
            },
            |set| set.iter().any(|&state| is_accepting(state)),
            work,
        )
    }

    /// Adds the targets of the states of a set to the lists of their classes.
    pub fn extend(&self, set: &[u32], nexts: &mut [Vec<u32>]) {
        for state in set.iter().map(|&state| state as usize) {
            let range = self.ends[state] as usize..self.ends[state + 1] as usize;
            for (&class, &target) in self.classes[range.clone()].iter().zip(&self.targets[range]) {
                nexts[usize::from(class)].push(target);
            }
        }
    }
}

impl Dfa {
    /// Returns the same automaton as an [`Nfa`]. Each state keeps its number.
    pub fn nfa(&self) -> Nfa {
        let mut nfa = Nfa {
            steps: vec![Vec::new(); self.len()],
            accepting: (0..self.len()).map(|state| self.is_accepting(state)).collect(),
            starts: vec![self.start()],
        };
        let classes = self.byte_classes();
        let sets = classes.sets();
        for state in 1..self.len() {
            let mut targets: Vec<(usize, CharacterSet)> = Vec::new();
            for (&byte, &taken) in classes.representatives().iter().zip(&sets) {
                let next = self.step(state, byte);
                if next == DEAD {
                    continue;
                }
                match targets.iter_mut().find(|(target, _)| *target == next) {
                    Some((_, characters)) => *characters = characters.union(taken),
                    None => targets.push((next, taken)),
                }
            }
            nfa.steps[state].extend(targets.into_iter().map(|(next, set)| (set, next)));
        }
        nfa
    }
}
