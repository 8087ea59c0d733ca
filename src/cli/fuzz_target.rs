//! What the coverage-guided fuzzer calls: an input is the number of a command, a byte, and the
//! grammar that the command reads.
//!
//! `.ci/nightly guided` builds the program with `--cfg fuzzing`, by which libFuzzer has the main
//! function, and starts it in a folder of its own.

use std::fs;

use clap::Parser as _;

use crate::CommandLine;

/// The commands, in which `G` stands for the grammar.
const COMMANDS: &str = include_str!("../../tests/cases/hostile-commands.tsv");
const GRAMMAR: &str = "g.abnf";
const TRANSCRIPTION: &str = "t.pest";

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    if let Some((number, grammar)) = input.split_first() {
        command_on(usize::from(*number), grammar);
    }
});

/// Runs a command on a grammar.
fn command_on(number: usize, grammar: &[u8]) {
    let is_row = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let commands: Vec<&str> = COMMANDS.lines().filter(is_row).collect();
    let line = commands.iter().cycle().nth(number).and_then(|row| row.split('\t').nth(1));
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'-';
    let start: Vec<u8> = grammar.iter().take_while(is_name).copied().collect();
    let start = String::from_utf8_lossy(&start);
    let words = line.unwrap_or_default().split(' ').map(|word| match word {
        "G" => GRAMMAR,
        "START" => &start,
        "OUT" => "out",
        "PEST" => TRANSCRIPTION,
        word => word,
    });
    let is_written = fs::write(GRAMMAR, grammar).is_ok()
        && fs::write(TRANSCRIPTION, "//! c\ns = ${ \"a\" ~ \"b\"* }\n").is_ok();
    if let (true, Ok(command_line)) =
        (is_written, CommandLine::try_parse_from(["urlbnf"].into_iter().chain(words)))
    {
        crate::run(command_line);
    }
}
