//! The inputs to mutate: strings printed in the documents, samples of the grammars, and the
//! texts of the grammars.

use urlbnf::parser::transcription_text;
use urlbnf::sample::conforming;
use urlbnf::{Edition, Reading};

use crate::judgements::FuzzJudges;
use crate::mutation::{CaseRng, mutate};

const CORPORA: &[&str] = &[
    include_str!("../../grammar/documents/urls.tsv"),
    include_str!("../../tests/excerpts/rfc1630-references.txt"),
    include_str!("../../tests/excerpts/rfc1738-appendix.txt"),
    include_str!("../../tests/excerpts/rfc1738-references.txt"),
    include_str!("../../tests/excerpts/url-02-references.txt"),
    include_str!("../../tests/excerpts/url-02-wrappers.txt"),
];

const DRAFTS: &[&[u8]] = &[
    include_bytes!("../../tests/drafts/latin1.bnf"),
    include_bytes!("../../tests/drafts/nested.bnf"),
    include_bytes!("../../tests/drafts/rfc822.bnf"),
    include_bytes!("../../tests/drafts/rfc822.bnf"),
    include_bytes!("../../tests/drafts/spaced.bnf"),
    include_bytes!("../../tests/drafts/spaced.bnf"),
    include_bytes!("../../tests/drafts/undefined.bnf"),
    include_bytes!("../../tests/drafts/wider.bnf"),
    include_bytes!("../../tests/drafts/wider.bnf"),
];

/// The building blocks of grammar texts.
const NOTATION: &[&str] = &[
    "# notation rfc822\n", "# notation spaced\n", "# start ", "#@page 7\n", "#@erratum E1 ",
    "#@interpretation I1 ", " | ", " / ", " = ", "*[ ", "2*", "1*( ", " ]", " )", "\"a\"", "<\">",
    "void", "space", "vline", "letter", "word", "path", "\nx = ", "\n  ", "; note\n", "\r\n",
    "\u{feff}", "é", "!", "&", "~", "{ ", " }", "@{ ", "\"\\u{41}\"", "'a'..'z'", "ANY",
    "// note\n",
];

/// The editions in both readings.
pub fn readings() -> impl Iterator<Item = (Edition, Reading)> {
    Edition::ALL.into_iter().flat_map(|edition| Reading::ALL.map(|reading| (edition, reading)))
}

/// The mutated text of a transcription, with its edition and reading.
pub struct MutatedTranscription {
    pub edition: Edition,
    pub reading: Reading,
    pub text: String,
}

/// The inputs from which all others are made.
pub struct Seeds {
    urls: Vec<Vec<u8>>,
    /// Strings of single productions, as building blocks of URLs.
    dictionary: Vec<Vec<u8>>,
    texts: Vec<Vec<u8>>,
    drafts: Vec<Vec<u8>>,
    transcriptions: Vec<Vec<u8>>,
    notation: Vec<Vec<u8>>,
}

impl Seeds {
    pub fn new(judges: &FuzzJudges) -> Seeds {
        let cells = CORPORA.iter().flat_map(|text| text.split(['\n', '\t']));
        let mut urls: Vec<Vec<u8>> =
            cells.filter(|it| !it.is_empty()).map(|it| it.as_bytes().to_vec()).collect();
        for judge in judges.by_scheme() {
            let Ok(sampler) = conforming(judge) else { continue };
            urls.extend(sampler.examples(40));
            urls.extend(sampler.cover().into_iter().flat_map(|it| it.strings));
        }
        let mut dictionary = Vec::new();
        for (edition, reading) in readings() {
            for id in edition.grammar(reading).ids() {
                let judge = urlbnf::Judge::by_start(edition, reading, id);
                let sampler = conforming(&judge);
                dictionary.extend(sampler.into_iter().flat_map(|it| it.examples(4)));
            }
        }
        dictionary.extend(
            ["<URL:", ">", "%", "%2F", "%00", "../", "..", "./", "url:", "HTTP"].map(Vec::from),
        );
        dictionary.sort();
        dictionary.dedup();
        let bytes = |texts: &[&str]| texts.iter().map(|it| it.as_bytes().to_vec()).collect();
        let editions = Edition::ALL.map(|edition| edition.bnf().as_bytes().to_vec());
        let drafts = DRAFTS.iter().map(|it| it.to_vec());
        let transcriptions = readings()
            .map(|(edition, reading)| transcription_text(edition, reading).as_bytes().to_vec());
        Seeds {
            urls,
            dictionary,
            texts: bytes(CORPORA),
            // The small ones are far more frequent, since they are also compared.
            drafts: drafts.clone().chain(drafts).chain(editions).collect(),
            transcriptions: transcriptions.collect(),
            notation: bytes(NOTATION),
        }
    }

    /// A string; one in eight is not mutated.
    pub fn url(&self, chance: &mut CaseRng) -> Vec<u8> {
        let of = if chance.below(8) == 0 { &self.dictionary } else { &self.urls };
        let mut url = chance.one_of(of).cloned().unwrap_or_default();
        if chance.below(8) > 0 {
            mutate(&mut url, &self.urls, &self.dictionary, chance);
        }
        url
    }

    /// A text that contains URLs.
    pub fn plain_text(&self, chance: &mut CaseRng) -> Vec<u8> {
        let mut text = chance.one_of(&self.texts).cloned().unwrap_or_default();
        let (from, length) = (chance.below(text.len()), chance.below(2_000));
        text.drain(..from);
        text.truncate(length);
        mutate(&mut text, &self.texts, &self.dictionary, chance);
        text
    }

    /// A grammar file, which need not be valid after the mutation.
    pub fn draft(&self, chance: &mut CaseRng) -> Vec<u8> {
        let draft = chance.one_of(&self.drafts).cloned().unwrap_or_default();
        self.changed(draft, &self.drafts, chance)
    }

    /// The text of a transcription.
    pub fn transcription(&self, chance: &mut CaseRng) -> MutatedTranscription {
        let number = chance.below(self.transcriptions.len());
        let (edition, reading) =
            readings().nth(number).unwrap_or((Edition::Rfc1738, Reading::Printed));
        let text = self.transcriptions.get(number).cloned().unwrap_or_default();
        let text = self.changed(text, &self.transcriptions, chance);
        MutatedTranscription { edition, reading, text: String::from_utf8_lossy(&text).into_owned() }
    }

    fn changed(&self, mut text: Vec<u8>, of: &[Vec<u8>], chance: &mut CaseRng) -> Vec<u8> {
        let long = text.len() > 3_000;
        if long {
            // A whole edition is too long, so only a part of it is mutated.
            let from = chance.below(text.len());
            let end = (from + 200).min(text.len());
            let mut part = text[from..end].to_vec();
            mutate(&mut part, of, &self.notation, chance);
            drop(text.splice(from..end, part));
        } else {
            mutate(&mut text, of, &self.notation, chance);
        }
        text
    }
}
