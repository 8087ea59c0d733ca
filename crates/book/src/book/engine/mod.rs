//! The program itself, compiled for browsers, so that a page judges without a server.
//!
//! The page needs every sentence that the program says, every repair and every tree; written
//! once more in another language they would soon say something else. So they are not: what
//! answers on the [live page](super::live) is this library, as WebAssembly. It lies beside this
//! file, for who installs the program has no second compiler; `crates/page/make` makes it, and
//! the tests hold what it says to what the program says.
//!
//! It comes as a script, since a page that is a file may not ask for other kinds of files.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

/// The path of the script.
pub const SCRIPT: &str = "engine.js";

/// What speaks to the engine from a page, as `wasm-bindgen` writes it.
const SPEAKER: &str = include_str!("urlbnf_page.js");

/// The path of the script that loads and opens it, when a page first needs it.
pub const OPENER: &str = "open.js";

/// The engine, compressed as `gzip` does.
const ENGINE: &[u8] = include_bytes!("urlbnf_page.wasm.gz");

/// The script.
pub fn script() -> String {
    let engine = BASE64_STANDARD.encode(ENGINE);
    format!("{SPEAKER}\nself.urlbnfEngine = \"{engine}\";\n")
}
