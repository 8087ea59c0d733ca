//! Computes what a parsing expression takes, by the equations of [`proof`](super).

use urlbnf_language::{FastMap, LanguageId, LanguageInterner, Limits, Work};

use super::equations;
use super::peg::{Peg, PegId, PegInterner};
use super::transcription::{LanguageError, RuleConversionError};

/// Parsing expressions, and what they take.
#[derive(Debug)]
pub struct PegLanguages {
    /// The languages.
    pub store: LanguageInterner,
    pub(super) pegs: PegInterner,
    taken: FastMap<(PegId, LanguageId, MatchBound), LanguageId>,
}

/// Which strings count as matched, where a part is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum MatchBound {
    /// Those that are matched, whatever the part matches.
    Certain,
    /// Those that may be matched, and perhaps more.
    Possible,
}

impl MatchBound {
    /// The bound of what is ruled out, so that what is left keeps this one.
    pub fn other(self) -> MatchBound {
        match self {
            MatchBound::Certain => MatchBound::Possible,
            MatchBound::Possible => MatchBound::Certain,
        }
    }
}

/// The exact language of a repetition whose body is partly unknown may take one part in so many of
/// the work that is left; a superset does otherwise.
const EXACT_SHARE: u64 = 10;

impl PegLanguages {
    pub(crate) fn new(limits: &Limits) -> PegLanguages {
        PegLanguages::from_store(LanguageInterner::new(Work::new(limits)))
    }

    /// Uses an existing store of languages.
    pub(crate) fn from_store(store: LanguageInterner) -> PegLanguages {
        PegLanguages { store, pegs: PegInterner::default(), taken: FastMap::default() }
    }

    /// The strings of which the expression matches a prefix and the rest is in `next`.
    ///
    /// # Errors
    /// If the computation exceeds the limits.
    pub fn takes(&mut self, peg: PegId, next: LanguageId) -> Result<LanguageId, LanguageError> {
        self.bounded(peg, next, MatchBound::Certain)
    }

    /// Like [`takes`](PegLanguages::takes), for the given bound.
    pub(super) fn bounded(
        &mut self,
        peg: PegId,
        next: LanguageId,
        bound: MatchBound,
    ) -> Result<LanguageId, LanguageError> {
        if next == LanguageId::NONE {
            return Ok(next);
        }
        let bound = if self.pegs.is_open(peg) { bound } else { MatchBound::Certain };
        if let Some(&taken) = self.taken.get(&(peg, next, bound)) {
            return Ok(taken);
        }
        let taken = match self.pegs.get(peg) {
            Peg::Token(language) | Peg::Exact { language, .. } => {
                self.store.concat(language, next)?
            }
            Peg::End => self.store.intersection(next, LanguageId::EMPTY)?,
            Peg::Unknown(_) if bound == MatchBound::Certain => LanguageId::NONE,
            Peg::Unknown(begins) => begins,
            Peg::Sequence(..) => {
                let parts = self.pegs.parts(peg);
                parts
                    .into_iter()
                    .rev()
                    .try_fold(next, |next, part| self.bounded(part, next, bound))?
            }
            Peg::Choice(..) => {
                let alternatives = self.pegs.alternatives(peg);
                let mut all = LanguageId::NONE;
                for alternative in alternatives.into_iter().rev() {
                    let matched = self.bounded(alternative, LanguageId::ALL, bound.other())?;
                    let taken = self.bounded(alternative, next, bound)?;
                    let left = self.store.difference(all, matched)?;
                    all = self.store.union(taken, left)?;
                }
                all
            }
            Peg::Ahead(body) => {
                let matched = self.bounded(body, LanguageId::ALL, bound)?;
                self.store.intersection(next, matched)?
            }
            Peg::NotAhead(body) => {
                let matched = self.bounded(body, LanguageId::ALL, bound.other())?;
                self.store.difference(next, matched)?
            }
            Peg::Repetition(body) => self.repeated((peg, body), next, bound)?,
        };
        self.taken.insert((peg, next, bound), taken);
        Ok(taken)
    }

    fn repeated(
        &mut self,
        (peg, body): (PegId, PegId),
        next: LanguageId,
        bound: MatchBound,
    ) -> Result<LanguageId, LanguageError> {
        if next == LanguageId::ALL {
            return Ok(next);
        }
        let matched = self.bounded(body, LanguageId::ALL, bound.other())?;
        let left = self.store.difference(next, matched)?;
        if let Peg::Token(token) = self.pegs.get(body) {
            return Ok(self.store.star_concat(token, left)?);
        }
        if self.pegs.is_open(body) && bound == MatchBound::Possible {
            if let Ok(taken) = equations::solve(self, (peg, next, bound), EXACT_SHARE) {
                return Ok(taken);
            }
            // Anything may follow a first round: a superset is allowed here.
            let some = self.bounded(body, LanguageId::ALL, bound)?;
            return Ok(self.store.union(some, left)?);
        }
        let round = self.pegs.strings(body, &mut self.store)?;
        let guess = self.store.star_concat(round, next)?;
        let taken = self.bounded(body, guess, bound)?;
        if self.store.union(taken, left)? == guess {
            return Ok(guess);
        }
        equations::solve(self, (peg, next, bound), 1)
    }
}

/// Constructors of expressions.
impl PegLanguages {
    /// A token: matches the string of the language that the input begins with. No string of the
    /// language may be a prefix of another.
    pub(crate) fn token(&mut self, language: LanguageId) -> Result<PegId, LanguageError> {
        self.pegs.token(language)
    }

    pub(crate) fn end(&mut self) -> Result<PegId, LanguageError> {
        self.pegs.end()
    }

    pub(crate) fn sequence(&mut self, one: PegId, two: PegId) -> Result<PegId, LanguageError> {
        self.pegs.sequence(one, two, &mut self.store)
    }

    pub(crate) fn choice(&mut self, one: PegId, two: PegId) -> Result<PegId, LanguageError> {
        self.pegs.choice(one, two, &mut self.store)
    }

    pub(crate) fn repetition(&mut self, body: PegId) -> Result<PegId, LanguageError> {
        if self.pegs.may_take_nothing(body) {
            return Err(
                RuleConversionError::Unsupported("a repetition of nothing".to_owned()).into()
            );
        }
        self.pegs.repetition(body)
    }

    pub(crate) fn ahead(&mut self, body: PegId) -> Result<PegId, LanguageError> {
        self.pegs.ahead(body)
    }

    pub(crate) fn not_ahead(&mut self, body: PegId) -> Result<PegId, LanguageError> {
        self.pegs.not_ahead(body)
    }

    /// The language of a token, which does not depend on what follows; `None` for others.
    pub(crate) fn as_token(&self, peg: PegId) -> Option<LanguageId> {
        match self.pegs.get(peg) {
            Peg::Token(language) => Some(language),
            _ => None,
        }
    }
}
