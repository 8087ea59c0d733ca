//! The numbered remarks on the grammars: interpretations, errata, notes,
//! deviations.
//!
//! They are explained once, in the tables of `grammar/README.md`, and read from
//! there. Where they apply is marked in the grammar files themselves.

use crate::edition::{Edition, Reading};
use crate::parser::transcription_text;

/// A row of one of the tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// Its number: `E3`.
    pub number: String,
    /// The editions that it is about.
    pub editions: Vec<Edition>,
    /// The productions that it is about; none, of a deviation.
    pub productions: Vec<String>,
    /// What is printed, or is done in the transcription.
    pub what: String,
    /// How it is read, or was meant; empty, of a deviation.
    pub meant: String,
    /// The reason, or the evidence.
    pub why: String,
}

/// All remarks, in the order of the tables.
pub fn remarks() -> Vec<Remark> {
    urlbnf_grammar::README.lines().filter_map(remark).collect()
}

/// The remark of a number.
pub fn find(number: &str) -> Option<Remark> {
    remarks().into_iter().find(|remark| remark.number == number)
}

/// The numbers of the deviations that the transcription of a reading is marked
/// with, in the order of the tables.
pub fn deviations(edition: Edition, reading: Reading) -> Vec<Remark> {
    let text = transcription_text(edition, reading);
    let marks: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .filter_map(|line| line.split_once(" // "))
        .flat_map(|(_, marks)| marks.split_whitespace())
        .collect();
    let marked = |remark: &Remark| marks.contains(&remark.number.as_str());
    remarks().into_iter().filter(|it| it.number.starts_with('D') && marked(it)).collect()
}

fn remark(line: &str) -> Option<Remark> {
    let cells: Vec<String> =
        line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").map(plain).collect();
    let number = cells.first().filter(|number| is_number(number))?.clone();
    let names = |cell: &str| -> Vec<String> { cell.split(", ").map(str::to_owned).collect() };
    let editions = names(&cells[1]).iter().filter_map(|name| name.parse().ok()).collect();
    let remark = |productions, what: &str, meant: &str, why: &str| Remark {
        number,
        editions,
        productions,
        what: what.to_owned(),
        meant: meant.to_owned(),
        why: why.to_owned(),
    };
    match cells.as_slice() {
        [_, _, productions, what, meant, why] => Some(remark(names(productions), what, meant, why)),
        [_, _, what, why] => Some(remark(Vec::new(), what, "", why)),
        _ => None,
    }
}

fn is_number(cell: &str) -> bool {
    let mut characters = cell.chars();
    matches!(characters.next(), Some('I' | 'E' | 'N' | 'D'))
        && cell.len() > 1
        && characters.all(|character| character.is_ascii_digit())
}

/// A cell without its markup.
fn plain(cell: &str) -> String {
    cell.trim().replace("<code>", "`").replace("</code>", "`").replace("&#124;", "|")
}
