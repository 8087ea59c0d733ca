//! The words for the parts of a diff, the same in every form.

use indexmap::IndexMap;
use urlbnf_bnf::text::first_names;

use super::{
    NamePair, OneSidedAmbiguity, ProductionText, RenamedPair, RootChange, TextPair,
    UndecidedChange, UndecidedSubject,
};

/// Stands for a result that is undecided, and is the heading of the list of these.
pub(super) const NOT_DECIDED: &str = "not decided";

/// How many productions that are undecided for one reason are named.
const MOST_NAMED: usize = 20;

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

/// Groups undecided questions by reason: a line with the names and the reason, and the texts of
/// those whose text changed.
pub(super) fn undecided<'r, 'a>(
    changes: &'r [UndecidedChange<'a>],
) -> Vec<(String, Vec<&'r TextPair<'a>>)> {
    let mut groups: IndexMap<(UndecidedSubject, &str), Vec<&UndecidedChange<'a>>> = IndexMap::new();
    for change in changes {
        groups.entry((change.what, &change.why)).or_default().push(change);
    }
    let group = |((what, why), all): ((UndecidedSubject, &str), Vec<&'r UndecidedChange<'a>>)| {
        let names: Vec<String> = all.iter().map(|change| change.names.shown()).collect();
        let names = first_names(names.iter().map(String::as_str), MOST_NAMED);
        let of = match what {
            UndecidedSubject::Language => "",
            UndecidedSubject::Ambiguity => "ambiguity of ",
            UndecidedSubject::Scheme if all.len() == 1 => "scheme ",
            UndecidedSubject::Scheme => "schemes ",
        };
        (
            format!("{of}{names}: {why}"),
            all.iter().filter_map(|change| change.texts.as_ref()).collect(),
        )
    };
    groups.into_iter().map(group).collect()
}

impl RootChange<'_> {
    /// What does the rest of a change that its own text does not do alone.
    pub(super) fn rest(&self) -> String {
        match self.also.is_empty() {
            true => "the rest is not decided".to_owned(),
            false => format!("the rest by {}", self.also.join(", ")),
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
