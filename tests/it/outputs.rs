//! The files that commands write: never a file that they read, and each whole or not at all.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::program::{self, output};
use crate::support::Numbers;

const GRAMMAR: &str = "start = \"a\" / part\npart = \"b\" unused\nunused = 1*DIGIT\n";
const LIST: &str = "http://a.b/\nhttp://a.b/~\nx\n";
const PROGRAM: &str = env!("CARGO_BIN_EXE_urlbnf");

/// A new folder for a test, with a grammar and a list.
fn folder(test: &str) -> PathBuf {
    let folder = program::folder(&format!("outputs/{test}"));
    fs::write(folder.join("g.abnf"), GRAMMAR).unwrap();
    fs::write(folder.join("u.txt"), LIST).unwrap();
    folder
}

/// Runs a shell command in which `urlbnf` is the program.
fn shell(folder: &Path, line: &str) -> Output {
    let line = format!("urlbnf() {{ '{PROGRAM}' \"$@\"; }}\n{line}");
    Command::new("sh").args(["-c", &line]).current_dir(folder).output().unwrap()
}

#[track_caller]
fn ends_with(folder: &Path, line: &str, status: i32, said: &str) {
    let output = shell(folder, line);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{line}: {error}");
    assert!(error.contains(said), "{line}: {error}");
}

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let name = |it: std::io::Result<fs::DirEntry>| it.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
    names.sort();
    names
}

/// Asserts that a command is rejected, and changes no file.
#[track_caller]
fn is_refused(folder: &Path, line: &str, said: &str) {
    let before = names(folder);
    ends_with(folder, line, 2, said);
    assert_eq!(fs::read_to_string(folder.join("g.abnf")).unwrap(), GRAMMAR, "{line}");
    assert_eq!(fs::read_to_string(folder.join("u.txt")).unwrap(), LIST, "{line}");
    assert_eq!(names(folder), before, "{line}");
}

#[test]
fn lint_does_not_write_to_a_grammar_that_it_reads() {
    let folder = folder("lint");
    std::os::unix::fs::symlink("g.abnf", folder.join("link")).unwrap();
    fs::write(folder.join("d.txt"), "   x = \"a\"\n").unwrap();
    fs::write(folder.join("i.abnf"), "; urlbnf: import g.abnf part\nx = part\n").unwrap();
    let same = "it is the same file as the input g.abnf";
    for format in ["text", "jsonl", "json", "sarif", "github"] {
        is_refused(&folder, &format!("urlbnf lint g.abnf --format {format} -o g.abnf"), same);
    }
    is_refused(&folder, "urlbnf lint g.abnf -o link", same);
    is_refused(&folder, "urlbnf lint ./g.abnf -o ../lint/g.abnf", "the same file as the input");
    is_refused(&folder, "urlbnf lint i.abnf -o g.abnf", same);
    is_refused(&folder, "urlbnf lint g.abnf >>g.abnf", same);
    is_refused(&folder, "urlbnf lint d.txt --notation abnf -o d.txt", "the same file");
    assert_eq!(fs::read_to_string(folder.join("d.txt")).unwrap(), "   x = \"a\"\n");
}

#[test]
fn a_snapshot_does_not_replace_a_grammar() {
    let folder = folder("snapshot");
    fs::hard_link(folder.join("g.abnf"), folder.join("s.snap")).unwrap();
    let same = "it is the same file as the input g.abnf";
    is_refused(&folder, "urlbnf diff g.abnf rfc1738 --snapshot g.abnf", same);
    is_refused(&folder, "urlbnf diff rfc1738 g.abnf start --snapshot s.snap", same);
    is_refused(&folder, "urlbnf diff --against rfc3986 g.abnf --snapshot g.abnf", same);
    let both = "urlbnf diff g.abnf g.abnf --snapshot r -o r";
    ends_with(&folder, both, 2, "it is the same file as the output r");
    assert!(fs::read_to_string(folder.join("r")).unwrap().len() > 10);
}

#[test]
fn a_file_is_known_by_each_of_its_names() {
    let folder = folder("names");
    fs::hard_link(folder.join("u.txt"), folder.join("v.txt")).unwrap();
    std::os::unix::fs::symlink("v.txt", folder.join("w.txt")).unwrap();
    let same = "it is the same file as the input u.txt";
    for output in ["u.txt", "v.txt", "w.txt", "./w.txt", "../names/v.txt"] {
        is_refused(&folder, &format!("urlbnf check -f u.txt -o {output}"), same);
        is_refused(&folder, &format!("urlbnf tree -f u.txt -o {output}"), same);
        is_refused(&folder, &format!("urlbnf extract u.txt -o {output}"), same);
    }
    is_refused(&folder, "urlbnf check -f u.txt >>v.txt", same);
}

#[test]
fn the_file_behind_standard_input_is_read() {
    let folder = folder("standard-input");
    let same = "it is the same file as standard input";
    is_refused(&folder, "urlbnf check -o u.txt <u.txt", same);
    is_refused(&folder, "urlbnf check - -o ./u.txt <u.txt", same);
    is_refused(&folder, "urlbnf check http://a.b/ -o u.txt <u.txt", same);
    is_refused(&folder, "urlbnf lint - -o g.abnf <g.abnf", same);
    is_refused(&folder, "urlbnf transcribe - -o g.abnf <g.abnf", same);
    is_refused(&folder, "urlbnf check >>u.txt <u.txt", same);
    is_refused(&folder, "urlbnf check -f /dev/fd/0 -o u.txt <u.txt", "it is the same file as");
}

#[test]
fn pages_and_suites_do_not_replace_the_grammar_that_they_show() {
    let folder = folder("pages");
    for name in ["index.html", "index.json"] {
        fs::hard_link(folder.join("g.abnf"), folder.join(name)).unwrap();
    }
    let same = "it is the same file as the input g.abnf";
    is_refused(
        &folder,
        "urlbnf book -e g.abnf -o .",
        &format!("index.html cannot be written: {same}"),
    );
    is_refused(
        &folder,
        "urlbnf suite g.abnf --full -o .",
        &format!("index.json cannot be written: {same}"),
    );
    is_refused(
        &folder,
        "urlbnf suite g.abnf -o index.json",
        &format!("index.json cannot be written: {same}"),
    );
}

/// An earlier report stays unchanged, however the program ends, and no temporary file is left.
#[test]
fn a_report_that_fails_leaves_the_earlier_report_unchanged() {
    let folder = folder("whole");
    fs::write(folder.join("many.txt"), LIST.repeat(20_000)).unwrap();
    fs::write(folder.join("report"), "of before").unwrap();
    let before = names(&folder);
    // The limit is in blocks of 512 bytes: once with the signal that ends the program, and
    // once without.
    for (limit, status) in [("ulimit -f 24;", None), ("trap '' XFSZ; ulimit -f 24;", Some(2))] {
        for command in ["check --format jsonl -f many.txt", "tree --format jsonl -f many.txt"] {
            let line = format!("{limit} exec '{PROGRAM}' {command} -o report");
            let output = shell(&folder, &line);
            assert_eq!(output.status.code(), status, "{line}");
            assert_eq!(fs::read_to_string(folder.join("report")).unwrap(), "of before");
            assert_eq!(names(&folder), before, "{line}");
        }
    }
    for signal in ["-KILL", "-QUIT"] {
        let mut child = Command::new(PROGRAM)
            .args(["check", "--format", "jsonl", "-o", "report"])
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(LIST.repeat(20_000).as_bytes()).unwrap();
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), None);
        assert_eq!(fs::read_to_string(folder.join("report")).unwrap(), "of before");
        assert_eq!(names(&folder), before, "{signal}");
    }
    ends_with(&folder, "urlbnf check --format jsonl -f many.txt -o report", 1, "");
    assert_eq!(fs::read_to_string(folder.join("report")).unwrap().lines().count(), 60_000);
    assert_eq!(names(&folder), before);
}

#[test]
fn a_replaced_file_keeps_its_permissions_and_a_link_stays() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = folder("permissions");
    let mode = |name: &str| fs::metadata(folder.join(name)).unwrap().permissions().mode() & 0o777;
    fs::create_dir(folder.join("below")).unwrap();
    fs::write(folder.join("below/report"), "of before").unwrap();
    fs::set_permissions(folder.join("below/report"), PermissionsExt::from_mode(0o640)).unwrap();
    symlink("below/report", folder.join("one")).unwrap();
    symlink("../permissions/one", folder.join("two")).unwrap();
    symlink("below/new", folder.join("dangling")).unwrap();
    ends_with(&folder, "urlbnf check -f u.txt --format short -o two", 1, "");
    assert_eq!(mode("below/report"), 0o640);
    assert_eq!(fs::read_to_string(folder.join("below/report")).unwrap().lines().count(), 3);
    ends_with(&folder, "umask 027; urlbnf check http://a.b/ -o dangling", 0, "");
    assert_eq!(mode("below/new"), 0o640);
    for link in ["one", "two", "dangling"] {
        assert!(folder.join(link).is_symlink(), "{link}");
    }
    assert_eq!(names(&folder.join("below")), ["new", "report"]);
    symlink("round", folder.join("round")).unwrap();
    ends_with(&folder, "urlbnf check http://a.b/ -o round", 2, "symbolic links lead to it");
    ends_with(&folder, "urlbnf check http://a.b/ -o none/report", 2, "none/report: No such file");
    ends_with(&folder, "urlbnf check http://a.b/ -o below", 2, "below: Is a directory");
}

/// Neither a read-only file is replaced, nor a file in a read-only folder.
#[test]
fn what_may_not_be_written_is_not_replaced() {
    use std::os::unix::fs::PermissionsExt;

    let folder = folder("forbidden");
    let set = |name: &str, mode| {
        fs::set_permissions(folder.join(name), PermissionsExt::from_mode(mode)).unwrap();
    };
    fs::create_dir(folder.join("closed")).unwrap();
    for name in ["kept", "closed/report"] {
        fs::write(folder.join(name), "of before").unwrap();
    }
    set("kept", 0o444);
    set("closed", 0o555);
    // Root may write everywhere.
    if File::options().append(true).open(folder.join("kept")).is_err() {
        ends_with(&folder, "urlbnf check http://a.b/ -o kept", 2, "kept: Permission denied");
        let said = "closed/report: no file can be created in its folder: Permission denied";
        ends_with(&folder, "urlbnf check http://a.b/ -o closed/report", 2, said);
    }
    set("closed", 0o755);
    for name in ["kept", "closed/report"] {
        assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), "of before");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_file_is_written_directly() {
    let folder = folder("devices");
    let conforms = "It conforms to rfc1738, corrected.\n";
    let said = |line: &str| String::from_utf8(shell(&folder, line).stdout).unwrap();
    assert_eq!(said("urlbnf check http://a.b/ -o /dev/stdout"), conforms);
    assert_eq!(said("urlbnf check http://a.b/ -o /dev/fd/3 3>&1"), conforms);
    let appended = "(echo before; urlbnf check http://a.b/ -o /dev/stdout) >both; cat both";
    assert_eq!(said(appended), format!("before\n{conforms}"));
    let pipe = "mkfifo pipe; cat pipe & urlbnf check http://a.b/ -o pipe; wait; test -p pipe && echo a pipe";
    assert_eq!(said(pipe), format!("{conforms}a pipe\n"));
    ends_with(&folder, "urlbnf check http://a.b/ -o /dev/full", 2, "No space left");
    ends_with(&folder, "urlbnf check http://a.b/ -o /dev/null", 0, "");
}

#[cfg(target_os = "linux")]
#[test]
fn help_and_version_that_cannot_be_written_are_an_error() {
    let folder = folder("help");
    for command in ["--help", "--version", "check --help", "help", "help lint", "man", "-V"] {
        let full = format!("urlbnf {command} >/dev/full");
        ends_with(&folder, &full, 2, "the output cannot be written: No space left");
        ends_with(&folder, &format!("urlbnf {command} >/dev/null"), 0, "");
    }
}

#[test]
fn an_empty_file_with_the_name_of_a_compressed_one_is_an_error() {
    let folder = folder("compressed");
    for (name, kind) in [("e.gz", "gzip"), ("e.zst", "zstd"), ("E.GZ", "gzip")] {
        fs::write(folder.join(name), "").unwrap();
        let said = format!("{name}: it is empty, and {kind} data is not");
        for command in ["check -f", "tree -f", "extract", "tally merge"] {
            ends_with(&folder, &format!("urlbnf {command} {name}"), 2, &said);
        }
    }
    fs::write(folder.join("e.txt"), "").unwrap();
    ends_with(&folder, "urlbnf check -f e.txt", 0, "");
}

/// The files that commands read, and other names of them.
const INPUTS: [&str; 6] = ["g.abnf", "h.abnf", "i.abnf", "u.txt", "v.txt", "t.json"];

/// A folder with inputs, and links to them under the names of outputs.
fn with_links(test: &str, tally: &[u8], random: &mut Numbers) -> (PathBuf, Vec<String>) {
    let folder = folder(test);
    fs::write(folder.join("h.abnf"), "start = \"a\" / \"c\"\n").unwrap();
    fs::write(folder.join("i.abnf"), "; urlbnf: import g.abnf part\nstart = part\n").unwrap();
    fs::write(folder.join("v.txt"), "<URL:http://a.b/>\n").unwrap();
    fs::write(folder.join("t.json"), tally).unwrap();
    fs::write(folder.join("old"), "of before").unwrap();
    fs::create_dir(folder.join("d")).unwrap();
    let mut outputs = vec!["new".to_owned(), "old".to_owned(), "d/new".to_owned()];
    let pages = ["index.html", "style.css", "index.json", "valid.txt", "start.json", "l", "m.svg"];
    for page in pages {
        let input = INPUTS[random.below(INPUTS.len())];
        let link = folder.join(page);
        match random.below(4) {
            0 => fs::hard_link(folder.join(input), &link).unwrap(),
            1 => std::os::unix::fs::symlink(input, &link).unwrap(),
            2 => std::os::unix::fs::symlink("old", &link).unwrap(),
            _ => continue,
        }
        outputs.push(page.to_owned());
    }
    let input = INPUTS[random.below(INPUTS.len())];
    outputs.extend([input.to_owned(), format!("./{input}"), format!("d/../{input}")]);
    outputs.push("/dev/fd/0".to_owned());
    (folder, outputs)
}

/// Commands with random links and redirections. None of them changes a file that it reads.
fn commands_at_random(test: &str, count: usize) {
    let tally = output(&["check", "--format", "tally-json"], LIST.as_bytes());
    let (mut refused, mut done) = (0, 0);
    for seed in 0..count {
        let mut random = Numbers::from_seed(seed as u64 + 1);
        let (folder, outputs) = with_links(test, tally.as_bytes(), &mut random);
        let one_of =
            |from: &[&str], random: &mut Numbers| from[random.below(from.len())].to_owned();
        let named = |random: &mut Numbers| outputs[random.below(outputs.len())].clone();
        let grammar = one_of(&["g.abnf", "h.abnf", "i.abnf", "./d/../g.abnf"], &mut random);
        let list = one_of(&["u.txt", "v.txt", "./u.txt", "u.txt v.txt"], &mut random);
        let format = one_of(&["", "--format jsonl", "--format json"], &mut random);
        let file = named(&mut random);
        let (mut command, read) = match random.below(16) {
            0 => (format!("check -f {list} {format}"), list),
            1 => {
                (format!("check -e {grammar} -f {list} --start start"), format!("{grammar} {list}"))
            }
            2 => (format!("check - {format}"), String::new()),
            3 => (format!("tree -f {list} {format}"), list),
            4 => (format!("extract {list} {format}"), list),
            5 => (format!("lint {grammar} {format}"), grammar),
            6 => (format!("lint {grammar} h.abnf --format sarif"), format!("{grammar} h.abnf")),
            7 => (format!("lint - {format}"), String::new()),
            8 => (format!("diff {grammar} h.abnf --snapshot {file}"), format!("{grammar} h.abnf")),
            9 => (
                format!("diff {grammar} h.abnf --check --snapshot {file}"),
                format!("{grammar} h.abnf {file}"),
            ),
            10 => (
                format!("tally merge t.json {}", one_of(&["t.json", "-"], &mut random)),
                "t.json".into(),
            ),
            11 => (format!("transcribe {grammar}"), grammar),
            12 => (format!("productions -e {grammar} {format}"), grammar),
            13 => (
                format!("suite {grammar} --full -o {}", one_of(&[".", "d", "s"], &mut random)),
                grammar,
            ),
            14 => {
                (format!("book -e {grammar} -o {}", one_of(&[".", "d", "s"], &mut random)), grammar)
            }
            _ => (format!("railroad -e {grammar} start"), grammar),
        };
        let writes_folder = command.starts_with("suite") || command.starts_with("book");
        if !writes_folder && random.below(4) > 0 {
            command += &format!(" -o {}", named(&mut random));
        }
        let mut read: Vec<String> = read.split(' ').map(str::to_owned).collect();
        if read.iter().any(|it| it == "i.abnf") {
            read.push("g.abnf".to_owned());
        }
        let input = named(&mut random);
        let standard = match random.below(3) {
            0 => "",
            _ if folder.join(&input).is_file() && !input.starts_with("/dev") => {
                read.push(input.clone());
                command += &format!(" <{input}");
                "file"
            }
            _ => "",
        };
        if standard.is_empty() {
            command += " </dev/null";
        }
        if random.below(5) == 0 {
            command += &format!(
                " >>{}",
                one_of(&["u.txt", "g.abnf", "d/out", "/dev/stderr"], &mut random)
            );
        }
        read.retain(|it| folder.join(it).is_file());
        let contents = |read: &[String]| -> Vec<Vec<u8>> {
            read.iter().map(|it| fs::read(folder.join(it)).unwrap()).collect()
        };
        let before = contents(&read);
        let ended = shell(&folder, &format!("urlbnf {command}"));
        let error = String::from_utf8_lossy(&ended.stderr);
        assert!(matches!(ended.status.code(), Some(0..=2)), "{seed}: {command}: {error}");
        assert!(before == contents(&read), "{seed}: {command} changed an input: {error}");
        for folder in [folder.clone(), folder.join("d"), folder.join("s")] {
            let left = |name: &String| name.starts_with(".urlbnf");
            assert!(!folder.is_dir() || !names(&folder).iter().any(left), "{seed}: {command}");
        }
        refused += usize::from(error.contains("it is the same file as"));
        done += usize::from(ended.status.code() != Some(2));
    }
    assert!(refused > count / 10 && done > count / 5, "{refused} were refused, {done} were done");
}

#[test]
fn no_command_changes_what_it_reads() {
    commands_at_random("random", 150);
}

#[test]
#[ignore = "a thousand runs of the program take longer than all other tests of the command line"]
fn no_command_changes_what_it_reads_in_a_thousand_runs() {
    commands_at_random("random-more", 1000);
}
