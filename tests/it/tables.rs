//! Tables of cases: one case a line, its cells between tabs, comments after `#`.

use crate::repository::{hold_to, read};

/// The lines of a table, without its comments.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}

/// The rows of a table behind its head, cell by cell.
pub fn rows(table: &str) -> Vec<Vec<String>> {
    let row = |line: &str| line.split('\t').map(str::to_owned).collect();
    lines(&read(table)).skip(1).map(row).collect()
}

/// Compares the rows of a table with these. `UPDATE_DOCS=1` replaces the rows in the file.
#[track_caller]
pub fn hold(table: &str, now: &[Vec<String>]) {
    let text = read(table);
    let comments = text.lines().take_while(|line| line.starts_with('#')).count();
    let head: String = text.lines().take(comments + 1).map(|it| format!("{it}\n")).collect();
    let body: String = now.iter().map(|row| row.join("\t") + "\n").collect();
    hold_to(table, &(head + &body));
}

/// The bytes of a cell, in which a byte may be written `{0x0A}`.
pub fn bytes(cell: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = cell;
    while let Some(at) = rest.find("{0x") {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        let digits = &rest[at + 3..at + 5];
        bytes.push(u8::from_str_radix(digits, 16).expect("two digits"));
        rest = &rest[at + 6..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

/// The bytes of a cell of several lines, whose ends are written `\n`.
pub fn text(cell: &str) -> Vec<u8> {
    bytes(&cell.replace("\\n", "\n"))
}

/// A text in which `{3|part}` is written three times, with the number of the turn, from 0, for
/// `$0`, and the next one for `$1`.
pub fn repeated(template: &str) -> String {
    let (mut text, mut rest) = (String::new(), template);
    while let Some((before, after)) = rest.split_once('{') {
        text += before;
        let count = after.split_once('|').and_then(|(count, it)| Some((count.parse().ok()?, it)));
        let Some((count, after)): Option<(usize, &str)> = count else {
            text.push('{');
            rest = after;
            continue;
        };
        let (part, after) = after.split_once('}').expect("a part ends");
        for turn in 0..count {
            text += &part.replace("$0", &turn.to_string()).replace("$1", &(turn + 1).to_string());
        }
        rest = after;
    }
    text + rest
}

/// A test for each table of a folder, which `hold` reads, and one that no table is left out.
macro_rules! table_tests {
    ($folder:literal, $($test:ident $table:literal;)+) => {
        $(#[test]
        fn $test() {
            hold($table);
        })+

        #[test]
        fn every_table_is_read() {
            let read = [$(concat!($folder, "/", $table, ".tsv")),+];
            let mut files = crate::repository::files_below($folder);
            files.retain(|it| !read.contains(&it.as_str()));
            assert_eq!(files, [""; 0]);
        }
    };
}
pub(crate) use table_tests;
