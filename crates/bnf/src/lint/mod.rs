//! Finds what is wrong or doubtful in a grammar.
//!
//! A grammar that can be read may still not mean what its author intended: a name is misspelt, an
//! alternative adds nothing, a string has two derivations. Most findings hold for all strings,
//! and each has a place in the text. Syntax errors are found by the reader of the text and
//! reported beside these.

mod abnf;
mod allowed;
mod bounds;
mod code;
mod covered;

mod left_recursion;
mod finding;
mod form;
mod order;

use crate::grammar::{ExpressionKind, Grammar, Notation, ProductionId, Span};
use crate::local::analysis::{
    AmbiguousString, Decision, GrammarAnalysis, OpenConflict, productive_users, reaching,
};

pub use abnf::CaseSensitivityHint;
use allowed::AllowedFindings;
pub use code::{LintCode, LintSeverity};
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

/// The findings of a grammar, and the questions that were not decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LintResult {
    /// The findings, in the order of the text.
    pub findings: Vec<Finding>,
    /// The questions that were not decided, in the order of their rules.
    pub undecided: Vec<UndecidedQuestion>,
}

/// A question about a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Question {
    /// Whether its text is ambiguous.
    Ambiguity,
    /// Whether an alternative adds no string.
    Covered,
    /// Whether its definitions have the same language.
    Collected,
    /// Whether a first-match parser reads it differently.
    Order,
    /// Whether a bound of a repetition makes no difference.
    Bound,
}

/// A question about a rule that is neither proved nor answered by a string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndecidedQuestion {
    /// The rule.
    pub production: ProductionId,
    /// The question.
    pub question: Question,
    /// The places of two parts that may be in conflict; the same if it is one part. `None` if the rule
    /// was too large to be divided into parts.
    pub parts: Option<[Span; 2]>,
    /// A short string that may show the conflict, but does not.
    pub string: Option<Vec<u8>>,
    /// Whether more work may decide it.
    pub is_out_of_work: bool,
}

impl UndecidedQuestion {
    pub(crate) fn new(production: ProductionId, question: Question, open: OpenConflict) -> Self {
        let OpenConflict { parts, string, is_out_of_work } = open;
        UndecidedQuestion { production, question, parts, string, is_out_of_work }
    }
}

impl Question {
    /// All questions.
    const ALL: [Question; 5] = [
        Question::Ambiguity,
        Question::Covered,
        Question::Collected,
        Question::Order,
        Question::Bound,
    ];

    /// The question about a rule of this name, in words.
    pub fn of(self, rule: &str) -> String {
        match self {
            Question::Ambiguity => format!("is `{rule}` ambiguous?"),
            Question::Covered => format!("does each alternative of `{rule}` add a string?"),
            Question::Collected => format!("do both definitions of `{rule}` say the same?"),
            Question::Order => {
                format!("does a parser that takes the first match read `{rule}` differently?")
            }
            Question::Bound => format!("do the bounds in `{rule}` make a difference?"),
        }
    }
}

/// Like [`lint`], but also returns the questions that were not decided.
pub fn linted(grammar: &Grammar) -> LintResult {
    found(&GrammarAnalysis::from_grammar(grammar), &Question::ALL)
}

/// Like [`lint`], for a grammar whose languages are computed already. Of the questions that take work,
/// only these are asked.
pub(crate) fn lint_questions(
    decided: &GrammarAnalysis<'_>,
    questions: &[Question],
) -> Vec<Finding> {
    found(decided, questions).findings
}

/// The findings, and the questions that are not decided.
fn found(decided: &GrammarAnalysis<'_>, questions: &[Question]) -> LintResult {
    let asks = |question: Question| questions.contains(&question);
    let grammar = decided.grammar;
    let mut undecided = Vec::new();
    let mut linting = Linter { grammar, findings: Vec::new() };
    linting.names();
    linting.literals();
    linting.strings();
    if asks(Question::Ambiguity) {
        linting.ambiguities(decided, &mut undecided);
    }
    if asks(Question::Covered) {
        linting.findings.extend(covered::findings(decided, &mut undecided));
    }
    if grammar.listing().collects() && asks(Question::Collected) {
        linting.findings.extend(abnf::collected(decided, &mut undecided));
    }
    if grammar.listing().notation == Notation::Abnf {
        linting.findings.extend(form::findings(grammar));
        linting.findings.extend(abnf::case(grammar));
        if asks(Question::Order) {
            linting.findings.extend(order::findings(decided, &mut undecided));
        }
        if asks(Question::Bound) {
            linting.findings.extend(bounds::findings(decided, &mut undecided));
        }
    }
    let mut findings = linting.findings;
    // An imported grammar is linted in its own file.
    findings.retain(|finding| grammar.listing().is_own(finding.place.start));
    allowed::apply(grammar, &mut findings);
    findings.sort_by_key(|finding| (finding.place.start, finding.place.end, finding.code));
    let is_own = |open: &UndecidedQuestion| {
        let definitions = grammar.production(open.production).definitions();
        definitions.iter().any(|definition| grammar.listing().is_own(definition.place.start))
    };
    undecided.retain(is_own);
    undecided.sort_by_key(|open| (open.production, open.question));
    // A question may be asked of several parts of a rule.
    undecided.dedup_by_key(|open| (open.production, open.question));
    LintResult { findings, undecided }
}

/// Finds the rules that are defined twice with different languages, in the order of the text, and
/// those of which that is not decided. A program that reads by the first definition has to know
/// these. Findings that the file allows are left out.
pub fn collected(grammar: &Grammar) -> LintResult {
    let mut undecided = Vec::new();
    let mut findings = match grammar.collected().is_empty() {
        true => Vec::new(),
        false => abnf::collected(&GrammarAnalysis::from_grammar(grammar), &mut undecided),
    };
    let allowed = AllowedFindings::from_grammar(grammar);
    findings.retain(|finding| allowed.by(finding).is_none());
    findings.sort_by_key(|finding| finding.place.start);
    LintResult { findings, undecided }
}

/// Whether it could be decided if the order of the alternatives in a rule's own text matters. A
/// rule that is not decided is not a finding.
pub(crate) fn order_is_decided(decided: &GrammarAnalysis<'_>, id: ProductionId) -> bool {
    order::is_decided(decided, id)
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
        self.grammar.production(id).definitions().first().map(|definition| definition.name_place)
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

    /// Productions without a string.
    fn strings(&mut self) {
        let grammar = self.grammar;
        let unknown = grammar.unknown();
        for id in grammar.ids() {
            let Some(place) = self.named_at(id) else { continue };
            if grammar.derives_nothing(id) && !unknown[id.index()] {
                let named = grammar
                    .production(id)
                    .alternatives()
                    .flat_map(|alternative| alternative.references());
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
    }

    /// Productions whose own text is ambiguous, whatever they name.
    fn ambiguities(
        &mut self,
        decided: &GrammarAnalysis<'_>,
        undecided: &mut Vec<UndecidedQuestion>,
    ) {
        let users = productive_users(self.grammar);
        for id in self.grammar.ids() {
            let Some(place) = self.named_at(id) else { continue };
            match decided.ambiguity(id) {
                Decision::Nothing => {}
                Decision::Undecided(open) => {
                    undecided.push(UndecidedQuestion::new(id, Question::Ambiguity, open));
                }
                Decision::Found(AmbiguousString { string, endless, is_read_differently }) => {
                    let mut inherited_by = reaching(&users, std::iter::once(id));
                    inherited_by.remove(&id);
                    let inherited_by = inherited_by.into_iter().collect();
                    let fault = FindingDetails::Ambiguous {
                        string,
                        endless,
                        is_read_differently,
                        inherited_by,
                    };
                    self.add(LintCode::Ambiguous, place, id, fault);
                }
            }
        }
    }
}

/// Whether a literal looks like an ABNF value: `%x41`, `%d10-13`.
fn is_value(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('%') else { return false };
    let mut characters = rest.chars();
    let base = characters.next().is_some_and(|base| "xdbXDB".contains(base));
    let digits = characters.as_str();
    base && !digits.is_empty()
        && digits.chars().all(|character| character.is_ascii_hexdigit() || "-.".contains(character))
}
