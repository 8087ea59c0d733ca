//! The history of one subject through the documents: a character, a production, a scheme.
//!
//! For each grammar: the productions of the subject, what the document says about it, and what
//! the change from the previous grammar allowed and forbade, with a string for each. RFC 1630's
//! generic grammar is a side branch ([`is_side_branch`]). The sequence has gaps: drafts 04, 05
//! and 07 to 09 could not be found ([`MISSING`]).

use std::fmt;

use indexmap::IndexSet;

use crate::automaton::{
    Automaton, AutomatonError, ByteClasses, DEAD, Dfa, Exceeded, LanguageSpec, Relation, Work,
};
use crate::bnf::{Expression, Grammar, ProductionId};
use crate::characters::{self, CharacterRestriction, PRINTABLE};
use crate::description::{EditionDescriptions, LineageEntry};
use crate::diff::{ComparisonChain, DiffError, DiffSide, SchemeCoverage, SchemeHistory, side_of};
use crate::edition::{Edition, Reading};
use crate::registry::{self, RegistryEntry, SCHEMES};
use crate::remark::{Remark, RemarkKind, about};
use crate::scheme::SchemeAlternatives;

/// A remark to show with every history.
pub const MISSING: &str = "drafts 04, 05 and 07 to 09 could not be found";

/// The subject of a history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TimelineSubject {
    /// A character.
    Character(u8),
    /// A production, by its name in some grammar.
    Production(String),
    /// A scheme that some document mentions.
    Scheme(String),
}

impl TimelineSubject {
    /// Reads a word as a subject: a single character as that character, otherwise as the name
    /// of a production, otherwise as that of a scheme. `None` if it is none of these.
    pub fn from_word(word: &str) -> Option<TimelineSubject> {
        if let &[byte @ b' '..=b'~'] = word.as_bytes() {
            return Some(TimelineSubject::Character(byte));
        }
        if grammars().any(|grammar| grammar.find(word).is_some()) {
            return Some(TimelineSubject::Production(word.to_owned()));
        }
        registry::find(&word.to_ascii_lowercase())
            .map(|scheme| TimelineSubject::Scheme(scheme.name.to_owned()))
    }

    /// All subjects: the printable characters, the schemes, then the productions, each in order
    /// of appearance. A scheme is included even if a production has the same name.
    pub fn all() -> Vec<TimelineSubject> {
        let names = |grammar: &'static Grammar| grammar.ids().map(|id| grammar.name(id));
        let productions: IndexSet<&str> = grammars().flat_map(names).collect();
        PRINTABLE
            .map(TimelineSubject::Character)
            .chain(SCHEMES.iter().map(|scheme| TimelineSubject::Scheme(scheme.name.to_owned())))
            .chain(productions.into_iter().map(|name| TimelineSubject::Production(name.to_owned())))
            .collect()
    }

    /// `character`, `production`, `scheme`.
    pub fn kind(&self) -> &'static str {
        match self {
            TimelineSubject::Character(_) => "character",
            TimelineSubject::Production(_) => "production",
            TimelineSubject::Scheme(_) => "scheme",
        }
    }
}

impl fmt::Display for TimelineSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimelineSubject::Character(byte) => write!(f, "{}", char::from(*byte)),
            TimelineSubject::Production(name) | TimelineSubject::Scheme(name) => f.write_str(name),
        }
    }
}

/// The corrected grammars.
fn grammars() -> impl Iterator<Item = &'static Grammar> {
    Edition::ALL.into_iter().map(|edition| edition.grammar(Reading::Corrected))
}

/// Whether a grammar is a side branch: no other grammar follows it, but its document has
/// another grammar in the sequence.
pub fn is_side_branch(edition: Edition) -> bool {
    edition == Edition::Rfc1630Generic
}

/// A subject in one grammar.
#[derive(Debug, Clone)]
pub struct TimelineStage {
    /// The edition of the grammar.
    pub edition: Edition,
    /// Whether the subject is present: a character in some conforming string, a production or a
    /// counterpart of it in the grammar, a scheme in some string.
    pub present: bool,
    /// For a production, whether the grammar itself defines the name.
    pub named: bool,
    /// The productions of the subject: those that print the character, are the production or
    /// its counterparts, or derive the scheme.
    pub productions: Vec<ProductionId>,
    /// Other productions that replace the previous one, if the one of that name does not.
    pub instead: Vec<ProductionId>,
    /// The reason for the choice of productions, if a document states one.
    pub reason: Option<&'static str>,
    /// What the document says about the subject.
    pub prose: Vec<TimelineRemark>,
    /// What changed since the previous grammar; `None` for the first grammar, and if there is
    /// nothing to compare.
    pub change: Option<TimelineChange>,
    /// The previous grammar; for a production, the nearest one that has it.
    pub before: Option<Edition>,
}

/// What a document says, or a remark on what it prints.
#[derive(Debug, Clone)]
pub enum TimelineRemark {
    /// A sentence about a character.
    Character(CharacterRestriction),
    /// A sentence about a scheme, and how the document treats it.
    Scheme(&'static RegistryEntry),
    /// A numbered note about a production.
    Note(&'static Remark),
}

impl fmt::Display for TimelineRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimelineRemark::Character(reservation) => reservation.fmt(f),
            TimelineRemark::Scheme(RegistryEntry { standing, quotation, .. }) => {
                write!(f, "{standing}: {}: \"{}\"", quotation.citation(), quotation.words())
            }
            TimelineRemark::Note(note) => write!(f, "{}: {}", note.number, note.why),
        }
    }
}

/// A change in the strings of a subject.
#[derive(Debug, Clone)]
pub struct TimelineChange {
    /// How the new strings compare with the old, with shortest witnesses.
    pub relation: Relation,
    /// A plain string that was gained, if there is one because of the subject.
    pub plain_gained: Option<Vec<u8>>,
    /// A plain string that was lost, if there is one because of the subject.
    pub plain_lost: Option<Vec<u8>>,
    /// Whether the change concerns the subject. For a character, whether some string was gained
    /// or lost that is not if a letter replaces the character, or if it is removed.
    pub is_about: bool,
}

/// Returns the history of a subject in a reading: one stage for each edition.
///
/// ```
/// use urlbnf_url::timeline::{TimelineSubject, stages};
/// use urlbnf_url::{Edition, Reading};
///
/// let tilde = stages(&TimelineSubject::Character(b'~'), Reading::Corrected)?;
/// let allowed = tilde.iter().filter(|stage| stage.present).map(|stage| stage.edition);
/// assert_eq!(allowed.take(3).collect::<Vec<_>>(), [Edition::Url06, Edition::Rfc2396, Edition::Rfc2732]);
/// # Ok::<(), urlbnf_url::diff::DiffError>(())
/// ```
///
/// # Errors
/// If a language exceeds the limits.
pub fn stages(what: &TimelineSubject, reading: Reading) -> Result<Vec<TimelineStage>, DiffError> {
    match what {
        TimelineSubject::Character(byte) => {
            Ok(CharacterTimelines::for_reading(reading)?.stages(*byte)?)
        }
        TimelineSubject::Production(name) => {
            Ok(of_production(name, &EditionDescriptions::new(reading)))
        }
        TimelineSubject::Scheme(name) => of_scheme(name, &along(reading)),
    }
}

/// All grammars in a reading, each compared with the one that it follows.
pub fn along(reading: Reading) -> ComparisonChain<'static> {
    let sides = Edition::ALL.map(|edition| side_of(edition, reading));
    ComparisonChain::new(sides.to_vec(), &Edition::numbers_before(&Edition::ALL))
}

/// The strings that conform in each edition, computed once for all characters.
#[derive(Debug)]
pub struct CharacterTimelines {
    reading: Reading,
    /// For each edition, the conforming strings, and the difference from the edition before.
    conforming: Vec<(Dfa, Option<LanguageDifference>)>,
}

/// The strings that a change gained and lost.
#[derive(Debug)]
struct LanguageDifference {
    gained: Dfa,
    lost: Dfa,
}

impl CharacterTimelines {
    /// Computes the strings of a reading.
    ///
    /// # Errors
    /// If a language exceeds the limits.
    pub fn for_reading(reading: Reading) -> Result<CharacterTimelines, DiffError> {
        let conforming = |edition: Edition| {
            let language = conforming(edition, reading);
            language.map_err(|error| DiffError::Undecided(DiffSide::New, error))
        };
        let all = Edition::ALL.into_iter().map(conforming).collect::<Result<Vec<_>, _>>()?;
        let difference = |edition: Edition| {
            let before = Edition::ALL.into_iter().position(|other| Some(other) == edition.before());
            let Some(before) = before else { return Ok(None) };
            let (old, new) = (&all[before], &all[edition.index()]);
            let work = &mut edition.grammar(reading).work();
            let (gained, lost) = (new.difference(old, work)?, old.difference(new, work)?);
            Ok(Some(LanguageDifference { gained, lost }))
        };
        let differences = Edition::ALL.into_iter().map(difference).collect::<Result<Vec<_>, _>>();
        let differences = differences.map_err(too_large(Edition::Url00.grammar(reading)))?;
        let conforming = all.into_iter().zip(differences).collect();
        Ok(CharacterTimelines { reading, conforming })
    }

    /// The history of a character.
    ///
    /// # Errors
    /// If a language exceeds the limits.
    pub fn stages(&self, byte: u8) -> Result<Vec<TimelineStage>, DiffError> {
        let mut seen: Vec<(Edition, Dfa)> = Vec::new();
        let mut stages = Vec::new();
        for (edition, (conforming, difference)) in Edition::ALL.into_iter().zip(&self.conforming) {
            let grammar = edition.grammar(self.reading);
            let mut work = grammar.work();
            let with = conforming
                .intersection(&containing(byte), &mut work)
                .map_err(too_large(grammar))?;
            let before = seen.iter().find(|(other, _)| Some(*other) == edition.before());
            let both = before.zip(difference.as_ref());
            let change = both.map(|((_, old), all)| change([old, &with], all, byte, &mut work));
            let change = change.transpose().map_err(too_large(grammar))?;
            let prose = match is_side_branch(edition) {
                // The other grammar of the same document has the prose.
                true => Vec::new(),
                false => characters::prose(edition.document(), byte),
            };
            stages.push(TimelineStage {
                present: with.shortest().is_some(),
                productions: printing(grammar, byte),
                prose: prose.into_iter().map(TimelineRemark::Character).collect(),
                change,
                before: edition.before(),
                ..TimelineStage::empty(edition)
            });
            seen.push((edition, with));
        }
        Ok(stages)
    }
}

fn too_large(grammar: &Grammar) -> impl Fn(Exceeded) -> DiffError + use<> {
    let start = grammar.start();
    move |exceeded| DiffError::Undecided(DiffSide::New, AutomatonError::TooLarge(start, exceeded))
}

impl TimelineStage {
    /// A stage without any information.
    fn empty(edition: Edition) -> TimelineStage {
        TimelineStage {
            edition,
            present: false,
            named: false,
            productions: Vec::new(),
            instead: Vec::new(),
            reason: None,
            prose: Vec::new(),
            change: None,
            before: None,
        }
    }
}

/// Compares the strings of two grammars that contain a character.
fn change(
    [old, new]: [&Dfa; 2],
    all: &LanguageDifference,
    byte: u8,
    work: &mut Work,
) -> Result<TimelineChange, Exceeded> {
    let relation = old.relation(new, work)?;
    // A http URL is more familiar, if there is one.
    let mut plain = |only: &Dfa| {
        let because = because_of(byte, only, work)?;
        if because.is_empty() {
            return Ok(None);
        }
        let http = because.intersection(&Dfa::beginning_with("http://"), work)?;
        Ok(http.plainest().or_else(|| because.plainest()))
    };
    let plain_gained = plain(&all.gained)?;
    let plain_lost = plain(&all.lost)?;
    let is_about = plain_gained.is_some() || plain_lost.is_some();
    Ok(TimelineChange { relation, plain_gained, plain_lost, is_about })
}

/// The ASCII strings of a language that depend on a character: each contains it, and is not in the
/// language if every occurrence is removed, or replaced by a letter.
fn because_of(byte: u8, language: &Dfa, work: &mut Work) -> Result<Dfa, Exceeded> {
    let letter = if byte == b'a' { b'b' } else { b'a' };
    let classes = ByteClasses::from_signature(|octet| {
        (octet == byte, octet < 0x80, language.classes()[usize::from(octet)])
    });
    let is = |state| language.is_accepting(state);
    Dfa::try_explore(
        (false, [language.start(); 3]),
        &classes,
        |&(met, [whole, replaced, removed]), next, _| {
            let to = language.step(whole, next);
            let states = match next == byte {
                true => [to, language.step(replaced, letter), removed],
                false => [to, language.step(replaced, next), language.step(removed, next)],
            };
            Ok((next < 0x80 && to != DEAD).then_some((met || next == byte, states)))
        },
        |&(met, [whole, replaced, removed])| met && is(whole) && !is(replaced) && !is(removed),
        work,
    )
}

/// All strings that contain a character.
fn containing(byte: u8) -> Dfa {
    let classes = ByteClasses::from_signature(|octet| (octet == byte, octet < 0x80));
    let step = |met: &bool, next: u8| (next < 0x80).then_some(*met || next == byte);
    Dfa::explore(false, &classes, step, |met| *met)
}

/// The productions whose own text contains a character.
fn printing(grammar: &Grammar, byte: u8) -> Vec<ProductionId> {
    let prints = |expression: &Expression| {
        expression.bytes().is_some_and(|bytes| bytes.iter().any(|set| set.contains(byte)))
    };
    let has = |id: &ProductionId| {
        let definitions = grammar.production(*id).definitions();
        definitions.iter().any(|definition| definition.body.all().any(prints))
    };
    grammar.ids().filter(has).collect()
}

/// The history of a production, by its name in some grammar.
pub fn of_production(name: &str, descriptions: &EditionDescriptions) -> Vec<TimelineStage> {
    let stage = |generation: LineageEntry| {
        let LineageEntry { edition, productions, named, instead, reason, before, change } =
            generation;
        let grammar = edition.grammar(descriptions.reading());
        let is_on = |note: &&Remark| {
            productions.iter().any(|&id| note.productions.contains(&grammar.name(id)))
        };
        let notes =
            about(edition, RemarkKind::Note).filter(is_on).map(TimelineRemark::Note).collect();
        let change = change.map(|step| TimelineChange {
            relation: step.relation,
            plain_gained: step.gained,
            plain_lost: step.lost,
            is_about: true,
        });
        TimelineStage {
            present: !productions.is_empty(),
            named,
            productions,
            instead,
            reason,
            prose: notes,
            change,
            before,
            ..TimelineStage::empty(edition)
        }
    };
    descriptions.history(name).into_iter().map(stage).collect()
}

/// The history of a scheme, in grammars compared by [`along`].
///
/// # Errors
/// If two grammars cannot be compared: see [`Diff::new`](crate::diff::UrlGrammarDiff::new).
pub fn of_scheme(name: &str, along: &ComparisonChain<'_>) -> Result<Vec<TimelineStage>, DiffError> {
    let Some(SchemeHistory { first, changes, .. }) = along.row(Some(name))? else {
        return Ok(Vec::new());
    };
    let known = registry::find(name);
    let stage = |edition: Edition, covered: &SchemeCoverage, change| {
        let entry = known.and_then(|scheme| scheme.entry(edition.document()));
        let entry = entry.filter(|_| !is_side_branch(edition));
        TimelineStage {
            present: !covered.productions().is_empty(),
            named: matches!(covered, SchemeCoverage::Own(_)),
            productions: covered.productions().to_vec(),
            prose: entry.map(TimelineRemark::Scheme).into_iter().collect(),
            change,
            before: edition.before(),
            ..TimelineStage::empty(edition)
        }
    };
    let mut stages = vec![stage(Edition::ALL[0], &first, None)];
    for (edition, change) in Edition::ALL.into_iter().skip(1).zip(changes) {
        let covered = change.new.ids();
        let step = TimelineChange {
            relation: change.relation,
            plain_gained: change.plain_gained,
            plain_lost: change.plain_lost,
            is_about: true,
        };
        stages.push(stage(edition, &covered, Some(step)));
    }
    Ok(stages)
}

/// The strings that conform to an edition, scheme by scheme: a string whose scheme has its own
/// productions must match those; any other string must match the generic ones.
///
/// # Errors
/// If the automaton is larger than the limits allow.
pub fn conforming(edition: Edition, reading: Reading) -> Result<Dfa, AutomatonError> {
    let grammar = edition.grammar(reading);
    let start = grammar.start();
    let schemes = SchemeAlternatives::from_start(grammar, start);
    let too_large = |exceeded| AutomatonError::TooLarge(start, exceeded);
    let language = |without: &[ProductionId]| {
        let language = LanguageSpec { start, without };
        let dfa = Automaton::new(grammar, &language)?.determinise(&mut grammar.work());
        dfa.map_err(too_large)
    };
    let generic = schemes.generic();
    let whole = language(&[])?;
    if generic.is_empty() {
        return Ok(whole);
    }
    let own = language(&generic)?;
    let mut open = whole;
    for scheme in schemes.defined() {
        let of_scheme = Dfa::beginning_with(&format!("{scheme}:"));
        open = open.difference(&of_scheme, &mut grammar.work()).map_err(too_large)?.minimise();
    }
    Ok(own.union(&open, &mut grammar.work()).map_err(too_large)?.minimise())
}
