//! A draft under review: what an edit of a grammar does, as findings.
//!
//! A diff tells all that is different. Who reviews an edit asks what it does to those who
//! write and to those who read: what was valid and is not, what was not and is, with a
//! string; what looks like a change and is none; what went wrong on the way. So each is a
//! finding of its own, of a kind with a stable name, at a place of the new text and of the
//! old. What is wrong in the new grammar is a finding only if it was not wrong before.
//!
//! ```
//! use urlbnf_bnf::diff::{Roles, Side};
//! use urlbnf_bnf::review::Review;
//! use urlbnf_bnf::{Grammar, Reading};
//!
//! let read = |text| Grammar::read("week.abnf", text, Reading::Printed);
//! let (old, new) = (read("week = %x57 2DIGIT\n")?, read("week = \"W\" 2DIGIT\n")?);
//! let review = Review::of(Side::new("old", &old), Side::new("new", &new), &[], &Roles::none)?;
//! let codes: Vec<&str> = review.findings.iter().map(|it| it.code.name()).collect();
//! assert_eq!(codes, ["case-changed"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod case;
mod code;

use crate::automaton::{Dfa, Limits, NestingLimit, Relation};
use crate::diff::{Change, Comparison, Diff, DiffError, New, Old, Pair, Roles, Side, Which};
use crate::grammar::{Grammar, Place, ProductionId};
use crate::lint::{self, Fault, LintCode, lint};

pub use code::{Gravity, ReviewCode};

/// What an edit of a grammar does.
#[derive(Debug)]
pub struct Review<'g> {
    /// All that is different.
    pub diff: Diff<'g>,
    /// The rules by which the grammar is used, before and after, and what became of each.
    pub surface: Vec<Surface>,
    /// What there is to say, in the order of the new text; what is no more, last.
    pub findings: Vec<Finding>,
}

/// A rule by which a grammar is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Surface {
    /// The rule before.
    pub old: Old,
    /// The rule after.
    pub new: New,
    /// How the new language lies to the old.
    pub relation: Relation,
    /// A plain string that only the new rule has.
    pub gained: Option<Vec<u8>>,
    /// A plain string that only the old rule has.
    pub lost: Option<Vec<u8>>,
}

/// One thing that an edit does.
#[derive(Debug, Clone)]
pub struct Finding {
    /// Its kind.
    pub code: ReviewCode,
    /// The rule before, where it was there.
    pub old: Option<Old>,
    /// The rule after, where it is there.
    pub new: Option<New>,
    /// What exactly.
    pub subject: Subject,
}

/// What exactly a finding is of.
#[derive(Debug, Clone)]
pub enum Subject {
    /// A rule whose own text changed its language.
    Language {
        /// The pair, as a number of [`Diff::pairs`].
        pair: usize,
        /// A plain string that only the new rule has.
        gained: Option<Vec<u8>>,
        /// A plain string that only the old rule has.
        lost: Option<Vec<u8>>,
    },
    /// A pair of rules with one language, as a number of [`Diff::pairs`].
    Pair(usize),
    /// A rule that is new, or no more.
    Rule,
    /// A change of ambiguity, as a number of [`Diff::ambiguities`].
    Ambiguity(usize),
    /// Characters that moved, as a number of [`Diff::moves`].
    Move(usize),
    /// What is wrong or doubtful in the new grammar, and was not in the old.
    Fault(lint::Finding),
}

impl<'g> Review<'g> {
    /// Reviews what became of a grammar. It is used by the rules that are named, in the old
    /// or the new one; where none is, by its start, or by the rules that no other uses.
    ///
    /// # Errors
    ///
    /// If a name means no rule of either; if a rule is not regular or takes more than the
    /// limits allow.
    pub fn of(
        old: Side<'g>,
        new: Side<'g>,
        starts: &[String],
        roles: &dyn Fn(&Grammar, &Grammar) -> Roles,
    ) -> Result<Review<'g>, DiffError> {
        let roles = roles(old.grammar, new.grammar);
        let comparison = Comparison::of(old, new, &roles);
        let diff = comparison.diff()?;
        let mut review =
            Review { surface: surface(&comparison, &diff, starts)?, findings: Vec::new(), diff };
        review.pairs(&comparison)?;
        review.others();
        review.faults();
        let place =
            |finding: &Finding| finding.place(&review.diff).map_or(usize::MAX, |it| it.start);
        let mut findings = review.findings.clone();
        findings.sort_by_key(|finding| (place(finding), finding.code));
        review.findings = findings;
        Ok(review)
    }

    /// Whether the language of what the grammar is used by gained and lost strings.
    pub fn gains_and_loses(&self) -> (bool, bool) {
        let any = |is: fn(&Relation) -> bool| self.surface.iter().any(|it| is(&it.relation));
        (any(|it| it.gained().is_some()), any(|it| it.lost().is_some()))
    }

    fn pairs(&mut self, comparison: &Comparison<'g>) -> Result<(), DiffError> {
        for (at, pair) in self.diff.pairs.iter().enumerate() {
            let mut add = |code, subject| {
                let (old, new) = (Some(pair.old), Some(pair.new));
                self.findings.push(Finding { code, old, new, subject });
            };
            if let Change::Root { relation, .. } = &pair.change {
                let surface = &self.surface;
                let known = surface.iter().find(|it| (it.old, it.new) == (pair.old, pair.new));
                let old = comparison.language(Which::Old, &[pair.old.0])?;
                let new = comparison.language(Which::New, &[pair.new.0])?;
                let limits = comparison.limits();
                let code = match relation {
                    _ if case::differ_in_case_alone(&old, &new, limits) => ReviewCode::CaseChanged,
                    Relation::Wider { .. } => ReviewCode::LanguageWider,
                    Relation::Narrower { .. } => ReviewCode::LanguageNarrower,
                    Relation::Equal | Relation::Crossing { .. } => ReviewCode::LanguageCrossing,
                };
                let (gained, lost) = match known {
                    Some(known) => (known.gained.clone(), known.lost.clone()),
                    None => (plain(&new, &old, limits), plain(&old, &new, limits)),
                };
                add(code, Subject::Language { pair: at, gained, lost });
            }
            if self.diff.old_name(pair.old) != self.diff.new_name(pair.new) {
                add(ReviewCode::RuleRenamed, Subject::Pair(at));
            }
            if pair.reworded && matches!(pair.change, Change::Same) {
                let code = match is_limited(&self.diff, pair) {
                    true => ReviewCode::Undecided,
                    false => ReviewCode::RewordedEqual,
                };
                add(code, Subject::Pair(at));
            }
        }
        Ok(())
    }

    fn others(&mut self) {
        let mut add = |code, old, new, subject| {
            self.findings.push(Finding { code, old, new, subject });
        };
        // A name that nothing defines is not a rule.
        let is_rule = |of: &Grammar, id: ProductionId| !of.production(id).definitions().is_empty();
        let (old, new) = (self.diff.old.grammar, self.diff.new.grammar);
        for &id in self.diff.removed.iter().filter(|id| is_rule(old, id.0)) {
            add(ReviewCode::RuleRemoved, Some(id), None, Subject::Rule);
        }
        for &id in self.diff.added.iter().filter(|id| is_rule(new, id.0)) {
            add(ReviewCode::RuleAdded, None, Some(id), Subject::Rule);
        }
        for (at, change) in self.diff.ambiguities.iter().enumerate() {
            let pair = &self.diff.pairs[change.pair];
            let code = match change.ambiguous {
                Which::New => ReviewCode::AmbiguityGained,
                Which::Old => ReviewCode::AmbiguityLost,
            };
            add(code, Some(pair.old), Some(pair.new), Subject::Ambiguity(at));
        }
        for (at, change) in self.diff.moves.iter().enumerate() {
            let old = change.from.first().map(|it| it.class);
            let new = change.to.first().map(|it| it.class);
            add(ReviewCode::ClassMoved, old, new, Subject::Move(at));
        }
    }

    /// What is wrong in the new grammar, and was not in the old.
    fn faults(&mut self) {
        let (old, new) = (self.diff.old.grammar, self.diff.new.grammar);
        let decided = lint::Decided::of(old);
        let before: Vec<(ReviewCode, &str, Option<&str>)> = lint::lint_decided(old, &decided)
            .iter()
            .filter_map(|it| Some((code(it)?, old.name(it.production), named(old, it))))
            .collect();
        for finding in lint(new) {
            let Some(code) = code(&finding) else { continue };
            let pair = self.diff.pairs.iter().find(|it| it.new.0 == finding.production);
            let name = pair.map_or(new.name(finding.production), |it| self.diff.old_name(it.old));
            if before.contains(&(code, name, named(new, &finding))) {
                continue;
            }
            // Nobody knows whether it was so before.
            let is_order = code == ReviewCode::OrderMatters;
            if is_order && pair.is_some_and(|it| !lint::order_is_decided(old, &decided, it.old.0)) {
                continue;
            }
            self.findings.push(Finding {
                code,
                old: pair.map(|it| it.old),
                new: Some(New(finding.production)),
                subject: Subject::Fault(finding),
            });
        }
    }
}

impl Finding {
    /// Its place in the new text; `None` of a rule that is no more.
    pub fn place(&self, diff: &Diff<'_>) -> Option<Place> {
        match (&self.subject, self.new) {
            (Subject::Fault(fault), _) => Some(fault.place),
            (_, Some(new)) => name_place(diff.new.grammar, new.0),
            _ => None,
        }
    }

    /// The place of the rule in the old text.
    pub fn old_place(&self, diff: &Diff<'_>) -> Option<Place> {
        self.old.and_then(|old| name_place(diff.old.grammar, old.0))
    }
}

fn name_place(grammar: &Grammar, id: ProductionId) -> Option<Place> {
    grammar.production(id).definitions().first().map(|it| it.name_place)
}

/// The rules by which the grammars are used, and what became of them.
fn surface(
    comparison: &Comparison<'_>,
    diff: &Diff<'_>,
    starts: &[String],
) -> Result<Vec<Surface>, DiffError> {
    let (old, new) = (diff.old.grammar, diff.new.grammar);
    let pairs: Vec<(Old, New)> = match starts {
        [] if old.has_start() && new.has_start() => vec![diff.start],
        [] => {
            let partner = |new| comparison.pairing().of_new(new);
            let pair = |&id: &ProductionId| Some((partner(New(id))?, New(id)));
            new.starts().iter().filter_map(pair).collect()
        }
        starts => starts.iter().map(|name| comparison.named(name)).collect::<Result<_, _>>()?,
    };
    let surface = |(old, new): (Old, New)| {
        let relation = comparison.relation(old, new)?;
        if relation == Relation::Equal {
            return Ok(Surface { old, new, relation, gained: None, lost: None });
        }
        let limit = |which, id| NestingLimit::of(comparison.grammar(which), id).is_some();
        let is_recursive = limit(Which::Old, old.0) || limit(Which::New, new.0);
        let before = comparison.language(Which::Old, &[old.0])?;
        let after = comparison.language(Which::New, &[new.0])?;
        let limits = comparison.limits();
        // What one of them has only deeper than it is laid out is no plainer witness.
        let (gained, lost) = match is_recursive {
            true => (relation.gained().map(<[u8]>::to_vec), relation.lost().map(<[u8]>::to_vec)),
            false => (plain(&after, &before, limits), plain(&before, &after, limits)),
        };
        Ok(Surface { old, new, relation, gained, lost })
    };
    pairs.into_iter().map(surface).collect()
}

/// A plain string of one language that another has not; `None` also where that is too much
/// to decide.
fn plain(one: &Dfa, two: &Dfa, limits: &Limits) -> Option<Vec<u8>> {
    one.difference_within(two, limits).ok()?.plainest()
}

/// Whether what is said of a pair holds only so deep.
fn is_limited(diff: &Diff<'_>, pair: &Pair) -> bool {
    NestingLimit::of(diff.old.grammar, pair.old.0).is_some()
        || NestingLimit::of(diff.new.grammar, pair.new.0).is_some()
}

/// The kind of a finding of `lint` that a review tells.
fn code(finding: &lint::Finding) -> Option<ReviewCode> {
    match finding.code {
        LintCode::CollectedDiffers => Some(ReviewCode::CollectedDiffers),
        LintCode::Undefined => Some(ReviewCode::Undefined),
        LintCode::DerivesNothing => Some(ReviewCode::DerivesNothing),
        LintCode::OrderMatters => Some(ReviewCode::OrderMatters),
        _ => None,
    }
}

/// The name that a finding is about, beside that of its rule.
fn named<'g>(grammar: &'g Grammar, finding: &lint::Finding) -> Option<&'g str> {
    match finding.fault {
        Fault::Undefined { name } => Some(grammar.name(name)),
        _ => None,
    }
}
