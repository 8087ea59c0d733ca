//! Reviews as a SARIF log, for other tools.

use serde_json::{Value, json};

use super::{ReviewRemark, ReviewReport};
use crate::sarif::{self, region, suppress, uri};
use urlbnf_bnf::review::ReviewCode;

/// The reviews as one log, by this version of the tool.
pub fn log(reports: &[ReviewReport<'_>], version: &str) -> Value {
    let rule = |code: ReviewCode| {
        let mut rule = sarif::rule(code.name(), code.explanation());
        rule["defaultConfiguration"] = json!({ "level": code.gravity().name() });
        rule
    };
    let rules: Vec<Value> = ReviewCode::ALL.into_iter().map(rule).collect();
    let results: Vec<Value> = reports.iter().flat_map(results).collect();
    sarif::log(version, rules, json!({ "columnKind": "unicodeCodePoints", "results": results }))
}

fn results(report: &ReviewReport<'_>) -> Vec<Value> {
    report.remarks.iter().map(|remark| result(report, remark)).collect()
}

fn result(report: &ReviewReport<'_>, remark: &ReviewRemark<'_>) -> Value {
    let (side, place) = report.shown(remark);
    let listing = side.grammar.listing();
    let region = region(listing.line_and_column(place.start), listing.line_and_column(place.end));
    let text = [vec![remark.message.clone()], report.notes(remark)].concat().join("\n");
    let mut result = json!({
        "ruleId": remark.code.name(),
        "ruleIndex": ReviewCode::ALL.iter().position(|code| *code == remark.code),
        "level": remark.code.gravity().name(),
        "message": { "text": text },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": uri(&listing.source(place.start).0.name) },
                "region": region,
            },
        }],
        "partialFingerprints": { "urlbnf/v1": remark.fingerprint },
    });
    if let Some(reason) = &remark.accepted {
        suppress(&mut result, reason);
    }
    result
}
