//! What changed between two grammars, in words: for a terminal, for a review,
//! for a program.
//!
//! All three are made of one [`Changes`]: a diff with its productions named and
//! their texts laid out in one line each. As JSON it is the record itself.

pub mod history;
pub mod human;
mod limits;
pub mod markdown;
mod record;
mod scheme;
pub(super) mod text;
mod values;
mod words;

use serde::Serialize;

use crate::record::SCHEMA;
use crate::witness::Witness;
pub use limits::Limits;
use scheme::scheme;
use text::text;
use urlbnf_bnf::ambiguity::Ambiguity;
use urlbnf_bnf::automaton::Relation;
use urlbnf_url::diff::{AmbiguityChange, Change, Diff, Membership, New, Old, Pair, Which};
pub use values::Values;

/// A diff as it is written.
#[derive(Debug, Clone, Serialize)]
pub struct Changes<'a> {
    /// The number of the form.
    pub schema: u32,
    /// The name of the old grammar.
    pub old: &'a str,
    /// The name of the new grammar.
    pub new: &'a str,
    /// The productions whose languages decide whether there is a difference.
    pub start: Names<'a>,
    /// What became of their language.
    pub language: Language,
    /// How deep all that holds, where it depends on what is not regular.
    pub nesting: Limits<'a>,
    /// What values by number are, where that is not the same in both.
    pub values: Option<Values>,
    /// Pairs with two names, and what makes them pairs.
    pub renamed: Vec<Renamed<'a>>,
    /// Productions without a partner in the old grammar.
    pub added: Vec<Text<'a>>,
    /// Productions without a partner in the new grammar.
    pub removed: Vec<Text<'a>>,
    /// Of those removed, what the new grammar says that it has in their place.
    pub replaced: Vec<Replaced<'a>>,
    /// Other texts, same languages.
    pub reworded: Vec<Texts<'a>>,
    /// Roots of change.
    pub changed: Vec<Changed<'a>>,
    /// What follows from them.
    pub follows: Vec<Follows<'a>>,
    /// What became ambiguous, or no longer is.
    pub ambiguity: Vec<Ambiguous<'a>>,
    /// Characters that are in other classes.
    pub classes: Vec<Moved<'a>>,
    /// Scheme by scheme.
    pub schemes: Vec<Scheme<'a>>,
}

/// A production's name before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Names<'a> {
    /// Before.
    pub old: &'a str,
    /// After.
    pub new: &'a str,
}

/// A relation and its witnesses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Language {
    /// `equal`, `wider`, `narrower`, `crossing`.
    pub relation: &'static str,
    /// A shortest string that only the new language has.
    pub gained: Option<Witness>,
    /// A shortest string that only the old language has.
    pub lost: Option<Witness>,
    /// The relation in words for people.
    pub words: &'static str,
}

impl Language {
    /// The relation and its witnesses in words, each witness shown as it says.
    fn told(&self, show: impl Fn(&Witness) -> String) -> String {
        match (&self.gained, &self.lost) {
            (None, None) => self.words.to_owned(),
            (Some(gained), None) => format!("{}, gained {}", self.words, show(gained)),
            (None, Some(lost)) => format!("{}, lost {}", self.words, show(lost)),
            (Some(a), Some(b)) => format!("some gained ({}), some lost ({})", show(a), show(b)),
        }
    }
}

/// A pair with two names.
#[derive(Debug, Clone, Serialize)]
pub struct Renamed<'a> {
    /// The names.
    #[serde(flatten)]
    pub names: Names<'a>,
    /// What makes them a pair.
    pub by: &'static str,
    /// How that is known, where a grammar tells it.
    pub reason: Option<&'a str>,
}

/// What a grammar says that it has in place of a production of an older one.
#[derive(Debug, Clone, Serialize)]
pub struct Replaced<'a> {
    /// The old production.
    pub production: &'a str,
    /// The new ones; none, where it was only removed.
    pub by: Vec<&'a str>,
    /// How that is known.
    pub reason: &'a str,
}

impl Replaced<'_> {
    /// `hostname → reg-name (“...” (RFC 3986, page 54))`.
    fn shown(&self) -> String {
        let by = if self.by.is_empty() { "nothing".to_owned() } else { self.by.join(", ") };
        format!("{} → {by} ({})", self.production, self.reason)
    }
}

/// A production as it is printed, in one line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Text<'a> {
    /// Its name.
    pub production: &'a str,
    /// Its text; `None` where nothing defines it. Of two definitions, both, with ` || ` between.
    pub text: Option<String>,
    /// The line of the `.bnf` on which it begins.
    pub line: Option<usize>,
}

/// A production's text before and after.
#[derive(Debug, Clone, Serialize)]
pub struct Texts<'a> {
    /// Before.
    pub old: Text<'a>,
    /// After.
    pub new: Text<'a>,
}

/// A root of change.
#[derive(Debug, Clone, Serialize)]
pub struct Changed<'a> {
    /// The texts.
    #[serde(flatten)]
    pub texts: Texts<'a>,
    /// What became of the language.
    pub language: Language,
    /// What its own text did, where others did the rest.
    pub alone: Option<Language>,
    /// The other roots, which did the rest.
    pub also: Vec<&'a str>,
    /// What follows from it.
    pub followers: Vec<&'a str>,
}

/// A production that changed because others did.
#[derive(Debug, Clone, Serialize)]
pub struct Follows<'a> {
    /// The names.
    #[serde(flatten)]
    pub names: Names<'a>,
    /// What became of the language.
    pub language: Language,
    /// From what it follows.
    pub roots: Vec<&'a str>,
}

/// A production of which one side has a string with several derivations.
#[derive(Debug, Clone)]
pub struct Ambiguous<'a> {
    /// The names.
    pub names: Names<'a>,
    /// Whether it is the new side: it became ambiguous. Else it no longer is.
    pub became: bool,
    /// A shortest such string.
    pub string: Witness,
    /// Whether that string has derivations without end, and not only two.
    pub without_end: bool,
}

/// Characters that moved together.
#[derive(Debug, Clone, Serialize)]
pub struct Moved<'a> {
    /// The characters.
    pub characters: Vec<char>,
    /// The classes that listed them.
    pub from: Vec<Class<'a>>,
    /// The classes that list them.
    pub to: Vec<Class<'a>>,
}

/// A character class.
#[derive(Debug, Clone, Serialize)]
pub struct Class<'a> {
    /// Its production.
    pub production: &'a str,
    /// Whether the start has any use for it.
    pub used: bool,
}

/// A scheme before and after.
#[derive(Debug, Clone, Serialize)]
pub struct Scheme<'a> {
    /// The scheme; `None` for the alternatives that take any.
    pub scheme: Option<&'a str>,
    /// The productions that derive it in the old grammar.
    pub old: Vec<&'a str>,
    /// The productions that derive it in the new grammar.
    pub new: Vec<&'a str>,
    /// What became of the language.
    pub language: Language,
    /// Witnesses that look like URLs.
    pub plain: Plain,
    /// The productions between which the scheme's own chooses.
    pub parts: Vec<Part<'a>>,
}

/// Witnesses that look like URLs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plain {
    /// A plain string that only the new language has.
    pub gained: Option<Witness>,
    /// A plain string that only the old language has.
    pub lost: Option<Witness>,
}

/// One of the productions between which that of a scheme chooses.
#[derive(Debug, Clone, Serialize)]
pub struct Part<'a> {
    /// Before.
    pub old: Option<&'a str>,
    /// After.
    pub new: Option<&'a str>,
    /// What became of its language; `None` where there is only one of them.
    pub language: Option<Language>,
}

impl<'a> Changes<'a> {
    /// Names what a diff has found.
    pub fn of(diff: &'a Diff<'_>) -> Changes<'a> {
        let (old, new) = (diff.old.grammar, diff.new.grammar);
        let named = |old, new| Names { old: diff.old_name(old), new: diff.new_name(new) };
        let names = |pair: &Pair| named(pair.old, pair.new);
        let old_text = |id: Old| text(old, id.0);
        let new_text = |id: New| text(new, id.0);
        let texts = |pair: &Pair| Texts { old: old_text(pair.old), new: new_text(pair.new) };
        let called = |numbers: &[usize]| -> Vec<&'a str> {
            numbers.iter().map(|&at| diff.new_name(diff.pairs[at].new)).collect()
        };
        let (mut changed, mut follows) = (Vec::new(), Vec::new());
        for pair in &diff.pairs {
            match &pair.change {
                Change::Same => {}
                Change::Root { relation, alone, also, followers } => changed.push(Changed {
                    texts: texts(pair),
                    language: language(relation),
                    alone: alone.as_ref().map(language),
                    also: called(also),
                    followers: called(followers),
                }),
                Change::Follows { relation, roots } => follows.push(Follows {
                    names: names(pair),
                    language: language(relation),
                    roots: called(roots),
                }),
            }
        }
        Changes {
            schema: SCHEMA,
            old: &diff.old.name,
            new: &diff.new.name,
            start: named(diff.start.0, diff.start.1),
            language: language(&diff.relation),
            nesting: Limits::of(diff),
            values: Values::of(diff),
            renamed: diff
                .renamed()
                .map(|pair| Renamed {
                    names: names(pair),
                    by: pair.by.name(),
                    reason: diff.reason(pair),
                })
                .collect(),
            added: diff.added.iter().map(|&id| new_text(id)).collect(),
            removed: diff.removed.iter().map(|&id| old_text(id)).collect(),
            replaced: diff.removed.iter().filter_map(|&id| replaced(diff, id)).collect(),
            reworded: diff.reworded().map(texts).collect(),
            changed,
            follows,
            ambiguity: diff
                .ambiguities
                .iter()
                .filter_map(|it| ambiguous(names(&diff.pairs[it.pair]), it))
                .collect(),
            classes: diff
                .moves
                .iter()
                .map(|moved| Moved {
                    characters: moved.characters.clone(),
                    from: classes(&moved.from, |id| diff.old_name(id)),
                    to: classes(&moved.to, |id| diff.new_name(id)),
                })
                .collect(),
            schemes: diff.schemes.iter().map(|change| scheme(diff, change)).collect(),
        }
    }

    /// Whether there is nothing at all to say.
    pub fn is_empty(&self) -> bool {
        self.renamed.is_empty()
            && self.added.is_empty()
            && self.removed.is_empty()
            && self.reworded.is_empty()
            && self.changed.is_empty()
            && self.follows.is_empty()
            && self.ambiguity.is_empty()
            && self.classes.is_empty()
            && self.language.relation == Relation::Equal.name()
    }

    /// As a value of JSON, which outlives the diff.
    ///
    /// # Errors
    /// What the writer of JSON says; of a report it says nothing.
    pub fn to_value(&self) -> std::io::Result<serde_json::Value> {
        Ok(serde_json::to_value(self)?)
    }

    /// As JSON, over several lines.
    ///
    /// # Errors
    /// What the writer of JSON says; of a report it says nothing.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self)
    }
}

fn language(relation: &Relation) -> Language {
    Language {
        relation: relation.name(),
        gained: relation.gained().map(Witness::of),
        lost: relation.lost().map(Witness::of),
        words: relation.words(),
    }
}

fn ambiguous<'a>(names: Names<'a>, change: &AmbiguityChange) -> Option<Ambiguous<'a>> {
    let (bytes, without_end) = match &change.ambiguity {
        Ambiguity::Unambiguous => return None,
        Ambiguity::Ambiguous(found) => (&found.string, false),
        Ambiguity::Infinite { string, .. } => (string, true),
    };
    let became = change.ambiguous == Which::New;
    Some(Ambiguous { names, became, string: Witness::of(bytes), without_end })
}

fn classes<'a, P: Copy>(classes: &[Membership<P>], name: impl Fn(P) -> &'a str) -> Vec<Class<'a>> {
    let class = |it: &Membership<P>| Class { production: name(it.class), used: it.used };
    classes.iter().map(class).collect()
}

fn replaced<'a>(diff: &'a Diff<'a>, removed: Old) -> Option<Replaced<'a>> {
    let (by, reason) = diff.successors(removed)?;
    let by = by.into_iter().map(|id| diff.new_name(id)).collect();
    Some(Replaced { production: diff.old_name(removed), by, reason })
}
