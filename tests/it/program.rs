//! The program, run as users run it.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// Starts the program with pipes for its streams.
pub fn started(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urlbnf"));
    command.args(arguments).env_remove("NO_COLOR");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program runs")
}

/// Sends a signal to a program.
#[cfg(unix)]
#[track_caller]
pub fn kill(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

/// Runs the program with a standard input.
pub fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = started(arguments);
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    std::thread::scope(|scope| {
        // Writing happens in parallel to reading, because a pipe holds a limited amount of
        // output.
        scope.spawn(move || {
            // Writing fails if the program does not read its input.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().expect("the program ends")
    })
}

/// The standard output.
pub fn output(arguments: &[&str], input: &[u8]) -> String {
    String::from_utf8(run(arguments, input).stdout).expect("the output is text")
}

/// The records of a command, one on each line.
#[track_caller]
pub fn records(arguments: &[&str], input: &[u8]) -> Vec<Value> {
    let output = output(arguments, input);
    output.lines().map(|line| serde_json::from_str(line).expect("a record is JSON")).collect()
}

/// An empty folder for a test, below Cargo's folder for tests.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes a grammar file for a test, and returns its path.
pub fn draft(name: &str, text: &[u8]) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("drafts");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}
