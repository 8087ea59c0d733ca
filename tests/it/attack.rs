//! Inputs and options that try to break the program: each run ends regularly, with a limit
//! that is reported.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::program::{folder, run};

const MIB: usize = 1 << 20;

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Lines of which the second has `length` bytes and is rejected at its last byte.
fn with_long_line(length: usize) -> Vec<u8> {
    let long = [b"http://a.b/", "a".repeat(length - 12).as_bytes(), b"~"].concat();
    [b"http://a.b/\n", &long[..], b"\r\nhttp://a.b/~\n"].concat()
}

#[test]
fn a_line_that_is_too_long_to_be_explained_is_judged_and_told() {
    let limit = MIB.to_string();
    let judge = |input: &[u8], arguments: &[&str]| {
        let common = ["check", "--longest-line", &limit];
        let output = run(&[&common[..], arguments].concat(), input);
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let longest = judge(&with_long_line(MIB), &["--format", "short"]);
    assert_eq!((longest.0, longest.2.as_str()), (Some(1), ""));
    assert_eq!(longest.1.lines().count(), 3);
    let said = "<stdin>:2: the line has 1048577 bytes, and more than 1048576 are not explained; \
                it is rejected by rfc1738 corrected";
    for form in ["short", "jsonl"] {
        let (status, out, error) = judge(&with_long_line(MIB + 1), &["--format", form]);
        assert_eq!(status, Some(2), "{form}");
        assert_eq!(out.lines().count(), 2, "{form}");
        assert_eq!(error, format!("urlbnf: error: {said}\n"), "{form}");
        let last = out.lines().last().unwrap();
        assert!(last.starts_with("<stdin>:3:12: ") || last.contains("\"line\":3"), "{last:.80}");
    }
    let (_, human, _) = judge(&with_long_line(5 * MIB), &[]);
    assert!(human.contains("2 rejected"), "{human}");
    let (_, sarif, _) = judge(&with_long_line(5 * MIB), &["--format", "sarif"]);
    assert!(sarif.contains("are not explained"), "{sarif}");
    // The same for a scheme in upper case, with several judges.
    let upper = [b"HTTP://a.b/", "a".repeat(2 * MIB).as_bytes()].concat();
    let lowered = ["-e", "rfc1738,rfc1630", "--ignore-scheme-case", "--format", "tally"];
    let (_, tally, error) = judge(&upper, &lowered);
    assert!(error.contains("conforms by rfc1738 corrected, conforms by rfc1630"), "{error}");
    assert!(tally.contains('1'), "{tally}");
    // A field is not looked up in it, which is reported; a header is left out.
    let (status, _, error) = judge(&with_long_line(2 * MIB), &["--field", "1"]);
    assert!(status == Some(2) && error.contains("it is left out"), "{error}");
    assert!(error.contains("the line has 2097152 bytes"), "{error}");
    let head = [upper, b"\nhttp://a.b/\n".to_vec()].concat();
    assert_eq!(judge(&head, &["--header"]).0, Some(0));
    // Counting alone has no such limit.
    let (status, _, error) = judge(&with_long_line(2 * MIB), &["--format", "tally"]);
    assert_eq!((status, error.as_str()), (Some(1), ""));
}

/// Runs the program with a limited address space, in kilobytes.
#[cfg(unix)]
fn within(kilobytes: u32, arguments: &str, write: impl FnOnce(&mut dyn std::io::Write)) -> Output {
    let program = env!("CARGO_BIN_EXE_urlbnf");
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {kilobytes} && exec '{program}' {arguments}")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    write(&mut child.stdin.take().unwrap());
    child.wait_with_output().unwrap()
}

/// A zstd stream of 400 MiB of one byte.
fn bomb(before: &[u8], after: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.write_all(before).unwrap();
    for _ in 0..400 {
        encoder.write_all(&vec![b'a'; MIB]).unwrap();
    }
    encoder.write_all(after).unwrap();
    encoder.finish().unwrap()
}

#[cfg(unix)]
#[test]
fn memory_does_not_grow_with_a_line() {
    let bomb = bomb(b"http://a.b/", b"~\nhttp://a.b/\n");
    assert!(bomb.len() < MIB);
    let arguments = "check --threads 1 --longest-line 1048576 --format short";
    let output = within(300_000, arguments, |stdin| stdin.write_all(&bomb).unwrap());
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with("<stdin>:2:1: conforms"));
}

#[cfg(unix)]
#[test]
fn memory_does_not_grow_with_a_text_that_is_searched() {
    let bomb = bomb(b"see <URL:http://a.b/>", b"\nand <URL:http://c.d/>\n");
    let output = within(300_000, "extract", |stdin| stdin.write_all(&bomb).unwrap());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let found = "<stdin>:1:5: http://a.b/\n<stdin>:2:5: http://c.d/\n";
    assert_eq!(text(&output.stdout), found);
}

#[test]
fn gzip_may_be_filled_up_with_zeros() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(b"http://a.b/\n").unwrap();
    let member = encoder.finish().unwrap();
    let zeros = vec![0; 100_000];
    let two = [&member[..], &member, &zeros].concat();
    let padded = run(&["check", "--format", "short"], &two);
    assert_eq!((padded.status.code(), text(&padded.stderr).as_str()), (Some(0), ""));
    assert_eq!(text(&padded.stdout).lines().count(), 2);
    let garbage = run(&["check", "--format", "short"], &[&two[..], b"x"].concat());
    assert_eq!(garbage.status.code(), Some(2));
    assert!(text(&garbage.stderr).contains("zeros"), "{}", text(&garbage.stderr));
}

/// A file size limit acts as a full disk.
#[cfg(unix)]
#[test]
fn a_book_has_whole_pages_or_none() {
    let folder = folder("attack-book");
    let program = env!("CARGO_BIN_EXE_urlbnf");
    // The limit is in blocks of 512 bytes. The signal, which would end the program, is
    // ignored.
    let limited = format!("trap '' XFSZ; ulimit -f 64; exec '{program}' book -o .");
    let output = Command::new("sh").args(["-c", &limited]).current_dir(&folder).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("cannot be written"), "{said}");
    let mut pending = vec![folder.clone()];
    let mut pages = 0;
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                pending.push(path);
                continue;
            }
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            assert!(!name.ends_with(".part"), "{name} was left");
            let page = fs::read_to_string(&path).unwrap();
            assert!(!name.ends_with(".html") || page.ends_with("</html>"), "{name} is cut");
            assert!(!page.is_empty(), "{name} is empty");
            pages += 1;
        }
    }
    assert!(pages > 0, "no page is small enough");
}
