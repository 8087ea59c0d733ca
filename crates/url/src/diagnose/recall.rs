//! Reuses the diagnostic of one string for others that fail in the same state.
//!
//! Most of a diagnostic follows from the state in which the automaton stopped and from the byte
//! there: the production, its chain, and everything expected. A million lines have only some
//! hundreds of such pairs, so this part is computed for the first line of a pair and kept. The
//! rest depends on the line and is computed anew: the offset, the reason, the repair, the
//! notes.

use std::cell::{OnceCell, RefCell};

use super::failed_run::{FailedRun, scheme_and_rest};
use super::repair_run::{LazyAutomata, RepairRun as _, RepairRunFactory as _};
use super::{Diagnostic, Examination, Note, note, reason, repair};
use crate::verdict::{Judge, Judgement, JudgingMode};

/// The longest string whose diagnostic is reused, in bytes.
const LONGEST_RECALLED: usize = 1 << 12;

/// Recalls the diagnostics of one judge.
#[derive(Debug)]
pub(crate) struct DiagnosticCache<'j> {
    judge: &'j Judge,
    cursors: OnceCell<LazyAutomata<'j>>,
    /// The automata of the corrected reading, if the judge uses the printed one.
    corrected: OnceCell<LazyAutomata<'j>>,
    /// The last scheme without a production of its own, and the notes on it.
    open: RefCell<Option<(String, Vec<Note>)>>,
}

impl<'j> DiagnosticCache<'j> {
    /// Creates a recaller for a judge.
    pub fn new(judge: &'j Judge) -> DiagnosticCache<'j> {
        let (cursors, corrected) = (OnceCell::new(), OnceCell::new());
        DiagnosticCache { judge, cursors, corrected, open: RefCell::default() }
    }

    /// Whether diagnostics can be recalled for a string.
    #[inline]
    pub fn is_for(&self, input: &[u8]) -> bool {
        let has_automaton = !self.judge.is_one_by_one();
        let is_short = (1..=LONGEST_RECALLED).contains(&input.len());
        has_automaton && is_short && self.lazy_automata().are_for(input)
    }

    fn lazy_automata(&self) -> &LazyAutomata<'j> {
        self.cursors.get_or_init(|| LazyAutomata::for_judge(self.judge))
    }

    /// The note that the corrected reading accepts what this one rejects.
    fn note_of_corrected(&self, input: &[u8]) -> Option<Note> {
        let corrected = self.judge.corrected().filter(|_| self.is_by_scheme())?;
        let cursors = self.corrected.get_or_init(|| LazyAutomata::for_judge(corrected));
        let may_accept =
            !cursors.are_for(input) || cursors.accepts(corrected.own_production(input), input);
        may_accept.then(|| note::corrected(corrected, input)).flatten()
    }

    fn is_by_scheme(&self) -> bool {
        self.judge.judged_by() == JudgingMode::Scheme
    }

    /// Frees the automaton states if they have become many.
    pub fn tidy(&mut self) {
        let both = [self.cursors.get_mut(), self.corrected.get_mut()];
        both.into_iter().flatten().for_each(LazyAutomata::tidy);
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

    /// Examines a string that fails at an offset, without a repair or notes if only a `glance` is
    /// asked for. `diagnostic` is that of another string that stopped at the same byte in the same
    /// state. `None` if the string must be examined in full.
    pub fn failing<'i>(
        &self,
        input: &[u8],
        judgement: Judgement<'i>,
        mut diagnostic: Box<Diagnostic>,
        (offset, is_glance): (usize, bool),
    ) -> Option<Examination<'i>> {
        let (judge, cursors) = (self.judge, self.lazy_automata());
        let hint;
        diagnostic.failure.offset = offset;
        (diagnostic.reason, hint) = reason(judge, diagnostic.code, input, offset);
        if is_glance {
            diagnostic.repair = None;
            let diagnostic = Some(diagnostic);
            return Some(Examination { judgement, diagnostic, notes: Vec::new() });
        }
        let judged = judgement.judged();
        let (scheme, rest) = scheme_and_rest(&input[..offset]);
        let mut failed = cursors.begin(judge, judged);
        let reached_colon = failed.follow(scheme);
        let colon_ends_scheme = rest.is_empty() || failed.colon_ends_scheme();
        (reached_colon && failed.follow(rest)).then_some(())?;
        diagnostic.repair = repair::repair(&cursors, judge, input, failed, hint);
        let mut notes = self.notes(input, &judgement);
        if self.is_by_scheme() && !colon_ends_scheme {
            let attempt = FailedRun::new(judge, input, judged);
            notes.extend(note::first_colon(&attempt, &diagnostic));
        }
        notes.extend(self.note_of_corrected(input));
        Some(Examination { judgement, diagnostic: Some(diagnostic), notes })
    }
}
