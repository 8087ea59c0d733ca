//! Reviews an edit of a grammar and reports its effects as findings.
//!
//! A diff shows every difference. A reviewer wants to know how an edit affects writers and
//! readers: which strings are no longer valid and which are newly valid, what looks like a change
//! and is none, and which mistakes it introduces. Each of these is a finding with a stable code
//! and places in the new and the old text. A fault of the new grammar is a finding only if the
//! old grammar did not have it.
//!
//! ```
//! use urlbnf_bnf::diff::{NamedGrammar, PairingHints};
//! use urlbnf_bnf::review::Review;
//! use urlbnf_bnf::{Grammar, Reading};
//!
//! let read = |text| Grammar::read("week.abnf", text, Reading::Printed);
//! let (old, new) = (read("week = %x57 2DIGIT\n")?, read("week = \"W\" 2DIGIT\n")?);
//! let (old, new) = (NamedGrammar::new("old", &old), NamedGrammar::new("new", &new));
//! let review = Review::new(old, new, &[], &PairingHints::none)?;
//! let codes: Vec<&str> = review.findings.iter().map(|finding| finding.code.name()).collect();
//! assert_eq!(codes, ["case-changed"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod case;
mod code;

use crate::automaton::{Dfa, NestingLimit, Relation, Reserve};
use crate::diff::{
    DecidedRules, Diff, DiffError, DiffSide, GrammarComparison, NamedGrammar, NewProduction,
    OldProduction, PairChange, PairingHints, ProductionPair,
};
use crate::grammar::{Grammar, ProductionId, Span};
use crate::lint::{self, FindingDetails, LintCode, Question};

pub use code::{ReviewCode, ReviewSeverity};

/// The effects of an edit of a grammar.
#[derive(Debug)]
pub struct Review<'g> {
    /// All differences.
    pub diff: Diff<'g>,
    /// The rules by which the grammar is used, and how each changed.
    pub surface: Vec<EntryRuleChange>,
    /// The findings, in the order of the new text; those on removed rules come last.
    pub findings: Vec<ReviewFinding>,
}

/// A rule by which a grammar is used, before and after the edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryRuleChange {
    /// The rule before.
    pub old: OldProduction,
    /// The rule after.
    pub new: NewProduction,
    /// How the new language compares to the old, or why this is not decided.
    pub relation: Result<Relation, DiffError>,
    /// A plain string of only the new rule.
    pub gained: Option<Vec<u8>>,
    /// A plain string of only the old rule.
    pub lost: Option<Vec<u8>>,
}

/// One effect of an edit.
#[derive(Debug, Clone)]
pub struct ReviewFinding {
    /// The kind.
    pub code: ReviewCode,
    /// The rule in the old grammar, if it exists.
    pub old: Option<OldProduction>,
    /// The rule in the new grammar, if it exists.
    pub new: Option<NewProduction>,
    /// The details.
    pub subject: ReviewFindingDetails,
}

/// The details of a finding.
#[derive(Debug, Clone)]
pub enum ReviewFindingDetails {
    /// A rule whose own text changed its language, or whose language changed for a cause that is
    /// not decided.
    Language {
        /// The index of the pair in [`Diff::pairs`].
        pair: usize,
        /// A plain string of only the new rule.
        gained: Option<Vec<u8>>,
        /// A plain string of only the old rule.
        lost: Option<Vec<u8>>,
    },
    /// A pair with one language, as an index into [`Diff::pairs`].
    Pair(usize),
    /// A pair whose text changed and whose language or ambiguity is undecided, as an index into
    /// [`Diff::undecided`].
    Undecided(usize),
    /// A rule that was added or removed.
    Rule,
    /// A change of ambiguity, as an index into [`Diff::ambiguities`].
    Ambiguity(usize),
    /// Characters that moved, as an index into [`Diff::moves`].
    Move(usize),
    /// A fault of the new grammar that the old one does not have.
    Fault(lint::Finding),
}

impl<'g> Review<'g> {
    /// Reviews the edit of a grammar. It is used by the rules in `starts`, named as in either
    /// grammar; if these are none, by its start or the rules that no other uses.
    ///
    /// # Errors
    /// If neither grammar has a rule of a given name, and as for [`GrammarComparison::diff`].
    pub fn new(
        old: NamedGrammar<'g>,
        new: NamedGrammar<'g>,
        starts: &[String],
        roles: &dyn Fn(&Grammar, &Grammar) -> PairingHints,
    ) -> Result<Review<'g>, DiffError> {
        let roles = roles(old.grammar, new.grammar);
        let comparison = GrammarComparison::new(old, new, &roles);
        let rules = comparison.decided_rules();
        let diff = comparison.diff_with(&rules)?;
        let mut review =
            Review { surface: surface(&comparison, &diff, starts)?, findings: Vec::new(), diff };
        review.pairs(&comparison)?;
        review.others();
        review.faults(&rules);
        let place = |finding: &ReviewFinding| {
            finding.place(&review.diff).map_or(usize::MAX, |span| span.start)
        };
        let mut findings = review.findings.clone();
        findings.sort_by_key(|finding| (place(finding), finding.code));
        review.findings = findings;
        Ok(review)
    }

    /// Whether any rule by which the grammar is used gained strings, and whether any lost some.
    pub fn gains_and_loses(&self) -> (bool, bool) {
        let decided = || self.surface.iter().filter_map(|change| change.relation.as_ref().ok());
        let any = |is: fn(&Relation) -> bool| decided().any(is);
        (any(|relation| relation.gained().is_some()), any(|relation| relation.lost().is_some()))
    }

    fn pairs(&mut self, comparison: &GrammarComparison<'g>) -> Result<(), DiffError> {
        for (at, pair) in self.diff.pairs.iter().enumerate() {
            let mut add = |code, subject| {
                let (old, new) = (Some(pair.old), Some(pair.new));
                self.findings.push(ReviewFinding { code, old, new, subject });
            };
            // A follower without a known root is reported itself: no finding on a root lists it.
            let reported = match &pair.change {
                PairChange::Root { relation, .. } => Some(relation),
                PairChange::Follows { relation, roots } if roots.is_empty() => Some(relation),
                PairChange::Follows { .. } | PairChange::Same => None,
            };
            if let Some(relation) = reported {
                let surface = &self.surface;
                let known =
                    surface.iter().find(|change| (change.old, change.new) == (pair.old, pair.new));
                let old = comparison.language(DiffSide::Old, &[pair.old.0])?;
                let new = comparison.language(DiffSide::New, &[pair.new.0])?;
                let reserve = comparison.reserve();
                let in_case = reserve.ask(|work| case::differ_in_case_alone(&old, &new, work));
                let code = match relation {
                    // What is not known to be a change of case is reported as what it is as well.
                    _ if in_case == Ok(true) => ReviewCode::CaseChanged,
                    Relation::Wider { .. } => ReviewCode::LanguageWider,
                    Relation::Narrower { .. } => ReviewCode::LanguageNarrower,
                    Relation::Equal | Relation::Crossing { .. } => ReviewCode::LanguageCrossing,
                };
                let (gained, lost) = match known {
                    Some(known) => (known.gained.clone(), known.lost.clone()),
                    None => (plain(&new, &old, reserve), plain(&old, &new, reserve)),
                };
                add(code, ReviewFindingDetails::Language { pair: at, gained, lost });
            }
            if self.diff.old_name(pair.old) != self.diff.new_name(pair.new) {
                add(ReviewCode::RuleRenamed, ReviewFindingDetails::Pair(at));
            }
            if pair.reworded && matches!(pair.change, PairChange::Same) {
                let code = match is_limited(&self.diff, pair) {
                    true => ReviewCode::Undecided,
                    false => ReviewCode::RewordedEqual,
                };
                add(code, ReviewFindingDetails::Pair(at));
            }
        }
        Ok(())
    }

    fn others(&mut self) {
        let mut add = |code, old, new, subject| {
            self.findings.push(ReviewFinding { code, old, new, subject });
        };
        // An undefined name is not a rule.
        let is_rule = |of: &Grammar, id: ProductionId| !of.production(id).definitions().is_empty();
        let (old, new) = (self.diff.old.grammar, self.diff.new.grammar);
        for &id in self.diff.removed.iter().filter(|id| is_rule(old, id.0)) {
            add(ReviewCode::RuleRemoved, Some(id), None, ReviewFindingDetails::Rule);
        }
        for &id in self.diff.added.iter().filter(|id| is_rule(new, id.0)) {
            add(ReviewCode::RuleAdded, None, Some(id), ReviewFindingDetails::Rule);
        }
        for (at, pair) in self.diff.undecided.iter().enumerate() {
            if pair.reworded {
                let subject = ReviewFindingDetails::Undecided(at);
                add(ReviewCode::Undecided, Some(pair.old), Some(pair.new), subject);
            }
        }
        for (at, change) in self.diff.ambiguities.iter().enumerate() {
            let pair = &self.diff.pairs[change.pair];
            let code = match change.ambiguous {
                DiffSide::New => ReviewCode::AmbiguityGained,
                DiffSide::Old => ReviewCode::AmbiguityLost,
            };
            add(code, Some(pair.old), Some(pair.new), ReviewFindingDetails::Ambiguity(at));
        }
        for (at, change) in self.diff.moves.iter().enumerate() {
            let old = change.from.first().map(|membership| membership.class);
            let new = change.to.first().map(|membership| membership.class);
            add(ReviewCode::ClassMoved, old, new, ReviewFindingDetails::Move(at));
        }
    }

    /// The faults of the new grammar that the old one does not have.
    fn faults(&mut self, [of_old, of_new]: &[DecidedRules<'_>; 2]) {
        let (old, new) = (self.diff.old.grammar, self.diff.new.grammar);
        let decided = of_old.analysis();
        let asked = [Question::Collected, Question::Order];
        let before: Vec<(ReviewCode, &str, Option<&str>)> = lint::lint_questions(&decided, &asked)
            .iter()
            .filter_map(|finding| {
                Some((code(finding)?, old.name(finding.production), named(old, finding)))
            })
            .collect();
        let decided_new = of_new.analysis();
        for finding in lint::lint_questions(&decided_new, &asked) {
            let Some(code) = code(&finding) else { continue };
            let pair = self.diff.pairs.iter().find(|pair| pair.new.0 == finding.production);
            let name =
                pair.map_or(new.name(finding.production), |pair| self.diff.old_name(pair.old));
            if before.contains(&(code, name, named(new, &finding))) {
                continue;
            }
            // It is not known whether the old grammar had the fault too.
            let is_order = code == ReviewCode::OrderMatters;
            if is_order && pair.is_some_and(|pair| !lint::order_is_decided(&decided, pair.old.0)) {
                continue;
            }
            self.findings.push(ReviewFinding {
                code,
                old: pair.map(|pair| pair.old),
                new: Some(NewProduction(finding.production)),
                subject: ReviewFindingDetails::Fault(finding),
            });
        }
    }
}

impl ReviewFinding {
    /// The place in the new text; `None` for a removed rule.
    pub fn place(&self, diff: &Diff<'_>) -> Option<Span> {
        match (&self.subject, self.new) {
            (ReviewFindingDetails::Fault(fault), _) => Some(fault.place),
            (_, Some(new)) => name_place(diff.new.grammar, new.0),
            _ => None,
        }
    }

    /// The place of the rule in the old text.
    pub fn old_place(&self, diff: &Diff<'_>) -> Option<Span> {
        self.old.and_then(|old| name_place(diff.old.grammar, old.0))
    }
}

fn name_place(grammar: &Grammar, id: ProductionId) -> Option<Span> {
    grammar.production(id).definitions().first().map(|definition| definition.name_place)
}

/// The rules by which the grammars are used, and how they changed.
fn surface(
    comparison: &GrammarComparison<'_>,
    diff: &Diff<'_>,
    starts: &[String],
) -> Result<Vec<EntryRuleChange>, DiffError> {
    let (old, new) = (diff.old.grammar, diff.new.grammar);
    let pairs: Vec<(OldProduction, NewProduction)> = match starts {
        [] if old.has_start() && new.has_start() => vec![diff.start],
        [] => {
            let partner = |new| comparison.pairing().of_new(new);
            let pair = |&id: &ProductionId| Some((partner(NewProduction(id))?, NewProduction(id)));
            new.starts().iter().filter_map(pair).collect()
        }
        starts => starts.iter().map(|name| comparison.named(name)).collect::<Result<_, _>>()?,
    };
    let changed = |old: OldProduction, new: NewProduction| {
        let relation = match (old, new) == diff.start {
            true => diff.relation.clone()?,
            false => comparison.relation(old, new)?,
        };
        if relation == Relation::Equal {
            return Ok((relation, None, None));
        }
        let limit = |which, id| NestingLimit::applies_to(comparison.grammar(which), id);
        let is_recursive = limit(DiffSide::Old, old.0) || limit(DiffSide::New, new.0);
        let languages = || {
            let before = comparison.language(DiffSide::Old, &[old.0])?;
            Ok::<_, DiffError>((before, comparison.language(DiffSide::New, &[new.0])?))
        };
        let reserve = comparison.reserve();
        // Up to the nesting limit, a plainer string may be one that the other derives deeper.
        let (gained, lost) = match languages() {
            Ok((before, after)) if !is_recursive => {
                (plain(&after, &before, reserve), plain(&before, &after, reserve))
            }
            _ => (relation.gained().map(<[u8]>::to_vec), relation.lost().map(<[u8]>::to_vec)),
        };
        Ok((relation, gained, lost))
    };
    let surface = |(old, new)| {
        let (relation, gained, lost) = match changed(old, new) {
            Ok((relation, gained, lost)) => (Ok(relation), gained, lost),
            Err(error) => (Err(error), None, None),
        };
        EntryRuleChange { old, new, relation, gained, lost }
    };
    Ok(pairs.into_iter().map(surface).collect())
}

/// A plain string of one language that is not in the other; `None` also if that is too much to
/// decide.
fn plain(one: &Dfa, two: &Dfa, reserve: &Reserve) -> Option<Vec<u8>> {
    reserve.ask(|work| one.difference(two, work)).ok()?.plainest()
}

/// Whether the result for a pair holds only up to the nesting limit.
fn is_limited(diff: &Diff<'_>, pair: &ProductionPair) -> bool {
    NestingLimit::applies_to(diff.old.grammar, pair.old.0)
        || NestingLimit::applies_to(diff.new.grammar, pair.new.0)
}

/// The review code for a finding of `lint`; `None` if a review does not report it.
fn code(finding: &lint::Finding) -> Option<ReviewCode> {
    match finding.code {
        LintCode::CollectedDiffers => Some(ReviewCode::CollectedDiffers),
        LintCode::Undefined => Some(ReviewCode::Undefined),
        LintCode::DerivesNothing => Some(ReviewCode::DerivesNothing),
        LintCode::OrderMatters => Some(ReviewCode::OrderMatters),
        _ => None,
    }
}

/// The undefined name that a finding is about.
fn named<'g>(grammar: &'g Grammar, finding: &lint::Finding) -> Option<&'g str> {
    match finding.fault {
        FindingDetails::Undefined { name } => Some(grammar.name(name)),
        _ => None,
    }
}
