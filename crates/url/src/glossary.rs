//! The terms of urlbnf, each explained in one sentence.
//!
//! The README, the guide and the book contain this table. A test compares them.

/// A term and its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// The term.
    pub word: &'static str,
    /// Its meaning, with names in backticks.
    pub meaning: &'static str,
}

/// All terms, each after the terms that its meaning uses.
pub const WORDS: &[Word] = &[
    Word { word: "production", meaning: "a rule of a grammar, with its name: `port = digits`" },
    Word {
        word: "derive",
        meaning: "to replace names by what their productions say, until only characters are left",
    },
    Word {
        word: "start",
        meaning: "the production from which all strings of a grammar derive: `url` in RFC 1738",
    },
    Word {
        word: "edition",
        meaning: "one grammar of a document: RFC 1630 prints two grammars, so it has two editions",
    },
    Word {
        word: "reading",
        meaning: "`printed` is a grammar as it stands on the page, misprints included; `corrected` is the same with its errata applied",
    },
    Word {
        word: "verdict",
        meaning: "what is said of a URL: `conforms`, `generic-only` or `rejected`",
    },
    Word {
        word: "generic-only",
        meaning: "the scheme has productions of its own and they reject the URL, but the production for any scheme accepts it",
    },
    Word {
        word: "relative",
        meaning: "a valid reference without a scheme, such as `../a`, which the grammars accept from RFC 1808 on; counted separately",
    },
    Word {
        word: "interpretation",
        meaning: "a numbered repair (`I1`) without which a text cannot be read as a grammar at all; it holds in both readings",
    },
    Word {
        word: "erratum",
        meaning: "a numbered correction (`E3`) of a misprint that can be read but cannot have been meant",
    },
    Word {
        word: "deviation",
        meaning: "a numbered place (`D4`) where our parser is written differently from the printed grammar; it accepts the same strings",
    },
    Word {
        word: "wider",
        meaning: "of a language: the new grammar accepts all that the old one accepts, and more; `narrower` is the other way round",
    },
    Word {
        word: "witness",
        meaning: "a shortest string that one grammar accepts and another does not",
    },
    Word {
        word: "gained",
        meaning: "of a witness: only the new grammar accepts it; `lost`: only the old one does",
    },
    Word {
        word: "root",
        meaning: "in `diff`, a production whose own text makes a difference; one that only uses it follows from it",
    },
    Word {
        word: "near miss",
        meaning: "a string that a grammar rejects, a small change away from one that it accepts",
    },
    Word {
        word: "triplet",
        meaning: "`%` and two hexadecimal digits, which stand for one octet: `%7E`",
    },
];

impl Word {
    /// Finds a term by its name, or by a related word: `corrected` is explained under `reading`.
    pub fn find(name: &str) -> Option<&'static Word> {
        let name =
            BESIDE.iter().find(|(beside, _)| *beside == name).map_or(name, |(_, word)| *word);
        WORDS.iter().find(|it| it.word == name)
    }
}

/// Related words, and the terms under which they are explained.
const BESIDE: &[(&str, &str)] = &[
    ("derivation", "derive"),
    ("printed", "reading"),
    ("corrected", "reading"),
    ("errata", "erratum"),
    ("narrower", "wider"),
    ("lost", "gained"),
    ("near misses", "near miss"),
    ("near-miss", "near miss"),
];

/// The table in Markdown, as the README and the guides contain it.
pub fn markdown() -> String {
    let mut table = String::from("| word | meaning |\n|---|---|\n");
    for Word { word, meaning } in WORDS {
        table += &format!("| {word} | {meaning} |\n");
    }
    table
}
