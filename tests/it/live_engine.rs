//! The engine of the live page gives the same answers as the program.
//!
//! The engine is compiled from the library and stored beside it, while the library may change.
//! So a browser opens the page from its file, and every answer of the engine is compared with
//! that of the library: the table of all grammars in both readings, and for one grammar and
//! reading after the other, the expected texts, the message, the repair and the tree.
//!
//! If they differ, `crates/page/make` rebuilds the engine.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use urlbnf::book::{Book, LivePage};
use urlbnf::report::conformity::ConformitySuite;
use urlbnf::{Edition, Reading};

use crate::browser::Browser;
use crate::live_page::{editions, own_live, packed};
use crate::program;
use crate::repository::{read, root};
use crate::support::{XorshiftRng, mutate};

/// The minimal number of strings.
const STRINGS: usize = 20_000;
/// The number of states per call.
const TOGETHER: usize = 250;

/// Writes the files that the page needs.
fn written(book: &Book, folder: &str) -> PathBuf {
    let folder = program::folder(folder);
    for path in [
        "live.html", "live.js", "open.js", "engine.js", "grammar.js", "style.css", "icon.svg",
        "search.js", "search-index.js",
    ] {
        if let Some(text) = book.page(path) {
            fs::write(folder.join(path), text).unwrap();
        }
    }
    folder
}

/// 32-bit FNV-1a over UTF-8.
fn hash(text: &str) -> u64 {
    let step = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(16_777_619);
    text.bytes().fold(2_166_136_261, step).into()
}

/// The same hash in a browser, for the answers of the engine.
const HASHES: &str = "
const encoder = new TextEncoder();
const hash = (text) => {
  let hash = 2166136261;
  for (const byte of encoder.encode(text)) hash = Math.imul(hash ^ byte, 16777619);
  return hash >>> 0;
};
return states.map((it) => [hash(self.urlbnf.glance(it)), hash(self.urlbnf.answer(it))]);
";

/// The strings of the suites, which break each production in each way, those of the corpora,
/// the same with one or two edits, and some of random bytes.
fn strings() -> Vec<Vec<u8>> {
    let mut strings: Vec<Vec<u8>> = Vec::new();
    for edition in Edition::ALL {
        let name = format!("suite/{edition}.json");
        let suite = ConformitySuite::read(&name, read(&name).as_bytes()).unwrap();
        let inputs = suite.cases.into_iter().map(|case| case.input);
        // The page takes text of one line.
        let is_line =
            |it: &Vec<u8>| it.len() < 500 && !it.iter().any(|byte| b"\r\n".contains(byte));
        strings.extend(inputs.filter(is_line));
    }
    for file in ["tests/corpus/failures.tsv", "tests/corpus/reasons.tsv"] {
        let text = read(file);
        let fields = text.lines().flat_map(|line| line.split('\t'));
        strings.extend(fields.map(|field| field.as_bytes().to_vec()));
    }
    strings.sort_unstable();
    strings.dedup();
    let mut numbers = XorshiftRng::new(23);
    let printable: Vec<u8> = (b' '..=b'~').collect();
    let given = strings.len();
    while strings.len() < STRINGS {
        let mut string = match numbers.below(8) {
            0 => (0..numbers.below(12)).map(|_| numbers.below(256) as u8).collect(),
            _ => strings[numbers.below(given)].clone(),
        };
        for _ in 0..=numbers.below(2) {
            mutate(&mut numbers, &mut string, &printable);
        }
        strings.push(string);
    }
    strings
}

fn triplets(string: &[u8]) -> String {
    string.iter().map(|byte| format!("%{byte:02X}")).collect()
}

/// Compares the answers of a page in a browser with those of the library.
#[track_caller]
fn agree(book: &Book, live: &LivePage, folder: &str, states: &[String]) {
    let folder = written(book, folder);
    let browser = Browser::open(&format!("engine-{}", folder.file_name().unwrap().display()));
    browser.go(&format!("file://{}", folder.join("live.html").display()));
    browser.wait("return self.urlbnf !== undefined");
    let ours = |states: &[String]| -> Vec<Value> {
        let answers = states.iter().map(|it| [live.glance(it).unwrap(), live.answer(it).unwrap()]);
        answers.map(|it| json!(it.map(|it| hash(&it)))).collect()
    };
    let (ours, theirs) = std::thread::scope(|scope| {
        let ours = scope.spawn(|| ours(states));
        let theirs = states.chunks(TOGETHER).flat_map(|states| {
            let asked = format!("const states = {}; {HASHES}", json!(states));
            browser.evaluate(&asked).as_array().unwrap().clone()
        });
        let theirs: Vec<Value> = theirs.collect();
        (ours.join().unwrap(), theirs)
    });
    assert_eq!(ours.len(), theirs.len());
    let differs = ours.iter().zip(&theirs).position(|(ours, theirs)| ours != theirs);
    let state = differs.map(|at| &states[at]);
    assert_eq!(state, None, "the engine says otherwise: crates/page/make makes it anew");
    assert_eq!(browser.complaints(), [""; 0]);
    let sent = "return performance.getEntriesByType('resource').map((it) => it.name)
                .filter((it) => !it.startsWith('file:') && !it.startsWith('blob:'))";
    assert_eq!(browser.evaluate(sent), json!([]), "something was asked for");
}

#[test]
#[ignore = "needs a browser"]
fn the_page_of_the_editions_says_what_the_program_says() {
    let strings = strings();
    assert!(strings.len() >= STRINGS);
    let mut turns = (0..).map(|turn: usize| {
        let edition = Edition::ALL[turn % Edition::ALL.len()];
        (edition, Reading::ALL[turn / Edition::ALL.len() % 2])
    });
    let states = strings.iter().map(|string| {
        let (edition, reading) = turns.next().unwrap();
        format!("url={}&edition={edition}&reading={reading}", triplets(string))
    });
    let states: Vec<String> = states.collect();
    let live = editions();
    agree(&Book::new(&urlbnf::DOCUMENTATION), &live, "engine-editions", &states);
}

#[test]
#[ignore = "needs a browser"]
fn the_page_of_a_grammar_of_ones_own_says_what_the_program_says() {
    let mut numbers = XorshiftRng::new(24);
    for (file, alphabet) in [
        ("docs/own-grammar/times.bnf", "0123456789:-Z.+"),
        ("tests/abnf/rfc3339.abnf", "0123456789-:.TZ+PYMDHSW/"),
    ] {
        let packed = packed(file, &read(file)).within(1, 3);
        let states = (0..500).map(|_| {
            let string = (0..numbers.below(14))
                .map(|_| alphabet.as_bytes()[numbers.below(alphabet.len())])
                .collect::<Vec<u8>>();
            format!("input={}", triplets(&string))
        });
        let states: Vec<String> = states.collect();
        let book = Book::of_packed(packed.clone()).unwrap();
        agree(&book, &own_live(packed), "engine-own", &states);
    }
    assert!(root().join("crates/page/make").is_file());
}

/// Input that is typed before, between and after failed attempts to load is judged when the
/// engine is loaded. No link within the page, no half of a character and no length loses it.
#[test]
#[ignore = "needs a browser"]
fn what_is_typed_is_never_lost() {
    let folder = written(&Book::new(&urlbnf::DOCUMENTATION), "live-loading");
    let engine = fs::read(folder.join("engine.js")).unwrap();
    fs::remove_file(folder.join("engine.js")).unwrap();
    let browser = Browser::open("live-loading");
    browser.go(&format!("file://{}", folder.join("live.html").display()));
    browser.wait("return document.querySelector('#result button') !== null");
    let said = |words: &str| {
        browser.wait(&format!(
            "return document.getElementById('said').textContent.includes({words:?})"
        ));
    };
    said("could not be loaded");
    browser.type_into("#url", "http://a.b/");
    fs::write(folder.join("engine.js"), engine).unwrap();
    browser.click("#result button");
    browser.evaluate("document.getElementById('url').focus()");
    for letter in ["~", "x", "y"] {
        browser.press(letter);
    }
    let judges = "return document.querySelector('#result .input')?.dataset.input ===";
    browser.wait(&format!("{judges} 'http://a.b/~xy'"));
    let value = || browser.evaluate("return document.getElementById('url').value");
    assert_eq!(value(), json!("http://a.b/~xy"));
    // The finding is directly below the form.
    let order = "return document.querySelector('.finding').compareDocumentPosition(\
                 document.getElementById('glance')) & Node.DOCUMENT_POSITION_FOLLOWING";
    assert_eq!(browser.evaluate(order), json!(4));

    let address = browser.evaluate("return location.hash");
    browser.evaluate("document.querySelector('.skip').click()");
    assert_eq!(browser.evaluate("return document.activeElement.id"), json!("text"));
    assert_eq!(
        (value(), browser.evaluate("return location.hash")),
        (json!("http://a.b/~xy"), address)
    );

    let set = |text: &str| {
        browser.evaluate(&format!(
            "const field = document.getElementById('url'); field.value = {text}; \
             field.dispatchEvent(new Event('input', {{ bubbles: true }}))"
        ));
    };
    set("'http://a.b/\\ud800'");
    browser.wait(&format!("{judges} 'http://a.b/%ED%A0%80'"));
    set("'a'.repeat(10000)");
    said("8192");

    // A form on another page sends a query.
    browser.go(&format!(
        "file://{}?url=http%3A%2F%2Fa.b%2F+x&edition=rfc3986",
        folder.join("live.html").display()
    ));
    browser.wait(&format!("{judges} 'http://a.b/%20x'"));
}
