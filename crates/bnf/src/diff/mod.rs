//! What changed between two grammars, in their texts and in their languages.
//!
//! A changed text does not always change a language, and one changed text can change fifty
//! languages. So a diff first pairs the productions ([`Pairing`]), and then reports for each pair
//! how its text and its language changed, and which change is the cause.
//!
//! A change is **left out** by reading the new grammar with the old text of that pair. Each name
//! in it means its partner; a production without a partner keeps its text, read the same way. A
//! changed pair is a **root** if leaving it out changes its own language: the change is then in
//! its text. Any other changed pair **follows**: it only passes on what changed elsewhere. Of the
//! next roots that its texts reach, the diff names those that change its language when they are
//! left out. If several roots each suffice, it names a minimal set that changes the language when
//! left out together. At least one root is always named. A pair with the same text, except for the
//! names of pairs, is never a root.
//!
//! A pair that exceeds the limits is **undecided**. The other pairs are still compared, and causes
//! are searched only among them.
//!
//! A text can also become ambiguous, whether or not a string is gained or lost. This is reported
//! separately ([`AmbiguityChange`]).
//!
//! Character classes are compared on their own: readers want to know that `:` moved from one
//! class to another, and no single production shows it.
//!
//! ```
//! use urlbnf_bnf::diff::{GrammarComparison, NamedGrammar, PairingHints};
//! use urlbnf_bnf::{Grammar, Reading};
//!
//! let read = |name, text| Grammar::read(name, text, Reading::Printed);
//! let old = read("old", "# notation rfc822\nweek = \"W\" digit digit\ndigit = \"0\" | \"1\"\n")?;
//! let new = read("new", "# notation rfc822\nweek = \"W\" digit [ digit ]\ndigit = \"0\" | \"1\"\n")?;
//! let (old, new) = (NamedGrammar::new("old", &old), NamedGrammar::new("new", &new));
//! let diff = GrammarComparison::new(old, new, &PairingHints::default()).diff()?;
//! let relation = diff.relation?;
//! assert_eq!(relation.name(), "wider");
//! assert_eq!(relation.gained(), Some(&b"W0"[..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod unchanged;
mod ambiguity;
mod cause;
mod class;
mod comparison;
mod error;
mod family;
mod by_texts;
mod pairing;
mod reach;
mod side;
mod text;
mod reverted;

use crate::automaton::Relation;

pub use ambiguity::AmbiguityChange;
pub(crate) use ambiguity::DecidedRules;
pub use class::{CharacterMove, ClassMembership};
pub use comparison::GrammarComparison;
pub use error::DiffError;
pub use family::{FamilyMember, GrammarFamily, PartnerComparison};
pub use pairing::{Pairing, PairingHints, PairingReason};
pub use side::{DiffProduction, DiffSide, NamedGrammar, NewProduction, OldProduction};
pub(crate) use text::align;

/// The comparison of two grammars.
#[derive(Debug, Clone)]
pub struct Diff<'g> {
    /// The first grammar.
    pub old: NamedGrammar<'g>,
    /// The second grammar.
    pub new: NamedGrammar<'g>,
    /// The productions whose languages decide whether there is a difference: the starts, or the
    /// requested production and its partner.
    pub start: (OldProduction, NewProduction),
    /// How the language of the start changed; an error if that is undecided.
    pub relation: Result<Relation, DiffError>,
    /// Productions of the old grammar without a partner, in printed order.
    pub removed: Vec<OldProduction>,
    /// Productions of the new grammar without a partner, in printed order.
    pub added: Vec<NewProduction>,
    /// The pairs whose change is decided, in the old grammar's order.
    pub pairs: Vec<ProductionPair>,
    /// The undecided questions, in the old grammar's order: first languages, then ambiguities.
    pub undecided: Vec<UndecidedPair>,
    /// The lowest pairs that became ambiguous, or no longer are.
    pub ambiguities: Vec<AmbiguityChange>,
    /// Characters that moved to other classes.
    pub moves: Vec<CharacterMove>,
}

/// A production before and after.
#[derive(Debug, Clone)]
pub struct ProductionPair {
    /// The production of the old grammar.
    pub old: OldProduction,
    /// The production of the new grammar.
    pub new: NewProduction,
    /// Why they are a pair.
    pub by: PairingReason,
    /// Whether the texts differ in more than the names of pairs.
    pub reworded: bool,
    /// How the language changed.
    pub change: PairChange,
}

/// A pair, and a question about it that exceeds the limits.
#[derive(Debug, Clone)]
pub struct UndecidedPair {
    /// The production of the old grammar.
    pub old: OldProduction,
    /// The production of the new grammar.
    pub new: NewProduction,
    /// Whether the texts differ in more than the names of pairs.
    pub reworded: bool,
    /// The question.
    pub what: UndecidedQuestion,
    /// Why it is undecided.
    pub reason: DiffError,
}

/// A question about a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UndecidedQuestion {
    /// How the language changed. The pair is not in [`Diff::pairs`].
    Language,
    /// Whether the pair became ambiguous, or no longer is.
    Ambiguity,
}

/// How the language of a pair changed.
#[derive(Debug, Clone)]
pub enum PairChange {
    /// The language is the same.
    Same,
    /// The pair's own text changed it.
    Root {
        /// How the new language compares to the old.
        relation: Relation,
        /// How the new language compares to the one with this text left out, if other roots do
        /// the rest.
        alone: Option<Relation>,
        /// The other roots that do the rest, as indices into [`Diff::pairs`]. Empty with `alone` if
        /// the rest comes from an undecided pair.
        also: Vec<usize>,
        /// The pairs that follow from this one, as indices into [`Diff::pairs`].
        followers: Vec<usize>,
    },
    /// A change in a production that it reaches changed it.
    Follows {
        /// How the new language compares to the old.
        relation: Relation,
        /// The roots, as indices into [`Diff::pairs`]: at least one, unless a pair is undecided.
        roots: Vec<usize>,
    },
}

impl PairChange {
    /// How the new language compares to the old.
    pub fn relation(&self) -> &Relation {
        match self {
            PairChange::Same => &Relation::Equal,
            PairChange::Root { relation, .. } | PairChange::Follows { relation, .. } => relation,
        }
    }
}

impl<'g> Diff<'g> {
    /// The name of a production of the old grammar, as printed.
    pub fn old_name(&self, id: OldProduction) -> &'g str {
        self.old.grammar.name(id.0)
    }

    /// The name of a production of the new grammar, as printed.
    pub fn new_name(&self, id: NewProduction) -> &'g str {
        self.new.grammar.name(id.0)
    }

    /// The text of an error of this diff, with the names of its productions.
    pub fn message(&self, error: &DiffError) -> String {
        match error {
            DiffError::Undecided(DiffSide::Old, error) => error.message(self.old.grammar),
            DiffError::Undecided(DiffSide::New, error) => error.message(self.new.grammar),
            error => error.to_string(),
        }
    }

    /// The reason why two productions are a pair, if one of the grammars states it.
    pub fn reason(&self, pair: &ProductionPair) -> Option<&'g str> {
        let declared = pairing::declared_pairs(self.old.grammar, self.new.grammar);
        let mut of_pair = declared.filter(|&(old, new, _)| (old, new) == (pair.old, pair.new));
        of_pair.next().map(|(_, _, reason)| reason).filter(|_| pair.by == PairingReason::Declared)
    }

    /// The productions that the new grammar states as successors of a removed production, with
    /// the reason; `None` if it states nothing.
    pub fn successors(&self, removed: OldProduction) -> Option<(Vec<NewProduction>, &'g str)> {
        let mut all = pairing::successors(self.old.grammar, self.new.grammar);
        all.find(|(older, ..)| *older == removed).map(|(_, newer, reason)| (newer, reason))
    }

    /// The pairs whose names differ.
    pub fn renamed(&self) -> impl Iterator<Item = &ProductionPair> {
        self.pairs.iter().filter(|pair| self.old_name(pair.old) != self.new_name(pair.new))
    }

    /// The pairs with a new text and the same language.
    pub fn reworded(&self) -> impl Iterator<Item = &ProductionPair> {
        self.pairs.iter().filter(|pair| pair.reworded && matches!(pair.change, PairChange::Same))
    }
}
