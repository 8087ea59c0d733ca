//! The page about the prose names commands whose exit statuses have a meaning.

use std::process::{Command, Output};

/// Runs a command line from a page: words, some of them in single quotes.
#[track_caller]
fn run(line: &str) -> Output {
    let mut words = Vec::new();
    let (mut word, mut open, mut quoted) = (String::new(), false, false);
    for character in line.chars().chain([' ']) {
        match character {
            '\'' => (quoted, open) = (!quoted, true),
            ' ' if !quoted && open => {
                words.push(std::mem::take(&mut word));
                open = false;
            }
            ' ' if !quoted => {}
            other => {
                word.push(other);
                open = true;
            }
        }
    }
    assert_eq!(words.first().map(String::as_str), Some("urlbnf"), "{line}");
    Command::new(env!("CARGO_BIN_EXE_urlbnf"))
        .args(&words[1..])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("NO_COLOR", "1")
        .output()
        .expect("the binary runs")
}

/// The commands in the tables of a page.
fn named(page: &str) -> impl Iterator<Item = &str> {
    let tables = page.lines().filter(|line| line.starts_with('|'));
    tables
        .flat_map(|line| line.split('`').skip(1).step_by(2))
        .filter(|code| code.starts_with("urlbnf "))
}

#[test]
fn every_command_in_the_tables_runs() {
    let page = include_str!("../../crates/book/texts/prose.md");
    assert!(named(page).count() > 80, "the tables are read");
    for command in named(page) {
        let output = run(command);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{command}: {error}");
    }
}

/// The three exit statuses of `compare`.
#[test]
fn compare_says_by_its_status_whether_they_are_the_same() {
    let status = |line: &str| run(line).status.code();
    assert_eq!(status("urlbnf compare http://a/b http://a/%62"), Some(0));
    assert_eq!(status("urlbnf compare http://a/b http://a/c"), Some(1));
    assert_eq!(status("urlbnf compare http://a/% http://a/c"), Some(2));
}

#[test]
fn extract_check_objects_to_what_no_edition_takes() {
    let file = "tests/excerpts/rfc1738-appendix.txt";
    let status = |options: &str| run(&format!("urlbnf extract {file}{options}")).status.code();
    assert_eq!(status(""), Some(0));
    // A fragment is not part of a URL in RFC 1738.
    assert_eq!(status(" --check"), Some(1));
    assert_eq!(status(" --check -e all"), Some(0), "each is a URL of some edition");
    assert_eq!(run("urlbnf extract no/such/file").status.code(), Some(2));
}
