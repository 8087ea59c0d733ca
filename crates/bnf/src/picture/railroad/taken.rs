//! A production as a railroad diagram with the path of one derivation step highlighted.
//!
//! Taken tracks are thick, and so are the frames of parts that derived characters. If the string
//! fails, the path ends at a point, and the parts that wait after it have dashed frames. So the
//! diagram is readable without colours. Of a choice with many alternatives, those that were taken
//! are shown, and a few of the others.

use railroad::{Comment, Empty, Link, NonTerminal, Terminal};

use super::Links;
use super::rails::{Bypass, Fork, Leg, Line, Lit, Loop};
use super::track::{ANY_CASE, MOST_CHARACTERS, MOST_ROWS, Track, UNDEFINED, nothing, said_times};
use crate::derivation::{Part, Route};
use crate::grammar::{ExpressionKind, Grammar, Place};
use crate::text::visible;

/// Builds the tracks of a production with a path.
pub(super) struct Taken<'a> {
    pub grammar: &'a Grammar,
    pub links: Links<'a>,
    pub route: &'a Route<'a>,
    /// The places that wait for the byte at which the string fails.
    pub waits: &'a [Place],
}

impl Taken<'_> {
    /// The track of all alternatives of the production.
    pub fn production(&self) -> Track {
        let lit = Lit { entered: true, left: self.route.stop.is_none() };
        let track = match self.route.alternatives.as_slice() {
            [] => Box::new(Comment::new(UNDEFINED.to_owned())),
            [one] => self.part(*one),
            several => self.choice(several),
        };
        let ends: Vec<Leg> = vec![
            Leg { track: Box::new(railroad::Start), lit },
            Leg { track, lit },
            Leg { track: Box::new(railroad::End), lit: Lit { entered: lit.left, left: lit.left } },
        ];
        Box::new(Line::new(ends))
    }

    fn at(&self, number: usize) -> &Part<'_> {
        &self.route.parts[number]
    }

    fn leg(&self, number: usize) -> Leg {
        let part = self.at(number);
        let lit = Lit { entered: part.entered > 0, left: part.left > 0 };
        Leg { track: self.part(number), lit }
    }

    fn part(&self, number: usize) -> Track {
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
            ExpressionKind::Sequence(_) => {
                Box::new(Line::new(part.parts.iter().map(|&it| self.leg(it)).collect()))
            }
            ExpressionKind::Choice(_) => self.choice(&part.parts),
            ExpressionKind::Optional(_) => match part.parts.first() {
                Some(&body) => Box::new(Bypass::new(self.leg(body), part.skipped)),
                None => nothing(),
            },
            ExpressionKind::Repetition { at_least, at_most, .. } => {
                self.repetition(number, (*at_least, *at_most))
            }
        }
    }

    fn repetition(&self, number: usize, times: (usize, Option<usize>)) -> Track {
        let part = self.at(number);
        let Some(&body) = part.parts.first().filter(|_| times.1 != Some(0)) else {
            return nothing();
        };
        let leg = self.leg(body);
        if times.1 == Some(1) {
            return match times.0 {
                0 => Box::new(Bypass::new(leg, part.skipped)),
                _ => leg.track,
            };
        }
        let taken = self.at(body).entered;
        let said = said_times(times);
        let said = match (said, taken > 1) {
            (said, false) => said,
            (None, true) => Some(format!("{taken} times here")),
            (Some(said), true) => Some(format!("{said}: {taken} here")),
        };
        let said = said.map(|said| Box::new(Comment::new(said)) as Track);
        let lit = Lit { entered: leg.lit.entered, left: part.left > 0 && taken > 0 };
        let loops: Track = Box::new(Loop::new(leg, (part.again, lit.left), said));
        match times.0 {
            0 => Box::new(Bypass::new(Leg { track: loops, lit }, part.skipped)),
            _ => loops,
        }
    }

    /// The alternatives; of too many, those that were taken or wait, and a few more.
    fn choice(&self, parts: &[usize]) -> Track {
        let matters = |number: usize| self.at(number).is_taken() || self.holds_waiting(number);
        let mut room = MOST_ROWS.saturating_sub(parts.iter().filter(|&&it| matters(it)).count());
        let all = parts.len() <= MOST_ROWS;
        let mut legs = Vec::new();
        for &number in parts {
            if all || matters(number) {
                legs.push(self.leg(number));
            } else if room > 0 {
                room -= 1;
                legs.push(self.leg(number));
            }
        }
        let more = parts.len() - legs.len();
        if more > 0 {
            let track = Box::new(Comment::new(format!("and {more} more")));
            legs.push(Leg { track, lit: Lit { entered: false, left: false } });
        }
        match legs.len() {
            0 => Box::new(Empty),
            1 => legs.remove(0).track,
            _ => Box::new(Fork::new(legs)),
        }
    }

    /// Whether a part contains a place that waits.
    fn holds_waiting(&self, number: usize) -> bool {
        let place = self.at(number).expression.place;
        self.waits.iter().any(|it| place.start <= it.start && it.end <= place.end)
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

    fn literal(&self, number: usize, text: &str, mark: &str) -> Track {
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

    fn terminal(&self, number: usize, label: String) -> Track {
        let mut terminal = Terminal::new(label);
        if let Some(state) = self.state(number) {
            terminal.attr("data-way".to_owned()).or_insert_with(|| state.to_owned());
        }
        self.reached(number, Box::new(terminal))
    }

    fn name(&self, number: usize) -> Track {
        let Some(id) = self.at(number).expression.as_reference() else { return nothing() };
        let mut name = NonTerminal::new(visible(self.grammar.name(id).as_bytes()));
        if let Some(state) = self.state(number) {
            name.attr("data-way".to_owned()).or_insert_with(|| state.to_owned());
        }
        let name: Track = match (self.links)(id) {
            Some(link) => Box::new(Link::new(name, link)),
            None => Box::new(name),
        };
        self.reached(number, name)
    }

    /// Puts the point where the path ends before a part, if the string fails there.
    fn reached(&self, number: usize, track: Track) -> Track {
        let within = |stop: usize| number <= stop && stop < number + self.size(number);
        let here = self.route.stop.is_some_and(|stop| within(stop.part) && stop.bytes == 0);
        if !here || self.waits.is_empty() {
            return track;
        }
        let lit = |entered| Lit { entered, left: false };
        let point = Leg { track: Box::new(Point), lit: lit(true) };
        Box::new(Line::new(vec![point, Leg { track, lit: lit(false) }]))
    }
}

/// The point at which the highlighted path ends.
struct Point;

impl railroad::Node for Point {
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
