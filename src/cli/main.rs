//! The command line, `urlbnf <command>`, with a module for each command.
//!
//! The help, the completions and the man pages are made from the definition below.

#![cfg_attr(fuzzing, no_main, allow(dead_code, reason = "the fuzzer has a main of its own"))]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the commands are where files, arguments and clocks are known"
)]

mod accepted;
mod access;
mod ambiguity;
mod book;
mod canonical;
mod characters;
mod check;
mod loaded_grammar;
mod compare;
mod completions;
mod config;
mod contradictions;
mod decode;
mod derivations;
mod derive;
mod diff;
mod editions;
mod encode;
mod error;
mod explain;
mod extract;
mod extract_grammar;
mod files;
#[cfg(fuzzing)]
mod fuzz_target;
mod generate;
mod grammar;
mod help;
mod history;
mod input;
mod interrupt;
mod licences;
mod limits;
mod lint;
mod man;
mod names;
mod grammar_file;
mod opener;
mod options;
mod parse;
mod pipeline;
mod productions;
mod progress;
mod prove;
mod railroad;
mod records;
mod reference;
mod resolve;
mod review;
mod revision;
mod rung;
mod schemes;
mod snapshot;
mod status;
mod streams;
mod subjects;
mod suite;
mod table;
mod tally;
mod terminal_filter;
mod transcribe;
mod tree;
mod usage;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::parser::ValueSource;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use urlbnf::bnf::Notation;

use config::{Config, ConfigError};
use options::ColorMode;

// What most commands use.
use error::CliError;
use help::after;
use names::NameValueParser;
use options::OutputFormat;
use records::{RecordWriter, SchemaNumber};
use status::Status;
use streams::Streams;
use table::TextTable;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Check URLs, and the grammars that define them
#[derive(Debug, Parser)]
#[command(name = "urlbnf", version, disable_help_subcommand = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,

    /// When to colour the output
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    color: ColorMode,

    /// Print nothing but errors, and set the exit status; `--output` is written
    #[arg(short, long, global = true)]
    quiet: bool,

    /// Write the output to this file
    #[arg(short, long, global = true, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Lay text out in so many columns; without it, in those of the terminal
    #[arg(long, global = true, value_name = "COLUMNS", value_parser = options::width_parser())]
    width: Option<u16>,

    /// For a grammar with brackets in brackets: how deep to look, 3 by default, and 1 in lint,
    /// prove and transcribe. Deeper strings are not decided
    #[arg(long, global = true, value_name = "N")]
    nesting: Option<u8>,

    /// For a grammar that is in a document (.txt, .xml, .md): how it is written, unless the
    /// document says
    #[arg(
        long, global = true, value_name = "NOTATION", default_value = "abnf",
        hide_default_value = true, value_parser = options::one_of(Notation::ALL, Notation::name),
    )]
    notation: Notation,
}

/// Defines the commands. Each has its arguments, and how it is run, in its own file.
macro_rules! commands {
    ($($Command:ident $module:ident $Arguments:ident,)+) => {
        #[derive(Debug, Subcommand)]
        enum Command {
            $($Command($module::$Arguments),)+
        }

        impl Command {
            /// Runs the command.
            fn run(&self, streams: &mut Streams) -> Result<Status, CliError> {
                match self {
                    $(Command::$Command(arguments) => $module::run(arguments, streams),)+
                }
            }
        }
    };
}

commands! {
    Check check CheckArguments,
    Tree tree TreeArguments,
    Derive derive DeriveArguments,
    Parse parse ParseArguments,
    Resolve resolve ResolveArguments,
    Encode encode EncodeArguments,
    Decode decode DecodeArguments,
    Canonical canonical CanonicalArguments,
    Compare compare CompareArguments,
    Extract extract ExtractArguments,
    Access access AccessArguments,
    Schemes schemes SchemesArguments,
    Contradictions contradictions ContradictionsArguments,
    Characters characters CharactersArguments,
    Explain explain ExplainArguments,
    History history HistoryArguments,
    Generate generate GenerateArguments,
    Lint lint LintArguments,
    ExtractGrammar extract_grammar ExtractGrammarArguments,
    Diff diff DiffArguments,
    Railroad railroad RailroadArguments,
    Editions editions EditionsArguments,
    Productions productions ProductionsArguments,
    Prove prove ProveArguments,
    Transcribe transcribe TranscribeArguments,
    Suite suite SuiteArguments,
    Ambiguity ambiguity AmbiguityArguments,
    Book book BookArguments,
    Completions completions CompletionsArguments,
    Licences licences LicencesArguments,
    Man man ManArguments,
    Help help HelpArguments,
}

/// Returns the definition for a terminal with this many columns.
fn definition(columns: Option<usize>) -> clap::Command {
    help::complete(CommandLine::command(), columns)
}

/// Returns the definition with the defaults of the configuration, and the configuration.
fn configured(definition: clap::Command) -> Result<(clap::Command, Config), ConfigError> {
    let config = Config::find()?;
    Ok((config.apply(definition)?, config))
}

fn main() -> ExitCode {
    let columns = options::width_of_arguments();
    let columns = columns.or_else(|| streams::columns(terminal_size::terminal_size()));
    // The program has one name, whatever name it was called by.
    let definition = definition(columns).bin_name("urlbnf");
    let definition = definition.color(options::color_of_arguments());
    let (definition, config) = match configured(definition) {
        Ok(configured) => configured,
        Err(error) => {
            let mut streams = Streams::new(ColorMode::Auto, false, None);
            return ended(Err(CliError::from(error)), &mut streams);
        }
    };
    let parsed = usage::read(definition)
        .and_then(|matches| Ok((CommandLine::from_arg_matches(&matches)?, matches)));
    let (mut command_line, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            let mut streams = Streams::new(ColorMode::Auto, false, None);
            return ended(usage::print(&error).map_err(CliError::Output), &mut streams);
        }
    };
    if let (Command::Check(arguments), Some((name, given))) =
        (&mut command_line.command, matches.subcommand())
    {
        let is_default = given.value_source("edition") == Some(ValueSource::DefaultValue);
        arguments.by_default = is_default && !config.sets_edition(name);
    }
    let code = run(command_line);
    // For `.ci/nightly hostile`.
    #[cfg(counted_work)]
    eprintln!(
        "work {}",
        urlbnf::automaton::COUNTED_WORK.load(std::sync::atomic::Ordering::Relaxed)
    );
    code
}

/// Runs a command. Returns the exit status.
fn run(command_line: CommandLine) -> ExitCode {
    // These commands write their files themselves.
    let output = match &command_line.command {
        Command::Book(_) => None,
        Command::Suite(arguments) => arguments.output(),
        _ => command_line.output,
    };
    let mut streams = Streams::new(command_line.color, command_line.quiet, output);
    streams.asked_width = command_line.width.map(usize::from);
    streams.asked_nesting = command_line.nesting.map(usize::from);
    streams.notation = command_line.notation;
    let status = command_line.command.run(&mut streams);
    let status = status.and_then(|status| Ok(streams.finish().map(|()| status)?));
    ended(status, &mut streams)
}

/// Reports the error of a command, if there is one. Returns the exit status.
fn ended(status: Result<Status, CliError>, streams: &mut Streams) -> ExitCode {
    match status {
        Ok(status) => status.into(),
        // The reader of the output has seen enough.
        Err(error) if error.is_broken_pipe() => Status::Fine.into(),
        Err(error) => {
            if !error.is_reported() {
                streams.complain(&error);
            }
            Status::Trouble.into()
        }
    }
}
