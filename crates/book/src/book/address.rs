//! Where each page of the book lies, and how one page names another.
//!
//! All links are relative, so that the book can lie in any folder of any
//! server, or of none. A file is named after what it shows. No two names differ by the case
//! of letters alone, since there are file systems to which `URL` and `url` are one.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::names;
use crate::edition::{Document, Edition};
use crate::line::What;
use crate::proof::rule_name;
use crate::remark::RemarkNumber;

/// The page of an edition.
pub fn edition(edition: Edition) -> String {
    format!("{edition}/index.html")
}

/// The page of a production, by its printed name.
pub fn production(edition: Edition, name: &str) -> String {
    static PRODUCTIONS: OnceLock<HashMap<(Edition, &str), String>> = OnceLock::new();
    let productions = PRODUCTIONS.get_or_init(|| {
        let all = Edition::ALL.into_iter().flat_map(|edition| {
            let mut files = FileNames::default();
            // No production may take the place of its edition's page.
            files.distinct("index");
            names(edition).into_iter().map(move |name| {
                let file = files.distinct(&rule_name(name));
                ((edition, name), format!("{edition}/{file}.html"))
            })
        });
        all.collect()
    });
    productions.get(&(edition, name)).cloned().unwrap_or_else(|| self::edition(edition))
}

/// Names of files in one folder.
#[derive(Debug, Default)]
pub(super) struct FileNames(HashMap<String, usize>);

impl FileNames {
    /// The name of another file: of names that differ by the case of letters alone, those after
    /// the first get a number. What is not a letter, digit or `-` becomes `_`.
    pub(super) fn distinct(&mut self, name: &str) -> String {
        let plain = |it: char| if it.is_ascii_alphanumeric() || it == '-' { it } else { '_' };
        let name: String = name.chars().map(plain).collect();
        let number = self.0.entry(name.to_ascii_lowercase()).or_default();
        *number += 1;
        match *number {
            1 => name,
            number => format!("{name}.{number}"),
        }
    }
}

/// A numbered remark: `E3`.
pub fn remark(number: RemarkNumber) -> String {
    format!("remarks.html#{number}")
}

/// What a code means.
pub fn code(name: &str) -> String {
    format!("codes.html#{name}")
}

/// A URL that a document prints, by its number in the corpus.
pub fn printed_url(number: usize) -> String {
    format!("urls/{:03}.html", number + 1)
}

/// A text of the documentation.
pub fn prose(name: &str) -> String {
    format!("docs/{name}.html")
}

/// What changed from one edition to another.
pub fn changes(old: Edition, new: Edition) -> String {
    format!("changes/{old}_{new}.html")
}

/// One thing through the documents; `None` of a production that no grammar of the line has.
pub fn history(what: &What) -> Option<String> {
    match what {
        What::Character(byte) => Some(format!("history/character-{byte:02x}.html")),
        What::Scheme(name) => Some(format!("history/scheme-{name}.html")),
        What::Production(name) => histories().get(name).cloned(),
    }
}

/// The pages of the productions of the line, by their names.
fn histories() -> &'static HashMap<String, String> {
    static HISTORIES: OnceLock<HashMap<String, String>> = OnceLock::new();
    HISTORIES.get_or_init(|| {
        let mut files = FileNames::default();
        let path = |what| match what {
            What::Production(name) => {
                let path = format!("history/{}.html", files.distinct(&name));
                Some((name, path))
            }
            _ => None,
        };
        What::all().into_iter().filter_map(path).collect()
    })
}

/// What the documents say of a scheme.
pub fn scheme(name: &str) -> String {
    format!("schemes/{name}.html")
}

/// The page of a document.
pub fn document(document: Document) -> String {
    format!("documents/{}.html", document.file())
}

/// A line of a document, from 0.
pub fn document_line(of: Document, line: usize) -> String {
    format!("{}#l{}", document(of), line + 1)
}

/// How a library does, by its name.
pub fn library(name: &str) -> String {
    // `URI.js` and `uri-js` are two.
    let plain = |it: char| match it {
        '.' => '_',
        it if it.is_ascii_alphanumeric() => it.to_ascii_lowercase(),
        _ => '-',
    };
    let name: String = name.chars().map(plain).collect();
    format!("libraries/{name}.html")
}

/// The list of the exercises, the teacher's sheet, and the handout.
pub const EXERCISES: &str = "exercises/index.html";
/// The solutions.
pub const TEACHER: &str = "exercises/teacher.html";
/// The exercises that fit on one page.
pub const HANDOUT: &str = "exercises/handout.html";

/// The page of an exercise, by its name.
pub fn exercise(name: &str) -> String {
    match name {
        // None may take the place of the list, the sheet and the handout.
        "index" | "teacher" | "handout" => format!("exercises/{name}-.html"),
        name => format!("exercises/{name}.html"),
    }
}

/// Where the documents are from.
pub fn documents_note() -> String {
    "documents/provenance.html".to_owned()
}

/// The page from which links lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Base {
    depth: usize,
}

impl Base {
    /// A page by its path in the book.
    pub fn of(path: &str) -> Base {
        Base { depth: path.matches('/').count() }
    }

    /// The address of another page as this one names it.
    pub fn to(self, path: &str) -> String {
        format!("{}{path}", "../".repeat(self.depth))
    }
}
