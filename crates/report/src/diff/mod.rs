//! The changes between two grammars, in words: for a terminal, a review, or a program.
//!
//! All three forms come from one [`DiffRecord`]: a diff with the names of its productions, and
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

use crate::record::SchemaNumber;
use crate::witness::Witness;
pub use limits::{DiffNestingLimits, NumericValueUnits, WitnessKind};
use scheme::scheme;
use text::text;
use urlbnf_bnf::automaton::Relation;
use urlbnf_url::diff::{
    AmbiguityChange, ClassMembership, DiffError, DiffSide, NewProduction, OldProduction,
    PairChange, ProductionPair, UndecidedPair, UndecidedQuestion, UrlGrammarDiff,
};

/// A diff, ready to be written.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct DiffRecord<'a> {
    /// The number of the schema.
    pub schema: SchemaNumber,
    /// The name of the old grammar.
    pub old: &'a str,
    /// The name of the new grammar.
    pub new: &'a str,
    /// The productions whose languages decide whether there is a difference.
    pub start: NamePair<'a>,
    /// Whether the start is one of several productions from which the grammars are read.
    #[serde(skip)]
    pub has_roots: bool,
    /// How their language changed; null where this is not decided.
    pub language: Option<WitnessedRelation>,
    /// The nesting limits within which this holds, for parts that are not regular.
    pub nesting: DiffNestingLimits<'a>,
    /// What numeric values such as `%xE9` stand for; null unless the grammars differ in it, and one
    /// has a value of 80 to FF.
    pub values: Option<NumericValueUnits>,
    /// Pairs whose names differ, and why they are pairs.
    pub renamed: Vec<RenamedPair<'a>>,
    /// Productions without a partner in the old grammar.
    pub added: Vec<ProductionText<'a>>,
    /// Productions without a partner in the new grammar.
    pub removed: Vec<ProductionText<'a>>,
    /// The removed productions for which the new grammar names replacements.
    pub replaced: Vec<ProductionSuccessors<'a>>,
    /// Pairs with different texts and the same language.
    pub reworded: Vec<TextPair<'a>>,
    /// Productions whose own text changed their language.
    pub changed: Vec<RootChange<'a>>,
    /// Productions that changed because of these.
    pub follows: Vec<FollowerChange<'a>>,
    /// Productions that became ambiguous, or no longer are.
    pub ambiguity: Vec<OneSidedAmbiguity<'a>>,
    /// Characters that moved to other classes.
    pub classes: Vec<MovedCharacters<'a>>,
    /// The changes of each scheme.
    pub schemes: Vec<SchemeDiff<'a>>,
    /// The questions that exceed the limits, each with the reason.
    pub undecided: Vec<UndecidedChange<'a>>,
}

/// A production's name before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct NamePair<'a> {
    /// The old name.
    pub old: &'a str,
    /// The new name.
    pub new: &'a str,
}

/// A relation and its witnesses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct WitnessedRelation {
    /// `equal`, `wider`, `narrower`, `crossing`.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = crate::schema::words::relations())))]
    pub relation: &'static str,
    /// A shortest string that is only in the new language.
    #[serde(flatten, serialize_with = "record::gained")]
    #[cfg_attr(feature = "schemas", schemars(with = "record::GainedStringRecord<'_>"))]
    pub gained: Option<Witness>,
    /// A shortest string that is only in the old language.
    #[serde(flatten, serialize_with = "record::lost")]
    #[cfg_attr(feature = "schemas", schemars(with = "record::LostStringRecord<'_>"))]
    pub lost: Option<Witness>,
    /// The relation in words.
    #[serde(skip)]
    pub words: &'static str,
}

impl WitnessedRelation {
    /// The relation and its witnesses in words; `show` formats a witness.
    fn describe(&self, show: impl Fn(&Witness) -> String) -> String {
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
pub struct RenamedPair<'a> {
    /// The names.
    #[serde(flatten)]
    pub names: NamePair<'a>,
    /// Why they are a pair.
    pub by: &'static str,
    /// The evidence; null where no grammar gives it.
    pub reason: Option<&'a str>,
}

/// A removed production and what replaces it, as the new grammar says.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ProductionSuccessors<'a> {
    /// The old production.
    pub production: &'a str,
    /// The new productions; empty if it was only removed.
    pub by: Vec<&'a str>,
    /// The evidence.
    pub reason: &'a str,
}

impl ProductionSuccessors<'_> {
    /// `hostname → reg-name (“...” (RFC 3986, page 54))`.
    fn shown(&self) -> String {
        let by = if self.by.is_empty() { "nothing".to_owned() } else { self.by.join(", ") };
        format!("{} → {by} ({})", self.production, self.reason)
    }
}

/// A production as it is printed, on one line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ProductionText<'a> {
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
pub struct TextPair<'a> {
    /// The old text.
    pub old: ProductionText<'a>,
    /// The new text.
    pub new: ProductionText<'a>,
}

/// A production whose own text changed its language.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RootChange<'a> {
    /// The texts.
    #[serde(flatten)]
    pub texts: TextPair<'a>,
    /// How the language changed.
    pub language: WitnessedRelation,
    /// The effect of its own text; null unless others contribute.
    pub alone: Option<WitnessedRelation>,
    /// The other roots that contribute; empty where they are not decided.
    pub also: Vec<&'a str>,
    /// The productions that follow from it.
    pub followers: Vec<&'a str>,
}

/// A production that changed because others did.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FollowerChange<'a> {
    /// The names.
    #[serde(flatten)]
    pub names: NamePair<'a>,
    /// How the language changed.
    pub language: WitnessedRelation,
    /// The roots that it follows from; empty where these are not decided.
    pub roots: Vec<&'a str>,
}

/// A question about a production or a scheme that exceeds the limits.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct UndecidedChange<'a> {
    /// The question.
    pub what: UndecidedSubject,
    /// The names of the production, or the scheme twice.
    #[serde(flatten)]
    pub names: NamePair<'a>,
    /// The texts of a production, where they differ; else null.
    pub texts: Option<TextPair<'a>>,
    /// Why it is not decided.
    pub why: String,
}

/// A question about a production or a scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub enum UndecidedSubject {
    /// How the language of the production changed.
    Language,
    /// Whether the production became ambiguous, or no longer is.
    Ambiguity,
    /// How the language of the scheme changed.
    Scheme,
}

/// A production with an ambiguous string on one side only.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct OneSidedAmbiguity<'a> {
    /// The names.
    #[serde(flatten)]
    pub names: NamePair<'a>,
    /// Whether the new side is ambiguous; otherwise the old side was.
    pub became: bool,
    /// A shortest such string.
    #[serde(flatten, serialize_with = "record::string")]
    #[cfg_attr(feature = "schemas", schemars(with = "record::AmbiguousStringRecord<'_>"))]
    pub string: Witness,
    /// Whether the string has infinitely many derivations, not only two.
    pub without_end: bool,
}

/// Characters that moved together.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MovedCharacters<'a> {
    /// The characters.
    pub characters: Vec<char>,
    /// The classes that contained them.
    pub from: Vec<ClassMembershipRecord<'a>>,
    /// The classes that contain them now.
    pub to: Vec<ClassMembershipRecord<'a>>,
}

/// A character class.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ClassMembershipRecord<'a> {
    /// Its production.
    pub production: &'a str,
    /// Whether the start can reach it.
    pub used: bool,
}

/// Classes, each as `show` formats its name.
fn listed(classes: &[ClassMembershipRecord<'_>], show: impl Fn(&str) -> String) -> String {
    let class = |membership: &ClassMembershipRecord<'_>| {
        show(membership.production) + if membership.used { "" } else { " (unused)" }
    };
    match classes {
        [] => "none".to_owned(),
        classes => classes.iter().map(class).collect::<Vec<_>>().join(", "),
    }
}

/// A scheme before and after.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SchemeDiff<'a> {
    /// The scheme; null for the alternatives without a scheme of their own.
    pub scheme: Option<&'a str>,
    /// The productions that derive it in the old grammar.
    pub old: Vec<&'a str>,
    /// The productions that derive it in the new grammar.
    pub new: Vec<&'a str>,
    /// How the language changed.
    pub language: WitnessedRelation,
    /// Witnesses that look like URLs.
    pub plain: PlainWitnesses,
    /// The alternatives of the scheme's production.
    pub parts: Vec<SchemeAlternativeDiff<'a>>,
}

/// Witnesses that look like URLs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PlainWitnesses {
    /// A plain string that is only in the new language.
    #[serde(flatten, serialize_with = "record::gained")]
    #[cfg_attr(feature = "schemas", schemars(with = "record::GainedStringRecord<'_>"))]
    pub gained: Option<Witness>,
    /// A plain string that is only in the old language.
    #[serde(flatten, serialize_with = "record::lost")]
    #[cfg_attr(feature = "schemas", schemars(with = "record::LostStringRecord<'_>"))]
    pub lost: Option<Witness>,
}

/// One alternative of the production of a scheme.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SchemeAlternativeDiff<'a> {
    /// The old production; null where only the new grammar has it.
    pub old: Option<&'a str>,
    /// The new production; null where only the old grammar has it.
    pub new: Option<&'a str>,
    /// How its language changed; null where only one grammar has it.
    pub language: Option<WitnessedRelation>,
}

impl<'a> DiffRecord<'a> {
    /// The changes of a diff, with names.
    pub fn from_diff(diff: &'a UrlGrammarDiff<'_>) -> DiffRecord<'a> {
        let (old, new) = (diff.old.grammar, diff.new.grammar);
        let named = |old, new| NamePair { old: diff.old_name(old), new: diff.new_name(new) };
        let names = |pair: &ProductionPair| named(pair.old, pair.new);
        let old_text = |id: OldProduction| text(old, id.0);
        let new_text = |id: NewProduction| text(new, id.0);
        let texts =
            |pair: &ProductionPair| TextPair { old: old_text(pair.old), new: new_text(pair.new) };
        let called = |numbers: &[usize]| -> Vec<&'a str> {
            numbers.iter().map(|&at| diff.new_name(diff.pairs[at].new)).collect()
        };
        let (mut changed, mut follows) = (Vec::new(), Vec::new());
        for pair in &diff.pairs {
            match &pair.change {
                PairChange::Same => {}
                PairChange::Root { relation, alone, also, followers } => changed.push(RootChange {
                    texts: texts(pair),
                    language: language(relation),
                    alone: alone.as_ref().map(language),
                    also: called(also),
                    followers: called(followers),
                }),
                PairChange::Follows { relation, roots } => follows.push(FollowerChange {
                    names: names(pair),
                    language: language(relation),
                    roots: called(roots),
                }),
            }
        }
        let undecided = |pair: &UndecidedPair| UndecidedChange {
            what: match pair.what {
                UndecidedQuestion::Language => UndecidedSubject::Language,
                UndecidedQuestion::Ambiguity => UndecidedSubject::Ambiguity,
            },
            names: named(pair.old, pair.new),
            texts: (pair.reworded && pair.what == UndecidedQuestion::Language)
                .then(|| TextPair { old: old_text(pair.old), new: new_text(pair.new) }),
            why: diff.message(&pair.reason),
        };
        let undecided_scheme = |(scheme, reason): &'a (Option<String>, DiffError)| {
            let name = scheme.as_deref().unwrap_or("any");
            UndecidedChange {
                what: UndecidedSubject::Scheme,
                names: NamePair { old: name, new: name },
                texts: None,
                why: diff.message(reason),
            }
        };
        DiffRecord {
            schema: SchemaNumber,
            old: &diff.old.name,
            new: &diff.new.name,
            start: named(diff.start.0, diff.start.1),
            has_roots: !(old.has_start() && new.has_start()),
            language: diff.relation.as_ref().ok().map(language),
            nesting: DiffNestingLimits::from_diff(diff),
            values: NumericValueUnits::from_diff(diff),
            renamed: diff
                .renamed()
                .map(|pair| RenamedPair {
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
                .map(|change| ambiguous(names(&diff.pairs[change.pair]), change))
                .collect(),
            classes: diff
                .moves
                .iter()
                .map(|moved| MovedCharacters {
                    characters: moved.characters.clone(),
                    from: classes(&moved.from, |id| diff.old_name(id)),
                    to: classes(&moved.to, |id| diff.new_name(id)),
                })
                .collect(),
            schemes: diff.schemes.iter().map(|change| scheme(diff, change)).collect(),
            undecided: (diff.undecided.iter().map(undecided))
                .chain(diff.undecided_schemes.iter().map(undecided_scheme))
                .collect(),
        }
    }

    /// The productions that changed because of others, where no root is known because a pair is
    /// undecided.
    fn unexplained(&self) -> impl Iterator<Item = &FollowerChange<'a>> {
        self.follows.iter().filter(|follower| follower.roots.is_empty())
    }

    /// Whether there is no change, and all is decided.
    pub fn is_empty(&self) -> bool {
        self.renamed.is_empty()
            && self.added.is_empty()
            && self.removed.is_empty()
            && self.reworded.is_empty()
            && self.changed.is_empty()
            && self.follows.is_empty()
            && self.ambiguity.is_empty()
            && self.classes.is_empty()
            && self.undecided.is_empty()
            && self
                .language
                .as_ref()
                .is_some_and(|language| language.relation == Relation::Equal.name())
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
pub(crate) fn language(relation: &Relation) -> WitnessedRelation {
    WitnessedRelation {
        relation: relation.name(),
        gained: relation.gained().map(Witness::from_bytes),
        lost: relation.lost().map(Witness::from_bytes),
        words: relation.words(),
    }
}

fn ambiguous<'a>(names: NamePair<'a>, change: &AmbiguityChange) -> OneSidedAmbiguity<'a> {
    let (became, without_end) = (change.ambiguous == DiffSide::New, change.is_infinite);
    OneSidedAmbiguity { names, became, string: Witness::from_bytes(&change.string), without_end }
}

fn classes<'a, P: Copy>(
    classes: &[ClassMembership<P>],
    name: impl Fn(P) -> &'a str,
) -> Vec<ClassMembershipRecord<'a>> {
    let class = |membership: &ClassMembership<P>| ClassMembershipRecord {
        production: name(membership.class),
        used: membership.used,
    };
    classes.iter().map(class).collect()
}

fn replaced<'a>(
    diff: &'a UrlGrammarDiff<'a>,
    removed: OldProduction,
) -> Option<ProductionSuccessors<'a>> {
    let (by, reason) = diff.successors(removed)?;
    let by = by.into_iter().map(|id| diff.new_name(id)).collect();
    Some(ProductionSuccessors { production: diff.old_name(removed), by, reason })
}
