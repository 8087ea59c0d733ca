//! The live page of a grammar of one's own: one types a string, and sees how it is
//! read, or where it stops.
//!
//! It is made from its address alone, as that of the editions. There is one grammar in
//! one reading, so there is nothing to choose but the production to begin with.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use maud::{Markup, html};

use super::OwnBook;
use super::address::Base;
use super::judgement::Judged;
use super::live::{LONGEST, PATH, SCRIPT, Served, as_text, asked, calm, unfit};
use super::state::{address, pairs};
use crate::bnf::ProductionId;
use crate::description::Description;
use crate::diagnose::examine;
use crate::text::nearest;
use crate::text::visible;
use crate::verdict::{Judge, JudgedBy};

/// How many judges of other productions are kept.
const KEPT: usize = 64;

/// The book of a grammar file, with a live page.
#[derive(Debug)]
pub struct OwnLive {
    book: OwnBook,
    judge: Arc<Judge>,
    /// By their start; in words, why there is none.
    others: Mutex<HashMap<ProductionId, Result<Arc<Judge>, String>>>,
}

/// What is judged, and from which production.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct State {
    input: Vec<u8>,
    start: Option<String>,
}

impl State {
    /// Reads a query. A key that is unknown is passed over.
    fn read(query: &str) -> State {
        let mut state = State::default();
        for (key, value) in pairs(query) {
            match key {
                "input" => state.input = value,
                "start" => {
                    let start = String::from_utf8_lossy(&value).into_owned();
                    state.start = Some(start).filter(|start| !start.is_empty());
                }
                _ => {}
            }
        }
        state
    }

    /// The address of the live page in this state.
    fn address(&self) -> String {
        let start = self.start.iter().map(|start| ("start", start.as_bytes()));
        address([("input", self.input.as_slice())].into_iter().chain(start))
    }
}

impl OwnLive {
    /// A live page beside a book; the judge is of the same grammar, from its start.
    pub fn new(book: OwnBook, judge: Judge) -> OwnLive {
        OwnLive { book, judge: Arc::new(judge), others: Mutex::default() }
    }

    /// What judges in a state; in words, why nothing does.
    fn judge(&self, state: &State) -> Result<Arc<Judge>, String> {
        let grammar = self.book.grammar();
        let Some(name) = &state.start else { return Ok(Arc::clone(&self.judge)) };
        let Some(start) = grammar.find(name) else {
            let nearest = nearest(name, grammar.ids().map(|id| grammar.name(id)));
            let nearest = nearest.map(|it| format!("; the nearest is `{it}`")).unwrap_or_default();
            return Err(format!("There is no production `{}`{nearest}.", visible(name.as_bytes())));
        };
        let mut kept = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.clear();
        }
        let judge = kept.entry(start).or_insert_with(|| {
            let judge = Judge::of_production(Arc::clone(grammar), start);
            judge.map(Arc::new).map_err(|error| error.message(grammar))
        });
        judge.clone()
    }

    fn form(&self, state: &State) -> Markup {
        let grammar = self.book.grammar();
        let input = as_text(&state.input).map_or_else(|| visible(&state.input), str::to_owned);
        let start = state.start.as_deref().unwrap_or_default();
        html! {
            form.ask #ask method="get" action=(PATH) aria-label="A string to judge" {
                label {
                    "string"
                    input #input name="input" value=(input) autocomplete="off" autocapitalize="none"
                        spellcheck="false" maxlength=(LONGEST) autofocus;
                }
                div.choices {
                    label {
                        "judged"
                        select #start name="start" {
                            option value="" { (self.by_default()) }
                            @if !start.is_empty() && grammar.find(start).is_none() {
                                option value=(visible(start.as_bytes())) selected {
                                    "as " (visible(start.as_bytes()))
                                }
                            }
                            @for id in grammar.ids() {
                                @let name = grammar.name(id);
                                option value=(name) selected[name == start] { "as " (name) }
                            }
                        }
                    }
                    button { "Judge" }
                }
            }
        }
    }

    /// How it is judged where nobody chose.
    fn by_default(&self) -> String {
        match self.judge.judged_by() {
            JudgedBy::Scheme => "scheme by scheme".to_owned(),
            JudgedBy::Start => format!("as {}, the start", self.name(self.judge.start())),
        }
    }

    fn name(&self, id: ProductionId) -> &str {
        self.book.grammar().name(id)
    }

    fn result(&self, state: &State) -> Markup {
        let judge = match self.judge(state) {
            Ok(judge) => judge,
            Err(error) => return html! { p role="note" { (super::words::markup(&error)) } },
        };
        if state.input.is_empty() {
            return self.beginning(state, &judge);
        }
        let button = |replacement: &str| {
            let state = State { input: replacement.as_bytes().to_vec(), ..state.clone() };
            html! {
                a.button data-state href=(state.address()) { (visible(replacement.as_bytes())) }
            }
        };
        let examination = examine(&judge, &state.input);
        let judged = Judged { input: &state.input, judge: &judge, examination: &examination };
        html! {
            (unfit(&state.input))
            (judged.whole(&self.book, Base::of(PATH), &button))
        }
    }

    /// What is shown before anything was typed: the empty string, judged, and others to try.
    fn beginning(&self, state: &State, judge: &Judge) -> Markup {
        let grammar = self.book.grammar();
        let description = Description::of_grammar(Arc::clone(grammar), judge.start()).ok();
        let link = |input: &[u8]| {
            let state = State { input: input.to_vec(), ..state.clone() };
            html! { a data-state href=(state.address()) { code { (visible(input)) } } }
        };
        let empty = examine(judge, b"");
        html! {
            h2 { "Type a string, or try one of these" }
            @if let Some(description) = &description {
                ul.examples {
                    @for example in description.examples.iter().filter(|it| !it.is_empty()) {
                        li { (link(example)) }
                    }
                    @for miss in description.near_misses.iter().take(2) { li { (link(&miss.string)) } }
                }
            }
            p {
                "The empty string: " (super::claim::verdict(empty.judgement.verdict)) "."
            }
            p.faint { "The address of this page is a link to what it shows." }
        }
    }
}

impl Served for OwnLive {
    fn page(&self, path: &str) -> Option<Vec<u8>> {
        match path {
            SCRIPT => Some(super::LIVE_SCRIPT.as_bytes().to_vec()),
            path => self.book.page(path),
        }
    }

    fn live(&self, query: &str) -> Result<String, String> {
        let state = State::read(query);
        let text = asked(self.form(&state), self.result(&state));
        let title = format!("Live ({})", self.book.grammar().listing().name);
        Ok(calm(self.book.framed(PATH, &title, &text)))
    }
}
