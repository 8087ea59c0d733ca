//! Real failures, and how a specialist in the documents explains them.
//!
//! The failing production and its byte offset come from the grammar. The reason is a sentence
//! of the document, and a repair keeps what was meant; both come from tables.

use std::collections::BTreeSet;

use urlbnf::diagnose::{RepairEffect, examine, pairs};
use urlbnf::document::Document;
use urlbnf::escape::{UrlComparison, compare};
use urlbnf::quotation::Basis;
use urlbnf::{Edition, Judge, Reading};

use crate::tables::{hold, rows};

/// Every document's sentence explains some failure, and belongs to that document.
#[test]
fn every_sentence_is_fired_by_a_string() {
    let mut fired: BTreeSet<(&str, Document)> = BTreeSet::new();
    for (edition, input) in inputs(REASONS) {
        let judge = Judge::by_scheme(edition, Reading::Corrected);
        let reason = examine(&judge, input.as_bytes()).diagnostic.and_then(|it| it.reason);
        let Some(reason) = reason else { continue };
        let document = edition.document();
        match reason.basis {
            Basis::Stated(quotation) => assert_eq!(quotation.document(), document, "{input}"),
            Basis::Silent { document: silent, .. } => assert_eq!(silent, document, "{input}"),
            Basis::Unstated { .. } => panic!("{input}: {} has no words", reason.name),
        }
        fired.insert((reason.name, document));
    }
    let mut missing = BTreeSet::new();
    for (name, sentences, silent) in pairs() {
        // RFC 2373 prints addresses, but no edition is its own.
        let is_edition = |it: &Document| Edition::ALL.into_iter().any(|one| one.document() == *it);
        let holds = |it: &Document| {
            is_edition(it) && (sentences.quotation_from(*it).is_some() || silent.contains(it))
        };
        for document in Document::ALL.into_iter().filter(holds) {
            assert!(
                !silent.contains(&document) || sentences.quotation_from(document).is_none(),
                "{name}"
            );
            if !fired.contains(&(name, document)) {
                missing.insert((name, document));
            }
        }
    }
    assert_eq!(missing, BTreeSet::new(), "no string fires these");
}

/// Every repair that writes characters as triplets is compared with the input, and a
/// difference is noted.
#[test]
fn a_repair_that_names_another_resource_says_so() {
    let urls: Vec<_> = inputs(CORPUS).chain(inputs(REASONS)).collect();
    let (mut same, mut another) = (0, 0);
    for edition in Edition::ALL {
        let judge = Judge::by_scheme(edition, Reading::Corrected);
        for (_, input) in &urls {
            let input = input.as_bytes();
            let Some(diagnostic) = examine(&judge, input).diagnostic else { continue };
            let Some(repair) = &diagnostic.repair else { continue };
            let told = matches!(repair.meaning, Some(RepairEffect::Another { .. }));
            let help = diagnostic.help(&judge, input).expect("a repair has words");
            assert_eq!(help.contains("which makes it another resource"), told, "{help}");
            let Ok(comparison) = compare(edition, input, repair.replacement.as_bytes()) else {
                continue;
            };
            // Outside ASCII, a repair may change the octets and keep the meaning: UTF-8 for
            // Latin 1.
            if repair.meaning == Some(RepairEffect::Same) && input.is_ascii() {
                // A string that is not a URI equals one only after encoding.
                let encoded = matches!(comparison, UrlComparison::OnNoRung { .. });
                assert!(comparison.is_same() || encoded, "{edition}: {input:?}");
                same += 1;
            }
            if told {
                assert!(!comparison.is_same(), "{edition}: {input:?}");
                another += 1;
            }
        }
    }
    assert!(same > 20 && another > 20, "{same}, {another}");
}

/// For each production and code in the sources of a library of the time, a real string that
/// fails with them, and the expected report.
const CORPUS: &str = "tests/corpus/failures.tsv";
/// For each reason and each document that has it, a string and the expected report.
const REASONS: &str = "tests/corpus/reasons.tsv";

/// The editions and inputs of a table.
fn inputs(table: &str) -> impl Iterator<Item = (Edition, String)> {
    let row = |row: Vec<String>| (row[0].parse().expect("an edition"), row[1].clone());
    rows(table).into_iter().map(row)
}

/// The row of a table for an input, computed now.
fn said((edition, input): (Edition, String)) -> Vec<String> {
    let judge = Judge::by_scheme(edition, Reading::Corrected);
    let examination = examine(&judge, input.as_bytes());
    let Some(diagnostic) = examination.diagnostic else {
        return vec![edition.to_string(), input, "conforms".to_owned()];
    };
    let repair = diagnostic.repair.as_ref();
    let rests = match &diagnostic.reason {
        Some(reason) => {
            let words = reason.basis.quotation().expect("words");
            let silent = reason.basis.silent().map_or("", |_| "silent; ");
            format!("{silent}{}", words.citation())
        }
        None => diagnostic.citation(&judge),
    };
    vec![
        edition.to_string(),
        input,
        diagnostic.code.to_string(),
        diagnostic.offset.to_string(),
        judge.grammar().name(diagnostic.production).to_owned(),
        diagnostic.reason.as_ref().map_or("-", |it| it.name).to_owned(),
        repair.map_or("-", |it| it.replacement.as_str()).to_owned(),
        repair.and_then(|it| it.meaning).map_or("-", |it| it.name()).to_owned(),
        rests,
    ]
}

/// Both tables have more than 70 different editions, codes and productions.
#[test]
fn a_failure_has_the_production_the_reason_and_the_repair_of_a_specialist() {
    for table in [CORPUS, REASONS] {
        let now: Vec<Vec<String>> = inputs(table).map(said).collect();
        hold(table, &now);
        let kind = |row: &Vec<String>| [row[0].clone(), row[2].clone(), row[4].clone()];
        let kinds: BTreeSet<_> = now.iter().map(kind).collect();
        assert!(kinds.len() > 70, "{table}: {}", kinds.len());
    }
}
