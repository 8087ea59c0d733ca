//! A production and all that it reaches, laid out to be written from.
//!
//! Every part that can be taken or left, and every alternative, has a number, so
//! that it is cheap to keep which were used, and to find the nearest that was not.

use crate::grammar::{CharacterSet, Expression, ExpressionKind, Grammar, Place, ProductionId};

/// A part of a printed text that a derivation uses or does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Alternative {
    /// The production in whose text it stands.
    pub production: ProductionId,
    /// Where it is.
    pub place: Place,
    /// What using it means.
    pub branch: Branch,
}

/// How a derivation can go on at a part of a text that leaves it a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Branch {
    /// It is chosen: one of several, or the whole text where there is no choice.
    Chosen,
    /// It may be left out, and is written.
    Written,
    /// It may be left out, and is.
    LeftOut,
}

/// The number of an alternative.
pub(super) type BranchId = usize;
/// The number of a part.
pub(super) type PartId = usize;

/// A part of a text.
#[derive(Debug, Clone)]
pub(super) enum Part {
    Text(Vec<u8>),
    /// Any one of these.
    Class(CharacterSet),
    Sequence(Vec<PartId>),
    Choice(Vec<(BranchId, PartId)>),
    Optional {
        written: BranchId,
        left_out: BranchId,
        body: PartId,
    },
    /// So many times; where that may be none, the branches are those of an optional part.
    Repetition {
        at_least: usize,
        at_most: Option<usize>,
        branches: Option<(BranchId, BranchId)>,
        body: PartId,
    },
    /// The text of a production.
    Name(ProductionId),
}

/// How finely a text is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Granularity {
    /// A part that is one of several characters is one class.
    Classes,
    /// A part that is one of several characters is one class; but characters that the text
    /// itself lists beside others are alternatives.
    Marks,
    /// Every character is an alternative.
    Characters,
}

/// The longest that a string can be: no such string.
pub(super) const NEVER: usize = usize::MAX;

/// Texts laid out.
#[derive(Debug)]
pub(super) struct Layout {
    pub parts: Vec<Part>,
    pub alternatives: Vec<Alternative>,
    /// The text of each production that is reached.
    bodies: Vec<Option<PartId>>,
    /// How short a string of each part can be.
    pub shortest: Vec<usize>,
    /// How many names deep the derivation of such a string is at least.
    pub depths: Vec<usize>,
}

impl Layout {
    /// Lays out a production and all that it reaches.
    pub fn of(grammar: &Grammar, start: ProductionId, granularity: Granularity) -> Layout {
        let layout = Layout {
            parts: Vec::new(),
            alternatives: Vec::new(),
            bodies: vec![None; grammar.len()],
            shortest: Vec::new(),
            depths: Vec::new(),
        };
        let mut builder = Builder { grammar, layout, granularity, production: start };
        let mut pending = vec![start];
        let mut seen = vec![false; grammar.len()];
        seen[start.index()] = true;
        while let Some(id) = pending.pop() {
            builder.production = id;
            let bodies: Vec<&Expression> = grammar.production(id).alternatives().collect();
            let body = builder.choice(&bodies);
            builder.layout.bodies[id.index()] = Some(body);
            for part in &builder.layout.parts {
                if let Part::Name(next) = part
                    && !std::mem::replace(&mut seen[next.index()], true)
                {
                    pending.push(*next);
                }
            }
        }
        let mut layout = builder.layout;
        layout.measure();
        layout
    }

    /// The text of a production.
    pub fn body(&self, id: ProductionId) -> Option<PartId> {
        self.bodies[id.index()]
    }

    /// Whether a part is always one character.
    pub fn is_character(&self, id: PartId) -> bool {
        match &self.parts[id] {
            Part::Class(_) => true,
            Part::Text(text) => text.len() == 1,
            Part::Choice(branches) => branches.iter().all(|&(_, part)| self.is_character(part)),
            _ => false,
        }
    }

    fn measure(&mut self) {
        self.shortest = vec![NEVER; self.parts.len()];
        self.depths = vec![NEVER; self.parts.len()];
        self.measure_lengths();
        self.measure_depths();
    }

    fn measure_depths(&mut self) {
        loop {
            let mut changed = false;
            for id in 0..self.parts.len() {
                let depth = self.depth(id);
                changed |= std::mem::replace(&mut self.depths[id], depth) != depth;
            }
            if !changed {
                return;
            }
        }
    }

    fn depth(&self, id: PartId) -> usize {
        match &self.parts[id] {
            Part::Class(class) if class.is_empty() => NEVER,
            Part::Text(_) | Part::Class(_) => 0,
            Part::Optional { .. } | Part::Repetition { at_least: 0, .. } => 0,
            Part::Repetition { body, .. } => self.depths[*body],
            Part::Sequence(parts) => parts.iter().map(|&part| self.depths[part]).max().unwrap_or(0),
            Part::Choice(branches) => {
                let branches = branches.iter().map(|&(_, part)| part);
                let shortest = branches.filter(|&part| self.shortest[part] == self.shortest[id]);
                shortest.map(|part| self.depths[part]).min().unwrap_or(NEVER)
            }
            Part::Name(production) => {
                self.body(*production).map_or(NEVER, |body| self.depths[body].saturating_add(1))
            }
        }
    }

    fn measure_lengths(&mut self) {
        loop {
            let mut changed = false;
            for id in 0..self.parts.len() {
                let length = self.length(id);
                changed |= std::mem::replace(&mut self.shortest[id], length) != length;
            }
            if !changed {
                return;
            }
        }
    }

    fn length(&self, id: PartId) -> usize {
        let shortest = |part: &PartId| self.shortest[*part];
        match &self.parts[id] {
            Part::Text(text) => text.len(),
            Part::Class(class) if class.is_empty() => NEVER,
            Part::Class(_) => 1,
            Part::Sequence(parts) => parts.iter().map(shortest).fold(0, usize::saturating_add),
            Part::Choice(branches) => {
                branches.iter().map(|(_, part)| shortest(part)).min().unwrap_or(NEVER)
            }
            Part::Optional { .. } => 0,
            Part::Repetition { at_least: 0, .. } => 0,
            Part::Repetition { at_least, body, .. } => shortest(body).saturating_mul(*at_least),
            Part::Name(production) => self.body(*production).map_or(NEVER, |body| shortest(&body)),
        }
    }
}

struct Builder<'g> {
    grammar: &'g Grammar,
    layout: Layout,
    granularity: Granularity,
    production: ProductionId,
}

impl Builder<'_> {
    fn part(&mut self, part: Part) -> PartId {
        self.layout.parts.push(part);
        self.layout.parts.len() - 1
    }

    fn branch(&mut self, place: Place, branch: Branch) -> BranchId {
        self.layout.alternatives.push(Alternative { production: self.production, place, branch });
        self.layout.alternatives.len() - 1
    }

    fn choice(&mut self, bodies: &[&Expression]) -> PartId {
        let branches = bodies.iter().map(|body| {
            let branch = self.branch(body.place, Branch::Chosen);
            (branch, self.expression(body))
        });
        let branches = branches.collect();
        self.part(Part::Choice(branches))
    }

    fn expression(&mut self, expression: &Expression) -> PartId {
        if let Some(class) = self.class(expression) {
            return self.part(Part::Class(class));
        }
        let place = expression.place;
        let part = match &expression.kind {
            ExpressionKind::Empty => Part::Text(Vec::new()),
            ExpressionKind::Literal(text) => Part::Text(text.as_bytes().to_vec()),
            ExpressionKind::AnyCase(text) => Part::Text(text.as_bytes().to_vec()),
            ExpressionKind::Value(characters) => Part::Class(*characters),
            ExpressionKind::Reference(id) => Part::Name(*id),
            ExpressionKind::Sequence(parts) => {
                Part::Sequence(parts.iter().map(|part| self.expression(part)).collect())
            }
            ExpressionKind::Choice(parts) => {
                return self.choice(&parts.iter().collect::<Vec<_>>());
            }
            ExpressionKind::Optional(body) => {
                let written = self.branch(body.place, Branch::Written);
                let left_out = self.branch(place, Branch::LeftOut);
                Part::Optional { written, left_out, body: self.expression(body) }
            }
            ExpressionKind::Repetition { at_most: Some(0), .. } => Part::Text(Vec::new()),
            ExpressionKind::Repetition { at_least, at_most, body } => {
                let branches = (*at_least == 0).then(|| {
                    (self.branch(body.place, Branch::Written), self.branch(place, Branch::LeftOut))
                });
                let (at_least, at_most) = (*at_least, *at_most);
                Part::Repetition { at_least, at_most, branches, body: self.expression(body) }
            }
        };
        self.part(part)
    }

    /// The characters of an expression that is laid out as one class.
    fn class(&self, expression: &Expression) -> Option<CharacterSet> {
        let class = match (&expression.kind, self.granularity) {
            (_, Granularity::Characters) => return None,
            (ExpressionKind::Reference(id), _) => self.grammar.characters(*id),
            (ExpressionKind::Choice(parts), Granularity::Classes) => {
                let character = |part: &Expression| part.one_byte().or_else(|| self.class(part));
                let join = |all: CharacterSet, part| Some(all.union(character(part)?));
                parts.iter().try_fold(CharacterSet::default(), join)?
            }
            _ => CharacterSet::default(),
        };
        (!class.is_empty()).then_some(class)
    }
}
