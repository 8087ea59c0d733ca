//! A production compared with its predecessor and its successors, and a small railroad diagram of
//! the step that led to it, with the changes highlighted. The steps from it are drawn on the pages of
//! its successors.

use maud::{Markup, html};

use super::address;
use super::edition::name;
use super::picture::small_figure;
use super::production::Writing;
use crate::automaton::Relation;
use crate::bnf::ProductionId;
use crate::description::{Description, Generation, Step};
use crate::diff::{Either, New, Old};
use crate::edition::{Edition, Reading};
use crate::report::picture::railroad;

/// A production of an edition.
type Known = (Edition, ProductionId);

impl Writing<'_> {
    /// The predecessor and the successors. Only corrected grammars are compared.
    pub fn relatives(self, description: &Description) -> Markup {
        let steps = match description.reading {
            Reading::Corrected => steps(&description.history, self.edition),
            Reading::Printed => Vec::new(),
        };
        html! {
            @if !steps.is_empty() {
                h2 #relatives { "Before and after" }
                @for (old, new, step) in &steps { (self.relative(*old, *new, step)) }
            }
        }
    }

    fn relative(self, old: Known, new: Known, step: &Step) -> Markup {
        let named = |(edition, id): Known| edition.grammar(Reading::Corrected).name(id);
        let link = |production: Either| {
            let (edition, id) = match production {
                Either::Old(id) => (old.0, id.0),
                Either::New(id) => (new.0, id.0),
            };
            Some(self.base.to(&address::production(edition, named((edition, id)))))
        };
        let is_same = step.relation == Relation::Equal && !step.reworded;
        let is_drawn = step.reworded && new.0 == self.edition;
        let diff = if is_drawn { self.book.diff(old.0, new.0) } else { None };
        html! {
            section {
                h3 { (old.0) " → " (new.0) }
                p {
                    (name(old.0, named(old), self.base)) " → " (name(new.0, named(new), self.base)) ": "
                    @if is_same { "the same text, and the same strings." } @else {
                        "the strings are " (strings(&step.relation))
                        @if step.reworded { ", the text is another" } @else { ", the text is the same" }
                        "."
                        @if step.reworded && !is_drawn {
                            " " a href={ (self.base.to(&address::production(new.0, named(new)))) "#relatives" } { "The change" } "."
                        }
                    }
                }
                @if let Some(diff) = diff {
                    @let svg = railroad::diff(diff, Some(Old(old.1)), Some(New(new.1)), &link);
                    (small_figure("Railroad diagram, its changes lit", &svg))
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
fn steps(history: &[Generation], own: Edition) -> Vec<(Known, Known, Step)> {
    let known = |it: &Generation| Some((it.edition, it.production()?));
    let step = |generation: &Generation| {
        let before = generation.before?;
        let old = history.iter().find(|it| it.edition == before)?;
        let is_near = [generation.edition, before].contains(&own);
        let step = generation.change.clone().filter(|_| is_near)?;
        Some((known(old)?, known(generation)?, step))
    };
    history.iter().filter_map(step).collect()
}
