//! The answers of current libraries agree with the suites that were asked, and the findings
//! that are reported about them agree with the answers.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use urlbnf::report::suite::VERSION;

use crate::html::Page;
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

/// The records of a suite by their names.
fn records(grammar: &str, start: &str) -> BTreeMap<String, Value> {
    let mut found = BTreeMap::new();
    for file in files_below("suite") {
        if !file.ends_with("/index.json") {
            continue;
        }
        let index: Value = serde_json::from_str(&read(&file)).unwrap();
        if text(&index, "grammar") != grammar || text(&index, "start") != start {
            continue;
        }
        let folder = file.trim_end_matches("index.json");
        for file in files_below(folder.trim_end_matches('/')) {
            let name = file.strip_prefix(folder).unwrap();
            if name.contains('/') || name == "index.json" || !name.ends_with(".json") {
                continue;
            }
            let all: Vec<Value> = serde_json::from_str(&read(&file)).unwrap();
            found.extend(all.into_iter().map(|it| (text(&it, "id").to_owned(), it)));
        }
    }
    found
}

#[test]
fn results_are_of_the_suites_that_are_here() {
    let results = results();
    assert!(results.len() >= 15);
    let schema: Value = serde_json::from_str(&read("docs/suite-results.schema.json")).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    for library in &results {
        let errors: Vec<String> = schema.iter_errors(library).map(|it| it.to_string()).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", text(library, "program"));
    }
    let names: BTreeSet<&str> = results.iter().map(|it| text(it, "program")).collect();
    assert_eq!(names.len(), results.len());
    let mut suites: BTreeMap<(String, String), BTreeMap<String, Value>> = BTreeMap::new();
    for library in &results {
        for run in library["runs"].as_array().unwrap() {
            let (grammar, start) = (text(run, "grammar"), text(run, "start"));
            assert_eq!(text(run, "suite_version"), VERSION);
            let key = (grammar.to_owned(), start.to_owned());
            let records = suites.entry(key).or_insert_with(|| records(grammar, start));
            let told = records.values().filter(|it| it["outcome"] == "told").count() as u64;
            let sum = |counts: &Value| -> u64 {
                counts.as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).sum()
            };
            assert_eq!(sum(&run["counts"]), told, "{}", text(library, "program"));
            let productions = run["productions"].as_array().unwrap();
            assert_eq!(productions.iter().map(|it| sum(&it["counts"])).sum::<u64>(), told);
            let differences = run["differences"].as_array().unwrap();
            let right = run["counts"][0].as_u64().unwrap();
            assert_eq!(differences.len() as u64, told - right);
            for it in differences {
                let record = &records[text(it, "id")];
                assert_eq!(it["input"], record["shortest"], "{it}");
                assert_eq!(it["valid"], record["shortest_valid"], "{it}");
                assert_eq!(it["part"], record["part"], "{it}");
            }
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
            .map(|it| it["input"].to_string() + &it["input_base64"].to_string())
            .collect();
        assert_eq!(strings.len(), number, "{head}");
        sections += 1;
    }
    assert!(sections > 5, "{sections}");
}

/// Checks `NAME, in N cases`: how many cases the library was asked in the suites that it
/// claims.
#[track_caller]
fn cases_are_those_of_the_results(page: &str, results: &[Value]) {
    let mut told = 0;
    for (before, _) in page.match_indices(" cases").map(|(at, _)| page.split_at(at)) {
        let Some((before, number)) = before.rsplit_once("`, in ") else { continue };
        let Ok(number) = number.parse::<u64>() else { continue };
        let name = before.rsplit('`').next().unwrap();
        let library = results.iter().find(|it| text(it, "program") == name).unwrap();
        let runs = library["runs"].as_array().unwrap().iter().filter(|it| it["claimed"] == true);
        let counts = runs.flat_map(|run| run["counts"].as_array().unwrap());
        assert_eq!(counts.map(|it| it.as_u64().unwrap()).sum::<u64>(), number, "{name}");
        told += 1;
    }
    assert_eq!(told, 2);
}

/// A library that answers one of a class's two case tests wrongly answers the other wrongly
/// too.
#[test]
fn no_library_takes_letters_in_one_case_only() {
    let mut pairs = 0;
    for library in results() {
        for run in library["runs"].as_array().unwrap().iter().filter(|it| it["claimed"] == true) {
            let differences = run["differences"].as_array().unwrap().iter();
            let ids: BTreeSet<&str> = differences.map(|it| text(it, "id")).collect();
            for id in ids.iter().filter(|id| id.contains("/drop-case-")) {
                let (class, number) = id.rsplit_once('-').unwrap();
                let number: usize = number.parse().unwrap();
                let other = if number % 2 == 1 { number + 1 } else { number - 1 };
                assert!(ids.contains(format!("{class}-{other}").as_str()), "{id}");
                pairs += 1;
            }
        }
    }
    assert!(pairs > 8, "{pairs}");
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
        let found = differences.iter().find(|it| text(it, "input") == string);
        let found = found.unwrap_or_else(|| panic!("{row}"));
        assert_eq!(found["valid"], is == "conforms", "{row}");
        told += 1;
    }
    assert!(told > 15, "{told}");
    numbers_are_those_of_the_results(&page, &results);
    cases_are_those_of_the_results(&page, &results);
    // Exactly the libraries without a wrong answer are named.
    let flawless = results.iter().filter(|it| {
        let runs = it["runs"].as_array().unwrap();
        runs.iter().all(|run| run["claimed"] == true && run["differences"] == Value::Array(vec![]))
    });
    let sentence = page.lines().find(|line| line.starts_with("Four libraries")).unwrap();
    let mut count = 0;
    for library in flawless {
        let named = format!("`{}` {}", text(library, "program"), text(library, "program_version"));
        assert!(sentence.contains(&named), "{named}");
        count += 1;
    }
    assert_eq!(count, 4);
    assert!(page.contains(&format!("we asked {} libraries", results.len())));
}

/// The program that asks a library is written in the language that its page names.
#[test]
fn a_library_is_asked_in_its_language() {
    use urlbnf::book::Pages as _;
    let book = urlbnf::book::Book::new(&urlbnf::DOCUMENTATION);
    for library in results() {
        let program = text(&library, "program");
        let path = urlbnf::book::address::library(program);
        let page = Page::read(&path, &String::from_utf8(book.page(&path).unwrap()).unwrap());
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
        let asks = asks.filter(|it| std::fs::read_to_string(it).unwrap().contains(program));
        assert!(asks.count() > 0, "{path}: {language}");
    }
}

/// The page of all libraries has each in a table, and each library has its page.
#[test]
fn the_book_shows_all_that_they_said() {
    use urlbnf::book::Pages as _;
    let book = urlbnf::book::Book::new(&urlbnf::DOCUMENTATION);
    let paths = book.paths();
    let once: BTreeSet<&String> = paths.iter().collect();
    assert_eq!(once.len(), paths.len());
    let page = |path: &str| {
        let text = String::from_utf8(book.page(path).unwrap()).unwrap();
        Page::read(path, &text)
    };
    let all = page("libraries/index.html");
    let links: BTreeSet<&str> = all.elements.iter().filter_map(|it| it.get("href")).collect();
    for library in results() {
        let path = urlbnf::book::address::library(text(&library, "program"));
        assert!(paths.contains(&path), "{path}");
        assert!(links.contains(format!("../{path}").as_str()), "{path}");
        let shown = page(&path);
        let strings = shown.elements.iter().filter(|it| it.name == "th" && it.is("url")).count();
        let differing: usize = library["runs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|run| {
                let all = run["differences"].as_array().unwrap().iter();
                let all = all.filter(|it| it["mark"] != "skipped");
                all.map(|it| text(it, "input")).collect::<BTreeSet<_>>().len()
            })
            .sum();
        assert_eq!(strings, differing, "{path}");
        // Each case has exactly one anchor, and a link to it.
        let mut anchors = BTreeMap::new();
        for id in shown.elements.iter().filter_map(|it| it.get("id")) {
            *anchors.entry(id).or_insert(0) += 1;
        }
        for run in library["runs"].as_array().unwrap() {
            let all = run["differences"].as_array().unwrap().iter();
            for it in all.filter(|it| it["mark"] != "skipped") {
                let anchor = format!("{}/{}", text(run, "start"), text(it, "id"));
                assert_eq!(anchors.get(anchor.as_str()), Some(&1), "{path}: {anchor}");
                let link = format!("#{anchor}");
                assert!(shown.elements.iter().any(|it| it.get("href") == Some(&link)), "{link}");
            }
        }
    }
}
