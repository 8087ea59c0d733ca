//! The files that commands write: never a file that they read, and each whole or not at all.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::program::{self, kill, output};
use crate::support::XorshiftRng;

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

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let name = |it: std::io::Result<fs::DirEntry>| it.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
    names.sort();
    names
}

/// An earlier report stays unchanged, and no temporary file is left.
#[test]
fn a_report_that_is_killed_leaves_the_earlier_report_unchanged() {
    let folder = folder("whole");
    fs::write(folder.join("report"), "of before").unwrap();
    let before = names(&folder);
    // A shell may start the tests with SIGQUIT ignored.
    for signal in ["-KILL", "-ABRT"] {
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
        kill(signal, &child);
        assert_eq!(child.wait().unwrap().code(), None);
        assert_eq!(fs::read_to_string(folder.join("report")).unwrap(), "of before");
        assert_eq!(names(&folder), before, "{signal}");
    }
}

/// The files that commands read, and other names of them.
const INPUTS: [&str; 6] = ["g.abnf", "h.abnf", "i.abnf", "u.txt", "v.txt", "t.json"];

/// A folder with inputs, and links to them under the names of outputs.
fn with_links(test: &str, tally: &[u8], random: &mut XorshiftRng) -> (PathBuf, Vec<String>) {
    let folder = folder(test);
    fs::write(folder.join("h.abnf"), "start = \"a\" / \"c\"\n").unwrap();
    fs::write(folder.join("i.abnf"), "; urlbnf: import g.abnf part\nstart = part\n").unwrap();
    fs::write(folder.join("v.txt"), "<URL:http://a.b/>\n").unwrap();
    fs::write(folder.join("t.json"), tally).unwrap();
    fs::write(folder.join("old"), "of before").unwrap();
    fs::create_dir(folder.join("d")).unwrap();
    let mut outputs = vec!["new".to_owned(), "old".to_owned(), "d/new".to_owned()];
    let pages = ["index.html", "style.css", "index.json", "l", "m.svg"];
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
        let mut random = XorshiftRng::new(seed as u64 + 1);
        let (folder, outputs) = with_links(test, tally.as_bytes(), &mut random);
        let one_of =
            |from: &[&str], random: &mut XorshiftRng| from[random.below(from.len())].to_owned();
        let named = |random: &mut XorshiftRng| outputs[random.below(outputs.len())].clone();
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
                format!("check --merge t.json {}", one_of(&["t.json", "-"], &mut random)),
                "t.json".into(),
            ),
            11 => (format!("transcribe {grammar}"), grammar),
            12 => (format!("productions -e {grammar} {format}"), grammar),
            13 => (
                format!(
                    "suite {grammar} -o {}",
                    one_of(&["index.json", "d/s.json", "s/s.json"], &mut random)
                ),
                grammar,
            ),
            14 => {
                (format!("book -e {grammar} -o {}", one_of(&[".", "d", "s"], &mut random)), grammar)
            }
            _ => (format!("railroad -e {grammar} start"), grammar),
        };
        let has_output = command.starts_with("suite") || command.starts_with("book");
        if !has_output && random.below(4) > 0 {
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
