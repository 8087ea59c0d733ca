//! Pairs the productions of two grammars.
//!
//! Pairs are one to one. They are found in this order: what a grammar states about earlier ones
//! ([`DeclaredPartner`]); the same name; the starts, and the productions that they merely refer to;
//! the same role, if the caller knows one ([`PairingHints`]); the same body, with paired names
//! counted as the same; the same place in the texts of a pair. The last two are repeated until
//! nothing more is found, and a body or a place pairs only if it is unique. Equal languages make no
//! pair: a user and a database can have the same language and are still different productions.

use std::collections::{HashMap, HashSet};

use super::text::{self, ComparableExpression, DiffToken, DiffTokenKind};
use super::{NewProduction, OldProduction};
use crate::grammar::{
    DeclaredPartner, DeclaredReplacement, Expression, Grammar, OlderProduction, ProductionId,
};

/// The most productions in a row, each a mere reference to the next, that are passed to find a text.
const MOST_PASSED: usize = 100;

/// Why two productions are a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PairingReason {
    /// One of the two grammars states it.
    Declared,
    /// They have the same name.
    Name,
    /// Both are the start.
    Start,
    /// They have the same role, of this kind.
    Role(&'static str),
    /// They have the same body.
    Body,
    /// They are at the same place in the texts of a pair.
    Place,
}

impl PairingReason {
    /// `told`, `name`, `start`, `body`, `place`, or the kind of the role.
    pub fn name(self) -> &'static str {
        match self {
            PairingReason::Declared => "told",
            PairingReason::Name => "name",
            PairingReason::Start => "start",
            PairingReason::Role(kind) => kind,
            PairingReason::Body => "body",
            PairingReason::Place => "place",
        }
    }
}

/// Knowledge about two grammars beyond their texts: which productions have the same role under
/// different names.
#[derive(Debug, Clone, Default)]
pub struct PairingHints {
    /// The kind of role: a scheme, a command, a field.
    pub kind: &'static str,
    /// The productions of each role, of the old grammar and of the new.
    pub pairs: Vec<(OldProduction, NewProduction)>,
    /// The productions of the old grammar whose texts are compared first to find pairs by place.
    pub compared_first: Vec<OldProduction>,
}

impl PairingHints {
    /// No knowledge about two grammars.
    pub fn none(_: &Grammar, _: &Grammar) -> PairingHints {
        PairingHints::default()
    }
}

/// The pairs of two grammars.
#[derive(Debug, Clone)]
pub struct Pairing {
    new_of: Vec<Option<(NewProduction, PairingReason)>>,
    old_of: Vec<Option<OldProduction>>,
}

impl Pairing {
    /// Pairs the productions of two grammars.
    pub fn from_grammars(old: &Grammar, new: &Grammar, roles: &PairingHints) -> Pairing {
        let mut pairing = Pairing { new_of: vec![None; old.len()], old_of: vec![None; new.len()] };
        for (one, two, _) in declared_pairs(old, new) {
            pairing.pair(one, two, PairingReason::Declared);
        }
        let (in_old, in_new) = (declared_new(old), declared_new(new));
        let is_alike = |name: &str| in_old.contains(name) == in_new.contains(name);
        for id in old.ids() {
            if let Some(same) = new.find(old.name(id)).filter(|_| is_alike(old.name(id))) {
                pairing.pair(OldProduction(id), NewProduction(same), PairingReason::Name);
            }
        }
        if old.has_start() && new.has_start() {
            pairing.pair(
                OldProduction(old.start()),
                NewProduction(new.start()),
                PairingReason::Start,
            );
            let last = |grammar: &Grammar| grammar.passed_on(grammar.start()).last().copied();
            if let (Some(one), Some(two)) = (last(old), last(new)) {
                pairing.pair(OldProduction(one), NewProduction(two), PairingReason::Start);
            }
        }
        for &(one, two) in &roles.pairs {
            pairing.pair(one, two, PairingReason::Role(roles.kind));
        }
        let others = old.ids().map(OldProduction).filter(|id| !roles.compared_first.contains(id));
        let parents: Vec<OldProduction> =
            roles.compared_first.iter().copied().chain(others).collect();
        while pairing.by_body(old, new) || pairing.by_place(old, new, &parents) {}
        pairing
    }

    fn pair(&mut self, old: OldProduction, new: NewProduction, by: PairingReason) -> bool {
        let free = self.of_old(old).is_none() && self.of_new(new).is_none();
        if free {
            self.new_of[old.0.index()] = Some((new, by));
            self.old_of[new.0.index()] = Some(old);
        }
        free
    }

    /// The partner of a production of the old grammar.
    pub fn of_old(&self, old: OldProduction) -> Option<NewProduction> {
        self.new_of[old.0.index()].map(|(new, _)| new)
    }

    /// The partner of a production of the new grammar.
    pub fn of_new(&self, new: NewProduction) -> Option<OldProduction> {
        self.old_of[new.0.index()]
    }

    /// Why a production of the old grammar has its partner.
    pub fn paired_by(&self, old: OldProduction) -> Option<PairingReason> {
        self.new_of[old.0.index()].map(|(_, by)| by)
    }

    /// The texts of a pair, in comparable form.
    pub(super) fn texts(
        &self,
        (old, one): (&Grammar, OldProduction),
        (new, two): (&Grammar, NewProduction),
    ) -> (Vec<ComparableExpression>, Vec<ComparableExpression>) {
        (self.old_text(old, one), new_text(new, two))
    }

    fn old_text(&self, old: &Grammar, id: OldProduction) -> Vec<ComparableExpression> {
        let named = |name| {
            self.of_old(name)
                .map_or(ComparableExpression::Foreign(name), ComparableExpression::Name)
        };
        text::shapes(old, id.0, |name| named(OldProduction(name)))
    }

    fn by_body(&mut self, old: &Grammar, new: &Grammar) -> bool {
        let mut bodies: HashMap<ComparableExpression, (Vec<OldProduction>, Vec<NewProduction>)> =
            HashMap::new();
        let free = |grammar: &Grammar, id| !grammar.production(id).definitions().is_empty();
        for id in
            old.ids().map(OldProduction).filter(|&id| self.of_old(id).is_none() && free(old, id.0))
        {
            bodies.entry(text::one_body(self.old_text(old, id))).or_default().0.push(id);
        }
        for id in
            new.ids().map(NewProduction).filter(|&id| self.of_new(id).is_none() && free(new, id.0))
        {
            let body = text::one_body(new_text(new, id));
            bodies.entry(body).or_default().1.push(id);
        }
        let mut found = false;
        for same in bodies.into_values() {
            if let ([one], [two]) = (&same.0[..], &same.1[..]) {
                found |= self.pair(*one, *two, PairingReason::Body);
            }
        }
        found
    }

    /// Pairs only the first match, since it may complete the bodies of others.
    fn by_place(&mut self, old: &Grammar, new: &Grammar, parents: &[OldProduction]) -> bool {
        for &parent in parents {
            let Some(partner) = self.of_old(parent) else { continue };
            let bodies = (
                self.body(old, parent.0, |id| self.of_old(OldProduction(id)).is_none()),
                self.body(new, partner.0, |id| self.of_new(NewProduction(id)).is_none()),
            );
            let (Some(one), Some(two)) = bodies else { continue };
            let free_old =
                one.references().iter().any(|(id, _)| self.of_old(OldProduction(*id)).is_none());
            let free_new =
                two.references().iter().any(|(id, _)| self.of_new(NewProduction(*id)).is_none());
            if !(free_old && free_new) {
                continue;
            }
            let same = self.same_place(&text::tokens(old, one), &text::tokens(new, two));
            if let Some((one, two)) = same {
                return self.pair(one, two, PairingReason::Place);
            }
        }
        false
    }

    /// The text of a production, or of the one that it merely refers to.
    fn body<'g>(
        &self,
        grammar: &'g Grammar,
        id: ProductionId,
        is_free: impl Fn(ProductionId) -> bool,
    ) -> Option<&'g Expression> {
        let mut passed = vec![id];
        loop {
            let [only] = grammar.production(passed[passed.len() - 1]).definitions() else {
                return None;
            };
            let is_new = |next: &ProductionId| passed.len() < MOST_PASSED && !passed.contains(next);
            let free = |next: &ProductionId| is_free(*next) && is_new(next);
            let defined = |next: &ProductionId| grammar.production(*next).definitions().len() == 1;
            // A name for one unit counts as a text of its own, and so does an undefined name.
            let one_unit = |next: &ProductionId| grammar.unit(*next).is_some();
            match only.body.as_reference().filter(free).filter(defined) {
                Some(next) if !one_unit(&next) => passed.push(next),
                _ => return Some(&only.body),
            }
        }
    }

    /// The first two names that are between the same elements of two texts, alone or followed
    /// only by optional elements.
    fn same_place(
        &self,
        one: &[DiffToken],
        two: &[DiffToken],
    ) -> Option<(OldProduction, NewProduction)> {
        let same = |one: &DiffToken, two: &DiffToken| match (one.what, two.what) {
            (DiffTokenKind::Character(one), DiffTokenKind::Character(two)) => one == two,
            (DiffTokenKind::Name { id: one, .. }, DiffTokenKind::Name { id: two, .. }) => {
                self.of_old(OldProduction(one)) == Some(NewProduction(two))
            }
            _ => false,
        };
        let mut matches = text::align(one, two, same);
        matches.push((one.len(), two.len()));
        let mut from = (0, 0);
        for (end_one, end_two) in matches {
            let between = (first_name(&one[from.0..end_one]), first_name(&two[from.1..end_two]));
            from = (end_one + 1, end_two + 1);
            if let (Some((one, repeated)), Some((two, also))) = between
                && repeated == also
                && self.of_old(OldProduction(one)).is_none()
                && self.of_new(NewProduction(two)).is_none()
            {
                return Some((OldProduction(one), NewProduction(two)));
            }
        }
        None
    }
}

fn new_text(new: &Grammar, id: NewProduction) -> Vec<ComparableExpression> {
    text::shapes(new, id.0, |name| ComparableExpression::Name(NewProduction(name)))
}

/// The pairs that one of two grammars states about the other, each with the reason. Both
/// directions are checked, because the older grammar can be on either side.
pub(super) fn declared_pairs<'g>(
    old: &'g Grammar,
    new: &'g Grammar,
) -> impl Iterator<Item = (OldProduction, NewProduction, &'g str)> {
    let of = |declaring: &'g Grammar, other: &'g Grammar| {
        declaring.listing().declared_partners.iter().filter_map(
            move |DeclaredPartner { older, newer, reason }| {
                // If the other grammar knows the newer name, the names make the pair.
                let older = older.as_ref().filter(|_| other.find(newer).is_none())?;
                Some((named(other, older)?, declaring.find(newer)?, reason.as_str()))
            },
        )
    };
    let forward = of(new, old)
        .map(|(older, newer, reason)| (OldProduction(older), NewProduction(newer), reason));
    forward.chain(
        of(old, new)
            .map(|(older, newer, reason)| (OldProduction(newer), NewProduction(older), reason)),
    )
}

/// The productions of an old grammar for which a new one states successors, with these and the
/// reason. The successors may be none.
pub(super) fn successors<'g>(
    old: &'g Grammar,
    new: &'g Grammar,
) -> impl Iterator<Item = (OldProduction, Vec<NewProduction>, &'g str)> {
    let paired = new.listing().declared_partners.iter().filter_map(
        |DeclaredPartner { older, newer, reason }| {
            let newer = vec![NewProduction(new.find(newer)?)];
            Some((OldProduction(named(old, older.as_ref()?)?), newer, reason.as_str()))
        },
    );
    let replaced =
        new.listing().replaced.iter().filter_map(|DeclaredReplacement { older, newer, reason }| {
            let newer = newer.iter().filter_map(|name| new.find(name).map(NewProduction)).collect();
            Some((OldProduction(named(old, older)?), newer, reason.as_str()))
        });
    paired.chain(replaced)
}

/// The production that another grammar refers to, if the file it refers to defines it.
fn named(grammar: &Grammar, older: &OlderProduction) -> Option<ProductionId> {
    let id = grammar.find(&older.name)?;
    let defined_in = |file: &String| {
        let mut definitions = grammar.production(id).definitions().iter();
        definitions.any(|definition| {
            let (source, _) = grammar.listing().source(definition.place.start);
            source.name.rsplit(['/', '\\']).next() == Some(file)
        })
    };
    older.file.as_ref().is_none_or(defined_in).then_some(id)
}

/// The names of the productions of which a grammar states that they are new.
fn declared_new(grammar: &Grammar) -> HashSet<&str> {
    let declared = grammar.listing().declared_partners.iter();
    declared
        .filter(|partner| partner.older.is_none())
        .map(|partner| partner.newer.as_str())
        .collect()
}

/// The name at the beginning of a part, and whether it is repeated; `None` unless everything
/// after it is optional.
fn first_name(part: &[DiffToken]) -> Option<(ProductionId, bool)> {
    let (first, rest) = part.split_first()?;
    match first.what {
        DiffTokenKind::Name { id, has_place: true, repeated }
            if rest.iter().all(|token| token.depth > first.depth) =>
        {
            Some((id, repeated))
        }
        _ => None,
    }
}
