//! Railroad diagrams: a production as the tracks that lead through it.
//!
//! The `railroad` crate draws the tracks; here it is decided how a printed
//! production becomes tracks ([`track`]), how two become one picture ([`merge`]),
//! and what the picture is called.

mod merge;
mod track;

use maud::PreEscaped;
use railroad::{Diagram, End, Node, Sequence, Start};

use super::frame::Picture;
use crate::bnf::{Grammar, ProductionId};
use crate::diff::{Diff, Which};
use track::Tracks;

/// The address of a production's page, where it has one.
pub type Links<'a> = &'a dyn Fn(ProductionId) -> Option<String>;

/// The same of the productions of two grammars.
pub type DiffLinks<'a> = &'a dyn Fn(Which, ProductionId) -> Option<String>;

/// A production as a railroad diagram. Each name in it leads to where `links` says.
pub fn svg(grammar: &Grammar, id: ProductionId, links: Links<'_>) -> String {
    let tracks = Tracks { grammar, links };
    let name = grammar.name(id);
    let title = format!("Railroad diagram of {name}");
    picture(tracks.production(id), &title, &printed(grammar, id))
}

/// What became of a production, as one diagram: tracks that were taken away are
/// dashed and marked `−`, those that were laid are marked `+`. Either may be
/// missing, where a production has no partner.
pub fn diff(
    diff: &Diff<'_>,
    old: Option<ProductionId>,
    new: Option<ProductionId>,
    links: DiffLinks<'_>,
) -> String {
    let (was, is) = (diff.old.grammar, diff.new.grammar);
    let called = |grammar: &Grammar, id: Option<ProductionId>| match id {
        Some(id) => grammar.name(id).to_owned(),
        None => "nothing".to_owned(),
    };
    let title = format!(
        "Railroad diagram of {} of {} and what it became, {} of {}",
        called(was, old),
        diff.old.name,
        called(is, new),
        diff.new.name
    );
    let text = |grammar, id: Option<ProductionId>| id.map(|id| printed(grammar, id));
    let texts = [text(was, old), text(is, new)];
    let description = texts.map(Option::unwrap_or_default).join("\n");
    picture(merge::production(diff, old, new, links), &title, &description)
}

/// The text of a production, for those who do not see the tracks.
fn printed(grammar: &Grammar, id: ProductionId) -> String {
    let text = &grammar.listing().text;
    let definitions = grammar.production(id).definitions();
    let texts = definitions.iter().map(|it| text.get(it.place.range()).unwrap_or_default());
    texts.collect::<Vec<_>>().join("\n")
}

fn picture(tracks: Box<dyn Node>, title: &str, description: &str) -> String {
    let line: Vec<Box<dyn Node>> = vec![Box::new(Start), tracks, Box::new(End)];
    let diagram = Diagram::new(Sequence::new(line));
    let geometry = diagram.compute_geometry();
    let body = diagram.into_inner().draw(PADDING, PADDING, railroad::svg::HDir::LTR).to_string();
    Picture {
        kind: "railroad",
        title,
        description,
        width: usize::try_from(geometry.width).unwrap_or(0),
        height: usize::try_from(geometry.height).unwrap_or(0),
        has_links: body.contains("<a "),
        body: PreEscaped(body),
    }
    .svg()
}

/// What the crate leaves free around a diagram.
const PADDING: i64 = 10;
