//! The printed grammars as data.
//!
//! A `.bnf` file is read, in the notation that its header names, into a [`Listing`]: what the page
//! prints, and our errata beside it. A [`Grammar`] is one reading of a listing: names resolved to
//! [`ProductionId`]s, and every part of every production with its place in the file. All that this
//! crate says about a language, it says from here; the transcriptions are held against it, never
//! the other way round.

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
use std::sync::Arc;

pub use core::core_names;
pub use document::{Document, DocumentKind, LeftOut, NoRule, document_text};
pub use encoding::text;
pub use expression::{Expression, ExpressionKind, Place, ProductionId, in_any_case};
pub use header::{Allowed, Import, Older, Replaced, Told};
pub use import::{DEEPEST_IMPORT, Imported, LONGEST_IMPORTS, Loader, MOST_IMPORTS};
use import::{Files, nothing};
pub use listing::{Listing, Source};
pub use notation::{Notation, Notice, NoticeKind};
pub use reading::{Reading, UnknownName};
pub use rewrite::{Misread, RewriteError};
pub use syntax::{MOST_BRACKETS, MOST_ERRORS, SyntaxError, SyntaxErrorKind, SyntaxErrors};
pub(crate) use unit::alternatives;
pub use unit::{Unit, first_character};
pub use urlbnf_language::{CharacterSet, Limits};
pub(crate) use uses::circles;

use names::Names;

/// One reading of one printed grammar.
///
/// ```
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "# notation rfc822\nweek = year \"-W\" digit\nyear = 2*digit\ndigit = \"0\" | \"1\"\n";
/// let grammar = Grammar::read("week.bnf", text, Reading::Printed)?;
/// let year = grammar.find("year").unwrap();
/// let used_by: Vec<&str> = grammar.users(year).iter().map(|&id| grammar.name(id)).collect();
/// assert_eq!((grammar.name(grammar.start()), used_by), ("week", vec!["week"]));
/// // `digit` is one character long.
/// assert!(grammar.unit(grammar.find("digit").unwrap()).is_some());
/// # Ok::<(), urlbnf_bnf::grammar::GrammarError>(())
/// ```
#[derive(Debug)]
pub struct Grammar {
    // What another grammar may share that is made of this one.
    listing: Arc<Listing>,
    reading: Reading,
    productions: Vec<Arc<Production>>,
    /// By the key of a name: where case makes no difference, in lower case.
    by_name: Arc<HashMap<String, ProductionId>>,
    /// Definitions of names that were defined before, which are to say the same once more.
    collected: Vec<(ProductionId, Definition)>,
    /// The productions that could be the start, where several could and none was named.
    starts: Vec<ProductionId>,
    /// How deep what recurs in its middle is looked at.
    nesting: Option<usize>,
    units: Vec<Option<Unit>>,
    /// Whether a production derives any string.
    derives: Vec<bool>,
    start: ProductionId,
    limits: Limits,
}

/// A named rule of a grammar.
#[derive(Debug, Clone)]
pub struct Production {
    name: String,
    definitions: Vec<Definition>,
}

/// One place that defines a production. Where there are two, it derives what either does.
#[derive(Debug, Clone)]
pub struct Definition {
    /// What the name stands for.
    pub body: Expression,
    /// The name's own place.
    pub name_place: Place,
    /// The whole of it.
    pub place: Place,
    /// The number of the erratum that writes it so, in the corrected reading.
    pub erratum: Option<String>,
    /// Whether it adds alternatives to a definition before: `=/`.
    pub adds: bool,
}

impl Production {
    /// Its name, as printed.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What defines it: nothing, where the name is used and never defined.
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// The alternatives of all its definitions, in printed order.
    pub fn alternatives(&self) -> impl Iterator<Item = &Expression> {
        self.definitions.iter().flat_map(|definition| definition.body.alternatives())
    }
}

/// A `.bnf` text that makes no grammar.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GrammarError {
    /// It cannot be read: all that is wrong with it.
    #[error(transparent)]
    Syntax(#[from] SyntaxErrors),
    /// It defines no production.
    #[error("the BNF defines no production")]
    Empty,
    /// Its header names a start that no production has.
    #[error("the start `{}` is not a production of the BNF", syntax::clipped(name))]
    NoStart {
        /// The start.
        name: String,
        /// Where the header names it.
        place: Place,
    },
    /// A document in which no grammar was found.
    #[error("{0}")]
    NoGrammar(String),
    /// It has more names than a grammar may.
    #[error("the BNF has more than 65,535 names")]
    TooLarge,
}

impl Grammar {
    /// Reads the grammar of a `.bnf` text. The start is the one that its
    /// header names, or its first production.
    ///
    /// # Errors
    /// All that is wrong with the text, each mistake at its place; or that it makes no grammar,
    /// since it defines nothing, has too many names, or names a start that it does not have.
    /// Nothing is imported.
    pub fn read(name: &str, text: &str, reading: Reading) -> Result<Grammar, GrammarError> {
        Grammar::read_bytes(name, text.as_bytes(), reading)
    }

    /// Reads the grammar of a `.bnf` file. Places are bytes of the file, also
    /// where it is not the UTF-8 that it has to be.
    ///
    /// # Errors
    ///
    /// As [`Grammar::read`], and where bytes are not UTF-8.
    pub fn read_bytes(name: &str, bytes: &[u8], reading: Reading) -> Result<Grammar, GrammarError> {
        Grammar::read_importing(name, bytes, reading, &mut nothing)
    }

    /// Reads the grammar of the bytes of a file, with the rules of other files that it
    /// imports: `load` finds their texts.
    ///
    /// # Errors
    ///
    /// As [`Grammar::read_bytes`]; and where what is imported is not found, has not the
    /// rule, or defines a name that is defined already.
    pub fn read_importing(
        name: &str,
        bytes: &[u8],
        reading: Reading,
        load: &mut Loader<'_>,
    ) -> Result<Grammar, GrammarError> {
        let wrong = readable(bytes)?;
        let files = &mut Files::of(name, load);
        Grammar::of_listing(Listing::read_beside(name, &text(bytes), wrong, Some(files))?, reading)
    }

    /// Reads the grammar that is in the bytes of a document, in this notation unless the document
    /// names another. Its places are bytes of the document; but of RFCXML, where a reference such
    /// as `&lt;` is on a line, what is after it is further left.
    ///
    /// # Errors
    ///
    /// As [`Grammar::read_importing`]; and where no grammar is found.
    pub fn read_document(
        name: &str,
        bytes: &[u8],
        written: (DocumentKind, Notation),
        reading: Reading,
        load: &mut Loader<'_>,
    ) -> Result<Grammar, GrammarError> {
        let (wrong, text) = (readable(bytes)?, text(bytes));
        let files = &mut Files::of(name, load);
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
        let is_erratum = |it: &&notation::Production| it.erratum.is_some();
        let definitions = || listing.definitions.iter();
        let amended: HashSet<&str> = match reading {
            Reading::Printed => HashSet::new(),
            Reading::Corrected => {
                definitions().filter(is_erratum).map(|it| it.name.as_str()).collect()
            }
        };
        let written: Vec<&notation::Production> = definitions()
            .filter(|it| amended.contains(it.name.as_str()) == is_erratum(it))
            .collect();
        let mut names = Names::of(&listing);
        for definition in &written {
            names.id(&definition.name);
        }
        if names.productions.is_empty() {
            return Err(GrammarError::Empty);
        }
        let mut collected: Vec<(ProductionId, Definition)> = Vec::new();
        for definition in &written {
            let body = names.expression(&definition.body);
            let id = names.id(&definition.name);
            let definition = Definition {
                body,
                name_place: definition.name_place,
                place: definition.place,
                erratum: definition.erratum.clone(),
                adds: definition.adds,
            };
            let definitions = &mut names.productions[id.index()].definitions;
            let again =
                listing.collects() && !definition.adds && definitions.iter().any(|it| !it.adds);
            // What adds to a definition belongs to the one that stands last before it.
            match again || definition.adds && collected.iter().any(|(of, _)| *of == id) {
                true => collected.push((id, definition)),
                false => definitions.push(definition),
            }
        }
        if names.productions.len() > MOST_NAMES {
            return Err(GrammarError::TooLarge);
        }
        let start = match &listing.start {
            Some(start) => names.find(start).ok_or_else(|| GrammarError::NoStart {
                name: start.clone(),
                place: listing.start_place.unwrap_or(Place { start: 0, end: 0 }),
            })?,
            None => ProductionId(0),
        };
        let named = listing.start.is_some() || listing.notation != Notation::Abnf;
        let Names { productions, by_name, .. } = names;
        let mut grammar = Grammar {
            listing: Arc::new(listing),
            reading,
            productions: productions.into_iter().map(Arc::new).collect(),
            by_name: Arc::new(by_name),
            collected,
            starts: Vec::new(),
            nesting: None,
            units: Vec::new(),
            derives: Vec::new(),
            start,
            limits: Limits::default(),
        };
        if !named {
            let roots = grammar.roots();
            grammar.start = roots.first().copied().unwrap_or(start);
            grammar.starts = roots;
        }
        grammar.units = unit::units(&grammar);
        grammar.derives = grammar.derivable();
        Ok(grammar)
    }

    /// How it was read.
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// The same grammar, of which more or less may be taken to decide something.
    #[must_use]
    pub fn within(self, limits: Limits) -> Grammar {
        Grammar { limits, ..self }
    }

    /// What may be taken to decide something of it.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether another says the same of every name, in the same order: then a number of a
    /// production means the same in both, and has the same strings.
    pub(crate) fn is_like(&self, other: &Grammar) -> bool {
        let alike = |(one, two): (&Arc<Production>, &Arc<Production>)| {
            let [first, second] = [one, two].map(|it| it.definitions.iter().map(|it| &it.body));
            Arc::ptr_eq(one, two) || one.name == two.name && first.eq(second)
        };
        self.productions.len() == other.productions.len()
            && (self.nesting, self.start) == (other.nesting, other.start)
            && self.productions.iter().zip(&other.productions).all(alike)
    }

    /// How many parts its texts have: what it takes to copy them, or to go through them once.
    pub(crate) fn size(&self) -> usize {
        let texts = self.productions.iter().flat_map(|it| it.definitions());
        self.productions.len() + texts.map(|it| it.body.all().count()).sum::<usize>()
    }

    /// The file that it was read from.
    pub fn listing(&self) -> &Listing {
        &self.listing
    }

    /// The production from which the strings of the grammar derive.
    pub fn start(&self) -> ProductionId {
        self.start
    }

    /// How many names it has, defined or not.
    pub fn len(&self) -> usize {
        self.productions.len()
    }

    /// Never: a grammar without a production is refused when it is read.
    pub fn is_empty(&self) -> bool {
        self.productions.is_empty()
    }

    /// All names, in printed order; those that nothing defines last.
    pub fn ids(&self) -> impl Iterator<Item = ProductionId> + use<> {
        (0..self.productions.len() as u16).map(ProductionId)
    }

    /// The production of a number.
    pub fn production(&self, id: ProductionId) -> &Production {
        &self.productions[id.index()]
    }

    /// The name of a production, as printed.
    pub fn name(&self, id: ProductionId) -> &str {
        self.production(id).name()
    }

    /// The production of a name, as printed; in ABNF, in whatever case.
    pub fn find(&self, name: &str) -> Option<ProductionId> {
        self.by_name.get(&*names::key(&self.listing, name)).copied()
    }

    /// Definitions of names that are defined before: what a document collects in an
    /// appendix and says in its text too, and what is added to these. They are not part of
    /// the grammar; whether they say the same is decided by [`lint`](crate::lint).
    pub fn collected(&self) -> &[(ProductionId, Definition)] {
        &self.collected
    }

    /// The strings of a production that is one unit long; `None` for all others.
    pub fn unit(&self, id: ProductionId) -> Option<&Unit> {
        self.units[id.index()].as_ref()
    }

    /// The characters of a unit that is a single character.
    pub fn characters(&self, id: ProductionId) -> CharacterSet {
        self.unit(id).map(|unit| unit.characters).unwrap_or_default()
    }

    /// The productions that are defined: what is counted wherever productions are.
    /// A name that is used and nowhere defined is none of them.
    pub fn defined(&self) -> impl Iterator<Item = ProductionId> + '_ {
        self.ids().filter(|&id| !self.production(id).definitions.is_empty())
    }

    /// Whether a name that nothing defines is text in words, where a notation has that.
    pub fn is_prose(&self, id: ProductionId) -> bool {
        self.name(id).starts_with('<')
    }

    /// The names that are used and nowhere defined.
    pub fn undefined(&self) -> Vec<ProductionId> {
        self.ids().filter(|&id| self.production(id).definitions.is_empty()).collect()
    }

    /// The productions that are defined more than once.
    pub fn doubly_defined(&self) -> Vec<ProductionId> {
        self.ids().filter(|&id| self.production(id).definitions.len() > 1).collect()
    }
}

/// Where bytes are no text, if anything can be said of the others.
fn readable(bytes: &[u8]) -> Result<Vec<SyntaxError>, GrammarError> {
    let wrong = encoding::mistakes(bytes);
    if wrong.iter().any(|it| it.kind == SyntaxErrorKind::Utf16) {
        // Nothing that could be said of its characters would be true.
        return match SyntaxErrors::new(wrong) {
            Some(errors) => Err(errors.into()),
            None => Err(GrammarError::Empty),
        };
    }
    Ok(wrong)
}

/// The most names that a grammar has.
pub(crate) const MOST_NAMES: usize = 65_535;
