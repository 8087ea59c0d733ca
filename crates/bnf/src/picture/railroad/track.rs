//! Turns a printed production into tracks.
//!
//! A sequence that is too wide for a page is broken into lines, and a choice with many
//! alternatives into columns.

use railroad::svg::{Element, HDir};
use railroad::{
    Choice, Comment, Empty, Link, MultiChoice, Node, NodeGeometry, NonTerminal, Optional, Repeat,
    Sequence, Stack, Terminal,
};

use super::ProductionLinks;
use crate::grammar::{Expression, ExpressionKind, Grammar, ProductionId};
use crate::text::visible;

/// The target width of a production, in pixels.
pub(super) const WIDTH: i64 = 860;
/// The width that a loop or a choice adds to its content.
pub(super) const BEND: i64 = 60;
/// The most alternatives in one column.
pub(super) const MOST_ROWS: usize = 14;
/// The most characters of a literal on one line.
pub(super) const MOST_CHARACTERS: usize = 80;
/// The most lines of a literal; the rest is not shown.
const MOST_LINES: usize = 40;

/// The label of a name that is used but not defined.
pub(super) const UNDEFINED: &str = "nothing defines it";

/// The most parts of a production that is drawn. Each takes about 6 KB of memory.
const MOST_PARTS: usize = 65_535;

/// The mark after a case-insensitive literal, as in `%i"get"`.
pub(super) const ANY_CASE: &str = "ⁱ";
/// The explanation of the mark.
pub(super) const ANY_CASE_MEANS: &str = "ⁱ letters in either case";

pub(super) type RailTrack = Box<dyn Node>;

/// A track whose size is known. Containers ask their parts for their sizes again and again, and
/// those theirs.
#[derive(Debug)]
struct MeasuredTrack {
    track: RailTrack,
    size: NodeGeometry,
}

impl Node for MeasuredTrack {
    fn entry_height(&self) -> i64 {
        self.size.entry_height
    }

    fn height(&self) -> i64 {
        self.size.height
    }

    fn width(&self) -> i64 {
        self.size.width
    }

    fn draw(&self, x: i64, y: i64, h_dir: HDir) -> Element {
        self.track.draw_with_geometry(x, y, h_dir, &self.size)
    }
}

fn measured(track: RailTrack) -> RailTrack {
    let size = track.compute_geometry();
    Box::new(MeasuredTrack { track, size })
}

/// Whether a literal in the text of a production is marked to be of either case.
pub(super) fn has_any_case(grammar: &Grammar, id: ProductionId) -> bool {
    let mut parts = grammar.production(id).alternatives().flat_map(Expression::all);
    parts.any(|part| matches!(part.kind, ExpressionKind::AnyCase(_)))
}

/// Builds the tracks of a grammar's productions.
pub(super) struct TrackBuilder<'a> {
    pub grammar: &'a Grammar,
    pub links: ProductionLinks<'a>,
    /// The earlier name of a production, if it was renamed.
    pub was: &'a dyn Fn(ProductionId) -> Option<String>,
}

impl TrackBuilder<'_> {
    /// The track of all alternatives of a production.
    pub fn production(&self, id: ProductionId) -> RailTrack {
        let definitions = self.grammar.production(id).definitions();
        if definitions.is_empty() {
            return Box::new(Comment::new(UNDEFINED.to_owned()));
        }
        let production = self.grammar.production(id);
        let parts = production.size();
        if parts > MOST_PARTS {
            return Box::new(Comment::new(format!("{parts} parts are too many to draw")));
        }
        let alternatives: Vec<&Expression> = production.alternatives().collect();
        self.choice(&alternatives, WIDTH)
    }

    pub fn expression(&self, expression: &Expression, width: i64) -> RailTrack {
        if expression.is_one_value() {
            return value(self.grammar, expression);
        }
        match &expression.kind {
            ExpressionKind::Empty | ExpressionKind::Value(_) => nothing(),
            ExpressionKind::Literal(text) => literal(text),
            ExpressionKind::AnyCase(text) => marked(text, ANY_CASE),
            ExpressionKind::Reference(id) => self.name(*id),
            ExpressionKind::Sequence(parts) => {
                let parts = parts.iter().map(|part| self.expression(part, width - BEND));
                sequence(parts.collect(), width)
            }
            ExpressionKind::Choice(parts) => self.choice(&parts.iter().collect::<Vec<_>>(), width),
            ExpressionKind::Optional(body) => {
                measured(Box::new(Optional::new(self.expression(body, width - BEND))))
            }
            ExpressionKind::Repetition { at_least, at_most, body } => {
                repetition(self.expression(body, width - BEND), (*at_least, *at_most))
            }
        }
    }

    fn choice(&self, alternatives: &[&Expression], width: i64) -> RailTrack {
        let tracks =
            alternatives.iter().map(|alternative| self.expression(alternative, width - BEND));
        choice(tracks.collect(), width)
    }

    /// A name with the link to its page.
    fn name(&self, id: ProductionId) -> RailTrack {
        let name = NonTerminal::new(visible(self.grammar.name(id).as_bytes()));
        let name: RailTrack = match (self.links)(id) {
            Some(link) => Box::new(Link::new(name, link)),
            None => Box::new(name),
        };
        match (self.was)(id) {
            Some(was) => {
                let was = Comment::new(format!("was {}", visible(was.as_bytes())));
                Box::new(Sequence::new(vec![name, Box::new(was) as RailTrack]))
            }
            None => name,
        }
    }
}

pub(super) fn nothing() -> RailTrack {
    Box::new(Comment::new("nothing".to_owned()))
}

/// A literal, with spaces replaced by a visible sign.
pub(super) fn literal(text: &str) -> RailTrack {
    marked(text, "")
}

/// A literal with a mark after it.
fn marked(text: &str, mark: &str) -> RailTrack {
    if text.is_empty() {
        return nothing();
    }
    let most = MOST_CHARACTERS * MOST_LINES - mark.chars().count();
    let mut rest = text.char_indices().skip(most - 1);
    let (text, cut) = match (rest.next(), rest.next()) {
        (Some((end, _)), Some(_)) => (&text[..end], "…"),
        _ => (text, ""),
    };
    let shown = visible(text.as_bytes()).replace(' ', "␣") + cut + mark;
    let characters: Vec<char> = shown.chars().collect();
    let lines = characters.chunks(MOST_CHARACTERS).map(|line| line.iter().collect::<String>());
    let mut lines: Vec<RailTrack> =
        lines.map(|line| Box::new(Terminal::new(line)) as RailTrack).collect();
    if lines.len() == 1 { lines.remove(0) } else { Box::new(Stack::new(lines)) }
}

/// A sequence, in as many lines as it needs.
pub(super) fn sequence(parts: Vec<RailTrack>, width: i64) -> RailTrack {
    let mut lines: Vec<Vec<RailTrack>> = vec![Vec::new()];
    let mut taken = 0;
    for part in parts {
        let wide = part.width() + 10;
        if taken > 0 && taken + wide > width {
            lines.push(Vec::new());
            taken = 0;
        }
        taken += wide;
        if let Some(line) = lines.last_mut() {
            line.push(part);
        }
    }
    let mut lines: Vec<RailTrack> = lines.into_iter().map(line).collect();
    if lines.len() == 1 { lines.remove(0) } else { measured(Box::new(Stack::new(lines))) }
}

fn line(mut parts: Vec<RailTrack>) -> RailTrack {
    match parts.len() {
        0 => Box::new(Empty),
        1 => parts.remove(0),
        _ => measured(Box::new(Sequence::new(parts))),
    }
}

/// A choice: one column, or several if there are many alternatives.
pub(super) fn choice(mut tracks: Vec<RailTrack>, width: i64) -> RailTrack {
    let widest = tracks.iter().map(|track| track.width()).max().unwrap_or(0);
    let most_columns = usize::try_from(width / (widest + BEND)).unwrap_or(1).max(1);
    let columns = tracks.len().div_ceil(MOST_ROWS).min(most_columns);
    match tracks.len() {
        0 => Box::new(Empty),
        1 => tracks.remove(0),
        _ if columns == 1 => measured(Box::new(Choice::new(tracks))),
        _ => {
            let rows = tracks.len().div_ceil(columns);
            let mut columns: Vec<Vec<RailTrack>> = Vec::new();
            for track in tracks {
                match columns.last_mut().filter(|column| column.len() < rows) {
                    Some(column) => column.push(track),
                    None => columns.push(vec![track]),
                }
            }
            measured(Box::new(MultiChoice::new(columns)))
        }
    }
}

/// A numeric value, as printed.
fn value(grammar: &Grammar, expression: &Expression) -> RailTrack {
    let printed = grammar.listing().printed(expression.place);
    Box::new(Terminal::new(visible(printed.as_bytes())))
}

/// A repetition with bounds.
pub(super) fn repetition(body: RailTrack, times: (usize, Option<usize>)) -> RailTrack {
    match times {
        (_, Some(0)) => return nothing(),
        (0, Some(1)) => return measured(Box::new(Optional::new(body))),
        (1, Some(1)) => return body,
        _ => {}
    }
    let loops: RailTrack = match times_label(times) {
        None => Box::new(Repeat::new(body, Empty)),
        Some(label) => Box::new(Repeat::new(body, Comment::new(label))),
    };
    measured(if times.0 == 0 { Box::new(Optional::new(loops)) } else { loops })
}

/// The label for the number of repetitions; `None` if the loop needs none.
pub(super) fn times_label(times: (usize, Option<usize>)) -> Option<String> {
    match times {
        (0 | 1, None) => None,
        (at_least, None) => Some(format!("{at_least} times or more")),
        (0 | 1, Some(at_most)) => Some(format!("{at_most} times at most")),
        (at_least, Some(at_most)) if at_least == at_most => Some(format!("{at_least} times")),
        (at_least, Some(at_most)) => Some(format!("{at_least} to {at_most} times")),
    }
}
