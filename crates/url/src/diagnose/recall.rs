//! Reuses the diagnostic of one string for others that fail in the same state.
//!
//! Most of a diagnostic follows from the state in which the automaton stopped and from the byte
//! there: the production, its chain, and everything expected. A million lines have only some
//! hundreds of such pairs, so this part is computed for the first line of a pair and kept. The
//! rest depends on the line and is computed anew: the offset, the reason, the repair, the
//! notes.

use std::cell::{OnceCell, RefCell};

use super::attempt::Attempt;
use super::errata::Errata;
use super::track::{Cursors, Stop, Track as _, Tracks as _};
use super::{Diagnostic, Examination, Fitting, Note, note, reason, repair};
use crate::bnf::ProductionId;
use crate::verdict::{Judge, JudgedBy, Judgement, Verdict};

/// The longest string whose diagnostic is reused, in bytes.
const LONGEST_RECALLED: usize = 1 << 12;

/// Recalls the diagnostics of one judge.
#[derive(Debug)]
pub(crate) struct Recaller<'j> {
    judge: &'j Judge,
    cursors: OnceCell<Cursors<'j>>,
    /// The cursors and errata of the corrected reading, if the judge uses the printed one.
    corrected: OnceCell<(Cursors<'j>, Errata)>,
    /// The last scheme without a production of its own, and the notes on it.
    open: RefCell<Option<(String, Vec<Note>)>>,
}

/// The place where a string fails.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'f> {
    /// The offset in bytes.
    pub offset: usize,
    /// Whether its first `:`, as far as it was read, can only be the end of a scheme.
    pub colon_ends_scheme: bool,
    /// The state of an earlier string that stopped at the same byte in the same state.
    pub stop: Option<Stop>,
    /// Whether the corrected reading accepts the string, if that was computed.
    pub is_corrected: Option<bool>,
    /// Which reasons are possible there.
    pub fitting: &'f Fitting,
}

impl<'j> Recaller<'j> {
    /// Creates a recaller for a judge.
    pub fn new(judge: &'j Judge) -> Recaller<'j> {
        let (cursors, corrected) = (OnceCell::new(), OnceCell::new());
        Recaller { judge, cursors, corrected, open: RefCell::default() }
    }

    /// Whether diagnostics can be recalled for a string.
    #[inline]
    pub fn is_for(&self, input: &[u8]) -> bool {
        let has_automaton = !self.judge.is_one_by_one();
        let is_short = (1..=LONGEST_RECALLED).contains(&input.len());
        has_automaton && is_short && self.cursors().are_for(input)
    }

    fn cursors(&self) -> &Cursors<'j> {
        self.cursors.get_or_init(|| Cursors::of(self.judge))
    }

    /// The note that the corrected reading accepts what this one rejects.
    fn note_of_corrected(
        &self,
        input: &[u8],
        judged: Option<ProductionId>,
        is_corrected: Option<bool>,
    ) -> Option<Note> {
        if is_corrected == Some(false) {
            return None;
        }
        let corrected = self.judge.corrected().filter(|_| self.is_by_scheme())?;
        let of_it = || (Cursors::of(corrected), Errata::of(corrected));
        let (cursors, errata) = self.corrected.get_or_init(of_it);
        if !cursors.are_for(input) {
            return note::corrected(corrected, input);
        }
        let own = corrected.own_production(input);
        if is_corrected.is_none() && !cursors.accepts(own, input) {
            return None;
        }
        // Without an erratum, the printed reading would accept it by the same alternative.
        let matched = Judgement::of(Verdict::Conforms, corrected, input).only_alternative();
        let matched = matched.filter(|_| own.is_some() == judged.is_some());
        match matched.and_then(|matched| errata.only(matched)) {
            Some(number) => Some(Note::Corrected { errata: vec![number.to_owned()] }),
            None => note::corrected(corrected, input),
        }
    }

    fn is_by_scheme(&self) -> bool {
        self.judge.judged_by() == JudgedBy::Scheme
    }

    /// Frees the automaton states if they have become many.
    pub fn tidy(&mut self) {
        let corrected = self.corrected.get_mut().map(|(cursors, _)| cursors);
        let both = [self.cursors.get_mut(), corrected];
        both.into_iter().flatten().for_each(Cursors::tidy);
    }

    /// Examines a string that conforms.
    pub fn conforming<'i>(&self, input: &[u8], judgement: Judgement<'i>) -> Examination<'i> {
        let notes = match note::is_never_noted(self.judge, &judgement) {
            true => Vec::new(),
            false => self.notes(input, &judgement),
        };
        Examination { judgement, diagnostic: None, notes }
    }

    /// The notes that follow from a judgement alone.
    fn notes(&self, input: &[u8], judgement: &Judgement<'_>) -> Vec<Note> {
        let verdict = (judgement.verdict, judgement.relative());
        let on_scheme = |scheme: &str, open| self.on_scheme(scheme, open);
        note::of_verdict_with(self.judge, input, verdict, on_scheme)
    }

    /// The notes on a scheme without a production of its own. Those on the last one are cached.
    fn on_scheme(&self, scheme: &str, open: bool) -> Vec<Note> {
        if !open {
            return note::on_scheme(self.judge, scheme, open);
        }
        let mut last = self.open.borrow_mut();
        if let Some((_, notes)) = last.as_ref().filter(|(last, _)| last == scheme) {
            return notes.clone();
        }
        let notes = note::on_scheme(self.judge, scheme, open);
        *last = Some((scheme.to_owned(), notes.clone()));
        notes
    }

    /// Examines a string that fails, without a repair or notes. `diagnostic` is that of another
    /// string that stopped at the same byte in the same state.
    pub fn glance<'i>(
        &self,
        input: &[u8],
        judgement: Judgement<'i>,
        mut diagnostic: Box<Diagnostic>,
        (offset, fitting): (usize, &Fitting),
    ) -> Examination<'i> {
        diagnostic.failure.offset = offset;
        (diagnostic.reason, _) = reason(self.judge, diagnostic.code, input, offset, fitting);
        diagnostic.repair = None;
        Examination { judgement, diagnostic: Some(diagnostic), notes: Vec::new() }
    }

    /// Examines a string that fails. `diagnostic` is that of another string that stopped at the
    /// same byte in the same state. Also returns the state in which this string stopped. `None` if
    /// the string must be examined in full.
    pub fn failing<'i>(
        &self,
        input: &[u8],
        judgement: Judgement<'i>,
        mut diagnostic: Box<Diagnostic>,
        place: Place<'_>,
    ) -> Option<(Examination<'i>, Stop)> {
        let (judge, cursors) = (self.judge, self.cursors());
        let judged = judgement.judged();
        let follow = || {
            let mut cursor = cursors.begin(judge, judged);
            cursor.follow(&input[..place.offset]).then_some(cursor)
        };
        let known = |stop| cursors.resume(judged, stop, place.offset);
        let failed = place.stop.and_then(known).or_else(follow)?;
        let stop = cursors.stop(&failed);
        debug_assert_eq!(follow().map(|it| cursors.stop(&it)), Some(stop));
        diagnostic.failure.offset = place.offset;
        let mend;
        (diagnostic.reason, mend) =
            reason(judge, diagnostic.code, input, place.offset, place.fitting);
        diagnostic.repair = repair::repair(&cursors, judge, input, failed, mend);
        let mut notes = self.notes(input, &judgement);
        if self.is_by_scheme() && !place.colon_ends_scheme {
            let attempt = Attempt::new(judge, input, judged);
            notes.extend(note::first_colon(&attempt, &diagnostic));
        }
        notes.extend(self.note_of_corrected(input, judged, place.is_corrected));
        Some((Examination { judgement, diagnostic: Some(diagnostic), notes }, stop))
    }

    /// Whether the first `:` of a string, and of any string with the same text before it, can
    /// only be the end of a scheme.
    pub fn colon_ends_scheme(&self, input: &[u8], judged: Option<ProductionId>) -> bool {
        Attempt::new(self.judge, input, judged).before_colon.is_none()
    }
}
