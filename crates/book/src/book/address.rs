//! The paths of the pages of the book, and the links between them.
//!
//! All links are relative, so that the book works in any folder of any server, or without one.
//! A file is named after its content. No two names differ only in case, since on some file
//! systems `URL` and `url` are the same file.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::names;
use crate::edition::{Document, Edition};
use crate::proof::rule_name;
use crate::remark::RemarkNumber;
use crate::timeline::TimelineSubject;

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
            // No production may replace the page of its edition.
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
    /// A new file name. If names differ only in case, those after the first get a number. Any
    /// character other than a letter, a digit or `-` becomes `_`.
    pub(super) fn distinct(&mut self, name: &str) -> String {
        let plain = |character: char| {
            if character.is_ascii_alphanumeric() || character == '-' { character } else { '_' }
        };
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

/// The explanation of a code.
pub fn code(name: &str) -> String {
    format!("codes.html#{name}")
}

/// The page of a URL that a document prints, by its number in the corpus.
pub fn printed_url(number: usize) -> String {
    format!("urls/{:03}.html", number + 1)
}

/// The page of a documentation text.
pub fn prose(name: &str) -> String {
    format!("docs/{name}.html")
}

/// The page of the changes from one edition to another.
pub fn changes(old: Edition, new: Edition) -> String {
    format!("changes/{old}_{new}.html")
}

/// The page of one thing through the documents; `None` for a production of no grammar.
pub fn history(what: &TimelineSubject) -> Option<String> {
    match what {
        TimelineSubject::Character(byte) => Some(format!("history/character-{byte:02x}.html")),
        TimelineSubject::Scheme(name) => Some(format!("history/scheme-{name}.html")),
        TimelineSubject::Production(name) => histories().get(name).cloned(),
    }
}

/// The history pages of productions, by the names of the productions.
fn histories() -> &'static HashMap<String, String> {
    static HISTORIES: OnceLock<HashMap<String, String>> = OnceLock::new();
    HISTORIES.get_or_init(|| {
        let mut files = FileNames::default();
        let path = |what| match what {
            TimelineSubject::Production(name) => {
                let path = format!("history/{}.html", files.distinct(&name));
                Some((name, path))
            }
            _ => None,
        };
        TimelineSubject::all().into_iter().filter_map(path).collect()
    })
}

/// The page of a scheme.
pub fn scheme(name: &str) -> String {
    format!("schemes/{name}.html")
}

/// The page of a document.
pub fn document(document: Document) -> String {
    format!("documents/{}.html", document.file())
}

/// A line of a document; `line` counts from 0.
pub fn document_line(of: Document, line: usize) -> String {
    format!("{}#{}", document(of), line + 1)
}

/// The page of a library, by its name.
pub fn library(name: &str) -> String {
    // `URI.js` and `uri-js` are different libraries.
    let plain = |character: char| match character {
        '.' => '_',
        character if character.is_ascii_alphanumeric() => character.to_ascii_lowercase(),
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
        // No exercise may replace the list, the sheet or the handout.
        "index" | "teacher" | "handout" => format!("exercises/{name}-.html"),
        name => format!("exercises/{name}.html"),
    }
}

/// The page about the sources of the documents.
pub fn documents_note() -> String {
    "documents/provenance.html".to_owned()
}

/// The page that contains the links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkBase {
    depth: usize,
}

impl LinkBase {
    /// The base for a page with this path in the book.
    pub fn from_path(path: &str) -> LinkBase {
        LinkBase { depth: path.matches('/').count() }
    }

    /// The address of another page, relative to this one.
    pub fn to(self, path: &str) -> String {
        format!("{}{path}", "../".repeat(self.depth))
    }
}
