//! How fast it is, beside others: `cargo bench -p urlbnf-benches --bench speed`.
//!
//! Every bench goes through the same lines, so its items are lines and its bytes those of the
//! file. Each accepts another language, so first it says how many lines each accepts: what is fast
//! and answers another question is not a competitor. `memchr` alone, which only finds the line
//! ends, is the floor.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::unreachable,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a benchmark stops where it cannot measure"
)]

mod support;

use std::hint::black_box;
use std::sync::{Arc, LazyLock, Mutex};

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use rayon::prelude::*;
use support::corpus::{Corpus, SEED};
use urlbnf::ast::Address;
use urlbnf::automaton::Language;
use urlbnf::bnf::Grammar;
use urlbnf::derivation::Deriver;
use urlbnf::diagnose::examine;
use urlbnf::judges::tally::Examples;
use urlbnf::judges::{Examiner, Extent, Judges, Ruling, Tally};
use urlbnf::report::fragment::{Beginning, Fragments};
use urlbnf::report::{Entry, Site, short};
use urlbnf::{Edition, Judge, Reading, Verdict, parse};

/// How many lines there are.
const LINES: usize = 200_000;
/// How large the parts of the file are that threads share.
const BLOCK: usize = 1 << 19;

static CORPUS: LazyLock<Corpus> = LazyLock::new(|| Corpus::new(SEED, LINES));

/// Who reads a line, and whether it accepts it.
type Reader = (&'static str, fn(&[u8]) -> bool);

/// Those that others wrote.
const PEERS: &[Reader] = &[
    ("url", |line| text(line).is_some_and(|text| url::Url::parse(text).is_ok())),
    ("ada-url", |line| text(line).is_some_and(|text| ada_url::Url::parse(text, None).is_ok())),
    ("ada-url, only whether", |line| {
        text(line).is_some_and(|text| ada_url::Url::can_parse(text, None))
    }),
    ("http", |line| http::Uri::try_from(line).is_ok()),
    ("iri-string", |line| {
        text(line).is_some_and(|text| iri_string::types::UriStr::new(text).is_ok())
    }),
    ("fluent-uri", |line| text(line).is_some_and(|text| fluent_uri::Uri::parse(text).is_ok())),
];

fn text(line: &[u8]) -> Option<&str> {
    std::str::from_utf8(line).ok()
}

fn main() {
    println!("Of {LINES} lines of {} bytes, these accept:", CORPUS.text().len());
    for edition in Edition::ALL {
        let judge = Judge::by_scheme(edition, Reading::Corrected);
        println!("  {:>6}  {edition}, corrected", conforming(&judge));
    }
    for (name, accepts) in PEERS {
        println!("  {:>6}  {name}", CORPUS.lines().filter(|line| accepts(line)).count());
    }
    divan::main();
}

fn conforming(judge: &Judge) -> usize {
    let conforms = |line: &&[u8]| judge.judge(line).verdict == Verdict::Conforms;
    CORPUS.lines().filter(conforms).count()
}

/// Goes through all lines.
fn lines(bencher: Bencher, mut each: impl FnMut(&[u8])) {
    let (bytes, items) = (CORPUS.text().len(), LINES);
    let bencher = bencher.counter(BytesCount::new(bytes)).counter(ItemsCount::new(items));
    let lines: Vec<&[u8]> = CORPUS.lines().collect();
    bencher.bench_local(|| lines.iter().copied().for_each(&mut each));
}

/// pest, to the tree.
#[divan::bench(sample_count = 8, sample_size = 1)]
fn parse_to_tree(bencher: Bencher) {
    let start = Edition::Rfc1738.grammar(Reading::Corrected).start();
    lines(bencher, |line| {
        let _ = black_box(parse(Edition::Rfc1738, Reading::Corrected, start, line));
    });
}

/// The positions of the printed grammar, to the tree.
#[divan::bench(sample_count = 8, sample_size = 1)]
fn derive_to_tree(bencher: Bencher) {
    let grammar = Edition::Rfc1738.grammar(Reading::Corrected);
    let deriver = Deriver::new(grammar, &Language::of(grammar.start())).unwrap();
    lines(bencher, |line| {
        let _ = black_box(deriver.derive(grammar, line));
    });
}

/// pest, to the URL by its parts.
#[divan::bench(sample_count = 8, sample_size = 1)]
fn parse_to_ast(bencher: Bencher) {
    lines(bencher, |line| {
        black_box(Address::parse(Edition::Rfc1738, line));
    });
}

/// The verdict of one edition.
#[divan::bench(sample_count = 8, sample_size = 1)]
fn verdict_of_one_edition(bencher: Bencher) {
    let judge = Judge::by_scheme(Edition::Rfc1738, Reading::Corrected);
    lines(bencher, |line| {
        black_box(judge.judge(line).verdict);
    });
}

/// The verdicts of all editions in both readings.
#[divan::bench(sample_count = 2, sample_size = 1)]
fn verdicts_of_all_editions(bencher: Bencher) {
    let judges = all();
    lines(bencher, |line| {
        for judge in &judges {
            black_box(judge.judge(line).verdict);
        }
    });
}

/// The same, and codes and productions, in one pass, one line after the other.
#[divan::bench(sample_count = 8, sample_size = 1)]
fn verdicts_of_all_editions_in_one_pass(bencher: Bencher) {
    let judges = all();
    let mut together = Judges::new(&judges);
    lines(bencher, |line| {
        black_box(together.judge(line));
    });
}

fn all() -> Vec<Judge> {
    both(&Edition::ALL)
}

/// Records in JSON of all lines, as `check --format jsonl` writes them, on one thread: a
/// record is an item. In the benches below the judges have seen such lines before.
#[divan::bench(args = ["rfc1738", "six editions"], sample_count = 6, sample_size = 1)]
fn records(bencher: Bencher, name: &str) {
    explained(bencher, &alone(name), Extent::Whole, |_| true, record);
}

/// The same of lines that fail alone.
#[divan::bench(args = ["rfc1738", "six editions"], sample_count = 6, sample_size = 1)]
fn records_of_failures(bencher: Bencher, name: &str) {
    explained(bencher, &alone(name), Extent::Whole, fails, record);
}

/// A line for each line that fails, as `check --format short` writes it.
#[divan::bench(args = ["rfc1738", "six editions"], sample_count = 6, sample_size = 1)]
fn short_lines_of_failures(bencher: Bencher, name: &str) {
    explained(bencher, &alone(name), Extent::Glance, fails, |_, entry, text| {
        text.extend_from_slice(short::line(entry).as_bytes());
    });
}

fn fails(ruling: &Ruling) -> bool {
    ruling.failure.is_some()
}

fn record(beginning: &mut Beginning, entry: &Entry<'_>, text: &mut Vec<u8>) {
    beginning.begin(entry).expect("a record can be written");
    beginning.write(entry, text).expect("a record can be written");
}

fn alone(name: &str) -> Vec<Judge> {
    let judges = ALONE.iter().find(|(alone, _)| *alone == name).map(|(_, judges)| judges());
    judges.expect("it is one of them")
}

/// Examines all lines by the judges whose ruling is asked for, and writes what they say.
fn explained(
    bencher: Bencher,
    judges: &[Judge],
    extent: Extent,
    asked: fn(&Ruling) -> bool,
    write: fn(&mut Beginning, &Entry<'_>, &mut Vec<u8>),
) {
    let mut examiner = Examiner::<Fragments>::keeping(judges);
    let (mut beginning, mut text) = (Beginning::default(), Vec::new());
    let mut pass = || {
        let mut entries = 0_usize;
        for block in blocks(CORPUS.text()) {
            text.clear();
            let ends = examiner.line_ends(block);
            let lines = block.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
            for (input, end) in lines.zip(ends) {
                examiner.examine_line(input, end, extent, asked, |_, examined| {
                    for (judge, examination, fragments) in examined.iter() {
                        let (source, line, site) = ("corpus", 1, Site::default());
                        let judge = &judges[judge];
                        let entry =
                            Entry { source, line, input, site, judge, examination, fragments };
                        write(&mut beginning, &entry, &mut text);
                        entries += 1;
                    }
                });
            }
            black_box(&text);
        }
        entries
    };
    let entries = pass();
    let bencher = bencher.counter(BytesCount::new(CORPUS.text().len()));
    bencher.counter(ItemsCount::new(entries)).bench_local(pass);
}

/// Diagnostics with their repairs: only the lines that fail, and only they are counted.
#[divan::bench(sample_count = 8, sample_size = 1)]
fn diagnostic(bencher: Bencher) {
    let judge = Judge::by_scheme(Edition::Rfc1738, Reading::Corrected);
    let fails = |line: &&[u8]| judge.judge(line).verdict != Verdict::Conforms;
    let failing: Vec<&[u8]> = CORPUS.lines().filter(fails).collect();
    let bytes: usize = failing.iter().map(|line| line.len() + 1).sum();
    let bencher = bencher.counter(BytesCount::new(bytes)).counter(ItemsCount::new(failing.len()));
    bencher.bench_local(|| {
        for line in &failing {
            black_box(examine(&judge, line));
        }
    });
}

/// The whole file, in memory, by all editions in both readings, to a tally: on
/// one thread and on two, whose judges have seen such lines before.
#[divan::bench(args = [1, 2], sample_count = 50, sample_size = 1)]
fn whole_file_to_tally(bencher: Bencher, threads: usize) {
    tally(bencher, &all(), threads);
}

/// Who judges the whole file alone.
type Alone = (&'static str, fn() -> Vec<Judge>);

/// An edition, its grammar as a file of one's own, and more and more editions together.
const ALONE: &[Alone] = &[
    ("rfc1738", || vec![Judge::by_scheme(Edition::Rfc1738, Reading::Corrected)]),
    ("rfc1738 as a file", || vec![own()]),
    ("six editions", || both(&Edition::BORN)),
    ("all editions", all),
];

/// The same on one thread, by few and by many.
#[divan::bench(args = ALONE.iter().map(|(name, _)| *name), sample_count = 50, sample_size = 1)]
fn whole_file_to_tally_of(bencher: Bencher, name: &str) {
    tally(bencher, &alone(name), 1);
}

/// A grammar of the size of RFC 1738's, from its text to its first verdict.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn own_grammar_ready_to_judge(bencher: Bencher) {
    bencher.bench_local(|| black_box(own().judge(b"http://a.b/").verdict));
}

/// RFC 1738's grammar as anybody's, from its text.
fn own() -> Judge {
    let text = Edition::Rfc1738.grammar(Reading::Corrected).listing().own_text().to_owned();
    let grammar = Grammar::read("own.bnf", &text, Reading::Corrected);
    Judge::of_grammar(grammar.expect("it can be read")).expect("it is regular")
}

fn both(editions: &[Edition]) -> Vec<Judge> {
    let readings = |&edition| Reading::ALL.map(|reading| Judge::by_scheme(edition, reading));
    editions.iter().flat_map(readings).collect()
}

fn tally(bencher: Bencher, judges: &[Judge], threads: usize) {
    let source = Arc::from("corpus");
    let idle: Vec<Mutex<Judges<'_>>> = (0..threads)
        .map(|_| {
            let mut together = Judges::new(judges);
            together.tally(CORPUS.text(), &source, 1, Examples::First(0));
            Mutex::new(together)
        })
        .collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.expect("threads can be started");
    let blocks = blocks(CORPUS.text());
    let (bytes, items) = (CORPUS.text().len(), LINES);
    let bencher = bencher.counter(BytesCount::new(bytes)).counter(ItemsCount::new(items));
    bencher.bench_local(|| {
        let tallied = blocks.par_iter().map(|&block| {
            let thread = rayon::current_thread_index().unwrap_or(0);
            let mut together = idle[thread].lock().expect("no judge panics");
            together.tally(block, &source, 1, Examples::First(3))
        });
        let parts: Vec<_> = pool.install(|| tallied.collect());
        let mut tally = Tally::new(Examples::First(3));
        parts.into_iter().for_each(|part| tally.add(part));
        black_box(tally)
    });
}

/// Cut at line ends.
fn blocks(mut text: &[u8]) -> Vec<&[u8]> {
    let mut blocks = Vec::new();
    while !text.is_empty() {
        let end = memchr::memrchr(b'\n', &text[..text.len().min(BLOCK)]);
        let (block, rest) = text.split_at(end.map_or(text.len(), |end| end + 1));
        blocks.push(block);
        text = rest;
    }
    blocks
}

/// What others do with the same lines.
#[divan::bench(args = PEERS.iter().map(|(name, _)| *name), sample_count = 8, sample_size = 1)]
fn peer(bencher: Bencher, name: &str) {
    let accepts = PEERS.iter().find(|(peer, _)| *peer == name).map(|(_, accepts)| *accepts);
    let accepts = accepts.expect("the peer is one of them");
    lines(bencher, |line| {
        black_box(accepts(line));
    });
}

/// The floor: the line ends, and nothing else.
#[divan::bench(sample_count = 50, sample_size = 1)]
fn memchr_alone(bencher: Bencher) {
    let bytes = CORPUS.text().len();
    let bencher = bencher.counter(BytesCount::new(bytes)).counter(ItemsCount::new(LINES));
    bencher.bench_local(|| memchr::memchr_iter(b'\n', CORPUS.text()).map(black_box).sum::<usize>());
}
