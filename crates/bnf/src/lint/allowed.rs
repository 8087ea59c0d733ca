//! Findings that the file allows with a line `; urlbnf: allow CODE reason`.
//!
//! Such a line directly above a rule allows the code in that rule; elsewhere it allows the code
//! in the whole file. A line that allows no finding is reported itself.

use std::collections::{BTreeMap, HashMap};

use super::{Finding, FindingDetails, LintCode};
use crate::grammar::{Grammar, ProductionId};

/// Removes the findings that are allowed, and reports the lines that allow nothing.
pub(super) fn apply(grammar: &Grammar, findings: &mut Vec<Finding>) {
    let lines = &grammar.listing().allowed;
    let allowed = AllowedFindings::from_grammar(grammar);
    let mut used = vec![false; lines.len()];
    findings.retain(|finding| {
        let by = allowed.by(finding);
        by.inspect(|&at| used[at] = true).is_none()
    });
    for (line, _) in lines.iter().zip(used).filter(|(_, used)| !used) {
        let fault = FindingDetails::IdleAllow { code: line.code.clone() };
        let (code, production) = (LintCode::IdleAllow, grammar.start());
        findings.push(Finding { code, place: line.place, production, fault });
    }
}

/// By code, and by production if a line is above a rule: the number of the first line that allows
/// it.
pub(super) struct AllowedFindings<'g>(HashMap<(&'g str, Option<ProductionId>), usize>);

impl<'g> AllowedFindings<'g> {
    pub fn from_grammar(grammar: &'g Grammar) -> AllowedFindings<'g> {
        let allowed = &grammar.listing().allowed;
        let mut first = HashMap::new();
        let mut above: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (number, directive) in allowed.iter().enumerate() {
            match directive.above {
                None => _ = first.entry((directive.code.as_str(), None)).or_insert(number),
                Some(line) => above.entry(line).or_default().push(number),
            }
        }
        let text = &grammar.listing().text;
        let of = |id| {
            grammar.production(id).definitions().iter().map(move |definition| (id, definition))
        };
        let again = grammar.collected().iter().map(|(id, definition)| (*id, definition));
        for (id, definition) in grammar.ids().flat_map(of).chain(again) {
            let start = definition.place.start;
            // A line is above the rule if only white space is between them.
            let end = text.get(..start).map_or(start, |before| before.trim_end().len());
            for &number in above.range(end..=start).flat_map(|(_, numbers)| numbers) {
                let by = first.entry((allowed[number].code.as_str(), Some(id))).or_insert(number);
                *by = number.min(*by);
            }
        }
        AllowedFindings(first)
    }

    /// The number of the first line that allows a finding; `None` if none does.
    pub fn by(&self, finding: &Finding) -> Option<usize> {
        let code = finding.code.name();
        let by = [None, Some(finding.production)].map(|above| self.0.get(&(code, above)).copied());
        by.into_iter().flatten().min()
    }
}
