//! An exercise as it is written, and the checks of its keys.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::ExerciseErrorKind;
use super::source::undecided;
use super::{
    DerivationForm, Difficulty, Exercise, ExerciseGrammar, ExerciseJudge, ExerciseKind,
    ExerciseProduction, ExerciseTask, WrongAnswer,
};
use crate::bnf::{Grammar, ProductionId};
use crate::edition::Reading;

/// The maximum length, in bytes, of a string in a question, and of one to derive.
const LONGEST: usize = 2_000;
const LONGEST_DERIVED: usize = 200;
/// The maximum length of the name of an exercise, in bytes.
pub(super) const LONGEST_NAME: usize = 60;
/// The names of the other pages in the folder of the exercises.
pub(super) const PAGES: [&str; 3] = ["index", "teacher", "handout"];

/// The keys of an exercise, in a file or for a page.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExerciseRecord {
    pub name: String,
    pub kind: String,
    pub title: String,
    #[serde(default = "easy")]
    pub level: u8,
    /// An edition, optionally with `:printed`; with `text`, the name of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grammar: Option<String>,
    /// A user grammar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nesting: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub production: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub takes: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refuses: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub documents: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shows: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<WrongAnswer>,
    /// The grammar itself, if it is available and need not be read.
    #[serde(skip)]
    pub own: Option<Arc<Grammar>>,
}

fn easy() -> u8 {
    1
}

/// A key of an exercise, and whether it is present.
type KeyPresence = (&'static str, bool);

impl ExerciseRecord {
    /// The JSON for a page, without the available grammar.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// Reads the JSON of a page; `own` is the available grammar.
    pub fn from_json(
        text: &str,
        own: Option<Arc<Grammar>>,
    ) -> Result<ExerciseRecord, ExerciseErrorKind> {
        let written: ExerciseRecord = serde_json::from_str(text)
            .map_err(|error| ExerciseErrorKind::Unread(error.to_string()))?;
        Ok(ExerciseRecord { own, ..written })
    }

    pub fn exercise(self) -> Result<Exercise, ExerciseErrorKind> {
        let kind: ExerciseKind = self.kind.parse().map_err(ExerciseErrorKind::NoKind)?;
        let level = Difficulty::of_number(self.level);
        let level = level.ok_or(ExerciseErrorKind::NoLevel(self.level))?;
        let letters = |character: char| {
            character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-'
        };
        let begins = self.name.starts_with(|character: char| character.is_ascii_lowercase());
        if !begins || self.name.len() > LONGEST_NAME || !self.name.chars().all(letters) {
            return Err(ExerciseErrorKind::BadName);
        }
        if PAGES.contains(&&*self.name) {
            return Err(ExerciseErrorKind::NameOfPage);
        }
        self.has_its_keys(kind)?;
        let task = self.task(kind)?;
        Ok(Exercise {
            name: self.name.clone(),
            title: self.title.clone(),
            level,
            task,
            before: self.before.clone(),
            hints: self.hints.clone(),
            wrong: self.wrong.clone(),
            shows: self.shows.clone(),
            given: self.solution.clone(),
            written: self,
        })
    }

    /// Checks that all required keys of a kind are present, and no foreign ones.
    fn has_its_keys(&self, kind: ExerciseKind) -> Result<(), ExerciseErrorKind> {
        let keys: [KeyPresence; 8] = [
            ("grammar", self.grammar.is_some()),
            ("url", self.url.is_some()),
            ("start", self.start.is_some()),
            ("production", self.production.is_some()),
            ("form", self.form.is_some()),
            ("takes", !self.takes.is_empty()),
            ("refuses", !self.refuses.is_empty()),
            ("documents", !self.documents.is_empty()),
        ];
        for (key, is_there) in keys {
            let needed = kind.needs().contains(&key);
            if needed && !is_there {
                return Err(ExerciseErrorKind::Missing { key, kind });
            }
            if is_there && !needed && !kind.may_have().contains(&key) {
                return Err(ExerciseErrorKind::Foreign { key, kind });
            }
        }
        Ok(())
    }

    fn task(&self, kind: ExerciseKind) -> Result<ExerciseTask, ExerciseErrorKind> {
        Ok(match kind {
            ExerciseKind::Predict => {
                ExerciseTask::Predict { by: self.by()?, input: self.input(LONGEST)? }
            }
            ExerciseKind::Blame => {
                ExerciseTask::Blame { by: self.by()?, input: self.input(LONGEST)? }
            }
            ExerciseKind::Derive => {
                let form = self.form.as_deref().unwrap_or_default();
                let form: DerivationForm = form.parse().map_err(ExerciseErrorKind::NoForm)?;
                ExerciseTask::Derive { by: self.by()?, input: self.input(LONGEST_DERIVED)?, form }
            }
            ExerciseKind::Find => {
                let all = |written: &[String]| {
                    written.iter().map(|text| self.judged(text)).collect::<Result<Vec<_>, _>>()
                };
                ExerciseTask::Find { takes: all(&self.takes)?, refuses: all(&self.refuses)? }
            }
            ExerciseKind::Write => ExerciseTask::Write { of: self.named(&self.source("")?, None)? },
            ExerciseKind::Mend => {
                let of = self.named(&self.source("")?, None)?;
                let corrected = match of.source.edition {
                    Some(edition) if of.source.grammar.reading() == Reading::Printed => {
                        ExerciseGrammar::of_edition(edition.name())?
                    }
                    _ => return Err(ExerciseErrorKind::NoMisprint),
                };
                let meant = self.named(&corrected, None)?;
                ExerciseTask::Mend { of, meant }
            }
            ExerciseKind::Order => ExerciseTask::Order { of: self.order()? },
        })
    }

    /// The grammar with a written name; the exercise's own if the name is empty.
    fn source(&self, written: &str) -> Result<ExerciseGrammar, ExerciseErrorKind> {
        let own = self.grammar.as_deref().unwrap_or_default();
        let written = if written.is_empty() { own } else { written };
        if let Some(grammar) = self.own.as_ref().filter(|_| written == own) {
            return Ok(ExerciseGrammar { grammar: Arc::clone(grammar), edition: None });
        }
        match &self.text {
            Some(text) if written == own => {
                let grammar = Grammar::read(own, text, Reading::Corrected).map_err(undecided)?;
                let grammar = match self.nesting {
                    Some(nesting) => grammar.nested(nesting),
                    None => grammar,
                };
                Ok(ExerciseGrammar { grammar: Arc::new(grammar), edition: None })
            }
            // No name of an edition has a dot, but every file name has one.
            None if written.contains('.') => Err(ExerciseErrorKind::NoText(written.to_owned())),
            _ => ExerciseGrammar::of_edition(written),
        }
    }

    fn input(&self, longest: usize) -> Result<String, ExerciseErrorKind> {
        let input = self.url.clone().unwrap_or_default();
        match input.len() > longest {
            true => Err(ExerciseErrorKind::TooLong { key: "url", most: longest }),
            false => Ok(input),
        }
    }

    fn by(&self) -> Result<ExerciseJudge, ExerciseErrorKind> {
        let source = self.source("")?;
        let start: Option<ProductionId> =
            self.start.as_deref().map(|name| source.find(name)).transpose()?;
        Ok(ExerciseJudge { source, start })
    }

    /// `rfc1738`, or `rfc1738 hsegment`.
    fn judged(&self, written: &str) -> Result<ExerciseJudge, ExerciseErrorKind> {
        let (source, start) = written.split_once(' ').unwrap_or((written, ""));
        let source = self.source(source)?;
        let start = match start.trim() {
            "" => None,
            name => Some(source.find(name)?),
        };
        Ok(ExerciseJudge { source, start })
    }

    fn named(
        &self,
        source: &ExerciseGrammar,
        name: Option<&str>,
    ) -> Result<ExerciseProduction, ExerciseErrorKind> {
        let name = name.or(self.production.as_deref()).unwrap_or_default();
        Ok(ExerciseProduction { source: source.clone(), id: source.find(name)? })
    }

    fn order(&self) -> Result<Vec<ExerciseProduction>, ExerciseErrorKind> {
        let mut of: Vec<ExerciseProduction> = Vec::new();
        for written in &self.documents {
            let (source, name) = match written.split_once(' ') {
                Some((source, name)) => (source, Some(name.trim())),
                None => (written.as_str(), None),
            };
            if name.is_none() && self.production.is_none() {
                return Err(ExerciseErrorKind::Missing {
                    key: "production",
                    kind: ExerciseKind::Order,
                });
            }
            let named = self.named(&self.source(source)?, name)?;
            if of.iter().any(|production| production.source.name() == named.source.name()) {
                return Err(ExerciseErrorKind::Twice(named.source.name()));
            }
            of.push(named);
        }
        match of.len() {
            0 | 1 => Err(ExerciseErrorKind::TooFew { key: "documents", least: 2 }),
            _ => Ok(of),
        }
    }
}
