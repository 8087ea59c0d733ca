//! Every URL that the documents print, judged by every edition in both readings.
//!
//! The first editions reject many URLs of their own documents; docs/history.md shows some.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use urlbnf::diagnose::examine;
use urlbnf::document::{Document, DocumentLine, citations};
use urlbnf::printed_url::corpus;
use urlbnf::{Edition, Judge, Reading, Verdict};

use crate::repository::read;
use crate::support::snapshot;

/// A verdict in short: `c` conforms, `g@5` generic only, `r@20` rejected, at a byte offset.
fn verdict(judge: &Judge, url: &str) -> String {
    let examination = examine(judge, url.as_bytes());
    let offset = examination.diagnostic.map_or(0, |diagnostic| diagnostic.offset);
    match examination.judgement.verdict {
        Verdict::Conforms => "c".to_owned(),
        Verdict::GenericOnly => format!("g@{offset}"),
        Verdict::Rejected => format!("r@{offset}"),
        Verdict::Undecided => "u".to_owned(),
    }
}

/// One line per URL: the verdict of each edition, as printed and as corrected if they differ.
fn matrix(document: &str) -> String {
    let judges = Edition::ALL.map(|edition| Reading::ALL.map(|it| Judge::by_scheme(edition, it)));
    let mut matrix = String::new();
    for edition in Edition::ALL {
        let _ = write!(matrix, "{:<16}", edition.name());
    }
    matrix.push_str("url\n");
    for printed in corpus().filter(|printed| printed.document == document) {
        for [as_printed, as_corrected] in &judges {
            let (one, other) =
                (verdict(as_printed, printed.url), verdict(as_corrected, printed.url));
            let cell = if one == other { one } else { format!("{one} {other}") };
            let _ = write!(matrix, "{cell:<16}");
        }
        let _ = writeln!(matrix, "{}", printed.url);
    }
    matrix
}

#[test]
fn verdicts_on_the_urls_of_each_document() {
    let documents: BTreeSet<&str> = corpus().map(|it| it.document).collect();
    for document in documents {
        snapshot(&format!("documents-{document}"), &matrix(document));
    }
}

/// The failures of a reading on the URLs of the corpus: each code and chain once, with the
/// first URL that shows it.
fn said(edition: Edition, reading: Reading) -> Vec<String> {
    let judge = Judge::by_scheme(edition, reading);
    let mut seen = BTreeSet::new();
    let mut said = Vec::new();
    for printed in corpus() {
        let url = printed.url.as_bytes();
        let Some(diagnostic) = examine(&judge, url).diagnostic else { continue };
        let chain = diagnostic.chain_text(judge.grammar());
        let help = diagnostic.help(&judge, url);
        if seen.insert((diagnostic.code, chain.clone(), help.is_some())) {
            let (code, message) = (diagnostic.code, diagnostic.message(&judge, url));
            let help = help.map(|help| format!("    help: {help}\n")).unwrap_or_default();
            said.push(format!(" {code} {}\n    {message}\n    in {chain}\n{help}", printed.url));
        }
    }
    said
}

/// The messages of both readings, and those of only one reading.
fn sentences(edition: Edition) -> String {
    let [printed, corrected] = Reading::ALL.map(|reading| said(edition, reading));
    let mut sentences = String::new();
    for said in &printed {
        let who = if corrected.contains(said) { "both" } else { "printed" };
        let _ = write!(sentences, "{who}{said}");
    }
    for said in corrected.iter().filter(|said| !printed.contains(said)) {
        let _ = write!(sentences, "corrected{said}");
    }
    sentences
}

#[test]
fn what_is_said_of_the_urls_of_the_documents() {
    for edition in Edition::ALL {
        snapshot(&format!("documents-said-{edition}"), &sentences(edition));
    }
}

#[test]
fn the_corpus_says_where_each_url_is_printed() {
    let lines = read("grammar/documents/urls.tsv");
    let lines: Vec<&str> = lines.lines().skip(1).collect();
    assert_eq!(corpus().count(), lines.len());
    assert!(lines.iter().all(|line| line.matches('\t').count() == 3));
    for printed in corpus() {
        assert!(printed.document.parse::<Edition>().is_ok(), "{}", printed.document);
        let page = printed.place.strip_prefix("page ");
        let heading = printed.place.starts_with('"') && printed.place.ends_with('"');
        let section = printed.place.starts_with("section ") || printed.place == "appendix";
        let page = page.is_some_and(|page| page.parse::<u32>().is_ok());
        assert!(page || heading || section, "{}", printed.url);
        assert!(!printed.url.is_empty());
    }
}

/// Only for documents whose text is complete. The texts of the first three drafts are not.
#[test]
fn every_url_stands_where_it_is_said_to() {
    let without_space = |text: &str| text.split_whitespace().collect::<String>();
    for printed in corpus() {
        let edition: Edition = printed.document.parse().unwrap();
        if edition <= Edition::Url02 {
            continue;
        }
        let document = edition.document();
        let cited = format!("{}, {}", document.citation(), printed.place);
        let citation = citations(&cited).remove(0).1;
        let is_there = |&(at, line): &(usize, &DocumentLine)| {
            let sections = document.text().sections_at(at);
            !line.furniture
                && citation.page.is_none_or(|page| line.page == Some(page))
                && citation.section.is_none_or(|section| sections.contains(&section))
        };
        let lines = document.text().lines().iter().enumerate().filter(is_there);
        let within: String = lines.map(|(_, line)| without_space(line.text)).collect();
        assert!(within.contains(&without_space(printed.url)), "{} in {cited}", printed.url);
    }
}

/// Every date, name and number of a record occurs in the words that it quotes, and these words
/// occur in the document.
#[test]
fn what_a_record_says_is_printed() {
    for document in Document::ALL {
        let record = document.record();
        assert_eq!(record.head.is_empty(), !document.has_prose(), "{document:?}");
        for words in &record.head {
            assert!(document.text().find(words).next().is_some(), "{document:?}: {words}");
        }
        if !document.has_prose() {
            continue;
        }
        let head = record.head.join(" ");
        let dates = [Some(record.date), record.expires].into_iter().flatten();
        let numbers = record.obsoletes.iter().chain(&record.updates);
        let numbers = numbers.map(|it| it.trim_start_matches("RFC "));
        let parts = dates.flat_map(|it| it.split(' ')).chain(numbers);
        for part in parts.chain(record.by.iter().copied()).chain(record.called) {
            assert!(head.contains(part), "{document:?}: {part}");
        }
        assert_eq!(record.editors, head.to_lowercase().contains("editors"), "{document:?}");
        assert!(record.date.ends_with(document.date()), "{document:?}");
    }
    assert!(Document::Rfc1808.obsoleted_by().eq([Document::Rfc3986]));
    assert!(Document::Rfc1808.updated_by().eq([Document::Rfc2396]));
}
