//! `Judges` in one pass give each line the rulings that each judge alone gives.

use urlbnf::automaton::{Automaton, ByteClasses, Census, Classifier, LanguageSpec, Work};
use urlbnf::diagnose::examine;
use urlbnf::judges::{Judges, ProductAnswer, Ruling};
use urlbnf::{Edition, Judge, Reading};

use crate::repository::{files_below, read};
use crate::support::{XorshiftRng, distinct_readings, judges, mutate, readings};

/// What the judges say one by one, with the parsers and the diagnostics.
fn one_by_one(judges: &[Judge], line: &[u8]) -> Vec<Ruling> {
    judges.iter().map(|judge| Ruling::from_examination(judge, &examine(judge, line))).collect()
}

#[track_caller]
fn agree(together: &mut Judges<'_>, line: &[u8]) {
    let judges = together.judges();
    let answer = together.judge(line);
    for ((judge, together), alone) in
        judges.iter().zip(together.rulings(answer)).zip(one_by_one(judges, line))
    {
        let (edition, reading) = (judge.name(), judge.reading());
        let (input, line) = (line, String::from_utf8_lossy(line));
        assert_eq!(*together, alone, "{line:?} in {edition}, {reading}");
        let judged = judge.derive(input).verdict;
        assert_eq!([judge.verdict(input), alone.verdict], [judged; 2], "{line:?} in {edition}");
    }
}

/// The cells of the tables of the corpora, and the lines of the excerpts.
pub fn corpora() -> Vec<String> {
    let mut lines = Vec::new();
    for path in files_below("tests/corpus").iter().chain(&files_below("tests/excerpts")) {
        let text = read(path);
        lines.extend(text.split(['\n', '\t']).filter(|it| !it.is_empty()).map(str::to_owned));
    }
    assert!(lines.len() > 200, "only {} lines", lines.len());
    lines
}

/// Random strings of an edition, and what random edits make of them.
pub fn generated(edition: Edition, reading: Reading, count: usize) -> Vec<Vec<u8>> {
    let grammar = edition.grammar(reading);
    let mut numbers = XorshiftRng::new(edition as u64 * 2 + reading as u64);
    let mut strings = Vec::new();
    for id in grammar.ids() {
        let Ok(automaton) = Automaton::new(grammar, &LanguageSpec::from_production(id)) else {
            continue;
        };
        let dfa = automaton.determinise(&mut Work::default()).unwrap();
        let census = Census::within(&dfa, 24, &mut Work::default()).unwrap();
        for _ in 0..count {
            let length = numbers.below(25);
            let drawn = census.draw(length, |bytes| {
                bytes.iter_mut().for_each(|byte| *byte = numbers.below(256) as u8);
            });
            let Some(string) = drawn else { continue };
            let mut edited = string.clone();
            for _ in 0..=numbers.below(3) {
                mutate(&mut numbers, &mut edited, b"~#%<>:/@U L:htp1.\n\0\x80\xff");
            }
            strings.push(string);
            strings.push(edited);
        }
    }
    strings
}

/// A judge gives the same ruling when no other judge takes part in the pass.
#[test]
fn of_each_edition_alone_it_says_what_its_judge_says() {
    let corpora = corpora();
    for (edition, reading) in distinct_readings() {
        let judges = [Judge::by_scheme(edition, reading)];
        let mut alone = Judges::new(&judges);
        for line in ["http://a/", "//a/b", "a:b", "../g", "?y", "<URL:http://a/>", "HTTP://a/"] {
            agree(&mut alone, line.as_bytes());
        }
        corpora.iter().for_each(|line| agree(&mut alone, line.as_bytes()));
        generated(edition, reading, 4).iter().for_each(|line| agree(&mut alone, line));
    }
}

/// The strings include schemes in upper case, incomplete wrappers and empty productions, which are
/// decided by more than one byte.
#[test]
fn of_many_strings_it_says_what_the_judges_say() {
    let judges = judges();
    let mut together = Judges::new(&judges);
    corpora().iter().for_each(|line| agree(&mut together, line.as_bytes()));
    for (edition, reading) in readings() {
        generated(edition, reading, 4).iter().for_each(|it| agree(&mut together, it));
    }
    let lines: &[&[u8]] = &[
        b"", b":", b"::", b"<", b"<>", b"<>>", b"<U", b"<URL", b"<URL:", b"<URL:>", b"<URL:>>",
        b"<url:http://a/>", b"<a>", b"<urn:x>", b"URL", b"URL:", b"URL:x", b"url:x", b"Url:x",
        b"HTTP://a/", b"hTTp:", b"MID:a@b", b"mid:a@b", b"mid:", b"mi", b"x:", b"-:", b"a b:",
        b"9a:", b"http", b"httpx://a", b"http:#", b"http://a/%", b"http://a/%4", b"http://a/%4g",
        b"http://a/\xff", b"\xef\xbb\xbfhttp://a/", b"http://a/\0", b"telnet:/", b"afs://a/b",
    ];
    for line in lines {
        agree(&mut together, line);
    }
}

#[test]
fn by_the_letter_it_says_what_the_judges_say() {
    for (edition, reading) in distinct_readings() {
        let grammar = edition.grammar(reading);
        let strings = generated(edition, reading, 1);
        for id in grammar.ids() {
            let judges = [Judge::by_start(edition, reading, id)];
            let mut together = Judges::new(&judges);
            for string in strings.iter().step_by(3) {
                agree(&mut together, string);
            }
        }
    }
}

#[track_caller]
fn equal(judges: &[Judge]) {
    let comparison = Judges::new(judges).compare().unwrap();
    let witness = comparison.witness.map(|it| String::from_utf8_lossy(&it).into_owned());
    assert_eq!(witness, None, "the automaton and the languages differ");
    assert!(comparison.states > 10 * judges.len());
}

#[test]
fn of_all_strings_it_says_what_the_languages_say() {
    for (edition, reading) in distinct_readings() {
        equal(&[Judge::by_scheme(edition, reading)]);
    }
    equal(&judges());
}

/// A classifier with few states takes two bytes at a time, and one with many takes one.
#[test]
fn a_classifier_says_where_its_steps_lead() {
    let classes = ByteClasses::from_signature(|byte| byte);
    for states in [1, 3, 20, 300] {
        let mut numbers = XorshiftRng::new(states as u64);
        let next: Vec<usize> = (0..states * 256).map(|_| numbers.below(states + 1)).collect();
        let says: Vec<usize> = (0..states).map(|_| numbers.below(3)).collect();
        let step = |&at: &usize, byte: u8| {
            Some(next[at * 256 + usize::from(byte)]).filter(|&to| to < states)
        };
        let mut work = Work::default();
        let made = Classifier::explore(0, &classes, step, |&at| says[at], 0, &mut work).unwrap();
        for length in (0..500).map(|it| it % 9) {
            let input: Vec<u8> = (0..length).map(|_| numbers.below(256) as u8).collect();
            let end = input.iter().try_fold(0, |at, &byte| step(&at, byte));
            assert_eq!(made.answer(&input), end.map_or(0, |at| says[at]), "{states}, {input:?}");
        }
    }
}

/// The lines of a block with what is said of them, one after the other.
fn one_after_the_other(judges: &[Judge], block: &[u8]) -> Vec<(Vec<u8>, Vec<Ruling>)> {
    let mut lines: Vec<&[u8]> = block.split(|&byte| byte == b'\n').collect();
    let last = lines.pop().filter(|last| !last.is_empty());
    let whole = lines.iter().map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let mut together = Judges::new(judges);
    whole
        .chain(last)
        .map(|line| {
            let answer = match line {
                b"" => ProductAnswer::EMPTY,
                line => together.judge(line),
            };
            (line.to_vec(), together.rulings(answer).to_vec())
        })
        .collect()
}

#[track_caller]
fn side_by_side(block: &[u8]) {
    let judges = judges();
    let expected = one_after_the_other(&judges, block);
    // Those that keep few states compute them again and again, the last at every byte.
    for mut together in [1 << 14, 200, 20, 1].map(|states| Judges::keeping(&judges, states)) {
        for _ in 0..2 {
            let mut lines = Vec::new();
            together.lines(block, |line, answer| lines.push((line, answer)));
            let found: Vec<_> = lines
                .into_iter()
                .map(|(line, answer)| (block[line].to_vec(), together.rulings(answer).to_vec()))
                .collect();
            assert_eq!(found, expected);
        }
    }
}

#[test]
fn many_lines_side_by_side_are_judged_as_one_after_the_other() {
    for block in [
        "",
        "\n",
        "\n\n\r\n",
        "a",
        "a\r",
        "a\r\n",
        "\r\r\n",
        "http://a/\nhttp://a/~\n\nx",
        "http://a/\n\n\n\n\n\n\n\n\n\nhttp://b",
    ] {
        side_by_side(block.as_bytes());
    }
    // Lines of all lengths, in a random order.
    let mut numbers = XorshiftRng::new(1);
    let mut block = Vec::new();
    for _ in 0..2000 {
        let length = match numbers.below(40) {
            0 => numbers.below(9000),
            1 => numbers.below(900),
            _ => numbers.below(40),
        };
        block.extend_from_slice(
            ["http://a.b/", "ftp://a", "", "x", "news:"][numbers.below(5)].as_bytes(),
        );
        let bytes = b"abcdefgh/.%2~#\r";
        let some = if length > 30 { 10 } else { bytes.len() };
        block.extend((0..length).map(|_| bytes[numbers.below(some)]));
        block.push(b'\n');
    }
    side_by_side(&block);
    block.pop();
    side_by_side(&block);
}

#[test]
fn a_line_may_come_in_parts() {
    let judges = judges();
    let mut together = Judges::new(&judges);
    let line = b"http://info.cern.ch/hypertext/WWW/~timbl/#x";
    let whole = together.judge(line);
    for cut in 0..line.len() {
        let begun = together.begin();
        let half = together.go_on(begun, &line[..cut]);
        let done = together.go_on(half, &line[cut..]);
        assert_eq!(together.end(done), whole);
    }
}
