//! What the help and the man pages say beyond the arguments: groups of commands,
//! examples, exit statuses.
//!
//! [`GROUPS`] is a table beside the definition in `main.rs`, and the tests hold the two
//! together: every command has a row, and every example is run.

mod commands;

use clap::Command;
use urlbnf::report::excerpt;

pub use commands::GROUPS;

/// A group of commands, as `urlbnf help` lists them.
pub struct Group {
    /// What they are for.
    pub title: &'static str,
    /// The commands, in the order in which one meets them.
    pub commands: &'static [Help],
}

/// What is said of a command.
pub struct Help {
    /// Its name.
    pub command: &'static str,
    /// Command lines, each with what it does.
    pub examples: &'static [(&'static str, &'static str)],
    /// When the exit status is 1, if ever.
    pub objection: Option<&'static str>,
}

/// The most columns that a help takes, and as many as it takes where nobody says how many
/// there are.
const WIDEST: usize = 100;
/// The fewest for which a help is laid out.
const NARROWEST: usize = 40;

/// What is said of a command.
pub fn of(command: &str) -> Option<&'static Help> {
    GROUPS.iter().flat_map(|group| group.commands).find(|help| help.command == command)
}

impl Help {
    /// The exit statuses, each with what it means.
    pub fn statuses(&self) -> Vec<(u8, &'static str)> {
        let mut statuses = vec![(0, "all is well")];
        statuses.extend(self.objection.map(|objection| (1, objection)));
        statuses.push((2, "the command line is wrong, or something cannot be read or written"));
        if self.command == "check" {
            statuses.push((129, "SIGHUP ended it, in the same way as Ctrl-C"));
            statuses.push((130, "Ctrl-C ended it; what was judged until then is reported"));
            statuses.push((143, "SIGTERM ended it, in the same way"));
        }
        statuses
    }

    /// Examples and exit statuses, as the help shows them in so many columns.
    fn text(&self, columns: usize) -> String {
        let mut text = heading("Examples");
        for (what, line) in self.examples {
            let what = excerpt::fill(what, columns.saturating_sub(4)).replace('\n', "\n  # ");
            // A shell reads a line that is broken so as one.
            let line = excerpt::fill(&in_units(line), columns.saturating_sub(6));
            let line = line.replace('\n', " \\\n      ").replace(BOUND, " ");
            text += &format!("  # {what}\n  $ {line}\n");
        }
        text += "\n";
        text += &heading("Exit status");
        for (status, meaning) in self.statuses() {
            let meaning = excerpt::fill(meaning, columns.saturating_sub(7));
            let meaning = meaning.replace('\n', &format!("\n{:7}", ""));
            text += &format!("  {status:<3}  {meaning}\n");
        }
        text.trim_end().to_owned()
    }
}

/// A heading, as clap has it; where there are no colours it takes them out.
fn heading(title: &str) -> String {
    format!("\u{1B}[1m\u{1B}[4m{title}:\u{1B}[0m\n")
}

/// A space at which no line is broken.
const BOUND: &str = "\u{A0}";

/// A command line whose words are bound together where they stand between quotes, or are an
/// option and its value.
fn in_units(line: &str) -> String {
    let mut units = String::with_capacity(line.len());
    let (mut quotes, mut option) = (0, false);
    for (number, word) in line.split(' ').enumerate() {
        let bound = quotes % 2 == 1 || option && !word.starts_with('-');
        units += if number == 0 { "" } else { if bound { BOUND } else { " " } };
        units += word;
        quotes += word.matches('\'').count();
        option = word.trim_start_matches('[').starts_with('-');
    }
    units
}

/// The definition with all that is said here, for a terminal of so many columns.
pub fn complete(program: Command, columns: Option<usize>) -> Command {
    let names: Vec<String> =
        program.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let width = columns.unwrap_or(WIDEST).clamp(NARROWEST, WIDEST);
    let template = template(&program, width);
    let program = names.iter().fold(program, |program, name| match of(name) {
        Some(help) => {
            program.mut_subcommand(name, |command| command.after_long_help(help.text(width)))
        }
        None => program,
    });
    let program = program.help_template(template).term_width(width);
    if columns.is_some() { with_usages(program, &names, width) } else { program }
}

/// The definition, whose usages are broken where they are too wide, which clap does not do.
fn with_usages(mut program: Command, names: &[String], columns: usize) -> Command {
    const HEAD: &str = "Usage: ";
    let mut built = program.clone().bin_name("urlbnf");
    built.build();
    for name in names {
        let Some(command) = built.find_subcommand_mut(name) else { continue };
        let usage = command.render_usage().to_string();
        let usage = usage.strip_prefix(HEAD).unwrap_or(&usage);
        let room = columns.saturating_sub(HEAD.len());
        if excerpt::width(usage) > room {
            // What goes on stands under the command's name.
            let indent = format!("\n{:1$}", "", HEAD.len() + 2);
            let usage = excerpt::fill(&in_units(usage), room - 2).replace('\n', &indent);
            program =
                program.mut_subcommand(name, |it| it.override_usage(usage.replace(BOUND, " ")));
        }
    }
    program
}

/// The help of the program, its commands in groups.
fn template(program: &Command, columns: usize) -> String {
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n\n".to_owned();
    for group in GROUPS {
        text += &heading(group.title);
        for help in group.commands {
            let about = program.find_subcommand(help.command).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let about = excerpt::fill(&about, columns.saturating_sub(19));
            let about = about.replace('\n', &format!("\n{:19}", ""));
            text += &format!("  \u{1B}[1m{:<15}\u{1B}[0m  {about}\n", help.command);
        }
        text.push('\n');
    }
    text += &excerpt::fill("`urlbnf COMMAND --help` has examples and exit statuses.", columns);
    text += "\n\n";
    text + &heading("Options") + "{options}"
}
