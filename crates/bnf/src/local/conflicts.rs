//! Where two parts of a text may be in conflict.
//!
//! The order of a text does not matter if no alternative derives a beginning of what a later one and
//! the rest of the text derive, and no body of a repetition derives a beginning of what follows it.
//!
//! The parts are compared by languages that contain theirs. If these cannot meet, the parts cannot. If
//! they can, the conflict has strings of the rule that may show it; the exact recogniser decides which
//! do. Strings of the languages below come first, since they are strings of the parts.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use urlbnf_language::{Dfa, Exceeded, Work};

use super::contexts;
use super::edges::Edges;
use super::languages::{NameLanguages, small};
use super::overlap;
use super::pairs::PairSearch;
use super::shortest::ShortestStrings;
use crate::core::{Core, CoreKind};
use crate::grammar::{ProductionId, Span};
use crate::languages::composed::{self, Bound, Piece};

/// Two parts that may be in conflict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Conflict {
    /// The places of the parts.
    pub parts: [Span; 2],
    /// Strings of the rule that may show the conflict. None if the parts were too large to compare.
    pub strings: Vec<Vec<u8>>,
}

/// What a conflict is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meeting {
    /// The second begins with a string of the first.
    Beginning,
    /// The first could go on where the second begins.
    Overrun,
}

impl Meeting {
    /// Whether the next byte shows that the parts cannot meet so.
    fn is_impossible(self, left: Edges, right: Edges) -> bool {
        match self {
            Meeting::Beginning => !left.is_nullable && left.differs(right.first),
            Meeting::Overrun => left.extensions.is_some_and(|bytes| right.differs(bytes)),
        }
    }
}

/// By piece: its place in memory, and whether it is repeated.
type PieceKeys = Vec<(*const Core, bool)>;

/// Looks for conflicts in the text of one rule.
pub(crate) struct ConflictFinder<'g> {
    names: &'g NameLanguages<'g>,
    shortest: &'g ShortestStrings,
    /// The languages of pieces.
    languages: RefCell<HashMap<(PieceKeys, Bound), Arc<Dfa>>>,
    conflicts: Vec<Conflict>,
}

impl<'g> ConflictFinder<'g> {
    pub fn new(names: &'g NameLanguages<'g>, shortest: &'g ShortestStrings) -> ConflictFinder<'g> {
        let languages = RefCell::default();
        ConflictFinder { names, shortest, languages, conflicts: Vec::new() }
    }

    /// A string in which a name that may be empty is repeated without an end, and that name.
    pub fn endless(&self, text: &Core) -> Option<(Vec<u8>, ProductionId)> {
        let endless = |part: &Core| match &part.kind {
            CoreKind::Repetition { most: None, body, .. } if body.is_nullable => {
                let mut names = body.each().filter(|part| part.is_nullable);
                names.find_map(|part| match part.kind {
                    CoreKind::Name(id) => Some(id),
                    _ => None,
                })
            }
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

    /// Compares two lists of pieces, and keeps what may be a conflict. Strings of `except` are no conflict:
    /// they are also derived if the first part is taken. `before` is a string of what stands before both.
    fn compare(
        &mut self,
        meeting: Meeting,
        [one, other]: [&[Piece<'_>]; 2],
        except: Option<&[Piece<'_>]>,
        before: Option<&[u8]>,
        work: &mut Work,
    ) -> Result<(), Exceeded> {
        let size = one.iter().chain(other).map(|piece| piece.core().parts().len());
        work.ticks(1 + size.sum::<usize>())?;
        if meeting.is_impossible(self.edges(one), self.edges(other)) {
            return Ok(());
        }
        let mut strings = Vec::new();
        if meeting == Meeting::Beginning {
            for bound in [Bound::Above, Bound::Below] {
                match PairSearch::beginnings(self.names, [one, other], bound, work) {
                    Ok(found) if found.is_empty() && bound == Bound::Above => return Ok(()),
                    Ok(found) => strings.extend(found),
                    Err(exceeded) => {
                        self.conflict(one, other, before, strings);
                        return Err(exceeded);
                    }
                }
            }
        }
        let meet = |bound: Bound, work: &mut Work| -> Result<Vec<Vec<u8>>, Exceeded> {
            let (left, right) =
                (self.language(one, bound, work)?, self.language(other, bound, work)?);
            match meeting {
                Meeting::Overrun => overlap::overrun(&left, &right, work),
                Meeting::Beginning => {
                    let opposite = match bound {
                        Bound::Above => Bound::Below,
                        _ => Bound::Above,
                    };
                    // What is not known to be derived is no exception.
                    let is_exact = |pieces: &&[Piece<'_>]| {
                        !pieces.iter().any(|piece| matches!(piece, Piece::SomeTimes(_)))
                    };
                    let except = match except.filter(is_exact) {
                        Some(except) => self.language(except, opposite, work)?,
                        None => Arc::new(Dfa::none()),
                    };
                    overlap::beginning(&left, &right, &except, work)
                }
            }
        };
        let met = meet(Bound::Above, work);
        if met.as_ref().is_ok_and(Vec::is_empty) {
            return Ok(());
        }
        // Strings of the languages below are strings of the parts.
        let below = meet(Bound::Below, work);
        strings.extend([&met, &below].into_iter().flatten().flatten().cloned());
        self.conflict(one, other, before, strings);
        met.and(below).map(|_| ())
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

    /// The language of some pieces, from one side.
    fn language(
        &self,
        pieces: &[Piece<'_>],
        bound: Bound,
        work: &mut Work,
    ) -> Result<Arc<Dfa>, Exceeded> {
        let key = |piece: &Piece<'_>| match piece {
            Piece::Once(core) => (std::ptr::from_ref(*core), false),
            Piece::AnyTimes(core) | Piece::SomeTimes(core) => (std::ptr::from_ref(*core), true),
        };
        let key = (pieces.iter().map(key).collect(), bound);
        if let Some(known) = self.languages.borrow().get(&key) {
            return Ok(Arc::clone(known));
        }
        let nfa = composed::nfa(pieces, self.names.languages(bound), bound, work)?;
        let language = match nfa.map(|nfa| small(&nfa, work)).transpose()? {
            Some((language, is_cut)) if bound == Bound::Above || !is_cut => language,
            _ => Dfa::none(),
        };
        let language = Arc::new(language);
        work.grow::<u32>(language.size())?;
        self.languages.borrow_mut().insert(key, Arc::clone(&language));
        Ok(language)
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
                    let except = [&[Piece::Once(one)], following].concat();
                    for (number, other) in parts.iter().enumerate().skip(at + 1) {
                        work.tick()?;
                        let right = edges[number].then(after);
                        if Meeting::Beginning.is_impossible(edges[at], right) {
                            continue;
                        }
                        let whole = [&[Piece::Once(other)], following].concat();
                        let both = [&[Piece::Once(one)][..], &whole];
                        self.compare(Meeting::Beginning, both, Some(&except), before, work)?;
                    }
                    self.choices(one, following, before, work)?;
                }
            }
            CoreKind::Repetition { least, most, body } => {
                let once = [Piece::Once(body)];
                let rounds = [rounds(*least, *most, body)];
                // Without a limit, what follows another round is in the text too.
                let except = match most {
                    None => Some([&[once[0], rounds[0]], following].concat()),
                    Some(1) => Some([&once[..], following].concat()),
                    Some(_) => None,
                };
                if *most != Some(*least) {
                    let due = self.shortest.rounds(body, *least);
                    let due = due.zip(before).map(|(due, before)| [before, &due].concat());
                    let both = [&once[..], following];
                    let (except, before) = (except.as_deref(), due.as_deref());
                    self.compare(Meeting::Beginning, both, except, before, work)?;
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
                if reads(*id) {
                    let both = [&[Piece::Once(text)][..], following];
                    self.compare(Meeting::Overrun, both, None, before, work)?;
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
