//! A user's grammar files, in every command that reads a grammar.

use std::fs;
use std::path::PathBuf;

use urlbnf::{Edition, Reading};

use crate::program::{draft, run};
use crate::support::snapshot;

/// A grammar that is not an edition, and not about URLs.
const OWN: &str = "docs/own-grammar/times.bnf";
const FIRST: &str = "docs/own-grammar/first.bnf";

/// The exit status, and the output on both streams.
fn said(arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(arguments, b"");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

#[track_caller]
fn says(arguments: &[&str], status: i32, expected: &str) {
    let (code, text) = said(arguments);
    assert_eq!(code, Some(status), "{arguments:?}: {text}");
    assert!(text.contains(expected), "{arguments:?}: {text}");
}

/// Each production names the next: more of them are nested than the limit allows.
fn chain(count: usize) -> String {
    let productions = (0..count).map(|at| format!("p{at} = \"a\" p{}\n", at + 1));
    format!("# notation rfc822\n{}p{count} = \"b\"\n", productions.collect::<String>())
}

/// A grammar that is too large is rejected with the limit and the option that raises it, and
/// is decided with that option.
#[test]
fn an_option_raises_the_limits() {
    let deep = draft("deep.bnf", chain(2001).as_bytes());
    let string = format!("{}b", "a".repeat(2001));
    let refused = |command: &[&str], status: i32, expected: &str| {
        let (code, text) = said(command);
        assert_eq!(code, Some(status), "{command:?}: {text}");
        assert!(text.contains(expected), "{command:?}: {text}");
        assert!(text.contains("--raise-limits 4"), "{command:?}: {text}");
    };
    // A string is judged all the same.
    says(&["check", "-e", &deep, &string], 0, "conforms");
    let command = &["ambiguity", "-e", &deep, "p0"][..];
    refused(command, 2, "more than 2000 productions in each other");
    let (code, text) = said(&[command, &["--raise-limits", "2"]].concat());
    assert_eq!(code, Some(0), "{command:?}: {text}");
    let long = "tests/drafts/long.bnf";
    let nodes = "more than 400000 nodes";
    refused(&["explain", "-e", long, "start"], 2, nodes);
    refused(&["generate", "-e", long], 2, nodes);
    refused(&["ambiguity", "-e", long], 2, nodes);
    refused(&["diff", long, "rfc1738"], 2, nodes);
    refused(&["lint", long], 1, nodes);
    says(&["lint", "--raise-limits", "0", long], 2, "0 is not in 1..=1000");
}

/// A few lines that derive a single text of a billion characters, or of none.
#[test]
fn a_text_doubled_in_every_line_is_refused() {
    for last in ["\"a\"", ""] {
        let lines = (0..30).map(|at| format!("d{at} = d{} d{}\n", at + 1, at + 1));
        let text = format!("# notation rfc822\n{}d30 = {last}\n", lines.collect::<String>());
        let doubling = draft("doubling.bnf", text.as_bytes());
        says(&["diff", "rfc1738", &doubling], 2, "`d0` is too large to be decided");
    }
}

/// Every page exists, and every link leads to a page.
#[test]
fn a_file_has_a_book_of_its_own() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("own-book");
    let _ = fs::remove_dir_all(&folder);
    says(&["book", "-e", OWN, "-o", folder.to_str().unwrap()], 0, "pages");
    let (mut pages, mut links) = (0, 0);
    for part in ["", "productions"] {
        for entry in fs::read_dir(folder.join(part)).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.extension().is_none_or(|it| it != "html") {
                continue;
            }
            pages += 1;
            let text = fs::read_to_string(&path).unwrap();
            for link in text.split("href=").skip(1) {
                let link = link.trim_start_matches('"').split(['"', ' ', '>']).next().unwrap();
                let file = link.split('#').next().unwrap();
                let target =
                    if file.is_empty() { path.clone() } else { folder.join(part).join(file) };
                assert!(target.is_file(), "{}: {link}", path.display());
                links += 1;
            }
        }
    }
    assert!(pages > 40 && links > 300, "{pages} pages, {links} links");
    assert!(folder.join("productions/minute.html").is_file());
    // Two names that a case-insensitive file system takes for one.
    let alike = draft("alike.bnf", b"# notation rfc822\naa = AA\nAA = \"x\"\n");
    says(&["book", "-e", &alike, "-o", folder.to_str().unwrap()], 0, "pages");
    assert!(folder.join("productions/aa.html").is_file());
    assert!(folder.join("productions/AA.2.html").is_file());
    says(&["book", "-e", "rfc1738", "-o", "nowhere"], 2, "takes a grammar file");
}

/// All findings of `lint`, in each of its formats.
#[test]
fn lint_finds_it_all_at_once() {
    let (code, text) = said(&["lint", FIRST]);
    assert_eq!(code, Some(1));
    snapshot("lint-first-draft", &text);
    let (_, github) = said(&["lint", "--format", "github", FIRST]);
    assert_eq!(github.lines().count(), 7, "{github}");
    assert!(github.starts_with("::warning file=docs/own-grammar/first.bnf,line="), "{github}");
    let (_, sarif) = said(&["lint", "--format", "sarif", FIRST]);
    let log: serde_json::Value = serde_json::from_str(&sarif).unwrap();
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 7);
}

/// The codes of the findings, in the order of the text output.
fn shown(arguments: &[&str]) -> Vec<String> {
    let (_, text) = said(arguments);
    let code = |line: &str| Some(line.split_once('[')?.1.split_once("]:")?.0.to_owned());
    let is_finding = |line: &&str| line.starts_with("warning[") || line.starts_with("error[");
    text.lines().filter(is_finding).filter_map(code).collect()
}

#[test]
fn lint_sets_aside_what_is_ignored_or_accepted() {
    let text = b"a = b / c\nb = \"x\"\nc = \"x\" / \"xy\"\nd = \"z\"\n; urlbnf: start a\n";
    let file = draft("doubts.abnf", text);
    // Findings on how a string is read come first: `x` is a `b` or a `c`.
    let all = ["ambiguous", "order-matters", "order-matters", "unused"];
    assert_eq!(shown(&["lint", &file]), all);
    assert_eq!(shown(&["lint", "--ignore", "order-matters,unused", &file]), ["ambiguous"]);
    says(&["lint", "--ignore", "ambiguous,order-matters,unused", &file], 0, "nothing to object");
    says(&["lint", "--ignore", "ambigous", &file], 2, "ambiguous");
    let (_, found) = said(&["lint", "--format", "json", &file]);
    let found: serde_json::Value = serde_json::from_str(&found).unwrap();
    let found = found.as_array().unwrap();
    let fingerprint = |it: &serde_json::Value| it["fingerprint"].as_str().unwrap().to_owned();
    let lines: String = found.iter().map(|it| format!("{} meant\n", fingerprint(it))).collect();
    let accepted = draft("doubts.txt", format!("{lines}0123456789abcdef gone\n").as_bytes());
    let stale = format!("{accepted}:5: 0123456789abcdef accepts nothing here");
    says(&["lint", "--accept", &accepted, &file], 0, &stale);
    says(&["lint", "--accept", &accepted, &file], 0, "doubts.abnf: 4 accepted");
    says(&["lint", "--accept", &accepted, "--format", "json", &file], 0, "\"accepted\":\"meant\"");
    // The fingerprints of a rule stay the same when it moves, or when others are added.
    let moved = [b"e = a\n; a comment\n".as_slice(), text].concat();
    let moved = draft("moved.abnf", &moved);
    let (_, later) = said(&["lint", "--format", "json", &moved]);
    let later: serde_json::Value = serde_json::from_str(&later).unwrap();
    let later: Vec<String> = later.as_array().unwrap().iter().map(fingerprint).collect();
    assert!(found.iter().map(fingerprint).all(|it| later.contains(&it)), "{later:?}");
}

/// If one code has more than a few findings, the others are named in one line. For a
/// first-match parser, the findings on the order of alternatives come first.
#[test]
fn lint_folds_repeated_findings_of_one_code() {
    let rules: String = (0..6).map(|it| format!("r{it} = \"a\" / \"ab\"\n")).collect();
    let all = (0..6).map(|it| format!("r{it}")).collect::<Vec<_>>().join(" / ");
    let text = format!("; urlbnf: start s\ns = {all}\nt = s\n{rules}");
    let file = draft("alike.abnf", text.as_bytes());
    let folded = "3 more order-matters: `r3` (line 7), `r4` (line 8), `r5` (line 9)";
    says(&["lint", &file], 1, folded);
    let order = |codes: Vec<String>| codes.iter().filter(|it| *it == "order-matters").count();
    assert_eq!(order(shown(&["lint", &file])), 3);
    assert_eq!(order(shown(&["lint", "--for", "peg", &file])), 6);
}

/// An input that is too long is rejected and not cut off, also on standard input.
#[test]
fn a_pest_grammar_on_standard_input_is_read_whole_or_refused() {
    let rule = "DIGIT = { '0'..'9' }\n";
    let proved = |text: &str| run(&["prove", "docs/own-grammar/octets.abnf", "-"], text.as_bytes());
    assert_eq!(proved(rule).status.code(), Some(0));
    let long = proved(&format!("{rule}{}", " ".repeat(1 << 24)));
    assert_eq!(long.status.code(), Some(2));
    assert!(String::from_utf8(long.stderr).unwrap().contains("standard input"), "names the input");
}

#[test]
fn lint_of_the_editions() {
    let mut text = String::new();
    for edition in urlbnf::Edition::ALL {
        let (_, found) = said(&["lint", "--format", "jsonl", edition.name()]);
        for line in found.lines() {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            let field = |key: &str| record[key].as_str().unwrap_or_default().to_owned();
            let line = record["line"].as_u64().unwrap();
            text += &format!("{edition}:{line} {}: {}\n", field("code"), field("message"));
        }
    }
    snapshot("lint-editions", &text);
}

/// The output for a grammar file says nothing that applies only to editions or to URLs.
#[test]
fn only_what_holds_of_it_is_said_of_a_file() {
    let bare =
        draft("bare.bnf", b"# notation rfc822\ntime = digit \":\" digit\ndigit = \"1\" | \"2\"\n");
    let errata = draft(
        "errata.bnf",
        b"# notation rfc822\n# start time\ntime = digit \"?\" digit\n#@erratum E1 time = digit \":\" digit\ndigit = \"1\" | \"2\"\n",
    );
    let formats = ["text", "short", "github", "tally"];
    let mut read = 0;
    for format in formats {
        for input in ["1:2", "1:2#a", "1", "\u{FEFF}1:2"] {
            let arguments = ["check", "--format", format, "-e"];
            let (_, text) = said(&[&arguments[..], &[&bare, input, "1:1"]].concat());
            for word in ["corrected", "printed", "generic-only", "fragment", "URL", "relative"] {
                assert!(!text.contains(word), "{format}, {input}: {word} in {text}");
            }
            let (_, text) = said(&[&arguments[..], &[&errata, input, "1:1"]].concat());
            read += usize::from(text.contains("corrected"));
        }
    }
    assert_eq!(read, 16 - 1, "two readings are told apart, where anything is said of them");
    says(&["explain", "-e", &bare, "time"], 0, &format!("as printed: {bare}, line 2\n"));
}

/// Printed productions are counted in the same way everywhere; those that errata add are
/// listed separately.
#[test]
fn productions_are_counted_in_one_way() {
    let listed = said(&["editions"]).1;
    for edition in Edition::ALL {
        let count = edition.grammar(Reading::Printed).defined().count();
        let row = listed.lines().find(|line| line.split(' ').next() == Some(edition.name()));
        assert!(row.is_some_and(|row| row.contains(&format!("  {count} "))), "{listed}");
        let explained = said(&["explain", edition.name()]).1;
        assert!(explained.contains(&format!("\n  productions  {count}")), "{explained}");
    }
}
