//! Grammars that could take all memory or time, through every command that reads a grammar:
//! each ends with an answer or an error. `.ci/hostile` tries larger ones, with less to use.

use std::fs;
use std::process::{Command, Stdio};

use crate::program::folder;
use crate::repository::read;
use crate::tables::{lines, repeated, text};

/// What stands for the grammar is `G`, for its first rule `START`, for an output `OUT`.
const COMMANDS: [&str; 15] = [
    "check -e G a",
    "derive -e G a",
    "explain -e G START",
    "explain G",
    "lint G",
    "diff G G",
    "diff G rfc1738",
    "suite G",
    "book -e G -o OUT",
    "productions -e G",
    "ambiguity -e G",
    "generate --near-miss -e G",
    "generate --cover -e G",
    "railroad -e G START",
    "transcribe G",
];
/// Of each grammar one command in so many is run, another one for the next grammar.
const TURNS: usize = 5;

/// A row of the table: name, small count, large count, text.
fn rows(table: &str) -> Vec<[&str; 4]> {
    lines(table).map(|row| row.split('\t').collect::<Vec<_>>().try_into().unwrap()).collect()
}

#[test]
fn each_ends_with_an_answer_or_an_error() {
    let folder = folder("hostile-grammars");
    let table = read("tests/cases/hostile.tsv");
    let rows = rows(&table);
    assert!(rows.len() > 70, "{}", rows.len());
    for (at, [name, small, _, template]) in rows.into_iter().enumerate() {
        let template = template.replace("{N|", &format!("{{{small}|")).replace("{N}", small);
        let text = String::from_utf8(text(&repeated(&template))).unwrap() + "\n";
        let is_name = |it: &char| it.is_ascii_alphanumeric() || *it == '-';
        let start: String = text.chars().take_while(is_name).collect();
        fs::write(folder.join("g.abnf"), text).unwrap();
        for command in COMMANDS.into_iter().skip(at % TURNS).step_by(TURNS) {
            let words = command.split(' ').map(|word| match word {
                "G" => "g.abnf",
                "START" => &start,
                "OUT" => "out",
                word => word,
            });
            let mut run = Command::new(env!("CARGO_BIN_EXE_urlbnf"));
            run.args(words).current_dir(&folder).stdin(Stdio::null());
            let output = run.output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(
                matches!(output.status.code(), Some(0..=2)) && !said.contains("panicked"),
                "{name}, {small}: {command}: {}: {said}",
                output.status
            );
            assert!(output.status.code() != Some(2) || !said.is_empty(), "{name}: {command}");
        }
    }
}
