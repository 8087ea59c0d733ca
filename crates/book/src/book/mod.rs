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
mod lean;
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
mod state;
mod steps;
mod table;
mod through;
mod words;

use std::sync::{Arc, OnceLock};

use indexmap::IndexMap;
use maud::Markup;

use crate::automaton::NotRegular;
use crate::bnf::{Grammar, GrammarError, Place, ProductionId};
use crate::description::{Description, Descriptions};
use crate::diagnose::Code;
use crate::diff::{Along, Diff, History, side_of};
use crate::edition::{Document, Edition, Reading};
use crate::exercise::{Exercise, Set, built_in, of_grammar};
use crate::registry::{SCHEMES, Scheme};
use crate::report::finding::Pointer;
use crate::report::picture::characters::svg as picture_of_characters;
use crate::report::picture::{STEPS_STYLE, STYLE};
use crate::timeline::{self, Stage, What};
use crate::verdict::Judge;
use address::Base;
pub use exercise::{answer, answer_of_page};
pub use libraries::picture as picture_of_libraries;
pub use live::Live;
use own::Own;
pub use packed::Packed;
use page::page;
use printed::Printed;
use prose::Texts;
pub use prose::{Documentation, Text};
pub use state::State;
pub use steps::Stepping;

/// The book.
#[derive(Debug)]
pub struct Book {
    /// The grammar of a user, in a book that is about it and not about the editions.
    own: Option<Own>,
    documentation: &'static Documentation,
    leaves: OnceLock<IndexMap<String, Leaf>>,
    judges: [[OnceLock<Arc<Judge>>; 2]; Edition::ALL.len()],
    printed: [OnceLock<Printed>; Edition::ALL.len()],
    descriptions: [Descriptions; 2],
    /// The changes from one edition, the row, to another.
    diffs: Vec<OnceLock<Option<Diff<'static>>>>,
    history: OnceLock<Option<History<'static>>>,
    along: OnceLock<Along<'static>>,
    characters: OnceLock<Option<timeline::Characters>>,
    /// The added exercises. All exercises are read on request.
    added: Set,
    exercises: OnceLock<Vec<Exercise>>,
}

/// The content of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Leaf {
    Front,
    Edition(Edition),
    Production(Edition, &'static str),
    Codes,
    Remarks,
    History,
    Characters,
    Through(What),
    Changes(Edition, Edition),
    Scheme(&'static Scheme),
    Matrix,
    PrintedUrl(usize),
    Libraries,
    Library(usize),
    Documents,
    Document(Document),
    Exercises,
    Exercise(usize),
    Teacher,
    Handout,
    Texts,
    Prose(&'static Text),
    CharactersPicture,
    Search,
    Live,
    Engine,
    File(&'static [&'static str]),
    Given(&'static str),
    Own(own::Leaf),
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
        Book::with_exercises(documentation, Set::default())
    }

    /// A book with additional exercises. One with the name of another replaces it.
    pub fn with_exercises(documentation: &'static Documentation, set: Set) -> Book {
        Book {
            own: None,
            documentation,
            added: set,
            exercises: OnceLock::new(),
            leaves: OnceLock::new(),
            judges: [const { [const { OnceLock::new() }; 2] }; Edition::ALL.len()],
            printed: [const { OnceLock::new() }; Edition::ALL.len()],
            descriptions: Reading::ALL.map(Descriptions::new),
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
    pub fn of_packed(packed: Packed) -> Result<Book, GrammarError> {
        let grammar = Arc::new(packed.grammar()?);
        Ok(Book::of_grammar(packed, grammar))
    }

    /// The book of a user's grammar that was already read, and of its packed form.
    pub fn of_grammar(packed: Packed, grammar: Arc<Grammar>) -> Book {
        Book { own: Some(Own::new(packed, grammar)), ..Book::new(Documentation::NONE) }
    }

    /// The paths of all pages, in reading order.
    pub fn paths(&self) -> Vec<String> {
        self.leaves().keys().cloned().collect()
    }

    /// The content of a path; `None` if there is no such page.
    pub fn page(&self, path: &str) -> Option<Vec<u8>> {
        let leaf = self.leaves().get(path)?;
        Some(self.render(path, leaf).into_bytes())
    }

    /// The exercises.
    pub fn exercises(&self) -> &[Exercise] {
        self.exercises.get_or_init(|| {
            if let Some(own) = &self.own {
                return of_grammar(own.grammar());
            }
            let added = &self.added.exercises;
            let is_new = |it: &&Exercise| !added.iter().any(|other| other.name == it.name);
            built_in().exercises.iter().filter(is_new).chain(added).cloned().collect()
        })
    }

    /// The content of each path.
    fn leaves(&self) -> &IndexMap<String, Leaf> {
        self.leaves.get_or_init(|| {
            let leaves = match &self.own {
                Some(own) => own.leaves(self.exercises()),
                None => leaves(self.exercises(), self.documentation),
            };
            leaves.into_iter().collect()
        })
    }

    fn texts(&self) -> Texts {
        Texts::new(self.documentation)
    }

    fn render(&self, path: &str, leaf: &Leaf) -> String {
        let base = Base::of(path);
        let whole = |title: &str, text: Markup| match &self.own {
            Some(own) => own.page(path, title, &text),
            None => page(path, title, None, &text),
        };
        match leaf {
            Leaf::Front => whole("urlbnf", front::text(self, base)),
            Leaf::Edition(edition) => {
                let text = edition::text(self, *edition, base);
                page(path, edition.name(), Some(*edition), &text)
            }
            Leaf::Production(edition, name) => {
                whole(&format!("{name} ({edition})"), production::text(self, *edition, name, base))
            }
            Leaf::Codes => whole("Codes", code::text(self, base)),
            Leaf::Remarks => whole("Errata, interpretations, deviations", remark::text(base)),
            Leaf::History => whole("History", history::text(self, base)),
            Leaf::Characters => whole("Characters", characters::text(base)),
            Leaf::Through(what) => whole(&through::title(what), through::text(self, what, base)),
            Leaf::Changes(old, new) => {
                whole(&format!("{old} → {new}"), changes::text(self, *old, *new, base))
            }
            Leaf::Scheme(scheme) => whole(scheme.name, scheme::text(scheme, base)),
            Leaf::Matrix => whole("Their own URLs", matrix::text(self, base)),
            Leaf::PrintedUrl(number) => printed_url::page(self, path, *number),
            Leaf::Libraries => whole("Today's libraries", libraries::contents(base)),
            Leaf::Library(number) => libraries::page(path, *number, self.documentation),
            Leaf::Documents => whole("The documents", document::contents(base)),
            Leaf::Document(it) => whole(it.citation(), document::text(*it, base)),
            Leaf::Exercises => {
                let lesson = self.own.is_none().then(|| address::prose("lesson"));
                whole("Exercises", exercises::contents(self.exercises(), lesson.as_deref(), base))
            }
            Leaf::Exercise(number) => {
                let it = &self.exercises()[*number];
                whole(&it.title.replace('`', ""), exercise::text(it, self.exercises(), base))
            }
            Leaf::Teacher => whole("Teacher's sheet", exercises::teacher(self.exercises(), base)),
            Leaf::Handout => whole("Handout", exercises::handout(self.exercises(), base)),
            Leaf::Texts => whole("Texts", self.texts().contents(base)),
            Leaf::Prose(text) => self.texts().page(path, text),
            Leaf::CharactersPicture => {
                picture_of_characters(&Edition::ALL).replace("></rect>", "/>")
            }
            Leaf::Search => search::index(self.exercises(), &self.texts()),
            Leaf::Live => {
                let title = self.own.as_ref().map_or("Live".to_owned(), |it| it.titled("Live"));
                whole(&title, live::unasked(self))
            }
            Leaf::Engine => engine::script(),
            Leaf::File(parts) => parts.concat(),
            Leaf::Given(text) => (*text).to_owned(),
            Leaf::Own(leaf) => {
                self.own.as_ref().map(|own| own.render(path, leaf)).unwrap_or_default()
            }
        }
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
    fn around(&self, judge: &Judge, place: Place, marks: &[Pointer], base: Base) -> Option<Markup> {
        let printed = match judge.edition() {
            Some(edition) => Some(self.printed(edition)),
            None => self.own.as_ref().map(Own::printed),
        };
        printed.map(|printed| printed.around(place, marks, base))
    }

    /// The path of the explanation of a code.
    fn code(&self, code: Code) -> Option<String> {
        self.own.is_none().then(|| address::code(code.name()))
    }

    /// The citation of a production, with a link to the place.
    fn cited(&self, citation: &str, base: Base) -> Markup {
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
    ) -> Option<Result<Description, NotRegular>> {
        let production = edition.grammar(reading).find(name)?;
        Some(self.descriptions[reading.index()].description(edition, production))
    }

    /// The changes from one edition to another, both corrected. The editions are regular, so
    /// the comparison always succeeds.
    fn diff(&self, old: Edition, new: Edition) -> Option<&Diff<'static>> {
        let place = self.diffs.get(old.index() * Edition::ALL.len() + new.index())?;
        let side = |edition| side_of(edition, Reading::Corrected);
        place.get_or_init(|| Diff::new(side(old), side(new)).ok()).as_ref()
    }

    /// The schemes through the documents. All grammars are regular, so there always is one.
    fn history(&self) -> Option<&History<'static>> {
        let history = self.history.get_or_init(|| {
            let sides = Edition::LINE.map(|edition| side_of(edition, Reading::Corrected));
            History::along(sides.to_vec(), &Edition::numbers_before(&Edition::LINE)).ok()
        });
        history.as_ref()
    }

    /// The stages of one thing through the documents, in the corrected reading.
    fn stages(&self, what: &What) -> Vec<Stage> {
        let reading = Reading::Corrected;
        match what {
            What::Character(byte) => {
                let characters =
                    self.characters.get_or_init(|| timeline::Characters::of(reading).ok());
                let stages = characters.as_ref().and_then(|it| it.stages(*byte).ok());
                stages.unwrap_or_default()
            }
            What::Production(name) => {
                timeline::of_production(name, &self.descriptions[reading.index()])
            }
            What::Scheme(name) => {
                let along = self.along.get_or_init(|| timeline::along(reading));
                timeline::of_scheme(name, along).unwrap_or_default()
            }
        }
    }

    fn printed(&self, edition: Edition) -> &Printed {
        self.printed[edition.index()].get_or_init(|| Printed::of(edition))
    }
}

/// All pages, in reading order.
fn leaves(exercises: &[Exercise], documentation: &'static Documentation) -> Vec<(String, Leaf)> {
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
    leaves.push((characters::PATH.to_owned(), Leaf::Characters));
    for what in What::all() {
        leaves.extend(address::history(&what).map(|path| (path, Leaf::Through(what))));
    }
    for (old, new) in Edition::pairs() {
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
    leaves.extend(leaves_of(exercises));
    leaves.push(("docs/index.html".to_owned(), Leaf::Texts));
    leaves.extend(Texts::new(documentation).iter().map(|it| (it.path(), Leaf::Prose(it))));
    leaves.push((characters::PICTURE.to_owned(), Leaf::CharactersPicture));
    let given = documentation.files.iter();
    leaves.extend(given.map(|&(path, text)| (path.to_owned(), Leaf::Given(text))));
    leaves.push((live::PATH.to_owned(), Leaf::Live));
    leaves.push((engine::SCRIPT.to_owned(), Leaf::Engine));
    leaves.push(("search-index.js".to_owned(), Leaf::Search));
    leaves.extend(FILES.iter().map(|&(path, text)| (path.to_owned(), Leaf::File(text))));
    leaves
}

/// The pages of the exercises.
fn leaves_of(exercises: &[Exercise]) -> Vec<(String, Leaf)> {
    let mut leaves = vec![
        (address::EXERCISES.to_owned(), Leaf::Exercises),
        (address::TEACHER.to_owned(), Leaf::Teacher),
        (address::HANDOUT.to_owned(), Leaf::Handout),
    ];
    let pages = exercises.iter().enumerate();
    leaves.extend(pages.map(|(at, it)| (address::exercise(&it.name), Leaf::Exercise(at))));
    leaves
}

/// Every name of an edition, in printed order; names of only one reading come last.
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

/// Whether the two readings of an edition differ.
fn has_errata(edition: Edition) -> bool {
    let grammar = edition.grammar(Reading::Corrected);
    let definitions = grammar.ids().flat_map(|id| grammar.production(id).definitions());
    definitions.into_iter().any(|definition| definition.erratum.is_some())
}
