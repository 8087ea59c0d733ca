//! Where a few productions stand in a string, found in one pass and without a tree.
//!
//! A [`Deriver`](super::Deriver) goes back from the end of a string to learn which path led
//! there. Here each path carries along the offsets at which the wanted productions begin and end.
//! Paths that differ only in their offsets are the same state of a [`TaggedDfa`], so that a string
//! is walked along a table, and nothing is allocated.

use std::ops::Range;

use urlbnf_language::{Exceeded, Meter, Moves, REGISTERS, TaggedDfa};

use super::layout::{END, Event, Layout};
use crate::automaton::{Automaton, Frame, Graph, Language, Layout as Laid, Node, NotRegular};
use crate::grammar::{Grammar, ProductionId};

/// Finds the parts of the strings of one language.
///
/// A part is one of a group of productions. What is found is the last node of the group in the
/// tree of a [`Deriver`](super::Deriver) that is in no other node of the group.
///
/// ```
/// use urlbnf_bnf::automaton::Language;
/// use urlbnf_bnf::derivation::SpanFinder;
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "time = hour \":\" minute\nhour = 1*2DIGIT\nminute = 2DIGIT\n";
/// let grammar = Grammar::read("time.abnf", text, Reading::Printed)?;
/// let parts = ["hour", "minute"].map(|name| grammar.find(name).into_iter().collect::<Vec<_>>());
/// let finder = SpanFinder::new(&grammar, &Language::of(grammar.start()), &parts)?;
/// let spans = finder.find(b"7:30").unwrap();
/// assert_eq!([spans.range(0), spans.range(1)], [Some(0..1), Some(2..4)]);
/// assert!(finder.find(b"7.30").is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SpanFinder(TaggedDfa<Box<[Option<Span>]>>);

/// The reason that parts cannot be found in one pass.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotFindable {
    /// There is no automaton.
    #[error(transparent)]
    NotRegular(#[from] NotRegular),
    /// A wanted production recurs at its left end: where it begins is known only later.
    #[error("a production that is to be found recurs at its left end")]
    LeftRecursion(ProductionId),
}

/// The parts of one string.
#[derive(Debug, Clone, Copy)]
pub struct Spans<'f> {
    spans: &'f [Option<Span>],
    registers: [usize; REGISTERS],
    length: usize,
}

/// A part: its production, and where its ends are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Span {
    production: ProductionId,
    start: Kept,
    end: Kept,
}

/// Where an offset is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kept {
    Register(u8),
    /// It is that of the next byte, or of the end.
    Now,
}

/// A path: its last position, and by group the part that it has begun last.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Path {
    position: u32,
    parts: Box<[Part]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Absent,
    /// Its frame, and its start.
    Begun(usize, Kept),
    Ended(Span),
}

impl SpanFinder {
    /// Lays out the strings of a production, or a part of them. `groups` are the parts to be found.
    ///
    /// Productions that are one unit are not found, since a tree does not show them.
    ///
    /// # Errors
    /// If the production cannot be unrolled into positions, the automaton would exceed the limits
    /// of the grammar, or a wanted production recurs at its left end.
    pub fn new(
        grammar: &Grammar,
        language: &Language<'_>,
        groups: &[Vec<ProductionId>],
    ) -> Result<SpanFinder, NotFindable> {
        let too_large = |exceeded| NotRegular::TooLarge(language.start, exceeded);
        let limits = grammar.limits();
        let graph = Automaton::graph(grammar, language, Laid::Positions, limits)?;
        let layout = Layout::new(graph, limits).map_err(too_large)?;
        if let Some(id) = left_recursion(&layout.graph, groups) {
            return Err(NotFindable::LeftRecursion(id));
        }
        let groups = outermost(&layout.graph.frames, groups);
        let beginning = Path {
            position: layout.graph.positions.len() as u32,
            parts: vec![Part::Absent; groups.len()].into(),
        };
        let wanted = Wanted { layout: &layout, groups };
        let mut meter = Meter::new(limits);
        let dfa = TaggedDfa::explore(
            vec![beginning],
            &layout.classes,
            |paths, byte, meter| wanted.step(paths, byte, meter),
            |paths| wanted.spans(paths),
            &mut meter,
        );
        Ok(SpanFinder(dfa.map_err(too_large)?))
    }

    /// The parts of a string; `None` if it is not in the language.
    #[inline]
    pub fn find(&self, input: &[u8]) -> Option<Spans<'_>> {
        let (spans, registers) = self.0.run(input)?;
        Some(Spans { spans, registers, length: input.len() })
    }

    /// The length in bytes of the longest prefix of the input that some string begins with.
    pub fn longest_prefix(&self, input: &[u8]) -> usize {
        self.0.longest_prefix(input)
    }

    /// The number of states of its automaton.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the language has no strings.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Spans<'_> {
    /// The production of a part, by the number of its group; `None` if the string has no such part.
    #[inline]
    pub fn production(&self, group: usize) -> Option<ProductionId> {
        self.span(group).map(|span| span.production)
    }

    /// The bytes of a part, by the number of its group.
    #[inline]
    pub fn range(&self, group: usize) -> Option<Range<usize>> {
        let span = self.span(group)?;
        Some(self.offset(span.start)..self.offset(span.end))
    }

    fn span(&self, group: usize) -> Option<&Span> {
        self.spans.get(group)?.as_ref()
    }

    fn offset(&self, kept: Kept) -> usize {
        match kept {
            Kept::Register(register) => self.registers[usize::from(register) % REGISTERS],
            Kept::Now => self.length,
        }
    }
}

/// A wanted production that recurs at its left end.
fn left_recursion(graph: &Graph, groups: &[Vec<ProductionId>]) -> Option<ProductionId> {
    let wanted = |frame: usize| {
        let production = graph.frames[frame].production;
        groups.iter().any(|group| group.contains(&production)).then_some(production)
    };
    graph.nodes.iter().find_map(|node| match node {
        Node::Begin { frame, .. } => wanted(*frame),
        Node::Wrap { frame, top, .. } => wanted(*frame).or_else(|| wanted(*top)),
        _ => None,
    })
}

/// By group and frame: whether the frame is of the group, and in no other frame of the group.
fn outermost(frames: &[Frame], groups: &[Vec<ProductionId>]) -> Vec<Vec<bool>> {
    let in_group = |group: &[ProductionId], frame: usize| {
        let is_of = |frame: usize| group.contains(&frames[frame].production);
        is_of(frame) && !above(frames, frame).any(is_of)
    };
    groups.iter().map(|group| (0..frames.len()).map(|it| in_group(group, it)).collect()).collect()
}

/// The frames that a frame is in.
fn above(frames: &[Frame], frame: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(frames[frame].parent, |&it| frames[it].parent)
}

/// What is to be found in which layout.
struct Wanted<'l> {
    layout: &'l Layout,
    groups: Vec<Vec<bool>>,
}

impl Wanted<'_> {
    /// The paths after a byte, preferred first, and what becomes of the registers.
    fn step(
        &self,
        paths: &[Path],
        byte: u8,
        meter: &mut Meter,
    ) -> Result<Option<(Vec<Path>, Moves)>, Exceeded> {
        let layout = self.layout;
        let mut next: Vec<Path> = Vec::new();
        let mut added = std::collections::HashSet::new();
        for path in paths {
            meter.step(layout.next[path.position as usize].len())?;
            for &target in &layout.next[path.position as usize] {
                let takes = layout.graph.positions[target as usize].characters.contains(byte);
                if takes && added.insert(target) {
                    next.push(Path { position: target, parts: self.parts(path, target) });
                }
            }
        }
        if next.is_empty() {
            return Ok(None);
        }
        meter.step(next.len() * (1 + self.groups.len()))?;
        // Registers are in the order of their age, which is the same for all paths to a state.
        let kept = |part: &Part| match *part {
            Part::Absent => [None, None],
            Part::Begun(_, start) => [Some(start), None],
            Part::Ended(Span { start, end, .. }) => [Some(start), Some(end)],
        };
        let all = next.iter().flat_map(|path| path.parts.iter().flat_map(kept)).flatten();
        let mut registers: Vec<u8> = Vec::new();
        let mut is_new = false;
        for kept in all {
            match kept {
                Kept::Register(register) => registers.push(register),
                Kept::Now => is_new = true,
            }
        }
        registers.sort_unstable();
        registers.dedup();
        let renamed = |kept: &mut Kept| {
            let number = match kept {
                Kept::Register(register) => registers.partition_point(|it| it < register),
                Kept::Now => registers.len(),
            };
            *kept = Kept::Register(u8::try_from(number).unwrap_or(u8::MAX));
        };
        for part in next.iter_mut().flat_map(|path| &mut path.parts) {
            match part {
                Part::Absent => {}
                Part::Begun(_, start) => renamed(start),
                Part::Ended(Span { start, end, .. }) => {
                    renamed(start);
                    renamed(end);
                }
            }
        }
        let moves = registers.iter().copied().map(Some).chain(is_new.then_some(None)).collect();
        Ok(Some((next, Moves(moves))))
    }

    /// The parts of a path that goes on to a position, or to the end.
    fn parts(&self, path: &Path, to: u32) -> Box<[Part]> {
        let mut parts = path.parts.clone();
        for &event in &self.layout.between(path.position, to) {
            let frames = &self.layout.graph.frames;
            let groups = |frame: usize| self.groups.iter().map(move |group| group[frame]);
            match event {
                Event::Enter(frame) => {
                    for (part, _) in parts.iter_mut().zip(groups(frame)).filter(|(_, is)| *is) {
                        // A production that begins again inside itself is flat.
                        if !matches!(part, Part::Begun(begun, _) if *begun == frame) {
                            *part = Part::Begun(frame, Kept::Now);
                        }
                    }
                }
                Event::Leave(frame) => {
                    for (part, is) in parts.iter_mut().zip(groups(frame)) {
                        let within = |begun| above(frames, begun).any(|it| it == frame);
                        let (begun, start) = match *part {
                            // What began inside a production that began again ends with it.
                            Part::Begun(begun, start) if is || within(begun) => (begun, start),
                            Part::Ended(Span { start, .. }) if is => (frame, start),
                            _ => continue,
                        };
                        let (production, end) = (frames[begun].production, Kept::Now);
                        *part = Part::Ended(Span { production, start, end });
                    }
                }
                // Right recursion ends with the outermost node; left recursion is not wanted.
                Event::Reenter(_) | Event::Begin(_) | Event::Wrap(_) => {}
            }
        }
        parts
    }

    /// The parts of the first path that may end; `None` if none may.
    fn spans(&self, paths: &[Path]) -> Option<Box<[Option<Span>]>> {
        let path = paths.iter().find(|path| self.layout.last[path.position as usize])?;
        let ended = |part: &Part| match part {
            Part::Ended(span) => Some(*span),
            Part::Absent | Part::Begun(..) => None,
        };
        Some(self.parts(path, END).iter().map(ended).collect())
    }
}
