//! The live page of a user's grammar: a reader types a string, and sees how it is derived, or
//! where it fails.
//!
//! The content depends only on its address, as for the editions. There is one grammar in one
//! reading, so the only choice is the start production.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use maud::{Markup, html};

use super::address::Base;
use super::judgement::Judged;
use super::live::{Answers, PATH, alive, as_text, asked, calm, too_long, unfit};
use super::state::{address, pairs};
use super::steps::{self, Derived, Stepping};
use super::{OwnBook, Packed, engine};
use crate::automaton::NotRegular;
use crate::bnf::{Grammar, ProductionId};
use crate::description::Description;
use crate::diagnose::examine;
use crate::text::nearest;
use crate::text::visible;
use crate::verdict::{Judge, JudgedBy};

/// The maximum number of cached judges of other productions.
const KEPT: usize = 64;

/// The book of a grammar file, with a live page.
#[derive(Debug)]
pub struct OwnLive {
    book: OwnBook,
    judge: Arc<Judge>,
    /// The judges by start production, or the reason why there is none.
    others: Mutex<HashMap<ProductionId, Result<Arc<Judge>, String>>>,
}

/// The judged string and its start production.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct State {
    input: Vec<u8>,
    /// Whether a string was given; it may be empty.
    asked: bool,
    start: Option<String>,
    stepping: Stepping,
}

impl State {
    /// Reads the part after the `#`. Unknown keys are ignored.
    fn read(query: &str) -> State {
        let mut state = State::default();
        for (key, value) in pairs(query) {
            match key {
                "input" => {
                    state.input = value;
                    state.asked = true;
                }
                "start" => {
                    let start = String::from_utf8_lossy(&value).into_owned();
                    state.start = Some(start).filter(|start| !start.is_empty());
                }
                key => {
                    state.stepping.read(key, &value);
                }
            }
        }
        state
    }

    /// The address of the live page in this state.
    fn address(&self) -> String {
        let start = self.start.iter().map(|start| ("start", start.as_bytes()));
        let stepping = self.stepping.pairs();
        let stepping = stepping.iter().map(|(key, value)| (*key, value.as_bytes()));
        address([("input", self.input.as_slice())].into_iter().chain(start).chain(stepping))
    }
}

impl OwnLive {
    /// The live page of a grammar.
    ///
    /// # Errors
    /// The reason why the grammar cannot judge anything.
    pub fn new(packed: Packed) -> Result<OwnLive, String> {
        let corrected = packed.corrected();
        let book = OwnBook::new(packed).map_err(|error| error.to_string())?;
        let told = |grammar: &Arc<Grammar>, error: NotRegular| error.message(grammar);
        let judge = Judge::of_grammar(Arc::clone(book.grammar()));
        let judge = judge.map_err(|error| told(book.grammar(), error))?;
        let judge = match corrected.map(Arc::new) {
            Some(corrected) => {
                let both = judge.with_corrected(Arc::clone(&corrected));
                both.map_err(|error| told(&corrected, error))?
            }
            None => judge,
        };
        Ok(OwnLive { book, judge: Arc::new(judge), others: Mutex::default() })
    }

    /// The judge of a state, or the reason why there is none.
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
        form(self.book.grammar(), &self.by_default(), state)
    }

    /// The default way of judging, in words.
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
        if !state.asked {
            return self.beginning(state, &judge);
        }
        if let Some(why) = too_long(&state.input) {
            return html! { p role="note" { (super::words::markup(&why)) } };
        }
        let button = |replacement: &str| {
            let input = replacement.as_bytes().to_vec();
            let state = State { input, stepping: Stepping::default(), ..state.clone() };
            html! {
                a.button data-state href=(state.address()) { (visible(replacement.as_bytes())) }
            }
        };
        let examination = examine(&judge, &state.input);
        let judged = Judged { input: &state.input, judge: &judge, examination: &examination };
        html! {
            (unfit(&state.input))
            (judged.whole(&self.book, Base::of(PATH), &button))
            (steps::text(&Derived {
                judged,
                pages: &self.book,
                base: Base::of(PATH),
                stepping: state.stepping,
                address: &|stepping| State { stepping, ..state.clone() }.address(),
            }))
        }
    }

    /// The content before anything is typed: the verdict on the empty string, and examples to try.
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

impl Answers for OwnLive {
    fn glance(&self, state: &str) -> Result<String, String> {
        let state = State::read(state);
        if let Some(why) = too_long(&state.input) {
            return Err(why);
        }
        let said = match self.judge(&state) {
            Ok(judge) => judge.judge(&state.input).verdict.name().to_owned(),
            Err(error) => error,
        };
        Ok(calm(html! { (said) }))
    }

    fn answer(&self, state: &str) -> Result<String, String> {
        let state = State::read(state);
        Ok(calm(asked(self.form(&state), self.result(&state))))
    }
}

/// The page before the engine is loaded.
pub(super) fn unasked(book: &OwnBook) -> Markup {
    let form = form(book.grammar(), "by the start", &State::default());
    alive(asked(form, html! { p { "The grammar is being read." } }))
}

/// The form.
fn form(grammar: &Grammar, by_default: &str, state: &State) -> Markup {
    let input = as_text(&state.input).map_or_else(|| visible(&state.input), str::to_owned);
    let start = state.start.as_deref().unwrap_or_default();
    html! {
        form.ask #ask aria-label="A string to judge" data-engine=(engine::SCRIPT) {
            label {
                "string"
                input #input type="text" name="input" value=(input) autocomplete="off" autocapitalize="none"
                    spellcheck="false" autofocus;
            }
            div.choices {
                label {
                    "judged"
                    select #start name="start" {
                        option value="" { (by_default) }
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
                button type="submit" { "Judge" }
            }
        }
    }
}
