//! One judge of a panel.
//!
//! Until the scheme of an input is known, a judge that gives schemes productions
//! of their own has to follow two languages at once: that of its start, and the
//! same without the generic alternatives. At the `:` it is decided in which of
//! them a failure is measured.

use super::prelude::{Prelude, Scheme};
use super::track::{Failure, StateNumber, Track};
use crate::automaton::Automaton;
use crate::bnf::ProductionId;
use crate::diagnose::{Beginning, Code, Examination, undefined_chain};
use crate::verdict::{Judge, JudgedBy, Verdict};

/// A judge, and what it follows.
#[derive(Debug)]
pub(super) struct Seat<'j> {
    judge: &'j Judge,
    /// All strings of its start.
    whole: Track<'j>,
    /// What there is beside, where some alternatives are generic.
    split: Option<Split<'j>>,
}

#[derive(Debug)]
struct Split<'j> {
    /// The strings that need no generic alternative.
    specific: Track<'j>,
    /// All strings, and of the others only that they are none.
    plain: Track<'j>,
}

/// Where a judge stands in an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Standing {
    /// The scheme is not known yet.
    Open { whole: StateNumber, specific: StateNumber, plain: StateNumber },
    /// The scheme has productions of its own.
    Own { specific: StateNumber, plain: StateNumber },
    /// It has none, or it does not matter.
    Whole(StateNumber),
}

/// What a judge says of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ruling {
    /// The verdict.
    pub verdict: Verdict,
    /// The code of the diagnostic and the production that its headline names,
    /// where the input does not conform.
    pub failure: Option<(Code, ProductionId)>,
}

impl Ruling {
    /// What an examination found, without the rest of its diagnostic.
    pub fn of(examination: &Examination<'_>) -> Ruling {
        let failure = examination.diagnostic.as_ref();
        Ruling {
            verdict: examination.judgement.verdict,
            failure: failure.map(|diagnostic| (diagnostic.code, diagnostic.production)),
        }
    }
}

impl<'j> Seat<'j> {
    pub fn new(judge: &'j Judge) -> Self {
        let whole = Track::new(judge.whole(), false);
        let split = |specific: &'j Automaton| Split {
            specific: Track::new(specific, false),
            plain: Track::new(judge.whole(), true),
        };
        Seat { judge, whole, split: judge.specific().map(split) }
    }

    /// The judge.
    pub fn judge(&self) -> &'j Judge {
        self.judge
    }

    /// Before the first byte.
    pub fn start(&self) -> Standing {
        let whole = self.whole.start();
        match &self.split {
            None => Standing::Whole(whole),
            Some(Split { specific, plain }) => {
                Standing::Open { whole, specific: specific.start(), plain: plain.start() }
            }
        }
    }

    /// One byte on; `scheme` is what is known with it.
    pub fn step(&mut self, from: Standing, byte: u8, scheme: &Scheme) -> Standing {
        match (from, &mut self.split) {
            (Standing::Open { whole, specific, plain }, Some(split)) => {
                let whole = self.whole.step(whole, byte);
                let specific = split.specific.step(specific, byte);
                let plain = split.plain.step(plain, byte);
                match self.own(scheme) {
                    _ if !scheme.ended => Standing::Open { whole, specific, plain },
                    Some(_) => Standing::Own { specific, plain },
                    None => Standing::Whole(whole),
                }
            }
            (Standing::Own { specific, plain }, Some(split)) => Standing::Own {
                specific: split.specific.step(specific, byte),
                plain: split.plain.step(plain, byte),
            },
            (Standing::Whole(whole), _) => Standing::Whole(self.whole.step(whole, byte)),
            (other, None) => other,
        }
    }

    /// What the judge says of an input that ends here.
    pub fn ruling(&self, at: Standing, prelude: &Prelude) -> Ruling {
        let whole = |state| (self.whole.accepts(state), self.whole.failure(state));
        let (verdict, failure) = match (at, &self.split) {
            (Standing::Own { specific, plain }, Some(split)) => {
                let verdict = match (split.specific.accepts(specific), split.plain.accepts(plain)) {
                    (true, _) => Verdict::Conforms,
                    (false, true) => Verdict::GenericOnly,
                    (false, false) => Verdict::Rejected,
                };
                (verdict, split.specific.failure(specific))
            }
            (Standing::Open { whole: state, .. } | Standing::Whole(state), _)
            | (Standing::Own { plain: state, .. }, None) => match whole(state) {
                (true, failure) => (Verdict::Conforms, failure),
                (false, failure) => (Verdict::Rejected, failure),
            },
        };
        let failure = failure.filter(|_| verdict != Verdict::Conforms);
        Ruling { verdict, failure: failure.map(|failure| self.failure(failure, prelude)) }
    }

    fn failure(&self, failure: Failure, prelude: &Prelude) -> (Code, ProductionId) {
        let judge = self.judge;
        let judged = match judge.judged_by() {
            JudgedBy::Scheme => self.own(prelude.scheme()),
            JudgedBy::Start => Some(judge.start()),
        };
        let scheme = prelude.scheme();
        let own = |it: &str| judge.schemes().production(it).is_some();
        let beginning = Beginning {
            wrapped: prelude.is_wrapped(),
            upper: scheme.upper && scheme.known().is_some_and(own),
            well_formed: scheme.ended && scheme.well_formed,
        };
        let code = beginning.code(judge, judged).unwrap_or(failure.code);
        let production = match judged {
            Some(empty) if code == Code::EmptyProduction => {
                undefined_chain(judge, empty).last().copied()
            }
            _ => failure.production.or(judged),
        };
        (code, production.unwrap_or(judge.start()))
    }

    /// The production of the scheme's own.
    fn own(&self, scheme: &Scheme) -> Option<ProductionId> {
        let known = scheme.known().filter(|_| !scheme.upper)?;
        self.judge.schemes().production(known)
    }
}
