//! Comparing and combining languages: walks over two automata at once.

use crate::dfa::{DEAD, Dfa};
use crate::shortest::shortest;
use crate::{ByteClasses, CharacterSet, Exceeded, Work};

/// How two languages compare. In the result of [`Dfa::relation`], `self` is the first
/// language and `other` is the second. Each witness has the smallest bytes of the shortest
/// strings.
///
/// ```
/// use urlbnf_language::{Dfa, Limits, Relation, Work};
///
/// let [short, long] = ["a", "ab"].map(Dfa::beginning_with);
/// let relation = short.relation(&long, &mut Work::new(&Limits::default()))?;
/// assert_eq!(relation, Relation::Narrower { lost: b"a".to_vec() });
/// # Ok::<(), urlbnf_language::Exceeded>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Relation {
    /// The two languages have the same strings.
    Equal,
    /// The second includes the first, and has other strings too.
    Wider {
        /// A shortest string that only the second has.
        gained: Vec<u8>,
    },
    /// The first includes the second, and has other strings too.
    Narrower {
        /// A shortest string that only the first has.
        lost: Vec<u8>,
    },
    /// Each has strings that the other does not have.
    Crossing {
        /// A shortest string that only the second has.
        gained: Vec<u8>,
        /// A shortest string that only the first has.
        lost: Vec<u8>,
    },
}

impl Relation {
    /// The name in data: `equal`, `wider`, `narrower`, `crossing`.
    pub fn name(&self) -> &'static str {
        match self {
            Relation::Equal => "equal",
            Relation::Wider { .. } => "wider",
            Relation::Narrower { .. } => "narrower",
            Relation::Crossing { .. } => "crossing",
        }
    }

    /// The name for people: `some gained, some lost` instead of `crossing`.
    pub fn words(&self) -> &'static str {
        match self {
            Relation::Crossing { .. } => "some gained, some lost",
            _ => self.name(),
        }
    }

    /// A shortest string that only the second language has; `None` if there is none.
    pub fn gained(&self) -> Option<&[u8]> {
        match self {
            Relation::Wider { gained } | Relation::Crossing { gained, .. } => Some(gained),
            _ => None,
        }
    }

    /// A shortest string that only the first language has; `None` if there is none.
    pub fn lost(&self) -> Option<&[u8]> {
        match self {
            Relation::Narrower { lost } | Relation::Crossing { lost, .. } => Some(lost),
            _ => None,
        }
    }
}

impl Dfa {
    /// The language of one string.
    pub fn from_string(string: &[u8]) -> Dfa {
        Dfa::explore(
            0,
            &ByteClasses::of_sets(string.iter().copied().map(CharacterSet::from_byte)),
            |&at, byte| (string.get(at) == Some(&byte)).then_some(at + 1),
            |&at| at == string.len(),
        )
    }

    /// The strings that begin with a text.
    pub fn beginning_with(text: &str) -> Dfa {
        let text = text.as_bytes();
        Dfa::explore(
            0,
            &ByteClasses::of_sets(text.iter().copied().map(CharacterSet::from_byte)),
            |&at, byte| match text.get(at) {
                Some(&due) => (due == byte).then_some(at + 1),
                None => Some(at),
            },
            |&at| at == text.len(),
        )
    }

    /// The strings that are in both languages.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn intersection(&self, other: &Dfa, work: &mut Work) -> Result<Dfa, Exceeded> {
        self.product(other, |one, two| one && two, work)
    }

    /// The strings that are in either language.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn union(&self, other: &Dfa, work: &mut Work) -> Result<Dfa, Exceeded> {
        self.product(other, |one, two| one || two, work)
    }

    /// The strings of this language that are not in the other.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn difference(&self, other: &Dfa, work: &mut Work) -> Result<Dfa, Exceeded> {
        self.product(other, |one, two| one && !two, work)
    }

    /// The strings of this language that are not in the other, and the strings of the other that
    /// are not in this one. One walk over both automata finds both.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn differences(&self, other: &Dfa, work: &mut Work) -> Result<(Dfa, Dfa), Exceeded> {
        let classes = self.joint_classes(other);
        let step = |pair: &(usize, usize), byte, _: &mut Work| Ok(self.pair(other, *pair, byte));
        let (steps, pairs) = Dfa::steps((self.start(), other.start()), &classes, step, work)?;
        let accepts = |&(one, two): &_| (self.is_accepting(one), other.is_accepting(two));
        let (mut lost, mut gained) = (steps.clone(), steps);
        lost.accept(pairs.iter().map(accepts).map(|(one, two)| one && !two));
        gained.accept(pairs.iter().map(accepts).map(|(one, two)| two && !one));
        Ok((lost, gained))
    }

    pub(crate) fn product(
        &self,
        other: &Dfa,
        accepts: impl Fn(bool, bool) -> bool,
        work: &mut Work,
    ) -> Result<Dfa, Exceeded> {
        // No string of a pair is accepted if one automaton is dead and its strings are needed.
        let (first_needed, second_needed) = (!accepts(false, true), !accepts(true, false));
        let is_dead =
            |(one, two): &_| *one == DEAD && first_needed || *two == DEAD && second_needed;
        Dfa::try_explore(
            (self.start(), other.start()),
            &self.joint_classes(other),
            |&pair, byte, _| Ok(self.pair(other, pair, byte).filter(|pair| !is_dead(pair))),
            |&(one, two)| accepts(self.is_accepting(one), other.is_accepting(two)),
            work,
        )
    }

    /// The states after a byte in both automata; `None` if both are dead.
    fn pair(&self, other: &Dfa, (one, two): (usize, usize), byte: u8) -> Option<(usize, usize)> {
        let next = (self.step(one, byte), other.step(two, byte));
        (next != (DEAD, DEAD)).then_some(next)
    }

    /// The classes of bytes that neither automaton distinguishes.
    pub fn joint_classes(&self, other: &Dfa) -> ByteClasses {
        let class = |of: &Dfa, byte: u8| usize::from(of.classes()[usize::from(byte)]);
        let number = |byte| class(self, byte) * other.class_count + class(other, byte);
        ByteClasses::numbered(self.class_count * other.class_count, number)
    }

    /// The strings of this language, each with `text` before it.
    pub fn after(&self, text: &str) -> Dfa {
        let mut nfa = self.nfa();
        let mut next = self.start();
        for byte in text.bytes().rev() {
            nfa.steps.push(vec![(CharacterSet::from_byte(byte), next)]);
            nfa.accepting.push(false);
            next = nfa.steps.len() - 1;
        }
        nfa.starts = vec![next];
        // Each byte adds one state, and the rest is deterministic already: no limit is needed.
        nfa.determinise(&mut Work::unlimited()).unwrap_or_else(|_| Dfa::none())
    }

    /// A shortest string, the one with the smallest bytes; `None` if the language is empty.
    pub fn shortest(&self) -> Option<Vec<u8>> {
        // There are no more pairs than states, so no limit is needed.
        self.witness(&Dfa::none(), &mut Work::unlimited()).unwrap_or_default()
    }

    /// A shortest string of this language that is not in the other, the one with the smallest
    /// bytes. `None` if there is no such string.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn witness(&self, other: &Dfa, work: &mut Work) -> Result<Option<Vec<u8>>, Exceeded> {
        if self.is_empty() {
            return Ok(None);
        }
        shortest(
            (self.start(), other.start()),
            self.joint_classes(other).representatives(),
            |&(one, two), byte| {
                let next = (self.step(one, byte), other.step(two, byte));
                Some(next).filter(|&(one, _)| one != DEAD)
            },
            |&(one, two)| self.is_accepting(one) && !other.is_accepting(two),
            work,
        )
    }

    /// A shortest string that is in both languages, the one with the smallest bytes. `None` if
    /// there is no such string.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn common(&self, other: &Dfa, work: &mut Work) -> Result<Option<Vec<u8>>, Exceeded> {
        if self.is_empty() || other.is_empty() {
            return Ok(None);
        }
        shortest(
            (self.start(), other.start()),
            self.joint_classes(other).representatives(),
            |&(one, two), byte| {
                let next = (self.step(one, byte), other.step(two, byte));
                Some(next).filter(|&(one, two)| one != DEAD && two != DEAD)
            },
            |&(one, two)| self.is_accepting(one) && other.is_accepting(two),
            work,
        )
    }

    /// How the other language compares with this one.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn relation(&self, other: &Dfa, work: &mut Work) -> Result<Relation, Exceeded> {
        let (gained, lost) = (other.witness(self, work)?, self.witness(other, work)?);
        Ok(match (gained, lost) {
            (None, None) => Relation::Equal,
            (Some(gained), None) => Relation::Wider { gained },
            (None, Some(lost)) => Relation::Narrower { lost },
            (Some(gained), Some(lost)) => Relation::Crossing { gained, lost },
        })
    }
}
