//! All editions in one reading, with the results that their productions share.

use std::sync::OnceLock;

use super::lineage::Lineage;
use super::{LineageEntry, ProductionDescription, RuleText, printed, rule};
use crate::automaton::AutomatonError;
use crate::bnf::ProductionId;
use crate::diff::{self, FamilyMember, GrammarFamily};
use crate::edition::{Edition, Reading};
use crate::remark::{REMARKS, Remark, RemarkNumber};
use crate::verdict::Judge;

/// All editions in one reading, with shared results that are computed once. Several threads may
/// use it at the same time.
#[derive(Debug)]
pub struct EditionDescriptions {
    reading: Reading,
    /// The editions, in the order of [`Edition::ALL`].
    family: GrammarFamily<'static>,
    rules: [OnceLock<Vec<RuleText>>; Edition::ALL.len()],
}

impl EditionDescriptions {
    /// Creates the descriptions of a reading. Results are computed on first use.
    pub fn new(reading: Reading) -> EditionDescriptions {
        let grammars = Edition::ALL.map(|edition| edition.grammar(reading));
        EditionDescriptions {
            reading,
            family: GrammarFamily::from_grammars(grammars, diff::roles),
            rules: [const { OnceLock::new() }; Edition::ALL.len()],
        }
    }

    /// The reading.
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// Describes a production.
    ///
    /// # Errors
    /// If its language exceeds the limits.
    pub fn description(
        &self,
        edition: Edition,
        production: ProductionId,
    ) -> Result<ProductionDescription, AutomatonError> {
        let reading = self.reading;
        let grammar = edition.grammar(reading);
        let name = grammar.name(production);
        let definitions = printed::definitions(Some(edition), grammar, name);
        let other = Reading::ALL.into_iter().find(|other| *other != reading);
        let other = other.map(|other| edition.grammar(other));
        let otherwise = other.map(|other| printed::definitions(Some(edition), other, name));
        let texts = |of: &[super::PrintedDefinition]| {
            of.iter().map(|definition| definition.place).collect::<Vec<_>>()
        };
        let otherwise = otherwise.filter(|others| texts(others) != texts(&definitions));
        let language = self.family.language(member(edition), production)?;
        let judge = Judge::by_start(edition, reading, production);
        let rules: Vec<RuleText> =
            self.rules(edition).iter().filter(|rule| rule.is_of(name)).cloned().collect();
        Ok(ProductionDescription {
            otherwise: otherwise.unwrap_or_default(),
            remarks: Self::remarks(edition, name, &rules),
            rules,
            history: self.history(name),
            ..ProductionDescription::new(&judge, Some(&language), definitions)?
        })
    }

    /// What a name means in each document: the production of that name, or else the productions
    /// that take its place.
    pub fn history(&self, name: &str) -> Vec<LineageEntry> {
        Lineage::for_name(self, name).generations()
    }

    pub(super) fn family(&self) -> &GrammarFamily<'static> {
        &self.family
    }

    fn rules(&self, edition: Edition) -> &[RuleText] {
        self.rules[edition.index()].get_or_init(|| rule::rules(edition, self.reading))
    }

    /// The remarks on a production, including the deviations that mark its rules.
    fn remarks(edition: Edition, name: &str, rules: &[RuleText]) -> Vec<&'static Remark> {
        let marks: Vec<RemarkNumber> = rules.iter().flat_map(RuleText::marks).collect();
        let applies = |remark: &&Remark| {
            remark.editions.contains(&edition.file())
                && (remark.productions.contains(&name) || marks.contains(&remark.number))
        };
        REMARKS.iter().filter(applies).collect()
    }
}

/// The index of an edition in the family.
pub(super) fn member(edition: Edition) -> FamilyMember {
    FamilyMember(edition.index())
}
