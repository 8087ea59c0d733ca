//! The documentation of the repository, which the book shows as pages.

use urlbnf_book::book::{Documentation, Text};

macro_rules! texts {
    ($($name:literal: $file:literal,)*) => {
        &[$(Text::new($name, $file, include_str!(concat!("../", $file)))),*]
    };
}

macro_rules! files {
    ($($file:literal,)*) => {
        &[$(($file, include_str!(concat!("../", $file)))),*]
    };
}

/// The pages of `docs/`, and the pictures in them.
pub static DOCUMENTATION: Documentation = Documentation {
    texts: texts! {
        "guide": "docs/guide.md",
        "teach": "docs/teach.md",
        "lesson": "docs/lesson.md",
        "book": "docs/book.md",
        "pictures": "docs/pictures.md",
        "history": "docs/history.md",
        "oddities": "docs/oddities.md",
        "characters": "docs/characters.md",
        "rationale": "docs/rationale.md",
        "proof": "docs/proof.md",
        "transcribe": "docs/transcribe.md",
        "suite": "docs/suite.md",
        "findings": "docs/findings.md",
        "diff": "docs/diff.md",
        "review": "docs/review.md",
        "own-grammar": "docs/own-grammar.md",
        "abnf": "docs/abnf.md",
        "rfc3986-drafts": "docs/rfc3986-drafts/README.md",
        "rfc3986": "docs/rfc3986.md",
        "corpora": "docs/corpora.md",
        "scale": "docs/scale.md",
        "limits": "docs/limits.md",
        "parse": "docs/parse.md",
        "architecture": "docs/architecture.md",
    },
    files: files! {
        "docs/pictures/tree.svg",
        "docs/pictures/railroad.svg",
        "docs/pictures/clock.svg",
        "docs/pictures/abnf-dur-value.svg",
        "docs/pictures/abnf-authority.svg",
        "docs/pictures/abnf-media-range.svg",
        "docs/pictures/abnf-comment.svg",
        "docs/pictures/characters.svg",
        "docs/pictures/diff.svg",
    },
};
