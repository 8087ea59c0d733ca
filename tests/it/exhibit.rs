//! The transcriptions are consistent: every rule is below its production as printed, and every
//! remark number in a grammar is explained in the README beside it.

use std::collections::{BTreeMap, BTreeSet};

use urlbnf::parser::transcription_text;
use urlbnf::proof::rule_name;
use urlbnf::remark::{ParseRemarkNumberError, REMARKS, RemarkKind, RemarkNumber, of_kind};
use urlbnf::{Edition, Reading};

use crate::repository::{hold_part_to, read, read_if_there};

/// The text of a grammar: its file, its imports, and the notation's rules after them, without
/// the grammars that it changes.
fn text(edition: Edition) -> String {
    let listing = edition.grammar(Reading::Printed).listing();
    let changed = |name: &str| listing.imports.iter().any(|it| it.changed && it.source == name);
    let own = listing.sources().iter().filter(|it| !changed(&it.name));
    // The notation's rules also belong to the changed file.
    let own = own.filter(|it| it.is_file || !listing.changes_another());
    own.map(|it| listing.source(it.start).1).collect()
}

/// The lines of a grammar that are printed in the document.
fn printed(edition: Edition) -> Vec<String> {
    let notation = edition.grammar(Reading::Printed).listing().notation;
    let ours = |line: &&str| line.starts_with(notation.ours()) || line.is_empty();
    text(edition).lines().filter(|line| !ours(line)).map(str::to_owned).collect()
}

/// What a `.pest` file shows of the grammar: doc comments, printed comments, and the
/// productions in its reading files.
fn shown(pest: &str) -> Vec<String> {
    let shown = |line: &str| {
        let text = line.strip_prefix("/// ").or_else(|| line.strip_prefix("//  "))?;
        let told = ["Its two readings: ", "Another edition changes it: "];
        (!told.iter().any(|told| text.starts_with(told))).then(|| text.to_owned())
    };
    pest.lines().filter_map(shown).collect()
}

/// The productions of a list of printed lines, by name. A name that is printed twice has both.
fn productions(lines: &[String]) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut name = String::new();
    for line in lines.iter().filter(|line| !line.starts_with(';')) {
        if !line.starts_with(' ') {
            name = line.split_whitespace().next().unwrap_or_default().to_owned();
        }
        found.entry(name.clone()).or_default().push(line.clone());
    }
    found
}

/// The errata of an edition: number, name and text.
fn errata(edition: Edition) -> Vec<(String, String, String)> {
    let erratum = |line: &str| {
        let (number, text) = line.strip_prefix("#@erratum ")?.split_once(' ')?;
        let name = text.split_whitespace().next()?;
        Some((number.to_owned(), name.to_owned(), text.to_owned()))
    };
    text(edition).lines().filter_map(erratum).collect()
}

fn interpretations(edition: Edition) -> Vec<(String, String)> {
    let interpretation = |line: &str| {
        let (number, name) = line.strip_prefix("#@interpretation ")?.split_once(' ')?;
        Some((number.to_owned(), name.to_owned()))
    };
    text(edition).lines().filter_map(interpretation).collect()
}

/// A rule of a `.pest` file, with the doc comment above it and the marks beside it.
struct AnnotatedPestRule {
    name: String,
    doc: Vec<String>,
    marks: Vec<String>,
}

fn rules(pest: &str) -> Vec<AnnotatedPestRule> {
    let mut rules: Vec<AnnotatedPestRule> = Vec::new();
    let mut doc = Vec::new();
    for line in pest.lines() {
        if let Some(text) = line.strip_prefix("/// ") {
            doc.push(text.to_owned());
        } else if let Some((name, _)) = line
            .strip_prefix("    ")
            .filter(|rest| rest.starts_with(|first: char| first.is_ascii_alphabetic()))
            .and_then(|rest| rest.split_once(" = "))
        {
            let name = name.trim_end().to_owned();
            rules.push(AnnotatedPestRule {
                name,
                doc: std::mem::take(&mut doc),
                marks: Vec::new(),
            });
        }
        let marked = line.rsplit_once(" // ").filter(|_| line.starts_with("    "));
        if let (Some(rule), Some((_, marks))) = (rules.last_mut(), marked) {
            rule.marks.extend(marks.split_whitespace().map(str::to_owned));
        }
    }
    rules
}

fn file(edition: Edition, reading: Option<Reading>) -> String {
    match reading {
        None => format!("grammar/{edition}.pest"),
        Some(reading) => format!("grammar/{edition}.{reading}.pest"),
    }
}

#[test]
fn every_reading_is_a_grammar_with_the_start_of_its_header() {
    for edition in Edition::ALL {
        let start = |line: &'static str| {
            line.strip_prefix("# start").or_else(|| line.strip_prefix("; urlbnf: start"))
        };
        let start = edition.bnf().lines().find_map(start).unwrap();
        for reading in Reading::ALL {
            let grammar = edition.grammar(reading);
            assert_eq!(grammar.name(grammar.start()), start.trim(), "{edition} {reading}");
        }
    }
}

#[test]
fn shared_transcriptions_show_the_printed_text_line_for_line() {
    for edition in Edition::ALL {
        let pest = read(&file(edition, None));
        assert_eq!(shown(&pest), printed(edition), "{edition}");
    }
}

#[test]
fn every_printed_production_has_its_rule_below_it() {
    for edition in Edition::ALL {
        let shared = read(&file(edition, None));
        let printed = productions(&printed(edition));
        let rules = rules(&shared);
        let mut held: BTreeSet<&str> = BTreeSet::new();
        for rule in rules.iter().filter(|rule| !rule.doc.is_empty()) {
            let name = rule.doc[0].split_whitespace().next().unwrap_or_default();
            assert_eq!(rule.name, rule_name(name), "{edition}: the rule below {:?}", rule.doc);
            held.insert(name);
        }
        for name in printed.keys().filter(|name| !held.contains(name.as_str())) {
            let rule = rule_name(name);
            assert!(rules.iter().all(|it| it.name != rule), "{edition}: {rule} without its text");
            if let Some(own) = read_if_there(&format!("grammar/{edition}.own.pest")) {
                let own = self::rules(&own).into_iter().find(|it| it.name == rule);
                assert_eq!(own.map(|it| it.doc), Some(printed[name].clone()), "{edition}: {name}");
                continue;
            }
            let of = |reading| {
                let file = file(edition, Some(reading));
                let name = file.trim_start_matches("grammar/");
                assert!(
                    shared.contains("//  Its two readings: ") && shared.contains(name),
                    "{edition}: {rule} is not in the shared file, nor is {name} named"
                );
                let found = self::rules(&read(&file)).into_iter().find(|it| it.name == rule);
                found.unwrap_or_else(|| panic!("{file} has no rule {rule}"))
            };
            assert_eq!(of(Reading::Printed).doc, printed[name], "{edition}: {name} as printed");
            assert!(!of(Reading::Corrected).doc.is_empty(), "{edition}: {name} as corrected");
        }
    }
}

#[test]
fn where_the_readings_differ_both_productions_stand() {
    let mut found = 0;
    for edition in Edition::ALL {
        let shared = read(&file(edition, None));
        let places: Vec<&str> = shared.split("//  Its two readings: ").collect();
        for place in &places[..places.len() - 1] {
            let above = place.rsplit("\n\n").next().unwrap_or_default();
            let corrected: Vec<&str> =
                above.lines().filter_map(|line| line.strip_prefix("// E")).collect();
            assert!(!corrected.is_empty(), "{edition}: {above}");
            for line in corrected {
                let (number, text) = line.split_once("  ").unwrap();
                let of = |it: &(String, String, String)| it.0[1..] == *number && it.2 == text;
                assert!(errata(edition).iter().any(of), "{edition}: E{line}");
                found += 1;
            }
        }
    }
    assert!(found > 8, "only {found}");
}

#[test]
fn reading_files_show_what_they_transcribe() {
    for edition in Edition::ALL {
        let text = |reading| read_if_there(&file(edition, Some(reading)));
        let (printed_file, corrected_file) = (text(Reading::Printed), text(Reading::Corrected));
        let errata = errata(edition);
        assert_eq!(printed_file.is_some(), !errata.is_empty(), "{edition}: printed");
        assert_eq!(corrected_file.is_some(), !errata.is_empty(), "{edition}: corrected");
        let printed = productions(&printed(edition));
        for rule in rules(&printed_file.unwrap_or_default()).iter().filter(|it| !it.doc.is_empty())
        {
            let name = rule.doc[0].split_whitespace().next().unwrap_or_default();
            assert_eq!(Some(&rule.doc), printed.get(name), "{edition}: {name} as printed");
        }
        let corrected = rules(&corrected_file.unwrap_or_default());
        for (number, name, text) in &errata {
            let rule = corrected.iter().find(|rule| rule.name == rule_name(name));
            let rule = rule.unwrap_or_else(|| panic!("{edition}: no corrected rule for {name}"));
            assert_eq!(rule.doc, std::slice::from_ref(text), "{edition}: {name} as corrected");
            assert!(rule.marks.contains(number), "{edition}: {name} is not marked {number}");
        }
        let documented = corrected.iter().filter(|rule| !rule.doc.is_empty()).count();
        assert_eq!(documented, errata.len(), "{edition}: a corrected rule is no erratum");
    }
}

/// By number: its editions and its productions, as the grammars have them.
type RemarkUses = BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)>;

fn numbers_in_the_grammars() -> RemarkUses {
    let mut found = RemarkUses::new();
    let mut add = |number: &str, edition: Edition, name: Option<&str>| {
        let (editions, names) = found.entry(number.to_owned()).or_default();
        editions.insert(edition.to_string());
        names.extend(name.map(str::to_owned));
    };
    for edition in Edition::ALL {
        for (number, name, _) in errata(edition) {
            add(&number, edition, Some(&name));
        }
        for (number, name) in interpretations(edition) {
            add(&number, edition, Some(&name));
        }
        for reading in Reading::ALL {
            for rule in rules(transcription_text(edition, reading)) {
                for mark in &rule.marks {
                    add(mark, edition, None);
                }
            }
        }
    }
    found
}

#[test]
fn every_number_is_explained_and_every_explanation_used() {
    let mut explained = RemarkUses::new();
    for remark in REMARKS.iter().filter(|it| it.number.kind != RemarkKind::Note) {
        let number = remark.number.to_string();
        let of_a_rule = remark.number.kind.is_of_a_rule();
        assert!(!remark.what.is_empty() && !remark.why.is_empty(), "{number}");
        assert_eq!(remark.meant.is_empty(), of_a_rule, "{number}");
        assert_eq!(remark.productions.is_empty(), of_a_rule, "{number}");
        let editions = remark.editions.iter().map(|it| it.to_string()).collect();
        let productions = remark.productions.iter().map(|it| (*it).to_owned()).collect();
        let before = explained.insert(number, (editions, productions));
        assert!(before.is_none(), "{} is explained twice", remark.number);
    }
    let used = numbers_in_the_grammars();
    for number in explained.keys().chain(used.keys()) {
        let (explained, used) = (explained.get(number), used.get(number));
        assert_eq!(explained, used, "{number} in the table of grammar/README.md, and in the files");
    }
}

/// A note is about productions that exist, and changes no reading.
#[test]
fn every_note_is_about_productions_of_its_editions() {
    for remark in of_kind(RemarkKind::Note) {
        let editions = || remark.editions.iter().copied().map(Edition::from);
        let has =
            |edition: Edition, name: &str| edition.grammar(Reading::Printed).find(name).is_some();
        for production in remark.productions {
            let found = editions().any(|it| has(it, production));
            assert!(found, "{}: {production}", remark.number);
        }
        for edition in editions() {
            let found = remark.productions.iter().any(|it| has(edition, it));
            assert!(found, "{}: {edition}", remark.number);
        }
        assert!(!remark.what.is_empty() && !remark.productions.is_empty(), "{}", remark.number);
    }
}

/// How many rules of an edition are as printed, in other spelling, otherwise, and helpers.
fn counts(edition: Edition) -> [usize; 4] {
    let spelling = ["D3", "D12", "D16", "S1"];
    let mut counts = [0; 4];
    for rule in rules(transcription_text(edition, Reading::Corrected)) {
        let mut marks = rule.marks.iter().filter(|it| it.starts_with(['D', 'S'])).peekable();
        let kind = match (rule.doc.is_empty(), marks.peek().is_none()) {
            (true, _) => 3,
            (false, true) => 0,
            (false, false) if marks.all(|it| spelling.contains(&it.as_str())) => 1,
            (false, false) => 2,
        };
        counts[kind] += 1;
    }
    counts
}

/// The counts of all editions as a table.
fn counted() -> String {
    let head = "| edition | rules | as printed | other spelling | otherwise | helpers |";
    let mut table = format!("{head}\n|---|---|---|---|---|---|\n");
    let mut all = [0; 4];
    let mut row = |name: &str, counts: [usize; 4]| {
        let rules: usize = counts[..3].iter().sum();
        let counts = counts.map(|it| it.to_string()).join(" | ");
        table += &format!("| {name} | {rules} | {counts} |\n");
    };
    for edition in Edition::ALL {
        let counts = counts(edition);
        let productions = edition.grammar(Reading::Corrected).len();
        assert_eq!(counts[..3].iter().sum::<usize>(), productions, "{edition}: a rule for each");
        row(edition.name(), counts);
        all.iter_mut().zip(counts).for_each(|(all, count)| *all += count);
    }
    row("all", all);
    table
}

/// `UPDATE_DOCS=1 cargo test exhibit` rewrites the counts.
#[test]
fn the_counts_of_the_readme_are_those_of_the_rules() {
    let marks = ["<!-- counts -->", "<!-- end -->"];
    hold_part_to("grammar/README.md", marks, &format!("\n\n{}\n", counted()));
}

/// Every row of the tables is read, and the remarks of each kind stand together, by number.
#[test]
fn the_tables_of_the_readme_are_read() {
    let readme = read("grammar/README.md");
    let first = |line: &str| line.strip_prefix("| ")?.split(' ').next().map(str::to_owned);
    let is_number = |it: &String| it.parse::<RemarkNumber>().is_ok();
    let rows: Vec<String> = readme.lines().filter_map(first).filter(is_number).collect();
    let numbers: Vec<String> = REMARKS.iter().map(|it| it.number.to_string()).collect();
    assert_eq!(numbers, rows);
    assert!(REMARKS.is_sorted_by_key(|it| (it.number.kind, it.number.number)));
    let texts = REMARKS.iter().flat_map(|it| [it.what, it.meant, it.why]);
    assert!(texts.into_iter().all(|it| !it.contains("&#124;") && !it.contains("<code>")));
}

#[test]
fn the_number_of_a_remark_is_read_as_it_is_written() {
    for remark in REMARKS.iter() {
        let (upper, lower) = (remark.number.to_string(), remark.number.to_string().to_lowercase());
        assert_eq!([upper, lower].map(|it| it.parse()), [Ok(remark.number); 2]);
    }
    for wrong in ["", "E", "3", "E03", "E+3", "E 3", "X3", "E300", "\u{45}\u{308}3", "\u{117}1"] {
        assert_eq!(wrong.parse::<RemarkNumber>(), Err(ParseRemarkNumberError), "{wrong}");
    }
}

#[test]
fn interpretations_and_errata_are_marked_at_their_rules() {
    for edition in Edition::ALL {
        let shared = rules(&read(&file(edition, None)));
        for (number, name) in interpretations(edition) {
            // If an erratum replaces what was interpreted, only the printed reading has a rule
            // for it.
            let printed = read_if_there(&file(edition, Some(Reading::Printed)));
            let printed = rules(&printed.unwrap_or_default());
            let mut both = shared.iter().chain(&printed);
            let rule = both.find(|rule| rule.name == rule_name(&name));
            let marked = rule.is_some_and(|rule| rule.marks.contains(&number));
            assert!(marked, "{edition}: {name} is not marked {number}");
        }
        let corrected_only = |mark: &String| mark.starts_with('E');
        for rule in &shared {
            assert!(!rule.marks.iter().any(corrected_only), "{edition}: {} in both", rule.name);
        }
    }
}
