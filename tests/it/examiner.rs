//! The answers that judges recall for strings with the same end states equal a full
//! examination.

use urlbnf::diagnose::{Diagnostic, examine, is_noted};
use urlbnf::judges::{ExaminationDepth, Examiner, Judges, Ruling};
use urlbnf::report::fragment::{RecordFragments, RecordPrefix};
use urlbnf::report::record::CheckRecord;
use urlbnf::report::{ExaminedLine, LineFindingKind, SourceLocation};
use urlbnf::{Grammar, Judge, Verdict};

use crate::support::{XorshiftRng, cells_of_the_corpus, distinct_readings, judges};

/// The cells of the tables of the corpus, each with bytes changed, removed and inserted, and
/// strings of pieces that are meaningful to some grammar.
fn strings() -> Vec<Vec<u8>> {
    let mut random = XorshiftRng::new(24);
    let mut strings = Vec::new();
    let bytes = b"~/:%#?[]@ a0\xFF.\\\"<>{}|^`;=&+\0\r\xC3";
    for string in cells_of_the_corpus() {
        let at = random.below(string.len());
        let byte = bytes[random.below(bytes.len())];
        let mut changed = string.clone();
        changed[at] = byte;
        let mut longer = string.clone();
        longer.insert(at, byte);
        strings.extend([string[..at].to_vec(), string, changed, longer]);
    }
    let parts: [&[u8]; 36] = [
        b"http:", b"HTTP:", b"ftp:", b"news:", b"mailto:", b"gopher:", b"x-foo:", b"wais:", b"//",
        b"/", b"?", b"#", b"a.b", b"1.2.3.256", b"user:pw@", b"%7E", b"%zz", b"%", b"~", b" ",
        b"<URL:", b"URL:", b"<", b">", b"\xEF\xBB\xBF", b"\xC3\xA9", b"\xFF", b"*", b":", b"@",
        b"[::1]", b";type=a", b"\\", b"a b", b"mid:", b"afs:",
    ];
    for _ in 0..3000 {
        let pieces = 1 + random.below(7);
        strings.push((0..pieces).flat_map(|_| parts[random.below(parts.len())]).copied().collect());
    }
    strings.extend(
        [&b"1.2.3.256"[..], b"//1.2.3/", b"malito:a", b"whois:x", b"../a"].map(<[u8]>::to_vec),
    );
    strings.sort();
    strings.dedup();
    strings
}

/// Compares recalled answers, and the records built from them, with those of each judge alone.
/// Returns the counts of all, recalled and failing answers.
#[track_caller]
fn hold(judges: &[Judge], strings: &[Vec<u8>]) -> [usize; 3] {
    let (mut examiner, mut beginning) =
        (Examiner::<RecordFragments>::keeping(judges), RecordPrefix::default());
    let [mut all, mut recalled, mut failing] = [0; 3];
    // The second time, an answer was given for another string, if several stop alike.
    for input in strings.iter().chain(strings) {
        examiner.examine(
            input,
            |_| true,
            |rulings, examined| {
                assert_eq!(examined.iter().len(), judges.len());
                for ((number, examination, fragments), ruling) in examined.iter().zip(rulings) {
                    let judge = &judges[number];
                    let alone = examine(judge, input);
                    let shown = || format!("{}: {}", judge.title(" "), input.escape_ascii());
                    let (one, other) = (&examination.judgement, judge.derive(input));
                    let (matched, conforms) = (other.matched(), other.verdict == Verdict::Conforms);
                    let is_other = |absolute| conforms && matched != Some(absolute);
                    let relative = judge.references().is_some_and(|it| is_other(it.absolute));
                    assert_eq!(
                        (one.verdict, one.matched(), one.relative()),
                        (other.verdict, matched, relative),
                        "{}",
                        shown()
                    );
                    assert_eq!(examination.diagnostic, alone.diagnostic, "{}", shown());
                    assert_eq!(examination.notes, alone.notes, "{}", shown());
                    assert_eq!(ruling.verdict, other.verdict);
                    let entry = |examination, fragments| {
                        let (source, line, site) = ("a\u{e9}", 7, SourceLocation::default());
                        ExaminedLine { source, line, input, site, judge, examination, fragments }
                    };
                    let (entry, wanted) = (entry(examination, fragments), entry(&alone, None));
                    let [mut record, mut known] = [const { Vec::new() }; 2];
                    CheckRecord::new(&wanted).write(&mut record).unwrap();
                    beginning.begin(&entry).unwrap();
                    beginning.write(&entry, &mut known).unwrap();
                    assert!(known == record, "{}", shown());
                    all += 1;
                    recalled += usize::from(conforms && fragments.is_some());
                    failing += usize::from(one.verdict != Verdict::Conforms);
                }
            },
        );
    }
    [all, recalled, failing]
}

#[test]
fn recalled_answers_equal_full_examinations() {
    let judges = judges();
    let [all, recalled, failing] = hold(&judges, &strings());
    assert!(all > 100_000 && failing > all / 2, "{failing} failures of {all}");
    // Almost all that conform are recalled.
    assert!(recalled > (all - failing) * 3 / 4, "{recalled} of {}", all - failing);
}

#[test]
fn recalled_answers_are_right_for_start_productions_and_own_grammars() {
    let strings: Vec<Vec<u8>> = strings().into_iter().step_by(7).collect();
    let by_start = distinct_readings().map(|(edition, reading)| {
        let start = edition.grammar(reading).start();
        Judge::by_start(edition, reading, start)
    });
    hold(&by_start.collect::<Vec<_>>(), &strings);
    let own = distinct_readings().filter_map(|(edition, reading)| {
        let listing = edition.grammar(reading).listing();
        let grammar = Grammar::read(&listing.name, listing.own_text(), reading).ok()?;
        Judge::of_grammar(grammar).ok()
    });
    let own: Vec<Judge> = own.collect();
    assert!(own.len() > 10, "{}", own.len());
    hold(&own, &strings);
}

#[test]
fn where_a_string_fails_is_known_without_an_examination() {
    let judges = judges();
    let mut examiner = Examiner::new(&judges);
    for input in strings().iter().step_by(3) {
        let end = examiner.end(input);
        for (judge, (ruling, offset)) in judges.iter().zip(examiner.failures(input, end)) {
            let wanted = examine(judge, input).diagnostic.map(|it| it.offset);
            assert_eq!(offset, wanted, "{}: {}", judge.title(" "), input.escape_ascii());
            assert_eq!(ruling.failure.is_some(), wanted.is_some());
        }
    }
}

#[test]
fn a_glance_has_everything_but_repairs_and_notes() {
    let judges = judges();
    let mut examiner = Examiner::new(&judges);
    let strings = strings();
    let is_line =
        |it: &&Vec<u8>| !it.is_empty() && !it.contains(&b'\n') && it.last() != Some(&b'\r');
    let lines: Vec<&[u8]> = strings.iter().filter(is_line).step_by(3).map(Vec::as_slice).collect();
    for _ in 0..2 {
        // One block: the line ends are found before the lines are examined.
        let ends = examiner.line_ends(&lines.join(&b'\n'));
        assert_eq!(ends.len(), lines.len());
        for (input, end) in lines.iter().zip(ends) {
            let shown = input.escape_ascii();
            let asked = |ruling: &Ruling| ruling.verdict != Verdict::GenericOnly;
            examiner.examine_line(
                input,
                end,
                ExaminationDepth::Glance,
                asked,
                |rulings, examined| {
                    let wanted = rulings.iter().filter(|it| asked(it)).count();
                    assert_eq!(examined.iter().len(), wanted, "{shown}");
                    for (number, examination, _) in examined.iter() {
                        let judge = &judges[number];
                        let alone = examine(judge, input);
                        assert_eq!(
                            Ruling::from_examination(judge, &alone),
                            rulings[number],
                            "{shown}"
                        );
                        let notes = alone.notes.iter().filter(|_| alone.diagnostic.is_none());
                        assert!(examination.notes.iter().eq(notes), "{shown}");
                        let glanced =
                            alone.diagnostic.map(|it| Box::new(Diagnostic { repair: None, ..*it }));
                        assert_eq!(examination.diagnostic, glanced, "{shown}");
                    }
                },
            );
        }
    }
}

/// A line that is counted without an examination is counted as its examination says.
#[test]
fn the_kind_counted_without_an_examination_is_that_of_the_examination() {
    let judges = judges();
    let mut together = Judges::new(&judges);
    let (mut failures, mut notes) = (0, 0);
    for input in strings() {
        let answer = together.judge(&input);
        for (judge, ruling) in judges.iter().zip(together.rulings(answer)) {
            let examination = examine(judge, &input);
            let entry = ExaminedLine::new(("", 1), &input, judge, &examination);
            let kind = LineFindingKind::from_ruling(judge, ruling);
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
