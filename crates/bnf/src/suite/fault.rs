//! Faults: what a slip of the pen, or a parser's shortcut, makes of a printed production.
//!
//! A rule of thousands of alternatives has as many faults. So a fault records what is changed and
//! where, and the changed rule is built only while it is needed.

use std::collections::{HashMap, HashSet};

use super::character::{self, ForeignCharacter, InsertionPosition};
use super::class::{self, ClassContext};
use super::kind::FaultKind;
use super::language::FaultLanguages;
use super::reader::InputHabit;
use super::{UndecidedReason, hex};
use crate::automaton::{AutomatonError, Dfa, Exceeded, Work};
use crate::core::Core;
use crate::grammar::{
    CharacterSet, Definition, Expression, ExpressionKind, Grammar, Production, ProductionId, Span,
};
use crate::languages::unrolled_within;

/// One change of one production, which makes another grammar; or a way of reading the whole string
/// wrongly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The kind of the change.
    pub kind: FaultKind,
    /// The production that is changed.
    pub production: ProductionId,
    /// The part of the grammar file that is changed.
    pub place: Span,
    /// The number of this fault among the faults of its kind in its production, from 1, in printed
    /// order.
    pub number: usize,
    /// The byte, number, character or habit of the change, if its kind leaves that open.
    pub detail: FaultDetail,
    pub(super) definition: usize,
    change: DefinitionMutation,
}

/// A place where faults add one byte each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FaultSite<'f> {
    /// The production, the number of its definition, and the path in that.
    pub part: (ProductionId, usize, &'f [usize]),
    /// Where a repeated class gets the byte as a foreign character; `None` if the byte is added to a
    /// class.
    spot: Option<InsertionPosition>,
}

/// The detail that the kind of a fault leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FaultDetail {
    /// Nothing.
    None,
    /// The byte that the fault adds to a class, or removes from it.
    Byte(u8),
    /// A number of repetitions.
    Times(usize),
    /// A character that does not belong to a class.
    Intruder(ForeignCharacter),
    /// A habit of reading.
    Habit(InputHabit),
}

impl FaultDetail {
    /// As a part of a fault's name, after the number: `-by-5F`.
    fn suffix(self) -> String {
        match self {
            FaultDetail::None => String::new(),
            FaultDetail::Byte(byte) => format!("-by-{byte:02X}"),
            FaultDetail::Times(times) => format!("-of-{times}"),
            FaultDetail::Intruder(ForeignCharacter { bytes, spot }) => {
                format!("-{}-by-{}", spot.name(), hex(bytes))
            }
            FaultDetail::Habit(habit) => format!("-{}", habit.name()),
        }
    }
}

/// A change of a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
enum DefinitionMutation {
    /// It is removed.
    Gone,
    /// The part at this path is changed.
    Part(Vec<usize>, ExpressionMutation),
    /// The choice at this path is read by the first match, or the optional or repeated part there
    /// takes all that it can.
    FirstMatch(Vec<usize>),
    /// The whole string is read with a habit.
    Read(InputHabit),
}

/// A change of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ExpressionMutation {
    /// It is replaced.
    Other(ExpressionKind),
    /// An optional or repeated part occurs exactly once.
    Once,
    /// It is repeated this many times.
    Times(usize, Option<usize>),
    /// The alternative of this number is removed.
    Dropped(usize),
    /// The part of this number and the one before it are swapped.
    Swapped(usize),
    /// A class has one character more.
    Wider(u8),
    /// A class has none of these letters.
    Without(CharacterSet),
    /// A class lacks one character.
    Lacking(u8),
    /// A repeated class also accepts a foreign character beside one of its own.
    Beside(ForeignCharacter),
}

impl ExpressionMutation {
    /// The changed part.
    fn apply(&self, grammar: &Grammar, part: &Expression) -> ExpressionKind {
        let inner = || match &part.kind {
            ExpressionKind::Optional(body) | ExpressionKind::Repetition { body, .. } => {
                Some(body.clone())
            }
            _ => None,
        };
        let kind = match self {
            ExpressionMutation::Other(kind) => Some(kind.clone()),
            ExpressionMutation::Once => inner().map(|body| body.kind),
            &ExpressionMutation::Times(at_least, at_most) => {
                inner().map(|body| ExpressionKind::Repetition { at_least, at_most, body })
            }
            &ExpressionMutation::Dropped(at) => {
                let mut left = part.parts().to_vec();
                left.remove(at);
                Some(ExpressionKind::Choice(left))
            }
            &ExpressionMutation::Swapped(at) => {
                let mut swapped = part.parts().to_vec();
                swapped.swap(at - 1, at);
                Some(ExpressionKind::Sequence(swapped))
            }
            &ExpressionMutation::Wider(byte) => Some(class::with(part, byte)),
            &ExpressionMutation::Without(letters) => Some(class::without(grammar, part, letters)),
            &ExpressionMutation::Lacking(byte) => {
                let nothing = ExpressionKind::Value(CharacterSet::default());
                Some(class::lacking(grammar, part, byte, 0).map_or(nothing, |rest| rest.kind))
            }
            &ExpressionMutation::Beside(intruder) => inner().map(|class| {
                let beside = intruder.beside(&class);
                let beside = Expression { kind: beside, place: part.place };
                ExpressionKind::Choice(vec![part.clone(), beside])
            }),
        };
        kind.unwrap_or_else(|| part.kind.clone())
    }
}

impl Fault {
    /// The name of the fault, which stays the same as long as the production does:
    /// `dec-octet/drop-alternative-4`, `scheme/widen-1-by-5F`.
    pub fn id(&self, grammar: &Grammar) -> String {
        let (name, kind) = (grammar.name(self.production), self.kind.verb());
        let detail = self.detail.suffix();
        match self.detail {
            FaultDetail::Habit(_) => format!("{name}/{kind}{detail}"),
            _ => format!("{name}/{kind}-{}{detail}", self.number),
        }
    }

    /// The byte that the fault adds to a class, or removes from it; `None` if it does neither.
    pub fn byte(&self) -> Option<u8> {
        match self.detail {
            FaultDetail::Byte(byte) => Some(byte),
            _ => None,
        }
    }

    /// The place where the fault adds a byte, and the byte; `None` if it adds none.
    pub(super) fn insertion(&self) -> Option<(FaultSite<'_>, u8)> {
        let DefinitionMutation::Part(path, edit) = &self.change else { return None };
        let (spot, byte) = match edit {
            ExpressionMutation::Wider(byte) => (None, *byte),
            ExpressionMutation::Beside(ForeignCharacter { bytes: [byte], spot }) => {
                (Some(*spot), *byte)
            }
            _ => return None,
        };
        Some((FaultSite { part: (self.production, self.definition, path), spot }, byte))
    }

    /// The language of a start in the grammar with this fault alone.
    ///
    /// # Errors
    /// If the faulty grammar is not regular or too large, or [`UndecidedReason::InItself`] applies.
    pub fn language(&self, grammar: &Grammar, start: ProductionId) -> Result<Dfa, UndecidedReason> {
        self.language_among(&mut FaultLanguages::new(grammar, start, None), &mut grammar.work())
    }

    /// Like [`Fault::language`], with what is known of the other productions.
    pub(super) fn language_among(
        &self,
        languages: &mut FaultLanguages<'_>,
        work: &mut Work,
    ) -> Result<Dfa, UndecidedReason> {
        let (grammar, start) = (languages.grammar, languages.start);
        self.count_copy(grammar, work)
            .map_err(|exceeded| AutomatonError::TooLarge(start, exceeded))?;
        if let DefinitionMutation::Read(habit) = self.change {
            let read = match languages.own {
                Some(own) => habit.accepted_language(own, work),
                None => habit.accepted_language(&unrolled_within(grammar, start, work)?, work),
            };
            return Ok(read.map_err(|exceeded| AutomatonError::TooLarge(start, exceeded))?);
        }
        match self.part_read(grammar) {
            Some(part) => languages.first_match(self, part, work),
            None => languages.changed(self, work),
        }
    }

    /// Counts a copy of the changed definition.
    ///
    /// # Errors
    /// If less work is left.
    pub(super) fn count_copy(&self, grammar: &Grammar, work: &mut Work) -> Result<(), Exceeded> {
        work.grow::<Expression>(grammar.production(self.production).size())
    }

    /// Counts a copy of the grammar, which is analysed again.
    ///
    /// # Errors
    /// If less work is left.
    pub(super) fn count_grammar(&self, grammar: &Grammar, work: &mut Work) -> Result<(), Exceeded> {
        work.grow::<Production>(grammar.len())?;
        work.ticks(grammar.ids().map(|id| grammar.production(id).size()).sum())
    }

    /// The habit with which the whole string is read.
    pub(super) fn habit(&self) -> Option<InputHabit> {
        match self.change {
            DefinitionMutation::Read(habit) => Some(habit),
            _ => None,
        }
    }

    /// What the text of the rule means with the fault; `None` if no text has it: a first match, or a
    /// habit of reading.
    pub(super) fn text(&self, grammar: &Grammar) -> Option<Core> {
        if matches!(self.change, DefinitionMutation::FirstMatch(_) | DefinitionMutation::Read(_)) {
            return None;
        }
        let changed = self.changed(grammar);
        let definitions = grammar.production(self.production).definitions().iter().enumerate();
        let bodies =
            definitions.filter_map(|(number, definition)| match number == self.definition {
                true => changed.as_ref(),
                false => Some(&definition.body),
            });
        Some(Core::of_bodies(grammar, bodies))
    }

    /// The grammar that has the fault; `None` if no grammar has it: a first match, or a habit of
    /// reading.
    pub fn grammar(&self, grammar: &Grammar) -> Option<Grammar> {
        let body = match self.change {
            DefinitionMutation::FirstMatch(_) | DefinitionMutation::Read(_) => return None,
            DefinitionMutation::Gone | DefinitionMutation::Part(..) => self.changed(grammar),
        };
        Some(grammar.with_definition(self.production, self.definition, body))
    }

    /// The text of the definition with the fault; none if it is removed.
    pub(super) fn changed(&self, grammar: &Grammar) -> Option<Expression> {
        match &self.change {
            DefinitionMutation::Gone => None,
            DefinitionMutation::Part(path, edit) => self.body(grammar).map(|body| {
                let part = path.iter().try_fold(body, |part, &next| part.parts().get(next));
                let part = part.unwrap_or(body);
                let kind = edit.apply(grammar, part);
                replaced(body, path, Expression { kind, place: part.place })
            }),
            DefinitionMutation::FirstMatch(_) | DefinitionMutation::Read(_) => {
                self.body(grammar).cloned()
            }
        }
    }

    fn body<'g>(&self, grammar: &'g Grammar) -> Option<&'g Expression> {
        let definitions = grammar.production(self.production).definitions();
        definitions.get(self.definition).map(|definition| &definition.body)
    }

    /// If this fault removes a character of a repeated class at a place of use: the path of the
    /// class, and a fault that replaces the repetition by all characters that it may lack, in
    /// sequence.
    pub(super) fn all_characters(&self, grammar: &Grammar) -> Option<(Vec<usize>, Fault)> {
        let DefinitionMutation::Part(path, ExpressionMutation::Lacking(_)) = &self.change else {
            return None;
        };
        let (_, around) = path.split_last()?;
        let body = self.body(grammar)?;
        let part = around.iter().try_fold(body, |part, &next| part.parts().get(next))?;
        let ExpressionKind::Repetition { at_most: None, body: class, .. } = &part.kind else {
            return None;
        };
        let one = |byte| Expression {
            kind: ExpressionKind::Value(CharacterSet::from_byte(byte)),
            place: class.place,
        };
        let all = class::representatives(class::used(grammar, class)).map(one).collect();
        let edit = ExpressionMutation::Other(ExpressionKind::Sequence(all));
        let change = DefinitionMutation::Part(around.to_vec(), edit);
        Some((path.clone(), Fault { change, ..self.clone() }))
    }

    /// The part that is read by the first match.
    fn part_read<'g>(&self, grammar: &'g Grammar) -> Option<&'g Expression> {
        let DefinitionMutation::FirstMatch(path) = &self.change else { return None };
        let body = self.body(grammar)?;
        path.iter().try_fold(body, |part, &next| part.parts().get(next))
    }
}

/// A part of a body, and the path to it: the index of a part at each level, outermost first.
struct LocatedExpression<'e> {
    expression: &'e Expression,
    path: Vec<usize>,
    context: ClassContext,
}

/// The faults of a start that read the whole string with a habit.
pub(super) fn readings(grammar: &Grammar, start: ProductionId) -> Vec<Fault> {
    let place =
        grammar.production(start).definitions().first().map(|definition| definition.body.place);
    let Some(place) = place else { return Vec::new() };
    let read = |habit| Fault {
        kind: FaultKind::Reader,
        production: start,
        place,
        number: 1,
        detail: FaultDetail::Habit(habit),
        definition: 0,
        change: DefinitionMutation::Read(habit),
    };
    InputHabit::all().map(read).collect()
}

/// All faults of a production, in printed order. A class is widened by each byte of `foreign` that
/// it lacks.
///
/// # Errors
/// If the work runs out.
pub(super) fn faults(
    grammar: &Grammar,
    id: ProductionId,
    foreign: &[u8],
    work: &mut Work,
) -> Result<Vec<Fault>, Exceeded> {
    let mut found: Vec<Fault> = Vec::new();
    // The number of faults by kind and detail, and of those at each place.
    let mut counts: HashMap<(FaultKind, FaultDetail, Option<Span>), usize> = HashMap::new();
    let definitions = grammar.production(id).definitions();
    for (definition, Definition { body, .. }) in definitions.iter().enumerate() {
        let mut add = |kind: FaultKind, place, detail, change| {
            let mut count = |place| {
                let count = counts.entry((kind, detail, place)).or_default();
                *count += 1;
                *count - 1
            };
            let all = count(None);
            let here = if detail == FaultDetail::None { 0 } else { count(Some(place)) };
            let number = 1 + all - here;
            found.push(Fault { kind, production: id, place, number, detail, definition, change });
        };
        if definitions.len() > 1 {
            add(
                FaultKind::AlternativeDropped,
                body.place,
                FaultDetail::None,
                DefinitionMutation::Gone,
            );
        } else {
            for pattern in character::patterns(grammar, id, body, work) {
                let change =
                    DefinitionMutation::Part(Vec::new(), ExpressionMutation::Other(pattern.kind));
                add(FaultKind::NumberPattern, body.place, FaultDetail::None, change);
            }
        }
        let is_unit = grammar.unit(id).is_some();
        let mut named: HashSet<ProductionId> = HashSet::new();
        let mut pending = vec![LocatedExpression {
            expression: body,
            path: Vec::new(),
            context: ClassContext::Alone,
        }];
        while let Some(part) = pending.pop() {
            let LocatedExpression { expression, path, context } = &part;
            let used = class::used(grammar, expression);
            // Each part of a choice or a sequence adds a fault, and each foreign byte may add one to a class.
            let foreign_here = if used.is_empty() { 0 } else { foreign.len() };
            work.grow::<Fault>(expression.parts().len() + foreign_here)?;
            // The bytes of one value are no text that a slip could change.
            if expression.is_one_value() && expression.one_byte().is_none() {
                continue;
            }
            let mut put = |kind, place, detail, edit| {
                add(kind, place, detail, DefinitionMutation::Part(path.clone(), edit));
            };
            for PartChange { kind, place, detail, edit } in changes(expression, *context) {
                put(kind, place, detail, edit);
            }
            let whole = expression.place;
            for (kind, byte, edit) in class::changes(grammar, expression, *context, foreign) {
                put(kind, whole, byte.map_or(FaultDetail::None, FaultDetail::Byte), edit);
            }
            // What is changed in a unit is changed wherever it is used.
            if !is_unit && *context == ClassContext::Alone && used.len() > 1 {
                if expression.as_reference().is_some() {
                    for &byte in foreign.iter().filter(|byte| !used.contains(**byte)) {
                        let edit = ExpressionMutation::Wider(byte);
                        put(FaultKind::UseWider, whole, FaultDetail::Byte(byte), edit);
                    }
                }
                for byte in class::representatives(used) {
                    let edit = ExpressionMutation::Lacking(byte);
                    put(FaultKind::UseNarrower, whole, FaultDetail::Byte(byte), edit);
                }
            }
            if let ExpressionKind::Repetition { body, .. } = &expression.kind
                && class::used(grammar, body).len() > 1
            {
                for intruder in ForeignCharacter::all() {
                    let edit = ExpressionMutation::Beside(intruder);
                    put(FaultKind::Intruder, whole, FaultDetail::Intruder(intruder), edit);
                }
            }
            if let Some(name) = expression.as_reference()
                && definitions.len() == 1
                && !path.is_empty()
                && named.insert(name)
            {
                let only = ExpressionMutation::Other(ExpressionKind::Reference(name));
                let change = DefinitionMutation::Part(Vec::new(), only);
                add(FaultKind::NameForAll, expression.place, FaultDetail::None, change);
            }
            if let ExpressionKind::Choice(parts) = &expression.kind
                && parts.iter().any(|part| class::single(grammar, part).is_none())
            {
                let change = DefinitionMutation::FirstMatch(path.clone());
                add(FaultKind::FirstMatch, expression.place, FaultDetail::None, change);
            }
            if matches!(
                expression.kind,
                ExpressionKind::Optional(_) | ExpressionKind::Repetition { .. }
            ) {
                let change = DefinitionMutation::FirstMatch(path.clone());
                add(FaultKind::GreedyMatch, expression.place, FaultDetail::None, change);
            }
            let is_class = class::class(grammar, expression).is_some();
            let inner =
                expression.parts().iter().enumerate().rev().map(|(at, inner)| LocatedExpression {
                    expression: inner,
                    path: [path.as_slice(), &[at]].concat(),
                    context: context.descend(grammar, is_class, inner),
                });
            pending.extend(inner);
        }
    }
    Ok(found)
}

/// Common upper bounds in patterns, and limits that people know.
const AT_MOST: [usize; 6] = [1, 2, 3, 63, 255, 2_048];
/// Common lower bounds.
const AT_LEAST: [usize; 2] = [2, 3];

/// A change of a part by itself, with its kind and place.
struct PartChange {
    kind: FaultKind,
    place: Span,
    detail: FaultDetail,
    edit: ExpressionMutation,
}

fn changes(expression: &Expression, context: ClassContext) -> Vec<PartChange> {
    let plain = plain_changes(expression, context).into_iter();
    let detail = FaultDetail::None;
    let plain = plain.map(|(kind, place, edit)| PartChange { kind, place, detail, edit });
    let mut found: Vec<PartChange> = plain.collect();
    let ExpressionKind::Repetition { at_least, at_most, .. } = expression.kind else {
        return found;
    };
    let mut add = |kind, times, edit| {
        let (place, detail) = (expression.place, FaultDetail::Times(times));
        found.push(PartChange { kind, place, detail, edit });
    };
    match at_most {
        None => {
            for times in AT_MOST.into_iter().filter(|&times| times > at_least) {
                let edit = ExpressionMutation::Times(at_least, Some(times));
                add(FaultKind::RepetitionBounded, times, edit);
            }
            for times in AT_LEAST.into_iter().filter(|&times| times > at_least + 1) {
                add(FaultKind::RepetitionRequired, times, ExpressionMutation::Times(times, None));
            }
        }
        Some(most) if most > at_least + 1 => {
            add(FaultKind::RepetitionRequired, most, ExpressionMutation::Times(most, Some(most)));
        }
        Some(_) => {}
    }
    found
}

/// The changes of a part by itself that have no detail.
fn plain_changes(
    expression: &Expression,
    context: ClassContext,
) -> Vec<(FaultKind, Span, ExpressionMutation)> {
    let whole = expression.place;
    match &expression.kind {
        ExpressionKind::Choice(parts) => (0..parts.len())
            .map(|at| {
                (FaultKind::AlternativeDropped, parts[at].place, ExpressionMutation::Dropped(at))
            })
            .collect(),
        ExpressionKind::Sequence(parts) => (1..parts.len())
            .map(|at| {
                let place = parts[at - 1].place.to(parts[at].place);
                (FaultKind::NeighboursSwapped, place, ExpressionMutation::Swapped(at))
            })
            .collect(),
        ExpressionKind::Optional(_) => vec![
            (FaultKind::OptionForced, whole, ExpressionMutation::Once),
            (FaultKind::OptionRemoved, whole, ExpressionMutation::Other(ExpressionKind::Empty)),
        ],
        ExpressionKind::Repetition { at_least, at_most, .. } => {
            let times = ExpressionMutation::Times;
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
                found.push((FaultKind::RepetitionOnce, whole, ExpressionMutation::Once));
                found.push((
                    FaultKind::RepetitionNever,
                    whole,
                    ExpressionMutation::Other(ExpressionKind::Empty),
                ));
            }
            found
        }
        ExpressionKind::Literal(text) if context != ClassContext::Character => {
            let mut found = vec![(
                FaultKind::LiteralChanged,
                whole,
                ExpressionMutation::Other(ExpressionKind::Literal(with_another_end(text))),
            )];
            if text.bytes().any(|byte| byte.is_ascii_alphabetic()) {
                let any = ExpressionKind::AnyCase(text.clone());
                found.push((FaultKind::CaseChanged, whole, ExpressionMutation::Other(any)));
            }
            found
        }
        ExpressionKind::AnyCase(text) if context != ClassContext::Character => {
            let changed = ExpressionKind::AnyCase(with_another_end(text));
            let mut found =
                vec![(FaultKind::LiteralChanged, whole, ExpressionMutation::Other(changed))];
            if text.bytes().any(|byte| byte.is_ascii_alphabetic()) {
                let exact = ExpressionKind::Literal(text.clone());
                found.push((FaultKind::CaseChanged, whole, ExpressionMutation::Other(exact)));
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

/// The body with the part at a path replaced.
fn replaced(body: &Expression, path: &[usize], instead: Expression) -> Expression {
    let mut body = body.clone();
    let mut at = Some(&mut body);
    for &next in path {
        at = at.and_then(|part| part.part_mut(next));
    }
    if let Some(at) = at {
        *at = instead;
    }
    body
}
