//! The words for the parts of a diff, the same in every form.

use super::{NamePair, OneSidedAmbiguity, ProductionText, RenamedPair, TextPair};

impl RenamedPair<'_> {
    /// Why they are a pair, in words.
    pub fn because(&self) -> String {
        match self.reason {
            Some(reason) => reason.to_owned(),
            // Names in ABNF ignore case.
            None if self.by == "name" => "same name but for case".to_owned(),
            None => format!("same {}", self.by),
        }
    }
}

impl OneSidedAmbiguity<'_> {
    /// How the production changed, and a phrase about its string.
    pub fn words(&self) -> [&'static str; 2] {
        match (self.became, self.without_end) {
            (true, false) => ["ambiguous now", "has two derivations"],
            (true, true) => ["ambiguous now", "has derivations without end"],
            (false, false) => ["no longer ambiguous", "had two derivations"],
            (false, true) => ["no longer ambiguous", "had derivations without end"],
        }
    }
}

impl NamePair<'_> {
    /// The name, or both if they differ.
    pub fn shown(&self) -> String {
        if self.old == self.new {
            self.old.to_owned()
        } else {
            format!("{} → {}", self.old, self.new)
        }
    }
}

impl<'a> TextPair<'a> {
    /// The names.
    pub fn names(&self) -> NamePair<'a> {
        NamePair { old: self.old.production, new: self.new.production }
    }
}

impl ProductionText<'_> {
    /// The text, or a note that there is none.
    pub fn shown(&self) -> &str {
        match self.text.as_deref() {
            None => "(not defined)",
            Some("") => "(empty)",
            Some(text) => text,
        }
    }
}
