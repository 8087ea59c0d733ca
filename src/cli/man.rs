//! `urlbnf man`: the man pages, as roff.

use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::error::Error;
use crate::help;
use crate::names::Names;
use crate::status::Status;
use crate::streams::Streams;

/// Print the man page of the program, or of one of its commands
#[derive(Debug, Args)]
pub struct Arguments {
    /// The command; with none, the page of the program
    #[arg(value_name = "COMMAND", value_parser = Names::commands(), hide_possible_values = true)]
    command: Option<String>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let mut program = crate::definition(None);
    // Now the commands know that they are commands of this program.
    program.build();
    let page = match &arguments.command {
        None => program,
        Some(name) => {
            let unknown = || Error::NoCommand(name.clone());
            program.find_subcommand(name).cloned().ok_or_else(unknown)?
        }
    };
    streams.write(&roff(page)?)?;
    Ok(Status::Fine)
}

/// A page, with the sections that clap does not know.
fn roff(page: Command) -> Result<Vec<u8>, Error> {
    let help = help::of(page.get_name());
    let is_program = page.has_subcommands();
    let man = Man::new(page.after_long_help(None::<&str>));
    let mut roff = Vec::new();
    man.render_title(&mut roff)?;
    man.render_name_section(&mut roff)?;
    man.render_synopsis_section(&mut roff)?;
    man.render_description_section(&mut roff)?;
    man.render_options_section(&mut roff)?;
    if is_program {
        man.render_subcommands_section(&mut roff)?;
    }
    let mut rest = Roff::new();
    if let Some(help) = help {
        rest.control("SH", ["EXAMPLES"]);
        for (what, line) in help.examples {
            rest.control("TP", []);
            rest.text([roman(*what)]);
            rest.text([bold(*line)]);
        }
        rest.control("SH", ["EXIT STATUS"]);
        for (status, meaning) in help.statuses() {
            rest.control("TP", []);
            rest.text([bold(status.to_string())]);
            rest.text([roman(meaning)]);
        }
        rest.control("SH", ["SEE ALSO"]);
        rest.text([bold("urlbnf"), roman("(1)")]);
    }
    rest.to_writer(&mut roff)?;
    Ok(roff)
}
