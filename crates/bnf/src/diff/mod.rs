//! What changed between two grammars: in their texts, and in their languages.
//!
//! A text that changed need not change what can be written, and a language
//! changes in fifty productions where one text did. So a diff first pairs the
//! productions ([`Pairing`]), then says of each pair what became of its text and
//! of its language, and which change is the cause.
//!
//! A cause is what makes a difference. To **leave out** a change is to read the new grammar with
//! the old text of that pair, each name meaning the partner of what it meant; a name without a
//! partner keeps its text, read the same way. A changed pair is a **root** if leaving it out
//! changes its own language: then the change is in its text. A changed pair that is not a root
//! **follows**: it only passes on what changed elsewhere. Of the next roots that its texts reach,
//! those are named for it that change its language when they are left out. Where none is needed by
//! itself, since each of several suffices, a least set is named that changes it when it is left
//! out together; something is always named (`cause.rs` says how it is found). A pair with the same
//! text, but for the names of pairs, is never a root.
//!
//! A text can also become ambiguous, with a string gained or lost or without: so
//! that is said apart ([`AmbiguityChange`]).
//!
//! Character classes are compared on their own: that `:` moved from one class to
//! another is what a reader wants to know, and no single production says it.
//!
//! ```
//! use urlbnf_bnf::diff::{Comparison, Roles, Side};
//! use urlbnf_bnf::{Grammar, Reading};
//!
//! let read = |name, text| Grammar::read(name, text, Reading::Printed);
//! let old = read("old", "# notation rfc822\nweek = \"W\" digit digit\ndigit = \"0\" | \"1\"\n")?;
//! let new = read("new", "# notation rfc822\nweek = \"W\" digit [ digit ]\ndigit = \"0\" | \"1\"\n")?;
//! let diff = Comparison::of(Side::new("old", &old), Side::new("new", &new), &Roles::default())
//!     .diff()?;
//! assert_eq!(diff.relation.name(), "wider");
//! assert_eq!(diff.relation.gained(), Some(&b"W0"[..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alike;
mod ambiguity;
mod cause;
mod class;
mod comparison;
mod error;
mod family;
mod language;
mod likely;
mod pairing;
mod reach;
mod side;
mod text;
mod without;

use crate::automaton::Relation;

pub use ambiguity::AmbiguityChange;
pub use class::{Membership, Move};
pub use comparison::Comparison;
pub use error::DiffError;
pub use family::{Family, Member, Step};
pub use pairing::{PairedBy, Pairing, Roles};
pub use side::{Either, New, Old, Side, Which};
pub(crate) use text::align;

/// Two grammars compared.
#[derive(Debug, Clone)]
pub struct Diff<'g> {
    /// The first grammar.
    pub old: Side<'g>,
    /// The second grammar.
    pub new: Side<'g>,
    /// The productions whose languages decide whether there is a difference:
    /// the starts, or the production that was asked for and its partner.
    pub start: (Old, New),
    /// How the language of the new one lies to that of the old.
    pub relation: Relation,
    /// Productions of the old grammar without a partner, in printed order.
    pub removed: Vec<Old>,
    /// Productions of the new grammar without a partner, in printed order.
    pub added: Vec<New>,
    /// All pairs, in the old grammar's order.
    pub pairs: Vec<Pair>,
    /// The lowest pairs that became ambiguous, or no longer are.
    pub ambiguities: Vec<AmbiguityChange>,
    /// Characters that are in other classes than before.
    pub moves: Vec<Move>,
}

/// A production before and after.
#[derive(Debug, Clone)]
pub struct Pair {
    /// The production of the old grammar.
    pub old: Old,
    /// The production of the new grammar.
    pub new: New,
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

impl<'g> Diff<'g> {
    /// The name of a production of the old grammar, as printed.
    pub fn old_name(&self, id: Old) -> &'g str {
        self.old.grammar.name(id.0)
    }

    /// The name of a production of the new grammar, as printed.
    pub fn new_name(&self, id: New) -> &'g str {
        self.new.grammar.name(id.0)
    }

    /// How it is known that two productions are a pair, where one of the grammars tells it.
    pub fn reason(&self, pair: &Pair) -> Option<&'g str> {
        let told = pairing::told(self.old.grammar, self.new.grammar);
        let mut of_pair = told.filter(|&(old, new, _)| (old, new) == (pair.old, pair.new));
        of_pair.next().map(|(_, _, reason)| reason).filter(|_| pair.by == PairedBy::Told)
    }

    /// What the new grammar says of a production of the old that has no partner: which of its own
    /// are in its place, and why.
    pub fn successors(&self, removed: Old) -> Option<(Vec<New>, &'g str)> {
        let mut all = pairing::successors(self.old.grammar, self.new.grammar);
        all.find(|it| it.0 == removed).map(|(_, newer, reason)| (newer, reason))
    }

    /// The pairs of which the new name is another than the old.
    pub fn renamed(&self) -> impl Iterator<Item = &Pair> {
        self.pairs.iter().filter(|pair| self.old_name(pair.old) != self.new_name(pair.new))
    }

    /// The pairs with another text and the same language.
    pub fn reworded(&self) -> impl Iterator<Item = &Pair> {
        self.pairs.iter().filter(|pair| pair.reworded && matches!(pair.change, Change::Same))
    }
}
