//! Writes strings from a layout until every alternative has been used.
//!
//! At each choice the writer moves towards the nearest unused alternative, or takes the shortest
//! branch if none is left. So each string uses at least one alternative that no earlier one did.
//! This is close to Purdom, "A sentence generator for testing parsers", 1972.

use urlbnf_language::{Exceeded, Limit, Work};

use super::layout::{BranchId, GeneratorLayout, GeneratorPart, GeneratorPartId, NEVER};
use crate::automaton::PLAINEST_FIRST;
use crate::grammar::{CharacterSet, ProductionId};

/// The maximum nesting depth of parts. The writer recurses once for each level.
const DEEPEST: usize = 5_000;

/// How strings are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WritingStyle {
    /// Short: each repetition is written once, except those of single characters.
    Readable,
    /// Long: repetitions continue while they can use something new, up to this many bytes.
    Packed(usize),
}

/// Writes strings, and records which alternatives they use.
pub(super) struct CoverageWriter<'l> {
    layout: &'l GeneratorLayout,
    start: ProductionId,
    style: WritingStyle,
    unused: Vec<bool>,
    /// By part: the number of choices to the nearest unused alternative.
    distances: Vec<usize>,
    stale: bool,
    string: Vec<u8>,
    /// Whether the string uses something new.
    uses_new: bool,
    letters: u8,
    digits: u8,
    /// How many alternatives have been used.
    used: usize,
    /// The productions that are being written. Each has the length of the string and the number
    /// of used alternatives at its beginning.
    open: Vec<(ProductionId, usize, usize)>,
    /// The number of nested parts that are being written.
    depth: usize,
    /// How many of the open productions are only written in the shortest way.
    begun_again: usize,
    work: Work,
    /// The limit that was exceeded. Nothing more is written then.
    exceeded: Option<Exceeded>,
}

impl<'l> CoverageWriter<'l> {
    pub fn new(
        layout: &'l GeneratorLayout,
        start: ProductionId,
        style: WritingStyle,
        work: Work,
    ) -> Self {
        CoverageWriter {
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
            depth: 0,
            begun_again: 0,
            work,
            exceeded: None,
        }
    }

    /// The limit that was exceeded, if any.
    pub fn exceeded(&self) -> Option<Exceeded> {
        self.exceeded
    }

    /// Counts parts that are looked at.
    fn count(&mut self, parts: usize) {
        if self.exceeded.is_none() {
            self.exceeded = self.work.ticks(parts).err();
        }
    }

    /// By alternative: whether no string has used it.
    pub fn unused(&self) -> &[bool] {
        &self.unused
    }

    fn part(&mut self, id: GeneratorPartId) {
        if self.depth == DEEPEST {
            self.exceeded = Some(Exceeded { limit: Limit::Depth, most: DEEPEST as u64 });
        }
        if self.exceeded.is_some() {
            return;
        }
        self.count(1);
        self.depth += 1;
        self.write(id);
        self.depth -= 1;
    }

    fn write(&mut self, id: GeneratorPartId) {
        let layout = self.layout;
        match &layout.parts[id] {
            GeneratorPart::Text(text) => {
                self.count(text.len());
                self.string.extend(text);
            }
            GeneratorPart::Class(class) => self.character(*class),
            GeneratorPart::Sequence(parts) => parts.iter().for_each(|&part| self.part(part)),
            GeneratorPart::Name(production) => {
                self.count(1 + self.open.len());
                let here = (*production, self.string.len(), self.used);
                // A production that begins with itself, or recurs without using something new,
                // would recurse forever in its search.
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
            GeneratorPart::Choice(branches) => {
                self.count(branches.len());
                let has_unused = self.has_unused(id);
                let best = branches.iter().filter(|(_, part)| layout.shortest[*part] != NEVER);
                let best = best.min_by_key(|&&(branch, part)| {
                    let length = layout.shortest[part];
                    match has_unused {
                        // An empty part shows least, so it comes last.
                        true => (self.distance_of(branch, part), usize::from(length == 0)),
                        // Inside a production that begins with itself, the shallowest derivation.
                        false if self.begun_again > 0 => (length, layout.depths[part]),
                        false => (length, 0),
                    }
                });
                if let Some(&(branch, part)) = best {
                    self.take(branch);
                    self.part(part);
                }
            }
            GeneratorPart::Optional { written, left_out, body } => {
                let (written, left_out, body) = (*written, *left_out, *body);
                if self.wants(written, left_out, body) {
                    self.take(written);
                    self.part(body);
                } else {
                    self.take(left_out);
                }
            }
            GeneratorPart::Repetition { at_least, at_most, branches, body } => {
                let (at_least, body) = (*at_least, *body);
                for _ in 0..at_least {
                    self.count(1);
                    if self.exceeded.is_some() {
                        return;
                    }
                    self.part(body);
                }
                let mut left = at_most.map_or(usize::MAX, |most| most.saturating_sub(at_least));
                if let Some((written, left_out)) = *branches {
                    if !self.wants(written, left_out, body) {
                        return self.take(left_out);
                    }
                    self.take(written);
                    self.part(body);
                    left = left.saturating_sub(1);
                }
                let again = self.style != WritingStyle::Readable || layout.is_character(body);
                while again && left > 0 && self.has_unused(body) {
                    self.part(body);
                    left -= 1;
                }
            }
        }
    }

    /// Whether an optional part is written.
    fn wants(&mut self, written: BranchId, left_out: BranchId, body: GeneratorPartId) -> bool {
        if self.layout.shortest[body] == NEVER || self.is_full() {
            return false;
        }
        self.unused[written] || !self.unused[left_out] && self.has_unused(body)
    }

    /// Whether a part contains something unused, and the string still has room for it.
    fn has_unused(&mut self, id: GeneratorPartId) -> bool {
        self.measure();
        self.distances[id] != NEVER && !self.is_full()
    }

    fn is_full(&self) -> bool {
        match self.style {
            _ if self.begun_again > 0 || self.exceeded.is_some() => true,
            WritingStyle::Readable => false,
            WritingStyle::Packed(longest) => self.uses_new && self.string.len() >= longest,
        }
    }

    fn take(&mut self, branch: BranchId) {
        if std::mem::replace(&mut self.unused[branch], false) {
            self.uses_new = true;
            self.used += 1;
            self.stale = true;
        }
    }

    fn distance_of(&self, branch: BranchId, part: GeneratorPartId) -> usize {
        match self.layout.shortest[part] {
            NEVER => NEVER,
            _ if self.unused[branch] => 0,
            _ => self.distances[part].saturating_add(1),
        }
    }

    /// Recomputes the distances if something was used since.
    fn measure(&mut self) {
        if !std::mem::replace(&mut self.stale, false) {
            return;
        }
        self.distances.fill(NEVER);
        while self.exceeded.is_none() {
            self.count(self.distances.len());
            let mut changed = false;
            for &id in &self.layout.order {
                let distance = self.distance(id);
                changed |= std::mem::replace(&mut self.distances[id], distance) != distance;
            }
            if !changed {
                return;
            }
        }
    }

    fn distance(&self, id: GeneratorPartId) -> usize {
        if self.layout.shortest[id] == NEVER {
            return NEVER;
        }
        match &self.layout.parts[id] {
            GeneratorPart::Text(_) | GeneratorPart::Class(_) => NEVER,
            GeneratorPart::Sequence(parts) => {
                parts.iter().map(|&part| self.distances[part]).min().unwrap_or(NEVER)
            }
            GeneratorPart::Name(production) => {
                self.layout.body(*production).map_or(NEVER, |body| self.distances[body])
            }
            GeneratorPart::Choice(branches) => {
                let distances =
                    branches.iter().map(|&(branch, part)| self.distance_of(branch, part));
                distances.min().unwrap_or(NEVER)
            }
            GeneratorPart::Optional { written, left_out, body }
            | GeneratorPart::Repetition { branches: Some((written, left_out)), body, .. } => {
                let out = if self.unused[*left_out] { 0 } else { NEVER };
                self.distance_of(*written, *body).min(out)
            }
            GeneratorPart::Repetition { body, .. } => self.distances[*body],
        }
    }

    /// A character of a class: the next letter, or else the next digit, or else the plainest.
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

/// The strings, until everything usable has been used.
impl Iterator for CoverageWriter<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let body = self.layout.body(self.start).filter(|_| self.exceeded.is_none())?;
        (self.string, self.uses_new, self.letters, self.digits) = (Vec::new(), false, 0, 0);
        if !self.has_unused(body) {
            return None;
        }
        self.part(body);
        if self.exceeded.is_some() {
            return None;
        }
        // The string reaches the nearest unused alternative, so it always uses something new.
        self.uses_new.then(|| std::mem::take(&mut self.string))
    }
}
