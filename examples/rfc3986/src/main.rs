//! A parser of RFC 3986, derived from the rules that `urlbnf transcribe` wrote.
//!
//! `cargo run -p urlbnf-example-rfc3986 -- 'http://[2001:db8::7]/c=GB?objectClass?one'` shows
//! the tree of a URI reference: each rule with the text that it matched.

// The parser that pest derives refers to it.
extern crate alloc;

use std::fmt::{self, Write as _};

use pest::Parser as _;
use pest::iterators::Pair;

mod grammar {
    #![allow(missing_docs)]
    #[derive(pest_derive::Parser)]
    #[grammar = "rfc3986.pest"]
    pub struct Rfc3986Parser;
}

use grammar::{Rfc3986Parser, Rule};

/// A URI of RFC 4516, section 4.
const EXAMPLE: &str = "http://[2001:db8::7]/c=GB?objectClass?one";

/// The tree of a whole URI reference. The error says where the input is not one.
fn tree(text: &str) -> Result<String, String> {
    let mut pairs =
        Rfc3986Parser::parse(Rule::URI_reference, text).map_err(|error| error.to_string())?;
    let mut tree = String::new();
    let Some(whole) = pairs.next().filter(|pair| pair.as_str() == text) else {
        return Err("only the beginning is a URI reference".to_owned());
    };
    write(&whole, 0, &mut tree).map_err(|error| error.to_string())?;
    Ok(tree)
}

fn write(pair: &Pair<'_, Rule>, depth: usize, tree: &mut String) -> fmt::Result {
    writeln!(tree, "{:depth$}{:?} {:?}", "", pair.as_rule(), pair.as_str(), depth = depth * 2)?;
    pair.clone().into_inner().try_for_each(|part| write(&part, depth + 1, tree))
}

#[allow(clippy::disallowed_methods, reason = "a program has arguments")]
fn main() -> Result<(), String> {
    let text = std::env::args().nth(1).unwrap_or_else(|| EXAMPLE.to_owned());
    print!("{}", tree(&text)?);
    Ok(())
}
