//! Findings that only ABNF grammars have.
//!
//! Literals are case-insensitive, which surprises many readers. A rule may be defined in the text
//! of a document and again in the collected grammar at its end; whether both definitions have the
//! same language is decided here.

use std::collections::{BTreeSet, HashMap, HashSet};

use urlbnf_language::FastMap;

use super::{Finding, FindingDetails, LintCode, Question, UndecidedQuestion};
use crate::core::Core;
use crate::grammar::{Expression, ExpressionKind, Grammar, ProductionId, Span};
use crate::local::analysis::{Decision, GrammarAnalysis, OpenConflict};

/// Why a literal was probably meant to be case-sensitive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaseSensitivityHint {
    /// Another alternative is the same text in another case.
    Twice,
    /// Another literal of the file is the same text with `%s`.
    Sensitive,
    /// A capital letter follows a small one.
    Inner,
    /// A class of digits lists its letters in one case.
    Digits,
}

impl CaseSensitivityHint {
    /// The reason, in words.
    pub(super) fn reason(self) -> &'static str {
        match self {
            CaseSensitivityHint::Twice => "the alternatives list both cases",
            CaseSensitivityHint::Sensitive => "another place writes the same text with `%s`",
            CaseSensitivityHint::Inner => "it contains a capital letter",
            CaseSensitivityHint::Digits => "the digits are listed in one case",
        }
    }
}

/// Case-insensitive literals that were probably meant to be case-sensitive.
pub(super) fn case(grammar: &Grammar) -> Vec<Finding> {
    let mut sensitive: HashSet<&str> = HashSet::new();
    each(grammar, |_, expression| {
        if let ExpressionKind::Literal(text) = &expression.kind
            && text.bytes().any(|byte| byte.is_ascii_alphabetic())
            && printed(grammar, expression).starts_with(['%'])
            && printed(grammar, expression).ends_with('"')
        {
            sensitive.insert(text);
        }
    });
    let mut found = Vec::new();
    let mut report = |production, expression: &Expression, case| {
        let (code, place) = (LintCode::Case, expression.place);
        found.push(Finding { code, place, production, fault: FindingDetails::Case { case } });
    };
    each(grammar, |id, expression| match &expression.kind {
        ExpressionKind::AnyCase(text) if sensitive.contains(text.as_str()) => {
            report(id, expression, CaseSensitivityHint::Sensitive);
        }
        ExpressionKind::AnyCase(text) if has_inner_capital(text) => {
            report(id, expression, CaseSensitivityHint::Inner);
        }
        ExpressionKind::Choice(parts) => {
            let text = |part: &Expression| match &part.kind {
                ExpressionKind::AnyCase(text) => Some(text.clone()),
                _ => None,
            };
            // By text in lower case: the spellings seen before.
            let mut before: HashMap<String, BTreeSet<String>> = HashMap::new();
            for part in parts {
                let Some(own) = text(part) else { continue };
                let alike = before.entry(own.to_ascii_lowercase()).or_default();
                if alike.iter().any(|spelling| *spelling != own) {
                    report(id, part, CaseSensitivityHint::Twice);
                }
                alike.insert(own);
            }
            let letters: Option<Vec<String>> = parts
                .iter()
                .filter(|part| part.as_reference().is_none())
                .map(|part| text(part).filter(|literal| literal.len() == 1))
                .collect();
            let letters = letters.unwrap_or_default().concat();
            let is_class = parts.len() > letters.len() || letters.len() > 5;
            if is_class && matches!(letters.as_str(), "ABCDEF" | "abcdef") {
                report(id, expression, CaseSensitivityHint::Digits);
            }
        }
        _ => {}
    });
    found
}

/// Whether a capital letter directly follows a small one.
fn has_inner_capital(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.windows(2).any(|two| two[0].is_ascii_lowercase() && two[1].is_ascii_uppercase())
}

fn printed<'g>(grammar: &'g Grammar, expression: &Expression) -> &'g str {
    grammar.listing().printed(expression.place)
}

/// Visits all parts of all definitions.
fn each<'g>(grammar: &'g Grammar, mut found: impl FnMut(ProductionId, &'g Expression)) {
    for id in grammar.defined() {
        for definition in grammar.production(id).definitions() {
            definition.body.all().for_each(|expression| found(id, expression));
        }
    }
}

/// Definitions whose language differs from that of the first definition. The rules for which this could
/// not be decided are added to `undecided`.
pub(super) fn collected(
    decided: &GrammarAnalysis<'_>,
    undecided: &mut Vec<UndecidedQuestion>,
) -> Vec<Finding> {
    let grammar = decided.grammar;
    // Alternatives that `=/` adds are part of the definition before.
    let mut again: Vec<(ProductionId, Span, Vec<&Expression>)> = Vec::new();
    let mut last: FastMap<ProductionId, usize> = FastMap::default();
    for (production, definition) in grammar.collected() {
        match last.get(production).filter(|_| definition.adds) {
            Some(&at) => again[at].2.push(&definition.body),
            None => {
                last.insert(*production, again.len());
                again.push((*production, definition.name_place, vec![&definition.body]));
            }
        }
    }
    let mut found = Vec::new();
    for (production, place, bodies) in again {
        let before = grammar.production(production).definitions().first();
        let before = before.map_or(place, |definition| definition.name_place);
        let again = Core::of_bodies(grammar, bodies.into_iter());
        let texts = [grammar.core(production), &again];
        match decided.questions.ask(|work| decided.difference(texts, work)) {
            Ok(Decision::Nothing) => {}
            Ok(Decision::Found((string, in_first))) => {
                let fault = FindingDetails::Collected { before, string, here: !in_first };
                found.push(Finding { code: LintCode::CollectedDiffers, place, production, fault });
            }
            open => {
                let open = OpenConflict {
                    parts: Some([before, place]),
                    string: None,
                    is_out_of_work: open.is_err(),
                };
                undecided.push(UndecidedQuestion::new(production, Question::Collected, open));
            }
        }
    }
    found
}
