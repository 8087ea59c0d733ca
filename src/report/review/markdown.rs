//! A review for a pull request, and as the section "Changes from" of a document.

use super::{Remark, Report};
use crate::report::diff::markdown::{code, shown};
use crate::report::witness::Witness;
use crate::review::ReviewCode;

impl Report<'_> {
    /// The review for a pull request; what is equal is left out.
    pub fn markdown(&self) -> String {
        let (old, new) = self.names();
        let mut page = format!("# {} against {}\n\n", code(new), code(old));
        for it in &self.review.surface {
            let name = code(self.review.diff.new_name(it.new));
            let [gained, lost] = [it.relation.gained(), it.relation.lost()];
            page += &format!("{name} {}.\n", strings(gained, lost));
        }
        let said = |it: &&Remark<'_>| it.code != ReviewCode::RewordedEqual && it.accepted.is_none();
        let mut last = None;
        let mut remarks: Vec<&Remark<'_>> = self.remarks.iter().filter(said).collect();
        remarks.sort_by_key(|remark| remark.code);
        for remark in remarks {
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
            if !remark.followers.is_empty() {
                let names: Vec<String> = remark.followers.iter().map(|it| code(it)).collect();
                page += &format!("\n  From it follow: {}.\n", names.join(", "));
            }
            for note in &remark.notes {
                page += &format!("\n  {note}.\n");
            }
            page += &format!("\n  Fingerprint {}.\n", remark.fingerprint);
        }
        page
    }

    /// The section "Changes from" that an author pastes.
    pub fn changelog(&self) -> String {
        let mut page = format!("## Changes from {}\n\n", self.names().0);
        let mut same = Vec::new();
        let before = page.len();
        for remark in &self.remarks {
            match remark.code {
                ReviewCode::RewordedEqual => same.extend(remark.new.map(code)),
                // What is wrong is to be mended, and not to be told.
                ReviewCode::CollectedDiffers
                | ReviewCode::Undefined
                | ReviewCode::DerivesNothing
                | ReviewCode::OrderMatters => {}
                _ => page += &format!("- {}\n", self.sentence(remark)),
            }
        }
        if !same.is_empty() {
            page += &format!("- Worded anew, with the same strings: {}.\n", same.join(", "));
        }
        if page.len() == before {
            page += "- Nothing changed in the grammar.\n";
        }
        page
    }

    /// A finding in a sentence, its strings as code.
    fn sentence(&self, remark: &Remark<'_>) -> String {
        let name = code(remark.new.or(remark.old).unwrap_or_default());
        let plainer = |shortest: &Option<Witness>, plain: &Option<Witness>| {
            plain.as_ref().or(shortest.as_ref()).map(|it| it.bytes().to_vec())
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
                let string = gained.or(lost).map(|it| shown(&it)).unwrap_or_default();
                match remark.code {
                    ReviewCode::AmbiguityGained => format!("{name} derives {string} in two ways."),
                    _ => format!("{name} no longer derives {string} in two ways."),
                }
            }
            _ => format!("{}.", remark.message),
        }
    }
}

/// What became valid and what became invalid.
fn strings(gained: Option<&[u8]>, lost: Option<&[u8]>) -> String {
    match (gained, lost) {
        (None, None) => "accepts the same strings".to_owned(),
        (Some(gained), None) => format!("accepts more, such as {}", shown(gained)),
        (None, Some(lost)) => format!("no longer accepts all it did, such as {}", shown(lost)),
        (Some(gained), Some(lost)) => {
            format!("accepts {}, which it did not, and no longer {}", shown(gained), shown(lost))
        }
    }
}
