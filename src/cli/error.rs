//! What stops a command, worded in one place.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::num::NonZeroUsize;

use urlbnf::Edition;
use urlbnf::diff::DiffError;
use urlbnf::report::grammar::RAISE;
use urlbnf::text::visible;

/// How a command line names the production to begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// By `--start`.
    Start,
    /// As what `diff` compares.
    Subject,
}

/// Why a command cannot go on.
#[derive(Debug)]
pub enum Error {
    /// The output cannot be written.
    Output(io::Error),
    /// An input cannot be read.
    Input { name: String, error: io::Error },
    /// An input is broken somewhere.
    Broken {
        name: String,
        /// The byte of the file.
        offset: u64,
        compression: Option<&'static str>,
        error: io::Error,
        /// The line that it breaks off.
        unfinished: Option<u64>,
    },
    /// No line has the field that was to be judged.
    NoField {
        number: NonZeroUsize,
        /// How many lines there are.
        lines: u64,
        /// The input that has the first of them.
        name: String,
        line: u64,
    },
    /// A line is too long to be explained.
    TooLong {
        name: String,
        line: u64,
        length: u64,
        /// The longest that is.
        longest: u64,
        /// What it was judged to be, if it was.
        verdicts: Vec<String>,
    },
    /// The threads cannot be started.
    Threads(rayon::ThreadPoolBuildError),
    /// A file cannot be written.
    Written { name: String, error: io::Error },
    /// Nothing can be served there.
    NotServed { address: SocketAddr, error: io::Error },
    /// What should be a grammar is no edition, and cannot be read as a file.
    NoGrammar { name: String, error: io::Error },
    /// What should be a grammar file is longer than any.
    LongGrammar { name: String, longest: u64 },
    /// What should be an edition is none.
    NoEdition { name: String, nearest: Option<String> },
    /// It is a grammar file, and the command reads editions only.
    FileNotTaken { name: String },
    /// An edition was named where the book has all of them.
    EditionInBook { edition: Edition },
    /// Several editions were named where there is room for one.
    OneEditionOnly,
    /// Standard input was named twice.
    StandardInputTwice,
    /// A file was named where a URL is due.
    FileAsUrl { name: String },
    /// `check --url`, which is no more.
    UrlOption,
    /// A picture was asked for, of several things.
    OnePicture,
    /// Two grammars cannot be compared.
    Compared(DiffError),
    /// What is wrong was shown already, in the text of a grammar.
    Told,
    /// A grammar cannot be worked with.
    Grammar(String),
    /// No edition that was asked for has the production.
    UnknownProduction {
        name: String,
        /// The name of the edition, or of the file.
        grammar: String,
        /// The production of that grammar most like it.
        nearest: Option<String>,
        /// The editions that have it.
        elsewhere: Vec<Edition>,
    },
    /// A grammar does not say from which production its strings derive.
    NoStart {
        /// The name of the file.
        grammar: String,
        /// The productions that it could be.
        starts: Vec<String>,
        /// How one is named on the command line.
        named: Named,
    },
    /// No string of a production is short enough.
    NoString {
        production: String,
        longest: usize,
        /// How long its shortest is, where it has any.
        shortest: Option<usize>,
    },
    /// No contradiction has the name, and no edition.
    NoContradiction { name: String, nearest: Option<String> },
    /// A character is none of the printable ones of ASCII.
    NotPrintable(char),
    /// The program has no such command.
    NoCommand(String),
    /// A document's rule does not apply to what was given.
    Prose(Box<dyn std::error::Error + Send + Sync>),
    /// Nothing that can be explained has the name.
    NothingCalled {
        name: String,
        /// The names most like it, with what they are names of.
        nearest: Vec<(&'static str, String)>,
    },
}

impl Error {
    /// Whether what is wrong was said already.
    pub fn is_told(&self) -> bool {
        matches!(self, Error::Told)
    }

    /// Whether whoever read the output went away.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Error::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Output(error) => write!(f, "the output cannot be written: {error}"),
            Error::Written { name, error } => write!(f, "{name} cannot be written: {error}"),
            Error::NotServed { address, error } => {
                write!(f, "cannot serve at {address}: {error}")
            }
            Error::NoGrammar { name, error } => {
                write!(f, "`{name}` is neither an edition nor a readable file: {error}")
            }
            Error::LongGrammar { name, longest } => {
                write!(f, "{name} is no grammar: it has more than {longest} bytes")
            }
            Error::NoEdition { name, nearest } => {
                write!(f, "`{name}` is neither an edition nor a file")?;
                match nearest {
                    Some(nearest) => write!(f, "; the nearest edition is `{nearest}`"),
                    None => write!(f, "; `urlbnf editions` lists the editions"),
                }
            }
            Error::FileNotTaken { name } => {
                write!(f, "`{name}` is a file, and this command reads editions only")
            }
            Error::EditionInBook { edition } => write!(
                f,
                "the book has {edition} and all other editions without --edition, which takes a grammar file"
            ),
            Error::OneEditionOnly => {
                write!(f, "this command reads one edition at a time; `check -e` takes several")
            }
            Error::StandardInputTwice => write!(f, "standard input can be read only once"),
            Error::FileAsUrl { name } => write!(
                f,
                "`{name}` is a file and not a URL: --file {name} judges the lines in it, -- {name} takes it as it is"
            ),
            Error::UrlOption => {
                write!(f, "URLs are arguments: `urlbnf check URL`, without --url")
            }
            Error::OnePicture => write!(f, "a picture shows one thing; name only one"),
            Error::Compared(error @ DiffError::TooLarge { .. }) => write!(f, "{error}; {RAISE}"),
            Error::Compared(error) => error.fmt(f),
            Error::Told => write!(f, "the grammar cannot be used"),
            Error::Grammar(message) => f.write_str(message),
            Error::Input { name, error } => write!(f, "{name}: {error}"),
            Error::Broken { name, offset, compression, error, unfinished } => {
                write!(f, "{name}: after {offset} bytes: ")?;
                if let Some(compression) = compression {
                    write!(f, "{compression}: ")?;
                }
                match error.kind() {
                    io::ErrorKind::UnexpectedEof => write!(f, "it ends in the middle")?,
                    _ => write!(f, "{error}")?,
                }
                match unfinished {
                    Some(line) => write!(f, "; line {line} is cut off and not judged"),
                    None => Ok(()),
                }
            }
            Error::NoField { number, lines, name, line } => {
                match lines {
                    1 => write!(f, "the only line has no field {number}: {name}:{line}")?,
                    _ => write!(f, "none of {lines} lines has a field {number}, as {name}:{line}")?,
                }
                write!(f, "; --delimiter says what stands between fields")
            }
            Error::TooLong { name, line, length, longest, verdicts } => {
                write!(f, "{name}:{line}: the line has {length} bytes")?;
                match &verdicts[..] {
                    [] => write!(f, ", and more than {longest} are not held: it is left out"),
                    all => {
                        write!(f, ", and more than {longest} are not explained; it is ")?;
                        f.write_str(&all.join(", "))
                    }
                }
            }
            Error::Threads(error) => error.fmt(f),
            Error::UnknownProduction { name, grammar, nearest, elsewhere } => {
                write!(f, "`{name}` is not a production of {grammar}")?;
                if !elsewhere.is_empty() {
                    let names: Vec<&str> = elsewhere.iter().map(|it| it.name()).collect();
                    write!(f, ", but of {}", names.join(", "))?;
                }
                if let Some(nearest) = nearest {
                    write!(f, "; the nearest is `{nearest}`")?;
                }
                Ok(())
            }
            Error::NoStart { grammar, starts, named } => {
                let list = |names: &[String]| {
                    let names: Vec<String> = names.iter().map(|it| format!("`{it}`")).collect();
                    names.join(", ")
                };
                write!(f, "{grammar} does not say where it starts: ")?;
                match starts.as_slice() {
                    [] => write!(f, "each of its rules is used by another")?,
                    starts if starts.len() > SHOWN_STARTS => {
                        let shown = list(&starts[..SHOWN_STARTS]);
                        let more = starts.len() - SHOWN_STARTS;
                        write!(f, "{shown} and {more} more are used by no other rule")?;
                    }
                    starts => write!(f, "{} are used by no other rule", list(starts))?,
                }
                let rule = starts.first().map_or("RULE", String::as_str);
                match named {
                    Named::Start => write!(f, "; `--start {rule}` names one")?,
                    Named::Subject => {
                        write!(f, "; `urlbnf diff OLD NEW {rule}` names one")?;
                    }
                }
                write!(f, ", and so does `; urlbnf: start {rule}` in the file")
            }
            Error::NoString { production, shortest: None, .. } => {
                write!(f, "`{production}` derives no string at all")
            }
            Error::NoString { production, longest, shortest: Some(shortest) } => write!(
                f,
                "no string of `{production}` is as short as {longest} bytes: the shortest has {shortest}"
            ),
            Error::NoCommand(name) => {
                write!(f, "`{name}` is not a command; `urlbnf help` lists the commands")
            }
            Error::Prose(error) => error.fmt(f),
            Error::NotPrintable(character) => {
                let character = visible(character.to_string().as_bytes());
                write!(f, "{character} is no printable character of ASCII: no URL here has it")
            }
            Error::NoContradiction { name, nearest } => {
                write!(f, "`{name}` is neither a contradiction nor an edition")?;
                match nearest {
                    Some(nearest) => write!(f, "; the nearest contradiction is `{nearest}`"),
                    None => write!(f, "; `urlbnf contradictions` shows all"),
                }
            }
            Error::NothingCalled { name, nearest } => {
                write!(f, "`{name}` is not a production, an edition, a code or a number")?;
                let nearest: Vec<String> =
                    nearest.iter().map(|(kind, name)| format!("the {kind} `{name}`")).collect();
                match &nearest[..] {
                    [] => Ok(()),
                    [only] => write!(f, "; the nearest is {only}"),
                    several => write!(f, "; the nearest are {}", several.join(", ")),
                }
            }
        }
    }
}

/// How many rules are named that could be the start.
const SHOWN_STARTS: usize = 20;

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Output(error)
    }
}

impl From<rayon::ThreadPoolBuildError> for Error {
    fn from(error: rayon::ThreadPoolBuildError) -> Self {
        Error::Threads(error)
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
