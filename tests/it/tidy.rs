//! The repository's own coding rules.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

use crate::repository::{files_below, read, read_if_there, sources};

/// The crates whose `lib.rs` lists the modules in order of dependency.
const ORDERED: [&str; 6] =
    ["crates/language", "crates/bnf", "crates/peg", "crates/url", "crates/book", "grammar/remarks"];

/// The folders with the product's code.
const PRODUCT: &[&str] = &["src", "grammar", "crates"];

/// Every source file, including the tests.
fn everywhere() -> Vec<(String, String)> {
    PRODUCT.iter().chain(&["tests"]).flat_map(|folder| sources(folder)).collect()
}

/// The lines of a source file that are code.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    numbered.filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// The module of a library that contains a source file, by its path below the library.
fn module(path: &str) -> &str {
    let inner = path.trim_start_matches("src/").trim_end_matches(".rs");
    inner.split('/').next().unwrap_or(inner)
}

/// The modules of its own library that a line of code uses. (Types that the library exports at
/// its top are not modules.)
fn used(code: &str) -> impl Iterator<Item = &str> {
    let uses = code.split("crate::").skip(1).map(|rest| rest.trim_start_matches('{'));
    let names = uses.map(|rest| {
        let end = rest.find(|it: char| !it.is_alphanumeric() && it != '_');
        &rest[..end.unwrap_or(rest.len())]
    });
    names.filter(|name| name.starts_with(|it: char| it.is_ascii_lowercase()))
}

/// Each `lib.rs` lists the modules in order of dependency, lowest first.
#[test]
fn modules_use_only_what_stands_before_them() {
    let mut wrong = Vec::new();
    for folder in ORDERED.map(|folder| format!("{folder}/src")) {
        let library = read(&format!("{folder}/lib.rs"));
        let lines = library.lines().map(|line| line.strip_prefix("pub ").unwrap_or(line));
        let modules = lines.filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
        let order: Vec<&str> = modules.collect();
        assert!(order.len() > 1, "{folder}: modules {order:?}");
        let place = |name: &str| order.iter().position(|it| *it == name);
        for (path, text) in sources(&folder) {
            let name = module(path.trim_start_matches(&folder).trim_start_matches('/'));
            if name == "lib" {
                continue;
            }
            let own = place(name).unwrap_or_else(|| panic!("{path}: lib.rs does not name it"));
            for (line, text) in code(&text) {
                let beyond = used(text).filter(|it| place(it).is_some_and(|used| used > own));
                wrong.extend(beyond.map(|used| format!("{path}:{line} uses {used:?}")));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn every_source_file_says_what_it_is_for() {
    for (path, text) in everywhere() {
        assert!(text.starts_with("//! "), "{path} does not begin with its documentation");
    }
}

/// The name that a line of code defines as a type. An associated type has the name of its trait.
fn type_name(line: &str) -> Option<&str> {
    let is_indented = line.starts_with(' ');
    let mut line = line.trim_start();
    if let Some(public) = line.strip_prefix("pub") {
        line = public.split_once(' ').map_or(public, |(_, rest)| rest);
    }
    let (kind, rest) = line.split_once(' ')?;
    let is_type = match kind {
        "struct" | "enum" | "union" | "trait" => true,
        "type" => !is_indented,
        _ => false,
    };
    let end = rest.find(|it: char| !it.is_alphanumeric()).unwrap_or(rest.len());
    (is_type && rest.starts_with(|it: char| it.is_ascii_uppercase())).then_some(&rest[..end])
}

#[test]
fn every_type_has_a_name_of_its_own() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in everywhere() {
        for (number, line) in code(&text) {
            if let Some(name) = type_name(line) {
                places.entry(name.to_owned()).or_default().push(format!("{path}:{number}"));
            }
        }
    }
    assert!(places.len() > 1_000, "{} types", places.len());
    // One definition for each system.
    places.remove("FileIdentity");
    places.retain(|_, places| places.len() > 1);
    assert!(places.is_empty(), "types with one name: {places:#?}");
}

#[test]
fn lines_of_a_grammar_are_short_enough_to_be_read() {
    let grammars = files_below("grammar").into_iter();
    let ends = [".pest", ".bnf", ".abnf"];
    for path in grammars.filter(|path| ends.iter().any(|end| path.ends_with(end))) {
        let text = read(&path);
        // A directive cannot be broken, and may quote a sentence.
        let most = |line: &str| if line.contains(" urlbnf: ") { 170 } else { 100 };
        let long = text.lines().find(|line| line.len() > most(line));
        assert_eq!(long, None, "{path}");
    }
}

#[test]
fn nothing_is_left_undone() {
    let undone = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("#[ign", "ore]")];
    let mut wrong = Vec::new();
    for (path, text) in everywhere() {
        for (line, text) in text.lines().enumerate() {
            let found = undone.iter().find(|it| text.contains(*it));
            wrong.extend(found.map(|it| format!("{path}:{} has {it}", line + 1)));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// Every package enables the lints that find code that may panic.
#[test]
fn every_package_is_held_to_the_lints_of_the_house() {
    let manifests = files_below("").into_iter().filter(|path| path.ends_with("Cargo.toml"));
    let mut packages = 0;
    for path in manifests {
        let lints = read(&path).split("\n[lints]\n").nth(1).map(str::to_owned);
        assert!(lints.is_some_and(|it| it.starts_with("workspace = true")), "{path} has no lints");
        packages += 1;
    }
    assert!(packages > 5, "only {packages} packages");
}

#[test]
fn the_repository_stands_alone() {
    let outside = [concat!("/wo", "rk/"), concat!("/tm", "p/"), concat!("../sh", "ared")];
    for path in files_below("") {
        let Some(text) = read_if_there(&path) else { continue };
        for (line, text) in text.lines().enumerate() {
            for name in outside {
                assert!(!text.contains(name), "{path}:{} names {name}", line + 1);
            }
        }
    }
}

/// The name of each snapshot is a literal of a test, fits a format string of one such as
/// `"prefix{}"`, or is a cell of a table.
#[test]
fn every_snapshot_belongs_to_a_test() {
    let tests: String = sources("tests").into_iter().map(|(_, text)| text).collect();
    let tables = files_below("tests/cases/commands").into_iter().map(|path| read(&path));
    let tables: String = tables.collect();
    let in_tables = tables.split(['\t', '\n']).filter_map(|cell| cell.strip_prefix("snapshot "));
    let literals: Vec<&str> = tests.split('"').chain(in_tables).collect();
    for path in files_below("snapshots") {
        let name = path.trim_start_matches("snapshots/");
        let stem = name.strip_suffix(".snap");
        let stem = stem.unwrap_or_else(|| panic!("{path} is no snapshot, or a pending one"));
        let named = literals.iter().any(|literal| {
            *literal == stem
                || literal.split_once('{').is_some_and(|(prefix, rest)| {
                    let suffix = rest.rsplit('}').next().unwrap_or_default();
                    !prefix.is_empty() && stem.starts_with(prefix) && stem.ends_with(suffix)
                })
        });
        assert!(named, "{path} is of no test");
    }
}

/// The output of `cargo metadata` for this package, with the locked dependencies.
pub fn metadata() -> Value {
    let version = Command::new(env!("CARGO")).arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--offline", "--locked", "--format-version", "1", "--all-features"])
        .args(["--filter-platform", host])
        .current_dir(crate::repository::root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn version(text: &str) -> Vec<u64> {
    let mut parts: Vec<u64> = text.split('.').map(|part| part.parse().unwrap()).collect();
    parts.resize(3, 0);
    parts
}

/// The packages that a build needs, without the dependencies of tests.
fn built(metadata: &Value) -> Vec<&Value> {
    let nodes = metadata["resolve"]["nodes"].as_array().unwrap();
    let mut pending = vec![&metadata["resolve"]["root"]];
    let mut seen: Vec<&Value> = Vec::new();
    while let Some(id) = pending.pop() {
        if seen.contains(&id) {
            continue;
        }
        seen.push(id);
        let node = nodes.iter().find(|node| &node["id"] == id).unwrap();
        for dependency in node["deps"].as_array().unwrap() {
            let kinds = dependency["dep_kinds"].as_array().unwrap();
            if kinds.iter().any(|kind| kind["kind"] != "dev") {
                pending.push(&dependency["pkg"]);
            }
        }
    }
    let packages = metadata["packages"].as_array().unwrap();
    packages.iter().filter(|package| seen.contains(&&package["id"])).collect()
}

#[test]
fn the_rust_version_is_enough_for_the_dependencies_and_stated() {
    let metadata = metadata();
    let own = env!("CARGO_PKG_RUST_VERSION");
    for package in built(&metadata) {
        if let Some(needed) = package["rust_version"].as_str() {
            let name = &package["name"];
            assert!(version(needed) <= version(own), "{name} needs Rust {needed}, not {own}");
        }
    }
    assert!(
        read("README.md").contains(&format!("Rust {own}")),
        "README.md does not say Rust {own}"
    );
}
