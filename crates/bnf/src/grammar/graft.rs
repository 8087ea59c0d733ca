//! Grammars derived from others by replacing or adding texts of productions.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use super::{
    Definition, Expression, ExpressionKind, Grammar, GrammarAnalyses, MOST_NAMES, Production,
    ProductionId,
};

impl Grammar {
    /// This grammar with additional, unnamed productions that have these bodies.
    pub(crate) fn with_productions(&self, bodies: Vec<Expression>) -> Grammar {
        let production = |body: Expression| {
            let (place, erratum) = (body.place, None);
            let definitions =
                vec![Definition { body, name_place: place, place, erratum, adds: false }];
            Arc::new(Production::new(String::new(), definitions))
        };
        let mut productions = self.productions.clone();
        productions.extend(bodies.into_iter().map(production));
        // Nothing names the additional productions, so they recur nowhere.
        Grammar { recursion: self.recursion.clone(), ..self.with(productions) }
    }

    /// This grammar with one definition replaced, or removed if there is no new body.
    pub(crate) fn with_definition(
        &self,
        id: ProductionId,
        definition: usize,
        body: Option<Expression>,
    ) -> Grammar {
        let mut productions = self.productions.clone();
        let before = &self.productions[id.index()];
        let mut definitions = before.definitions.clone();
        match (body, definitions.get_mut(definition)) {
            (Some(body), Some(definition)) => definition.body = body,
            (None, Some(_)) => drop(definitions.remove(definition)),
            (_, None) => {}
        }
        productions[id.index()] = Arc::new(before.defined_by(definitions));
        self.with(productions)
    }

    /// This grammar's names and settings with other productions.
    fn with(&self, productions: Vec<Arc<Production>>) -> Grammar {
        Grammar {
            listing: Arc::clone(&self.listing),
            reading: self.reading,
            productions,
            by_name: Arc::clone(&self.by_name),
            collected: Arc::clone(&self.collected),
            starts: self.starts.clone(),
            nesting: self.nesting,
            analyses: GrammarAnalyses::default(),
            recursion: OnceLock::new(),
            start: self.start,
            limits: self.limits,
        }
    }

    /// This grammar, in which some productions take over texts from `other`. Each pair is a
    /// production of `other` and the production of this grammar that takes its text. Names in
    /// these texts mean the productions of this grammar that `partner` returns. Names without a
    /// partner are added to this grammar, and their texts are taken over in the same way. The
    /// productions of this grammar keep their numbers. Returns `None` if there would be too many
    /// names.
    pub(crate) fn with_texts_of(
        &self,
        other: &Grammar,
        pairs: &[(ProductionId, ProductionId)],
        partner: impl Fn(ProductionId) -> Option<ProductionId>,
    ) -> Option<Grammar> {
        let mut graft =
            GrammarMerger { productions: self.productions.clone(), brought: HashMap::new() };
        for &(theirs, own) in pairs {
            graft.brought.insert(theirs, own);
        }
        // A production can take over the texts of several.
        let mut texts: BTreeMap<ProductionId, Vec<Definition>> =
            pairs.iter().map(|&(_, own)| (own, Vec::new())).collect();
        let mut pending: Vec<ProductionId> = pairs.iter().map(|&(theirs, _)| theirs).collect();
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
                texts.entry(at).or_default().push(definition);
            }
        }
        for (id, definitions) in texts {
            let production = &mut graft.productions[id.index()];
            *production = Arc::new(production.defined_by(definitions));
        }
        let fits = graft.productions.len() <= MOST_NAMES;
        fits.then(|| self.with(graft.productions))
    }
}

struct GrammarMerger {
    productions: Vec<Arc<Production>>,
    /// The production of this grammar for each name of the other.
    brought: HashMap<ProductionId, ProductionId>,
}

impl GrammarMerger {
    fn bring(&mut self, other: &Grammar, id: ProductionId) {
        let name = other.name(id).to_owned();
        let new = ProductionId(u16::try_from(self.productions.len()).unwrap_or(u16::MAX));
        self.productions.push(Arc::new(Production::new(name, Vec::new())));
        self.brought.insert(id, new);
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
            ExpressionKind::Repetition { at_least, at_most, body } => ExpressionKind::Repetition {
                at_least: *at_least,
                at_most: *at_most,
                body: Box::new(self.expression(body)),
            },
            other => other.clone(),
        };
        Expression { kind, place: expression.place }
    }
}
