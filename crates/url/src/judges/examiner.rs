//! Explains why strings fail, for several judges and many strings.
//!
//! To examine a string is to parse it, to follow it through the printed grammar, and to try
//! repairs, which takes some microseconds for each. The product automaton knows most of the
//! answer at the end of the string: after each byte, its state shows for each judge whether it
//! has failed. So a binary search finds where a judge failed. The diagnostic follows from the
//! state before that byte, the byte, and the ruling, so it can be recalled from another string
//! with the same three. If it does not follow from these, the string is examined by itself.

use std::cell::Cell;
use std::sync::Arc;

use foldhash::fast::FixedState;
use indexmap::IndexMap;

use super::component::MeasuringState;
use super::{Judges, Ruling};
use crate::bnf::ProductionId;
use crate::diagnose::{self, Diagnostic, DiagnosticCache, DiagnosticCode, Examination};
use crate::product::{LineProgress, ProductAnswer, ProductTrace};
use crate::verdict::{Judge, Judgement, Verdict};

/// The number of results kept for each judge, some KiB each, before all are discarded.
const MOST_KEPT: usize = 1 << 10;

/// What determines a result, except for the parts that belong to the string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum ExaminationCacheKey {
    /// A string that conforms.
    Conforming {
        judge: usize,
        /// The state of all judges at the end.
        end: LineProgress,
    },
    /// A string that fails.
    Failing {
        judge: usize,
        verdict: Verdict,
        /// The state of the judge before the byte.
        before: MeasuringState,
        byte: u8,
        /// Whether the string ended after the byte, which was accepted.
        at_end: bool,
        /// Whether the string fails at its first byte.
        at_begin: bool,
        code: DiagnosticCode,
        judged: Option<ProductionId>,
    },
}

/// A result that can be reused for other strings.
#[derive(Debug, Default)]
struct CachedExamination<K> {
    /// Only for a string that fails; `None` while it is being reported.
    diagnostic: Option<Box<Diagnostic>>,
    kept: K,
}

/// All cached results.
type ExaminationCache<K> = IndexMap<ExaminationCacheKey, CachedExamination<K>, FixedState>;

/// Examines strings by several judges, and caches the results.
///
/// With each cached result it keeps a `K`, which begins as its default. The caller gets it as `&K`,
/// so a `K` with interior mutability can hold what is the same for all strings with that result.
///
/// ```
/// use urlbnf_url::diagnose::examine;
/// use urlbnf_url::judges::Examiner;
/// use urlbnf_url::{Edition, Judge, Reading};
///
/// let judges = Edition::ALL.map(|edition| Judge::by_scheme(edition, Reading::Corrected));
/// let mut examiner = Examiner::new(&judges);
/// for input in [&b"http://a.b/~c"[..], b"http://d.e/f/~"] {
///     examiner.examine(input, |_| true, |_, examined| {
///         for (number, examination, _) in examined.iter() {
///             let alone = examine(&judges[number], input);
///             assert_eq!(examination.diagnostic, alone.diagnostic);
///         }
///     });
/// }
/// ```
#[derive(Debug)]
pub struct Examiner<'j, K = ()> {
    together: Judges<'j>,
    recallers: Vec<DiagnosticCache<'j>>,
    trace: ProductTrace,
    /// Where the last failure was found, as a guess for the next.
    guessed: Cell<usize>,
    /// The cached results, by what determines them.
    recalled: ExaminationCache<K>,
    /// How often the product had discarded its states when these results were cached.
    forgotten: u64,
}

/// The state of the judges at the end of a string, and their answer.
#[derive(Debug, Clone, Copy)]
pub struct LineEndState {
    at: LineProgress,
    answer: ProductAnswer,
    /// How often the product had discarded its states.
    forgotten: u64,
}

/// How much is reported about a string that fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExaminationDepth {
    /// The whole diagnostic, with its repair, and the notes.
    Whole,
    /// No repair and no notes.
    Glance,
}

/// The examinations of a string, and what the caller keeps with them.
#[derive(Debug)]
pub struct Examinations<'e, 'i, K> {
    examined: &'e [JudgeExamination<'i>],
    cache: &'e ExaminationCache<K>,
}

#[derive(Debug)]
struct JudgeExamination<'i> {
    judge: usize,
    examination: Examination<'i>,
    /// The index of the cached result.
    place: Option<usize>,
}

impl<'e, 'i, K> Examinations<'e, 'i, K> {
    /// The examinations in the order of the judges: the index of the judge, its examination and, if
    /// the result is cached, the `K` of the caller.
    pub fn iter(
        &self,
    ) -> impl ExactSizeIterator<Item = (usize, &'e Examination<'i>, Option<&'e K>)> {
        let cache = self.cache;
        self.examined.iter().map(move |examined| {
            let cached = examined.place.and_then(|place| cache.get_index(place));
            (examined.judge, &examined.examination, cached.map(|(_, cached)| &cached.kept))
        })
    }
}

impl<'j> Examiner<'j> {
    /// Creates an examiner that caches nothing for the caller.
    pub fn new(judges: &'j [Judge]) -> Examiner<'j> {
        Examiner::keeping(judges)
    }
}

impl<'j, K: Default> Examiner<'j, K> {
    /// Creates an examiner that keeps a `K` with each cached result.
    pub fn keeping(judges: &'j [Judge]) -> Examiner<'j, K> {
        Examiner {
            together: Judges::new(judges),
            recallers: judges.iter().map(DiagnosticCache::new).collect(),
            trace: ProductTrace::default(),
            guessed: Cell::default(),
            recalled: ExaminationCache::default(),
            forgotten: 0,
        }
    }

    /// The automaton of the same judges, for callers that need only rulings.
    pub fn together(&mut self) -> &mut Judges<'j> {
        &mut self.together
    }

    /// The ruling of each judge on a string with this end, in the order of the judges, each with
    /// the offset of the failure in bytes if the string fails. `end` must be the end of `input`.
    pub fn failures(&mut self, input: &[u8], end: LineEndState) -> Vec<(Ruling, Option<usize>)> {
        let rulings = Arc::clone(self.together.product.answers(end.answer));
        if rulings.iter().any(|ruling| ruling.failure.is_some()) {
            self.together.product.trace(input, &mut self.trace);
        }
        let numbered = rulings.iter().zip(self.together.judges()).enumerate();
        let failure = |(number, (&ruling, judge)): (usize, (&Ruling, &Judge))| {
            let offset = ruling.failure.map(|_| {
                let known = self.offset(number, input);
                known.unwrap_or_else(|| offset(&diagnose::examine(judge, input)))
            });
            (ruling, offset)
        };
        numbered.map(failure).collect()
    }

    /// Judges the nonempty lines of a block, several at a time, and returns the end of each, in
    /// order.
    pub fn line_ends(&mut self, block: &[u8]) -> Vec<LineEndState> {
        let product = &mut self.together.product;
        // If states are discarded on the way, only the answers remain valid.
        let forgotten = product.forgotten();
        let mut ends = Vec::new();
        product.line_ends(block, |_, at, answer| {
            if answer != ProductAnswer::EMPTY {
                ends.push(LineEndState { at, answer, forgotten });
            }
        });
        ends
    }

    /// Judges one string and returns its end.
    pub fn end(&mut self, input: &[u8]) -> LineEndState {
        let at = self.together.go_on(self.together.begin(), input);
        let answer = self.together.end(at);
        LineEndState { at, answer, forgotten: self.together.product.forgotten() }
    }

    /// The ruling of each judge on a string with this end.
    pub fn rulings_at(&self, end: LineEndState) -> &[Ruling] {
        self.together.rulings(end.answer)
    }

    /// Examines a string by those judges whose ruling `asked` selects. `report` gets the
    /// rulings of all judges, and for the selected ones the result of
    /// [`examine`](diagnose::examine).
    pub fn examine<R>(
        &mut self,
        input: &[u8],
        asked: impl Fn(&Ruling) -> bool,
        report: impl FnOnce(&[Ruling], Examinations<'_, '_, K>) -> R,
    ) -> R {
        let end = self.end(input);
        self.examine_line(input, end, ExaminationDepth::Whole, asked, report)
    }

    /// Like [`examine`](Examiner::examine), for a string whose end is known. `end` must be the end
    /// of `input`.
    pub fn examine_line<R>(
        &mut self,
        input: &[u8],
        end: LineEndState,
        depth: ExaminationDepth,
        asked: impl Fn(&Ruling) -> bool,
        report: impl FnOnce(&[Ruling], Examinations<'_, '_, K>) -> R,
    ) -> R {
        let rulings = Arc::clone(self.together.product.answers(end.answer));
        let is_known = end.forgotten == self.together.product.forgotten();
        let end = if is_known { end } else { self.end(input) };
        self.tidy();
        if rulings.iter().any(|ruling| asked(ruling) && ruling.failure.is_some()) {
            self.together.product.trace(input, &mut self.trace);
        }
        let forgotten = self.together.product.forgotten();
        let is_known = [end.forgotten, self.forgotten] == [forgotten; 2];
        let judges = self.together.judges();
        let mut examined = Vec::with_capacity(rulings.len());
        for (judge, ruling) in rulings.iter().enumerate().filter(|(_, ruling)| asked(ruling)) {
            let is_glance = depth == ExaminationDepth::Glance && ruling.failure.is_some();
            let is_recalled = is_known && self.recallers[judge].is_for(input);
            let recalled =
                is_recalled.then(|| self.recall(judge, ruling, input, (end.at, is_glance)));
            let (place, recalled) = recalled.flatten().unzip();
            let alone = || match is_glance {
                false => diagnose::examine(&judges[judge], input),
                true => diagnose::glance(&judges[judge], input),
            };
            let examination = recalled.flatten().unwrap_or_else(alone);
            examined.push(JudgeExamination { judge, examination, place });
        }
        let report = report(&rulings, Examinations { examined: &examined, cache: &self.recalled });
        for JudgeExamination { examination, place, .. } in examined {
            let cached = place.and_then(|place| self.recalled.get_index_mut(place));
            if let Some((_, cached)) = cached {
                cached.diagnostic = examination.diagnostic;
            }
        }
        self.recallers.iter_mut().for_each(DiagnosticCache::tidy);
        report
    }

    /// Discards the cached results if there are too many, or if they belong to states that no
    /// longer exist.
    fn tidy(&mut self) {
        let forgotten = self.together.product.forgotten();
        let most = MOST_KEPT * self.recallers.len();
        if self.forgotten != forgotten || self.recalled.len() > most {
            self.recalled.clear();
            self.forgotten = forgotten;
        }
    }

    /// The index at which the result for a string with this end is cached, and its examination if
    /// that follows from what is cached. A string that fails must be traced.
    fn recall<'i>(
        &mut self,
        judge: usize,
        ruling: &Ruling,
        input: &'i [u8],
        (end, is_glance): (LineProgress, bool),
    ) -> Option<(usize, Option<Examination<'i>>)>
    where
        'j: 'i,
    {
        let judgement =
            Judgement::with_verdict(ruling.verdict, &self.together.judges()[judge], input);
        let recaller = &self.recallers[judge];
        let Some(failure) = ruling.failure else {
            let entry = self.recalled.entry(ExaminationCacheKey::Conforming { judge, end });
            let place = entry.index();
            entry.or_default();
            return Some((place, Some(recaller.conforming(input, judgement))));
        };
        let offset = self.offset(judge, input)?;
        // At the end of the input, what is incomplete depends on the byte before.
        let at_end = offset == input.len();
        let last = offset - usize::from(at_end);
        let entry = self.recalled.entry(ExaminationCacheKey::Failing {
            judge,
            verdict: ruling.verdict,
            before: self.measured(judge, input, last)?,
            byte: input[last],
            at_end,
            at_begin: offset == 0,
            code: failure.code,
            judged: judgement.judged(),
        });
        let place = entry.index();
        let Some(diagnostic) = entry.or_default().diagnostic.take() else {
            return Some((place, None));
        };
        let at = (offset, is_glance);
        Some((place, Some(recaller.failing(input, judgement, diagnostic, at)?)))
    }

    /// The offset at which a judge fails in the traced string.
    fn offset(&self, number: usize, input: &[u8]) -> Option<usize> {
        let product = &self.together.product;
        let (component, end) = product.component_at(self.trace.after(input.len())?, number);
        let has_failed = |at| component.has_failed(product.component_at(at, number).1, end);
        // Judges often fail at the same offset.
        let first = self.trace.first(self.guessed.get(), has_failed);
        self.guessed.set(first);
        // A string that ends within a character fails before that character.
        let is_within = |bytes: &usize| {
            let at = self.trace.after(*bytes);
            at.is_some_and(|at| component.is_within(product.component_at(at, number).1, end))
        };
        let within = (1..first).rev().take_while(is_within).count();
        Some(first - 1 - within)
    }

    /// The state of a judge after so many bytes of the traced string.
    fn measured(&self, number: usize, input: &[u8], bytes: usize) -> Option<MeasuringState> {
        let product = &self.together.product;
        let at = self.trace.after(bytes).unwrap_or_else(|| product.begin());
        let (component, end) = product.component_at(self.trace.after(input.len())?, number);
        Some(component.place(product.component_at(at, number).1, end))
    }
}

/// The offset at which a string fails; 0 if it does not.
fn offset(examination: &Examination<'_>) -> usize {
    examination.diagnostic.as_ref().map_or(0, |diagnostic| diagnostic.offset)
}
