//! A grammar file judges as the edition with the same text does.
//!
//! The printed text of each edition is read as if it were a user's file, which has no parser
//! but its position automaton. Both must give the same answers, and every tree of either must
//! be a derivation.

use urlbnf::ambiguity::every;
use urlbnf::bnf::Grammar;
use urlbnf::derivation::verify;
use urlbnf::diagnose::{Diagnostic, Expectation, examine};
use urlbnf::judges::{Judges, Ruling};
use urlbnf::{Edition, Judge, JudgingMode, Reading, Verdict};

use crate::judges::corpora;
use crate::lineage::whole;
use crate::support::readings;

/// The text of an edition, as a user's file.
fn as_file(edition: Edition, reading: Reading) -> Grammar {
    match changes(edition) {
        true => Grammar::read("own.bnf", &whole(edition, reading), reading).unwrap(),
        false => Grammar::read("own.bnf", edition.bnf(), reading).unwrap(),
    }
}

fn file_judge(edition: Edition, reading: Reading) -> Judge {
    let judge = Judge::of_grammar(as_file(edition, reading)).unwrap();
    match reading {
        Reading::Corrected => judge,
        Reading::Printed => judge.with_corrected(as_file(edition, Reading::Corrected)).unwrap(),
    }
}

/// The strings of the corpora that are not long, and the empty one.
fn strings() -> Vec<String> {
    let corpora = corpora().into_iter().filter(|it| it.len() < 200);
    std::iter::once(String::new()).chain(corpora).collect()
}

/// A failure as the grammar alone explains it: a file has no reasons from documents, and no
/// repairs.
fn failure(diagnostic: Option<Box<Diagnostic>>, edition: Edition) -> Option<Diagnostic> {
    let mut diagnostic = Diagnostic { reason: None, repair: None, ..*diagnostic? };
    if changes(edition) {
        // The copy is one text, and the edition consists of several.
        let failure = &mut diagnostic.failure;
        failure.expected.retain(|it| !matches!(it, Expectation::Value(_)));
        for one in &mut failure.failing {
            one.places.clear();
            one.expected.retain(|it| !matches!(it, Expectation::Value(_)));
        }
    }
    Some(diagnostic)
}

/// Whether an edition is written as changes to another.
fn changes(edition: Edition) -> bool {
    edition.grammar(Reading::Printed).listing().changes_another()
}

#[test]
fn a_copy_of_an_edition_says_what_the_edition_says() {
    let strings = strings();
    let mut conforming = 0;
    // The generic grammar of RFC 1630 names no scheme, so a file with it is judged by its
    // start.
    let schemes = |(edition, _): &(Edition, Reading)| *edition != Edition::Rfc1630Generic;
    for (edition, reading) in readings().filter(schemes) {
        let (own, copy) = (Judge::by_scheme(edition, reading), file_judge(edition, reading));
        assert_eq!((copy.edition(), copy.name(), copy.reading()), (None, "own.bnf", reading));
        assert_eq!(copy.judged_by(), own.judged_by(), "{edition}, {reading}");
        for string in &strings {
            let input = string.as_bytes();
            let (one, other) = (examine(&own, input), examine(&copy, input));
            let context = format!("{string:?} in {edition}, {reading}");
            assert_eq!(one.judgement.verdict, other.judgement.verdict, "{context}");
            let failures = [one.diagnostic, other.diagnostic].map(|it| failure(it, edition));
            assert_eq!(failures[0], failures[1], "{context}");
            if one.judgement.verdict == Verdict::Conforms {
                conforming += 1;
                // The two derivations of an ambiguous string may differ.
                let trees = (
                    one.judgement.tree().unwrap().unwrap(),
                    other.judgement.tree().unwrap().unwrap(),
                );
                verify(&trees.1).unwrap_or_else(|error| panic!("{context}: {error}\n{}", trees.1));
                // Judged by its start, an edition names the matched production by a rule of
                // its own.
                let told_apart = own.judged_by() == JudgingMode::Start;
                if one.judgement.matched() != other.judgement.matched() && !told_apart {
                    let every = every(&trees.0, true, 1).unwrap();
                    assert!(every.more || every.endless.is_some(), "{context}");
                }
            }
        }
    }
    assert!(conforming > 500, "only {conforming} conform");
}

#[test]
fn files_and_editions_judge_in_one_pass() {
    let judges: Vec<Judge> = readings()
        .flat_map(|(edition, reading)| {
            [Judge::by_scheme(edition, reading), file_judge(edition, reading)]
        })
        .collect();
    let mut together = Judges::new(&judges);
    for string in strings() {
        let input = string.as_bytes();
        let answer = together.judge(input);
        for (judge, ruling) in judges.iter().zip(together.rulings(answer)) {
            let verdicts = [judge.verdict(input), judge.derive(input).verdict];
            assert_eq!(verdicts, [ruling.verdict; 2], "{string:?} in {}", judge.name());
            assert_eq!(
                *ruling,
                Ruling::from_examination(judge, &examine(judge, input)),
                "{string:?} in {}",
                judge.name()
            );
        }
    }
}
