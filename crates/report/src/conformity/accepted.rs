//! Known differences: names of cases, with the reason.

use super::SuiteCase;

/// A known difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptedDifference {
    /// The name of a case, or the grammar, the production and the kind of a fault. `*` stands for
    /// any characters but `/`.
    pub pattern: String,
    /// Why it is accepted.
    pub reason: String,
}

impl AcceptedDifference {
    /// Whether it names a case: `rfc3986/scheme/widen-1-by-5F` has the names
    /// `rfc3986/*/class-wider` and `rfc3986/scheme/*`.
    pub fn names(&self, case: &SuiteCase) -> bool {
        matches(&self.pattern, &case.id) || matches(&self.pattern, &case.kind())
    }

    /// Whether it may name a case of a grammar.
    pub(super) fn may_name(&self, grammar: &str) -> bool {
        self.pattern.split_once('/').is_some_and(|(first, _)| matches_part(first, grammar))
    }
}

fn matches(pattern: &str, name: &str) -> bool {
    pattern.split('/').count() == name.split('/').count()
        && pattern.split('/').zip(name.split('/')).all(|(one, two)| matches_part(one, two))
}

fn matches_part(pattern: &str, name: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut name) = name.strip_prefix(first) else { return false };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    for part in middle.split('*') {
        match name.find(part) {
            Some(at) => name = &name[at + part.len()..],
            None => return false,
        }
    }
    name.ends_with(last)
}
