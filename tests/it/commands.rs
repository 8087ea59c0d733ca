//! What the program says: the tables of `tests/cases/commands`.
//!
//! A row has the exit status, the command, and what must hold of its output: a text is in it;
//! `! text` is not; `3x text` is in it three times; `2> text` is in the standard error, and `1>`
//! or `2>` alone says that the stream is empty. `^ text` begins the standard output, `== text` is
//! all of it, and `5 lines` counts its lines. `@/a/b JSON` is that value in each record of it,
//! `? OBJECT` is in one of them, and `sarif` says that it follows the schema of SARIF. `name := /a/b`
//! keeps a value of the first record, which is `{name}` in the rows below. `snapshot NAME` holds
//! both streams to a snapshot. `< text` is the standard input. In a text `\n` is a line end,
//! `{0x09}` a byte, and `{3|text}` is written three times.
//!
//! A command that begins with `$ ` is a line of `sh` in the folder of the table. A row `file` has a
//! name and a text, and `{name}` in the rows below it is the path; `{root}` is that of the
//! repository. A row `page` has a file of the repository in place of a command.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::program::{folder, run};
use crate::repository::{read, root};
use crate::support::snapshot;
use crate::tables::{lines, repeated, table_tests, text};

/// Runs the commands of a table.
#[track_caller]
fn hold(table: &str) {
    let folder = folder(&format!("commands-{table}"));
    let mut names = vec![("{root}".to_owned(), root().to_str().unwrap().to_owned())];
    let mut wrong = Vec::new();
    for row in lines(&read(&format!("tests/cases/commands/{table}.tsv"))) {
        let with_names = |cell: &str| {
            names.iter().fold(cell.to_owned(), |cell, (name, it)| cell.replace(name, it))
        };
        let cells: Vec<String> = row.split('\t').map(with_names).collect();
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        if let ["file", name, content] = cells[..] {
            let path = folder.join(name);
            fs::write(&path, text(&repeated(content))).unwrap();
            names.push((format!("{{{name}}}"), path.to_str().unwrap().to_owned()));
            continue;
        }
        let [status, command, asked @ ..] = &cells[..] else { panic!("{row}") };
        let ran = match *status {
            "page" => [read(command), String::new()],
            _ => {
                let input = asked.iter().find_map(|it| it.strip_prefix("< ")).unwrap_or_default();
                let output = ran(&folder, command, &text(&repeated(input)));
                let streams = [output.stdout, output.stderr];
                let streams = streams.map(|it| String::from_utf8_lossy(&it).into_owned());
                let found = output.status.code().map_or("none".to_owned(), |it| it.to_string());
                if found != *status {
                    wrong.push(format!("status {found} of {row}\n{}", streams.concat()));
                }
                streams
            }
        };
        for asked in asked.iter().filter(|it| !it.starts_with("< ")) {
            match asked.split_once(" := ") {
                Some((name, pointer)) => {
                    let kept = records(&ran[0])[0].pointer(pointer).cloned();
                    let kept = kept.unwrap_or_else(|| panic!("{asked:?} of {row}\n{}", ran[0]));
                    let kept = kept.as_str().map_or(kept.to_string(), str::to_owned);
                    names.push((format!("{{{name}}}"), kept));
                }
                _ if holds(asked, &ran) => {}
                _ => wrong.push(format!("{asked:?} of {row}\n{}", ran.concat())),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The output of a command.
fn ran(folder: &Path, command: &str, input: &[u8]) -> Output {
    if let Some(line) = command.strip_prefix("$ ") {
        let program = Path::new(env!("CARGO_BIN_EXE_urlbnf")).parent().unwrap();
        let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
        let who = ["AUTHOR_NAME", "AUTHOR_EMAIL", "COMMITTER_NAME", "COMMITTER_EMAIL"];
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).current_dir(folder).env("PATH", path).env_remove("NO_COLOR");
        shell.envs(who.map(|it| (format!("GIT_{it}"), "a@b.c")));
        shell.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
        return shell.stdin(Stdio::null()).output().unwrap();
    }
    let words = shlex::split(command).unwrap_or_else(|| panic!("{command}")).into_iter();
    let words: Vec<String> =
        words.map(|word| String::from_utf8(text(&repeated(&word))).unwrap()).collect();
    run(&words.iter().map(String::as_str).collect::<Vec<_>>(), input)
}

/// The records of an output: one JSON value, or one on each line.
fn records(out: &str) -> Vec<Value> {
    let record = |line: &str| serde_json::from_str(line).unwrap_or(Value::Null);
    let lines = || out.lines().map(record).collect();
    serde_json::from_str(out).map_or_else(|_| lines(), |value| vec![value])
}

/// Whether a cell of a row holds of the standard output and the standard error.
fn holds(asked: &str, [out, error]: &[String; 2]) -> bool {
    let has = |text: &str, part: &str| {
        // A line that goes on in the next has a mark.
        let words: Vec<&str> = text.split_whitespace().filter(|it| *it != "│").collect();
        text.contains(part) || words.join(" ").contains(part)
    };
    let part = |cell: &str| String::from_utf8(text(cell)).unwrap();
    let is_count = |it: &str| it.parse::<usize>().is_ok();
    match asked.split_once(' ') {
        None if asked == "1>" => out.is_empty(),
        None if asked == "2>" => error.is_empty(),
        None if asked == "sarif" => crate::sarif::valid(out).is_object(),
        Some(("snapshot", name)) => {
            snapshot(name, &(out.to_owned() + error));
            true
        }
        Some(("!", cell)) => [out, error].iter().all(|it| !has(it, &part(cell))),
        Some(("2>", cell)) => has(error, &part(cell)),
        Some(("==", cell)) => *out == part(cell),
        Some(("^", cell)) => out.starts_with(&part(cell)),
        Some((count, "lines")) if is_count(count) => out.lines().count().to_string() == count,
        Some(("?", value)) => {
            let value: serde_json::Map<String, Value> = serde_json::from_str(value).unwrap();
            records(out).iter().any(|it| value.iter().all(|(key, value)| it[key] == *value))
        }
        Some((pointer, value)) if pointer.starts_with("@/") => {
            let value: Value = serde_json::from_str(value).unwrap_or_else(|_| panic!("{asked}"));
            let records = records(out);
            let is = |it: &Value| it.pointer(&pointer[1..]) == Some(&value);
            !records.is_empty() && records.iter().all(is)
        }
        Some((count, cell)) if count.strip_suffix('x').is_some_and(is_count) => {
            format!("{}x", (out.to_owned() + error).matches(&part(cell)).count()) == count
        }
        _ => has(out, &part(asked)) || has(error, &part(asked)),
    }
}

table_tests! { "tests/cases/commands",
    the_command_line "command-line";
    grammar_files_of_users "own-grammars";
    grammars_of_published_documents "published-grammars";
    questions_of_a_historian "history";
    recursive_grammars "recursion";
    statements_of_documents "statements";
    grammars_that_are_too_large "limits";
    nothing_is_passed_over_silently "passed-over";
    a_nesting_limit_is_stated "nesting";
    files_that_commands_write "outputs";
    a_grammar_under_review "review";
    reports_are_those_of_the_snapshots "reports";
    programs_that_are_held_to_a_suite "suite-run";
}
