//! All editions in one reading: what their productions share, worked out once.

use std::sync::OnceLock;

use super::{Description, Generation, RuleText, printed, rule};
use crate::automaton::NotRegular;
use crate::bnf::ProductionId;
use crate::diff::{self, Family, Member, Old};
use crate::edition::{Edition, Reading};
use crate::remark::{REMARKS, Remark, RemarkNumber};
use crate::verdict::Judge;

/// All editions in one reading, and what is worked out of them but once. Several
/// threads may ask at the same time.
#[derive(Debug)]
pub struct Descriptions {
    reading: Reading,
    /// The editions, in the order of [`Edition::ALL`].
    family: Family<'static>,
    rules: [OnceLock<Vec<RuleText>>; Edition::ALL.len()],
}

impl Descriptions {
    /// All editions in a reading. Nothing is worked out before it is asked for.
    pub fn new(reading: Reading) -> Descriptions {
        let grammars = Edition::ALL.map(|edition| edition.grammar(reading));
        Descriptions {
            reading,
            family: Family::of(grammars, diff::roles),
            rules: [const { OnceLock::new() }; Edition::ALL.len()],
        }
    }

    /// The reading.
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// The description of a production.
    ///
    /// # Errors
    /// If its language takes more than the limits allow.
    pub fn description(
        &self,
        edition: Edition,
        production: ProductionId,
    ) -> Result<Description, NotRegular> {
        let reading = self.reading;
        let grammar = edition.grammar(reading);
        let name = grammar.name(production);
        let definitions = printed::definitions(Some(edition), grammar, name);
        let other = Reading::ALL.into_iter().find(|it| *it != reading);
        let other = other.map(|other| edition.grammar(other));
        let otherwise = other.map(|other| printed::definitions(Some(edition), other, name));
        let texts = |of: &[super::Printed]| of.iter().map(|it| it.place).collect::<Vec<_>>();
        let otherwise = otherwise.filter(|it| texts(it) != texts(&definitions));
        let language = self.family.language(member(edition), production)?;
        let judge = Judge::by_start(edition, reading, production);
        let rules: Vec<RuleText> =
            self.rules(edition).iter().filter(|rule| rule.is_of(name)).cloned().collect();
        Ok(Description {
            otherwise: otherwise.unwrap_or_default(),
            remarks: Self::remarks(edition, name, &rules),
            rules,
            history: self.history(edition, production),
            ..Description::new(&judge, &language, definitions)
        })
    }

    /// What a production was before and became after, document by document. Of
    /// RFC 1630's two grammars the one is taken to which it belongs.
    pub fn history(&self, edition: Edition, production: ProductionId) -> Vec<Generation> {
        let other = match edition {
            Edition::Rfc1630Generic => Edition::Rfc1630,
            _ => Edition::Rfc1630Generic,
        };
        let line: Vec<Edition> = Edition::ALL.into_iter().filter(|it| *it != other).collect();
        let at = |edition: Edition| line.iter().position(|it| *it == edition);
        let own = at(edition).unwrap_or(0);
        // Those that a place follows, the nearest first.
        let before = |at_place: usize| {
            let follows = |&place: &usize| match line[place].before()? {
                Edition::Rfc1630 | Edition::Rfc1630Generic => {
                    at(Edition::Rfc1630).or(at(Edition::Rfc1630Generic))
                }
                edition => at(edition),
            };
            std::iter::successors(follows(&at_place), follows)
        };
        let partner = |from: usize, id: ProductionId, to: usize| {
            self.family.partner(member(line[from]), id, member(line[to]))
        };
        let mut found: Vec<Option<ProductionId>> = vec![None; line.len()];
        found[own] = Some(production);
        // What one document leaves out may come back in a later one.
        let mut after = vec![own];
        for place in before(own) {
            let next = after.iter().rev().find_map(|&after| Some((after, found[after]?)));
            found[place] = next.and_then(|(after, id)| partner(after, id, place));
            after.push(place);
        }
        let nearest = |place: usize, found: &[Option<ProductionId>]| {
            before(place).find_map(|before| Some((before, found[before]?)))
        };
        for place in 0..line.len() {
            if !after.contains(&place) {
                let nearest = nearest(place, &found);
                found[place] = nearest.and_then(|(before, id)| partner(before, id, place));
            }
        }
        let step = |at: usize| {
            found[at]?;
            let (before, old) = nearest(at, &found)?;
            self.family.step(member(line[before]), Old(old), member(line[at]))?.ok().cloned()
        };
        let generation =
            |at: usize| Generation { edition: line[at], production: found[at], change: step(at) };
        (0..line.len()).map(generation).collect()
    }

    fn rules(&self, edition: Edition) -> &[RuleText] {
        self.rules[edition.index()].get_or_init(|| rule::rules(edition, self.reading))
    }

    /// The remarks on a production, and the deviations with which its rules are marked.
    fn remarks(edition: Edition, name: &str, rules: &[RuleText]) -> Vec<&'static Remark> {
        let marks: Vec<RemarkNumber> = rules.iter().flat_map(RuleText::marks).collect();
        let applies = |remark: &&Remark| {
            remark.editions.contains(&edition.file())
                && (remark.productions.contains(&name) || marks.contains(&remark.number))
        };
        REMARKS.iter().filter(applies).collect()
    }
}

/// Which of the family an edition is.
fn member(edition: Edition) -> Member {
    Member(edition.index())
}
