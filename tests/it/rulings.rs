//! The basic verdicts: for a string, an edition and a reading, the verdict and the offset of
//! the failure.

use urlbnf::diagnose::examine;
use urlbnf::{Edition, Judge, Reading, Verdict};

#[track_caller]
fn judged(input: &str, edition: Edition, expected: [&str; 2]) {
    for (reading, expected) in Reading::ALL.into_iter().zip(expected) {
        let judge = Judge::by_scheme(edition, reading);
        let examination = examine(&judge, input.as_bytes());
        let verdict = examination.judgement.verdict;
        let found = match &examination.diagnostic {
            None => verdict.to_string(),
            Some(diagnostic) => format!("{verdict} at {}", diagnostic.offset),
        };
        assert_eq!(found, expected, "{input} in {edition}, {reading}");
        if verdict == Verdict::Conforms {
            assert!(examination.diagnostic.is_none());
        }
    }
}

/// A row: the input, then url-00, url-02, rfc1630-generic, rfc1630, rfc1738; `a / b` if
/// printed and corrected differ.
#[track_caller]
fn row(input: &str, cells: [&str; 5]) {
    let editions = [
        Edition::Url00,
        Edition::Url02,
        Edition::Rfc1630Generic,
        Edition::Rfc1630,
        Edition::Rfc1738,
    ];
    for (edition, cell) in editions.into_iter().zip(cells) {
        let (printed, corrected) = cell.split_once(" / ").unwrap_or((cell, cell));
        judged(input, edition, [printed, corrected]);
    }
}

#[test]
fn verdicts_are_given_scheme_by_scheme() {
    let at = |offset: usize| format!("rejected at {offset}");
    let rejected: Vec<String> = (0..12).map(at).collect();
    let r = |offset: usize| rejected[offset].as_str();
    row("http://a.b/~x", [r(11), r(11), r(5), r(11), r(11)]);
    let only = "generic-only at 5";
    row("http:x", [only, only, "conforms", r(5), only]);
    let (two, nine) = ("rejected at 7 / conforms", "rejected at 9 / conforms");
    row("mailto:a@b", ["conforms", two, nine, "conforms", "conforms"]);
    row("x-foo:bar", ["conforms", nine, "rejected at 8 / conforms", r(0), "conforms"]);
    row("http://a/b#c", ["conforms", "conforms", r(5), r(10), r(10)]);
    let (six, one) = ("rejected at 6 / conforms", "rejected at 1 / conforms");
    row("mid:a@b", ["conforms", two, six, one, "conforms"]);
    let (nine, six) = ("rejected at 9 / rejected at 10", "rejected at 6 / rejected at 8");
    row("url:http://a/", [r(8), nine, six, r(0), "conforms"]);
}
