//! Two productions as one diagram.

use railroad::{Comment, LabeledBox};

use super::DiffLinks;
use super::track::{self, Track, Tracks};
use crate::bnf::{Grammar, ProductionId};
use crate::diff::{Diff, Which};

pub(super) fn production(
    diff: &Diff<'_>,
    old: Option<ProductionId>,
    new: Option<ProductionId>,
    links: DiffLinks<'_>,
) -> Track {
    let whole = |grammar: &Grammar, which: Which, id: ProductionId| {
        let links = |id| links(which, id);
        marked(Tracks { grammar, links: &links }.production(id), which)
    };
    let old = old.map(|id| whole(diff.old.grammar, Which::Old, id));
    let new = new.map(|id| whole(diff.new.grammar, Which::New, id));
    track::choice(old.into_iter().chain(new).collect(), track::WIDTH)
}

/// A track that is only in one of the two.
fn marked(track: Track, which: Which) -> Track {
    let (sign, change) = match which {
        Which::Old => ("− removed", "removed"),
        Which::New => ("+ added", "added"),
    };
    let mut boxed = LabeledBox::new(track, Comment::new(sign.to_owned()));
    boxed.attr("data-change".to_owned()).or_insert_with(|| change.to_owned());
    Box::new(boxed)
}
