//! What is mutated: the strings that the documents print, those that the
//! grammars make, and the texts of the grammars themselves.

use urlbnf::parser::transcription_text;
use urlbnf::sample::conforming;
use urlbnf::{Edition, Reading};

use crate::judgements::Judges;
use crate::mutation::{Chance, mutate};

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

/// What texts of grammars are made of.
const NOTATION: &[&str] = &[
    "# notation rfc822\n",
    "# notation spaced\n",
    "# start ",
    "#@page 7\n",
    "#@erratum E1 ",
    "#@interpretation I1 ",
    " | ",
    " / ",
    " = ",
    "*[ ",
    "2*",
    "1*( ",
    " ]",
    " )",
    "\"a\"",
    "<\">",
    "void",
    "space",
    "vline",
    "letter",
    "word",
    "path",
    "\nx = ",
    "\n  ",
    "; note\n",
    "\r\n",
    "\u{feff}",
    "é",
    "!",
    "&",
    "~",
    "{ ",
    " }",
    "@{ ",
    "\"\\u{41}\"",
    "'a'..'z'",
    "ANY",
    "// note\n",
];

/// Every edition in both readings.
pub fn readings() -> impl Iterator<Item = (Edition, Reading)> {
    Edition::ALL.into_iter().flat_map(|edition| Reading::ALL.map(|reading| (edition, reading)))
}

/// The text of a transcription, and of what it was one.
pub struct Transcribed {
    pub edition: Edition,
    pub reading: Reading,
    pub text: String,
}

/// The inputs from which all others are made.
pub struct Seeds {
    urls: Vec<Vec<u8>>,
    /// Strings of single productions: what URLs are made of.
    dictionary: Vec<Vec<u8>>,
    texts: Vec<Vec<u8>>,
    drafts: Vec<Vec<u8>>,
    transcriptions: Vec<Vec<u8>>,
    notation: Vec<Vec<u8>>,
}

impl Seeds {
    pub fn new(judges: &Judges) -> Seeds {
        let cells = CORPORA.iter().flat_map(|text| text.split(['\n', '\t']));
        let mut urls: Vec<Vec<u8>> =
            cells.filter(|it| !it.is_empty()).map(|it| it.as_bytes().to_vec()).collect();
        for judge in judges.by_scheme() {
            let Ok(sampler) = conforming(judge) else { continue };
            urls.extend(sampler.examples(40));
            urls.extend(sampler.cover().strings);
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
            // The small ones far more often: they are compared too.
            drafts: drafts.clone().chain(drafts).chain(editions).collect(),
            transcriptions: transcriptions.collect(),
            notation: bytes(NOTATION),
        }
    }

    /// A string, mutated but for one in eight.
    pub fn url(&self, chance: &mut Chance) -> Vec<u8> {
        let of = if chance.below(8) == 0 { &self.dictionary } else { &self.urls };
        let mut url = chance.one_of(of).cloned().unwrap_or_default();
        if chance.below(8) > 0 {
            mutate(&mut url, &self.urls, &self.dictionary, chance);
        }
        url
    }

    /// A text with URLs in it.
    pub fn plain_text(&self, chance: &mut Chance) -> Vec<u8> {
        let mut text = chance.one_of(&self.texts).cloned().unwrap_or_default();
        let (from, length) = (chance.below(text.len()), chance.below(2_000));
        text.drain(..from);
        text.truncate(length);
        mutate(&mut text, &self.texts, &self.dictionary, chance);
        text
    }

    /// The file of a grammar. It need not be one any more.
    pub fn draft(&self, chance: &mut Chance) -> Vec<u8> {
        let draft = chance.one_of(&self.drafts).cloned().unwrap_or_default();
        self.changed(draft, &self.drafts, chance)
    }

    /// The text of a transcription.
    pub fn transcription(&self, chance: &mut Chance) -> Transcribed {
        let number = chance.below(self.transcriptions.len());
        let (edition, reading) =
            readings().nth(number).unwrap_or((Edition::Rfc1738, Reading::Printed));
        let text = self.transcriptions.get(number).cloned().unwrap_or_default();
        let text = self.changed(text, &self.transcriptions, chance);
        Transcribed { edition, reading, text: String::from_utf8_lossy(&text).into_owned() }
    }

    fn changed(&self, mut text: Vec<u8>, of: &[Vec<u8>], chance: &mut Chance) -> Vec<u8> {
        let long = text.len() > 3_000;
        if long {
            // A whole edition is longer than what is mutated: a part of it is.
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
