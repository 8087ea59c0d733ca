//! Compares the output of `history` with the grammars and the documents.

use std::collections::BTreeSet;

use urlbnf::bnf::Notation;
use urlbnf::description::{EditionDescriptions, LineageEntry};
use urlbnf::diff::{OldProduction, PairingReason, UrlGrammarDiff, side_of};
use urlbnf::registry::SCHEMES;
use urlbnf::timeline::{TimelineRemark, TimelineSubject, is_side_branch, stages};
use urlbnf::{Document, Edition, Reading};

use crate::support::lines;

const READING: Reading = Reading::Corrected;

fn name(generation: &LineageEntry, id: urlbnf::bnf::ProductionId) -> &'static str {
    generation.edition.grammar(READING).name(id)
}

/// The names that a grammar prints, in its own case.
fn printed(edition: Edition) -> Vec<&'static str> {
    let grammar = edition.grammar(READING);
    grammar.ids().map(|id| grammar.name(id)).collect()
}

#[test]
fn history_shows_every_grammar_that_prints_a_name() {
    let descriptions = EditionDescriptions::new(READING);
    let names: BTreeSet<&str> = Edition::ALL.into_iter().flat_map(printed).collect();
    assert!(names.len() > 180, "only {}", names.len());
    for &wanted in &names {
        let history = descriptions.history(wanted);
        assert_eq!(history.len(), Edition::ALL.len(), "{wanted}");
        for generation in &history {
            let edition = generation.edition;
            // In ABNF, names are case-insensitive.
            let any_case = edition.grammar(READING).listing().notation == Notation::Abnf;
            let is_wanted = |it: &str| it == wanted || any_case && it.eq_ignore_ascii_case(wanted);
            let prints = printed(edition).into_iter().any(is_wanted);
            assert_eq!(generation.named, prints, "{wanted} in {edition}");
            if prints {
                let shown = generation.production().map(|id| name(generation, id));
                assert!(shown.is_some_and(is_wanted), "{wanted} in {edition}: {shown:?}");
            }
        }
    }
}

#[test]
fn history_and_diff_state_the_same_links() {
    let descriptions = EditionDescriptions::new(READING);
    let mut links = 0;
    for new in Edition::ALL {
        let Some(old) = new.before() else { continue };
        let diff = UrlGrammarDiff::new(side_of(old, READING), side_of(new, READING)).unwrap();
        let said = |name: &str| {
            let history = descriptions.history(name);
            let row = history.into_iter().find(|it| it.edition == new).unwrap();
            let shown: Vec<&str> = row
                .productions
                .iter()
                .chain(&row.instead)
                .map(|&id| self::name(&row, id))
                .collect();
            (shown, row.reason)
        };
        for pair in diff.pairs.iter().filter(|it| it.by == PairingReason::Declared) {
            let (shown, reason) = said(diff.old_name(pair.old));
            let of = format!("{old} to {new}: {}", diff.old_name(pair.old));
            assert!(shown.contains(&diff.new_name(pair.new)), "{of}: {shown:?}");
            assert_eq!(reason, diff.reason(pair), "{of}");
            links += 1;
        }
        for &removed in &diff.removed {
            let Some((by, reason)) = diff.successors(removed) else { continue };
            let (shown, told) = said(diff.old_name(removed));
            let of = format!("{old} to {new}: {}", diff.old_name(removed));
            assert!(by.iter().all(|&id| shown.contains(&diff.new_name(id))), "{of}: {shown:?}");
            assert_eq!(told, Some(reason), "{of}");
            links += 1;
        }
    }
    assert!(links > 40, "only {links}");
}

/// The rows of RFC 3986's table of obsolete rules, each in one line.
fn obsolete_rules() -> Vec<(String, String)> {
    let mut rows: Vec<(String, String)> = Vec::new();
    for line in lines(Document::Rfc3986) {
        let Some((rule, translation)) =
            line.trim().strip_prefix("| ").and_then(|it| it.split_once(" |"))
        else {
            continue;
        };
        let translation = translation.trim_end_matches('|').trim();
        match (rule.trim(), rows.last_mut()) {
            ("", Some((_, last))) if !translation.is_empty() => *last += &format!(" {translation}"),
            ("" | "obsolete rule", _) => {}
            (rule, _) => rows.push((rule.to_owned(), translation.to_owned())),
        }
    }
    let begin = rows.iter().position(|(rule, _)| rule == "absoluteURI").unwrap();
    rows.split_off(begin)
}

#[test]
fn the_table_of_rfc_3986_is_linked_row_by_row() {
    let rows = obsolete_rules();
    assert_eq!(rows.len(), 20, "{rows:?}");
    let diff =
        UrlGrammarDiff::new(side_of(Edition::Rfc2396, READING), side_of(Edition::Rfc3986, READING))
            .unwrap();
    for (rule, translation) in rows {
        let old = OldProduction(diff.old.grammar.find(&rule).unwrap_or_else(|| panic!("{rule}")));
        let (by, reason) = diff.successors(old).unwrap_or_else(|| panic!("{rule} has no link"));
        let row = format!("{rule} | {translation}");
        // Another sentence links these two to the rule of the same name.
        if ["relativeURI", "hier_part"].contains(&rule.as_str()) {
            assert!(reason.contains("(RFC 3986, page 5"), "{rule}: {reason}");
            continue;
        }
        let quoted = reason.strip_prefix('“').and_then(|it| it.split_once('”')).unwrap();
        assert!(row.starts_with(quoted.0), "{row}: {reason}");
        assert_eq!(quoted.1, " (RFC 3986, page 54)", "{rule}");
        for id in by {
            let name = diff.new_name(id);
            assert!(translation.contains(name), "{row} does not name {name}");
        }
    }
}

#[test]
fn a_scheme_has_one_history_in_history_and_in_schemes() {
    for scheme in SCHEMES {
        let known = TimelineSubject::from_word(scheme.name).map(|it| it.to_string());
        assert_eq!(known.as_deref(), Some(scheme.name));
        let what = TimelineSubject::Scheme(scheme.name.to_owned());
        let stages = stages(&what, READING).unwrap();
        for stage in &stages {
            let said: Vec<String> = stage.prose.iter().map(ToString::to_string).collect();
            let entry = scheme.entry(stage.edition.document());
            let entry = entry.filter(|_| !is_side_branch(stage.edition));
            let expected = entry.map(|it| TimelineRemark::Scheme(it).to_string());
            assert_eq!(said, Vec::from_iter(expected), "{} in {}", scheme.name, stage.edition);
        }
    }
}

/// The witness of a character is about that character: without it, or with a letter in its
/// place, both grammars agree on the string.
#[test]
fn a_witness_of_a_character_is_about_it() {
    let judge = |edition| urlbnf::Judge::by_scheme(edition, READING);
    let mut tried = 0;
    for byte in b"~#[:?@%;" {
        for stage in stages(&TimelineSubject::Character(*byte), READING).unwrap() {
            let (Some(change), Some(before)) = (&stage.change, stage.before) else { continue };
            let judges = [judge(before), judge(stage.edition)];
            let conforms = |input: &[u8]| {
                judges.each_ref().map(|it| it.judge(input).verdict == urlbnf::Verdict::Conforms)
            };
            for (witness, expected) in
                [(&change.plain_gained, [false, true]), (&change.plain_lost, [true, false])]
            {
                let Some(witness) = witness else { continue };
                let of = format!("{} in {}: {witness:?}", char::from(*byte), stage.edition);
                assert_eq!(conforms(witness), expected, "{of}");
                let with_letter: Vec<u8> =
                    witness.iter().map(|it| if it == byte { b'a' } else { *it }).collect();
                assert_ne!(conforms(&with_letter), expected, "{of}");
                let without: Vec<u8> = witness.iter().copied().filter(|it| it != byte).collect();
                assert_ne!(conforms(&without), expected, "{of}");
                tried += 1;
            }
        }
    }
    assert!(tried > 15, "only {tried}");
}
