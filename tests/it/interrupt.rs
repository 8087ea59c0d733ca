//! SIGINT and SIGTERM: what a long run still reports when it is interrupted.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::program::{kill, started};
use crate::streams::many;

/// Ctrl-C and the signals of batch systems end the input; the lines judged so far are
/// reported.
#[test]
fn an_interrupted_run_reports_the_lines_judged_so_far() {
    ends("-INT", 130);
    ends("-TERM", 143);
    // Under `nohup` the signal is ignored, here and in child processes.
    #[cfg(target_os = "linux")]
    if !hang_up_is_ignored() {
        ends("-HUP", 129);
    }
}

/// Whether SIGHUP, the first signal, is ignored.
#[cfg(target_os = "linux")]
fn hang_up_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    u64::from_str_radix(mask.trim(), 16).unwrap() & 1 != 0
}

/// Lines of an open pipe are judged as they arrive.
#[test]
fn an_interrupted_run_reports_the_lines_of_an_open_pipe() {
    let pipe = Path::new(env!("CARGO_TARGET_TMPDIR")).join("open-pipe");
    let _ = std::fs::remove_file(&pipe);
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for format in ["tally", "short", "sarif", "jsonl"] {
        let child = started(&["check", "--format", format, "-f", pipe.to_str().unwrap()]);
        let mut writer = File::options().write(true).open(&pipe).unwrap();
        for line in ["http://a.b/\n", "http://c.d/~\nhttp://not"] {
            writer.write_all(line.as_bytes()).unwrap();
            std::thread::sleep(Duration::from_millis(300));
        }
        kill("-INT", &child);
        let output = child.wait_with_output().unwrap();
        drop(writer);
        assert_eq!(output.status.code(), Some(130));
        let report = String::from_utf8(output.stdout).unwrap();
        let expected = match format {
            "tally" => "2 lines",
            "sarif" => "\"rejected\": 1",
            _ => "http://c.d/~",
        };
        assert!(report.contains(expected), "{format}: {report}");
        assert!(!report.contains("http://not"), "{format}: {report}");
    }
}

/// A run under `nohup` continues when its terminal is closed.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_ignored_ends_nothing() {
    let line = format!("trap '' HUP; exec '{}' check --format tally", env!("CARGO_BIN_EXE_urlbnf"));
    let mut child = Command::new("sh")
        .args(["-c", &line])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(500));
    kill("-HUP", &child);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"http://a.b/\n").unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stdout).unwrap().contains("1 line"));
}

#[test]
fn a_second_signal_ends_the_program_at_once() {
    for (signal, status) in [("-INT", 130), ("-TERM", 143)] {
        let mut child = started(&["check", "--format", "short"]);
        // The output exceeds what a pipe holds, so the program waits for a reader.
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(&many(60_000)).unwrap();
        let mut first = [0];
        child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
        kill(signal, &child);
        std::thread::sleep(Duration::from_millis(500));
        assert_eq!(child.try_wait().unwrap(), None, "{signal}");
        kill(signal, &child);
        assert_eq!(child.wait().unwrap().code(), Some(status), "{signal}");
    }
}

#[track_caller]
fn ends(signal: &str, status: i32) {
    let mut child = started(&["check", "--format", "sarif"]);
    let mut stdin = child.stdin.take().unwrap();
    // More than a pipe holds: once it is written, most of it has been read.
    stdin.write_all(&many(400_000)).unwrap();
    stdin.flush().unwrap();
    kill(signal, &child);
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    assert_eq!(output.status.code(), Some(status));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("interrupted"), "{error}");
    let log: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(log["runs"][0]["properties"]["rejected"].as_u64().unwrap() > 1000, "{log}");
    assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], false);
}
