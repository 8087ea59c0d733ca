//! The parts of a message about a failure, before they are laid out.
//!
//! A terminal and a page have different layouts, but the same words and the same places of the
//! printed grammar.

use urlbnf_bnf::text::visible_byte;
use urlbnf_bnf::{Grammar, ProductionId, Span};
use urlbnf_url::diagnose::{
    Diagnostic, DiagnosticCode, Examination, Expectation, FailureReason, GrammarExplanation,
    RepairEffect,
};
use urlbnf_url::verdict::{Judge, Verdict};

/// A failure in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailureMessage {
    /// The headline.
    pub message: String,
    /// The label of the failing byte: what no string does there.
    pub label: String,
    /// Places of the `.bnf`, and messages about them.
    pub printed: Vec<GrammarLabel>,
    /// The productions from the start to the failing one; empty if none was chosen yet.
    pub chain: Vec<ProductionId>,
    /// What was expected; `None` if nothing could be.
    pub expected: Option<String>,
    /// Where the production is printed.
    pub citation: String,
    /// The sentence of the document that gives the reason, if there is one.
    pub reason: Option<FailureReason>,
    /// A note that the generic productions accept the input.
    pub generic_only: Option<String>,
    /// Further notes.
    pub notes: Vec<String>,
    /// How to repair it, in words without the replacement.
    pub help: Option<String>,
}

/// A place of the `.bnf`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarLabel {
    /// The place.
    pub place: Span,
    /// The message about it, if any.
    pub text: Option<String>,
}

/// How many of the places where something was expected are marked.
const MOST_PLACES: usize = 100;

/// The message about a place that was expected at the end of the input.
const ENDS: &str = "the input ends before this";

impl GrammarLabel {
    fn to(place: Span) -> GrammarLabel {
        GrammarLabel { place, text: None }
    }

    fn with_text(place: Span, text: String) -> GrammarLabel {
        GrammarLabel { place, text: Some(text) }
    }
}

impl FailureMessage {
    /// The finding about an input that does not conform.
    pub fn from_diagnostic(
        judge: &Judge,
        input: &[u8],
        examination: &Examination<'_>,
        diagnostic: &Diagnostic,
    ) -> FailureMessage {
        let grammar = judge.grammar();
        // What other schemes expect does not help.
        let hidden = [
            DiagnosticCode::EmptyProduction,
            DiagnosticCode::UnknownScheme,
            DiagnosticCode::Undecided,
        ];
        let can_expect = !hidden.contains(&diagnostic.code);
        FailureMessage {
            message: diagnostic.message(judge, input),
            label: diagnostic.label(judge, input),
            printed: pointers(judge, diagnostic),
            chain: chain(judge, diagnostic).to_vec(),
            expected: can_expect.then(|| diagnostic.expected_text(grammar)),
            citation: diagnostic.named_citation(judge),
            reason: diagnostic.reason.clone(),
            generic_only: generic_only(judge, examination),
            notes: notes(judge, examination, diagnostic),
            help: diagnostic.help(judge, input),
        }
    }
}

/// The productions from the start to the one that is reported. If the reason is about a
/// production above the failing one, the chain ends there.
fn chain<'d>(judge: &Judge, diagnostic: &'d Diagnostic) -> &'d [ProductionId] {
    let explanation = diagnostic.reason.as_ref().and_then(|reason| reason.explanation.as_ref());
    let explained = explanation.and_then(|explanation| {
        let is_it = |id: &ProductionId| explanation.production.contains(&judge.grammar().name(*id));
        diagnostic.failing.iter().find_map(|failing| {
            let at = failing.chain.iter().position(is_it)?;
            failing.chain.get(..=at)
        })
    });
    explained.unwrap_or_else(|| diagnostic.named_chain(judge))
}

/// The notes, and the words about a repair that names another resource.
fn notes(judge: &Judge, examination: &Examination<'_>, diagnostic: &Diagnostic) -> Vec<String> {
    let mut notes: Vec<String> = examination.notes.iter().map(|note| note.text(judge)).collect();
    let meaning = diagnostic.repair.as_ref().and_then(|repair| repair.meaning);
    if let Some(RepairEffect::Another { basis: Some(basis) }) = meaning {
        notes.push(format!("what is reserved is something else when it is encoded: {basis}"));
    }
    notes
}

/// A note that the generic productions accept the input.
fn generic_only(judge: &Judge, examination: &Examination<'_>) -> Option<String> {
    let judgement = &examination.judgement;
    let grammar = judge.grammar();
    match (judgement.verdict, judgement.matched(), judgement.judged()) {
        (Verdict::GenericOnly, Some(matched), Some(judged)) => {
            let (matched, judged) = (grammar.name(matched), grammar.name(judged));
            Some(format!("generic-only: `{matched}` accepts it, `{judged}` does not"))
        }
        _ => None,
    }
}

/// The production's name, and the expected parts in it.
fn pointers(judge: &Judge, diagnostic: &Diagnostic) -> Vec<GrammarLabel> {
    let grammar = judge.grammar();
    if grammar.production(diagnostic.production).definitions().is_empty() {
        return undefined(grammar, diagnostic);
    }
    if let Some(explanation) =
        diagnostic.reason.as_ref().and_then(|reason| reason.explanation.as_ref())
    {
        return explanation_labels(grammar, explanation);
    }
    if diagnostic.code == DiagnosticCode::Undecided {
        let name = name_place(grammar, diagnostic.named_production(judge), None);
        return name.map(GrammarLabel::to).into_iter().collect();
    }
    let text = match diagnostic.code {
        DiagnosticCode::UnknownScheme => Some("none of these has this scheme".to_owned()),
        DiagnosticCode::NotAscii if judge.is_of_urls() => {
            Some("no production allows a byte outside ASCII".to_owned())
        }
        DiagnosticCode::BadEscape => Some("an escape is `%` and two hexadecimal digits".to_owned()),
        // The message about the production entered last is at another place.
        _ if diagnostic.component(judge).is_some() => {
            diagnostic.found.map(|found| format!("{} is not allowed in this", visible_byte(found)))
        }
        _ => diagnostic.found_text(grammar),
    };
    let Some(failing) = diagnostic.named_failing(judge) else {
        let named = named_places(judge, diagnostic);
        let name = name_place(grammar, diagnostic.named_production(judge), named.first().copied());
        if named.is_empty() {
            let text = text.filter(|_| !diagnostic.failing.is_empty()).unwrap_or_default();
            return name.map(|place| GrammarLabel::with_text(place, text)).into_iter().collect();
        }
        let text = text.filter(|_| diagnostic.found.is_some()).unwrap_or_else(|| ENDS.to_owned());
        return name.map(GrammarLabel::to).into_iter().chain(marked(named, &text)).collect();
    };
    let name = name_place(grammar, failing.production, failing.places.first().copied());
    let mut pointers: Vec<GrammarLabel> = name.map(GrammarLabel::to).into_iter().collect();
    let waited = failing.expected.iter().zip(&failing.places);
    let production =
        |(expected, _): &(&Expectation, &Span)| matches!(expected, Expectation::Production(_));
    match text {
        // The message about the byte belongs to the class that lacks it, if there is one.
        Some(text) => {
            let place = waited.clone().find(production).or(waited.clone().next());
            pointers.extend(place.map(|(_, &place)| GrammarLabel::with_text(place, text)));
        }
        None => {
            let mut places: Vec<Span> = waited.map(|(_, &place)| place).collect();
            places.sort();
            places.dedup();
            let text = match (diagnostic.found, places.len()) {
                (None, _) => ENDS,
                (Some(_), 1) => "expected this",
                (Some(_), _) => "expected one of these",
            };
            let more = places.len().saturating_sub(MOST_PLACES);
            places.truncate(MOST_PLACES);
            let text = match more {
                0 => text.to_owned(),
                more => format!("{text}, or one of {more} more"),
            };
            pointers.extend(marked(places, &text));
        }
    }
    pointers
}

/// The places of a production that names the failing one, with the messages about them.
fn explanation_labels(grammar: &Grammar, explanation: &GrammarExplanation) -> Vec<GrammarLabel> {
    let production = explanation.production.iter().find_map(|name| grammar.find(name));
    let definitions = production.map(|id| grammar.production(id).definitions());
    let Some(definition) = definitions.and_then(|definitions| definitions.first()) else {
        return Vec::new();
    };
    let references = definition.body.references();
    let remarks = explanation.remarks.iter().filter_map(|(name, text)| {
        let (_, place) = references.iter().find(|(id, _)| grammar.name(*id) == *name)?;
        Some(GrammarLabel::with_text(*place, text.clone()))
    });
    std::iter::once(GrammarLabel::to(definition.name_place)).chain(remarks).collect()
}

/// Places, with a message at the last.
fn marked(mut places: Vec<Span>, text: &str) -> impl Iterator<Item = GrammarLabel> {
    let last = places.pop().map(|place| GrammarLabel::with_text(place, text.to_owned()));
    places.into_iter().map(GrammarLabel::to).chain(last)
}

/// The places where an unfinished production names those that expect something.
fn named_places(judge: &Judge, diagnostic: &Diagnostic) -> Vec<Span> {
    let (grammar, named_chain) = (judge.grammar(), diagnostic.named_chain(judge));
    let waits = |id: ProductionId| {
        let mut failing = diagnostic.failing.iter().map(|failing| failing.chain.as_slice());
        failing.any(|chain| {
            chain.starts_with(named_chain) && chain.get(named_chain.len()) == Some(&id)
        })
    };
    if named_chain.is_empty() {
        return Vec::new();
    }
    let definitions = grammar.production(diagnostic.named_production(judge)).definitions().iter();
    let named = definitions.flat_map(|definition| definition.body.references());
    let mut places: Vec<Span> =
        named.filter(|(id, _)| waits(*id)).map(|(_, place)| place).collect();
    places.sort();
    places.dedup();
    places
}

/// The places where an undefined name is used.
fn undefined(grammar: &Grammar, diagnostic: &Diagnostic) -> Vec<GrammarLabel> {
    let user = diagnostic.chain.iter().rev().nth(1);
    let Some(&user) = user else { return Vec::new() };
    let definitions = grammar.production(user).definitions().iter();
    let uses = definitions.flat_map(|definition| {
        let named = definition.body.references().into_iter();
        named.map(|(id, place)| (definition.name_place, id, place))
    });
    let used = uses.into_iter().find(|(_, id, _)| *id == diagnostic.production);
    let Some((name, _, place)) = used else { return Vec::new() };
    let text = match grammar.production(diagnostic.production).definitions() {
        [] => "defined nowhere",
        _ => "needs itself",
    };
    vec![GrammarLabel::to(name), GrammarLabel::with_text(place, text.to_owned())]
}

/// The name of a production in the `.bnf`, in the definition with the given part.
fn name_place(grammar: &Grammar, production: ProductionId, part: Option<Span>) -> Option<Span> {
    let definitions = grammar.production(production).definitions();
    let has = |place: Span, part: Span| place.start <= part.start && part.end <= place.end;
    let holder =
        part.and_then(|part| definitions.iter().find(|definition| has(definition.place, part)));
    holder.or(definitions.first()).map(|definition| definition.name_place)
}
