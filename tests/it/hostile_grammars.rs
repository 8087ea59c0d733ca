//! Grammars that could take all memory or time, through every command that reads a grammar:
//! each ends with an answer or an error. `.ci/hostile` tries larger ones, with less to use.

use std::fs;
use std::process::{Command, Stdio};

use crate::program::folder;
use crate::repository::read;
use crate::tables::{lines, repeated, text};

/// One command in this many is run on each grammar, another one for the next grammar.
const TURNS: usize = 7;
/// The pest grammar that `prove` compares each grammar with.
const PEST: &str = "//! c\ns = ${ \"a\" ~ \"b\"* }\n";

/// The rows of a table.
fn rows<const COLUMNS: usize>(table: &str) -> Vec<[&str; COLUMNS]> {
    lines(table).map(|row| row.split('\t').collect::<Vec<_>>().try_into().unwrap()).collect()
}

#[test]
fn each_ends_with_an_answer_or_an_error() {
    let folder = folder("hostile-grammars");
    let table = read("tests/cases/hostile.tsv");
    let grammars = rows::<4>(&table);
    assert!(grammars.len() > 70, "{}", grammars.len());
    let table = read("tests/cases/hostile-commands.tsv");
    let commands = rows::<2>(&table);
    fs::write(folder.join("t.pest"), PEST).unwrap();
    for (at, [name, small, _, template]) in grammars.into_iter().enumerate() {
        let template = template.replace("{N|", &format!("{{{small}|")).replace("{N}", small);
        let text = String::from_utf8(text(&repeated(&template))).unwrap() + "\n";
        let is_name = |it: &char| it.is_ascii_alphanumeric() || *it == '-';
        let start: String = text.chars().take_while(is_name).collect();
        fs::write(folder.join("g.abnf"), text).unwrap();
        for [_, command] in commands.iter().skip(at % TURNS).step_by(TURNS) {
            let words = command.split(' ').map(|word| match word {
                "G" => "g.abnf",
                "START" => &start,
                "OUT" => "out",
                "PEST" => "t.pest",
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
