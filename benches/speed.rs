//! Measures and compares the speed: `cargo bench -p urlbnf-benches --bench speed`.
//!
//! Every bench reads the same lines, so its items are lines and its bytes those of the file. Each
//! reader accepts a different language, so the number of lines that each accepts is printed first:
//! a fast reader that answers another question is not a competitor. `memchr` alone, which only
//! finds the line ends, is the lower bound.

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
use urlbnf::ast::UrlWithFragment;
use urlbnf::automaton::LanguageSpec;
use urlbnf::bnf::Grammar;
use urlbnf::derivation::Deriver;
use urlbnf::diagnose::examine;
use urlbnf::judges::tally::ExampleSelection;
use urlbnf::judges::{ExaminationDepth, Examiner, Judges, Ruling, Tally};
use urlbnf::report::fragment::{RecordFragments, RecordPrefix};
use urlbnf::report::{ExaminedLine, SourceLocation, short};
use urlbnf::rfc3986::{Uri, UriReference};
use urlbnf::rfc3987::Iri;
use urlbnf::{Edition, Judge, Reading, Verdict, parse};

/// The number of lines.
const LINES: usize = 200_000;
/// The maximum size of the blocks of the file that threads share, in bytes.
const BLOCK: usize = 1 << 19;

static CORPUS: LazyLock<Corpus> = LazyLock::new(|| Corpus::new(SEED, LINES));

/// The name of a reader, and its function, which returns whether it accepts a line.
type BenchmarkParser = (&'static str, fn(&[u8]) -> bool);

/// The readers of other projects.
const PEERS: &[BenchmarkParser] = &[
    ("url", |line| text(line).is_some_and(|text| black_box(url::Url::parse(text)).is_ok())),
    ("ada-url", |line| {
        text(line).is_some_and(|text| black_box(ada_url::Url::parse(text, None)).is_ok())
    }),
    ("ada-url, only whether", |line| {
        text(line).is_some_and(|text| ada_url::Url::can_parse(text, None))
    }),
    ("http", |line| black_box(http::Uri::try_from(line)).is_ok()),
    ("iri-string", |line| {
        text(line).is_some_and(|text| black_box(iri_string::types::UriStr::new(text)).is_ok())
    }),
    ("fluent-uri", |line| {
        text(line).is_some_and(|text| black_box(fluent_uri::Uri::parse(text)).is_ok())
    }),
];

/// The kinds of identifiers of this project.
const IDENTIFIERS: &[BenchmarkParser] = &[
    ("Uri", |line| text(line).is_some_and(|text| black_box(Uri::parse(text)).is_ok())),
    ("Uri, with all parts", |line| {
        let Some(Ok(uri)) = text(line).map(Uri::parse) else { return false };
        let host = uri.authority().map(|authority| authority.host_str());
        black_box((uri.scheme(), host, uri.path(), uri.query(), uri.fragment()));
        true
    }),
    ("UriReference", |line| {
        text(line).is_some_and(|text| black_box(UriReference::parse(text)).is_ok())
    }),
    ("Iri", |line| text(line).is_some_and(|text| black_box(Iri::parse(text)).is_ok())),
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
    for (name, accepts) in IDENTIFIERS.iter().chain(PEERS) {
        println!("  {:>6}  {name}", CORPUS.lines().filter(|line| accepts(line)).count());
    }
    divan::main();
}

fn conforming(judge: &Judge) -> usize {
    let conforms = |line: &&[u8]| judge.judge(line).verdict == Verdict::Conforms;
    CORPUS.lines().filter(conforms).count()
}

/// Runs a function on all lines.
fn lines(bencher: Bencher, mut each: impl FnMut(&[u8])) {
    let (bytes, items) = (CORPUS.text().len(), LINES);
    let bencher = bencher.counter(BytesCount::new(bytes)).counter(ItemsCount::new(items));
    let lines: Vec<&[u8]> = CORPUS.lines().collect();
    bencher.bench_local(|| lines.iter().copied().for_each(&mut each));
}

/// pest, with a tree.
#[divan::bench(sample_count = 8, sample_size = 1)]
fn parse_to_tree(bencher: Bencher) {
    let start = Edition::Rfc1738.grammar(Reading::Corrected).start();
    lines(bencher, |line| {
        let _ = black_box(parse(Edition::Rfc1738, Reading::Corrected, start, line));
    });
}

/// The position automaton of the printed grammar, with a tree.
#[divan::bench(sample_count = 8, sample_size = 1)]
fn derive_to_tree(bencher: Bencher) {
    let grammar = Edition::Rfc1738.grammar(Reading::Corrected);
    let deriver = Deriver::new(grammar, &LanguageSpec::from_production(grammar.start())).unwrap();
    lines(bencher, |line| {
        let _ = black_box(deriver.derive(grammar, line));
    });
}

/// pest, with the parts of the URL.
#[divan::bench(sample_count = 8, sample_size = 1)]
fn parse_to_ast(bencher: Bencher) {
    lines(bencher, |line| {
        black_box(UrlWithFragment::parse(Edition::Rfc1738, line));
    });
}

/// The verdict of one edition, by its table.
#[divan::bench(args = ["rfc1738", "rfc3986", "rfc3987"], sample_count = 20, sample_size = 1)]
fn verdict_of_one_edition(bencher: Bencher, name: &str) {
    let judge = Judge::by_scheme(edition(name), Reading::Corrected);
    judge.verdict(b"");
    lines(bencher, |line| {
        black_box(judge.verdict(line));
    });
}

/// The same with the derivation.
#[divan::bench(args = ["rfc1738", "rfc3986"], sample_count = 8, sample_size = 1)]
fn judgement_of_one_edition(bencher: Bencher, name: &str) {
    let judge = Judge::by_scheme(edition(name), Reading::Corrected);
    lines(bencher, |line| {
        black_box(judge.judge(line).verdict);
    });
}

fn edition(name: &str) -> Edition {
    Edition::ALL.into_iter().find(|it| it.name() == name).expect("the edition is one of them")
}

/// A URI or IRI, which borrows the line.
#[divan::bench(args = IDENTIFIERS.iter().map(|(name, _)| *name), sample_count = 20, sample_size = 1)]
fn identifier(bencher: Bencher, name: &str) {
    let accepts = IDENTIFIERS.iter().find(|(own, _)| *own == name).map(|(_, accepts)| *accepts);
    let accepts = accepts.expect("the kind is one of them");
    accepts(b"");
    lines(bencher, |line| {
        black_box(accepts(line));
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

/// The same with codes and productions, in one pass, line by line.
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

/// Records in JSON for all lines, as `check --format jsonl` writes them, on one thread. An
/// item is a record. In the benches below the judges have a warm cache.
#[divan::bench(args = ["rfc1738", "six editions"], sample_count = 6, sample_size = 1)]
fn records(bencher: Bencher, name: &str) {
    explained(bencher, &alone(name), ExaminationDepth::Whole, |_| true, record);
}

/// The same, only for lines that fail.
#[divan::bench(args = ["rfc1738", "six editions"], sample_count = 6, sample_size = 1)]
fn records_of_failures(bencher: Bencher, name: &str) {
    explained(bencher, &alone(name), ExaminationDepth::Whole, fails, record);
}

/// A line for each line that fails, as `check --format short` writes it.
#[divan::bench(args = ["rfc1738", "six editions"], sample_count = 6, sample_size = 1)]
fn short_lines_of_failures(bencher: Bencher, name: &str) {
    explained(bencher, &alone(name), ExaminationDepth::Glance, fails, |_, entry, text| {
        text.extend_from_slice(short::line(entry).as_bytes());
    });
}

fn fails(ruling: &Ruling) -> bool {
    ruling.failure.is_some()
}

fn record(beginning: &mut RecordPrefix, entry: &ExaminedLine<'_>, text: &mut Vec<u8>) {
    beginning.begin(entry).expect("a record can be written");
    beginning.write(entry, text).expect("a record can be written");
}

fn alone(name: &str) -> Vec<Judge> {
    let judges = ALONE.iter().find(|(alone, _)| *alone == name).map(|(_, judges)| judges());
    judges.expect("it is one of them")
}

/// Examines the lines for which `asked` returns true, and writes the results.
fn explained(
    bencher: Bencher,
    judges: &[Judge],
    extent: ExaminationDepth,
    asked: fn(&Ruling) -> bool,
    write: fn(&mut RecordPrefix, &ExaminedLine<'_>, &mut Vec<u8>),
) {
    let mut examiner = Examiner::<RecordFragments>::keeping(judges);
    let (mut beginning, mut text) = (RecordPrefix::default(), Vec::new());
    let mut pass = || {
        let mut entries = 0_usize;
        for block in blocks(CORPUS.text()) {
            text.clear();
            let ends = examiner.line_ends(block);
            let lines = block.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
            for (input, end) in lines.zip(ends) {
                examiner.examine_line(input, end, extent, asked, |_, examined| {
                    for (judge, examination, fragments) in examined.iter() {
                        let (source, line, site) = ("corpus", 1, SourceLocation::default());
                        let judge = &judges[judge];
                        let entry = ExaminedLine {
                            source,
                            line,
                            input,
                            site,
                            judge,
                            examination,
                            fragments,
                        };
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

/// Diagnostics with their repairs, only for lines that fail; only these lines are counted.
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

/// A tally of the whole file in memory, by all editions in both readings, on one thread and on
/// two; the judges have a warm cache.
#[divan::bench(args = [1, 2], sample_count = 50, sample_size = 1)]
fn whole_file_to_tally(bencher: Bencher, threads: usize) {
    tally(bencher, &all(), threads);
}

/// The name of a set of judges, and its constructor.
type BenchmarkJudges = (&'static str, fn() -> Vec<Judge>);

/// One edition, its grammar as a user grammar, and sets of more and more editions.
const ALONE: &[BenchmarkJudges] = &[
    ("rfc1738", || vec![Judge::by_scheme(Edition::Rfc1738, Reading::Corrected)]),
    ("rfc1738 as a file", || vec![own()]),
    ("six editions", || both(&Edition::BORN)),
    ("all editions", all),
];

/// The same on one thread, for each set of judges.
#[divan::bench(args = ALONE.iter().map(|(name, _)| *name), sample_count = 50, sample_size = 1)]
fn whole_file_to_tally_of(bencher: Bencher, name: &str) {
    tally(bencher, &alone(name), 1);
}

/// A grammar of the size of RFC 1738's, from its text to the first verdict.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn own_grammar_ready_to_judge(bencher: Bencher) {
    bencher.bench_local(|| black_box(own().judge(b"http://a.b/").verdict));
}

/// RFC 1738's grammar as a user grammar, read from its text.
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
            together.tally(CORPUS.text(), &source, 1, ExampleSelection::First(0));
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
            together.tally(block, &source, 1, ExampleSelection::First(3))
        });
        let parts: Vec<_> = pool.install(|| tallied.collect());
        let mut tally = Tally::new(ExampleSelection::First(3));
        parts.into_iter().for_each(|part| tally.add(part));
        black_box(tally)
    });
}

/// The blocks of a text, which end at line ends.
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

/// The libraries of other projects on the same lines.
#[divan::bench(args = PEERS.iter().map(|(name, _)| *name), sample_count = 8, sample_size = 1)]
fn peer(bencher: Bencher, name: &str) {
    let accepts = PEERS.iter().find(|(peer, _)| *peer == name).map(|(_, accepts)| *accepts);
    let accepts = accepts.expect("the peer is one of them");
    lines(bencher, |line| {
        black_box(accepts(line));
    });
}

/// The lower bound: only the line ends.
#[divan::bench(sample_count = 50, sample_size = 1)]
fn memchr_alone(bencher: Bencher) {
    let bytes = CORPUS.text().len();
    let bencher = bencher.counter(BytesCount::new(bytes)).counter(ItemsCount::new(LINES));
    bencher.bench_local(|| memchr::memchr_iter(b'\n', CORPUS.text()).map(black_box).sum::<usize>());
}
