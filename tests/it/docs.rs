//! What the documentation shows is what the program says.
//!
//! Every `console` block is run: a line that begins with `$ ` is given to a
//! shell at the top of the repository, and the lines below it are what it must
//! print. `UPDATE_DOCS=1 cargo test docs` writes them anew; read the difference.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::repository::{files_below, read, root};

/// The Markdown files that a reader is shown.
fn documents() -> Vec<String> {
    files_below("").into_iter().filter(|path| path.ends_with(".md")).collect()
}

/// What a command line prints, on both streams, with the program on the path.
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

/// The text with every `console` block as the program has it, and how many
/// commands there were.
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

#[test]
fn the_examples_show_what_the_program_prints() {
    let mut commands = 0;
    for path in documents() {
        let text = read(&path);
        let (real, count) = with_real_output(&text);
        commands += count;
        if std::env::var_os("UPDATE_DOCS").is_some() {
            fs::write(root().join(&path), &real).unwrap();
            continue;
        }
        for (line, (shown, real)) in text.lines().zip(real.lines()).enumerate() {
            assert_eq!(shown, real, "{path}:{}", line + 1);
        }
        assert_eq!(text.lines().count(), real.lines().count(), "{path}");
    }
    assert!(commands > 10, "only {commands} commands were found");
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
            let outside = link.starts_with("http") || file.is_empty();
            assert!(outside || folder.join(file).exists(), "{path} links to {link}");
        }
    }
}
