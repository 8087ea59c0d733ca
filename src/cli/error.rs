//! What stops a command, worded in one place.

use std::io;
use std::path::Path;

use crate::input::Column;
use urlbnf::Edition;
use urlbnf::diff::DiffError;
use urlbnf::escape::NotMapped;
use urlbnf::exercise::ExerciseError;
use urlbnf::report::grammar::RAISE;
use urlbnf::report::tallies::TallyError;

/// How a command line names the production to begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// By `--start`.
    Start,
    /// As what `diff` compares.
    Subject,
}

impl Named {
    /// How the start is named of which one does not know.
    fn way(self, starts: &[String]) -> String {
        let rule = starts.first().map_or("RULE", String::as_str);
        let here = match self {
            Named::Start => format!("`--start {rule}`"),
            Named::Subject => format!("`urlbnf diff OLD NEW {rule}`"),
        };
        format!("{here} names one, and so does `; urlbnf: start {rule}` in the file")
    }
}

/// Why a command cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The output cannot be written.
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
    /// An input cannot be read.
    #[error("{name}: {error}")]
    Input {
        name: String,
        #[source]
        error: io::Error,
    },
    /// A subject is not what it has to be.
    #[error("{name}: {error}")]
    OfSubject {
        name: String,
        #[source]
        error: urlbnf::escape::BadTriplet,
    },
    /// An input is broken somewhere.
    #[error("{name}: after {offset} bytes: {}", broken(*compression, error, *unfinished))]
    Broken {
        name: String,
        /// The byte of the file.
        offset: u64,
        compression: Option<&'static str>,
        #[source]
        error: io::Error,
        /// The line that it breaks off.
        unfinished: Option<u64>,
    },
    /// The configuration file cannot be used.
    #[error(transparent)]
    Config(#[from] crate::config::ConfigError),
    /// No line has the field that was to be judged.
    #[error("{}; --delimiter sets the delimiter of fields", no_field(column, *lines, name, *line))]
    NoField {
        column: Column,
        /// How many lines there are.
        lines: u64,
        /// The input that has the first of them.
        name: String,
        line: u64,
    },
    /// A line is too long to be explained.
    #[error("{name}:{line}: the line has {length} bytes{}", too_long(*longest, verdicts))]
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
    #[error(transparent)]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A file cannot be written.
    #[error("{name} cannot be written: {error}")]
    Written {
        name: String,
        #[source]
        error: io::Error,
    },
    /// There is no folder for what is to be shown at once.
    #[error("no temporary folder can be made: {0}")]
    NoTemporaryFolder(#[source] io::Error),
    /// What should be a grammar is not an edition, and cannot be read as a file.
    #[error("`{name}` is neither an edition nor a readable file: {error}")]
    NoGrammar {
        name: String,
        #[source]
        error: io::Error,
    },
    /// What should be a grammar file is longer than any.
    #[error("{name} is not a grammar: it has more than {longest} bytes")]
    LongGrammar { name: String, longest: u64 },
    /// What should be a grammar file is no text.
    #[error("{name} is not a grammar: it is not text, but contains NUL bytes")]
    NotText { name: String },
    /// What should be an edition is none.
    #[error(
        "`{name}` is neither an edition nor a file; {}",
        nearest_or(nearest, "edition", "`urlbnf editions` lists the editions")
    )]
    NoEdition { name: String, nearest: Option<String> },
    /// It is a grammar file, and the command reads editions only.
    #[error("`{name}` is a file, and this command reads editions only")]
    FileNotTaken { name: String },
    /// What should be a document is none.
    #[error(
        "{name} is not a document: `.txt`, `.xml` and `.md` are, and any other file is a grammar"
    )]
    NoDocument { name: String },
    /// git has no such revision.
    #[error("`{revision}` is not an edition, a file, or a revision in the repository of {name}")]
    NoRevision { revision: String, name: String },
    /// git has nothing of a file in a revision.
    #[error("{name} is not in {revision}")]
    NotInRevision { name: String, revision: String },
    /// git cannot be asked.
    #[error("git cannot be asked: {error}")]
    NoGit {
        #[source]
        error: io::Error,
    },
    /// A line of a file of what is accepted accepts nothing.
    #[error("{file}:{line}: expected {lacks}")]
    NotAccepted { file: String, line: usize, lacks: &'static str },
    /// An exercise of a file cannot be read, or has a solution that does not hold.
    #[error("{file}:{wrong}")]
    Exercise { file: String, wrong: Box<ExerciseError> },
    /// A program cannot be asked about suites.
    #[error(transparent)]
    NotAsked(#[from] crate::suite::NotAsked),
    /// What was asked for needs another option, or excludes one.
    #[error("{0}")]
    Usage(&'static str),
    /// An edition was named where the book has all of them.
    #[error(
        "the book has {edition} and all other editions without --edition, which takes a grammar file"
    )]
    EditionInBook { edition: Edition },
    /// A rung was named of an edition that has no ladder of comparison.
    #[error(
        "{edition} has no rungs; they are of RFC 3986 and what follows it, such as `-e rfc3986`"
    )]
    NoLadder { edition: Edition },
    /// Several editions were named where there is room for one.
    #[error("this command reads one edition at a time; `check -e` takes several")]
    OneEditionOnly,
    /// Standard input was named twice.
    #[error("standard input can be read only once")]
    StandardInputTwice,
    /// A file was named where a URL is due.
    #[error(
        "`{name}` is a file and not a URL: --file {name} judges the lines in it, -- {name} takes it as it is"
    )]
    FileAsUrl { name: String },
    /// A file is not a tally, or does not fit to those before it.
    #[error("{name}: {error}")]
    Tally {
        name: String,
        #[source]
        error: TallyError,
    },
    /// `check --url`, which is no more.
    #[error("URLs are arguments: `urlbnf check URL`, without --url")]
    UrlOption,
    /// A picture was asked for, of several things.
    #[error("a picture shows one thing; name only one")]
    OnePicture,
    /// Two grammars cannot be compared.
    #[error("{}{}", .0, raise(.0))]
    Compared(#[source] DiffError),
    /// What is wrong was shown already, in the text of a grammar.
    #[error("the grammar cannot be used")]
    Told,
    /// A grammar cannot be worked with.
    #[error("{0}")]
    Grammar(String),
    /// No edition that was asked for has the production.
    #[error("`{name}` is not a production of {grammar}{}", others(name, elsewhere, nearest.as_deref()))]
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
    #[error("{grammar} does not say where it starts: {}; {}", candidates(starts), named.way(starts))]
    NoStart {
        /// The name of the file.
        grammar: String,
        /// The productions that it could be.
        starts: Vec<String>,
        /// How one is named on the command line.
        named: Named,
    },
    /// No string of a production is short enough.
    #[error("{}", too_short(production, *longest, *shortest))]
    NoString {
        production: String,
        longest: usize,
        /// How long its shortest is, where it has any.
        shortest: Option<usize>,
    },
    /// No contradiction has the name, and no edition.
    #[error(
        "`{name}` is neither a contradiction nor an edition; {}",
        nearest_or(nearest, "contradiction", "`urlbnf contradictions` shows all")
    )]
    NoContradiction { name: String, nearest: Option<String> },
    /// A character is none of the printable ones of ASCII.
    #[error("{}", urlbnf::characters::beyond_ascii(*.0))]
    NotPrintable(char),
    /// A text is not an IRI that could be mapped to a URI.
    #[error("{}{}", .0, printable(.0))]
    NotMapped(NotMapped),
    /// The program has no such command.
    #[error("`{0}` is not a command; `urlbnf help --all` lists the commands")]
    NoCommand(String),
    /// A document's rule does not apply to what was given.
    #[error(transparent)]
    Prose(Box<dyn std::error::Error + Send + Sync>),
    /// Nothing that can be explained has the name.
    #[error("`{name}` is not a production, an edition, a code or a number{}", all_nearest(nearest))]
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

/// What raising a limit does, where a comparison took too much.
fn raise(error: &DiffError) -> String {
    match error {
        DiffError::TooLarge { .. } => format!("; {RAISE}"),
        _ => String::new(),
    }
}

fn printable(error: &NotMapped) -> &'static str {
    match error {
        NotMapped::Character { character: ' '..='~', .. } => "; --printable encodes it",
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
    let compression = compression.map_or(String::new(), |it| format!("{it}: "));
    let what = match error.kind() {
        io::ErrorKind::UnexpectedEof => "it ends in the middle".to_owned(),
        _ => error.to_string(),
    };
    let cut = |line| format!("; line {line} is cut off and not judged");
    format!("{compression}{what}{}", unfinished.map_or(String::new(), cut))
}

fn no_field(number: &Column, lines: u64, name: &str, line: u64) -> String {
    match lines {
        1 => format!("the only line has no field {number}: {name}:{line}"),
        _ => format!("none of {lines} lines has a field {number}, as {name}:{line}"),
    }
}

fn too_long(longest: u64, verdicts: &[String]) -> String {
    match verdicts {
        [] => format!(", and more than {longest} are not held: it is left out"),
        all => format!(", and more than {longest} are not explained; it is {}", all.join(", ")),
    }
}

fn others(name: &str, elsewhere: &[Edition], nearest: Option<&str>) -> String {
    if Path::new(name).is_file() {
        return format!(", and it is a file: `-e {name}` reads a grammar file");
    }
    let names: Vec<&str> = elsewhere.iter().map(|it| it.name()).collect();
    let of = match names.first() {
        Some(first) => format!(", but of {}: `-e {first}` reads it there", names.join(", ")),
        None => String::new(),
    };
    of + &nearest.map_or(String::new(), |it| format!("; the nearest is `{it}`"))
}

fn candidates(starts: &[String]) -> String {
    let list = |names: &[String]| {
        let names: Vec<String> = names.iter().map(|it| format!("`{it}`")).collect();
        names.join(", ")
    };
    match starts {
        [] => "each of its rules is used by another".to_owned(),
        starts if starts.len() > SHOWN_STARTS => {
            let (shown, more) = (list(&starts[..SHOWN_STARTS]), starts.len() - SHOWN_STARTS);
            format!("{shown} and {more} more are used by no other rule")
        }
        starts => format!("{} are used by no other rule", list(starts)),
    }
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

/// How many rules are named that could be the start.
const SHOWN_STARTS: usize = 20;

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
