//! Tallies do not depend on who counted, or in how many parts.

use std::collections::BTreeMap;
use std::sync::Arc;

use urlbnf::diagnose::examine;
use urlbnf::judges::tally::{Example, Examples, KEPT, Row};
use urlbnf::judges::{Judges, Ruling, Tally};
use urlbnf::report::counts;
use urlbnf::{Edition, Judge, Reading};

use crate::support::{judges, snapshot};

const LINES: &str = "http://info.cern.ch/\nhttp://info.cern.ch/~timbl/\n\nhttp:x\n\
    mailto:a@b\r\nHTTP://a/\nhttp://a/~b/~c\nnews:comp.infosystems.www\nx\n<URL:http://a/>\n\
    ftp://a/~b\nhttp://a/%zz\n\nhttp://a b/\nhttp://-a.com/";

/// Counts the lines of a text, in blocks of `lines` lines.
fn tally(judges: &[Judge], text: &str, lines: usize) -> Tally {
    let mut tally = Tally::new(Examples::First(2));
    let source = Arc::from("urls.txt");
    let pieces: Vec<&str> = text.split_inclusive('\n').collect();
    for (at, block) in pieces.chunks(lines).enumerate() {
        let block = block.concat();
        // New judges for each block, as if other threads had counted.
        let line = (at * lines) as u64 + 1;
        tally.add(Judges::new(judges).tally(block.as_bytes(), &source, line, Examples::First(2)));
    }
    tally
}

#[test]
fn parts_add_up() {
    let judges = judges();
    let whole = tally(&judges, LINES, 100);
    assert_eq!((whole.lines(), whole.empty()), (15, 2));
    for lines in [1, 2, 7] {
        let parts = tally(&judges, LINES, lines);
        assert_eq!((parts.lines(), parts.empty()), (15, 2));
        for judge in 0..judges.len() {
            assert_eq!(parts.rows(judge), whole.rows(judge), "in blocks of {lines} lines");
        }
    }
}

#[test]
fn counts_are_those_of_the_diagnostics() {
    let judges = judges();
    let tally = tally(&judges, LINES, 4);
    for (at, judge) in judges.iter().enumerate() {
        let mut expected: BTreeMap<Ruling, Vec<(u64, &str)>> = BTreeMap::new();
        for (line, input) in (1..).zip(LINES.lines()).filter(|(_, input)| !input.is_empty()) {
            let ruling = Ruling::of(judge, &examine(judge, input.as_bytes()));
            expected.entry(ruling).or_default().push((line, input));
        }
        let rows = tally.rows(at);
        assert_eq!(rows.len(), expected.len());
        for Row { ruling, count, examples } in rows {
            let lines = &expected[&ruling];
            assert_eq!(count, lines.len() as u64);
            let first: Vec<(u64, &[u8])> =
                lines.iter().take(2).map(|&(line, input)| (line, input.as_bytes())).collect();
            let shown: Vec<(u64, &[u8])> =
                examples.iter().map(|it| (it.line, it.input.as_slice())).collect();
            assert_eq!(shown, first);
        }
    }
}

#[test]
fn of_a_long_line_the_beginning_is_kept() {
    let source = Arc::from("urls.txt");
    let line = vec![b'a'; 1000];
    let example = Example::new(&source, 7, &line);
    assert_eq!((example.input.len(), example.length, example.line), (KEPT, 1000, 7));
}

#[test]
fn a_tally_reads_well() {
    let judges: Vec<Judge> = [Edition::Url02, Edition::Rfc1738]
        .into_iter()
        .flat_map(|edition| Reading::ALL.map(|reading| Judge::by_scheme(edition, reading)))
        .collect();
    let tally = tally(&judges, LINES, 5);
    snapshot("tally", &counts::text(&tally, &judges, None, |_| true));
}
