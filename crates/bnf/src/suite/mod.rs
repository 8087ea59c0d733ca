//! A conformance suite: few strings that distinguish a grammar from grammars with one fault.
//!
//! To test a parser, one walks through the grammar and writes a string for each thing that could
//! be wrong. Here a model lists these things: each [`Fault`] is the grammar with one slip in it. A
//! string **detects** a fault if the grammar and the faulty grammar give it different verdicts. The
//! languages of the two grammars decide which strings do. A fault that changes no string cannot be
//! tested, and is listed as such. Every other fault has a shortest string that detects it, and few
//! strings detect all of them.
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
mod nested;
mod reader;

pub use character::{ForeignCharacter, InsertionPosition};
pub use complete::CompleteSuiteSize;
pub use fault::{Fault, FaultDetail};
pub use kind::{FaultKind, FaultLayer};
pub use reader::InputHabit;

use cover::DistinguishingStrings;
use fault::FaultSite;
use language::FaultLanguages;
use nested::FaultConfirmer;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

use crate::automaton::{
    Automaton, AutomatonError, Dfa, Exceeded, LanguageSpec, Limit, Meter, PLAINEST_FIRST,
};
use crate::grammar::{CharacterSet, Expression, Grammar, ProductionId};
use crate::languages::unrolled;

/// The steps for each part of a grammar that is rewritten.
const PART: usize = 16;
/// Steps charged to the budget for each fault: it is reported, whatever its outcome.
const FAULT: usize = 6_000;
/// Steps charged to the budget for each part that is rewritten or copied.
const COPIED: usize = 96;
/// Steps charged to the budget for each transition of an automaton that is kept.
const KEPT: usize = 10;
/// Steps charged to the budget for each rule, since its faults are written to a file of their own.
const RULE: usize = 40_000;
/// Steps charged to the budget for each part of a rule whose faults are listed.
const LISTED: usize = 1_000;
/// Steps charged to the budget for each byte of a string that a search found. The string is parsed
/// to confirm it at every nesting depth, and again to explain it.
const FOUND: usize = 200;
/// For every this many bytes of its string, a byte takes one step more: the parse of a long string
/// does not fit into the processor's caches.
const LONG: usize = 256;
/// The bytes of a string that two automata read in one step.
const BYTES_PER_STEP: usize = 8;

/// Whether a string detects a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultOutcome {
    /// A string detects the fault.
    Detected {
        /// The index in [`Suite::strings`] of a string that detects it.
        by: usize,
        /// A shortest string that detects it. If the fault both loses and gains shortest strings,
        /// this may be a lost one, although a gained one is plainer.
        shortest: Vec<u8>,
    },
    /// The faulty grammar has the same strings, so no test can detect the fault. If the language is
    /// known only up to a nesting depth, the strings up to that depth are the same.
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
    /// The languages differ at the nesting depth that is looked at, but of none of the shortest
    /// strings is it known that they differ at every depth.
    #[error("no string was found that tells it at every nesting depth")]
    Nested,
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
/// assert_eq!(suite.least, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suite {
    /// The production by which strings are judged.
    pub start: ProductionId,
    /// All faults of the requested kinds in the productions that the start needs, in printed order,
    /// each with its outcome.
    pub faults: Vec<(Fault, FaultOutcome)>,
    /// The strings that detect the faults. The first [`covering`](Suite::covering) strings detect
    /// all faults of the kinds up to [`FaultKind::FirstMatch`], and none of them can be left out.
    /// The shortest come first. The strings for the other faults follow, in printed order.
    pub strings: Vec<Vec<u8>>,
    /// The number of strings, at the beginning, that are chosen to detect many faults each.
    pub covering: usize,
    /// A lower bound on the number of strings that detect the same faults; 1 if brackets nest.
    pub least: usize,
    /// The size of a suite that would find every wrong automaton with no more states; `None` if it
    /// takes too many steps to count.
    pub complete: Option<CompleteSuiteSize>,
}

impl Suite {
    /// Builds the suite for a production, with the faults of the given kinds.
    ///
    /// # Errors
    /// If the language of the production cannot be decided.
    pub fn new(
        grammar: &Grammar,
        start: ProductionId,
        kinds: &[FaultKind],
    ) -> Result<Suite, AutomatonError> {
        let (language, faults) = language_and_faults(grammar, start, kinds)?;
        Suite::of_faults(grammar, start, &language, faults)
    }

    /// Like [`Suite::new`], for a grammar whose budget is enough to decide the language of the
    /// production as often as there are faults.
    ///
    /// # Errors
    /// If the language cannot be decided, or too few steps of the budget are left for all faults.
    pub fn if_affordable(
        grammar: &Grammar,
        start: ProductionId,
        kinds: &[FaultKind],
    ) -> Result<Suite, AutomatonError> {
        let budget = &grammar.limits().budget;
        let before = budget.spent();
        let (language, faults) = language_and_faults(grammar, start, kinds)?;
        let all = (budget.spent() - before).saturating_mul(faults.len());
        budget.covers(all).map_err(|exceeded| AutomatonError::TooLarge(start, exceeded))?;
        Suite::of_faults(grammar, start, &language, faults)
    }

    fn of_faults(
        grammar: &Grammar,
        start: ProductionId,
        language: &Dfa,
        faults: Vec<Fault>,
    ) -> Result<Suite, AutomatonError> {
        let languages = FaultLanguages::new(grammar, start, Some(language));
        let confirmation = match languages.is_nested {
            true => Some(FaultConfirmer::new(grammar, start)?),
            false => None,
        };
        let needed = grammar.reachable_from(start).into_iter();
        let parts =
            needed.flat_map(|id| grammar.production(id).alternatives()).flat_map(Expression::all);
        let used = parts.filter_map(Expression::bytes).flatten();
        let used = used.fold(CharacterSet::default(), CharacterSet::union);
        let mut made = FaultAnalyser {
            language,
            languages,
            confirmation,
            used,
            decided_insertions: Vec::new(),
        };
        let mut distinguishing: Vec<DistinguishingStrings> = Vec::new();
        let mut outcomes: Vec<Option<FaultOutcome>> = vec![None; faults.len()];
        let mut covered: Vec<(usize, usize)> = Vec::new();
        let of_kinds = |is_covered: bool| {
            let all = faults.iter().enumerate();
            all.filter(move |(_, fault)| fault.kind.is_covered() == is_covered)
        };
        for (at, fault) in of_kinds(true) {
            match made.charge_and_distinguish(fault) {
                Ok(Some(found)) => {
                    covered.push((at, distinguishing.len()));
                    distinguishing.push(found);
                }
                Ok(None) => outcomes[at] = Some(FaultOutcome::Same),
                Err(error) => outcomes[at] = Some(FaultOutcome::Undecided(error)),
            }
        }
        let mut strings = cover::cover(&distinguishing, grammar.limits());
        let covering = strings.len();
        let least = match &made.confirmation {
            Some(_) => covering.min(1),
            None => cover::least(&distinguishing, grammar.limits()),
        };
        for (at, number) in covered {
            let shortest = distinguishing[number].plainest.clone();
            outcomes[at] = Some(match made.first_of(&strings, &distinguishing[number]) {
                Ok(Some(by)) => FaultOutcome::Detected { by, shortest },
                Ok(None) => FaultOutcome::Same,
                Err(undecided) => FaultOutcome::Undecided(undecided),
            });
        }
        drop(distinguishing);
        let mut all_characters: HashMap<(ProductionId, Vec<usize>), Option<usize>> = HashMap::new();
        for (at, fault) in of_kinds(false) {
            let mut all = None;
            if let Some((path, with_all)) = fault.all_characters(grammar) {
                let key = (fault.production, path);
                all = *all_characters.entry(key).or_insert_with(|| {
                    let string = made.string_of(&with_all)?;
                    strings.push(string);
                    Some(strings.len() - 1)
                });
            }
            outcomes[at] = Some(match made.charge_and_distinguish(fault) {
                Err(error) => FaultOutcome::Undecided(error),
                Ok(None) => FaultOutcome::Same,
                Ok(Some(found)) => {
                    let by = match all.filter(|&all| found.detects(&strings[all])) {
                        Some(all) => Ok(Some(all)),
                        None => made.first_of(&strings, &found),
                    };
                    let by = by.map(|by| {
                        by.unwrap_or_else(|| {
                            strings.push(found.plainest.clone());
                            strings.len() - 1
                        })
                    });
                    match by {
                        Ok(by) => FaultOutcome::Detected { by, shortest: found.plainest },
                        Err(undecided) => FaultOutcome::Undecided(undecided),
                    }
                }
            });
        }
        let outcomes = outcomes.into_iter().map(|it| it.unwrap_or(FaultOutcome::Same));
        let faults = faults.into_iter().zip(outcomes).collect();
        let complete = CompleteSuiteSize::from_language(language, grammar.limits()).ok();
        let mut suite = Suite { start, faults, strings, covering, least, complete };
        suite.drop_idle_strings();
        Ok(suite)
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
/// If the language of the start cannot be decided, or its faults are too many for the budget.
pub fn faults_of(
    grammar: &Grammar,
    start: ProductionId,
    kinds: &[FaultKind],
) -> Result<Vec<Fault>, AutomatonError> {
    Ok(language_and_faults(grammar, start, kinds)?.1)
}

/// The faults of a production that drop one of its alternatives, in printed order; none if there
/// are too many.
pub(crate) fn dropped_alternatives(
    grammar: &Grammar,
    id: ProductionId,
) -> impl Iterator<Item = Fault> {
    let faults = fault::faults(grammar, id, &[], &Meter::new(grammar.limits()));
    faults.into_iter().flatten().filter(|fault| fault.kind == FaultKind::AlternativeDropped)
}

/// The language of a start, and its faults of the given kinds.
fn language_and_faults(
    grammar: &Grammar,
    start: ProductionId,
    kinds: &[FaultKind],
) -> Result<(Dfa, Vec<Fault>), AutomatonError> {
    let language = unrolled(grammar, start)?;
    let faults = faults(grammar, start, kinds, &foreign(&language))?;
    Ok((language, faults))
}

fn faults(
    grammar: &Grammar,
    start: ProductionId,
    kinds: &[FaultKind],
    foreign: &[u8],
) -> Result<Vec<Fault>, AutomatonError> {
    let needed = grammar.reachable_from(start).into_iter();
    let mut meter = Meter::new(grammar.limits());
    let is_asked = |fault: &Fault| kinds.contains(&fault.kind);
    let mut faults: Vec<Fault> = Vec::new();
    // The faults of a large rule dominate the memory of a suite, so they are held in one vector.
    for id in needed.filter(|&id| !grammar.production(id).definitions().is_empty()) {
        let size = grammar.production(id).size();
        let listed = meter.charge(RULE + size.saturating_mul(LISTED));
        let listed = listed.and_then(|()| meter.within(Limit::Faults, faults.len()));
        listed.map_err(|exceeded| AutomatonError::TooLarge(start, exceeded))?;
        let mut of_production = fault::faults(grammar, id, foreign, &meter)
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
    /// Present if the grammar has brackets that nest.
    confirmation: Option<FaultConfirmer<'g>>,
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
    /// The strings that detect a fault. Also charges the steps to rewrite its production.
    fn charge_and_distinguish(
        &mut self,
        fault: &'g Fault,
    ) -> Result<Option<DistinguishingStrings>, UndecidedReason> {
        let grammar = self.languages.grammar;
        let own = grammar.production(fault.production).size();
        let mut meter = Meter::new(grammar.limits());
        let written = meter.step(own.saturating_mul(PART));
        let written = written.and_then(|()| meter.charge(FAULT + own.saturating_mul(COPIED)));
        written.map_err(|exceeded| AutomatonError::TooLarge(self.languages.start, exceeded))?;
        drop(meter);
        self.distinguishing_strings(fault)
    }

    /// The first of some strings that detects a fault.
    fn first_of(
        &self,
        strings: &[Vec<u8>],
        found: &DistinguishingStrings,
    ) -> Result<Option<usize>, UndecidedReason> {
        let mut meter = Meter::new(self.languages.grammar.limits());
        for (number, string) in strings.iter().enumerate() {
            let read = meter.charge(1 + string.len() / BYTES_PER_STEP);
            read.map_err(|exceeded| AutomatonError::TooLarge(self.languages.start, exceeded))?;
            if found.detects(string) {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// The plainest of the shortest strings that the grammar with a fault has.
    fn string_of(&mut self, fault: &Fault) -> Option<Vec<u8>> {
        let own = fault.language_among(&mut self.languages).ok()?;
        self.language.intersection_within(&own, self.languages.grammar.limits()).ok()?.plainest()
    }

    /// The strings that detect a fault; `None` where there are none.
    fn distinguishing_strings(
        &mut self,
        fault: &'g Fault,
    ) -> Result<Option<DistinguishingStrings>, UndecidedReason> {
        let start = self.languages.start;
        let too_large = |exceeded| AutomatonError::TooLarge(start, exceeded);
        let is_nested = self.confirmation.is_some();
        let insertion = fault.insertion();
        let insertion = insertion.filter(|it| !is_nested && !self.used.contains(it.1));
        if let Some((site, byte)) = insertion
            && let Some(decided) = self.decided_insertions.iter().find(|it| it.site == site)
        {
            let [lost, gained] = self.with_another_byte(decided, byte).map_err(too_large)?;
            return self.known(fault, None, lost, gained);
        }
        let copy = if is_nested { self.copy(fault) } else { None };
        match copy.as_ref().map(|copy| self.searched(fault, copy)) {
            Some(Ok(found)) => return Ok(found),
            // The language nearly always takes more steps than the search, so it is not computed.
            Some(Err(error @ UndecidedReason::NotRegular(AutomatonError::TooLarge(..)))) => {
                return Err(error);
            }
            Some(Err(_)) | None => {}
        }
        let found = match fault.language_among(&mut self.languages) {
            Ok(faulty) => self.apart(&faulty),
            Err(UndecidedReason::NotRegular(AutomatonError::TooLarge(_, exceeded))) => {
                Err(exceeded)
            }
            Err(undecided) => return Err(undecided),
        };
        match found {
            Ok([lost, gained]) => {
                if let Some((site, byte)) = insertion {
                    self.decided_insertions.retain(|it| it.site.part == site.part);
                    let (lost, gained) = (lost.clone(), gained.clone());
                    self.decided_insertions.push(DecidedInsertion { site, byte, lost, gained });
                }
                self.known(fault, copy.as_ref(), lost, gained)
            }
            // Where brackets nest, the search came first.
            Err(exceeded) if is_nested => Err(too_large(exceeded).into()),
            Err(exceeded) => match self.copy(fault) {
                Some(copy) => self.searched(fault, &copy),
                None => Err(too_large(exceeded).into()),
            },
        }
    }

    /// The strings that are lost and gained if another byte is inserted. No text that the start
    /// needs contains either byte, so the strings are the same but for the byte.
    fn with_another_byte(
        &self,
        decided: &DecidedInsertion<'_>,
        byte: u8,
    ) -> Result<[Dfa; 2], Exceeded> {
        let DecidedInsertion { byte: known, lost, gained, .. } = decided;
        let size = lost.size() + gained.size();
        Meter::new(self.languages.grammar.limits()).charge(size.saturating_mul(KEPT))?;
        Ok([lost, gained].map(|half| half.with_swapped_bytes(*known, byte)))
    }

    /// Returns a copy of the grammar with a fault. `None` if the fault is in how a text is read,
    /// which no grammar shows, or if the budget is spent.
    fn copy(&self, fault: &Fault) -> Option<Grammar> {
        let grammar = self.languages.grammar;
        grammar.charge_copy(grammar.limits()).ok()?;
        fault.grammar(grammar)
    }

    /// Searches for one string that detects a fault, without the language of the faulty grammar.
    fn searched(
        &self,
        fault: &Fault,
        copy: &Grammar,
    ) -> Result<Option<DistinguishingStrings>, UndecidedReason> {
        let FaultLanguages { grammar, start, .. } = self.languages;
        let faulty = Automaton::new(copy, &LanguageSpec::from_production(start))?.nfa();
        let merged = faulty.merged(&mut Meter::new(grammar.limits()));
        let faulty = merged.unwrap_or(Cow::Borrowed(&faulty));
        let found = faulty.shortest_difference(self.language, grammar.limits());
        let found = found.map_err(|exceeded| AutomatonError::TooLarge(start, exceeded))?;
        let Some(string) = found else { return Ok(None) };
        let length = string.len();
        let explained = length.saturating_mul(FOUND + length / LONG);
        let charged = Meter::new(grammar.limits()).charge(explained);
        charged.map_err(|exceeded| AutomatonError::TooLarge(start, exceeded))?;
        let (one, none) = (Dfa::from_string(&string), Dfa::none());
        match self.language.accepts(&string) {
            true => self.known(fault, Some(copy), one, none),
            false => self.known(fault, Some(copy), none, one),
        }
    }

    /// The strings that only the grammar has, and those that only the faulty one has.
    fn apart(&self, faulty: &Dfa) -> Result<[Dfa; 2], Exceeded> {
        let limits = self.languages.grammar.limits();
        let (lost, gained) = self.language.differences_within(faulty, limits)?;
        let halves = [lost, gained].map(|it| match it.is_empty() {
            true => Dfa::none(),
            false => it.minimise(),
        });
        let kept: usize = halves.iter().map(Dfa::size).sum();
        Meter::new(limits).charge(kept.saturating_mul(KEPT))?;
        Ok(halves)
    }

    /// The strings that detect a fault, of those that the automata lost and gained.
    fn known(
        &self,
        fault: &Fault,
        copy: Option<&Grammar>,
        lost: Dfa,
        gained: Dfa,
    ) -> Result<Option<DistinguishingStrings>, UndecidedReason> {
        match &self.confirmation {
            Some(confirmation) => confirmation.confirm(fault, copy, lost, gained),
            None => Ok(DistinguishingStrings::from_lost_and_gained(lost, gained)),
        }
    }
}

/// The characters by which classes are widened: the plainest byte of each class that the language
/// distinguishes, and every printing character that no string has.
fn foreign(language: &Dfa) -> Vec<u8> {
    let used = language.alphabet();
    let mut seen = HashSet::new();
    let plainest = PLAINEST_FIRST.iter().copied();
    let taken = |byte: &u8| {
        let first = seen.insert(language.classes()[usize::from(*byte)]);
        first || (matches!(byte, b' '..=b'~') && !used.contains(*byte))
    };
    plainest.filter(taken).collect()
}
