//! A production's text, read with another grammar's productions.

use std::collections::HashMap;

use super::{Definition, Expression, ExpressionKind, Grammar, Production, ProductionId, unit};

impl Grammar {
    /// This grammar with productions more, whose bodies these are; they have no names.
    pub(crate) fn with_productions(&self, bodies: Vec<Expression>) -> Grammar {
        let production = |body: Expression| {
            let (place, erratum) = (body.place, None);
            let definitions = vec![Definition { body, name_place: place, place, erratum }];
            Production { name: String::new(), definitions }
        };
        let mut productions = self.productions.clone();
        productions.extend(bodies.into_iter().map(production));
        self.with(productions, self.start)
    }

    /// The same names for other productions.
    fn with(&self, productions: Vec<Production>, start: ProductionId) -> Grammar {
        let mut grammar = Grammar {
            listing: self.listing.clone(),
            reading: self.reading,
            productions,
            by_name: self.by_name.clone(),
            units: Vec::new(),
            derives: Vec::new(),
            start,
        };
        grammar.units = unit::units(&grammar);
        grammar.derives = grammar.derivable();
        grammar
    }

    /// This grammar with one production more, its start: the text of `id` in
    /// `other`, in which a name means the production of this grammar that
    /// `partner` knows for it. Its own name means itself; names without a
    /// partner are brought over with their own texts, read in the same way.
    pub fn graft(
        &self,
        other: &Grammar,
        id: ProductionId,
        partner: impl Fn(ProductionId) -> Option<ProductionId>,
    ) -> Grammar {
        let mut graft = Graft { productions: self.productions.clone(), brought: HashMap::new() };
        let start = graft.bring(other, id);
        let mut pending = vec![id];
        while let Some(next) = pending.pop() {
            let at = graft.brought[&next];
            for definition in other.production(next).definitions() {
                for (named, _) in definition.body.references() {
                    if graft.brought.contains_key(&named) {
                        continue;
                    }
                    match partner(named) {
                        Some(partner) => {
                            graft.brought.insert(named, partner);
                        }
                        None => {
                            graft.bring(other, named);
                            pending.push(named);
                        }
                    }
                }
                let body = graft.expression(&definition.body);
                let definition = Definition { body, ..definition.clone() };
                graft.productions[at.index()].definitions.push(definition);
            }
        }
        self.with(graft.productions, start)
    }
}

struct Graft {
    productions: Vec<Production>,
    /// What each name of the other grammar means in this one.
    brought: HashMap<ProductionId, ProductionId>,
}

impl Graft {
    fn bring(&mut self, other: &Grammar, id: ProductionId) -> ProductionId {
        let name = other.name(id).to_owned();
        let new = ProductionId(u16::try_from(self.productions.len()).unwrap_or(u16::MAX));
        self.productions.push(Production { name, definitions: Vec::new() });
        self.brought.insert(id, new);
        new
    }

    fn expression(&self, expression: &Expression) -> Expression {
        let all = |parts: &[Expression]| parts.iter().map(|part| self.expression(part)).collect();
        let kind = match &expression.kind {
            ExpressionKind::Reference(id) => ExpressionKind::Reference(self.brought[id]),
            ExpressionKind::Sequence(parts) => ExpressionKind::Sequence(all(parts)),
            ExpressionKind::Choice(parts) => ExpressionKind::Choice(all(parts)),
            ExpressionKind::Optional(body) => {
                ExpressionKind::Optional(Box::new(self.expression(body)))
            }
            ExpressionKind::Repetition { at_least, body } => ExpressionKind::Repetition {
                at_least: *at_least,
                body: Box::new(self.expression(body)),
            },
            other => other.clone(),
        };
        Expression { kind, place: expression.place }
    }
}
