//! The URLs that the documents print, and the verdicts of their own grammars.

use crate::edition::{Document, Edition, Reading};
use crate::verdict::{Judge, Verdict};

/// A printed URL, its place, and a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrintedUrl {
    /// The edition whose document prints it.
    pub document: &'static str,
    /// The page or the section.
    pub place: &'static str,
    /// The URL.
    pub url: &'static str,
    /// A remark on the URL; empty if there is none.
    pub note: &'static str,
}

/// Every URL that the documents print, in order.
pub fn corpus() -> impl Iterator<Item = PrintedUrl> {
    let lines = urlbnf_documents::URLS.lines().skip(1);
    lines.filter_map(|line| {
        let mut cells = line.split('\t');
        let mut next = || cells.next();
        let (document, place, url) = (next()?, next()?, next()?);
        Some(PrintedUrl { document, place, url, note: next().unwrap_or_default() })
    })
}

/// The verdicts on a URL by the grammars of its own document.
#[derive(Debug, Clone)]
pub struct PrintedUrlVerdicts {
    /// The URL.
    pub printed: PrintedUrl,
    /// The document.
    pub document: Document,
    /// A verdict for each edition of the document, as printed and as corrected.
    pub verdicts: Vec<(Edition, [Verdict; 2])>,
}

impl PrintedUrlVerdicts {
    /// Whether some grammar of the document accepts it, in a reading.
    pub fn is_taken(&self, reading: Reading) -> bool {
        let verdict = |verdicts: &[Verdict; 2]| verdicts[reading.index()];
        self.verdicts.iter().any(|(_, verdicts)| verdict(verdicts) == Verdict::Conforms)
    }

    /// Whether the document presents it as a URL: some are printed as notation or as illegal.
    pub fn is_meant(&self) -> bool {
        !self.printed.note.contains("notation") && !self.printed.note.contains("illegal")
    }
}

/// The verdicts of each document's own grammars on the URLs that it prints.
pub fn own_verdicts() -> Vec<PrintedUrlVerdicts> {
    let judges: Vec<(Edition, [Judge; 2])> = Edition::ALL
        .into_iter()
        .map(|edition| (edition, Reading::ALL.map(|reading| Judge::by_scheme(edition, reading))))
        .collect();
    let own = |printed: PrintedUrl| {
        let document = printed.document.parse::<Edition>().ok()?.document();
        let of_document = judges.iter().filter(|(edition, _)| edition.document() == document);
        let verdict = |judge: &Judge| judge.judge(printed.url.as_bytes()).verdict;
        let verdicts = of_document.map(|(edition, both)| {
            let [as_printed, corrected] = both;
            (*edition, [verdict(as_printed), verdict(corrected)])
        });
        Some(PrintedUrlVerdicts { printed, document, verdicts: verdicts.collect() })
    };
    corpus().filter_map(own).collect()
}
