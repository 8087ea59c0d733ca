//! Whether what a command is given is a reference at all.
//!
//! The algorithms of the documents take any text, and so do the commands that follow them.
//! But they were written for references, and what comes of anything else means nothing. So
//! it is judged by the grammar, and what is none is said to be none.

use urlbnf::diagnose::examine;
use urlbnf::escape::Ladder;
use urlbnf::resolve::Rule;
use urlbnf::text::column;
use urlbnf::{Edition, Judge, Reading};

use crate::streams::Streams;

/// What tells references from other texts; nothing where no grammar does.
pub struct References(Option<Judge>);

impl References {
    /// Those of an edition.
    pub fn of(edition: Edition) -> References {
        References(Some(Judge::by_scheme(edition, Reading::Corrected)))
    }

    /// Those that have a normal form on a ladder; of other editions, none are told.
    pub fn on_a_ladder(edition: Edition) -> References {
        match Ladder::of(edition.document()) {
            Some(_) => References::of(edition),
            None => References(None),
        }
    }

    /// Those that a rule resolves, where the document of the rule has a grammar of them.
    pub fn of_rule(rule: Rule) -> References {
        match rule {
            Rule::Rfc1808 => References::of(Edition::Rfc1808),
            Rule::Rfc2396 => References::of(Edition::Rfc2396),
            Rule::Rfc3986 | Rule::Rfc3986NotStrict => References::of(Edition::Rfc3986),
            Rule::Rfc3987 => References::of(Edition::Rfc3987),
            Rule::Rfc1630 | Rule::Letter | Rule::Drafts | Rule::Libwww => References(None),
        }
    }

    /// Whether a text is one, and a note of one that is none, which is called by its name;
    /// `None` where no grammar tells.
    pub fn tell(&self, name: &str, text: &[u8], streams: &mut Streams) -> Option<bool> {
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
