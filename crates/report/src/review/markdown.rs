//! A review as Markdown: for a pull request, and as the section "Changes from" of a document.

use std::collections::HashSet;

use super::words::brief;
use super::{ReviewRemark, ReviewReport};
use crate::diff::markdown::{code, shown};
use crate::excerpt::string;
use crate::picture::railroad;
use crate::witness::Witness;
use urlbnf_bnf::automaton::Relation;
use urlbnf_bnf::review::{EntryRuleChange, ReviewCode, ReviewFinding};
use urlbnf_bnf::text::{markdown, visible};

impl ReviewReport<'_> {
    /// The review for a pull request, without equal rules. With `pictures`, the address of the
    /// pictures, each changed rule has its picture.
    pub fn markdown(&self, pictures: Option<&str>) -> String {
        let (old, new) = self.names();
        let mut page = format!("# {} against {}\n\n", code(new), code(old));
        for rule in &self.review.surface {
            let name = code(self.review.diff.new_name(rule.new));
            page += &format!("{name} {}.\n", self.change(rule));
        }
        let mut last = None;
        let drawn = self.drawn();
        for remark in self.shown_remarks() {
            if last != Some(remark.code) {
                page += &format!("\n## {}\n\n{}\n", remark.code.name(), remark.code.explanation());
                last = Some(remark.code);
            }
            page += &format!("\n- {}\n", self.sentence(remark));
            if remark.old_text != remark.new_text {
                let line = |sign: char, name: Option<&str>, text: &Option<String>| {
                    let both = name.zip(text.as_ref());
                    both.map_or(String::new(), |(name, text)| format!("  {sign}{name} = {text}\n"))
                };
                page += &format!(
                    "\n  ```diff\n{}{}  ```\n",
                    line('-', remark.old, &remark.old_text),
                    line('+', remark.new, &remark.new_text),
                );
            }
            let picture = drawn.iter().find(|(other, _)| other.fingerprint == remark.fingerprint);
            if let (Some(at), Some((_, name))) = (pictures, picture) {
                let rule = markdown(remark.new.or(remark.old).unwrap_or_default());
                page += &format!("\n  ![What became of {rule}]({}/{name})\n", address(at));
            }
            if !remark.followers.is_empty() {
                let names: Vec<String> = remark.followers.iter().map(|name| code(name)).collect();
                page += &format!("\n  From it follow: {}.\n", names.join(", "));
            }
            for note in &remark.notes {
                page += &format!("\n  {}.\n", capital(note));
            }
            page += &format!("\n  Fingerprint {}.\n", remark.fingerprint);
        }
        page
    }

    /// How a rule by which the grammar is used changed.
    fn change(&self, rule: &EntryRuleChange) -> String {
        match &rule.relation {
            Ok(_) => strings(rule.gained.as_deref(), rule.lost.as_deref()),
            Err(error) => format!("is not decided: {}", self.review.diff.message(error)),
        }
    }

    /// The remarks of the Markdown, the most serious first.
    fn shown_remarks(&self) -> Vec<&ReviewRemark<'_>> {
        let is_shown = |remark: &&ReviewRemark<'_>| {
            remark.code != ReviewCode::RewordedEqual && remark.accepted.is_none()
        };
        let mut remarks: Vec<&ReviewRemark<'_>> = self.remarks.iter().filter(is_shown).collect();
        remarks.sort_by_key(|remark| remark.code);
        remarks
    }

    /// The findings with a picture, and the names of its file: the first finding of each rule
    /// with a changed text. A changed picture has another name.
    fn drawn(&self) -> Vec<(&ReviewRemark<'_>, String)> {
        let mut met = HashSet::new();
        let mut drawn = Vec::new();
        for remark in self.shown_remarks() {
            let is_changed = remark.old_text != remark.new_text
                && !matches!(remark.code, ReviewCode::ClassMoved | ReviewCode::RuleRemoved);
            if is_changed && met.insert((remark.old, remark.new)) {
                let name = remark.new.or(remark.old).unwrap_or_default();
                let plain = |character: char| {
                    if character.is_ascii_alphanumeric() { character } else { '-' }
                };
                let name: String = name.chars().map(plain).collect();
                drawn.push((remark, format!("{name}-{}.svg", remark.fingerprint)));
            }
        }
        drawn
    }

    /// The pictures in the Markdown: the name of each file, and its content.
    pub fn pictures(&self) -> Vec<(String, String)> {
        let drawn = self.drawn();
        let of = |finding: &ReviewFinding, remark: &ReviewRemark<'_>| {
            let (_, name) =
                drawn.iter().find(|(other, _)| other.fingerprint == remark.fingerprint)?;
            let (old, new) = (finding.old, finding.new);
            Some((name.clone(), railroad::diff(&self.review.diff, old, new, &|_| None)))
        };
        let both = self.review.findings.iter().zip(&self.remarks);
        both.filter_map(|(finding, remark)| of(finding, remark)).collect()
    }

    /// The section "Changes from", for an author to paste.
    pub fn changelog(&self) -> String {
        let mut page = format!("## Changes from {}\n\n", markdown(self.names().0));
        let changes = self.changes();
        if changes.is_empty() {
            page += "- Nothing changed in the grammar.\n";
        }
        changes.iter().for_each(|change| page += &format!("- {change}\n"));
        page
    }

    /// The changes, each as a sentence of Markdown: first the main rules of the grammar, then
    /// the others, then mere changes of names and texts.
    pub fn changes(&self) -> Vec<String> {
        let mut changes = Vec::new();
        let has_remark = |name: &str| {
            let of_language = |remark: &ReviewRemark<'_>| {
                remark.code.is_of_language() && remark.new == Some(name)
            };
            self.remarks.iter().any(of_language)
        };
        for rule in self.review.surface.iter().filter(|rule| rule.relation != Ok(Relation::Equal)) {
            let name = self.review.diff.new_name(rule.new);
            if !has_remark(name) {
                changes.push(format!("{} {}.", code(name), self.change(rule)));
            }
        }
        let [mut renamed, mut added, mut removed, mut same] = [const { Vec::new() }; 4];
        for remark in &self.remarks {
            let name = code(remark.new.or(remark.old).unwrap_or_default());
            match remark.code {
                ReviewCode::RuleRenamed => {
                    renamed.push(format!("{} to {name}", code(remark.old.unwrap_or_default())));
                }
                ReviewCode::RuleAdded => added.push(name),
                ReviewCode::RuleRemoved => removed.push(name),
                ReviewCode::RewordedEqual => same.push(name),
                // An error is to be corrected, not announced.
                ReviewCode::CollectedDiffers
                | ReviewCode::Undefined
                | ReviewCode::DerivesNothing
                | ReviewCode::OrderMatters => {}
                _ => changes.push(self.sentence(remark)),
            }
        }
        for (what, names) in [
            ("Renamed", renamed),
            ("New", added),
            ("Gone", removed),
            ("Worded anew, with the same strings", same),
        ] {
            if !names.is_empty() {
                changes.push(format!("{what}: {}.", names.join(", ")));
            }
        }
        changes
    }

    /// A finding in a sentence, with its strings as code.
    fn sentence(&self, remark: &ReviewRemark<'_>) -> String {
        let name = code(remark.new.or(remark.old).unwrap_or_default());
        let plainer = |shortest: &Option<Witness>, plain: &Option<Witness>| {
            plain.as_ref().or(shortest.as_ref()).map(|witness| witness.bytes().to_vec())
        };
        let gained = plainer(&remark.gained, &remark.plain_gained);
        let lost = plainer(&remark.lost, &remark.plain_lost);
        match remark.code {
            ReviewCode::LanguageCrossing
            | ReviewCode::LanguageNarrower
            | ReviewCode::LanguageWider => {
                format!("{name} {}.", strings(gained.as_deref(), lost.as_deref()))
            }
            ReviewCode::CaseChanged => {
                let strings = strings(gained.as_deref(), lost.as_deref());
                format!("{name} {strings}: only case differs.")
            }
            ReviewCode::AmbiguityGained | ReviewCode::AmbiguityLost => {
                let string = gained.or(lost).map(|string| example(&string)).unwrap_or_default();
                match remark.code {
                    ReviewCode::AmbiguityGained => format!("{name} derives {string} in two ways."),
                    _ => format!("{name} no longer derives {string} in two ways."),
                }
            }
            _ => {
                let witness = remark
                    .gained
                    .as_ref()
                    .map(|witness| (witness, format!(": {}", brief(witness.bytes(), string))));
                let (message, string) = match &witness {
                    Some((witness, end)) => {
                        (remark.message.strip_suffix(end), example(witness.bytes()))
                    }
                    None => (None, String::new()),
                };
                match message {
                    Some(message) => format!("{}: {string}.", capital(message)),
                    None => format!("{}.", capital(&remark.message)),
                }
            }
        }
    }
}

/// An address escaped for a Markdown link.
fn address(address: &str) -> String {
    let mut shown = String::new();
    for character in address.chars() {
        match character {
            ' ' | '(' | ')' | '<' | '>' | '\\' => {
                shown += &format!("%{:02X}", u32::from(character))
            }
            other => shown.push(other),
        }
    }
    visible(shown.as_bytes())
}

/// The words with an initial capital.
fn capital(words: &str) -> String {
    let mut capital = words.to_owned();
    if let Some(first) = capital.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    capital
}

/// The strings that became valid and invalid.
fn strings(gained: Option<&[u8]>, lost: Option<&[u8]>) -> String {
    match (gained.map(example), lost.map(example)) {
        (None, None) => "accepts the same strings".to_owned(),
        (Some(gained), None) => format!("accepts more, such as {gained}"),
        (None, Some(lost)) => format!("no longer accepts all it did, such as {lost}"),
        (Some(gained), Some(lost)) => {
            format!("accepts {gained}, which it did not, and no longer {lost}")
        }
    }
}

/// A string in a sentence.
fn example(bytes: &[u8]) -> String {
    brief(bytes, shown)
}
