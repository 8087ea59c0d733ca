//! Helpers for several tables of cases.

use std::path::PathBuf;
use std::sync::LazyLock;

use serde_json::Value;
use urlbnf::automaton::{Automaton, Dfa, LanguageSpec, Work};
use urlbnf::bnf::ProductionId;
use urlbnf::parser::transcription_text;
use urlbnf::transcribe::{RuleChangeKind, TranscribedGrammar, TranscribedRule, transcribe};
use urlbnf::{Document, Edition, Grammar, Judge, Reading};

/// Every reading of every edition.
pub fn readings() -> impl Iterator<Item = (Edition, Reading)> {
    Edition::ALL.into_iter().flat_map(|edition| Reading::ALL.map(|reading| (edition, reading)))
}

/// Every reading that no other equals: an edition without errata is corrected as it is printed.
pub fn distinct_readings() -> impl Iterator<Item = (Edition, Reading)> {
    let has_errata = |it: Edition| {
        transcription_text(it, Reading::Printed) != transcription_text(it, Reading::Corrected)
    };
    readings().filter(move |&(it, reading)| reading == Reading::Corrected || has_errata(it))
}

/// Calls `make` on each item in a thread of its own. Returns the results in the order of the items.
pub fn side_by_side<T: Send, U: Send>(
    all: impl IntoIterator<Item = T>,
    make: impl Fn(T) -> U + Sync,
) -> Vec<U> {
    let make = &make;
    std::thread::scope(|scope| {
        let threads: Vec<_> = all.into_iter().map(|it| scope.spawn(move || make(it))).collect();
        threads.into_iter().map(|it| it.join().unwrap()).collect()
    })
}

/// The generated transcription of an edition, computed once for all tests.
#[track_caller]
pub fn transcribed(edition: Edition, reading: Reading) -> &'static TranscribedGrammar {
    static MADE: LazyLock<Vec<(Edition, Reading, TranscribedGrammar)>> = LazyLock::new(|| {
        side_by_side(distinct_readings(), |(edition, reading)| {
            (edition, reading, transcribe(edition.grammar(reading)))
        })
    });
    let mut all = MADE.iter().filter(|it| it.0 == edition);
    let (only, other) = (all.next().unwrap(), all.next());
    &other.filter(|it| it.1 == reading).unwrap_or(only).2
}

/// Whether a rule differs from the printed one by more than a repetition.
pub fn is_changed(rule: &TranscribedRule) -> bool {
    let kinds = [RuleChangeKind::Order, RuleChangeKind::Lookahead, RuleChangeKind::Inlined];
    rule.changes.iter().any(|change| kinds.contains(&change.kind))
}

/// The grammars of published RFCs that a program sorted, with the generated transcription of
/// each, computed once for all tests.
pub fn transcribed_rfcs() -> &'static [(String, Grammar, TranscribedGrammar)] {
    static MADE: LazyLock<Vec<(String, Grammar, TranscribedGrammar)>> = LazyLock::new(|| {
        let files = crate::abnf::files().into_iter();
        // The grammars of `source` are the same ones, as they are printed.
        let sorted = files.filter(|it| !it.parent().unwrap().ends_with("source"));
        side_by_side(sorted, |path: PathBuf| {
            let grammar = crate::abnf::read(&path);
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let made = transcribe(&grammar);
            (name, grammar, made)
        })
    });
    &MADE
}

/// A production of an edition, by its printed name.
#[track_caller]
pub fn production(edition: Edition, reading: Reading, name: &str) -> ProductionId {
    let grammar = edition.grammar(reading);
    grammar.find(name).unwrap_or_else(|| panic!("{edition} has no `{name}`"))
}

/// The lines of a document, without page furniture.
pub fn lines(document: Document) -> impl Iterator<Item = &'static str> {
    document.text().lines().iter().filter(|line| !line.furniture).map(|line| line.text)
}

/// The lines from the heading of one section to that of another.
pub fn lines_between(
    document: Document,
    sections: [&str; 2],
) -> impl Iterator<Item = &'static str> {
    let text = document.text();
    let [begin, end] = sections.map(|section| text.section(section).unwrap());
    text.lines()[begin..end].iter().filter(|line| !line.furniture).map(|line| line.text)
}

/// The language of a production.
pub fn language(grammar: &Grammar, id: ProductionId) -> Dfa {
    Automaton::new(grammar, &LanguageSpec::from_production(id))
        .unwrap()
        .determinise(&mut Work::default())
        .unwrap()
}

/// A judge for each reading of each edition.
pub fn judges() -> Vec<Judge> {
    readings().map(|(edition, reading)| Judge::by_scheme(edition, reading)).collect()
}

/// The schema of a record, by the path of its file. It comes from the type, as the file does, so it
/// is there before the file is written.
#[track_caller]
pub fn schema_of(path: &str) -> &'static Value {
    static SCHEMAS: LazyLock<Vec<(&str, Value)>> = LazyLock::new(urlbnf::report::schema::all);
    let found = SCHEMAS.iter().find(|(file, _)| *file == path);
    &found.unwrap_or_else(|| panic!("no type has the schema {path}")).1
}

/// Checks that values are valid by the schema that is written to this path.
#[track_caller]
pub fn follow(path: &str, values: &[Value]) {
    let validator = jsonschema::validator_for(schema_of(path)).expect("the schema is one");
    for value in values {
        let errors = validator.iter_errors(value).take(3);
        let errors: Vec<String> = errors.map(|it| it.to_string()).collect();
        assert!(errors.is_empty(), "{value:.200}: {errors:?}");
    }
}

/// A text in the XML notation of RFC 3987, section 1.4.
pub fn xml(text: &str) -> String {
    let number = |it: char| match it.is_ascii() {
        true => it.to_string(),
        false => format!("&#x{:X};", u32::from(it)),
    };
    text.chars().map(number).collect()
}

/// Whether a document prints a text, ignoring line breaks.
pub fn prints(document: Document, text: &str) -> bool {
    let all: String = lines(document).flat_map(str::split_whitespace).collect();
    all.contains(&text.replace("&amp;", "&"))
}

/// A small random generator with the same numbers on every machine (xorshift64*).
pub struct XorshiftRng(u64);

impl XorshiftRng {
    pub fn new(seed: u64) -> Self {
        XorshiftRng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }
}

/// Replaces, removes or inserts a byte at random. Three times out of four a new byte is one of
/// `often`.
pub fn mutate(numbers: &mut XorshiftRng, bytes: &mut Vec<u8>, often: &[u8]) {
    let at = numbers.below(bytes.len() + 1);
    let byte = match numbers.below(4) {
        0 => numbers.below(256) as u8,
        _ => often[numbers.below(often.len())],
    };
    match numbers.below(3) {
        0 if at < bytes.len() => bytes[at] = byte,
        1 if at < bytes.len() => drop(bytes.remove(at)),
        _ => bytes.insert(at, byte),
    }
}

/// The cells of the tables of the corpus that may be URLs.
pub fn cells_of_the_corpus() -> Vec<Vec<u8>> {
    let mut cells = Vec::new();
    for path in crate::repository::files_below("tests/corpus") {
        let text = crate::repository::read(&path);
        let all = text.split(['\n', '\t']).filter(|it| it.contains(':'));
        cells.extend(all.map(|it| it.as_bytes().to_vec()));
    }
    cells
}

/// Compares a text with its snapshot in `snapshots/`.
#[track_caller]
pub fn snapshot(name: &str, text: &str) {
    insta::with_settings!({
        snapshot_path => "../../snapshots",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, text);
    });
}
