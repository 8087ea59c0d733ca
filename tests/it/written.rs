//! How RFC 3986 was written: a text of the book.
//!
//! The versions of its collected grammar are in `docs/rfc3986-drafts`, with their dates and
//! the messages of their editor. Each is reviewed against the one before. This program writes
//! the findings into the page. A person's judgements of the messages are in `steps.tsv`, and
//! what they say about the grammar is checked against the findings.

use std::fmt::Write as _;
use std::sync::Arc;

use urlbnf::automaton::{Limits, Relation, Work};
use urlbnf::bnf::ProductionId;
use urlbnf::diff::{NamedGrammar, NewProduction, PairChange, roles};
use urlbnf::report::review::ReviewReport;
use urlbnf::review::{Review, ReviewCode};
use urlbnf::text::markdown;
use urlbnf::{Edition, Grammar, Judge, Reading, Verdict};

use crate::repository::read;
use crate::support::{language, side_by_side};

/// The path of the page.
pub const PAGE: &str = "crates/book/texts/how-rfc3986-was-written.md";
const FOLDER: &str = "docs/rfc3986-drafts";

/// The rules that other documents refer to, each under all of its names.
const SURFACE: [&[&str]; 2] = [&["URI-reference"], &["absolute-URI", "absoluteURI"]];

/// The longest text of a rule that is shown, in bytes.
const LONGEST: usize = 160;

/// A version of the collected grammar.
struct GrammarVersion {
    number: String,
    date: String,
    message: String,
    text: String,
    grammar: Arc<Grammar>,
}

impl GrammarVersion {
    fn find(&self, name: &str) -> Option<ProductionId> {
        self.grammar.find(name).filter(|&id| self.grammar.name(id) == name)
    }
}

/// The rows of a table, without its head.
fn rows(file: &str) -> Vec<Vec<String>> {
    let text = read(&format!("{FOLDER}/{file}"));
    text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// All versions except 007, which has no grammar.
fn versions() -> Vec<GrammarVersion> {
    let mut all = Vec::new();
    for row in rows("index.tsv") {
        let [file, date, _commit, message] = &row[..] else { panic!("{row:?}") };
        if file == "007.abnf" {
            continue;
        }
        let text = read(&format!("{FOLDER}/{file}"));
        let grammar = Grammar::read(file, &text, Reading::Corrected);
        let grammar = Arc::new(grammar.unwrap().within(Limits::default()));
        let number = file.trim_end_matches(".abnf").to_owned();
        all.push(GrammarVersion {
            number,
            date: date.clone(),
            message: message.clone(),
            text,
            grammar,
        });
    }
    all
}

/// A person's judgement of a step.
struct StepJudgement {
    does: String,
    says: String,
    change: String,
    judgement: String,
}

fn judged(version: &GrammarVersion) -> StepJudgement {
    let rows = rows("steps.tsv");
    let row = rows.into_iter().find(|row| row[0] == format!("{}.abnf", version.number));
    let [_, does, says, change, judgement] = <[String; 5]>::try_from(row.unwrap()).unwrap();
    let known = ["says it", "says less", "says more", "does not say"];
    assert!(known.contains(&says.as_str()), "{says}");
    StepJudgement { does, says, change, judgement }
}

/// The review of a version against the one before.
fn review<'g>(old: &'g GrammarVersion, new: &'g GrammarVersion) -> Review<'g> {
    let side = |it: &'g GrammarVersion| NamedGrammar::new(&it.number, &it.grammar);
    let named = |names: &&[&str]| {
        let name = names.iter().find(|name| new.find(name).is_some());
        name.unwrap_or_else(|| panic!("{}: none of {names:?}", new.number)).to_string()
    };
    let starts: Vec<String> = SURFACE.iter().map(named).collect();
    Review::new(side(old), side(new), &starts, &|one, two| roles(one, two)).unwrap()
}

/// The effect of a step, in the words of the table.
fn does(review: &Review<'_>) -> &'static str {
    let any = |is: fn(ReviewCode) -> bool| review.findings.iter().any(|it| is(it.code));
    match review.gains_and_loses() {
        (true, true) => "lets in and shuts out",
        (true, false) => "lets in",
        (false, true) => "shuts out",
        _ if any(ReviewCode::is_of_language) => "changes rules, and no URI",
        _ if any(|it| it != ReviewCode::RuleRenamed) => "changes texts, and no string",
        _ if any(|_| true) => "changes names alone",
        _ => "changes nothing",
    }
}

/// A date in the form `4 October 2002`.
fn day(date: &str) -> String {
    const MONTHS: [&str; 12] = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ];
    let mut parts = date.split('-').map(|part| part.parse::<usize>().unwrap());
    let [year, month, day] = [(); 3].map(|()| parts.next().unwrap());
    format!("{day} {} {year}", MONTHS[month - 1])
}

/// Text in backquotes is a rule of one of the two versions, a string of a step or of the table
/// of strings, or a word of a message. Text in quotation marks is in a message.
fn held_to_the_step(
    told: &str,
    (old, new): (&GrammarVersion, &GrammarVersion),
    changes: &[String],
) {
    let index = read(&format!("{FOLDER}/index.tsv"));
    for code in told.split('`').skip(1).step_by(2) {
        let is_rule = [old, new].iter().any(|it| it.find(code).is_some());
        let is_known = changes.iter().any(|it| it.contains(&format!("`{code}`")))
            || old.text.contains(&format!(" {code} "))
            || rows("strings.tsv").iter().any(|row| row[2] == code)
            || ["?", "_", "-", "//"].contains(&code)
            || index.contains(code);
        assert!(is_rule || is_known, "{}: {code}", new.number);
    }
    for quoted in told.split('"').skip(1).step_by(2) {
        let is_there = index.to_lowercase().contains(&quoted.to_lowercase());
        assert!(is_there, "{}: {quoted}", new.number);
    }
}

/// The table of the steps, and the text of each step.
fn steps(versions: &[GrammarVersion], reviews: &[Review<'_>]) -> (String, String) {
    let mut table = String::from(
        "| version | date | what changed | what it does | the message |\n|---|---|---|---|---|\n",
    );
    let mut told = String::new();
    let reports: Vec<ReviewReport<'_>> =
        reviews.iter().map(|it| ReviewReport::from_review(it, |_| None)).collect();
    let all: Vec<String> = reports.iter().flat_map(ReviewReport::changes).collect();
    for (both, report) in versions.windows(2).zip(&reports) {
        let [old, new] = both else { continue };
        let changes = report.changes();
        let StepJudgement { does: said, says, change, judgement } = judged(new);
        assert_eq!(said, does(report.review()), "{}: {changes:?}", new.number);
        let is_same = [old, new].map(|it| it.text.replace('|', "/"));
        assert_eq!(said == "changes nothing", is_same[0] == is_same[1], "{}", new.number);
        held_to_the_step(&format!("{change} {judgement}"), (old, new), &all);
        let (number, date) = (&new.number, day(&new.date));
        let anchor = format!("{number}: {date}").to_lowercase().replace(':', "").replace(' ', "-");
        let cell = change.replace('|', "\\|");
        let _ = writeln!(table, "| [{number}](#{anchor}) | {date} | {cell} | {said} | {says} |");
        let message = markdown(&new.message);
        let _ = write!(told, "### {number}: {date}\n\n> {message}\n\n");
        let _ = write!(told, "The message {says}, the grammar {said}. {judgement}\n\n");
        changes.iter().for_each(|change| told += &format!("- {change}\n"));
        let texts = texts(report);
        if !texts.is_empty() {
            let _ = write!(told, "\n```diff\n{texts}```\n");
        }
        told.push('\n');
    }
    (table, told.replace("\n\n\n", "\n\n"))
}

/// The texts of the rules whose own text changes their strings.
fn texts(report: &ReviewReport<'_>) -> String {
    let mut told = String::new();
    for remark in report.remarks.iter().filter(|it| it.code.is_of_language()) {
        if let (Some(before), Some(now)) = (&remark.old_text, &remark.new_text)
            && before != now
            && before.len().max(now.len()) <= LONGEST
        {
            let _ = writeln!(told, "-{} = {before}", remark.old.unwrap_or_default());
            let _ = writeln!(told, "+{} = {now}", remark.new.unwrap_or_default());
        }
    }
    told
}

/// The versions in which something holds, in the form `001, 002, 005 to 023`.
fn ranges(versions: &[GrammarVersion], holds: &[bool]) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for at in (0..versions.len()).filter(|&at| holds[at]) {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == at => *last = at,
            _ => ranges.push((at, at)),
        }
    }
    let number = |at: usize| versions[at].number.as_str();
    let range = |&(first, last): &(usize, usize)| match last - first {
        0 => number(first).to_owned(),
        1 => format!("{}, {}", number(first), number(last)),
        _ => format!("{} to {}", number(first), number(last)),
    };
    ranges.iter().map(range).collect::<Vec<String>>().join(", ")
}

/// The table of the versions in which a string belongs to a rule.
fn strings(versions: &[GrammarVersion]) -> String {
    let mut table = String::from("| what | a string | of | in |\n|---|---|---|---|\n");
    for row in rows("strings.tsv") {
        let [what, rule, string] = &row[..] else { panic!("{row:?}") };
        let accepts = |version: &GrammarVersion| {
            let judge =
                Judge::of_production(Arc::clone(&version.grammar), version.find(rule).unwrap());
            judge.unwrap().judge(string.as_bytes()).verdict == Verdict::Conforms
        };
        let holds: Vec<bool> = versions.iter().map(accepts).collect();
        assert!(holds.contains(&true) && holds.contains(&false), "{string} tells nothing");
        let ranges = ranges(versions, &holds);
        let _ = writeln!(table, "| {what} | `{string}` | `{rule}` | {ranges} |");
    }
    table
}

/// For each rule of the last version: since when it has its name, and since when its strings.
fn rules(versions: &[GrammarVersion], reviews: &[Review<'_>]) -> String {
    let (first, last) = (&versions[0], versions.last().unwrap());
    let mut table = String::from("| rule | its name since | its strings since |\n|---|---|---|\n");
    for id in last.grammar.defined() {
        let [definition, ..] = last.grammar.production(id).definitions() else { continue };
        if !last.grammar.listing().is_own(definition.place.start) {
            continue;
        }
        let (mut named, mut same) = (None, None);
        let mut own = NewProduction(id);
        for (review, version) in reviews.iter().zip(&versions[1..]).rev() {
            let pair = review.diff.pairs.iter().find(|pair| pair.new == own);
            let is_named =
                pair.is_some_and(|it| review.diff.old_name(it.old) == review.diff.new_name(it.new));
            if !is_named && named.is_none() {
                named = Some(&version.number);
            }
            if !pair.is_some_and(|it| matches!(it.change, PairChange::Same)) && same.is_none() {
                same = Some(&version.number);
            }
            let Some(pair) = pair else { break };
            own = NewProduction(pair.old.0);
        }
        let [named, same] = [named, same].map(|it| it.unwrap_or(&first.number));
        let _ = writeln!(table, "| `{}` | {named} | {same} |", last.grammar.name(id));
    }
    table
}

/// The page with the computed tables and steps.
pub fn with_what_is_found(page: &str) -> String {
    let versions = versions();
    let reviews = side_by_side(versions.windows(2), |both| review(&both[0], &both[1]));
    let (table, told) = steps(&versions, &reviews);
    let mut page = page.to_owned();
    for (name, found) in [
        ("strings", strings(&versions)),
        ("rules", rules(&versions, &reviews)),
        ("table", table),
        ("steps", told.trim_end().to_owned() + "\n"),
    ] {
        let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
        let from = page.find(&begin).unwrap_or_else(|| panic!("{begin}")) + begin.len();
        let to = page.find(&end).unwrap_or_else(|| panic!("{end}"));
        page.replace_range(from..to, &format!("\n{found}\n"));
    }
    page
}

#[test]
fn the_page_tells_what_the_review_of_each_step_finds() {
    // The test that runs the page's commands updates the page.
    if std::env::var_os("UPDATE_DOCS").is_none() {
        let page = read(PAGE);
        assert!(page == with_what_is_found(&page), "UPDATE_DOCS=1 writes {PAGE} anew");
    }
}

/// The first version is the grammar of RFC 2396, and the last one that of RFC 3986: each rule
/// has the same strings.
#[test]
fn the_history_begins_and_ends_with_the_two_documents() {
    let versions = versions();
    for (version, edition) in
        [(&versions[0], Edition::Rfc2396), (versions.last().unwrap(), Edition::Rfc3986)]
    {
        let grammar = edition.grammar(Reading::Printed);
        let mut held = 0;
        for id in version.grammar.defined() {
            // In ABNF, a quoted letter means both cases. RFC 2396 is not in ABNF.
            let name = version.grammar.name(id);
            let known = grammar.find(name).filter(|_| !["lowalpha", "upalpha"].contains(&name));
            let Some(known) = known else { continue };
            let relation = language(&version.grammar, id)
                .relation(&language(grammar, known), &mut Work::default());
            assert_eq!(relation.unwrap(), Relation::Equal, "{edition}: {name}");
            held += 1;
        }
        assert!(held > 30, "{edition}: {held}");
    }
}
