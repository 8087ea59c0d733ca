//! The printed grammars as data.
//!
//! A `.bnf` file is read, in the notation that its header names, into a [`Listing`]: what the
//! page prints, and our errata beside it. A [`Grammar`] is one reading of a listing: names are
//! resolved to [`ProductionId`]s, and every part of every production has its place in the file.
//! Everything that this crate says about a language comes from here. Transcriptions are checked
//! against it, never the other way round.

mod advice;
mod core;
mod document;
mod encoding;
mod expression;
mod graft;
mod header;
mod import;
mod listing;
mod names;
mod notation;
mod reading;
mod reference;
mod rewrite;
mod starts;
mod syntax;
mod unit;
mod uses;
mod values;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

pub use core::core_names;
pub use document::{DocumentInfo, DocumentKind, RejectedRule, RuleRejectionReason, document_text};
pub use encoding::text;
pub use expression::{Expression, ExpressionKind, ProductionId, Span, in_any_case};
pub use header::{AllowedFinding, DeclaredPartner, DeclaredReplacement, Import, OlderProduction};
pub use import::{DEEPEST_IMPORT, ImportLoader, ImportedText, LONGEST_IMPORTS, MOST_IMPORTS};
use import::{ImportStack, nothing};
pub use listing::{Listing, SourceSegment};
pub use notation::{Notation, SyntaxDeviation, SyntaxDeviationKind};
pub use reading::{Reading, UnknownName};
pub use rewrite::{RewriteError, RewriteSyntaxError};
pub use syntax::{MOST_BRACKETS, MOST_ERRORS, SyntaxError, SyntaxErrorKind, SyntaxErrors};
pub(crate) use unit::alternatives;
pub use unit::{CharacterUnit, first_character};
pub use urlbnf_language::{CharacterSet, Limits};
use urlbnf_language::{Reserve, Work};

use crate::automaton::RecursionAnalysis;
use crate::core::Core;
pub(crate) use uses::{component_numbers, lead_back};

use names::NameResolver;

/// One reading of one printed grammar.
///
/// ```
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "# notation rfc822\nweek = year \"-W\" digit\nyear = 2*digit\ndigit = \"0\" | \"1\"\n";
/// let grammar = Grammar::read("week.bnf", text, Reading::Printed)?;
/// let year = grammar.find("year").unwrap();
/// let used_by: Vec<&str> = grammar.names(grammar.users(year));
/// assert_eq!((grammar.name(grammar.start()), used_by), ("week", vec!["week"]));
/// // `digit` is one character long.
/// assert!(grammar.unit(grammar.find("digit").unwrap()).is_some());
/// # Ok::<(), urlbnf_bnf::grammar::GrammarError>(())
/// ```
#[derive(Debug)]
pub struct Grammar {
    // Derived grammars share what they can: see `Grammar::with`.
    listing: Arc<Listing>,
    reading: Reading,
    productions: Vec<Arc<Production>>,
    /// By key of the name (see `names::key`): in lower case where case makes no difference.
    by_name: Arc<HashMap<String, ProductionId>>,
    /// Repeated definitions of names, which should say the same as the first.
    collected: Arc<[(ProductionId, Definition)]>,
    /// The productions that could be the start, where the file names none.
    starts: Vec<ProductionId>,
    /// The limit on middle recursion; `None` without a limit.
    nesting: Option<usize>,
    analyses: GrammarAnalyses,
    /// See [`Grammar::recursion`].
    recursion: OnceLock<Arc<RecursionAnalysis>>,
    start: ProductionId,
    limits: Limits,
}

/// What follows from the productions of a grammar, each computed when it is first asked for. So a
/// derived grammar costs no more than its changed production and what is asked of it.
#[derive(Debug, Default)]
struct GrammarAnalyses {
    /// By production: the productions that name it, in printed order.
    users: OnceLock<Vec<Vec<ProductionId>>>,
    /// All names in postorder: see [`Grammar::bottom_up`].
    bottom_up: OnceLock<Vec<ProductionId>>,
    units: OnceLock<Vec<Option<CharacterUnit>>>,
    /// By production: whether it derives any string.
    derives: OnceLock<Vec<bool>>,
    /// By production: whether it derives the empty string.
    empty: OnceLock<Vec<bool>>,
    /// By production: a lower bound on the nodes of its automaton; `None` if it needs a production
    /// that needs itself.
    least_nodes: OnceLock<Vec<Option<usize>>>,
    /// By production: what its text means.
    texts: OnceLock<Vec<OnceLock<Core>>>,
}

/// A named rule of a grammar.
#[derive(Debug, Clone)]
pub struct Production {
    name: String,
    definitions: Vec<Definition>,
    /// The names in its definitions, in printed order, each as often as it occurs.
    named: Vec<ProductionId>,
    size: usize,
}

/// One definition of a production. A production with several derives the strings of each.
#[derive(Debug, Clone)]
pub struct Definition {
    /// The right-hand side.
    pub body: Expression,
    /// The place of the name.
    pub name_place: Span,
    /// The place of the whole definition.
    pub place: Span,
    /// The number of the erratum that gives this definition, in the corrected reading.
    pub erratum: Option<String>,
    /// Whether it adds alternatives to an earlier definition: `=/`.
    pub adds: bool,
}

impl Production {
    fn new(name: String, definitions: Vec<Definition>) -> Production {
        let all = || definitions.iter().flat_map(|definition| definition.body.all());
        let named = all().filter_map(Expression::as_reference).collect();
        let size = all().count();
        Production { name, definitions, named, size }
    }

    /// This production with other definitions.
    fn defined_by(&self, definitions: Vec<Definition>) -> Production {
        Production::new(self.name.clone(), definitions)
    }

    /// Its name, as printed.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its definitions; empty if the name is used but never defined.
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// The number of expressions in its definitions.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The alternatives of all its definitions, in printed order.
    pub fn alternatives(&self) -> impl Iterator<Item = &Expression> {
        self.definitions.iter().flat_map(|definition| definition.body.alternatives())
    }
}

/// Why a `.bnf` text is not a grammar.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GrammarError {
    /// It cannot be read. Holds all its mistakes.
    #[error(transparent)]
    Syntax(#[from] SyntaxErrors),
    /// It defines no production.
    #[error("no production is defined here: no line begins with a name and `=`")]
    Empty,
    /// Its header names a start that is not a production.
    #[error("the start `{}` is no rule of this grammar", syntax::clipped(name))]
    NoStart {
        /// The name of the start.
        name: String,
        /// Where the header names it.
        place: Span,
    },
    /// No grammar was found in the document.
    #[error("{0}")]
    NoGrammar(String),
    /// It has more names than a grammar may have.
    #[error("the grammar has more than 65,535 names")]
    TooLarge,
}

impl Grammar {
    /// Reads the grammar of a `.bnf` text. The start is the one that its header names; else its
    /// first production, but in ABNF the first that no other uses. Nothing is imported.
    ///
    /// # Errors
    /// If the text has mistakes: all of them, each with its place. Also if it defines nothing,
    /// has too many names, or names a start that it does not define.
    pub fn read(name: &str, text: &str, reading: Reading) -> Result<Grammar, GrammarError> {
        Grammar::read_bytes(name, text.as_bytes(), reading)
    }

    /// Reads the grammar of a `.bnf` file. Places are bytes of the file, even where it is not
    /// UTF-8 as it should be.
    ///
    /// # Errors
    /// As [`Grammar::read`], and if the bytes are not UTF-8.
    pub fn read_bytes(name: &str, bytes: &[u8], reading: Reading) -> Result<Grammar, GrammarError> {
        Grammar::read_importing(name, bytes, reading, &mut nothing)
    }

    /// Reads the grammar of the bytes of a file, with the rules that it imports from other
    /// files. `load` finds the texts of these.
    ///
    /// # Errors
    /// As [`Grammar::read_bytes`]; and if an import is not found, lacks the rule, or defines a
    /// name that is already defined.
    pub fn read_importing(
        name: &str,
        bytes: &[u8],
        reading: Reading,
        load: &mut ImportLoader<'_>,
    ) -> Result<Grammar, GrammarError> {
        let wrong = readable(bytes)?;
        let files = &mut ImportStack::new(name, load);
        Grammar::of_listing(Listing::read_beside(name, &text(bytes), wrong, Some(files))?, reading)
    }

    /// Reads the grammar in the bytes of a document. It is in the given notation, unless the
    /// document names another. Places are bytes of the document, except in RFCXML: on a line
    /// with a reference such as `&lt;`, everything after the reference moves to the left.
    ///
    /// # Errors
    /// As [`Grammar::read_importing`]; and if no grammar is found.
    pub fn read_document(
        name: &str,
        bytes: &[u8],
        written: (DocumentKind, Notation),
        reading: Reading,
        load: &mut ImportLoader<'_>,
    ) -> Result<Grammar, GrammarError> {
        let (wrong, text) = (readable(bytes)?, text(bytes));
        let files = &mut ImportStack::new(name, load);
        if written.0.is_a_grammar(&text) {
            let listing = Listing::read_beside(name, &text, wrong, Some(files))?;
            return Grammar::of_listing(listing, reading);
        }
        let listing = Listing::of_document(name, &text, written, wrong, Some(files))?;
        Grammar::of_listing(listing, reading).map_err(|error| match error {
            GrammarError::Empty => GrammarError::NoGrammar(written.0.nothing_found(written.1)),
            other => other,
        })
    }

    fn of_listing(listing: Listing, reading: Reading) -> Result<Grammar, GrammarError> {
        let is_erratum = |definition: &&notation::RawProduction| definition.erratum.is_some();
        let definitions = || listing.definitions.iter();
        let amended: HashSet<&str> = match reading {
            Reading::Printed => HashSet::new(),
            Reading::Corrected => definitions()
                .filter(is_erratum)
                .map(|definition| definition.name.as_str())
                .collect(),
        };
        let written: Vec<&notation::RawProduction> = definitions()
            .filter(|definition| {
                amended.contains(definition.name.as_str()) == is_erratum(definition)
            })
            .collect();
        let mut names = NameResolver::new(&listing);
        for definition in &written {
            names.id(&definition.name);
        }
        if names.all.is_empty() {
            return Err(GrammarError::Empty);
        }
        let mut collected: Vec<(ProductionId, Definition)> = Vec::new();
        let mut all_definitions: Vec<Vec<Definition>> = Vec::new();
        // The productions defined without `=/`, and those whose later definitions are collected.
        let (mut defined, mut defined_again) = (HashSet::new(), HashSet::new());
        for definition in &written {
            let body = names.expression(&definition.body);
            let id = names.id(&definition.name);
            all_definitions.resize_with(names.all.len(), Vec::new);
            let definition = Definition {
                body,
                name_place: definition.name_place,
                place: definition.place,
                erratum: definition.erratum.clone(),
                adds: definition.adds,
            };
            // An addition belongs to the last definition before it.
            let again = match definition.adds {
                true => defined_again.contains(&id),
                false => !defined.insert(id) && listing.collects(),
            };
            match again {
                true => {
                    defined_again.insert(id);
                    collected.push((id, definition));
                }
                false => all_definitions[id.index()].push(definition),
            }
        }
        if names.all.len() > MOST_NAMES {
            return Err(GrammarError::TooLarge);
        }
        let start = match &listing.start {
            Some(start) => names.find(start).ok_or_else(|| GrammarError::NoStart {
                name: start.clone(),
                place: listing.start_place.unwrap_or(Span { start: 0, end: 0 }),
            })?,
            None => ProductionId(0),
        };
        let named = listing.start.is_some() || listing.notation != Notation::Abnf;
        let NameResolver { all: names, by_name, .. } = names;
        all_definitions.resize_with(names.len(), Vec::new);
        let productions = names.into_iter().zip(all_definitions);
        let production = |(name, definitions)| Arc::new(Production::new(name, definitions));
        let mut grammar = Grammar {
            listing: Arc::new(listing),
            reading,
            productions: productions.map(production).collect(),
            by_name: Arc::new(by_name),
            collected: collected.into(),
            starts: Vec::new(),
            nesting: None,
            analyses: GrammarAnalyses::default(),
            recursion: OnceLock::new(),
            start,
            limits: Limits::default(),
        };
        if !named {
            let roots = grammar.roots();
            grammar.start = roots.first().copied().unwrap_or(start);
            grammar.starts = roots;
        }
        Ok(grammar)
    }

    /// The reading in which it was read.
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// The same grammar with other limits on computations.
    #[must_use]
    pub fn within(self, limits: Limits) -> Grammar {
        Grammar { limits, ..self }
    }

    /// The limits on computations about this grammar.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// A new [`Work`] with [`Limits::question`], for one question about this grammar.
    pub fn work(&self) -> Work {
        Work::new(&self.limits)
    }

    /// A new [`Work`] for a question that is asked of every rule: [`Limits::total`] divided by the
    /// number of rules.
    pub fn share(&self) -> Work {
        Reserve::new(&self.limits, self.len()).share()
    }

    /// The file that it was read from.
    pub fn listing(&self) -> &Listing {
        &self.listing
    }

    /// The production from which the strings of the grammar derive.
    pub fn start(&self) -> ProductionId {
        self.start
    }

    /// The number of its names, defined or not.
    pub fn len(&self) -> usize {
        self.productions.len()
    }

    /// Always false: a grammar without a production is refused when it is read.
    pub fn is_empty(&self) -> bool {
        self.productions.is_empty()
    }

    /// All names in printed order; the undefined ones come last.
    pub fn ids(&self) -> impl Iterator<Item = ProductionId> + use<> {
        (0..self.productions.len() as u16).map(ProductionId)
    }

    /// The production that an id of this grammar names.
    pub fn production(&self, id: ProductionId) -> &Production {
        &self.productions[id.index()]
    }

    /// The name of a production, as printed.
    pub fn name(&self, id: ProductionId) -> &str {
        self.production(id).name()
    }

    /// The names of productions.
    pub fn names(&self, ids: &[ProductionId]) -> Vec<&str> {
        ids.iter().map(|&id| self.name(id)).collect()
    }

    /// The production with this name, or `None`. In ABNF, case makes no difference.
    pub fn find(&self, name: &str) -> Option<ProductionId> {
        self.by_name.get(&*names::key(&self.listing, name)).copied()
    }

    /// Repeated definitions of names, and additions to these: a document may define a name in
    /// its text and again in a collected appendix. They are not part of the grammar;
    /// [`lint`](crate::lint) decides whether they agree with the first.
    pub fn collected(&self) -> &[(ProductionId, Definition)] {
        &self.collected
    }

    /// Where the productions recur.
    pub(crate) fn recursion(&self) -> &Arc<RecursionAnalysis> {
        self.recursion.get_or_init(|| Arc::new(RecursionAnalysis::of_grammar(self)))
    }

    /// What the text of a production means.
    pub(crate) fn core(&self, id: ProductionId) -> &Core {
        let texts = self.analyses.texts.get_or_init(|| vec![OnceLock::new(); self.len()]);
        texts[id.index()].get_or_init(|| Core::of_rule(self, id))
    }

    /// The strings of a production that is a unit; `None` for all others.
    pub fn unit(&self, id: ProductionId) -> Option<&CharacterUnit> {
        self.analyses.units.get_or_init(|| unit::units(self))[id.index()].as_ref()
    }

    /// The one-byte characters of a unit; the empty set if the production is not a unit.
    pub fn characters(&self, id: ProductionId) -> CharacterSet {
        self.unit(id).map(|unit| unit.characters).unwrap_or_default()
    }

    /// The productions that are defined. Counts of productions count these. Names that are used
    /// but never defined are not among them.
    pub fn defined(&self) -> impl Iterator<Item = ProductionId> + '_ {
        self.ids().filter(|&id| !self.production(id).definitions.is_empty())
    }

    /// Whether a name is prose, a text in `<...>`, in the notations that have it.
    pub fn is_prose(&self, id: ProductionId) -> bool {
        self.name(id).starts_with('<')
    }

    /// The names that are used but never defined.
    pub fn undefined(&self) -> Vec<ProductionId> {
        self.ids().filter(|&id| self.production(id).definitions.is_empty()).collect()
    }

    /// The productions that are defined more than once.
    pub fn doubly_defined(&self) -> Vec<ProductionId> {
        self.ids().filter(|&id| self.production(id).definitions.len() > 1).collect()
    }
}

/// The places that are not UTF-8; an error if the text is UTF-16.
fn readable(bytes: &[u8]) -> Result<Vec<SyntaxError>, GrammarError> {
    let wrong = encoding::mistakes(bytes);
    if wrong.iter().any(|error| error.kind == SyntaxErrorKind::Utf16) {
        // No other message about its characters would be true.
        return match SyntaxErrors::new(wrong) {
            Some(errors) => Err(errors.into()),
            None => Err(GrammarError::Empty),
        };
    }
    Ok(wrong)
}

/// The largest number of names in a grammar.
pub(crate) const MOST_NAMES: usize = 65_535;
