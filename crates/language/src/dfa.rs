//! Deterministic automata over bytes: a language as a table.
//!
//! A position automaton says where in the text a string can occur; to compare two languages it
//! must first be made deterministic. This is done here and not by a library for regular
//! expressions: their tables keep the states of a set in the order of preference, which a language
//! does not have, and sets that differ only in order made some productions fifty times larger.

use indexmap::IndexSet;

use crate::{BYTES, ByteClasses, CharacterSet, Exceeded, Limit, Limits, Meter};

/// The state from which nothing is accepted.
pub const DEAD: usize = 0;

/// A deterministic automaton over bytes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Dfa {
    /// The class of each byte: bytes of one class lead to the same states.
    pub(crate) classes: Vec<u8>,
    pub(crate) class_count: usize,
    /// By state and class; the first state is dead.
    pub(crate) next: Vec<u32>,
    accepting: Vec<bool>,
    start: usize,
}

/// A nondeterministic finite automaton: it may be in several states at once.
///
/// ```
/// use urlbnf_language::{CharacterSet, Limits, Nfa};
///
/// // An `a`, then any number of `b`.
/// let [a, b] = [b'a', b'b'].map(CharacterSet::of);
/// let steps = vec![vec![(a, 1)], vec![(b, 1)]];
/// let nfa = Nfa { steps, accepting: vec![false, true], starts: vec![0] };
///
/// let dfa = nfa.determinise(&Limits::default())?.minimise();
/// assert!(dfa.accepts(b"abb") && !dfa.accepts(b"ba"));
/// assert_eq!(dfa.shortest().as_deref(), Some(&b"a"[..]));
/// # Ok::<(), urlbnf_language::Exceeded>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Nfa {
    /// By state: the bytes that lead on, and where to.
    pub steps: Vec<Vec<(CharacterSet, usize)>>,
    /// Whether a string may end in a state.
    pub accepting: Vec<bool>,
    /// The states in which a string begins.
    pub starts: Vec<usize>,
}

/// By state, one after the other: which states have a step to it, once for each class.
pub(crate) struct Before {
    ends: Vec<u32>,
    states: Vec<u32>,
}

impl Before {
    pub fn of(&self, state: usize) -> &[u32] {
        &self.states[self.ends[state] as usize..self.ends[state + 1] as usize]
    }
}

impl Nfa {
    /// Determinises: a state is the set of states that the bytes so far may lead to.
    ///
    /// # Errors
    ///
    /// If there are more such sets than the limits allow, or they are larger.
    pub fn determinise(&self, limits: &Limits) -> Result<Dfa, Exceeded> {
        self.determinise_counted(&mut Meter::new(limits))
    }

    /// The language as a table, each step counted by a meter that may have counted others
    /// before.
    ///
    /// # Errors
    ///
    /// If there are more such sets than the limits allow, or they are larger.
    pub fn determinise_counted(&self, meter: &mut Meter) -> Result<Dfa, Exceeded> {
        let classes = self.classes();
        let count = classes.count();
        // By state and class, one after the other: where its steps lead.
        let mut targets: Vec<u32> = Vec::new();
        let mut ends: Vec<u32> = vec![0];
        for steps in &self.steps {
            for &byte in classes.representatives() {
                meter.step(1 + steps.len())?;
                let takes = steps.iter().filter(|(characters, _)| characters.contains(byte));
                targets.extend(takes.map(|&(_, target)| target as u32));
                ends.push(targets.len() as u32);
            }
        }
        let start: Vec<u32> = self.starts.iter().map(|&start| start as u32).collect();
        Dfa::explore_within(
            sorted(start),
            &classes,
            |set, byte, meter| {
                let class = classes.class(byte);
                let mut next = Vec::new();
                for &state in set {
                    let at = state as usize * count + class;
                    next.extend_from_slice(&targets[ends[at] as usize..ends[at + 1] as usize]);
                }
                meter.step(set.len() + next.len())?;
                let next = sorted(next);
                Ok((!next.is_empty()).then_some(next))
            },
            |set| set.iter().any(|&state| self.accepting[state as usize]),
            meter,
        )
    }

    /// The bytes that no step tells apart.
    fn classes(&self) -> ByteClasses {
        let mut sets: Vec<CharacterSet> =
            self.steps.iter().flatten().map(|&(characters, _)| characters).collect();
        sets.sort_unstable();
        sets.dedup();
        ByteClasses::of_sets(sets)
    }
}

fn sorted(mut set: Vec<u32>) -> Vec<u32> {
    set.sort_unstable();
    set.dedup();
    set
}

impl Dfa {
    /// An automaton from a function: the states are numbered as they are met. The classes
    /// are those of ASCII, and the function tells no two bytes of one apart. For functions
    /// that are known to meet few states.
    pub fn explore<S: Clone + Eq + std::hash::Hash>(
        start: S,
        classes: &ByteClasses,
        step: impl Fn(&S, u8) -> Option<S>,
        accepting: impl Fn(&S) -> bool,
    ) -> Dfa {
        let step = |state: &S, byte: u8, _: &mut Meter| Ok(step(state, byte));
        let mut meter = Meter::new(&Limits::NONE);
        Dfa::explore_within(start, classes, step, accepting, &mut meter)
            .unwrap_or_else(|_| Dfa::before_all())
    }

    /// An automaton from a function, as [`Dfa::explore`] makes it, counted.
    ///
    /// # Errors
    ///
    /// If more states or steps are met than the limits allow.
    pub fn explore_within<S: Clone + Eq + std::hash::Hash>(
        start: S,
        classes: &ByteClasses,
        step: impl FnMut(&S, u8, &mut Meter) -> Result<Option<S>, Exceeded>,
        accepting: impl Fn(&S) -> bool,
        meter: &mut Meter,
    ) -> Result<Dfa, Exceeded> {
        let (mut dfa, states) = Dfa::steps(start, classes, step, meter)?;
        dfa.accept(states.iter().map(accepting));
        Ok(dfa)
    }

    /// The steps of an automaton that accepts nothing so far, and its states but the dead one.
    pub(crate) fn steps<S: Clone + Eq + std::hash::Hash>(
        start: S,
        classes: &ByteClasses,
        mut step: impl FnMut(&S, u8, &mut Meter) -> Result<Option<S>, Exceeded>,
        meter: &mut Meter,
    ) -> Result<(Dfa, IndexSet<S>), Exceeded> {
        let mut states = IndexSet::from([start]);
        let class_count = classes.count();
        let mut dfa = Dfa {
            classes: classes.numbers().to_vec(),
            class_count,
            next: vec![0; class_count],
            start: 1,
            ..Dfa::before_all()
        };
        let mut done = 0;
        while let Some(state) = states.get_index(done).cloned() {
            done += 1;
            meter.step(class_count)?;
            for &byte in classes.representatives() {
                let number = match step(&state, byte, meter)? {
                    None => 0,
                    Some(next) => states.insert_full(next).0 as u32 + 1,
                };
                dfa.next.push(number);
            }
            meter.within(Limit::States, states.len())?;
        }
        Ok((dfa, states))
    }

    /// Says of each state but the dead one whether it accepts.
    pub(crate) fn accept(&mut self, accepting: impl Iterator<Item = bool>) {
        self.accepting.truncate(1);
        self.accepting.extend(accepting);
        self.bury();
    }

    /// The dead state alone.
    fn before_all() -> Dfa {
        Dfa {
            classes: vec![0; BYTES],
            class_count: 1,
            next: vec![0],
            accepting: vec![false],
            start: DEAD,
        }
    }

    /// What leads to each of its states.
    pub(crate) fn before(&self) -> Before {
        let mut ends = vec![0; self.len() + 1];
        for &next in &self.next {
            ends[next as usize + 1] += 1;
        }
        for at in 1..ends.len() {
            ends[at] += ends[at - 1];
        }
        let mut free = ends.clone();
        let mut states = vec![0; self.next.len()];
        for (at, &next) in self.next.iter().enumerate() {
            let slot = &mut free[next as usize];
            states[*slot as usize] = (at / self.class_count) as u32;
            *slot += 1;
        }
        Before { ends, states }
    }

    /// Leads every step to a state from which nothing is accepted to the dead one.
    fn bury(&mut self) {
        let before = self.before();
        let mut alive = self.accepting.clone();
        let mut pending: Vec<usize> = (0..self.len()).filter(|&state| alive[state]).collect();
        while let Some(state) = pending.pop() {
            for &earlier in before.of(state) {
                if !std::mem::replace(&mut alive[earlier as usize], true) {
                    pending.push(earlier as usize);
                }
            }
        }
        for next in &mut self.next {
            if !alive[*next as usize] {
                *next = DEAD as u32;
            }
        }
        if !alive[self.start] {
            self.start = DEAD;
        }
    }

    /// This automaton as a nondeterministic one, step by step.
    pub fn nfa(&self) -> Nfa {
        let mut nfa = Nfa {
            steps: vec![Vec::new(); self.len()],
            accepting: self.accepting.clone(),
            starts: vec![self.start],
        };
        for state in 1..self.len() {
            let mut targets: Vec<(usize, CharacterSet)> = Vec::new();
            for byte in 0..=u8::MAX {
                let next = self.step(state, byte);
                if next == DEAD {
                    continue;
                }
                let one = CharacterSet::of(byte);
                match targets.iter_mut().find(|(target, _)| *target == next) {
                    Some((_, characters)) => *characters = characters.union(one),
                    None => targets.push((next, one)),
                }
            }
            nfa.steps[state].extend(targets.into_iter().map(|(next, set)| (set, next)));
        }
        nfa
    }

    /// How many states it has, the dead one included.
    pub fn len(&self) -> usize {
        self.accepting.len()
    }

    /// How many numbers its table has: a step for each state and class of bytes.
    pub fn size(&self) -> usize {
        self.next.len()
    }

    /// Whether no string is in the language.
    pub fn is_empty(&self) -> bool {
        self.start == DEAD
    }

    /// The state in which every string begins.
    pub fn start(&self) -> usize {
        self.start
    }

    /// The state after a byte: [`DEAD`] where no string goes on with it.
    pub fn step(&self, state: usize, byte: u8) -> usize {
        self.next[state * self.class_count + usize::from(self.classes[usize::from(byte)])] as usize
    }

    /// Whether a string may end in a state.
    pub fn is_accepting(&self, state: usize) -> bool {
        self.accepting[state]
    }

    /// The class of each byte.
    pub fn classes(&self) -> &[u8] {
        &self.classes
    }

    /// The bytes that it does not tell apart.
    pub fn byte_classes(&self) -> ByteClasses {
        ByteClasses::numbered(self.class_count, |byte| self.classes[usize::from(byte)].into())
    }

    /// How many bytes of the input some string of the language begins with.
    pub fn longest_prefix(&self, input: &[u8]) -> usize {
        let mut state = self.start;
        for (at, &byte) in input.iter().enumerate() {
            state = self.step(state, byte);
            if state == DEAD {
                return at;
            }
        }
        input.len()
    }

    /// The bytes with which its strings begin.
    pub fn first_bytes(&self) -> CharacterSet {
        (0..=u8::MAX).filter(|&byte| self.step(self.start, byte) != DEAD).collect()
    }

    /// Whether the string is in the language.
    pub fn accepts(&self, input: &[u8]) -> bool {
        self.accepting[self.state_after(input)]
    }

    /// The state to which a beginning of a string leads.
    pub fn state_after(&self, input: &[u8]) -> usize {
        input.iter().fold(self.start, |state, &byte| self.step(state, byte))
    }
}
