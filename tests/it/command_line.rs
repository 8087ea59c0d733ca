//! The program as its users run it: statuses, streams, inputs.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// Runs the program on a standard input.
pub fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_urlbnf"))
        .args(arguments)
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    std::thread::scope(|scope| {
        // Beside the reading: a pipe holds only so much of what the program answers.
        scope.spawn(move || {
            // A program that does not read its input closes it.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().expect("the program ends")
    })
}

/// What it wrote to the standard output.
pub fn output(arguments: &[&str], input: &[u8]) -> String {
    String::from_utf8(run(arguments, input).stdout).expect("the output is text")
}

#[track_caller]
fn status(arguments: &[&str], input: &[u8], expected: i32) {
    let output = run(arguments, input);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(expected), "{arguments:?}: {error}");
}

#[test]
fn statuses() {
    let (good, generic, bad) = (b"http://a.b/\n", b"http:x\n", b"http://a.b/~\n");
    status(&["check"], good, 0);
    status(&["check"], b"", 0);
    status(&["check"], generic, 1);
    status(&["check"], bad, 1);
    status(&["check", "--fail-on", "rejected"], generic, 0);
    status(&["check", "--fail-on", "rejected"], bad, 1);
    status(&["check", "--fail-on", "never"], bad, 0);
    status(&["check", "--edition", "rfc1739"], good, 2);
    status(&["check", "--edition", "rfc1738,all"], good, 1);
    status(&["check", "--nothing"], good, 2);
    status(&["check", "--file", "no-such-file"], good, 2);
    status(&["check", "--file", "no-such-file", "-"], bad, 2);
    status(&["check", "--file", "."], good, 2);
    status(&["check", "-", "-"], good, 2);
    status(&["check", "-", "--file", "-"], good, 2);
    // A file where a URL is due is a slip, in every edition; behind `--` it is judged.
    status(&["check", "Cargo.toml"], good, 2);
    status(&["check", "-e", "url-01", "src/lib.rs", "http://a.b/"], good, 2);
    status(&["check", "--", "Cargo.toml"], good, 1);
    status(&["tree", "Cargo.toml"], b"", 2);
    status(&["check", "no-such-file"], good, 1);
    status(&["check", "--url", "http://a.b/"], good, 2);
    // That no line has the field is a slip; that some have not is only told.
    status(&["check", "--field", "2"], b"http://a.b/\nhttp://a.b/\n", 2);
    status(&["check", "--field", "2", "--format", "tally"], b"http://a.b/\n", 2);
    status(&["check", "--field", "2", "--quiet"], b"http://a.b/\n", 2);
    status(&["check", "--field", "2"], b"\n1\thttp://a.b/\n2\n", 0);
    status(&["check", "--field", "2"], b"\n", 0);
    status(&["check", "-e", "url-02:printed", "http://a.b/pub"], b"", 1);
    status(&["check", "-e", "url-02:corrected,born:printed", "mailto:a@b"], b"", 1);
    status(&["tree", "-e", "all", "http://a.b/"], b"", 2);
    status(&["check", ""], b"", 1);
    status(&["check", "--start", "hpath", "a/b"], b"", 0);
    status(&["check", "--start", "hpaht"], good, 2);
    status(&["check", "-e", "all", "--start", "hpath", "a/b"], b"", 0);
    status(&["check", "--ignore-scheme-case", "HTTP://a.b/"], b"", 0);
    status(&["check", "--quiet"], bad, 1);
    status(&["tree", "http://a.b/"], b"", 0);
    status(&["tree", "http://a.b/~"], b"", 1);
    status(&["explain", "char-not-allowed"], b"", 0);
    status(&["explain", "char-not-alowed"], b"", 2);
    status(&["--version"], b"", 0);
    status(&["man"], b"", 0);
    status(&["man", "chek"], b"", 2);
}

/// What it says on standard error, in one line.
#[track_caller]
fn complains(arguments: &[&str], input: &[u8], expected: &str) {
    let error = run(arguments, input).stderr;
    let error = String::from_utf8_lossy(&error);
    let words: Vec<&str> = error.split_whitespace().collect();
    assert!(words.join(" ").contains(expected), "{arguments:?}: {error}");
}

/// A first slip is answered with what to type.
#[test]
fn slips_are_answered() {
    let http = "docs/abnf/rfc9110.abnf";
    complains(&["http://a.b/"], b"", "tip: `urlbnf check URL` judges a URL");
    complains(&["Cargo.toml"], b"", "tip: `urlbnf check --file FILE` judges");
    complains(&["own.abnf"], b"", "tip: `urlbnf lint FILE` finds");
    complains(
        &["chek"],
        b"",
        "urlbnf: error: unrecognized subcommand 'chek' tip: a similar subcommand exists: 'check'",
    );
    complains(&["tree", "a:b", "--format", "png"], b"", "tip: `--format svg` draws a picture");
    complains(&["ambiguity", http], b"", ", and it is a file: `-e docs/abnf/rfc9110.abnf` reads");
    complains(&["tree", "ftp://a/b", "-o", "no-such-folder/a"], b"", "no-such-folder/a: ");
    let lines = b"http://a.b/\nhttp://a.b/\n";
    complains(&["check", "--field", "3"], lines, "none of 2 lines has a field 3, as <stdin>:1;");
    complains(&["extract"], lines, "no URL stands in <URL:...> or <...> there");
    complains(&["check", "-e", http, "a"], b"", "; `--start absolute-path` names one, and");
    complains(&["diff", http, http], b"", "; `urlbnf diff OLD NEW absolute-path` names one, and");
}

/// The verdicts of the lines, in the short form.
#[track_caller]
fn short(arguments: &[&str], input: &[u8], expected: &[&str]) {
    let arguments = [&["check", "--format", "short"], arguments].concat();
    let output = output(&arguments, input);
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines.len(), expected.len(), "{output}");
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(expected), "{line} is not {expected}");
    }
}

#[test]
fn lines() {
    short(&[], b"http://a.b/\r\nhttp://a.b/", &["<stdin>:1:1: conforms", "<stdin>:2:1: conforms"]);
    // One CR is part of the line end, a second is not.
    short(&[], b"http://a.b/\r\r\n", &["<stdin>:1:12: rejected"]);
    short(&[], b"http://a.b/\r", &["<stdin>:1:12: rejected"]);
    // Nothing is trimmed: a space is an xalpha in 1993.
    short(&["-e", "url-02"], b"http://a.b/c \n", &["<stdin>:1:1: conforms"]);
    short(&["-e", "rfc1738"], b"http://a.b/c \n", &["<stdin>:1:13: rejected"]);
    // Empty lines are not judged, and keep their numbers.
    short(&[], b"\n\r\nhttp://a.b/\n\n", &["<stdin>:3:1: conforms"]);
    short(
        &[],
        b"\xEF\xBB\xBFhttp://a.b/\n",
        &["<stdin>:1:1: rejected rfc1738 corrected: [not-ascii]"],
    );
    short(&[], b"http://a.b/\0\n", &["<stdin>:1:12: rejected"]);
    short(&[], b"http://a.b/\xFF\n", &["<stdin>:1:12: rejected rfc1738 corrected: [not-ascii]"]);
    // The URLs given come first, each in a line of its own.
    short(
        &["http://a.b/~", "", "-"],
        b"http:x\n",
        &["<argument>:1:12: rejected", "<argument>:2:1: rejected", "<stdin>:1:6: generic-only"],
    );
    // Edition by edition, reading by reading.
    short(
        &["-e", "rfc1738,url-02", "--reading", "both", "mailto:a@b"],
        b"",
        &[
            "<argument>:1:1: conforms rfc1738 printed",
            "<argument>:1:1: conforms rfc1738 corrected",
            "<argument>:1:8: rejected url-02 printed",
            "<argument>:1:1: conforms url-02 corrected",
        ],
    );
}

#[test]
fn a_start_that_an_edition_lacks() {
    let lacking = run(&["check", "-e", "rfc1738,rfc1630", "--start", "hpath", "a"], b"");
    let error = String::from_utf8_lossy(&lacking.stderr);
    assert!(error.contains("`hpath` is not a production of rfc1630"), "{error}");
    assert!(error.contains("but of url-06, rfc1738"), "{error}");
    let all = ["check", "--format", "short", "-e", "all", "--start", "hpath", "a"];
    let left_out = run(&all, b"");
    let error = String::from_utf8_lossy(&left_out.stderr);
    assert_eq!(error.lines().count(), 1, "{error}");
    // Draft 06 and RFC 1738.
    assert_eq!(String::from_utf8_lossy(&left_out.stdout).lines().count(), 2);
}

#[test]
fn a_file_that_cannot_be_read() {
    let output =
        run(&["check", "--format", "short", "--file", "no-such-file", "-"], b"http://a.b/\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("no-such-file"));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("<stdin>:1:1: conforms"));
}

#[test]
fn a_reader_that_goes_away() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_urlbnf"))
        .args(["check", "--format", "jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    let _ = stdin.write_all(&b"http://a.b/~\n".repeat(10_000));
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn colors() {
    let colored = |arguments: &[&str]| output(arguments, b"").contains('\x1B');
    let check = ["check", "http://a.b/~"];
    assert!(!colored(&check), "not on a pipe");
    assert!(colored(&[&check[..], &["--color", "always"]].concat()));
    assert!(!colored(&[&check[..], &["--color", "never"]].concat()));
    let usage = |color| run(&["check", "--color", color, "--nothing"], b"").stderr.contains(&0x1B);
    assert!(usage("always"));
    assert!(!usage("never"));
}

#[test]
fn quiet_is_quiet() {
    for form in ["text", "short", "jsonl", "json", "github"] {
        let output = run(&["check", "--quiet", "--format", form], b"http://a.b/~\nhttp://a.b/\n");
        assert!(output.stdout.is_empty() && output.stderr.is_empty(), "{form}");
    }
    for command in [&["tree", "http://a.b/"][..], &["editions"], &["productions"], &["man"]] {
        assert!(output(&[command, &["--quiet"]].concat(), b"").is_empty(), "{command:?}");
    }
}

#[test]
fn limits() {
    let input = b"http://a.b/~\n".repeat(7);
    let shown = |limit| {
        let output = output(&["check", "--limit", limit], &input);
        (
            output.matches("error[").count(),
            output.contains(&format!("and {} more", 7 - limit.parse::<usize>().unwrap())),
        )
    };
    assert_eq!(shown("3"), (3, true));
    assert_eq!(shown("0"), (0, true));
    assert_eq!(shown("7"), (7, false));
}

#[test]
fn man_pages_of_the_program_and_of_its_commands() {
    assert!(output(&["man"], b"").contains("urlbnf\\-check(1)"));
    let page = output(&["man", "check"], b"");
    assert!(
        page.contains(".TH URLBNF-CHECK 1 \"\" \"urlbnf ") && page.contains("\\-\\-field"),
        "{page}"
    );
    // Options are shown with their values.
    let value = "\\fB\\-e\\fR, \\fB\\-\\-edition\\fR \\fI<EDITION[:READING]>\\fR";
    assert!(page.contains(value), "{page}");
    let error = run(&["man", "chek"], b"").stderr;
    let error = String::from_utf8_lossy(&error).into_owned();
    assert_eq!(
        error,
        "urlbnf: error: `chek` is not a command; `urlbnf help --all` lists the commands\n"
    );
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(output(&["completions", shell], b"").contains("urlbnf"), "{shell}");
    }
}

/// A file's name says what should be in it, where no option does.
#[test]
fn an_output_has_the_form_of_its_name() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let url = "ftp://info.cern.ch/pub";
    let cases: [(&str, &[&str], &str); 7] = [
        ("named.svg", &["tree", url], "<svg"),
        ("named.SVG", &["tree", "--", url], "<svg"),
        ("named.json", &["check", url], "[\n{\"schema\""),
        ("named.md", &["diff", "url-01", "url-02", "ftpaddress"], "#"),
        ("named.svg", &["tree", url, "--format", "text"], "url "),
        // What the command has not is text.
        ("named.dot", &["check", url], "It conforms"),
        ("named.txt", &["tree", url], "url "),
    ];
    for (name, arguments, expected) in cases {
        let file = folder.join(name);
        let named = [&["--output", file.to_str().unwrap()], arguments].concat();
        run(&named, b"");
        let written = std::fs::read_to_string(&file).unwrap();
        assert!(written.starts_with(expected), "{name}, {arguments:?}: {written}");
    }
}

/// What a user has is not lost: not the list that is read, nor a picture of before.
#[test]
fn an_output_overwrites_no_input_and_nothing_with_nothing() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("kept.txt");
    let name = file.to_str().unwrap();
    let commands: [(&[&str], i32); 5] = [
        (&["check", "--file", name, "-o", name], 2),
        (&["tree", "--file", name, "-o", name], 2),
        (&["extract", name, "-o", name], 2),
        (&["tree", "http://a.b/~", "--format", "svg", "-o", name], 1),
        (&["tree", "http://a.b/~", "--format", "dot", "-o", name], 1),
    ];
    for (arguments, code) in commands {
        std::fs::write(&file, "http://a.b/~\n").unwrap();
        status(arguments, b"", code);
        assert_eq!(std::fs::read(&file).unwrap(), b"http://a.b/~\n", "{arguments:?}");
    }
    // What is found makes the file, be it nothing.
    status(
        &["check", "http://a.b/", "--only", "rejected", "--format", "jsonl", "-o", name],
        b"",
        0,
    );
    assert_eq!(std::fs::read(&file).unwrap(), b"");
}

/// Nothing is written under the name of a form that it has not.
#[test]
fn an_output_that_cannot_be_what_its_name_says() {
    for arguments in
        [&["tree", "http://a/", "-o", "t.png"][..], &["railroad", "url", "-o", "r.PDF"]]
    {
        complains(arguments, b"", "the name of the file asks for a form that is not written");
    }
    assert!(!std::path::Path::new("t.png").exists());
}

#[test]
fn only_what_was_asked_for() {
    let lines = b"http://a.b/\n../a\n%zz\n";
    let told =
        output(&["check", "-e", "rfc3986", "--only", "relative", "--format", "short"], lines);
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.contains(": ../a"), "{told}");
    let both = ["check", "-e", "rfc3986", "--only", "relative,rejected", "--format", "short"];
    assert_eq!(output(&both, lines).lines().count(), 2);
}

/// What is near in letters is another document where its number is another.
#[test]
fn the_nearest_edition_has_the_number_that_was_written() {
    let nearest = |name: &str| String::from_utf8(run(&["check", "-e", name, "a:b"], b"").stderr);
    for (name, told) in [
        ("rcf3986", "the nearest edition is `rfc3986`"),
        ("rfc3985", "`urlbnf editions` lists the editions"),
        ("rfc1739", "`urlbnf editions` lists the editions"),
    ] {
        let said = nearest(name).expect("the error is text");
        assert!(said.contains(told), "{name}: {said}");
    }
}

#[test]
fn a_character_beyond_ascii_is_told_by_its_class() {
    complains(&["characters", "\u{E9}"], b"", "in RFC 3987 it is in `ucschar`, `iunreserved`");
    let told = run(&["history", "\u{FDD0}"], b"");
    assert!(String::from_utf8_lossy(&told.stderr).contains("no URI has it, and no IRI"));
}
