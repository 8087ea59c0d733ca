//! Forms that are read although RFC 5234 does not allow them.
//!
//! Grammars in files are written by people, and most deviations are clear enough to be read.
//! Other tools refuse them or read them differently, which an author should know before a
//! document is published.

use super::{Finding, FindingDetails, LintCode};
use crate::grammar::{Definition, Grammar, ProductionId, Span, SyntaxDeviationKind};

/// All deviations from RFC 5234.
pub(super) fn findings(grammar: &Grammar) -> Vec<Finding> {
    let owners = DefinitionIndex::from_grammar(grammar);
    let found = |notice: &crate::grammar::SyntaxDeviation| {
        let code = match notice.kind {
            SyntaxDeviationKind::Bar => LintCode::Bar,
            SyntaxDeviationKind::Surrogate | SyntaxDeviationKind::Surrogates => {
                LintCode::Surrogates
            }
            SyntaxDeviationKind::Blank
            | SyntaxDeviationKind::NoBlank
            | SyntaxDeviationKind::Indented
            | SyntaxDeviationKind::Underscore => LintCode::NotRfc5234,
        };
        let (place, fault) = (notice.place, FindingDetails::Form(notice.kind));
        Finding { code, place, production: owners.owner(place), fault }
    };
    let mut all: Vec<Finding> = grammar.listing().notices.iter().map(found).collect();
    for production in grammar.defined() {
        let definitions = grammar.production(production).definitions();
        let added = definitions.iter().take_while(|definition| definition.adds).count();
        let mut add = |place, fault| {
            all.push(Finding { code: LintCode::NotRfc5234, place, production, fault });
        };
        // Core rules and imported ones are defined before.
        let is_own = |definition: &Definition| grammar.listing().is_own(definition.place.start);
        let is_own = definitions[added..].iter().all(is_own);
        if let Some(first) = definitions.first().filter(|_| added > 0 && is_own) {
            add(first.name_place, FindingDetails::AddedFirst);
            if let Some(definition) = definitions.get(added) {
                let before = first.name_place;
                add(definition.name_place, FindingDetails::DefinedLate { before });
            }
        }
    }
    // A document may print a rule in its text and again in the grammar that it collects.
    let again = grammar.collected().iter().filter(|_| grammar.listing().document.is_none());
    all.extend(again.filter_map(|(production, definition)| {
        let words = |definition: &Definition| {
            let printed = grammar.listing().printed(definition.body.place);
            printed.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        };
        let before = grammar.production(*production).definitions().first()?;
        let is_same = !definition.adds && words(before) == words(definition);
        let (code, place, production) = (LintCode::NotRfc5234, definition.name_place, *production);
        let fault = FindingDetails::Again { before: before.name_place };
        is_same.then_some(Finding { code, place, production, fault })
    }));
    all.extend(grammar.listing().switched.map(|(large, other)| {
        // The large value may be in an imported file.
        let place = if grammar.listing().is_own(large.start) { large } else { other };
        let fault = FindingDetails::CodePoints { large, other };
        Finding { code: LintCode::CodePoints, place, production: owners.owner(place), fault }
    }));
    all
}

/// The places of the definitions, sorted.
struct DefinitionIndex {
    definitions: Vec<(Span, ProductionId)>,
    start: ProductionId,
}

impl DefinitionIndex {
    /// All definitions, including those of names that are defined twice.
    fn from_grammar(grammar: &Grammar) -> DefinitionIndex {
        let own = grammar.defined().flat_map(|id| {
            grammar
                .production(id)
                .definitions()
                .iter()
                .map(move |definition| (definition.place, id))
        });
        let collected = grammar.collected().iter().map(|(id, definition)| (definition.place, *id));
        let mut definitions: Vec<(Span, ProductionId)> = own.chain(collected).collect();
        definitions.sort_unstable();
        DefinitionIndex { definitions, start: grammar.start() }
    }

    /// The production whose definition contains a place; the start if there is none.
    fn owner(&self, place: Span) -> ProductionId {
        let behind = self.definitions.partition_point(|(span, _)| span.start <= place.start);
        let of = behind.checked_sub(1).map(|at| self.definitions[at]);
        let of = of.filter(|(span, _)| place.end <= span.end);
        of.map_or(self.start, |(_, id)| id)
    }
}

/// Describes a deviation.
pub(super) fn message(kind: SyntaxDeviationKind) -> &'static str {
    match kind {
        SyntaxDeviationKind::Bar => "`|` is not ABNF; `/` separates alternatives",
        SyntaxDeviationKind::Blank => {
            "a blank stands between this and what is repeated, which RFC 5234, section 4, does not have"
        }
        SyntaxDeviationKind::NoBlank => {
            "no blank stands between this and the element before it, which RFC 5234, section 4, wants"
        }
        SyntaxDeviationKind::Indented => {
            "this rule is indented more than one before it: by RFC 5234, section 2.2, it goes on with that one"
        }
        SyntaxDeviationKind::Underscore => "RFC 5234, section 2.1, has no `_` in a name",
        SyntaxDeviationKind::Surrogate => {
            "D800 to DFFF are surrogates, which are no characters and not in UTF-8 (RFC 3629, section 3): no string can be made of this"
        }
        SyntaxDeviationKind::Surrogates => {
            "this range goes over the surrogates D800 to DFFF, which are not in UTF-8 (RFC 3629, section 3); it is read without them"
        }
    }
}

/// Names the value that turns all values into code points.
pub(super) fn switched(grammar: &Grammar, large: Span, other: Span) -> String {
    let listing = grammar.listing();
    let shown = |place: Span| {
        let (line, _) = listing.line_and_column(place.start);
        format!(
            "`{}` ({}, line {line})",
            listing.printed(place),
            listing.source(place.start).0.name
        )
    };
    format!(
        "{} is more than an octet, so all values are code points in UTF-8; {} would be an octet without it",
        shown(large),
        shown(other)
    )
}
