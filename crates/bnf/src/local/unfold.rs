//! Replaces the names at the beginning of a text by their own texts.
//!
//! The search for conflicts compares two readings by the states of the text that they are in. While a
//! run reads a name, it is in one state. So if one reading entered a name some bytes before the other,
//! the search cannot tell that both are at the same place within it. In the replaced text these places
//! are states of their own.

use urlbnf_language::{CharacterSet, Exceeded, Limit, Work};

use super::DEEPEST;
use super::languages::NameLanguages;
use crate::core::{Core, CoreKind};
use crate::grammar::ProductionId;

/// Replaces the names at the beginning of texts.
pub(super) struct Unfolding<'a> {
    pub names: &'a NameLanguages<'a>,
    /// Only names whose strings begin with one of these bytes are replaced.
    pub first: CharacterSet,
    pub work: &'a mut Work,
}

impl Unfolding<'_> {
    /// The text with the names at its beginning replaced; `None` if there are none to replace. Names whose
    /// languages are known exactly are kept. `path` has the names whose replacement contains this text.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn text(
        &mut self,
        text: &Core,
        path: &mut Vec<ProductionId>,
    ) -> Result<Option<Core>, Exceeded> {
        self.work.tick()?;
        let kind = match &text.kind {
            CoreKind::Text(_) => return Ok(None),
            CoreKind::Name(id) => {
                let is_exact = self.names.of(*id).is_some_and(|name| name.exact().is_some());
                if is_exact || self.names.edges(*id).differs(self.first) || path.contains(id) {
                    return Ok(None);
                }
                if path.len() >= DEEPEST {
                    return Err(Exceeded { limit: Limit::Depth, most: DEEPEST as u64 });
                }
                path.push(*id);
                let own = self.names.text(*id);
                let unfolded = self.text(own, path)?;
                path.pop();
                self.work.grow::<Core>(own.each().count())?;
                return Ok(Some(unfolded.unwrap_or_else(|| own.clone())));
            }
            CoreKind::Concatenation(parts) => {
                let beginning = parts.iter().take_while(|part| part.is_nullable).count() + 1;
                let unfolded = self.parts(&parts[..beginning.min(parts.len())], path)?;
                unfolded.map(|mut first| {
                    first.extend_from_slice(&parts[first.len()..]);
                    CoreKind::Concatenation(first)
                })
            }
            CoreKind::Alternation(parts) => self.parts(parts, path)?.map(CoreKind::Alternation),
            CoreKind::Repetition { least, most, body } => self.text(body, path)?.map(|body| {
                CoreKind::Repetition { least: *least, most: *most, body: Box::new(body) }
            }),
        };
        Ok(kind.map(|kind| Core { kind, ..*text }))
    }

    fn parts(
        &mut self,
        parts: &[Core],
        path: &mut Vec<ProductionId>,
    ) -> Result<Option<Vec<Core>>, Exceeded> {
        let unfolded = parts.iter().map(|part| self.text(part, path));
        let unfolded = unfolded.collect::<Result<Vec<_>, _>>()?;
        if unfolded.iter().all(Option::is_none) {
            return Ok(None);
        }
        let both = unfolded.into_iter().zip(parts);
        Ok(Some(both.map(|(new, part)| new.unwrap_or_else(|| part.clone())).collect()))
    }
}
