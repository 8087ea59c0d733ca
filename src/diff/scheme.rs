//! Two grammars scheme by scheme.
//!
//! What a grammar lets be written in a scheme is the language of the scheme's
//! own production. Where it has none, it is what the alternatives for any
//! scheme let be written with that scheme before the `:`. Fragments are the
//! start's affair and are not compared here.

use super::plain::{self, Hosts};
use super::{Comparison, DiffError, Which};
use crate::automaton::{Dfa, Exceeded, NotRegular, Relation};
use crate::bnf::{Grammar, ProductionId};
use crate::scheme::Schemes;

/// A scheme before and after.
#[derive(Debug, Clone)]
pub struct SchemeChange {
    /// The scheme; `None` for the alternatives that take any.
    pub scheme: Option<String>,
    /// What the old grammar derives it from.
    pub old: Covered,
    /// What the new grammar derives it from.
    pub new: Covered,
    /// How the new language lies to the old.
    pub relation: Relation,
    /// A plain string that only the new language has.
    pub plain_gained: Option<Vec<u8>>,
    /// A plain string that only the old language has.
    pub plain_lost: Option<Vec<u8>>,
    /// The same of the productions between which the scheme's own chooses: waisindex, waisdoc.
    pub parts: Vec<Part>,
}

/// What a grammar derives the strings of a scheme from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Covered {
    /// A production of the scheme's own.
    Own(ProductionId),
    /// The alternatives that take any scheme.
    Generic(Vec<ProductionId>),
    /// Nothing.
    Nothing,
}

/// One of the productions between which that of a scheme chooses.
#[derive(Debug, Clone)]
pub struct Part {
    /// The production of the old grammar.
    pub old: Option<ProductionId>,
    /// The production of the new grammar.
    pub new: Option<ProductionId>,
    /// How the new language lies to the old; `None` where there is only one of them.
    pub relation: Option<Relation>,
}

impl Covered {
    /// The production, the first of several.
    fn production(&self) -> Option<ProductionId> {
        match self {
            Covered::Own(id) => Some(*id),
            Covered::Generic(ids) => ids.first().copied(),
            Covered::Nothing => None,
        }
    }
}

impl Comparison<'_> {
    /// The schemes that either start has, in the old one's order, then the generic
    /// ones. None where no alternative begins with a scheme: what is no URL has none.
    pub(super) fn schemes(
        &self,
        start: (ProductionId, ProductionId),
    ) -> Result<Vec<SchemeChange>, DiffError> {
        let old = Schemes::of(self.old.grammar, start.0);
        let new = Schemes::of(self.new.grammar, start.1);
        let mut names: Vec<Option<&str>> = Vec::new();
        for scheme in old.defined().chain(new.defined()) {
            if !names.contains(&Some(scheme)) {
                names.push(Some(scheme));
            }
        }
        let some_is_open = [&old, &new].into_iter().any(|schemes| !open(schemes).is_empty());
        if !names.is_empty() && some_is_open {
            names.push(None);
        }
        names.into_iter().map(|scheme| self.scheme(scheme, &old, &new)).collect()
    }

    /// One scheme, or what any may be.
    pub(super) fn scheme(
        &self,
        scheme: Option<&str>,
        old: &Schemes,
        new: &Schemes,
    ) -> Result<SchemeChange, DiffError> {
        let (old, new) = (covered(old, scheme), covered(new, scheme));
        let one = self.language(Which::Old, &old, scheme)?;
        let two = self.language(Which::New, &new, scheme)?;
        let limits = &self.limits;
        // Hosts are looked for where a production of the scheme's own always has `//`.
        let name = scheme.unwrap_or("x");
        let slashes = plain::of_scheme(name, "//");
        let has_hosts = |covered: &Covered, language: &Dfa| {
            let own = matches!(covered, Covered::Own(_)) || scheme.is_none();
            Ok(own
                && !language.is_empty()
                && language.difference_within(&slashes, limits)?.is_empty())
        };
        let plain = |this: &Dfa, other: &Dfa| {
            let hosts = if has_hosts(&old, &one)? || has_hosts(&new, &two)? {
                Hosts::AfterSlashes
            } else if this.difference_within(&plain::with_an_at(), limits)?.is_empty() {
                Hosts::AfterAt
            } else {
                Hosts::Nowhere
            };
            plain::plain(&this.difference_within(other, limits)?, name, hosts, limits)
        };
        let compared = || -> Result<_, Exceeded> {
            let relation = one.relation_within(&two, limits)?;
            let gained = relation.gained().map(|_| plain(&two, &one)).transpose()?.flatten();
            let lost = relation.lost().map(|_| plain(&one, &two)).transpose()?.flatten();
            Ok((relation, gained, lost))
        };
        let too_large = |exceeded| {
            let named = |covered: &Covered, start| covered.production().unwrap_or(start);
            let starts = (self.old.grammar.start(), self.new.grammar.start());
            self.too_large(named(&old, starts.0), named(&new, starts.1), exceeded)
        };
        let (relation, plain_gained, plain_lost) = compared().map_err(too_large)?;
        Ok(SchemeChange {
            scheme: scheme.map(str::to_owned),
            plain_gained,
            plain_lost,
            parts: self.parts(&old, &new)?,
            relation,
            old,
            new,
        })
    }

    fn language(
        &self,
        which: Which,
        covered: &Covered,
        scheme: Option<&str>,
    ) -> Result<Dfa, DiffError> {
        let languages = match which {
            Which::Old => &self.old,
            Which::New => &self.new,
        };
        let refused = |error| DiffError::Undecided(which, error);
        match covered {
            Covered::Nothing => Ok(Dfa::none()),
            Covered::Own(id) => Ok((*languages.of(*id).map_err(refused)?).clone()),
            Covered::Generic(ids) => {
                let any = languages.of_any(ids).map_err(refused)?;
                let Some(scheme) = scheme else { return Ok(any) };
                let limits = languages.grammar.limits();
                let own = any.intersection_within(&plain::of_scheme(scheme, ""), limits);
                let id = covered.production().unwrap_or(languages.grammar.start());
                own.map_err(|exceeded| refused(NotRegular::TooLarge(id, exceeded)))
            }
        }
    }

    fn parts(&self, old: &Covered, new: &Covered) -> Result<Vec<Part>, DiffError> {
        let (Covered::Own(old), Covered::Own(new)) = (old, new) else { return Ok(Vec::new()) };
        let old = choices(self.old.grammar, *old);
        let new = choices(self.new.grammar, *new);
        if old.is_empty() && new.is_empty() {
            return Ok(Vec::new());
        }
        let mut parts = Vec::new();
        for &id in &old {
            let partner = self.pairing.of_old(id).filter(|partner| new.contains(partner));
            let relation = partner.map(|partner| self.relation(id, partner)).transpose()?;
            parts.push(Part { old: Some(id), new: partner, relation });
        }
        let is_new = |id: &ProductionId| {
            self.pairing.of_new(*id).is_none_or(|partner| !old.contains(&partner))
        };
        parts.extend(new.iter().copied().filter(is_new).map(|id| Part {
            old: None,
            new: Some(id),
            relation: None,
        }));
        Ok(parts)
    }
}

/// The alternatives that take any scheme.
fn open(schemes: &Schemes) -> Vec<ProductionId> {
    let open = schemes.alternatives.iter().filter(|it| it.scheme.is_none());
    open.map(|it| it.production).collect()
}

fn covered(schemes: &Schemes, scheme: Option<&str>) -> Covered {
    if let Some(own) = scheme.and_then(|scheme| schemes.production(scheme)) {
        return Covered::Own(own);
    }
    match open(schemes) {
        open if open.is_empty() => Covered::Nothing,
        open => Covered::Generic(open),
    }
}

/// The productions between which one chooses, where it does nothing else.
fn choices(grammar: &Grammar, id: ProductionId) -> Vec<ProductionId> {
    let alternatives: Vec<_> = grammar.production(id).alternatives().collect();
    match alternatives.len() {
        0 | 1 => Vec::new(),
        _ => alternatives.into_iter().filter_map(|it| it.as_reference()).collect(),
    }
}
