//! Reports as people read them.

use std::collections::BTreeSet;

use urlbnf::Judge;
use urlbnf::diagnose::{Code, examine};
use urlbnf::lint::LintCode;
use urlbnf::report::Word;
use urlbnf::review::ReviewCode;
use urlbnf::warning::WarningCode;

use crate::program::{draft, output, run};
use crate::repository::read;
use crate::support::snapshot;

/// The output of a command is that of its snapshot.
#[test]
fn reports_are_those_of_the_snapshots() {
    let long = &format!("http://a.b/{}~{}", "a".repeat(150), "b".repeat(150));
    for (name, command, input) in [
        ("check-one-failure", "check", "http://info.cern.ch/~timbl/\n"),
        (
            "check-what-cannot-be-seen",
            "check --limit 9",
            "http://a.b/\t\u{1}e\u{301}\u{202E}\nhttp://a.b/\u{4E2D}\u{6587}/\u{5E9}\n",
        ),
        ("check-a-long-line", "check", long),
        (
            "check-several-lines",
            "check --limit 1",
            "http://a.b/\nhttp:x\n\nhttp://a.b/~\nhttp://a.b/~a\nhttp://a.b/~b\nhttp://a.b/~c\nmalito:a@b\n",
        ),
        ("check-a-wrapper", "check", "<URL:http://a.b/c>\n"),
        ("check-an-undefined-name", "check -e rfc1630 --reading printed", "mid:a@b\n"),
        ("check-a-production-of-several-lines", "check --start lowalpha", "A\n"),
        ("check-a-scheme-in-upper-case", "check --ignore-scheme-case", "HTTP://a.b/\n"),
        ("check-several-editions", "check -e all --reading both", "mailto:a@b\nhttp:x\n"),
        (
            "check-short",
            "check --format short",
            "http://a.b/\nhttp:x\nhttp://a.b/~\nx-foo:bar\n\u{E9}\n",
        ),
        ("check-all-conform", "check", "http://a.b/\nftp://a.b/\n\n"),
        (
            "check-matrix",
            "check --format matrix -e all",
            "http://a.b/\nhttp://a_b/\n../a\nhttp://a.b/~\na\u{9b} b\n",
        ),
        ("tree", "tree http://a.b:80/c?d", ""),
        ("editions", "editions", ""),
        ("productions", "productions -e url-00", ""),
    ] {
        let arguments: Vec<&str> = command.split(' ').collect();
        snapshot(name, &output(&arguments, input.as_bytes()));
    }
    let error = run(&["check", "-e", "rfc1738", "--start", "hotsport"], b"").stderr;
    snapshot("a-mistyped-name", &String::from_utf8_lossy(&error));
}

/// Two derivations of one string: that of the generic syntax, and that of its own scheme up to
/// the failure.
#[test]
fn a_derivation_that_stops_is_told_from_the_generic_one() {
    let heading = "by the productions of its own scheme, as far as it goes:\n";
    let derived = |url: &str| output(&["derive", "--brief", url], b"");
    let both = derived("http://a.1/");
    let (generic, own) = both.split_once(heading).expect("the heading");
    assert!(generic.ends_with("schemepart  ⇒* \"http://a.1/\"\n\n"), "{both}");
    assert!(own.ends_with("⇒* \"http://a.1\" …\n"), "{both}");
    for one in ["http://a.b/", "http://a.b/~"] {
        assert!(!derived(one).contains(heading), "{one}");
    }
}

/// Every code and every word has a text of its own, and no text is of another.
#[test]
fn every_code_and_word_has_its_text() {
    let files = [
        (
            "crates/bnf/src/lint/explanations.txt",
            LintCode::ALL.map(|it| (it.name(), it.explanation())).to_vec(),
        ),
        (
            "crates/bnf/src/review/explanations.txt",
            ReviewCode::ALL.map(|it| (it.name(), it.explanation())).to_vec(),
        ),
        (
            "crates/url/src/diagnose/explanations.txt",
            Code::ALL.map(|it| (it.name(), it.explanation())).to_vec(),
        ),
        ("crates/report/src/words.txt", Word::ALL.map(|it| (it.name(), it.explanation())).to_vec()),
    ];
    for (file, texts) in files {
        let text = read(file);
        let names: BTreeSet<&str> = text.lines().filter_map(|it| it.strip_prefix("# ")).collect();
        assert_eq!(names, texts.iter().map(|it| it.0).collect(), "{file}");
        assert!(texts.iter().all(|(_, text)| text.len() > 10 && !text.contains("\n#")), "{file}");
    }
    let warnings = read("crates/url/src/warning/meanings.txt");
    for code in WarningCode::ALL {
        assert!(warnings.contains(&format!("\n# {code}\n\n")), "{code}");
        assert!(!code.explanation().starts_with('\n'), "{code}");
    }
}

#[test]
fn explanations() {
    for code in urlbnf::diagnose::Code::ALL {
        let text = output(&["explain", code.name()], b"");
        assert!(
            code.example().is_none() || text.contains(&format!("[{code}]: ")),
            "the example of {code} has another code: {text}"
        );
    }
    snapshot("explain", &output(&["explain", "ends-too-early"], b""));
}

/// Every word in a report that is not a code has an example to which it applies.
#[test]
fn words_of_reports_are_explained() {
    for word in Word::ALL {
        let text = output(&["explain", &word.name().to_uppercase()], b"");
        assert_eq!(text.contains("For example:"), word.example().is_some(), "{text}");
        let Some((edition, reading, input)) = word.example() else { continue };
        let judge = Judge::by_scheme(edition, reading);
        let examination = examine(&judge, input);
        let mut said = vec![Word::Verdict(examination.judgement.verdict)];
        said.extend(examination.notes.iter().map(Word::of_note));
        assert!(said.contains(&word), "{}: {said:?}", word.name());
    }
}

/// A word of the glossary is explained first, and other items of that name after it.
#[test]
fn words_of_the_glossary_are_explained() {
    for word in urlbnf::glossary::WORDS.iter() {
        let text = output(&["explain", &word.word.to_uppercase()], b"");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let also = Word::ALL.into_iter().any(|it| it.name() == word.word);
        assert!(also || text.starts_with(&format!("{}: {}.", word.word, word.meaning)), "{text}");
    }
    let text = output(&["explain", "corrected"], b"");
    assert!(text.starts_with("reading: "), "{text}");
    assert!(text.contains("\n\nThe string is rejected by the grammar as it is printed"), "{text}");
    // Of two rules, one has the name of a glossary word.
    let own = draft("words.abnf", b"; urlbnf: start start\nstart = \"a\"\n");
    let text = output(&["explain", "-e", &own, "start"], b"");
    assert!(text.starts_with("start: the production from which"), "{text}");
    assert!(text.contains("\n\nstart  "), "{text}");
    let records = output(&["explain", "-e", &own, "start", "--format", "jsonl"], b"");
    assert_eq!(records.lines().count(), 2, "{records}");
}
