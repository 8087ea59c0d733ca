//! A judge as a component of the product automaton.
//!
//! Until the scheme of an input is known, a judge that gives schemes productions of their own
//! follows two languages: that of its start, and the same without the generic alternatives. The
//! `:` decides in which of them a failure is measured.

use super::beginning::{Beginning, Scheme};
use crate::automaton::{Automaton, Walk};
use crate::bnf::ProductionId;
use crate::diagnose::{self, Code, Examination, byte_code, undefined_chain};
use crate::failure::principal;
use crate::product::{Component, Failures, LazyDfa, StateNumber, Step, Unnamed};
use crate::verdict::{Judge, JudgedBy, Verdict};

/// A judge and the automata that it follows.
#[derive(Debug)]
pub(super) struct JudgeComponent<'j> {
    judge: &'j Judge,
    /// The language of all strings of the start.
    whole: LazyDfa<'j, Codes<'j>>,
    /// The other automata, if some alternatives are generic.
    split: Option<Split<'j>>,
}

#[derive(Debug)]
struct Split<'j> {
    /// The language of the strings that need no generic alternative.
    specific: LazyDfa<'j, Codes<'j>>,
    /// The language of all strings, without descriptions of failures.
    plain: LazyDfa<'j, Unnamed>,
}

/// The state of a judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Stand {
    /// The scheme is not known yet.
    Open { whole: StateNumber, specific: StateNumber, plain: StateNumber },
    /// The scheme has productions of its own.
    Own { specific: StateNumber, plain: StateNumber },
    /// The scheme has no productions of its own, or the judge does not judge by scheme.
    Whole(StateNumber),
}

/// A state of the language in which a string is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Measured {
    /// Whether the scheme has productions of its own.
    own: bool,
    state: StateNumber,
}

/// Names failures like diagnostics do.
#[derive(Debug, Clone, Copy)]
pub(super) struct Codes<'j> {
    judge: &'j Judge,
    /// Whether the judge's strings are URLs.
    urls: bool,
}

/// The parts of a failure's headline that depend only on the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Named {
    code: Code,
    /// The production that was entered last; `None` if none is waiting.
    production: Option<ProductionId>,
    /// The innermost incomplete production, if the input ends too early.
    unfinished: Option<ProductionId>,
    /// The component in which a reader looks, if a later one was entered last.
    component: Option<ProductionId>,
    /// Whether the first byte fails.
    first: bool,
}

impl Failures for Codes<'_> {
    type Failure = Named;

    fn at_end(&self, walk: &Walk<'_>, step: Option<Step<'_>>) -> Named {
        let position = principal(walk);
        let unfinished = step.zip(position).and_then(|(step, position)| {
            let mut before = walk.clone();
            before.resume(step.from);
            walk.unfinished_behind(&before, step.byte, position)
        });
        let production = position.map(|it| walk.automaton().production(it));
        let waiting = || walk.waiting().map(|it| walk.automaton().production(it.position));
        Named {
            code: byte_code(walk, None, self.urls),
            production,
            unfinished: unfinished.map(|it| it.production),
            component: production.and_then(|it| diagnose::component(self.judge, it, waiting())),
            first: step.is_none(),
        }
    }

    fn at_byte(&self, walk: &Walk<'_>, found: u8, at_end: Named) -> Named {
        let code = byte_code(walk, Some(found), self.urls);
        let authority = || diagnose::authority(self.judge, at_end.production?, Some(found));
        let component = at_end.component.or_else(authority);
        Named { code, unfinished: None, component, ..at_end }
    }

    fn not_utf8(&self, _: &Walk<'_>, at_end: Named) -> Named {
        Named { code: Code::NotUtf8, unfinished: None, ..at_end }
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
    pub failure: Option<Blame>,
}

/// The code and the productions of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Blame {
    /// Its code.
    pub code: Code,
    /// The production that was entered last.
    pub production: ProductionId,
    /// The production that the diagnostic names to readers.
    pub told: ProductionId,
}

impl Ruling {
    /// The ruling on a string that was not judged, because that takes too many steps.
    pub fn undecided(judge: &Judge) -> Ruling {
        let (code, production) = (Code::NestedTooDeep, judge.start());
        let failure = Some(Blame { code, production, told: production });
        Ruling { verdict: Verdict::Rejected, relative: false, failure }
    }

    /// The ruling that corresponds to an examination.
    pub fn of(judge: &Judge, examination: &Examination<'_>) -> Ruling {
        let failure = examination.diagnostic.as_ref();
        Ruling {
            verdict: examination.judgement.verdict,
            relative: examination.judgement.relative(),
            failure: failure.map(|it| Blame {
                code: it.code,
                production: it.production,
                told: it.told(judge),
            }),
        }
    }
}

impl Component<Beginning> for JudgeComponent<'_> {
    type State = Stand;
    type Answer = Ruling;

    fn start(&self) -> Stand {
        let whole = self.whole.start();
        match &self.split {
            None => Stand::Whole(whole),
            Some(Split { specific, plain }) => {
                Stand::Open { whole, specific: specific.start(), plain: plain.start() }
            }
        }
    }

    fn step(&mut self, from: Stand, byte: u8, beginning: &Beginning) -> Stand {
        let scheme = beginning.scheme();
        match (from, &mut self.split) {
            (Stand::Open { whole, specific, plain }, Some(split)) => {
                let whole = self.whole.step(whole, byte);
                let specific = split.specific.step(specific, byte);
                let plain = split.plain.step(plain, byte);
                match own(self.judge, scheme) {
                    _ if !scheme.ended => Stand::Open { whole, specific, plain },
                    Some(_) => Stand::Own { specific, plain },
                    None => Stand::Whole(whole),
                }
            }
            (Stand::Own { specific, plain }, Some(split)) => Stand::Own {
                specific: split.specific.step(specific, byte),
                plain: split.plain.step(plain, byte),
            },
            (Stand::Whole(whole), _) => Stand::Whole(self.whole.step(whole, byte)),
            (other, None) => other,
        }
    }

    fn answer(&self, at: Stand, beginning: &Beginning) -> Ruling {
        let (verdict, failure) = match (at, &self.split) {
            (Stand::Own { specific, plain }, Some(split)) => {
                let verdict = match (split.specific.accepts(specific), split.plain.accepts(plain)) {
                    (true, _) => Verdict::Conforms,
                    (false, true) => Verdict::GenericOnly,
                    (false, false) => Verdict::Rejected,
                };
                (verdict, split.specific.failure(specific))
            }
            (Stand::Open { whole: state, .. } | Stand::Whole(state), _)
            | (Stand::Own { plain: state, .. }, None) => {
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
        self.whole.size() + split.map_or(0, |it| it.specific.size() + it.plain.size())
    }

    fn forget_but(&mut self, kept: Stand) -> Stand {
        let start = self.whole.start();
        let (whole, specific, plain) = match kept {
            Stand::Open { whole, specific, plain } => (whole, specific, plain),
            Stand::Own { specific, plain } => (start, specific, plain),
            Stand::Whole(whole) => (whole, start, start),
        };
        let whole = self.whole.forget_but(whole);
        let (specific, plain) = match &mut self.split {
            Some(split) => (split.specific.forget_but(specific), split.plain.forget_but(plain)),
            None => (specific, plain),
        };
        match kept {
            Stand::Open { .. } => Stand::Open { whole, specific, plain },
            Stand::Own { .. } => Stand::Own { specific, plain },
            Stand::Whole(_) => Stand::Whole(whole),
        }
    }
}

impl<'j> JudgeComponent<'j> {
    pub fn new(judge: &'j Judge) -> Self {
        let codes = Codes { judge, urls: judge.is_of_urls() };
        let whole = LazyDfa::new(judge.whole(), codes);
        let split = |specific: &'j Automaton| Split {
            specific: LazyDfa::new(specific, codes),
            plain: LazyDfa::new(judge.whole(), Unnamed),
        };
        JudgeComponent { judge, whole, split: judge.specific().map(split) }
    }

    pub fn judge(&self) -> &'j Judge {
        self.judge
    }

    /// Whether a string that ends at `end` had failed at an earlier state, in the language in
    /// which the judge measures it.
    #[inline]
    pub fn has_failed(&self, on_the_way: Stand, end: Stand) -> bool {
        let (language, state) = self.measured(on_the_way, end);
        language.has_failed(state)
    }

    /// Like `has_failed`, for whether the state was within a character.
    pub fn is_within(&self, on_the_way: Stand, end: Stand) -> bool {
        let (language, state) = self.measured(on_the_way, end);
        language.is_within(state)
    }

    /// The earlier state, in that language.
    pub fn place(&self, on_the_way: Stand, end: Stand) -> Measured {
        let (_, state) = self.measured(on_the_way, end);
        Measured { own: matches!(end, Stand::Own { .. }), state }
    }

    /// The language that measures a string which ends at `end`, and the earlier state in it.
    fn measured(&self, on_the_way: Stand, end: Stand) -> (&LazyDfa<'j, Codes<'j>>, StateNumber) {
        let own = match end {
            Stand::Own { .. } => self.split.as_ref().map(|split| &split.specific),
            Stand::Open { .. } | Stand::Whole(_) => None,
        };
        match (on_the_way, own) {
            (Stand::Open { specific, .. } | Stand::Own { specific, .. }, Some(own)) => {
                (own, specific)
            }
            (Stand::Open { whole, .. } | Stand::Whole(whole), _) => (&self.whole, whole),
            // A string with a production of its own scheme keeps it.
            (Stand::Own { specific, .. }, None) => (&self.whole, specific),
        }
    }

    fn failure(&self, failure: Named, beginning: &Beginning) -> Blame {
        let judge = self.judge;
        let judged = match judge.judged_by() {
            JudgedBy::Scheme => own(judge, beginning.scheme()),
            JudgedBy::Start => Some(judge.start()),
        };
        let scheme = beginning.scheme();
        let has = |it: &str| judge.schemes().production(it).is_some();
        let known = diagnose::Beginning {
            opening: beginning.opening(),
            upper: scheme.upper && scheme.known().is_some_and(has),
            well_formed: scheme.ended && scheme.well_formed,
        };
        let code = known.code(judge, judged).unwrap_or(failure.code);
        let production = match judged {
            Some(empty) if code == Code::EmptyProduction => {
                undefined_chain(judge, empty).last().copied()
            }
            _ => failure.production.or(judged),
        };
        let production = production.unwrap_or(judge.start());
        let unfinished = failure.unfinished.filter(|_| code == Code::EndsTooEarly);
        let component = failure.component.filter(|_| code != Code::EndsTooEarly);
        let told = diagnose::told(judge, failure.first, code, production, unfinished, component);
        Blame { code, production, told }
    }
}

/// The production of the scheme itself.
fn own(judge: &Judge, scheme: &Scheme) -> Option<ProductionId> {
    let known = scheme.known().filter(|_| !scheme.upper)?;
    judge.schemes().production(known)
}
