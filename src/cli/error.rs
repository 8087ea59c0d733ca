//! The errors that stop a command, with their messages.

use std::io;
use std::path::Path;

use crate::input::ColumnSelector;
use urlbnf::Edition;
use urlbnf::diff::DiffError;
use urlbnf::escape::IriMappingError;
use urlbnf::exercise::ExerciseError;
use urlbnf::report::grammar::RAISE;
use urlbnf::report::tallies::TallyError;
use urlbnf::text::first_names;

/// How a command line names the start production.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartNaming {
    Start,
    /// As a production to compare with `diff`.
    Subject,
}

impl StartNaming {
    /// A hint how to name the start. The first of `starts` is the example.
    fn suggestion(self, starts: &[String]) -> String {
        let rule = starts.first().map_or("RULE", String::as_str);
        let here = match self {
            StartNaming::Start => format!("`--start {rule}`"),
            StartNaming::Subject => format!("`urlbnf diff OLD NEW {rule}`"),
        };
        format!("{here} names one, and so does `; urlbnf: start {rule}` in the file")
    }
}

/// Why a command cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
    /// An input cannot be read.
    #[error("{name}: {error}")]
    Input {
        name: String,
        #[source]
        error: io::Error,
    },
    /// A URL has a percent sign without two digits.
    #[error("{name}: {error}")]
    OfSubject {
        name: String,
        #[source]
        error: urlbnf::escape::BadTriplet,
    },
    /// An input is damaged.
    #[error("{name}: after {offset} bytes: {}", broken(*compression, error, *unfinished))]
    Broken {
        name: String,
        /// How many bytes of the file were read before the error.
        offset: u64,
        compression: Option<&'static str>,
        #[source]
        error: io::Error,
        /// The number of the line that is cut off.
        unfinished: Option<u64>,
    },
    /// A string conforms, and its derivation is not shown.
    #[error("the derivation is too large: it needs {0}; {RAISE}")]
    TreeTooLarge(#[from] urlbnf::automaton::Exceeded),
    #[error(transparent)]
    Config(#[from] crate::config::ConfigError),
    #[error("{}; --delimiter sets the delimiter of fields", no_field(column, *lines, name, *line))]
    NoField {
        column: ColumnSelector,
        lines: u64,
        /// The input of the first line, and its number.
        name: String,
        line: u64,
    },
    #[error("{name}:{line}: the line has {length} bytes{}", too_long(*longest, verdicts))]
    TooLong {
        name: String,
        line: u64,
        length: u64,
        /// The maximum length of a line that is explained, in bytes.
        longest: u64,
        /// The verdicts on the line; empty if it was not judged.
        verdicts: Vec<String>,
    },
    #[error(transparent)]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error("{name} cannot be written: {error}")]
    Written {
        name: String,
        #[source]
        error: io::Error,
    },
    #[error(
        "{name} has {rules} rules, and a book at most {most}: `--raise-limits {}` writes one of \
         this size",
        rules.div_ceil(*most)
    )]
    TooManyPages { name: String, rules: usize, most: usize },
    #[error("no temporary folder can be made: {0}")]
    NoTemporaryFolder(#[source] io::Error),
    #[error("`{name}` is neither an edition nor a readable file: {error}")]
    NoGrammar {
        name: String,
        #[source]
        error: io::Error,
    },
    #[error("{name} is not a grammar: it has more than {longest} bytes")]
    LongGrammar { name: String, longest: u64 },
    #[error("{name} is not a grammar: it is not text, but contains NUL bytes")]
    NotText { name: String },
    #[error(
        "`{name}` is neither an edition nor a file; {}",
        nearest_or(nearest, "edition", "`urlbnf editions` lists the editions")
    )]
    NoEdition { name: String, nearest: Option<String> },
    #[error("`{name}` is a file, and this command reads editions only")]
    FileNotTaken { name: String },
    #[error(
        "{name} is not a document: `.txt`, `.xml` and `.md` are, and any other file is a grammar"
    )]
    NoDocument { name: String },
    #[error("`{revision}` is not an edition, a file, or a revision in the repository of {name}")]
    NoRevision { revision: String, name: String },
    #[error("`{revision}` is neither an edition nor a file, and {name} is in no git repository")]
    NoRepository { revision: String, name: String },
    #[error("{name} is not in {revision}")]
    NotInRevision { name: String, revision: String },
    #[error("git cannot be asked: {error}")]
    NoGit {
        #[source]
        error: io::Error,
    },
    #[error("{file}:{line}: expected {lacks}")]
    NotAccepted { file: String, line: usize, lacks: &'static str },
    /// An exercise cannot be read, or its solution is wrong.
    #[error("{file}:{wrong}")]
    Exercise { file: String, wrong: Box<ExerciseError> },
    /// A program cannot be run on a suite.
    #[error(transparent)]
    NotAsked(#[from] crate::suite::SuiteRunError),
    /// An option needs another option, or excludes one.
    #[error("{0}")]
    Usage(&'static str),
    #[error(
        "the book has {edition} and all other editions without --edition, which takes a grammar file"
    )]
    EditionInBook { edition: Edition },
    #[error(
        "{edition} has no rungs; they are of RFC 3986 and what follows it, such as `-e rfc3986`"
    )]
    NoLadder { edition: Edition },
    #[error("this command reads one edition at a time; `check -e` takes several")]
    OneEditionOnly,
    #[error("standard input can be read only once")]
    StandardInputTwice,
    #[error(
        "`{name}` is a file and not a URL: --file {name} judges the lines in it, -- {name} takes it as it is"
    )]
    FileAsUrl { name: String },
    /// A file is not a tally, or cannot be added to those before it.
    #[error("{name}: {error}")]
    Tally {
        name: String,
        #[source]
        error: TallyError,
    },
    #[error("a picture shows one thing; name only one")]
    OnePicture,
    #[error("{}{}", .0, instead(.0))]
    Compared(#[source] DiffError),
    /// The error was shown already, in the text of a grammar.
    #[error("the grammar cannot be used")]
    AlreadyReported,
    /// A grammar cannot be used.
    #[error("{0}")]
    Grammar(String),
    #[error("`{name}` is not a production of {grammar}{}", others(name, elsewhere, nearest.as_deref()))]
    UnknownProduction {
        name: String,
        /// The name of the edition, or of the file.
        grammar: String,
        /// The production of that grammar with the most similar name.
        nearest: Option<String>,
        elsewhere: Vec<Edition>,
    },
    #[error("{grammar} does not say where it starts: {}; {}", candidates(starts), named.suggestion(starts))]
    NoStart {
        /// The name of the file.
        grammar: String,
        starts: Vec<String>,
        /// How the command line names the start.
        named: StartNaming,
    },
    #[error("{}", too_short(production, *longest, *shortest))]
    NoString {
        production: String,
        longest: usize,
        /// The length of its shortest string in bytes; `None` if it has no string.
        shortest: Option<usize>,
    },
    #[error(
        "`{name}` is neither a contradiction nor an edition; {}",
        nearest_or(nearest, "contradiction", "`urlbnf contradictions` shows all")
    )]
    NoContradiction { name: String, nearest: Option<String> },
    #[error("{}", urlbnf::characters::beyond_ascii(*.0))]
    NotPrintable(char),
    #[error("{}{}", .0, printable(.0))]
    NotMapped(IriMappingError),
    #[error("`{0}` is not a command; `urlbnf help --all` lists the commands")]
    NoCommand(String),
    /// A rule of a document does not apply to the input.
    #[error(transparent)]
    Prose(Box<dyn std::error::Error + Send + Sync>),
    #[error("`{name}` is not a production, an edition, a code or a number{}", all_nearest(nearest))]
    NothingCalled {
        name: String,
        /// The most similar names, each with its kind.
        nearest: Vec<(&'static str, String)>,
    },
}

impl CliError {
    /// Whether the error was shown already.
    pub fn is_reported(&self) -> bool {
        matches!(self, CliError::AlreadyReported)
    }

    /// Whether the reader of the output closed it.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, CliError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// A hint for when two grammars cannot be compared: a higher limit, or another command.
fn instead(error: &DiffError) -> String {
    match error {
        DiffError::TooLarge { .. } => format!("; {RAISE}"),
        DiffError::UnknownProduction { name, .. } => match name.as_bytes() {
            [byte @ b'!'..=b'~'] if !byte.is_ascii_alphanumeric() => {
                format!("; `urlbnf history '{name}'` follows a character")
            }
            _ => String::new(),
        },
        _ => String::new(),
    }
}

fn printable(error: &IriMappingError) -> &'static str {
    match error {
        IriMappingError::Character { character: ' '..='~', .. } => "; --printable encodes it",
        _ => "",
    }
}

fn nearest_or(nearest: &Option<String>, kind: &str, otherwise: &str) -> String {
    match nearest {
        Some(nearest) => format!("the nearest {kind} is `{nearest}`"),
        None => otherwise.to_owned(),
    }
}

fn broken(compression: Option<&str>, error: &io::Error, unfinished: Option<u64>) -> String {
    let compression = compression.map_or(String::new(), |name| format!("{name}: "));
    let what = match error.kind() {
        io::ErrorKind::UnexpectedEof => "it ends in the middle".to_owned(),
        _ => error.to_string(),
    };
    let cut = |line| format!("; line {line} is cut off and not judged");
    format!("{compression}{what}{}", unfinished.map_or(String::new(), cut))
}

fn no_field(number: &ColumnSelector, lines: u64, name: &str, line: u64) -> String {
    match lines {
        1 => format!("the only line has no field {number}: {name}:{line}"),
        _ => format!("none of {lines} lines has a field {number}, as {name}:{line}"),
    }
}

fn too_long(longest: u64, verdicts: &[String]) -> String {
    match verdicts {
        [] => format!(", and more than {longest} are not held: it is left out"),
        all => format!(", and more than {longest} are not explained: {}", all.join(", ")),
    }
}

fn others(name: &str, elsewhere: &[Edition], nearest: Option<&str>) -> String {
    if Path::new(name).is_file() {
        return format!(", and it is a file: `-e {name}` reads a grammar file");
    }
    let names: Vec<&str> = elsewhere.iter().map(|edition| edition.name()).collect();
    let current = elsewhere.iter().find(|&&edition| edition == Edition::Rfc3986);
    let of = match current.or(elsewhere.last()) {
        Some(edition) => format!(", but of {}: `-e {edition}` reads it there", names.join(", ")),
        None => String::new(),
    };
    of + &nearest.map_or(String::new(), |name| format!("; the nearest is `{name}`"))
}

fn candidates(starts: &[String]) -> String {
    if starts.is_empty() {
        return "each of its rules is used by another".to_owned();
    }
    let names = first_names(starts.iter().map(String::as_str), SHOWN_STARTS);
    format!("{names} are used by no rule except those they use")
}

fn too_short(production: &str, longest: usize, shortest: Option<usize>) -> String {
    match shortest {
        None => format!("`{production}` derives no string at all"),
        Some(shortest) => format!(
            "no string of `{production}` is as short as {longest} bytes: the shortest has {shortest}"
        ),
    }
}

fn all_nearest(nearest: &[(&str, String)]) -> String {
    let names: Vec<String> =
        nearest.iter().map(|(kind, name)| format!("the {kind} `{name}`")).collect();
    match &names[..] {
        [] => String::new(),
        [only] => format!("; the nearest is {only}"),
        several => format!("; the nearest are {}", several.join(", ")),
    }
}

/// The maximum number of candidates that are named.
const SHOWN_STARTS: usize = 20;

/// Library errors whose own messages are complete.
macro_rules! prose {
    ($($error:ty),+ $(,)?) => {
        $(impl From<$error> for CliError {
            fn from(error: $error) -> Self {
                CliError::Prose(Box::new(error))
            }
        })+
    };
}

prose! {
    urlbnf::proof::LanguageError,
    urlbnf::resolve::PartialContextError,
    urlbnf::escape::BadTriplet,
    urlbnf::escape::EncodeError,
    urlbnf::ambiguity::EnumerationError,
    urlbnf::derivation::NotDerived,
}
