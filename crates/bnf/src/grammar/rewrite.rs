//! A production of a grammar, written anew by somebody else.
//!
//! Who learns a grammar writes a production from memory, and who mends one writes it
//! otherwise. Their text is read in the grammar's own notation, the names in it mean the
//! grammar's own productions, and all else stays as it is: so the two can be compared.

use super::{Grammar, GrammarError, Notation, Place, ProductionId, Reading, SyntaxErrors};
use crate::text::nearest;

/// Why a text defines no production of a grammar.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RewriteError {
    /// It cannot be read: all that is wrong with it, with places in bytes of the text.
    #[error("{}", first(.0))]
    Syntax(Vec<Misread>),
    /// It says nothing.
    #[error("nothing is written")]
    Empty,
    /// It defines more than the one production, or another.
    #[error("it should define `{0}` and nothing else")]
    Several(String),
    /// It names what the grammar does not have.
    #[error("`{name}` is not a production here{}", like(nearest.as_deref()))]
    Unknown {
        /// The name.
        name: String,
        /// The name that the grammar has and that is most like it.
        nearest: Option<String>,
        /// Where the text has it first, in bytes of the text.
        place: Place,
    },
    /// The grammar would have too many names.
    #[error("the grammar would have too many names")]
    TooLarge,
}

/// Something that is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misread {
    /// Where, in bytes of the text.
    pub place: Place,
    /// What, in words.
    pub message: String,
}

fn first(all: &[Misread]) -> String {
    all.first().map_or_else(String::new, |it| it.message.clone())
}

fn like(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; the nearest is `{name}`"))
}

impl Grammar {
    /// This grammar, in which the one production has another text: what follows its name, in the
    /// notation of the grammar, in as many lines as it likes. Where the notation has an `=`, the
    /// name and the `=` may precede it.
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
    /// If the text cannot be read, defines something else, or names what there is not.
    pub fn rewritten(&self, id: ProductionId, text: &str) -> Result<Grammar, RewriteError> {
        if text.trim().is_empty() {
            return Err(RewriteError::Empty);
        }
        let name = self.name(id);
        let written = Written::of(self, name, text);
        let read = Grammar::read("text", &written.source, Reading::Printed);
        let other = read.map_err(|error| match error {
            GrammarError::Syntax(errors) => RewriteError::Syntax(written.misread(&errors)),
            GrammarError::TooLarge => RewriteError::TooLarge,
            _ => RewriteError::Empty,
        })?;
        let Some(theirs) = other.find(name) else {
            return Err(RewriteError::Several(name.to_owned()));
        };
        let own = other.defined().filter(|&it| {
            let definitions = other.production(it).definitions();
            definitions.iter().any(|it| other.listing().is_own(it.place.start))
        });
        if own.count() > 1 || other.production(theirs).definitions().len() > 1 {
            return Err(RewriteError::Several(name.to_owned()));
        }
        let partner = |it: ProductionId| self.find(other.name(it));
        for definition in other.production(theirs).definitions() {
            for (named, place) in definition.body.references() {
                let defined = !other.production(named).definitions().is_empty();
                if !defined && partner(named).is_none() {
                    let name = other.name(named).to_owned();
                    let nearest = nearest(&name, self.ids().map(|it| self.name(it)));
                    let place = written.place(place);
                    return Err(RewriteError::Unknown { name, nearest, place });
                }
            }
        }
        let rewritten = self.with_texts_of(&other, &[(theirs, id)], partner);
        rewritten.ok_or(RewriteError::TooLarge)
    }
}

/// A text as a grammar of its own.
struct Written<'t> {
    source: String,
    text: &'t str,
    /// Where the text begins in the source, without the white space before it.
    begins: usize,
    /// How many bytes of white space those are.
    skipped: usize,
}

impl<'t> Written<'t> {
    fn of(grammar: &Grammar, name: &str, text: &'t str) -> Written<'t> {
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
        // A line that is moved in goes on with the one above it.
        source += &trimmed.replace('\n', "\n ");
        source.push('\n');
        Written { source, text, begins, skipped }
    }

    /// A place of the source as one of the text.
    fn place(&self, place: Place) -> Place {
        let offset = |at: usize| {
            let behind = self.source.as_bytes().get(self.begins..at).unwrap_or_default();
            let moved = behind.iter().filter(|&&byte| byte == b'\n').count();
            (self.skipped + behind.len()).saturating_sub(moved).min(self.text.len())
        };
        Place { start: offset(place.start), end: offset(place.end) }
    }

    fn misread(&self, errors: &SyntaxErrors) -> Vec<Misread> {
        let one = |it: &super::SyntaxError| Misread {
            place: self.place(it.place),
            message: it.kind.to_string(),
        };
        errors.all().iter().map(one).collect()
    }
}
