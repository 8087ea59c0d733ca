//! What is doubtful in a pest grammar by itself.
//!
//! pest's own checks find what it cannot run: left recursion, and repetitions without an end. These look
//! for parts without an effect: rules that nothing uses or that never match, alternatives that are never
//! reached, and lookaheads that never matter. A finding holds for every input. It is found by comparing
//! languages: an alternative is never reached if each input that it matches a beginning of is one that
//! an earlier alternative matches a beginning of.
//!
//! The parts are compiled by pest too: each part in question is added to the text as a rule of its own.

use std::collections::{BTreeMap, BTreeSet};

use pest::iterators::Pair;
use pest_meta::parser::Rule;
use urlbnf_language::{LanguageId, Limits};

use crate::grammar::Span;
use crate::proof::{
    LanguageError, MatchBound, PestMistakes, Prover, RulePairs, Transcription, inner_expression,
    pairs,
};

/// How many calls of a recursive rule are written out.
const DEPTH: usize = 1;

/// Something doubtful in a pest grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PestFinding {
    /// What it is.
    pub kind: PestFindingKind,
    /// Its bytes in the text.
    pub place: Span,
    /// The rule that contains it.
    pub rule: String,
}

/// The kinds of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PestFindingKind {
    /// No rule with `SOI` or `EOI` as a part, where parsing begins, leads to the rule.
    Unused,
    /// The rule matches no input.
    NeverMatches,
    /// The alternatives before it match wherever it does.
    NeverReached,
    /// The lookahead holds wherever what follows it matches.
    IdleLookahead,
}

/// What was found, and what was not decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PestFindings {
    /// The findings, in the order of the text.
    pub findings: Vec<PestFinding>,
    /// For each rule of which something was not decided: the name, and the reason.
    pub undecided: Vec<(String, String)>,
    /// The number of rules.
    pub rules: usize,
}

/// A question about a part of a rule, with the texts of the expressions that it compares.
enum PartQuestion {
    /// Does the rule match anything?
    Matches,
    /// Is the last of these alternatives reached?
    IsReached(Vec<usize>),
    /// Does a lookahead before the rest matter?
    Matters { is_negative: bool, looked_for: usize, rest: usize },
}

struct PlacedQuestion {
    question: PartQuestion,
    place: Span,
    rule: String,
}

/// The questions about a grammar, and the expressions that they need as rules.
struct QuestionFinder<'t> {
    text: &'t str,
    questions: Vec<PlacedQuestion>,
    /// The text of each expression, with the modifier of its rule.
    expressions: Vec<(&'static str, String)>,
}

/// Finds what is doubtful in the text of a pest grammar.
///
/// ```
/// use urlbnf_peg::lint::{PestFindingKind, lint};
///
/// let text = "file = { SOI ~ word ~ EOI }\nword = { \"a\" | \"ab\" }\n";
/// let found = lint(text, &Default::default())?;
/// assert_eq!(found.findings[0].kind, PestFindingKind::NeverReached);
/// assert_eq!(&text[found.findings[0].place.range()], "\"ab\"");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If pest refuses the text.
pub fn lint(text: &str, limits: &Limits) -> Result<PestFindings, PestMistakes> {
    let transcription = Transcription::read(text)?;
    let rules: Vec<RulePairs<'_>> = RulePairs::all(pairs(text)?).collect();
    let mut finder = QuestionFinder { text, questions: Vec::new(), expressions: Vec::new() };
    for rule in &rules {
        finder.rule(rule);
    }
    let mut findings = unused(&rules);
    let mut undecided: BTreeMap<String, String> = BTreeMap::new();
    let enlarged = finder.enlarged();
    // Without a second reading, the questions about parts have no answers.
    let enlarged = Transcription::read(&enlarged);
    let (read, refused) = match &enlarged {
        Ok(read) => (read, None),
        Err(refused) => {
            (&transcription, refused.all().first().map(|mistake| mistake.message.clone()))
        }
    };
    let mut prover = Prover::new(read, limits);
    for PlacedQuestion { question, place, rule } in &finder.questions {
        let kind = match question {
            PartQuestion::Matches => PestFindingKind::NeverMatches,
            PartQuestion::IsReached(_) => PestFindingKind::NeverReached,
            PartQuestion::Matters { .. } => PestFindingKind::IdleLookahead,
        };
        let answer = match (&refused, question) {
            (Some(message), PartQuestion::IsReached(_) | PartQuestion::Matters { .. }) => {
                Err(message.clone())
            }
            _ => has_effect(&mut prover, question, rule).map_err(|error| error.to_string()),
        };
        match answer {
            Ok(Some(true)) => {}
            Ok(Some(false)) => {
                findings.push(PestFinding { kind, place: *place, rule: rule.clone() });
            }
            Ok(None) => {
                let reason = "it depends on what a rule matches that recurs";
                undecided.entry(rule.clone()).or_insert_with(|| reason.to_owned());
            }
            Err(reason) => {
                undecided.entry(rule.clone()).or_insert(reason);
            }
        }
    }
    findings.sort_by_key(|finding| (finding.place, finding.kind));
    let undecided = undecided.into_iter().collect();
    Ok(PestFindings { findings, undecided, rules: rules.len() })
}

/// Whether a part has an effect, in an atomic rule or in another; `None` if that depends on deeper
/// recursion.
fn has_effect(
    prover: &mut Prover<'_>,
    question: &PartQuestion,
    rule: &str,
) -> Result<Option<bool>, LanguageError> {
    let plain = has_effect_in(CallerKind::Plain, prover, question, rule)?;
    if plain == Some(true) {
        return Ok(plain);
    }
    let atomic = has_effect_in(CallerKind::Atomic, prover, question, rule)?;
    Ok(if atomic == Some(true) || atomic == plain { atomic } else { None })
}

fn has_effect_in(
    caller: CallerKind,
    prover: &mut Prover<'_>,
    question: &PartQuestion,
    rule: &str,
) -> Result<Option<bool>, LanguageError> {
    let added = |expression| added(expression, caller);
    let either = |is_sure: bool, is_wrong: bool| match (is_sure, is_wrong) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    match question {
        PartQuestion::Matches => {
            let mut matched = |bound| match prover.beginnings(rule, DEPTH, bound, false) {
                // `SOI` may hold or not. At the beginning of the input it does.
                Err(_) => prover.beginnings(rule, DEPTH, bound, true),
                matched => matched,
            };
            let certain = matched(MatchBound::Certain)?;
            let possible = matched(MatchBound::Possible)?;
            Ok(either(certain != LanguageId::NONE, possible == LanguageId::NONE))
        }
        PartQuestion::IsReached(alternatives) => {
            let mut bounds = [(LanguageId::NONE, LanguageId::NONE); 2];
            for (which, (own, before)) in
                [MatchBound::Certain, MatchBound::Possible].into_iter().zip(&mut bounds)
            {
                for &alternative in alternatives {
                    *before = prover.matcher.store.union(*before, *own)?;
                    *own = prover.beginnings(&added(alternative), DEPTH, which, false)?;
                }
            }
            let [(certain, certain_before), (possible, possible_before)] = bounds;
            let store = &mut prover.matcher.store;
            let is_reached = !store.is_within(certain, possible_before)?;
            Ok(either(is_reached, store.is_within(possible, certain_before)?))
        }
        PartQuestion::Matters { is_negative, looked_for, rest } => {
            let mut of = |part, bound| prover.beginnings(&added(part), DEPTH, bound, false);
            let looked =
                [of(*looked_for, MatchBound::Certain)?, of(*looked_for, MatchBound::Possible)?];
            let rest = [of(*rest, MatchBound::Certain)?, of(*rest, MatchBound::Possible)?];
            let store = &mut prover.matcher.store;
            Ok(match is_negative {
                true => either(
                    !store.are_apart(rest[0], looked[0])?,
                    store.are_apart(rest[1], looked[1])?,
                ),
                false => either(
                    !store.is_within(rest[0], looked[1])?,
                    store.is_within(rest[1], looked[0])?,
                ),
            })
        }
    }
}

/// What calls a rule: in an atomic rule there is no white space between the parts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CallerKind {
    Plain,
    Atomic,
}

/// The name of the rule that is added for an expression.
fn added(expression: usize, caller: CallerKind) -> String {
    match caller {
        CallerKind::Plain => format!("urlbnf__part_{expression}"),
        CallerKind::Atomic => format!("urlbnf__atomic_part_{expression}"),
    }
}

/// The span of a pair, without the white space that pest counts to the end of a term.
fn place(pair: &Pair<'_, Rule>) -> Span {
    let last = pair.clone().into_inner().last().filter(|_| pair.as_rule() == Rule::term);
    let end = last.map_or(pair.as_span().end(), |last| last.as_span().end());
    Span { start: pair.as_span().start(), end }
}

impl QuestionFinder<'_> {
    fn rule(&mut self, rule: &RulePairs<'_>) {
        let modifiers = rule.whole.clone().into_inner().filter_map(|pair| match pair.as_rule() {
            Rule::atomic_modifier | Rule::compound_atomic_modifier => Some("$"),
            Rule::non_atomic_modifier => Some("!"),
            _ => None,
        });
        let modifier = modifiers.last().unwrap_or("");
        let name = rule.name.as_str();
        self.ask(PartQuestion::Matches, place(&rule.name), name);
        self.expression(rule.body.clone(), modifier, name);
    }

    fn ask(&mut self, question: PartQuestion, place: Span, rule: &str) {
        self.questions.push(PlacedQuestion { question, place, rule: rule.to_owned() });
    }

    fn add(&mut self, modifier: &'static str, text: &str) -> usize {
        self.expressions.push((modifier, text.to_owned()));
        self.expressions.len() - 1
    }

    fn expression(&mut self, expression: Pair<'_, Rule>, modifier: &'static str, rule: &str) {
        let parts: Vec<Pair<'_, Rule>> = expression.into_inner().collect();
        let alternatives: Vec<Vec<Pair<'_, Rule>>> = parts
            .split(|pair| pair.as_rule() == Rule::choice_operator)
            .map(|terms| {
                terms.iter().filter(|pair| pair.as_rule() == Rule::term).cloned().collect()
            })
            .filter(|terms: &Vec<Pair<'_, Rule>>| !terms.is_empty())
            .collect();
        let span = |terms: &[Pair<'_, Rule>]| match (terms.first(), terms.last()) {
            (Some(first), Some(last)) => Some(place(first).to(place(last))),
            _ => None,
        };
        let mut before = Vec::new();
        for terms in &alternatives {
            if let Some(whole) = span(terms).filter(|_| alternatives.len() > 1) {
                before.push(self.add(modifier, &self.text[whole.range()]));
                if before.len() > 1 {
                    self.ask(PartQuestion::IsReached(before.clone()), whole, rule);
                }
            }
            for (number, term) in terms.iter().enumerate() {
                // Implicit white space is skipped before the rest too.
                let rest = match span(&terms[number + 1..]) {
                    Some(rest) => format!("\"\" ~ {}", &self.text[rest.range()]),
                    None => "\"\"".to_owned(),
                };
                self.term(term, &rest, modifier, rule);
            }
        }
    }

    fn term(&mut self, term: &Pair<'_, Rule>, rest: &str, modifier: &'static str, rule: &str) {
        for pair in term.clone().into_inner() {
            match pair.as_rule() {
                Rule::positive_predicate_operator | Rule::negative_predicate_operator => {
                    let is_negative = pair.as_rule() == Rule::negative_predicate_operator;
                    // Of `!!a`, only the first is asked about.
                    if place(&pair).start == place(term).start {
                        let looked_for = &self.text[place(&pair).end..place(term).end];
                        let looked_for = self.add(modifier, looked_for);
                        let rest = self.add(modifier, rest);
                        let question = PartQuestion::Matters { is_negative, looked_for, rest };
                        self.ask(question, place(term), rule);
                    }
                }
                _ => {
                    if let Some(inner) = inner_expression(pair) {
                        self.expression(inner, modifier, rule);
                    }
                }
            }
        }
    }

    /// The text with a rule for each expression.
    fn enlarged(&self) -> String {
        let mut text = format!("{}\n", self.text);
        for (number, (modifier, expression)) in self.expressions.iter().enumerate() {
            let atomic = if modifier.is_empty() { "$" } else { modifier };
            for (caller, modifier) in [(CallerKind::Plain, *modifier), (CallerKind::Atomic, atomic)]
            {
                text += &format!("{} = {modifier}{{ {expression}\n}}\n", added(number, caller));
            }
        }
        text
    }
}

/// The rules that no other rule uses, if parsing begins elsewhere: with a rule that has `SOI` or `EOI` as
/// a part.
fn unused(rules: &[RulePairs<'_>]) -> Vec<PestFinding> {
    let uses: BTreeMap<&str, BTreeSet<&str>> =
        rules.iter().map(|rule| (rule.name.as_str(), rule.used().collect())).collect();
    let is_named =
        |name: &str| uses.iter().any(|(user, used)| *user != name && used.contains(name));
    let is_whole = |rule: &RulePairs<'_>| {
        rule.body.clone().into_inner().flatten().any(|pair| {
            pair.as_rule() == Rule::term && ["SOI", "EOI"].contains(&pair.as_str().trim())
        })
    };
    let starts = rules.iter().filter(|rule| is_whole(rule)).map(|rule| rule.name.as_str());
    let mut pending: Vec<&str> = starts.filter(|name| !is_named(name)).collect();
    if pending.is_empty() {
        return Vec::new();
    }
    pending.extend(["WHITESPACE", "COMMENT"]);
    let mut reached: BTreeSet<&str> = BTreeSet::new();
    while let Some(name) = pending.pop() {
        if reached.insert(name) {
            pending.extend(uses.get(name).into_iter().flatten());
        }
    }
    let unreached = rules.iter().filter(|rule| !reached.contains(rule.name.as_str()));
    unreached
        .map(|rule| PestFinding {
            kind: PestFindingKind::Unused,
            place: place(&rule.name),
            rule: rule.name.as_str().to_owned(),
        })
        .collect()
}
