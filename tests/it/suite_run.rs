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
        fs::read_to_string(folder.join("suite/dec-octet.json"))
            .unwrap()
            .replacen("\"dec-octet\"", "\"other\"", 1),
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
