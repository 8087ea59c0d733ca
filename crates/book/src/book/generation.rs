//! The counterparts of a production in other documents: a link to their page, and the strings on
//! which they disagree.

use indexmap::IndexSet;
use maud::{Markup, html};

use super::address;
use super::production::{ProductionPage, by_reason};
use super::{claim, page_state};
use crate::description::{LineageEntry, ProductionDescription};
use crate::edition::{Edition, Reading};
use crate::timeline::TimelineSubject;
use crate::verdict::{Judge, Verdict};

/// Strings that are of special interest, by production.
const ASKED: [(&str, &[&str]); 1] = [("hostname", &["-a.com", "a.1", "a-.com", "a_b.com"])];

/// A production of an edition, in a reading.
#[derive(Debug, Clone, Copy)]
struct EditionProduction {
    edition: Edition,
    name: &'static str,
}

impl EditionProduction {
    fn from_generation(generation: &LineageEntry, reading: Reading) -> Option<EditionProduction> {
        let edition = generation.edition;
        let name = edition.grammar(reading).name(generation.production()?);
        Some(EditionProduction { edition, name })
    }
}

impl ProductionPage<'_> {
    /// A link to the page of all its counterparts.
    pub fn history(self) -> Markup {
        let page = address::history(&TimelineSubject::Production(self.name.to_owned()));
        html! {
            @if let Some(page) = page {
                p { a href=(self.base.to(&page)) { code { (self.name) } " in all documents" } }
            }
        }
    }

    /// Those of its strings and near misses on which its counterparts disagree.
    pub fn elsewhere(self, description: &ProductionDescription) -> Markup {
        let reading = description.reading;
        let stages = description
            .history
            .iter()
            .filter_map(|generation| EditionProduction::from_generation(generation, reading));
        let judges: Vec<(EditionProduction, Judge)> =
            stages.filter_map(|stage| Some((stage, judge(stage, reading)?))).collect();
        let judged = |input: Vec<u8>| {
            let verdicts: Vec<Verdict> =
                judges.iter().map(|(_, judge)| judge.judge(&input).verdict).collect();
            (input, verdicts)
        };
        let rows: Vec<(Vec<u8>, Vec<Verdict>)> = strings(description)
            .into_iter()
            .map(judged)
            .filter(|(_, verdicts)| verdicts.windows(2).any(|two| two[0] != two[1]))
            .collect();
        html! {
            @if !rows.is_empty() {
                h2 #elsewhere { "Strings on which the documents disagree" }
                div.scroll tabindex="0" role="group" aria-label="By document" {
                    table.elsewhere data-reading=(reading) {
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
                            @for (input, verdicts) in &rows {
                                tr {
                                    th scope="row" data-input=(page_state::encoded(input)) {
                                        code { (claim::shown(input)) }
                                    }
                                    // Neighbours that agree share a cell.
                                    @for run in verdicts.chunk_by(|one, other| one == other) {
                                        td.(run[0].name()) colspan=[(run.len() > 1).then_some(run.len())] {
                                            (claim::sign(run[0]))
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
}

fn judge(stage: EditionProduction, reading: Reading) -> Option<Judge> {
    let start = stage.edition.grammar(reading).find(stage.name)?;
    Some(Judge::by_start(stage.edition, reading, start))
}

/// The strings of special interest, then those of the page, without duplicates.
fn strings(description: &ProductionDescription) -> Vec<Vec<u8>> {
    let asked = ASKED.iter().find(|(name, _)| *name == description.name());
    let asked = asked.into_iter().flat_map(|(_, strings)| strings.iter());
    let asked = asked.map(|string| string.as_bytes().to_vec());
    let near = by_reason(&description.near_misses);
    let near = near.into_iter().map(|miss| miss.string.clone());
    let all = asked.chain(description.examples.iter().cloned()).chain(near);
    all.collect::<IndexSet<_>>().into_iter().collect()
}
