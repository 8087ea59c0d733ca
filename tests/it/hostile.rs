//! Nothing that a user gives acts on a terminal, on Markdown or on a page.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use urlbnf::text::{acts, harmless as let_through, plain_length};

use crate::program::{folder, output};
use crate::support::XorshiftRng;

/// Characters that act on a terminal, reorder or hide text, and lines that imitate ours.
const HOSTILE: &str = "a\u{1B}[31m\u{7}\u{7F}\u{9B}31m\u{202E}\u{2066}\u{FEFF}\u{2028}\u{2029}\u{200B}\r\
                       \nforged: all is well\n# forged\n<img src=forged>`|b";
/// The same for texts that a line end would end.
const ON_A_LINE: &str = "a\u{1B}]0;x\u{7}\u{7F}\u{9B}31m\u{202E}\u{FEFF}\u{2028}\u{2029}\rb";

fn run_in(folder: &Path, arguments: &[impl AsRef<OsStr>]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_urlbnf"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Asserts that no character of a text acts, and that no line of it is forged.
#[track_caller]
fn harmless(what: &str, text: &[u8]) {
    let text = String::from_utf8(text.to_vec()).unwrap_or_else(|_| panic!("{what}: no UTF-8"));
    let acting = text.chars().find(|it| acts(*it) && !matches!(it, '\n' | '\t'));
    assert_eq!(acting, None, "{what}: {text:?}");
    for line in text.lines() {
        let line = line.trim_start();
        assert!(!line.starts_with("forged") && !line.starts_with("# forged"), "{what}: {text}");
    }
}

#[track_caller]
fn harmless_run(folder: &Path, arguments: &[impl AsRef<OsStr>]) {
    let Output { stdout, stderr, .. } = run_in(folder, arguments);
    let arguments: Vec<&OsStr> = arguments.iter().map(AsRef::as_ref).collect();
    harmless(&format!("{arguments:?}"), &stdout);
    harmless(&format!("{arguments:?}, standard error"), &stderr);
}

/// A command as its own help describes it.
struct CommandHelp {
    name: String,
    /// Its options that take a value.
    options: Vec<String>,
    /// The values that these options take by name.
    values: Vec<(String, String)>,
}

/// All commands.
fn commands() -> Vec<CommandHelp> {
    // The man page names them all, and is made from the definition.
    let page = output(&["man"], b"");
    let names = page.split("urlbnf\\-").skip(1).filter_map(|it| Some(it.split_once("(1)")?.0));
    let mut names: Vec<String> = names.map(str::to_owned).filter(|it| it != "help").collect();
    names.sort();
    names.dedup();
    assert!(names.len() > 20, "{names:?}");
    names.into_iter().map(read_help).collect()
}

fn read_help(name: String) -> CommandHelp {
    let help = output(&[&name, "--help"], b"");
    let (mut options, mut values) = (Vec::new(), Vec::new());
    let mut option = None;
    for line in help.lines().map(str::trim_start) {
        let long = line.split(' ').find(|word| word.starts_with("--"));
        if let Some(long) = long.filter(|_| line.starts_with('-') && line.contains('<')) {
            options.push(long.to_owned());
            option = Some(long.to_owned());
        } else if line.starts_with('-') && !line.starts_with("- ") {
            option = None;
        }
        let listed = line.strip_prefix("- ").and_then(|it| it.split(':').next());
        let bracketed = line.split("[possible values: ").nth(1).map(|it| it.trim_end_matches(']'));
        if let Some(option) = &option {
            let all = listed.into_iter().chain(bracketed.into_iter().flat_map(|it| it.split(", ")));
            values.extend(all.map(|value| (option.clone(), value.to_owned())));
        }
    }
    CommandHelp { name, options, values }
}

#[test]
fn no_command_lets_an_argument_through() {
    let folder = folder("hostile-arguments");
    for CommandHelp { name, options, .. } in commands() {
        let mut lines: Vec<Vec<String>> = Vec::new();
        for count in 1..=3 {
            lines.push(vec![HOSTILE.to_owned(); count]);
        }
        lines.push(vec![format!("--{ON_A_LINE}")]);
        lines.push(vec![format!("--{ON_A_LINE}=x"), HOSTILE.to_owned()]);
        for option in &options {
            lines.push(vec![option.clone(), HOSTILE.to_owned()]);
            lines.push(vec![option.clone(), ON_A_LINE.to_owned(), "http://a.b/~".to_owned()]);
        }
        for line in lines {
            harmless_run(&folder, &[vec![name.clone()], line].concat());
        }
    }
}

#[test]
fn no_command_lets_contents_through() {
    let folder = folder("hostile-contents");
    // Each line of a list is a URL of its own, and is shown on one.
    let hostile = format!("{ON_A_LINE}\0\n<URL:http://a.b/{ON_A_LINE}>\nhttp://a.b/{ON_A_LINE}\n");
    fs::write(folder.join("list"), &hostile).unwrap();
    let comment = format!("# notation rfc822\n# {ON_A_LINE}\nstart = \"{ON_A_LINE}\"\n");
    fs::write(folder.join("literal.bnf"), &comment).unwrap();
    fs::write(folder.join("broken.bnf"), format!("{comment}b = ( {ON_A_LINE}\n")).unwrap();
    let started = format!("# notation rfc822\n# start {ON_A_LINE}\na = \"a\"\n");
    fs::write(folder.join("started.bnf"), started).unwrap();
    fs::write(folder.join("notation.bnf"), format!("# notation {ON_A_LINE}\na = \"a\"\n")).unwrap();
    fs::write(folder.join("unknown.bnf"), format!("# notation rfc822\na = \"{ON_A_LINE}\" b\n"))
        .unwrap();
    fs::write(folder.join("good.bnf"), "# notation rfc822\nstart = \"a\"\n").unwrap();
    let grammars = ["literal.bnf", "broken.bnf", "started.bnf", "notation.bnf", "unknown.bnf"];
    for CommandHelp { name, options, values } in commands() {
        if name == "book" {
            continue;
        }
        let mut lines: Vec<Vec<&str>> = vec![vec!["list"], vec!["--file", "list"]];
        for (option, value) in values.iter().filter(|(option, _)| option == "--format") {
            lines.push(vec![option, value, "list"]);
            lines.push(vec![option, value, "--file", "list"]);
        }
        for grammar in grammars {
            lines.push(vec![grammar, "good.bnf"]);
            lines.push(vec!["good.bnf", grammar]);
            if options.iter().any(|it| it == "--edition") {
                lines.push(vec!["--edition", grammar, "http://a.b/"]);
            }
            for (option, value) in values.iter().filter(|(option, _)| option == "--format") {
                lines.push(vec![option, value, grammar, "good.bnf"]);
            }
        }
        for line in lines {
            harmless_run(&folder, &[&[name.as_str()][..], &line].concat());
        }
    }
}

#[cfg(unix)]
#[test]
fn no_command_lets_the_name_of_a_file_through() {
    use std::os::unix::ffi::OsStringExt as _;
    let folder = folder("hostile-names");
    // A name cannot have a slash, and need not be UTF-8.
    let hostile = OsString::from_vec([b"\xFF", HOSTILE.replace('/', "").as_bytes()].concat());
    let commands = commands();
    for (suffix, contents) in [
        ("", &b"http://a.b/~\n<URL:http://a.b/>\n"[..]),
        (".gz", b"\x1F\x8B\x08\0\0"),
        (".bnf", b"# notation rfc822\nstart = \"b\"\n"),
        (".broken.bnf", b"# notation rfc822\nstart = (\n"),
    ] {
        let mut file = hostile.clone();
        file.push(suffix);
        fs::write(folder.join(&file), contents).unwrap();
        let quick = |it: &&CommandHelp| it.name != "book";
        for CommandHelp { name, values, .. } in commands.iter().filter(quick) {
            let whole = !suffix.contains('z') && !suffix.contains("broken");
            let formats = values.iter().filter(|(option, _)| whole && option == "--format");
            let formats = formats.map(|(option, value)| vec![option.as_str(), value]);
            for format in formats.chain([Vec::new()]) {
                for by in [&[][..], &["--file"], &["url-01"]] {
                    let words = [&[name.as_str()][..], &format, by].concat();
                    let mut line: Vec<OsString> = words.into_iter().map(OsString::from).collect();
                    line.push(file.clone());
                    harmless_run(&folder, &line);
                }
            }
        }
    }
}

/// What passes of a text, one character after the other, and how many bytes were read.
fn one_by_one(bytes: &[u8]) -> (usize, Vec<u8>) {
    let (mut read, mut shown) = (0, String::new());
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\n' | '\t' => shown.push(character),
                _ if acts(character) => {
                    let units: Vec<u16> = character.encode_utf16(&mut [0; 2]).to_vec();
                    shown.extend(units.iter().map(|unit| format!("\\u{unit:04x}")));
                }
                _ => shown.push(character),
            }
        }
        read += chunk.valid().len();
        let is_last = read + chunk.invalid().len() == bytes.len();
        let error = std::str::from_utf8(chunk.invalid()).err();
        if is_last && error.is_some_and(|it| it.error_len().is_none()) {
            break;
        }
        shown.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02X}")));
        read += chunk.invalid().len();
    }
    (read, shown.into_bytes())
}

#[test]
fn what_is_plain_passes_at_once_and_nothing_else_does() {
    let parts: [&[u8]; 14] = [
        b"a",
        b"\n",
        b"\t",
        b"\r",
        b"\x1B[31m",
        b"\x7F",
        "\u{e9}".as_bytes(),
        "\u{202e}".as_bytes(),
        "\u{1f600}".as_bytes(),
        b"\xC3",
        b"\xE2\x80",
        b"\xF0\x9F\x98",
        b"\xFF",
        b"\x80",
    ];
    let mut random = XorshiftRng::new(7);
    for _ in 0..20_000 {
        let mut text = Vec::new();
        for _ in 0..random.below(8) {
            text.extend(std::iter::repeat_n(b'p', random.below(3) * random.below(70)));
            text.extend(parts[random.below(parts.len())]);
        }
        let mut shown = Vec::new();
        let read = let_through(&text, &mut shown);
        assert_eq!((read, shown), one_by_one(&text), "{}", text.escape_ascii());
        let is_plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
        let plain = text.iter().position(|byte| !is_plain(byte)).unwrap_or(text.len());
        assert_eq!(plain_length(&text), plain, "{}", text.escape_ascii());
    }
}
