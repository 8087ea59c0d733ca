//! Compares a pair of rules whose languages are too large, by the texts of the rules that they use.
//!
//! Each text is taken as a regular expression over bytes and names. If each new text contains the old one
//! in this sense, the new rule derives every string of the old rule. If a new text contains more, a string
//! is built from what it contains in addition, and recognisers tell which of the two rules derive that
//! string. The result holds at any nesting depth.

use super::{GrammarComparison, NewProduction, OldProduction};
use crate::automaton::{Exceeded, Relation};
use crate::earley::EarleyRecogniser;
use crate::grammar::{Grammar, ProductionId};
use crate::local::contexts::Contexts;
use crate::local::letters::{Letter, differences};

impl GrammarComparison<'_> {
    /// How a pair changed, by the texts of the rules that it uses; `None` if these do not decide it. The
    /// result holds at any nesting depth. Its strings need not be the shortest.
    pub fn relation_by_texts(&self, old: OldProduction, new: NewProduction) -> Option<Relation> {
        let changed = self.changed_below(old, new)?;
        let (mut more, mut less) = (Vec::new(), Vec::new());
        for (old, new) in changed {
            let texts = [self.old.grammar.core(old.0), self.new.grammar.core(new.0)];
            let of_old = |id| self.pairing.of_old(OldProduction(id)).map(|id| id.0);
            let of_new = |id| self.pairing.of_new(NewProduction(id)).map(|id| id.0);
            let is_empty = |grammar: &Grammar, id: ProductionId| grammar.may_be_empty()[id.index()];
            let found = self.reserve.ask(|work| {
                let may_omit = |id| is_empty(self.old.grammar, id);
                let gained = differences([texts[1], texts[0]], of_new, may_omit, 1, work)?;
                let may_omit = |id| is_empty(self.new.grammar, id);
                let lost = differences(texts, of_old, may_omit, 1, work)?;
                Ok::<_, Exceeded>((gained, lost))
            });
            let (gained, lost) = found.ok()?;
            more.extend(gained.into_iter().map(|letters| (new.0, letters)));
            less.extend(lost.into_iter().map(|letters| (old.0, letters)));
        }
        let (of_old, of_new) = ((self.old.grammar, old.0), (self.new.grammar, new.0));
        let gained = (!more.is_empty()).then(|| string(&more, of_new, of_old));
        let lost = (!less.is_empty()).then(|| string(&less, of_old, of_new));
        match (gained, lost) {
            (None, None) => Some(Relation::Equal),
            (Some(gained), None) => Some(Relation::Wider { gained: gained? }),
            (None, Some(lost)) => Some(Relation::Narrower { lost: lost? }),
            (Some(gained), Some(lost)) => Some(Relation::Crossing { gained: gained?, lost: lost? }),
        }
    }

    /// The pairs with different texts that can be reached from a pair, itself included; `None` if the two
    /// are no partners.
    fn changed_below(
        &self,
        old: OldProduction,
        new: NewProduction,
    ) -> Option<Vec<(OldProduction, NewProduction)>> {
        if self.pairing.of_new(new) != Some(old) {
            return None;
        }
        let reached = self.new.grammar.reachable(&[new.0]).into_iter().map(NewProduction);
        let pairs = reached.filter_map(|new| Some((self.pairing.of_new(new)?, new)));
        let olds = self.old.grammar.reachable(&[old.0]).into_iter().map(OldProduction);
        let of_old = olds.filter_map(|old| Some((old, self.pairing.of_old(old)?)));
        let mut changed: Vec<(OldProduction, NewProduction)> = pairs.chain(of_old).collect();
        changed.sort_by_key(|(old, new)| (new.0, old.0));
        changed.dedup();
        changed.retain(|&(old, new)| {
            let (one, two) = self.texts(old, new);
            one != two
        });
        Some(changed)
    }
}

/// A string of the production `one` that `other` does not derive. It is built from the strings over bytes
/// and names that the texts of changed rules have and those of their partners do not.
fn string(
    changed: &[(ProductionId, Vec<Letter>)],
    (grammar, one): (&Grammar, ProductionId),
    (others, other): (&Grammar, ProductionId),
) -> Option<Vec<u8>> {
    let contexts = Contexts::of_start(grammar, one, &mut grammar.work());
    let recogniser = |grammar: &Grammar, id| {
        EarleyRecogniser::without_trees(grammar, id, &mut grammar.work()).ok()
    };
    let (has, lacks) = (recogniser(grammar, one)?, recogniser(others, other)?);
    changed.iter().find_map(|(id, letters)| {
        let mut strings = contexts.strings(*id, letters);
        strings.find(|string| has.derives(string) == Ok(true) && lacks.derives(string) == Ok(false))
    })
}
