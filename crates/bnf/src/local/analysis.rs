//! What is decided of the rules of a grammar, each by its own text.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;

use urlbnf_language::{Dfa, Exceeded, Reserve, Work};

use super::conflicts::{Conflict, ConflictFinder};
use super::edges::Edges;
use super::languages::{NameLanguage, NameLanguages};
use super::letters::{MOST_TRIED, differences};
use super::pairs::PairSearch;
use super::parse::{Derived, TextReader};
use super::shortest::ShortestStrings;
use crate::ambiguity::CyclicProductions;
use crate::core::{Core, CoreKind};
use crate::grammar::{Expression, Grammar, ProductionId, Span};
use crate::languages::composed::{self, Bound, Piece};
use crate::tree::NodeData;

/// The answer to a question about a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Decision<T> {
    /// There is nothing of the kind, at any depth and for any counts.
    Nothing,
    /// There is, and a string shows it.
    Found(T),
    /// Neither is known.
    Undecided(OpenConflict),
}

/// What is known of a question that is not decided.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct OpenConflict {
    /// The parts that may be in conflict.
    pub parts: Option<[Span; 2]>,
    /// A string that may show it, if it were confirmed.
    pub string: Option<Vec<u8>>,
    /// Whether the work ran out.
    pub is_out_of_work: bool,
}

impl OpenConflict {
    fn from_conflicts(conflicts: &[Conflict], is_out_of_work: bool) -> OpenConflict {
        let first = conflicts.first();
        OpenConflict {
            parts: first.map(|conflict| conflict.parts),
            string: first.and_then(|conflict| conflict.strings.first().cloned()),
            is_out_of_work,
        }
    }

    /// For a question of which nothing is known but that the work ran out.
    pub fn out_of_work() -> OpenConflict {
        OpenConflict { is_out_of_work: true, ..OpenConflict::default() }
    }
}

/// A string that is derived in several ways.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AmbiguousString {
    pub string: Vec<u8>,
    /// What can occur in it any number of times without another character.
    pub endless: Option<ProductionId>,
    /// Whether two derivations assign some byte to different names.
    pub is_read_differently: bool,
}

/// The results for a grammar, and what they are computed from.
pub(crate) struct GrammarAnalysis<'g> {
    pub grammar: &'g Grammar,
    /// The work of the questions about the rules, apart from their languages.
    pub questions: Reserve,
    names: Rc<NameLanguages<'g>>,
    reader: RefCell<TextReader<'g>>,
    shortest: Rc<ShortestStrings>,
    /// By production: whether it derives itself alone. Of productions that derive each other alone, only
    /// the first in the text is marked.
    is_first_cyclic: Rc<[bool]>,
}

impl<'g> GrammarAnalysis<'g> {
    /// Computes the languages of the names.
    pub fn from_grammar(grammar: &'g Grammar) -> GrammarAnalysis<'g> {
        let names = NameLanguages::of_grammar(grammar);
        let work = &mut grammar.work();
        let shortest = ShortestStrings::of_grammar(grammar, work);
        let ids: Vec<ProductionId> = grammar.ids().collect();
        let cyclic = CyclicProductions::reached_from(grammar, &ids);
        let mut components = HashSet::new();
        let is_first_cyclic = |id| cyclic.is(id) && components.insert(names.component_number(id));
        GrammarAnalysis {
            grammar,
            questions: Reserve::new(grammar.limits(), grammar.len()),
            is_first_cyclic: ids.into_iter().map(is_first_cyclic).collect(),
            names: Rc::new(names),
            reader: RefCell::new(TextReader::new(grammar)),
            shortest: Rc::new(shortest),
        }
    }

    /// Another analysis with the same languages of the names. Its questions have work of their own, so they
    /// get the same answers as if they were asked first.
    pub fn for_more_questions(&self) -> GrammarAnalysis<'g> {
        GrammarAnalysis {
            grammar: self.grammar,
            questions: Reserve::new(self.grammar.limits(), self.grammar.len()),
            names: Rc::clone(&self.names),
            reader: RefCell::new(TextReader::new(self.grammar)),
            shortest: Rc::clone(&self.shortest),
            is_first_cyclic: Rc::clone(&self.is_first_cyclic),
        }
    }

    /// The languages of the names.
    pub fn names(&self) -> &NameLanguages<'g> {
        &self.names
    }

    /// In how many ways a text derives a string.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn derived(
        &self,
        text: &Core,
        string: &[u8],
        work: &mut Work,
    ) -> Result<Derived, Exceeded> {
        self.reader.borrow_mut().derived(&self.names, text, string, work)
    }

    /// Two different derivations of a string by the text of a rule, each as nodes in preorder; `None` if
    /// there are no two.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn two_trees(
        &self,
        id: ProductionId,
        string: &[u8],
        work: &mut Work,
    ) -> Result<Option<[Vec<NodeData>; 2]>, Exceeded> {
        self.reader.borrow_mut().two_trees(&self.names, id, string, work)
    }

    /// A string that one of two texts derives and the other does not, and whether it is the first.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn difference(
        &self,
        texts: [&Core; 2],
        work: &mut Work,
    ) -> Result<Decision<(Vec<u8>, bool)>, Exceeded> {
        let exact = |text: &Core, work: &mut Work| self.language(text, Bound::Exact, work);
        if let Some(first) = exact(texts[0], work)?
            && let Some(second) = exact(texts[1], work)?
        {
            let relation = first.relation(&second, work)?;
            return Ok(match (relation.gained(), relation.lost()) {
                (Some(gained), _) => Decision::Found((gained.to_vec(), false)),
                (None, Some(lost)) => Decision::Found((lost.to_vec(), true)),
                (None, None) => Decision::Nothing,
            });
        }
        let may_omit = |id: ProductionId| self.grammar.may_be_empty()[id.index()];
        let mut is_same = true;
        for (both, is_first) in [([texts[1], texts[0]], false), (texts, true)] {
            for letters in differences(both, Some, may_omit, MOST_TRIED, work)? {
                is_same = false;
                for string in self.shortest.strings(&letters) {
                    if self.derived(both[0], &string, work)? != Derived::Not
                        && self.derived(both[1], &string, work)? == Derived::Not
                    {
                        return Ok(Decision::Found((string, is_first)));
                    }
                }
            }
        }
        Ok(match is_same {
            true => Decision::Nothing,
            false => Decision::Undecided(OpenConflict::default()),
        })
    }

    /// Whether a first-match parser refuses a string that a text derives. It expands the names for which
    /// `expands` holds.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn is_refused(
        &self,
        text: &Core,
        string: &[u8],
        expands: &dyn Fn(ProductionId) -> bool,
        work: &mut Work,
    ) -> Result<bool, Exceeded> {
        if self.derived(text, string, work)? == Derived::Not {
            return Ok(false);
        }
        let mut reader = self.reader.borrow_mut();
        Ok(!reader.takes_first_match(&self.names, text, string, expands, work)?)
    }

    /// Whether a rule uses itself.
    pub fn recurs(&self, id: ProductionId) -> bool {
        self.names.recurs(id)
    }

    /// The language of a rule, if its automaton is small.
    pub fn language_of(&self, id: ProductionId) -> Option<&Dfa> {
        self.names.of(id).and_then(NameLanguage::exact)
    }

    /// Whether the languages of all names in a rule are known exactly.
    pub fn is_exact(&self, id: ProductionId) -> bool {
        self.grammar.named_by(id).all(|name| self.language_of(name).is_some())
    }

    /// A short string of a text.
    pub fn shortest(&self, text: &Core) -> Option<Vec<u8>> {
        self.shortest.of(text)
    }

    /// The language of a text, or one that contains it or that it contains. `None` if the language itself
    /// is asked for, and that of a name in it is not known.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn language(
        &self,
        text: &Core,
        bound: Bound,
        work: &mut Work,
    ) -> Result<Option<Dfa>, Exceeded> {
        composed::language(&[Piece::Once(text)], self.names.languages(bound), bound, work)
    }

    /// The edges of a language that contains that of a text.
    pub fn edges(&self, text: &Core) -> Edges {
        Edges::of_text(text, &|name| self.names.edges(name))
    }

    /// The core expression of a part of a rule.
    pub fn core(&self, part: &Expression) -> Core {
        Core::new(self.grammar, part)
    }

    /// Whether the text of a rule is ambiguous, whatever the names in it are.
    pub fn ambiguity(&self, id: ProductionId) -> Decision<AmbiguousString> {
        let (grammar, text) = (self.grammar, self.names.text(id));
        if grammar.derives_nothing(id) || !text.has_names {
            return Decision::Nothing;
        }
        if self.is_first_cyclic[id.index()]
            && let Some(string) = self.shortest(text)
        {
            let (endless, is_read_differently) = (Some(id), false);
            return Decision::Found(AmbiguousString { string, endless, is_read_differently });
        }
        let finder = ConflictFinder::new(&self.names, &self.shortest);
        if let Some((string, name)) = finder.endless(text) {
            let (endless, is_read_differently) = (Some(name), false);
            return Decision::Found(AmbiguousString { string, endless, is_read_differently });
        }
        let repeated = text.without_left_recursion(id).filter(|_| text.has_telling_names(id));
        let searched = repeated.as_ref().unwrap_or(text);
        let search = |bound: Bound| {
            self.questions.ask(|work| {
                PairSearch::new(&self.names, searched, bound, work)?.ambiguity(text.place, work)
            })
        };
        let confirmed = |conflict: &Conflict| {
            by_length(std::slice::from_ref(conflict)).into_iter().find_map(|string| {
                match self.questions.ask(|work| self.derived(text, string, work)) {
                    Ok(Derived::Several { is_read_differently }) => {
                        let (string, endless) = (string.to_vec(), None);
                        Some(AmbiguousString { string, endless, is_read_differently })
                    }
                    _ => None,
                }
            })
        };
        // The exact languages decide, if they are known. Those below find what those above may miss.
        let bounds = match self.is_exact(id) {
            true => &[Bound::Exact, Bound::Below, Bound::Above][..],
            false => &[Bound::Below, Bound::Above],
        };
        let is_out_of_work = self.names.is_out_of_work(id);
        let mut open = OpenConflict { is_out_of_work, ..OpenConflict::default() };
        for &bound in bounds {
            match search(bound) {
                Ok(None) if bound != Bound::Below => return Decision::Nothing,
                Ok(None) => {}
                Ok(Some(conflict)) => match confirmed(&conflict) {
                    Some(found) => return Decision::Found(found),
                    None => open = OpenConflict::from_conflicts(&[conflict], open.is_out_of_work),
                },
                Err(_) => open.is_out_of_work = true,
            }
        }
        Decision::Undecided(open)
    }

    /// The conflicts that may make the order of a rule's own text matter; or, with `reads`, the names of
    /// those for which it holds that may be read beyond their ends. And whether the work ran out before
    /// all were found.
    pub fn order_conflicts(
        &self,
        id: ProductionId,
        reads: Option<&dyn Fn(ProductionId) -> bool>,
    ) -> (Vec<Conflict>, bool) {
        let text = self.names.text(id);
        let mut conflicts = Vec::new();
        let result = self.questions.ask(|work| {
            let finder = ConflictFinder::new(&self.names, &self.shortest);
            let (found, result) = match reads {
                None => finder.order(text, work),
                Some(reads) => finder.overruns(text, reads, work),
            };
            conflicts = found;
            result
        });
        (conflicts, result.is_err())
    }

    /// The open question about conflicts in a rule of which no string confirms one.
    pub fn open(
        &self,
        id: ProductionId,
        conflicts: &[Conflict],
        is_out_of_work: bool,
    ) -> OpenConflict {
        let is_out_of_work = is_out_of_work || self.names.is_out_of_work(id);
        OpenConflict::from_conflicts(conflicts, is_out_of_work)
    }
}

/// The strings of some conflicts, the shortest first.
pub(crate) fn by_length(conflicts: &[Conflict]) -> Vec<&[u8]> {
    let mut strings: Vec<&[u8]> =
        conflicts.iter().flat_map(|conflict| conflict.strings.iter().map(Vec::as_slice)).collect();
    strings.sort_by_key(|string| (string.len(), *string));
    strings.dedup();
    strings
}

/// Whether a part derives a string; if so, adds the names in its derivations to `names`.
fn used(grammar: &Grammar, part: &Core, names: &mut Vec<ProductionId>) -> bool {
    let before = names.len();
    let has_string = match &part.kind {
        CoreKind::Text(sets) => sets.iter().all(|set| !set.is_empty()),
        CoreKind::Name(id) => {
            names.push(*id);
            !grammar.derives_nothing(*id)
        }
        CoreKind::Concatenation(parts) => parts.iter().all(|part| used(grammar, part, names)),
        CoreKind::Alternation(parts) => {
            parts.iter().filter(|part| used(grammar, part, names)).count() > 0
        }
        CoreKind::Repetition { least, body, .. } => used(grammar, body, names) || *least == 0,
    };
    if !has_string {
        names.truncate(before);
    }
    has_string
}

/// The productions that the text of a production names, apart from those that no derivation can use
/// because another part beside them derives nothing.
pub(crate) fn productive_names(grammar: &Grammar, id: ProductionId) -> Vec<ProductionId> {
    let mut names = Vec::new();
    used(grammar, grammar.core(id), &mut names);
    names
}

/// For each production, those of whose texts a derivation can use it.
pub(crate) fn productive_users(grammar: &Grammar) -> Vec<Vec<ProductionId>> {
    let mut users: Vec<Vec<ProductionId>> = vec![Vec::new(); grammar.len()];
    for user in grammar.ids() {
        for name in productive_names(grammar, user) {
            let users = &mut users[name.index()];
            if users.last() != Some(&user) {
                users.push(user);
            }
        }
    }
    users
}

/// The productions that reach one of these by names, themselves included.
pub(crate) fn reaching(
    users: &[Vec<ProductionId>],
    ids: impl Iterator<Item = ProductionId>,
) -> BTreeSet<ProductionId> {
    let mut found: BTreeSet<ProductionId> = ids.collect();
    let mut pending: Vec<ProductionId> = found.iter().copied().collect();
    while let Some(id) = pending.pop() {
        pending.extend(users[id.index()].iter().copied().filter(|&user| found.insert(user)));
    }
    found
}
