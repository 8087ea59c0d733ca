//! Output on a terminal: lines that fit, and pages that open.

use std::path::Path;
use std::process::Command;

use urlbnf::report::excerpt::width;

use crate::program::{self, folder};
use crate::tables::{bytes, rows};

fn run(columns: usize, arguments: &[&str]) -> String {
    let width = columns.to_string();
    let output = program::run(&[&["--width", &width], arguments].concat(), b"");
    assert!(output.status.code().is_some_and(|it| it <= 2), "{arguments:?}");
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

/// A line may exceed the width only for a single word, such as a URL or a name.
fn fits(line: &str, columns: usize) -> bool {
    let words: Vec<&str> =
        line.split_whitespace().filter(|it| !["=", "│", "┌─"].contains(it)).collect();
    width(line) <= columns || words.len() == 1
}

#[test]
fn lines_are_no_wider_than_the_terminal() {
    let commands = rows("tests/cases/terminal.tsv");
    let commands =
        commands.iter().map(|row| shlex::split(&String::from_utf8(bytes(&row[0])).unwrap()));
    let commands: Vec<Vec<String>> = commands.map(Option::unwrap).collect();
    for columns in [40, 60, 100] {
        for arguments in &commands {
            let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
            for line in run(columns, &words).lines() {
                assert!(fits(line, columns), "{columns} columns, {arguments:?}:\n{line}");
                assert_eq!(line, line.trim_end(), "{columns} columns, {arguments:?}");
            }
        }
    }
}

/// An excerpt uses the full width, on whichever side of the mark the text is longer.
#[test]
fn an_excerpt_is_as_wide_as_the_terminal() {
    for columns in [40, 60] {
        let said = run(columns, &["lint", "docs/own-grammar/first.bnf"]);
        let cut = said.lines().filter(|line| line.contains('…'));
        let widths: Vec<usize> = cut.map(width).collect();
        assert!(widths.iter().all(|it| *it + 4 >= columns), "{columns}: {said}");
        assert!(columns > 40 || widths.len() > 2, "{said}");
    }
}

/// The help of every command, full and brief, with its usage and its examples.
#[test]
fn helps_are_no_wider_than_the_terminal() {
    let page = run(100, &["help", "--all"]);
    let row = |row: &str| row.strip_prefix("  ")?.split("  ").next().map(str::to_owned);
    let names: Vec<String> = page.lines().filter_map(row).collect();
    assert!(names.len() > 25, "{names:?}");
    for columns in [40, 60, 100] {
        for help in ["--help", "-h"] {
            let all = names.iter().map(|name| vec![name.as_str(), help]);
            for arguments in all.chain([vec![help]]) {
                let page = run(columns, &arguments);
                // clap does not wrap a usage line.
                for line in page.lines().filter(|line| !line.contains(" [OPTIONS] ")) {
                    assert!(fits(line, columns), "{columns} columns, {arguments:?}:\n{line}");
                }
            }
        }
    }
}

/// Opens the book of a grammar file, with the programs of one folder only.
fn book(output: &[&Path], programs: &Path, temporary: &Path) -> std::process::Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urlbnf"));
    command.args(["book", "--open", "-e", "docs/own-grammar/times.bnf"]).args(output);
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command.env("PATH", programs).env("TMPDIR", temporary).output().unwrap()
}

#[test]
fn what_cannot_open_a_page_is_told_and_the_pages_are_written() {
    let folder = folder("not-opened");
    let output = book(&[Path::new("-o"), &folder.join("book")], &folder, &folder);
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("urlbnf: note: no browser could be opened: there is no "), "{said}");
    assert!(folder.join("book/index.html").exists());
}

#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn the_first_page_of_a_book_is_opened() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder("opened");
    let (opener, seen) = (folder.join("xdg-open"), folder.join("seen"));
    // The file gets its own name only when it is complete.
    let script =
        format!("#!/bin/sh\necho \"$1\" > {0}.part\n/bin/mv {0}.part {0}\n", seen.display());
    std::fs::write(&opener, script).unwrap();
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    // Without -o, the book is in a new temporary folder, and stays there.
    let output = book(&[], &folder, &folder);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    // The program does not wait for the browser, so this test does.
    for _ in 0..3000 {
        if seen.exists() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let page = std::fs::read_to_string(seen).unwrap();
    let page = Path::new(page.trim_end());
    assert!(page.starts_with(&folder) && page.ends_with("index.html"), "{page:?}");
    assert!(page.parent().unwrap().to_str().unwrap().contains("/urlbnf-book-"), "{page:?}");
    assert!(std::fs::read_to_string(page).unwrap().contains("timestamp"), "{page:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains(page.to_str().unwrap()));
}
