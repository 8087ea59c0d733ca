//! The live page: a reader types a string, and sees the verdict of each edition, or that of the
//! user's grammar, and how the string is derived, or where it fails.
//!
//! The content depends only on its address, which contains the input and the choices. The
//! program creates it, and the program runs in the page (`engine`), without a server. A script
//! passes the address to the program and inserts the answer.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use maud::{Markup, html};

use super::address::LinkBase;
use super::judgement::JudgementView;
use super::steps::{self, DerivationView, StepOptions};
use super::{Book, LiveState, claim, engine, has_errata, table, words};
use crate::bnf::{Grammar, ProductionId};
use crate::description::ProductionDescription;
use crate::diagnose::{examine, glance};
use crate::edition::{Edition, Reading};
use crate::text::{acts, column, harmless, nearest, visible};
use crate::verdict::{Judge, JudgingMode};

/// The path of the live page.
pub const PATH: &str = "live.html";
/// The path of its script.
pub const SCRIPT: &str = "live.js";
/// The longest string that the page judges, in bytes: addresses have limits.
pub const LONGEST: usize = 8192;
/// The maximum number of cached judges with a chosen start.
const KEPT: usize = 64;
/// How a string is judged by an edition if no start is chosen.
const BY_SCHEME: &str = "scheme by scheme";
/// Examples to begin with.
const EXAMPLES: [&str; 5] = [
    "http://info.cern.ch/~timbl/",
    "http://-a.com/",
    "http://a.1/",
    "ftp://info.cern.ch/pub",
    "mailto:timbl@info.cern.ch",
];

/// A cached judge, or why the grammar cannot judge by that start.
type CachedJudge = Result<Arc<Judge>, String>;

/// The live page, and its cached judges.
#[derive(Debug)]
pub struct LivePage {
    book: Book,
    /// The judge by the start of the user's grammar.
    own: Option<Arc<Judge>>,
    /// The judges by a chosen start.
    by_start: Mutex<HashMap<(Edition, Reading, ProductionId), CachedJudge>>,
}

impl LivePage {
    /// The live page of a book.
    ///
    /// # Errors
    /// The reason why the grammar of the book cannot judge anything.
    pub fn new(book: Book) -> Result<LivePage, String> {
        let own = book.own.as_ref().map(|own| own.judge()).transpose()?;
        Ok(LivePage { book, own: own.map(Arc::new), by_start: Mutex::default() })
    }

    /// The verdicts of all grammars, without the diagnostics, which take longer. `state` is the
    /// part of the address after the `#`.
    ///
    /// # Errors
    /// The part of the state that cannot be read, in words.
    pub fn glance(&self, state: &str) -> Result<String, String> {
        let state = self.state(state)?;
        if let Some(why) = too_long(&state.url) {
            return Err(why);
        }
        let shown = match self.judge(&state, state.edition, state.reading) {
            Ok(Some(judge)) if state.is_own => {
                html! { (judge.judge(&state.url).verdict.name()) }
            }
            Err(error) => html! { (error) },
            Ok(_) => self.verdicts(&state),
        };
        Ok(escape_controls(&shown.into_string()))
    }

    /// The whole content: the form and the result.
    ///
    /// # Errors
    /// The part of the state that cannot be read, in words.
    pub fn answer(&self, state: &str) -> Result<String, String> {
        let state = self.state(state)?;
        let by_default = match &self.own {
            Some(own) if own.judged_by() == JudgingMode::Start => {
                &format!("as {}, the start", own.grammar().name(own.start()))
            }
            _ => BY_SCHEME,
        };
        let shown = asked(form(&self.book, &state, by_default), self.result(&state));
        Ok(escape_controls(&shown.into_string()))
    }

    fn state(&self, state: &str) -> Result<LiveState, String> {
        let state = LiveState::of_book(self.own.is_some()).changed(state);
        state.map_err(|error| visible(error.as_bytes()))
    }

    /// The judge of a state by an edition, or by the user's grammar; `None` if the edition does
    /// not have the start, or the reason why there is none.
    fn judge(
        &self,
        state: &LiveState,
        edition: Edition,
        reading: Reading,
    ) -> Result<Option<Arc<Judge>>, String> {
        let grammar = grammar(&self.book, edition, reading);
        let Some(name) = &state.start else {
            let by_scheme = || self.book.judge(edition, reading);
            return Ok(Some(Arc::clone(self.own.as_ref().unwrap_or_else(by_scheme))));
        };
        let Some(start) = grammar.find(name) else {
            return match self.own {
                Some(_) => Err(no_production(grammar, name)),
                None => Ok(None),
            };
        };
        let mut kept = self.by_start.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.clear();
        }
        let judge = kept.entry((edition, reading, start)).or_insert_with(|| match &self.book.own {
            Some(own) => {
                let judge = Judge::of_production(Arc::clone(own.grammar()), start);
                judge.map(Arc::new).map_err(|error| error.message(own.grammar()))
            }
            None => Ok(Arc::new(Judge::by_start(edition, reading, start))),
        });
        judge.clone().map(Some)
    }

    fn result(&self, state: &LiveState) -> Markup {
        let LiveState { edition, reading, is_own, .. } = *state;
        if !is_own && !state.asked && state.start.is_none() {
            return beginning(&LiveState::default(), Some(urls()), None);
        }
        let note = |text: &str| html! { p role="note" { (words::markup(text)) } };
        let judge = match self.judge(state, edition, reading) {
            Ok(judge) => judge,
            Err(error) => return note(&error),
        };
        if let (Some(own), false, Some(judge)) = (&self.book.own, state.asked, &judge) {
            return beginning(state, examples(own.grammar(), judge.start()), Some(judge));
        }
        if let Some(why) = too_long(&state.url) {
            return note(&why);
        }
        let all = html! {
            @if !is_own {
                h2 #verdicts { "All grammars" }
                (self.verdicts(state))
            }
        };
        html! {
            (unfit(&state.url))
            @if !is_own { h2 #chosen { (edition) ", " (reading) } }
            @match judge {
                None => {
                    p { (unknown(state)) }
                    (all)
                },
                Some(judge) => (self.chosen(state, &judge, &all)),
            }
        }
    }

    /// The verdicts of the editions in a table.
    fn verdicts(&self, state: &LiveState) -> Markup {
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
    fn rows(&self, state: &LiveState, edition: Edition) -> Vec<(&'static [Reading], Markup)> {
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

    fn line(&self, state: &LiveState, edition: Edition, reading: Reading) -> Markup {
        let Ok(Some(judge)) = self.judge(state, edition, reading) else {
            let start = shown_start(state);
            return html! {
                td.faint { "–" }
                td.faint { "has no production " code { (start) } }
            };
        };
        let examination = glance(&judge, &state.url);
        let headline = examination.headline(&judge, &state.url);
        let offset = examination.diagnostic.as_ref().map(|diagnostic| diagnostic.offset);
        let code = examination.diagnostic.as_ref().map(|diagnostic| diagnostic.code);
        html! {
            td {
                (claim::verdict(examination.judgement.verdict))
                @if let Some(offset) = offset { " at column " (column(&state.url, offset)) }
            }
            td { (words::markup(&headline)) @if let Some(code) = code { " " small { (code) } } }
        }
    }

    /// The result of the chosen grammar, the verdicts of all, and the steps of the derivation.
    fn chosen(&self, state: &LiveState, judge: &Judge, all: &Markup) -> Markup {
        let button = |replacement: &str| {
            let url = replacement.as_bytes().to_vec();
            let state = LiveState { url, stepping: StepOptions::default(), ..state.clone() };
            let shown = visible(replacement.as_bytes());
            html! { a.button data-state href=(state.address()) { (shown) } }
        };
        let (book, base, input) = (&self.book, LinkBase::from_path(PATH), state.url.as_slice());
        let examination = examine(judge, input);
        let judged = JudgementView { book, base, input, judge, examination: &examination };
        html! {
            (judged.whole(&button))
            (all)
            (steps::text(&DerivationView {
                judged,
                stepping: state.stepping,
                address: &|stepping| LiveState { stepping, ..state.clone() }.address(),
            }))
        }
    }
}

/// The grammar of the book of a user's grammar, or else of an edition.
fn grammar(book: &Book, edition: Edition, reading: Reading) -> &Grammar {
    book.own.as_ref().map_or_else(|| edition.grammar(reading), |own| own.grammar())
}

/// The error for a production that the user's grammar does not have.
fn no_production(grammar: &Grammar, name: &str) -> String {
    let nearest = nearest(name, grammar.ids().map(|id| grammar.name(id)));
    let nearest = nearest.map(|name| format!("; the nearest is `{name}`")).unwrap_or_default();
    format!("There is no production `{}`{nearest}.", visible(name.as_bytes()))
}

/// The strings that a user's grammar suggests to begin with; `None` if it is not known.
fn examples(grammar: &Arc<Grammar>, start: ProductionId) -> Option<Vec<Vec<u8>>> {
    let description = ProductionDescription::of_grammar(Arc::clone(grammar), start).ok()?;
    let examples = description.examples.into_iter().filter(|example| !example.is_empty());
    let misses = description.near_misses.into_iter().take(2).map(|miss| miss.string);
    Some(examples.chain(misses).collect())
}

/// A field on another page, with which the live page judges a string by an edition.
pub(super) fn try_form(base: LinkBase, edition: Edition, start: Option<&str>) -> Markup {
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

fn urls() -> Vec<Vec<u8>> {
    EXAMPLES.map(|url| url.as_bytes().to_vec()).to_vec()
}

/// The page before anything is typed, and before the engine is loaded.
pub(super) fn unasked(book: &Book) -> Markup {
    let state = LiveState::of_book(book.own.is_some());
    let (by_default, begins) = match book.own {
        Some(_) => ("by the start", html! { p { "The grammar is being read." } }),
        None => (BY_SCHEME, beginning(&state, Some(urls()), None)),
    };
    html! {
        (asked(form(book, &state, by_default), begins))
        noscript {
            p role="note" { "Without a script nothing is judged here: " code { "urlbnf check" } " does it." }
        }
    }
}

/// A page in which no input can act on the display.
pub(super) fn escape_controls(page: &str) -> String {
    let mut shown = Vec::with_capacity(page.len());
    harmless(page.as_bytes(), &mut shown);
    String::from_utf8(shown).unwrap_or_default()
}

/// The link that chooses an edition and a reading.
fn choice(state: &LiveState, edition: Edition, readings: &[Reading], chosen: bool) -> Markup {
    let reading = match readings.contains(&state.reading) {
        true => state.reading,
        false => readings[0],
    };
    let state = LiveState { edition, reading, ..state.clone() };
    html! { a data-state href=(state.address()) aria-current=[chosen.then_some("true")] { (edition) } }
}

fn unknown(state: &LiveState) -> Markup {
    let grammar = state.edition.grammar(state.reading);
    let start = state.start.as_deref().unwrap_or_default();
    let nearest = nearest(start, grammar.ids().map(|id| grammar.name(id)));
    html! {
        (state.edition) " has no production " code { (shown_start(state)) }
        @if let Some(nearest) = nearest { "; the nearest is " code { (nearest) } }
    }
}

/// The content of the page: the form and the result.
fn asked(form: Markup, result: Markup) -> Markup {
    html! {
        h1 { "Live" }
        (form)
        // Screen readers announce the changes made by the script.
        p.unseen #said role="status" {}
        div #result tabindex="-1" { (result) }
    }
}

/// A note that the field cannot show the bytes exactly, if it cannot.
fn unfit(input: &[u8]) -> Markup {
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
fn too_long(input: &[u8]) -> Option<String> {
    let long = input.len();
    (long > LONGEST).then(|| {
        format!(
            "This has {long} bytes, and nothing of more than {LONGEST} is judged on this page: \
             `urlbnf check` takes it."
        )
    })
}

/// A string as text for a field; `None` if it cannot be shown exactly.
fn as_text(url: &[u8]) -> Option<&str> {
    std::str::from_utf8(url).ok().filter(|text| !text.chars().any(acts))
}

/// The requested production, which may not exist.
fn shown_start(state: &LiveState) -> String {
    visible(state.start.as_deref().unwrap_or_default().as_bytes())
}

/// The form. By `by_default` a string is judged if no start is chosen.
fn form(book: &Book, state: &LiveState, by_default: &str) -> Markup {
    let url = as_text(&state.url).map_or_else(|| visible(&state.url), str::to_owned);
    let grammar = grammar(book, state.edition, state.reading);
    let start = state.start.as_deref().unwrap_or_default();
    let known = grammar.find(start).is_some() || start.is_empty();
    let (what, label) =
        if state.is_own { ("string", "A string to judge") } else { ("URL", "A URL to judge") };
    html! {
        form.ask #ask aria-label=(label) data-engine=(engine::SCRIPT) {
            label {
                (what)
                input id=(state.key()) type="text" name=(state.key()) value=(url) autocomplete="off" autocapitalize="none"
                    spellcheck="false" autofocus;
            }
            div.choices {
                @if !state.is_own {
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
                }
                label {
                    "judged"
                    select #start name="start" {
                        option value="" { (by_default) }
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

/// The content before anything is typed: examples to try and, by a user's grammar, the verdict on
/// the empty string.
fn beginning(state: &LiveState, examples: Option<Vec<Vec<u8>>>, judge: Option<&Judge>) -> Markup {
    let link = |input: &[u8]| {
        let state = LiveState { url: input.to_vec(), ..state.clone() };
        html! { a data-state href=(state.address()) { code { (visible(input)) } } }
    };
    html! {
        h2 { "Type a " (if state.is_own { "string" } else { "URL" }) ", or try one of these" }
        @if let Some(examples) = examples {
            ul.examples { @for example in &examples { li { (link(example)) } } }
        }
        @if let Some(judge) = judge {
            p { "The empty string: " (claim::verdict(judge.judge(b"").verdict)) "." }
        }
        p.faint { "The address of this page is a link to what it shows." }
    }
}
