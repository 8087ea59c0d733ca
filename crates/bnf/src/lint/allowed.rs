//! Findings that the file allows with a line `; urlbnf: allow CODE reason`.
//!
//! Such a line directly above a rule allows the code in that rule; elsewhere it allows the code
//! in the whole file. A line that allows no finding is reported itself.

use super::{Finding, FindingDetails, LintCode};
use crate::grammar::{AllowedFinding, Grammar, ProductionId};

/// Removes the findings that are allowed, and reports the lines that allow nothing.
pub(super) fn apply(grammar: &Grammar, findings: &mut Vec<Finding>) {
    let allowed = &grammar.listing().allowed;
    let mut used = vec![false; allowed.len()];
    findings.retain(|finding| {
        let by = allowed.iter().position(|it| allows(grammar, it, finding));
        by.inspect(|&at| used[at] = true).is_none()
    });
    for (it, _) in allowed.iter().zip(used).filter(|(_, used)| !used) {
        let fault = FindingDetails::IdleAllow { code: it.code.clone() };
        let (code, production) = (LintCode::IdleAllow, grammar.start());
        findings.push(Finding { code, place: it.place, production, fault });
    }
}

/// Whether a line allows a finding.
pub(super) fn is_allowed(grammar: &Grammar, finding: &Finding) -> bool {
    grammar.listing().allowed.iter().any(|it| allows(grammar, it, finding))
}

fn allows(grammar: &Grammar, allowed: &AllowedFinding, finding: &Finding) -> bool {
    let in_scope = match allowed.above {
        Some(line) => begins_at(grammar, finding.production, line),
        None => true,
    };
    in_scope && allowed.code == finding.code.name()
}

/// Whether a definition of a production begins on the line that starts at this byte.
fn begins_at(grammar: &Grammar, id: ProductionId, line: usize) -> bool {
    let text = &grammar.listing().text;
    let again = grammar.collected().iter().filter(|(of, _)| *of == id).map(|(_, it)| it);
    let mut definitions = grammar.production(id).definitions().iter().chain(again);
    definitions
        .any(|it| text.get(line..it.place.start).is_some_and(|before| before.trim().is_empty()))
}
