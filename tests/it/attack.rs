//! Inputs and options that try to break the program: each run ends regularly, with a limit
//! that is reported.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use crate::program::folder;

const MIB: usize = 1 << 20;

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
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

/// A zstd stream of 200 MiB of one byte.
fn bomb(before: &[u8], after: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.write_all(before).unwrap();
    for _ in 0..200 {
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
    let output = within(150_000, arguments, |stdin| stdin.write_all(&bomb).unwrap());
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with("<stdin>:2:1: conforms"));
}

#[cfg(unix)]
#[test]
fn memory_does_not_grow_with_a_text_that_is_searched() {
    let bomb = bomb(b"see <URL:http://a.b/>", b"\nand <URL:http://c.d/>\n");
    let output = within(150_000, "extract", |stdin| stdin.write_all(&bomb).unwrap());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let found = "<stdin>:1:5: http://a.b/\n<stdin>:2:5: http://c.d/\n";
    assert_eq!(text(&output.stdout), found);
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
