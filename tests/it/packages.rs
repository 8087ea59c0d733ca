//! The packages that the program links, and the description of its own package in the
//! manifest.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

use crate::repository::{read, root};
use crate::tidy::metadata;

/// A package by its id, and its node in the dependency graph.
fn package<'m>(metadata: &'m Value, id: &Value) -> (&'m Value, &'m Value) {
    let find = |list: &'m Value| list.as_array().unwrap().iter().find(|it| &it["id"] == id);
    (find(&metadata["packages"]).unwrap(), find(&metadata["resolve"]["nodes"]).unwrap())
}

/// The packages linked into the program on this platform: name, version without its build
/// metadata, and licence of each.
fn linked() -> Vec<String> {
    let tree = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["tree", "--locked", "--offline", "--package", "urlbnf"])
        .args(["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}\t{l}"])
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let line = |line: &str| {
        let (package, licence) = line.trim_end_matches(" (*)").split_once('\t')?;
        let (name, version) = package.split_once(" v")?;
        // The packages of the workspace have a path.
        let version = (!version.contains(' ')).then_some(version)?;
        let version = version.split('+').next()?;
        Some(format!("{name}\t{version}\t{licence}"))
    };
    let tree = String::from_utf8(tree.stdout).unwrap();
    let lines: BTreeSet<String> = tree.lines().filter_map(line).collect();
    lines.into_iter().collect()
}

/// INSTA_UPDATE=always rewrites the list.
#[test]
fn the_list_of_licences_is_that_of_what_is_linked() {
    const LIST: &str = "src/cli/licences.tsv";
    let linked = linked();
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
