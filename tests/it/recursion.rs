//! Recursive grammars: verdicts are exact at any depth, and statements about whole languages are
//! true. The table is `tests/cases/recursion.tsv`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::repository::read;

#[test]
fn what_is_said_of_recursive_grammars_is_true() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("recursion");
    fs::create_dir_all(&folder).unwrap();
    let table = read("tests/cases/recursion.tsv");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    for (number, row) in rows.enumerate() {
        let mut columns = row.split('\t');
        let [status, command, says, not] = [(); 4].map(|()| columns.next().unwrap_or_default());
        let names = [format!("{number}-old.abnf"), format!("{number}-new.abnf")];
        for (name, text) in names.iter().zip(columns) {
            fs::write(folder.join(name), text.replace("\\n", "\n") + "\n").unwrap();
        }
        let words = command.split(' ').map(|word| match word {
            "G" => &names[0],
            "H" => &names[1],
            word => word,
        });
        let mut run = Command::new(env!("CARGO_BIN_EXE_urlbnf"));
        run.args(words).current_dir(&folder).stdin(Stdio::null());
        let output = run.output().unwrap();
        let [out, error] = [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it));
        let told = format!("{out}{error}");
        assert_eq!(output.status.code(), status.parse().ok(), "{row}\n{told}");
        assert!(told.contains(says), "{row}\n{told}");
        assert!(not.is_empty() || !told.contains(not), "{row}\n{told}");
    }
}
