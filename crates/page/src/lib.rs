//! The engine of the live page: the library, as a page calls it.
//!
//! A page asks with the state that its address has, and is answered with HTML. That is all
//! there is to it here: what is said, and how, is the library's.
//!
//! It is compiled for browsers by `crates/page/make`, and what that makes lies in the book.

use std::sync::Arc;

use urlbnf::book::{Answers, Book, Documentation, Live, OwnLive, Packed};
use wasm_bindgen::prelude::wasm_bindgen;

/// What is said of an answer to an exercise, which the page has as JSON. One that is about the
/// grammar of the book needs that beside it, as the book packed it.
#[wasm_bindgen]
pub fn answer(exercise: &str, answer: &str, grammar: Option<String>) -> String {
    urlbnf::book::answer_of_page(exercise, answer, grammar.as_deref())
}

/// What answers on a page.
#[wasm_bindgen]
pub struct Engine {
    live: Box<dyn Answers>,
}

#[wasm_bindgen]
impl Engine {
    /// The engine of the page of the editions.
    #[wasm_bindgen(js_name = ofEditions)]
    pub fn of_editions() -> Engine {
        Engine { live: Box::new(Live::new(Arc::new(Book::new(Documentation::NONE)))) }
    }

    /// The engine of the page of a grammar, as the book packed it.
    ///
    /// # Errors
    /// In words, why nothing can be judged by it.
    #[wasm_bindgen(js_name = ofGrammar)]
    pub fn of_grammar(packed: &str) -> Result<Engine, String> {
        let live = Packed::of_json(packed).and_then(OwnLive::new)?;
        Ok(Engine { live: Box::new(live) })
    }

    /// What all grammars say, at once.
    ///
    /// # Errors
    /// In words, what of the state cannot be read.
    pub fn glance(&self, state: &str) -> Result<String, String> {
        self.live.glance(state)
    }

    /// All that the page shows in a state.
    ///
    /// # Errors
    /// In words, what of the state cannot be read.
    pub fn answer(&self, state: &str) -> Result<String, String> {
        self.live.answer(state)
    }
}
