//! A line that is counted without an examination is counted as its examination says.

use urlbnf::Verdict;
use urlbnf::diagnose::{examine, is_noted};
use urlbnf::judges::Judges;
use urlbnf::report::{Entry, Kind};

use crate::support::{Numbers, cells_of_the_corpus, judges};

/// The cells of the tables of the corpus, and each with one byte changed.
fn strings() -> Vec<Vec<u8>> {
    let mut random = Numbers::from_seed(24);
    let mut strings = Vec::new();
    for mut string in cells_of_the_corpus() {
        strings.push(string.clone());
        let at = random.below(string.len());
        string[at] = b"~/:%#?[]@ a0\xFF."[random.below(14)];
        strings.push(string);
    }
    strings.extend(
        [&b"1.2.3.256"[..], b"//1.2.3/", b"malito:a", b"whois:x", b"../a"].map(<[u8]>::to_vec),
    );
    strings.sort();
    strings.dedup();
    strings
}

#[test]
fn the_kind_counted_without_an_examination_is_that_of_the_examination() {
    let judges = judges();
    let mut together = Judges::new(&judges);
    let (mut failures, mut notes) = (0, 0);
    for input in strings() {
        let answer = together.judge(&input);
        for (judge, ruling) in judges.iter().zip(together.rulings(answer)) {
            let examination = examine(judge, &input);
            let entry = Entry::new(("", 1), &input, judge, &examination);
            let kind = Kind::of(judge, ruling);
            let shown = || String::from_utf8_lossy(&input).into_owned();
            if ruling.verdict == Verdict::Conforms {
                let noted = is_noted(judge, &input, ruling.relative);
                // An input with notes is examined, whether it has a kind or not.
                assert!(noted || entry.kind().is_none(), "{}: {}", judge.title(" "), shown());
                assert_eq!(kind, None);
                notes += usize::from(noted);
            } else {
                assert_eq!(entry.kind(), kind, "{}: {}", judge.title(" "), shown());
                failures += 1;
            }
        }
    }
    assert!(failures > 1000 && notes > 100, "{failures} failures, {notes} notes");
}
