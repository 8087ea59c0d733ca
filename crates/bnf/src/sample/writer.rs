//! Strings written from a layout, so that in the end every alternative was used.
//!
//! At each choice the writer takes the way to the nearest alternative that was
//! not used yet; where all were, the shortest. So each string uses at least one
//! that no earlier one did, and what it uses, it derives (Purdom, "A sentence
//! generator for testing parsers", 1972, to which this comes close).

use super::layout::{BranchId, Layout, NEVER, Part, PartId};
use crate::automaton::PLAINEST_FIRST;
use crate::grammar::{CharacterSet, ProductionId};

/// How strings are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Once round each repetition, but for characters: short, and one after the other.
    Readable,
    /// Round and round, up to so many bytes, while there is something new to use.
    Packed(usize),
}

/// Writes strings, and keeps which alternatives they used.
pub(super) struct Writer<'l> {
    layout: &'l Layout,
    start: ProductionId,
    style: Style,
    unused: Vec<bool>,
    /// By part, how many choices away the nearest unused alternative is.
    distances: Vec<usize>,
    stale: bool,
    string: Vec<u8>,
    /// Whether the string uses something new.
    uses_new: bool,
    letters: u8,
    digits: u8,
    /// How many alternatives were used so far.
    used: usize,
    /// The productions that are being written, each with where it began, and how many
    /// alternatives were used before it.
    open: Vec<(ProductionId, usize, usize)>,
    /// In how many of them only the shortest way is taken.
    begun_again: usize,
}

impl<'l> Writer<'l> {
    pub fn new(layout: &'l Layout, start: ProductionId, style: Style) -> Self {
        Writer {
            layout,
            start,
            style,
            unused: vec![true; layout.alternatives.len()],
            distances: vec![NEVER; layout.parts.len()],
            stale: true,
            string: Vec::new(),
            uses_new: false,
            letters: 0,
            digits: 0,
            used: 0,
            open: Vec::new(),
            begun_again: 0,
        }
    }

    /// By alternative, whether no string used it so far.
    pub fn unused(&self) -> &[bool] {
        &self.unused
    }

    fn part(&mut self, id: PartId) {
        let layout = self.layout;
        match &layout.parts[id] {
            Part::Text(text) => self.string.extend(text),
            Part::Class(class) => self.character(*class),
            Part::Sequence(parts) => parts.iter().for_each(|&part| self.part(part)),
            Part::Name(production) => {
                let here = (*production, self.string.len(), self.used);
                // What begins with itself would never end, looking for something new; nor would
                // what is in itself, if nothing new was used on the way.
                let same = |&(open, start, used): &(ProductionId, usize, usize)| {
                    open == here.0 && (start == here.1 || used == here.2)
                };
                let again = usize::from(self.open.iter().any(same));
                self.open.push(here);
                self.begun_again += again;
                layout.body(*production).into_iter().for_each(|body| self.part(body));
                self.begun_again -= again;
                self.open.pop();
            }
            Part::Choice(branches) => {
                let has_unused = self.has_unused(id);
                let best = branches.iter().filter(|(_, part)| layout.shortest[*part] != NEVER);
                let best = best.min_by_key(|&&(branch, part)| {
                    let length = layout.shortest[part];
                    match has_unused {
                        // What is empty shows least, so it comes last.
                        true => (self.distance_of(branch, part), usize::from(length == 0)),
                        // Of what begins with itself, the way out of it.
                        false if self.begun_again > 0 => (length, layout.depths[part]),
                        false => (length, 0),
                    }
                });
                if let Some(&(branch, part)) = best {
                    self.take(branch);
                    self.part(part);
                }
            }
            Part::Optional { written, left_out, body } => {
                let (written, left_out, body) = (*written, *left_out, *body);
                if self.wants(written, left_out, body) {
                    self.take(written);
                    self.part(body);
                } else {
                    self.take(left_out);
                }
            }
            Part::Repetition { at_least, at_most, branches, body } => {
                let (at_least, body) = (*at_least, *body);
                (0..at_least).for_each(|_| self.part(body));
                let mut left = at_most.map_or(usize::MAX, |most| most.saturating_sub(at_least));
                if let Some((written, left_out)) = *branches {
                    if !self.wants(written, left_out, body) {
                        return self.take(left_out);
                    }
                    self.take(written);
                    self.part(body);
                    left = left.saturating_sub(1);
                }
                let again = self.style != Style::Readable || layout.is_character(body);
                while again && left > 0 && self.has_unused(body) {
                    self.part(body);
                    left -= 1;
                }
            }
        }
    }

    /// Whether a part that may be left out is to be written.
    fn wants(&mut self, written: BranchId, left_out: BranchId, body: PartId) -> bool {
        if self.layout.shortest[body] == NEVER || self.is_full() {
            return false;
        }
        self.unused[written] || !self.unused[left_out] && self.has_unused(body)
    }

    /// Whether something new can be used in a part, and should.
    fn has_unused(&mut self, id: PartId) -> bool {
        self.measure();
        self.distances[id] != NEVER && !self.is_full()
    }

    fn is_full(&self) -> bool {
        match self.style {
            _ if self.begun_again > 0 => true,
            Style::Readable => false,
            Style::Packed(longest) => self.uses_new && self.string.len() >= longest,
        }
    }

    fn take(&mut self, branch: BranchId) {
        if std::mem::replace(&mut self.unused[branch], false) {
            self.uses_new = true;
            self.used += 1;
            self.stale = true;
        }
    }

    fn distance_of(&self, branch: BranchId, part: PartId) -> usize {
        match self.layout.shortest[part] {
            NEVER => NEVER,
            _ if self.unused[branch] => 0,
            _ => self.distances[part].saturating_add(1),
        }
    }

    /// Measures the distances anew, if something was used since.
    fn measure(&mut self) {
        if !std::mem::replace(&mut self.stale, false) {
            return;
        }
        self.distances.fill(NEVER);
        loop {
            let mut changed = false;
            for id in 0..self.distances.len() {
                let distance = self.distance(id);
                changed |= std::mem::replace(&mut self.distances[id], distance) != distance;
            }
            if !changed {
                return;
            }
        }
    }

    fn distance(&self, id: PartId) -> usize {
        if self.layout.shortest[id] == NEVER {
            return NEVER;
        }
        match &self.layout.parts[id] {
            Part::Text(_) | Part::Class(_) => NEVER,
            Part::Sequence(parts) => {
                parts.iter().map(|&part| self.distances[part]).min().unwrap_or(NEVER)
            }
            Part::Name(production) => {
                self.layout.body(*production).map_or(NEVER, |body| self.distances[body])
            }
            Part::Choice(branches) => {
                let distances =
                    branches.iter().map(|&(branch, part)| self.distance_of(branch, part));
                distances.min().unwrap_or(NEVER)
            }
            Part::Optional { written, left_out, body }
            | Part::Repetition { branches: Some((written, left_out)), body, .. } => {
                let out = if self.unused[*left_out] { 0 } else { NEVER };
                self.distance_of(*written, *body).min(out)
            }
            Part::Repetition { body, .. } => self.distances[*body],
        }
    }

    /// A character of a class: the next letter, else the next digit, else the plainest.
    fn character(&mut self, class: CharacterSet) {
        let next = |from: u8, first: u8, count: u8| {
            let order = (from..count).chain(0..from).map(move |at| first + at % count);
            order.into_iter().find(|&byte| class.contains(byte))
        };
        let byte = match next(self.letters, b'a', 26).filter(|_| class.contains(b'z')) {
            Some(letter) => {
                self.letters = (letter - b'a' + 1) % 26;
                Some(letter)
            }
            None => match next(self.digits, b'1', 9) {
                Some(digit) if class.contains(b'9') => {
                    self.digits = (digit - b'1' + 1) % 9;
                    Some(digit)
                }
                _ => PLAINEST_FIRST.iter().copied().find(|&byte| class.contains(byte)),
            },
        };
        self.string.extend(byte);
    }
}

/// Strings until nothing is left to use.
impl Iterator for Writer<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let body = self.layout.body(self.start)?;
        (self.string, self.uses_new, self.letters, self.digits) = (Vec::new(), false, 0, 0);
        if !self.has_unused(body) {
            return None;
        }
        self.part(body);
        // Nothing new is never written: the nearest was reached.
        self.uses_new.then(|| std::mem::take(&mut self.string))
    }
}
