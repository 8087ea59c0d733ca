//! Finds the cause of each change: the roots, and what follows from them. [`super`] says what a
//! root is, and what it means to leave a change out.
//!
//! The change of a pair that is no root can only come from roots that its texts reach. The next
//! roots are tried first, and those are named that change its language when they are left out.
//! If several roots each suffice, leaving out one of them changes nothing. Then a minimal set is
//! named: starting from the next roots, or else from all, each root is dropped, in printed order,
//! if the remaining ones still change the language. A pair may also be reworded so that it no
//! longer names what changed, while its old text would still give its new language. So the texts
//! of all reworded pairs that are not roots are left out as well, and causes are searched again.
//! With all texts left out, the grammar is the old one, so a cause is always found.
//!
//! The change of a root can come from others in part. If its language with its own text left out
//! is not the old language, there is a rest. The other roots are named that change both the new
//! language and, with the root's own text left out, the rest.

use super::probable_witness::WitnessEmbedder;
use super::reverted::RevertedGrammar;
use super::{DiffError, GrammarComparison, NewProduction, PairChange, ProductionPair};
use crate::automaton::{Dfa, Relation};

impl GrammarComparison<'_> {
    /// Finds the causes of all changes. `others` are, by pair, the languages with the pair's own
    /// text left out. `is_complete` says whether all pairs are decided.
    pub(super) fn trace(
        &self,
        pairs: &mut [ProductionPair],
        others: &[Option<Dfa>],
        is_complete: bool,
    ) -> Result<(), DiffError> {
        let causes = CauseAnalysis::from_comparison(self, pairs, others);
        let named: Vec<Vec<usize>> =
            (0..pairs.len()).map(|at| causes.named(at)).collect::<Result<_, _>>()?;
        // Whether part of a root's change comes from an undecided pair.
        let has_open_rest = |at: usize| {
            let is_open = !is_complete && named[at].is_empty() && causes.is_root(at);
            Ok(is_open && causes.remainder(at)?.is_some())
        };
        let open: Vec<bool> = (0..pairs.len()).map(has_open_rest).collect::<Result<_, _>>()?;
        let follows: Vec<bool> =
            pairs.iter().map(|pair| matches!(pair.change, PairChange::Follows { .. })).collect();
        for (at, pair) in pairs.iter_mut().enumerate() {
            match &mut pair.change {
                PairChange::Same => {}
                PairChange::Follows { roots, .. } => roots.clone_from(&named[at]),
                PairChange::Root { alone, also, followers, .. } => {
                    also.clone_from(&named[at]);
                    if also.is_empty() && !open[at] {
                        *alone = None;
                    }
                    let follow = |&it: &usize| follows[it] && named[it].contains(&at);
                    *followers = (0..named.len()).filter(follow).collect();
                }
            }
        }
        Ok(())
    }
}

/// A root that changes a pair's language, and a string that shows it.
type RootEffect = (usize, Vec<u8>);

/// What is known of the causes.
struct CauseAnalysis<'c> {
    comparison: &'c GrammarComparison<'c>,
    pairs: &'c [ProductionPair],
    /// By pair: its language with its own text left out, if it is reworded and has one.
    others: &'c [Option<Dfa>],
    roots: Vec<usize>,
    /// The pairs that are reworded but not roots.
    reworded: Vec<usize>,
    /// By pair: the next roots.
    next: Vec<Vec<usize>>,
    /// By pair: the next roots that change its language on their own.
    effects: Vec<Vec<RootEffect>>,
}

impl<'c> CauseAnalysis<'c> {
    fn from_comparison(
        comparison: &'c GrammarComparison<'c>,
        pairs: &'c [ProductionPair],
        others: &'c [Option<Dfa>],
    ) -> Self {
        let is_root = |&at: &usize| matches!(pairs[at].change, PairChange::Root { .. });
        let (roots, no_roots): (Vec<usize>, Vec<usize>) = (0..pairs.len()).partition(is_root);
        let reworded = no_roots.into_iter().filter(|&at| pairs[at].reworded).collect();
        let below = |at: usize| match pairs[at].change {
            PairChange::Same => Vec::new(),
            _ => comparison.roots_below(pairs, at),
        };
        let next = (0..pairs.len()).map(below).collect();
        let effects = vec![Vec::new(); pairs.len()];
        let mut causes =
            CauseAnalysis { comparison, pairs, others, roots, reworded, next, effects };
        causes.find_effects();
        causes
    }

    fn without(&self, left_out: &[usize]) -> RevertedGrammar<'c> {
        let texts = |&at: &usize| (self.pairs[at].old, self.pairs[at].new);
        RevertedGrammar::new_grammar(
            self.comparison,
            &left_out.iter().map(texts).collect::<Vec<_>>(),
        )
    }

    /// Leaves out each root by itself. Productions that name nothing changed keep their
    /// languages, so languages are computed only upwards from the root, and only for the pairs
    /// next to it. A pair between may have changed, so its users are checked too.
    fn find_effects(&mut self) {
        let grammar = self.comparison.new.grammar;
        let mut pair_of = vec![None; grammar.len()];
        for (at, pair) in self.pairs.iter().enumerate() {
            pair_of[pair.new.0.index()] = Some(at);
        }
        for root in self.roots.clone() {
            let (without, start) = (self.without(&[root]), self.pairs[root].new.0);
            let mut seen = vec![false; grammar.len()];
            seen[start.index()] = true;
            let mut changed: Vec<_> = vec![(start, self.own_witness(root))];
            let mut doubtful = Vec::new();
            while let Some((below, witness)) =
                changed.pop().or_else(|| doubtful.pop().map(|it| (it, None)))
            {
                for &user in grammar.users(below) {
                    let pair: Option<usize> = pair_of[user.index()];
                    if seen[user.index()] {
                        continue;
                    }
                    seen[user.index()] = true;
                    if pair.is_some_and(|at| !self.next[at].contains(&root)) {
                        doubtful.push(user);
                        continue;
                    }
                    let languages = &self.comparison.new;
                    let likely = witness.as_deref().map(|witness| WitnessEmbedder {
                        languages,
                        below,
                        witness,
                    });
                    match without.distinguished(NewProduction(user), likely) {
                        Ok(Some(witness)) => {
                            if let Some(at) = pair {
                                self.effects[at].push((root, witness.clone()));
                            }
                            changed.push((user, Some(witness)));
                        }
                        Ok(None) => {}
                        // An undecided user may still pass the change on to its own users.
                        Err(_) => doubtful.push(user),
                    }
                }
            }
        }
    }

    /// A string that a root's own text adds or removes.
    fn own_witness(&self, root: usize) -> Option<Vec<u8>> {
        match &self.pairs[root].change {
            PairChange::Root { alone: Some(alone), .. } => {
                alone.gained().or(alone.lost()).map(<[u8]>::to_vec)
            }
            _ => None,
        }
    }

    /// The roots that are named for a pair: those that it follows from, or for a root, those that
    /// contribute to the rest.
    fn named(&self, at: usize) -> Result<Vec<usize>, DiffError> {
        match &self.pairs[at].change {
            PairChange::Same => Ok(Vec::new()),
            PairChange::Follows { .. } => self.followed(at),
            PairChange::Root { .. } => self.rest(at),
        }
    }

    /// Whether a pair has another language with these texts left out.
    fn changes(&self, at: usize, left_out: &[usize]) -> Result<bool, DiffError> {
        let (new, relation) = (self.pairs[at].new, self.pairs[at].change.relation());
        let language = self.comparison.new_language(new)?;
        Ok(self.without(left_out).differs(new, Some(&language), &witnesses(relation)))
    }

    fn followed(&self, at: usize) -> Result<Vec<usize>, DiffError> {
        if !self.effects[at].is_empty() {
            return Ok(self.effects[at].iter().map(|(root, _)| *root).collect());
        }
        let found = self.least(at, |set| self.changes(at, set))?;
        if !found.is_empty() {
            return Ok(found);
        }
        let in_old_words = |set: &[usize]| self.changes(at, &[set, &self.reworded].concat());
        let mut each = Vec::new();
        for &root in &self.next[at] {
            if in_old_words(&[root])? {
                each.push(root);
            }
        }
        if each.is_empty() { self.least(at, in_old_words) } else { Ok(each) }
    }

    fn is_root(&self, at: usize) -> bool {
        matches!(self.pairs[at].change, PairChange::Root { .. })
    }

    /// How the language of a root changed without its own text; `None` if it is the old language.
    fn remainder(&self, at: usize) -> Result<Option<Relation>, DiffError> {
        let pair = &self.pairs[at];
        let Some(other) = &self.others[at] else { return Ok(None) };
        let old = self.comparison.old_language(pair.old)?;
        let relation = old.relation_within(other, &self.comparison.limits);
        let too_large = |exceeded| self.comparison.too_large(pair.old, pair.new, exceeded);
        Ok(Some(relation.map_err(too_large)?).filter(|it| *it != Relation::Equal))
    }

    fn rest(&self, at: usize) -> Result<Vec<usize>, DiffError> {
        let (pair, other) = (&self.pairs[at], self.others[at].as_ref());
        let Some(relation) = self.remainder(at)? else { return Ok(Vec::new()) };
        let has_part = |set: &[usize], likely: Vec<Vec<u8>>| {
            let likely = [likely, witnesses(&relation)].concat();
            self.without(&[set, &[at]].concat()).differs(pair.new, other, &likely)
        };
        let mut each = Vec::new();
        for (root, witness) in &self.effects[at] {
            let languages = &self.comparison.old;
            let inner = self.own_witness(*root).unwrap_or_default();
            let below = self.pairs[*root].old.0;
            let mut likely =
                WitnessEmbedder { languages, below, witness: &inner }.strings(pair.old.0);
            likely.push(witness.clone());
            if has_part(&[*root], likely) {
                each.push(*root);
            }
        }
        if !each.is_empty() {
            return Ok(each);
        }
        self.least(at, |set| Ok(self.changes(at, set)? && has_part(set, Vec::new())))
    }

    /// Returns a minimal set of other roots that matters to a pair, starting from the next roots,
    /// or else from all. Roots that are not needed are dropped in order. The set is empty if not
    /// even all roots matter.
    fn least(
        &self,
        at: usize,
        matters: impl Fn(&[usize]) -> Result<bool, DiffError>,
    ) -> Result<Vec<usize>, DiffError> {
        let others: Vec<usize> = self.roots.iter().copied().filter(|&root| root != at).collect();
        for of in [&self.next[at], &others] {
            if of.is_empty() || !matters(of)? {
                continue;
            }
            let mut set = of.clone();
            for one in of {
                let fewer: Vec<usize> = set.iter().copied().filter(|it| it != one).collect();
                if !fewer.is_empty() && matters(&fewer)? {
                    set = fewer;
                }
            }
            return Ok(set);
        }
        Ok(Vec::new())
    }
}

/// The strings that show a relation.
fn witnesses(relation: &Relation) -> Vec<Vec<u8>> {
    relation.gained().into_iter().chain(relation.lost()).map(<[u8]>::to_vec).collect()
}
