//! What changed between two grammars: in their texts, and in their languages.
//!
//! A text that changed need not change what can be written, and a language
//! changes in fifty productions where one text did. So a diff first pairs the
//! productions ([`Pairing`]), then says of each pair what became of its text and
//! of its language, and which change is the cause.
//!
//! A cause is what makes a difference. To **leave out** a change is to read the
//! new grammar with the old text of that pair, each name meaning the partner of
//! what it meant; a name without a partner keeps its text, read the same way. A
//! changed pair is a **root** if leaving it out changes its own language: then
//! the change is in its text. A changed pair that is no root **follows**: it only
//! passes on what changed elsewhere. Of the next roots that its texts reach, those
//! are named for it that change its language when they are left out. Where none is
//! needed by itself, since each of several suffices, a least set is named that
//! changes it when it is left out together; something is always named (`cause.rs`
//! says how it is found). A pair
//! with the same text, but for the names of pairs, is never a root.
//!
//! A text can also become ambiguous, with a string gained or lost or without: so
//! that is said apart ([`AmbiguityChange`]).
//!
//! Character classes and schemes are compared on their own: that `:` moved from
//! `extra` to `reserved`, and that every http URL with a port now parses, is
//! what a reader wants to know, and no single production says it.

mod ambiguity;
mod cause;
mod class;
mod family;
mod history;
mod language;
mod likely;
mod pairing;
mod plain;
mod reach;
mod scheme;
mod text;
mod without;

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use crate::automaton::{Dfa, Exceeded, Limits, NotRegular, Relation};
use crate::bnf::{Grammar, ProductionId};
use crate::diagnose::nearest;
use crate::edition::{Edition, Reading};
use language::Languages;
use without::Without;

pub use ambiguity::AmbiguityChange;
pub use class::{Membership, Move};
pub use family::{Family, Step};
pub use history::{History, Row};
pub use pairing::{PairedBy, Pairing};
pub use scheme::{Covered, Part, SchemeChange};
pub(crate) use text::align;

/// One of the two grammars, under the name by which the diff calls it.
#[derive(Debug, Clone)]
pub struct Side<'g> {
    /// Its name: `rfc1738`, `url-02:printed`, `my.bnf`.
    pub name: String,
    /// The grammar.
    pub grammar: &'g Grammar,
}

impl Side<'static> {
    /// An edition in a reading.
    pub fn of(edition: Edition, reading: Reading) -> Self {
        let name = format!("{edition}:{reading}");
        Side { name, grammar: edition.grammar(reading) }
    }
}

/// Which of the two grammars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Which {
    /// The first.
    Old,
    /// The second.
    New,
}

/// Two grammars compared.
#[derive(Debug, Clone)]
pub struct Diff<'g> {
    /// The first grammar.
    pub old: Side<'g>,
    /// The second grammar.
    pub new: Side<'g>,
    /// The productions whose languages decide whether there is a difference:
    /// the starts, or the production that was asked for and its partner.
    pub start: (ProductionId, ProductionId),
    /// How the language of the new one lies to that of the old.
    pub relation: Relation,
    /// Productions of the old grammar without a partner, in printed order.
    pub removed: Vec<ProductionId>,
    /// Productions of the new grammar without a partner, in printed order.
    pub added: Vec<ProductionId>,
    /// All pairs, in the old grammar's order.
    pub pairs: Vec<Pair>,
    /// The lowest pairs that became ambiguous, or no longer are.
    pub ambiguities: Vec<AmbiguityChange>,
    /// Characters that stand in other classes than before.
    pub moves: Vec<Move>,
    /// Scheme by scheme; nothing where no alternative of a start begins with a scheme.
    pub schemes: Vec<SchemeChange>,
}

/// A production before and after.
#[derive(Debug, Clone)]
pub struct Pair {
    /// The production of the old grammar.
    pub old: ProductionId,
    /// The production of the new grammar.
    pub new: ProductionId,
    /// What makes them a pair.
    pub by: PairedBy,
    /// Whether the texts differ, in more than the names of pairs.
    pub reworded: bool,
    /// What became of the language.
    pub change: Change,
}

/// What became of the language of a pair.
#[derive(Debug, Clone)]
pub enum Change {
    /// Nothing.
    Same,
    /// Its own text changed it.
    Root {
        /// How the new language lies to the old.
        relation: Relation,
        /// What its own text does, where other roots do the rest: how the new
        /// language lies to that with this text left out.
        alone: Option<Relation>,
        /// The other roots that do the rest, as numbers of [`Diff::pairs`].
        also: Vec<usize>,
        /// The pairs that follow from it, as numbers of [`Diff::pairs`].
        followers: Vec<usize>,
    },
    /// Something that it names, directly or not, changed it.
    Follows {
        /// How the new language lies to the old.
        relation: Relation,
        /// The roots, at least one, as numbers of [`Diff::pairs`].
        roots: Vec<usize>,
    },
}

impl Change {
    /// How the new language lies to the old.
    pub fn relation(&self) -> &Relation {
        match self {
            Change::Same => &Relation::Equal,
            Change::Root { relation, .. } | Change::Follows { relation, .. } => relation,
        }
    }
}

/// Why two grammars cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiffError {
    /// The language of a production of one of them cannot be decided.
    Undecided(Which, NotRegular),
    /// Two productions can be decided, and to compare them takes too much.
    TooLarge {
        /// The name of the first grammar's production.
        old: String,
        /// The name of the second grammar's production.
        new: String,
        /// More of what.
        exceeded: Exceeded,
    },
    /// Neither has a production of the name.
    UnknownProduction {
        /// The name.
        name: String,
        /// The name that one of them has and that is most like it.
        nearest: Option<String>,
    },
    /// Only this one has it, and the other has no partner for it.
    Unpaired(Which, String),
}

impl fmt::Display for DiffError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has = |which: &Which| match which {
            Which::Old => ("the first grammar", "the second"),
            Which::New => ("the second grammar", "the first"),
        };
        match self {
            DiffError::Undecided(which, NotRegular::Cycle(..)) => {
                write!(f, "{} has a production that recurs, and not at one end alone", has(which).0)
            }
            DiffError::Undecided(which, NotRegular::TooLarge(_, exceeded)) => {
                write!(
                    f,
                    "{} has a production that is too large: it takes {exceeded}",
                    has(which).0
                )
            }
            DiffError::TooLarge { old, new, exceeded } => write!(
                f,
                "`{old}` of the first grammar and `{new}` of the second are too large to be compared: it takes {exceeded}"
            ),
            DiffError::UnknownProduction { name, nearest } => {
                write!(f, "neither grammar has a production `{name}`")?;
                match nearest {
                    Some(nearest) => write!(f, "; the nearest is `{nearest}`"),
                    None => Ok(()),
                }
            }
            DiffError::Unpaired(which, name) => {
                let (has, other) = has(which);
                write!(f, "`{name}` is in {has}, and nothing in {other} is its partner")
            }
        }
    }
}

impl std::error::Error for DiffError {}

impl<'g> Diff<'g> {
    /// Compares two grammars, from their starts.
    ///
    /// # Errors
    /// If a production is not regular, or the comparison takes more than the limits allow.
    pub fn new(old: Side<'g>, new: Side<'g>) -> Result<Diff<'g>, DiffError> {
        let start = (old.grammar.start(), new.grammar.start());
        Comparison::of(old.grammar, new.grammar).diff(old, new, start, false)
    }

    /// Compares a production, by its name in either grammar, with its partner,
    /// and of the rest only what the two need.
    ///
    /// # Errors
    /// If neither grammar has a production of that name; else as [`new`](Diff::new).
    pub fn of_production(old: Side<'g>, new: Side<'g>, name: &str) -> Result<Diff<'g>, DiffError> {
        let comparison = Comparison::of(old.grammar, new.grammar);
        let pairing = &comparison.pairing;
        let start = match (old.grammar.find(name), new.grammar.find(name)) {
            (Some(one), Some(two)) => (one, two),
            (Some(one), None) => {
                let partner = pairing.of_old(one);
                (one, partner.ok_or_else(|| DiffError::Unpaired(Which::Old, name.to_owned()))?)
            }
            (None, Some(two)) => {
                let partner = pairing.of_new(two);
                (partner.ok_or_else(|| DiffError::Unpaired(Which::New, name.to_owned()))?, two)
            }
            (None, None) => {
                let olds = old.grammar.ids().map(|id| old.grammar.name(id));
                let news = new.grammar.ids().map(|id| new.grammar.name(id));
                let nearest = nearest(name, olds.chain(news));
                return Err(DiffError::UnknownProduction { name: name.to_owned(), nearest });
            }
        };
        comparison.diff(old, new, start, true)
    }

    /// The pairs of which the new name is another than the old.
    pub fn renamed(&self) -> impl Iterator<Item = &Pair> {
        let name = |pair: &Pair| (self.old.grammar.name(pair.old), self.new.grammar.name(pair.new));
        self.pairs.iter().filter(move |pair| name(pair).0 != name(pair).1)
    }

    /// The pairs with another text and the same language.
    pub fn reworded(&self) -> impl Iterator<Item = &Pair> {
        self.pairs.iter().filter(|pair| pair.reworded && matches!(pair.change, Change::Same))
    }
}

/// Two grammars while they are compared.
#[derive(Debug)]
struct Comparison<'g> {
    old: Arc<Languages<'g>>,
    new: Arc<Languages<'g>>,
    pairing: Pairing,
    /// What may be taken to compare: what either grammar allows.
    limits: Limits,
}

impl<'g> Comparison<'g> {
    fn of(old: &'g Grammar, new: &'g Grammar) -> Self {
        Comparison::between(Arc::new(Languages::new(old)), Arc::new(Languages::new(new)))
    }

    /// The same with languages that others share.
    fn between(old: Arc<Languages<'g>>, new: Arc<Languages<'g>>) -> Self {
        let pairing = Pairing::of(old.grammar, new.grammar);
        let limits = old.grammar.limits().or(*new.grammar.limits());
        Comparison { old, new, pairing, limits }
    }

    fn diff(
        &self,
        old: Side<'g>,
        new: Side<'g>,
        start: (ProductionId, ProductionId),
        only_reached: bool,
    ) -> Result<Diff<'g>, DiffError> {
        let left_out = |grammar: &Grammar, start| match only_reached {
            true => grammar.unreachable_from(start).into_iter().collect(),
            false => HashSet::new(),
        };
        let without: (HashSet<_>, HashSet<_>) =
            (left_out(old.grammar, start.0), left_out(new.grammar, start.1));
        let relation = self.relation(start.0, start.1)?;
        let (mut pairs, mut others) = (Vec::new(), Vec::new());
        for id in old.grammar.ids() {
            let Some((partner, by)) = self.pairing.of_old(id).zip(self.pairing.paired_by(id))
            else {
                continue;
            };
            if without.0.contains(&id) && without.1.contains(&partner) {
                continue;
            }
            let (pair, other) = self.pair(id, partner, by)?;
            pairs.push(pair);
            others.push(other);
        }
        self.trace(&mut pairs, &others)?;
        let removed = old.grammar.ids().filter(|id| !without.0.contains(id));
        let added = new.grammar.ids().filter(|id| !without.1.contains(id));
        Ok(Diff {
            removed: removed.filter(|&id| self.pairing.of_old(id).is_none()).collect(),
            added: added.filter(|&id| self.pairing.of_new(id).is_none()).collect(),
            moves: class::moves(old.grammar, new.grammar, &self.pairing, &without),
            schemes: self.schemes(start)?,
            ambiguities: self.ambiguities(&pairs)?,
            relation,
            start,
            pairs,
            old,
            new,
        })
    }

    fn relation(&self, old: ProductionId, new: ProductionId) -> Result<Relation, DiffError> {
        let too_large = |exceeded| self.too_large(old, new, exceeded);
        let (old, new) = (self.old_language(old)?, self.new_language(new)?);
        match old == new {
            true => Ok(Relation::Equal),
            false => old.relation_within(&new, &self.limits).map_err(too_large),
        }
    }

    fn too_large(&self, old: ProductionId, new: ProductionId, exceeded: Exceeded) -> DiffError {
        let (old, new) = (self.old.grammar.name(old), self.new.grammar.name(new));
        DiffError::TooLarge { old: old.to_owned(), new: new.to_owned(), exceeded }
    }

    fn old_language(&self, id: ProductionId) -> Result<Arc<Dfa>, DiffError> {
        self.old.of(id).map_err(|error| DiffError::Undecided(Which::Old, error))
    }

    fn new_language(&self, id: ProductionId) -> Result<Arc<Dfa>, DiffError> {
        self.new.of(id).map_err(|error| DiffError::Undecided(Which::New, error))
    }

    /// A pair, and whether it is a root; what follows from what is found later.
    /// With it, its language with its own text left out, where that was needed.
    fn pair(
        &self,
        old: ProductionId,
        new: ProductionId,
        by: PairedBy,
    ) -> Result<(Pair, Option<Dfa>), DiffError> {
        let grammars = (self.old.grammar, self.new.grammar);
        let (one, two) = self.pairing.texts((grammars.0, old), (grammars.1, new));
        let reworded = one != two;
        let relation = self.relation(old, new)?;
        let is = |change| Pair { old, new, by, reworded, change };
        if relation == Relation::Equal {
            return Ok((is(Change::Same), None));
        }
        let follows = |relation| is(Change::Follows { relation, roots: Vec::new() });
        if !reworded {
            return Ok((follows(relation), None));
        }
        let other = Without::the(self, &[(old, new)]).language(new);
        let alone = match &other {
            Some(other) => (other.relation_within(&*self.new_language(new)?, &self.limits))
                .map_err(|exceeded| self.too_large(old, new, exceeded))?,
            // Then the whole change counts as its own.
            None => relation.clone(),
        };
        if alone == Relation::Equal {
            return Ok((follows(relation), other));
        }
        let (alone, also, followers) = (Some(alone), Vec::new(), Vec::new());
        Ok((is(Change::Root { relation, alone, also, followers }), other))
    }
}
