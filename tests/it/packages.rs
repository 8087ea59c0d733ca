//! The packages that the program links, and the description of its own package in the
//! manifest.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

use crate::repository::{read, root};

/// The output of `cargo metadata` for this package, with the locked dependencies.
fn metadata() -> Value {
    let version = Command::new(env!("CARGO")).arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--offline", "--locked", "--format-version", "1", "--all-features"])
        .args(["--filter-platform", host])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

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
