//! Runs of an automaton over an input, with all positions at once.
//!
//! For each waiting position the walk keeps the byte offsets at which the productions of its
//! chain were entered, along the preferred path.

mod unfinished;

use super::Automaton;
use crate::grammar::{ProductionId, first_character};
pub use unfinished::Unfinished;

/// A run of an automaton after some bytes of input.
///
/// ```
/// use urlbnf_bnf::automaton::{Automaton, Language, Walk};
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "time = hour \":\" minute\nhour = 2DIGIT\nminute = 2DIGIT\n";
/// let grammar = Grammar::read("time.abnf", text, Reading::Printed)?;
/// let automaton = Automaton::new(&grammar, &Language::of(grammar.start()))?;
/// let mut walk = Walk::new(&automaton);
/// assert!(walk.follow(b"12:3") && !walk.may_end());
/// let waits = walk.waiting().next().unwrap();
/// let chain: Vec<&str> =
///     automaton.chain(waits.position).iter().map(|&id| grammar.name(id)).collect();
/// assert_eq!((chain, waits.entered), (vec!["time", "minute"], 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Walk<'a> {
    automaton: &'a Automaton,
    offset: usize,
    may_end: bool,
    waiting: Waiting,
    spare: Waiting,
    /// By position: the step in which it was last added.
    added: Vec<u32>,
    steps: u32,
}

/// The waiting positions, each with a row of the offsets at which its productions were entered.
/// Positions that were entered alike share a row.
#[derive(Debug, Clone, Default)]
struct Waiting {
    positions: Vec<usize>,
    /// By position: where its row begins.
    places: Vec<usize>,
    rows: Vec<usize>,
}

impl Waiting {
    fn clear(&mut self) {
        self.positions.clear();
        self.places.clear();
        self.rows.clear();
    }
}

/// The configuration of a walk, independent of the input that led to it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Stance {
    positions: Vec<usize>,
    /// The row of each position, one after the other.
    rows: Vec<usize>,
    may_end: bool,
    offset: usize,
}

impl Stance {
    /// The configuration without the order in which productions were entered. What is left
    /// decides whether a string is accepted.
    pub fn plain(mut self) -> Stance {
        self.positions.sort_unstable();
        self.rows.fill(0);
        self.offset = 0;
        self
    }

    /// Whether a string of the language ends here.
    pub fn may_end(&self) -> bool {
        self.may_end
    }

    /// The number of values that it holds: the waiting positions, and for each the offsets at
    /// which the productions of its chain were entered.
    pub fn size(&self) -> usize {
        self.positions.len() + self.rows.len()
    }
}

/// A position that waits for the next byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thread {
    /// The number of the position.
    pub position: usize,
    /// The byte offset at which the production of the position was entered.
    pub entered: usize,
}

impl<'a> Walk<'a> {
    /// A walk at the beginning of an input.
    pub fn new(automaton: &'a Automaton) -> Self {
        let mut walk = Walk {
            automaton,
            offset: 0,
            may_end: automaton.accepts_empty,
            waiting: Waiting::default(),
            spare: Waiting::default(),
            added: vec![0; automaton.positions.len()],
            steps: 1,
        };
        for edge in &automaton.first {
            walk.waiting.positions.push(edge.target as usize);
        }
        walk.waiting.places = vec![0; walk.waiting.positions.len()];
        walk.waiting.rows = vec![0; automaton.depth];
        walk
    }

    /// Takes a byte. If no string continues with it, returns `false` and changes nothing.
    pub fn step(&mut self, byte: u8) -> bool {
        let takes = |automaton: &Automaton, position: usize| {
            automaton.positions[position].characters.contains(byte)
        };
        self.advance(takes, 1)
    }

    /// Takes bytes up to the first with which no string continues. Returns whether it took all.
    ///
    /// In a grammar of code points it takes whole characters only.
    pub fn follow(&mut self, bytes: &[u8]) -> bool {
        if !self.automaton.has_characters() {
            return bytes.iter().all(|&byte| self.step(byte));
        }
        let mut rest = bytes;
        while let Some(&first) = rest.first() {
            let length = match first {
                0..0x80 => 1,
                _ => first_character(rest).map_or(0, char::len_utf8),
            };
            let (character, behind) = rest.split_at(length);
            let before = (length > 1).then(|| self.clone());
            if length == 0 || !character.iter().all(|&byte| self.step(byte)) {
                if let Some(before) = before {
                    *self = before;
                }
                return false;
            }
            rest = behind;
        }
        true
    }

    /// Takes a whole child that is `length` bytes long.
    pub(crate) fn step_child(&mut self, child: ProductionId, length: usize) -> bool {
        self.advance(
            |automaton, position| automaton.positions[position].child == Some(child),
            length,
        )
    }

    fn advance(&mut self, takes: impl Fn(&Automaton, usize) -> bool, length: usize) -> bool {
        let automaton = self.automaton;
        let depth = automaton.depth;
        let after = self.offset + length;
        let mut may_end = false;
        self.steps = self.steps.wrapping_add(1);
        if self.steps == 0 {
            // The step number has wrapped around.
            self.added.fill(0);
            self.steps = 1;
        }
        self.spare.clear();
        for (slot, &position) in self.waiting.positions.iter().enumerate() {
            if !takes(automaton, position) {
                continue;
            }
            may_end |= automaton.last[position];
            let row = &self.waiting.rows[self.waiting.places[slot]..][..depth];
            let (mut entered, mut place) = (None, 0);
            for edge in &automaton.follow[position] {
                let target = edge.target as usize;
                if std::mem::replace(&mut self.added[target], self.steps) == self.steps {
                    continue;
                }
                if entered != Some((edge.kept, edge.begun)) {
                    entered = Some((edge.kept, edge.begun));
                    place = self.spare.rows.len();
                    let kept = &row[..edge.kept as usize];
                    self.spare.rows.extend_from_slice(kept);
                    if let Some(&begun) = kept.last().filter(|_| edge.begun > edge.kept) {
                        self.spare.rows.resize(place + edge.begun as usize, begun);
                    }
                    self.spare.rows.resize(place + depth, after);
                }
                self.spare.positions.push(target);
                self.spare.places.push(place);
            }
        }
        if self.spare.positions.is_empty() && !may_end {
            return false;
        }
        std::mem::swap(&mut self.waiting, &mut self.spare);
        self.may_end = may_end;
        self.offset = after;
        true
    }

    /// The automaton of this walk.
    pub fn automaton(&self) -> &'a Automaton {
        self.automaton
    }

    /// Whether some waiting position is inside an escape.
    pub fn is_in_escape(&self) -> bool {
        let mut waiting = self.waiting.positions.iter();
        waiting.any(|&position| self.automaton.positions[position].in_escape)
    }

    /// The number of bytes taken.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Whether the input so far is a string of the language.
    pub fn may_end(&self) -> bool {
        self.may_end
    }

    /// The positions that wait for the next byte, preferred first.
    pub fn waiting(&self) -> impl Iterator<Item = Thread> + '_ {
        self.waiting.positions.iter().enumerate().map(move |(slot, &position)| {
            let frame = &self.automaton.frames[self.automaton.positions[position].frame];
            Thread { position, entered: self.entered(slot, frame.depth) }
        })
    }

    /// The offset at which a production of a waiting position was entered, by its depth.
    fn entered(&self, slot: usize, depth: usize) -> usize {
        self.waiting.rows[self.waiting.places[slot] + depth]
    }

    /// The configuration, which decides how the walk continues. It keeps only the order of the
    /// offsets at which productions were entered, so there are finitely many.
    pub fn stance(&self) -> Stance {
        let depth = self.automaton.depth;
        // The productions of a slot, by their depths.
        let open = |slot: usize| {
            let frame = self.automaton.positions[self.waiting.positions[slot]].frame;
            0..=self.automaton.frames[frame].depth
        };
        let slots = 0..self.waiting.positions.len();
        let mut entered: Vec<usize> = slots
            .clone()
            .flat_map(|slot| open(slot).map(move |level| self.entered(slot, level)))
            .collect();
        entered.sort_unstable();
        entered.dedup();
        let mut rows = vec![0; self.waiting.positions.len() * depth];
        for slot in slots {
            for level in open(slot) {
                let offset = self.entered(slot, level);
                rows[slot * depth + level] = entered.partition_point(|&other| other < offset);
            }
        }
        let (positions, offset) = (self.waiting.positions.clone(), entered.len());
        Stance { positions, rows, may_end: self.may_end, offset }
    }

    /// Continues from a configuration, whatever was walked before.
    pub fn resume(&mut self, stance: &Stance) {
        self.waiting.positions.clone_from(&stance.positions);
        self.waiting.rows.clone_from(&stance.rows);
        let depth = self.automaton.depth;
        self.waiting.places = (0..stance.positions.len()).map(|slot| slot * depth).collect();
        self.may_end = stance.may_end;
        self.offset = stance.offset;
    }

    /// Keeps only some of the waiting positions. Returns whether any were removed.
    pub fn retain(&mut self, keep: impl Fn(usize) -> bool) -> bool {
        let before = self.waiting.positions.len();
        let slots = self.waiting.positions.iter().zip(&self.waiting.places);
        let kept = slots.filter(|(position, _)| keep(**position)).map(|(&it, &place)| (it, place));
        (self.waiting.positions, self.waiting.places) = kept.unzip();
        self.waiting.positions.len() < before
    }
}
