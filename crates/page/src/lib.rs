//! The engine of the live page: the functions of the library that a page calls.
//!
//! A page passes the state from its address, and gets HTML. The library decides what the
//! answer says.
//!
//! `crates/page/make` compiles it for browsers; the book contains the result.

use urlbnf::book::{Book, Documentation, LivePage, PackedGrammar};
use wasm_bindgen::prelude::wasm_bindgen;

/// The judgement on an answer to an exercise, which the page passes as JSON. An exercise about
/// the book's own grammar also needs that grammar, as the book packed it.
#[wasm_bindgen]
pub fn answer(exercise: &str, answer: &str, grammar: Option<String>) -> String {
    urlbnf::book::answer_of_page(exercise, answer, grammar.as_deref())
}

/// The engine of one page.
#[wasm_bindgen]
pub struct Engine {
    live: LivePage,
}

#[wasm_bindgen]
impl Engine {
    /// The engine of the page of the editions.
    ///
    /// # Errors
    /// As [`LivePage::new`]; by editions there are none.
    #[wasm_bindgen(js_name = ofEditions)]
    pub fn of_editions() -> Result<Engine, String> {
        Ok(Engine { live: LivePage::new(Book::new(Documentation::NONE))? })
    }

    /// The engine of the page of a grammar, as the book packed it.
    ///
    /// # Errors
    /// A message that says why nothing can be judged by the grammar.
    #[wasm_bindgen(js_name = ofGrammar)]
    pub fn of_grammar(packed: &str) -> Result<Engine, String> {
        let book =
            Book::of_packed(PackedGrammar::of_json(packed)?).map_err(|error| error.to_string())?;
        Ok(Engine { live: LivePage::new(book)? })
    }

    /// The verdicts of all grammars, in short.
    ///
    /// # Errors
    /// A message that names the part of the state that cannot be read.
    pub fn glance(&self, state: &str) -> Result<String, String> {
        self.live.glance(state)
    }

    /// Everything that the page shows in a state.
    ///
    /// # Errors
    /// A message that names the part of the state that cannot be read.
    pub fn answer(&self, state: &str) -> Result<String, String> {
        self.live.answer(state)
    }
}
