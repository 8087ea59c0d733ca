//! A pair of a failure and a sentence, and what the sentence asks for.

use super::Story;
use crate::diagnose::repair::{Edit, EditKind};
use crate::diagnose::shape::Shape;
use crate::edition::{Document, Edition};
use crate::quotation::{Basis, Quotation, Statement};

/// A failure, and what the documents say of it.
pub(super) struct Pair {
    /// Its stable name; what several documents say in different words has one name.
    pub name: &'static str,
    /// In a few words; `{scheme}` is the scheme, `{found}` what is at the offset.
    pub text: &'static str,
    /// The sentences, one a document.
    pub sentences: Statement,
    /// Documents without the sentence, in which the same holds by their grammar.
    pub silent: &'static [Document],
    /// The one edition for which it is, of a document that has two.
    pub only: Option<Edition>,
    /// Whether a string is one of these.
    pub fits: fn(&Shape<'_>) -> bool,
    /// How it is written instead.
    pub mend: fn(&Shape<'_>) -> Mend,
    /// What the printed grammar shows of it.
    pub story: fn(&Shape<'_>) -> Option<Story>,
}

/// What a sentence asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::diagnose) enum Mend {
    /// Nothing: what the byte suggests is tried.
    Suggested,
    /// These edits, in order; then what the bytes suggest.
    Edits(Vec<Edit>),
    /// No repair is known to name what was meant.
    Never,
}

impl Pair {
    /// A pair of which nothing more is known.
    pub const fn new(
        name: &'static str,
        text: &'static str,
        sentences: &'static [Quotation],
        fits: fn(&Shape<'_>) -> bool,
    ) -> Pair {
        Pair {
            name,
            text,
            sentences: Statement::of(sentences),
            silent: &[],
            only: None,
            fits,
            mend: |_| Mend::Suggested,
            story: |_| None,
        }
    }

    /// This pair, where it holds in documents that are silent too.
    pub const fn silent(self, silent: &'static [Document]) -> Pair {
        Pair { silent, ..self }
    }

    /// It is for one edition alone.
    pub const fn only(self, edition: Edition) -> Pair {
        Pair { only: Some(edition), ..self }
    }

    /// How the string is written instead.
    pub const fn mend(self, mend: fn(&Shape<'_>) -> Mend) -> Pair {
        Pair { mend, ..self }
    }

    /// Nothing is offered instead.
    pub const fn never_mended(self) -> Pair {
        Pair { mend: |_| Mend::Never, ..self }
    }

    /// What the printed grammar shows of it.
    pub const fn told(self, story: fn(&Shape<'_>) -> Option<Story>) -> Pair {
        Pair { story, ..self }
    }

    /// On what it rests in an edition; `None` where it does not hold there.
    pub fn basis(&self, edition: Edition) -> Option<Basis> {
        let document = edition.document();
        let said = self.sentences.said_by(document).map(Basis::Said);
        let silent = || self.silent.contains(&document).then(|| self.sentences.basis(document));
        said.or_else(silent).filter(|_| self.only.is_none_or(|only| only == edition))
    }
}

/// One edit.
pub(super) fn edit(start: usize, removed: &[u8], text: &str, kind: EditKind) -> Edit {
    Edit { start, end: start + removed.len(), text: text.to_owned(), kind }
}

/// Puts a text in.
pub(super) fn put_in(at: usize, text: &str) -> Mend {
    Mend::Edits(vec![edit(at, b"", text, EditKind::PutIn)])
}

/// Takes a part out.
pub(super) fn remove(at: usize, removed: &[u8]) -> Mend {
    Mend::Edits(vec![edit(at, removed, "", EditKind::Remove)])
}

/// Writes the octets at some places as triplets.
pub(super) fn escape(shape: &Shape<'_>, places: impl Iterator<Item = usize>) -> Mend {
    let triplet = |at: usize| {
        let octet = shape.input[at];
        edit(at, &[octet], &format!("%{octet:02X}"), EditKind::Escape)
    };
    Mend::Edits(places.map(triplet).collect())
}
