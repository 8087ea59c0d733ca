//! The history of a name: the productions that it stands for in each document.
//!
//! A grammar that defines the name shows its own production. Any other grammar shows a
//! counterpart of the nearest known production. Counterparts that the documents state (a pair
//! or a replacement that a grammar file gives with its reason) or that share a name come first,
//! then those that the texts suggest. RFC 1630's generic grammar is a side branch: it follows
//! draft 03, and nothing follows it.

use super::descriptions::member;
use super::{EditionDescriptions, LineageEntry};
use crate::bnf::ProductionId;
use crate::diff::{NewProduction, OldProduction, PairingReason, PartnerComparison};
use crate::edition::Edition;

const COUNT: usize = Edition::ALL.len();

/// The productions that a name stands for in one edition, and the reason.
#[derive(Clone, Default)]
struct Counterparts {
    productions: Vec<ProductionId>,
    reason: Option<&'static str>,
}

/// The history of a name while it is being computed.
pub(super) struct Lineage<'d> {
    descriptions: &'d EditionDescriptions,
    name: &'d str,
    named: [bool; COUNT],
    found: [Counterparts; COUNT],
}

impl<'d> Lineage<'d> {
    pub fn for_name(descriptions: &'d EditionDescriptions, name: &'d str) -> Lineage<'d> {
        let reading = descriptions.reading();
        let own = Edition::ALL.map(|edition| edition.grammar(reading).find(name));
        let found =
            own.map(|id| Counterparts { productions: id.into_iter().collect(), reason: None });
        let named = own.map(|id| id.is_some());
        let mut lineage = Lineage { descriptions, name, named, found };
        for stated in [true, false] {
            lineage.forward(stated);
            lineage.backward(stated);
            lineage.forward(stated);
        }
        lineage
    }

    /// The nearest earlier edition in which something was found.
    fn before(&self, at: usize) -> Option<usize> {
        nearest(at).find(|&before| !self.found[before].productions.is_empty())
    }

    fn is_open(&self, at: usize) -> bool {
        self.found[at].productions.is_empty() && self.found[at].reason.is_none()
    }

    fn forward(&mut self, stated: bool) {
        for at in 0..COUNT {
            if self.is_open(at)
                && let Some(before) = self.before(at)
            {
                self.found[at] = self.next(before, at, stated);
            }
        }
    }

    fn backward(&mut self, stated: bool) {
        for at in (0..COUNT).rev() {
            let follows = |after: &usize| nearest(*after).any(|index| index == at);
            let has = |after: &usize| !self.found[*after].productions.is_empty();
            if self.is_open(at)
                && let Some(after) = (at + 1..COUNT).find(|after| has(after) && follows(after))
            {
                self.found[at] = self.previous(after, at, stated);
            }
        }
    }

    fn next(&self, from: usize, to: usize, stated: bool) -> Counterparts {
        let mut next = Counterparts::default();
        for &id in &self.found[from].productions {
            let (productions, reason) = self
                .stated_successors(from, id, to)
                .or_else(|| self.partner(from, id, to, stated).map(|partner| (vec![partner], None)))
                .unwrap_or_default();
            next.add(productions, reason);
        }
        next
    }

    fn previous(&self, from: usize, to: usize, stated: bool) -> Counterparts {
        let successors = self.successors(to, from);
        let mut previous = Counterparts::default();
        for &id in &self.found[from].productions {
            let partner = self.partner(from, id, to, stated);
            let has_it = |(_, newer, _): &&(OldProduction, Vec<NewProduction>, _)| {
                newer.contains(&NewProduction(id))
            };
            let replaced: Vec<_> = successors.iter().filter(has_it).collect();
            let pair = replaced.iter().find(|(older, ..)| Some(older.0) == partner);
            let productions = match partner {
                Some(partner) => vec![partner],
                None => replaced.iter().map(|(older, ..)| older.0).collect(),
            };
            let reason =
                pair.or(replaced.first().filter(|_| partner.is_none())).map(|(.., reason)| *reason);
            previous.add(productions, reason);
        }
        previous
    }

    fn partner(
        &self,
        from: usize,
        id: ProductionId,
        to: usize,
        stated: bool,
    ) -> Option<ProductionId> {
        let [of, other] = [from, to].map(|at| member(Edition::ALL[at]));
        let (partner, by) = self.descriptions.family().partner(of, id, other)?;
        (!stated || matches!(by, PairingReason::Declared | PairingReason::Name)).then_some(partner)
    }

    fn successors(
        &self,
        old: usize,
        new: usize,
    ) -> Vec<(OldProduction, Vec<NewProduction>, &'static str)> {
        let [old, new] = [old, new].map(|at| member(Edition::ALL[at]));
        self.descriptions.family().successors(old, new)
    }

    /// The productions that, according to the newer of two editions, replace a production.
    fn stated_successors(
        &self,
        from: usize,
        id: ProductionId,
        to: usize,
    ) -> Option<(Vec<ProductionId>, Option<&'static str>)> {
        let stated =
            self.successors(from, to).into_iter().find(|(older, ..)| *older == OldProduction(id));
        stated.map(|(_, newer, reason)| {
            (newer.into_iter().map(|production| production.0).collect(), Some(reason))
        })
    }

    fn step(&self, before: usize, at: usize) -> Option<PartnerComparison> {
        let [&[old], &[new]] = [before, at].map(|at| &self.found[at].productions[..]) else {
            return None;
        };
        let [one, two] = [before, at].map(|at| member(Edition::ALL[at]));
        let family = self.descriptions.family();
        family.partner(one, old, two).filter(|(partner, _)| *partner == new)?;
        family.step(one, OldProduction(old), two)?.ok().cloned()
    }

    pub fn generations(self) -> Vec<LineageEntry> {
        (0..COUNT).map(|at| self.generation(at)).collect()
    }

    fn generation(&self, at: usize) -> LineageEntry {
        let edition = Edition::ALL[at];
        let Counterparts { productions, mut reason } = self.found[at].clone();
        let before = self.before(at).filter(|_| !productions.is_empty());
        let change = before.and_then(|before| self.step(before, at));
        let mut instead = Vec::new();
        if self.named[at]
            && let Some(before) = before
        {
            let own = productions.first();
            for &id in &self.found[before].productions {
                let Some((other, stated)) = self.stated_successors(before, id, at) else {
                    continue;
                };
                let other: Vec<ProductionId> =
                    other.into_iter().filter(|id| Some(id) != own).collect();
                reason = stated.filter(|_| !other.is_empty());
                instead.extend(other);
            }
            if change.is_none() && instead.is_empty() {
                let listing = edition.grammar(self.descriptions.reading()).listing();
                let mut new =
                    listing.declared_partners.iter().filter(|partner| partner.older.is_none());
                reason = new
                    .find(|partner| partner.newer == self.name)
                    .map(|partner| partner.reason.as_str());
            }
        }
        let before = before.filter(|_| change.is_some()).map(|at| Edition::ALL[at]);
        let named = self.named[at];
        LineageEntry { edition, productions, named, instead, reason, before, change }
    }
}

impl Counterparts {
    fn add(&mut self, productions: Vec<ProductionId>, reason: Option<&'static str>) {
        for id in productions {
            if !self.productions.contains(&id) {
                self.productions.push(id);
            }
        }
        self.reason = self.reason.or(reason);
    }
}

/// The predecessors of an edition as indices, the nearest first.
fn nearest(at: usize) -> impl Iterator<Item = usize> {
    let before = |edition: Edition| edition.before();
    std::iter::successors(before(Edition::ALL[at]), move |&edition| before(edition))
        .map(Edition::index)
}
