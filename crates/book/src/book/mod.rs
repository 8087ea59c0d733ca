//! The book: everything that is known about the grammars, as pages to read.
//!
//! A book is about all editions, or about one grammar of a user (`own`). A page is computed on
//! request; a whole book consists of all pages. Pages need no server, since links are relative.
//! Only a page that judges, such as the [`live`] one, needs a script: the program, compiled for
//! browsers (`engine`).

pub mod address;
mod changes;
mod characters;
mod claim;
mod code;
mod document;
mod edition;
mod engine;
mod exercise;
mod exercises;
mod front;
mod generation;
mod grid;
mod history;
mod judgement;
mod minified;
mod libraries;
pub mod live;
mod matrix;
mod order;
mod own;
mod packed;
mod page;
mod picture;
mod printed;
mod printed_url;
mod production;
mod prose;
mod relatives;
mod remark;
mod scheme;
mod search;
mod page_state;
mod steps;
mod table;
mod timeline_page;
mod words;

use std::fmt;
use std::sync::{Arc, OnceLock};

use indexmap::{IndexMap, IndexSet};
use maud::Markup;

use crate::automaton::AutomatonError;
use crate::bnf::{Grammar, GrammarError, ProductionId, Span};
use crate::description::{EditionDescriptions, ProductionDescription};
use crate::diagnose::DiagnosticCode;
use crate::diff::{ComparisonChain, SchemeHistories, UrlGrammarDiff, side_of};
use crate::edition::{Document, Edition, Reading};
use crate::exercise::{Exercise, ExerciseSet, built_in, of_grammar};
use crate::registry::SCHEMES;
use crate::report::failure_message::GrammarLabel;
use crate::report::picture::characters::svg as picture_of_characters;
use crate::report::picture::{STEPS_STYLE, STYLE};
use crate::timeline::{self, TimelineStage, TimelineSubject};
use crate::verdict::Judge;
use address::LinkBase;
pub use exercise::{answer, answer_of_page};
pub use libraries::picture as picture_of_libraries;
pub use live::LivePage;
use own::UserGrammar;
pub use packed::PackedGrammar;
use page::page;
pub use page_state::LiveState;
use printed::PrintedGrammar;
use prose::BookTexts;
pub use prose::{Documentation, MarkdownText};
pub use steps::StepOptions;

/// The book.
#[derive(Debug)]
pub struct Book {
    /// The grammar of a user, in a book that is about it and not about the editions.
    own: Option<Arc<UserGrammar>>,
    documentation: &'static Documentation,
    leaves: OnceLock<SiteMap>,
    judges: [[OnceLock<Arc<Judge>>; 2]; Edition::ALL.len()],
    printed: [OnceLock<PrintedGrammar>; Edition::ALL.len()],
    descriptions: [EditionDescriptions; 2],
    /// The changes from one edition, the row, to another.
    diffs: Vec<OnceLock<Option<UrlGrammarDiff<'static>>>>,
    history: OnceLock<Option<SchemeHistories<'static>>>,
    along: OnceLock<ComparisonChain<'static>>,
    characters: OnceLock<Option<timeline::CharacterTimelines>>,
    /// The added exercises. All exercises are read on request.
    added: ExerciseSet,
    exercises: OnceLock<Vec<Exercise>>,
}

/// Writes the page or the file with this path.
type PageWriter = Box<dyn Fn(&Book, &str) -> String + Send + Sync>;

/// Maps the path of each page to the function that writes it, in reading order.
#[derive(Default)]
struct SiteMap(IndexMap<String, PageWriter>);

impl fmt::Debug for SiteMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl SiteMap {
    /// Adds a file.
    fn file(
        &mut self,
        path: impl Into<String>,
        write: impl Fn(&Book, &str) -> String + Send + Sync + 'static,
    ) {
        self.0.insert(path.into(), Box::new(write));
    }

    /// Adds a page with a title. `text` writes its content; the frame is that of all pages.
    fn page(
        &mut self,
        path: impl Into<String>,
        title: &str,
        text: impl Fn(&Book, LinkBase) -> Markup + Send + Sync + 'static,
    ) {
        let title = title.to_owned();
        self.file(path, move |book, path| {
            let text = text(book, LinkBase::from_path(path));
            match &book.own {
                Some(own) => own.page(path, &title, &text),
                None => page(path, &title, None, &text),
            }
        });
    }

    /// The pages of the exercises. The page about all of them may link to a lesson.
    fn exercises(&mut self, exercises: &[Exercise], lesson: Option<String>) {
        self.page(address::EXERCISES, "Exercises", move |book, base| {
            exercises::contents(book.exercises(), lesson.as_deref(), base)
        });
        let all = |write: fn(&[Exercise], LinkBase) -> Markup| {
            move |book: &Book, base| write(book.exercises(), base)
        };
        self.page(address::TEACHER, "Teacher's sheet", all(exercises::teacher));
        self.page(address::HANDOUT, "Handout", all(exercises::handout));
        for (at, exercise) in exercises.iter().enumerate() {
            let title = exercise.title.replace('`', "");
            self.page(address::exercise(&exercise.name), &title, move |book, base| {
                exercise::text(&book.exercises()[at], book.exercises(), base)
            });
        }
    }

    /// The page that judges, and what it needs.
    fn live(&mut self, title: &str) {
        self.page(live::PATH, title, |book, _| live::unasked(book));
        self.file(engine::SCRIPT, |_, _| engine::script());
    }

    /// The static files, each with its parts.
    fn files(
        &mut self,
        files: impl Iterator<Item = &'static (&'static str, &'static [&'static str])>,
    ) {
        for &(path, parts) in files {
            self.file(path, |_, _| parts.concat());
        }
    }
}

/// Static files, each with its parts.
const FILES: &[(&str, &[&str])] = &[
    (search::SCRIPT, &[include_str!("search.js"), include_str!("strings.js")]),
    (live::SCRIPT, &[include_str!("live.js"), include_str!("steps.js")]),
    (exercise::SCRIPT, &[include_str!("exercise.js")]),
    (engine::OPENER, &[include_str!("engine/open.js")]),
    ("icon.svg", &[include_str!("icon.svg")]),
    ("style.css", &[include_str!("style.css"), include_str!("steps.css"), STYLE, STEPS_STYLE]),
];

impl Book {
    /// A book that includes this documentation.
    pub fn new(documentation: &'static Documentation) -> Book {
        Book::with_exercises(documentation, ExerciseSet::default())
    }

    /// A book with additional exercises. One with the name of another replaces it.
    pub fn with_exercises(documentation: &'static Documentation, set: ExerciseSet) -> Book {
        Book {
            own: None,
            documentation,
            added: set,
            exercises: OnceLock::new(),
            leaves: OnceLock::new(),
            judges: [const { [const { OnceLock::new() }; 2] }; Edition::ALL.len()],
            printed: [const { OnceLock::new() }; Edition::ALL.len()],
            descriptions: Reading::ALL.map(EditionDescriptions::new),
            diffs: (0..Edition::ALL.len().pow(2)).map(|_| OnceLock::new()).collect(),
            history: OnceLock::new(),
            along: OnceLock::new(),
            characters: OnceLock::new(),
        }
    }

    /// The book of a user's grammar, which is read from its packed form.
    ///
    /// # Errors
    /// If it cannot be read again.
    pub fn of_packed(packed: PackedGrammar) -> Result<Book, GrammarError> {
        let grammar = Arc::new(packed.grammar()?);
        Ok(Book::of_grammar(packed, grammar))
    }

    /// The book of a user's grammar that was already read, and of its packed form.
    pub fn of_grammar(packed: PackedGrammar, grammar: Arc<Grammar>) -> Book {
        Book {
            own: Some(Arc::new(UserGrammar::new(packed, grammar))),
            ..Book::new(Documentation::NONE)
        }
    }

    /// The paths of all pages, in reading order.
    pub fn paths(&self) -> Vec<String> {
        self.leaves().0.keys().cloned().collect()
    }

    /// The content of a path; `None` if there is no such page.
    pub fn page(&self, path: &str) -> Option<Vec<u8>> {
        let write = self.leaves().0.get(path)?;
        Some(write(self, path).into_bytes())
    }

    /// The productions that are undecided on the pages written so far; none in a book of editions.
    pub fn undecided(&self) -> Vec<&str> {
        self.own.as_ref().map(|own| own.undecided()).unwrap_or_default()
    }

    /// The exercises.
    pub fn exercises(&self) -> &[Exercise] {
        self.exercises.get_or_init(|| {
            if let Some(own) = &self.own {
                return of_grammar(own.grammar());
            }
            let added = &self.added.exercises;
            let is_new =
                |exercise: &&Exercise| !added.iter().any(|other| other.name == exercise.name);
            built_in().exercises.iter().filter(is_new).chain(added).cloned().collect()
        })
    }

    fn leaves(&self) -> &SiteMap {
        self.leaves.get_or_init(|| match &self.own {
            Some(own) => own.leaves(self.exercises()),
            None => site_map(self.exercises(), self.documentation),
        })
    }

    fn texts(&self) -> BookTexts {
        BookTexts::new(self.documentation)
    }

    fn judge(&self, edition: Edition, reading: Reading) -> &Arc<Judge> {
        self.judges[edition.index()][reading.index()]
            .get_or_init(|| Arc::new(Judge::by_scheme(edition, reading)))
    }

    /// The path of the page of a production of the judge's grammar.
    fn path_of(&self, judge: &Judge, id: ProductionId) -> Option<String> {
        match judge.edition() {
            Some(edition) => Some(address::production(edition, judge.grammar().name(id))),
            None => self.own.as_ref().map(|own| own.address(id).to_owned()),
        }
    }

    /// The printed lines of the judge's grammar around a place, with marks in them.
    fn around(
        &self,
        judge: &Judge,
        place: Span,
        marks: &[GrammarLabel],
        base: LinkBase,
    ) -> Option<Markup> {
        let printed = match judge.edition() {
            Some(edition) => Some(self.printed(edition)),
            None => self.own.as_ref().map(|own| &own.printed),
        };
        printed.map(|printed| printed.around(place, marks, base))
    }

    /// The path of the explanation of a code.
    fn code(&self, code: DiagnosticCode) -> Option<String> {
        self.own.is_none().then(|| address::code(code.name()))
    }

    /// The citation of a production, with a link to the place.
    fn cited(&self, citation: &str, base: LinkBase) -> Markup {
        match self.own {
            Some(_) => words::markup(citation),
            None => document::cited(citation, base),
        }
    }

    /// The description of a production; `None` if the reading does not have the name.
    fn description(
        &self,
        edition: Edition,
        reading: Reading,
        name: &str,
    ) -> Option<Result<ProductionDescription, AutomatonError>> {
        let production = edition.grammar(reading).find(name)?;
        Some(self.descriptions[reading.index()].description(edition, production))
    }

    /// The changes from one edition to another, both corrected. The editions are regular, so
    /// the comparison always succeeds.
    fn diff(&self, old: Edition, new: Edition) -> Option<&UrlGrammarDiff<'static>> {
        let place = self.diffs.get(old.index() * Edition::ALL.len() + new.index())?;
        let side = |edition| side_of(edition, Reading::Corrected);
        place.get_or_init(|| UrlGrammarDiff::new(side(old), side(new)).ok()).as_ref()
    }

    /// The schemes through the documents. All grammars are regular, so there always is one.
    fn history(&self) -> Option<&SchemeHistories<'static>> {
        let history = self.history.get_or_init(|| {
            let sides = Edition::LINE.map(|edition| side_of(edition, Reading::Corrected));
            SchemeHistories::along(sides.to_vec(), &Edition::numbers_before(&Edition::LINE)).ok()
        });
        history.as_ref()
    }

    /// The stages of one thing through the documents, in the corrected reading.
    fn stages(&self, what: &TimelineSubject) -> Vec<TimelineStage> {
        let reading = Reading::Corrected;
        match what {
            TimelineSubject::Character(byte) => {
                let characters = self
                    .characters
                    .get_or_init(|| timeline::CharacterTimelines::for_reading(reading).ok());
                let stages = characters.as_ref().and_then(|timelines| timelines.stages(*byte).ok());
                stages.unwrap_or_default()
            }
            TimelineSubject::Production(name) => {
                timeline::of_production(name, &self.descriptions[reading.index()])
            }
            TimelineSubject::Scheme(name) => {
                let along = self.along.get_or_init(|| timeline::along(reading));
                timeline::of_scheme(name, along).unwrap_or_default()
            }
        }
    }

    fn printed(&self, edition: Edition) -> &PrintedGrammar {
        self.printed[edition.index()].get_or_init(|| PrintedGrammar::from_edition(edition))
    }
}

/// All pages, in reading order.
fn site_map(exercises: &[Exercise], documentation: &'static Documentation) -> SiteMap {
    let mut leaves = SiteMap::default();
    leaves.page("index.html", "urlbnf", front::text);
    for edition in Edition::ALL {
        leaves.file(address::edition(edition), move |book, path| {
            let text = edition::text(book, edition, LinkBase::from_path(path));
            page(path, edition.name(), Some(edition), &text)
        });
        for name in names(edition) {
            let (path, title) = (address::production(edition, name), format!("{name} ({edition})"));
            leaves
                .page(path, &title, move |book, base| production::text(book, edition, name, base));
        }
    }
    let errata = "Errata, interpretations, deviations";
    leaves.page("remarks.html", errata, |_, base| remark::text(base));
    leaves.page("codes.html", "Codes", code::text);
    leaves.page("history.html", "History", history::text);
    leaves.page(characters::PATH, "Characters", |_, base| characters::text(base));
    for what in TimelineSubject::all() {
        let Some(path) = address::history(&what) else { continue };
        let title = timeline_page::title(&what);
        leaves.page(path, &title, move |book, base| timeline_page::text(book, &what, base));
    }
    for (old, new) in Edition::pairs() {
        let (path, title) = (address::changes(old, new), format!("{old} → {new}"));
        leaves.page(path, &title, move |book, base| changes::text(book, old, new, base));
    }
    for scheme in SCHEMES {
        leaves
            .page(address::scheme(scheme.name), scheme.name, |_, base| scheme::text(scheme, base));
    }
    leaves.page("urls/index.html", "Their own URLs", matrix::text);
    for (number, entry) in printed_url::corpus().enumerate() {
        let title = format!("{}: {}", number + 1, entry.url);
        let path = address::printed_url(number);
        leaves.page(path, &title, move |book, base| printed_url::text(book, entry, base));
    }
    let title = "Today's libraries";
    leaves.page("libraries/index.html", title, |_, base| libraries::contents(base));
    for library in libraries::all() {
        leaves.page(address::library(&library.program), &library.title(), move |_, base| {
            libraries::text(library, documentation, base)
        });
    }
    leaves.page("documents/index.html", "The documents", |_, base| document::contents(base));
    for document in Document::ALL {
        let path = address::document(document);
        leaves.page(path, document.citation(), move |_, base| document::text(document, base));
    }
    leaves.exercises(exercises, Some(address::prose("lesson")));
    leaves.page("docs/index.html", "Texts", |book, base| book.texts().contents(base));
    for text in BookTexts::new(documentation).iter() {
        leaves.page(text.path(), text.title(), |book, _| book.texts().text(text));
    }
    leaves.file(characters::PICTURE, |_, _| {
        picture_of_characters(&Edition::ALL).replace("></rect>", "/>")
    });
    for &(path, text) in documentation.files {
        leaves.file(path, |_, _| text.to_owned());
    }
    leaves.live("Live");
    let search = |book: &Book, _: &str| search::index(book.exercises(), &book.texts());
    leaves.file("search-index.js", search);
    leaves.files(FILES.iter());
    leaves
}

/// Every name of an edition, in printed order; names of only one reading come last.
fn names(edition: Edition) -> Vec<&'static str> {
    let grammars = Reading::ALL.into_iter().map(|reading| edition.grammar(reading));
    let names = grammars.flat_map(|grammar| grammar.ids().map(|id| grammar.name(id)));
    names.collect::<IndexSet<_>>().into_iter().collect()
}

/// Whether the two readings of an edition differ.
fn has_errata(edition: Edition) -> bool {
    let grammar = edition.grammar(Reading::Corrected);
    let definitions = grammar.ids().flat_map(|id| grammar.production(id).definitions());
    definitions.into_iter().any(|definition| definition.erratum.is_some())
}
