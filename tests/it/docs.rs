//! The documentation shows the real output of the program.
//!
//! Every `console` block is run: a line that begins with `$ ` is passed to a shell at the top
//! of the repository, and the lines below it must be its output.
//! `UPDATE_DOCS=1 cargo test docs` rewrites the output; review the difference.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::program::folder;
use crate::repository::{files_below, hold_to, read, root};
use crate::{what_changed, written};

/// The Markdown files of the documentation.
fn documents() -> Vec<String> {
    files_below("").into_iter().filter(|path| path.ends_with(".md")).collect()
}

/// The output of a command line, on both streams, with the program on the path.
fn output(line: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_urlbnf")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {line}\n}} 2>&1")])
        .current_dir(root())
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The text with the real output in every `console` block, and the number of commands.
fn with_real_output(text: &str) -> (String, usize) {
    let (mut real, mut commands, mut in_block) = (String::new(), 0, false);
    for line in text.lines() {
        if in_block && line == "```" {
            in_block = false;
        } else if in_block {
            if let Some(command) = line.strip_prefix("$ ") {
                let printed = output(command);
                let end = if printed.is_empty() || printed.ends_with('\n') { "" } else { "\n" };
                let _ = write!(real, "{line}\n{printed}{end}");
                commands += 1;
            }
            continue;
        } else {
            in_block = line == "```console";
        }
        let _ = writeln!(real, "{line}");
    }
    (real, commands)
}

/// Compares the examples of a page with the output of the program.
#[track_caller]
fn examples_are_real(path: &str) {
    let text = read(path);
    let is_updated = std::env::var_os("UPDATE_DOCS").is_some();
    // Other tests check the remaining parts of these two pages.
    let (real, count) = match path {
        what_changed::PAGE if is_updated => {
            with_real_output(&what_changed::with_real_strings(&text).0)
        }
        written::PAGE if is_updated => with_real_output(&written::with_what_is_found(&text)),
        _ => with_real_output(&text),
    };
    assert!(count > 0, "{path} has no example");
    hold_to(path, &real);
}

/// One test per page, so that they run in parallel.
macro_rules! pages_with_examples {
    ($($test:ident: $path:literal,)*) => {
        const WITH_EXAMPLES: &[&str] = &[$($path),*];

        mod examples_are_real_in {
            $(#[test]
            fn $test() {
                super::examples_are_real($path);
            })*
        }
    };
}

pages_with_examples! {
    readme: "README.md",
    contradictions: "crates/book/texts/contradictions.md",
    how_rfc3986_was_written: "crates/book/texts/how-rfc3986-was-written.md",
    prose: "crates/book/texts/prose.md",
    what_changed: "crates/book/texts/what-changed.md",
    abnf: "docs/abnf.md",
    book: "docs/book.md",
    corpora: "docs/corpora.md",
    guide: "docs/guide.md",
    history: "docs/history.md",
    limits: "docs/limits.md",
    proof: "docs/proof.md",
    review: "docs/review.md",
    suite: "docs/suite.md",
    teach: "docs/teach.md",
    urls: "docs/urls.md",
}

#[test]
fn every_page_with_examples_is_run() {
    let has_examples = |path: &String| read(path).lines().any(|line| line == "```console");
    let pages: Vec<String> = documents().into_iter().filter(has_examples).collect();
    assert_eq!(pages, WITH_EXAMPLES);
}

/// The targets of the links of a Markdown text.
fn links(text: &str) -> Vec<&str> {
    let after = |(at, _): (usize, &str)| text[at + 2..].split(')').next();
    text.match_indices("](").filter_map(after).collect()
}

#[test]
fn links_lead_to_files_that_exist() {
    for path in documents() {
        let folder = root().join(&path);
        let folder = folder.parent().unwrap();
        for link in links(&read(&path)) {
            let file = link.split('#').next().unwrap_or_default();
            // The book is generated beside the documentation.
            let outside =
                link.starts_with("http") || link.starts_with("../book/") || file.is_empty();
            assert!(outside || folder.join(file).exists(), "{path} links to {link}");
        }
    }
}

/// Each filter `NAME::` of CONTRIBUTING.md is a module here: cargo runs nothing for another name.
#[test]
fn the_modules_that_contributors_are_told_to_run_exist() {
    let page = read("CONTRIBUTING.md");
    let filters: Vec<&str> = page
        .split_whitespace()
        .filter_map(|word| word.trim_matches('`').strip_suffix("::"))
        .collect();
    assert!(filters.len() > 4, "{filters:?}");
    let is_module = |name: &&str| root().join(format!("tests/it/{name}.rs")).exists();
    assert!(filters.iter().all(is_module), "{filters:?}");
}

/// The text between two comments.
fn between<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(&format!("<!-- {name} -->\n"))?;
    Some(rest.split_once(&format!("<!-- /{name} -->"))?.0)
}

#[test]
fn the_guide_has_the_glossary() {
    let text = read("docs/guide.md");
    let shown = between(&text, "glossary").expect("the guide has the glossary");
    assert_eq!(shown.trim(), urlbnf::glossary::markdown().trim());
}

#[test]
fn the_page_on_lists_has_every_format_of_check() {
    let page = read("docs/corpora.md");
    let (_, table) = page.split_once("\n| `--format` |").expect("the page has the table");
    let rows = table.lines().skip(1).take_while(|line| line.starts_with('|'));
    let shown: Vec<&str> = rows.filter_map(|row| row.split('|').nth(1)).collect();
    let told = output("urlbnf check --format no-such");
    let (_, names) = told.split_once("possible values: ").expect("the error names all");
    let (names, _) = names.split_once(']').expect("the list ends");
    for name in names.split(", ") {
        let name = format!("`{name}`");
        assert!(shown.iter().any(|it| it.contains(&name)), "the table of formats lacks {name}");
    }
}

/// The examples in a command's help, as shell commands.
fn examples(command: &str) -> Vec<String> {
    let help = output(&format!("urlbnf {command} --help"));
    let line = |line: &str| line.trim_start().strip_prefix("$ ").map(str::to_owned);
    help.lines().filter_map(line).collect()
}

/// The names of all commands.
fn commands() -> Vec<String> {
    let list = output("urlbnf help --all");
    let name = |row: &str| row.strip_prefix("  ")?.split_whitespace().next().map(str::to_owned);
    list.lines().filter_map(name).collect()
}

/// The program's help fits on one screen, with every command.
#[test]
fn the_help_of_the_program_fits_a_terminal_of_80_by_24() {
    let help = output("urlbnf --help --width 80");
    assert!(help.lines().count() < 24, "{help}");
    assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
    let words: Vec<&str> = help.split(|c: char| c.is_whitespace() || c == ',').collect();
    for command in commands() {
        assert!(words.contains(&command.as_str()), "{command}: {help}");
    }
}

/// Every command's help has examples and the exit statuses, and every example runs.
#[test]
fn the_examples_of_the_helps_run() {
    let folder = folder("examples");
    fs::write(folder.join("urls.txt"), "http://a.b/\nhttp://a.b/~\n").unwrap();
    fs::write(folder.join("urls.txt.gz"), "http://a.b/\n").unwrap();
    fs::write(folder.join("mail.txt"), "See <URL:http://a.b/c> and <http://d.e/>.\n").unwrap();
    fs::write(folder.join("mine.bnf"), read("grammar/rfc1738.bnf")).unwrap();
    fs::write(folder.join("draft.txt"), read("tests/documents/greeting.txt")).unwrap();
    for part in ["one.json", "two.json"] {
        let tally = output("urlbnf check http://a.b/ --format tally-json");
        fs::write(folder.join(part), tally).unwrap();
    }
    fs::write(folder.join("my-parser"), "grep -q :\n").unwrap();
    let commands = commands();
    assert!(commands.len() > 20, "{commands:?}");
    for command in &commands {
        let help = output(&format!("urlbnf {command} --help"));
        assert!(help.contains("Exit status:"), "{command}: {help}");
        assert!(!examples(command).is_empty(), "{command} has no example");
        let page = output(&format!("urlbnf man {command}"));
        assert!(page.contains(".SH EXAMPLES") && page.contains(".SH \"EXIT STATUS\""), "{page}");
        // The tests of the pages write the whole book.
        for line in examples(command).into_iter().filter(|it| it != "urlbnf book -o book") {
            assert!(line.starts_with(&format!("urlbnf {command}")), "{line}");
            let line = format!("cd '{}' && {line} && echo 0 || echo status $?", folder.display());
            let printed = output(&line);
            let status = printed.lines().last().unwrap_or_default();
            let fine = ["0", "status 1"].contains(&status);
            assert!(
                fine && printed.lines().count() > 1 || line.contains(" -o "),
                "{line}: {printed}"
            );
        }
    }
}
