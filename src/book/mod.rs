//! The book: everything that is known of the grammars, as pages to read.
//!
//! A page is computed when it is asked for, and a whole book is all of them.
//! Pages need no server and no script: links are relative, a script only adds a
//! search. The same pages are served beside the [`live`] one.

pub mod address;
mod changes;
mod claim;
mod code;
mod document;
mod edition;
mod front;
mod generation;
mod history;
mod judgement;
mod libraries;
pub mod live;
mod matrix;
mod own;
mod own_live;
mod page;
mod picture;
mod printed;
mod printed_url;
mod production;
mod prose;
mod remark;
mod scheme;
mod search;
mod state;
mod words;

use std::sync::OnceLock;

use indexmap::IndexMap;
use maud::Markup;

use crate::automaton::NotRegular;
use crate::bnf::{Place, ProductionId};
use crate::description::{Description, Descriptions};
use crate::diagnose::Code;
use crate::edition::{Document, Edition, Reading};
use crate::registry::{SCHEMES, Scheme};
use crate::report::finding::Pointer;
use crate::report::picture::STYLE;
use crate::verdict::Judge;
use address::Base;
use judgement::Pages;
pub use libraries::picture as picture_of_libraries;
pub use live::Served;
pub use own::OwnBook;
pub use own_live::OwnLive;
use page::{Head, page};
use printed::Printed;
pub use state::State;

/// For whom the pages are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Files, to be read without a server.
    Static,
    /// Pages of a server that has the live page too.
    Served,
}

/// The book.
#[derive(Debug)]
pub struct Book {
    kind: Kind,
    leaves: OnceLock<IndexMap<String, Leaf>>,
    judges: [[Judge; 2]; Edition::ALL.len()],
    printed: [OnceLock<Printed>; Edition::ALL.len()],
    descriptions: [Descriptions; 2],
}

/// What lies at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Leaf {
    Front,
    Edition(Edition),
    Production(Edition, &'static str),
    Codes,
    Remarks,
    History,
    Changes(Edition, Edition),
    Scheme(&'static Scheme),
    Matrix,
    PrintedUrl(usize),
    Libraries,
    Library(usize),
    Documents,
    Document(Document),
    Texts,
    Prose(usize),
    Search,
    File(&'static [&'static str]),
}

/// Files that are as they are, each in its parts.
const FILES: &[(&str, &[&str])] = &[
    ("search.js", &[include_str!("search.js")]),
    ("icon.svg", &[include_str!("icon.svg")]),
    ("docs/pictures/tree.svg", &[include_str!("../../docs/pictures/tree.svg")]),
    ("docs/pictures/railroad.svg", &[include_str!("../../docs/pictures/railroad.svg")]),
    ("docs/pictures/clock.svg", &[include_str!("../../docs/pictures/clock.svg")]),
    ("docs/pictures/abnf-dur-value.svg", &[include_str!("../../docs/pictures/abnf-dur-value.svg")]),
    ("docs/pictures/abnf-authority.svg", &[include_str!("../../docs/pictures/abnf-authority.svg")]),
    (
        "docs/pictures/abnf-media-range.svg",
        &[include_str!("../../docs/pictures/abnf-media-range.svg")],
    ),
    ("docs/pictures/abnf-comment.svg", &[include_str!("../../docs/pictures/abnf-comment.svg")]),
    ("docs/pictures/characters.svg", &[include_str!("../../docs/pictures/characters.svg")]),
    ("docs/pictures/diff.svg", &[include_str!("../../docs/pictures/diff.svg")]),
    ("style.css", &[include_str!("style.css"), STYLE]),
];

/// The script of the live page.
const LIVE_SCRIPT: &str = include_str!("live.js");

impl Book {
    /// A book.
    pub fn new(kind: Kind) -> Book {
        Book {
            kind,
            leaves: OnceLock::new(),
            judges: Edition::ALL
                .map(|edition| Reading::ALL.map(|reading| Judge::by_scheme(edition, reading))),
            printed: [const { OnceLock::new() }; Edition::ALL.len()],
            descriptions: Reading::ALL.map(Descriptions::new),
        }
    }

    /// For whom it is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The paths of all its pages, in the order in which one may read them.
    pub fn paths(&self) -> Vec<String> {
        self.leaves().keys().cloned().collect()
    }

    /// What lies at a path.
    pub fn page(&self, path: &str) -> Option<Vec<u8>> {
        let leaf = self.leaves().get(path)?;
        Some(self.render(path, leaf).into_bytes())
    }

    /// What lies where.
    fn leaves(&self) -> &IndexMap<String, Leaf> {
        self.leaves.get_or_init(|| leaves(self.kind).into_iter().collect())
    }

    fn render(&self, path: &str, leaf: &Leaf) -> String {
        let base = Base::of(path);
        let whole = |title: &str, text: Markup| {
            page(self.kind, &Head::new(path, title), &text).into_string()
        };
        match leaf {
            Leaf::Front => whole("urlbnf", front::text(self, base)),
            Leaf::Edition(edition) => {
                let head = Head { edition: Some(*edition), ..Head::new(path, edition.name()) };
                page(self.kind, &head, &edition::text(self, *edition, base)).into_string()
            }
            Leaf::Production(edition, name) => {
                let title = format!("{name} ({edition})");
                let head = Head { edition: Some(*edition), ..Head::new(path, &title) };
                let text = production::text(self, *edition, name, base);
                page(self.kind, &head, &text).into_string()
            }
            Leaf::Codes => whole("Codes", code::text(self, base)),
            Leaf::Remarks => whole("Errata, interpretations, deviations", remark::text(base)),
            Leaf::History => whole("History", history::text(base)),
            Leaf::Changes(old, new) => {
                whole(&format!("{old} → {new}"), changes::text(self, *old, *new, base))
            }
            Leaf::Scheme(scheme) => whole(scheme.name, scheme::text(scheme, base)),
            Leaf::Matrix => whole("Their own URLs", matrix::text(self, base)),
            Leaf::PrintedUrl(number) => printed_url::page(self, path, *number),
            Leaf::Libraries => whole("Today's libraries", libraries::contents(base)),
            Leaf::Library(number) => libraries::page(self.kind, path, *number),
            Leaf::Documents => whole("The documents", document::contents(base)),
            Leaf::Document(it) => whole(it.citation(), document::text(*it, base)),
            Leaf::Texts => whole("Texts", prose::contents(base)),
            Leaf::Prose(number) => prose::page(self.kind, path, *number),
            Leaf::Search => search::index(),
            Leaf::File(parts) => parts.concat(),
        }
    }

    fn judge(&self, edition: Edition, reading: Reading) -> &Judge {
        &self.judges[edition.index()][reading.index()]
    }

    /// `None` where the reading has no such name.
    fn description(
        &self,
        edition: Edition,
        reading: Reading,
        name: &str,
    ) -> Option<Result<Description, NotRegular>> {
        let production = edition.grammar(reading).find(name)?;
        Some(self.descriptions[reading.index()].description(edition, production))
    }

    fn printed(&self, edition: Edition) -> &Printed {
        self.printed[edition.index()].get_or_init(|| Printed::of(edition))
    }
}

impl Pages for Book {
    fn production(&self, judge: &Judge, id: ProductionId) -> Option<String> {
        let name = judge.grammar().name(id);
        judge.edition().map(|edition| address::production(edition, name))
    }

    fn around(&self, judge: &Judge, place: Place, marks: &[Pointer], base: Base) -> Option<Markup> {
        judge.edition().map(|edition| self.printed(edition).around(place, marks, base))
    }

    fn code(&self, code: Code) -> Option<String> {
        Some(address::code(code.name()))
    }

    fn cited(&self, citation: &str, base: Base) -> Markup {
        document::cited(citation, base)
    }
}

/// All that there is, in the order in which one may read it.
fn leaves(kind: Kind) -> Vec<(String, Leaf)> {
    let mut leaves = vec![("index.html".to_owned(), Leaf::Front)];
    for edition in Edition::ALL {
        leaves.push((address::edition(edition), Leaf::Edition(edition)));
        for name in names(edition) {
            let path = address::production(edition, name);
            leaves.push((path, Leaf::Production(edition, name)));
        }
    }
    leaves.push(("remarks.html".to_owned(), Leaf::Remarks));
    leaves.push(("codes.html".to_owned(), Leaf::Codes));
    leaves.push(("history.html".to_owned(), Leaf::History));
    for (old, new) in Edition::PAIRS {
        leaves.push((address::changes(old, new), Leaf::Changes(old, new)));
    }
    leaves.extend(SCHEMES.iter().map(|it| (address::scheme(it.name), Leaf::Scheme(it))));
    leaves.push(("urls/index.html".to_owned(), Leaf::Matrix));
    for (number, _) in printed_url::corpus().enumerate() {
        leaves.push((address::printed_url(number), Leaf::PrintedUrl(number)));
    }
    leaves.push(("libraries/index.html".to_owned(), Leaf::Libraries));
    for (number, it) in libraries::all().iter().enumerate() {
        leaves.push((address::library(&it.program), Leaf::Library(number)));
    }
    leaves.push(("documents/index.html".to_owned(), Leaf::Documents));
    leaves.extend(Document::ALL.map(|it| (address::document(it), Leaf::Document(it))));
    leaves.push(("docs/index.html".to_owned(), Leaf::Texts));
    for (number, text) in prose::TEXTS.iter().enumerate() {
        leaves.push((text.path(), Leaf::Prose(number)));
    }
    leaves.push(("search-index.js".to_owned(), Leaf::Search));
    leaves.extend(FILES.iter().map(|&(path, text)| (path.to_owned(), Leaf::File(text))));
    if kind == Kind::Served {
        leaves.push((live::SCRIPT.to_owned(), Leaf::File(&[LIVE_SCRIPT])));
    }
    leaves
}

/// Every name of an edition, in printed order; those of one reading only last.
fn names(edition: Edition) -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for reading in Reading::ALL {
        let grammar = edition.grammar(reading);
        for id in grammar.ids() {
            if !names.contains(&grammar.name(id)) {
                names.push(grammar.name(id));
            }
        }
    }
    names
}

/// Whether the two readings of an edition differ at all.
fn has_errata(edition: Edition) -> bool {
    let grammar = edition.grammar(Reading::Corrected);
    let definitions = grammar.ids().flat_map(|id| grammar.production(id).definitions());
    definitions.into_iter().any(|definition| definition.erratum.is_some())
}
