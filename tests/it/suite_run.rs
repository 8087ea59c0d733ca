//! Programs that are held to a suite: good ones, wrong ones, and those that break.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::program::{self, run};

/// A folder for a test, with a suite in it of RFC 3986's `dec-octet`.
fn folder(name: &str) -> PathBuf {
    let folder = program::folder(&format!("suite-run-{name}"));
    let suite = folder.join("suite");
    fs::create_dir_all(&suite).unwrap();
    let file = suite.join("dec-octet.json");
    let made =
        run(&["suite", "rfc3986", "--start", "dec-octet", "-o", file.to_str().unwrap()], b"");
    assert_eq!(made.status.code(), Some(0));
    folder
}

/// What `suite run` says of a program that is written for `sh`: the status, the output and
/// what goes to standard error.
fn asked(folder: &Path, script: &str, more: &[&str]) -> (Option<i32>, String, String) {
    let program = folder.join("program.sh");
    fs::write(&program, script).unwrap();
    let command = format!("sh '{}'", program.display());
    let suite = folder.join("suite");
    let arguments = ["suite", "run", "--suite", suite.to_str().unwrap(), "--command", &command];
    let output = run(&[&arguments[..], more].concat(), b"");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

const CLAIMS: &str = r#"echo '{"claims":["rfc3986"],"name":"a parser","version":"1"}'"#;

/// A program that reads JSON with `sed`, and answers each question in the same way.
fn always(answer: &str) -> String {
    format!("{CLAIMS}\nexec sed -u 's/^{{\"id\":\"\\([^\"]*\\)\".*/{{\"id\":\"\\1\",{answer}}}/'\n")
}

/// A program that is right, but where `but` says otherwise: lines of `case` of `sh`.
fn right(but: &str) -> String {
    format!(
        r#"{CLAIMS}
while read -r line; do
  id=${{line#*'"id":"'}}; id=${{id%%'"'*}}
  text=${{line#*'"input":"'}}; text=${{text%'"}}'}}
  valid=false
  if printf %s "$text" | grep -Eqx '25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9]'; then valid=true; fi
  case $text in
  {but}
  esac
  echo "{{\"id\":\"$id\",\"valid\":$valid}}"
done
"#
    )
}

/// The marks of a report, by their names.
fn marks(report: &str, mark: &str) -> usize {
    let report: Value = serde_json::from_str(report).unwrap();
    let at = ["right", "wrong", "failed", "skipped"].iter().position(|it| *it == mark).unwrap();
    report["runs"][0]["counts"][at].as_u64().unwrap() as usize
}

#[test]
fn who_is_right_has_status_0_and_who_is_wrong_1() {
    let folder = folder("right");
    let (status, text, _) = asked(&folder, &right(""), &[]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("a parser 1\n") && text.contains("0 answered wrongly"), "{text}");
    let (status, text, _) = asked(&folder, &right("250) valid=false;;"), &[]);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("refuses what conforms"), "{text}");
    let (_, tally, _) = asked(&folder, &right("250) valid=false;;"), &["--format", "tally-json"]);
    assert!(marks(&tally, "wrong") >= 1 && marks(&tally, "right") > 20, "{tally}");
}

#[test]
fn a_program_that_is_run_for_each_string_says_it_by_its_status() {
    let folder = folder("one-shot");
    let script = "read -r text; printf %s \"$text\" | \
                  grep -Eqx '25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9]'\n";
    let one_shot = ["--protocol", "one-shot"];
    // Its `read` takes away white space, which a suite has strings for.
    let (status, text, _) = asked(&folder, script, &one_shot);
    assert!(status.is_some_and(|it| it < 2), "{text}");
    let (status, tally, _) =
        asked(&folder, "exit 3", &["--protocol", "one-shot", "--format", "tally-json"]);
    assert_eq!((status, marks(&tally, "right")), (Some(1), 0), "{tally}");
    assert!(tally.contains("it ended with exit status: 3"), "{tally}");
    // It does not read what it is asked, and takes everything.
    let (_, tally, _) =
        asked(&folder, "exit 0", &["--protocol", "one-shot", "--format", "tally-json"]);
    assert!(marks(&tally, "right") > 0 && marks(&tally, "wrong") > 0, "{tally}");
}

/// One string is lost and no other.
#[test]
fn a_program_that_dies_is_started_again_behind_the_string() {
    let folder = folder("dies");
    let (status, tally, _) =
        asked(&folder, &right("250) kill -9 $$;;"), &["--format", "tally-json"]);
    assert_eq!(status, Some(1), "{tally}");
    assert!(tally.contains("signal: 9"), "{tally}");
    assert_eq!((marks(&tally, "wrong"), marks(&tally, "skipped")), (0, 0), "{tally}");
    let failed = marks(&tally, "failed");
    assert!((1..5).contains(&failed), "{tally}");
}

/// Half an answer is none, and the program is asked the rest.
#[test]
fn a_program_that_ends_in_an_answer_is_started_again() {
    let folder = folder("half");
    let half = right("250) printf '{\"id\": \"rf'; exit 0;;");
    let (status, tally, error) = asked(&folder, &half, &["--format", "tally-json"]);
    assert_eq!(status, Some(1), "{error}");
    assert!(tally.contains("it ended in the middle of an answer"), "{tally}");
    assert_eq!((marks(&tally, "wrong"), marks(&tally, "skipped")), (0, 0), "{tally}");
    assert!(marks(&tally, "right") > 20, "{tally}");
}

/// What an earlier suite left in the folder goes away, and what is not a suite is left alone.
#[test]
fn a_full_suite_that_is_made_again_has_only_its_own_files() {
    let folder = folder("again");
    let full = folder.join("full");
    let make = ["suite", "rfc3986", "--start", "dec-octet", "--full", "-o", full.to_str().unwrap()];
    assert_eq!(run(&make, b"").status.code(), Some(0));
    fs::copy(full.join("dec-octet.json"), full.join("gone.json")).unwrap();
    fs::write(full.join("mine.json"), "{\"of\": \"somebody\"}").unwrap();
    assert_eq!(run(&make, b"").status.code(), Some(0));
    assert!(!full.join("gone.json").exists());
    assert!(full.join("mine.json").exists(), "it is no part of a suite");
    // A file that is no suite is passed over in a folder, and an error by itself.
    let mine = folder.join("suite/mine.json");
    fs::write(&mine, "{}").unwrap();
    let (status, text, _) = asked(&folder, &right(""), &[]);
    assert_eq!(status, Some(0), "{text}");
    let arguments = ["suite", "run", "--command", "true", "--suite", mine.to_str().unwrap()];
    let output = run(&arguments, b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("not a file of a suite"));
}

#[test]
fn a_program_that_hangs_is_ended() {
    let folder = folder("hangs");
    let more = ["--timeout", "1", "--format", "tally-json"];
    let (status, tally, _) = asked(&folder, &right("250) while :; do :; done;;"), &more);
    assert_eq!(status, Some(1), "{tally}");
    assert!(tally.contains("no answer within 1 seconds"), "{tally}");
    assert!(marks(&tally, "right") > 20, "{tally}");
    let (status, _, error) = asked(&folder, "exec sleep 100", &more);
    assert_eq!(status, Some(2), "{error}");
    assert!(error.contains("should first write a line"), "{error}");
}

#[test]
fn a_program_that_cannot_be_relied_on_is_told() {
    let folder = folder("garbage");
    for (script, told) in [
        ("echo hello", "should first write a line"),
        ("exit 0", "it ended with exit status: 0"),
        ("exec yes", "should first write a line"),
        ("head -c 3000000 /dev/zero", "should first write a line"),
        (&format!("{CLAIMS}\nexec yes"), "answered `y`"),
        (
            &format!("{CLAIMS}\nexec sed -u 's/.*/{{\"id\":\"x\",\"valid\":true}}/'"),
            "another question",
        ),
        (&always(""), "answered"),
        (&always("\"valid\":true,\"skip\":\"x\""), "one of `valid`"),
        (r#"echo '{"claims":["rfc1738"]}'"#, "it claims rfc1738; there are `dec-octet` of rfc3986"),
        (
            r#"echo '{"claims":["rfc3986"],"starts":["URI"]}'"#,
            "it claims rfc3986 by URI; there are `dec-octet` of rfc3986",
        ),
        (r#"echo '{"claims":[]}'"#, "it claims nothing; there are"),
    ] {
        let (status, text, error) = asked(&folder, script, &["--timeout", "5"]);
        assert_eq!(status, Some(2), "{script}: {text}{error}");
        assert!(error.contains(told), "{script}: {error}");
        assert!(error.len() < 2_000, "{script}: {error}");
    }
    let suite = folder.join("suite");
    let arguments = ["suite", "run", "--suite", suite.to_str().unwrap(), "--command"];
    for (command, told) in
        [("no-such-program", "cannot be run"), ("'", "a quote"), ("", "no program")]
    {
        let output = run(&[&arguments[..], &[command]].concat(), b"");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{command}: {error}");
        assert!(error.contains(told), "{command}: {error}");
    }
}

/// What a program leaves out, or does not claim, is not an objection.
#[test]
fn what_is_not_claimed_is_compared_only() {
    let folder = folder("claims");
    let (status, text, _) = asked(&folder, &always("\"skip\":\"not now\""), &[]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains(" skipped"), "{text}");
    let compared = always("\"valid\":true").replace("\"claims\"", "\"claims\":[],\"compared\"");
    let (status, text, _) = asked(&folder, &compared, &[]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("not claimed, so only compared"), "{text}");
    let (status, text, _) = asked(&folder, &always("\"error\":\"TypeError\""), &[]);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("TypeError"), "{text}");
}

#[test]
fn a_difference_that_is_known_is_accepted_with_its_reason() {
    let folder = folder("accepted");
    let wrong = right("250) valid=false;;");
    let (_, tally, _) = asked(&folder, &wrong, &["--format", "tally-json"]);
    let tally: Value = serde_json::from_str(&tally).unwrap();
    let differences = tally["runs"][0]["differences"].as_array().unwrap();
    let file = folder.join("accepted.txt");
    let accept = ["--accept", file.to_str().unwrap()];
    let names = differences.iter().flat_map(|it| it["cases"].as_array().unwrap());
    let lines: Vec<String> =
        names.map(|it| format!("rfc3986/{} known since 2024\n", it.as_str().unwrap())).collect();
    fs::write(&file, format!("# ours\n\n{}", lines.concat())).unwrap();
    let (status, text, error) = asked(&folder, &wrong, &accept);
    assert_eq!((status, error.as_str()), (Some(0), ""), "{text}");
    assert!(text.contains(&format!("{} accepted", lines.len())), "{text}");
    // Once it is mended, the entries are told; but not if a part of the grammar was asked alone.
    let (status, _, error) = asked(&folder, &right(""), &accept);
    assert_eq!(status, Some(0));
    assert_eq!(error.matches("makes no difference here").count(), lines.len(), "{error}");
    let uri = folder.join("suite/other.json");
    fs::write(
        &uri,
        fs::read_to_string(folder.join("suite/dec-octet.json")).unwrap().replacen(
            "\"dec-octet\"",
            "\"other\"",
            1,
        ),
    )
    .unwrap();
    let more = [&accept[..], &["--start", "dec-octet"]].concat();
    let (_, _, error) = asked(&folder, &right(""), &more);
    assert_eq!(error, "");
    fs::remove_file(&uri).unwrap();
    // A pattern names them all.
    fs::write(&file, "rfc3986/dec-*/* ours\n").unwrap();
    let (status, text, error) = asked(&folder, &wrong, &accept);
    assert_eq!((status, error.as_str()), (Some(0), ""), "{text}");
    fs::write(&file, "rfc3986/*/intruder ours\n").unwrap();
    assert_eq!(asked(&folder, &wrong, &accept).0, Some(1));
    for (entry, told) in [("rfc3986/dec-octet/swap-1", "the reason"), ("dec-octet", "the name")] {
        fs::write(&file, entry).unwrap();
        let (status, _, error) = asked(&folder, &wrong, &accept);
        assert_eq!(status, Some(2));
        assert!(error.contains(":1: ") && error.contains(told), "{error}");
    }
}

/// A layer that is left out is not asked.
#[test]
fn a_layer_may_be_left_out() {
    let folder = folder("layers");
    let trims = format!(
        "{CLAIMS}\nwhile read -r line; do id=${{line#*'\"id\":\"'}}; id=${{id%%'\"'*}}; \
         echo \"{{\\\"id\\\":\\\"$id\\\",\\\"valid\\\":false}}\"; done\n"
    );
    let count = |more: &[&str]| {
        let tally = asked(&folder, &trims, &[&["--format", "tally-json"], more].concat()).1;
        marks(&tally, "right") + marks(&tally, "wrong")
    };
    let (all, less) = (count(&[]), count(&["--without", "reader"]));
    assert!(less < all && less > 20, "{less} of {all}");
}

#[test]
fn every_form_says_the_same() {
    let folder = folder("forms");
    let wrong = right("250) valid=false;;\n  *a*) echo oops; exit 0;;").replace("echo oops; ", "");
    let form = |form: &str| asked(&folder, &wrong, &["--format", form]).1;
    let tally = form("tally-json");
    let objections = marks(&tally, "wrong") + marks(&tally, "failed");
    assert!(objections > 1, "{tally}");
    let lines = form("jsonl");
    let counted = |mark: &str| lines.matches(&format!("\"mark\":\"{mark}\"")).count();
    assert_eq!(counted("wrong") + counted("failed"), objections);
    let sarif: Value = serde_json::from_str(&form("sarif")).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), objections);
    // Each has a place in a file: the line of the suite that has the case.
    let suite = fs::read_to_string(folder.join("suite/dec-octet.json")).unwrap();
    for result in results {
        let place = &result["locations"][0]["physicalLocation"];
        assert!(place["artifactLocation"]["uri"].as_str().unwrap().ends_with("dec-octet.json"));
        let line = place["region"]["startLine"].as_u64().unwrap() as usize;
        let id = result["partialFingerprints"]["urlbnf/v1"].as_str().unwrap();
        let name = format!("{{\"id\":\"{}\"", id.rsplit('/').next().unwrap());
        assert!(suite.lines().nth(line - 1).unwrap().starts_with(&name), "{id}: {line}");
        assert!(result["message"]["text"].as_str().unwrap().starts_with('`'), "{result}");
    }
    let junit = form("junit");
    let xml = roxmltree::Document::parse(&junit).unwrap();
    let named = |name: &str| xml.descendants().filter(|it| it.has_tag_name(name)).count();
    assert_eq!(named("failure") + named("error"), objections, "{junit}");
    assert_eq!(named("testcase"), lines.lines().count());
    let markdown = form("markdown");
    assert!(markdown.contains("strings</summary>"), "{markdown}");
    assert_eq!(form("json").matches("\"id\"").count(), lines.lines().count());
}
