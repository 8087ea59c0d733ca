//! A conformance suite: few strings that distinguish a grammar from grammars with one fault.
//!
//! To test a parser, one walks through the grammar and writes a string for each thing that could
//! be wrong. Here a model lists these things: each [`Fault`] is the grammar with one slip in it. A
//! string **detects** a fault if the grammar and the faulty grammar give it different verdicts. The
//! languages of the two grammars decide which strings do. A fault that changes no string cannot be
//! tested, and is listed as such. Every other fault has a shortest string that detects it, and few
//! strings detect all of them.
//!
//! If the language of the start is too large for an automaton, or not regular, the texts of the changed
//! rules are compared instead, and the strings are short, but neither shortest nor few.
//!
//! All of this is about the language of one start. If a slip changes a production, and another
//! production derives the strings that are lost, no string shows it.

mod character;
mod class;
mod complete;
mod cover;
mod fault;
mod kind;
mod language;
mod local;
mod reader;

pub use character::{ForeignCharacter, InsertionPosition};
pub use complete::CompleteSuiteSize;
pub use fault::{Fault, FaultDetail};
pub use kind::{FaultKind, FaultLayer};
pub use reader::InputHabit;

use cover::DistinguishingStrings;
use fault::FaultSite;
use language::FaultLanguages;
use local::FaultSearch;

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap, HashSet};

use indexmap::IndexSet;
use urlbnf_language::{ByteClasses, Limits};

use crate::automaton::{
    AutomatonError, Dfa, Exceeded, IsOutOfWork, NestingLimit, PLAINEST_FIRST, Reserve, Work,
};
use crate::core::Core;
use crate::grammar::{CharacterSet, Grammar, ProductionId};
use crate::languages::unrolled_within;

/// Whether a string detects a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultOutcome {
    /// A string detects the fault.
    Detected {
        /// The index in [`Suite::strings`] of a string that detects it.
        by: usize,
        /// A shortest string that detects it. If the fault both loses and gains shortest strings,
        /// this may be a lost one, although a gained one is plainer. A short one, if the language of the
        /// start is too large or not regular.
        shortest: Vec<u8>,
    },
    /// The faulty grammar has the same strings, so no test can detect the fault.
    Same,
    /// It could not be decided.
    Undecided(UndecidedReason),
}

/// Why it is not known whether any string detects a fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UndecidedReason {
    /// The faulty grammar cannot be decided.
    #[error(transparent)]
    NotRegular(#[from] AutomatonError),
    /// How a first-match parser reads a choice depends on what follows, and the choice is nested in
    /// itself, or in a repetition of something that can be empty.
    #[error("the choice is nested in itself, or in a repetition of what may be empty")]
    InItself,
    /// The rule and the faulty one differ, but no string of the start was found that shows it.
    #[error("no string was found that tells it")]
    NotFound,
    /// A string detects the fault, but takes too much work to be judged.
    #[error("the string that tells it takes too much work to be judged")]
    NotJudged,
}

impl IsOutOfWork for UndecidedReason {
    fn is_out_of_work(&self) -> bool {
        matches!(self, UndecidedReason::NotRegular(error) if error.is_out_of_work())
    }
}

/// The strings of a suite, and the outcome of each fault.
///
/// ```
/// use urlbnf_bnf::suite::{FaultKind, FaultOutcome, Suite};
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "week = year \"-W\" 2DIGIT\nyear = 4DIGIT / \"now\"\n";
/// let grammar = Grammar::read("week.abnf", text, Reading::Printed)?;
/// let suite = Suite::new(&grammar, grammar.start(), &[FaultKind::AlternativeDropped])?;
///
/// // Without its second alternative `year` has no `now`, and without its first no number.
/// assert_eq!(suite.strings, [&b"now-w00"[..], b"0000-w00"]);
/// let is_detected = |outcome: &FaultOutcome| matches!(outcome, FaultOutcome::Detected { .. });
/// assert!(suite.faults.iter().all(|(_, outcome)| is_detected(outcome)));
/// assert_eq!(suite.least, Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suite {
    /// The production by which strings are judged.
    pub start: ProductionId,
    /// All faults of the requested kinds in the productions that the start needs, in printed order,
    /// each with its outcome.
    pub faults: Vec<(Fault, FaultOutcome)>,
    /// The strings that detect the faults. Those for faults of the kinds up to
    /// [`FaultKind::FirstMatch`] come first, the shortest before the others. The strings for the other
    /// faults follow, in printed order.
    pub strings: Vec<Vec<u8>>,
    /// The number of strings, at the beginning, that are chosen to detect many faults each. Together
    /// they detect all faults of the kinds up to [`FaultKind::FirstMatch`], and none of them can be left
    /// out. 0 if the language of the start is too large or not regular: then each fault has a string of
    /// its own.
    pub covering: usize,
    /// A lower bound on the number of strings that detect the same faults; `None` if the language of the
    /// start is too large or not regular.
    pub least: Option<usize>,
    /// The size of a suite that would find every wrong automaton with no more states; `None` if it
    /// takes too much work to count, or if there is none.
    pub complete: Option<CompleteSuiteSize>,
}

impl Suite {
    /// Builds the suite for a production, with the faults of the given kinds. If the language of the
    /// production is small, it decides which strings detect a fault; otherwise the rules with the faults
    /// do.
    ///
    /// # Errors
    /// If listing the faults, or a recogniser of the start, needs more than the limits allow.
    pub fn new(
        grammar: &Grammar,
        start: ProductionId,
        kinds: &[FaultKind],
    ) -> Result<Suite, AutomatonError> {
        match language(grammar, start) {
            Some(language) => {
                let faults = faults(grammar, start, kinds, &foreign(&language))?;
                Ok(Suite::of_language(grammar, start, &language, faults))
            }
            None => {
                let faults = faults(grammar, start, kinds, &foreign_to_texts(grammar, start))?;
                Suite::of_rules(grammar, start, faults)
            }
        }
    }

    fn of_rules(
        grammar: &Grammar,
        start: ProductionId,
        faults: Vec<Fault>,
    ) -> Result<Suite, AutomatonError> {
        let mut search = FaultSearch::new(grammar, start)?;
        let reserve = Reserve::new(grammar.limits(), faults.len());
        let found: Vec<_> =
            faults.iter().map(|fault| reserve.ask(|work| search.string(fault, work))).collect();
        let strings = |is_covered: bool| {
            let found = faults.iter().zip(&found);
            let found = found.filter(move |(fault, _)| fault.kind.is_covered() == is_covered);
            found.filter_map(|(_, found)| Some(found.as_ref().ok()?.as_ref()?.clone()))
        };
        let mut shortest_first: Vec<Vec<u8>> = strings(true).collect();
        shortest_first.sort_by(|one, two| (one.len(), one).cmp(&(two.len(), two)));
        let numbers: IndexSet<Vec<u8>> = shortest_first.into_iter().chain(strings(false)).collect();
        let outcome = |found: Result<Option<Vec<u8>>, UndecidedReason>| match found {
            Ok(Some(string)) => {
                let by = numbers.get_index_of(&string).unwrap_or_default();
                FaultOutcome::Detected { by, shortest: string }
            }
            Ok(None) => FaultOutcome::Same,
            Err(reason) => FaultOutcome::Undecided(reason),
        };
        let faults = faults.into_iter().zip(found.into_iter().map(outcome)).collect();
        let strings = numbers.into_iter().collect();
        Ok(Suite { start, faults, strings, covering: 0, least: None, complete: None })
    }

    fn of_language(
        grammar: &Grammar,
        start: ProductionId,
        language: &Dfa,
        faults: Vec<Fault>,
    ) -> Suite {
        let languages = FaultLanguages::new(grammar, start, Some(language));
        let sets = Core::sets(grammar, grammar.reachable_from(start));
        let used = sets.fold(CharacterSet::EMPTY, CharacterSet::union);
        let (search, decided_insertions) = (OnceCell::new(), Vec::new());
        let mut made = FaultAnalyser { language, languages, search, used, decided_insertions };
        let limits = grammar.limits();
        let reserve = Reserve::new(limits, faults.len());
        // What languages do not decide is searched for with half as much work.
        let half = Limits { total: limits.total / 2, ..*limits };
        let reserves = [&reserve, &Reserve::new(&half, faults.len())];
        let mut distinguishing: Vec<DistinguishingStrings> = Vec::new();
        let mut outcomes: Vec<Option<FaultOutcome>> = vec![None; faults.len()];
        let mut covered: Vec<(usize, usize)> = Vec::new();
        let of_kinds = |is_covered: bool| {
            let all = faults.iter().enumerate();
            all.filter(move |(_, fault)| fault.kind.is_covered() == is_covered)
        };
        for (at, fault) in of_kinds(true) {
            match made.distinguishing_strings(fault, reserves) {
                Ok(Some(found)) => {
                    covered.push((at, distinguishing.len()));
                    distinguishing.push(found);
                }
                Ok(None) => outcomes[at] = Some(FaultOutcome::Same),
                Err(error) => outcomes[at] = Some(FaultOutcome::Undecided(error)),
            }
        }
        let mut strings = cover::cover(&distinguishing, &mut Work::of(limits.total, limits));
        let covering = strings.len();
        let least = Some(cover::least(&distinguishing, &mut Work::new(limits)));
        for (at, number) in covered {
            let shortest = distinguishing[number].plainest.clone();
            let by = strings.iter().position(|string| distinguishing[number].detects(string));
            outcomes[at] =
                Some(by.map_or(FaultOutcome::Same, |by| FaultOutcome::Detected { by, shortest }));
        }
        drop(distinguishing);
        let mut all_characters: HashMap<(ProductionId, Vec<usize>), Option<usize>> = HashMap::new();
        for (at, fault) in of_kinds(false) {
            let mut all = None;
            if let Some((path, with_all)) = fault.all_characters(grammar) {
                let key = (fault.production, path);
                all = *all_characters.entry(key).or_insert_with(|| {
                    let string = reserve.ask(|work| made.string_of(&with_all, work)).ok()??;
                    strings.push(string);
                    Some(strings.len() - 1)
                });
            }
            outcomes[at] = Some(match made.distinguishing_strings(fault, reserves) {
                Err(error) => FaultOutcome::Undecided(error),
                Ok(None) => FaultOutcome::Same,
                Ok(Some(found)) => {
                    let by = all.filter(|&all| found.detects(&strings[all]));
                    let by = by.or_else(|| strings.iter().position(|string| found.detects(string)));
                    let by = by.unwrap_or_else(|| {
                        strings.push(found.plainest.clone());
                        strings.len() - 1
                    });
                    FaultOutcome::Detected { by, shortest: found.plainest }
                }
            });
        }
        let outcomes = outcomes.into_iter().map(|outcome| outcome.unwrap_or(FaultOutcome::Same));
        let faults = faults.into_iter().zip(outcomes).collect();
        let complete = CompleteSuiteSize::from_language(language, &mut Work::new(limits)).ok();
        let mut suite = Suite { start, faults, strings, covering, least, complete };
        suite.drop_idle_strings();
        suite
    }

    /// Leaves out the strings that cannot be judged, and returns how many these are. The faults that
    /// no other string detects are then undecided.
    pub fn leave_out(&mut self, mut is_undecided: impl FnMut(&[u8]) -> bool) -> usize {
        let left_out: Vec<bool> = self.strings.iter().map(|string| is_undecided(string)).collect();
        for (_, outcome) in &mut self.faults {
            let FaultOutcome::Detected { by, shortest } = outcome else { continue };
            if left_out[*by] {
                *outcome = FaultOutcome::Undecided(UndecidedReason::NotJudged);
            } else if *shortest != self.strings[*by] && is_undecided(shortest) {
                shortest.clone_from(&self.strings[*by]);
            }
        }
        self.drop_idle_strings();
        left_out.into_iter().filter(|&is_left_out| is_left_out).count()
    }

    /// Drops the strings that detect no fault: one that has all characters of a class may detect
    /// none.
    fn drop_idle_strings(&mut self) {
        let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
        for (_, outcome) in &self.faults {
            if let FaultOutcome::Detected { by, .. } = outcome {
                numbers.insert(*by, 0);
            }
        }
        numbers.values_mut().enumerate().for_each(|(number, new)| *new = number);
        self.covering = numbers.range(..self.covering).count();
        let mut at = 0..;
        self.strings.retain(|_| at.next().is_some_and(|at| numbers.contains_key(&at)));
        for (_, outcome) in &mut self.faults {
            if let FaultOutcome::Detected { by, .. } = outcome {
                *by = numbers[by];
            }
        }
    }
}

/// The faults of the given kinds in the productions that a start needs, in printed order. Faults of
/// the kind [`FaultKind::Reader`], which concern the whole string, come last.
///
/// # Errors
/// If listing them needs more than the limits allow.
pub fn faults_of(
    grammar: &Grammar,
    start: ProductionId,
    kinds: &[FaultKind],
) -> Result<Vec<Fault>, AutomatonError> {
    let foreign = match language(grammar, start) {
        Some(language) => foreign(&language),
        None => foreign_to_texts(grammar, start),
    };
    faults(grammar, start, kinds, &foreign)
}

/// The faults of a production that drop one of its alternatives, in printed order; none if there
/// are too many.
pub(crate) fn dropped_alternatives(
    grammar: &Grammar,
    id: ProductionId,
) -> impl Iterator<Item = Fault> {
    let faults = fault::faults(grammar, id, &[], &mut grammar.work());
    faults.into_iter().flatten().filter(|fault| fault.kind == FaultKind::AlternativeDropped)
}

/// The language of a start, if it is small.
fn language(grammar: &Grammar, start: ProductionId) -> Option<Dfa> {
    let is_nested = NestingLimit::applies_to(grammar, start);
    (!is_nested).then(|| unrolled_within(grammar, start, &mut grammar.work()).ok()).flatten()
}

fn faults(
    grammar: &Grammar,
    start: ProductionId,
    kinds: &[FaultKind],
    foreign: &[u8],
) -> Result<Vec<Fault>, AutomatonError> {
    let needed = grammar.reachable_from(start).into_iter();
    let mut work = grammar.work();
    let is_asked = |fault: &Fault| kinds.contains(&fault.kind);
    let mut faults: Vec<Fault> = Vec::new();
    // The faults of a large rule dominate the memory of a suite, so they are held in one vector.
    for id in needed.filter(|&id| !grammar.production(id).definitions().is_empty()) {
        let mut of_production = fault::faults(grammar, id, foreign, &mut work)
            .map_err(|exceeded| AutomatonError::TooLarge(start, exceeded))?;
        of_production.retain(is_asked);
        faults.append(&mut of_production);
    }
    faults.extend(fault::readings(grammar, start).into_iter().filter(is_asked));
    faults.shrink_to_fit();
    Ok(faults)
}

/// The bytes of a character in the name of a fault.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}

/// A grammar, and what its faults are compared with.
struct FaultAnalyser<'g> {
    /// The strings of the start.
    language: &'g Dfa,
    languages: FaultLanguages<'g>,
    /// For faults whose languages take too much work. Holds `None` if it takes too much itself.
    search: OnceCell<Option<FaultSearch<'g>>>,
    /// The bytes in the texts that the start needs.
    used: CharacterSet,
    /// The insertions that were decided, one for each site of the part that was looked at last.
    decided_insertions: Vec<DecidedInsertion<'g>>,
}

/// A fault that inserts a byte which is not used, and what it does.
struct DecidedInsertion<'f> {
    site: FaultSite<'f>,
    byte: u8,
    lost: Dfa,
    gained: Dfa,
}

impl<'g> FaultAnalyser<'g> {
    /// The plainest of the shortest strings that the grammar with a fault has too.
    fn string_of(
        &mut self,
        fault: &Fault,
        work: &mut Work,
    ) -> Result<Option<Vec<u8>>, UndecidedReason> {
        let own = fault.language_among(&mut self.languages, work)?;
        let both = self.language.intersection(&own, work);
        Ok(both
            .map_err(|exceeded| AutomatonError::TooLarge(self.languages.start, exceeded))?
            .plainest())
    }

    /// The strings that detect a fault, or some of them; `None` where there are none.
    fn distinguishing_strings(
        &mut self,
        fault: &'g Fault,
        [of_languages, of_searches]: [&Reserve; 2],
    ) -> Result<Option<DistinguishingStrings>, UndecidedReason> {
        let by_language = of_languages.ask(|work| self.by_language(fault, work));
        let Err(undecided) = &by_language else { return by_language };
        let FaultLanguages { grammar, start, .. } = self.languages;
        self.search.get_or_init(|| FaultSearch::new(grammar, start).ok());
        let Some(Some(search)) = self.search.get_mut() else { return by_language };
        match of_searches.ask(|work| search.string(fault, work)) {
            Ok(Some(string)) => {
                let (one, none) = (Dfa::from_string(&string), Dfa::none());
                Ok(match self.language.accepts(&string) {
                    true => DistinguishingStrings::from_lost_and_gained(one, none),
                    false => DistinguishingStrings::from_lost_and_gained(none, one),
                })
            }
            Ok(None) => Ok(None),
            Err(_) => Err(undecided.clone()),
        }
    }

    /// The strings that detect a fault, by the language of the faulty grammar.
    fn by_language(
        &mut self,
        fault: &'g Fault,
        work: &mut Work,
    ) -> Result<Option<DistinguishingStrings>, UndecidedReason> {
        let FaultLanguages { grammar, start, .. } = self.languages;
        let too_large = |exceeded| AutomatonError::TooLarge(start, exceeded);
        let insertion = fault.insertion().filter(|(_, byte)| !self.used.contains(*byte));
        if let Some((site, byte)) = insertion
            && let Some(decided) = self.decided_insertions.iter().find(|entry| entry.site == site)
        {
            work.ticks(decided.lost.size() + decided.gained.size()).map_err(too_large)?;
            let [lost, gained] = [&decided.lost, &decided.gained]
                .map(|half| half.with_swapped_bytes(decided.byte, byte));
            return Ok(DistinguishingStrings::from_lost_and_gained(lost, gained));
        }
        fault.count_copy(grammar, work).map_err(too_large)?;
        let faulty = fault.language_among(&mut self.languages, work)?;
        let [lost, gained] = self.apart(&faulty, work).map_err(too_large)?;
        if let Some((site, byte)) = insertion {
            self.decided_insertions.retain(|entry| entry.site.part == site.part);
            let (lost, gained) = (lost.clone(), gained.clone());
            self.decided_insertions.push(DecidedInsertion { site, byte, lost, gained });
        }
        Ok(DistinguishingStrings::from_lost_and_gained(lost, gained))
    }

    /// The strings that only the grammar has, and those that only the faulty one has.
    fn apart(&self, faulty: &Dfa, work: &mut Work) -> Result<[Dfa; 2], Exceeded> {
        let (lost, gained) = self.language.differences(faulty, work)?;
        work.ticks(lost.size() + gained.size())?;
        Ok([lost, gained].map(|half| match half.is_empty() {
            true => Dfa::none(),
            false => half.minimise(),
        }))
    }
}

/// The characters by which classes are widened: the plainest byte of each class that the language
/// distinguishes, and every printing character that no string has.
fn foreign(language: &Dfa) -> Vec<u8> {
    foreign_to(language.classes(), language.alphabet())
}

/// The same by the classes that the texts of the productions distinguish.
fn foreign_to_texts(grammar: &Grammar, start: ProductionId) -> Vec<u8> {
    let sets: Vec<CharacterSet> = Core::sets(grammar, grammar.reachable_from(start)).collect();
    let classes = ByteClasses::of_sets(sets.iter().copied());
    foreign_to(classes.numbers(), sets.into_iter().fold(CharacterSet::EMPTY, CharacterSet::union))
}

fn foreign_to(classes: &[u8], used: CharacterSet) -> Vec<u8> {
    let mut seen = HashSet::new();
    let plainest = PLAINEST_FIRST.iter().copied();
    let taken = |byte: &u8| {
        let first = seen.insert(classes[usize::from(*byte)]);
        first || (matches!(byte, b' '..=b'~') && !used.contains(*byte))
    };
    plainest.filter(taken).collect()
}
