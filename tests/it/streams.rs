//! Inputs of any size and kind: blocks, threads, compression, fields, errors.

use std::fs;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::program::{folder, output, run, started};

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    zstd::encode_all(text, 1).unwrap()
}

/// Lines of all kinds, of about as many bytes as asked for. Every seventh line ends with CR
/// LF.
pub fn many(bytes: usize) -> Vec<u8> {
    let kinds: [&[u8]; 8] = [
        b"http://info.cern.ch/hypertext/WWW/",
        b"http://info.cern.ch/~timbl/",
        b"",
        b"mailto:timbl@info.cern.ch",
        b"http:x",
        b"news:comp.infosystems",
        b"http://a.b/\xC3\xA9\0",
        b"x-foo:bar",
    ];
    let mut text = Vec::with_capacity(bytes + 64);
    for number in 0.. {
        if text.len() >= bytes {
            break;
        }
        text.extend_from_slice(kinds[number % kinds.len()]);
        text.extend_from_slice(if number % 7 == 0 { b"\r\n" } else { b"\n" });
    }
    text
}

/// The lines of the short form, without the name of the source.
fn short(arguments: &[&str], input: &[u8]) -> Vec<String> {
    let output = output(&[&["check", "--format", "short"], arguments].concat(), input);
    let place = |line: &str| line.split_once(':').unwrap().1.to_owned();
    output.lines().map(place).collect()
}

#[test]
fn the_same_output_whatever_the_number_of_threads() {
    let input = many(250_000);
    for form in [
        "short", "jsonl", "json", "sarif", "text", "github", "csv", "verdict", "matrix",
        "matrix-json", "tally", "tally-json",
    ] {
        let with = |threads: &str| {
            let arguments = ["check", "--format", form, "--threads", threads];
            let output = run(&arguments, &input);
            (output.status.code(), output.stdout, output.stderr)
        };
        let one = with("1");
        assert!(one.1.len() > 500, "{form}");
        assert!(one == with("2") && one == with("5"), "{form}");
    }
}

/// Every line that is not empty is judged once, with its own number.
#[test]
fn lines_keep_their_numbers_across_blocks_and_files() {
    let folder = folder("streams-numbers");
    let text = many(200_000);
    let (first, second) = (folder.join("first"), folder.join("second"));
    // The last line of the first file has no line end.
    fs::write(&first, text.strip_suffix(b"\n").unwrap()).unwrap();
    fs::write(&second, &text).unwrap();
    let is_empty = |line: &[u8]| line.is_empty() || line == b"\r";
    let lines = text.strip_suffix(b"\n").unwrap().split(|&byte| byte == b'\n').enumerate();
    let full = lines.filter(|(_, line)| !is_empty(line)).map(|(number, _)| number + 1);
    let full: Vec<usize> = full.collect();
    let arguments = ["--file", first.to_str().unwrap(), second.to_str().unwrap()];
    let reported = short(&arguments, b"");
    let numbers =
        reported.iter().map(|line| line.split(':').next().unwrap().parse::<usize>().unwrap());
    assert!(numbers.eq(full.iter().chain(&full).copied()));
}

#[test]
fn compression_is_known_by_the_bytes() {
    let folder = folder("streams-compression");
    let (one, two) = (many(200_000), b"http://a.b/last".to_vec());
    let plain = short(&[], &[&one[..], &two].concat());
    let skipped: &[u8] = b"\x50\x2A\x4D\x18\x03\0\0\0abc";
    for (name, bytes) in [
        ("gzip", gzip(&[&one[..], &two].concat())),
        ("gzip in two members", [gzip(&one), gzip(&two)].concat()),
        ("gzip with an empty member", [gzip(&one), gzip(b""), gzip(&two)].concat()),
        ("zstd", zstd(&[&one[..], &two].concat())),
        ("zstd in two frames", [zstd(&one), zstd(&two)].concat()),
        ("zstd behind a skipped frame", [skipped, &zstd(&one), &zstd(&two)].concat()),
    ] {
        assert!(short(&[], &bytes) == plain, "{name}, standard input");
        let file = folder.join(name);
        fs::write(&file, bytes).unwrap();
        assert!(short(&["--file", file.to_str().unwrap()], b"") == plain, "{name}, file");
    }
    // A text that only begins like a compressed file is text.
    for text in [&b"P"[..], b"P*", b"(", b"\x1F", b"Q*M:x"] {
        assert_eq!(short(&["--start", "scheme"], text).len(), 1, "{text:?}");
    }
}

/// The lines before the error are judged, and the error is reported with its place.
#[track_caller]
fn broken(name: &str, bytes: &[u8], complete: usize, said: &[&str]) {
    let folder = folder(&format!("streams-broken-{}", name.replace(' ', "-")));
    let file = folder.join("broken");
    fs::write(&file, bytes).unwrap();
    let output = run(
        &["check", "--format", "short", "--file", file.to_str().unwrap(), "-"],
        b"http://a.b/other\n",
    );
    let (text, error) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(2), "{name}");
    assert_eq!(text.lines().count(), complete + 1, "{name}: {error}");
    assert!(text.lines().last().unwrap().starts_with("<stdin>:1:"), "{name}");
    for said in [said, &["/broken: "]].concat() {
        assert!(error.contains(said), "{name}: {error}");
    }
}

#[test]
fn faults_are_told_with_their_place() {
    // The data is stored and not deflated, so that the complete lines can be counted.
    let text = b"http://a.b/\n".repeat(1000);
    let mut encoder = GzEncoder::new(Vec::new(), Compression::none());
    encoder.write_all(&text).unwrap();
    let stored = encoder.finish().unwrap();
    let cut = &stored[..15 + 12 * 500 + 5];
    broken(
        "cut gzip",
        cut,
        500,
        &["after 6020 bytes: gzip: ", "ends in the middle", "line 501 is cut"],
    );
    broken("cut gzip header", &stored[..6], 0, &["gzip: it ends in the middle"]);
    let two = [&stored[..], &stored[..4]].concat();
    broken("cut second header", &two, 1000, &["gzip: it ends in the middle"]);
    let mut damaged = stored.clone();
    let sum = damaged.len() - 8;
    damaged[sum] ^= 1;
    broken("wrong checksum", &damaged, 1000, &["gzip: "]);
    let frame = zstd(&many(300_000));
    let whole = short(&[], &frame).len();
    let cut = run(&["check", "--format", "short"], &frame[..frame.len() - 9]);
    let lines = String::from_utf8(cut.stdout).unwrap().lines().count();
    let error = String::from_utf8(cut.stderr).unwrap();
    assert!(lines < whole, "{lines} of {whole}");
    assert!(error.contains("zstd: it ends in the middle"), "{error}");
}

#[test]
fn a_reader_that_goes_away() {
    let mut child = started(&["check", "--format", "jsonl"]);
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    let _ = stdin.write_all(&b"http://a.b/~\n".repeat(10_000));
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
