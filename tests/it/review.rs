//! A grammar under review: the test creates a repository, and the program reviews it commit by
//! commit as `docs/review.md` describes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A grammar with a class that twenty rules use.
fn grammar() -> String {
    let mut text = "; urlbnf: start message
message  = greeting SP name [ SP \"(\" note \")\" ]
greeting = \"hello\" / \"hi\"
name     = 1*letter
letter   = ALPHA / mark
mark     = \"-\" / \"_\"
"
    .to_owned();
    let fields: Vec<String> = (1..=20).map(|it| format!("field{it:02}")).collect();
    text += &format!("note     = {}\n", fields.join("\n         / "));
    for (number, field) in fields.iter().enumerate() {
        text += &format!("{field}  = \"{:02}=\" 1*letter\n", number + 1);
    }
    text
}

/// A commit: the replacements, the findings of the review, each with its rule and its string,
/// gained (+) or lost (-), and whether the step of the workflow fails.
type Commit = (
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static [(&'static str, &'static str, &'static str)],
    bool,
);

/// The expected findings were written before the code.
const COMMITS: [Commit; 10] = [
    (
        "a widening",
        &[("/ \"hi\"", "/ \"hi\" / \"hey\"")],
        &[("language-wider", "greeting", "+HEY")],
        true,
    ),
    (
        "a narrowing",
        &[("name     = 1*letter", "name     = 1*8letter")],
        &[("language-narrower", "name", "----------")],
        true,
    ),
    ("a rename", &[("letter", "sign")], &[("rule-renamed", "sign", "")], false),
    (
        "a split that changes nothing",
        &[("message  = greeting SP name", "opening  = greeting SP name\nmessage  = opening")],
        &[("rule-added", "opening", ""), ("reworded-equal", "message", "")],
        false,
    ),
    (
        "a misprint",
        &[("\"hey\"", "\"hey\" / bey")],
        &[("undefined", "greeting", ""), ("reworded-equal", "greeting", "")],
        true,
    ),
    (
        "a case slip",
        &[(" / bey", ""), ("\"hello\"", "%s\"hello\"")],
        &[("case-changed", "greeting", "-HELLO")],
        true,
    ),
    (
        "an ambiguity",
        &[("name     = 1*8sign", "name     = 1*8sign / mark")],
        &[("ambiguity-gained", "name", "+-"), ("reworded-equal", "name", "")],
        false,
    ),
    (
        "a first-match trap",
        &[("/ \"hey\"", "/ \"hey\" / \"hiya\"")],
        &[("language-wider", "greeting", "+HIYA"), ("order-matters", "greeting", "+HIYA")],
        true,
    ),
    (
        "a drift between text and appendix",
        &[("\nnote ", "\nmark     = \"-\" / \"_\" / \".\"\nnote ")],
        &[("collected-differs", "mark", "+.")],
        true,
    ),
    (
        "a change of a class that twenty rules use",
        &[("mark     = \"-\" / \"_\"\n", "mark     = \"-\" / \"_\" / \".\"\n")],
        &[("language-wider", "mark", "+."), ("class-moved", "mark", "")],
        true,
    ),
];

struct Repository(PathBuf);

impl Repository {
    fn new(name: &str) -> Repository {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("review").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let repository = Repository(folder);
        repository.git(&["init", "--quiet"]);
        repository
    }

    #[track_caller]
    fn git(&self, arguments: &[&str]) -> String {
        let output = Command::new("git")
            .args(["-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"])
            .args(arguments)
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .current_dir(&self.0)
            .output()
            .unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.0.join(file), text).unwrap();
    }

    fn commit(&self, message: &str) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", message]);
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_urlbnf"))
            .args(arguments)
            .current_dir(&self.0)
            .output()
            .unwrap()
    }

    #[track_caller]
    fn says(&self, arguments: &[&str], status: i32) -> String {
        let output = self.run(arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {error}");
        String::from_utf8(output.stdout).unwrap()
    }

    #[track_caller]
    fn findings(&self, arguments: &[&str], status: i32) -> Vec<Value> {
        let said = self.says(&[arguments, &["--format", "jsonl"]].concat(), status);
        said.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// A repository with the ten commits.
fn ten_commits(name: &str) -> Repository {
    let repository = Repository::new(name);
    let mut text = grammar();
    repository.write("draft.abnf", &text);
    repository.commit("a grammar");
    for (what, edits, ..) in COMMITS {
        for (old, new) in edits {
            assert!(text.contains(old), "{what}: {old}");
            text = text.replace(old, new);
        }
        repository.write("draft.abnf", &text);
        repository.commit(what);
    }
    repository
}

#[test]
fn ten_commits_are_reviewed_one_by_one() {
    let repository = ten_commits("ten");
    let commits: Vec<String> =
        repository.git(&["rev-list", "--reverse", "HEAD"]).lines().map(str::to_owned).collect();
    for (number, (what, _, expected, fails)) in COMMITS.iter().enumerate() {
        repository.git(&["checkout", "--quiet", &commits[number + 1]]);
        let against = ["diff", "--against", "HEAD~1", "draft.abnf"];
        let found = repository.findings(&against, i32::from(*fails));
        let string = |finding: &Value| match (&finding["gained"], &finding["lost"]) {
            (Value::String(gained), _) => format!("+{gained}"),
            (_, Value::String(lost)) => format!("-{lost}"),
            _ => String::new(),
        };
        let mut found: Vec<(String, String, String)> = found
            .iter()
            .map(|it| {
                let text = |key: &str| it[key].as_str().unwrap_or_default().to_owned();
                (text("code"), text("new_rule"), string(it))
            })
            .collect();
        found.sort();
        let mut expected: Vec<(String, String, String)> = expected
            .iter()
            .map(|(code, rule, string)| ((*code).into(), (*rule).into(), (*string).into()))
            .collect();
        expected.sort();
        assert_eq!(found, expected, "{what}");
    }
    // The class changes all rules that use it.
    let last = repository.findings(&["diff", "--against", "HEAD~1", "draft.abnf"], 1);
    let wider = last.iter().find(|it| it["code"] == "language-wider").unwrap();
    let followers: Vec<&str> =
        wider["followers"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    assert_eq!(followers.iter().filter(|it| it.starts_with("field")).count(), 20, "{followers:?}");
}

/// An accepted change is known with its reason, wherever it is in the file.
#[test]
fn what_is_accepted_is_known_by_its_fingerprint() {
    let repository = ten_commits("accepted");
    repository.git(&["checkout", "--quiet", "HEAD~8"]);
    let against = ["diff", "--against", "HEAD~1", "draft.abnf"];
    let findings = repository.findings(&against, 1);
    let fingerprint = findings[0]["fingerprint"].as_str().unwrap();
    let accept = |text: &str| repository.write("accepted.txt", text);
    let with = |options: &[&'static str]| -> Vec<&str> {
        [&against[..], &["--accept", "accepted.txt"], options].concat()
    };
    accept(&format!("# meant\n{fingerprint} names are short\n"));
    let accepted = repository.findings(&with(&[]), 0);
    assert_eq!(accepted[0]["accepted"], "names are short");
    repository.says(&with(&["--fail-on", "narrower,stale"]), 0);
    // If lines move or comments change, it is the same edit.
    let text = fs::read_to_string(repository.0.join("draft.abnf")).unwrap();
    let moved = text.replace("name     = 1*8letter", "; a name\n\nname     =   1*8letter ; short");
    repository.write("draft.abnf", &format!("; A grammar.\n\n{moved}"));
    repository.says(&with(&[]), 0);
    // A different edit is not accepted.
    repository.write("draft.abnf", &text.replace("1*8letter", "1*7letter"));
    repository.says(&with(&["--fail-on", "narrower"]), 1);
    let said = repository.run(&with(&["--fail-on", "stale"]));
    assert_eq!(said.status.code(), Some(1));
    let told = String::from_utf8(said.stderr).unwrap();
    assert!(
        told.contains(&format!("accepted.txt:2: {fingerprint} accepts nothing here")),
        "{told}"
    );
    for wrong in ["0123 a reason\n", "0123456789abcdef\n"] {
        accept(wrong);
        repository.says(&with(&[]), 2);
    }
}

#[test]
fn fail_on_and_start_select_the_findings_that_fail() {
    let repository = ten_commits("fails");
    for (commit, fail_on, status) in [
        ("HEAD~9", "narrower", 0),
        ("HEAD~9", "wider", 1),
        ("HEAD~9", "language-wider", 1),
        ("HEAD~8", "narrower", 1),
        ("HEAD~8", "wider", 0),
        ("HEAD~7", "rule-renamed,narrower", 1),
        ("HEAD~5", "undefined", 1),
        ("HEAD~5", "never", 0),
        ("HEAD~3", "ambiguity-gained", 1),
        ("HEAD~1", "collected-differs", 1),
    ] {
        let before = format!("{commit}~1");
        let newer = repository.git(&["show", &format!("{commit}:draft.abnf")]);
        repository.write("newer.abnf", &newer);
        let of_old = format!("{before}:draft.abnf");
        repository.says(
            &["diff", "--against", &of_old, "newer.abnf", "--fail-on", fail_on, "-q"],
            status,
        );
    }
    // With a public surface, only findings that reach it count.
    repository.git(&["checkout", "--quiet", "HEAD~8"]);
    let against = ["diff", "--against", "HEAD~1", "draft.abnf", "-q", "--start"];
    repository.says(&[&against[..], &["note"]].concat(), 0);
    repository.says(&[&against[..], &["note,message"]].concat(), 1);
    repository.says(&[&against[..], &["nothing"]].concat(), 2);
}

/// The diff driver of `docs/review.md`: the log of git shows changes of languages.
#[test]
fn the_log_of_git_tells_what_changed() {
    let repository = ten_commits("driver");
    let page = crate::repository::read("docs/review.md");
    let line = page.lines().find(|it| it.starts_with("git config diff.urlbnf.command")).unwrap();
    let command = line.split_once('\'').unwrap().1.trim_end_matches('\'');
    repository.write(".gitattributes", "*.abnf diff=urlbnf\n");
    let program = Path::new(env!("CARGO_BIN_EXE_urlbnf")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let driver = format!("diff.urlbnf.command={command}");
    let output = Command::new("git")
        .args(["-c", &driver, "log", "-p", "--ext-diff", "--format=%s"])
        .env("PATH", path)
        .current_dir(&repository.0)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && said.contains("draft.abnf is new"), "{said}");
    for told in ["accepts more: HEY", "`name` accepts less: ---------", "is called `sign` now"] {
        assert!(said.contains(told), "{told}: {said}");
    }
}

#[test]
fn what_git_does_not_have_is_told() {
    let repository = ten_commits("git");
    repository.says(&["diff", "--against", "no-such-revision", "draft.abnf"], 2);
    repository.says(&["diff", "--against", "--output=x", "draft.abnf"], 2);
    repository.says(&["diff", "--against=-x", "draft.abnf"], 2);
    repository.says(&["diff", "--against", "HEAD:no-such-file", "draft.abnf"], 0);
    repository.write("new.abnf", "a = \"b\"\n");
    assert_eq!(repository.says(&["diff", "--against", "HEAD", "new.abnf"], 0), "");
    repository.says(&["diff", "--against", "HEAD", "rfc3986"], 2);
    repository.says(&["diff", "--against", "HEAD"], 2);
    // Several files, as a hook passes them. An edition or a file can also be the old side.
    let said = repository.says(&["diff", "--against", "HEAD", "draft.abnf", "new.abnf"], 0);
    assert!(said.contains("nothing changed"), "{said}");
    repository.says(&["diff", "--against", "new.abnf", "new.abnf"], 0);
    repository.says(&["diff", "--against", "rfc3986", "rfc3986"], 0);
}

/// An old revision is read with its own imports.
#[test]
fn a_revision_is_read_with_its_imports() {
    let repository = Repository::new("imports");
    repository.write("names.abnf", "name = 1*ALPHA\n");
    repository.write("draft.abnf", "; urlbnf: import names.abnf name\nhello = \"hello \" name\n");
    repository.commit("both");
    repository.write("names.abnf", "name = 1*8ALPHA\n");
    let found = repository.findings(&["diff", "--against", "HEAD", "draft.abnf"], 1);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (&found[0]["code"], &found[0]["lost"]),
        (&"language-narrower".into(), &"AAAAAAAAA".into())
    );
}

#[test]
fn an_answer_is_kept_and_held_to() {
    let repository = ten_commits("kept");
    let keep = ["diff", "--against", "HEAD~1", "draft.abnf", "--format", "markdown", "--snapshot"];
    for file in ["changes.md", "changes.snap"] {
        repository.says(&[&keep[..], &[file]].concat(), 0);
        repository.says(&[&keep[..], &[file, "--check"]].concat(), 0);
    }
    let text = fs::read_to_string(repository.0.join("draft.abnf")).unwrap();
    repository.write("draft.abnf", &text.replace("\"hiya\"", "\"hello there\""));
    for file in ["changes.md", "changes.snap"] {
        repository.says(&[&keep[..], &[file, "--check"]].concat(), 1);
    }
    let new = fs::read_to_string(repository.0.join("changes.snap.new")).unwrap();
    assert!(new.starts_with("---\nsource: urlbnf diff\n---\n"), "{new}");
    assert!(new.contains("greeting"), "{new}");
    repository.says(&["diff", "rfc3986", "rfc3986", "--check"], 2);
    let two = ["diff", "url-01", "url-02", "--snapshot", "two.txt"];
    repository.says(&two, 0);
    repository.says(&[&two[..], &["--check"]].concat(), 0);
}

/// Markdown links to the pictures that the command writes, at the address that is given.
#[test]
fn markdown_leads_to_its_pictures() {
    let repository = ten_commits("pictures");
    let with = ["diff", "--against", "HEAD~10", "draft.abnf", "--format", "markdown", "--pictures"];
    for (options, at) in [
        (&["my pictures"][..], "my%20pictures"),
        (&["p", "--pictures-at", "https://a.b/c/"], "https://a.b/c"),
    ] {
        let said = repository.says(&[&with[..], options].concat(), 1);
        let links: Vec<&str> =
            said.split(&format!("]({at}/")).skip(1).filter_map(|it| it.split(')').next()).collect();
        assert_eq!(links.len(), 4, "{said}");
        for link in links {
            let file = repository.0.join(options[0]).join(link);
            let picture = fs::read_to_string(&file).unwrap_or_else(|it| panic!("{link}: {it}"));
            assert!(picture.starts_with("<svg"), "{picture}");
        }
    }
    repository.says(&["diff", "--against", "HEAD", "draft.abnf", "--pictures", "p"], 2);
    repository.says(&["diff", "--against", "HEAD", "draft.abnf", "--format", "svg"], 2);
}

/// The formats of the review, for a reader to look at.
#[test]
fn forms() {
    let repository = ten_commits("forms");
    let mut all = String::new();
    for form in ["text", "markdown", "changelog", "github"] {
        repository.git(&["checkout", "--quiet", "--force", "--detach", "HEAD"]);
        let said = repository.says(
            &["diff", "--against", "HEAD~10", "draft.abnf", "--format", form, "--width", "80"],
            1,
        );
        all += &format!("# {form}\n\n{said}\n");
    }
    crate::support::snapshot("review-forms", &all);
    let said =
        repository.says(&["diff", "--against", "HEAD~10", "draft.abnf", "--format", "sarif"], 1);
    let log = crate::sarif::valid(&said);
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert!(results.iter().all(|it| it["partialFingerprints"]["urlbnf/v1"].is_string()));
}
