//! A judge as a component of the product automaton.
//!
//! Until the scheme of an input is known, a judge that gives schemes productions of their own
//! follows two languages: that of its start, and the same without the generic alternatives. The
//! `:` decides in which of them a failure is measured.

use super::beginning::{SchemeRecogniserState, SchemeState};
use crate::automaton::{Automaton, AutomatonRun};
use crate::bnf::ProductionId;
use crate::diagnose::{self, DiagnosticCode, Examination, byte_code, undefined_chain};
use crate::failure::principal;
use crate::product::{
    FailureNamer, IncomingTransition, LazyDfa, ProductComponent, StateNumber, UnnamedFailures,
};
use crate::verdict::{Judge, JudgingMode, Verdict};

/// A judge and the automata that it follows.
#[derive(Debug)]
pub(super) struct JudgeComponent<'j> {
    judge: &'j Judge,
    /// The language of all strings of the start.
    whole: LazyDfa<'j, DiagnosticNamer<'j>>,
    /// The other automata, if some alternatives are generic.
    split: Option<SplitAutomata<'j>>,
}

#[derive(Debug)]
struct SplitAutomata<'j> {
    /// The language of the strings that need no generic alternative.
    specific: LazyDfa<'j, DiagnosticNamer<'j>>,
    /// The language of all strings, without descriptions of failures.
    plain: LazyDfa<'j, UnnamedFailures>,
}

/// The state of a judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum JudgeState {
    /// The scheme is not known yet.
    Open { whole: StateNumber, specific: StateNumber, plain: StateNumber },
    /// The scheme has productions of its own.
    Own { specific: StateNumber, plain: StateNumber },
    /// The scheme has no productions of its own, or the judge does not judge by scheme.
    Whole(StateNumber),
}

/// A state of the language in which a string is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct MeasuringState {
    /// Whether the scheme has productions of its own.
    own: bool,
    state: StateNumber,
}

/// Names failures like diagnostics do.
#[derive(Debug, Clone, Copy)]
pub(super) struct DiagnosticNamer<'j> {
    judge: &'j Judge,
    /// Whether the judge's strings are URLs.
    urls: bool,
}

/// The parts of a failure's headline that depend only on the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct FailureHeadline {
    code: DiagnosticCode,
    /// The production that was entered last; `None` if none is waiting.
    production: Option<ProductionId>,
    /// The innermost incomplete production, if the input ends too early.
    unfinished: Option<ProductionId>,
    /// The component in which a reader looks, if a later one was entered last.
    component: Option<ProductionId>,
    /// Whether the first byte fails.
    first: bool,
}

impl FailureNamer for DiagnosticNamer<'_> {
    type Failure = FailureHeadline;

    fn at_end(
        &self,
        run: &AutomatonRun<'_>,
        step: Option<IncomingTransition<'_>>,
    ) -> FailureHeadline {
        let position = principal(run);
        let unfinished = step.zip(position).and_then(|(step, position)| {
            let mut before = run.clone();
            before.resume(step.from);
            run.unfinished_after_byte(&before, step.byte, position)
        });
        let production = position.map(|position| run.automaton().production(position));
        let waiting =
            || run.waiting().map(|position| run.automaton().production(position.position));
        FailureHeadline {
            code: byte_code(run, None, self.urls),
            production,
            unfinished: unfinished.map(|unfinished| unfinished.production),
            component: production.and_then(|id| diagnose::component(self.judge, id, waiting())),
            first: step.is_none(),
        }
    }

    fn at_byte(
        &self,
        run: &AutomatonRun<'_>,
        found: u8,
        at_end: FailureHeadline,
    ) -> FailureHeadline {
        let code = byte_code(run, Some(found), self.urls);
        let authority = || diagnose::authority(self.judge, at_end.production?, Some(found));
        let component = at_end.component.or_else(authority);
        FailureHeadline { code, unfinished: None, component, ..at_end }
    }

    fn not_utf8(&self, _: &AutomatonRun<'_>, at_end: FailureHeadline) -> FailureHeadline {
        FailureHeadline { code: DiagnosticCode::NotUtf8, unfinished: None, ..at_end }
    }

    // The name of a failure depends on these properties of the byte.
    fn class(&self, byte: u8) -> u8 {
        u8::from(byte.is_ascii())
            | u8::from(byte == b'#') << 1
            | u8::from(diagnose::ends_authority(byte)) << 2
    }
}

/// The result of a judge for an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ruling {
    /// The verdict.
    pub verdict: Verdict,
    /// Whether it conforms only as a relative reference.
    pub relative: bool,
    /// Why the input does not conform; `None` if it does.
    pub failure: Option<RulingFailure>,
}

/// The code and the productions of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RulingFailure {
    /// Its code.
    pub code: DiagnosticCode,
    /// The production that was entered last.
    pub production: ProductionId,
    /// The production that the diagnostic names to readers.
    pub named_production: ProductionId,
}

impl Ruling {
    /// The ruling on a string that was not judged, because that takes too much work.
    pub fn undecided(judge: &Judge) -> Ruling {
        let (code, production) = (DiagnosticCode::Undecided, judge.start());
        let failure = Some(RulingFailure { code, production, named_production: production });
        Ruling { verdict: Verdict::Undecided, relative: false, failure }
    }

    /// The ruling that corresponds to an examination.
    pub fn from_examination(judge: &Judge, examination: &Examination<'_>) -> Ruling {
        let failure = examination.diagnostic.as_ref();
        Ruling {
            verdict: examination.judgement.verdict,
            relative: examination.judgement.relative(),
            failure: failure.map(|failure| RulingFailure {
                code: failure.code,
                production: failure.production,
                named_production: failure.named_production(judge),
            }),
        }
    }
}

impl ProductComponent<SchemeRecogniserState> for JudgeComponent<'_> {
    type State = JudgeState;
    type Answer = Ruling;

    fn start(&self) -> JudgeState {
        let whole = self.whole.start();
        match &self.split {
            None => JudgeState::Whole(whole),
            Some(SplitAutomata { specific, plain }) => {
                JudgeState::Open { whole, specific: specific.start(), plain: plain.start() }
            }
        }
    }

    fn step(
        &mut self,
        from: JudgeState,
        byte: u8,
        beginning: &SchemeRecogniserState,
    ) -> JudgeState {
        let scheme = beginning.scheme();
        match (from, &mut self.split) {
            (JudgeState::Open { whole, specific, plain }, Some(split)) => {
                let whole = self.whole.step(whole, byte);
                let specific = split.specific.step(specific, byte);
                let plain = split.plain.step(plain, byte);
                match own(self.judge, scheme) {
                    _ if !scheme.ended => JudgeState::Open { whole, specific, plain },
                    Some(_) => JudgeState::Own { specific, plain },
                    None => JudgeState::Whole(whole),
                }
            }
            (JudgeState::Own { specific, plain }, Some(split)) => JudgeState::Own {
                specific: split.specific.step(specific, byte),
                plain: split.plain.step(plain, byte),
            },
            (JudgeState::Whole(whole), _) => JudgeState::Whole(self.whole.step(whole, byte)),
            (other, None) => other,
        }
    }

    fn answer(&self, at: JudgeState, beginning: &SchemeRecogniserState) -> Ruling {
        let (verdict, failure) = match (at, &self.split) {
            (JudgeState::Own { specific, plain }, Some(split)) => {
                let verdict = match (split.specific.accepts(specific), split.plain.accepts(plain)) {
                    (true, _) => Verdict::Conforms,
                    (false, true) => Verdict::GenericOnly,
                    (false, false) => Verdict::Rejected,
                };
                (verdict, split.specific.failure(specific))
            }
            (JudgeState::Open { whole: state, .. } | JudgeState::Whole(state), _)
            | (JudgeState::Own { plain: state, .. }, None) => {
                let verdict = match self.whole.accepts(state) {
                    true => Verdict::Conforms,
                    false => Verdict::Rejected,
                };
                (verdict, self.whole.failure(state))
            }
        };
        let fails = verdict != Verdict::Conforms;
        // A conforming string that begins with a scheme and `:` is absolute. The tests prove
        // this for all strings.
        let absolute = beginning.scheme().ended && beginning.scheme().well_formed;
        let relative =
            self.judge.references().is_some() && verdict == Verdict::Conforms && !absolute;
        Ruling { verdict, relative, failure: fails.then(|| self.failure(failure, beginning)) }
    }

    fn class(&self, byte: u8) -> usize {
        let specific = self.split.as_ref().map_or(0, |split| split.specific.class(byte));
        specific << 8 | self.whole.class(byte)
    }

    fn size(&self) -> usize {
        let split = self.split.as_ref();
        self.whole.size() + split.map_or(0, |split| split.specific.size() + split.plain.size())
    }

    fn forget_but(&mut self, kept: JudgeState) -> JudgeState {
        let start = self.whole.start();
        let (whole, specific, plain) = match kept {
            JudgeState::Open { whole, specific, plain } => (whole, specific, plain),
            JudgeState::Own { specific, plain } => (start, specific, plain),
            JudgeState::Whole(whole) => (whole, start, start),
        };
        let whole = self.whole.forget_but(whole);
        let (specific, plain) = match &mut self.split {
            Some(split) => (split.specific.forget_but(specific), split.plain.forget_but(plain)),
            None => (specific, plain),
        };
        match kept {
            JudgeState::Open { .. } => JudgeState::Open { whole, specific, plain },
            JudgeState::Own { .. } => JudgeState::Own { specific, plain },
            JudgeState::Whole(_) => JudgeState::Whole(whole),
        }
    }
}

impl<'j> JudgeComponent<'j> {
    pub fn new(judge: &'j Judge) -> Self {
        let codes = DiagnosticNamer { judge, urls: judge.is_of_urls() };
        let whole = LazyDfa::new(judge.whole(), codes);
        let split = |specific: &'j Automaton| SplitAutomata {
            specific: LazyDfa::new(specific, codes),
            plain: LazyDfa::new(judge.whole(), UnnamedFailures),
        };
        JudgeComponent { judge, whole, split: judge.specific().map(split) }
    }

    pub fn judge(&self) -> &'j Judge {
        self.judge
    }

    /// Whether a string that ends at `end` had failed at an earlier state, in the language in
    /// which the judge measures it.
    #[inline]
    pub fn has_failed(&self, on_the_way: JudgeState, end: JudgeState) -> bool {
        let (language, state) = self.measured(on_the_way, end);
        language.has_failed(state)
    }

    /// Like `has_failed`, for whether the state was within a character.
    pub fn is_within(&self, on_the_way: JudgeState, end: JudgeState) -> bool {
        let (language, state) = self.measured(on_the_way, end);
        language.is_within(state)
    }

    /// The earlier state, in the language in which the judge measures the string.
    pub fn place(&self, on_the_way: JudgeState, end: JudgeState) -> MeasuringState {
        let (_, state) = self.measured(on_the_way, end);
        MeasuringState { own: matches!(end, JudgeState::Own { .. }), state }
    }

    /// The language that measures a string which ends at `end`, and the earlier state in it.
    fn measured(
        &self,
        on_the_way: JudgeState,
        end: JudgeState,
    ) -> (&LazyDfa<'j, DiagnosticNamer<'j>>, StateNumber) {
        let own = match end {
            JudgeState::Own { .. } => self.split.as_ref().map(|split| &split.specific),
            JudgeState::Open { .. } | JudgeState::Whole(_) => None,
        };
        match (on_the_way, own) {
            (JudgeState::Open { specific, .. } | JudgeState::Own { specific, .. }, Some(own)) => {
                (own, specific)
            }
            (JudgeState::Open { whole, .. } | JudgeState::Whole(whole), _) => (&self.whole, whole),
            // A string with a production of its own scheme keeps it.
            (JudgeState::Own { specific, .. }, None) => (&self.whole, specific),
        }
    }

    fn failure(
        &self,
        failure: FailureHeadline,
        beginning: &SchemeRecogniserState,
    ) -> RulingFailure {
        let judge = self.judge;
        let judged = match judge.judged_by() {
            JudgingMode::Scheme => own(judge, beginning.scheme()),
            JudgingMode::Start => Some(judge.start()),
        };
        let scheme = beginning.scheme();
        let has = |name: &str| judge.schemes().production(name).is_some();
        let known = diagnose::PrefixProperties {
            opening: beginning.opening(),
            upper: scheme.upper && scheme.known().is_some_and(has),
            well_formed: scheme.ended && scheme.well_formed,
        };
        let code = known.code(judge, judged).unwrap_or(failure.code);
        let production = match judged {
            Some(empty) if code == DiagnosticCode::EmptyProduction => {
                undefined_chain(judge, empty).last().copied()
            }
            _ => failure.production.or(judged),
        };
        let production = production.unwrap_or(judge.start());
        let unfinished = failure.unfinished.filter(|_| code == DiagnosticCode::EndsTooEarly);
        let component = failure.component.filter(|_| code != DiagnosticCode::EndsTooEarly);
        let named_production = diagnose::production_to_name(
            judge, failure.first, code, production, unfinished, component,
        );
        RulingFailure { code, production, named_production }
    }
}

/// The production of the scheme itself.
fn own(judge: &Judge, scheme: &SchemeState) -> Option<ProductionId> {
    let known = scheme.known().filter(|_| !scheme.upper)?;
    judge.schemes().production(known)
}
