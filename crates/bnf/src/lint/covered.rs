//! Alternatives that add no string to those before them.

use urlbnf_language::{CharacterSet, Dfa, Exceeded, Work};

use super::{Finding, FindingDetails, LintCode, Question, UndecidedQuestion};
use crate::automaton::AutomatonError;
use crate::core::Core;
use crate::grammar::{Expression, ExpressionKind, Grammar, ProductionId};
use crate::languages::composed::Bound;
use crate::languages::unrolled_expression;
use crate::local::analysis::{Decision, GrammarAnalysis, OpenConflict};
use crate::local::parse::Derived;
use crate::suite::dropped_alternatives;

/// The alternatives of a choice in the text of a production.
struct ProductionChoice<'g> {
    production: ProductionId,
    alternatives: Vec<&'g Expression>,
}

/// The alternatives, also those in groups and options, that add no string to the alternatives before
/// them. The rules for which this could not be decided are added to `undecided`.
pub(super) fn findings(
    decided: &GrammarAnalysis<'_>,
    undecided: &mut Vec<UndecidedQuestion>,
) -> Vec<Finding> {
    let grammar = decided.grammar;
    let mut found = Vec::new();
    for choice in choices(grammar) {
        let production = choice.production;
        let mut covered = ChoiceResult::default();
        let decision = decided.questions.ask(|work| {
            covered = ChoiceResult::default();
            find_covered(&choice, decided, &mut covered, work)
        });
        if decision.is_err() {
            let places = [choice.alternatives[0].place, choice.alternatives[0].place];
            let open = OpenConflict { parts: Some(places), string: None, is_out_of_work: true };
            covered.open.push(open);
        }
        let open = covered.open.into_iter();
        undecided
            .extend(open.map(|open| UndecidedQuestion::new(production, Question::Covered, open)));
        let mut covered = covered.findings;
        if !covered.is_empty() && decided.recurs(production) {
            let needless = decided.questions.ask(|work| needless(grammar, &choice, &covered, work));
            covered = needless.unwrap_or_else(|_| {
                let open = OpenConflict::out_of_work();
                undecided.push(UndecidedQuestion::new(production, Question::Covered, open));
                Vec::new()
            });
        }
        found.extend(covered);
    }
    found
}

fn choices(grammar: &Grammar) -> impl Iterator<Item = ProductionChoice<'_>> {
    grammar.ids().flat_map(|production| {
        let definitions = grammar.production(production).definitions();
        let all: Vec<&Expression> = grammar.production(production).alternatives().collect();
        let whole = (all.len() > 1 && definitions.len() > 1)
            .then_some(ProductionChoice { production, alternatives: all });
        let parts = definitions
            .iter()
            .flat_map(|definition| definition.body.all().map(move |part| (&definition.body, part)));
        let parts = parts.filter_map(move |(body, part)| {
            let ExpressionKind::Choice(alternatives) = &part.kind else { return None };
            let alternatives = alternatives.iter().collect();
            let choice = ProductionChoice { production, alternatives };
            (definitions.len() == 1 || !std::ptr::eq(body, part)).then_some(choice)
        });
        whole.into_iter().chain(parts)
    })
}

/// What is decided of a choice.
#[derive(Default)]
struct ChoiceResult {
    findings: Vec<Finding>,
    open: Vec<OpenConflict>,
}

/// Finds the alternatives that add nothing.
fn find_covered(
    choice: &ProductionChoice<'_>,
    decided: &GrammarAnalysis<'_>,
    result: &mut ChoiceResult,
    work: &mut Work,
) -> Result<(), Exceeded> {
    let production = choice.production;
    let texts: Vec<Core> = choice.alternatives.iter().map(|part| decided.core(part)).collect();
    let mut first = CharacterSet::EMPTY;
    let mut is_nullable = false;
    let mut before = PrecedingLanguage { exact: Some(Dfa::none()), count: 0 };
    for (number, (own, &alternative)) in texts.iter().zip(&choice.alternatives).enumerate() {
        work.tick()?;
        let edges = decided.edges(own);
        // An alternative that begins like none before it adds its strings. One without strings because
        // of an undefined name is reported at that name.
        let is_new = edges.differs(first) && !(edges.is_nullable && is_nullable);
        let string = decided.shortest(own);
        first = first.union(edges.first);
        is_nullable |= edges.is_nullable;
        let Some(example) = string.filter(|_| number > 0 && !is_new) else { continue };
        let place = alternative.place;
        let before = (&texts[..number], &mut before);
        match adds(decided, before, own, &example, work)? {
            Decision::Found(()) => {}
            Decision::Nothing => {
                let own = decided.language(own, Bound::Exact, work)?;
                let example = own.map_or(Some(example), |own| own.plainest());
                let (code, fault) =
                    (LintCode::CoveredAlternative, FindingDetails::Covered { example });
                result.findings.push(Finding { code, place, production, fault });
            }
            Decision::Undecided(open) => {
                result.open.push(OpenConflict { parts: Some([texts[0].place, place]), ..open });
            }
        }
    }
    Ok(())
}

/// The language of the first alternatives of a choice.
struct PrecedingLanguage {
    /// `None` if it is not known exactly.
    exact: Option<Dfa>,
    /// How many alternatives it has.
    count: usize,
}

impl PrecedingLanguage {
    /// The language of some more alternatives. Those that it has already are the first of them.
    fn of(
        &mut self,
        decided: &GrammarAnalysis<'_>,
        texts: &[Core],
        work: &mut Work,
    ) -> Result<Option<&Dfa>, Exceeded> {
        for text in &texts[self.count..] {
            if let Some(before) = &self.exact {
                let own = decided.language(text, Bound::Exact, work)?;
                self.exact = own.map(|own| before.union(&own, work)).transpose()?;
            }
        }
        self.count = texts.len();
        Ok(self.exact.as_ref())
    }
}

/// Whether an alternative has a string that those before it do not have.
fn adds(
    decided: &GrammarAnalysis<'_>,
    (texts, before): (&[Core], &mut PrecedingLanguage),
    own: &Core,
    example: &[u8],
    work: &mut Work,
) -> Result<Decision<()>, Exceeded> {
    if let Some(before) = before.of(decided, texts, work)?
        && let Some(own) = decided.language(own, Bound::Exact, work)?
    {
        let witness = own.witness(before, work)?;
        return Ok(witness.map_or(Decision::Nothing, |_| Decision::Found(())));
    }
    work.ticks(texts.len())?;
    if texts.iter().any(|text| text.is_same(own)) {
        return Ok(Decision::Nothing);
    }
    let before = Core::any(texts.to_vec(), own.place);
    let is_new = |string: &[u8], work: &mut Work| {
        let is_own = decided.derived(own, string, work)? != Derived::Not;
        Ok::<_, Exceeded>(is_own && decided.derived(&before, string, work)? == Derived::Not)
    };
    if is_new(example, work)? {
        return Ok(Decision::Found(()));
    }
    let witness = |one: Bound, other: Bound, work: &mut Work| {
        let (own, before) =
            (decided.language(own, one, work)?, decided.language(&before, other, work)?);
        match (own, before) {
            (Some(own), Some(before)) => own.witness(&before, work),
            _ => Ok::<_, Exceeded>(None),
        }
    };
    if witness(Bound::Below, Bound::Above, work)?.is_some() {
        return Ok(Decision::Found(()));
    }
    Ok(match witness(Bound::Above, Bound::Below, work)? {
        None => Decision::Nothing,
        Some(string) if is_new(&string, work)? => Decision::Found(()),
        string => Decision::Undecided(OpenConflict { string, ..OpenConflict::default() }),
    })
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
        if let Some(finding) = covered.next_if(|finding| finding.place == alternative.place) {
            let (kind, place) = (ExpressionKind::Choice(kept.clone()), alternative.place);
            if let Some(less) = without(rest.as_ref().unwrap_or(grammar), finding)
                && let Some(own) = unrolled_expression(grammar, alternative.clone(), work)
                && let Some(others) = unrolled_expression(&less, Expression { kind, place }, work)
            {
                let lost = own?.witness(&others?, work);
                let too_large = |exceeded| AutomatonError::TooLarge(choice.production, exceeded);
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
    dropped.find(|fault| fault.place == finding.place)?.grammar(grammar)
}
