//! A numbered remark on the grammars: an interpretation, an erratum, a note, or a deviation or
//! a shortcut of the transcription.

use std::fmt;
use std::str::FromStr;

use urlbnf_grammar::Bnf;

/// A remark on the grammars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Remark {
    /// Its number.
    pub number: RemarkNumber,
    /// The grammars that the remark is about.
    pub editions: &'static [Bnf],
    /// The productions that it is about; empty for a deviation or a shortcut.
    pub productions: &'static [&'static str],
    /// What is printed, or what the transcription does.
    pub what: &'static str,
    /// How it is read, or what was meant; empty for a deviation or a shortcut.
    pub meant: &'static str,
    /// The reason, or the evidence.
    pub why: &'static str,
}

/// The kind of a remark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RemarkKind {
    /// The text cannot be read as a grammar without it. It holds in both readings.
    Interpretation,
    /// A correction of a misprint that can be read, but cannot have been meant. It holds in
    /// the corrected reading only.
    Erratum,
    /// A note on something surprising in the text. It changes no language.
    Note,
    /// A difference between a rule and its production. It changes no language.
    Deviation,
    /// A difference between a rule and its production, only for speed. It changes no language.
    Shortcut,
}

impl RemarkKind {
    /// All kinds, in the order of the tables.
    pub const ALL: [RemarkKind; 5] = [
        RemarkKind::Interpretation,
        RemarkKind::Erratum,
        RemarkKind::Note,
        RemarkKind::Deviation,
        RemarkKind::Shortcut,
    ];

    /// Whether it is about how a rule is written, rather than about what is printed.
    pub fn is_of_a_rule(self) -> bool {
        matches!(self, RemarkKind::Deviation | RemarkKind::Shortcut)
    }

    /// The letter, the name and its plural.
    fn row(self) -> (char, &'static str, &'static str) {
        match self {
            RemarkKind::Interpretation => ('I', "interpretation", "interpretations"),
            RemarkKind::Erratum => ('E', "erratum", "errata"),
            RemarkKind::Note => ('N', "note", "notes"),
            RemarkKind::Deviation => ('D', "deviation", "deviations"),
            RemarkKind::Shortcut => ('S', "shortcut", "shortcuts"),
        }
    }

    /// The letter at the beginning of its numbers.
    pub fn letter(self) -> char {
        self.row().0
    }

    /// The name: `interpretation`, `erratum`, `note`, `deviation`, `shortcut`.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// The plural of the name.
    pub fn names(self) -> &'static str {
        self.row().2
    }

    /// The words before the text of `meant`: `meant`, or `read as`.
    pub fn meant(self) -> &'static str {
        match self {
            RemarkKind::Erratum => "meant",
            _ => "read as",
        }
    }
}

impl fmt::Display for RemarkKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The number of a remark: `E3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RemarkNumber {
    /// The kind of the remark.
    pub kind: RemarkKind,
    /// The number within the kind, from 1.
    pub number: u8,
}

impl fmt::Display for RemarkNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", self.kind.letter(), self.number))
    }
}

impl FromStr for RemarkNumber {
    type Err = ParseRemarkNumberError;

    /// Reads a number, with the letter in either case.
    fn from_str(text: &str) -> Result<Self, ParseRemarkNumberError> {
        let is = |kind: &RemarkKind| text.starts_with([kind.letter(), lower(*kind)]);
        let kind = RemarkKind::ALL.into_iter().find(is).ok_or(ParseRemarkNumberError)?;
        let number = text[1..].parse().map_err(|_| ParseRemarkNumberError)?;
        let same = RemarkNumber { kind, number };
        (same.to_string()[1..] == text[1..]).then_some(same).ok_or(ParseRemarkNumberError)
    }
}

fn lower(kind: RemarkKind) -> char {
    kind.letter().to_ascii_lowercase()
}

/// The text is not the number of a remark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseRemarkNumberError;

impl fmt::Display for ParseRemarkNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the number of a remark is a letter and a number, such as E3")
    }
}

impl std::error::Error for ParseRemarkNumberError {}
