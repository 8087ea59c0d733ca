//! A book about one user grammar.
//!
//! Such a grammar has no document, no pages and no errata, so its book has none of these. It
//! has the text with a link at every name, a page for each production, the findings of the
//! checks, and a live page.

use std::sync::{Arc, OnceLock};

use maud::{Markup, html};

use super::address::{Base, FileNames};
use super::judgement::Targets;
use super::live::calm;
use super::page::Frame;
use super::picture::figure;
use super::printed::Printed;
use super::{
    FILES, Packed, Pages, address, claim, engine, exercise, exercises, live, own_live, packed,
    words,
};
use crate::automaton::NotRegular;
use crate::bnf::{Grammar, GrammarError, Place, ProductionId};
use crate::description::{Description, GrammarDescription};
use crate::diagnose::Code;
use crate::exercise::{Exercise, of_grammar};
use crate::proof::rule_name;
use crate::report::finding::Pointer;
use crate::report::lint::Report;
use crate::report::nesting::holds_for;
use crate::report::picture::railroad;
use crate::text::column;
use crate::verdict::Judge;

/// The maximum number of characters of a production name in a file name.
const LONGEST_NAME: usize = 40;
/// The most parts of a production that is drawn: a larger picture is not legible.
const MOST_DRAWN: usize = 2_000;
/// The files besides the pages.
const BESIDE: [&str; 5] = ["style.css", "icon.svg", live::SCRIPT, exercise::SCRIPT, engine::OPENER];

/// The book of a grammar file.
#[derive(Debug)]
pub struct OwnBook {
    packed: Packed,
    grammar: Arc<Grammar>,
    /// The pages of its productions, in their order.
    addresses: Vec<String>,
    printed: Printed,
    /// Created on request.
    exercises: OnceLock<Vec<Exercise>>,
}

impl OwnBook {
    /// The book of a grammar, which is read from its packed form.
    ///
    /// # Errors
    /// If it cannot be read again.
    pub fn new(packed: Packed) -> Result<OwnBook, GrammarError> {
        let grammar = Arc::new(packed.grammar()?);
        Ok(OwnBook::of(packed, grammar))
    }

    /// The book of a grammar that was already read, and its packed form.
    pub fn of(packed: Packed, grammar: Arc<Grammar>) -> OwnBook {
        let addresses = addresses(&grammar);
        let printed = Printed::of_grammar(&grammar, &|id| addresses[id.index()].clone());
        OwnBook { packed, grammar, addresses, printed, exercises: OnceLock::new() }
    }

    /// The grammar.
    pub fn grammar(&self) -> &Arc<Grammar> {
        &self.grammar
    }

    /// The packed form of the grammar.
    pub fn packed(&self) -> &Packed {
        &self.packed
    }

    /// The exercises on the grammar.
    pub fn exercises(&self) -> &[Exercise] {
        self.exercises.get_or_init(|| of_grammar(&self.grammar))
    }

    fn address(&self, id: ProductionId) -> &str {
        &self.addresses[id.index()]
    }

    /// A page with the common frame of this book.
    fn framed(&self, path: &str, title: &str, text: &Markup) -> Markup {
        let parts = [
            (live::PATH, "Live"),
            ("findings.html", "Findings"),
            (address::EXERCISES, "Exercises"),
        ];
        let frame = Frame {
            path,
            title,
            home: &self.grammar.listing().name,
            parts: parts.to_vec(),
            searched: false,
            scripts: &[packed::SCRIPT],
            beside: None,
            foot: Some(
                html! { "Computed by urlbnf " (env!("CARGO_PKG_VERSION")) " from the grammar alone." },
            ),
        };
        frame.around(text)
    }

    /// The grammar's text, and an overview.
    fn index(&self, base: Base) -> Markup {
        let grammar = &self.grammar;
        let description = GrammarDescription::of_grammar(Arc::clone(grammar));
        html! {
            h1 { (grammar.listing().name) }
            dl.facts {
                dt { "start" }
                dd { (self.name(description.start, base)) }
                dt { "productions" }
                dd { (description.productions.len()) }
                @if !description.undefined.is_empty() {
                    dt { "not defined" }
                    dd { (self.names(&description.undefined, base)) }
                }
                @if let Some(limit) = &description.nesting {
                    dt { "holds for" }
                    dd { (words::markup(&holds_for(limit, grammar))) }
                }
                @if !description.unreachable.is_empty() {
                    dt { "not used by the start" }
                    dd { (self.names(&description.unreachable, base)) }
                }
            }
            h2 #text-of-it { "The grammar" }
            (self.printed.whole(&format!("The text of {}", grammar.listing().name), base))
        }
    }

    /// A production: its text, its picture, and its language.
    fn production(&self, id: ProductionId, base: Base) -> Markup {
        let grammar = &self.grammar;
        let link = |id: ProductionId| Some(base.to(self.address(id)));
        let definitions = grammar.production(id).definitions();
        let parts = grammar.production(id).size();
        let description = Description::of_grammar(Arc::clone(grammar), id);
        html! {
            h1 { code { (grammar.name(id)) } }
            @if definitions.is_empty() { p { "No production defines it, so it derives nothing." } }
            @for definition in definitions { (self.printed.around(definition.place, &[], base)) }
            @if (1..=MOST_DRAWN).contains(&parts) {
                (figure("Railroad diagram", &railroad::svg(grammar, id, &link)))
            }
            @match &description {
                Ok(description) => (self.facts(description, base)),
                Err(error) => (self.undecided(error)),
            }
        }
    }

    fn facts(&self, description: &Description, base: Base) -> Markup {
        let facts = &description.facts;
        html! {
            dl.facts {
                @if !description.uses.is_empty() {
                    dt { "uses" }
                    dd { (self.names(&description.uses, base)) }
                }
                @if let Some(limit) = &description.nesting {
                    dt { "holds for" }
                    dd { (words::markup(&holds_for(limit, &self.grammar))) }
                }
                dt { "used by" }
                dd {
                    @if facts.start { "the start" @if !description.used_by.is_empty() { ", " } }
                    @if description.used_by.is_empty() && !facts.start { "none" }
                    (self.names(&description.used_by, base))
                }
                dt { "strings" }
                dd { (words::how_many(facts)) }
                @if let Some(shortest) = &facts.shortest {
                    dt { "shortest" }
                    dd { code.string { (claim::shown(shortest)) } }
                }
            }
            @if !description.examples.is_empty() {
                h2 #takes { "Accepts" }
                ul.examples {
                    @for example in &description.examples {
                        li.accepts { "✓ " code.string { (claim::shown(example)) } }
                    }
                }
            }
            @if !description.near_misses.is_empty() {
                h2 #just-not { "Near misses" }
                ul.examples {
                    @for miss in &description.near_misses {
                        li {
                            span.rejects { "✗ " code.string { (claim::shown(&miss.string)) } } " "
                            span.reason { (words::markup(&miss.reason)) }
                            " " small { "column " (column(&miss.string, miss.offset)) }
                        }
                    }
                }
            }
        }
    }

    fn undecided(&self, error: &NotRegular) -> Markup {
        html! { p role="note" { (words::markup(&error.message(&self.grammar))) } }
    }

    fn findings(&self) -> Markup {
        let report = Report::of_grammar(&self.grammar.listing().name, &self.grammar);
        html! {
            h1 { "Findings" }
            p { (report.summary()) }
            @for remark in &report.remarks {
                @let (line, column) = self.grammar.listing().line_and_column(remark.place.start);
                section {
                    h2 { (remark.code) ", line " (line) ", column " (column) }
                    p { (words::markup(&remark.message)) }
                    @if let Some(witness) = &remark.witness {
                        p { "For example: " code.string { (claim::shown(witness)) } }
                    }
                    @for note in &remark.notes { p { (words::markup(note)) } }
                    (words::paragraphs(remark.code.explanation()))
                }
            }
        }
    }

    fn name(&self, id: ProductionId, base: Base) -> Markup {
        let path = base.to(self.address(id));
        html! { a href=(path) { code { (self.grammar.name(id)) } } }
    }

    fn names(&self, ids: &[ProductionId], base: Base) -> Markup {
        html! {
            @for (number, &id) in ids.iter().enumerate() {
                @if number > 0 { ", " }
                (self.name(id, base))
            }
        }
    }
}

impl Pages for OwnBook {
    fn paths(&self) -> Vec<String> {
        let productions = self.addresses.iter().cloned();
        let others = ["findings.html", live::PATH, engine::SCRIPT, packed::SCRIPT];
        let beside = others.into_iter().chain(BESIDE).map(str::to_owned);
        let lists = [address::EXERCISES, address::TEACHER, address::HANDOUT].map(str::to_owned);
        let exercises = self.exercises().iter().map(|it| address::exercise(&it.name));
        let first = ["index.html".to_owned()].into_iter().chain(productions);
        first.chain(lists).chain(exercises).chain(beside).collect()
    }

    fn page(&self, path: &str) -> Option<Vec<u8>> {
        if BESIDE.contains(&path) {
            let file = FILES.iter().find(|(of, _)| *of == path);
            return file.map(|(_, parts)| parts.concat().into_bytes());
        }
        let base = Base::of(path);
        let name = &self.grammar.listing().name;
        let (title, text) = match path {
            "index.html" => (name.clone(), self.index(base)),
            "findings.html" => (format!("Findings ({name})"), self.findings()),
            live::PATH => (format!("Live ({name})"), own_live::unasked(self)),
            engine::SCRIPT => return Some(engine::script().into_bytes()),
            packed::SCRIPT => return Some(self.packed.script().into_bytes()),
            address::EXERCISES => {
                ("Exercises".to_owned(), exercises::contents(self.exercises(), None, base))
            }
            address::TEACHER => {
                ("Teacher's sheet".to_owned(), exercises::teacher(self.exercises(), base))
            }
            address::HANDOUT => ("Handout".to_owned(), exercises::handout(self.exercises(), base)),
            _ if path.starts_with("exercises/") => {
                let all = self.exercises();
                let it = all.iter().find(|it| address::exercise(&it.name) == path)?;
                (it.title.replace('`', ""), exercise::text(it, all, base))
            }
            _ => {
                let id = self.grammar.ids().find(|&id| self.address(id) == path)?;
                (format!("{} ({name})", self.grammar.name(id)), self.production(id, base))
            }
        };
        Some(calm(self.framed(path, &title, &text)).into_bytes())
    }
}

impl Targets for OwnBook {
    fn production(&self, _: &Judge, id: ProductionId) -> Option<String> {
        Some(self.address(id).to_owned())
    }

    fn around(&self, _: &Judge, place: Place, marks: &[Pointer], base: Base) -> Option<Markup> {
        Some(self.printed.around(place, marks, base))
    }

    fn code(&self, _: Code) -> Option<String> {
        None
    }

    fn cited(&self, citation: &str, _: Base) -> Markup {
        words::markup(citation)
    }
}

/// The paths of the pages of the productions, named after them.
fn addresses(grammar: &Grammar) -> Vec<String> {
    let mut files = FileNames::default();
    let address = |id: ProductionId| {
        let name: String = rule_name(grammar.name(id)).chars().take(LONGEST_NAME).collect();
        format!("productions/{}.html", files.distinct(&name))
    };
    grammar.ids().map(address).collect()
}
