//! Containers for tracks that draw each of their paths separately.
//!
//! The containers of the `railroad` crate draw all their paths as one line. To highlight the path
//! of a derivation, each path is a line of its own here, and the taken ones are drawn last, above
//! the others. The tracks inside are those of the crate.

use railroad::Node;
use railroad::svg::{Arc, Element, HDir, PathData};

use super::track::Track;

/// The radius of a bend.
const RADIUS: i64 = 12;
/// The gap between two parts, beside each other or one below the other.
const GAP: i64 = 12;

/// How much of the path along a track was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lit {
    /// The path leads into the track.
    pub entered: bool,
    /// The path leads out of the track.
    pub left: bool,
}

/// A track, and how much of it was taken.
pub(super) struct Leg {
    pub track: Track,
    pub lit: Lit,
}

/// The size of a container.
#[derive(Debug, Clone, Copy)]
struct Size {
    /// The height from its top to the rail on which it is entered.
    entry: i64,
    height: i64,
    width: i64,
}

/// Draws the rails, those that were not taken first.
struct Drawing {
    rails: Vec<(bool, PathData)>,
    inner: Vec<Element>,
    h_dir: HDir,
}

impl Drawing {
    fn new(h_dir: HDir) -> Drawing {
        Drawing { rails: Vec::new(), inner: Vec::new(), h_dir }
    }

    fn rail(&mut self, lit: bool, x: i64, y: i64, way: impl FnOnce(PathData) -> PathData) {
        self.rails.push((lit, way(PathData::new(self.h_dir).move_to(x, y))));
    }

    fn straight(&mut self, lit: bool, x: i64, y: i64, to: i64) {
        if to > x {
            self.rail(lit, x, y, |rail| rail.line_rel(to - x, 0));
        }
    }

    fn track(&mut self, track: &Track, x: i64, y: i64) {
        self.inner.push(track.draw(x, y - track.entry_height(), self.h_dir));
    }

    fn done(mut self, class: &str) -> Element {
        let mut group = Element::new("g").set("class", class);
        self.rails.sort_by_key(|&(lit, _)| lit);
        for (lit, rail) in self.rails {
            let path = rail.into_path();
            group.push(if lit { path.set("class", "taken") } else { path });
        }
        for element in self.inner {
            group.push(element);
        }
        group
    }
}

/// Implements the size of a container, which is computed when it is built.
macro_rules! sized {
    ($name:ty) => {
        fn entry_height(&self) -> i64 {
            self.size.entry
        }

        fn height(&self) -> i64 {
            self.size.height
        }

        fn width(&self) -> i64 {
            self.size.width
        }
    };
}

/// A sequence of tracks.
pub(super) struct Line {
    legs: Vec<Leg>,
    size: Size,
}

impl Line {
    pub fn new(legs: Vec<Leg>) -> Line {
        let tracks = || legs.iter().map(|leg| &leg.track);
        let entry = tracks().map(|it| it.entry_height()).max().unwrap_or(0);
        let below = tracks().map(|it| it.height_below_entry()).max().unwrap_or(0);
        let gaps = i64::try_from(legs.len().saturating_sub(1)).unwrap_or(0) * GAP;
        let width = tracks().map(|it| it.width()).sum::<i64>() + gaps;
        Line { legs, size: Size { entry, height: entry + below, width } }
    }
}

impl Node for Line {
    sized!(Line);

    fn draw(&self, x: i64, y: i64, h_dir: HDir) -> Element {
        let (mut drawing, rail) = (Drawing::new(h_dir), y + self.size.entry);
        let mut at = x;
        for (number, leg) in self.legs.iter().enumerate() {
            if number > 0 {
                drawing.straight(leg.lit.entered, at, rail, at + GAP);
                at += GAP;
            }
            drawing.track(&leg.track, at, rail);
            at += leg.track.width();
        }
        drawing.done("sequence")
    }
}

/// A choice of tracks, one below the other.
pub(super) struct Fork {
    legs: Vec<Leg>,
    /// The rail of each track, relative to the first.
    rails: Vec<i64>,
    widest: i64,
    size: Size,
}

impl Fork {
    pub fn new(legs: Vec<Leg>) -> Fork {
        let (mut rails, mut bottom) = (Vec::new(), 0);
        for leg in &legs {
            let rail = match rails.last() {
                None => 0,
                Some(&above) => (bottom + GAP + leg.track.entry_height()).max(above + 2 * RADIUS),
            };
            rails.push(rail);
            bottom = rail + leg.track.height_below_entry();
        }
        let widest = legs.iter().map(|leg| leg.track.width()).max().unwrap_or(0);
        let entry = legs.first().map_or(0, |leg| leg.track.entry_height());
        let size = Size { entry, height: entry + bottom, width: widest + 4 * RADIUS };
        Fork { legs, rails, widest, size }
    }
}

impl Node for Fork {
    sized!(Fork);

    fn draw(&self, x: i64, y: i64, h_dir: HDir) -> Element {
        let (mut drawing, entry) = (Drawing::new(h_dir), y + self.size.entry);
        let (inner, end) = (x + 2 * RADIUS, x + self.size.width);
        for (leg, &down) in self.legs.iter().zip(&self.rails) {
            let Lit { entered, left } = leg.lit;
            let behind = inner + leg.track.width();
            let rest = self.widest - leg.track.width();
            if down == 0 {
                drawing.straight(entered, x, entry, inner);
                drawing.straight(left, behind, entry, end);
            } else {
                drawing.rail(entered, x, entry, |rail| {
                    let rail = rail.arc(RADIUS, Arc::WestToSouth).vertical(down - 2 * RADIUS);
                    rail.arc(RADIUS, Arc::NorthToEast)
                });
                drawing.rail(left, behind, entry + down, |rail| {
                    let rail = rail.line_rel(rest, 0).arc(RADIUS, Arc::WestToNorth);
                    rail.vertical(2 * RADIUS - down).arc(RADIUS, Arc::SouthToEast)
                });
            }
            drawing.track(&leg.track, inner, entry + down);
        }
        drawing.done("choice")
    }
}

/// An optional track, with a rail that passes above it.
pub(super) struct Bypass {
    leg: Leg,
    skipped: bool,
    above: i64,
    size: Size,
}

impl Bypass {
    pub fn new(leg: Leg, skipped: bool) -> Bypass {
        let above = (leg.track.entry_height() + GAP).max(2 * RADIUS);
        let entry = above + 4;
        let height = entry + leg.track.height_below_entry();
        let size = Size { entry, height, width: leg.track.width() + 4 * RADIUS };
        Bypass { leg, skipped, above, size }
    }
}

impl Node for Bypass {
    sized!(Bypass);

    fn draw(&self, x: i64, y: i64, h_dir: HDir) -> Element {
        let (mut drawing, rail) = (Drawing::new(h_dir), y + self.size.entry);
        let (inner, end, width) = (x + 2 * RADIUS, x + self.size.width, self.leg.track.width());
        let rise = self.above - 2 * RADIUS;
        drawing.rail(self.skipped, x, rail, |way| {
            let way = way.arc(RADIUS, Arc::WestToNorth).vertical(-rise);
            let way = way.arc(RADIUS, Arc::SouthToEast).line_rel(width, 0);
            let way = way.arc(RADIUS, Arc::WestToSouth).vertical(rise);
            way.arc(RADIUS, Arc::NorthToEast)
        });
        drawing.straight(self.leg.lit.entered, x, rail, inner);
        drawing.straight(self.leg.lit.left, inner + width, rail, end);
        drawing.track(&self.leg.track, inner, rail);
        drawing.done("optional")
    }
}

/// A repeated track, with a rail that leads back below it and an optional label.
pub(super) struct Loop {
    leg: Leg,
    /// The path leads back.
    again: bool,
    /// The path leads out of the loop.
    left: bool,
    said: Option<Track>,
    down: i64,
    size: Size,
}

impl Loop {
    pub fn new(leg: Leg, (again, left): (bool, bool), said: Option<Track>) -> Loop {
        let label = said.as_ref().map_or(0, |it| it.height());
        let down = (leg.track.height_below_entry() + GAP).max(2 * RADIUS);
        let inner = leg.track.width().max(said.as_ref().map_or(0, |it| it.width()));
        let entry = leg.track.entry_height();
        let size = Size { entry, height: entry + down + label + 4, width: inner + 4 * RADIUS };
        Loop { leg, again, left, said, down, size }
    }
}

impl Node for Loop {
    sized!(Loop);

    fn draw(&self, x: i64, y: i64, h_dir: HDir) -> Element {
        let (mut drawing, rail) = (Drawing::new(h_dir), y + self.size.entry);
        let (inner, end) = (x + 2 * RADIUS, x + self.size.width);
        let (width, back) = (self.leg.track.width(), self.size.width - 4 * RADIUS);
        let fall = self.down - 2 * RADIUS;
        drawing.rail(self.again, end - 2 * RADIUS, rail, |way| {
            let way = way.arc(RADIUS, Arc::WestToSouth).vertical(fall);
            let way = way.arc(RADIUS, Arc::NorthToWest).line_rel(-back, 0);
            let way = way.arc(RADIUS, Arc::EastToNorth).vertical(-fall);
            way.arc(RADIUS, Arc::SouthToEast)
        });
        drawing.straight(self.leg.lit.entered, x, rail, inner);
        drawing.straight(self.leg.lit.left, inner + width, rail, end - 2 * RADIUS);
        drawing.straight(self.left, end - 2 * RADIUS, rail, end);
        drawing.track(&self.leg.track, inner, rail);
        if let Some(said) = &self.said {
            let below = rail + self.down + 4;
            drawing.inner.push(said.draw(inner, below, h_dir));
        }
        drawing.done("repeat")
    }
}
