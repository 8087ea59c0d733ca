//! What the program says: the tables of `tests/cases/commands`.
//!
//! A row has the exit status, the command, and what must hold of its output: a text is in it;
//! `! text` is not; `3x text` is in it three times; `2> text` is in the standard error, and `1>`
//! or `2>` alone says that the stream is empty. `< text` is the standard input. A row `file` has
//! a name and a text, and `{name}` in the commands below it is the path. A row `page` has a file of
//! the repository in place of a command.

use std::fs;

use crate::program::{folder, run};
use crate::repository::read;
use crate::tables::{lines, text};

/// Runs the commands of a table.
#[track_caller]
fn hold(table: &str) {
    let folder = folder(&format!("commands-{table}"));
    let mut files: Vec<(String, String)> = Vec::new();
    for row in lines(&read(&format!("tests/cases/commands/{table}.tsv"))) {
        let cells: Vec<&str> = row.split('\t').collect();
        if let ["file", name, content] = cells[..] {
            let path = folder.join(name);
            fs::write(&path, text(content)).unwrap();
            files.push((format!("{{{name}}}"), path.to_str().unwrap().to_owned()));
            continue;
        }
        let [status, command, asked @ ..] = &cells[..] else { panic!("{row}") };
        if *status == "page" {
            let page = [read(command), String::new()];
            asked.iter().for_each(|asked| assert!(holds(asked, &page), "{asked:?} of {row}"));
            continue;
        }
        let with_paths =
            |word: String| files.iter().fold(word, |word, (name, path)| word.replace(name, path));
        let words = shlex::split(command).unwrap_or_else(|| panic!("{row}")).into_iter();
        let words = words.map(|word| with_paths(String::from_utf8(text(&word)).unwrap()));
        let words: Vec<String> = words.collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let input = asked.iter().find_map(|it| it.strip_prefix("< ")).unwrap_or_default();
        let output = run(&words, &text(input));
        let streams = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
        let told = streams.concat();
        assert_eq!(
            output.status.code().map(|it| it.to_string()).as_deref(),
            Some(*status),
            "{row}\n{told}"
        );
        for asked in asked.iter().filter(|it| !it.starts_with("< ")) {
            assert!(holds(asked, &streams), "{asked:?} of {row}\n{told}");
        }
    }
}

/// Whether a cell of a row holds of the standard output and the standard error.
fn holds(asked: &str, [out, error]: &[String; 2]) -> bool {
    let has = |text: &str, part: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        text.contains(part) || words.join(" ").contains(part)
    };
    let part = |cell: &str| String::from_utf8(text(cell)).unwrap();
    match asked.split_once(' ') {
        None if asked == "1>" => out.is_empty(),
        None if asked == "2>" => error.is_empty(),
        Some(("!", cell)) => [out, error].iter().all(|it| !has(it, &part(cell))),
        Some(("2>", cell)) => has(error, &part(cell)),
        Some((count, cell))
            if count.strip_suffix('x').is_some_and(|it| it.parse::<usize>().is_ok()) =>
        {
            format!("{}x", (out.to_owned() + error).matches(&part(cell)).count()) == count
        }
        _ => has(out, &part(asked)) || has(error, &part(asked)),
    }
}

#[test]
fn the_command_line() {
    hold("command-line");
}

#[test]
fn grammar_files_of_users() {
    hold("own-grammars");
}

#[test]
fn grammars_of_published_documents() {
    hold("published-grammars");
}

#[test]
fn questions_of_a_historian() {
    hold("history");
}

#[test]
fn recursive_grammars() {
    hold("recursion");
}

#[test]
fn statements_of_documents() {
    hold("statements");
}

#[test]
fn nothing_is_passed_over_silently() {
    hold("passed-over");
}
