//! A production compared with its predecessor and its successors. The steps are drawn on the pages of
//! the changes.

use maud::{Markup, html};

use super::address;
use super::edition::name;
use super::production::ProductionPage;
use crate::automaton::Relation;
use crate::bnf::ProductionId;
use crate::description::{LineageEntry, PartnerComparison, ProductionDescription};
use crate::edition::{Edition, Reading};

type EditionProductionId = (Edition, ProductionId);

impl ProductionPage<'_> {
    /// The predecessor and the successors. Only corrected grammars are compared.
    pub fn relatives(self, description: &ProductionDescription) -> Markup {
        let steps = match description.reading {
            Reading::Corrected => steps(&description.history, self.edition),
            Reading::Printed => Vec::new(),
        };
        html! {
            @if !steps.is_empty() {
                h2 #relatives { "Before and after" }
                ul { @for (old, new, step) in &steps { (self.relative(*old, *new, step)) } }
            }
        }
    }

    fn relative(
        self,
        old: EditionProductionId,
        new: EditionProductionId,
        step: &PartnerComparison,
    ) -> Markup {
        let named =
            |(edition, id): EditionProductionId| edition.grammar(Reading::Corrected).name(id);
        let is_same = step.relation == Relation::Equal && !step.reworded;
        html! {
            li {
                (old.0) " " (name(old.0, named(old), self.base)) " → "
                (new.0) " " (name(new.0, named(new), self.base)) ": "
                @if is_same { "the same text, and the same strings." } @else {
                    "the strings are " (strings(&step.relation))
                    @if step.reworded { ", the text is another" } @else { ", the text is the same" }
                    "."
                    @if step.reworded && Edition::pairs().any(|pair| pair == (old.0, new.0)) {
                        " " a href=(self.base.to(&address::changes(old.0, new.0))) { "The change" } "."
                    }
                }
            }
        }
    }
}

fn strings(relation: &Relation) -> &'static str {
    match relation {
        Relation::Equal => "the same",
        Relation::Wider { .. } => "more",
        Relation::Narrower { .. } => "fewer",
        Relation::Crossing { .. } => "others: some gained, some lost",
    }
}

/// The step that leads to an edition, and the steps from it.
fn steps(
    history: &[LineageEntry],
    own: Edition,
) -> Vec<(EditionProductionId, EditionProductionId, PartnerComparison)> {
    let known = |entry: &LineageEntry| Some((entry.edition, entry.production()?));
    let step = |generation: &LineageEntry| {
        let before = generation.before?;
        let old = history.iter().find(|entry| entry.edition == before)?;
        let is_near = [generation.edition, before].contains(&own);
        let step = generation.change.clone().filter(|_| is_near)?;
        Some((known(old)?, known(generation)?, step))
    };
    history.iter().filter_map(step).collect()
}
