//! Findings that only ABNF grammars have.
//!
//! Literals are case-insensitive, which surprises many readers. A rule may be defined in the text
//! of a document and again in the collected grammar at its end; whether both definitions have the
//! same language is decided here.

use std::collections::{BTreeSet, HashMap, HashSet};

use urlbnf_language::{Dfa, FastMap, IsOutOfWork, Relation};

use super::{Finding, FindingDetails, LintCode, Question, UndecidedQuestion};
use crate::automaton::AutomatonError;
use crate::grammar::{Expression, ExpressionKind, Grammar, ProductionId, Span};
use crate::languages::{unrolled, unrolled_expressions};
use crate::local::analysis::OpenConflict;

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
            && text.bytes().any(|it| it.is_ascii_alphabetic())
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
                if alike.iter().any(|it| *it != own) {
                    report(id, part, CaseSensitivityHint::Twice);
                }
                alike.insert(own);
            }
            let letters: Option<Vec<String>> = parts
                .iter()
                .filter(|it| it.as_reference().is_none())
                .map(|it| text(it).filter(|it| it.len() == 1))
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
pub(super) fn collected(grammar: &Grammar, undecided: &mut Vec<UndecidedQuestion>) -> Vec<Finding> {
    // Alternatives that `=/` adds are part of the definition before.
    let (mut places, mut bodies): (Vec<(ProductionId, Span)>, Vec<Expression>) = Default::default();
    let mut last: FastMap<ProductionId, usize> = FastMap::default();
    for (production, definition) in grammar.collected() {
        let (place, body) = (definition.name_place, definition.body.clone());
        match last.get(production).filter(|_| definition.adds).map(|&at| &mut bodies[at].kind) {
            Some(ExpressionKind::Choice(all)) => all.push(body),
            _ => {
                last.insert(*production, bodies.len());
                places.push((*production, place));
                bodies.push(Expression { kind: ExpressionKind::Choice(vec![body]), place });
            }
        }
    }
    let mut languages: FastMap<ProductionId, Result<Dfa, AutomatonError>> = FastMap::default();
    let mut compare = |production, again: Result<Dfa, AutomatonError>| {
        let first = languages.entry(production).or_insert_with(|| unrolled(grammar, production));
        let first = first.as_ref().map_err(Clone::clone)?;
        let compared = first.relation(&again?, &mut grammar.share());
        compared.map_err(|exceeded| AutomatonError::TooLarge(production, exceeded))
    };
    let mut found = Vec::new();
    for ((production, place), again) in
        places.into_iter().zip(unrolled_expressions(grammar, &bodies))
    {
        let before = grammar.production(production).definitions().first();
        let before = before.map_or(place, |it| it.name_place);
        let compared = compare(production, again);
        let (code, fault) = match compared {
            Ok(Relation::Equal) => continue,
            Ok(relation) => {
                let (string, here) = match (relation.gained(), relation.lost()) {
                    (Some(gained), _) => (gained.to_vec(), true),
                    (None, lost) => (lost.unwrap_or_default().to_vec(), false),
                };
                (LintCode::CollectedDiffers, FindingDetails::Collected { before, string, here })
            }
            Err(error) => {
                let open = OpenConflict {
                    parts: Some([before, place]),
                    string: None,
                    is_out_of_work: error.is_out_of_work(),
                };
                undecided.push(UndecidedQuestion::new(production, Question::Collected, open));
                continue;
            }
        };
        found.push(Finding { code, place, production, fault });
    }
    found
}
