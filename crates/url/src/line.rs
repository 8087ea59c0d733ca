//! One thing through the line of documents: a character, a production, a scheme.
//!
//! For each document of the line: the productions that it is about there, and
//! what the step from the document before let in and shut out, with a string for
//! each. No document tells what became of the tilde; it follows from the
//! grammars, and is worked out here. The line has gaps: drafts 04, 05 and 07 to
//! 09 could not be found ([`MISSING`]).

use std::fmt;

use indexmap::IndexSet;

use crate::automaton::{Automaton, ByteClasses, Dfa, Exceeded, Language, NotRegular, Relation};
use crate::bnf::{Expression, ExpressionKind, Grammar, ProductionId};
use crate::characters::PRINTABLE;
use crate::description::{Descriptions, Generation};
use crate::diff::{Covered, DiffError, History, Row, Which, side_of};
use crate::edition::{Edition, Reading};
use crate::scheme::Schemes;

/// What is to be known of the line wherever it is shown.
pub const MISSING: &str = "drafts 04, 05 and 07 to 09 could not be found";

/// What goes through the documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A character, written as itself.
    Character(u8),
    /// A production, by the name that it has in some grammar of the line.
    Production(String),
    /// A scheme to which some grammar of the line gives a production of its own.
    Scheme(String),
}

impl What {
    /// What a word means: one character is that character, else it is a production, else a
    /// scheme. `None` where it is nothing of these.
    pub fn of(word: &str) -> Option<What> {
        if let &[byte @ b' '..=b'~'] = word.as_bytes() {
            return Some(What::Character(byte));
        }
        let scheme = |grammar: &Grammar| {
            Schemes::of(grammar, grammar.start()).defined().any(|scheme| scheme == word)
        };
        if grammars().any(|grammar| grammar.find(word).is_some()) {
            Some(What::Production(word.to_owned()))
        } else {
            grammars().any(scheme).then(|| What::Scheme(word.to_owned()))
        }
    }

    /// All that goes through the documents: the printable characters, the schemes, then the
    /// productions, each in the order in which it comes up. A scheme is here also where a
    /// production has its name.
    pub fn all() -> Vec<What> {
        let mut schemes: Vec<String> = Vec::new();
        let mut productions: Vec<String> = Vec::new();
        for grammar in grammars() {
            schemes.extend(Schemes::of(grammar, grammar.start()).defined().map(str::to_owned));
            productions.extend(grammar.ids().map(|id| grammar.name(id).to_owned()));
        }
        let once = |names: Vec<String>| names.into_iter().collect::<IndexSet<String>>();
        let characters = PRINTABLE.map(What::Character);
        characters
            .chain(once(schemes).into_iter().map(What::Scheme))
            .chain(once(productions).into_iter().map(What::Production))
            .collect()
    }

    /// `character`, `production`, `scheme`.
    pub fn kind(&self) -> &'static str {
        match self {
            What::Character(_) => "character",
            What::Production(_) => "production",
            What::Scheme(_) => "scheme",
        }
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Character(byte) => write!(f, "{}", char::from(*byte)),
            What::Production(name) | What::Scheme(name) => f.write_str(name),
        }
    }
}

/// The grammars of the line, as corrected.
fn grammars() -> impl Iterator<Item = &'static Grammar> {
    Edition::LINE.into_iter().map(|it| it.grammar(Reading::Corrected))
}

/// One document of the line.
#[derive(Debug, Clone)]
pub struct Stage {
    /// Its grammar.
    pub edition: Edition,
    /// Whether it is there: a character in some string that conforms, a production in the
    /// grammar, a scheme in some string of it.
    pub present: bool,
    /// The productions that it is about: that print the character, that are the
    /// production, that derive the scheme.
    pub productions: Vec<ProductionId>,
    /// What changed from the document before; `None` of the first, and where there is
    /// nothing to compare.
    pub change: Option<Change>,
    /// The document before, from which it changed: of a production the nearest that has it.
    pub before: Option<Edition>,
}

/// What a step changed in the strings that are asked for.
#[derive(Debug, Clone)]
pub struct Change {
    /// How the new ones lie to the old, with shortest witnesses.
    pub relation: Relation,
    /// A plain one that was let in.
    pub plain_gained: Option<Vec<u8>>,
    /// A plain one that was shut out.
    pub plain_lost: Option<Vec<u8>>,
}

/// The stages of something, in a reading: one for each edition of the line.
///
/// ```
/// use urlbnf_url::line::{What, stages};
/// use urlbnf_url::{Edition, Reading};
///
/// let tilde = stages(&What::Character(b'~'), Reading::Corrected)?;
/// let allowed = tilde.iter().filter(|stage| stage.present).map(|stage| stage.edition);
/// assert_eq!(allowed.take(3).collect::<Vec<_>>(), [Edition::Url06, Edition::Rfc2396, Edition::Rfc2732]);
/// # Ok::<(), urlbnf_url::diff::DiffError>(())
/// ```
///
/// # Errors
/// If a language takes more than the limits allow.
pub fn stages(what: &What, reading: Reading) -> Result<Vec<Stage>, DiffError> {
    match what {
        What::Character(byte) => Ok(Characters::of(reading)?.stages(*byte)?),
        What::Production(name) => Ok(of_production(name, &Descriptions::new(reading))),
        What::Scheme(name) => {
            let sides = Edition::LINE.map(|edition| side_of(edition, reading)).to_vec();
            let history = History::along(sides, &Edition::line_before())?;
            let row = history.rows.iter().find(|row| row.scheme.as_deref() == Some(name));
            Ok(row.map_or(Vec::new(), of_scheme))
        }
    }
}

/// The strings that conform in each document, of which all characters are asked.
#[derive(Debug)]
pub struct Characters {
    reading: Reading,
    conforming: Vec<Dfa>,
}

impl Characters {
    /// Those of a reading.
    ///
    /// # Errors
    /// If a language takes more than the limits allow.
    pub fn of(reading: Reading) -> Result<Characters, DiffError> {
        let conforming = |edition: Edition| {
            let language = conforming(edition.grammar(reading));
            language.map_err(|error| DiffError::Undecided(Which::New, error))
        };
        let conforming = Edition::LINE.into_iter().map(conforming).collect::<Result<_, _>>()?;
        Ok(Characters { reading, conforming })
    }

    /// The stages of a character.
    ///
    /// # Errors
    /// If a language takes more than the limits allow.
    pub fn stages(&self, byte: u8) -> Result<Vec<Stage>, DiffError> {
        let mut seen: Vec<(Edition, Dfa)> = Vec::new();
        let mut stages = Vec::new();
        for (edition, conforming) in Edition::LINE.into_iter().zip(&self.conforming) {
            let grammar = edition.grammar(self.reading);
            let too_large = |exceeded| {
                let error = NotRegular::TooLarge(grammar.start(), exceeded);
                DiffError::Undecided(Which::New, error)
            };
            let with = conforming.intersection(&containing(byte)).map_err(too_large)?;
            let before = seen.iter().find(|(it, _)| Some(*it) == edition.before());
            let change =
                before.map(|(_, old)| change(old, &with)).transpose().map_err(too_large)?;
            stages.push(Stage {
                edition,
                present: with.shortest().is_some(),
                productions: printing(grammar, byte),
                change,
                before: edition.before(),
            });
            seen.push((edition, with));
        }
        Ok(stages)
    }
}

/// The strings that conform, and are not merely generic.
fn conforming(grammar: &Grammar) -> Result<Dfa, NotRegular> {
    let start = grammar.start();
    let schemes = Schemes::of(grammar, start);
    let generic = schemes.generic();
    let language = |without: &[ProductionId]| {
        let automaton = Automaton::new(grammar, &Language { start, without })?;
        automaton.determinise().map_err(|exceeded| NotRegular::TooLarge(start, exceeded))
    };
    let whole = language(&[])?;
    if generic.is_empty() {
        return Ok(whole);
    }
    let specific = language(&generic)?;
    let of_others = || {
        schemes.defined().try_fold(whole.clone(), |rest, scheme| {
            rest.difference(&Dfa::beginning_with(&format!("{scheme}:")))
        })
    };
    of_others()
        .and_then(|others| others.union(&specific))
        .map_err(|exceeded| NotRegular::TooLarge(start, exceeded))
}

/// How the strings of one language lie to those of another.
fn change(old: &Dfa, new: &Dfa) -> Result<Change, Exceeded> {
    let relation = old.relation(new)?;
    // A URL that everybody knows, where there is one.
    let plain = |one: &Dfa, other: &Dfa| {
        let only = one.difference(other)?;
        let http = only.intersection(&Dfa::beginning_with("http://"))?;
        Ok(http.plainest().or_else(|| only.plainest()))
    };
    Ok(Change {
        plain_gained: if relation.gained().is_some() { plain(new, old)? } else { None },
        plain_lost: if relation.lost().is_some() { plain(old, new)? } else { None },
        relation,
    })
}

/// All strings with a character.
fn containing(byte: u8) -> Dfa {
    let classes = ByteClasses::of(|it| (it == byte, it < 0x80));
    let step = |met: &bool, next: u8| (next < 0x80).then_some(*met || next == byte);
    Dfa::explore(false, &classes, step, |met| *met)
}

/// The productions whose own text has a character.
fn printing(grammar: &Grammar, byte: u8) -> Vec<ProductionId> {
    let has = |id: &ProductionId| {
        let definitions = grammar.production(*id).definitions();
        definitions.iter().any(|definition| prints(&definition.body, byte))
    };
    grammar.ids().filter(has).collect()
}

fn prints(expression: &Expression, byte: u8) -> bool {
    match &expression.kind {
        ExpressionKind::Literal(_) | ExpressionKind::AnyCase(_) | ExpressionKind::Value(_) => {
            expression.bytes().is_some_and(|bytes| bytes.iter().any(|it| it.contains(byte)))
        }
        ExpressionKind::Sequence(parts) | ExpressionKind::Choice(parts) => {
            parts.iter().any(|part| prints(part, byte))
        }
        ExpressionKind::Optional(body) | ExpressionKind::Repetition { body, .. } => {
            prints(body, byte)
        }
        ExpressionKind::Empty | ExpressionKind::Reference(_) => false,
    }
}

/// The stages of a production, by the name that it has in some grammar of the line: the first
/// of that name, and its counterparts.
pub fn of_production(name: &str, descriptions: &Descriptions) -> Vec<Stage> {
    let reading = descriptions.reading();
    let found = Edition::LINE.into_iter().find_map(|edition| {
        edition.grammar(reading).find(name).map(|production| (edition, production))
    });
    let Some((edition, production)) = found else { return Vec::new() };
    let generations = descriptions.history(edition, production);
    let present: Vec<Edition> =
        generations.iter().filter(|it| it.production.is_some()).map(|it| it.edition).collect();
    let stage = |generation: Generation| Stage {
        edition: generation.edition,
        present: generation.production.is_some(),
        productions: generation.production.into_iter().collect(),
        change: generation.change.map(|step| Change {
            relation: step.relation,
            plain_gained: step.gained,
            plain_lost: step.lost,
        }),
        before: nearest_before(generation.edition, &present),
    };
    generations.into_iter().map(stage).collect()
}

/// The nearest of some editions that one follows; of RFC 1630's two grammars that which is
/// among them.
pub fn nearest_before(edition: Edition, among: &[Edition]) -> Option<Edition> {
    let there = |it: Edition| match it {
        Edition::Rfc1630 => [it, Edition::Rfc1630Generic].into_iter().find(|it| among.contains(it)),
        it => among.contains(&it).then_some(it),
    };
    std::iter::successors(edition.before(), |it| it.before()).find_map(there)
}

/// The stages of a scheme, as a history has them.
pub fn of_scheme(row: &Row) -> Vec<Stage> {
    let stage = |edition: Edition, covered: &Covered, change| Stage {
        edition,
        present: !covered.productions().is_empty(),
        productions: covered.productions().to_vec(),
        change,
        before: edition.before(),
    };
    let mut stages = vec![stage(Edition::LINE[0], &row.first, None)];
    for (edition, change) in Edition::LINE.into_iter().skip(1).zip(&row.changes) {
        let step = Change {
            relation: change.relation.clone(),
            plain_gained: change.plain_gained.clone(),
            plain_lost: change.plain_lost.clone(),
        };
        stages.push(stage(edition, &change.new.ids(), Some(step)));
    }
    stages
}
