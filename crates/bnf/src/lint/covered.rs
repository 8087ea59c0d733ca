//! Alternatives that add no string to those before them.

use urlbnf_language::{Dfa, Exceeded, IsOutOfWork, Work};

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
        let covered = decided.questions.ask(|work| covered(grammar, &choice, decided, work));
        let (mut covered, mut error) = match covered {
            Ok(covered) => (covered, None),
            Err(rest) => (rest.found, Some((rest.place, rest.exceeded))),
        };
        if !covered.is_empty() && decided.recurs(grammar, production) {
            let needless = decided.questions.ask(|work| needless(grammar, &choice, &covered, work));
            match needless {
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

/// The error of a choice that is decided only up to one of its alternatives.
struct UndecidedRest {
    /// The findings in the alternatives before that one.
    found: Vec<Finding>,
    /// Where that alternative is.
    place: Span,
    exceeded: Exceeded,
}

impl IsOutOfWork for UndecidedRest {
    fn is_out_of_work(&self) -> bool {
        self.exceeded.is_out_of_work()
    }
}

/// The alternatives that add nothing.
fn covered(
    grammar: &Grammar,
    choice: &ProductionChoice,
    decided: &GrammarAnalysis,
    work: &mut Work,
) -> Result<Vec<Finding>, UndecidedRest> {
    let mut found = Vec::new();
    let mut before = Dfa::none();
    for (number, &alternative) in choice.alternatives.iter().enumerate() {
        let place = alternative.place;
        if let Some(exceeded) = decided.too_large(choice.production, alternative) {
            return Err(UndecidedRest { found, place, exceeded });
        }
        let own = match decided.composed(choice.production, [alternative], work) {
            // The production is reported already, and its parts would be too large as well.
            Ok(None) if decided.is_undecided(choice.production) => return Ok(found),
            Ok(None) => match unrolled_expression(grammar, alternative.clone(), work) {
                Some(Ok(own)) => own,
                Some(Err(AutomatonError::TooLarge(_, exceeded))) => {
                    return Err(UndecidedRest { found, place, exceeded });
                }
                Some(Err(AutomatonError::Cycle(..))) | None => return Ok(found),
            },
            Ok(Some(own)) => own,
            Err(exceeded) => return Err(UndecidedRest { found, place, exceeded }),
        };
        let compared = own.witness(&before, work);
        let compared = compared.and_then(|witness| Ok((witness, before.union(&own, work)?)));
        let (witness, both) = match compared {
            Ok(compared) => compared,
            Err(exceeded) => return Err(UndecidedRest { found, place, exceeded }),
        };
        // An alternative that is empty because of an undefined name is reported at that name.
        if number > 0 && !own.is_empty() && witness.is_none() {
            let fault = FindingDetails::Covered { example: own.plainest() };
            let (code, production) = (LintCode::CoveredAlternative, choice.production);
            found.push(Finding { code, place, production, fault });
        }
        before = both;
    }
    Ok(found)
}

/// Of the alternatives that add nothing, in a production that uses itself, those that can be
/// left out together. `s` derives all strings of `"a"` in `s = s / "a"`, but none without `"a"`.
fn needless(
    grammar: &Grammar,
    choice: &ProductionChoice,
    covered: &[Finding],
    work: &mut Work,
) -> Result<Vec<Finding>, AutomatonError> {
    let mut needless = Vec::new();
    let (mut rest, mut kept): (Option<Grammar>, Vec<Expression>) = (None, Vec::new());
    let mut covered = covered.iter().peekable();
    for &alternative in &choice.alternatives {
        if let Some(finding) = covered.next_if(|it| it.place == alternative.place) {
            let (kind, place) = (ExpressionKind::Choice(kept.clone()), alternative.place);
            if let Some(less) = without(rest.as_ref().unwrap_or(grammar), finding)
                && let Some(own) = unrolled_expression(grammar, alternative.clone(), work)
                && let Some(others) = unrolled_expression(&less, Expression { kind, place }, work)
            {
                let lost = own?.witness(&others?, work);
                let too_large = |it| AutomatonError::TooLarge(choice.production, it);
                if lost.map_err(too_large)?.is_none() {
                    rest = Some(less);
                    needless.push(finding.clone());
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
