//! The changes from RFC 1738 to RFC 1808 and later documents: a text of the book.
//!
//! A list starts from the older grammar, and each change replaces some of its rules. After the last
//! change the language must equal that of the newer grammar, which shows that the list is
//! complete. The strings shown for each change are computed.

use std::fmt::Write as _;

use urlbnf::automaton::{Dfa, Work};
use urlbnf::text::visible;
use urlbnf::{Document, Edition, Grammar, Judge, Reading, Verdict};

use crate::lineage::{header, whole};
use crate::repository::read;

/// The path of the page.
pub const PAGE: &str = "crates/book/texts/what-changed.md";

/// The heading of the section with the documents' own lists of changes.
const SAID: &str = "## What each document says that it changed";

/// A plain string begins with the first of these that is possible.
const BEGINNINGS: [&str; 10] =
    ["http://a.b/", "http://a.b", "http:", "HTTP://a.b", "a/b", "//a.b/", "?a", "1:a", "a_b:", ""];

/// The rules of a text with their names, in order.
struct NamedRules(Vec<(String, String)>);

impl NamedRules {
    fn from_text(text: &str) -> NamedRules {
        let mut rules = NamedRules(Vec::new());
        for line in text.lines().filter(|line| !line.starts_with(['#', ';']) && !line.is_empty()) {
            match line.split_once('=').map(|(name, _)| name.trim_end()) {
                Some(name) if !line.starts_with(' ') => {
                    rules.0.push((name.to_owned(), line.to_owned()));
                }
                _ => rules.0.last_mut().unwrap().1 += &format!("\n{line}"),
            }
        }
        rules
    }

    /// Replaces the rules of the same names, and adds the others.
    fn take(&mut self, others: NamedRules) {
        for (name, text) in others.0 {
            match self.0.iter_mut().find(|(own, _)| *own == name) {
                Some(rule) => rule.1 = text,
                None => self.0.push((name, text)),
            }
        }
    }

    /// The language of the grammar of these rules, from the start of the edition.
    fn language(&self, edition: Edition) -> Dfa {
        let printed = edition.grammar(Reading::Printed);
        let mut text = header(printed);
        for (name, rule) in &self.0 {
            if let Some(label) = printed.listing().interpretation(name) {
                let _ = writeln!(text, "#@interpretation {label} {name}");
            }
            let _ = writeln!(text, "{rule}");
        }
        language(&Grammar::read("changed", &text, Reading::Printed).unwrap())
    }
}

fn language(grammar: &Grammar) -> Dfa {
    crate::support::language(grammar, grammar.start())
}

/// The state while a list of changes is applied.
struct ChangeReplay {
    old: Edition,
    new: Edition,
    rules: NamedRules,
    before: Dfa,
}

impl ChangeReplay {
    fn new(old: Edition, new: Edition) -> ChangeReplay {
        let rules = NamedRules::from_text(&whole(old, Reading::Corrected));
        let before = rules.language(old);
        ChangeReplay { old, new, rules, before }
    }

    /// The strings that a change adds and removes.
    fn change(&mut self, text: &str) -> String {
        self.rules.take(NamedRules::from_text(text));
        let after = self.rules.language(self.old);
        let before = std::mem::replace(&mut self.before, after.clone());
        let both = [
            ("comes in", strings(&after, &before, self.new, self.old)),
            ("goes out", strings(&before, &after, self.old, self.new)),
        ];
        let mut told = String::new();
        for (what, strings) in both {
            if let Some((shortest, plain)) = strings {
                let shown = |text: &str| match text {
                    "" => "the empty string".to_owned(),
                    text => visible(text.as_bytes()),
                };
                let _ = writeln!(told, "{what}  {}", shown(&shortest));
                let _ = writeln!(told, "{:8}  {}", "plain", shown(&plain));
            }
        }
        if told.is_empty() {
            told.push_str("no string comes in, and none goes out\n");
        }
        told
    }
}

/// The shortest string and a plain string that `with` has and `without` does not have, among
/// those that edition `has` has and edition `lacks` does not.
fn strings(with: &Dfa, without: &Dfa, has: Edition, lacks: Edition) -> Option<(String, String)> {
    let step = with.difference(without, &mut Work::default()).unwrap();
    let whole = |edition: Edition| language(edition.grammar(Reading::Corrected));
    let told = step
        .intersection(
            &whole(has).difference(&whole(lacks), &mut Work::default()).unwrap(),
            &mut Work::default(),
        )
        .unwrap();
    assert_eq!(step.is_empty(), told.is_empty(), "{has}: another change takes it back");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let shortest = text(told.shortest()?);
    let plain = BEGINNINGS.iter().find_map(|beginning| {
        told.intersection(&Dfa::beginning_with(beginning), &mut Work::default()).unwrap().plainest()
    });
    let plain = text(plain.unwrap());
    for string in [&shortest, &plain] {
        for (edition, expected) in [(has, true), (lacks, false)] {
            let start = edition.grammar(Reading::Corrected).start();
            let judge = Judge::by_start(edition, Reading::Corrected, start);
            let verdict = judge.judge(string.as_bytes()).verdict;
            assert_eq!(verdict == Verdict::Conforms, expected, "{string:?} in {edition}");
        }
    }
    Some((shortest, plain))
}

/// The page with the computed strings after each change, and the number of changes.
pub fn with_real_strings(page: &str) -> (String, usize) {
    let (mut real, mut changes) = (String::new(), 0);
    let mut list: Option<ChangeReplay> = None;
    let mut lines = page.lines();
    let mut told: Option<String> = None;
    while let Some(line) = lines.next() {
        let _ = writeln!(real, "{line}");
        let mut block = || lines.by_ref().take_while(|line| *line != "```").collect::<Vec<_>>();
        if let Some((old, new)) = marked(line) {
            list = Some(ChangeReplay::new(old, new));
        } else if let (Some(list), "```bnf") = (&mut list, line) {
            let rules = block().join("\n");
            told = Some(list.change(&rules));
            changes += 1;
            let _ = writeln!(real, "{rules}\n```");
        } else if let ("```text", Some(told)) = (line, told.take_if(|_| line == "```text")) {
            block();
            let _ = writeln!(real, "{told}```");
        } else if line == "<!-- end -->" {
            let list = list.take().expect("a list has begun");
            let whole = language(list.new.grammar(Reading::Corrected));
            assert_eq!(
                list.before.relation(&whole, &mut Work::default()).unwrap().name(),
                "equal",
                "{}",
                list.new
            );
        }
    }
    assert!(list.is_none() && told.is_none(), "a list ends, and its last change has strings");
    (real, changes)
}

/// The two editions of `<!-- from rfc1738 to rfc1808 -->`.
fn marked(line: &str) -> Option<(Edition, Edition)> {
    let inner = line.strip_prefix("<!-- from ")?.strip_suffix(" -->")?;
    let (old, new) = inner.split_once(" to ")?;
    Some((old.parse().ok()?, new.parse().ok()?))
}

#[test]
fn the_changes_are_all_there_are_and_have_their_strings() {
    let page = read(PAGE);
    let (real, changes) = with_real_strings(&page);
    let (lists, _) = page.split_once(SAID).unwrap();
    assert_eq!(lists.matches("\n### ").count(), changes, "each change has its rules");
    assert_eq!(page.matches("<!-- end -->").count(), 6);
    // The test that runs the page's commands updates the page.
    if std::env::var_os("UPDATE_DOCS").is_none() {
        assert_eq!(page, real);
    }
}

#[test]
#[should_panic(expected = "rfc1808")]
fn a_list_that_lacks_a_change_is_noticed() {
    with_real_strings("<!-- from rfc1738 to rfc1808 -->\n<!-- end -->\n");
}

/// The rows of a Markdown table, cell by cell.
fn rows(section: &str) -> Vec<Vec<String>> {
    let lines = section.lines().filter(|line| line.starts_with("| ") || line.starts_with("|--"));
    let cells = |line: &str| -> Vec<String> {
        let cells = line.trim_matches('|').split(" | ");
        cells.map(|it| it.trim().replace("&#124;", "|")).collect()
    };
    let rows: Vec<Vec<String>> = lines.map(cells).collect();
    let is_row = |row: &Vec<String>| {
        !row[0].starts_with("--") && !["sentence", "document"].contains(&row[0].as_str())
    };
    rows.into_iter().filter(is_row).collect()
}

/// Checks a cell about some editions: `` `rule` takes `string`: rfc1808 no, rfc2396 yes ``.
#[track_caller]
fn tried(cell: &str) -> usize {
    let mut tried = 0;
    for item in cell.split("; ") {
        let (what, editions) = item.rsplit_once("`: ").unwrap_or_else(|| panic!("{item}"));
        let parts: Vec<&str> = what.split('`').collect();
        for said in editions.split(", ") {
            let (edition, expected) = said.split_once(' ').unwrap();
            let edition: Edition = edition.parse().unwrap();
            let grammar = edition.grammar(Reading::Corrected);
            let takes = |start, input: &str| {
                let judge = Judge::by_start(edition, Reading::Corrected, start);
                judge.judge(input.as_bytes()).verdict == Verdict::Conforms
            };
            let found = match parts[..] {
                ["rule ", name] => grammar.ids().any(|id| grammar.name(id) == name),
                ["", rule, " takes ", input] => {
                    takes(grammar.find(rule).unwrap_or_else(|| panic!("{item}")), input)
                }
                ["", input] => {
                    let judge = Judge::by_scheme(edition, Reading::Corrected);
                    judge.judge(input.as_bytes()).verdict == Verdict::Conforms
                }
                _ => panic!("{item}"),
            };
            assert_eq!(found, expected == "yes", "{item}: {edition}");
            tried += 1;
        }
    }
    tried
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A document's own list of its changes, as one line.
fn list_of_changes(document: Document) -> String {
    let (from, to) = match document {
        Document::Rfc1808 => ("NOTE: Section 5", "We recommend that new"),
        Document::Rfc2396 => ("Section 4 (URI References) was added", "H. Full Copyright"),
        Document::Rfc3986 => ("An ABNF rule for URI has been introduced", "Index"),
        _ => panic!("{document:?} has no list of changes"),
    };
    let text = squeezed(&crate::support::lines(document).collect::<Vec<_>>().join(" "));
    let begin = text.rfind(from).unwrap();
    text[begin..begin + text[begin..].find(to).unwrap()].to_owned()
}

/// Each change of the grammars quotes the list of its document, or is in the table of changes
/// that no sentence of the list mentions.
#[test]
fn each_change_is_said_by_its_document_or_listed_as_not_said() {
    let page = read(PAGE).replace("\\<", "<");
    let (_, unsaid) = page.split_once("### Done and not said").unwrap();
    let unsaid = rows(unsaid.split("\n## ").next().unwrap());
    let mut counts = [0, 0];
    for (heading, document) in [
        ("\n## From RFC 1808 to RFC 2396\n", Document::Rfc2396),
        ("\n## From RFC 2732 to RFC 3986\n", Document::Rfc3986),
    ] {
        let list = list_of_changes(document);
        let (_, changes) = page.split_once(heading).unwrap();
        for change in changes.split("\n## ").next().unwrap().split("\n### ").skip(1) {
            let (name, text) = change.split_once('\n').unwrap();
            let quotes = text.split('“').skip(1).map(|it| squeezed(it.split('”').next().unwrap()));
            let is_said = quotes.into_iter().any(|it| it.len() > 40 && list.contains(&it));
            let row = [document.citation(), name];
            let is_listed = unsaid.iter().any(|it| it[..2] == row);
            assert_ne!(is_said, is_listed, "{row:?}");
            counts[usize::from(is_said)] += 1;
        }
    }
    assert_eq!(counts, [4, 12], "changes that are not said, and that are");
}

/// Every sentence of the three lists has a row, and the row is true of the grammars.
#[test]
fn what_the_documents_say_that_they_changed_is_held_against_the_grammars() {
    // Markdown escapes a `<` that opens no tag.
    let page = read(PAGE).replace("\\<", "<");
    let (_, said) = page.split_once(SAID).unwrap();
    let (said, _) = said.split_once("\n## ").unwrap();
    let (said, unsaid) = said.split_once("### Done and not said").unwrap();
    let mut quoted = String::new();
    let mut kinds = std::collections::BTreeMap::<String, usize>::new();
    for row in rows(said) {
        let [sentence, kind, proof] = &row[..] else { panic!("{row:?}") };
        let (words, _) = sentence.trim_start_matches('“').split_once('”').unwrap();
        quoted += &format!("{words} ");
        *kinds.entry(kind.clone()).or_default() += 1;
        match kind.as_str() {
            "prose alone" => assert_eq!(proof, "", "{sentence}"),
            "said and done" | "said and not done" => assert!(tried(proof) > 0, "{sentence}"),
            _ => panic!("{kind}"),
        }
    }
    assert!(kinds.len() == 3 && kinds["said and done"] > 30, "{kinds:?}");
    for row in rows(unsaid) {
        assert!(tried(&row[2]) > 0, "{row:?}");
    }
    // The rest of the lists consists of headings, marks and the table of page 54.
    let quoted = squeezed(&quoted);
    for document in [Document::Rfc1808, Document::Rfc2396, Document::Rfc3986] {
        let list = list_of_changes(document);
        let mut sentences = 0;
        for sentence in list.split_inclusive(". ").filter(|it| it.len() > 20) {
            let sentence = sentence.trim();
            let tail: String = sentence.chars().skip(sentence.chars().count() - 20).collect();
            assert!(quoted.contains(&tail), "{document:?}: {sentence}");
            sentences += 1;
        }
        assert!(sentences > 1, "{document:?}");
    }
}
