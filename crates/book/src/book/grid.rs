//! The schemes through the documents as a coloured grid: a row for each scheme, a column for
//! each grammar.
//!
//! It shows where a scheme gains and loses a production of its own, and how its language
//! changed in between. A cell has a sign, a word and a colour, and opens without a script.

use maud::{Markup, html};

use super::address::{self, LinkBase};
use super::history::covered;
use super::{table, timeline_page};
use crate::automaton::Relation;
use crate::diff::{SchemeChange, SchemeCoverage, SchemeHistories, SchemeHistory};
use crate::edition::{Edition, Reading};
use crate::timeline::TimelineSubject;

urlbnf_bnf::named! {
    /// The content of a cell. Its name is also the class that colours the cell.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum GridCell {
        /// It has a production of its own, but had none in the grammar before, if there is one.
        Made = "made": ["★", "a production of its own, where there was none"],
        /// Some strings were gained, and none was lost.
        Wider = "wider": ["+", "all strings that were allowed, and more"],
        /// Some strings were lost, and none was gained.
        Narrower = "narrower": ["−", "only some of the strings that were allowed"],
        /// Some strings were gained, and some were lost.
        Crossing = "both": ["±", "some strings gained, some lost"],
        /// The strings are the same.
        Same = "same": ["=", "the same strings"],
        /// It has no production of its own, but had one in the grammar before.
        Gone = "gone": ["✗", "no production of its own any more"],
        /// In the first grammar: a production for any scheme derives it.
        Any = "any": ["○", "only what takes any scheme takes it"],
        /// It is not derived, and was not before.
        Nothing = "nothing": ["·", "no string of this scheme, and none before"],
    }
    /// Its sign, and what it means.
    fn legend(self) -> [&'static str; 2];
}

impl GridCell {
    fn first(covered: &SchemeCoverage) -> GridCell {
        match covered {
            SchemeCoverage::Own(_) => GridCell::Made,
            SchemeCoverage::Generic(_) => GridCell::Any,
            SchemeCoverage::Nothing => GridCell::Nothing,
        }
    }

    fn from_change(change: &SchemeChange) -> GridCell {
        match (&change.old, &change.new, &change.relation) {
            (SchemeCoverage::Nothing, SchemeCoverage::Nothing, _) => GridCell::Nothing,
            (SchemeCoverage::Own(_), SchemeCoverage::Generic(_) | SchemeCoverage::Nothing, _) => {
                GridCell::Gone
            }
            (SchemeCoverage::Generic(_) | SchemeCoverage::Nothing, SchemeCoverage::Own(_), _) => {
                GridCell::Made
            }
            (_, _, Relation::Equal) => GridCell::Same,
            (_, _, Relation::Wider { .. }) => GridCell::Wider,
            (_, _, Relation::Narrower { .. }) => GridCell::Narrower,
            (_, _, Relation::Crossing { .. }) => GridCell::Crossing,
        }
    }
}

/// The grid, with a legend of its signs.
pub fn grid(history: &SchemeHistories<'_>, base: LinkBase) -> Markup {
    html! {
        div.scroll.names tabindex="0" role="group" aria-label="Schemes by grammars, coloured" {
            table.fates {
                (table::by_edition("scheme", Edition::LINE, base))
                tbody { @for row in &history.rows { (self::row(row, base)) } }
            }
        }
        ul.legend {
            @for fate in GridCell::ALL {
                li { span.fate.(fate.name()) { (fate.legend()[0]) " " (fate.name()) } " " (fate.legend()[1]) }
            }
        }
    }
}

fn row(row: &SchemeHistory, base: LinkBase) -> Markup {
    let page =
        row.scheme.clone().and_then(|scheme| address::history(&TimelineSubject::Scheme(scheme)));
    html! {
        tr {
            th scope="row" {
                @match (&row.scheme, page) {
                    (Some(scheme), Some(page)) => a href=(base.to(&page)) { code { (scheme) } },
                    _ => "any",
                }
            }
            (field(GridCell::first(&row.first), &row.first, html! {
                (covered(Edition::LINE[0], &row.first, base))
            }))
            @for (number, change) in row.changes.iter().enumerate() {
                @let new = Edition::LINE[number + 1];
                @let by = change.new.ids();
                (field(GridCell::from_change(change), &by, html! {
                    (covered(new, &by, base))
                    (step(new, change))
                }))
            }
        }
    }
}

fn field(fate: GridCell, by: &SchemeCoverage, inside: Markup) -> Markup {
    let is_any = matches!(by, SchemeCoverage::Generic(_)) && fate != GridCell::Any;
    html! {
        td.fate.(fate.name()) {
            details {
                summary { (fate.legend()[0]) " " (fate.name()) @if is_any { " " small { "any" } } }
                (inside)
            }
        }
    }
}

/// The strings that a step added and removed.
fn step(new: Edition, change: &SchemeChange) -> Markup {
    let Some(old) = new.before() else { return html! {} };
    let reading = Reading::Corrected;
    let name = |edition: Edition, by: SchemeCoverage| match by.productions() {
        [only] => Some(edition.grammar(reading).name(*only)),
        _ => None,
    };
    let sides = [(old, name(old, change.old.ids())), (new, name(new, change.new.ids()))];
    let gained = change.plain_gained.as_deref().or(change.relation.gained());
    let lost = change.plain_lost.as_deref().or(change.relation.lost());
    html! {
        div.faint { (change.relation.words()) }
        (timeline_page::strings(sides, [gained, lost]))
    }
}
