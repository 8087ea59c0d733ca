//! Alternatives that add no string to those before them.

use urlbnf_language::{Dfa, Exceeded};

use super::decided::GrammarAnalysis;
use super::{Finding, FindingDetails, LintCode};
use crate::automaton::AutomatonError;
use crate::grammar::{Expression, ExpressionKind, Grammar, MOST_NAMES, ProductionId, Span};
use crate::languages::unrolled;
use crate::suite::dropped_alternatives;

/// The alternatives of a choice in the text of a production.
struct ProductionChoice {
    production: ProductionId,
    alternatives: Vec<Expression>,
}

/// The alternatives, in groups and options too, that derive only strings of the alternatives
/// before them; and the choices that are too large to decide, unless their production is reported
/// as such already.
pub(super) fn findings(grammar: &Grammar, decided: &GrammarAnalysis) -> Vec<Finding> {
    // Each alternative is decided as a production of its own.
    let room = MOST_NAMES.saturating_sub(grammar.len());
    let (fitting, others): (Vec<ProductionChoice>, Vec<ProductionChoice>) =
        choices(grammar).into_iter().partition(|it| it.alternatives.len() <= room);
    let mut found: Vec<Finding> = others.iter().map(too_many).collect();
    let mut left = &fitting[..];
    while !left.is_empty() {
        let mut size = 0;
        let fits = |choice: &&ProductionChoice| {
            size += choice.alternatives.len();
            size <= room
        };
        let (batch, rest) = left.split_at(left.iter().take_while(fits).count().max(1));
        found.extend(of_batch(grammar, batch, decided));
        left = rest;
    }
    found
}

fn choices(grammar: &Grammar) -> Vec<ProductionChoice> {
    let mut choices = Vec::new();
    for production in grammar.ids() {
        let definitions = grammar.production(production).definitions();
        let all: Vec<Expression> = grammar.production(production).alternatives().cloned().collect();
        if all.len() > 1 && definitions.len() > 1 {
            choices.push(ProductionChoice { production, alternatives: all });
        }
        for part in definitions.iter().flat_map(|it| it.body.all()) {
            if let ExpressionKind::Choice(alternatives) = &part.kind
                && !(definitions.len() > 1
                    && definitions.iter().any(|it| std::ptr::eq(&it.body, part)))
            {
                choices.push(ProductionChoice { production, alternatives: alternatives.clone() });
            }
        }
    }
    choices
}

/// Reports a choice with more alternatives than the grammar has names left.
fn too_many(choice: &ProductionChoice) -> Finding {
    let (production, place) = (choice.production, choice.alternatives[0].place);
    Finding { code: LintCode::TooLarge, place, production, fault: FindingDetails::ManyAlternatives }
}

/// The findings for choices whose alternatives fit beside the names of the grammar.
fn of_batch(
    grammar: &Grammar,
    batch: &[ProductionChoice],
    decided: &GrammarAnalysis,
) -> Vec<Finding> {
    let bodies: Vec<Expression> =
        batch.iter().flat_map(|choice| choice.alternatives.iter().cloned()).collect();
    // The new productions are numbered after those of the grammar.
    let numbers = grammar.len()..grammar.len() + bodies.len();
    let mut numbers = numbers.filter_map(ProductionId::from_index);
    let extended = grammar.with_productions(bodies);
    let mut found = Vec::new();
    for choice in batch {
        let ids: Vec<ProductionId> = numbers.by_ref().take(choice.alternatives.len()).collect();
        let (mut covered, mut error) = covered(&extended, choice, &ids, decided);
        if !covered.is_empty() && decided.recurs(grammar, choice.production) {
            match needless(&extended, choice, &ids, covered) {
                Ok(needless) => covered = needless,
                Err(AutomatonError::TooLarge(_, exceeded)) => {
                    (covered, error) = (Vec::new(), Some((choice.alternatives[0].place, exceeded)));
                }
                Err(AutomatonError::Cycle(..)) => covered = Vec::new(),
            }
        }
        found.extend(covered);
        let is_reported = decided.errors[choice.production.index()].is_some();
        if let (Some((place, exceeded)), false) = (error, is_reported) {
            let production = choice.production;
            let fault = FindingDetails::Undecided(AutomatonError::TooLarge(production, exceeded));
            found.push(Finding { code: LintCode::TooLarge, place, production, fault });
        }
    }
    found
}

/// The alternatives that add nothing, and the place where a limit was exceeded.
fn covered(
    grammar: &Grammar,
    choice: &ProductionChoice,
    ids: &[ProductionId],
    decided: &GrammarAnalysis,
) -> (Vec<Finding>, Option<(Span, Exceeded)>) {
    let mut found = Vec::new();
    let mut before = Dfa::none();
    for (number, (alternative, &id)) in choice.alternatives.iter().zip(ids).enumerate() {
        let place = alternative.place;
        if let Some(exceeded) = decided.too_large(choice.production, alternative) {
            return (found, Some((place, exceeded)));
        }
        let own = decided.composed(choice.production, [alternative]);
        if own.is_none() && decided.is_undecided(choice.production) {
            // The production is reported already, and its parts would be too large as well.
            return (found, None);
        }
        let own = match own.map_or_else(|| unrolled(grammar, id), Ok) {
            Ok(own) => own,
            Err(AutomatonError::TooLarge(_, exceeded)) => return (found, Some((place, exceeded))),
            Err(AutomatonError::Cycle(..)) => return (found, None),
        };
        let compared = own
            .witness_within(&before, grammar.limits())
            .and_then(|it| Ok((it, before.union_within(&own, grammar.limits())?)));
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
    ids: &[ProductionId],
    covered: Vec<Finding>,
) -> Result<Vec<Finding>, AutomatonError> {
    let mut needless = Vec::new();
    let (mut rest, mut kept): (Option<Grammar>, Vec<Expression>) = (None, Vec::new());
    let mut covered = covered.into_iter().peekable();
    for (alternative, &id) in choice.alternatives.iter().zip(ids) {
        if let Some(finding) = covered.next_if(|it| it.place == alternative.place) {
            let less = without(rest.as_ref().unwrap_or(grammar), &finding);
            let (kind, place) = (ExpressionKind::Choice(kept.clone()), alternative.place);
            if let (Some(less), Some(before)) = (less, ProductionId::from_index(grammar.len())) {
                let others = less.with_productions(vec![Expression { kind, place }]);
                let own = unrolled(grammar, id)?;
                let lost = own.witness_within(&unrolled(&others, before)?, grammar.limits());
                if lost.map_err(|it| AutomatonError::TooLarge(id, it))?.is_none() {
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
