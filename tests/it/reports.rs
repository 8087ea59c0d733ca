//! Reports as people read them.

use urlbnf::Judge;
use urlbnf::diagnose::examine;
use urlbnf::report::Word;

use crate::program::{draft, output, run};

#[track_caller]
fn snapshot(name: &str, text: &str) {
    insta::with_settings!({
        snapshot_path => "../../snapshots",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, text);
    });
}

#[track_caller]
fn check(name: &str, arguments: &[&str], input: &str) {
    snapshot(name, &output(&[&["check"], arguments].concat(), input.as_bytes()));
}

#[test]
fn one_failure() {
    check("check-one-failure", &[], "http://info.cern.ch/~timbl/\n");
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

#[test]
fn what_cannot_be_seen() {
    check(
        "check-what-cannot-be-seen",
        &["--limit", "9"],
        "http://a.b/\t\u{1}e\u{301}\u{202E}\nhttp://a.b/\u{4E2D}\u{6587}/\u{5E9}\n",
    );
}

#[test]
fn a_long_line() {
    let url = format!("http://a.b/{}~{}", "a".repeat(150), "b".repeat(150));
    check("check-a-long-line", &[], &url);
}

#[test]
fn several_lines() {
    let input = "http://a.b/\nhttp:x\n\nhttp://a.b/~\nhttp://a.b/~a\nhttp://a.b/~b\nhttp://a.b/~c\nmalito:a@b\n";
    check("check-several-lines", &["--limit", "1"], input);
}

#[test]
fn a_wrapper() {
    check("check-a-wrapper", &[], "<URL:http://a.b/c>\n");
}

#[test]
fn an_undefined_name() {
    check("check-an-undefined-name", &["-e", "rfc1630", "--reading", "printed"], "mid:a@b\n");
}

#[test]
fn a_production_of_several_lines() {
    check("check-a-production-of-several-lines", &["--start", "lowalpha"], "A\n");
}

#[test]
fn a_scheme_in_upper_case() {
    check("check-a-scheme-in-upper-case", &["--ignore-scheme-case"], "HTTP://a.b/\n");
}

#[test]
fn several_editions() {
    check("check-several-editions", &["-e", "all", "--reading", "both"], "mailto:a@b\nhttp:x\n");
}

#[test]
fn the_short_form() {
    let input = "http://a.b/\nhttp:x\nhttp://a.b/~\nx-foo:bar\n\u{E9}\n";
    check("check-short", &["--format", "short"], input);
}

#[test]
fn all_conform() {
    check("check-all-conform", &[], "http://a.b/\nftp://a.b/\n\n");
}

#[test]
fn a_matrix() {
    let input = "http://a.b/\nhttp://a_b/\n../a\nhttp://a.b/~\na\u{9b} b\n";
    check("check-matrix", &["--format", "matrix", "-e", "all"], input);
}

#[test]
fn a_tree() {
    snapshot("tree", &output(&["tree", "http://a.b:80/c?d"], b""));
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
    for word in urlbnf::glossary::WORDS {
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

#[test]
fn the_editions() {
    snapshot("editions", &output(&["editions"], b""));
}

#[test]
fn the_productions() {
    snapshot("productions", &output(&["productions", "-e", "url-00"], b""));
}

#[test]
fn a_mistyped_name() {
    let error = run(&["check", "-e", "rfc1738", "--start", "hotsport"], b"").stderr;
    snapshot("a-mistyped-name", &String::from_utf8_lossy(&error));
}
