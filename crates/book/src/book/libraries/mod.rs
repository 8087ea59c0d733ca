//! What today's libraries answer to the strings of the conformance suites: a table for each
//! suite, and a page for each library with every string on which it differs from the grammar.
//!
//! A library is measured by what its documentation claims. The others, and the parsers of the
//! WHATWG standard, are in a separate table: their differences are deliberate, not errors.

mod language;
mod picture;

use std::sync::LazyLock;

use indexmap::{IndexMap, IndexSet};
use maud::{Markup, html};
use serde::Deserialize;

use super::address::{self, LinkBase};
use super::picture::figure;
use super::prose::{self, Documentation};
use super::{claim, names, words};
use crate::edition::{Edition, Reading};
use crate::report::conformity::{AnswerMark, shown};
use crate::verdict::Verdict;

pub use picture::svg as picture;

/// The date of the test.
const DAY: &str = "2026-11-26";
/// The results, a line for each library.
const RESULTS: &str = include_str!("2026-11-26.jsonl");

#[derive(Debug, Deserialize)]
pub struct LibraryRecord {
    /// Its name.
    pub program: String,
    program_version: Option<String>,
    runs: Vec<LibraryRunRecord>,
}

/// Its results for one suite.
#[derive(Debug, Deserialize)]
struct LibraryRunRecord {
    grammar: String,
    start: String,
    claimed: bool,
    counts: [usize; 4],
    productions: Vec<LibraryCountsRecord>,
    habits: Vec<LibraryHabitRecord>,
    differences: Vec<LibraryDifferenceRecord>,
}

#[derive(Debug, Deserialize)]
struct LibraryCountsRecord {
    production: String,
    counts: [usize; 4],
}

/// What it does, and how many strings that explains.
#[derive(Debug, Deserialize)]
struct LibraryHabitRecord {
    says: String,
    strings: usize,
    example: String,
}

/// A string whose answer is not right, with the names of its cases.
#[derive(Debug, Deserialize)]
struct LibraryDifferenceRecord {
    cases: Vec<String>,
    mark: String,
    valid: bool,
    why: Option<String>,
    input: Option<String>,
    input_base64: Option<String>,
}

/// The tested libraries, sorted by name; read once.
static LIBRARIES: LazyLock<Vec<LibraryRecord>> = LazyLock::new(|| {
    let read = RESULTS.lines().filter_map(|line| serde_json::from_str(line).ok());
    let mut libraries: Vec<LibraryRecord> = read.collect();
    libraries.sort_by_key(|library| library.program.to_lowercase());
    libraries
});

/// The tested libraries, sorted by name.
pub fn all() -> &'static [LibraryRecord] {
    &LIBRARIES
}

impl LibraryRecord {
    /// Its name and version.
    pub fn title(&self) -> String {
        match &self.program_version {
            Some(version) => format!("{} {version}", self.program),
            None => self.program.clone(),
        }
    }

    fn run(&self, grammar: &str, start: &str, claimed: bool) -> Option<&LibraryRunRecord> {
        let same = |run: &&LibraryRunRecord| run.grammar == grammar && run.start == start;
        self.runs.iter().filter(|run| run.claimed == claimed).find(same)
    }
}

impl LibraryRunRecord {
    /// The fragment of the suite on the page of the library.
    fn anchor(&self) -> String {
        format!("{}-{}", self.grammar, self.start)
    }

    /// The judge of its strings; `None` if the grammar is that of no edition.
    fn judge(&self) -> Option<String> {
        let edition = self.grammar.parse::<Edition>().ok()?;
        Some(claim::judge(edition, Reading::Corrected, Some(&self.start)))
    }
}

/// The number of cases with a wrong answer or without one.
fn otherwise(counts: &[usize; 4]) -> usize {
    counts[AnswerMark::Wrong as usize] + counts[AnswerMark::Failed as usize]
}

/// The content of the overview page.
pub fn contents(base: LinkBase) -> Markup {
    let libraries = all();
    let runs = libraries.iter().flat_map(|library| &library.runs);
    let suites = runs.map(|run| (!run.claimed, run.grammar.as_str(), run.start.as_str()));
    let mut suites: Vec<_> = suites.collect::<IndexSet<_>>().into_iter().collect();
    // The suites with the most tested libraries come first.
    suites.sort_by_key(|&(compared, grammar, start)| {
        let asked =
            libraries.iter().filter(|library| library.run(grammar, start, !compared).is_some());
        (compared, std::cmp::Reverse(asked.count()))
    });
    html! {
        h1 { "Today's libraries" }
        p {
            "On " (DAY) " " (libraries.len()) " libraries were asked about the strings of the conformance suites. "
            "Each case is a string that shows a mistake which parsers make. A number says of how many cases a library "
            "says otherwise than the grammar; it leads to what the library does. One habit may fail many cases."
        }
        p {
            "How the suites are made and how a library is asked is told in "
            a href=(base.to(&address::prose("suite"))) { "A conformance suite" } ", and what is worth knowing in "
            a href=(base.to(&address::prose("findings"))) { "Findings" } "."
        }
        (figure("What libraries answer otherwise", &picture()))
        @for (compared, grammar, start) in suites {
            (table(libraries, (grammar, start, !compared), base))
        }
    }
}

fn table(libraries: &[LibraryRecord], suite: (&str, &str, bool), base: LinkBase) -> Markup {
    let (grammar, start, claimed) = suite;
    let asked = |record| -> Option<(&LibraryRecord, &LibraryRunRecord)> {
        let library: &LibraryRecord = record;
        Some((library, library.run(grammar, start, claimed)?))
    };
    let asked: Vec<(&LibraryRecord, &LibraryRunRecord)> =
        libraries.iter().filter_map(asked).collect();
    let Some((_, first)) = asked.first() else { return html! {} };
    let total: usize = first.counts.iter().sum();
    let heading = match claimed {
        true => format!("{start} of {grammar}"),
        false => format!("For comparison: {start} of {grammar}"),
    };
    let anchor = format!("{}{grammar}-{start}", if claimed { "" } else { "compared-" });
    html! {
        h2 id=(anchor) { (heading) }
        @if claimed {
            p { "These claim to read " (named(grammar)) "." }
        } @else {
            p {
                "These do not claim to check by " (named(grammar))
                ": they follow another standard, or take whatever they can. None of it is a fault."
            }
        }
        div.libraries {
            @if asked.len() > 1 {
                p { label { input type="checkbox"; " only the productions of which they say different things" } }
            }
            div.scroll tabindex="0" role="group" aria-label=(heading) {
                table.matrix {
                    thead {
                        tr {
                            th scope="col" { "production" }
                            th scope="col" { "cases" }
                            @for (library, _) in &asked {
                                th scope="col" {
                                    a href=(base.to(&address::library(&library.program))) { (library.title()) }
                                    @if let Some(language) = language::programming_language(&library.program) { " " small { (language) } }
                                }
                            }
                        }
                    }
                    tbody {
                        tr {
                            th scope="row" { "all" }
                            td { (total) }
                            @for (library, run) in &asked {
                                td { (cell(otherwise(&run.counts), library, run, base)) }
                            }
                        }
                        @for row in &first.productions {
                            @let cells = asked.iter().map(|(_, run)| differing_cases(run, &row.production)).collect::<Vec<_>>();
                            @let alike = cells.windows(2).all(|pair| pair[0] == pair[1]);
                            tr.alike[alike] {
                                th scope="row" { (production(grammar, &row.production, base)) }
                                td { (row.counts.iter().sum::<usize>()) }
                                @for ((library, run), count) in asked.iter().zip(cells) {
                                    td { (cell(count, library, run, base)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The number of cases of a production that differ.
fn differing_cases(run: &LibraryRunRecord, production: &str) -> usize {
    let row = run.productions.iter().find(|row| row.production == production);
    row.map_or(0, |row| otherwise(&row.counts))
}

/// What libraries answer in the cases of a production; nothing if none was asked.
pub fn of_production(edition: Edition, name: &str, base: LinkBase) -> Markup {
    let counted = |claimed: bool| {
        let mut counted: Vec<(&LibraryRecord, &LibraryRunRecord, usize)> = Vec::new();
        for library in all() {
            let is_of = |run: &&LibraryRunRecord| {
                let has = run.productions.iter().any(|row| row.production == name);
                has && run.claimed == claimed && run.grammar == edition.name()
            };
            // A library counts once, by its first suite that has the production.
            counted.extend(
                library
                    .runs
                    .iter()
                    .find(is_of)
                    .map(|run| (library, run, differing_cases(run, name))),
            );
        }
        // Those that differ in most cases come first.
        counted.sort_by_key(|(.., count)| std::cmp::Reverse(*count));
        counted
    };
    let kinds = [
        ("Of those that claim to read ", counted(true)),
        ("Of the others, which do not claim to read ", counted(false)),
    ];
    html! {
        @if kinds.iter().any(|(_, counted)| !counted.is_empty()) {
            h2 #libraries { "What today's libraries say" }
            @for (those, counted) in kinds.iter().filter(|(_, counted)| !counted.is_empty()) {
                @let same = counted.iter().filter(|(.., count)| *count == 0).count();
                p {
                    (those) (edition.document().citation()) ", " (same) " say in all cases of " code { (name) }
                    " what the grammar says"
                    @for (number, (library, run, count)) in counted.iter().enumerate().take(counted.len() - same) {
                        (if number == 0 { "; this many cases are otherwise for: " } else { ", " })
                        (library.program) " " (cell(*count, library, run, base))
                    }
                    "."
                }
            }
            p { a href=(base.to("libraries/index.html")) { "Today's libraries" } }
        }
    }
}

/// A number, with a link to the strings of the suite on the page of the library.
fn cell(count: usize, library: &LibraryRecord, run: &LibraryRunRecord, base: LinkBase) -> Markup {
    let page = base.to(&address::library(&library.program));
    html! {
        @if count == 0 { span.none { "0" } }
        @else { a href={ (page) "#" (run.anchor()) } { (count) } }
    }
}

/// The document of an edition.
fn named(grammar: &str) -> &str {
    grammar.parse::<Edition>().map_or(grammar, |edition| edition.document().citation())
}

/// A production, with a link to its page. Productions of other documents have no page.
fn production(grammar: &str, name: &str, base: LinkBase) -> Markup {
    let edition = grammar.parse::<Edition>().ok().filter(|edition| names(*edition).contains(&name));
    html! {
        @match edition {
            Some(edition) => a href=(base.to(&address::production(edition, name))) { code { (name) } },
            None => code { (name) },
        }
    }
}

/// The page of a library.
pub fn text(library: &LibraryRecord, documentation: &Documentation, base: LinkBase) -> Markup {
    html! {
        h1 { (library.title()) }
        p {
            @if let Some(language) = language::programming_language(&library.program) { "A library for " (language) ". " }
            "Asked on " (DAY) ". " a href=(base.to("libraries/index.html")) { "All libraries" } "."
        }
        @if let Some(found) = prose::section(documentation, "findings", &library.program) {
            section { (found) }
        }
        @for run in &library.runs { (differences(run, base)) }
    }
}

fn differences(run: &LibraryRunRecord, base: LinkBase) -> Markup {
    let [right, wrong, failed, skipped] = run.counts;
    let strings =
        run.differences.iter().filter(|difference| difference.mark != AnswerMark::Skipped.name());
    let strings: Vec<&LibraryDifferenceRecord> = strings.collect();
    html! {
        h2 id=(run.anchor()) { (run.start) " of " (run.grammar) }
        p {
            "In " (wrong) " of " (right + wrong + failed + skipped) " cases it answers otherwise than the grammar."
            @if failed > 0 { " It gives no answer to " (failed) @if failed == 1 { " case." } @else { " cases." } }
            @if skipped > 0 { " It was not asked about " (skipped) "." }
            @if !run.claimed { " It does not claim to check by " (named(&run.grammar)) "." }
        }
        @if !strings.is_empty() {
            ul {
                @for habit in &run.habits {
                    li {
                        (words::markup(&habit.says)) ", as in " code { (habit.example) }
                        @if habit.strings > 1 { " (" (habit.strings) " strings)" }
                    }
                }
            }
            details data-judge=[run.judge()] {
                summary { (strings.len()) " strings" }
                @for ((name, valid), strings) in by_production(&strings) {
                    p {
                        (production(&run.grammar, name, base)) ", "
                        @if valid { "strings that conform:" } @else { "strings that do not conform:" }
                    }
                    ul.columns data-verdict=[(!valid).then_some(Verdict::Rejected)] {
                        @for difference in strings {
                            li {
                                (difference.string(run.judge().is_some())) " " (difference.fault().1)
                                @if difference.cases.len() > 1 { " and " (difference.cases.len() - 1) " more" }
                                @if let Some(why) = &difference.why { "; " (why) }
                            }
                        }
                    }
                }
            }
        }
    }
}

impl LibraryDifferenceRecord {
    /// The first fault that it tells: a production, and its mistake.
    fn fault(&self) -> (&str, &str) {
        let first = self.cases.first().map_or("", String::as_str);
        first.split_once('/').unwrap_or((first, ""))
    }

    /// The string; as a claim, if the page names its judge (`judged`).
    fn string(&self, judged: bool) -> Markup {
        html! {
            @match &self.input {
                None => "a long string",
                Some(input) if judged && self.input_base64.is_none() => (claim::typed(input.as_bytes())),
                Some(input) => code { (shown(input.as_bytes())) },
            }
        }
    }
}

/// The strings of each production, those that conform apart.
fn by_production<'a>(
    strings: &[&'a LibraryDifferenceRecord],
) -> IndexMap<(&'a str, bool), Vec<&'a LibraryDifferenceRecord>> {
    let mut groups: IndexMap<_, Vec<&LibraryDifferenceRecord>> = IndexMap::new();
    for difference in strings {
        groups.entry((difference.fault().0, difference.valid)).or_default().push(difference);
    }
    groups
}
