//! What each document states about itself: its date, its authors, what it replaces.

use std::sync::LazyLock;

use serde::Deserialize;

use super::Document;

/// What a document states about itself.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DocumentMetadata {
    /// The name of its file, without the extension.
    pub file: &'static str,
    /// Its title, as printed.
    pub title: &'static str,
    /// Its date, with the day if one is printed: `14 July 1993`.
    pub date: &'static str,
    /// The date on which a draft expires.
    #[serde(default)]
    pub expires: Option<&'static str>,
    /// Its authors or editors, as printed.
    pub by: Vec<&'static str>,
    /// Whether they are called editors.
    #[serde(default)]
    pub editors: bool,
    /// Its number among the author's own papers: `url4`.
    #[serde(default)]
    pub called: Option<&'static str>,
    /// The documents that it obsoletes.
    #[serde(default)]
    pub obsoletes: Vec<&'static str>,
    /// The documents that it updates.
    #[serde(default)]
    pub updates: Vec<&'static str>,
    /// The lines of the document that state this.
    pub head: Vec<&'static str>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
struct DocumentsFile {
    document: Vec<DocumentMetadata>,
}

impl Document {
    /// What it states about itself.
    #[expect(clippy::unreachable, reason = "the tests read the file")]
    pub fn record(self) -> &'static DocumentMetadata {
        static RECORDS: LazyLock<Vec<DocumentMetadata>> = LazyLock::new(|| {
            toml::Deserializer::parse(urlbnf_documents::DOCUMENTS)
                .and_then(DocumentsFile::deserialize)
                .unwrap_or_else(|error| unreachable!("documents.toml: {error}"))
                .document
        });
        RECORDS
            .iter()
            .find(|record| record.file == self.file())
            .unwrap_or_else(|| unreachable!("documents.toml has no {}", self.file()))
    }

    /// Its title, as printed.
    pub fn title(self) -> &'static str {
        self.record().title
    }

    /// The month in which it was published.
    pub fn date(self) -> &'static str {
        self.record()
            .date
            .trim_start_matches(|character: char| character.is_ascii_digit() || character == ' ')
    }

    /// The documents that obsolete it.
    pub fn obsoleted_by(self) -> impl Iterator<Item = Document> {
        let name = self.citation();
        Document::ALL
            .into_iter()
            .filter(move |document| document.record().obsoletes.contains(&name))
    }

    /// The documents that update it.
    pub fn updated_by(self) -> impl Iterator<Item = Document> {
        let name = self.citation();
        Document::ALL.into_iter().filter(move |document| document.record().updates.contains(&name))
    }
}
