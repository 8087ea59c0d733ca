//! Errata on published grammars: what the program reports on the printed rules and on the
//! corrected ones. `tests/cases/errata.toml` has both; `UPDATE_DOCS=1 cargo test errata`
//! rewrites the table of docs/errata.md.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::Value;

use crate::program::{draft, run};
use crate::repository::{hold_part_to, read};

const PAGE: &str = "docs/errata.md";

/// An erratum, the rules as printed and as corrected, and the expected reports.
struct Erratum {
    rfc: i64,
    number: i64,
    status: String,
    rule: String,
    start: String,
    is_rfc822: bool,
    /// The other rules of the grammar.
    base: String,
    texts: [String; 2],
    /// The findings of `lint` that disappear with the erratum, and those that are new.
    lint: [BTreeSet<String>; 2],
    diff: String,
    why: Option<String>,
}

fn errata() -> Vec<Erratum> {
    let table: toml::Table = read("tests/cases/errata.toml").parse().unwrap();
    let rows = table["erratum"].as_array().unwrap();
    let is = |row: &toml::Value, key: &str| {
        let number = |key: &str| row[key].as_integer().unwrap();
        format!("{}-{}", number("rfc"), number("number")) == key
    };
    let erratum = |row: &toml::Value| {
        let text = |key: &str| row.get(key).map(|it| it.as_str().unwrap().to_owned());
        let words = |key: &str| {
            let values = row.get(key).and_then(toml::Value::as_array).into_iter().flatten();
            values.map(|it| it.as_str().unwrap().to_owned()).collect()
        };
        let texts = ["before", "after"].map(|key| text(key).unwrap());
        let with: Vec<String> = words("with");
        let given: String = (rows.iter().filter(|other| with.iter().any(|it| is(other, it))))
            .map(|it| it["after"].as_str().unwrap())
            .collect();
        let file = text("file").map(|path| {
            without(&read(&path), &names(&[&texts[0], &texts[1], &given].map(|it| &**it).concat()))
        });
        let rule = text("rule").unwrap();
        Erratum {
            rfc: row["rfc"].as_integer().unwrap(),
            number: row["number"].as_integer().unwrap(),
            status: text("status").unwrap(),
            start: text("start").unwrap_or_else(|| rule.clone()),
            rule,
            is_rfc822: row.get("notation").is_some(),
            base: [given, text("rest").unwrap_or_default(), file.unwrap_or_default()].concat(),
            texts,
            lint: [words("lint").into_iter().collect(), words("new").into_iter().collect()],
            diff: text("diff").unwrap(),
            why: text("why"),
        }
    };
    rows.iter().map(erratum).collect()
}

/// The name that a line defines, if any.
fn defined(line: &str) -> Option<String> {
    let name = line.split(['=', ' ', '\t']).next()?;
    let is_name = line.starts_with(|it: char| it.is_ascii_alphabetic());
    (is_name && line[name.len()..].trim_start().starts_with('=')).then(|| name.to_lowercase())
}

fn names(rules: &str) -> Vec<String> {
    rules.lines().filter_map(defined).collect()
}

/// A grammar without the rules of these names.
fn without(grammar: &str, names: &[String]) -> String {
    let mut kept = String::new();
    let mut is_kept = true;
    for line in grammar.lines() {
        if let Some(name) = defined(line) {
            is_kept = !names.contains(&name);
        }
        if is_kept {
            let _ = writeln!(kept, "{line}");
        }
    }
    kept
}

impl Erratum {
    /// The grammars before and after the correction, as files.
    fn files(&self) -> [String; 2] {
        let (comment, extension) =
            if self.is_rfc822 { ("#", "bnf") } else { ("; urlbnf:", "abnf") };
        let notation = if self.is_rfc822 { "# notation rfc822\n" } else { "" };
        [0, 1].map(|side| {
            let text = &self.texts[side];
            let text = format!("{notation}{comment} start {}\n{text}{}", self.start, self.base);
            draft(&format!("{}-{}-{side}.{extension}", self.rfc, self.number), text.as_bytes())
        })
    }

    fn linted(&self, file: &str) -> BTreeSet<String> {
        let output = run(&["lint", "--format", "json", file], b"");
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        let said = |finding: &Value| {
            let rule = finding["production"].as_str().unwrap_or_default();
            format!("{} {rule}", finding["code"].as_str().unwrap()).trim().to_owned()
        };
        // Findings on unused rules are left out.
        let is_told = |it: &String| !it.starts_with("unused");
        found.as_array().unwrap().iter().map(said).filter(is_told).collect()
    }

    /// The codes of the findings, as Markdown.
    fn told(&self) -> String {
        let mut codes: Vec<&str> =
            self.lint[0].iter().filter_map(|it| it.split(' ').next()).collect();
        codes.dedup();
        codes.iter().map(|code| format!("`{code}`")).collect::<Vec<_>>().join(", ")
    }
}

#[test]
fn lint_and_diff_say_of_errata_what_the_table_says() {
    for erratum in errata() {
        let name = format!("RFC {}, erratum {}", erratum.rfc, erratum.number);
        let files = erratum.files();
        let [before, after] = [0, 1].map(|side| erratum.linted(&files[side]));
        let gone: BTreeSet<String> = before.difference(&after).cloned().collect();
        let new: BTreeSet<String> = after.difference(&before).cloned().collect();
        assert_eq!([&gone, &new], [&erratum.lint[0], &erratum.lint[1]], "{name}");
        assert_eq!(gone.is_empty(), erratum.why.is_some(), "{name}: found, or why not");
        let output = run(&["diff", &files[0], &files[1], &erratum.rule], b"");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).unwrap();
        assert!(said.lines().any(|line| line == erratum.diff), "{name}: {said}");
    }
}

/// The part of the page with the table: what lint finds, and what it cannot find, by reason.
fn shown(errata: &[Erratum]) -> String {
    let mut text = "| RFC | erratum | status | lint | diff |\n|---|---|---|---|---|\n".to_owned();
    let link = |it: &Erratum| format!("[{0}](https://www.rfc-editor.org/errata/eid{0})", it.number);
    for it in errata.iter().filter(|it| it.why.is_none()) {
        let diff = match it.diff.starts_with("error") {
            true => "cannot be read",
            false => &it.diff,
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {diff} |",
            it.rfc,
            link(it),
            it.status,
            it.told()
        );
    }
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    for it in errata {
        let Some(why) = it.why.as_deref() else { continue };
        let entry = format!("{} {}", it.rfc, link(it));
        match reasons.iter_mut().find(|(reason, _)| *reason == why) {
            Some((_, entries)) => entries.push(entry),
            None => reasons.push((why, vec![entry])),
        }
    }
    text += "\nOf these lint finds nothing:\n\n";
    for (why, entries) in reasons {
        let _ = writeln!(text, "- {why}: {}", entries.join(", "));
    }
    text
}

#[test]
fn the_page_has_the_table() {
    hold_part_to(PAGE, ["## The errata\n\n", "\n## Errata that"], &shown(&errata()));
}
