//! What stops a command, worded in one place.

use std::fmt;
use std::io;

use urlbnf::Edition;
use urlbnf::diff::DiffError;

/// Why a command cannot go on.
#[derive(Debug)]
pub enum Error {
    /// The output cannot be written.
    Output(io::Error),
    /// An input cannot be read.
    Input { name: String, error: io::Error },
    /// What should be a grammar is no edition, and cannot be read as a file.
    NoGrammar { name: String, error: io::Error },
    /// Two grammars cannot be compared.
    Compared(DiffError),
    /// A grammar cannot be worked with.
    Grammar(String),
    /// No edition that was asked for has the production.
    UnknownProduction {
        name: String,
        edition: Edition,
        /// The production of that edition most like it.
        nearest: Option<String>,
        /// The editions that have it.
        elsewhere: Vec<Edition>,
    },
    /// A document's rule does not apply to what was given.
    Prose(Box<dyn std::error::Error>),
    /// No diagnostic has the code.
    UnknownCode { name: String, nearest: Option<String>, known: Vec<&'static str> },
}

impl Error {
    /// Whether whoever read the output went away.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Error::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Output(error) => write!(f, "the output cannot be written: {error}"),
            Error::NoGrammar { name, error } => {
                write!(f, "no edition is called `{name}`, and no file can be read there: {error}")
            }
            Error::Compared(error) => error.fmt(f),
            Error::Grammar(message) => f.write_str(message),
            Error::Input { name, error } => write!(f, "{name}: {error}"),
            Error::UnknownProduction { name, edition, nearest, elsewhere } => {
                write!(f, "{edition} has no production `{name}`")?;
                if let Some(nearest) = nearest {
                    write!(f, "; the nearest that it has is `{nearest}`")?;
                }
                if !elsewhere.is_empty() {
                    let names: Vec<&str> = elsewhere.iter().map(|it| it.name()).collect();
                    write!(f, "; `{name}` is in {}", names.join(", "))?;
                }
                Ok(())
            }
            Error::Prose(error) => error.fmt(f),
            Error::UnknownCode { name, nearest, known } => {
                write!(f, "no diagnostic has the code `{name}`")?;
                match nearest {
                    Some(nearest) => write!(f, "; the nearest is `{nearest}`"),
                    None => write!(f, "; there are {}", known.join(", ")),
                }
            }
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Output(error)
    }
}

impl From<urlbnf::proof::Unknown> for Error {
    fn from(error: urlbnf::proof::Unknown) -> Self {
        Error::Grammar(error.to_string())
    }
}

/// Errors of the library that say all there is to say.
macro_rules! prose {
    ($($error:ty),+ $(,)?) => {
        $(impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Error::Prose(Box::new(error))
            }
        })+
    };
}

prose! {
    urlbnf::resolve::PartialContext,
    urlbnf::escape::BadTriplet,
    urlbnf::escape::NotEncodable,
    urlbnf::ambiguity::Unknown,
    urlbnf::derivation::NotDerived,
}

impl From<codespan_reporting::files::Error> for Error {
    fn from(error: codespan_reporting::files::Error) -> Self {
        match error {
            codespan_reporting::files::Error::Io(error) => Error::Output(error),
            other => Error::Output(io::Error::other(other)),
        }
    }
}
