//! The parts of the help that clap does not provide: the groups of commands, and the examples
//! and exit statuses of each command.

use clap::{Arg, Args, Command};
use urlbnf::report::excerpt;

use crate::{CliError, Status, Streams};

/// The maximum width of a help, in columns.
const WIDEST: usize = 100;
/// The minimum width of a terminal for which a help is laid out, in columns.
const NARROWEST: usize = 40;

/// The commands that most users need.
const MAIN: [&str; 8] = ["check", "explain", "tree", "lint", "diff", "prove", "suite", "book"];

/// The other commands, in groups.
const GROUPS: [(&str, &[&str]); 4] = [
    (
        "URLs",
        &[
            "parse", "derive", "extract", "resolve", "encode", "decode", "canonical", "compare",
            "access",
        ],
    ),
    (
        "documents",
        &["editions", "productions", "history", "characters", "schemes", "contradictions"],
    ),
    ("grammars", &["ambiguity", "generate", "railroad", "transcribe", "extract-grammar"]),
    ("program", &["help", "completions", "man", "licences"]),
];

/// Print the help of the program or of a command
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("Every command, with a line each", "urlbnf help --all"),
    ("The help of one command", "urlbnf help check"),
], None))]
pub struct HelpArguments {
    /// The command; with none, the help of the program
    #[arg(value_name = "COMMAND", conflicts_with = "all")]
    command: Vec<String>,

    /// List every command, with a line each
    #[arg(long)]
    all: bool,
}

pub fn run(arguments: &HelpArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let mut program = crate::definition(streams.columns());
    if arguments.all {
        streams.write_text(&list(&program))?;
        return Ok(Status::Fine);
    }
    program.build();
    let mut page = &mut program;
    for name in &arguments.command {
        let unknown = || CliError::NoCommand(name.clone());
        page = page.find_subcommand_mut(name).ok_or_else(unknown)?;
    }
    streams.write(page.render_long_help().to_string().as_bytes())?;
    Ok(Status::Fine)
}

/// Returns the end of a command's help: examples with their purposes, and the exit statuses.
/// `objection` says when the status is 1.
pub fn after(examples: &[(&str, &str)], objection: Option<&str>) -> String {
    let mut text = "Examples:\n".to_owned();
    for (purpose, line) in examples {
        text += &format!("  # {purpose}\n  $ {line}\n");
    }
    text += "\nExit status:\n  0    nothing to object to\n";
    if let Some(objection) = objection {
        text += &format!("  1    {objection}\n");
    }
    text + "  2    wrong usage, or something cannot be read or written\n  130  Ctrl-C; 129 SIGHUP, 143 SIGTERM"
}

/// Lays the help of a program out for a terminal with this many columns.
pub fn complete(program: Command, columns: Option<usize>) -> Command {
    let width = columns.unwrap_or(WIDEST).clamp(NARROWEST, WIDEST);
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n\n".to_owned();
    for name in MAIN {
        text += &row(&program, name);
    }
    text += "\nMore commands:\n";
    for (group, names) in GROUPS {
        let names = excerpt::fill(&names.join(", "), width.saturating_sub(13));
        text += &format!("  {group:<9}  {}\n", names.replace('\n', "\n             "));
    }
    text += "\n`urlbnf help --all` describes every command.\n";
    text += "`urlbnf COMMAND --help` shows its options, examples and exit statuses.\n";
    let text = excerpt::hang(&text, width);
    hide_unused(program.help_template(text).term_width(width))
}

/// Hides global options in the help of commands in which they have no effect. In clap, an
/// option of a command replaces the global one of the same name.
fn hide_unused(program: Command) -> Command {
    let globals: Vec<Arg> = program.get_arguments().cloned().collect();
    program.mut_subcommands(|command| {
        let reads_grammars = command.get_name() == "extract-grammar"
            || command.get_arguments().any(|argument| argument.get_id() == "raise-limits");
        let unused: &[&str] = match command.get_name() {
            "help" | "completions" | "man" | "licences" => {
                &["nesting", "notation", "quiet", "width"]
            }
            _ if reads_grammars => &[],
            _ => &["nesting", "notation"],
        };
        let unused = globals.iter().filter(|argument| unused.contains(&argument.get_id().as_str()));
        unused.fold(command, |command, argument| command.arg(argument.clone().hide(true)))
    })
}

/// Lists every command in groups, with a line each.
fn list(program: &Command) -> String {
    let mut text = String::new();
    for (group, names) in [("main", &MAIN[..])].into_iter().chain(GROUPS) {
        text += &format!("{}{group}:\n", if text.is_empty() { "" } else { "\n" });
        names.iter().for_each(|name| text += &row(program, name));
    }
    text
}

/// Formats the line of a command.
fn row(program: &Command, name: &str) -> String {
    let about = program.find_subcommand(name).and_then(Command::get_about);
    format!("  {name:<15}  {}\n", about.map(ToString::to_string).unwrap_or_default())
}
