//! The answers of current libraries agree with the suites that were asked, and the findings
//! that are reported about them agree with the answers.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use urlbnf::report::conformity::{ConformitySuite, SuiteCase};
use urlbnf::report::suite::VERSION;
use urlbnf::report::witness;

use crate::html::HtmlPage;
use crate::repository::{files_below, read, root};

/// The newest results.
fn results() -> Vec<Value> {
    let files = files_below("crates/book/src/book/libraries").into_iter();
    let newest = files.filter(|it| it.ends_with(".jsonl")).max().unwrap();
    read(&newest).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} of {value}"))
}

/// The cases of a suite by their names, without that of the grammar.
fn cases(grammar: &str, start: &str) -> BTreeMap<String, SuiteCase> {
    let files = files_below("suite").into_iter();
    let files = files.filter(|it| it.ends_with(".json") && it.matches('/').count() == 1);
    let suites = files.map(|file| ConformitySuite::read(&file, read(&file).as_bytes()).unwrap());
    let mut of = suites.filter(|it| it.grammar == grammar && it.start == start);
    let cases = of.next().unwrap().cases.into_iter();
    cases.map(|it| (it.name().to_owned(), it)).collect()
}

#[test]
fn results_are_of_the_suites_that_are_here() {
    let results = results();
    assert!(results.len() >= 15);
    crate::support::follow("docs/suite-results.schema.json", &results);
    let names: BTreeSet<&str> = results.iter().map(|it| text(it, "program")).collect();
    assert_eq!(names.len(), results.len());
    let mut suites: BTreeMap<(String, String), BTreeMap<String, SuiteCase>> = BTreeMap::new();
    for library in &results {
        for run in library["runs"].as_array().unwrap() {
            let (grammar, start) = (text(run, "grammar"), text(run, "start"));
            assert_eq!(text(run, "suite_version"), VERSION);
            let key = (grammar.to_owned(), start.to_owned());
            let cases = suites.entry(key).or_insert_with(|| cases(grammar, start));
            let told = cases.len() as u64;
            let sum = |counts: &Value| -> u64 {
                counts.as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).sum()
            };
            assert_eq!(sum(&run["counts"]), told, "{}", text(library, "program"));
            let productions = run["productions"].as_array().unwrap();
            assert_eq!(productions.iter().map(|it| sum(&it["counts"])).sum::<u64>(), told);
            let differences = run["differences"].as_array().unwrap();
            let right = run["counts"][0].as_u64().unwrap();
            assert_eq!(differences.len() as u64, told - right);
            let mut wrong = 0;
            for it in differences {
                let case = &cases[it["cases"][0].as_str().unwrap()];
                match it["input"].as_str() {
                    Some(input) => assert_eq!(input, witness::text(&case.input), "{it}"),
                    None => assert!(case.input.len() > 200, "{it}"),
                }
                assert_eq!(it["valid"], case.valid, "{it}");
                wrong += u64::from(it["mark"] != "skipped");
            }
            // Each string that is not judged rightly is explained once.
            let habits = run["habits"].as_array().unwrap().iter();
            let explained: u64 = habits.map(|it| it["strings"].as_u64().unwrap()).sum();
            assert_eq!(explained, wrong, "{}", text(library, "program"));
        }
    }
}

/// Checks the number of different strings that a library answers against the grammar that it
/// claims.
#[track_caller]
fn numbers_are_those_of_the_results(page: &str, results: &[Value]) {
    let mut sections = 0;
    for section in page.split("\n## ").skip(1) {
        let Some((before, _)) = section.split_once(" strings differ") else {
            continue;
        };
        let number: usize = before.rsplit(' ').next().unwrap().parse().unwrap();
        let head = section.lines().next().unwrap().split(':').next().unwrap();
        let name = section.split('`').nth(1).unwrap();
        let library = results.iter().find(|it| text(it, "program") == name);
        let library = library.unwrap_or_else(|| panic!("{head}"));
        let runs = library["runs"].as_array().unwrap().iter().filter(|it| it["claimed"] == true);
        let strings: BTreeSet<String> = runs
            .flat_map(|run| run["differences"].as_array().unwrap())
            // A long string is known by its name.
            .map(|it| match &it["input"] {
                Value::Null => it["cases"].to_string(),
                input => input.to_string() + &it["input_base64"].to_string(),
            })
            .collect();
        assert_eq!(strings.len(), number, "{head}");
        sections += 1;
    }
    assert!(sections > 5, "{sections}");
}

/// Each row of the tables is an answer of the library.
#[test]
fn findings_are_in_the_results() {
    let results = results();
    let page = read("docs/findings.md");
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    let mut told = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [library, string, judged, is] = cells[..] else { panic!("{row}") };
        let (name, version) = library.rsplit_once(' ').unwrap();
        let (start, grammar) = judged.split_once(" of ").unwrap();
        let [name, string, start] = [name, string, start].map(|it| it.trim_matches('`'));
        let of =
            |it: &&Value| text(it, "program") == name && text(it, "program_version") == version;
        let library = results.iter().find(of).unwrap_or_else(|| panic!("{row}"));
        let run = library["runs"].as_array().unwrap().iter();
        let run =
            run.clone().find(|it| text(it, "grammar") == grammar && text(it, "start") == start);
        let run = run.unwrap_or_else(|| panic!("{row}"));
        assert_eq!(run["claimed"], true, "{row}");
        let differences = run["differences"].as_array().unwrap();
        let found = differences.iter().find(|it| it["input"] == string);
        let found = found.unwrap_or_else(|| panic!("{row}"));
        assert_eq!(found["valid"], is == "conforms", "{row}");
        told += 1;
    }
    assert!(told > 15, "{told}");
    numbers_are_those_of_the_results(&page, &results);
    // Exactly the libraries without a wrong answer are named.
    let flawless = results.iter().filter(|library| {
        let mut runs = library["runs"].as_array().unwrap().iter();
        let is_right = |it: &Value| it["mark"] == "skipped";
        runs.all(|run| {
            let differences = run["differences"].as_array().unwrap();
            run["claimed"] == true && differences.iter().all(is_right)
        })
    });
    let sentence = page.lines().find(|line| line.contains("every case as the grammar does"));
    let sentence = sentence.unwrap();
    let mut count = 0;
    for library in flawless {
        let named = format!("`{}` {}", text(library, "program"), text(library, "program_version"));
        assert!(sentence.contains(&named), "{named}");
        count += 1;
    }
    assert_eq!(count, sentence.matches('`').count() / 2);
    assert!(page.contains(&format!("we asked {} libraries", results.len())));
}

/// The program that asks a library is written in the language that its page names.
#[test]
fn a_library_is_asked_in_its_language() {
    let book = urlbnf::book::Book::new(&urlbnf::DOCUMENTATION);
    for library in results() {
        let program = text(&library, "program");
        let path = urlbnf::book::address::library(program);
        let page = HtmlPage::from_book(&book, &path);
        let said = page.named("p").find_map(|it| it.text.strip_prefix("A library for "));
        let language = said.and_then(|it| it.split_once('.')).unwrap_or_else(|| panic!("{path}")).0;
        let (folder, ending) = match language {
            "C" => ("c", ".c"),
            "Go" => ("", ".go"),
            "Java" => ("", ".java"),
            "JavaScript" => ("", ".mjs"),
            "Perl" => ("", ".pl"),
            "PHP" => ("", ".php"),
            "Python" => ("", ".py"),
            "Ruby" => ("", ".rb"),
            "Rust" => ("rust/src", ".rs"),
            other => panic!("{path}: {other}"),
        };
        let files = std::fs::read_dir(root().join("suite/adapters").join(folder)).unwrap();
        let files = files.map(|it| it.unwrap().path());
        let asks = files.filter(|it| it.to_string_lossy().ends_with(ending));
        // An adapter may ask a library in several ways, and names each in brackets.
        let name = program.split(" (").next().unwrap();
        let asks = asks.filter(|it| std::fs::read_to_string(it).unwrap().contains(name));
        assert!(asks.count() > 0, "{path}: {language}");
    }
}

/// The page of all libraries has each in a table, and each library has its page.
#[test]
fn the_book_shows_all_that_they_said() {
    let book = urlbnf::book::Book::new(&urlbnf::DOCUMENTATION);
    let paths = book.paths();
    let once: BTreeSet<&String> = paths.iter().collect();
    assert_eq!(once.len(), paths.len());
    let all = HtmlPage::from_book(&book, "libraries/index.html");
    let links: BTreeSet<&str> = all.elements.iter().filter_map(|it| it.get("href")).collect();
    for library in results() {
        let path = urlbnf::book::address::library(text(&library, "program"));
        assert!(paths.contains(&path), "{path}");
        assert!(links.contains(path.trim_start_matches("libraries/")), "{path}");
        let shown = HtmlPage::from_book(&book, &path);
        let lists = shown.elements.iter().filter(|it| it.name == "ul" && it.is("columns"));
        let strings: usize = lists.map(|list| shown.children(list).count()).sum();
        let differing: usize = library["runs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|run| {
                let all = run["differences"].as_array().unwrap().iter();
                let all = all.filter(|it| it["mark"] != "skipped");
                all.count()
            })
            .sum();
        assert_eq!(strings, differing, "{path}");
        // What it does comes first, and the strings are folded.
        let folded = shown.elements.iter().filter(|it| it.name == "details").count();
        let differs = |run: &&Value| {
            let all = run["differences"].as_array().unwrap().iter();
            all.into_iter().any(|it| it["mark"] != "skipped")
        };
        let runs = library["runs"].as_array().unwrap().iter();
        assert!(folded >= runs.filter(differs).count(), "{path}");
    }
}
