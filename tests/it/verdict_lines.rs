//! One output line per input line, compared with the records and with the tally, on hard
//! files.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};

use serde_json::Value;

use crate::program::{records, run, started};

const VERDICT: [&str; 3] = ["check", "--format", "verdict"];

/// The columns of each output line.
#[track_caller]
fn answers(arguments: &[&str], input: &[u8]) -> Vec<Vec<String>> {
    let output = run(&[&VERDICT, arguments].concat(), input);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {error}");
    let text = String::from_utf8(output.stdout).expect("the answers are text");
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// Lines of all kinds: empty, with a CR, with a NUL, without a line end, across each border of
/// a block.
pub fn hard() -> Vec<u8> {
    let mut text =
        b"http://a.b/\n\nhttp://a.b/~\r\n\r\n\r\r\nhttp:x\0\n../a\n\xFF\xFE\n \n".to_vec();
    for length in [1 << 14, 1 << 16, (1 << 16) - 1, 3 << 16] {
        text.extend(b"http://a.b/");
        text.extend(std::iter::repeat_n(b'c', length));
        text.extend(b"~\nnews:*\n\n");
    }
    for number in 0..3000 {
        text.extend(format!("http://a.b/{number}{}\n", ["", "~", "[", "#c"][number % 4]).bytes());
    }
    text.extend(b"((((((a))))))\n((a)\nmailto:a");
    text
}

#[test]
fn each_line_has_its_line() {
    let hard = hard();
    let lines = hard.split(|&byte| byte == b'\n').count();
    for arguments in [&[][..], &["--threads", "1"], &["--ignore-scheme-case"], &["-e", "all"]] {
        assert_eq!(answers(arguments, &hard).len(), lines, "{arguments:?}");
    }
}

#[test]
fn what_a_line_says_is_what_its_records_say() {
    let hard = hard();
    for more in [
        &["-e", "tests/drafts/nested.abnf"][..],
        &["-e", "rfc1738"],
        &["-e", "all", "--reading", "both"],
        &["--ignore-scheme-case"],
    ] {
        let records = records(&[&["check", "--format", "jsonl"], more].concat(), &hard);
        let word = |value: &Value| value.as_str().unwrap_or("-").to_owned();
        let wanted: Vec<Vec<String>> = records
            .iter()
            .map(|record| {
                let error = &record["error"];
                let offset = error["offset"].as_u64().map_or("-".to_owned(), |it| it.to_string());
                let [verdict, grammar, reading] =
                    ["verdict", "grammar", "reading"].map(|key| word(&record[key]));
                vec![
                    verdict,
                    grammar,
                    reading,
                    word(&error["production"]),
                    word(&error["code"]),
                    offset,
                ]
            })
            .collect();
        let said: Vec<Vec<String>> = answers(more, &hard)
            .iter()
            .flat_map(|line| line.chunks(6).map(<[String]>::to_vec).collect::<Vec<_>>())
            .filter(|it| it[0] != "empty")
            .map(|mut row| {
                if row[0] == "relative" {
                    row[0] = "conforms".to_owned();
                }
                row
            })
            .collect();
        assert!(said == wanted, "{more:?}");
    }
}

#[test]
fn counted_verdict_lines_equal_the_tally() {
    let (hard, of) = (hard(), ["-e", "rfc3986,rfc1738"]);
    let mut counted = BTreeMap::<Vec<String>, u64>::new();
    let answers = answers(&of, &hard);
    for columns in answers.iter().flat_map(|line| line.chunks(6)) {
        *counted.entry(columns[..5].to_vec()).or_default() += 1;
    }
    counted.retain(|columns, _| columns[0] != "empty");
    let rows = records(&[&["check", "--format", "tally-json"], &of[..]].concat(), &hard);
    let mut wanted = BTreeMap::<Vec<String>, u64>::new();
    for row in rows.into_iter().skip(1) {
        let word = |key: &str| row[key].as_str().unwrap_or("-").to_owned();
        let verdict = if row["relative"] == true { "relative".to_owned() } else { word("verdict") };
        let columns =
            vec![verdict, word("grammar"), word("reading"), word("production"), word("code")];
        *wanted.entry(columns).or_default() += row["count"].as_u64().unwrap();
    }
    assert!(wanted.len() > 8, "{wanted:?}");
    assert_eq!(counted, wanted);
}

/// Lines of which one ends at each border of a piece, a block and a buffer: `before` bytes of
/// its line end precede the border.
fn across_borders(before: usize) -> Vec<u8> {
    let mut text = Vec::new();
    for border in [1 << 11, 1 << 14, 1 << 16, 1 << 18, 1 << 20] {
        let begin = border - before;
        while begin - text.len() > 2000 {
            text.extend(b"http://a.b/");
            text.extend(std::iter::repeat_n(b'c', 900));
            text.extend(if text.len() % 3 == 0 { &b"~\n"[..] } else { b"\0\r\n" });
        }
        text.extend(b"http://a.b/");
        text.extend(std::iter::repeat_n(b'd', begin - text.len()));
        assert_eq!(text.len(), begin);
        text.extend(b"[\r\nnews:*\n\n");
    }
    text.extend(b"http://a.b/\xFF\r");
    text
}

/// The tally, the counted records and the counted columns agree, wherever a line ends.
#[test]
fn across_every_border_three_ways_of_counting_agree() {
    for before in 0..4 {
        let text = across_borders(before);
        let mut columns = BTreeMap::<[String; 3], u64>::new();
        for line in answers(&[], &text).iter().filter(|line| line[0] != "empty") {
            *columns.entry([0, 3, 4].map(|at| line[at].clone())).or_default() += 1;
        }
        let count = |of: &[&str], key: fn(&Value) -> [&Value; 3], count: fn(&Value) -> u64| {
            let mut counted = BTreeMap::<[String; 3], u64>::new();
            for record in records(&[&["check"], of].concat(), &text) {
                if record["verdict"].is_string() {
                    let key = key(&record).map(|it| it.as_str().unwrap_or("-").to_owned());
                    *counted.entry(key).or_default() += count(&record);
                }
            }
            counted
        };
        let recorded = count(
            &["--format", "jsonl"],
            |it| [&it["verdict"], &it["error"]["production"], &it["error"]["code"]],
            |_| 1,
        );
        let tally = count(
            &["--format", "tally-json"],
            |it| [&it["verdict"], &it["production"], &it["code"]],
            |it| it["count"].as_u64().unwrap(),
        );
        assert!(tally.len() > 2, "{tally:?}");
        assert_eq!(recorded, tally, "{before}");
        assert_eq!(columns, tally, "{before}");
    }
}

/// It is judged in pieces: everything is known about it except the failing byte.
#[test]
fn a_line_that_is_too_long_to_be_explained_has_its_line() {
    let mut text = b"http://a.b/\nhttp://a.b/".to_vec();
    text.extend(std::iter::repeat_n(b'c', 3 << 20));
    text.extend(b"~\nnews:*\n");
    let answers = answers(&["--longest-line", "1048576"], &text);
    let wanted =
        ["conforms\t-\t-\t-", "rejected\thsegment\tchar-not-allowed\t-", "conforms\t-\t-\t-"];
    let said = answers.iter().map(|it| [&it[..1], &it[3..]].concat().join("\t"));
    assert_eq!(said.collect::<Vec<_>>(), wanted);
}

/// In a dialogue, an answer comes before the next question.
#[test]
fn an_answer_comes_before_the_next_question() {
    for (format, dialogue) in [
        (
            "short",
            &[("http://a.b/", "<stdin>:1:1: conforms"), ("http://a.b/", "<stdin>:2:1: conforms")][..],
        ),
        (
            "verdict",
            &[
                ("http://a.b/", "conforms\trfc1738\tcorrected\t-\t-\t-"),
                ("", "empty\trfc1738\tcorrected\t-\t-\t-"),
                ("http://a.b/~", "rejected\trfc1738\tcorrected\thsegment\tchar-not-allowed\t11"),
                ("http:x", "generic-only\trfc1738\tcorrected\thttpurl\tchar-not-allowed\t5"),
            ],
        ),
    ] {
        let mut child = started(&["check", "--format", format]);
        let mut questions = child.stdin.take().expect("its input is a pipe");
        let mut answers =
            BufReader::new(child.stdout.take().expect("its output is a pipe")).lines();
        for (question, wanted) in dialogue {
            writeln!(questions, "{question}").unwrap();
            questions.flush().unwrap();
            let answer = answers.next().unwrap().unwrap();
            assert!(answer.starts_with(wanted), "{answer}");
        }
        drop(questions);
        assert!(answers.next().is_none());
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}
