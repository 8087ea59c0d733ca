//! A production as a railroad diagram with the path of one derivation step highlighted.
//!
//! Taken tracks are thick, and so are the frames of parts that derived characters. If the string
//! fails, the path ends at a point, and the parts that wait after it have dashed frames. So the
//! diagram is readable without colours. Of a choice with many alternatives, those that were taken
//! are shown, and a few of the others.

use railroad::{Comment, Empty, Link, NonTerminal, Terminal};

use super::ProductionLinks;
use super::rails::{
    OptionalTrack, RepeatedTrack, TrackChoice, TrackSequence, TrackTraversal, TraversedTrack,
};
use super::track::{
    ANY_CASE, MOST_CHARACTERS, MOST_ROWS, RailTrack, UNDEFINED, nothing, times_label,
};
use crate::derivation::{ProductionRoute, RoutePart};
use crate::grammar::{ExpressionKind, Grammar, Span};
use crate::text::visible;

/// Builds the tracks of a production with a path.
pub(super) struct PathTrackBuilder<'a> {
    pub grammar: &'a Grammar,
    pub links: ProductionLinks<'a>,
    pub route: &'a ProductionRoute<'a>,
    /// The places that wait for the byte at which the string fails.
    pub waits: &'a [Span],
}

impl PathTrackBuilder<'_> {
    /// The track of all alternatives of the production.
    pub fn production(&self) -> RailTrack {
        let traversal = TrackTraversal { entered: true, left: self.route.stop.is_none() };
        let track = match self.route.alternatives.as_slice() {
            [] => Box::new(Comment::new(UNDEFINED.to_owned())),
            [one] => self.part(*one),
            several => self.choice(several),
        };
        let ends: Vec<TraversedTrack> = vec![
            TraversedTrack { track: Box::new(railroad::Start), traversal },
            TraversedTrack { track, traversal },
            TraversedTrack {
                track: Box::new(railroad::End),
                traversal: TrackTraversal { entered: traversal.left, left: traversal.left },
            },
        ];
        Box::new(TrackSequence::new(ends))
    }

    fn at(&self, number: usize) -> &RoutePart<'_> {
        &self.route.parts[number]
    }

    fn branch(&self, number: usize) -> TraversedTrack {
        let part = self.at(number);
        let traversal = TrackTraversal { entered: part.entered > 0, left: part.left > 0 };
        TraversedTrack { track: self.part(number), traversal }
    }

    fn part(&self, number: usize) -> RailTrack {
        let part = self.at(number);
        let expression = part.expression;
        if expression.is_one_value() {
            let printed = self.grammar.listing().printed(expression.place);
            return self.terminal(number, visible(printed.as_bytes()));
        }
        match &expression.kind {
            ExpressionKind::Empty | ExpressionKind::Value(_) => nothing(),
            ExpressionKind::Literal(text) => self.literal(number, text, ""),
            ExpressionKind::AnyCase(text) => self.literal(number, text, ANY_CASE),
            ExpressionKind::Reference(_) => self.name(number),
            ExpressionKind::Sequence(_) => Box::new(TrackSequence::new(
                part.parts.iter().map(|&child| self.branch(child)).collect(),
            )),
            ExpressionKind::Choice(_) => self.choice(&part.parts),
            ExpressionKind::Optional(_) => match part.parts.first() {
                Some(&body) => Box::new(OptionalTrack::new(self.branch(body), part.skipped)),
                None => nothing(),
            },
            ExpressionKind::Repetition { at_least, at_most, .. } => {
                self.repetition(number, (*at_least, *at_most))
            }
        }
    }

    fn repetition(&self, number: usize, times: (usize, Option<usize>)) -> RailTrack {
        let part = self.at(number);
        let Some(&body) = part.parts.first().filter(|_| times.1 != Some(0)) else {
            return nothing();
        };
        let branch = self.branch(body);
        if times.1 == Some(1) {
            return match times.0 {
                0 => Box::new(OptionalTrack::new(branch, part.skipped)),
                _ => branch.track,
            };
        }
        let taken = self.at(body).entered;
        let label = times_label(times);
        let label = match (label, taken > 1) {
            (label, false) => label,
            (None, true) => Some(format!("{taken} times here")),
            (Some(label), true) => Some(format!("{label}: {taken} here")),
        };
        let label = label.map(|label| Box::new(Comment::new(label)) as RailTrack);
        let traversal =
            TrackTraversal { entered: branch.traversal.entered, left: part.left > 0 && taken > 0 };
        let loops: RailTrack =
            Box::new(RepeatedTrack::new(branch, (part.again, traversal.left), label));
        match times.0 {
            0 => Box::new(OptionalTrack::new(
                TraversedTrack { track: loops, traversal },
                part.skipped,
            )),
            _ => loops,
        }
    }

    /// The alternatives; of too many, those that were taken or wait, and a few more.
    fn choice(&self, parts: &[usize]) -> RailTrack {
        let matters = |number: usize| self.at(number).is_taken() || self.holds_waiting(number);
        let mut room =
            MOST_ROWS.saturating_sub(parts.iter().filter(|&&number| matters(number)).count());
        let all = parts.len() <= MOST_ROWS;
        let mut branches = Vec::new();
        for &number in parts {
            if all || matters(number) {
                branches.push(self.branch(number));
            } else if room > 0 {
                room -= 1;
                branches.push(self.branch(number));
            }
        }
        let more = parts.len() - branches.len();
        if more > 0 {
            let track = Box::new(Comment::new(format!("and {more} more")));
            branches.push(TraversedTrack {
                track,
                traversal: TrackTraversal { entered: false, left: false },
            });
        }
        match branches.len() {
            0 => Box::new(Empty),
            1 => branches.remove(0).track,
            _ => Box::new(TrackChoice::new(branches)),
        }
    }

    /// Whether a part contains a place that waits.
    fn holds_waiting(&self, number: usize) -> bool {
        let place = self.at(number).expression.place;
        self.waits.iter().any(|span| place.start <= span.start && span.end <= place.end)
    }

    /// The state of a leaf of the diagram: it was taken, or it waits for the byte at which the
    /// string fails, or both.
    fn state(&self, number: usize) -> Option<&'static str> {
        let part = self.at(number);
        let within = |stop: usize| number <= stop && stop < number + self.size(number);
        let begun = self.route.stop.is_some_and(|stop| within(stop.part) && stop.bytes > 0);
        let open = self.waits.is_empty() && part.is_taken();
        match (self.waits.contains(&part.expression.place), part.left > 0 || begun || open) {
            (true, true) => Some("taken waits"),
            (true, false) => Some("waits"),
            (false, true) => Some("taken"),
            (false, false) => None,
        }
    }

    /// The number of parts in a part, itself included; they directly follow it.
    fn size(&self, number: usize) -> usize {
        self.at(number).expression.all().count()
    }

    fn literal(&self, number: usize, text: &str, mark: &str) -> RailTrack {
        if text.is_empty() {
            return nothing();
        }
        let shown = |text: &str| visible(text.as_bytes()).replace(' ', "␣");
        let stop = self.route.stop.filter(|stop| stop.part == number && stop.bytes > 0);
        let mut label = match stop.and_then(|stop| text.split_at_checked(stop.bytes)) {
            Some((before, rest)) => format!("{}▸{}", shown(before), shown(rest)),
            None => shown(text),
        };
        if label.chars().count() > MOST_CHARACTERS {
            label = label.chars().take(MOST_CHARACTERS - 1).chain(['…']).collect();
        }
        self.terminal(number, label + mark)
    }

    fn terminal(&self, number: usize, label: String) -> RailTrack {
        let mut terminal = Terminal::new(label);
        if let Some(state) = self.state(number) {
            terminal.attr("data-way".to_owned()).or_insert_with(|| state.to_owned());
        }
        self.reached(number, Box::new(terminal))
    }

    fn name(&self, number: usize) -> RailTrack {
        let Some(id) = self.at(number).expression.as_reference() else { return nothing() };
        let mut name = NonTerminal::new(visible(self.grammar.name(id).as_bytes()));
        if let Some(state) = self.state(number) {
            name.attr("data-way".to_owned()).or_insert_with(|| state.to_owned());
        }
        let name: RailTrack = match (self.links)(id) {
            Some(link) => Box::new(Link::new(name, link)),
            None => Box::new(name),
        };
        self.reached(number, name)
    }

    /// Puts the point where the path ends before a part, if the string fails there.
    fn reached(&self, number: usize, track: RailTrack) -> RailTrack {
        let within = |stop: usize| number <= stop && stop < number + self.size(number);
        let here = self.route.stop.is_some_and(|stop| within(stop.part) && stop.bytes == 0);
        if !here || self.waits.is_empty() {
            return track;
        }
        let traversal = |entered| TrackTraversal { entered, left: false };
        let point = TraversedTrack { track: Box::new(PathEndMarker), traversal: traversal(true) };
        Box::new(TrackSequence::new(vec![
            point,
            TraversedTrack { track, traversal: traversal(false) },
        ]))
    }
}

/// The point at which the highlighted path ends.
struct PathEndMarker;

impl railroad::Node for PathEndMarker {
    fn entry_height(&self) -> i64 {
        8
    }

    fn height(&self) -> i64 {
        16
    }

    fn width(&self) -> i64 {
        14
    }

    fn draw(&self, x: i64, y: i64, _: railroad::svg::HDir) -> railroad::svg::Element {
        use railroad::svg::Element;
        let point = Element::new("circle").set("cx", &(x + 7)).set("cy", &(y + 8)).set("r", "7");
        Element::new("g").set("class", "reached").add(point)
    }
}
