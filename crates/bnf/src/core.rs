//! The core expression: what the text of a rule means, without how it is printed.
//!
//! A printed expression ([`Expression`]) keeps what a reader of the document sees: literals with and
//! without case, values, options, groups. An analysis needs none of that. The core expression has
//! five kinds, and each node knows its place in the text, whether it can be empty and whether it
//! names a rule. The relation between the two is that of `ast` and `hir` in `regex-syntax`.

use urlbnf_language::CharacterSet;

use crate::grammar::{Expression, ExpressionKind, Grammar, ProductionId, Span};
use crate::graph::preorder;

/// A core expression with its place in the text of the grammar.
#[derive(Debug, Clone)]
pub(crate) struct Core {
    pub kind: CoreKind,
    pub place: Span,
    /// Whether it derives the empty string.
    pub is_nullable: bool,
    /// Whether it names a rule.
    pub has_names: bool,
}

/// The kinds of core expressions.
#[derive(Debug, Clone)]
pub(crate) enum CoreKind {
    /// One byte of each of these sets, in turn.
    Text(Vec<CharacterSet>),
    /// A rule, by its name.
    Name(ProductionId),
    /// All of these, one after the other.
    Concatenation(Vec<Core>),
    /// One of these.
    Alternation(Vec<Core>),
    /// This, at least so often and at most so often; `None` is any number of times.
    Repetition { least: usize, most: Option<usize>, body: Box<Core> },
}

impl Core {
    /// What the text of a rule means: one of the alternatives of all its definitions.
    pub fn of_rule(grammar: &Grammar, id: ProductionId) -> Core {
        Core::of_bodies(
            grammar,
            grammar.production(id).definitions().iter().map(|definition| &definition.body),
        )
    }

    /// One of the alternatives of some definitions.
    pub fn of_bodies<'e>(grammar: &Grammar, bodies: impl Iterator<Item = &'e Expression>) -> Core {
        let alternatives = bodies.flat_map(Expression::alternatives);
        let alternatives: Vec<Core> =
            alternatives.map(|alternative| Core::new(grammar, alternative)).collect();
        let place = match (alternatives.first(), alternatives.last()) {
            (Some(first), Some(last)) => first.place.to(last.place),
            _ => Span { start: 0, end: 0 },
        };
        Core::any(alternatives, place)
    }

    /// What an expression means.
    pub fn new(grammar: &Grammar, printed: &Expression) -> Core {
        let place = printed.place;
        if let Some(sets) = printed.bytes() {
            return Core::text(sets, place);
        }
        let parts = || printed.parts().iter().map(|part| Core::new(grammar, part)).collect();
        match &printed.kind {
            ExpressionKind::Reference(id) => Core {
                kind: CoreKind::Name(*id),
                place,
                is_nullable: grammar.may_be_empty()[id.index()],
                has_names: true,
            },
            ExpressionKind::Sequence(_) => Core::all(parts(), place),
            ExpressionKind::Choice(_) => Core::any(parts(), place),
            ExpressionKind::Optional(body) => {
                Core::repeated(Core::new(grammar, body), 0, Some(1), place)
            }
            ExpressionKind::Repetition { at_least, at_most, body } => {
                Core::repeated(Core::new(grammar, body), *at_least, *at_most, place)
            }
            _ => Core::text(Vec::new(), place),
        }
    }

    fn text(sets: Vec<CharacterSet>, place: Span) -> Core {
        let is_nullable = sets.is_empty();
        Core { kind: CoreKind::Text(sets), place, is_nullable, has_names: false }
    }

    /// All of some parts, one after the other; a single part is itself.
    pub fn all(parts: Vec<Core>, place: Span) -> Core {
        let is_nullable = parts.iter().all(|part| part.is_nullable);
        Core::of_parts(parts, place, is_nullable, CoreKind::Concatenation)
    }

    /// One of some alternatives; a single alternative is itself.
    pub fn any(alternatives: Vec<Core>, place: Span) -> Core {
        let is_nullable = alternatives.iter().any(|part| part.is_nullable);
        Core::of_parts(alternatives, place, is_nullable, CoreKind::Alternation)
    }

    fn of_parts(
        mut parts: Vec<Core>,
        place: Span,
        is_nullable: bool,
        kind: fn(Vec<Core>) -> CoreKind,
    ) -> Core {
        match parts.pop() {
            Some(only) if parts.is_empty() => only,
            last => {
                parts.extend(last);
                let has_names = parts.iter().any(|part| part.has_names);
                Core { kind: kind(parts), place, is_nullable, has_names }
            }
        }
    }

    fn repeated(body: Core, least: usize, most: Option<usize>, place: Span) -> Core {
        match (least, most) {
            (_, Some(0)) => Core::text(Vec::new(), place),
            (1, Some(1)) => body,
            _ => Core {
                is_nullable: least == 0 || body.is_nullable,
                has_names: body.has_names,
                kind: CoreKind::Repetition { least, most, body: Box::new(body) },
                place,
            },
        }
    }

    /// All byte sets that occur in the texts of the given rules.
    pub fn sets(
        grammar: &Grammar,
        rules: impl IntoIterator<Item = ProductionId>,
    ) -> impl Iterator<Item = CharacterSet> {
        let parts = rules.into_iter().flat_map(|id| grammar.core(id).each());
        parts
            .flat_map(|part| match &part.kind {
                CoreKind::Text(sets) => sets.as_slice(),
                _ => &[],
            })
            .copied()
    }

    /// Its direct parts.
    pub fn parts(&self) -> &[Core] {
        match &self.kind {
            CoreKind::Text(_) | CoreKind::Name(_) => &[],
            CoreKind::Concatenation(parts) | CoreKind::Alternation(parts) => parts,
            CoreKind::Repetition { body, .. } => std::slice::from_ref(body),
        }
    }

    /// The text of a left-recursive rule as a repetition, which has the same strings: `c *("+" b)` for
    /// `a = a "+" b / c`. `None` if no alternative begins with the rule, or all do.
    pub fn without_left_recursion(&self, rule: ProductionId) -> Option<Core> {
        let (first, rounds) = self.left_recursion(rule)?;
        let rounds = Core::repeated(Core::any(rounds, self.place), 0, None, self.place);
        Some(Core::all(vec![Core::any(first, self.place), rounds], self.place))
    }

    /// Whether each alternative of a left-recursive rule ends with a name and has no other name, apart
    /// from the rule itself. Then the names in a derivation by the repetition of
    /// [`without_left_recursion`](Core::without_left_recursion) show where its rounds end, and the text is
    /// ambiguous if and only if the repetition is.
    pub fn has_telling_names(&self, rule: ProductionId) -> bool {
        let ends_with_name = |part: &Core| match &part.kind {
            CoreKind::Name(_) => true,
            CoreKind::Concatenation(parts) => parts.split_last().is_some_and(|(last, others)| {
                matches!(last.kind, CoreKind::Name(_)) && !others.iter().any(|part| part.has_names)
            }),
            _ => false,
        };
        let parts = self.left_recursion(rule);
        parts.is_some_and(|(first, rounds)| first.iter().chain(&rounds).all(ends_with_name))
    }

    /// Splits the alternatives of a left-recursive rule: those that do not begin with the rule, and what
    /// follows the rule in those that begin with it. `None` if either list is empty.
    fn left_recursion(&self, rule: ProductionId) -> Option<(Vec<Core>, Vec<Core>)> {
        let CoreKind::Alternation(alternatives) = &self.kind else { return None };
        let (mut first, mut rounds) = (Vec::new(), Vec::new());
        for alternative in alternatives {
            match &alternative.kind {
                CoreKind::Concatenation(parts) if matches!(parts[0].kind, CoreKind::Name(name) if name == rule) =>
                {
                    rounds.push(Core::all(parts[1..].to_vec(), alternative.place));
                }
                _ => first.push(alternative.clone()),
            }
        }
        (!rounds.is_empty() && !first.is_empty()).then_some((first, rounds))
    }

    /// A name that a derivation of the empty string uses; `None` if there is no such derivation, or it uses
    /// no name.
    pub fn empty_name(&self) -> Option<ProductionId> {
        match self.kind {
            _ if !self.is_nullable => None,
            CoreKind::Name(id) => Some(id),
            _ => self.parts().iter().find_map(Core::empty_name),
        }
    }

    /// The set of its strings, if each is a single byte. `named` returns this set for a rule.
    pub fn one_byte(
        &self,
        named: &dyn Fn(ProductionId) -> Option<CharacterSet>,
    ) -> Option<CharacterSet> {
        match &self.kind {
            CoreKind::Text(sets) => match sets[..] {
                [set] => Some(set),
                _ => None,
            },
            CoreKind::Name(id) => named(*id),
            CoreKind::Alternation(parts) => {
                let mut sets = parts.iter().map(|part| part.one_byte(named));
                sets.try_fold(CharacterSet::EMPTY, |all, set| Some(all.union(set?)))
            }
            CoreKind::Concatenation(_) | CoreKind::Repetition { .. } => None,
        }
    }

    /// The expression in which each name for which `named` returns a set is replaced by a byte of that set.
    pub fn with_bytes(&self, named: &dyn Fn(ProductionId) -> Option<CharacterSet>) -> Core {
        let parts = |parts: &[Core]| parts.iter().map(|part| part.with_bytes(named)).collect();
        match &self.kind {
            CoreKind::Text(_) => self.clone(),
            CoreKind::Name(id) => match named(*id) {
                Some(set) => Core::text(vec![set], self.place),
                None => self.clone(),
            },
            CoreKind::Concatenation(all) => Core::all(parts(all), self.place),
            CoreKind::Alternation(all) => Core::any(parts(all), self.place),
            CoreKind::Repetition { least, most, body } => {
                Core::repeated(body.with_bytes(named), *least, *most, self.place)
            }
        }
    }

    /// Whether two expressions differ in nothing but their places.
    pub fn is_same(&self, other: &Core) -> bool {
        let (parts, others) = (self.parts(), other.parts());
        let is_same_kind = match (&self.kind, &other.kind) {
            (CoreKind::Text(one), CoreKind::Text(two)) => one == two,
            (CoreKind::Name(one), CoreKind::Name(two)) => one == two,
            (CoreKind::Concatenation(_), CoreKind::Concatenation(_))
            | (CoreKind::Alternation(_), CoreKind::Alternation(_)) => true,
            (
                CoreKind::Repetition { least, most, .. },
                CoreKind::Repetition { least: other_least, most: other_most, .. },
            ) => (least, most) == (other_least, other_most),
            _ => false,
        };
        is_same_kind
            && parts.len() == others.len()
            && parts.iter().zip(others).all(|(one, two)| one.is_same(two))
    }

    /// The expression and all its parts, in the order of the text.
    pub fn each(&self) -> impl Iterator<Item = &Core> {
        preorder(self, |part| part.parts())
    }

    /// The rules that it names, each as often as it does.
    pub fn names(&self) -> impl Iterator<Item = ProductionId> {
        self.each().filter_map(|part| match part.kind {
            CoreKind::Name(id) => Some(id),
            _ => None,
        })
    }
}
