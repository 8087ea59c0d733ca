//! Containers for tracks that draw each of their paths separately.
//!
//! The containers of the `railroad` crate draw all their paths as one line. To highlight the path
//! of a derivation, each path is a line of its own here, and the taken ones are drawn last, above
//! the others. The tracks inside are those of the crate.

use railroad::Node;
use railroad::svg::{Arc, Element, HDir, PathData};

use super::track::RailTrack;

/// The radius of a bend.
const RADIUS: i64 = 12;
/// The gap between two parts, beside each other or one below the other.
const GAP: i64 = 12;

/// How much of the path along a track was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TrackTraversal {
    /// The path leads into the track.
    pub entered: bool,
    /// The path leads out of the track.
    pub left: bool,
}

/// A track, and how much of it was taken.
pub(super) struct TraversedTrack {
    pub track: RailTrack,
    pub traversal: TrackTraversal,
}

/// The size of a container.
#[derive(Debug, Clone, Copy)]
struct ContainerSize {
    /// The height from its top to the rail on which it is entered.
    entry: i64,
    height: i64,
    width: i64,
}

/// Draws the rails, those that were not taken first.
struct RailRenderer {
    rails: Vec<(bool, PathData)>,
    inner: Vec<Element>,
    h_dir: HDir,
}

impl RailRenderer {
    fn new(h_dir: HDir) -> RailRenderer {
        RailRenderer { rails: Vec::new(), inner: Vec::new(), h_dir }
    }

    fn rail(&mut self, traversal: bool, x: i64, y: i64, way: impl FnOnce(PathData) -> PathData) {
        self.rails.push((traversal, way(PathData::new(self.h_dir).move_to(x, y))));
    }

    fn straight(&mut self, traversal: bool, x: i64, y: i64, to: i64) {
        if to > x {
            self.rail(traversal, x, y, |rail| rail.line_rel(to - x, 0));
        }
    }

    fn track(&mut self, track: &RailTrack, x: i64, y: i64) {
        self.inner.push(track.draw(x, y - track.entry_height(), self.h_dir));
    }

    fn done(mut self, class: &str) -> Element {
        let mut group = Element::new("g").set("class", class);
        self.rails.sort_by_key(|&(traversal, _)| traversal);
        for (traversal, rail) in self.rails {
            let path = rail.into_path();
            group.push(if traversal { path.set("class", "taken") } else { path });
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
pub(super) struct TrackSequence {
    branches: Vec<TraversedTrack>,
    size: ContainerSize,
}

impl TrackSequence {
    pub fn new(branches: Vec<TraversedTrack>) -> TrackSequence {
        let tracks = || branches.iter().map(|branch| &branch.track);
        let entry = tracks().map(|track| track.entry_height()).max().unwrap_or(0);
        let below = tracks().map(|track| track.height_below_entry()).max().unwrap_or(0);
        let gaps = i64::try_from(branches.len().saturating_sub(1)).unwrap_or(0) * GAP;
        let width = tracks().map(|track| track.width()).sum::<i64>() + gaps;
        TrackSequence { branches, size: ContainerSize { entry, height: entry + below, width } }
    }
}

impl Node for TrackSequence {
    sized!(Line);

    fn draw(&self, x: i64, y: i64, h_dir: HDir) -> Element {
        let (mut drawing, rail) = (RailRenderer::new(h_dir), y + self.size.entry);
        let mut at = x;
        for (number, branch) in self.branches.iter().enumerate() {
            if number > 0 {
                drawing.straight(branch.traversal.entered, at, rail, at + GAP);
                at += GAP;
            }
            drawing.track(&branch.track, at, rail);
            at += branch.track.width();
        }
        drawing.done("sequence")
    }
}

/// A choice of tracks, one below the other.
pub(super) struct TrackChoice {
    branches: Vec<TraversedTrack>,
    /// The rail of each track, relative to the first.
    rails: Vec<i64>,
    widest: i64,
    size: ContainerSize,
}

impl TrackChoice {
    pub fn new(branches: Vec<TraversedTrack>) -> TrackChoice {
        let (mut rails, mut bottom) = (Vec::new(), 0);
        for branch in &branches {
            let rail = match rails.last() {
                None => 0,
                Some(&above) => {
                    (bottom + GAP + branch.track.entry_height()).max(above + 2 * RADIUS)
                }
            };
            rails.push(rail);
            bottom = rail + branch.track.height_below_entry();
        }
        let widest = branches.iter().map(|branch| branch.track.width()).max().unwrap_or(0);
        let entry = branches.first().map_or(0, |branch| branch.track.entry_height());
        let size = ContainerSize { entry, height: entry + bottom, width: widest + 4 * RADIUS };
        TrackChoice { branches, rails, widest, size }
    }
}

impl Node for TrackChoice {
    sized!(Fork);

    fn draw(&self, x: i64, y: i64, h_dir: HDir) -> Element {
        let (mut drawing, entry) = (RailRenderer::new(h_dir), y + self.size.entry);
        let (inner, end) = (x + 2 * RADIUS, x + self.size.width);
        for (branch, &down) in self.branches.iter().zip(&self.rails) {
            let TrackTraversal { entered, left } = branch.traversal;
            let behind = inner + branch.track.width();
            let rest = self.widest - branch.track.width();
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
            drawing.track(&branch.track, inner, entry + down);
        }
        drawing.done("choice")
    }
}

/// An optional track, with a rail that passes above it.
pub(super) struct OptionalTrack {
    branch: TraversedTrack,
    skipped: bool,
    above: i64,
    size: ContainerSize,
}

impl OptionalTrack {
    pub fn new(branch: TraversedTrack, skipped: bool) -> OptionalTrack {
        let above = (branch.track.entry_height() + GAP).max(2 * RADIUS);
        let entry = above + 4;
        let height = entry + branch.track.height_below_entry();
        let size = ContainerSize { entry, height, width: branch.track.width() + 4 * RADIUS };
        OptionalTrack { branch, skipped, above, size }
    }
}

impl Node for OptionalTrack {
    sized!(Bypass);

    fn draw(&self, x: i64, y: i64, h_dir: HDir) -> Element {
        let (mut drawing, rail) = (RailRenderer::new(h_dir), y + self.size.entry);
        let (inner, end, width) = (x + 2 * RADIUS, x + self.size.width, self.branch.track.width());
        let rise = self.above - 2 * RADIUS;
        drawing.rail(self.skipped, x, rail, |way| {
            let way = way.arc(RADIUS, Arc::WestToNorth).vertical(-rise);
            let way = way.arc(RADIUS, Arc::SouthToEast).line_rel(width, 0);
            let way = way.arc(RADIUS, Arc::WestToSouth).vertical(rise);
            way.arc(RADIUS, Arc::NorthToEast)
        });
        drawing.straight(self.branch.traversal.entered, x, rail, inner);
        drawing.straight(self.branch.traversal.left, inner + width, rail, end);
        drawing.track(&self.branch.track, inner, rail);
        drawing.done("optional")
    }
}

/// A repeated track, with a rail that leads back below it and an optional label.
pub(super) struct RepeatedTrack {
    branch: TraversedTrack,
    /// The path leads back.
    again: bool,
    /// The path leads out of the loop.
    left: bool,
    label: Option<RailTrack>,
    down: i64,
    size: ContainerSize,
}

impl RepeatedTrack {
    pub fn new(
        branch: TraversedTrack,
        (again, left): (bool, bool),
        label: Option<RailTrack>,
    ) -> RepeatedTrack {
        let label_height = label.as_ref().map_or(0, |label| label.height());
        let down = (branch.track.height_below_entry() + GAP).max(2 * RADIUS);
        let inner = branch.track.width().max(label.as_ref().map_or(0, |label| label.width()));
        let entry = branch.track.entry_height();
        let size = ContainerSize {
            entry,
            height: entry + down + label_height + 4,
            width: inner + 4 * RADIUS,
        };
        RepeatedTrack { branch, again, left, label, down, size }
    }
}

impl Node for RepeatedTrack {
    sized!(Loop);

    fn draw(&self, x: i64, y: i64, h_dir: HDir) -> Element {
        let (mut drawing, rail) = (RailRenderer::new(h_dir), y + self.size.entry);
        let (inner, end) = (x + 2 * RADIUS, x + self.size.width);
        let (width, back) = (self.branch.track.width(), self.size.width - 4 * RADIUS);
        let fall = self.down - 2 * RADIUS;
        drawing.rail(self.again, end - 2 * RADIUS, rail, |way| {
            let way = way.arc(RADIUS, Arc::WestToSouth).vertical(fall);
            let way = way.arc(RADIUS, Arc::NorthToWest).line_rel(-back, 0);
            let way = way.arc(RADIUS, Arc::EastToNorth).vertical(-fall);
            way.arc(RADIUS, Arc::SouthToEast)
        });
        drawing.straight(self.branch.traversal.entered, x, rail, inner);
        drawing.straight(self.branch.traversal.left, inner + width, rail, end - 2 * RADIUS);
        drawing.straight(self.left, end - 2 * RADIUS, rail, end);
        drawing.track(&self.branch.track, inner, rail);
        if let Some(label) = &self.label {
            let below = rail + self.down + 4;
            drawing.inner.push(label.draw(inner, below, h_dir));
        }
        drawing.done("repeat")
    }
}
