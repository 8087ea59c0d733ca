//! The statements about a production are true on the page, for the parser and in the
//! documents.

use std::sync::LazyLock;

use urlbnf::description::{
    EditionDescriptions, GrammarDescription, PartnerComparison, ProductionDescription,
};
use urlbnf::remark::RemarkKind;
use urlbnf::{Edition, Reading, parse};

use crate::support::readings;

/// Every production of every reading.
static DESCRIPTIONS: LazyLock<Vec<ProductionDescription>> = LazyLock::new(|| {
    let mut found = Vec::new();
    for reading in Reading::ALL {
        let descriptions = EditionDescriptions::new(reading);
        for edition in Edition::ALL {
            let ids = edition.grammar(reading).ids();
            found.extend(ids.map(|id| descriptions.description(edition, id).unwrap()));
        }
    }
    found
});

fn every_description(mut look: impl FnMut(&ProductionDescription, &str)) {
    for description in DESCRIPTIONS.iter() {
        look(
            description,
            &format!(
                "{}, {}, {}",
                description.grammar_name(),
                description.reading,
                description.name()
            ),
        );
    }
}

#[test]
fn examples_and_near_misses_are_judged_by_the_parser() {
    every_description(|description, of| {
        let parsed = |it: &[u8]| {
            parse(description.edition.unwrap(), description.reading, description.production, it)
                .is_ok()
        };
        assert!(description.examples.iter().all(|it| parsed(it)), "{of}");
        assert!(!description.near_misses.iter().any(|it| parsed(&it.string)), "{of}");
        let facts = &description.facts;
        assert!(facts.shortest.iter().all(|it| parsed(it)), "{of}");
        assert_eq!(facts.shortest.is_none(), facts.derives_nothing, "{of}");
        assert_eq!(description.examples.is_empty(), facts.derives_nothing, "{of}");
        let longest = facts.longest.unwrap_or(usize::MAX);
        let fits = |it: &Vec<u8>| {
            it.len() <= longest && it.iter().all(|byte| facts.alphabet.contains(byte))
        };
        assert!(description.examples.iter().all(fits), "{of}");
    });
}

#[track_caller]
fn stepped(
    description: &ProductionDescription,
    at: [usize; 2],
    step: &PartnerComparison,
    of: &str,
) {
    let both = at.map(|at| &description.history[at]);
    let parsed = |side: usize, string: &[u8]| {
        let id = both[side].production().unwrap();
        parse(both[side].edition, description.reading, id, string).is_ok()
    };
    let relation = &step.relation;
    for gained in relation.gained().into_iter().chain(step.gained.as_deref()) {
        assert!(parsed(1, gained) && !parsed(0, gained), "{of}: {gained:?}");
    }
    for lost in relation.lost().into_iter().chain(step.lost.as_deref()) {
        assert!(parsed(0, lost) && !parsed(1, lost), "{of}: {lost:?}");
    }
    assert_eq!(relation.gained().is_some(), step.gained.is_some(), "{of}");
    assert_eq!(relation.lost().is_some(), step.lost.is_some(), "{of}");
}

#[test]
fn witnesses_of_a_history_are_judged_by_the_parsers() {
    let mut steps = 0;
    every_description(|description, of| {
        let history = &description.history;
        let editions: Vec<Edition> = history.iter().map(|it| it.edition).collect();
        assert_eq!(editions, Edition::ALL, "{of}");
        let own = history.iter().find(|it| Some(it.edition) == description.edition);
        assert_eq!(own.and_then(|it| it.production()), Some(description.production), "{of}");
        for (at, generation) in history.iter().enumerate() {
            let before = history.iter().position(|it| Some(it.edition) == generation.before);
            assert_eq!(generation.change.is_some(), before.is_some(), "{of}");
            if let (Some(step), Some(before)) = (&generation.change, before) {
                stepped(description, [before, at], step, of);
                steps += 1;
            }
        }
    });
    assert!(steps > 5000, "only {steps}");
}

/// `explain` shows the same history of a name for each edition as `history`.
#[test]
fn one_name_has_one_history() {
    let rows = |history: &[urlbnf::description::LineageEntry]| -> Vec<_> {
        let row = |it: &urlbnf::description::LineageEntry| {
            (it.edition, it.productions.clone(), it.named, it.instead.clone(), it.reason)
        };
        history.iter().map(row).collect()
    };
    let descriptions = EditionDescriptions::new(Reading::Corrected);
    every_description(|description, of| {
        if description.reading == Reading::Corrected {
            let stages = urlbnf::timeline::of_production(description.name(), &descriptions);
            let stages: Vec<_> = (stages.into_iter())
                .map(|it| (it.edition, it.productions, it.named, it.instead, it.reason))
                .collect();
            assert_eq!(rows(&description.history), stages, "{of}");
        }
    });
}

#[test]
fn texts_stand_where_they_are_said_to() {
    every_description(|description, of| {
        let listing = description.grammar().listing();
        for printed in description.definitions.iter().chain(&description.otherwise) {
            let (_, text) = listing.source(printed.place.start);
            let line = text.lines().nth(printed.line - 1).unwrap();
            let first = printed.text.lines().next().unwrap();
            assert!(line.contains(first) && first.contains(description.name()), "{of}: {line}");
        }
        assert_eq!(description.definitions.is_empty(), description.facts.undefined, "{of}");
        assert!(!description.rules.is_empty(), "{of} has no rule");
        assert!(description.rules[0].text.starts_with(&description.rules[0].name), "{of}");
        // Every production that is used names its users.
        let users = |id| description.grammar().users(id);
        assert!(
            description.uses.iter().all(|&id| users(id).contains(&description.production)),
            "{of}"
        );
        // A text that differs between the readings has an erratum.
        let erratum = description.remarks.iter().any(|it| it.number.kind == RemarkKind::Erratum);
        assert!(description.otherwise.is_empty() || erratum, "{of}");
    });
}

#[test]
fn editions_say_what_is_odd_in_them() {
    for (edition, reading) in readings() {
        let description = GrammarDescription::for_edition(edition, reading);
        let grammar = edition.grammar(reading);
        let all = description.productions.len() + description.undefined.len();
        assert_eq!(all, grammar.len(), "{edition}, {reading}");
        for (scheme, id) in &description.schemes {
            let own = ProductionDescription::for_production(edition, reading, *id).unwrap();
            let begins = |it: &Vec<u8>| it.starts_with(format!("{scheme}:").as_bytes());
            assert!(own.examples.iter().all(begins), "{edition}, {reading}: {scheme}");
        }
    }
}
