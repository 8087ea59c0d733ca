//! Where two parts of a text may be in conflict.
//!
//! The order of a text does not matter if no alternative derives a beginning of what a later one and
//! the rest of the text derive, and no body of a repetition derives a beginning of what follows it.
//!
//! The parts are compared by languages that contain theirs. If these cannot meet, the parts cannot. If
//! they can, the conflict has strings of the rule that may show it; the exact recogniser decides which
//! do. Strings of the languages below come first, since they are strings of the parts.

use std::ops::ControlFlow;
use std::sync::Arc;

use urlbnf_language::{CharacterSet, Exceeded, Limit, Work};

use super::edges::Edges;
use super::languages::NameLanguages;
use super::pairs::{Beginning, PairSearch};
use super::shortest::ShortestStrings;
use super::unfold::Unfolding;
use super::{DEEPEST, contexts};
use crate::core::{Core, CoreKind};
use crate::grammar::{ProductionId, Span};
use crate::languages::composed::{Bound, Piece};

/// Two parts that may be in conflict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Conflict {
    /// The places of the parts.
    pub parts: [Span; 2],
    /// Strings of the rule that may show the conflict. None if the parts were too large to compare.
    pub strings: Vec<Vec<u8>>,
}

/// Looks for conflicts in the text of one rule.
pub(crate) struct ConflictFinder<'g> {
    names: &'g NameLanguages<'g>,
    shortest: &'g ShortestStrings,
    conflicts: Vec<Conflict>,
    /// How many names are expanded within each other.
    depth: usize,
}

impl<'g> ConflictFinder<'g> {
    pub fn new(names: &'g NameLanguages<'g>, shortest: &'g ShortestStrings) -> ConflictFinder<'g> {
        ConflictFinder { names, shortest, conflicts: Vec::new(), depth: 0 }
    }

    /// A string in which a name that may be empty is repeated without an end, and that name.
    pub fn endless(&self, text: &Core) -> Option<(Vec<u8>, ProductionId)> {
        let endless = |part: &Core| match &part.kind {
            CoreKind::Repetition { most: None, body, .. } => body.empty_name(),
            _ => None,
        };
        // Most texts have none, so the contexts are computed only for those that have one.
        text.each().find_map(endless)?;
        let visited = contexts::visit(
            text,
            self.shortest,
            &Arc::default(),
            &mut |part, context| match endless(part) {
                Some(name) => ControlFlow::Break((context.around(b""), name)),
                None => ControlFlow::Continue(()),
            },
        );
        visited.break_value()
    }

    /// The conflicts that may make the order of a text matter, if the names in it are read as the
    /// document reads them; and an error if the work ran out before all were found.
    pub fn order(mut self, text: &Core, work: &mut Work) -> (Vec<Conflict>, Result<(), Exceeded>) {
        let result = self.choices(text, &[], Some(&[]), work);
        (self.conflicts, result)
    }

    /// The names that a first-match parser may read otherwise than the document, because of what
    /// follows them; and an error if the work ran out before all were found. `reads` tells which names are
    /// asked for.
    pub fn overruns(
        mut self,
        text: &Core,
        reads: &dyn Fn(ProductionId) -> bool,
        work: &mut Work,
    ) -> (Vec<Conflict>, Result<(), Exceeded>) {
        let result = self.names_followed(text, &[], Some(&[]), reads, work);
        (self.conflicts, result)
    }

    /// Compares two parts, and keeps what may be a conflict. `before` is a string of what stands before both.
    fn compare(
        &mut self,
        parts: Beginning<'_>,
        before: Option<&[u8]>,
        work: &mut Work,
    ) -> Result<(), Exceeded> {
        let whole = [parts.second, parts.following].concat();
        let size = parts.first.iter().chain(&whole).map(|piece| piece.core().parts().len());
        work.ticks(1 + size.sum::<usize>())?;
        let first = self.edges(parts.first);
        if !first.is_nullable && first.differs(self.edges(&whole).first) {
            return Ok(());
        }
        // How often a counted part may still be repeated is not known, so its strings are no exceptions.
        let is_known = !whole.iter().any(|piece| matches!(piece, Piece::SomeTimes(_)));
        let parts = Beginning { except: parts.except.filter(|_| is_known), ..parts };
        let mut strings = Vec::new();
        let mut result = Ok(());
        // Strings of the languages below are strings of the parts.
        for bound in [Bound::Above, Bound::Below] {
            match PairSearch::beginnings(self.names, parts, bound, work) {
                Ok(found) if found.is_empty() && bound == Bound::Above => return Ok(()),
                Ok(found) => strings.extend(found),
                Err(exceeded) => result = Err(exceeded),
            }
        }
        if parts.except.is_some() && result.is_ok() {
            match self.is_impossible_unfolded(parts, first.first, work) {
                Ok(true) => return Ok(()),
                Ok(false) => {}
                Err(exceeded) => result = Err(exceeded),
            }
        }
        self.conflict(parts.first, &whole, before, strings);
        result
    }

    /// Whether replacing the names at the beginning of the second part shows that it cannot begin as the
    /// first part does.
    fn is_impossible_unfolded(
        &self,
        parts: Beginning<'_>,
        first: CharacterSet,
        work: &mut Work,
    ) -> Result<bool, Exceeded> {
        let mut is_changed = false;
        let mut unfolded = |pieces: &[Piece<'_>], work: &mut Work| {
            let mut unfolding = Unfolding { names: self.names, first, work };
            let cores = pieces.iter().map(|piece| {
                let core = unfolding.text(piece.core(), &mut Vec::new())?;
                is_changed |= core.is_some();
                Ok(core.unwrap_or_else(|| piece.core().clone()))
            });
            cores.collect::<Result<Vec<Core>, Exceeded>>()
        };
        let beginning = parts.following.iter().take_while(|piece| piece.is_nullable()).count() + 1;
        let beginning = beginning.min(parts.following.len());
        let second = unfolded(parts.second, work)?;
        let following = unfolded(&parts.following[..beginning], work)?;
        if !is_changed {
            return Ok(false);
        }
        fn again<'c>(pieces: &[Piece<'_>], cores: &'c [Core]) -> Vec<Piece<'c>> {
            pieces.iter().zip(cores).map(|(piece, core)| piece.with(core)).collect()
        }
        let second = again(parts.second, &second);
        let mut following = again(parts.following, &following);
        following.extend_from_slice(&parts.following[beginning..]);
        let parts = Beginning { second: &second, following: &following, ..parts };
        Ok(PairSearch::beginnings(self.names, parts, Bound::Above, work)?.is_empty())
    }

    fn edges_of(&self, text: &Core) -> Edges {
        Edges::of_text(text, &|name| self.names.edges(name))
    }

    fn edges(&self, pieces: &[Piece<'_>]) -> Edges {
        let pieces = pieces.iter().rev().map(|piece| match piece {
            Piece::Once(core) => self.edges_of(core),
            Piece::AnyTimes(body) | Piece::SomeTimes(body) => self.edges_of(body).any_times(),
        });
        pieces.fold(Edges::EMPTY, |next, piece| piece.then(next))
    }

    fn conflict(
        &mut self,
        one: &[Piece<'_>],
        other: &[Piece<'_>],
        before: Option<&[u8]>,
        strings: Vec<Vec<u8>>,
    ) {
        let place = |pieces: &[Piece<'_>]| match (pieces.first(), pieces.last()) {
            (Some(first), Some(last)) => Some(first.core().place.to(last.core().place)),
            _ => None,
        };
        if let Some(place_of_one) = place(one).or_else(|| place(other)) {
            let parts = [place_of_one, place(other).unwrap_or(place_of_one)];
            let with = |before: &[u8]| {
                strings.iter().map(|string| [before, string].concat()).collect::<Vec<_>>()
            };
            let strings = before.map(with).unwrap_or_default();
            self.conflicts.push(Conflict { parts, strings });
        }
    }

    /// Adds a short string of a part to a string, if both are known.
    fn extend(&self, string: &mut Option<Vec<u8>>, part: &Core) {
        *string = string.take().and_then(|mut string| {
            string.extend(self.shortest.of(part)?);
            Some(string)
        });
    }

    /// The choices of a text that a first-match parser may make otherwise than the document. `before`
    /// is a string before the text, and `following` are the pieces after it.
    fn choices(
        &mut self,
        text: &Core,
        following: &[Piece<'_>],
        before: Option<&[u8]>,
        work: &mut Work,
    ) -> Result<(), Exceeded> {
        work.ticks(1 + following.len())?;
        match &text.kind {
            CoreKind::Text(_) | CoreKind::Name(_) => {}
            CoreKind::Concatenation(parts) => {
                let pieces: Vec<Piece<'_>> = parts.iter().map(Piece::Once).collect();
                let mut before = before.map(<[u8]>::to_vec);
                for (at, part) in parts.iter().enumerate() {
                    if !matches!(part.kind, CoreKind::Text(_) | CoreKind::Name(_)) {
                        let following = [&pieces[at + 1..], following].concat();
                        self.choices(part, &following, before.as_deref(), work)?;
                    }
                    self.extend(&mut before, part);
                }
            }
            CoreKind::Alternation(parts) => {
                let after = self.edges(following);
                let edges: Vec<Edges> = parts.iter().map(|part| self.edges_of(part)).collect();
                for (at, one) in parts.iter().enumerate() {
                    let once = [Piece::Once(one)];
                    for (number, other) in parts.iter().enumerate().skip(at + 1) {
                        work.tick()?;
                        let right = edges[number].then(after);
                        if !edges[at].is_nullable && edges[at].differs(right.first) {
                            continue;
                        }
                        let (first, second) = (&once[..], &[Piece::Once(other)][..]);
                        let parts = Beginning { first, second, following, except: Some(first) };
                        self.compare(parts, before, work)?;
                    }
                    self.choices(one, following, before, work)?;
                }
            }
            CoreKind::Repetition { least, most, body } => {
                let once = [Piece::Once(body)];
                let rounds = [rounds(*least, *most, body)];
                // Without a limit, what follows another round is in the text too.
                let more = [once[0], rounds[0]];
                let except = match most {
                    None => Some(&more[..]),
                    Some(1) => Some(&once[..]),
                    Some(_) => None,
                };
                if *most != Some(*least) {
                    let due = self.shortest.rounds(body, *least);
                    let due = due.zip(before).map(|(due, before)| [before, &due].concat());
                    let parts = Beginning { first: &once, second: &[], following, except };
                    self.compare(parts, due.as_deref(), work)?;
                }
                let following = match most {
                    Some(1) => following.to_vec(),
                    _ => [&rounds[..], following].concat(),
                };
                self.choices(body, &following, before, work)?;
            }
        }
        Ok(())
    }

    /// The names of a text that could go on where what follows them begins.
    fn names_followed(
        &mut self,
        text: &Core,
        following: &[Piece<'_>],
        before: Option<&[u8]>,
        reads: &dyn Fn(ProductionId) -> bool,
        work: &mut Work,
    ) -> Result<(), Exceeded> {
        work.ticks(1 + following.len())?;
        match &text.kind {
            CoreKind::Text(_) => {}
            CoreKind::Name(id) => {
                let extensions = self.edges_of(text).extensions;
                let first = self.edges(following).first;
                let differs = extensions.is_some_and(|bytes| bytes.intersection(first).is_empty());
                // The parser makes each choice in the name's text on the input that includes what follows
                // the name.
                if reads(*id) && !differs {
                    if self.depth == DEEPEST {
                        return Err(Exceeded { limit: Limit::Depth, most: DEEPEST as u64 });
                    }
                    let text = self.names.text(*id);
                    self.choices(text, following, before, work)?;
                    self.depth += 1;
                    self.names_followed(text, following, before, reads, work)?;
                    self.depth -= 1;
                }
            }
            CoreKind::Concatenation(parts) => {
                let pieces: Vec<Piece<'_>> = parts.iter().map(Piece::Once).collect();
                let mut before = before.map(<[u8]>::to_vec);
                for (at, part) in parts.iter().enumerate() {
                    if part.has_names {
                        let following = [&pieces[at + 1..], following].concat();
                        self.names_followed(part, &following, before.as_deref(), reads, work)?;
                    }
                    self.extend(&mut before, part);
                }
            }
            CoreKind::Alternation(parts) => {
                for part in parts.iter().filter(|part| part.has_names) {
                    self.names_followed(part, following, before, reads, work)?;
                }
            }
            CoreKind::Repetition { least, most, body } => {
                let following = match most {
                    Some(1) => following.to_vec(),
                    _ => [&[rounds(*least, *most, body)], following].concat(),
                };
                self.names_followed(body, &following, before, reads, work)?;
            }
        }
        Ok(())
    }
}

/// What may follow a round of a repetition: other rounds.
fn rounds(least: usize, most: Option<usize>, body: &Core) -> Piece<'_> {
    match (least, most) {
        (0 | 1, None) => Piece::AnyTimes(body),
        _ => Piece::SomeTimes(body),
    }
}
