//! One output line for each input line, in fixed columns, for programs that pipe lines through
//! another program and pair each answer with its line.
//!
//! Each judge has six columns, separated by tabs: the verdict, the edition or grammar, the
//! reading, the production, the code, and the offset of the first byte that cannot occur
//! there, in bytes from 0. A missing value is `-`.

use std::fmt::Write as _;

use urlbnf_bnf::text::visible;
use urlbnf_url::judges::{Ruling, RulingFailure};
use urlbnf_url::verdict::Judge;

/// The sign for a missing value.
const NOTHING: &str = "-";
/// The verdict of an empty line, which is not judged.
const EMPTY: &str = "empty";
/// The verdict of what conforms only as a relative reference.
const RELATIVE: &str = "relative";

/// The output line, with its line end. Each judge has its ruling, `None` for an empty line, and the
/// offset in bytes where the line fails, if it does and the offset is known.
pub fn line<'a>(
    judges: impl IntoIterator<Item = (&'a Judge, Option<&'a Ruling>, Option<usize>)>,
) -> String {
    let mut line = String::new();
    for (judge, ruling, offset) in judges {
        let verdict = ruling.map_or(EMPTY, |ruling| match ruling.relative {
            true => RELATIVE,
            false => ruling.verdict.name(),
        });
        let (production, code) = match ruling.and_then(|ruling| ruling.failure) {
            Some(RulingFailure { production, code, .. }) => {
                (judge.grammar().name(production), code.name())
            }
            None => (NOTHING, NOTHING),
        };
        let name = visible(judge.name().as_bytes());
        let reading = judge.reading().name();
        for column in [verdict, &name, reading, production, code] {
            line.push_str(column);
            line.push('\t');
        }
        match offset {
            // Writing to a string cannot fail.
            Some(offset) => write!(line, "{offset}").unwrap_or_default(),
            None => line.push_str(NOTHING),
        }
        line.push('\t');
    }
    line.pop();
    line.push('\n');
    line
}
