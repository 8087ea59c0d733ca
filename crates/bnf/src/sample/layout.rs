//! A production and everything it reaches, prepared for writing strings.
//!
//! Every alternative, and every choice to write or omit an optional part, has a number. So it is
//! cheap to record which were used, and to find the nearest unused one.

use crate::grammar::{CharacterSet, Expression, ExpressionKind, Grammar, ProductionId, Span};

/// A part of a printed text that a derivation may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CoverageBranch {
    /// The production that contains it.
    pub production: ProductionId,
    /// The place in the text.
    pub place: Span,
    /// The branch that a derivation takes there.
    pub branch: BranchKind,
}

/// A branch that a derivation can take at a part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BranchKind {
    /// The alternative is chosen: one of several, or the only one.
    Chosen,
    /// The optional part is written.
    Written,
    /// The optional part is omitted.
    LeftOut,
}

/// The number of an alternative.
pub(super) type BranchId = usize;
/// The number of a part.
pub(super) type GeneratorPartId = usize;

/// A part of a text.
#[derive(Debug, Clone)]
pub(super) enum GeneratorPart {
    Text(Vec<u8>),
    /// Any one of these characters.
    Class(CharacterSet),
    Sequence(Vec<GeneratorPartId>),
    Choice(Vec<(BranchId, GeneratorPartId)>),
    Optional {
        written: BranchId,
        left_out: BranchId,
        body: GeneratorPartId,
    },
    /// A repetition. If it may be empty, it has the branches of an optional part.
    Repetition {
        at_least: usize,
        at_most: Option<usize>,
        branches: Option<(BranchId, BranchId)>,
        body: GeneratorPartId,
    },
    /// The text of a production.
    Name(ProductionId),
}

/// How finely characters are distinguished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CharacterGranularity {
    /// A part that is one of several characters is a class.
    Classes,
    /// The same, but characters that a text lists beside other alternatives are alternatives.
    Marks,
    /// Every character is an alternative.
    Characters,
}

/// The length of the shortest string of a part that has no string.
pub(super) const NEVER: usize = usize::MAX;

/// The prepared texts.
#[derive(Debug)]
pub(super) struct GeneratorLayout {
    pub parts: Vec<GeneratorPart>,
    pub alternatives: Vec<CoverageBranch>,
    /// The text of each reachable production.
    bodies: Vec<Option<GeneratorPartId>>,
    /// By part: the length of its shortest string, in bytes.
    pub shortest: Vec<usize>,
    /// By part: the smallest nesting of names in a derivation of such a string.
    pub depths: Vec<usize>,
    /// The parts, each after those of which it is made, unless those are made of it.
    pub order: Vec<GeneratorPartId>,
}

impl GeneratorLayout {
    /// Prepares a production and everything it reaches.
    pub fn new(
        grammar: &Grammar,
        start: ProductionId,
        granularity: CharacterGranularity,
    ) -> GeneratorLayout {
        let layout = GeneratorLayout {
            parts: Vec::new(),
            alternatives: Vec::new(),
            bodies: vec![None; grammar.len()],
            shortest: Vec::new(),
            depths: Vec::new(),
            order: Vec::new(),
        };
        let mut builder =
            GeneratorLayoutBuilder { grammar, layout, granularity, production: start };
        let mut pending = vec![start];
        let mut seen = vec![false; grammar.len()];
        seen[start.index()] = true;
        while let Some(id) = pending.pop() {
            builder.production = id;
            let known = builder.layout.parts.len();
            let production = grammar.production(id);
            builder.layout.parts.reserve(production.size());
            let bodies: Vec<&Expression> = production.alternatives().collect();
            let body = builder.choice(&bodies);
            builder.layout.bodies[id.index()] = Some(body);
            for part in &builder.layout.parts[known..] {
                if let GeneratorPart::Name(next) = part
                    && !std::mem::replace(&mut seen[next.index()], true)
                {
                    pending.push(*next);
                }
            }
        }
        let mut layout = builder.layout;
        layout.put_in_order();
        layout.measure(GeneratorLayout::length, |layout| &mut layout.shortest);
        layout.measure(GeneratorLayout::depth, |layout| &mut layout.depths);
        layout
    }

    /// The text of a production; `None` if it is not reachable.
    pub fn body(&self, id: ProductionId) -> Option<GeneratorPartId> {
        self.bodies[id.index()]
    }

    /// Whether every string of a part is one character.
    pub fn is_character(&self, id: GeneratorPartId) -> bool {
        match &self.parts[id] {
            GeneratorPart::Class(_) => true,
            GeneratorPart::Text(text) => text.len() == 1,
            GeneratorPart::Choice(branches) => {
                branches.iter().all(|&(_, part)| self.is_character(part))
            }
            _ => false,
        }
    }

    fn made_of(&self, id: GeneratorPartId) -> Vec<GeneratorPartId> {
        match &self.parts[id] {
            GeneratorPart::Text(_) | GeneratorPart::Class(_) => Vec::new(),
            GeneratorPart::Sequence(parts) => parts.clone(),
            GeneratorPart::Choice(branches) => branches.iter().map(|&(_, part)| part).collect(),
            GeneratorPart::Optional { body, .. } | GeneratorPart::Repetition { body, .. } => {
                vec![*body]
            }
            GeneratorPart::Name(production) => self.body(*production).into_iter().collect(),
        }
    }

    fn put_in_order(&mut self) {
        let mut seen = vec![false; self.parts.len()];
        for root in 0..self.parts.len() {
            let mut open = vec![(root, None)];
            while let Some((id, left)) = open.last_mut() {
                let id = *id;
                if left.is_none() && std::mem::replace(&mut seen[id], true) {
                    open.pop();
                    continue;
                }
                match left.get_or_insert_with(|| self.made_of(id)).pop() {
                    Some(next) => open.push((next, None)),
                    None => {
                        self.order.push(id);
                        open.pop();
                    }
                }
            }
        }
    }

    /// Finds a value of each part, until none changes.
    fn measure(
        &mut self,
        value: fn(&GeneratorLayout, GeneratorPartId) -> usize,
        values: fn(&mut GeneratorLayout) -> &mut Vec<usize>,
    ) {
        *values(self) = vec![NEVER; self.parts.len()];
        loop {
            let mut changed = false;
            for at in 0..self.parts.len() {
                let id = self.order[at];
                let new = value(self, id);
                changed |= std::mem::replace(&mut values(self)[id], new) != new;
            }
            if !changed {
                return;
            }
        }
    }

    fn depth(&self, id: GeneratorPartId) -> usize {
        match &self.parts[id] {
            GeneratorPart::Class(class) if class.is_empty() => NEVER,
            GeneratorPart::Text(_) | GeneratorPart::Class(_) => 0,
            GeneratorPart::Optional { .. } | GeneratorPart::Repetition { at_least: 0, .. } => 0,
            GeneratorPart::Repetition { body, .. } => self.depths[*body],
            GeneratorPart::Sequence(parts) => {
                parts.iter().map(|&part| self.depths[part]).max().unwrap_or(0)
            }
            GeneratorPart::Choice(branches) => {
                let branches = branches.iter().map(|&(_, part)| part);
                let shortest = branches.filter(|&part| self.shortest[part] == self.shortest[id]);
                shortest.map(|part| self.depths[part]).min().unwrap_or(NEVER)
            }
            GeneratorPart::Name(production) => {
                self.body(*production).map_or(NEVER, |body| self.depths[body].saturating_add(1))
            }
        }
    }

    fn length(&self, id: GeneratorPartId) -> usize {
        let shortest = |part: &GeneratorPartId| self.shortest[*part];
        match &self.parts[id] {
            GeneratorPart::Text(text) => text.len(),
            GeneratorPart::Class(class) if class.is_empty() => NEVER,
            GeneratorPart::Class(_) => 1,
            GeneratorPart::Sequence(parts) => {
                parts.iter().map(shortest).fold(0, usize::saturating_add)
            }
            GeneratorPart::Choice(branches) => {
                branches.iter().map(|(_, part)| shortest(part)).min().unwrap_or(NEVER)
            }
            GeneratorPart::Optional { .. } => 0,
            GeneratorPart::Repetition { at_least: 0, .. } => 0,
            GeneratorPart::Repetition { at_least, body, .. } => {
                shortest(body).saturating_mul(*at_least)
            }
            GeneratorPart::Name(production) => {
                self.body(*production).map_or(NEVER, |body| shortest(&body))
            }
        }
    }
}

struct GeneratorLayoutBuilder<'g> {
    grammar: &'g Grammar,
    layout: GeneratorLayout,
    granularity: CharacterGranularity,
    production: ProductionId,
}

impl GeneratorLayoutBuilder<'_> {
    fn part(&mut self, part: GeneratorPart) -> GeneratorPartId {
        self.layout.parts.push(part);
        self.layout.parts.len() - 1
    }

    fn branch(&mut self, place: Span, branch: BranchKind) -> BranchId {
        self.layout.alternatives.push(CoverageBranch {
            production: self.production,
            place,
            branch,
        });
        self.layout.alternatives.len() - 1
    }

    fn choice(&mut self, bodies: &[&Expression]) -> GeneratorPartId {
        let branches = bodies.iter().map(|body| {
            let branch = self.branch(body.place, BranchKind::Chosen);
            (branch, self.expression(body))
        });
        let branches = branches.collect();
        self.part(GeneratorPart::Choice(branches))
    }

    fn expression(&mut self, expression: &Expression) -> GeneratorPartId {
        if let Some(class) = self.class(expression) {
            return self.part(GeneratorPart::Class(class));
        }
        let place = expression.place;
        let part = match &expression.kind {
            ExpressionKind::Empty => GeneratorPart::Text(Vec::new()),
            ExpressionKind::Literal(text) => GeneratorPart::Text(text.as_bytes().to_vec()),
            ExpressionKind::AnyCase(text) => GeneratorPart::Text(text.as_bytes().to_vec()),
            ExpressionKind::Value(characters) => GeneratorPart::Class(*characters),
            ExpressionKind::Reference(id) => GeneratorPart::Name(*id),
            ExpressionKind::Sequence(parts) => {
                GeneratorPart::Sequence(parts.iter().map(|part| self.expression(part)).collect())
            }
            ExpressionKind::Choice(parts) => {
                return self.choice(&parts.iter().collect::<Vec<_>>());
            }
            ExpressionKind::Optional(body) => {
                let written = self.branch(body.place, BranchKind::Written);
                let left_out = self.branch(place, BranchKind::LeftOut);
                GeneratorPart::Optional { written, left_out, body: self.expression(body) }
            }
            ExpressionKind::Repetition { at_most: Some(0), .. } => GeneratorPart::Text(Vec::new()),
            ExpressionKind::Repetition { at_least, at_most, body } => {
                let branches = (*at_least == 0).then(|| {
                    (
                        self.branch(body.place, BranchKind::Written),
                        self.branch(place, BranchKind::LeftOut),
                    )
                });
                let (at_least, at_most) = (*at_least, *at_most);
                GeneratorPart::Repetition {
                    at_least,
                    at_most,
                    branches,
                    body: self.expression(body),
                }
            }
        };
        self.part(part)
    }

    /// The characters of an expression that is one class; `None` if it is not.
    fn class(&self, expression: &Expression) -> Option<CharacterSet> {
        let class = match (&expression.kind, self.granularity) {
            (_, CharacterGranularity::Characters) => return None,
            (ExpressionKind::Reference(id), _) => self.grammar.characters(*id),
            (ExpressionKind::Choice(parts), CharacterGranularity::Classes) => {
                let character = |part: &Expression| part.one_byte().or_else(|| self.class(part));
                let join = |all: CharacterSet, part| Some(all.union(character(part)?));
                parts.iter().try_fold(CharacterSet::default(), join)?
            }
            _ => CharacterSet::default(),
        };
        (!class.is_empty()).then_some(class)
    }
}
