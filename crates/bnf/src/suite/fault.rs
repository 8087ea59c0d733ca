//! Faults: what a slip of the pen, or a parser's shortcut, makes of a printed production.

use super::class::{self, Stand};
use super::kind::FaultKind;
use super::{Undecided, first_match};
use crate::automaton::Dfa;
use crate::grammar::{Expression, ExpressionKind, Grammar, Place, ProductionId};

/// One change of one production, and with it another grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What is done.
    pub kind: FaultKind,
    /// The production to which it is done.
    pub production: ProductionId,
    /// What is changed, in the grammar file.
    pub place: Place,
    /// Which of the faults of this kind in its production it is, from 1, as the parts are
    /// printed.
    pub number: usize,
    /// The byte that a class takes too, or takes no more.
    pub byte: Option<u8>,
    definition: usize,
    change: Change,
}

/// What is done to a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Change {
    /// It is gone.
    Gone,
    /// It has another body.
    Body(Expression),
    /// The choice at the end of this way is read by the first match.
    FirstMatch(Vec<usize>),
}

impl Fault {
    /// Its name, which stays the same as long as the production does:
    /// `dec-octet/drop-alternative-4`, `scheme/widen-1-by-5F`.
    pub fn id(&self, grammar: &Grammar) -> String {
        let (name, kind) = (grammar.name(self.production), self.kind.verb());
        match self.byte {
            Some(byte) => format!("{name}/{kind}-{}-by-{byte:02X}", self.number),
            None => format!("{name}/{kind}-{}", self.number),
        }
    }

    /// The strings of a start by the grammar that has the fault, and nothing else different.
    ///
    /// # Errors
    ///
    /// If that grammar is not regular, or too large.
    pub fn language(&self, grammar: &Grammar, start: ProductionId) -> Result<Dfa, Undecided> {
        match self.choice(grammar) {
            Some(choice) => first_match::language(grammar, start, choice, self.production),
            None => Ok(super::language(&self.grammar(grammar), start)?),
        }
    }

    /// The grammar that has the fault; of a first match, which no grammar has, the grammar
    /// itself.
    pub(super) fn grammar(&self, grammar: &Grammar) -> Grammar {
        let body = match &self.change {
            Change::Gone => None,
            Change::Body(body) => Some(body.clone()),
            Change::FirstMatch(_) => self.body(grammar).cloned(),
        };
        grammar.with_definition(self.production, self.definition, body)
    }

    fn body<'g>(&self, grammar: &'g Grammar) -> Option<&'g Expression> {
        let definitions = grammar.production(self.production).definitions();
        definitions.get(self.definition).map(|definition| &definition.body)
    }

    /// The choice that is read by the first match.
    pub(super) fn choice<'g>(&self, grammar: &'g Grammar) -> Option<&'g Expression> {
        let Change::FirstMatch(path) = &self.change else { return None };
        let body = self.body(grammar)?;
        path.iter().try_fold(body, |part, &next| part.parts().get(next))
    }
}

/// A part of a body, and the way to it: which part of which, from the outside.
struct Part<'e> {
    expression: &'e Expression,
    path: Vec<usize>,
    stand: Stand,
}

/// All faults of a production, in printed order. A class is widened by each of `foreign`
/// that it has not.
pub(super) fn faults(grammar: &Grammar, id: ProductionId, foreign: &[u8]) -> Vec<Fault> {
    let mut found: Vec<Fault> = Vec::new();
    let definitions = grammar.production(id).definitions();
    for (definition, it) in definitions.iter().enumerate() {
        let body = &it.body;
        let mut add = |kind: FaultKind, place, byte, change| {
            let same = |it: &&Fault| {
                it.kind == kind && it.byte == byte && (byte.is_none() || it.place != place)
            };
            let number = 1 + found.iter().filter(same).count();
            found.push(Fault { kind, production: id, place, number, byte, definition, change });
        };
        if definitions.len() > 1 {
            add(FaultKind::AlternativeDropped, body.place, None, Change::Gone);
        }
        let mut named: Vec<ProductionId> = Vec::new();
        let mut pending = vec![Part { expression: body, path: Vec::new(), stand: Stand::Alone }];
        while let Some(part) = pending.pop() {
            let Part { expression, path, stand } = &part;
            // The bytes of one value are no text that a slip could change.
            if expression.is_one_value() && expression.one_byte().is_none() {
                continue;
            }
            let mut put = |kind, place, byte, kinds: ExpressionKind| {
                let instead = Expression { kind: kinds, place: expression.place };
                add(kind, place, byte, Change::Body(replaced(body, path, instead)));
            };
            for (kind, place, instead) in changes(expression, *stand) {
                put(kind, place, None, instead);
            }
            for (kind, byte, instead) in class::changes(grammar, expression, *stand, foreign) {
                put(kind, expression.place, byte, instead);
            }
            if let Some(name) = expression.as_reference()
                && definitions.len() == 1
                && !path.is_empty()
                && !named.contains(&name)
            {
                named.push(name);
                let only = Expression { kind: ExpressionKind::Reference(name), place: body.place };
                add(FaultKind::NameForAll, expression.place, None, Change::Body(only));
            }
            if let ExpressionKind::Choice(parts) = &expression.kind
                && parts.iter().any(|part| class::single(grammar, part).is_none())
            {
                let change = Change::FirstMatch(path.clone());
                add(FaultKind::FirstMatch, expression.place, None, change);
            }
            let inner = expression.parts().iter().enumerate().rev().map(|(at, inner)| Part {
                expression: inner,
                path: [path.as_slice(), &[at]].concat(),
                stand: stand.of(grammar, expression, inner),
            });
            pending.extend(inner);
        }
    }
    found
}

/// What may be done to a part by itself, and where.
fn changes(expression: &Expression, stand: Stand) -> Vec<(FaultKind, Place, ExpressionKind)> {
    let whole = expression.place;
    match &expression.kind {
        ExpressionKind::Choice(parts) => (0..parts.len())
            .map(|at| {
                let mut left = parts.clone();
                let dropped = left.remove(at);
                (FaultKind::AlternativeDropped, dropped.place, ExpressionKind::Choice(left))
            })
            .collect(),
        ExpressionKind::Sequence(parts) => (1..parts.len())
            .map(|at| {
                let mut swapped = parts.clone();
                swapped.swap(at - 1, at);
                let place = parts[at - 1].place.to(parts[at].place);
                (FaultKind::NeighboursSwapped, place, ExpressionKind::Sequence(swapped))
            })
            .collect(),
        ExpressionKind::Optional(body) => vec![
            (FaultKind::OptionForced, whole, body.kind.clone()),
            (FaultKind::OptionRemoved, whole, ExpressionKind::Empty),
        ],
        ExpressionKind::Repetition { at_least, at_most, body } => {
            let times = |at_least: usize, at_most: Option<usize>| ExpressionKind::Repetition {
                at_least,
                at_most,
                body: body.clone(),
            };
            let fits = |least: usize| at_most.is_none_or(|most| least <= most);
            let mut found = Vec::new();
            if let Some(fewer) = at_least.checked_sub(1) {
                found.push((FaultKind::BoundMoved, whole, times(fewer, *at_most)));
            }
            if fits(at_least + 1) {
                found.push((FaultKind::BoundMoved, whole, times(at_least + 1, *at_most)));
            }
            if let Some(most) = *at_most {
                if let Some(fewer) = most.checked_sub(1).filter(|fewer| fewer >= at_least) {
                    found.push((FaultKind::BoundMoved, whole, times(*at_least, Some(fewer))));
                }
                found.push((FaultKind::BoundMoved, whole, times(*at_least, Some(most + 1))));
            } else {
                found.push((FaultKind::RepetitionOnce, whole, body.kind.clone()));
                found.push((FaultKind::RepetitionNever, whole, ExpressionKind::Empty));
            }
            found
        }
        ExpressionKind::Literal(text) if stand != Stand::Character => {
            let mut found = vec![(
                FaultKind::LiteralChanged,
                whole,
                ExpressionKind::Literal(with_another_end(text)),
            )];
            if text.bytes().any(|byte| byte.is_ascii_alphabetic()) {
                let any = ExpressionKind::AnyCase(text.clone());
                found.push((FaultKind::CaseChanged, whole, any));
            }
            found
        }
        ExpressionKind::AnyCase(text) if stand != Stand::Character => {
            let changed = ExpressionKind::AnyCase(with_another_end(text));
            let mut found = vec![(FaultKind::LiteralChanged, whole, changed)];
            if text.bytes().any(|byte| byte.is_ascii_alphabetic()) {
                let exact = ExpressionKind::Literal(text.clone());
                found.push((FaultKind::CaseChanged, whole, exact));
            }
            found
        }
        _ => Vec::new(),
    }
}

/// A literal whose last character is another: the letter `x`, or `y` where it was that.
fn with_another_end(text: &str) -> String {
    let mut changed = text.to_owned();
    let last = changed.pop();
    changed.push(if last.is_some_and(|last| last.eq_ignore_ascii_case(&'x')) { 'y' } else { 'x' });
    changed
}

/// A body, in which something else stands at one place.
fn replaced(body: &Expression, path: &[usize], instead: Expression) -> Expression {
    let mut body = body.clone();
    let mut at = Some(&mut body);
    for &next in path {
        at = at.and_then(|it| it.part_mut(next));
    }
    if let Some(at) = at {
        *at = instead;
    }
    body
}
