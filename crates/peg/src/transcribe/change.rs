//! What is changed in a rule, and where.
//!
//! A change is told with the string that made it necessary, and is taken back where nothing needs
//! it. So it is known which choice is in another order, and which lookahead it is: a change keeps
//! its place. Expressions are put together with their changes, and each place then begins with the
//! way to the part that it is in.

use crate::proof::Expression;

/// How a rule differs from what is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Changed {
    /// What needs itself is a repetition.
    Repetition,
    /// The the alternatives are in another order.
    Order,
    /// Something is looked at ahead.
    Lookahead,
    /// An empty string keeps apart what pest would put together to another rule.
    Apart,
    /// A copy of a rule is used, for what follows there.
    Copy,
}

/// A change, and a shortest string that shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// How it is changed.
    pub kind: Changed,
    /// A string of the production, or of what uses it, that is lost without the change, or
    /// of which an earlier alternative takes all, or that uses a part that none uses without
    /// it; of a repetition, one that has a round.
    pub string: Vec<u8>,
    /// Of an order: the printed place of each alternative, from 0, as they stand now.
    pub order: Vec<usize>,
    /// The way to the choice or to the lookahead, as [`Expression::at`] goes it; of another
    /// change the way to what it is in.
    pub place: Vec<usize>,
}

impl Change {
    pub(super) fn new(kind: Changed, string: Vec<u8>) -> Change {
        Change { kind, string, order: Vec::new(), place: Vec::new() }
    }
}

/// An expression, with the changes in it.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub written: Expression,
    pub changes: Vec<Change>,
}

/// The way to one of so many that are in a row: they lean to the left.
fn in_row(at: usize, count: usize) -> Vec<usize> {
    let mut way = vec![0; (count - 1).saturating_sub(at)];
    way.extend((at > 0).then_some(1));
    way
}

/// The changes of parts that are in a row.
fn changes_in_row(parts: &[Piece]) -> Vec<Change> {
    let of = |(at, part): (usize, &Piece)| part.changes_within(&in_row(at, parts.len()));
    parts.iter().enumerate().flat_map(of).collect()
}

impl Piece {
    pub fn plain(written: Expression) -> Piece {
        Piece { written, changes: Vec::new() }
    }

    /// The changes, as places in what the piece is a part of.
    fn changes_within(&self, way: &[usize]) -> Vec<Change> {
        let within = |it: &Change| Change { place: [way, &it.place].concat(), ..it.clone() };
        self.changes.iter().map(within).collect()
    }

    /// One after the other.
    pub fn sequence(parts: &[Piece]) -> Piece {
        let written = Expression::sequence(parts.iter().map(|it| it.written.clone()));
        Piece { written, changes: changes_in_row(parts) }
    }

    /// The first that matches; `None` where there are none.
    pub fn choice(parts: &[Piece]) -> Option<Piece> {
        let written = Expression::choice(parts.iter().map(|it| it.written.clone()))?;
        Some(Piece { written, changes: changes_in_row(parts) })
    }

    pub fn repeated(self, at_least: usize, at_most: Option<usize>) -> Piece {
        let changes = match (at_least, at_most) {
            (1, Some(1)) => self.changes,
            _ => self.changes_within(&[0]),
        };
        Piece { written: self.written.repeated(at_least, at_most), changes }
    }

    /// A repetition of which each round begins with an empty string; another piece as it is.
    pub fn apart(self) -> Piece {
        let Expression::Repetition(round) = self.written else { return self };
        let within = |it: Change| {
            let place = it.place.strip_prefix(&[0]).unwrap_or_default().to_vec();
            Change { place, ..it }
        };
        let changes = self.changes.into_iter().map(within).collect();
        let empty = Piece::plain(Expression::String(String::new()));
        Piece::sequence(&[empty, Piece { written: *round, changes }]).repeated(0, None)
    }

    /// With a lookahead after it.
    pub fn before(&self, look: Expression, string: Vec<u8>) -> Piece {
        Piece::sequence(&[self.clone(), Piece::look(look, string)])
    }

    /// With a lookahead before it.
    pub fn behind(&self, look: Expression, string: Vec<u8>) -> Piece {
        Piece::sequence(&[Piece::look(look, string), self.clone()])
    }

    fn look(look: Expression, string: Vec<u8>) -> Piece {
        Piece { written: look, changes: vec![Change::new(Changed::Lookahead, string)] }
    }

    /// How long it is, written with all its parentheses.
    pub fn length(&self) -> usize {
        self.written.to_string().len()
    }

    /// The same without one of the changes, of an order or a lookahead: `None` for others.
    pub fn without(&self, change: usize) -> Option<Piece> {
        match self.changes.get(change)?.kind {
            Changed::Lookahead => self.without_lookahead(change),
            Changed::Order => self.as_printed(change),
            Changed::Repetition | Changed::Apart | Changed::Copy => None,
        }
    }

    /// The part beside a lookahead takes the place of both.
    fn without_lookahead(&self, change: usize) -> Option<Piece> {
        let (&own, parent) = self.changes.get(change)?.place.split_last()?;
        let Expression::Sequence(one, two) = self.written.at(parent)? else { return None };
        let other = if own == 0 { two } else { one };
        let written = self.written.clone().with(parent, other);
        let moved = |it: &Change| match it.place.strip_prefix(parent) {
            Some([_, rest @ ..]) => Change { place: [parent, rest].concat(), ..it.clone() },
            _ => it.clone(),
        };
        Some(Piece { written, changes: self.others(change).map(moved).collect() })
    }

    /// The alternatives of a choice in the order in which they are printed.
    fn as_printed(&self, change: usize) -> Option<Piece> {
        let Change { place, order, .. } = self.changes.get(change)?;
        let count = order.len();
        let way = |at: usize| [place, in_row(at, count).as_slice()].concat();
        let mut printed: Vec<usize> = (0..count).collect();
        printed.sort_by_key(|&at| order[at]);
        let alternatives = printed.iter().map(|&at| self.written.at(&way(at)).cloned());
        let choice = Expression::choice(alternatives.collect::<Option<Vec<_>>>()?);
        let written = self.written.clone().with(place, &choice.filter(|_| count > 1)?);
        let moved = |it: &Change| {
            let of = |(now, &at): (usize, &usize)| Some((now, it.place.strip_prefix(&*way(at))?));
            let place = match printed.iter().enumerate().find_map(of) {
                Some((now, rest)) => [way(now).as_slice(), rest].concat(),
                None => it.place.clone(),
            };
            Change { place, ..it.clone() }
        };
        Some(Piece { written, changes: self.others(change).map(moved).collect() })
    }

    fn others(&self, change: usize) -> impl Iterator<Item = &Change> {
        self.changes.iter().enumerate().filter(move |it| it.0 != change).map(|it| it.1)
    }
}
