//! `urlbnf man`: the man pages, as roff.

use clap::{Arg, Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, italic, roman};

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
    command: Vec<String>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let mut program = crate::definition(None);
    // Now the commands know that they are commands of this program.
    program.build();
    // A command may have commands of its own: `urlbnf man suite run`.
    let inner = |page: Command, name: &String| {
        let unknown = || Error::NoCommand(name.clone());
        page.find_subcommand(name).cloned().ok_or_else(unknown)
    };
    let page = arguments.command.iter().try_fold(program, inner)?;
    streams.write(&roff(page)?)?;
    Ok(Status::Fine)
}

/// A page, with the sections that clap does not know.
fn roff(page: Command) -> Result<Vec<u8>, Error> {
    let help = help::of(page.get_name());
    let is_program = page.has_subcommands();
    let title = page.get_display_name().unwrap_or(page.get_name()).to_uppercase();
    let version = env!("CARGO_PKG_VERSION");
    let synopsis = synopsis(&page);
    let man = Man::new(page.after_long_help(None::<&str>));
    // The page has no date: two builds of one version are the same.
    let mut roff = format!(".TH {title} 1 \"\" \"urlbnf {version}\" \"urlbnf\"\n").into_bytes();
    man.render_name_section(&mut roff)?;
    synopsis.to_writer(&mut roff)?;
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

/// The command with its options and their values, which clap's own synopsis leaves out.
fn synopsis(page: &Command) -> Roff {
    let mut line = vec![bold(page.get_bin_name().unwrap_or(page.get_name()))];
    let shown = |arg: &&Arg| !arg.is_hide_set();
    for option in page.get_opts().chain(flags(page)).filter(shown) {
        line.extend(optional(option, named(option)));
    }
    for subject in page.get_positionals().filter(shown) {
        // What stands behind `--` does not begin the line.
        let dashes = if subject.is_last_set() { vec![bold("--"), roman(" ")] } else { Vec::new() };
        line.extend(optional(subject, [dashes, values(subject)].concat()));
    }
    if page.has_subcommands() && !page.is_args_conflicts_with_subcommands_set() {
        line.extend([roman(" "), italic("COMMAND")]);
    }
    let mut section = Roff::new();
    section.control("SH", ["SYNOPSIS"]);
    section.text(line);
    section
}

/// The options that take no value.
fn flags(page: &Command) -> impl Iterator<Item = &Arg> {
    page.get_arguments().filter(|it| !it.is_positional() && !it.get_action().takes_values())
}

/// An argument between brackets where it may be left out, with dots where there may be more.
fn optional(arg: &Arg, inner: Vec<Inline>) -> Vec<Inline> {
    let repeated = arg.get_num_args().is_some_and(|it| it.max_values() > 1)
        || matches!(arg.get_action(), clap::ArgAction::Append);
    let dots = if repeated { "..." } else { "" };
    let (open, close) = if arg.is_required_set() { (" ", "") } else { (" [", "]") };
    let mut inlines = vec![roman(open)];
    inlines.extend(inner);
    inlines.push(roman(format!("{close}{dots}")));
    inlines
}

/// `-e|--edition EDITION[:READING]`.
fn named(option: &Arg) -> Vec<Inline> {
    let mut inlines = Vec::new();
    if let Some(short) = option.get_short() {
        inlines.push(bold(format!("-{short}")));
        inlines.push(roman("|"));
    }
    inlines.extend(option.get_long().map(|long| bold(format!("--{long}"))));
    if option.get_action().takes_values() {
        inlines.push(roman(" "));
        inlines.extend(values(option));
    }
    inlines
}

fn values(arg: &Arg) -> Vec<Inline> {
    let names = arg.get_value_names().unwrap_or_default();
    names.iter().map(|name| italic(name.as_str())).collect()
}
