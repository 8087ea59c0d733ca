//! The comparison of two grammars: pairs, relations, roots.

use std::collections::HashSet;
use std::sync::Arc;

use super::ambiguity::DecidedRules;
use super::reverted::RevertedGrammar;
use super::text::ComparableExpression;
use super::unchanged::alike;
use super::{
    Diff, DiffError, DiffSide, NamedGrammar, NewProduction, OldProduction, PairChange, Pairing,
    PairingHints, ProductionPair, UndecidedPair, UndecidedQuestion, class,
};
use crate::automaton::{Dfa, Exceeded, LanguageSpec, Relation, Reserve, Work};
use crate::earley::EarleyRecogniser;
use crate::grammar::{Grammar, ProductionId};
use crate::languages::ProductionLanguages;
use crate::text::nearest;

/// How many strings that both grammars derive are excluded before the search is given up.
const MOST_SET_ASIDE: usize = 100;

/// The productions of both grammars that a diff does not have.
type LeftOut = (HashSet<OldProduction>, HashSet<NewProduction>);

/// Two grammars under comparison, with cached results.
#[derive(Debug)]
pub struct GrammarComparison<'g> {
    names: (String, String),
    pub(super) old: Arc<ProductionLanguages<&'g Grammar>>,
    pub(super) new: Arc<ProductionLanguages<&'g Grammar>>,
    pub(super) pairing: Pairing,
    /// By production of the new grammar: whether it and its partner are alike.
    pub(super) alike: Vec<bool>,
    /// The work of comparisons: what either grammar allows, shared by the productions of both.
    pub(super) reserve: Reserve,
}

impl<'g> GrammarComparison<'g> {
    /// Compares two grammars; `roles` are productions that are known to have the same role.
    pub fn new(old: NamedGrammar<'g>, new: NamedGrammar<'g>, roles: &PairingHints) -> Self {
        let languages = |side: &NamedGrammar<'g>| Arc::new(ProductionLanguages::new(side.grammar));
        let (one, two) = (languages(&old), languages(&new));
        GrammarComparison {
            names: (old.name, new.name),
            ..GrammarComparison::between(one, two, roles)
        }
    }

    /// Compares two grammars whose languages are shared, under the names of their files.
    pub(super) fn between(
        old: Arc<ProductionLanguages<&'g Grammar>>,
        new: Arc<ProductionLanguages<&'g Grammar>>,
        roles: &PairingHints,
    ) -> Self {
        let name = |of: &ProductionLanguages<&Grammar>| of.grammar.listing().name.clone();
        let names = (name(&old), name(&new));
        let pairing = Pairing::from_grammars(old.grammar, new.grammar, roles);
        let limits = old.grammar.limits().max(*new.grammar.limits());
        let reserve = Reserve::new(&limits, old.grammar.len() + new.grammar.len());
        let alike = alike(old.grammar, new.grammar, &pairing);
        GrammarComparison { names, old, new, pairing, alike, reserve }
    }

    /// The changes, judged by the starts.
    ///
    /// # Errors
    /// If no pair is decided.
    pub fn diff(&self) -> Result<Diff<'g>, DiffError> {
        self.diff_with(&self.decided_rules())
    }

    /// Like [`diff`](GrammarComparison::diff), but shares the analysis of the rules with the caller.
    pub(crate) fn diff_with(&self, rules: &[DecidedRules<'g>; 2]) -> Result<Diff<'g>, DiffError> {
        let start = (self.old.grammar.start(), self.new.grammar.start());
        self.from((OldProduction(start.0), NewProduction(start.1)), &LeftOut::default(), rules)
    }

    /// The rules of the old grammar and those of the new one, of which nothing is decided yet.
    pub(crate) fn decided_rules(&self) -> [DecidedRules<'g>; 2] {
        [self.old.grammar, self.new.grammar].map(DecidedRules::new)
    }

    /// The changes of a production, by its name in either grammar, and of its partner; of the
    /// other productions only those that the two reach.
    ///
    /// # Errors
    /// If neither grammar has a production of that name, or it has no partner; otherwise as for
    /// [`diff`](GrammarComparison::diff).
    pub fn diff_of(&self, name: &str) -> Result<Diff<'g>, DiffError> {
        let start = self.named(name)?;
        self.from(start, &self.left_out(&[start]), &self.decided_rules())
    }

    /// Compares the grammars from each of several starts, as [`diff_of`](GrammarComparison::diff_of) does
    /// from one. The first diff also includes the productions that none of the starts reaches, so the diffs
    /// together cover all productions.
    ///
    /// # Errors
    /// As for [`diff_of`](GrammarComparison::diff_of).
    pub fn diffs_of_roots(&self, roots: &[String]) -> Result<Vec<Diff<'g>>, DiffError> {
        let starts: Vec<_> = roots.iter().map(|root| self.named(root)).collect::<Result<_, _>>()?;
        let by_none = self.left_out(&starts);
        let rules = self.decided_rules();
        let of_root = |(number, &start): (usize, &(OldProduction, NewProduction))| {
            let mut without = self.left_out(&[start]);
            if number == 0 {
                without.0.retain(|id| !by_none.0.contains(id));
                without.1.retain(|id| !by_none.1.contains(id));
            }
            self.from(start, &without, &rules)
        };
        starts.iter().enumerate().map(of_root).collect()
    }

    /// The productions of both grammars that cannot be reached from any of these pairs.
    fn left_out(&self, starts: &[(OldProduction, NewProduction)]) -> LeftOut {
        let (old, new): (Vec<_>, Vec<_>) = starts.iter().map(|(old, new)| (old.0, new.0)).unzip();
        let (old, new) = (self.old.grammar.unreachable(&old), self.new.grammar.unreachable(&new));
        (old.into_iter().map(OldProduction).collect(), new.into_iter().map(NewProduction).collect())
    }

    /// A production by its name in either grammar, and its partner.
    ///
    /// # Errors
    /// If neither grammar has a production of that name, or it has no partner.
    pub fn named(&self, name: &str) -> Result<(OldProduction, NewProduction), DiffError> {
        let (old, new) = (self.old.grammar, self.new.grammar);
        let unpaired = |which| DiffError::Unpaired(which, name.to_owned());
        match (old.find(name).map(OldProduction), new.find(name).map(NewProduction)) {
            (Some(one), Some(two)) => Ok((one, two)),
            (Some(one), None) => {
                Ok((one, self.pairing.of_old(one).ok_or_else(|| unpaired(DiffSide::Old))?))
            }
            (None, Some(two)) => {
                Ok((self.pairing.of_new(two).ok_or_else(|| unpaired(DiffSide::New))?, two))
            }
            (None, None) => {
                let names =
                    old.ids().map(|id| old.name(id)).chain(new.ids().map(|id| new.name(id)));
                let nearest = nearest(name, names);
                Err(DiffError::UnknownProduction { name: name.to_owned(), nearest })
            }
        }
    }

    /// The pairs.
    pub fn pairing(&self) -> &Pairing {
        &self.pairing
    }

    /// The work of comparisons.
    pub fn reserve(&self) -> &Reserve {
        &self.reserve
    }

    /// One of the two grammars.
    pub fn grammar(&self, which: DiffSide) -> &'g Grammar {
        self.languages(which).grammar
    }

    /// The union of the languages of these productions of one of the two grammars.
    ///
    /// # Errors
    /// If one of them is not regular, or the union exceeds the limits.
    pub fn language(&self, which: DiffSide, of: &[ProductionId]) -> Result<Dfa, DiffError> {
        let language = match of {
            [only] => self.languages(which).language(*only).map(|language| (*language).clone()),
            any => self.languages(which).of_any(any),
        };
        language.map_err(|error| DiffError::Undecided(which, error))
    }

    fn languages(&self, which: DiffSide) -> &ProductionLanguages<&'g Grammar> {
        match which {
            DiffSide::Old => &self.old,
            DiffSide::New => &self.new,
        }
    }

    fn from(
        &self,
        start: (OldProduction, NewProduction),
        without: &LeftOut,
        rules: &[DecidedRules<'g>; 2],
    ) -> Result<Diff<'g>, DiffError> {
        let old = NamedGrammar::new(&self.names.0, self.old.grammar);
        let new = NamedGrammar::new(&self.names.1, self.new.grammar);
        let relation = self.relation(start.0, start.1);
        let (mut pairs, mut others, mut undecided) = (Vec::new(), Vec::new(), Vec::new());
        for id in old.grammar.ids().map(OldProduction) {
            let Some((partner, by)) = self.pairing.of_old(id).zip(self.pairing.paired_by(id))
            else {
                continue;
            };
            if without.0.contains(&id) && without.1.contains(&partner) {
                continue;
            }
            let (one, two) = self.texts(id, partner);
            let reworded = one != two;
            match self.change(id, partner, reworded) {
                Ok((change, other)) => {
                    pairs.push(ProductionPair { old: id, new: partner, by, reworded, change });
                    others.push(other);
                }
                Err(reason) => {
                    let what = UndecidedQuestion::Language;
                    undecided.push(UndecidedPair { old: id, new: partner, reworded, what, reason });
                }
            }
        }
        if let (Err(error), []) = (&relation, &pairs[..]) {
            return Err(error.clone());
        }
        self.trace(&mut pairs, &others, undecided.is_empty());
        let ambiguities = self.ambiguities(&pairs, rules, &mut undecided);
        let removed = old.grammar.ids().map(OldProduction).filter(|id| !without.0.contains(id));
        let added = new.grammar.ids().map(NewProduction).filter(|id| !without.1.contains(id));
        Ok(Diff {
            removed: removed.filter(|&id| self.pairing.of_old(id).is_none()).collect(),
            added: added.filter(|&id| self.pairing.of_new(id).is_none()).collect(),
            moves: class::moves(old.grammar, new.grammar, &self.pairing, without),
            ambiguities,
            relation,
            start,
            pairs,
            undecided,
            old,
            new,
        })
    }

    /// How the language of a production of the new grammar compares to that of one of the old.
    ///
    /// # Errors
    /// If one of them is not regular, or the comparison takes more than the limits allow.
    pub fn relation(&self, old: OldProduction, new: NewProduction) -> Result<Relation, DiffError> {
        Ok(self.relation_and_source(old, new)?.0)
    }

    /// The relation, and whether it comes from the languages.
    fn relation_and_source(
        &self,
        old: OldProduction,
        new: NewProduction,
    ) -> Result<(Relation, bool), DiffError> {
        if self.are_alike(old, new) {
            return Ok((Relation::Equal, false));
        }
        match self.by_languages(old, new) {
            Ok(relation) => Ok((relation, true)),
            Err(error) => Ok((self.relation_by_texts(old, new).ok_or(error)?, false)),
        }
    }

    /// Compares the languages of a pair.
    fn by_languages(&self, old: OldProduction, new: NewProduction) -> Result<Relation, DiffError> {
        let too_large = |exceeded| self.too_large(old, new, exceeded);
        let (before, after) = (self.old_language(old)?, self.new_language(new)?);
        if before == after {
            return Ok(Relation::Equal);
        }
        let relation = self.reserve.ask(|work| before.relation(&after, work)).map_err(too_large)?;
        let shown = |witness: Option<&[u8]>, one: &Dfa, other: &Dfa, grammar, has| {
            self.reserve.ask(|work| shown(witness, (one, other), (grammar, has), work))
        };
        let gained = shown(relation.gained(), &after, &before, self.old.grammar, old.0);
        let lost = shown(relation.lost(), &before, &after, self.new.grammar, new.0);
        Ok(match (gained.map_err(too_large)?, lost.map_err(too_large)?) {
            (None, None) => Relation::Equal,
            (Some(gained), None) => Relation::Wider { gained },
            (None, Some(lost)) => Relation::Narrower { lost },
            (Some(gained), Some(lost)) => Relation::Crossing { gained, lost },
        })
    }

    /// The error that two productions are too large to compare.
    pub fn too_large(
        &self,
        old: OldProduction,
        new: NewProduction,
        exceeded: Exceeded,
    ) -> DiffError {
        let (old, new) = (self.old.grammar.name(old.0), self.new.grammar.name(new.0));
        DiffError::TooLarge { old: old.to_owned(), new: new.to_owned(), exceeded }
    }

    pub(super) fn old_language(&self, id: OldProduction) -> Result<Arc<Dfa>, DiffError> {
        self.old.language(id.0).map_err(|error| DiffError::Undecided(DiffSide::Old, error))
    }

    pub(super) fn new_language(&self, id: NewProduction) -> Result<Arc<Dfa>, DiffError> {
        self.new.language(id.0).map_err(|error| DiffError::Undecided(DiffSide::New, error))
    }

    /// The texts of a pair, in comparable form.
    pub(super) fn texts(
        &self,
        old: OldProduction,
        new: NewProduction,
    ) -> (Vec<ComparableExpression>, Vec<ComparableExpression>) {
        self.pairing.texts((self.old.grammar, old), (self.new.grammar, new))
    }

    /// Compares a pair and decides whether it is a root. The roots that it follows are found later.
    /// Also returns the new language without the change of this pair, if that was computed.
    fn change(
        &self,
        old: OldProduction,
        new: NewProduction,
        reworded: bool,
    ) -> Result<(PairChange, Option<Dfa>), DiffError> {
        let (relation, has_languages) = self.relation_and_source(old, new)?;
        if relation == Relation::Equal {
            return Ok((PairChange::Same, None));
        }
        let follows = |relation| PairChange::Follows { relation, roots: Vec::new() };
        if !reworded {
            return Ok((follows(relation), None));
        }
        let other = RevertedGrammar::new_grammar(self, &[(old, new)]).language(new);
        // If nothing is known without the text, the whole change is attributed to it.
        let other = if has_languages { other? } else { other.unwrap_or_default() };
        let alone = match &other {
            Some(other) => {
                let language = self.new_language(new)?;
                let relation = self.reserve.ask(|work| other.relation(&language, work));
                relation.map_err(|exceeded| self.too_large(old, new, exceeded))?
            }
            // Then the whole change is attributed to the text.
            None => relation.clone(),
        };
        if alone == Relation::Equal {
            return Ok((follows(relation), other));
        }
        let (alone, also, followers) = (Some(alone), Vec::new(), Vec::new());
        Ok((PairChange::Root { relation, alone, also, followers }, other))
    }
}

/// Returns a shortest string that is in one language and not in the other at any nesting. A
/// string that the other production `has` beyond the nesting limit is excluded, and the next
/// is searched. `None` if there is none.
fn shown(
    witness: Option<&[u8]>,
    (one, other): (&Dfa, &Dfa),
    (grammar, has): (&Grammar, ProductionId),
    work: &mut Work,
) -> Result<Option<Vec<u8>>, Exceeded> {
    let Some(witness) = witness else { return Ok(None) };
    if !EarleyRecogniser::is_needed(grammar, has) {
        return Ok(Some(witness.to_vec()));
    }
    let Ok(recogniser) = EarleyRecogniser::new(grammar, &LanguageSpec::from_production(has)) else {
        return Ok(Some(witness.to_vec()));
    };
    let (mut next, mut other) = (Some(witness.to_vec()), other.clone());
    for _ in 0..MOST_SET_ASIDE {
        let Some(found) = &next else { return Ok(None) };
        match recogniser.derives_within(found, work) {
            Ok(false) => return Ok(next),
            Ok(true) => {}
            Err(_) => break,
        }
        other = other.union(&Dfa::from_string(found), work)?;
        next = one.witness(&other, work)?;
    }
    // Too many strings were excluded. The first one holds up to the nesting limit, and the report says
    // whether the other grammar derives it deeper.
    Ok(Some(witness.to_vec()))
}
