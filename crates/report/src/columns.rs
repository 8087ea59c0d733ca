//! One line for each line that is read, in fixed columns: for programs that pipe lines
//! through another program and put each answer beside its question.
//!
//! Six columns for each judge, tabs between them: the verdict, the edition or grammar, the
//! reading, the production, the code, and the offset of the first byte that cannot occur there, in
//! bytes from 0. What there is not is `-`.

use std::fmt::Write as _;

use urlbnf_bnf::text::visible;
use urlbnf_url::judges::{Blame, Ruling};
use urlbnf_url::verdict::Judge;

/// What stands for nothing.
const NOTHING: &str = "-";
/// The verdict of a line that has no byte: it is not judged.
const EMPTY: &str = "empty";
/// The verdict of what conforms as a relative reference only.
const RELATIVE: &str = "relative";

/// What a judge says of a line, in its columns.
#[derive(Debug, Clone, Copy)]
pub struct Columns<'a> {
    /// Who says it.
    pub judge: &'a Judge,
    /// What is said; of a line without a byte, nothing.
    pub ruling: Option<&'a Ruling>,
    /// Where the line fails, in bytes, if it does and that is known.
    pub offset: Option<usize>,
}

/// A line, with its end.
pub fn line<'a>(columns: impl IntoIterator<Item = Columns<'a>>) -> String {
    let mut line = String::new();
    for columns in columns {
        columns.write(&mut line);
        line.push('\t');
    }
    line.pop();
    line.push('\n');
    line
}

impl Columns<'_> {
    fn write(self, line: &mut String) {
        let Columns { judge, ruling, offset } = self;
        let verdict = ruling.map_or(EMPTY, |ruling| match ruling.relative {
            true => RELATIVE,
            false => ruling.verdict.name(),
        });
        let (production, code) = match ruling.and_then(|ruling| ruling.failure) {
            Some(Blame { production, code, .. }) => (judge.grammar().name(production), code.name()),
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
    }
}
