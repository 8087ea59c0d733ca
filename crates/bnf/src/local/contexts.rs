//! Strings to put before and after a string of a part, to get a string of the rule or of the start.
//!
//! The other parts of the rule, and the rules on the way from the start, contribute a short string each.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;

use urlbnf_language::Work;

use super::letters::Letter;
use super::shortest::{LONGEST, ShortestStrings};
use crate::core::{Core, CoreKind};
use crate::grammar::{Grammar, ProductionId};

/// A short string before a part and one after it.
#[derive(Debug, Default)]
pub(super) struct Context {
    before: Vec<u8>,
    after: Vec<u8>,
}

impl Context {
    /// A string of the part, with what stands around it.
    pub fn around(&self, string: &[u8]) -> Vec<u8> {
        [&self.before, string, &self.after].concat()
    }

    /// This context, with more directly around the part; `None` if it becomes too long.
    fn with(&self, before: &[u8], after: &[u8]) -> Option<Arc<Context>> {
        let context = Context {
            before: [&self.before, before].concat(),
            after: [after, &self.after].concat(),
        };
        (context.before.len() + context.after.len() <= LONGEST).then(|| Arc::new(context))
    }
}

/// Visits a text and its parts, each with what stands around it, in the order of the text. Parts whose
/// context is not known, or too long, are left out. Returns what ends the visit.
pub(super) fn visit<T>(
    text: &Core,
    shortest: &ShortestStrings,
    context: &Arc<Context>,
    found: &mut impl FnMut(&Core, &Arc<Context>) -> ControlFlow<T>,
) -> ControlFlow<T> {
    found(text, context)?;
    match &text.kind {
        CoreKind::Text(_) | CoreKind::Name(_) => {}
        CoreKind::Alternation(parts) => {
            for part in parts {
                visit(part, shortest, context, found)?;
            }
        }
        CoreKind::Concatenation(parts) => {
            let strings: Vec<Option<Vec<u8>>> =
                parts.iter().map(|part| shortest.of(part)).collect();
            let unknown = strings.iter().filter(|string| string.is_none()).count();
            let all: Vec<u8> = strings.iter().flatten().flatten().copied().collect();
            let mut start = 0;
            for (part, string) in parts.iter().zip(&strings) {
                let end = start + string.as_ref().map_or(0, Vec::len);
                let is_known = unknown == usize::from(string.is_none());
                let context = context.with(&all[..start], &all[end..]).filter(|_| is_known);
                if let Some(context) = context {
                    visit(part, shortest, &context, found)?;
                }
                start = end;
            }
        }
        CoreKind::Repetition { least, body, .. } => {
            let others = shortest.rounds(body, least.saturating_sub(1));
            if let Some(context) = others.and_then(|others| context.with(&[], &others)) {
                visit(body, shortest, &context, found)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Short strings of a start, by a rule that occurs in them.
pub(crate) struct Contexts {
    shortest: ShortestStrings,
    /// For each rule, what stands around it; `None` if no context is known.
    around: Vec<Option<Arc<Context>>>,
}

impl Contexts {
    /// The contexts in which a start has rules. If the work runs out, some are missing.
    pub fn of_start(grammar: &Grammar, start: ProductionId, work: &mut Work) -> Contexts {
        Contexts::without(grammar, start, None, work)
    }

    /// Contexts whose strings are derived without one rule. Around that rule itself, these are contexts in
    /// which it occurs once.
    pub fn without(
        grammar: &Grammar,
        start: ProductionId,
        avoided: Option<ProductionId>,
        work: &mut Work,
    ) -> Contexts {
        let shortest = ShortestStrings::without(grammar, avoided, work);
        let mut around: Vec<Option<Arc<Context>>> = vec![None; grammar.len()];
        let mut pending = VecDeque::from([(start, Arc::<Context>::default())]);
        around[start.index()] = pending.front().map(|(_, context)| Arc::clone(context));
        while let Some((id, context)) = pending.pop_front() {
            if work.ticks(grammar.production(id).size()).is_err() {
                break;
            }
            if Some(id) == avoided {
                continue;
            }
            let ended = visit(grammar.core(id), &shortest, &context, &mut |part, context| {
                if let CoreKind::Name(name) = part.kind
                    && around[name.index()].is_none()
                {
                    if work.grow::<u8>(context.before.len() + context.after.len()).is_err() {
                        return ControlFlow::Break(());
                    }
                    around[name.index()] = Some(Arc::clone(context));
                    pending.push_back((name, Arc::clone(context)));
                }
                ControlFlow::Continue(())
            });
            if ended.is_break() {
                break;
            }
        }
        Contexts { shortest, around }
    }

    /// A string of the start in which a rule derives this string; `None` if none is known.
    pub fn with(&self, id: ProductionId, string: &[u8]) -> Option<Vec<u8>> {
        Some(self.around[id.index()].as_ref()?.around(string))
    }

    /// Strings of the start in which a rule derives some letters; empty if no context of the rule is known.
    pub fn strings(&self, id: ProductionId, letters: &[Letter]) -> impl Iterator<Item = Vec<u8>> {
        self.shortest.strings(letters).filter_map(move |string| self.with(id, &string))
    }
}
