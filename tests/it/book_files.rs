//! `urlbnf book`: the pages as files.

use std::fs;

use urlbnf::book::{Book, Pages as _};

use crate::command_line::run;

/// A folder of its own, below Cargo's own for tests.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    let _ = fs::remove_file(&folder);
    folder
}

#[test]
fn the_book_is_written_and_leaves_other_files_alone() {
    let out = folder("book");
    fs::create_dir_all(&out).unwrap();
    fs::write(out.join("notes.txt"), "mine").unwrap();
    let output = run(&["book", "-o", out.to_str().unwrap()], b"");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let book = Book::new();
    for path in book.paths() {
        let written = fs::read(out.join(&path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(!written.is_empty(), "{path}");
    }
    // The same page twice is the same bytes.
    for path in ["index.html", "rfc1738/hsegment.html", "urls/001.html", "search-index.js"] {
        assert_eq!(fs::read(out.join(path)).unwrap(), book.page(path).unwrap(), "{path}");
    }
    assert_eq!(fs::read_to_string(out.join("notes.txt")).unwrap(), "mine");
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let out = folder("no-folder");
    fs::write(&out, "a file").unwrap();
    let output = run(&["book", "-o", out.to_str().unwrap()], b"");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("no-folder") && said.contains("cannot be written"), "{said}");
}
