//! The languages of the names of a grammar, as far as its questions need them.
//!
//! The language of a rule may be too large for an automaton, or not regular at all. Many questions
//! are still decided by a language that contains it, or by one that it contains. So each name has
//! both; where the automaton of the language itself is small, both are that.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;

use urlbnf_language::{CharacterSet, Dfa, Exceeded, Limits, Nfa, Reserve, Work};

use super::edges::Edges;
use super::pairs::PairSearch;
use crate::core::{Core, CoreKind};
use crate::grammar::{Grammar, ProductionId};
use crate::languages::composed::{self, Bound, Piece};

/// The largest automaton of a name. The questions look at pairs of states.
const MOST_STATES: usize = 8_000;

/// How many states of a larger automaton are explored, for a language that contains the name's. Two
/// strings that begin differently are told apart long before that.
const BEGINNING: usize = 1_500;

/// How often the languages of the members of a component are composed from each other.
const ROUNDS: usize = 2;

/// The language of a name.
#[derive(Debug, Clone)]
pub(crate) struct NameLanguage {
    above: Arc<Dfa>,
    /// `None` if the language above is exact.
    below: Option<Arc<Dfa>>,
    /// The edges of the language above, but with the extensions of the name as far as they are known:
    /// these may be fewer.
    edges: Edges,
    /// Whether more work may find more of the language.
    is_out_of_work: bool,
}

impl NameLanguage {
    fn new(above: Arc<Dfa>, below: Option<Arc<Dfa>>, is_out_of_work: bool) -> NameLanguage {
        let edges = Edges::of_language(&above);
        NameLanguage { above, below, edges, is_out_of_work }
    }

    /// The language itself, if its automaton is small.
    pub fn exact(&self) -> Option<&Dfa> {
        match self.below {
            None => Some(&self.above),
            Some(_) => None,
        }
    }

    /// A language that contains it.
    pub fn above(&self) -> &Dfa {
        &self.above
    }

    /// A language that it contains: short strings, and not much nested.
    pub fn below(&self) -> &Dfa {
        self.below.as_ref().unwrap_or(&self.above)
    }
}

/// The languages of all names of a grammar.
pub(crate) struct NameLanguages<'g> {
    grammar: &'g Grammar,
    /// By production. Those of a component that is being computed are missing.
    all: Vec<Option<NameLanguage>>,
    components: Vec<usize>,
    recursive: Vec<bool>,
    /// Whether the work ran out in what is being computed.
    has_run_out: Cell<bool>,
}

impl<'g> NameLanguages<'g> {
    /// Computes the languages bottom-up, each with a share of the work.
    pub fn of_grammar(grammar: &'g Grammar) -> NameLanguages<'g> {
        let components = grammar.component_numbers();
        let recurs = |id: ProductionId| {
            let own = components[id.index()];
            grammar.named_by(id).any(|name| components[name.index()] == own)
        };
        let mut names = NameLanguages {
            grammar,
            all: vec![None; grammar.len()],
            recursive: grammar.ids().map(recurs).collect(),
            has_run_out: Cell::new(false),
            components,
        };
        let mut members: Vec<Vec<ProductionId>> = vec![Vec::new(); grammar.len()];
        for &id in grammar.bottom_up() {
            members[names.components[id.index()]].push(id);
        }
        // Half of the work of all questions, since these ask of the languages.
        let limits = Limits { total: grammar.limits().total / 2, ..*grammar.limits() };
        let reserve = Reserve::new(&limits, grammar.len());
        // A component is complete with its last member in postorder.
        let mut left: Vec<usize> = members.iter().map(Vec::len).collect();
        for &id in grammar.bottom_up() {
            let component = names.components[id.index()];
            left[component] -= 1;
            if left[component] == 0 {
                let members = &members[component];
                match names.recursive[id.index()] {
                    false => names.all[id.index()] = Some(names.rule(id, &reserve)),
                    true => {
                        for (member, language) in names.component(members, &reserve) {
                            names.all[member.index()] = Some(language);
                        }
                    }
                }
                names.narrow(members, &reserve);
            }
        }
        names
    }

    /// Computes the extensions of the members of a component: the smallest sets for which the search finds
    /// no further byte.
    fn narrow(&mut self, members: &[ProductionId], reserve: &Reserve) {
        let is_exact =
            |id: &ProductionId| self.of(*id).is_some_and(|language| language.exact().is_some());
        let members: Vec<ProductionId> =
            members.iter().copied().filter(|id| !is_exact(id)).collect();
        let set = |all: &mut Vec<Option<NameLanguage>>, id: ProductionId, bytes: CharacterSet| {
            if let Some(name) = &mut all[id.index()] {
                name.edges.extensions = Some(bytes);
            }
        };
        let repeated: Vec<Option<Core>> =
            members.iter().map(|&id| self.text(id).without_left_recursion(id)).collect();
        let most: Vec<CharacterSet> =
            members.iter().map(|&id| self.extensions(id, Bound::Above)).collect();
        members.iter().for_each(|&id| set(&mut self.all, id, CharacterSet::EMPTY));
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            for ((&id, most), repeated) in members.iter().zip(&most).zip(&repeated) {
                let before = self.extensions(id, Bound::Above);
                if before == *most {
                    continue;
                }
                let found = reserve.ask(|work| {
                    let text = repeated.as_ref().unwrap_or(self.text(id));
                    let search = PairSearch::new(self, text, Bound::Above, work)?;
                    search.extensions(*most, work)
                });
                let bytes = found.map_or(*most, |found| found.union(before));
                is_changed |= bytes != before;
                set(&mut self.all, id, bytes);
            }
        }
    }

    /// The language of a name.
    pub fn of(&self, id: ProductionId) -> Option<&NameLanguage> {
        self.all[id.index()].as_ref()
    }

    /// The edges of a language that contains that of a name.
    pub fn edges(&self, id: ProductionId) -> Edges {
        self.of(id).map_or(Edges::NONE, |name| name.edges)
    }

    /// The bytes that may extend a string of a name to a longer one, if it is read by an automaton of
    /// this kind. All bytes if the automaton itself says which.
    pub fn extensions(&self, id: ProductionId, bound: Bound) -> CharacterSet {
        match bound {
            Bound::Above => self.edges(id).extensions.unwrap_or(CharacterSet::ALL),
            Bound::Exact | Bound::Below => CharacterSet::ALL,
        }
    }

    /// Whether more work may find more of the languages of the names in a rule.
    pub fn is_out_of_work(&self, id: ProductionId) -> bool {
        self.text(id).names().any(|name| self.of(name).is_some_and(|name| name.is_out_of_work))
    }

    /// What the text of a rule means.
    pub fn text(&self, id: ProductionId) -> &'g Core {
        self.grammar.core(id)
    }

    /// The number of a rule's component: the same for rules that use each other.
    pub fn component_number(&self, id: ProductionId) -> usize {
        self.components[id.index()]
    }

    /// Whether a rule uses itself.
    pub fn recurs(&self, id: ProductionId) -> bool {
        self.recursive[id.index()]
    }

    /// The languages of the names of one kind.
    pub fn languages<'s>(&'s self, bound: Bound) -> impl Fn(ProductionId) -> Option<&'s Dfa> {
        move |id| {
            let name = self.all[id.index()].as_ref()?;
            match bound {
                Bound::Exact => name.exact(),
                Bound::Above => Some(name.above()),
                Bound::Below => Some(name.below()),
            }
        }
    }

    /// Asks for a part of a language, and remembers if the work ran out.
    fn ask<T>(
        &self,
        reserve: &Reserve,
        question: impl FnMut(&mut Work) -> Result<T, Exceeded>,
    ) -> Option<T> {
        let answer = reserve.ask(question);
        self.has_run_out.set(self.has_run_out.get() || answer.is_err());
        answer.ok()
    }

    /// The language of a rule that does not use itself.
    fn rule(&self, id: ProductionId, reserve: &Reserve) -> NameLanguage {
        let text = self.text(id);
        let of = |bound: Bound, work: &mut Work| -> Result<Option<(Dfa, bool)>, Exceeded> {
            let nfa = composed::nfa(&[Piece::Once(text)], self.languages(bound), bound, work)?;
            nfa.map(|nfa| small(&nfa, work)).transpose()
        };
        self.has_run_out.set(self.is_out_of_work(id));
        if let Some(Some((exact, false))) = self.ask(reserve, |work| of(Bound::Exact, work)) {
            return NameLanguage::new(Arc::new(exact), None, false);
        }
        let above = match self.ask(reserve, |work| of(Bound::Above, work)) {
            Some(Some((above, _))) => above,
            _ => {
                let nfa = self.ask(reserve, |work| {
                    composed::nfa(
                        &[Piece::Once(text)],
                        self.languages(Bound::Above),
                        Bound::Above,
                        work,
                    )
                });
                match nfa {
                    Some(Some(nfa)) => self.beginning(&nfa, reserve),
                    _ => anything([self.alphabet(&[(id, text)])].into_iter()),
                }
            }
        };
        let below = match self.ask(reserve, |work| of(Bound::Below, work)) {
            Some(Some((below, false))) => below,
            _ => Dfa::none(),
        };
        NameLanguage::new(Arc::new(above), Some(Arc::new(below)), self.has_run_out.get())
    }

    /// The languages of the members of a recursive component.
    fn component(
        &self,
        members: &[ProductionId],
        reserve: &Reserve,
    ) -> Vec<(ProductionId, NameLanguage)> {
        let texts: Vec<(ProductionId, &Core)> =
            members.iter().map(|&id| (id, self.text(id))).collect();
        let component = self.component_number(members[0]);
        let is_member = |id: ProductionId| self.component_number(id) == component;
        let is_known = |id: ProductionId| {
            is_member(id) || self.of(id).is_some_and(|name| name.exact().is_some())
        };
        let is_exact = texts.iter().all(|(_, text)| text.names().all(is_known))
            && (texts.iter().all(|(_, text)| is_at_end(text, &is_member, false))
                || texts.iter().all(|(_, text)| is_at_end(text, &is_member, true)));
        self.has_run_out.set(members.iter().any(|&id| self.is_out_of_work(id)));
        if is_exact
            && let Some(exact) = self.ask(reserve, |work| self.one_sided(&texts, work))
            && exact.iter().all(|(_, is_cut)| !is_cut)
        {
            let exact = exact.into_iter().map(|(exact, _)| Arc::new(exact));
            let exact = exact.map(|above| NameLanguage::new(above, None, false));
            return members.iter().copied().zip(exact).collect();
        }
        let above = self.above(&texts, reserve);
        let below = self.nested(&texts, reserve);
        let both = above.into_iter().zip(below);
        let has_run_out = self.has_run_out.get();
        let both = both.map(|(above, below)| NameLanguage::new(above, Some(below), has_run_out));
        members.iter().copied().zip(both).collect()
    }

    /// The languages of the members of a component that are all named at the same end of their texts, and
    /// whether these are larger than they should be.
    fn one_sided(
        &self,
        texts: &[(ProductionId, &Core)],
        work: &mut Work,
    ) -> Result<Vec<(Dfa, bool)>, Exceeded> {
        let automata = composed::component(texts, self.languages(Bound::Exact), work)?;
        automata.iter().map(|nfa| small(nfa, work)).collect()
    }

    /// Languages that contain those of the members of a component. Each is composed from the text of its
    /// member. The names of members in it are what is known of them: at first, how they begin and their
    /// bytes; in each later round, what was composed before.
    fn above(&self, texts: &[(ProductionId, &Core)], reserve: &Reserve) -> Vec<Arc<Dfa>> {
        let mut known: HashMap<ProductionId, Arc<Dfa>> = HashMap::new();
        let alphabet = self.alphabet(texts);
        for (id, first) in self.first_bytes(texts) {
            let text = self.text(id);
            let rest = vec![(alphabet, 1)];
            let steps = vec![vec![(first, 1)], rest];
            let accepting = vec![text.is_nullable, true];
            let nfa = Nfa { steps, accepting, starts: vec![0] };
            let dfa = nfa.determinise(&mut Work::default()).unwrap_or_else(|_| Dfa::none());
            known.insert(id, Arc::new(dfa));
        }
        for _ in 0..ROUNDS {
            for (id, text) in texts {
                let nfa = self.ask(reserve, |work| {
                    let of = |id| match known.get(&id) {
                        Some(member) => Some(&**member),
                        None => self.languages(Bound::Above)(id),
                    };
                    composed::nfa(&[Piece::Once(text)], of, Bound::Above, work)
                });
                if let Some(Some(nfa)) = nfa {
                    known.insert(*id, Arc::new(self.beginning(&nfa, reserve)));
                }
            }
        }
        texts.iter().map(|(id, _)| Arc::clone(&known[id])).collect()
    }

    /// The bytes that the strings of the members of a component begin with.
    fn first_bytes(&self, texts: &[(ProductionId, &Core)]) -> HashMap<ProductionId, CharacterSet> {
        let mut firsts: HashMap<ProductionId, CharacterSet> =
            texts.iter().map(|(id, _)| (*id, CharacterSet::EMPTY)).collect();
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            for (id, text) in texts {
                let edges = Edges::of_text(text, &|name| match firsts.get(&name) {
                    Some(&first) => {
                        let is_nullable = self.text(name).is_nullable;
                        Edges { first, is_nullable, extensions: None }
                    }
                    None => self.edges(name),
                });
                is_changed |= firsts.insert(*id, edges.first) != Some(edges.first);
            }
        }
        firsts
    }

    /// The bytes of the strings of the members of a component.
    fn alphabet(&self, texts: &[(ProductionId, &Core)]) -> CharacterSet {
        let parts = texts.iter().flat_map(|(_, text)| text.each());
        parts.fold(CharacterSet::EMPTY, |all, part| match &part.kind {
            CoreKind::Text(sets) => sets.iter().fold(all, |all, set| all.union(*set)),
            CoreKind::Name(id) => {
                all.union(self.of(*id).map(|name| name.above().alphabet()).unwrap_or_default())
            }
            _ => all,
        })
    }

    /// A language that contains that of an automaton, as exact as the work allows.
    fn beginning(&self, nfa: &Nfa, reserve: &Reserve) -> Dfa {
        let sizes = [BEGINNING, BEGINNING / 10, 1];
        let found = sizes.into_iter().find_map(|most| {
            self.ask(reserve, |work| {
                let (dfa, _) = nfa.determinise_beginning(most, work)?;
                work.ticks(dfa.size())?;
                Ok(dfa.minimise())
            })
        });
        found.unwrap_or_else(|| anything(nfa.steps.iter().flatten().map(|(set, _)| *set)))
    }

    /// The strings of the members of a component that are nested no deeper than the limit of the
    /// grammar, as far as their automata are small.
    fn nested(&self, texts: &[(ProductionId, &Core)], reserve: &Reserve) -> Vec<Arc<Dfa>> {
        let mut below: HashMap<ProductionId, Arc<Dfa>> =
            texts.iter().map(|&(id, _)| (id, Arc::new(Dfa::none()))).collect();
        for _ in 0..=self.grammar.nesting().unwrap_or(1) {
            for (id, text) in texts {
                let more = self.ask(reserve, |work| {
                    let known = |id: ProductionId| match below.get(&id) {
                        Some(language) => Some(&**language),
                        None => self.languages(Bound::Below)(id),
                    };
                    let nfa = composed::nfa(&[Piece::Once(text)], known, Bound::Below, work)?;
                    nfa.map(|nfa| small(&nfa, work)).transpose()
                });
                if let Some(Some((more, false))) = more {
                    below.insert(*id, Arc::new(more));
                }
            }
        }
        texts.iter().map(|(id, _)| Arc::clone(&below[id])).collect()
    }
}

/// Any string over some bytes.
fn anything(sets: impl Iterator<Item = CharacterSet>) -> Dfa {
    let alphabet = sets.fold(CharacterSet::EMPTY, CharacterSet::union);
    let all = Nfa { steps: vec![vec![(alphabet, 0)]], accepting: vec![true], starts: vec![0] };
    all.determinise(&mut Work::default()).unwrap_or_else(|_| Dfa::none())
}

/// A small deterministic automaton that accepts at least the language of an automaton, and whether it
/// accepts more.
fn small(nfa: &Nfa, work: &mut Work) -> Result<(Dfa, bool), Exceeded> {
    let (mut dfa, mut is_cut) = nfa.determinise_beginning(MOST_STATES, work)?;
    if is_cut {
        (dfa, is_cut) = nfa.determinise_beginning(BEGINNING, work)?;
    }
    work.ticks(dfa.size())?;
    Ok((dfa.minimise(), is_cut))
}

/// Whether a text names members of its component only at its end; or only at its beginning.
fn is_at_end(text: &Core, is_member: &impl Fn(ProductionId) -> bool, is_reversed: bool) -> bool {
    match &text.kind {
        CoreKind::Text(_) | CoreKind::Name(_) => true,
        CoreKind::Alternation(parts) => {
            parts.iter().all(|part| is_at_end(part, is_member, is_reversed))
        }
        CoreKind::Concatenation(parts) => {
            let split = match is_reversed {
                true => parts.split_first(),
                false => parts.split_last(),
            };
            split.is_none_or(|(last, others)| {
                is_at_end(last, is_member, is_reversed)
                    && !others.iter().flat_map(|part| part.names()).any(is_member)
            })
        }
        CoreKind::Repetition { most: Some(1), body, .. } => is_at_end(body, is_member, is_reversed),
        CoreKind::Repetition { body, .. } => !body.names().any(is_member),
    }
}
