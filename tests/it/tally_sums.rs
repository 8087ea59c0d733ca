//! Tallies add up, however a list is cut, and in whatever order its parts are added.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use urlbnf::diagnose::examine;
use urlbnf::judges::tally::{ExampleLine, ExampleSelection, KEPT, RulingCount};
use urlbnf::judges::{Judges, Ruling, Tally};
use urlbnf::report::counts;
use urlbnf::report::tallies::{Tallies, TallyOptions};
use urlbnf::{Edition, Judge, Reading};

use crate::support::{XorshiftRng, judges, snapshot};
use crate::tables::rows;

const LIMIT: u64 = 3;

fn options() -> TallyOptions {
    TallyOptions {
        limit: LIMIT,
        ignore_scheme_case: false,
        only: Vec::new(),
        field: None,
        header: false,
        skip_bom: false,
    }
}

/// A list with repeated lines, lines that differ only after the part that a tally keeps, empty
/// lines, and lines of every length.
fn list(random: &mut XorshiftRng) -> Vec<u8> {
    let parts = ["http://", "news:", "a", "~", "/", "%zz", "\r", "\0", "\u{e9}", "x.y", "#", "?"];
    let mut text = Vec::new();
    for _ in 0..120 {
        for _ in 0..random.below(6) {
            text.extend(parts[random.below(parts.len())].bytes());
        }
        if random.below(9) == 0 {
            text.extend(b"http://a/".iter().chain(&[b'b'; 300]));
        }
        if random.below(12) == 0 {
            text.push(0xFF);
        }
        text.push(b'\n');
    }
    text
}

/// The tally of a part, as text.
fn counted(judges: &[Judge], text: &[u8]) -> String {
    let examples = ExampleSelection::Smallest(LIMIT as usize);
    let mut tally = Tally::new(examples);
    tally.add(Judges::new(judges).tally(text, &Arc::from("part"), 1, examples));
    Tallies::from_tally(&tally, judges, options(), |_| true).text()
}

/// Replaces the digest of a tally by the right one.
fn sealed(text: &str) -> String {
    const DIGEST: &str = r#""digest":""#;
    let mut text = text.to_owned();
    let Some(at) = text.find(DIGEST).map(|at| at + DIGEST.len()) else { return text };
    text.replace_range(at..at + 16, &"0".repeat(16));
    text.truncate(text.trim_end().len());
    text.push('\n');
    // FNV-1a, as docs/tally.schema.json specifies.
    let digest = text.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    text.replace_range(at..at + 16, &format!("{digest:016x}"));
    text
}

#[track_caller]
fn sum(tallies: &[String]) -> String {
    let mut tallies = tallies.iter().map(|text| Tallies::read(text.as_bytes()).expect("a tally"));
    let mut sum = tallies.next().expect("at least one");
    tallies.for_each(|it| sum.add(it).expect("they fit"));
    sum.text()
}

#[test]
fn parts_of_any_cut_in_any_order_add_up_to_the_whole() {
    let judges = judges();
    let nothing = counted(&judges, b"");
    for seed in 0..12 {
        let mut random = XorshiftRng::new(seed);
        let text = list(&mut random);
        let whole = counted(&judges, &text);
        assert_eq!(sum(std::slice::from_ref(&whole)), whole, "it is read as it is written");
        let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
        let mut parts = vec![nothing.clone()];
        let mut rest = &lines[..];
        while !rest.is_empty() {
            let (part, behind) = rest.split_at((1 + random.below(40)).min(rest.len()));
            parts.push(counted(&judges, &part.concat()));
            rest = behind;
        }
        for at in (1..parts.len()).rev() {
            parts.swap(at, random.below(at + 1));
        }
        assert!(parts.len() > 3);
        assert_eq!(sum(&parts), whole, "seed {seed}");
        // The same for sums of sums.
        let (some, others) = parts.split_at(parts.len() / 2);
        assert_eq!(sum(&[sum(others), sum(some)]), whole, "seed {seed}");
    }
}

/// The examples are the smallest distinct lines, by length and bytes, as sorting finds them.
#[test]
fn the_examples_are_the_smallest_lines() {
    let judges = [Judge::by_scheme(Edition::Rfc1738, Reading::Corrected)];
    let text = list(&mut XorshiftRng::new(99));
    let records = counted(&judges, &text);
    let mut ruled: BTreeMap<Ruling, Vec<&[u8]>> = BTreeMap::new();
    let lines = text.split(|&byte| byte == b'\n');
    let lines = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    for line in lines.filter(|line| !line.is_empty()) {
        let ruling = Ruling::from_examination(&judges[0], &examine(&judges[0], line));
        ruled.entry(ruling).or_default().push(line);
    }
    let name = |id| judges[0].grammar().name(id);
    let mut seen = 0;
    for record in records.lines().skip(1) {
        let record: Value = serde_json::from_str(record).unwrap();
        let is_of = |row: &(&Ruling, &Vec<&[u8]>)| {
            let failure = row.0.failure;
            record["verdict"] == row.0.verdict.name()
                && record["code"].as_str() == failure.map(|it| it.code.name())
                && record["production"].as_str() == failure.map(|it| name(it.production))
                && record["told"].as_str() == failure.map(|it| name(it.named_production))
        };
        let mut lines = ruled.iter().find(is_of).unwrap().1.clone();
        assert_eq!(record["count"].as_u64().unwrap(), lines.len() as u64);
        // Only the part of a line that the tally keeps is compared.
        lines.sort_by_key(|line| (line.len(), &line[..line.len().min(256)]));
        lines.dedup_by_key(|line| (line.len(), &line[..line.len().min(256)]));
        let wanted: Vec<u64> = lines.iter().take(3).map(|line| line.len() as u64).collect();
        let examples = record["examples"].as_array().unwrap();
        let lengths: Vec<u64> = examples.iter().map(|it| it["length"].as_u64().unwrap()).collect();
        assert_eq!(lengths, wanted, "{record}");
        for (example, line) in examples.iter().zip(lines) {
            let kept = &line[..line.len().min(256)];
            match example["input_base64"].is_null() {
                true => assert_eq!(example["input"].as_str().unwrap().as_bytes(), kept),
                false => assert!(std::str::from_utf8(kept).is_err()),
            }
        }
        seen += 1;
    }
    assert!(seen > 5, "{records}");
}

/// Counts in blocks of `lines` lines.
fn in_blocks(judges: &[Judge], text: &[u8], examples: ExampleSelection, lines: usize) -> Tally {
    let (mut tally, mut together) = (Tally::new(examples), Judges::new(judges));
    let all: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
    for (line, block) in (1..).step_by(lines).zip(all.chunks(lines)) {
        tally.add(together.tally(&block.concat(), &Arc::from("urls.txt"), line, examples));
    }
    tally
}

/// Counts one line after the other.
fn line_by_line(judges: &[Judge], text: &[u8], examples: ExampleSelection) -> Tally {
    let (mut tally, mut together) = (Tally::new(examples), Judges::new(judges));
    for (number, line) in (1..).zip(text.split_inclusive(|&byte| byte == b'\n')) {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        match line.strip_suffix(b"\r").unwrap_or(line) {
            b"" => tally.add_empty(1),
            line => {
                let answer = together.judge(line);
                let example = || ExampleLine::new(&Arc::from("urls.txt"), number, line);
                tally.add_line(together.rulings(answer), example);
            }
        }
    }
    tally
}

const LINES: &str = "http://info.cern.ch/\nhttp://info.cern.ch/~timbl/\n\nhttp:x\n\
    mailto:a@b\r\nHTTP://a/\nhttp://a/~b/~c\nnews:comp.infosystems.www\nx\n<URL:http://a/>\n\
    ftp://a/~b\nhttp://a/%zz\n\nhttp://a b/\nhttp://-a.com/";

#[test]
fn counts_are_those_of_the_diagnostics() {
    let judges = judges();
    let tally = in_blocks(&judges, LINES.as_bytes(), ExampleSelection::First(2), 4);
    assert_eq!((tally.lines(), tally.empty()), (15, 2));
    for (at, judge) in judges.iter().enumerate() {
        let mut expected: BTreeMap<Ruling, Vec<(u64, &str)>> = BTreeMap::new();
        for (line, input) in (1..).zip(LINES.lines()).filter(|(_, input)| !input.is_empty()) {
            let ruling = Ruling::from_examination(judge, &examine(judge, input.as_bytes()));
            expected.entry(ruling).or_default().push((line, input));
        }
        let rows = tally.rows(at);
        assert_eq!(rows.len(), expected.len());
        for RulingCount { ruling, count, examples } in rows {
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
    let example = ExampleLine::new(&source, 7, &line);
    assert_eq!((example.input.len(), example.length, example.line), (KEPT, 1000, 7));
}

#[test]
fn a_tally_reads_well() {
    let judges: Vec<Judge> = [Edition::Url02, Edition::Rfc1738]
        .into_iter()
        .flat_map(|edition| Reading::ALL.map(|reading| Judge::by_scheme(edition, reading)))
        .collect();
    let tally = in_blocks(&judges, LINES.as_bytes(), ExampleSelection::First(2), 5);
    snapshot("tally", &counts::text(&tally, &judges, None, |_| true));
}

#[test]
fn of_blocks_the_same_lines_are_kept_as_of_lines_one_by_one() {
    let judges = [Judge::by_scheme(Edition::Rfc1738, Reading::Corrected)];
    for seed in 0..6 {
        let text = list(&mut XorshiftRng::new(seed)).repeat(2);
        for most in [0, 1, 3, 20, usize::MAX] {
            for examples in [ExampleSelection::First(most), ExampleSelection::Smallest(most)] {
                let expected = line_by_line(&judges, &text, examples);
                assert!(expected.rows(0).len() > 5);
                for lines in [1, 7, 60, 1000] {
                    let tally = in_blocks(&judges, &text, examples, lines);
                    assert_eq!(tally.lines(), expected.lines());
                    assert_eq!(tally.empty(), expected.empty());
                    let found = tally.rows(0);
                    assert_eq!(found, expected.rows(0), "{examples:?}, {lines} lines a block");
                }
            }
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    let judges = judges();
    let whole = counted(&judges, b"http://a/\n~\n");
    let head = whole.lines().next().unwrap();
    let rest = &whole[head.len()..];
    let refused = |text: &str, wanted: &str| {
        let mut sum = Tallies::read(whole.as_bytes()).unwrap();
        let said = Tallies::read(text.as_bytes()).and_then(|it| sum.add(it));
        let said = said.unwrap_err().to_string();
        assert!(said.contains(wanted), "{said}");
        assert_eq!(sum.text(), whole, "nothing was added");
    };
    for row in rows("tests/cases/tallies.tsv") {
        let [part, from, to, wanted] = &row[..] else { panic!("{row:?}") };
        let changed = match part.as_str() {
            "head" => sealed(&format!("{}{rest}", head.replacen(from, to, 1))),
            "head alone" => sealed(&head.replacen(from, to, 1)),
            _ => whole.replacen(from, to, 1),
        };
        assert_ne!(changed, whole);
        refused(&changed, wanted);
    }
    refused(&counted(&judges[1..], b""), "what judged is ");
    let row = rest.lines().find(|row| row.contains("rejected")).unwrap();
    refused("", "it is empty");
    refused(&format!("{whole}{row}\n"), "its kind does not belong");
    let unknown = row.replace("rejected", "refused");
    refused(&format!("{head}\n{unknown}\n"), "no verdict is called `refused`");
    refused(
        &format!("{head}\nnothing\n"),
        "line 2 is not a record of a tally: expected ident (column 2)",
    );
    refused(&format!("{head}\n"), "counts 0 lines, and there are 2: it is not whole");
    let conforms = row.replace("rejected", "conforms");
    refused(&whole.replacen(row, &conforms, 1), "its failure does not");
    refused(&format!("{whole}\n"), "is not a record of a tally: EOF");
}

/// One byte is changed, inserted or removed, or two records are swapped.
#[test]
fn no_tally_is_read_that_was_changed_at_random() {
    let judges = [Judge::by_scheme(Edition::Rfc1738, Reading::Corrected)];
    let mut random = XorshiftRng::new(35);
    let whole = counted(&judges, &list(&mut random)).into_bytes();
    assert!(Tallies::read(&whole).is_ok());
    for _ in 0..300 {
        let mut changed = whole.clone();
        let at = random.below(whole.len());
        match random.below(4) {
            0 => changed[at] ^= 1 << random.below(8),
            1 => changed[at] = b' ' + random.below(95) as u8,
            2 => changed.insert(at, whole[random.below(whole.len())]),
            _ => drop(changed.remove(at)),
        }
        if changed != whole {
            let text = String::from_utf8_lossy(&changed);
            assert!(Tallies::read(&changed).is_err(), "{text}");
        }
    }
    let mut lines: Vec<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    lines.swap(1, 2);
    assert!(Tallies::read(&lines.concat()).is_err());
    // Text that is not UTF-8 is rejected and not replaced.
    let mut changed = whole.clone();
    let at = whole.windows(2).position(|it| it == b"a/").unwrap();
    changed[at] = 0xFF;
    let said = Tallies::read(&changed).unwrap_err().to_string();
    assert_eq!(said, format!("it is not UTF-8 after {at} bytes"));
}

#[cfg(feature = "cli")]
#[test]
fn the_command_adds_files() {
    use std::fs;

    use crate::program::{folder, output, run};

    let folder = folder("tally_sums");
    let text = list(&mut XorshiftRng::new(7));
    let check = ["check", "-e", "rfc1738,rfc3986", "--format", "tally-json", "--fail-on", "never"];
    let whole = output(&check, &text);
    let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
    let files: Vec<String> = lines
        .chunks(50)
        .enumerate()
        .map(|(number, part)| {
            let file = folder.join(format!("{number}.json"));
            fs::write(&file, output(&check, &part.concat())).unwrap();
            file.to_str().unwrap().to_owned()
        })
        .collect();
    let merge = |files: &[&str]| run(&[&["check", "--merge"], files].concat(), whole.as_bytes());
    let all: Vec<&str> = files.iter().rev().map(String::as_str).collect();
    assert_eq!(String::from_utf8(merge(&all).stdout).unwrap(), whole);
    // Adding the whole twice gives twice the counts.
    let standard = merge(&["-"]);
    assert_eq!(String::from_utf8(standard.stdout).unwrap(), whole);
    let other = folder.join("other.json");
    fs::write(&other, output(&["check", "--format", "tally-json"], b"")).unwrap();
    for files in [&["-", "-"][..], &["-", other.to_str().unwrap()], &["Cargo.toml"], &["nothing"]] {
        let refused = merge(files);
        assert_eq!(refused.status.code(), Some(2), "{files:?}");
        assert!(refused.stdout.is_empty() && !refused.stderr.is_empty());
    }
}
