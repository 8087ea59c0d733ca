//! How deep a diff holds, where it depends on what recurs.
//!
//! A witness is a string that one grammar has and the other has not, as deep as it was
//! looked. The other grammar itself is asked whether it has the string deeper than that:
//! then it shows nothing but the limit, and is told as such.

use serde::Serialize;

use crate::nesting::{self, Nesting};
use urlbnf_bnf::automaton::NestingLimit;
use urlbnf_bnf::earley::Earley;
use urlbnf_url::diff::{Diff, New, Old};

/// How deep an answer holds, in either grammar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Limits<'a> {
    /// Before.
    pub old: Option<Nesting<'a>>,
    /// After.
    pub new: Option<Nesting<'a>>,
    /// Which witnesses of the start show nothing but the limit: both grammars have them, one
    /// of them deeper than it was looked. `gained`, `lost`.
    pub deeper: Vec<&'static str>,
    /// In words for people: for which strings it holds.
    #[serde(skip)]
    pub words: Vec<String>,
}

impl<'a> Limits<'a> {
    /// The limits of a diff.
    pub fn of(diff: &Diff<'a>) -> Limits<'a> {
        let (old, new) = (diff.old.grammar, diff.new.grammar);
        let of_old = NestingLimit::of(old, diff.start.0.0);
        let of_new = NestingLimit::of(new, diff.start.1.0);
        let words = |limit: &NestingLimit, grammar| nesting::holds_for(limit, grammar);
        let mut all: Vec<String> = Vec::new();
        all.extend(of_old.as_ref().map(|it| words(it, old)));
        all.extend(of_new.as_ref().map(|it| words(it, new)));
        all.dedup();
        let mut deeper = Vec::new();
        if !all.is_empty() {
            let has = |grammar, start, it: Option<&[u8]>| {
                it.is_some_and(|it| Earley::of(grammar).derives(start, it) == Ok(true))
            };
            let (relation, (Old(before), New(after))) = (&diff.relation, diff.start);
            deeper.extend(has(old, before, relation.gained()).then_some("gained"));
            deeper.extend(has(new, after, relation.lost()).then_some("lost"));
        }
        Limits {
            deeper,
            old: of_old.as_ref().map(|it| Nesting::of(it, old)),
            new: of_new.as_ref().map(|it| Nesting::of(it, new)),
            words: all,
        }
    }

    /// What follows an answer that holds only so deep.
    pub fn so_deep(&self) -> &'static str {
        match self.words.is_empty() {
            true => "",
            false => ", as deep as --nesting looks",
        }
    }

    /// Which witnesses show nothing but the limit, a sentence for each.
    pub fn no_witnesses(&self) -> impl Iterator<Item = String> {
        self.deeper.iter().map(|what| {
            let other = if *what == "gained" { "old" } else { "new" };
            format!(
                "the string that is {what} is in the {other} grammar too, nested deeper than that"
            )
        })
    }
}
