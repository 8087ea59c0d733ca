//! `urlbnf book`: the pages as files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use urlbnf::book::Book;

use crate::program::{folder, run};

#[track_caller]
fn write(arguments: &[&str], out: &Path) {
    let output = run(&[&["book", "-o", out.to_str().unwrap()], arguments].concat(), b"");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The folder of the book, which is written once for all tests, with a file of the user's in
/// it.
pub fn written() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let out = folder("book");
        fs::write(out.join("notes.txt"), "mine").unwrap();
        write(&[], &out);
        out
    })
}

/// The address of a page of the book, for a browser.
pub fn address(path: &str) -> String {
    format!("file://{}", written().join(path).display())
}

/// The folder of the book of a grammar file.
pub fn own_book(file: &str, name: &str) -> PathBuf {
    let out = folder(name);
    write(&["-e", file], &out);
    out
}

#[test]
fn the_book_is_written_and_leaves_other_files_alone() {
    let out = written();
    let book = Book::new(&urlbnf::DOCUMENTATION);
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
fn the_book_of_a_grammar_file_has_a_live_page_and_no_word_of_the_editions() {
    let out = own_book("docs/own-grammar/times.bnf", "book-of-times");
    let text = |path: &str| fs::read_to_string(out.join(path)).unwrap();
    for path in ["index.html", "live.html", "findings.html"] {
        // The file's own notation header contains such a word.
        let text = text(path).to_lowercase().replace("notation rfc822", "");
        for word in ["rfc", "url-0", "edition", "errat", "draft", "documents"] {
            assert!(!text.contains(word), "{path} speaks of {word}");
        }
    }
    for path in ["rfc1738", "history.html", "docs", "search.js"] {
        assert!(!out.join(path).exists(), "{path}");
    }
    for script in ["live.js", "engine.js", "grammar.js"] {
        assert!(text("live.html").contains(script) && !text(script).is_empty(), "{script}");
    }
}

/// Every page exists, and every link leads to a page.
#[test]
fn a_file_has_a_book_of_its_own() {
    let folder = own_book("docs/own-grammar/times.bnf", "own-book");
    let (mut pages, mut links) = (0, 0);
    for part in ["", "productions"] {
        for entry in fs::read_dir(folder.join(part)).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.extension().is_none_or(|it| it != "html") {
                continue;
            }
            pages += 1;
            let text = fs::read_to_string(&path).unwrap();
            for link in text.split("href=").skip(1) {
                let link = link.trim_start_matches('"').split(['"', ' ', '>']).next().unwrap();
                let file = link.split('#').next().unwrap();
                let target =
                    if file.is_empty() { path.clone() } else { folder.join(part).join(file) };
                assert!(target.is_file(), "{}: {link}", path.display());
                links += 1;
            }
        }
    }
    assert!(pages > 40 && links > 300, "{pages} pages, {links} links");
    assert!(folder.join("productions/minute.html").is_file());
}
