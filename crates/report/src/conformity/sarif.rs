//! The report as a SARIF log.

use serde_json::{Value, json};

use super::junit::message;
use super::{ConformityReport, ProgramAnswer, shown};
use crate::sarif::{log, suppress, uri};
use urlbnf_bnf::suite::FaultKind;
use urlbnf_bnf::text::visible;

impl ConformityReport {
    /// The report as a SARIF log, by this version of the program. Grammars that are not
    /// claimed are omitted; accepted differences are suppressed.
    pub fn sarif(&self, version: &str) -> Value {
        let rule = |kind: &str| json!({ "id": kind });
        let rules: Vec<Value> =
            FaultKind::ALL.into_iter().map(FaultKind::name).chain(["ordinary"]).map(rule).collect();
        let mut results = Vec::new();
        for run in self.runs.iter().filter(|run| run.claimed) {
            for (case, answer, _) in run.cases().filter(|(.., mark)| mark.is_objection()) {
                let text = match answer {
                    ProgramAnswer::Failed(why) => {
                        format!("`{}`: {}", shown(&case.input), visible(why.as_bytes()))
                    }
                    _ => message(case),
                };
                let mut result = json!({
                    "ruleId": case.fault,
                    "level": "error",
                    "message": { "text": format!("{text}. {} {}", case.says, case.cite) },
                    // Code hosts refuse a result without a place in a file.
                    "locations": [{
                        "physicalLocation": {
                            "artifactLocation": { "uri": uri(&run.tested.file) },
                            "region": { "startLine": case.line },
                        },
                        "logicalLocations": [{
                            "name": case.production,
                            "fullyQualifiedName":
                                format!("{}/{}", run.tested.grammar, case.production),
                        }],
                    }],
                    "partialFingerprints": { "urlbnf/v1": format!("{}/{}", run.tested.start, case.id) },
                });
                if let Some(reason) = self.reason(case) {
                    suppress(&mut result, reason);
                }
                results.push(result);
            }
        }
        log(version, rules, json!({ "results": results }))
    }
}
