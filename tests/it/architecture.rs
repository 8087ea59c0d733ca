//! The architecture page agrees with the code.
//!
//! `docs/architecture.md` lists the layers, the purpose of each, and what each may use. The
//! list comes from the manifests: `UPDATE_DOCS=1 cargo test architecture` rewrites it.

use std::fmt::Write as _;

use crate::repository::{hold_part_to, read, root, sources};

const PAGE: &str = "docs/architecture.md";

/// The packages, lowest first: the folder of each, and its crate name.
const LAYERS: [(&str, &str); 10] = [
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

/// The packages of this repository that a package depends on.
fn layer_dependencies(floor: &str) -> Vec<String> {
    let manifest = read(&format!("{floor}/Cargo.toml"));
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or_default();
    let dependencies = dependencies.split("\n[").next().unwrap_or_default();
    let own = dependencies.lines().filter(|line| line.starts_with("urlbnf"));
    own.map(|line| line.split(['.', ' ']).next().unwrap_or_default().to_owned()).collect()
}

/// The table of the layers, lowest first, with the descriptions of their manifests.
fn layers() -> String {
    let mut table = String::from("| layer | what it is | uses |\n|---|---|---|\n");
    for (floor, _) in LAYERS {
        let manifest = read(&format!("{floor}/Cargo.toml"));
        let package = manifest.split("[package]").nth(1).unwrap();
        let description = package.split("description = \"").nth(1).unwrap();
        let description = description.split('"').next().unwrap();
        let uses: Vec<String> =
            layer_dependencies(floor).iter().map(|it| format!("`{it}`")).collect();
        let _ = writeln!(table, "| `{floor}` | {description} | {} |", uses.join(", "));
    }
    table
}

#[test]
fn the_picture_of_the_architecture_is_what_the_code_is() {
    let marks = ["<!-- layers -->\n", "<!-- /layers -->"];
    hold_part_to(PAGE, marks, &format!("\n{}\n", layers()));
}

#[test]
fn a_layer_uses_only_the_layers_below_it() {
    for (at, (floor, name)) in LAYERS.iter().enumerate() {
        for on in layer_dependencies(floor) {
            let below = LAYERS[..at].iter().any(|(_, below)| below.replace('_', "-") == on);
            assert!(below, "{name} stands on {on}, which is not below it");
        }
    }
}

/// Every path that the page names in backticks exists.
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

/// The arguments of the macros that read a file, up to the end of each call.
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

/// A package can be published alone: each file that it includes is inside it.
#[test]
fn no_package_includes_a_file_of_another() {
    let mut files = 0;
    for (floor, _) in LAYERS {
        let sources = sources(&format!("{floor}/src"));
        for (path, text) in sources {
            // A path that a macro assembles also starts at the folder of the source.
            let given = included(&text).into_iter();
            for given in given.filter_map(|it| it.split('"').nth(1).map(str::to_owned)) {
                let ups = given.matches("../").count();
                let depth = path.trim_start_matches("./").matches('/').count();
                let own = floor.trim_start_matches('.').split('/').filter(|it| !it.is_empty());
                assert!(ups <= depth - own.count(), "{path} includes {given}");
                files += 1;
            }
        }
    }
    assert!(files > 20, "only {files} files");
}

/// The derived parsers take longest to compile. An edit of a sentence, a page or a remark must
/// not recompile them, so their crate reads nothing but grammars.
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
    assert_eq!(layer_dependencies("grammar"), [""; 0]);
    assert!(!root().join("grammar/build.rs").exists());
    let derives = |text: &str| text.contains("pest_derive::Parser");
    let everywhere = ["src", "crates", "grammar"].into_iter().flat_map(sources);
    let derived: Vec<String> =
        everywhere.filter(|(_, text)| derives(text)).map(|(path, _)| path).collect();
    assert_eq!(derived, ["grammar/src/lib.rs"]);
}

/// A source without its comments.
fn code(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}
