//! What can stand around a rule in the strings of a start.

use std::sync::Arc;

use urlbnf_language::Work;

use super::shortest::ShortestStrings;
use crate::core::{Core, CoreKind};
use crate::grammar::{Grammar, ProductionId};

/// The longest string around a rule, in bytes.
const LONGEST: usize = 4_096;

/// A short string before a rule and one after it.
type Context = (Vec<u8>, Vec<u8>);

/// Short strings of a start, by a rule that occurs in them.
pub(crate) struct Contexts {
    shortest: ShortestStrings,
    /// By rule: what stands before and after it.
    around: Vec<Option<Arc<Context>>>,
}

impl Contexts {
    /// The contexts in which a start has rules. If the work runs out, some are missing.
    pub fn of_start(grammar: &Grammar, start: ProductionId, work: &mut Work) -> Contexts {
        let texts: Vec<Core> = grammar.ids().map(|id| Core::of_rule(grammar, id)).collect();
        let shortest = ShortestStrings::of_grammar(grammar, |id| &texts[id.index()], work);
        let mut around: Vec<Option<Arc<Context>>> = vec![None; grammar.len()];
        around[start.index()] = Some(Arc::default());
        let mut pending = std::collections::VecDeque::from([start]);
        while let Some(id) = pending.pop_front() {
            let Some(context) = around[id.index()].clone() else { continue };
            if work.ticks(grammar.production(id).size()).is_err() {
                break;
            }
            let mut found = Vec::new();
            names(&texts[id.index()], &shortest, context, &mut found);
            for (name, context) in found {
                if around[name.index()].is_none() {
                    if work.grow::<u8>(context.0.len() + context.1.len()).is_err() {
                        break;
                    }
                    around[name.index()] = Some(context);
                    pending.push_back(name);
                }
            }
        }
        Contexts { shortest, around }
    }

    /// A string of the start in which a rule derives this string; `None` if none is known.
    pub fn with(&self, id: ProductionId, string: &[u8]) -> Option<Vec<u8>> {
        let (before, after) = &**self.around[id.index()].as_ref()?;
        Some([before, string, after].concat())
    }

    /// Short strings of the rules.
    pub fn shortest(&self) -> &ShortestStrings {
        &self.shortest
    }
}

/// Adds the names in a part, each with what stands around it.
fn names(
    part: &Core,
    shortest: &ShortestStrings,
    context: Arc<Context>,
    found: &mut Vec<(ProductionId, Arc<Context>)>,
) {
    let with = |before: &[Core], after: &[Core]| -> Option<Arc<Context>> {
        let strings = |parts: &[Core]| -> Option<Vec<u8>> {
            Some(parts.iter().map(|part| shortest.of(part)).collect::<Option<Vec<_>>>()?.concat())
        };
        let before = [&context.0[..], &strings(before)?].concat();
        let after = [&strings(after)?, &context.1[..]].concat();
        (before.len() + after.len() <= LONGEST).then(|| Arc::new((before, after)))
    };
    match &part.kind {
        CoreKind::Text(_) => {}
        CoreKind::Name(id) => found.push((*id, context)),
        CoreKind::Alternation(parts) => {
            parts.iter().for_each(|part| names(part, shortest, Arc::clone(&context), found));
        }
        CoreKind::Concatenation(parts) => {
            for (at, part) in parts.iter().enumerate().filter(|(_, part)| part.has_names) {
                if let Some(context) = with(&parts[..at], &parts[at + 1..]) {
                    names(part, shortest, context, found);
                }
            }
        }
        CoreKind::Repetition { least, body, .. } => {
            let others = vec![(**body).clone(); least.saturating_sub(1).min(LONGEST)];
            if let Some(context) = with(&[], &others) {
                names(body, shortest, context, found);
            }
        }
    }
}
