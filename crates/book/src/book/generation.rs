//! A production through the documents: what it was, what each step let in or shut
//! out, and the same strings judged by each.

use maud::{Markup, html};

use super::address;
use super::claim::{self, Against, Claim};
use super::production::Writing;
use super::{document, state, table, through};
use crate::description::{Description, Generation, Step};
use crate::edition::{Edition, Reading};
use crate::line::{self, What};
use crate::verdict::{Judge, Verdict};

/// Strings that a class asks about, by the production that they are to be.
const ASKED: [(&str, &[&str]); 1] = [("hostname", &["-a.com", "a.1", "a-.com", "a_b.com"])];

/// A production of an edition, in a reading.
#[derive(Debug, Clone, Copy)]
struct Stage {
    edition: Edition,
    name: &'static str,
}

impl Stage {
    fn of(generation: &Generation, reading: Reading) -> Option<Stage> {
        let edition = generation.edition;
        let name = edition.grammar(reading).name(generation.production()?);
        Some(Stage { edition, name })
    }
}

impl Writing<'_> {
    /// The line of its counterparts.
    pub fn history(self, description: &Description) -> Markup {
        let line = &description.history;
        let before = |of: &Generation| line.iter().find(|it| Some(it.edition) == of.before);
        let row = |it: &Generation| self.generation(description.reading, before(it), it);
        let rows: Vec<Markup> = line.iter().map(row).collect();
        html! {
            @if !rows.is_empty() {
                h2 #history { "Through the documents" }
                @if let Some(page) = address::history(&What::Production(self.name.to_owned())) {
                    p { a href=(self.base.to(&page)) { "The whole line of " code { (self.name) } } }
                }
                div.scroll tabindex="0" role="group" aria-label="Through the documents" {
                    table {
                        (table::head(["edition", "production", "the strings", "for example"]))
                        tbody { @for row in &rows { (row) } }
                    }
                }
            }
        }
    }

    fn generation(
        self,
        reading: Reading,
        before: Option<&Generation>,
        generation: &Generation,
    ) -> Markup {
        let stage = Stage::of(generation, reading);
        let before = before.and_then(|it| Stage::of(it, reading));
        html! {
            tr {
                th scope="row" {
                    @if line::is_side_branch(generation.edition) { "└ " }
                    a href=(self.base.to(&address::edition(generation.edition))) {
                        (generation.edition)
                    }
                }
                td {
                    @if generation.productions.is_empty() { "–" }
                    (through::names((generation.edition, reading), &generation.productions, self.base))
                    @if generation.edition == self.edition { " (this one)" }
                    @if !generation.instead.is_empty() {
                        br; "counterpart of the one before: "
                        (through::names((generation.edition, reading), &generation.instead, self.base))
                    }
                    @if let Some(reason) = generation.reason {
                        br; small { (document::cited(reason, self.base)) }
                    }
                }
                @match (before, stage, &generation.change) {
                    (Some(old), Some(new), Some(step)) => (self.step(reading, old, new, step)),
                    _ => { td {} td {} },
                }
            }
        }
    }

    fn step(self, reading: Reading, old: Stage, new: Stage, step: &Step) -> Markup {
        let witness = |gained: bool, input: &[u8]| {
            let (has, has_not) = if gained { (new, old) } else { (old, new) };
            let against = Against { edition: has_not.edition, production: Some(has_not.name) };
            let claim = Claim {
                input,
                edition: has.edition,
                reading,
                production: Some(has.name),
                verdict: Verdict::Conforms,
            };
            claim.witness(against, self.base)
        };
        html! {
            td {
                (step.relation.words())
                @if step.reworded { br; small { "reworded" } }
            }
            td {
                @for (gained, shortest, plain) in [
                    (true, step.relation.gained(), &step.gained),
                    (false, step.relation.lost(), &step.lost),
                ] {
                    @if let Some(shortest) = shortest {
                        div.(if gained { "added" } else { "removed" }) {
                            @if gained { "gained " } @else { "lost " }
                            (witness(gained, shortest))
                            @if let Some(plain) = plain.as_deref().filter(|it| *it != shortest) {
                                " " (witness(gained, plain))
                            }
                        }
                    }
                }
            }
        }
    }

    /// Its strings and near misses, and what each counterpart makes of them.
    pub fn elsewhere(self, description: &Description) -> Markup {
        let reading = description.reading;
        let stages = description.history.iter().filter_map(|it| Stage::of(it, reading));
        let judges: Vec<(Stage, Judge)> =
            stages.filter_map(|stage| Some((stage, judge(stage, reading)?))).collect();
        let strings = strings(description);
        html! {
            @if judges.len() > 1 && !strings.is_empty() {
                h2 #elsewhere { "The same strings elsewhere" }
                div.scroll tabindex="0" role="group" aria-label="The same strings elsewhere" {
                    table.elsewhere {
                        thead {
                            tr {
                                th scope="col" { "string" }
                                @for (stage, _) in &judges {
                                    th scope="col" {
                                        a href=(self.base.to(&address::production(stage.edition, stage.name))) {
                                            (stage.edition)
                                        }
                                    }
                                }
                            }
                        }
                        tbody {
                            @for input in &strings {
                                tr {
                                    th scope="row" { code { (claim::shown(input)) } }
                                    @for (stage, judge) in &judges {
                                        (cell(*stage, reading, judge.judge(input).verdict, input))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn judge(stage: Stage, reading: Reading) -> Option<Judge> {
    let start = stage.edition.grammar(reading).find(stage.name)?;
    Some(Judge::by_start(stage.edition, reading, start))
}

/// What is asked for, then the strings of the page, each once.
fn strings(description: &Description) -> Vec<Vec<u8>> {
    let asked = ASKED.iter().find(|(name, _)| *name == description.name());
    let asked = asked.into_iter().flat_map(|(_, strings)| strings.iter());
    let asked = asked.map(|string| string.as_bytes().to_vec());
    let near = description.near_misses.iter().map(|miss| miss.string.clone());
    let mut strings: Vec<Vec<u8>> = Vec::new();
    for string in asked.chain(description.examples.iter().cloned()).chain(near) {
        if !strings.contains(&string) {
            strings.push(string);
        }
    }
    strings
}

fn cell(stage: Stage, reading: Reading, verdict: Verdict, input: &[u8]) -> Markup {
    let takes = verdict == Verdict::Conforms;
    html! {
        td.cell.(verdict.name()) data-input=(state::encoded(input)) data-edition=(stage.edition)
            data-reading=(reading) data-production=(stage.name) data-verdict=(verdict) {
            (claim::sign(verdict)) " " @if takes { "takes it" } @else { "does not" }
        }
    }
}
