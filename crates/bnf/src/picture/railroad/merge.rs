//! Two productions as one diagram.
//!
//! The two texts are matched part by part: alternatives in any order, everything else in order,
//! and literals character by character. Parts without a match are tracks of one text only.

use std::collections::HashMap;

use railroad::{Choice, Comment, Empty, LabeledBox, Optional};

use super::DiffLinks;
use super::track::{self, BEND, RailTrack, TrackBuilder, WIDTH};
use crate::diff::{Diff, DiffProduction, DiffSide, NewProduction, OldProduction, align};
use crate::grammar::{Expression, ExpressionKind, Grammar, ProductionId};

/// The diagram of a production of the old grammar and one of the new.
pub(super) fn production(
    diff: &Diff<'_>,
    old: Option<OldProduction>,
    new: Option<NewProduction>,
    links: DiffLinks<'_>,
) -> RailTrack {
    let mut partners: HashMap<OldProduction, NewProduction> =
        diff.pairs.iter().map(|pair| (pair.old, pair.new)).collect();
    partners.extend(old.zip(new));
    let names = partners.iter().map(|(&old, &new)| (new, old)).collect();
    let grammars = (diff.old.grammar, diff.new.grammar);
    let merge = DiffTrackBuilder { grammars, partners, names, links };
    let (was, is) = (
        alternatives(grammars.0, old.map(|production| production.0)),
        alternatives(grammars.1, new.map(|production| production.0)),
    );
    merge.choice(&was, &is, WIDTH)
}

fn alternatives(grammar: &Grammar, id: Option<ProductionId>) -> Vec<&Expression> {
    id.map_or(Vec::new(), |id| grammar.production(id).alternatives().collect())
}

struct DiffTrackBuilder<'g, 'l> {
    grammars: (&'g Grammar, &'g Grammar),
    /// The new production for an old one, and the reverse.
    partners: HashMap<OldProduction, NewProduction>,
    names: HashMap<NewProduction, OldProduction>,
    links: DiffLinks<'l>,
}

/// One element of a sequence.
#[derive(Clone, Copy)]
enum SequenceElement<'e> {
    Character(char),
    Whole(&'e Expression),
}

impl<'e> SequenceElement<'e> {
    /// The elements of a text; literals are split into characters.
    fn split_expression(expression: &'e Expression) -> Vec<SequenceElement<'e>> {
        if expression.is_one_value() {
            return vec![SequenceElement::Whole(expression)];
        }
        match &expression.kind {
            ExpressionKind::Empty => Vec::new(),
            ExpressionKind::Literal(text) => text.chars().map(SequenceElement::Character).collect(),
            ExpressionKind::Sequence(parts) => {
                parts.iter().flat_map(SequenceElement::split_expression).collect()
            }
            _ => vec![SequenceElement::Whole(expression)],
        }
    }
}

impl DiffTrackBuilder<'_, '_> {
    /// Whether two texts are the same except for the names of pairs.
    fn same(&self, old: &Expression, new: &Expression) -> bool {
        use ExpressionKind::{
            AnyCase, Choice, Empty, Literal, Reference, Repetition, Sequence, Value,
        };
        let all = |one: &[Expression], two: &[Expression]| {
            one.len() == two.len() && one.iter().zip(two).all(|(one, two)| self.same(one, two))
        };
        match (&old.kind, &new.kind) {
            (Empty, Empty) => true,
            (Literal(one), Literal(two)) => one == two,
            (Reference(one), Reference(two)) => {
                self.partners.get(&OldProduction(*one)) == Some(&NewProduction(*two))
            }
            (Sequence(one), Sequence(two)) | (Choice(one), Choice(two)) => all(one, two),
            (ExpressionKind::Optional(one), ExpressionKind::Optional(two)) => self.same(one, two),
            (
                Repetition { at_least: one, at_most: most, body: before },
                Repetition { at_least: two, at_most, body: after },
            ) => (one, most) == (two, at_most) && self.same(before, after),
            (AnyCase(one), AnyCase(two)) => one == two,
            (Value(one), Value(two)) => one == two,
            _ => false,
        }
    }

    /// Two texts as one track.
    fn expression(&self, old: &Expression, new: &Expression, width: i64) -> RailTrack {
        use ExpressionKind::{Choice, Repetition};
        match (&old.kind, &new.kind) {
            (ExpressionKind::Optional(one), ExpressionKind::Optional(two)) => {
                Box::new(Optional::new(self.expression(one, two, width - BEND)))
            }
            (
                Repetition { at_least: one, at_most: most, body: before },
                Repetition { at_least, at_most, body: after },
            ) if (one, most) == (at_least, at_most) => {
                let body = self.expression(before, after, width - BEND);
                track::repetition(body, (*at_least, *at_most))
            }
            (Choice(_), _) | (_, Choice(_)) if !old.is_one_value() && !new.is_one_value() => {
                let old: Vec<&Expression> = old.alternatives().iter().collect();
                let new: Vec<&Expression> = new.alternatives().iter().collect();
                self.choice(&old, &new, width)
            }
            _ => track::sequence(
                self.sequence(
                    &SequenceElement::split_expression(old),
                    &SequenceElement::split_expression(new),
                    width,
                ),
                width,
            ),
        }
    }

    /// Alternatives: equal ones are matched wherever they are, similar ones in order.
    fn choice(&self, old: &[&Expression], new: &[&Expression], width: i64) -> RailTrack {
        let inner = width - BEND;
        let mut gone: Vec<&Expression> = Vec::new();
        let mut partner: Vec<Option<&Expression>> = vec![None; new.len()];
        for &was in old {
            let place = (0..new.len()).find(|&at| partner[at].is_none() && self.same(was, new[at]));
            match place {
                Some(at) => partner[at] = Some(was),
                None => gone.push(was),
            }
        }
        for (&is, partner) in new.iter().zip(&mut partner).filter(|(_, partner)| partner.is_none())
        {
            if let Some(at) = gone.iter().position(|was| self.alike(was, is)) {
                *partner = Some(gone.remove(at));
            }
        }
        let mut tracks: Vec<RailTrack> = Vec::new();
        for (&is, partner) in new.iter().zip(partner) {
            tracks.push(match partner {
                Some(was) => self.expression(was, is, inner),
                None => self.only(DiffSide::New, &SequenceElement::split_expression(is), inner),
            });
        }
        tracks.extend(
            gone.iter().map(|was| {
                self.only(DiffSide::Old, &SequenceElement::split_expression(was), inner)
            }),
        );
        track::choice(tracks, width)
    }

    fn equal(&self, one: &SequenceElement<'_>, two: &SequenceElement<'_>) -> bool {
        match (one, two) {
            (SequenceElement::Character(one), SequenceElement::Character(two)) => one == two,
            (SequenceElement::Whole(one), SequenceElement::Whole(two)) => self.same(one, two),
            _ => false,
        }
    }

    /// Whether two alternatives have enough in common for one to have become the other.
    fn alike(&self, old: &Expression, new: &Expression) -> bool {
        let (old, new) =
            (SequenceElement::split_expression(old), SequenceElement::split_expression(new));
        let common = align(&old, &new, |one, two| self.equal(one, two)).len();
        2 * common >= old.len().max(new.len())
    }

    fn sequence(
        &self,
        old: &[SequenceElement<'_>],
        new: &[SequenceElement<'_>],
        width: i64,
    ) -> Vec<RailTrack> {
        let mut matches = align(old, new, |one, two| self.equal(one, two));
        matches.push((old.len(), new.len()));
        let (mut tracks, mut from, mut kept) = (Vec::new(), (0, 0), Vec::new());
        for (was, is) in matches {
            let (gone, come) = (&old[from.0..was], &new[from.1..is]);
            if !gone.is_empty() || !come.is_empty() {
                tracks.extend(self.plain(DiffSide::New, &kept, width));
                kept.clear();
                tracks.extend(self.changed(gone, come, width));
            }
            kept.extend(new.get(is));
            from = (was + 1, is + 1);
        }
        tracks.extend(self.plain(DiffSide::New, &kept, width));
        tracks
    }

    /// The differing parts between two common ones. Parts of the same kind are merged, and the
    /// others belong to one text only.
    fn changed(
        &self,
        old: &[SequenceElement<'_>],
        new: &[SequenceElement<'_>],
        width: i64,
    ) -> Vec<RailTrack> {
        let inside = |one: &SequenceElement<'_>, two: &SequenceElement<'_>| match (one, two) {
            (SequenceElement::Whole(one), SequenceElement::Whole(two)) => same_kind(one, two),
            _ => false,
        };
        let mut matches = align(old, new, inside);
        matches.push((old.len(), new.len()));
        let (mut tracks, mut from) = (Vec::new(), (0, 0));
        for (was, is) in matches {
            tracks.extend(self.replaced(&old[from.0..was], &new[from.1..is], width));
            if let (Some(SequenceElement::Whole(one)), Some(SequenceElement::Whole(two))) =
                (old.get(was), new.get(is))
            {
                tracks.push(self.expression(one, two, width - BEND));
            }
            from = (was + 1, is + 1);
        }
        tracks
    }

    fn replaced(
        &self,
        old: &[SequenceElement<'_>],
        new: &[SequenceElement<'_>],
        width: i64,
    ) -> Option<RailTrack> {
        let inner = width - BEND;
        Some(match (old, new) {
            ([], []) => return None,
            ([], new) => self.only(DiffSide::New, new, inner),
            (old, []) => {
                let gone = self.only(DiffSide::Old, old, inner);
                Box::new(Choice::new(vec![Box::new(Empty) as RailTrack, gone]))
            }
            (old, new) => Box::new(Choice::new(vec![
                self.only(DiffSide::New, new, inner),
                self.only(DiffSide::Old, old, inner),
            ])),
        })
    }

    /// A track of only one of the two texts.
    fn only(&self, which: DiffSide, parts: &[SequenceElement<'_>], width: i64) -> RailTrack {
        let (sign, change) = match which {
            DiffSide::Old => ("−", "removed"),
            DiffSide::New => ("+", "added"),
        };
        let tracks = match parts {
            [] => vec![track::nothing()],
            parts => self.plain(which, parts, width - BEND),
        };
        let sign = Comment::new(sign.to_owned());
        let mut boxed = LabeledBox::new(track::sequence(tracks, width - BEND), sign);
        boxed.attr("data-change".to_owned()).or_insert_with(|| change.to_owned());
        Box::new(boxed)
    }

    /// Parts of one text, unchanged.
    fn plain(&self, which: DiffSide, parts: &[SequenceElement<'_>], width: i64) -> Vec<RailTrack> {
        let grammar = match which {
            DiffSide::Old => self.grammars.0,
            DiffSide::New => self.grammars.1,
        };
        let links = |id| {
            (self.links)(match which {
                DiffSide::Old => DiffProduction::Old(OldProduction(id)),
                DiffSide::New => DiffProduction::New(NewProduction(id)),
            })
        };
        let was = |id| {
            let old = self.names.get(&NewProduction(id)).filter(|_| which == DiffSide::New)?;
            let name = self.grammars.0.name(old.0);
            (name != grammar.name(id)).then(|| name.to_owned())
        };
        let tracks = TrackBuilder { grammar, links: &links, was: &was };
        let mut laid: Vec<RailTrack> = Vec::new();
        let mut literal = String::new();
        for part in parts {
            match part {
                SequenceElement::Character(character) => literal.push(*character),
                SequenceElement::Whole(expression) => {
                    if !literal.is_empty() {
                        laid.push(track::literal(&std::mem::take(&mut literal)));
                    }
                    laid.push(tracks.expression(expression, width - BEND));
                }
            }
        }
        if !literal.is_empty() {
            laid.push(track::literal(&literal));
        }
        laid
    }
}

/// Whether two different texts can be merged.
fn same_kind(old: &Expression, new: &Expression) -> bool {
    use ExpressionKind::{Choice, Optional, Repetition};
    match (&old.kind, &new.kind) {
        (Optional(_), Optional(_)) | (Choice(_), Choice(_)) => true,
        (Repetition { at_least: one, at_most: most, .. }, Repetition { at_least, at_most, .. }) => {
            (one, most) == (at_least, at_most)
        }
        _ => false,
    }
}
