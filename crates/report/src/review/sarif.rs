//! Reviews as a SARIF log, for other tools.

use serde_json::{Value, json};

use super::{Remark, Report};
use crate::sarif::{SCHEMA, uri};
use urlbnf_bnf::review::{Gravity, ReviewCode};

/// Reviews as one log, by the version of the tool.
pub fn log(reports: &[Report<'_>], version: &str) -> Value {
    let rule = |code: ReviewCode| {
        let explanation = code.explanation();
        let first = explanation.split_inclusive(". ").next().unwrap_or(explanation);
        json!({
            "id": code.name(),
            "shortDescription": { "text": first.trim_end() },
            "fullDescription": { "text": explanation },
            "defaultConfiguration": { "level": level(code.gravity()) },
        })
    };
    let rules: Vec<Value> = ReviewCode::ALL.into_iter().map(rule).collect();
    let results: Vec<Value> = reports.iter().flat_map(results).collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "urlbnf", "version": version, "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn level(gravity: Gravity) -> &'static str {
    gravity.name()
}

fn results(report: &Report<'_>) -> Vec<Value> {
    report.remarks.iter().map(|remark| result(report, remark)).collect()
}

fn result(report: &Report<'_>, remark: &Remark<'_>) -> Value {
    let (side, place) = report.shown(remark);
    let listing = side.grammar.listing();
    let ((line, column), (end_line, end_column)) =
        (listing.line_and_column(place.start), listing.line_and_column(place.end));
    let text = [vec![remark.message.clone()], report.notes(remark)].concat().join("\n");
    let mut result = json!({
        "ruleId": remark.code.name(),
        "ruleIndex": ReviewCode::ALL.iter().position(|it| *it == remark.code),
        "level": level(remark.code.gravity()),
        "message": { "text": text },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": uri(&listing.source(place.start).0.name) },
                "region": {
                    "startLine": line, "startColumn": column,
                    "endLine": end_line, "endColumn": end_column,
                },
            },
        }],
        "partialFingerprints": { "urlbnf/v1": remark.fingerprint },
    });
    if let Some(reason) = &remark.accepted {
        result["suppressions"] = json!([{ "kind": "external", "justification": reason }]);
    }
    result
}
