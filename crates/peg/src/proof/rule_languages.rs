//! Turns pest rules into parsing expressions and computes their languages.
//!
//! The meaning of a rule depends on where it is called: white space may be allowed between its
//! parts, and the input may begin there. So a rule becomes one expression for each such context.
//! Recursive rules are written out to a depth; what they match deeper is unknown. Without a depth
//! they are an error.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use urlbnf_language::{CharacterSet, LanguageId, Limits, Reserve, Work};

use pest_meta::ast::RuleType;
use pest_meta::optimizer::OptimizedExpr;

use super::compiled;
use super::matcher::{MatchBound, PegLanguages};
use super::peg::{MOST_NESTED, PegId};
use super::transcription::{LanguageError, RuleConversionError, Transcription};
use super::{characters, first_sets};
use crate::grammar::{Grammar, ProductionId, in_any_case};

/// Whether the input begins at a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum InputStart {
    /// It does.
    Here,
    /// It does not.
    Before,
    /// It depends on the input.
    Open,
}

/// The context of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct ExpressionContext {
    /// Whether white space may occur between its parts.
    spaced: bool,
    start: InputStart,
}

/// The back edges of a depth-first search of the calls between rules. Without these calls no rule
/// recurs.
fn back_calls(transcription: &Transcription) -> HashSet<(&str, &str)> {
    let called = |rule: &str| -> Vec<&str> {
        let Some((_, expression)) = transcription.rules.get(rule) else { return Vec::new() };
        let known = |name| Some(transcription.rules.get_key_value(name)?.0.as_str());
        compiled::names(expression).filter_map(known).collect()
    };
    let (mut back, mut seen, mut open) = (HashSet::new(), HashSet::new(), HashSet::new());
    for start in transcription.names() {
        if !seen.insert(start) {
            continue;
        }
        open.insert(start);
        let mut pending = vec![(start, called(start))];
        while let Some((rule, left)) = pending.last_mut() {
            match left.pop() {
                Some(next) if open.contains(next) => drop(back.insert((*rule, next))),
                Some(next) if seen.insert(next) => {
                    open.insert(next);
                    pending.push((next, called(next)));
                }
                Some(_) => {}
                None => {
                    open.remove(rule);
                    pending.pop();
                }
            }
        }
    }
    back
}

/// The rules of a transcription, and their languages.
#[derive(Debug)]
pub struct Prover<'t> {
    transcription: &'t Transcription,
    /// The languages of the expressions.
    pub matcher: PegLanguages,
    reserve: Arc<Reserve>,
    /// Whether a query that its share does not decide is asked again with what is left.
    pub(crate) asks_again: bool,
    made: HashMap<(&'t str, ExpressionContext, Option<usize>), PegId>,
    /// The rules that count as right everywhere, with the languages that they should have.
    exact: HashMap<String, LanguageId>,
    /// The open rules, each with the depth that is left.
    open: Vec<(&'t str, Option<usize>)>,
    /// The back edges of the calls: without them no rule recurs.
    back: HashSet<(&'t str, &'t str)>,
    /// By rule: what it may begin with.
    begins: Option<HashMap<&'t str, first_sets::RuleFirstSet>>,
    /// How many more of the calls in `back` are written out; `None` if they are an error.
    left: Option<usize>,
    /// The nesting depth of the part that is being converted.
    nested: usize,
}

impl<'t> Prover<'t> {
    /// A prover for the rules of a transcription. Its queries share the total of these limits.
    pub fn new(transcription: &'t Transcription, limits: &Limits) -> Prover<'t> {
        Prover::sharing(transcription, Arc::new(Reserve::new(limits, transcription.rules.len())))
    }

    /// A prover whose queries share the work of other provers.
    pub(crate) fn sharing(transcription: &'t Transcription, reserve: Arc<Reserve>) -> Prover<'t> {
        Prover {
            transcription,
            matcher: PegLanguages::new(reserve.limits()),
            reserve,
            asks_again: true,
            made: HashMap::new(),
            exact: HashMap::new(),
            open: Vec::new(),
            back: back_calls(transcription),
            begins: None,
            left: None,
            nested: 0,
        }
    }

    /// The language of a production as printed, in the store of this prover.
    ///
    /// # Errors
    /// If it is not known.
    pub(super) fn printed_id(
        &mut self,
        grammar: &Grammar,
        id: ProductionId,
    ) -> Result<LanguageId, LanguageError> {
        self.ask(|this| {
            let language = this.printed(grammar, id)?;
            Ok(this.matcher.store.add(&language))
        })
    }

    /// From now on, these rules count as right everywhere: each matches the strings of its language, as
    /// far as what follows needs. The languages are in the store of this prover.
    pub(super) fn assume<'r>(&mut self, rules: impl IntoIterator<Item = (&'r str, LanguageId)>) {
        self.made.clear();
        self.exact.clear();
        self.exact.extend(rules.into_iter().map(|(rule, language)| (rule.to_owned(), language)));
    }

    /// Answers a query with its share of the work, or else with what is left.
    pub(super) fn ask<T>(
        &mut self,
        mut query: impl FnMut(&mut Self) -> Result<T, LanguageError>,
    ) -> Result<T, LanguageError> {
        let (reserve, asks_again) = (Arc::clone(&self.reserve), self.asks_again);
        let mut ask = |work: &mut Work| {
            self.matcher.store.allow(work.rest());
            let answer = query(self);
            work.spend(self.matcher.store.work().spent())?;
            answer
        };
        match asks_again {
            true => reserve.ask(ask),
            false => ask(&mut reserve.share()),
        }
    }

    /// The strings that a rule matches from the first byte to the last.
    ///
    /// # Errors
    /// If the rule cannot be read, or exceeds the limits.
    pub fn language(&mut self, name: &str) -> Result<LanguageId, LanguageError> {
        self.ask(|this| this.bounded(name, None, MatchBound::Certain))
    }

    /// The strings that a rule matches, for certain or possibly, where recursive calls are
    /// written out only so deep.
    pub(super) fn bounded(
        &mut self,
        name: &str,
        depth: Option<usize>,
        bound: MatchBound,
    ) -> Result<LanguageId, LanguageError> {
        let rule = self.root(name, depth, InputStart::Here)?;
        self.matcher.bounded(rule, LanguageId::EMPTY, bound)
    }

    /// The inputs of which a rule matches a beginning, for certain or possibly: wherever it is tried, or
    /// `at_start` of the input. Calls of recursive rules are written out only so deep.
    ///
    /// # Errors
    /// If the rule cannot be read, or exceeds the limits.
    pub(crate) fn beginnings(
        &mut self,
        name: &str,
        depth: usize,
        bound: MatchBound,
        at_start: bool,
    ) -> Result<LanguageId, LanguageError> {
        let start = if at_start { InputStart::Here } else { InputStart::Open };
        self.ask(|this| {
            let rule = this.root(name, Some(depth), start)?;
            this.matcher.bounded(rule, LanguageId::ALL, bound)
        })
    }

    fn root(
        &mut self,
        name: &str,
        depth: Option<usize>,
        start: InputStart,
    ) -> Result<PegId, LanguageError> {
        self.left = depth;
        (self.nested, self.open) = (0, Vec::new());
        let (name, _) = (self.transcription.rules.get_key_value(name))
            .ok_or_else(|| RuleConversionError::NoRule(name.to_owned()))?;
        self.rule(name, ExpressionContext { spaced: true, start })
    }

    fn rule(&mut self, name: &'t str, place: ExpressionContext) -> Result<PegId, LanguageError> {
        let Some((name, (modifier, expression))) = self.transcription.rules.get_key_value(name)
        else {
            return self.built_in(name, place);
        };
        if let Some(&language) = self.exact.get(name) {
            return self.matcher.pegs.exact(language, &self.matcher.store);
        }
        // White space within the white space rules would make them recursive.
        let between = matches!(name.as_str(), "WHITESPACE" | "COMMENT");
        let spaced = match modifier {
            RuleType::Atomic | RuleType::CompoundAtomic => false,
            RuleType::NonAtomic => !between,
            RuleType::Normal | RuleType::Silent => place.spaced && !between,
        };
        let place = ExpressionContext { spaced, ..place };
        let user = self.open.last().map(|&(user, _)| user);
        let is_back = user.is_some_and(|user| self.back.contains(&(user, name.as_str())));
        let left = self.left;
        if let Some(left) = left.filter(|_| is_back) {
            match left.checked_sub(1) {
                None => return self.unknown(name),
                less => self.left = less,
            }
        }
        let made = self.called(name, expression, place);
        self.left = left;
        made
    }

    /// A call of a rule that is not written out.
    fn unknown(&mut self, name: &str) -> Result<PegId, LanguageError> {
        if self.begins.is_none() {
            self.begins =
                Some(first_sets::first_sets(self.transcription, self.matcher.store.work())?);
        }
        let begins = self.begins.as_ref().and_then(|it| it.get(name));
        let PegLanguages { store, pegs, .. } = &mut self.matcher;
        let language = match begins {
            Some(&(bytes, false)) => {
                let byte = store.bytes(bytes);
                store.concat(byte, LanguageId::ALL)?
            }
            _ => LanguageId::ALL,
        };
        pegs.unknown(language)
    }

    fn called(
        &mut self,
        name: &'t str,
        expression: &'t OptimizedExpr,
        place: ExpressionContext,
    ) -> Result<PegId, LanguageError> {
        let left = self.left;
        if let Some(&made) = self.made.get(&(name, place, left)) {
            return Ok(made);
        }
        if self.open.contains(&(name, left)) {
            return Err(RuleConversionError::Recursive(name.to_owned()).into());
        }
        self.open.push((name, left));
        self.matcher.store.work().ticks(compiled::all(expression).count())?;
        let made = self.expression(expression, place)?;
        self.open.pop();
        self.made.insert((name, place, left), made);
        Ok(made)
    }

    fn expression(
        &mut self,
        expression: &OptimizedExpr,
        place: ExpressionContext,
    ) -> Result<PegId, LanguageError> {
        self.nested += 1;
        if self.nested > MOST_NESTED {
            return Err(RuleConversionError::TooDeep.into());
        }
        let made = match expression {
            OptimizedExpr::Seq(..) => self.sequence(expression, place),
            OptimizedExpr::Choice(..) => {
                let mut made = self.matcher.pegs.token(LanguageId::NONE)?;
                for alternative in compiled::alternatives(expression).into_iter().rev() {
                    let alternative = self.expression(alternative, place)?;
                    let PegLanguages { store, pegs, .. } = &mut self.matcher;
                    made = pegs.choice(alternative, made, store)?;
                }
                Ok(made)
            }
            OptimizedExpr::Opt(body) => {
                let body = self.expression(body, place)?;
                let empty = self.matcher.pegs.token(LanguageId::EMPTY)?;
                self.matcher.pegs.choice(body, empty, &mut self.matcher.store)
            }
            OptimizedExpr::Rep(body) => self.repetition(expression, body, place),
            OptimizedExpr::PosPred(body) => {
                let body = self.expression(body, place)?;
                self.matcher.pegs.ahead(body)
            }
            OptimizedExpr::NegPred(body) => {
                let body = self.expression(body, place)?;
                self.matcher.pegs.not_ahead(body)
            }
            OptimizedExpr::Ident(name) => match self.transcription.rules.get_key_value(name) {
                Some((name, _)) => self.rule(name, place),
                None => self.built_in(name, place),
            },
            OptimizedExpr::Str(text) => self.text(text, CharacterSet::from_byte),
            OptimizedExpr::Insens(text) => self.text(text, in_any_case),
            OptimizedExpr::Range(from, to) => match (from.chars().next(), to.chars().next()) {
                (Some(from), Some(to)) => {
                    let language = characters::ranges(&[(from, to)], &mut self.matcher.store)?;
                    self.matcher.pegs.token(language)
                }
                _ => Err(RuleConversionError::Unsupported(expression.to_string()).into()),
            },
            OptimizedExpr::Skip(ends) => self.skip_to(ends),
            // It only restores the stack, and no rule with a stack is read.
            OptimizedExpr::RestoreOnErr(body) => self.expression(body, place),
            OptimizedExpr::Push(_) | OptimizedExpr::PeekSlice(..) => {
                Err(RuleConversionError::Unsupported(expression.to_string()).into())
            }
        };
        self.nested -= 1;
        made
    }

    fn text(&mut self, text: &str, of: fn(u8) -> CharacterSet) -> Result<PegId, LanguageError> {
        let places: Vec<CharacterSet> = text.bytes().map(of).collect();
        let language = self.matcher.store.text(&places);
        self.matcher.pegs.token(language)
    }

    /// Characters up to one of these texts, or to the end of the input.
    fn skip_to(&mut self, ends: &[String]) -> Result<PegId, LanguageError> {
        let mut end = self.matcher.pegs.token(LanguageId::NONE)?;
        for text in ends.iter().rev() {
            let text = self.text(text, CharacterSet::from_byte)?;
            end = self.matcher.pegs.choice(text, end, &mut self.matcher.store)?;
        }
        let any = characters::ranges(&[('\0', char::MAX)], &mut self.matcher.store)?;
        let PegLanguages { store, pegs, .. } = &mut self.matcher;
        let (not, any) = (pegs.not_ahead(end)?, pegs.token(any)?);
        let round = pegs.sequence(not, any, store)?;
        pegs.repetition(round)
    }

    fn sequence(
        &mut self,
        expression: &OptimizedExpr,
        place: ExpressionContext,
    ) -> Result<PegId, LanguageError> {
        let parts = compiled::parts(expression);
        let mut made = Vec::with_capacity(parts.len());
        let mut at = place;
        for (number, part) in parts.into_iter().enumerate() {
            if number > 0 && place.spaced {
                let space = self.space(at)?;
                made.push(space);
                at = self.after(at, space);
            }
            let part = self.expression(part, at)?;
            made.push(part);
            at = self.after(at, part);
        }
        let mut all = self.matcher.pegs.token(LanguageId::EMPTY)?;
        for part in made.into_iter().rev() {
            all = self.matcher.pegs.sequence(part, all, &mut self.matcher.store)?;
        }
        Ok(all)
    }

    /// The context after an expression.
    fn after(&self, place: ExpressionContext, peg: PegId) -> ExpressionContext {
        let start = match place.start {
            _ if !self.matcher.pegs.may_take_nothing(peg) => InputStart::Before,
            InputStart::Here if self.matcher.pegs.takes_nothing(peg) => InputStart::Here,
            InputStart::Before => InputStart::Before,
            InputStart::Here | InputStart::Open => InputStart::Open,
        };
        ExpressionContext { start, ..place }
    }

    /// `a*`, with white space allowed between the rounds.
    fn repetition(
        &mut self,
        whole: &OptimizedExpr,
        body: &OptimizedExpr,
        place: ExpressionContext,
    ) -> Result<PegId, LanguageError> {
        let first = self.expression(body, place)?;
        if self.matcher.pegs.is_open(first) && self.matcher.pegs.may_take_nothing(first) {
            return self.matcher.pegs.unknown(LanguageId::ALL);
        }
        if self.matcher.pegs.may_take_nothing(first) {
            return Err(RuleConversionError::Unsupported(whole.to_string()).into());
        }
        let later = ExpressionContext { start: InputStart::Before, ..place };
        let again = match place.start {
            InputStart::Before => first,
            InputStart::Here | InputStart::Open => self.expression(body, later)?,
        };
        let space = self.space(later)?;
        let PegLanguages { store, pegs, .. } = &mut self.matcher;
        let round = pegs.sequence(space, again, store)?;
        let rounds = pegs.repetition(round)?;
        if round == first {
            return Ok(rounds);
        }
        let some = pegs.sequence(first, rounds, store)?;
        let none = pegs.token(LanguageId::EMPTY)?;
        pegs.choice(some, none, store)
    }

    /// The white space between two parts.
    fn space(&mut self, place: ExpressionContext) -> Result<PegId, LanguageError> {
        let mut any = |name: &'static str| -> Result<Option<PegId>, LanguageError> {
            let Some((name, _)) = self.transcription.rules.get_key_value(name) else {
                return Ok(None);
            };
            let rule = self.rule(name, ExpressionContext { spaced: true, ..place })?;
            if self.matcher.pegs.may_take_nothing(rule) {
                return Err(RuleConversionError::Unsupported(format!("{name}*")).into());
            }
            Ok(Some(rule))
        };
        let (white, comment) = match place.spaced {
            true => (any("WHITESPACE")?, any("COMMENT")?),
            false => (None, None),
        };
        let PegLanguages { store, pegs, .. } = &mut self.matcher;
        let whites = match white {
            Some(white) => pegs.repetition(white)?,
            None => pegs.token(LanguageId::EMPTY)?,
        };
        let Some(comment) = comment else { return Ok(whites) };
        let round = pegs.sequence(comment, whites, store)?;
        let comments = pegs.repetition(round)?;
        pegs.sequence(whites, comments, store)
    }

    /// The built-in rules of pest.
    fn built_in(&mut self, name: &str, place: ExpressionContext) -> Result<PegId, LanguageError> {
        let pegs = &mut self.matcher.pegs;
        match (name, place.start) {
            ("EOI", _) => return pegs.end(),
            ("SOI", InputStart::Here) => return pegs.token(LanguageId::EMPTY),
            ("SOI", InputStart::Before) => return pegs.token(LanguageId::NONE),
            ("SOI", InputStart::Open) => {
                let what = "SOI, where the input may begin or not".to_owned();
                return Err(RuleConversionError::Unsupported(what).into());
            }
            ("NEWLINE", _) => {
                let mut made = self.text("\r", CharacterSet::from_byte)?;
                for line_end in ["\r\n", "\n"] {
                    let line_end = self.text(line_end, CharacterSet::from_byte)?;
                    let PegLanguages { store, pegs, .. } = &mut self.matcher;
                    made = pegs.choice(line_end, made, store)?;
                }
                return Ok(made);
            }
            _ => {}
        }
        match characters::built_in_ranges(name) {
            Some(ranges) => {
                let language = characters::ranges(&ranges, &mut self.matcher.store)?;
                self.matcher.pegs.token(language)
            }
            None if super::transcription::RESERVED.contains(&name) => {
                Err(RuleConversionError::Unsupported(name.to_owned()).into())
            }
            None => Err(RuleConversionError::NoRule(name.to_owned()).into()),
        }
    }
}
