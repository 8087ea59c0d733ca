//! Whether the grammar rejects a string, or only the limit to which it was laid out.
//!
//! A grammar of one's own that recurs in its middle is looked at so deep as was asked for.
//! Where a string fails, the grammar itself is asked, without the limit: whether it goes on
//! with the character at which the string fails, or derives the string that ends too early.

use crate::failure::{Earley, Failure};

use super::Code;
use super::attempt::Attempt;

/// What a limit of depth has to do with a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// The limit is why the string fails: the grammar goes on.
    Reached,
    /// However deep it is looked, the string fails where it does; what was expected there may
    /// depend on the limit.
    Apart,
    /// The string is too long to be asked for in this way.
    Unknown,
}

/// What the limit of the judge has to do with a failure; `None` where it has none.
pub(super) fn depth(attempt: &Attempt<'_>, code: Code, failure: &Failure) -> Option<Depth> {
    let Attempt { judge, input, judgement, .. } = attempt;
    judge.nesting()?;
    let start = judgement.judged.unwrap_or(judge.start());
    let mut earley = Earley::of(judge.grammar());
    let goes_on = match code {
        Code::BadEscape | Code::CharNotAllowed => {
            let length = failure.character.map_or(1, char::len_utf8);
            let end = input.len().min(failure.offset + length);
            earley.begins(start, &input[..end])
        }
        Code::EndsTooEarly => earley.derives(start, input),
        _ => Ok(false),
    };
    Some(match goes_on {
        Ok(true) => Depth::Reached,
        Ok(false) => Depth::Apart,
        Err(_) => Depth::Unknown,
    })
}
