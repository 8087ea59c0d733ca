//! The reports on a program that is tested with a suite: all their forms agree.

use std::fs;

use serde_json::Value;

use crate::program::{folder, output};

/// A checker of `dec-octet` with two faults: it rejects `250`, and exits on a string that contains
/// an `a`.
const PROGRAM: &str = r#"
echo '{"claims":["rfc3986"],"name":"a parser","version":"1"}'
while read -r line; do
  id=${line#*'"id":"'}; id=${id%%'"'*}
  text=${line#*'"input":"'}; text=${text%'"}'}
  valid=false
  if printf %s "$text" | grep -Eqx '25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9]'; then valid=true; fi
  case $text in
  250) valid=false;;
  *a*) exit 0;;
  esac
  echo "{\"id\":\"$id\",\"valid\":$valid}"
done
"#;

/// The number of cases with a mark in a report.
fn marks(report: &str, mark: &str) -> usize {
    let report: Value = serde_json::from_str(report).unwrap();
    let at = ["right", "wrong", "failed", "skipped"].iter().position(|it| *it == mark).unwrap();
    report["runs"][0]["counts"][at].as_u64().unwrap() as usize
}

#[test]
fn every_form_says_the_same() {
    let folder = folder("suite-run-forms");
    let (suite, program) = (folder.join("suite"), folder.join("program.sh"));
    fs::create_dir_all(&suite).unwrap();
    fs::write(&program, PROGRAM).unwrap();
    let file = suite.join("dec-octet.json");
    output(&["suite", "rfc3986", "--start", "dec-octet", "-o", file.to_str().unwrap()], b"");
    let (suite, command) = (suite.to_str().unwrap(), format!("sh '{}'", program.display()));
    let run = ["suite", "run", "--suite", suite, "--command", &command, "--format"];
    let form = |form: &str| output(&[&run[..], &[form]].concat(), b"");
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
    let suite = fs::read_to_string(&file).unwrap();
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
