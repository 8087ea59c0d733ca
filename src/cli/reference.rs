//! Checks whether the input of a command is a reference.
//!
//! The algorithms of the documents take any text, and so do the commands that follow them. For
//! texts that are not references, the results mean nothing. Inputs are therefore judged by the
//! grammar, and those that are not references are reported.

use urlbnf::diagnose::examine;
use urlbnf::escape::ComparisonLadder;
use urlbnf::resolve::ResolutionRule;
use urlbnf::text::column;
use urlbnf::{Edition, Judge, Reading};

use crate::streams::Streams;

/// A judge of what is a reference; `None` if no grammar decides it.
pub struct ReferenceChecker(Option<Judge>);

impl ReferenceChecker {
    /// Checks for references of an edition.
    pub fn for_edition(edition: Edition) -> ReferenceChecker {
        ReferenceChecker(Some(Judge::by_scheme(edition, Reading::Corrected)))
    }

    /// Checks for references that have a normal form on a ladder. Editions without one have no
    /// check.
    pub fn on_a_ladder(edition: Edition) -> ReferenceChecker {
        match ComparisonLadder::for_document(edition.document()) {
            Some(_) => ReferenceChecker::for_edition(edition),
            None => ReferenceChecker(None),
        }
    }

    /// Checks for references that a rule resolves, if the document of the rule has a grammar
    /// for them.
    pub fn of_rule(rule: ResolutionRule) -> ReferenceChecker {
        match rule {
            ResolutionRule::Rfc1808 => ReferenceChecker::for_edition(Edition::Rfc1808),
            ResolutionRule::Rfc2396 => ReferenceChecker::for_edition(Edition::Rfc2396),
            ResolutionRule::Rfc3986 | ResolutionRule::Rfc3986NotStrict => {
                ReferenceChecker::for_edition(Edition::Rfc3986)
            }
            ResolutionRule::Rfc3987 => ReferenceChecker::for_edition(Edition::Rfc3987),
            ResolutionRule::Rfc1630
            | ResolutionRule::Letter
            | ResolutionRule::Drafts
            | ResolutionRule::Libwww => ReferenceChecker(None),
        }
    }

    /// Returns whether a text is a reference; `None` if no grammar decides it. If it is not,
    /// reports why, and calls it `name`.
    pub fn check(&self, name: &str, text: &[u8], streams: &mut Streams) -> Option<bool> {
        let judge = self.0.as_ref()?;
        let examination = examine(judge, text);
        let Some(diagnostic) = &examination.diagnostic else { return Some(true) };
        let column = column(text, diagnostic.offset);
        let start = judge.grammar().name(judge.start());
        let message = diagnostic.message_and_reason(judge, text);
        streams.remark(&format!("{name} is no `{start}`: column {column}: {message}"));
        Some(false)
    }
}
