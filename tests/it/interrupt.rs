//! SIGINT and SIGTERM: what a long run that is ended so still says.

use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};

use crate::streams::many;

/// Ctrl-C ends the reading, and so does what batch systems send; what was judged is reported.
#[test]
fn an_end_that_is_asked_for_reports_what_was_judged() {
    ends("-INT", 130);
    ends("-TERM", 143);
}

#[test]
fn a_second_signal_ends_the_program_at_once() {
    for (signal, status) in [("-INT", 130), ("-TERM", 143)] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_urlbnf"))
            .args(["check", "--format", "short"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        // More is answered than a pipe holds, so the program waits for a reader.
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(&many(60_000)).unwrap();
        let mut first = [0];
        child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
        let id = child.id().to_string();
        let kill = || Command::new("kill").args([signal, &id]).status();
        assert!(kill().unwrap().success());
        std::thread::sleep(std::time::Duration::from_millis(500));
        assert_eq!(child.try_wait().unwrap(), None, "{signal}");
        assert!(kill().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(status), "{signal}");
    }
}

#[track_caller]
fn ends(signal: &str, status: i32) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_urlbnf"))
        .args(["check", "--format", "sarif"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // More than a pipe holds: when it is written, most of it has been read.
    stdin.write_all(&many(400_000)).unwrap();
    stdin.flush().unwrap();
    let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    assert_eq!(output.status.code(), Some(status));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("interrupted"), "{error}");
    let log: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(log["runs"][0]["properties"]["rejected"].as_u64().unwrap() > 1000, "{log}");
    assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], false);
}
