//! A grammar with one production rewritten.
//!
//! Someone who learns a grammar writes a production from memory; someone who repairs it writes
//! it differently. Their text is read in the grammar's notation, and names in it mean the
//! grammar's productions. The rest of the grammar stays the same, so that the two can be
//! compared.

use super::{Grammar, GrammarError, Notation, ProductionId, Reading, Span, SyntaxErrors};
use crate::text::nearest;

/// Why a text is not a definition of a given production.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RewriteError {
    /// It cannot be read. Holds all mistakes, with places in bytes of the text.
    #[error("{}", first(.0))]
    Syntax(Vec<RewriteSyntaxError>),
    /// It is empty.
    #[error("nothing is written")]
    Empty,
    /// It defines another production, or more than one.
    #[error("it should define `{0}` and nothing else")]
    Several(String),
    /// It uses a name that the grammar does not have.
    #[error("`{name}` is not a production here{}", like(nearest.as_deref()))]
    Unknown {
        /// The name.
        name: String,
        /// The most similar name of the grammar.
        nearest: Option<String>,
        /// The first place of the name, in bytes of the text.
        place: Span,
    },
    /// The grammar would have too many names.
    #[error("the grammar would have too many names")]
    TooLarge,
}

/// A mistake in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RewriteSyntaxError {
    /// Its place, in bytes of the text.
    pub place: Span,
    /// The message.
    pub message: String,
}

fn first(all: &[RewriteSyntaxError]) -> String {
    all.first().map_or_else(String::new, |error| error.message.clone())
}

fn like(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; the nearest is `{name}`"))
}

impl Grammar {
    /// Returns this grammar with another text for one production. `text` is what follows its
    /// name, in the grammar's notation, on any number of lines. If the notation has an `=`, the
    /// text may begin with the name and the `=`.
    ///
    /// ```
    /// use urlbnf_bnf::{Grammar, Reading};
    ///
    /// let text = "time = hour \":\" minute\nhour = 2DIGIT\nminute = 2DIGIT\n";
    /// let grammar = Grammar::read("time.abnf", text, Reading::Printed)?;
    /// let hour = grammar.find("hour").unwrap();
    /// let shorter = grammar.rewritten(hour, "1*2DIGIT")?;
    /// assert_eq!(shorter.name(hour), "hour");
    /// let error = grammar.rewritten(hour, "2DIGITS").unwrap_err();
    /// assert_eq!(error.to_string(), "`DIGITS` is not a production here; the nearest is `DIGIT`");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the text cannot be read, defines something else, or uses a name that the grammar does
    /// not have.
    pub fn rewritten(&self, id: ProductionId, text: &str) -> Result<Grammar, RewriteError> {
        if text.trim().is_empty() {
            return Err(RewriteError::Empty);
        }
        let name = self.name(id);
        let written = RewriteSource::new(self, name, text);
        let read = Grammar::read("text", &written.source, Reading::Printed);
        let other = read.map_err(|error| match error {
            GrammarError::Syntax(errors) => RewriteError::Syntax(written.misread(&errors)),
            GrammarError::TooLarge => RewriteError::TooLarge,
            _ => RewriteError::Empty,
        })?;
        let Some(theirs) = other.find(name) else {
            return Err(RewriteError::Several(name.to_owned()));
        };
        let own = other.defined().filter(|&production| {
            let definitions = other.production(production).definitions();
            definitions.iter().any(|definition| other.listing().is_own(definition.place.start))
        });
        if own.count() > 1 || other.production(theirs).definitions().len() > 1 {
            return Err(RewriteError::Several(name.to_owned()));
        }
        let partner = |production: ProductionId| self.find(other.name(production));
        for definition in other.production(theirs).definitions() {
            for (named, place) in definition.body.references() {
                let defined = !other.production(named).definitions().is_empty();
                if !defined && partner(named).is_none() {
                    let name = other.name(named).to_owned();
                    let nearest = nearest(&name, self.ids().map(|id| self.name(id)));
                    let place = written.place(place);
                    return Err(RewriteError::Unknown { name, nearest, place });
                }
            }
        }
        let rewritten = self.with_texts_of(&other, &[(theirs, id)], partner);
        rewritten.ok_or(RewriteError::TooLarge)
    }
}

/// The text as the source of a separate grammar.
struct RewriteSource<'t> {
    source: String,
    text: &'t str,
    /// The offset in the source of the text without its leading white space.
    begins: usize,
    /// The length of that white space in bytes.
    skipped: usize,
}

impl<'t> RewriteSource<'t> {
    fn new(grammar: &Grammar, name: &str, text: &'t str) -> RewriteSource<'t> {
        let listing = grammar.listing();
        let mut source = match listing.notation {
            Notation::Abnf => "; urlbnf: notation abnf\n".to_owned(),
            notation => format!("# notation {}\n", notation.name()),
        };
        if listing.notation == Notation::Abnf && listing.code_points {
            source += "; urlbnf: code-points\n";
        }
        let spaced = listing.notation == Notation::Spaced;
        let trimmed = text.trim();
        let skipped = text.len() - text.trim_start().len();
        let named = trimmed.split_at_checked(name.len()).is_some_and(|(first, behind)| {
            first.eq_ignore_ascii_case(name) && behind.trim_start().starts_with('=')
        });
        match (spaced, named) {
            (true, _) => source += &format!("{name} "),
            (false, false) => source += &format!("{name} = "),
            (false, true) => {}
        }
        let begins = source.len();
        // Indent further lines, so that they continue the production.
        source += &trimmed.replace('\n', "\n ");
        source.push('\n');
        RewriteSource { source, text, begins, skipped }
    }

    /// Converts a place in the source to a place in the text.
    fn place(&self, place: Span) -> Span {
        let offset = |at: usize| {
            let behind = self.source.as_bytes().get(self.begins..at).unwrap_or_default();
            let moved = behind.iter().filter(|&&byte| byte == b'\n').count();
            (self.skipped + behind.len()).saturating_sub(moved).min(self.text.len())
        };
        Span { start: offset(place.start), end: offset(place.end) }
    }

    fn misread(&self, errors: &SyntaxErrors) -> Vec<RewriteSyntaxError> {
        let one = |error: &super::SyntaxError| RewriteSyntaxError {
            place: self.place(error.place),
            message: error.kind.to_string(),
        };
        errors.all().iter().map(one).collect()
    }
}
