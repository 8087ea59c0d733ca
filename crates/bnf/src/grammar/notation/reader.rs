//! The reader of one production: alternatives, sequences and brackets, which all notations have.
//!
//! It reads from left to right with a short lookahead, so the time is linear in the length of
//! the text. It recurses for nested brackets, so their depth is limited.

use super::super::expression::Span;
use super::super::syntax::{MOST_BRACKETS, SyntaxError, SyntaxErrorKind};
use super::cursor::TextCursor;
use super::{
    Notation, NotationExtensions, RawExpression, RawExpressionKind, RawProduction, SyntaxDeviation,
    SyntaxDeviationKind, abnf, rfc822, spaced,
};

/// Reads one production.
pub(super) struct ProductionParser<'t> {
    pub cursor: TextCursor<'t>,
    /// The places of each `/` without quotes.
    pub bare: Vec<Span>,
    /// The extensions that the file asks for.
    pub options: NotationExtensions,
    notation: Notation,
    /// Deviations from the notation that the reader accepts.
    pub notices: Vec<SyntaxDeviation>,
}

impl<'t> ProductionParser<'t> {
    pub fn new(cursor: TextCursor<'t>, notation: Notation) -> ProductionParser<'t> {
        let options = NotationExtensions::default();
        ProductionParser { cursor, bare: Vec::new(), options, notation, notices: Vec::new() }
    }

    /// Enables extensions.
    pub fn with(self, options: NotationExtensions) -> ProductionParser<'t> {
        ProductionParser { options, ..self }
    }

    /// Reads a whole rule of ABNF. Returns it with the deviations from the notation.
    pub fn rule(mut self) -> Result<(RawProduction, Vec<SyntaxDeviation>), SyntaxError> {
        let abnf::RuleHead { name, name_place, adds } = abnf::head(&mut self.cursor)?;
        if name.contains('_') {
            self.notices
                .push(SyntaxDeviation { place: name_place, kind: SyntaxDeviationKind::Underscore });
        }
        if self.cursor.next().is_none() {
            let place = self.cursor.here();
            return Err(SyntaxError { place, kind: SyntaxErrorKind::NoAlternative });
        }
        let body = self.whole()?;
        let place = Span { end: self.cursor.taken_end(), ..name_place };
        let (name, bare) = (name.to_owned(), self.bare);
        let production = RawProduction {
            name,
            name_place,
            place,
            body,
            erratum: None,
            bare,
            has_equals: false,
            adds,
        };
        Ok((production, self.notices))
    }

    /// Reads the whole right-hand side.
    fn whole(&mut self) -> Result<RawExpression, SyntaxError> {
        let body = self.choice(None, 0)?;
        match self.cursor.next() {
            Some(found) => self.cursor.wrong(found.len_utf8(), SyntaxErrorKind::Unopened(found)),
            None => Ok(body),
        }
    }

    /// Reads a whole production of another notation than ABNF.
    pub fn production(mut self, erratum: Option<String>) -> Result<RawProduction, SyntaxError> {
        let (name, name_place, has_equals) = match self.notation {
            Notation::Spaced => spaced::head(&mut self.cursor)?,
            Notation::Rfc822 | Notation::Abnf => rfc822::head(&mut self.cursor)?,
        };
        let behind = Span { start: name_place.end, end: name_place.end };
        let body = match self.cursor.next() {
            None => RawExpression { kind: RawExpressionKind::Empty, place: behind },
            Some(_) => self.whole()?,
        };
        // The place includes a closing bracket at the end.
        let place = Span { end: self.cursor.taken_end().max(body.place.end), ..name_place };
        let name = name.to_owned();
        let (bare, adds) = (self.bare, false);
        Ok(RawProduction { name, name_place, place, body, erratum, bare, has_equals, adds })
    }

    /// Reads alternatives up to the end or a closing bracket. `open` is the bracket before them.
    fn choice(&mut self, open: Option<Span>, depth: usize) -> Result<RawExpression, SyntaxError> {
        let mut alternatives = vec![self.sequence(open, depth)?];
        while let Some(found) =
            self.cursor.next().filter(|&character| self.notation.is_or(character))
        {
            let or = self.cursor.take(1);
            if found == '|' && self.notation == Notation::Abnf {
                self.notices.push(SyntaxDeviation { place: or, kind: SyntaxDeviationKind::Bar });
            }
            alternatives.push(self.sequence(Some(or), depth)?);
        }
        Ok(one_or(alternatives, RawExpressionKind::Choice))
    }

    /// Reads one alternative. `before` is the place of the bracket or operator before it.
    fn sequence(
        &mut self,
        before: Option<Span>,
        depth: usize,
    ) -> Result<RawExpression, SyntaxError> {
        let mut parts = Vec::new();
        while let Some(found) = self.cursor.next() {
            let alone = parts.is_empty() && self.notation == Notation::Spaced;
            if alone && spaced::is_alone(&self.cursor, found, depth) {
                parts.push(RawExpression::literal(
                    found.encode_utf8(&mut [0; 4]),
                    self.cursor.take(1),
                ));
                break;
            }
            if self.notation.is_or(found) || self.notation.closes(found) {
                break;
            }
            if self.notation == Notation::Abnf && !parts.is_empty() {
                let place = self.cursor.here();
                if place.start == self.cursor.taken_end() {
                    self.notices
                        .push(SyntaxDeviation { place, kind: SyntaxDeviationKind::NoBlank });
                }
            }
            parts.push(match self.notation {
                Notation::Spaced => spaced::element(self, found, depth)?,
                Notation::Rfc822 => rfc822::element(self, found, depth)?,
                Notation::Abnf => abnf::element(self, found, depth)?,
            });
        }
        if parts.is_empty() {
            return Err(self.nothing(before, depth));
        }
        let parts = match self.notation {
            // In ABNF, each quoted string stays a literal of its own.
            Notation::Abnf => parts,
            Notation::Spaced | Notation::Rfc822 => join_literals(parts),
        };
        Ok(one_or(parts, RawExpressionKind::Sequence))
    }

    /// Reads brackets with their content. Returns the content and the place of the whole.
    pub fn brackets(
        &mut self,
        close: char,
        depth: usize,
    ) -> Result<(RawExpression, Span), SyntaxError> {
        if depth == MOST_BRACKETS {
            return self.cursor.wrong(1, SyntaxErrorKind::TooManyBrackets);
        }
        let open = self.cursor.take(1);
        let body = self.choice(Some(open), depth + 1)?;
        if self.cursor.next() != Some(close) {
            let kind = SyntaxErrorKind::Unclosed { close, open };
            return Err(SyntaxError { place: self.cursor.here(), kind });
        }
        Ok((body, open.to(self.cursor.take(1))))
    }

    /// Reads an optional part: `[ x ]`.
    pub fn optional(&mut self, depth: usize) -> Result<RawExpression, SyntaxError> {
        let (body, place) = self.brackets(']', depth)?;
        Ok(RawExpression { kind: RawExpressionKind::Optional(Box::new(body)), place })
    }

    /// The error for a missing alternative.
    fn nothing(&mut self, before: Option<Span>, depth: usize) -> SyntaxError {
        let kind = match self.cursor.next() {
            Some(found) if self.notation.closes(found) && depth == 0 => {
                SyntaxErrorKind::Unopened(found)
            }
            _ => SyntaxErrorKind::NoAlternative,
        };
        let here = self.cursor.here();
        let place = if here.start == here.end { before.unwrap_or(here) } else { here };
        SyntaxError { place, kind }
    }
}

fn one_or(
    mut parts: Vec<RawExpression>,
    many: fn(Vec<RawExpression>) -> RawExpressionKind,
) -> RawExpression {
    if parts.len() == 1 {
        return parts.remove(0);
    }
    let place = parts[0].place.to(parts[parts.len() - 1].place);
    RawExpression { kind: many(parts), place }
}

/// Joins adjacent literals: `h t t p :` becomes one literal of five characters.
fn join_literals(parts: Vec<RawExpression>) -> Vec<RawExpression> {
    let mut joined: Vec<RawExpression> = Vec::new();
    for part in parts {
        if let (
            RawExpressionKind::Literal(next),
            Some(RawExpression { kind: RawExpressionKind::Literal(text), place }),
        ) = (&part.kind, joined.last_mut())
        {
            text.push_str(next);
            *place = place.to(part.place);
        } else {
            joined.push(part);
        }
    }
    joined
}
