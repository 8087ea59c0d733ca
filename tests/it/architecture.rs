//! The picture of the architecture is what the code is.
//!
//! `docs/architecture.md` lists the floors with what each may know, and the modules of
//! each with their first sentence. All of that is read from the manifests and the
//! sources: `UPDATE_DOCS=1 cargo test architecture` writes it anew.

use std::fmt::Write as _;

use crate::repository::{hold_to, read, read_if_there, root, sources};

const PAGE: &str = "docs/architecture.md";

/// The packages, lowest first: where each lies, and how its sources name it.
const FLOORS: [(&str, &str); 10] = [
    ("crates/language", "urlbnf_language"),
    ("crates/bnf", "urlbnf_bnf"),
    ("crates/peg", "urlbnf_peg"),
    ("grammar", "urlbnf_grammar"),
    ("grammar/documents", "urlbnf_documents"),
    ("grammar/remarks", "urlbnf_remarks"),
    ("crates/url", "urlbnf_url"),
    ("crates/report", "urlbnf_report"),
    ("crates/book", "urlbnf_book"),
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
    own.map(|line| line.split(['.', ' ']).next().unwrap_or_default().to_owned()).collect()
}

/// What stands in the page between the marks of a floor.
fn listed(floor: &str) -> String {
    let mut text = String::from("\n");
    let on = stands_on(floor);
    let on = on.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let on = if on.is_empty() { "none of the others".to_owned() } else { on };
    let _ = writeln!(text, "It stands on: {on}.");
    let modules = modules(floor);
    if !modules.is_empty() {
        text.push_str("\n| module | what it is for |\n|---|---|\n");
    }
    for (name, sentence) in modules {
        let sentence = sentence.replace("[`", "`").replace("`]", "`").replace('|', "\\|");
        let _ = writeln!(text, "| `{name}` | {sentence} |");
    }
    text + "\n"
}

#[test]
fn the_picture_of_the_architecture_is_what_the_code_is() {
    let mut real = read(PAGE);
    for (floor, _) in FLOORS {
        let (from, to) = (format!("<!-- modules of {floor} -->"), "<!-- end -->");
        let start = real.find(&from).unwrap_or_else(|| panic!("{PAGE} has no {from}"));
        let start = start + from.len();
        let end = start + real[start..].find(to).unwrap();
        real.replace_range(start..end, &format!("\n{}", listed(floor).trim_start_matches('\n')));
    }
    hold_to(PAGE, &real);
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

/// What the macros that read a file are given in a source: all up to the end of the call.
fn included(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for name in ["include_str!(", "include_bytes!(", "include!(", "#[path = ", "#[grammar = "] {
        for (at, _) in text.match_indices(name) {
            let rest = &text[at + name.len()..];
            let mut depth = 1;
            let end = rest.find(|it| {
                depth += i32::from("([".contains(it)) - i32::from(")]".contains(it));
                depth == 0
            });
            found.push(rest[..end.unwrap()].to_owned());
        }
    }
    found
}

/// The derived parsers take longest to compile. Whoever edits a sentence, a page or a remark
/// need not wait for them: the crate in which they are derived reads grammars alone.
#[test]
fn the_crate_of_the_parsers_reads_nothing_but_grammars() {
    let parsers: Vec<(String, String)> = sources("grammar/src");
    let mut files = 0;
    for (path, text) in &parsers {
        let text = code(text);
        for given in included(&text) {
            let is_grammar =
                ["$extension)", ".bnf\"", "$file"].iter().any(|it| given.ends_with(it));
            assert!(is_grammar || given.ends_with(r#""/", $file)"#), "{path} reads {given}");
        }
        let names = text.split('"').skip(1).step_by(2).filter(|it| it.contains('.'));
        for name in names.filter(|it| !it.starts_with('.')) {
            let is_grammar = [".pest", ".bnf", ".abnf"].iter().any(|it| name.ends_with(it));
            assert!(is_grammar, "{path} names {name}");
            assert!(root().join("grammar").join(name).exists(), "{path} names {name}");
            files += 1;
        }
    }
    assert!(files > 20, "only {files} files");
    assert_eq!(stands_on("grammar"), [""; 0]);
    assert!(!root().join("grammar/build.rs").exists());
    let derives = |text: &str| text.contains("pest_derive::Parser");
    let everywhere = ["src", "crates", "grammar"].into_iter().flat_map(sources);
    let derived: Vec<String> =
        everywhere.filter(|(_, text)| derives(text)).map(|(path, _)| path).collect();
    assert_eq!(derived, ["crates/peg/src/proof/notation.rs", "grammar/src/lib.rs"]);
}

/// A source without its comments.
fn code(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}
