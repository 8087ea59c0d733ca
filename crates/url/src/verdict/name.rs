//! What a judge is called, and what kind of strings it judges.
//!
//! An edition has a name and two readings; a file has a name, and readings only where its
//! text has errata. Knowledge of URLs applies to editions, and to files that declare that they
//! are about URLs.

use super::{Judge, JudgeParser};
use crate::bnf::Grammar;
use crate::edition::{Edition, Reading};

impl Judge {
    /// The edition; `None` for a user's grammar.
    pub fn edition(&self) -> Option<Edition> {
        match self.parser {
            JudgeParser::Transcribed(edition, _) => Some(edition),
            JudgeParser::Positions(_) | JudgeParser::Recognisers(_) => None,
        }
    }

    /// The name of the edition or of the grammar file.
    pub fn name(&self) -> &str {
        self.edition().map_or(&self.grammar.listing().name, |edition| edition.name())
    }

    /// The reading of its grammar.
    pub fn reading(&self) -> Reading {
        self.grammar.reading()
    }

    /// The reading; `None` for a grammar file without errata, which has only one.
    pub fn named_reading(&self) -> Option<Reading> {
        let has_two = self.edition().is_some() || self.grammar.listing().has_errata();
        has_two.then(|| self.reading())
    }

    /// The name of the grammar and of its reading, if it has two, with `between` between them:
    /// `rfc1738, corrected`.
    pub fn title(&self, between: &str) -> String {
        match self.named_reading() {
            Some(reading) => format!("{}{between}{reading}", self.name()),
            None => self.name().to_owned(),
        }
    }

    /// Whether its strings are URLs or parts of URLs. Those of an edition are, and so are those of
    /// a file that declares it (`; urlbnf: about urls`).
    pub fn is_of_urls(&self) -> bool {
        self.edition().is_some() || is_about_urls(&self.grammar)
    }

    /// Whether its strings are whole URLs, or whole references.
    pub(crate) fn is_of_whole_urls(&self) -> bool {
        let file = || is_about_urls(&self.grammar) && self.start == self.grammar.start();
        self.whole_edition().is_some() || self.edition().is_none() && file()
    }

    /// Whether its verdict can be `generic-only`.
    pub fn has_generic(&self) -> bool {
        !self.generic.is_empty()
    }
}

/// Whether a grammar declares that its strings are URLs.
pub(crate) fn is_about_urls(grammar: &Grammar) -> bool {
    grammar.listing().about.as_deref() == Some("urls")
}
