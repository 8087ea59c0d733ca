//! Reports as people read them.

use std::collections::BTreeSet;

use urlbnf::diagnose::{DiagnosticCode, examine};
use urlbnf::lint::LintCode;
use urlbnf::report::ReportWord;
use urlbnf::review::ReviewCode;
use urlbnf::suite::FaultKind;
use urlbnf::text::below;
use urlbnf::warning::WarningCode;
use urlbnf::{Edition, Judge, Reading};

use crate::program::{output, records};
use crate::repository::read;
use crate::support::snapshot;

/// Every code and every word has a text of its own, and no text is of another.
#[test]
fn every_code_and_word_has_its_text() {
    let faults = include_str!("../../crates/report/src/suite/faults.txt");
    let kinds = FaultKind::ALL.map(FaultKind::name).into_iter().chain(["ordinary"]);
    let files = [
        ("crates/report/src/suite/faults.txt", kinds.map(|it| (it, below(faults, it))).collect()),
        (
            "crates/bnf/src/lint/explanations.txt",
            LintCode::ALL.map(|it| (it.name(), it.explanation())).to_vec(),
        ),
        (
            "crates/bnf/src/review/explanations.txt",
            ReviewCode::ALL.map(|it| (it.name(), it.explanation())).to_vec(),
        ),
        (
            "crates/url/src/diagnose/explanations.txt",
            DiagnosticCode::ALL.map(|it| (it.name(), it.explanation())).to_vec(),
        ),
        (
            "crates/report/src/words.txt",
            ReportWord::ALL.map(|it| (it.name(), it.explanation())).to_vec(),
        ),
    ];
    for (file, texts) in files {
        let text = read(file);
        let names: BTreeSet<&str> = text.lines().filter_map(|it| it.strip_prefix("# ")).collect();
        assert_eq!(names, texts.iter().map(|it| it.0).collect(), "{file}");
        assert!(texts.iter().all(|(_, text)| text.len() > 10 && !text.contains("\n#")), "{file}");
    }
    let warnings = read("crates/url/src/warning/meanings.txt");
    for code in WarningCode::ALL {
        assert!(warnings.contains(&format!("\n# {code}\n\n")), "{code}");
        assert!(!code.explanation().starts_with('\n'), "{code}");
    }
}

#[test]
fn explanations() {
    for code in urlbnf::diagnose::DiagnosticCode::ALL {
        let text = output(&["explain", code.name()], b"");
        assert!(
            code.example().is_none() || text.contains(&format!("[{code}]: ")),
            "the example of {code} has another code: {text}"
        );
    }
}

/// Every word in a report that is not a code has an example to which it applies.
#[test]
fn words_of_reports_are_explained() {
    for word in ReportWord::ALL {
        let text = output(&["explain", &word.name().to_uppercase()], b"");
        assert_eq!(text.contains("For example:"), word.example().is_some(), "{text}");
        let Some((edition, reading, input)) = word.example() else { continue };
        let judge = Judge::by_scheme(edition, reading);
        let examination = examine(&judge, input);
        let mut said: Vec<ReportWord> = vec![examination.judgement.verdict.name().parse().unwrap()];
        said.extend(examination.notes.iter().map(ReportWord::of_note));
        assert!(said.contains(&word), "{}: {said:?}", word.name());
    }
}

/// A word of the glossary is explained first, and other items of that name after it.
#[test]
fn words_of_the_glossary_are_explained() {
    for word in urlbnf::glossary::WORDS.iter() {
        let text = output(&["explain", &word.word.to_uppercase()], b"");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let also = ReportWord::ALL.into_iter().any(|it| it.name() == word.word);
        assert!(also || text.starts_with(&format!("{}: {}.", word.word, word.meaning)), "{text}");
    }
}

#[test]
fn lint_of_the_editions() {
    let mut text = String::new();
    for edition in Edition::ALL {
        for record in records(&["lint", "--format", "jsonl", edition.name()], b"") {
            let field = |key: &str| record[key].as_str().unwrap_or_default().to_owned();
            let line = record["line"].as_u64().unwrap();
            text += &format!("{edition}:{line} {}: {}\n", field("code"), field("message"));
        }
    }
    snapshot("lint-editions", &text);
}

/// Printed productions are counted in the same way everywhere; those that errata add are
/// listed separately.
#[test]
fn productions_are_counted_in_one_way() {
    let listed = output(&["editions"], b"");
    for edition in Edition::ALL {
        let count = edition.grammar(Reading::Printed).defined().count();
        let row = listed.lines().find(|line| line.split(' ').next() == Some(edition.name()));
        assert!(row.is_some_and(|row| row.contains(&format!("  {count} "))), "{listed}");
        let explained = output(&["explain", edition.name()], b"");
        assert!(explained.contains(&format!("\n  productions  {count}")), "{explained}");
    }
}
