//! `urlbnf.toml`: default values of options. The file is looked up from the current folder
//! upwards.
//!
//! ```toml
//! edition = "rfc3986"
//! reading = "corrected"
//!
//! [check]
//! fail-on = "rejected"
//!
//! [diff]
//! accept = "accepted.txt"
//!
//! [lint]
//! ignore = ["not-regular"]
//! ```
//!
//! A file in a folder that somebody else wrote must not name files to write or programs to
//! run. It can therefore set only the options of [`ALLOWED`].

use std::path::{Path, PathBuf};

use clap::Command;
use toml::{Table, Value};
use urlbnf::text::{in_one_line, line_and_column, visible};

use crate::grammar_file::shown;

/// The name of the file.
const NAME: &str = "urlbnf.toml";
/// The options that the file can set. The first two may occur outside a command's table.
const ALLOWED: [&str; 5] = ["edition", "reading", "fail-on", "accept", "ignore"];
/// The number of these options that apply to all commands.
const GENERAL: usize = 2;
/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// The defaults that a file sets.
#[derive(Debug, Default)]
pub struct Config {
    path: PathBuf,
    table: Table,
}

/// Why a configuration file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{}: {error}", shown(path))]
    Unreadable { path: PathBuf, error: std::io::Error },
    #[error("{}: a configuration has at most {LARGEST} bytes", shown(path))]
    TooLarge { path: PathBuf },
    /// The file is not TOML.
    #[error("{}:{line}: {message}", shown(path))]
    Syntax { path: PathBuf, line: usize, message: String },
    /// A key is neither a command nor an option that can be set.
    #[error(
        "{}: `{}` cannot be set; a configuration sets {} for all commands, and {} for one",
        shown(path), visible(key.as_bytes()), ALLOWED[..GENERAL].join(" and "), ALLOWED.join(", ")
    )]
    Key { path: PathBuf, key: String },
    /// An option has a value of the wrong type.
    #[error("{}: `{key}` is a string, or a list of strings", shown(path))]
    Value { path: PathBuf, key: String },
}

impl Config {
    /// Reads the nearest file in the current folder or above it. There are no defaults without
    /// one.
    ///
    /// # Errors
    /// If the file cannot be read, is too large, or is not TOML.
    pub fn find() -> Result<Config, ConfigError> {
        let Ok(folder) = std::env::current_dir() else { return Ok(Config::default()) };
        let Some(path) =
            folder.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())
        else {
            return Ok(Config::default());
        };
        let size = std::fs::metadata(&path).map(|metadata| metadata.len());
        if size.is_ok_and(|size| size > LARGEST) {
            return Err(ConfigError::TooLarge { path });
        }
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => return Err(ConfigError::Unreadable { path, error }),
        };
        match text.parse() {
            Ok(table) => Ok(Config { path, table }),
            Err(error) => {
                let error: toml::de::Error = error;
                let start = error.span().map_or(0, |span| span.start);
                let (line, _) = line_and_column(&text, start);
                let message = visible(in_one_line(error.message()).as_bytes());
                Err(ConfigError::Syntax { path, line, message })
            }
        }
    }

    /// Returns the definition of the command line with these defaults.
    ///
    /// # Errors
    /// If a key is neither a command nor an option that can be set, or a value has
    /// the wrong type.
    pub fn apply(&self, mut program: Command) -> Result<Command, ConfigError> {
        for (key, value) in &self.table {
            let path = || self.path.clone();
            if ALLOWED[..GENERAL].contains(&key.as_str()) {
                let values = self.values(key, value)?;
                program = program.mut_subcommands(|command| with(command, key, &values));
            } else if let (Some(_), Value::Table(options)) = (program.find_subcommand(key), value) {
                for (option, value) in options {
                    let has =
                        program.find_subcommand(key).is_some_and(|command| takes(command, option));
                    if !has || !ALLOWED.contains(&option.as_str()) {
                        let key = format!("{key}.{option}");
                        return Err(ConfigError::Key { path: path(), key });
                    }
                    let mut values = self.values(option, value)?;
                    if option == "accept" {
                        // The path is relative to the folder of the configuration.
                        let folder = self.path.parent().unwrap_or(Path::new(""));
                        let beside =
                            |path: &String| folder.join(path).to_string_lossy().into_owned();
                        values = values.iter().map(beside).collect();
                    }
                    program = program.mut_subcommand(key, |command| with(command, option, &values));
                }
            } else {
                return Err(ConfigError::Key { path: path(), key: key.clone() });
            }
        }
        Ok(program)
    }

    /// Whether the file sets the grammar of a command.
    pub fn sets_edition(&self, command: &str) -> bool {
        let own = self.table.get(command).and_then(|options| options.get("edition"));
        own.is_some() || self.table.contains_key("edition")
    }

    fn values(&self, key: &str, value: &Value) -> Result<Vec<String>, ConfigError> {
        let wrong = || ConfigError::Value { path: self.path.clone(), key: key.to_owned() };
        let string = |value: &Value| value.as_str().map(str::to_owned).ok_or_else(wrong);
        match value {
            Value::Array(values) if !values.is_empty() => values.iter().map(string).collect(),
            value => Ok(vec![string(value)?]),
        }
    }
}

fn takes(command: &Command, option: &str) -> bool {
    command.get_arguments().any(|argument| argument.get_long() == Some(option))
}

/// Sets the default values of an option of a command, if the command has it.
fn with(command: Command, option: &str, values: &[String]) -> Command {
    let found = command.get_arguments().find(|argument| argument.get_long() == Some(option));
    match found.map(|argument| argument.get_id().clone()) {
        Some(id) => command.mut_arg(id, |argument| argument.default_values(values.to_vec())),
        None => command,
    }
}
