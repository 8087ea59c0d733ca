//! Finds what is wrong or doubtful in a grammar.
//!
//! A grammar that can be read may still not mean what its author intended: a name is misspelt, an
//! alternative adds nothing, a string has two derivations. Most findings hold for all strings,
//! and each has a place in the text. Syntax errors are found by the reader of the text and
//! reported beside these.

mod abnf;
mod allowed;
mod bounds;
mod by_strings;
mod code;
mod covered;
mod decided;
mod left_recursion;
mod finding;
mod lookahead;
mod form;
mod order;

use std::collections::{BTreeSet, HashSet};
use std::ops::Deref;

use urlbnf_language::Reserve;

use crate::ambiguity::{Ambiguity, own_derivations};
use crate::automaton::{Automaton, AutomatonError, LanguageSpec, LayoutKind, NestingLimit};
use crate::grammar::{ExpressionKind, Grammar, Notation, ProductionId, Span};
use crate::languages::ProductionLanguages;

pub use abnf::CaseSensitivityHint;
use allowed::AllowedFindings;
pub use code::{LintCode, LintSeverity};
use decided::DerivationCount;
pub(crate) use decided::GrammarAnalysis;
pub use finding::{Finding, FindingDetails};

/// Returns what is wrong or doubtful in a grammar, in the order of its text, without the findings
/// that the file allows.
///
/// ```
/// use urlbnf_bnf::lint::lint;
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "time = hour \":\" minute\nhour = 2DIGIT\n";
/// let grammar = Grammar::read("time.abnf", text, Reading::Printed)?;
/// let codes: Vec<&str> = lint(&grammar).iter().map(|finding| finding.code.name()).collect();
/// assert!(codes.contains(&"undefined"), "{codes:?}");
/// # Ok::<(), urlbnf_bnf::grammar::GrammarError>(())
/// ```
pub fn lint(grammar: &Grammar) -> Vec<Finding> {
    linted(grammar).findings
}

/// The findings of a grammar, and the rules that were too large to decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LintResult {
    /// The findings, in the order of the text.
    pub findings: Vec<Finding>,
    /// The rules that were not decided completely, in the order of the text.
    pub undecided: Vec<ProductionId>,
}

/// Returns the grammar at the deepest nesting at which the automata of its middle-recursive
/// productions fit the limits; if they fit at none, at the lowest. `None` if they fit at its own
/// nesting, or if there is no lower one.
pub fn fitting(grammar: &Grammar) -> Option<Grammar> {
    let most = grammar.nesting()?;
    let mut pending = NestingLimit::of_grammar(grammar).map_or_else(Vec::new, |it| it.productions);
    let mut starts: BTreeSet<ProductionId> = pending.iter().copied().collect();
    while let Some(id) = pending.pop() {
        pending.extend(grammar.users(id).iter().copied().filter(|&it| starts.insert(it)));
    }
    let reserve = Reserve::new(grammar.limits(), starts.len());
    let fits = |nested: &Grammar| {
        starts.iter().all(|&id| {
            Automaton::graph(
                nested,
                &LanguageSpec::from_production(id),
                LayoutKind::Positions,
                &mut reserve.share(),
            )
            .is_ok()
        })
    };
    if starts.is_empty() || fits(grammar) {
        return None;
    }
    let lower = (0..most).rev().map(|most| grammar.at_nesting(most));
    let mut lowest = None;
    for nested in lower {
        let fits = fits(&nested);
        lowest = Some(nested);
        if fits {
            break;
        }
    }
    lowest
}

/// Like [`lint`], but also returns the rules that were not decided completely.
pub fn linted(grammar: &Grammar) -> LintResult {
    linted_languages(&ProductionLanguages::new(grammar))
}

/// Like [`linted`], but reuses the languages that are computed already.
pub fn linted_languages<G: Deref<Target = Grammar>>(
    languages: &ProductionLanguages<G>,
) -> LintResult {
    let (grammar, decided) = (languages.grammar(), GrammarAnalysis::from_languages(languages));
    let is_undecided = |id: &ProductionId| decided.is_undecided(*id);
    let own = |id: &ProductionId| {
        let definitions = grammar.production(*id).definitions();
        definitions.iter().any(|it| grammar.listing().is_own(it.place.start))
    };
    let (findings, mut undecided) = found(grammar, &decided);
    undecided.extend(grammar.ids().filter(is_undecided));
    undecided.retain(own);
    undecided.sort_unstable();
    undecided.dedup();
    LintResult { findings, undecided }
}

/// The productions that [`ambiguity`](crate::ambiguity::ambiguity) would find to be unambiguous,
/// as far as this follows from their own texts and from what they name. This takes much less time
/// in a grammar of many productions.
pub fn unambiguous(grammar: &Grammar) -> BTreeSet<ProductionId> {
    let decided = GrammarAnalysis::from_grammar(grammar);
    let is_once = |id: &ProductionId| {
        let found = &decided.ambiguities[id.index()];
        matches!(found, Ok(DerivationCount::Once)) && decided.errors[id.index()].is_none()
    };
    grammar.ids().filter(is_once).collect()
}

/// Like [`lint`], for a grammar whose languages and ambiguities are computed already.
pub(crate) fn lint_decided(grammar: &Grammar, decided: &GrammarAnalysis) -> Vec<Finding> {
    found(grammar, decided).0
}

/// The findings, and the rules of which some question is not decided.
fn found(grammar: &Grammar, decided: &GrammarAnalysis) -> (Vec<Finding>, Vec<ProductionId>) {
    let mut undecided = Vec::new();
    let mut linting = Linter { grammar, findings: Vec::new() };
    linting.names();
    linting.literals();
    linting.strings(decided);
    linting.ambiguities(decided, &mut undecided);
    linting.findings.extend(covered::findings(grammar, decided));
    if grammar.listing().collects() {
        linting.findings.extend(abnf::collected(grammar));
    }
    if grammar.listing().notation == Notation::Abnf {
        linting.findings.extend(form::findings(grammar));
        linting.findings.extend(abnf::case(grammar));
        linting.findings.extend(order::findings(grammar, decided, &mut undecided));
        linting.findings.extend(bounds::findings(grammar, decided, &mut undecided));
    }
    let mut findings = linting.findings;
    // An imported grammar is linted in its own file.
    findings.retain(|finding| grammar.listing().is_own(finding.place.start));
    allowed::apply(grammar, &mut findings);
    findings.sort_by_key(|finding| (finding.place.start, finding.place.end, finding.code));
    (findings, undecided)
}

/// Finds the rules that are defined twice with different languages, or that are too large to
/// compare, in the order of the text. A program that reads by the first definition has to know
/// these. Findings that the file allows are left out.
pub fn collected(grammar: &Grammar) -> Vec<Finding> {
    let mut findings = abnf::collected(grammar);
    let allowed = AllowedFindings::from_grammar(grammar);
    findings.retain(|finding| allowed.by(finding).is_none());
    findings.sort_by_key(|finding| finding.place.start);
    findings
}

/// Whether it could be decided if the order of the alternatives in a rule's own text matters. A
/// rule that is too large to decide is not a finding.
pub(crate) fn order_is_decided(
    grammar: &Grammar,
    decided: &GrammarAnalysis,
    id: ProductionId,
) -> bool {
    order::is_decided(grammar, decided, id)
}

struct Linter<'g> {
    grammar: &'g Grammar,
    findings: Vec<Finding>,
}

impl Linter<'_> {
    fn add(
        &mut self,
        code: LintCode,
        place: Span,
        production: ProductionId,
        fault: FindingDetails,
    ) {
        self.findings.push(Finding { code, place, production, fault });
    }

    /// The place of a production's name in its first definition; `None` if it is undefined.
    fn named_at(&self, id: ProductionId) -> Option<Span> {
        self.grammar.production(id).definitions().first().map(|it| it.name_place)
    }

    /// Undefined names, empty rules and productions that the start does not need.
    fn names(&mut self) {
        let grammar = self.grammar;
        for id in grammar.ids() {
            for definition in grammar.production(id).definitions() {
                for (name, place) in definition.body.references() {
                    if grammar.production(name).definitions().is_empty() {
                        let code = match grammar.is_prose(name) {
                            true => LintCode::Prose,
                            false => LintCode::Undefined,
                        };
                        self.add(code, place, id, FindingDetails::Undefined { name });
                    }
                }
            }
        }
        for id in grammar.defined().filter(|_| grammar.listing().notation == Notation::Rfc822) {
            for definition in grammar.production(id).definitions() {
                if definition.body.kind == ExpressionKind::Empty {
                    self.add(LintCode::EmptyRule, definition.name_place, id, FindingDetails::Empty);
                }
            }
        }
        for id in grammar.unneeded() {
            if let Some(place) = self.named_at(id) {
                self.add(LintCode::Unused, place, id, FindingDetails::Unused);
            }
        }
    }

    /// Literals that look like a name or a value.
    fn literals(&mut self) {
        let grammar = self.grammar;
        for id in grammar.ids() {
            for definition in grammar.production(id).definitions() {
                for expression in definition.body.all() {
                    let (text, named) = match &expression.kind {
                        // A literal of one character is hardly ever a quoted name by mistake.
                        ExpressionKind::Literal(text) => (text, text.len() > 1),
                        // A case-insensitive literal is often the text of the rule it names.
                        ExpressionKind::AnyCase(text) => (text, false),
                        _ => continue,
                    };
                    let name = grammar.find(text).filter(|_| named);
                    let name = name.filter(|name| grammar.name(*name) == text);
                    let name = name.filter(|name| *name != id);
                    let fault = match name {
                        Some(name) => FindingDetails::NamedLiteral { name },
                        None if is_value(text) => FindingDetails::ValueLiteral,
                        None => continue,
                    };
                    self.add(LintCode::SuspiciousLiteral, expression.place, id, fault);
                }
            }
        }
    }

    /// Productions without a string, and those of which nothing can be decided.
    fn strings(&mut self, decided: &GrammarAnalysis) {
        let grammar = self.grammar;
        let unknown = grammar.unknown();
        for id in grammar.ids() {
            let Some(place) = self.named_at(id) else { continue };
            if grammar.derives_nothing(id) && !unknown[id.index()] {
                let named = grammar.production(id).alternatives().flat_map(|it| it.references());
                let mut named = named.map(|(name, _)| name);
                let needs = named.find(|&name| grammar.derives_nothing(name) && name != id);
                self.add(
                    LintCode::DerivesNothing,
                    place,
                    id,
                    FindingDetails::DerivesNothing { needs },
                );
            }
        }
        for (id, error) in undecided(grammar, decided) {
            if let Some(place) = self.named_at(id) {
                let code = match error {
                    AutomatonError::Cycle(..) => LintCode::NotRegular,
                    AutomatonError::TooLarge(..) => LintCode::TooLarge,
                };
                self.add(code, place, id, FindingDetails::Undecided(error));
            }
        }
    }

    /// Ambiguous productions: those that do not inherit the ambiguity from another, and those
    /// whose own text is ambiguous as well.
    fn ambiguities(&mut self, decided: &GrammarAnalysis, undecided: &mut Vec<ProductionId>) {
        let (grammar, found) = (self.grammar, &decided.ambiguities);
        // Productions whose ambiguity is undecided are reported as undecided.
        let is_ambiguous =
            |id: ProductionId| !matches!(found[id.index()], Err(_) | Ok(DerivationCount::Once));
        let inherits = inheriting(grammar, decided, is_ambiguous);
        for id in grammar.ids().filter(|&id| is_ambiguous(id)) {
            let Some(place) = self.named_at(id) else { continue };
            if inherits[id.index()] {
                // The text of a recursive production cannot be separated from the rest.
                let language = |name| decided.language_of(name);
                let own = match decided.recurs(grammar, id) {
                    true => Ok(None),
                    false => {
                        decided.questions.ask(|work| own_derivations(grammar, id, language, work))
                    }
                };
                if own.is_err() {
                    undecided.push(id);
                }
                if let Ok(Some((string, is_read_differently))) = own {
                    let (endless, inherited_by) = (None, Vec::new());
                    let fault = FindingDetails::Ambiguous {
                        string,
                        endless,
                        is_read_differently,
                        inherited_by,
                    };
                    self.add(LintCode::Ambiguous, place, id, fault);
                }
                continue;
            }
            let (string, endless, is_read_differently) = match &found[id.index()] {
                Ok(DerivationCount::Several(Ambiguity::Ambiguous(two))) => {
                    (two.string.clone(), None, two.read_differently())
                }
                Ok(DerivationCount::Several(Ambiguity::Infinite { string, production })) => {
                    (string.clone(), Some(*production), false)
                }
                _ => continue,
            };
            let inherited_by = ambiguous_users(grammar, id, is_ambiguous);
            let fault =
                FindingDetails::Ambiguous { string, endless, is_read_differently, inherited_by };
            self.add(LintCode::Ambiguous, place, id, fault);
        }
    }
}

/// By production: whether it reaches an ambiguous one from which its ambiguity may come. Of
/// productions that use one another, the others come after the first in the text.
fn inheriting(
    grammar: &Grammar,
    decided: &GrammarAnalysis,
    is_ambiguous: impl Fn(ProductionId) -> bool,
) -> Vec<bool> {
    let component = |id: ProductionId| decided.component(id);
    let mut ids: Vec<ProductionId> = grammar.ids().collect();
    // A component comes after those that it reaches.
    ids.sort_by_key(|&id| component(id));
    let mut inherits = vec![false; grammar.len()];
    // By component: whether a production in it, or in one that it reaches, is ambiguous.
    let mut reaches = vec![false; grammar.len()];
    for members in ids.chunk_by(|&one, &other| component(one) == component(other)) {
        let is_below = members.iter().any(|&id| {
            let mut named = grammar.named_by(id);
            named.any(|it| component(it) != component(id) && reaches[component(it)])
        });
        let first = members.iter().find(|&&id| is_ambiguous(id));
        for id in members {
            reaches[component(*id)] = is_below || first.is_some();
            inherits[id.index()] = is_below || first.is_some_and(|first| first < id);
        }
    }
    inherits
}

/// The ambiguous productions that use this one, in printed order.
fn ambiguous_users(
    grammar: &Grammar,
    id: ProductionId,
    is_ambiguous: impl Fn(ProductionId) -> bool,
) -> Vec<ProductionId> {
    let (mut users, mut pending) = (BTreeSet::from([id]), vec![id]);
    while let Some(used) = pending.pop() {
        pending.extend(grammar.users(used).iter().filter(|&&it| users.insert(it)));
    }
    users.remove(&id);
    users.into_iter().filter(|&it| is_ambiguous(it)).collect()
}

/// The productions of which nothing can be decided: one of each component, without those that only
/// use such a one. Also those that recur in their middle, whatever is decided of them.
fn undecided(grammar: &Grammar, decided: &GrammarAnalysis) -> Vec<(ProductionId, AutomatonError)> {
    let component = |id: ProductionId| decided.component(id);
    // The components that use another undecided one.
    let mut inheriting = HashSet::new();
    for id in grammar.ids() {
        let mut named = grammar.named_by(id);
        if named.any(|it| component(it) != component(id) && decided.is_undecided(it)) {
            inheriting.insert(component(id));
        }
    }
    let mut seeds: Vec<(ProductionId, AutomatonError)> = Vec::new();
    let (mut large, mut cyclic) = (HashSet::new(), HashSet::new());
    for id in grammar.ids() {
        let Some(error) = &decided.errors[id.index()] else { continue };
        if let AutomatonError::TooLarge(..) = error
            && !inheriting.contains(&component(id))
            && large.insert(component(id))
        {
            seeds.push((id, error.clone()));
        }
        if decided.recurs(grammar, id)
            && !cyclic.contains(&component(id))
            && let Some(error @ AutomatonError::Cycle(cycle, _)) = decided.cycles.get(&id)
            && cycle.contains(&id)
        {
            cyclic.insert(component(id));
            seeds.push((id, error.clone()));
        }
    }
    seeds
}

/// Whether a literal looks like an ABNF value: `%x41`, `%d10-13`.
fn is_value(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('%') else { return false };
    let mut characters = rest.chars();
    let base = characters.next().is_some_and(|base| "xdbXDB".contains(base));
    let digits = characters.as_str();
    base && !digits.is_empty()
        && digits.chars().all(|it| it.is_ascii_hexdigit() || "-.".contains(it))
}
