//! Alternatives that add no string to those before them.

use urlbnf_language::{Dfa, Exceeded};

use super::decided::GrammarAnalysis;
use super::{Finding, FindingDetails, LintCode};
use crate::automaton::AutomatonError;
use crate::grammar::{Expression, ExpressionKind, Grammar, ProductionId, Span};
use crate::languages::unrolled_expression;
use crate::suite::dropped_alternatives;

/// The alternatives of a choice in the text of a production.
struct ProductionChoice<'g> {
    production: ProductionId,
    alternatives: Vec<&'g Expression>,
}

/// The alternatives, in groups and options too, that derive only strings of the alternatives
/// before them; and the choices that are too large to decide, unless their production is reported
/// as such already.
pub(super) fn findings(grammar: &Grammar, decided: &GrammarAnalysis) -> Vec<Finding> {
    let mut found = Vec::new();
    for choice in choices(grammar) {
        let production = choice.production;
        let (mut covered, mut error) = covered(grammar, &choice, decided);
        if !covered.is_empty() && decided.recurs(grammar, production) {
            match needless(grammar, &choice, covered) {
                Ok(needless) => covered = needless,
                Err(AutomatonError::TooLarge(_, exceeded)) => {
                    (covered, error) = (Vec::new(), Some((choice.alternatives[0].place, exceeded)));
                }
                Err(AutomatonError::Cycle(..)) => covered = Vec::new(),
            }
        }
        found.extend(covered);
        let is_reported = decided.errors[production.index()].is_some();
        if let (Some((place, exceeded)), false) = (error, is_reported) {
            let fault = FindingDetails::Undecided(AutomatonError::TooLarge(production, exceeded));
            found.push(Finding { code: LintCode::TooLarge, place, production, fault });
        }
    }
    found
}

fn choices(grammar: &Grammar) -> impl Iterator<Item = ProductionChoice<'_>> {
    grammar.ids().flat_map(|production| {
        let definitions = grammar.production(production).definitions();
        let all: Vec<&Expression> = grammar.production(production).alternatives().collect();
        let whole = (all.len() > 1 && definitions.len() > 1)
            .then_some(ProductionChoice { production, alternatives: all });
        let parts =
            definitions.iter().flat_map(|it| it.body.all().map(move |part| (&it.body, part)));
        let parts = parts.filter_map(move |(body, part)| {
            let ExpressionKind::Choice(alternatives) = &part.kind else { return None };
            let alternatives = alternatives.iter().collect();
            let choice = ProductionChoice { production, alternatives };
            (definitions.len() == 1 || !std::ptr::eq(body, part)).then_some(choice)
        });
        whole.into_iter().chain(parts)
    })
}

/// The alternatives that add nothing, and the place where a limit was exceeded.
fn covered(
    grammar: &Grammar,
    choice: &ProductionChoice,
    decided: &GrammarAnalysis,
) -> (Vec<Finding>, Option<(Span, Exceeded)>) {
    let mut found = Vec::new();
    let mut before = Dfa::none();
    for (number, &alternative) in choice.alternatives.iter().enumerate() {
        let place = alternative.place;
        if let Some(exceeded) = decided.too_large(choice.production, alternative) {
            return (found, Some((place, exceeded)));
        }
        let own =
            decided.questions.ask(|work| decided.composed(choice.production, [alternative], work));
        let own = match own {
            Ok(own) => own,
            Err(exceeded) => return (found, Some((place, exceeded))),
        };
        if own.is_none() && decided.is_undecided(choice.production) {
            // The production is reported already, and its parts would be too large as well.
            return (found, None);
        }
        let own = own.map(Ok).or_else(|| unrolled_expression(grammar, alternative.clone()));
        let own = match own {
            Some(Ok(own)) => own,
            Some(Err(AutomatonError::TooLarge(_, exceeded))) => {
                return (found, Some((place, exceeded)));
            }
            Some(Err(AutomatonError::Cycle(..))) | None => return (found, None),
        };
        let compared = decided.questions.ask(|work| {
            Ok::<_, Exceeded>((own.witness(&before, work)?, before.union(&own, work)?))
        });
        let (witness, both) = match compared {
            Ok(compared) => compared,
            Err(exceeded) => return (found, Some((place, exceeded))),
        };
        // An alternative that is empty because of an undefined name is reported at that name.
        if number > 0 && !own.is_empty() && witness.is_none() {
            let fault = FindingDetails::Covered { example: own.plainest() };
            let (code, production) = (LintCode::CoveredAlternative, choice.production);
            found.push(Finding { code, place, production, fault });
        }
        before = both;
    }
    (found, None)
}

/// Of the alternatives that add nothing, in a production that uses itself, those that can be
/// left out together. `s` derives all strings of `"a"` in `s = s / "a"`, but none without `"a"`.
fn needless(
    grammar: &Grammar,
    choice: &ProductionChoice,
    covered: Vec<Finding>,
) -> Result<Vec<Finding>, AutomatonError> {
    let mut needless = Vec::new();
    let (mut rest, mut kept): (Option<Grammar>, Vec<Expression>) = (None, Vec::new());
    let mut covered = covered.into_iter().peekable();
    for &alternative in &choice.alternatives {
        if let Some(finding) = covered.next_if(|it| it.place == alternative.place) {
            let (kind, place) = (ExpressionKind::Choice(kept.clone()), alternative.place);
            if let Some(less) = without(rest.as_ref().unwrap_or(grammar), &finding)
                && let Some(own) = unrolled_expression(grammar, alternative.clone())
                && let Some(others) = unrolled_expression(&less, Expression { kind, place })
            {
                let lost = own?.witness(&others?, &mut grammar.work());
                let too_large = |it| AutomatonError::TooLarge(choice.production, it);
                if lost.map_err(too_large)?.is_none() {
                    rest = Some(less);
                    needless.push(finding);
                    continue;
                }
            }
        }
        kept.push(alternative.clone());
    }
    Ok(needless)
}

/// The grammar without the alternative of a finding.
fn without(grammar: &Grammar, finding: &Finding) -> Option<Grammar> {
    let mut dropped = dropped_alternatives(grammar, finding.production);
    dropped.find(|it| it.place == finding.place)?.grammar(grammar)
}
