//! The live page: a reader types a URL and sees the verdict of each edition.
//!
//! The content depends only on its address, which contains the input and the choices. The
//! program creates it, and the program runs in the page (`engine`), without a server. A script
//! passes the address to the program and inserts the answer.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use maud::{Markup, html};

use super::address::Base;
use super::claim;
use super::judgement::Judged;
use super::steps::{self, Derived, Stepping};
use super::{Book, State, engine, has_errata, table, words};
use crate::bnf::ProductionId;
use crate::diagnose::{examine, glance};
use crate::edition::{Edition, Reading};
use crate::text::{acts, column, harmless, nearest, visible};
use crate::verdict::Judge;

/// The path of the live page.
pub const PATH: &str = "live.html";
/// The path of its script.
pub const SCRIPT: &str = "live.js";
/// The longest string that the page judges, in bytes: addresses have limits.
pub const LONGEST: usize = 8192;
/// The maximum number of cached judges with a chosen start.
const KEPT: usize = 64;
/// Examples to begin with.
const EXAMPLES: [&str; 5] = [
    "http://info.cern.ch/~timbl/",
    "http://-a.com/",
    "http://a.1/",
    "ftp://info.cern.ch/pub",
    "mailto:timbl@info.cern.ch",
];

/// The program behind a live page. A state is the part of its address after the `#`.
pub trait Answers {
    /// The verdicts of all grammars, as a quick answer.
    ///
    /// # Errors
    /// The part of the state that cannot be read, in words.
    fn glance(&self, state: &str) -> Result<String, String>;

    /// The whole content: the form and the result.
    ///
    /// # Errors
    /// The part of the state that cannot be read, in words.
    fn answer(&self, state: &str) -> Result<String, String>;
}

/// The live page, and its cached judges.
#[derive(Debug)]
pub struct Live {
    book: Arc<Book>,
    by_start: Mutex<HashMap<(Edition, Reading, ProductionId), Arc<Judge>>>,
}

/// The judge of one edition.
enum Seat<'a> {
    ByScheme(&'a Judge),
    ByStart(Arc<Judge>),
    /// The edition has no such production.
    Empty,
}

impl Seat<'_> {
    fn judge(&self) -> Option<&Judge> {
        match self {
            Seat::ByScheme(judge) => Some(judge),
            Seat::ByStart(judge) => Some(judge),
            Seat::Empty => None,
        }
    }
}

impl Live {
    /// The live page of a book.
    pub fn new(book: Arc<Book>) -> Live {
        Live { book, by_start: Mutex::default() }
    }

    fn seat(&self, state: &State, edition: Edition, reading: Reading) -> Seat<'_> {
        let Some(start) = &state.start else {
            return Seat::ByScheme(self.book.judge(edition, reading));
        };
        let Some(start) = edition.grammar(reading).find(start) else { return Seat::Empty };
        let mut kept = self.by_start.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.clear();
        }
        let judge = kept.entry((edition, reading, start));
        let judge = judge.or_insert_with(|| Arc::new(Judge::by_start(edition, reading, start)));
        Seat::ByStart(Arc::clone(judge))
    }

    fn result(&self, state: &State) -> Markup {
        if !state.asked && state.start.is_none() {
            return beginning();
        }
        if let Some(why) = too_long(&state.url) {
            return html! { p role="note" { (words::markup(&why)) } };
        }
        let State { edition, reading, .. } = *state;
        let seat = self.seat(state, edition, reading);
        let all = html! {
            h2 #verdicts { "All grammars" }
            (self.verdicts(state))
        };
        html! {
            (unfit(&state.url))
            h2 #chosen { (edition) ", " (reading) }
            @match seat.judge() {
                None => {
                    p { (unknown(state)) }
                    (all)
                },
                Some(judge) => (self.chosen(state, judge, &all)),
            }
        }
    }

    /// The verdicts of the editions in a table.
    fn verdicts(&self, state: &State) -> Markup {
        html! {
            table.verdicts #glance {
                (table::head(["edition", "reading", "verdict", "why"]))
                tbody {
                    @for edition in Edition::ALL {
                        @for (readings, line) in self.rows(state, edition) {
                            @let chosen = edition == state.edition && readings.contains(&state.reading);
                            tr.chosen[chosen] data-edition=(edition) {
                                th scope="row" {
                                    (choice(state, edition, readings, chosen))
                                }
                                td { @if readings.len() == 2 { "both" } @else { (readings[0]) } }
                                (line)
                            }
                        }
                    }
                }
            }
        }
    }

    /// A row for each reading of an edition; two with the same result share one.
    fn rows(&self, state: &State, edition: Edition) -> Vec<(&'static [Reading], Markup)> {
        let line = |reading| self.line(state, edition, reading);
        if !has_errata(edition) {
            return vec![(&Reading::ALL, line(Reading::Corrected))];
        }
        let [printed, corrected] = Reading::ALL.map(line);
        if printed.0 == corrected.0 {
            return vec![(&Reading::ALL, corrected)];
        }
        vec![(&Reading::ALL[..1], printed), (&Reading::ALL[1..], corrected)]
    }

    fn line(&self, state: &State, edition: Edition, reading: Reading) -> Markup {
        let seat = self.seat(state, edition, reading);
        let Some(judge) = seat.judge() else {
            let start = shown_start(state);
            return html! {
                td.faint { "–" }
                td.faint { "has no production " code { (start) } }
            };
        };
        let examination = glance(judge, &state.url);
        let headline = examination.headline(judge, &state.url);
        let offset = examination.diagnostic.as_ref().map(|it| it.offset);
        let code = examination.diagnostic.as_ref().map(|it| it.code);
        html! {
            td {
                (claim::verdict(examination.judgement.verdict))
                @if let Some(offset) = offset { " at column " (column(&state.url, offset)) }
            }
            td { (words::markup(&headline)) @if let Some(code) = code { " " small { (code) } } }
        }
    }

    /// The result of the chosen edition, the verdicts of all, and the steps of the derivation.
    fn chosen(&self, state: &State, judge: &Judge, all: &Markup) -> Markup {
        let base = Base::of(PATH);
        let button = |replacement: &str| {
            let url = replacement.as_bytes().to_vec();
            let state = State { url, stepping: Stepping::default(), ..state.clone() };
            let shown = visible(replacement.as_bytes());
            html! { a.button data-state href=(state.address()) { (shown) } }
        };
        let examination = examine(judge, &state.url);
        let judged = Judged { input: &state.url, judge, examination: &examination };
        html! {
            (judged.whole(&*self.book, base, &button))
            (all)
            (steps::text(&Derived {
                judged,
                pages: &*self.book,
                base,
                stepping: state.stepping,
                address: &|stepping| State { stepping, ..state.clone() }.address(),
            }))
        }
    }
}

impl Answers for Live {
    fn glance(&self, state: &str) -> Result<String, String> {
        let state = State::read(state).map_err(|error| visible(error.as_bytes()))?;
        match too_long(&state.url) {
            Some(why) => Err(why),
            None => Ok(calm(self.verdicts(&state))),
        }
    }

    fn answer(&self, state: &str) -> Result<String, String> {
        let state = State::read(state).map_err(|error| visible(error.as_bytes()))?;
        Ok(calm(asked(form(&state), self.result(&state))))
    }
}

/// A field on another page, with which the live page judges a string by an edition.
pub(super) fn try_form(base: Base, edition: Edition, start: Option<&str>) -> Markup {
    html! {
        form.ask action=(base.to(PATH)) {
            label {
                @match start {
                    Some(start) => span { "Does " code { (start) } " accept this string?" },
                    None => "Is this a URL?",
                }
                input type="text" name="url" autocomplete="off" autocapitalize="none" spellcheck="false";
            }
            input type="hidden" name="edition" value=(edition);
            @if let Some(start) = start { input type="hidden" name="start" value=(start); }
            button type="submit" { "Judge" }
        }
    }
}

/// The page before anything is typed.
pub(super) fn unasked() -> Markup {
    alive(asked(form(&State::default()), beginning()))
}

/// A page that needs a script, with a note for readers without one.
pub(super) fn alive(text: Markup) -> Markup {
    html! {
        (text)
        noscript {
            p role="note" { "Without a script nothing is judged here: " code { "urlbnf check" } " does it." }
        }
    }
}

/// A page in which no input can act on the display.
pub(super) fn calm(page: Markup) -> String {
    let page = page.into_string();
    let mut shown = Vec::with_capacity(page.len());
    harmless(page.as_bytes(), &mut shown);
    String::from_utf8(shown).unwrap_or_default()
}

/// The link that chooses an edition and a reading.
fn choice(state: &State, edition: Edition, readings: &[Reading], chosen: bool) -> Markup {
    let reading = match readings.contains(&state.reading) {
        true => state.reading,
        false => readings[0],
    };
    let state = State { edition, reading, ..state.clone() };
    html! { a data-state href=(state.address()) aria-current=[chosen.then_some("true")] { (edition) } }
}

fn unknown(state: &State) -> Markup {
    let grammar = state.edition.grammar(state.reading);
    let start = state.start.as_deref().unwrap_or_default();
    let nearest = nearest(start, grammar.ids().map(|id| grammar.name(id)));
    html! {
        (state.edition) " has no production " code { (shown_start(state)) }
        @if let Some(nearest) = nearest { "; the nearest is " code { (nearest) } }
    }
}

/// The content of the page: the form and the result.
pub(super) fn asked(form: Markup, result: Markup) -> Markup {
    html! {
        h1 { "Live" }
        (form)
        // Screen readers announce the changes made by the script.
        p.unseen #said role="status" {}
        div #result tabindex="-1" { (result) }
    }
}

/// A note that the field cannot show the bytes exactly, if it cannot.
pub(super) fn unfit(input: &[u8]) -> Markup {
    html! {
        @if as_text(input).is_none() {
            p role="note" {
                "No field can hold these bytes as they are: it shows some of them as pictures "
                "and numbers. What is judged is what the address says."
            }
        }
    }
}

/// The error for a string that is too long; it is never judged in part.
pub(super) fn too_long(input: &[u8]) -> Option<String> {
    let long = input.len();
    (long > LONGEST).then(|| {
        format!(
            "This has {long} bytes, and nothing of more than {LONGEST} is judged on this page: \
             `urlbnf check` takes it."
        )
    })
}

/// A string as text for a field; `None` if it cannot be shown exactly.
pub(super) fn as_text(url: &[u8]) -> Option<&str> {
    std::str::from_utf8(url).ok().filter(|text| !text.chars().any(acts))
}

/// The requested production, which may not exist.
fn shown_start(state: &State) -> String {
    visible(state.start.as_deref().unwrap_or_default().as_bytes())
}

fn form(state: &State) -> Markup {
    let url = as_text(&state.url).map_or_else(|| visible(&state.url), str::to_owned);
    let grammar = state.edition.grammar(state.reading);
    let start = state.start.as_deref().unwrap_or_default();
    let known = grammar.find(start).is_some() || start.is_empty();
    html! {
        form.ask #ask aria-label="A URL to judge" data-engine=(engine::SCRIPT) {
            label {
                "URL"
                input #url type="text" name="url" value=(url) autocomplete="off" autocapitalize="none" spellcheck="false"
                    autofocus;
            }
            div.choices {
                label {
                    "edition shown"
                    select #edition name="edition" {
                        @for edition in Edition::ALL {
                            option value=(edition) selected[edition == state.edition] { (edition) }
                        }
                    }
                }
                label {
                    "reading shown"
                    select #reading name="reading" {
                        @for reading in [Reading::Corrected, Reading::Printed] {
                            option value=(reading) selected[reading == state.reading] { (reading) }
                        }
                    }
                }
                label {
                    "judged"
                    select #start name="start" {
                        option value="" { "scheme by scheme" }
                        @if !known { option value=(shown_start(state)) selected { "as " (shown_start(state)) } }
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

/// The content before anything is typed.
fn beginning() -> Markup {
    html! {
        h2 { "Type a URL, or try one of these" }
        ul.examples {
            @for url in EXAMPLES {
                @let state = State { url: url.as_bytes().to_vec(), ..State::default() };
                li { a data-state href=(state.address()) { code { (url) } } }
            }
        }
        p.faint { "The address of this page is a link to what it shows." }
    }
}
