//! Reads a grammar of weeks, judges and derives strings by it, and searches it for ambiguity.
//!
//! `cargo run -p urlbnf-bnf --example week`

use std::error::Error;

use urlbnf_bnf::ambiguity::{Ambiguity, ambiguity};
use urlbnf_bnf::automaton::{Automaton, LanguageSpec};
use urlbnf_bnf::derivation::Deriver;
use urlbnf_bnf::failure::Failure;
use urlbnf_bnf::{Grammar, Reading};

const WEEKS: &str = r#"# notation rfc822
week  = year "-W" digit digit
year  = 4*digit
digit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9"
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let grammar = Grammar::read("weeks.bnf", WEEKS, Reading::Printed)?;
    let week = LanguageSpec::from_production(grammar.start());

    // Where does a string stop being a week, and what was expected there?
    let automaton = Automaton::new(&grammar, &week)?;
    if let Some(failure) = Failure::for_input(&grammar, &automaton, b"2026-47") {
        println!("2026-47 fails at byte {}: {}", failure.offset, failure.message(&grammar));
        println!("in {}", failure.chain_text(&grammar));
        println!("expected: {}", failure.expected_text(&grammar));
    }

    // How is a week derived?
    let deriver = Deriver::new(&grammar, &week)?;
    if let Some(tree) = deriver.derive(&grammar, b"2026-W47") {
        print!("{}", tree.outline());
    }

    // Is there a week with two derivations?
    match ambiguity(&grammar, grammar.start())? {
        Ambiguity::Unambiguous => println!("no string has two derivations"),
        other => println!("{other:?}"),
    }
    Ok(())
}
