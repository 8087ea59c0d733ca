//! The limits in docs/limits.md are those of the program.

use crate::repository::{read, sources};

/// The value of a constant in a source file: a number, or one shifted.
fn value(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find(|line| line.contains(&format!("const {name}: ")))?;
    let value = line.split(" = ").nth(1)?.trim_end_matches(';').replace('_', "");
    let value = match value.strip_prefix("Duration::fromsecs(") {
        Some(seconds) => seconds.trim_end_matches(')').to_owned(),
        None => value,
    };
    let number = |text: &str| text.trim().parse::<u64>().ok();
    match value.split_once("<<") {
        Some((number_of, places)) => Some(number(number_of)? << number(places)?),
        None => value.split('*').map(number).product(),
    }
}

/// The rows of the table: limit, value, what it bounds, what raises it, constant.
fn rows(page: &str) -> Vec<Vec<String>> {
    let rows = page.lines().filter(|line| line.starts_with("| "));
    let rows = rows.filter(|line| !line.starts_with("| limit |"));
    let cells =
        |line: &str| line.trim_matches('|').split(" | ").map(|it| it.trim().to_owned()).collect();
    rows.map(cells).collect()
}

#[test]
fn the_table_of_limits_is_that_of_the_constants() {
    let rows = rows(&read("docs/limits.md"));
    assert!(rows.len() > 5, "{rows:?}");
    for row in rows {
        let [limit, shown, _, _, place] = &row[..] else { panic!("{row:?}") };
        let place = place.trim_matches('`');
        let (path, name) = place.split_once(": ").unwrap_or_else(|| panic!("{row:?}"));
        let is = value(&read(path), name).unwrap_or_else(|| panic!("{path} has no number {name}"));
        let shown: String = shown.chars().filter(char::is_ascii_digit).collect();
        assert_eq!(shown, is.to_string(), "{limit}");
    }
}

/// The limits of the engine, and the constants named like limits of a command's input.
#[test]
fn every_limit_that_a_user_meets_is_in_the_table() {
    let page = read("docs/limits.md");
    let engine = "crates/language/src/limits.rs";
    for (path, text) in ["src/cli", "crates/language/src"].map(sources).concat() {
        for line in text.lines() {
            let constants = ["const ", "pub const ", "pub(crate) const ", "pub(super) const "];
            let Some(name) = constants.iter().find_map(|it| line.strip_prefix(it)) else {
                continue;
            };
            let name = name.split(':').next().unwrap_or_default();
            let is_limit = matches!(name, "LONGEST" | "LONGEST_LINE");
            if is_limit || path == engine {
                assert!(page.contains(&format!("`{path}: {name}`")), "{path}: {name}");
            }
        }
    }
}
