//! `urlbnf man`: prints the man pages, as roff.

use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::{CliError, NameValueParser, Status, Streams, after};

/// Print the man page of the program or of a command
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("The man page of a command", "urlbnf man check"),
], None))]
pub struct ManArguments {
    /// The command; with none, the page of the program
    #[arg(value_name = "COMMAND", value_parser = NameValueParser::COMMANDS, hide_possible_values = true)]
    command: Vec<String>,
}

pub fn run(arguments: &ManArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let mut program = crate::definition(None);
    // This gives the commands their names as commands of the program.
    program.build();
    // A command may have commands of its own: `urlbnf man suite run`.
    let inner = |page: Command, name: &String| {
        let unknown = || CliError::NoCommand(name.clone());
        page.find_subcommand(name).cloned().ok_or_else(unknown)
    };
    let page = arguments.command.iter().try_fold(program, inner)?;
    streams.write(&roff(page)?)?;
    Ok(Status::Fine)
}

/// Renders the page of a command. It has no date, so that builds of one version are the same.
fn roff(page: Command) -> Result<Vec<u8>, CliError> {
    let title = page.get_display_name().unwrap_or(page.get_name()).to_uppercase();
    let version = env!("CARGO_PKG_VERSION");
    let end = page.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    let is_program = page.has_subcommands();
    let man = Man::new(page.after_long_help(None::<&str>));
    let mut roff = format!(".TH {title} 1 \"\" \"urlbnf {version}\" \"urlbnf\"\n").into_bytes();
    man.render_name_section(&mut roff)?;
    man.render_synopsis_section(&mut roff)?;
    man.render_description_section(&mut roff)?;
    man.render_options_section(&mut roff)?;
    if is_program {
        man.render_subcommands_section(&mut roff)?;
    }
    sections(&end).to_writer(&mut roff)?;
    Ok(roff)
}

/// Renders the end of a help, with examples and exit statuses, as sections.
fn sections(end: &str) -> Roff {
    let mut roff = Roff::new();
    for line in end.lines() {
        if let Some(purpose) = line.strip_prefix("  # ") {
            roff.control("TP", []);
            roff.text([roman(purpose)]);
        } else if let Some(command) = line.strip_prefix("  $ ") {
            roff.text([bold(command)]);
        } else if let Some(heading) = line.strip_suffix(':') {
            roff.control("SH", [heading.to_uppercase().as_str()]);
        } else if let Some((status, meaning)) = line.trim_start().split_once("  ") {
            roff.control("TP", []);
            roff.text([bold(status)]);
            roff.text([roman(meaning.trim_start())]);
        }
    }
    roff
}
