//! Compares two grammars scheme by scheme.
//!
//! The language of a scheme is that of the scheme's own production. If a grammar has none, it
//! is the language of the alternatives for any scheme, restricted to that scheme before the
//! `:`. Fragments belong to the start production and are not compared here, except where the
//! start itself accepts any scheme, as from RFC 1808 on.

use indexmap::IndexSet;

use super::plain::{self, Hosts};
use super::{Comparison, DiffError, New, Old, Roles, Which};
use crate::automaton::{Automaton, Dfa, Exceeded, Language, NotRegular, Relation};
use crate::bnf::{Grammar, ProductionId};
use crate::scheme::Schemes;

/// How a scheme changed between two grammars.
#[derive(Debug, Clone)]
pub struct SchemeChange {
    /// The scheme; `None` for the alternatives that accept any scheme.
    pub scheme: Option<String>,
    /// The productions that derive it in the old grammar.
    pub old: Covered<Old>,
    /// The productions that derive it in the new grammar.
    pub new: Covered<New>,
    /// How the new language compares with the old.
    pub relation: Relation,
    /// A plain string that is only in the new language.
    pub plain_gained: Option<Vec<u8>>,
    /// A plain string that is only in the old language.
    pub plain_lost: Option<Vec<u8>>,
    /// How each production changed among which the scheme's own production chooses, such as
    /// waisindex and waisdoc.
    pub parts: Vec<Part>,
}

/// The productions that derive the strings of a scheme: of the old grammar, of the new one, or
/// of any grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Covered<P = ProductionId> {
    /// The scheme's own production.
    Own(P),
    /// The alternatives that accept any scheme.
    Generic(Vec<P>),
    /// The grammar does not derive the scheme.
    Nothing,
}

/// A production among which that of a scheme chooses.
#[derive(Debug, Clone)]
pub struct Part {
    /// The production of the old grammar.
    pub old: Option<Old>,
    /// The production of the new grammar.
    pub new: Option<New>,
    /// How the new language compares with the old; `None` if only one grammar has the production.
    pub relation: Option<Relation>,
}

impl<P: Copy> Covered<P> {
    /// The productions.
    pub fn productions(&self) -> &[P] {
        match self {
            Covered::Own(id) => std::slice::from_ref(id),
            Covered::Generic(ids) => ids,
            Covered::Nothing => &[],
        }
    }

    /// The first production.
    fn production(&self) -> Option<P> {
        self.productions().first().copied()
    }

    fn map<Q>(&self, of: impl Fn(P) -> Q) -> Covered<Q> {
        match self {
            Covered::Own(id) => Covered::Own(of(*id)),
            Covered::Generic(ids) => Covered::Generic(ids.iter().map(|&id| of(id)).collect()),
            Covered::Nothing => Covered::Nothing,
        }
    }
}

impl Covered<Old> {
    /// The productions as ids of the old grammar.
    pub fn ids(&self) -> Covered {
        self.map(|id| id.0)
    }
}

impl Covered<New> {
    /// The productions as ids of the new grammar.
    pub fn ids(&self) -> Covered {
        self.map(|id| id.0)
    }
}

/// The productions of two grammars that have the same scheme, or accept any scheme. Texts of
/// scheme productions identify a pair better than texts of generic ones.
pub fn roles(old: &Grammar, new: &Grammar) -> Roles {
    let (old, new) = (Schemes::of(old, old.start()), Schemes::of(new, new.start()));
    let own = |scheme| Some((Old(old.production(scheme)?), New(new.production(scheme)?)));
    let mut pairs: Vec<_> = old.defined().filter_map(own).collect();
    if let ([one], [two]) = (&old.generic()[..], &new.generic()[..]) {
        pairs.push((Old(*one), New(*two)));
    }
    let telling = old.alternatives.iter().filter(|it| it.scheme.is_some());
    Roles { kind: "scheme", pairs, telling: telling.map(|it| Old(it.production)).collect() }
}

/// The schemes of either start, in the old one's order, then the generic alternatives. Empty if
/// no alternative begins with a scheme, as in grammars that are not of URLs.
pub(super) fn schemes(
    comparison: &Comparison<'_>,
    start: (Old, New),
) -> Result<Vec<SchemeChange>, DiffError> {
    let old = Schemes::of(comparison.grammar(Which::Old), start.0.0);
    let new = Schemes::of(comparison.grammar(Which::New), start.1.0);
    let named = old.defined().chain(new.defined());
    let mut names: IndexSet<Option<&str>> = named.map(Some).collect();
    let some_is_open = [&old, &new].into_iter().any(|schemes| !open(schemes).is_empty());
    if !names.is_empty() && some_is_open {
        names.insert(None);
    }
    names.into_iter().map(|it| scheme(comparison, it, &old, &new)).collect()
}

/// The strings of a scheme that a grammar derives, and the productions that derive them.
///
/// # Errors
/// If a production is not regular, or its language exceeds the limits of the grammar.
pub fn language_of_scheme(grammar: &Grammar, scheme: &str) -> Result<(Covered, Dfa), NotRegular> {
    let covered = covered(&Schemes::of(grammar, grammar.start()), Some(scheme));
    let limits = grammar.limits();
    let mut all = Dfa::none();
    for &id in covered.productions() {
        let too_large = |exceeded| NotRegular::TooLarge(id, exceeded);
        let own = Automaton::new(grammar, &Language::of(id))?.determinise().map_err(too_large)?;
        all = all.union_within(&own, limits).map_err(too_large)?;
    }
    if let Covered::Generic(_) = &covered {
        let too_large = |exceeded| NotRegular::TooLarge(grammar.start(), exceeded);
        let of_scheme = plain::of_scheme(scheme, "");
        all = all.intersection_within(&of_scheme, limits).map_err(too_large)?;
    }
    Ok((covered, all))
}

/// Compares one scheme, or the alternatives that accept any.
pub(super) fn scheme(
    comparison: &Comparison<'_>,
    scheme: Option<&str>,
    old: &Schemes,
    new: &Schemes,
) -> Result<SchemeChange, DiffError> {
    let (old, new) = (covered(old, scheme), covered(new, scheme));
    let one = language(comparison, Which::Old, &old, scheme)?;
    let two = language(comparison, Which::New, &new, scheme)?;
    let limits = comparison.limits();
    // Hosts are looked for only if the strings of the scheme's own production always have `//`.
    let name = scheme.unwrap_or("x");
    let slashes = plain::of_scheme(name, "//");
    let has_hosts = |covered: &Covered, language: &Dfa| {
        let own = matches!(covered, Covered::Own(_)) || scheme.is_none();
        Ok(own && !language.is_empty() && language.difference_within(&slashes, limits)?.is_empty())
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
    let (relation, plain_gained, plain_lost) = compared().map_err(|exceeded| {
        let named = |which, covered: &Covered| {
            covered.production().unwrap_or(comparison.grammar(which).start())
        };
        let (old, new) = (named(Which::Old, &old), named(Which::New, &new));
        comparison.too_large(Old(old), New(new), exceeded)
    })?;
    Ok(SchemeChange {
        scheme: scheme.map(str::to_owned),
        plain_gained,
        plain_lost,
        parts: parts(comparison, &old, &new)?,
        relation,
        old: old.map(Old),
        new: new.map(New),
    })
}

fn language(
    comparison: &Comparison<'_>,
    which: Which,
    covered: &Covered,
    scheme: Option<&str>,
) -> Result<Dfa, DiffError> {
    let any = comparison.language(which, covered.productions())?;
    match (covered, scheme) {
        (Covered::Generic(ids), Some(scheme)) => {
            let grammar = comparison.grammar(which);
            let own = any.intersection_within(&plain::of_scheme(scheme, ""), grammar.limits());
            let id = ids.first().copied().unwrap_or(grammar.start());
            own.map_err(|it| DiffError::Undecided(which, NotRegular::TooLarge(id, it)))
        }
        _ => Ok(any),
    }
}

fn parts(
    comparison: &Comparison<'_>,
    old: &Covered,
    new: &Covered,
) -> Result<Vec<Part>, DiffError> {
    let (Covered::Own(old), Covered::Own(new)) = (old, new) else { return Ok(Vec::new()) };
    let choices = |which, id| choices(comparison.grammar(which), id).into_iter();
    let old: Vec<Old> = choices(Which::Old, *old).map(Old).collect();
    let new: Vec<New> = choices(Which::New, *new).map(New).collect();
    let pairing = comparison.pairing();
    let mut parts = Vec::new();
    for &id in &old {
        let partner = pairing.of_old(id).filter(|partner| new.contains(partner));
        let relation = partner.map(|partner| comparison.relation(id, partner)).transpose()?;
        parts.push(Part { old: Some(id), new: partner, relation });
    }
    let is_new = |id: &New| pairing.of_new(*id).is_none_or(|partner| !old.contains(&partner));
    let added = new.iter().copied().filter(is_new);
    parts.extend(added.map(|id| Part { old: None, new: Some(id), relation: None }));
    Ok(parts)
}

/// The alternatives that accept any scheme.
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

/// The productions among which a production chooses, if it does nothing else.
fn choices(grammar: &Grammar, id: ProductionId) -> Vec<ProductionId> {
    let alternatives: Vec<_> = grammar.production(id).alternatives().collect();
    match alternatives.len() {
        0 | 1 => Vec::new(),
        _ => alternatives.into_iter().filter_map(|it| it.as_reference()).collect(),
    }
}
