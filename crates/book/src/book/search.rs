//! The search index: a list of names and titles, as a script.

use serde_json::{Value, json};

use super::prose::BookTexts;
use super::{address, characters, libraries, names};
use crate::diagnose::DiagnosticCode;
use crate::edition::Edition;
use crate::exercise::Exercise;
use crate::glossary::WORDS;
use crate::quotation;
use crate::registry::SCHEMES;
use crate::remark::REMARKS;

/// The path of the script that searches.
pub const SCRIPT: &str = "search.js";

/// The characters that are neither letters nor digits, and their names.
fn signs() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("signs.tsv").lines().filter_map(|line| line.split_once('\t'))
}

/// The name of a character that is neither letter nor digit.
pub fn sign(byte: u8) -> Option<&'static str> {
    signs().find(|(sign, _)| sign.as_bytes() == [byte]).map(|(_, name)| name)
}

/// The index. A page that is opened as a file can load nothing but scripts.
pub fn index(exercises: &[Exercise], texts: &BookTexts) -> String {
    let mut entries: Vec<Value> = Vec::new();
    for edition in Edition::ALL {
        entries.push(json!([edition.name(), "edition", address::edition(edition)]));
    }
    for edition in Edition::ALL {
        for name in names(edition) {
            entries.push(json!([name, edition.name(), address::production(edition, name)]));
        }
    }
    for (sign, name) in signs() {
        let path = format!("{}#c{:02x}", characters::PATH, sign.as_bytes()[0]);
        entries.push(json!([format!("{sign} {name}"), "character", path]));
    }
    for scheme in SCHEMES {
        entries.push(json!([scheme.name, "scheme", address::scheme(scheme.name)]));
    }
    for code in DiagnosticCode::ALL {
        entries.push(json!([code.name(), "code", address::code(code.name())]));
    }
    for remark in REMARKS.iter() {
        let title = match remark.productions {
            [] => remark.number.to_string(),
            names => format!("{} {}", remark.number, names.join(", ")),
        };
        entries.push(json!([title, "remark", address::remark(remark.number)]));
    }
    for exercise in exercises {
        let title = exercise.title.replace('`', "");
        entries.push(json!([title, "exercise", address::exercise(&exercise.name)]));
    }
    for library in libraries::all() {
        entries.push(json!([library.program, "library", address::library(&library.program)]));
    }
    for word in WORDS.iter() {
        entries.push(json!([word.word, "glossary", "index.html#words"]));
    }
    for (title, text, path) in texts.headings() {
        entries.push(json!([title, text, path]));
    }
    for quotation in quotation::all() {
        if let Some(line) = quotation.line() {
            let path = address::document_line(quotation.document(), line);
            entries.push(json!([quotation.words(), quotation.citation().to_string(), path]));
        }
    }
    // Escape `<`, so that no entry looks like markup.
    let line = |entry: &Value| entry.to_string().replace('<', "\\u003c");
    let lines: Vec<String> = entries.iter().map(line).collect();
    format!("window.urlbnfSearch = [\n{}\n];\n", lines.join(",\n"))
}
