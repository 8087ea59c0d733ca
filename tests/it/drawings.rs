//! The pictures of the documentation are what the program draws.
//!
//! `UPDATE_DOCS=1 cargo test drawings` redraws them; review the result.

use std::process::Command;

use crate::repository::{files_below, hold_to, root};

/// The pictures, each with the arguments that draw it.
const PICTURES: &[(&str, &[&str])] = &[
    (
        "docs/pictures/tree.svg",
        &["tree", "http://info.cern.ch/hypertext/WWW/TheProject.html", "--format", "svg"],
    ),
    ("docs/pictures/railroad.svg", &["railroad", "gopherurl"]),
    (
        "docs/pictures/abnf-dur-value.svg",
        &["railroad", "-e", "docs/abnf/rfc5545.abnf", "dur-value"],
    ),
    ("docs/pictures/characters.svg", &["characters", "--format", "svg"]),
    ("docs/pictures/diff.svg", &["diff", "rfc1630", "rfc1738", "httpurl", "--format", "svg"]),
];

const LIBRARIES: &str = "docs/pictures/libraries.svg";

#[test]
fn the_pictures_of_the_documentation_are_drawn_by_the_program() {
    for (path, arguments) in PICTURES {
        let output = Command::new(env!("CARGO_BIN_EXE_urlbnf"))
            .args(*arguments)
            .current_dir(root())
            .output()
            .unwrap();
        let drawn = String::from_utf8(output.stdout).unwrap();
        assert!(drawn.starts_with("<svg "), "{path}");
        hold_to(path, &drawn);
    }
    let mut names: Vec<&str> = PICTURES.iter().map(|(path, _)| *path).collect();
    // The picture of the libraries' answers comes from the book.
    let drawn = urlbnf::book::picture_of_libraries();
    hold_to(LIBRARIES, &drawn);
    names.push(LIBRARIES);
    // The tests of the live page take the screenshots.
    let drawn = files_below("docs/pictures").into_iter().filter(|path| path.ends_with(".svg"));
    for path in drawn {
        assert!(names.contains(&path.as_str()), "{path} is drawn by nobody");
    }
}
