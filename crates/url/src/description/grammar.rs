//! The description of a grammar, as data.

use std::sync::Arc;

use crate::automaton::NestingLimit;
use crate::bnf::{Grammar, ProductionId};
use crate::edition::{Edition, Reading};
use crate::remark::{self, Remark, RemarkKind};
use crate::scheme::SchemeAlternatives;

/// A grammar.
#[derive(Debug, Clone)]
pub struct GrammarDescription {
    grammar: Arc<Grammar>,
    /// The edition; `None` for a user's grammar.
    pub edition: Option<Edition>,
    /// The reading.
    pub reading: Reading,
    /// The start production.
    pub start: ProductionId,
    /// The names that the BNF defines, in printed order.
    pub productions: Vec<ProductionId>,
    /// The schemes with productions of their own, and these productions.
    pub schemes: Vec<(String, ProductionId)>,
    /// The productions that accept any scheme.
    pub generic: Vec<ProductionId>,
    /// Its interpretations and errata, then the deviations of its transcription.
    pub remarks: Vec<&'static Remark>,
    /// Names that are used but never defined.
    pub undefined: Vec<ProductionId>,
    /// Productions that the start production does not reach.
    pub unreachable: Vec<ProductionId>,
    /// Productions with two or more definitions.
    pub doubly_defined: Vec<ProductionId>,
    /// The nesting depth up to which it is analysed; `None` if it is regular.
    pub nesting: Option<NestingLimit>,
}

impl GrammarDescription {
    /// The description of an edition in a reading.
    pub fn for_edition(edition: Edition, reading: Reading) -> GrammarDescription {
        let stated = RemarkKind::ALL.into_iter().filter(|kind| !kind.is_of_a_rule());
        let stated = stated.flat_map(|kind| remark::about(edition, kind));
        GrammarDescription {
            edition: Some(edition),
            remarks: stated.chain(remark::deviations(edition, reading)).collect(),
            ..GrammarDescription::of_grammar(Arc::clone(edition.shared_grammar(reading)))
        }
    }

    /// Describes any grammar. Only editions have remarks.
    pub fn of_grammar(grammar: impl Into<Arc<Grammar>>) -> GrammarDescription {
        let grammar = grammar.into();
        let schemes = SchemeAlternatives::from_start(&grammar, grammar.start());
        let own = schemes.alternatives.iter();
        GrammarDescription {
            edition: None,
            reading: grammar.reading(),
            start: grammar.start(),
            productions: grammar.defined().collect(),
            schemes: own
                .filter_map(|alternative| {
                    Some((alternative.scheme.clone()?, alternative.production))
                })
                .collect(),
            generic: schemes.generic(),
            remarks: Vec::new(),
            undefined: grammar.undefined(),
            unreachable: grammar.unreachable_from(grammar.start()),
            doubly_defined: grammar.doubly_defined(),
            nesting: NestingLimit::of_grammar(&grammar),
            grammar,
        }
    }

    /// The grammar itself.
    pub fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    /// The name of the edition or of the file.
    pub fn grammar_name(&self) -> &str {
        match self.edition {
            Some(edition) => edition.name(),
            None => &self.grammar.listing().name,
        }
    }
}
