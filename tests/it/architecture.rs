//! The picture of the architecture is what the code is.
//!
//! `docs/architecture.md` lists the floors with what each may know, and the modules of
//! each with their first sentence. All of that is read from the manifests and the
//! sources: `UPDATE_DOCS=1 cargo test architecture` writes it anew.

use std::fmt::Write as _;
use std::fs;

use crate::repository::{read, read_if_there, root};

const PAGE: &str = "docs/architecture.md";

/// The packages, lowest first: where each lies, and how its sources name it.
const FLOORS: [(&str, &str); 4] = [
    ("crates/language", "urlbnf_language"),
    ("crates/bnf", "urlbnf_bnf"),
    ("grammar", "urlbnf_grammar"),
    (".", "urlbnf"),
];

/// The first sentence of a file's documentation.
fn first_sentence(text: &str) -> String {
    let lines = text.lines().take_while(|line| line.starts_with("//!"));
    let lines = lines.map(|line| line.trim_start_matches("//!").trim());
    let paragraph: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let paragraph = paragraph.join(" ");
    match paragraph.find(". ") {
        Some(end) => paragraph[..=end].to_owned(),
        None => paragraph,
    }
}

/// The modules of a package, in the order in which its `lib.rs` names them.
fn modules(floor: &str) -> Vec<(String, String)> {
    let library = read(&format!("{floor}/src/lib.rs"));
    let names = library.lines().filter_map(|line| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        line.strip_prefix("mod ")?.strip_suffix(';')
    });
    let said = |name: &str| {
        let file = read_if_there(&format!("{floor}/src/{name}.rs"));
        let text = file.unwrap_or_else(|| read(&format!("{floor}/src/{name}/mod.rs")));
        (name.to_owned(), first_sentence(&text))
    };
    names.map(said).collect()
}

/// The packages of this repository on which another stands.
fn stands_on(floor: &str) -> Vec<String> {
    let manifest = read(&format!("{floor}/Cargo.toml"));
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or_default();
    let dependencies = dependencies.split("\n[").next().unwrap_or_default();
    let own = dependencies.lines().filter(|line| line.starts_with("urlbnf"));
    own.map(|line| line.split_whitespace().next().unwrap_or_default().to_owned()).collect()
}

/// What stands in the page between the marks of a floor.
fn listed(floor: &str) -> String {
    let mut text = String::from("\n");
    let on = stands_on(floor);
    let on = on.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let on = if on.is_empty() { "none of the others".to_owned() } else { on };
    let _ = writeln!(text, "It stands on: {on}.\n\n| module | what it is for |\n|---|---|");
    for (name, sentence) in modules(floor) {
        let sentence = sentence.replace("[`", "`").replace("`]", "`").replace('|', "\\|");
        let _ = writeln!(text, "| `{name}` | {sentence} |");
    }
    text + "\n"
}

#[test]
fn the_picture_of_the_architecture_is_what_the_code_is() {
    let page = read(PAGE);
    let mut real = page.clone();
    for (floor, _) in FLOORS {
        let (from, to) = (format!("<!-- modules of {floor} -->"), "<!-- end -->");
        let start = real.find(&from).unwrap_or_else(|| panic!("{PAGE} has no {from}"));
        let start = start + from.len();
        let end = start + real[start..].find(to).unwrap();
        real.replace_range(start..end, &format!("\n{}", listed(floor).trim_start_matches('\n')));
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(root().join(PAGE), &real).unwrap();
    } else {
        assert!(page == real, "{PAGE} is not what the code is: UPDATE_DOCS=1 writes it anew");
    }
}

#[test]
fn a_floor_knows_only_the_floors_below_it() {
    for (at, (floor, name)) in FLOORS.iter().enumerate() {
        for on in stands_on(floor) {
            let below = FLOORS[..at].iter().any(|(_, below)| below.replace('_', "-") == on);
            assert!(below, "{name} stands on {on}, which is not below it");
        }
    }
}

/// Every path that the page names in backticks, if it looks like one, is there.
#[test]
fn every_place_that_the_page_names_exists() {
    let page = read(PAGE);
    let places = page.split('`').skip(1).step_by(2).filter(|it| it.contains('/'));
    let mut found = 0;
    for place in places.filter(|it| !it.contains(' ')) {
        assert!(root().join(place).exists(), "{PAGE} names {place}");
        found += 1;
    }
    assert!(found > 20, "only {found} places");
}
