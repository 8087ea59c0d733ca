//! A review in words: for a terminal, for a pull request, for the section "Changes from" of a
//! document, for a program.
//!
//! Each finding has a place in the new text and one in the old, a sentence with its strings,
//! and a fingerprint. The fingerprint is the same for the same edit anywhere in the file. With
//! it an author accepts an intended change once, with a reason.

pub mod markdown;
mod record;
pub mod sarif;
mod words;

pub use record::ReviewRecord;

use std::io;

use codespan_reporting::diagnostic::{Diagnostic, Label, Severity};

use super::excerpt::{Screen, counted, string};
use super::source::emit_in;
use super::witness::Witness;
use urlbnf_bnf::fingerprint::Fingerprint;
use urlbnf_bnf::review::{Review, ReviewCode, ReviewFinding, ReviewSeverity};
use urlbnf_bnf::text::visible;
use urlbnf_bnf::{Grammar, Span};
use urlbnf_url::diff::NamedGrammar;

/// A review in words.
#[derive(Debug)]
pub struct ReviewReport<'r> {
    review: &'r Review<'r>,
    /// The remarks, in the order of the review.
    pub remarks: Vec<ReviewRemark<'r>>,
}

/// A finding in words.
#[derive(Debug)]
pub struct ReviewRemark<'r> {
    /// Its kind.
    pub code: ReviewCode,
    /// The old name of the rule.
    pub old: Option<&'r str>,
    /// The new name of the rule.
    pub new: Option<&'r str>,
    /// The headline.
    pub message: String,
    /// A shortest string that only the new rule has. For an ambiguity, a string with two
    /// derivations; for a fault, a string that shows it.
    pub gained: Option<Witness>,
    /// A shortest string that only the old rule has.
    pub lost: Option<Witness>,
    /// A plain string that only the new rule has, if it differs.
    pub plain_gained: Option<Witness>,
    /// A plain string that only the old rule has, if it differs.
    pub plain_lost: Option<Witness>,
    /// The old text of the rule.
    pub old_text: Option<String>,
    /// The new text of the rule.
    pub new_text: Option<String>,
    /// The rules that changed because of it.
    pub followers: Vec<&'r str>,
    /// Further notes.
    pub notes: Vec<String>,
    /// The place of the rule in the new text.
    pub place: Option<Span>,
    /// The place of the rule in the old text.
    pub old_place: Option<Span>,
    /// Identifies the edit, independent of its place in the file.
    pub fingerprint: String,
    /// The reason why it is accepted, if it is.
    pub accepted: Option<String>,
}

impl<'r> ReviewReport<'r> {
    /// The report of a review; `accepted` returns the reason for an accepted fingerprint.
    pub fn from_review(
        review: &'r Review<'r>,
        accepted: impl Fn(&str) -> Option<String>,
    ) -> ReviewReport<'r> {
        let remark = |finding: &'r ReviewFinding| {
            let mut remark = words::remark(review, finding);
            remark.accepted = accepted(&remark.fingerprint);
            remark
        };
        ReviewReport { review, remarks: review.findings.iter().map(remark).collect() }
    }

    /// The review.
    pub fn review(&self) -> &'r Review<'r> {
        self.review
    }

    /// The names of the two grammars.
    fn names(&self) -> (&str, &str) {
        (&self.review.diff.old.name, &self.review.diff.new.name)
    }

    /// Writes the review for people, each finding with its lines of the text.
    ///
    /// # Errors
    /// If writing to the output fails.
    pub fn write(&self, screen: &mut Screen<'_>) -> io::Result<()> {
        for remark in &self.remarks {
            let (side, place) = self.shown(remark);
            let severity = match remark.code.gravity() {
                _ if remark.accepted.is_some() => Severity::Note,
                ReviewSeverity::Error => Severity::Error,
                ReviewSeverity::Warning => Severity::Warning,
                ReviewSeverity::Note => Severity::Note,
            };
            let diagnostic = Diagnostic::new(severity)
                .with_code(remark.code.name())
                .with_message(&remark.message)
                .with_labels(vec![Label::primary((), place.range())])
                .with_notes(self.notes(remark));
            let listing = side.grammar.listing();
            emit_in(listing, diagnostic, screen)?;
        }
        screen.hung(&(self.summary() + "\n"))
    }

    /// The text in which a finding is shown, and its place there.
    fn shown(&self, remark: &ReviewRemark<'_>) -> (&NamedGrammar<'r>, Span) {
        let diff = &self.review.diff;
        match (remark.place, remark.old_place) {
            (Some(place), _) => (&diff.new, place),
            (None, Some(place)) => (&diff.old, place),
            (None, None) => (&diff.new, Span { start: 0, end: 0 }),
        }
    }

    /// The notes below a finding.
    fn notes(&self, remark: &ReviewRemark<'_>) -> Vec<String> {
        let mut notes = Vec::new();
        let plainer = |which: &str, witness: &Option<Witness>| {
            Some(format!("{which}, plainer: {}", words::brief(witness.as_ref()?.bytes(), string)))
        };
        notes.extend(plainer("accepted now", &remark.plain_gained));
        notes.extend(plainer("accepted no more", &remark.plain_lost));
        if let (Some(text), Some(place)) = (&remark.old_text, remark.old_place)
            && remark.place.is_some()
            && remark.old_text != remark.new_text
        {
            let line = line(self.review.diff.old.grammar, place);
            notes.push(format!("before, {} line {line}: {text}", self.names().0));
        }
        if !remark.followers.is_empty() {
            notes.push(format!("from it follow: {}", remark.followers.join(", ")));
        }
        notes.extend(remark.notes.iter().cloned());
        let (side, place) = self.shown(remark);
        notes.extend(side.grammar.listing().part(place.start));
        notes.extend(remark.accepted.as_ref().map(|reason| format!("accepted: {reason}")));
        notes.push(format!("fingerprint: {}", remark.fingerprint));
        notes
    }

    /// The change of the language, and the number of findings, in one line.
    pub fn summary(&self) -> String {
        let (old, new) = self.names();
        let diff = &self.review.diff;
        let surface = self.review.surface.iter().map(|rule| {
            let name = diff.new_name(rule.new);
            match &rule.relation {
                Ok(relation) => format!("`{name}` {}", words::relation(relation)),
                Err(_) => format!("`{name}` is not decided"),
            }
        });
        let surface: Vec<String> = surface.collect();
        let count = |gravity: ReviewSeverity| {
            let of = |remark: &&ReviewRemark<'_>| {
                remark.accepted.is_none() && remark.code.gravity() == gravity
            };
            let count = self.remarks.iter().filter(of).count();
            (count > 0).then(|| counted(count, gravity.name()))
        };
        let counts = [ReviewSeverity::Error, ReviewSeverity::Warning, ReviewSeverity::Note]
            .into_iter()
            .filter_map(count);
        let mut counts: Vec<String> = counts.collect();
        let accepted = self.remarks.iter().filter(|remark| remark.accepted.is_some()).count();
        counts.extend((accepted > 0).then(|| format!("{accepted} accepted")));
        let counts =
            if counts.is_empty() { "nothing changed".to_owned() } else { counts.join(", ") };
        let surface = if surface.is_empty() { String::new() } else { surface.join(", ") + "; " };
        format!(
            "{} against {}: {surface}{counts}",
            visible(new.as_bytes()),
            visible(old.as_bytes())
        )
    }

    /// The findings as annotations of GitHub Actions.
    pub fn annotations(&self) -> String {
        let annotation = |remark: &ReviewRemark<'_>| {
            let (side, place) = self.shown(remark);
            let listing = side.grammar.listing();
            let offset = place.start;
            let (line, column) = listing.line_and_column(offset);
            let level = match remark.code.gravity() {
                ReviewSeverity::Note => "notice",
                graver => graver.name(),
            };
            let message = [vec![remark.message.clone()], self.notes(remark)].concat().join("\n");
            let place = (line as u64, column);
            let file = &listing.source(offset).0.name;
            super::github::in_file(level, file, place, remark.code.name(), &message)
        };
        self.remarks.iter().filter(|remark| remark.accepted.is_none()).map(annotation).collect()
    }
}

fn line(grammar: &Grammar, place: Span) -> usize {
    grammar.listing().line_and_column(place.start).0
}

/// The fingerprint of an edit, independent of the text around it, from the kind of the finding
/// and the names and texts of its rule before and after, without comments and with single
/// spaces. Lines, files and revisions do not change it, nor do witnesses, which an edit elsewhere
/// may change.
pub(crate) fn fingerprint(parts: &[Option<&str>]) -> String {
    let add = |all: Fingerprint, part: &Option<&str>| {
        // These bytes do not occur in UTF-8.
        let end = if part.is_some() { 0xFF } else { 0xFE };
        all.with(part.unwrap_or_default().bytes()).with([end])
    };
    parts.iter().fold(Fingerprint::default(), add).to_string()
}
