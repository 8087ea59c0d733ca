//! `urlbnf ambiguity`: which strings have two derivations.

use clap::Args;
use urlbnf::ambiguity::{Ambiguity, Derivations, ambiguity};
use urlbnf::bnf::ProductionId;
use urlbnf::report::excerpt;
use urlbnf::{Grammar, derivation};

use crate::error::Error;
use crate::options::{OneEdition, find_production};
use crate::status::Status;
use crate::streams::Streams;
use crate::table::Table;

/// Say which productions are ambiguous, with a shortest string that has two derivations.
///
/// Of each production it is decided, for all strings: `unambiguous` is a proof,
/// and not a search that gave up. With PRODUCTION, both derivations are shown.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The production; all of them without it.
    production: Option<String>,

    #[command(flatten)]
    edition: OneEdition,

    /// Show the derivations in full, down to the characters.
    #[arg(long)]
    full: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let grammar = arguments.edition.grammar();
    if let Some(name) = &arguments.production {
        let OneEdition { edition, reading } = arguments.edition;
        let id = find_production(edition, reading, name)?;
        let text = one(grammar, id, arguments.full)?;
        streams.write(text.as_bytes())?;
        return Ok(Status::Fine);
    }
    let mut table = Table::new(["production", "", "shortest string with two derivations"]);
    for id in grammar.ids() {
        let name = grammar.name(id).to_owned();
        let [what, string] = match decide(grammar, id)? {
            Ambiguity::Unambiguous => ["unambiguous".to_owned(), String::new()],
            Ambiguity::Ambiguous(found) => ["ambiguous".to_owned(), excerpt::string(&found.string)],
            Ambiguity::Infinite { string, .. } => {
                ["without end".to_owned(), excerpt::string(&string)]
            }
        };
        table.row([name, what, string]);
    }
    streams.write(table.text().as_bytes())?;
    Ok(Status::Fine)
}

fn decide(grammar: &Grammar, id: ProductionId) -> Result<Ambiguity, Error> {
    ambiguity(grammar, id).map_err(|error| Error::Grammar(error.message(grammar)))
}

fn one(grammar: &Grammar, id: ProductionId, full: bool) -> Result<String, Error> {
    let name = grammar.name(id);
    Ok(match decide(grammar, id)? {
        Ambiguity::Unambiguous => {
            format!("{name} is unambiguous: each of its strings has one derivation\n")
        }
        Ambiguity::Infinite { string, production } => {
            let endless = grammar.name(production);
            let string = excerpt::string(&string);
            format!(
                "{name} is ambiguous without end: {string} has a derivation, and {endless} derives itself alone\n"
            )
        }
        Ambiguity::Ambiguous(found) => {
            let string = excerpt::string(&found.string);
            let [first, second] = outlines(grammar, &found, full)?;
            format!("{name} is ambiguous: {string} has two derivations\n\n{first}\n{second}")
        }
    })
}

/// The two derivations, full or as far as they differ from what the bytes say.
fn outlines(grammar: &Grammar, found: &Derivations, full: bool) -> Result<[String; 2], Error> {
    let trees = found.trees(grammar);
    if full {
        return Ok(trees.map(|tree| tree.outline()));
    }
    let brief = trees.each_ref().map(derivation::abridge);
    if brief[0] != brief[1] {
        return Ok(brief.map(|tree| tree.outline()));
    }
    Ok(trees.map(|tree| tree.outline()))
}
