//! Several grammars of which any two can be compared, with shared results.
//!
//! A history compares the same grammars many times, production by production. So each language is
//! computed once for all comparisons, and so is each step from one grammar to another.

use std::sync::{Arc, OnceLock};

use super::{
    DiffError, GrammarComparison, NewProduction, OldProduction, PairingHints, PairingReason,
    pairing,
};
use crate::automaton::{AutomatonError, Dfa, Relation};
use crate::grammar::{Grammar, ProductionId};
use crate::languages::ProductionLanguages;

/// A grammar of a family: its index, from 0, in the given order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FamilyMember(
    /// The index in the family.
    pub usize,
);

/// Grammars that are compared with each other.
#[derive(Debug)]
pub struct GrammarFamily<'g> {
    roles: fn(&Grammar, &Grammar) -> PairingHints,
    languages: Vec<Arc<ProductionLanguages<&'g Grammar>>>,
    /// From each grammar to each.
    compared: Vec<OnceLock<CachedComparison<'g>>>,
}

#[derive(Debug)]
struct CachedComparison<'g> {
    comparison: GrammarComparison<'g>,
    /// By production of the old grammar.
    steps: Vec<OnceLock<Result<PartnerComparison, DiffError>>>,
}

/// The step from a production to its partner in another grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartnerComparison {
    /// Why they are a pair.
    pub by: PairingReason,
    /// Whether the texts differ in more than the names of pairs.
    pub reworded: bool,
    /// How the new language compares to the old, with shortest witnesses.
    pub relation: Relation,
    /// A plain string of only the new language.
    pub gained: Option<Vec<u8>>,
    /// A plain string of only the old language.
    pub lost: Option<Vec<u8>>,
}

impl<'g> GrammarFamily<'g> {
    /// A family of these grammars. `roles` returns the productions of any two of them that have
    /// the same role ([`PairingHints::none`] if nothing is known).
    pub fn from_grammars(
        grammars: impl IntoIterator<Item = &'g Grammar>,
        roles: fn(&Grammar, &Grammar) -> PairingHints,
    ) -> Self {
        let languages: Vec<_> = grammars
            .into_iter()
            .map(|grammar| Arc::new(ProductionLanguages::new(grammar)))
            .collect();
        let compared = (0..languages.len().pow(2)).map(|_| OnceLock::new()).collect();
        GrammarFamily { roles, languages, compared }
    }

    /// The language of a production of one of the grammars.
    ///
    /// # Errors
    /// If the production is not regular, or its language exceeds the limits.
    pub fn language(&self, of: FamilyMember, id: ProductionId) -> Result<Arc<Dfa>, AutomatonError> {
        self.languages[of.0].language(id)
    }

    /// The partner of a production of one grammar in another, and why they are a pair.
    pub fn partner(
        &self,
        of: FamilyMember,
        id: ProductionId,
        other: FamilyMember,
    ) -> Option<(ProductionId, PairingReason)> {
        // Pairs are always computed from the earlier grammar to the later.
        if of <= other {
            let pairing = &self.compared(of, other).comparison.pairing;
            Some((pairing.of_old(OldProduction(id))?.0, pairing.paired_by(OldProduction(id))?))
        } else {
            let pairing = &self.compared(other, of).comparison.pairing;
            let old = pairing.of_new(NewProduction(id))?;
            Some((old.0, pairing.paired_by(old)?))
        }
    }

    /// The productions of the newer grammar that it states as successors of productions of the
    /// older one, with the reasons: the partner, several productions, or none.
    pub fn successors(
        &self,
        old: FamilyMember,
        new: FamilyMember,
    ) -> Vec<(OldProduction, Vec<NewProduction>, &'g str)> {
        let grammar = |member: FamilyMember| self.languages[member.0].grammar;
        pairing::successors(grammar(old), grammar(new)).collect()
    }

    /// The step from a production of an old grammar to its partner in a new one; `None` if it has
    /// no partner.
    pub fn step(
        &self,
        old: FamilyMember,
        id: OldProduction,
        new: FamilyMember,
    ) -> Option<Result<&PartnerComparison, &DiffError>> {
        let compared = self.compared(old, new);
        let partner = compared.comparison.pairing.of_old(id)?;
        let by = compared.comparison.pairing.paired_by(id)?;
        let step = compared.steps[id.0.index()]
            .get_or_init(|| compared.comparison.step(id, partner, by))
            .as_ref();
        Some(step)
    }

    fn compared(&self, old: FamilyMember, new: FamilyMember) -> &CachedComparison<'g> {
        self.compared[old.0 * self.languages.len() + new.0].get_or_init(|| {
            let (old, new) = (&self.languages[old.0], &self.languages[new.0]);
            let steps = old.grammar.ids().map(|_| OnceLock::new()).collect();
            let roles = (self.roles)(old.grammar, new.grammar);
            CachedComparison {
                comparison: GrammarComparison::between(old.clone(), new.clone(), &roles),
                steps,
            }
        })
    }
}

impl GrammarComparison<'_> {
    fn step(
        &self,
        old: OldProduction,
        new: NewProduction,
        by: PairingReason,
    ) -> Result<PartnerComparison, DiffError> {
        let (one, two) = self.texts(old, new);
        let relation = self.relation(old, new)?;
        let too_large = |exceeded| self.too_large(old, new, exceeded);
        let (before, after) = (self.old_language(old)?, self.new_language(new)?);
        let plain = |this: &Dfa, other: &Dfa, differs: bool| match differs {
            true => {
                let only = self.reserve.ask(|work| this.difference(other, work));
                Ok(only.map_err(too_large)?.plainest())
            }
            false => Ok(None),
        };
        Ok(PartnerComparison {
            by,
            reworded: one != two,
            gained: plain(&after, &before, relation.gained().is_some())?,
            lost: plain(&before, &after, relation.lost().is_some())?,
            relation,
        })
    }
}
