//! Deterministic automata over bytes: a language as a table.

use crate::{BYTES, ByteClasses, CharacterSet, Exceeded, FastSet, Work};

/// The dead state: no string is accepted from it.
pub const DEAD: usize = 0;

/// A deterministic finite automaton over bytes: a regular language as a table.
///
/// States are numbered from 0. State 0 is the dead state, [`DEAD`]. The number of a state is valid
/// for its own automaton only; the methods that take one panic if there is no such state.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Dfa {
    /// By byte: its class. The bytes of a class lead to the same states.
    pub(crate) classes: Vec<u8>,
    pub(crate) class_count: usize,
    /// By state and class: the next state. State 0 is the dead one.
    pub(crate) next: Vec<u32>,
    accepting: Vec<bool>,
    start: usize,
}

/// The predecessors of each state of a graph in one array, once for each step.
///
/// ```
/// use urlbnf_language::Predecessors;
///
/// let before = Predecessors::of_steps(3, [(0, 1), (0, 2), (1, 2)].into_iter());
/// assert_eq!(before.predecessors(2), [0, 1]);
/// ```
#[derive(Debug, Clone)]
pub struct Predecessors {
    /// The predecessors of a state are those from `ends[state]` to `ends[state + 1]`.
    pub(crate) ends: Vec<u32>,
    pub(crate) states: Vec<u32>,
}

impl Predecessors {
    /// The predecessors in a graph of `count` states. Each step is a state and its successor.
    ///
    /// # Panics
    ///
    /// If a step names a state that does not exist.
    pub fn of_steps(
        count: usize,
        steps: impl Iterator<Item = (usize, usize)> + Clone,
    ) -> Predecessors {
        let mut ends = vec![0; count + 1];
        for (_, next) in steps.clone() {
            ends[next + 1] += 1;
        }
        for at in 1..ends.len() {
            ends[at] += ends[at - 1];
        }
        let mut free = ends.clone();
        let mut states = vec![0; ends.last().map_or(0, |&all| all as usize)];
        for (state, next) in steps {
            let slot = &mut free[next];
            states[*slot as usize] = state as u32;
            *slot += 1;
        }
        Predecessors { ends, states }
    }

    /// The number of steps.
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// The predecessors of a state, in the order of the steps.
    ///
    /// # Panics
    ///
    /// If there is no such state.
    pub fn predecessors(&self, state: usize) -> &[u32] {
        &self.states[self.ends[state] as usize..self.ends[state + 1] as usize]
    }
}

/// Sorts lists of states and removes duplicates.
#[derive(Debug, Default)]
pub(crate) struct StateSorter {
    /// A bit for each state. All are clear between lists.
    marks: Vec<u64>,
}

impl StateSorter {
    /// Sorts a list. If it has many of the states, they are marked and read in order, which is
    /// faster than to compare them.
    pub fn sort(&mut self, states: &mut Vec<u32>) {
        if states.is_sorted_by(|one, next| one < next) {
            return;
        }
        let words = states.iter().max().map_or(0, |&most| most as usize / 64 + 1);
        if states.len() < 2 * words {
            states.sort_unstable();
            states.dedup();
            return;
        }
        self.marks.resize(words.max(self.marks.len()), 0);
        for state in states.drain(..) {
            self.marks[state as usize / 64] |= 1 << (state % 64);
        }
        for (number, word) in (0..).zip(&mut self.marks[..words]) {
            while *word != 0 {
                states.push(64 * number + word.trailing_zeros());
                *word &= *word - 1;
            }
        }
    }
}

impl Dfa {
    /// Builds an automaton from a step function. States are numbered from 1 in the order in which
    /// they are met. `step` returns `None` if no string continues. It must treat all bytes of a
    /// class alike, and it must meet only few states, because there is no limit.
    pub fn explore<S: Clone + Eq + std::hash::Hash>(
        start: S,
        classes: &ByteClasses,
        step: impl Fn(&S, u8) -> Option<S>,
        accepting: impl Fn(&S) -> bool,
    ) -> Dfa {
        let step = |state: &S, byte: u8, _: &mut Work| Ok(step(state, byte));
        let mut work = Work::unlimited();
        Dfa::try_explore(start, classes, step, accepting, &mut work)
            .unwrap_or_else(|_| Dfa::before_all())
    }

    /// Builds an automaton from a step function, as [`Dfa::explore`] does, and counts the work.
    ///
    /// # Errors
    /// If the work runs out, or if `step` returns an error.
    pub fn try_explore<S: Clone + Eq + std::hash::Hash>(
        start: S,
        classes: &ByteClasses,
        step: impl FnMut(&S, u8, &mut Work) -> Result<Option<S>, Exceeded>,
        accepting: impl Fn(&S) -> bool,
        work: &mut Work,
    ) -> Result<Dfa, Exceeded> {
        let (mut dfa, states) = Dfa::steps(start, classes, step, work)?;
        dfa.accept(states.iter().map(accepting));
        Ok(dfa)
    }

    /// An automaton without accepting states, and its states without the dead one.
    pub(crate) fn steps<S: Clone + Eq + std::hash::Hash>(
        start: S,
        classes: &ByteClasses,
        mut step: impl FnMut(&S, u8, &mut Work) -> Result<Option<S>, Exceeded>,
        work: &mut Work,
    ) -> Result<(Dfa, FastSet<S>), Exceeded> {
        let mut states: FastSet<S> = [start].into_iter().collect();
        let class_count = classes.count();
        let mut dfa = Dfa::without_states(classes);
        let mut done = 0;
        while let Some(state) = states.get_index(done).cloned() {
            done += 1;
            work.ticks(class_count)?;
            work.grow::<u32>(class_count)?;
            let known = states.len();
            for &byte in classes.representatives() {
                let number = match step(&state, byte, work)? {
                    None => 0,
                    Some(next) => states.insert_full(next).0 as u32 + 1,
                };
                dfa.next.push(number);
            }
            work.enter::<S>(states.len() - known)?;
        }
        Ok((dfa, states))
    }

    /// Builds an automaton whose states are sets of numbers, from a step function, as
    /// [`Dfa::try_explore`] does. `step` gets one empty list for each class and
    /// pushes the numbers of the next set onto it, in any order. A class whose list stays empty
    /// has no transition.
    ///
    /// With `most`, only so many sets are explored: after the others, any string over the classes
    /// that `most` names is accepted. Returns whether that happened.
    pub(crate) fn explore_sets(
        mut start: Vec<u32>,
        classes: &ByteClasses,
        most: Option<(usize, Vec<bool>)>,
        mut step: impl FnMut(&[u32], &mut [Vec<u32>], &mut Work) -> Result<(), Exceeded>,
        accepting: impl Fn(&[u32]) -> bool,
        work: &mut Work,
    ) -> Result<(Dfa, bool), Exceeded> {
        const UNEXPLORED: u32 = u32::MAX;
        let mut is_cut = false;
        let (most, taken) = most.unwrap_or((usize::MAX, Vec::new()));
        let mut dfa = Dfa::without_states(classes);
        let mut sorter = StateSorter::default();
        sorter.sort(&mut start);
        let mut states: FastSet<Vec<u32>> = [start].into_iter().collect();
        // Consecutive classes often lead into the same set, which is looked up once.
        let (mut before, mut number) = (Vec::new(), DEAD);
        let mut nexts = vec![Vec::new(); classes.count()];
        let mut done = 0;
        while done < states.len() {
            work.ticks(classes.count())?;
            work.grow::<u32>(classes.count())?;
            nexts.iter_mut().for_each(Vec::clear);
            step(&states[done], &mut nexts, work)?;
            for next in &mut nexts {
                // Not compared: `memcmp` is slow on the dangling pointer of an empty list.
                if next.is_empty() {
                    dfa.next.push(DEAD as u32);
                    continue;
                }
                if *next != before {
                    before.clone_from(next);
                    sorter.sort(next);
                    work.ticks(next.len())?;
                    number = match states.get_index_of(&next[..]) {
                        Some(known) => known + 1,
                        None if states.len() >= most => {
                            is_cut = true;
                            UNEXPLORED as usize
                        }
                        None => {
                            work.enter::<Vec<u32>>(1)?;
                            work.grow::<u32>(next.len())?;
                            states.insert_full(next.clone()).0 + 1
                        }
                    };
                }
                dfa.next.push(number as u32);
            }
            done += 1;
        }
        if is_cut {
            let anything = states.len() as u32 + 1;
            for next in dfa.next.iter_mut().filter(|next| **next == UNEXPLORED) {
                *next = anything;
            }
            dfa.next.extend(taken.iter().map(|&is| if is { anything } else { DEAD as u32 }));
        }
        dfa.accept(states.iter().map(|set| accepting(set)).chain(is_cut.then_some(true)));
        Ok((dfa, is_cut))
    }

    /// An automaton of the dead state, to which others are added from 1 on.
    fn without_states(classes: &ByteClasses) -> Dfa {
        Dfa {
            classes: classes.numbers().to_vec(),
            class_count: classes.count(),
            next: vec![DEAD as u32; classes.count()],
            start: 1,
            ..Dfa::before_all()
        }
    }

    /// Sets which states accept, without the dead one, and trims the automaton.
    pub(crate) fn accept(&mut self, accepting: impl Iterator<Item = bool>) {
        self.accepting.truncate(1);
        self.accepting.extend(accepting);
        self.trim();
    }

    /// An automaton of the dead state alone.
    fn before_all() -> Dfa {
        Dfa {
            classes: vec![0; BYTES],
            class_count: 1,
            next: vec![0],
            accepting: vec![false],
            start: DEAD,
        }
    }

    /// The language without strings.
    pub fn none() -> Dfa {
        Dfa { next: vec![DEAD as u32; 2], accepting: vec![false; 2], ..Dfa::before_all() }
    }

    /// An automaton with these rows, one for each state. The table must be trimmed.
    pub(crate) fn of_table(
        classes: &ByteClasses,
        next: Vec<u32>,
        accepting: Vec<bool>,
        start: usize,
    ) -> Dfa {
        let (classes, class_count) = (classes.numbers().to_vec(), classes.count());
        Dfa { classes, class_count, next, accepting, start }
    }

    /// The automaton of the same strings with two bytes swapped in each. Its states keep their
    /// numbers.
    ///
    /// ```
    /// use urlbnf_language::Dfa;
    ///
    /// assert!(Dfa::from_string(b"a-b").with_swapped_bytes(b'a', b'+').accepts(b"+-b"));
    /// ```
    #[must_use]
    pub fn with_swapped_bytes(&self, one: u8, other: u8) -> Dfa {
        let class = |byte: u8| {
            let swapped = match byte {
                byte if byte == one => other,
                byte if byte == other => one,
                byte => byte,
            };
            usize::from(self.classes[usize::from(swapped)])
        };
        let classes = ByteClasses::numbered(self.class_count, class);
        let columns: Vec<usize> =
            classes.representatives().iter().map(|&byte| class(byte)).collect();
        let rows = self.next.chunks_exact(self.class_count);
        let next = rows.flat_map(|row| columns.iter().map(|&column| row[column])).collect();
        Dfa::of_table(&classes, next, self.accepting.clone(), self.start)
    }

    /// The predecessors of each state except the dead one. A predecessor with several transitions
    /// into a state is listed once if their byte classes are adjacent.
    pub(crate) fn before(&self) -> Predecessors {
        let rows = self.next.chunks_exact(self.class_count).enumerate();
        let steps = rows.flat_map(|(state, row)| {
            let mut last = DEAD as u32;
            let alive = row.iter().filter(|&&next| next as usize != DEAD);
            let new = alive.filter(move |&&next| std::mem::replace(&mut last, next) != next);
            new.map(move |&next| (state, next as usize))
        });
        Predecessors::of_steps(self.len(), steps)
    }

    /// Trims the automaton: redirects each step to a state that accepts no string to the dead one.
    fn trim(&mut self) {
        let mut alive = self.accepting.clone();
        // Most steps lead to a state with a higher number, so one pass from the end finds nearly
        // all states that accept a string, and usually all states are.
        for state in (1..self.len()).rev() {
            alive[state] |= self.row(state).iter().any(|&next| alive[next as usize]);
        }
        if alive[1..].iter().all(|&is_alive| is_alive) {
            return;
        }
        let before = self.before();
        let mut pending: Vec<usize> = (0..self.len()).filter(|&state| alive[state]).collect();
        while let Some(state) = pending.pop() {
            for &earlier in before.predecessors(state) {
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

    /// The number of states, including the dead one.
    pub fn len(&self) -> usize {
        self.accepting.len()
    }

    /// The size of the table: the number of states times the number of byte classes.
    pub fn size(&self) -> usize {
        self.next.len()
    }

    /// Whether the language has no strings.
    pub fn is_empty(&self) -> bool {
        self.start == DEAD
    }

    /// The number of the start state; [`DEAD`] if the language is empty.
    pub fn start(&self) -> usize {
        self.start
    }

    /// The state that a byte leads to from a state; [`DEAD`] if no string continues with it.
    pub fn step(&self, state: usize, byte: u8) -> usize {
        self.next[state * self.class_count + usize::from(self.classes[usize::from(byte)])] as usize
    }

    /// By class of bytes: the state after it.
    pub(crate) fn row(&self, state: usize) -> &[u32] {
        &self.next[state * self.class_count..][..self.class_count]
    }

    /// Whether a state is accepting: a string that leads to it is in the language.
    pub fn is_accepting(&self, state: usize) -> bool {
        self.accepting[state]
    }

    /// The number of the class of each byte: 256 numbers, indexed by byte.
    pub fn classes(&self) -> &[u8] {
        &self.classes
    }

    /// The classes of bytes that the automaton does not distinguish.
    pub fn byte_classes(&self) -> ByteClasses {
        ByteClasses::numbered(self.class_count, |byte| self.classes[usize::from(byte)].into())
    }

    /// The length in bytes of the longest prefix of the input that some string of the language
    /// begins with.
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

    /// The bytes that the strings of the language can begin with.
    pub fn first_bytes(&self) -> CharacterSet {
        self.bytes_from(self.start)
    }

    /// The bytes by which the strings that lead to a state can go on.
    pub fn bytes_from(&self, state: usize) -> CharacterSet {
        (0..=u8::MAX).filter(|&byte| self.step(state, byte) != DEAD).collect()
    }

    /// Whether the string is in the language.
    pub fn accepts(&self, input: &[u8]) -> bool {
        self.accepting[self.state_after(input)]
    }

    /// The states that a string leads through: the start, then the state after each of its bytes.
    /// Once it is [`DEAD`], it stays so.
    pub fn states_along(&self, input: &[u8]) -> Vec<usize> {
        let steps = input.iter().scan(self.start, |state, &byte| {
            *state = self.step(*state, byte);
            Some(*state)
        });
        [self.start].into_iter().chain(steps).collect()
    }

    /// The state that a string leads to from the start; [`DEAD`] if no string of the language
    /// begins with it.
    pub fn state_after(&self, input: &[u8]) -> usize {
        let step = |state, &byte: &u8| Some(self.step(state, byte)).filter(|&next| next != DEAD);
        input.iter().try_fold(self.start, step).unwrap_or(DEAD)
    }
}
