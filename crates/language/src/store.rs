//! An interner of languages.
//!
//! A computation on few languages makes the same ones again and again. Here each language is
//! held once, as its minimal automaton, under a number. Two languages are equal if their numbers
//! are, and the result of an operation on two languages is computed once.

use crate::{CharacterSet, Dfa, Exceeded, FastMap, FastSet, Nfa, Work};

/// The number of a language in a [`LanguageInterner`]. It has no meaning in another interner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LanguageId(u32);

impl LanguageId {
    /// The language without strings.
    pub const NONE: LanguageId = LanguageId(0);
    /// The language of the empty string alone.
    pub const EMPTY: LanguageId = LanguageId(1);
    /// The language of all strings of bytes.
    pub const ALL: LanguageId = LanguageId(2);
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum LanguageOperation {
    Union,
    Intersection,
    Difference,
    Concat,
    StarConcat,
    LeftQuotient,
}

/// An interner of languages, with the results of operations on them.
#[derive(Debug)]
pub struct LanguageInterner {
    languages: FastSet<Dfa>,
    made: FastMap<(LanguageOperation, LanguageId, LanguageId), LanguageId>,
    /// By the bytes allowed at each position.
    texts: FastMap<Vec<CharacterSet>, LanguageId>,
    /// By the ranges of the characters.
    characters: FastMap<Vec<(char, char)>, LanguageId>,
    work: Work,
}

impl LanguageInterner {
    /// An interner with [`LanguageId::NONE`], [`LanguageId::EMPTY`] and [`LanguageId::ALL`].
    pub fn new(work: Work) -> LanguageInterner {
        let all = CharacterSet::range(0, u8::MAX);
        let nfa = |steps: Vec<(CharacterSet, usize)>| {
            let nfa = Nfa { steps: vec![steps], accepting: vec![true], starts: vec![0] };
            nfa.determinise(&mut Work::unlimited()).unwrap_or_else(|_| Dfa::none()).minimise()
        };
        let languages =
            [Dfa::none().minimise(), nfa(Vec::new()), nfa(vec![(all, 0)])].into_iter().collect();
        let (made, texts, characters) = Default::default();
        LanguageInterner { languages, made, texts, characters, work }
    }

    /// Lets the operations that follow draw on another work, and returns the former.
    pub fn allow(&mut self, work: Work) -> Work {
        std::mem::replace(&mut self.work, work)
    }

    /// The work that all operations draw on.
    pub fn work(&mut self) -> &mut Work {
        &mut self.work
    }

    /// The language with this number; empty if this interner has not assigned it.
    pub fn get(&self, id: LanguageId) -> &Dfa {
        // The language without strings is always there.
        self.languages.get_index(id.0 as usize).unwrap_or(&self.languages[0])
    }

    /// Adds a language, and returns the number of it or of an equal one.
    pub fn add(&mut self, dfa: &Dfa) -> LanguageId {
        LanguageId(self.languages.insert_full(dfa.minimise()).0 as u32)
    }

    /// The strings of one byte out of a set.
    pub fn bytes(&mut self, characters: CharacterSet) -> LanguageId {
        self.text(&[characters])
    }

    /// The strings with one byte out of each set, in order.
    pub fn text(&mut self, places: &[CharacterSet]) -> LanguageId {
        if let Some(&known) = self.texts.get(places) {
            return known;
        }
        let mut steps: Vec<Vec<(CharacterSet, usize)>> = Vec::new();
        for (at, &characters) in places.iter().enumerate() {
            steps.push(vec![(characters, at + 1)]);
        }
        steps.push(Vec::new());
        let accepting = (0..=places.len()).map(|at| at == places.len()).collect();
        let nfa = Nfa { steps, accepting, starts: vec![0] };
        // There is one state for each position, so no limit is needed.
        let dfa = nfa.determinise(&mut Work::unlimited()).unwrap_or_else(|_| Dfa::none());
        let made = self.add(&dfa);
        self.texts.insert(places.to_vec(), made);
        made
    }

    /// The strings of one character out of some ranges, of which `nfa` makes an automaton.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn characters(
        &mut self,
        ranges: &[(char, char)],
        nfa: impl FnOnce() -> Nfa,
    ) -> Result<LanguageId, Exceeded> {
        if let Some(&known) = self.characters.get(ranges) {
            return Ok(known);
        }
        let dfa = nfa().determinise(&mut self.work)?;
        let made = self.add(&dfa);
        self.characters.insert(ranges.to_vec(), made);
        Ok(made)
    }

    fn operate(
        &mut self,
        operation: LanguageOperation,
        one: LanguageId,
        two: LanguageId,
    ) -> Result<LanguageId, Exceeded> {
        self.work.tick()?;
        if let Some(&made) = self.made.get(&(operation, one, two)) {
            return Ok(made);
        }
        let (languages, work) = (&self.languages, &mut self.work);
        let (left, right) = (&languages[one.0 as usize], &languages[two.0 as usize]);
        let dfa = match operation {
            LanguageOperation::Union => left.product(right, |one, two| one || two, work),
            LanguageOperation::Intersection => left.product(right, |one, two| one && two, work),
            LanguageOperation::Difference => left.product(right, |one, two| one && !two, work),
            LanguageOperation::Concat => left.concat(right, work),
            LanguageOperation::StarConcat => left.star_concat(right, work),
            LanguageOperation::LeftQuotient => left.left_quotient(right, work),
        };
        let dfa = dfa?;
        // Minimising and storing the result take work as well.
        self.work.ticks(dfa.size())?;
        self.work.grow::<u32>(dfa.size())?;
        let made = self.add(&dfa);
        self.made.insert((operation, one, two), made);
        Ok(made)
    }

    /// The strings that are in either language.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn union(&mut self, one: LanguageId, two: LanguageId) -> Result<LanguageId, Exceeded> {
        if one == two || two == LanguageId::NONE || one == LanguageId::ALL {
            return Ok(one);
        }
        if one == LanguageId::NONE || two == LanguageId::ALL {
            return Ok(two);
        }
        self.operate(LanguageOperation::Union, one.min(two), one.max(two))
    }

    /// The strings that are in both languages.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn intersection(
        &mut self,
        one: LanguageId,
        two: LanguageId,
    ) -> Result<LanguageId, Exceeded> {
        if one == two || two == LanguageId::ALL || one == LanguageId::NONE {
            return Ok(one);
        }
        if one == LanguageId::ALL || two == LanguageId::NONE {
            return Ok(two);
        }
        self.operate(LanguageOperation::Intersection, one.min(two), one.max(two))
    }

    /// The strings of the first language that are not in the second.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn difference(&mut self, one: LanguageId, two: LanguageId) -> Result<LanguageId, Exceeded> {
        if one == two || two == LanguageId::ALL || one == LanguageId::NONE {
            return Ok(LanguageId::NONE);
        }
        if two == LanguageId::NONE {
            return Ok(one);
        }
        self.operate(LanguageOperation::Difference, one, two)
    }

    /// The strings that are a string of the first language followed by one of the second.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn concat(&mut self, one: LanguageId, two: LanguageId) -> Result<LanguageId, Exceeded> {
        if one == LanguageId::NONE || two == LanguageId::NONE {
            return Ok(LanguageId::NONE);
        }
        if one == LanguageId::EMPTY {
            return Ok(two);
        }
        if two == LanguageId::EMPTY {
            return Ok(one);
        }
        self.operate(LanguageOperation::Concat, one, two)
    }

    /// The strings that are any number of strings of the first, followed by one of the second.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn star_concat(
        &mut self,
        one: LanguageId,
        two: LanguageId,
    ) -> Result<LanguageId, Exceeded> {
        if one == LanguageId::NONE || one == LanguageId::EMPTY || two == LanguageId::NONE {
            return Ok(two);
        }
        self.operate(LanguageOperation::StarConcat, one, two)
    }

    /// What is left of the strings of `of` after a prefix that is in the first language.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn left_quotient(
        &mut self,
        one: LanguageId,
        of: LanguageId,
    ) -> Result<LanguageId, Exceeded> {
        if one == LanguageId::EMPTY {
            return Ok(of);
        }
        self.operate(LanguageOperation::LeftQuotient, one, of)
    }

    /// All strings that have a prefix in the language.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn beginning_with(&mut self, one: LanguageId) -> Result<LanguageId, Exceeded> {
        self.concat(one, LanguageId::ALL)
    }

    /// Whether the second language includes the first.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn is_within(&mut self, one: LanguageId, two: LanguageId) -> Result<bool, Exceeded> {
        Ok(self.difference(one, two)? == LanguageId::NONE)
    }

    /// Whether the two languages have no string in common.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn are_apart(&mut self, one: LanguageId, two: LanguageId) -> Result<bool, Exceeded> {
        Ok(self.intersection(one, two)? == LanguageId::NONE)
    }
}
