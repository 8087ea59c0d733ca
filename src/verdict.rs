//! Verdicts, scheme by scheme.
//!
//! By the letter almost every string with a `:` is a `url` of RFC 1738, since
//! `otherurl` takes any scheme, `http` too. That is no help to someone who has
//! mistyped an http URL. So a string is judged by the productions of its own
//! scheme where the document gives it some, and by the generic ones only where
//! it does not. `http:x` is neither an httpurl nor outside the language: the
//! verdict says `generic-only`.

use std::fmt;
use std::sync::OnceLock;

use crate::automaton::{Automaton, Language};
use crate::bnf::{Grammar, ProductionId};
use crate::edition::{Edition, Reading};
use crate::parser::parse;
use crate::scheme::{Schemes, scheme, scheme_of};
use crate::tree::Tree;

/// What an edition says of a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// It derives from the productions meant for it.
    Conforms,
    /// Its scheme has productions of its own; only the generic ones derive it.
    GenericOnly,
    /// Nothing derives it.
    Rejected,
}

impl Verdict {
    /// All of them, the best first.
    pub const ALL: [Verdict; 3] = [Verdict::Conforms, Verdict::GenericOnly, Verdict::Rejected];

    /// `conforms`, `generic-only`, `rejected`.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Conforms => "conforms",
            Verdict::GenericOnly => "generic-only",
            Verdict::Rejected => "rejected",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// By what a string is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum JudgedBy {
    /// By the productions of its scheme.
    Scheme,
    /// By one production, to the letter.
    Start,
}

impl JudgedBy {
    /// `scheme` or `start`.
    pub fn name(self) -> &'static str {
        match self {
            JudgedBy::Scheme => "scheme",
            JudgedBy::Start => "start",
        }
    }
}

/// An edition in a reading, ready to judge.
#[derive(Debug)]
pub struct Judge {
    edition: Edition,
    reading: Reading,
    grammar: &'static Grammar,
    start: ProductionId,
    judged_by: JudgedBy,
    schemes: Schemes,
    generic: Vec<ProductionId>,
    /// Of all strings of the start.
    whole: OnceLock<Automaton>,
    /// Of those that do not need a generic alternative.
    specific: OnceLock<Automaton>,
    /// The productions that the start does not reach, with their schemes.
    unreached: OnceLock<Vec<(ProductionId, String)>>,
    corrected: OnceLock<Box<Judge>>,
}

/// A verdict, with what led to it.
#[derive(Debug, Clone)]
pub struct Judgement<'i> {
    /// The verdict.
    pub verdict: Verdict,
    /// The alternative of the start that derives the string.
    pub matched: Option<ProductionId>,
    /// The production of the string's own scheme; by the letter, the start.
    pub judged: Option<ProductionId>,
    /// The derivation; of a string that is `generic-only`, the generic one.
    pub tree: Option<Tree<'static, 'i>>,
}

impl Judge {
    /// Judges from the edition's own start, scheme by scheme.
    pub fn by_scheme(edition: Edition, reading: Reading) -> Judge {
        let start = edition.grammar(reading).start();
        Judge::new(edition, reading, start, JudgedBy::Scheme)
    }

    /// Judges from any production, by the letter.
    pub fn by_start(edition: Edition, reading: Reading, start: ProductionId) -> Judge {
        Judge::new(edition, reading, start, JudgedBy::Start)
    }

    fn new(edition: Edition, reading: Reading, start: ProductionId, judged_by: JudgedBy) -> Judge {
        let grammar = edition.grammar(reading);
        let schemes = Schemes::of(grammar, start);
        let generic = match judged_by {
            JudgedBy::Scheme => schemes.generic(),
            JudgedBy::Start => Vec::new(),
        };
        Judge {
            edition,
            reading,
            grammar,
            start,
            judged_by,
            schemes,
            generic,
            whole: OnceLock::new(),
            specific: OnceLock::new(),
            unreached: OnceLock::new(),
            corrected: OnceLock::new(),
        }
    }

    /// The edition.
    pub fn edition(&self) -> Edition {
        self.edition
    }

    /// The reading.
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// The printed grammar.
    pub fn grammar(&self) -> &'static Grammar {
        self.grammar
    }

    /// From which production it judges.
    pub fn start(&self) -> ProductionId {
        self.start
    }

    /// Whether scheme by scheme or by the letter.
    pub fn judged_by(&self) -> JudgedBy {
        self.judged_by
    }

    /// The alternatives of the start, and their schemes.
    pub fn schemes(&self) -> &Schemes {
        &self.schemes
    }

    /// Judges a string: any bytes, the empty string included.
    pub fn judge<'i>(&self, input: &'i [u8]) -> Judgement<'i> {
        let tree = parse(self.edition, self.reading, self.start, input).ok();
        if self.judged_by == JudgedBy::Start {
            let start = Some(self.start);
            let (verdict, matched) = match tree {
                Some(_) => (Verdict::Conforms, start),
                None => (Verdict::Rejected, None),
            };
            return Judgement { verdict, matched, judged: start, tree };
        }
        let judged = self.own_production(input);
        let Some(tree) = tree else {
            return Judgement { verdict: Verdict::Rejected, matched: None, judged, tree: None };
        };
        let matched = self.alternative(&tree);
        let generic = matched.is_some_and(|matched| self.generic.contains(&matched));
        let verdict =
            if generic && judged.is_some() { Verdict::GenericOnly } else { Verdict::Conforms };
        Judgement { verdict, matched, judged, tree: Some(tree) }
    }

    /// The production of the string's own scheme.
    pub fn own_production(&self, input: &[u8]) -> Option<ProductionId> {
        let scheme = std::str::from_utf8(scheme(input)?).ok()?;
        self.schemes.production(scheme)
    }

    /// The outermost node that is an alternative of the start.
    fn alternative(&self, tree: &Tree<'_, '_>) -> Option<ProductionId> {
        let mut below = tree.nodes().map(|node| node.production());
        below.find(|id| self.schemes.alternatives.iter().any(|it| it.production == *id))
    }

    /// A production of the scheme that no string of the start needs.
    pub(crate) fn unreached(&self, scheme: &str) -> Option<ProductionId> {
        let unreached = self.unreached.get_or_init(|| {
            let ids = self.grammar.unreachable_from(self.start).into_iter();
            ids.filter_map(|id| Some((id, scheme_of(self.grammar, id)?))).collect()
        });
        unreached.iter().find(|(_, of)| of == scheme).map(|&(id, _)| id)
    }

    /// Whether the other says the same of every string: a reading without errata
    /// is the same as the other one.
    pub(crate) fn agrees_with(&self, other: &Judge) -> bool {
        (self.edition, self.start, self.judged_by) == (other.edition, other.start, other.judged_by)
            && self.schemes == other.schemes
            && self.whole() == other.whole()
            && self.specific() == other.specific()
    }

    /// Where this one judges by the printed reading: the same by the corrected one.
    pub(crate) fn corrected(&self) -> Option<&Judge> {
        let corrected = || Box::new(Judge::by_scheme(self.edition, Reading::Corrected));
        (self.reading == Reading::Printed).then(|| &**self.corrected.get_or_init(corrected))
    }

    /// The language in which a failure of this input is measured.
    pub(crate) fn measure(&self, input: &[u8]) -> &Automaton {
        let own = self.own_production(input).and_then(|_| self.specific());
        own.unwrap_or_else(|| self.whole())
    }

    /// All strings of the start.
    pub(crate) fn whole(&self) -> &Automaton {
        self.whole.get_or_init(|| self.automaton(&[]))
    }

    /// The strings of the start that need no generic alternative, where there are such alternatives.
    pub(crate) fn specific(&self) -> Option<&Automaton> {
        let specific = || self.specific.get_or_init(|| self.automaton(&self.generic));
        (!self.generic.is_empty()).then(specific)
    }

    fn automaton(&self, without: &[ProductionId]) -> Automaton {
        let language = Language { start: self.start, without };
        Automaton::new(self.grammar, &language).unwrap_or_else(|error| {
            unreachable!(
                "every production is tested to be regular: {}",
                error.message(self.grammar)
            )
        })
    }
}
