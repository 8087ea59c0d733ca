//! The documentation of the repository. The book shows it as pages.

use urlbnf_book::book::{Documentation, MarkdownText};

macro_rules! texts {
    ($($name:literal: $file:literal,)*) => {
        &[$(MarkdownText::new($name, $file, include_str!(concat!("../", $file)))),*]
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
        "urls": "docs/urls.md",
        "corpora": "docs/corpora.md",
        "suite": "docs/suite.md",
        "library": "docs/library.md",
        "findings": "docs/findings.md",
        "errata": "docs/errata.md",
        "abnf": "docs/abnf.md",
        "review": "docs/review.md",
        "proof": "docs/proof.md",
        "history": "docs/history.md",
        "teach": "docs/teach.md",
        "lesson": "docs/lesson.md",
        "book": "docs/book.md",
        "limits": "docs/limits.md",
        "architecture": "docs/architecture.md",
        "rfc3986-drafts": "docs/rfc3986-drafts/README.md",
    },
    files: files! {
        "docs/pictures/tree.svg",
        "docs/pictures/railroad.svg",
        "docs/pictures/abnf-dur-value.svg",
        "docs/pictures/characters.svg",
        "docs/pictures/diff.svg",
    },
};
