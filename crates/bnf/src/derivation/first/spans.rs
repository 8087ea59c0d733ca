//! The spans of a few productions in a string, found in one pass and without a tree.
//!
//! A [`Deriver`](super::Deriver) goes back from the end of a string to learn which path led there.
//! Here each path carries along the offsets at which the wanted productions begin and end. Which
//! path and which offsets these are depends only on the step, so a string is run through a table
//! ([`TaggedDfa`]), and nothing is allocated.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use urlbnf_language::{Exceeded, OffsetOperand, RegisterMoves, TaggedDfa, Work};

use super::layout::{EpsilonClosure, PositionLayout, ReachedPosition};
use crate::automaton::{
    Automaton, AutomatonError, FrameEvent, LanguageSpec, LayoutKind, ProductionFrame,
    ThompsonGraph, ThompsonNode, ThompsonNodeId,
};
use crate::grammar::{Grammar, ProductionId};

/// Finds `N` parts of the strings of one language, in one pass and without a tree.
///
/// Each part is given as a group of productions. Of the nodes of the group in the tree that a
/// [`Deriver`](super::Deriver) returns, it is the last one that is inside no other.
///
/// ```
/// use urlbnf_bnf::automaton::LanguageSpec;
/// use urlbnf_bnf::derivation::SpanFinder;
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "time = hour \":\" minute\nhour = 1*2DIGIT\nminute = 2DIGIT\n";
/// let grammar = Grammar::read("time.abnf", text, Reading::Printed)?;
/// let parts = ["hour", "minute"].map(|name| grammar.find(name).into_iter().collect::<Vec<_>>());
/// let language = LanguageSpec::from_production(grammar.start());
/// let finder = SpanFinder::new(&grammar, &language, &parts)?;
/// assert_eq!(finder.find(b"7:30"), Some([Some(0..1), Some(2..4)]));
/// assert_eq!(finder.find(b"7.30"), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SpanFinder<const N: usize>(TaggedDfa<[[OffsetOperand; 2]; N]>);

/// The byte ranges of `N` parts of a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartSpans<const N: usize>(
    /// By part: its start and end. Of a part that the string lacks, both are the maximum.
    [[u32; 2]; N],
);

impl<const N: usize> PartSpans<N> {
    /// The byte range of a part, by the number of its group; `None` if the string lacks it.
    #[inline]
    pub fn get(&self, group: usize) -> Option<Range<usize>> {
        let &[start, end] = self.0.get(group)?;
        (start != u32::MAX).then_some(start as usize..end as usize)
    }
}

/// The reason that parts cannot be found in one pass.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpanFinderError {
    /// There is no automaton.
    #[error(transparent)]
    NotRegular(#[from] AutomatonError),
    /// A wanted production recurs at its left end: where it begins is known only later.
    #[error("a production that is to be found recurs at its left end")]
    LeftRecursion(ProductionId),
}

/// Where the start and the end of a part are kept; there is one of each for every group.
type SpanTags<T> = Box<[[T; 2]]>;

/// By group: the frame that has begun and not ended.
type OpenFrames = Box<[Option<usize>]>;

/// A path along the graph.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct TaggedPath {
    /// The node after the last position.
    at: ThompsonNodeId,
    /// The version of each tag: paths that have the same one have the same offset.
    versions: SpanTags<u8>,
    open: OpenFrames,
}

/// The offset that a tag has after a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TagOffset {
    /// A version from before it.
    Old(u8),
    /// That of the byte.
    Now,
}

/// The version that all tags have before they have an offset.
const NONE: u8 = 0;

impl<const N: usize> SpanFinder<N> {
    /// Builds the automaton of a language. `groups` are the parts to be found.
    ///
    /// Productions that are units are not found, because a tree does not show them.
    ///
    /// # Errors
    /// If the production cannot be unrolled into positions, the automaton would exceed the limits
    /// of the grammar, or a wanted production recurs at its left end.
    pub fn new(
        grammar: &Grammar,
        language: &LanguageSpec<'_>,
        groups: &[Vec<ProductionId>; N],
    ) -> Result<SpanFinder<N>, SpanFinderError> {
        let too_large = |exceeded| AutomatonError::TooLarge(language.start, exceeded);
        let mut work = grammar.work();
        let graph = Automaton::graph(grammar, language, LayoutKind::Positions, &mut work)?;
        let layout = PositionLayout::new(graph, &mut work).map_err(too_large)?;
        if let Some(id) = left_recursion(&layout.graph, groups) {
            return Err(SpanFinderError::LeftRecursion(id));
        }
        let beginning = TaggedPath {
            at: layout.graph.entry,
            versions: [[NONE; 2]; N].into(),
            open: [None; N].into(),
        };
        let groups = outermost(&layout.graph.frames, groups);
        let wanted = SpanSearch { layout: &layout, groups, known: RefCell::default() };
        let dfa = TaggedDfa::explore(
            vec![beginning],
            &layout.classes,
            |paths, byte, work| wanted.step(paths, byte, work),
            |paths| wanted.values(paths),
            &mut work,
        );
        Ok(SpanFinder(dfa.map_err(too_large)?))
    }

    /// Returns the byte range of each part of a string, in the order of the groups; the range of a
    /// part that the string lacks is `None`. Returns `None` for a string that is not in the
    /// language, and for a string of 4 GiB or more.
    #[inline]
    pub fn find(&self, input: &[u8]) -> Option<[Option<Range<usize>>; N]> {
        let spans = self.spans(input)?;
        Some(std::array::from_fn(|group| spans.get(group)))
    }

    /// Like [`find`](SpanFinder::find), with the ranges in a third of the space.
    #[inline(always)]
    pub fn spans(&self, input: &[u8]) -> Option<PartSpans<N>> {
        self.0.run(input, |values, run| {
            let offset = |value| run.get(value).unwrap_or(u32::MAX);
            let ends = |group: usize| [offset(values[group][0]), offset(values[group][1])];
            PartSpans(std::array::from_fn(ends))
        })
    }

    /// The length in bytes of the longest prefix of the input that some string of the language
    /// begins with.
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

/// A wanted production that recurs at its left end.
fn left_recursion(graph: &ThompsonGraph, groups: &[Vec<ProductionId>]) -> Option<ProductionId> {
    let wanted = |frame: usize| {
        let production = graph.frames[frame].production;
        groups.iter().any(|group| group.contains(&production)).then_some(production)
    };
    graph.nodes.iter().find_map(|node| match node {
        ThompsonNode::Event { event: FrameEvent::Begin(frame), .. } => wanted(*frame),
        ThompsonNode::Event { event: FrameEvent::Wrap { frame, top }, .. } => {
            wanted(*frame).or_else(|| wanted(*top))
        }
        _ => None,
    })
}

/// By group and frame: whether the frame is of the group, and in no other frame of the group.
fn outermost(frames: &[ProductionFrame], groups: &[Vec<ProductionId>]) -> Vec<Vec<bool>> {
    let in_group = |group: &[ProductionId], frame: usize| {
        let is_of = |frame: usize| group.contains(&frames[frame].production);
        is_of(frame) && !above(frames, frame).any(is_of)
    };
    groups.iter().map(|group| (0..frames.len()).map(|it| in_group(group, it)).collect()).collect()
}

fn above(frames: &[ProductionFrame], frame: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(frames[frame].parent, |&it| frames[it].parent)
}

/// A search for groups of productions in a layout.
struct SpanSearch<'l> {
    layout: &'l PositionLayout,
    groups: Vec<Vec<bool>>,
    known: RefCell<HashMap<ThompsonNodeId, Rc<NodeSuccessors>>>,
}

/// The positions and the end, as they are reached from a node without a byte.
struct NodeSuccessors {
    /// By class of bytes: the node after each position, preferred first, and the events before it.
    targets: Vec<Vec<(ThompsonNodeId, Rc<[FrameEvent]>)>>,
    /// The events before the end, if that is reached.
    end: Option<Box<[FrameEvent]>>,
}

impl SpanSearch<'_> {
    /// The paths after a byte, preferred first, and the moves of the registers.
    fn step(
        &self,
        paths: &[TaggedPath],
        byte: u8,
        work: &mut Work,
    ) -> Result<Option<(Vec<TaggedPath>, RegisterMoves)>, Exceeded> {
        let class = self.layout.classes.class(byte);
        let mut next: Vec<(ThompsonNodeId, SpanTags<TagOffset>, OpenFrames)> = Vec::new();
        let mut added = HashSet::new();
        for path in paths {
            let ahead = self.ahead(path.at, work)?;
            for (node, events) in &ahead.targets[class] {
                work.tick()?;
                if added.insert(*node) {
                    let (tags, open) = self.after(path, events);
                    next.push((*node, tags, open));
                }
            }
        }
        if next.is_empty() {
            return Ok(None);
        }
        work.ticks(next.len() * self.groups.len())?;
        let mut versions: Vec<SpanTags<u8>> =
            vec![[[NONE; 2]].repeat(self.groups.len()).into(); next.len()];
        let (before, mut moves, mut extra) =
            (RegisterAllocation::from_paths(paths), Vec::new(), Vec::new());
        for group in 0..self.groups.len() {
            for side in 0..2 {
                let mut met: Vec<TagOffset> = Vec::new();
                for ((_, tags, _), versions) in next.iter().zip(&mut versions) {
                    let offset = tags[group][side];
                    let number = met.iter().position(|it| *it == offset).unwrap_or_else(|| {
                        met.push(offset);
                        met.len() - 1
                    });
                    versions[group][side] = u8::try_from(number).unwrap_or(u8::MAX);
                }
                let from = |offset: TagOffset| match offset {
                    TagOffset::Old(version) => {
                        OffsetOperand::register(before.number(group, side, version))
                    }
                    TagOffset::Now => OffsetOperand::OFFSET,
                };
                let mut met = met.into_iter().map(from);
                moves.extend(met.next().map(|from| ((group * 2 + side) as u8, from)));
                extra.extend(met);
            }
        }
        let first = self.groups.len() * 2;
        moves.extend((first..).map(|to| u8::try_from(to).unwrap_or(u8::MAX)).zip(extra));
        let paths = next.into_iter().zip(versions);
        let paths =
            paths.map(|((at, _, open), versions)| TaggedPath { at, versions, open }).collect();
        Ok(Some((paths, RegisterMoves(moves))))
    }

    fn ahead(&self, node: ThompsonNodeId, work: &mut Work) -> Result<Rc<NodeSuccessors>, Exceeded> {
        if let Some(known) = self.known.borrow().get(&node) {
            return Ok(Rc::clone(known));
        }
        let layout = self.layout;
        let EpsilonClosure { targets: found, end } = layout.targets(node);
        work.ticks(found.len())?;
        let mut targets = vec![Vec::new(); layout.classes.count()];
        for ReachedPosition { position, next, events } in found {
            let events: Rc<[FrameEvent]> = events.into();
            let characters = layout.graph.positions[position].characters;
            for (class, &byte) in layout.classes.representatives().iter().enumerate() {
                if characters.contains(byte) {
                    work.tick()?;
                    targets[class].push((next, Rc::clone(&events)));
                }
            }
        }
        let ahead = Rc::new(NodeSuccessors { targets, end });
        self.known.borrow_mut().insert(node, Rc::clone(&ahead));
        Ok(ahead)
    }

    /// The offsets of a path, and the frames that have begun, after events.
    fn after(&self, path: &TaggedPath, events: &[FrameEvent]) -> (SpanTags<TagOffset>, OpenFrames) {
        let mut tags: SpanTags<TagOffset> =
            path.versions.iter().map(|both| both.map(TagOffset::Old)).collect();
        let mut open = path.open.clone();
        let frames = &self.layout.graph.frames;
        for &event in events {
            for ((tag, open), group) in tags.iter_mut().zip(&mut open).zip(&self.groups) {
                match event {
                    // A production that begins again inside itself is flat.
                    FrameEvent::Enter(frame) if group[frame] && *open != Some(frame) => {
                        tag[0] = TagOffset::Now;
                        *open = Some(frame);
                    }
                    // What began inside a production that began again ends with it.
                    FrameEvent::Leave(frame)
                        if group[frame]
                            || open.is_some_and(|it| above(frames, it).any(|it| it == frame)) =>
                    {
                        tag[1] = TagOffset::Now;
                        *open = None;
                    }
                    // Right recursion ends with the outermost node; left recursion is not wanted.
                    _ => {}
                }
            }
        }
        (tags, open)
    }

    /// By group: where the ends of its part are kept, on the first path that may end; `None` if
    /// none may.
    fn values<const N: usize>(&self, paths: &[TaggedPath]) -> Option<[[OffsetOperand; 2]; N]> {
        let registers = RegisterAllocation::from_paths(paths);
        let known = self.known.borrow();
        let end = |path: &TaggedPath| match known.get(&path.at) {
            Some(ahead) => ahead.end.clone(),
            None => self.layout.targets(path.at).end,
        };
        let (path, events) = paths.iter().find_map(|path| Some((path, end(path)?)))?;
        let (tags, _) = self.after(path, &events);
        let value = |group: usize, side: usize| match tags[group][side] {
            TagOffset::Old(version) => {
                OffsetOperand::register(registers.number(group, side, version))
            }
            TagOffset::Now => OffsetOperand::OFFSET,
        };
        Some(std::array::from_fn(|group| [value(group, 0), value(group, 1)]))
    }
}

/// The registers of the paths of a state: one for the first version of each tag, and then the
/// others.
struct RegisterAllocation {
    /// By group and side: the number of its second version.
    second: Vec<[usize; 2]>,
}

impl RegisterAllocation {
    fn from_paths(paths: &[TaggedPath]) -> RegisterAllocation {
        let groups = paths.first().map_or(0, |path| path.versions.len());
        let mut next = groups * 2;
        let second = (0..groups).map(|group| {
            [0, 1].map(|side| {
                let versions = paths.iter().map(|path| path.versions[group][side]);
                let second = next;
                next += usize::from(versions.max().unwrap_or(NONE));
                second
            })
        });
        RegisterAllocation { second: second.collect() }
    }

    fn number(&self, group: usize, side: usize, version: u8) -> u8 {
        let number = match version {
            NONE => group * 2 + side,
            _ => self.second[group][side] + usize::from(version) - 1,
        };
        u8::try_from(number).unwrap_or(u8::MAX)
    }
}
