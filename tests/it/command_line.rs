//! The program as users run it: statuses, streams, inputs.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::program::{folder, output, run};

#[track_caller]
fn status(arguments: &[&str], input: &[u8], expected: i32) {
    let output = run(arguments, input);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(expected), "{arguments:?}: {error}");
}

/// A former name of a command still works, but no help lists it.
#[test]
fn former_names_of_commands_work() {
    let [one, two] = ["http://a.b/\n", "http://a.b/~\n"].map(|urls| {
        let tally = ["check", "--fail-on", "never", "--format", "tally-json"];
        output(&tally, urls.as_bytes())
    });
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("former-names");
    std::fs::create_dir_all(&folder).unwrap();
    let files = [("one.json", one), ("two.json", two)].map(|(name, tally)| {
        let path = folder.join(name);
        std::fs::write(&path, tally).unwrap();
        path.into_os_string().into_string().unwrap()
    });
    let files = files.each_ref().map(String::as_str);
    for (former, now, arguments) in [
        (&["tally", "merge"][..], &["check", "--merge"][..], &files[..]),
        (&["combinations"], &["editions", "--combinations"], &["url-02", "rfc1738"]),
        (&["combinations"], &["editions", "--combinations"], &["--impossible"]),
        (&["combinations"], &["editions", "--combinations"], &["--format", "json"]),
    ] {
        let [former_output, output] = [former, now].map(|it| run(&[it, arguments].concat(), b""));
        assert!(!output.stdout.is_empty() && output.status.success(), "{now:?}");
        assert_eq!(former_output, output, "{former:?}");
        let help = run(&["help", "--all"], b"").stdout;
        assert!(!String::from_utf8(help).unwrap().contains(&format!("\n  {} ", former[0])));
    }
    status(&["check", "--merge", files[0], "http://a.b/"], b"", 2);
    status(&["check", "--merge", files[0], "--format", "short"], b"", 2);
}

/// Asserts a part of standard error, joined to one line.
#[track_caller]
fn complains(arguments: &[&str], input: &[u8], expected: &str) {
    let error = run(arguments, input).stderr;
    let error = String::from_utf8_lossy(&error);
    let words: Vec<&str> = error.split_whitespace().collect();
    assert!(words.join(" ").contains(expected), "{arguments:?}: {error}");
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

/// Without an option, the file's extension sets the format.
#[test]
fn an_output_has_the_form_of_its_name() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let url = "ftp://info.cern.ch/pub";
    let cases: [(&str, &[&str], &str); 6] = [
        ("named.svg", &["tree", url], "<svg"),
        ("named.SVG", &["tree", "--", url], "<svg"),
        ("named.json", &["check", url], "[\n{\"schema\""),
        ("named.md", &["diff", "url-01", "url-02", "ftpaddress"], "#"),
        ("named.svg", &["tree", url, "--format", "text"], "url "),
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

/// A user's file is never lost: neither the list that is read, nor an earlier picture.
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
    // A run without errors writes the file, even if the result is empty.
    status(
        &["check", "http://a.b/", "--only", "rejected", "--format", "jsonl", "-o", name],
        b"",
        0,
    );
    assert_eq!(std::fs::read(&file).unwrap(), b"");
}

/// Nothing is written if the output cannot have the format of the file's extension.
#[test]
fn an_output_that_cannot_be_what_its_name_says() {
    for arguments in
        [&["tree", "http://a/", "-o", "t.png"][..], &["railroad", "url", "-o", "r.PDF"]]
    {
        complains(arguments, b"", "the name of the file asks for a form that is not written");
    }
    assert!(!std::path::Path::new("t.png").exists());
}

const TABLE: &str = "id,url\n1,http://a.b/~x\n2,\"http://a.b/\"\"q\"\n3,=1+1\n";

/// The CSV columns have the same values as the records of JSON Lines.
#[test]
fn csv_has_the_columns_of_the_records() {
    let given = ["http://a.b/~x", "http://a.b/\",\"", "http:x", "http://a.b/", "\u{E9}", "../a,b"];
    let options = ["-e", "rfc1738,rfc3986", "--reading", "both", "--fail-on", "never"];
    let of = |format| {
        let arguments = [&["check", "--format", format], &options[..], &["--"], &given[..]];
        output(&arguments.concat(), b"")
    };
    let table = of("csv");
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let head: Vec<String> = rows.headers().unwrap().iter().map(str::to_owned).collect();
    let records = of("jsonl");
    let mut records = records.lines().map(|it| serde_json::from_str::<Value>(it).unwrap());
    for row in rows.records() {
        let (row, record) = (row.unwrap(), records.next().unwrap());
        for (name, field) in head.iter().zip(&row) {
            let value = match name.as_str() {
                "url" => &record["input"],
                "column" | "code" | "production" | "message" => &record["error"][name],
                "repair" => &record["error"]["replacement"],
                name => &record[name],
            };
            let value = match value {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                value => value.to_string(),
            };
            assert_eq!(field, value, "{name}: {record}");
        }
    }
    assert!(records.next().is_none());
    let empty = output(&["check", "--format", "csv"], b"");
    assert_eq!(empty, table.lines().next().unwrap().to_owned() + "\n");
}

#[test]
fn a_field_is_taken_by_its_number_or_its_name() {
    let select = ["check", "--delimiter", "comma", "--format", "short", "--fail-on", "never"];
    let with = |options: &[&str]| output(&[&select[..], options].concat(), TABLE.as_bytes());
    let by_name = with(&["--field", "url"]);
    assert_eq!(by_name, with(&["--field", "2", "--header"]));
    assert!(by_name.starts_with("<stdin>:2:14: rejected") && by_name.lines().count() == 3);
    let wanting = [&select[..], &["--field", "uri"]].concat();
    complains(&wanting, TABLE.as_bytes(), "none of 3 lines has a field `uri`");
    status(&wanting, TABLE.as_bytes(), 2);
    complains(&["check", "--field", "0"], b"", "a number from 1, or a name of the first line");
    // The result does not depend on how the input is cut into blocks.
    let long = format!("id\turl\n{}", "1\thttp://a.b/~\n".repeat(100_000));
    let counted = output(
        &["check", "--field", "url", "--format", "tally", "--fail-on", "never"],
        long.as_bytes(),
    );
    assert!(counted.contains("100000"), "{counted}");
}

#[test]
fn a_key_is_taken_out_of_json_lines() {
    let lines =
        b"{\"id\":1,\"url\":\"http://a.b/\\u007ex\"}\n{\"id\":2}\n{\"a\":{\"url\":\"a:b\"}}\n";
    let with = |key| {
        output(&["check", "--json-field", key, "--format", "short", "--fail-on", "never"], lines)
    };
    assert_eq!(
        with("url"),
        "<stdin>:1:1: rejected rfc1738 corrected: [char-not-allowed] `~` is not allowed in `hsegment`: http://a.b/~x\n"
    );
    assert!(with("/a/url").starts_with("<stdin>:3:1: conforms"), "{}", with("/a/url"));
    status(&["check", "--json-field", "url"], b"{\"url\":\"a:b\"}\nhttp://a.b/\n", 2);
    complains(&["check", "--json-field", "url"], b"{\"url\":\"a:b\"}\nx\n", "one line is not JSON");
}

/// If the lines of a table are judged whole, a note says how to select a column.
#[test]
fn a_table_that_is_judged_line_by_line_is_noticed() {
    let folder = folder("tables");
    for (name, hint) in
        [("t.csv", "--field NAME --delimiter comma"), ("t.jsonl", "--json-field KEY")]
    {
        let path = folder.join(name);
        std::fs::write(&path, TABLE).unwrap();
        let path = path.to_str().unwrap();
        complains(&["check", "-f", path], b"", hint);
        let taken = run(&["check", "-f", path, "--field", "1"], b"");
        assert!(!String::from_utf8_lossy(&taken.stderr).contains(hint));
    }
}

/// If no grammar was named, and RFC 3986 accepts what fails, a note says so.
#[test]
fn the_grammar_of_today_is_named_where_it_accepts_what_fails() {
    let told = "RFC 3986, the grammar of today, accepts";
    let one = output(&["check", "--fail-on", "never", "http://a.b/~x"], b"");
    assert!(one.contains(&format!("{told} it: -e rfc3986")), "{one}");
    let many = "http://a.b/~x\nhttp://a.b/<\nhttp://a.b/\n".repeat(1000);
    let many = output(&["check", "--fail-on", "never"], many.as_bytes());
    assert!(many.contains(&format!("{told} 1000 of those that fail: -e rfc3986")), "{many}");
    for silent in [
        &["check", "--fail-on", "never", "http://a.b/<"][..],
        &["check", "-e", "rfc1738", "--fail-on", "never", "http://a.b/~x"],
    ] {
        assert!(!output(silent, b"").contains(told));
    }
}

/// The defaults of a configuration file apply below its folder. Options override them.
#[test]
fn a_configuration_file_sets_defaults() {
    let folder = folder("configured");
    let below = folder.join("below");
    std::fs::create_dir_all(&below).unwrap();
    let run = |text: &str, arguments: &[&str]| {
        std::fs::write(folder.join("urlbnf.toml"), text).unwrap();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_urlbnf"));
        let output = command.current_dir(&below).args(arguments).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(said).unwrap())
    };
    let check = ["check", "http://a.b/~x"];
    let today = "edition = \"rfc3986\"\n";
    assert_eq!(run(today, &check).0, Some(0));
    assert_eq!(run(today, &["check", "-e", "rfc1738", "http://a.b/~x"]).0, Some(1));
    let two = run("edition = [\"rfc3986\", \"rfc1738\"]\n[check]\nfail-on = \"never\"\n", &check);
    assert!(two.0 == Some(0) && two.1.contains("rejected"), "{two:?}");
    for (text, told) in [
        ("output = \"x\"\n", "`output` cannot be set"),
        ("[check]\noutput = \"x\"\n", "`check.output` cannot be set"),
        ("[chek]\nfail-on = \"never\"\n", "`chek` cannot be set"),
        ("edition = 3\n", "`edition` is a string, or a list of strings"),
        ("# so\nedition = \n", "urlbnf.toml:2: "),
        ("[check]\nfail-on = \"nonsense\"\n", "nonsense"),
    ] {
        let (status, said) = run(text, &check);
        assert!(status == Some(2) && said.contains(told), "{text}: {status:?} {said}");
    }
}

/// If the command does not have the format of the name's extension, no other format is
/// written.
#[test]
fn an_output_has_no_form_that_its_name_does_not_say() {
    let folder = folder("endings");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    for (command, name) in [("check", "a.xyz"), ("check", "a.svg"), ("lint", "a.csv")] {
        complains(
            &[command, "a:b", "-o", &path(name)],
            b"",
            "a form that this command does not have",
        );
        assert!(!folder.join(name).exists());
    }
    for name in ["a.txt", "a.csv", "a", "a.LOG"] {
        assert_eq!(run(&["check", "a:b", "-o", &path(name)], b"").status.code(), Some(0), "{name}");
    }
}

/// A decoded backslash differs from an octet that is shown with one.
#[test]
fn a_decoded_backslash_differs_from_an_octet_that_is_no_text() {
    assert_ne!(output(&["decode", "%5CxE9"], b""), output(&["decode", "%E9"], b""));
}
