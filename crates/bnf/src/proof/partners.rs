//! Which rule is of which production.
//!
//! pest has no `-` in its names, nor cares anybody for the case of a name in ABNF. So the
//! rule of `path-abempty` may be called `path_abempty`, and that of `URI` may be `uri`.
//! Other names have to be told.

use std::collections::BTreeSet;

use super::rule_name;
use super::transcription::Transcription;
use crate::grammar::{Grammar, ProductionId};

/// Productions and their rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partners {
    /// Each production with its rule, in printed order.
    pub pairs: Vec<(ProductionId, String)>,
    /// The productions that have no rule; names that nothing defines left out.
    pub productions: Vec<ProductionId>,
    /// The rules that have no production, in order: white space left out.
    pub rules: Vec<String>,
}

impl Partners {
    /// By the names, and by what is told besides: a production and the name of its rule.
    pub fn of(
        grammar: &Grammar,
        transcription: &Transcription,
        told: &[(ProductionId, String)],
    ) -> Partners {
        let (mut pairs, mut productions) = (Vec::new(), Vec::new());
        for id in grammar.ids() {
            let told = told.iter().find(|it| it.0 == id).map(|it| it.1.clone());
            match told.or_else(|| by_name(grammar.name(id), transcription)) {
                Some(rule) => pairs.push((id, rule)),
                None if grammar.production(id).definitions().is_empty() => {}
                None => productions.push(id),
            }
        }
        let taken: BTreeSet<&str> = pairs.iter().map(|(_, rule)| rule.as_str()).collect();
        let is_left =
            |name: &&str| !taken.contains(name) && !["WHITESPACE", "COMMENT"].contains(name);
        let rules = transcription.names().filter(is_left).map(str::to_owned).collect();
        Partners { pairs, productions, rules }
    }
}

/// The rule of that name, in whatever case where only one has it.
fn by_name(production: &str, transcription: &Transcription) -> Option<String> {
    let name = rule_name(production);
    if transcription.expression(&name).is_some() {
        return Some(name);
    }
    let mut alike = transcription.names().filter(|rule| rule.eq_ignore_ascii_case(&name));
    let found = alike.next()?;
    alike.next().is_none().then(|| found.to_owned())
}
