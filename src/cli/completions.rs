//! `urlbnf completions`: a script with which a shell completes command lines.

use clap::Args;
use clap_complete::Shell;

use crate::{CliError, Status, Streams, after};

/// Print a script for command-line completion in a shell
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("Complete in bash", "urlbnf completions bash"),
], None))]
pub struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub fn run(arguments: &CompletionsArguments, streams: &mut Streams) -> Result<Status, CliError> {
    // The generator panics if it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut crate::definition(None), "urlbnf", &mut script);
    streams.write(&script)?;
    Ok(Status::Fine)
}
