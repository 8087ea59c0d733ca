//! Compares two grammars scheme by scheme.
//!
//! The language of a scheme is that of the scheme's own production. If a grammar has none, it
//! is the language of the alternatives for any scheme, restricted to that scheme before the
//! `:`. Fragments belong to the start production and are not compared here, except where the
//! start itself accepts any scheme, as from RFC 1808 on.

use indexmap::IndexSet;

use super::plain::{self, HostPosition};
use super::{DiffError, DiffSide, GrammarComparison, NewProduction, OldProduction, PairingHints};
use crate::automaton::{Automaton, AutomatonError, Dfa, Exceeded, LanguageSpec, Relation, Work};
use crate::bnf::{Grammar, ProductionId};
use crate::scheme::SchemeAlternatives;

/// How a scheme changed between two grammars.
#[derive(Debug, Clone)]
pub struct SchemeChange {
    /// The scheme; `None` for the alternatives that accept any scheme.
    pub scheme: Option<String>,
    /// The productions that derive it in the old grammar.
    pub old: SchemeCoverage<OldProduction>,
    /// The productions that derive it in the new grammar.
    pub new: SchemeCoverage<NewProduction>,
    /// How the new language compares with the old.
    pub relation: Relation,
    /// A plain string that is only in the new language.
    pub plain_gained: Option<Vec<u8>>,
    /// A plain string that is only in the old language.
    pub plain_lost: Option<Vec<u8>>,
    /// The changes of the productions among which the scheme's own production chooses, such as
    /// waisindex and waisdoc.
    pub parts: Vec<SubproductionChange>,
}

/// The productions that derive the strings of a scheme: of the old grammar, of the new one, or
/// of any grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemeCoverage<P = ProductionId> {
    /// The scheme's own production.
    Own(P),
    /// The alternatives that accept any scheme.
    Generic(Vec<P>),
    /// The grammar does not derive the scheme.
    Nothing,
}

/// The change of one production among which that of a scheme chooses.
#[derive(Debug, Clone)]
pub struct SubproductionChange {
    /// The production of the old grammar.
    pub old: Option<OldProduction>,
    /// The production of the new grammar.
    pub new: Option<NewProduction>,
    /// How the new language compares with the old; `None` if only one grammar has the production.
    pub relation: Option<Relation>,
}

impl<P: Copy> SchemeCoverage<P> {
    /// The productions.
    pub fn productions(&self) -> &[P] {
        match self {
            SchemeCoverage::Own(id) => std::slice::from_ref(id),
            SchemeCoverage::Generic(ids) => ids,
            SchemeCoverage::Nothing => &[],
        }
    }

    /// The first production.
    fn production(&self) -> Option<P> {
        self.productions().first().copied()
    }

    fn map<Q>(&self, of: impl Fn(P) -> Q) -> SchemeCoverage<Q> {
        match self {
            SchemeCoverage::Own(id) => SchemeCoverage::Own(of(*id)),
            SchemeCoverage::Generic(ids) => {
                SchemeCoverage::Generic(ids.iter().map(|&id| of(id)).collect())
            }
            SchemeCoverage::Nothing => SchemeCoverage::Nothing,
        }
    }
}

impl SchemeCoverage<OldProduction> {
    /// The productions as ids of the old grammar.
    pub fn ids(&self) -> SchemeCoverage {
        self.map(|id| id.0)
    }
}

impl SchemeCoverage<NewProduction> {
    /// The productions as ids of the new grammar.
    pub fn ids(&self) -> SchemeCoverage {
        self.map(|id| id.0)
    }
}

/// The productions of two grammars that have the same scheme, or accept any scheme. Texts of
/// scheme productions identify a pair better than texts of generic ones.
pub fn roles(old: &Grammar, new: &Grammar) -> PairingHints {
    let (old, new) = (
        SchemeAlternatives::from_start(old, old.start()),
        SchemeAlternatives::from_start(new, new.start()),
    );
    let own = |scheme| {
        Some((OldProduction(old.production(scheme)?), NewProduction(new.production(scheme)?)))
    };
    let mut pairs: Vec<_> = old.defined().filter_map(own).collect();
    if let ([one], [two]) = (&old.generic()[..], &new.generic()[..]) {
        pairs.push((OldProduction(*one), NewProduction(*two)));
    }
    let of_schemes = old.alternatives.iter().filter(|alternative| alternative.scheme.is_some());
    PairingHints {
        kind: "scheme",
        pairs,
        compared_first: of_schemes
            .map(|alternative| OldProduction(alternative.production))
            .collect(),
    }
}

/// A scheme whose change is not decided, and why; without a name, any scheme.
pub(super) type UndecidedScheme = (Option<String>, DiffError);

/// The schemes of either start, in the old one's order, then the generic alternatives. Empty if
/// no alternative begins with a scheme, as in grammars that are not of URLs.
pub(super) fn schemes(
    comparison: &GrammarComparison<'_>,
    start: (OldProduction, NewProduction),
) -> (Vec<SchemeChange>, Vec<UndecidedScheme>) {
    let old = SchemeAlternatives::from_start(comparison.grammar(DiffSide::Old), start.0.0);
    let new = SchemeAlternatives::from_start(comparison.grammar(DiffSide::New), start.1.0);
    let named = old.defined().chain(new.defined());
    let mut names: IndexSet<Option<&str>> = named.map(Some).collect();
    let some_is_open = [&old, &new].into_iter().any(|schemes| !open(schemes).is_empty());
    if !names.is_empty() && some_is_open {
        names.insert(None);
    }
    let (mut changes, mut undecided) = (Vec::new(), Vec::new());
    for name in names {
        match scheme(comparison, name, &old, &new) {
            Ok(change) => changes.push(change),
            Err(error) => undecided.push((name.map(str::to_owned), error)),
        }
    }
    (changes, undecided)
}

/// The strings of a scheme that a grammar derives, and the productions that derive them.
///
/// # Errors
/// If a production is not regular, or its language exceeds the limits of the grammar.
pub fn language_of_scheme(
    grammar: &Grammar,
    scheme: &str,
) -> Result<(SchemeCoverage, Dfa), AutomatonError> {
    let covered = covered(&SchemeAlternatives::from_start(grammar, grammar.start()), Some(scheme));
    let work = &mut grammar.work();
    let mut all = Dfa::none();
    for &id in covered.productions() {
        let too_large = |exceeded| AutomatonError::TooLarge(id, exceeded);
        let own = Automaton::within(grammar, &LanguageSpec::from_production(id), work)?
            .determinise(work)
            .map_err(too_large)?;
        all = all.union(&own, work).map_err(too_large)?;
    }
    if let SchemeCoverage::Generic(_) = &covered {
        let too_large = |exceeded| AutomatonError::TooLarge(grammar.start(), exceeded);
        let of_scheme = plain::of_scheme(scheme, "");
        all = all.intersection(&of_scheme, work).map_err(too_large)?;
    }
    Ok((covered, all))
}

/// Compares one scheme, or the alternatives that accept any.
pub(super) fn scheme(
    comparison: &GrammarComparison<'_>,
    scheme: Option<&str>,
    old: &SchemeAlternatives,
    new: &SchemeAlternatives,
) -> Result<SchemeChange, DiffError> {
    let (old, new) = (covered(old, scheme), covered(new, scheme));
    let one = language(comparison, DiffSide::Old, &old, scheme)?;
    let two = language(comparison, DiffSide::New, &new, scheme)?;
    // Hosts are looked for only if the strings of the scheme's own production always have `//`.
    let name = scheme.unwrap_or("x");
    let slashes = plain::of_scheme(name, "//");
    let has_hosts = |covered: &SchemeCoverage, language: &Dfa, work: &mut Work| {
        let own = matches!(covered, SchemeCoverage::Own(_)) || scheme.is_none();
        Ok(own && !language.is_empty() && language.difference(&slashes, work)?.is_empty())
    };
    let plain = |this: &Dfa, other: &Dfa, work: &mut Work| {
        let hosts = if has_hosts(&old, &one, work)? || has_hosts(&new, &two, work)? {
            HostPosition::AfterSlashes
        } else if this.difference(&plain::with_an_at(), work)?.is_empty() {
            HostPosition::AfterAt
        } else {
            HostPosition::Nowhere
        };
        plain::plain(&this.difference(other, work)?, name, hosts, work)
    };
    let compared = comparison.reserve().ask(|work| -> Result<_, Exceeded> {
        let relation = one.relation(&two, work)?;
        let gained = relation.gained().map(|_| plain(&two, &one, work)).transpose()?.flatten();
        let lost = relation.lost().map(|_| plain(&one, &two, work)).transpose()?.flatten();
        Ok((relation, gained, lost))
    });
    let (relation, plain_gained, plain_lost) = compared.map_err(|exceeded| {
        let named = |which, covered: &SchemeCoverage| {
            covered.production().unwrap_or(comparison.grammar(which).start())
        };
        let (old, new) = (named(DiffSide::Old, &old), named(DiffSide::New, &new));
        comparison.too_large(OldProduction(old), NewProduction(new), exceeded)
    })?;
    Ok(SchemeChange {
        scheme: scheme.map(str::to_owned),
        plain_gained,
        plain_lost,
        parts: parts(comparison, &old, &new)?,
        relation,
        old: old.map(OldProduction),
        new: new.map(NewProduction),
    })
}

fn language(
    comparison: &GrammarComparison<'_>,
    which: DiffSide,
    covered: &SchemeCoverage,
    scheme: Option<&str>,
) -> Result<Dfa, DiffError> {
    let any = comparison.language(which, covered.productions())?;
    match (covered, scheme) {
        (SchemeCoverage::Generic(ids), Some(scheme)) => {
            let grammar = comparison.grammar(which);
            let own = any.intersection(&plain::of_scheme(scheme, ""), &mut grammar.work());
            let id = ids.first().copied().unwrap_or(grammar.start());
            own.map_err(|error| DiffError::Undecided(which, AutomatonError::TooLarge(id, error)))
        }
        _ => Ok(any),
    }
}

fn parts(
    comparison: &GrammarComparison<'_>,
    old: &SchemeCoverage,
    new: &SchemeCoverage,
) -> Result<Vec<SubproductionChange>, DiffError> {
    let (SchemeCoverage::Own(old), SchemeCoverage::Own(new)) = (old, new) else {
        return Ok(Vec::new());
    };
    let choices = |which, id| choices(comparison.grammar(which), id).into_iter();
    let old: Vec<OldProduction> = choices(DiffSide::Old, *old).map(OldProduction).collect();
    let new: Vec<NewProduction> = choices(DiffSide::New, *new).map(NewProduction).collect();
    let pairing = comparison.pairing();
    let mut parts = Vec::new();
    for &id in &old {
        let partner = pairing.of_old(id).filter(|partner| new.contains(partner));
        let relation = partner.map(|partner| comparison.relation(id, partner)).transpose()?;
        parts.push(SubproductionChange { old: Some(id), new: partner, relation });
    }
    let is_new =
        |id: &NewProduction| pairing.of_new(*id).is_none_or(|partner| !old.contains(&partner));
    let added = new.iter().copied().filter(is_new);
    parts.extend(added.map(|id| SubproductionChange { old: None, new: Some(id), relation: None }));
    Ok(parts)
}

/// The alternatives that accept any scheme.
fn open(schemes: &SchemeAlternatives) -> Vec<ProductionId> {
    let open = schemes.alternatives.iter().filter(|alternative| alternative.scheme.is_none());
    open.map(|alternative| alternative.production).collect()
}

fn covered(schemes: &SchemeAlternatives, scheme: Option<&str>) -> SchemeCoverage {
    if let Some(own) = scheme.and_then(|scheme| schemes.production(scheme)) {
        return SchemeCoverage::Own(own);
    }
    match open(schemes) {
        open if open.is_empty() => SchemeCoverage::Nothing,
        open => SchemeCoverage::Generic(open),
    }
}

/// The productions among which a production chooses, if it does nothing else.
fn choices(grammar: &Grammar, id: ProductionId) -> Vec<ProductionId> {
    let alternatives: Vec<_> = grammar.production(id).alternatives().collect();
    match alternatives.len() {
        0 | 1 => Vec::new(),
        _ => {
            alternatives.into_iter().filter_map(|alternative| alternative.as_reference()).collect()
        }
    }
}
