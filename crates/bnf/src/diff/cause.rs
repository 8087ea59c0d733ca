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
    ) {
        let causes = CauseAnalysis::from_comparison(self, pairs, others);
        let found: Vec<Result<Vec<usize>, DiffError>> =
            (0..pairs.len()).map(|at| causes.named(at)).collect();
        // Whether it is not known where part of a root's change comes from: from an undecided pair,
        // or from what took too much work to find.
        let has_open_rest = |at: usize| {
            let is_open = match &found[at] {
                Ok(named) => !is_complete && named.is_empty(),
                Err(_) => true,
            };
            let has_rest = || causes.remainder(at).map_or(true, |rest| rest.is_some());
            is_open && causes.is_root(at) && has_rest()
        };
        let open: Vec<bool> = (0..pairs.len()).map(has_open_rest).collect();
        let named: Vec<Vec<usize>> = found.into_iter().map(Result::unwrap_or_default).collect();
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
                    let follow = |&number: &usize| follows[number] && named[number].contains(&at);
                    *followers = (0..named.len()).filter(follow).collect();
                }
            }
        }
    }
}

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
    effects: Vec<Vec<usize>>,
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
            let (mut changed, mut doubtful) = (vec![start], Vec::new());
            while let Some(below) = changed.pop().or_else(|| doubtful.pop()) {
                for &user in grammar.users(below) {
                    let pair: Option<usize> = pair_of[user.index()];
                    if std::mem::replace(&mut seen[user.index()], true) {
                        continue;
                    }
                    if pair.is_some_and(|at| !self.next[at].contains(&root)) {
                        doubtful.push(user);
                        continue;
                    }
                    let user_id = NewProduction(user);
                    let language = self.comparison.new_language(user_id);
                    match language.and_then(|own| without.differs(user_id, Some(&own))) {
                        Ok(true) => {
                            if let Some(at) = pair {
                                self.effects[at].push(root);
                            }
                            changed.push(user);
                        }
                        Ok(false) => {}
                        // An undecided user may still pass the change on to its own users.
                        Err(_) => doubtful.push(user),
                    }
                }
            }
        }
    }

    /// The roots that are named for a pair: those that it follows from, or for a root, those that
    /// contribute to the rest.
    fn named(&self, at: usize) -> Result<Vec<usize>, DiffError> {
        match &self.pairs[at].change {
            PairChange::Same => Ok(Vec::new()),
            PairChange::Follows { .. } => match self.followed(at) {
                Err(error) => match self.followed_by_strings(at) {
                    found if found.is_empty() => Err(error),
                    found => Ok(found),
                },
                found => found,
            },
            PairChange::Root { .. } => self.rest(at),
        }
    }

    /// Whether a pair has another language with these texts left out.
    fn changes(&self, at: usize, left_out: &[usize]) -> Result<bool, DiffError> {
        let new = self.pairs[at].new;
        let language = self.comparison.new_language(new)?;
        self.without(left_out).differs(new, Some(&language))
    }

    /// The next roots without which a pair lacks the string that it gained, or has the one that it lost.
    fn followed_by_strings(&self, at: usize) -> Vec<usize> {
        let (pair, relation) = (&self.pairs[at], self.pairs[at].change.relation());
        let matters = |&root: &usize| {
            let without = self.without(&[root]);
            let derives = |string: Option<&[u8]>| without.derives(pair.new, string?);
            derives(relation.gained()) == Some(false) || derives(relation.lost()) == Some(true)
        };
        self.next[at].iter().copied().filter(matters).collect()
    }

    fn followed(&self, at: usize) -> Result<Vec<usize>, DiffError> {
        if !self.effects[at].is_empty() {
            return Ok(self.effects[at].clone());
        }
        // What changes a pair can only come from the roots below it.
        if let [only] = self.next[at][..]
            && self.roots.len() == 1
        {
            return Ok(vec![only]);
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
        let relation = self.comparison.reserve.ask(|work| old.relation(other, work));
        let too_large = |exceeded| self.comparison.too_large(pair.old, pair.new, exceeded);
        Ok(Some(relation.map_err(too_large)?).filter(|relation| *relation != Relation::Equal))
    }

    fn rest(&self, at: usize) -> Result<Vec<usize>, DiffError> {
        let (pair, other) = (&self.pairs[at], self.others[at].as_ref());
        if self.remainder(at)?.is_none() {
            return Ok(Vec::new());
        }
        let has_part =
            |set: &[usize]| self.without(&[set, &[at]].concat()).differs(pair.new, other);
        let mut each = Vec::new();
        for &root in &self.effects[at] {
            if has_part(&[root])? {
                each.push(root);
            }
        }
        if !each.is_empty() {
            return Ok(each);
        }
        self.least(at, |set| Ok(self.changes(at, set)? && has_part(set)?))
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
                let fewer: Vec<usize> = set.iter().copied().filter(|root| root != one).collect();
                if !fewer.is_empty() && matters(&fewer)? {
                    set = fewer;
                }
            }
            return Ok(set);
        }
        Ok(Vec::new())
    }
}
