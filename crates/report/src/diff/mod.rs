//! The changes between two grammars, in words: for a terminal, a review, or a program.
//!
//! All three forms come from one [`Changes`]: a diff with the names of its productions, and
//! their texts on one line each. As JSON it is the record itself.

pub mod history;
pub mod human;
mod limits;
pub mod markdown;
mod record;
mod scheme;
pub(super) mod text;
mod words;

use serde::Serialize;

use crate::record::SCHEMA;
use crate::witness::Witness;
pub use limits::{Limits, Values, WitnessKind};
use scheme::scheme;
use text::text;
use urlbnf_bnf::ambiguity::Ambiguity;
use urlbnf_bnf::automaton::Relation;
use urlbnf_url::diff::{AmbiguityChange, Change, Diff, Membership, New, Old, Pair, Which};

/// A diff, ready to be written.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Changes<'a> {
    /// The number of the schema.
    pub schema: u32,
    /// The name of the old grammar.
    pub old: &'a str,
    /// The name of the new grammar.
    pub new: &'a str,
    /// The productions whose languages decide whether there is a difference.
    pub start: Names<'a>,
    /// How their language changed.
    pub language: Language,
    /// The nesting limits within which this holds, for parts that are not regular.
    pub nesting: Limits<'a>,
    /// What numeric values such as `%xE9` stand for; null unless the grammars differ in it, and one
    /// has a value of 80 to FF.
    pub values: Option<Values>,
    /// Pairs whose names differ, and why they are pairs.
    pub renamed: Vec<Renamed<'a>>,
    /// Productions without a partner in the old grammar.
    pub added: Vec<Text<'a>>,
    /// Productions without a partner in the new grammar.
    pub removed: Vec<Text<'a>>,
    /// The removed productions for which the new grammar names replacements.
    pub replaced: Vec<Replaced<'a>>,
    /// Pairs with different texts and the same language.
    pub reworded: Vec<Texts<'a>>,
    /// Productions whose own text changed their language.
    pub changed: Vec<Changed<'a>>,
    /// Productions that changed because of these.
    pub follows: Vec<Follows<'a>>,
    /// Productions that became ambiguous, or no longer are.
    pub ambiguity: Vec<Ambiguous<'a>>,
    /// Characters that moved to other classes.
    pub classes: Vec<Moved<'a>>,
    /// The changes of each scheme.
    pub schemes: Vec<Scheme<'a>>,
}

/// A production's name before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Names<'a> {
    /// The old name.
    pub old: &'a str,
    /// The new name.
    pub new: &'a str,
}

/// A relation and its witnesses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Language {
    /// `equal`, `wider`, `narrower`, `crossing`.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = crate::schema::words::relations())))]
    pub relation: &'static str,
    /// A shortest string that is only in the new language.
    #[serde(flatten, serialize_with = "record::gained")]
    #[cfg_attr(feature = "schemas", schemars(with = "record::Gained<'_>"))]
    pub gained: Option<Witness>,
    /// A shortest string that is only in the old language.
    #[serde(flatten, serialize_with = "record::lost")]
    #[cfg_attr(feature = "schemas", schemars(with = "record::Lost<'_>"))]
    pub lost: Option<Witness>,
    /// The relation in words.
    #[serde(skip)]
    pub words: &'static str,
}

impl Language {
    /// The relation and its witnesses in words; `show` formats a witness.
    fn told(&self, show: impl Fn(&Witness) -> String) -> String {
        match (&self.gained, &self.lost) {
            (None, None) => self.words.to_owned(),
            (Some(gained), None) => format!("{}, gained {}", self.words, show(gained)),
            (None, Some(lost)) => format!("{}, lost {}", self.words, show(lost)),
            (Some(a), Some(b)) => format!("some gained ({}), some lost ({})", show(a), show(b)),
        }
    }
}

/// A pair whose names differ.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Renamed<'a> {
    /// The names.
    #[serde(flatten)]
    pub names: Names<'a>,
    /// Why they are a pair.
    pub by: &'static str,
    /// The evidence; null where no grammar gives it.
    pub reason: Option<&'a str>,
}

/// A removed production and what replaces it, as the new grammar says.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Replaced<'a> {
    /// The old production.
    pub production: &'a str,
    /// The new productions; empty if it was only removed.
    pub by: Vec<&'a str>,
    /// The evidence.
    pub reason: &'a str,
}

impl Replaced<'_> {
    /// `hostname → reg-name (“...” (RFC 3986, page 54))`.
    fn shown(&self) -> String {
        let by = if self.by.is_empty() { "nothing".to_owned() } else { self.by.join(", ") };
        format!("{} → {by} ({})", self.production, self.reason)
    }
}

/// A production as it is printed, on one line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Text<'a> {
    /// Its name.
    pub production: &'a str,
    /// Its text; null if it is undefined. Definitions are joined with ` || `, or ` =/ ` in ABNF.
    pub text: Option<String>,
    /// Its first line in the grammar file, from 1; null if it is undefined.
    pub line: Option<usize>,
}

/// A production's text before and after.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Texts<'a> {
    /// The old text.
    pub old: Text<'a>,
    /// The new text.
    pub new: Text<'a>,
}

/// A production whose own text changed its language.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Changed<'a> {
    /// The texts.
    #[serde(flatten)]
    pub texts: Texts<'a>,
    /// How the language changed.
    pub language: Language,
    /// The effect of its own text; null unless other roots contribute.
    pub alone: Option<Language>,
    /// The other roots that contribute.
    pub also: Vec<&'a str>,
    /// The productions that follow from it.
    pub followers: Vec<&'a str>,
}

/// A production that changed because others did.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Follows<'a> {
    /// The names.
    #[serde(flatten)]
    pub names: Names<'a>,
    /// How the language changed.
    pub language: Language,
    /// The roots that it follows from.
    pub roots: Vec<&'a str>,
}

/// A production with an ambiguous string on one side only.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Ambiguous<'a> {
    /// The names.
    #[serde(flatten)]
    pub names: Names<'a>,
    /// Whether the new side is ambiguous; otherwise the old side was.
    pub became: bool,
    /// A shortest such string.
    #[serde(flatten, serialize_with = "record::string")]
    #[cfg_attr(feature = "schemas", schemars(with = "record::AmbiguousString<'_>"))]
    pub string: Witness,
    /// Whether the string has infinitely many derivations, not only two.
    pub without_end: bool,
}

/// Characters that moved together.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Moved<'a> {
    /// The characters.
    pub characters: Vec<char>,
    /// The classes that contained them.
    pub from: Vec<Class<'a>>,
    /// The classes that contain them now.
    pub to: Vec<Class<'a>>,
}

/// A character class.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Class<'a> {
    /// Its production.
    pub production: &'a str,
    /// Whether the start can reach it.
    pub used: bool,
}

/// Classes, each as `show` formats its name.
fn listed(classes: &[Class<'_>], show: impl Fn(&str) -> String) -> String {
    let class = |it: &Class<'_>| show(it.production) + if it.used { "" } else { " (unused)" };
    match classes {
        [] => "none".to_owned(),
        classes => classes.iter().map(class).collect::<Vec<_>>().join(", "),
    }
}

/// A scheme before and after.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Scheme<'a> {
    /// The scheme; null for the alternatives without a scheme of their own.
    pub scheme: Option<&'a str>,
    /// The productions that derive it in the old grammar.
    pub old: Vec<&'a str>,
    /// The productions that derive it in the new grammar.
    pub new: Vec<&'a str>,
    /// How the language changed.
    pub language: Language,
    /// Witnesses that look like URLs.
    pub plain: Plain,
    /// The alternatives of the scheme's production.
    pub parts: Vec<Part<'a>>,
}

/// Witnesses that look like URLs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Plain {
    /// A plain string that is only in the new language.
    #[serde(flatten, serialize_with = "record::gained")]
    #[cfg_attr(feature = "schemas", schemars(with = "record::Gained<'_>"))]
    pub gained: Option<Witness>,
    /// A plain string that is only in the old language.
    #[serde(flatten, serialize_with = "record::lost")]
    #[cfg_attr(feature = "schemas", schemars(with = "record::Lost<'_>"))]
    pub lost: Option<Witness>,
}

/// One alternative of the production of a scheme.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Part<'a> {
    /// The old production; null where only the new grammar has it.
    pub old: Option<&'a str>,
    /// The new production; null where only the old grammar has it.
    pub new: Option<&'a str>,
    /// How its language changed; null where only one grammar has it.
    pub language: Option<Language>,
}

impl<'a> Changes<'a> {
    /// The changes of a diff, with names.
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

    /// Whether there is no change.
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

    /// As a JSON value that outlives the diff.
    ///
    /// # Errors
    /// If writing JSON fails, which does not happen for a report.
    pub fn to_value(&self) -> std::io::Result<serde_json::Value> {
        Ok(serde_json::to_value(self)?)
    }

    /// As JSON, indented.
    ///
    /// # Errors
    /// If writing JSON fails, which does not happen for a report.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self)
    }
}

/// A relation with its witnesses.
pub(crate) fn language(relation: &Relation) -> Language {
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
