//! Names that a shell can complete but that clap does not check.
//!
//! Any word is accepted. The command that looks it up reports an unknown name, with the
//! nearest ones.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use urlbnf::contradiction;
use urlbnf::diagnose::DiagnosticCode;
use urlbnf::remark::REMARKS;
use urlbnf::report::ReportWord;
use urlbnf::{Edition, Grammar, Reading};

/// Accepts any word that `read` accepts, and lists the known names for shells.
#[derive(Clone)]
pub struct NameValueParser<T = String> {
    pub read: fn(&Command, Option<&Arg>, &OsStr) -> Result<T, clap::Error>,
    pub list: fn() -> Vec<String>,
}

impl NameValueParser {
    pub const PRODUCTIONS: NameValueParser = NameValueParser::listed(productions);
    /// The names of all that can be explained.
    pub const EXPLAINED: NameValueParser = NameValueParser::listed(explained);
    /// The names of the contradictions, and the editions that have them.
    pub const CONTRADICTIONS: NameValueParser = NameValueParser::listed(contradictions);
    /// The names of the program's commands.
    pub const COMMANDS: NameValueParser = NameValueParser::listed(commands);

    const fn listed(list: fn() -> Vec<String>) -> NameValueParser {
        NameValueParser {
            read: |command, argument, word| {
                StringValueParser::new().parse_ref(command, argument, word)
            },
            list,
        }
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for NameValueParser<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        word: &OsStr,
    ) -> Result<T, clap::Error> {
        (self.read)(command, argument, word)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.list)().into_iter().map(PossibleValue::new)))
    }
}

/// The productions of all editions, without duplicate names.
fn productions() -> Vec<String> {
    let grammars = Edition::ALL.map(|edition| edition.grammar(Reading::Corrected));
    let names = |grammar: &'static Grammar| grammar.ids().map(|id| grammar.name(id).to_owned());
    let mut names: Vec<String> = grammars.into_iter().flat_map(names).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn explained() -> Vec<String> {
    let codes = DiagnosticCode::ALL.into_iter().map(|code| code.name().to_owned());
    let editions = Edition::ALL.into_iter().map(|edition| edition.name().to_owned());
    let numbers = REMARKS.iter().map(|remark| remark.number.to_string());
    let words = ReportWord::ALL.into_iter().map(|word| word.name().to_owned());
    codes.chain(words).chain(editions).chain(numbers).chain(productions()).collect()
}

fn contradictions() -> Vec<String> {
    let editions = Edition::ALL.into_iter().map(Edition::name);
    let names = contradiction::all().iter().map(|contradiction| contradiction.name).chain(editions);
    names.map(str::to_owned).collect()
}

fn commands() -> Vec<String> {
    let program = <crate::CommandLine as clap::CommandFactory>::command();
    let shown = program.get_subcommands().filter(|command| !command.is_hide_set());
    shown.map(|command| command.get_name().to_owned()).collect()
}
