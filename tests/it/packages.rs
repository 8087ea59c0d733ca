//! The packages that the program links, and the description of its own package in the
//! manifest.

use serde_json::Value;

use crate::repository::{read, root};
use crate::tidy::metadata;

/// A package by its id, and its node in the dependency graph.
fn package<'m>(metadata: &'m Value, id: &Value) -> (&'m Value, &'m Value) {
    let find = |list: &'m Value| list.as_array().unwrap().iter().find(|it| &it["id"] == id);
    (find(&metadata["packages"]).unwrap(), find(&metadata["resolve"]["nodes"]).unwrap())
}

/// A version without its build metadata.
fn version(package: &Value) -> &str {
    package["version"].as_str().unwrap().split('+').next().unwrap()
}

/// The packages linked into the program on this platform: name, version and licence of each.
fn linked(metadata: &Value) -> Vec<String> {
    let mut pending = vec![&metadata["resolve"]["root"]];
    let (mut seen, mut lines): (Vec<&Value>, Vec<String>) = (Vec::new(), Vec::new());
    while let Some(id) = pending.pop() {
        let (package, node) = package(metadata, id);
        let mut kinds = package["targets"].as_array().unwrap().iter().flat_map(|it| {
            let kinds = it["kind"].as_array().unwrap();
            kinds.iter().map(|kind| kind.as_str().unwrap())
        });
        // Build-time packages are not part of the program.
        if seen.contains(&id) || kinds.any(|kind| kind == "proc-macro") {
            continue;
        }
        seen.push(id);
        if !package["source"].is_null() {
            let [name, licence] = ["name", "license"].map(|key| package[key].as_str().unwrap());
            lines.push(format!("{name}\t{}\t{licence}", version(package)));
        }
        for used in node["deps"].as_array().unwrap() {
            if used["dep_kinds"].as_array().unwrap().iter().any(|it| it["kind"].is_null()) {
                pending.push(&used["pkg"]);
            }
        }
    }
    lines.sort();
    lines
}

/// INSTA_UPDATE=always rewrites the list.
#[test]
fn the_list_of_licences_is_that_of_what_is_linked() {
    const LIST: &str = "src/cli/licences.tsv";
    let linked = linked(&metadata());
    if std::env::var("INSTA_UPDATE").is_ok_and(|it| it == "always") {
        std::fs::write(root().join(LIST), linked.join("\n") + "\n").unwrap();
    }
    let (list, lock) = (read(LIST), read("Cargo.lock"));
    let lines: Vec<&str> = list.lines().collect();
    for line in &linked {
        assert!(lines.contains(&line.as_str()), "{LIST} lacks {line}");
    }
    // Packages that only other platforms link must at least be locked.
    for line in lines {
        let mut words = line.split('\t');
        let (name, version) = (words.next().unwrap(), words.next().unwrap());
        let locked = format!("name = \"{name}\"\nversion = \"{version}");
        assert!(lock.contains(&locked), "{LIST} has {line}, which is not locked");
    }
}

/// Cargo.toml has the data that a registry shows.
#[test]
fn the_package_is_described() {
    let metadata = metadata();
    let (own, _) = package(&metadata, &metadata["resolve"]["root"]);
    for key in ["description", "license", "readme", "documentation", "rust_version"] {
        assert!(own[key].is_string(), "Cargo.toml has no {key}");
    }
    for key in ["keywords", "categories"] {
        assert!(!own[key].as_array().unwrap().is_empty(), "Cargo.toml has no {key}");
    }
}
