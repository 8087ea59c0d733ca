//! What was said of one string, said of another that fails in the same place of the grammar.
//!
//! Most of a diagnostic comes from the grammar: the production, the productions around it,
//! all that was expected. It follows from the state in which an automaton stopped and from
//! the byte there, and among a million lines there are some hundreds of these. So it is
//! made of the first line that stops so, and kept. The rest belongs to the line: where it
//! fails, the reason that a document gives, the repair, the notes. That is found anew.

use std::cell::{OnceCell, RefCell};

use super::attempt::Attempt;
use super::errata::Errata;
use super::track::{Cursors, Stop, Track as _, Tracks as _};
use super::{Diagnostic, Examination, Fitting, Note, note, reason, repair};
use crate::automaton::Walk;
use crate::bnf::ProductionId;
use crate::verdict::{Judge, JudgedBy, Judgement, Verdict};

/// The longest string of which anything is recalled.
const LONGEST_RECALLED: usize = 1 << 12;

/// What recalls the diagnostics of one judge.
#[derive(Debug)]
pub(crate) struct Recaller<'j> {
    judge: &'j Judge,
    cursors: OnceCell<Cursors<'j>>,
    /// Those of the judge by the corrected reading, where this one is by the printed.
    corrected: OnceCell<(Cursors<'j>, Errata)>,
    /// The last scheme without a production of its own, and the notes on it.
    open: RefCell<Option<(String, Vec<Note>)>>,
}

/// Where a string fails.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'f> {
    /// In bytes.
    pub offset: usize,
    /// Whether its first `:` can only be the end of a scheme, as far as it was read.
    pub colon_ends_scheme: bool,
    /// Where the failure of another led that stopped at the same byte in the same state.
    pub stop: Option<Stop>,
    /// Whether the corrected reading accepts the string, where it was asked too.
    pub is_corrected: Option<bool>,
    /// What is known of the reasons there.
    pub fitting: &'f Fitting,
}

impl<'j> Recaller<'j> {
    /// For a judge.
    pub fn new(judge: &'j Judge) -> Recaller<'j> {
        let (cursors, corrected) = (OnceCell::new(), OnceCell::new());
        Recaller { judge, cursors, corrected, open: RefCell::default() }
    }

    /// Whether anything is recalled of a string, whatever it is.
    pub fn is_for(&self, input: &[u8]) -> bool {
        let has_automaton = !self.judge.is_one_by_one();
        let is_short = (1..=LONGEST_RECALLED).contains(&input.len());
        has_automaton && is_short && self.cursors().are_for(input)
    }

    fn cursors(&self) -> &Cursors<'j> {
        self.cursors.get_or_init(|| Cursors::of(self.judge))
    }

    /// The note that the corrected reading accepts what this one does not.
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
        let matched = matched(corrected, own, Verdict::Conforms, false);
        let matched = matched.filter(|_| own.is_some() == judged.is_some());
        match matched.and_then(|matched| errata.only(matched)) {
            Some(number) => Some(Note::Corrected { errata: vec![number.to_owned()] }),
            None => note::corrected(corrected, input),
        }
    }

    fn is_by_scheme(&self) -> bool {
        self.judge.judged_by() == JudgedBy::Scheme
    }

    /// Forgets what the last string needed, where it was much.
    pub fn tidy(&mut self) {
        let corrected = self.corrected.get_mut().map(|(cursors, _)| cursors);
        let both = [self.cursors.get_mut(), corrected];
        both.into_iter().flatten().for_each(Cursors::tidy);
    }

    /// What led to a verdict, but for the tree; `None` where only the tree says by which
    /// alternative it was reached.
    pub fn judgement(
        &self,
        input: &[u8],
        verdict: Verdict,
        relative: bool,
    ) -> Option<Judgement<'static>> {
        let judge = self.judge;
        let judged = judge.judged_production(input);
        let matched = match verdict {
            Verdict::Rejected => None,
            _ => Some(matched(judge, judged, verdict, relative)?),
        };
        Some(Judgement { verdict, matched, relative, judged, tree: None })
    }

    /// What a string that conforms is examined to, but for the tree.
    pub fn conforming(&self, input: &[u8], judgement: Judgement<'static>) -> Examination<'static> {
        let notes = match note::is_never_noted(self.judge, &judgement) {
            true => Vec::new(),
            false => self.notes(input, &judgement),
        };
        Examination { judgement, diagnostic: None, notes }
    }

    /// What follows from a judgement alone.
    fn notes(&self, input: &[u8], judgement: &Judgement<'_>) -> Vec<Note> {
        let verdict = (judgement.verdict, judgement.relative);
        let on_scheme = |scheme: &str, open| self.on_scheme(scheme, open);
        note::of_verdict_with(self.judge, input, verdict, on_scheme)
    }

    /// The notes on a scheme that has no production of its own, as a rule those on the last.
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

    /// What a string that fails is examined to at a glance: without a repair and notes, and
    /// without the tree. `diagnostic` is of another that stopped at the same byte in the same
    /// state.
    pub fn glance(
        &self,
        input: &[u8],
        judgement: Judgement<'static>,
        mut diagnostic: Box<Diagnostic>,
        (offset, fitting): (usize, &Fitting),
    ) -> Examination<'static> {
        diagnostic.failure.offset = offset;
        (diagnostic.reason, _) = reason(self.judge, diagnostic.code, input, offset, fitting);
        diagnostic.repair = None;
        Examination { judgement, diagnostic: Some(diagnostic), notes: Vec::new() }
    }

    /// What a string that fails is examined to, but for the tree: `diagnostic` is of another
    /// that stopped at the same byte in the same state; where this led is said beside. `None`
    /// where more has to be asked.
    pub fn failing(
        &self,
        input: &[u8],
        judgement: Judgement<'static>,
        mut diagnostic: Box<Diagnostic>,
        place: Place<'_>,
    ) -> Option<(Examination<'static>, Stop)> {
        let (judge, cursors) = (self.judge, self.cursors());
        let follow = || {
            let mut cursor = cursors.begin(judge, judgement.judged);
            cursor.follow(&input[..place.offset]).then_some(cursor)
        };
        let known = |stop| cursors.resume(judgement.judged, stop, place.offset);
        let failed = place.stop.and_then(known).or_else(follow)?;
        let stop = cursors.stop(&failed);
        debug_assert_eq!(follow().map(|it| cursors.stop(&it)), Some(stop));
        diagnostic.failure.offset = place.offset;
        let mend;
        (diagnostic.reason, mend) =
            reason(judge, diagnostic.code, input, place.offset, place.fitting);
        diagnostic.repair = repair::repair(&cursors, judge, input, &failed, mend);
        let mut notes = self.notes(input, &judgement);
        let judged = judgement.judged;
        if self.is_by_scheme() && !place.colon_ends_scheme {
            let attempt = Attempt::new(judge, input, &judgement);
            notes.extend(note::first_colon(&attempt, &diagnostic));
        }
        notes.extend(self.note_of_corrected(input, judged, place.is_corrected));
        Some((Examination { judgement, diagnostic: Some(diagnostic), notes }, stop))
    }

    /// Whether the first `:` of a string can only be the end of a scheme, where the same was
    /// read before it.
    pub fn colon_ends_scheme(&self, input: &[u8], judgement: &Judgement<'_>) -> bool {
        let attempt = Attempt::new(self.judge, input, judgement);
        !attempt.before_colon.as_ref().is_some_and(|walk: &Walk<'_>| note::may_go_on(walk))
    }
}

/// The alternative that derives a string, where the verdict leaves but one: its scheme has
/// one alternative, or it has none of its own and there is one for any scheme.
fn matched(
    judge: &Judge,
    judged: Option<ProductionId>,
    verdict: Verdict,
    relative: bool,
) -> Option<ProductionId> {
    match (judge.judged_by(), judge.references()) {
        (_, Some(references)) => return (!relative).then_some(references.absolute),
        (JudgedBy::Start, None) => return judged,
        (JudgedBy::Scheme, None) => judge.whole_edition()?,
    };
    let alternatives = &judge.schemes().alternatives;
    let own = judged.filter(|_| verdict == Verdict::Conforms);
    let scheme = alternatives.iter().find(|it| Some(it.production) == own);
    let scheme = scheme.and_then(|it| it.scheme.as_ref());
    let mut of_scheme = alternatives.iter().filter(|it| it.scheme.as_ref() == scheme);
    of_scheme.next().filter(|_| of_scheme.next().is_none()).map(|it| it.production)
}
