//! Lines that are too long to be explained. They are judged piece by piece, so that memory
//! does not grow with them, and reported.

use std::sync::Arc;

use urlbnf::Judge;
use urlbnf::judges::{Judges, LineProgress, Ruling};

use super::judging::{BlockJudgement, CheckContext};
use super::reporter::CheckReporter;
use crate::error::CliError;
use crate::input::{BlockExtent, InputBlock};

/// The smallest allowed `--longest-line`, in bytes: as much is read at once.
pub const SHORTEST_LONGEST_LINE: u64 = 1 << 20;
/// How many bytes of a line are kept as an example.
const HEAD: usize = 1 << 10;

pub struct LinePiece {
    pub first: bool,
    pub last: bool,
    pub source: Arc<str>,
    pub line: u64,
    /// The bytes, without the line end.
    pub bytes: Vec<u8>,
}

impl LinePiece {
    /// Returns the piece in a block; `None` if the block has whole lines.
    pub fn from_block(block: &InputBlock) -> Option<LinePiece> {
        let BlockExtent::Part { first, last } = block.extent else { return None };
        let (source, line) = (Arc::clone(&block.source), block.line);
        Some(LinePiece { first, last, source, line, bytes: block.of_line().to_vec() })
    }
}

/// A line of which all pieces were judged.
pub struct LongLine {
    pub source: Arc<str>,
    pub line: u64,
    pub length: u64,
    pub head: Vec<u8>,
    /// The ruling of each judge, with its text.
    pub rulings: Vec<(String, Ruling)>,
    longest: u64,
}

impl LongLine {
    /// Returns the error that reports the line.
    pub fn error(&self) -> CliError {
        let LongLine { source, line, length, longest, rulings, .. } = self;
        CliError::TooLong {
            name: source.to_string(),
            line: *line,
            length: *length,
            longest: *longest,
            verdicts: rulings.iter().map(|(text, _)| text.clone()).collect(),
        }
    }

    /// Has a reporter count the line.
    pub fn count<F: CheckReporter>(
        &self,
        judging: &CheckContext<'_>,
        reporter: &F,
    ) -> Result<BlockJudgement<F::Part>, CliError> {
        let mut judged = BlockJudgement::default();
        judged.object_to_all(judging, self.rulings.iter().map(|(_, ruling)| ruling));
        reporter.add_long_line(&mut judged.part, self);
        Ok(judged)
    }
}

/// The state of judging long lines.
pub struct LongLineJudge<'j, 'a> {
    judging: &'j CheckContext<'a>,
    open: Option<OpenLongLine<'a>>,
}

struct OpenLongLine<'a> {
    line: LongLine,
    /// The judges and their states. The scheme may be in lower case for some judges only.
    piece_judges: Vec<PiecewiseJudge<'a>>,
}

/// How a judge follows a line piece by piece.
enum PiecewiseJudge<'a> {
    Automaton(Box<Judges<'a>>, LineProgress),
    /// A judge that needs the whole line, and so does not judge it.
    Whole(&'a Judge),
}

impl<'j, 'a> LongLineJudge<'j, 'a> {
    pub fn new(judging: &'j CheckContext<'a>) -> LongLineJudge<'j, 'a> {
        LongLineJudge { judging, open: None }
    }

    /// Takes the next piece. Returns the line if that was its last piece.
    pub fn take(&mut self, piece: LinePiece) -> Option<LongLine> {
        if piece.first {
            self.open = self.begin(&piece);
        } else if let Some(OpenLongLine { line, piece_judges }) = &mut self.open {
            line.length += piece.bytes.len() as u64;
            for judge in piece_judges {
                if let PiecewiseJudge::Automaton(together, progress) = judge {
                    *progress = together.go_on(*progress, &piece.bytes);
                }
            }
        }
        if piece.last { self.open.take().map(OpenLongLine::end) } else { None }
    }

    fn begin(&self, piece: &LinePiece) -> Option<OpenLongLine<'a>> {
        let arguments = self.judging.arguments;
        if arguments.has_header() && piece.line == 1 {
            return None;
        }
        let bytes = &piece.bytes[..];
        let line = LongLine {
            source: Arc::clone(&piece.source),
            line: piece.line,
            length: bytes.len() as u64,
            head: bytes[..bytes.len().min(HEAD)].to_vec(),
            rulings: Vec::new(),
            longest: arguments.longest_line,
        };
        let piece_judges = self.judging.judges.iter().map(|judge| {
            if judge.is_one_by_one() {
                return PiecewiseJudge::Whole(judge);
            }
            let lowered = self.judging.lowered(judge, bytes);
            let mut together = Judges::new(std::slice::from_ref(judge));
            let progress = together.go_on(together.begin(), lowered.as_deref().unwrap_or(bytes));
            PiecewiseJudge::Automaton(Box::new(together), progress)
        });
        Some(OpenLongLine { line, piece_judges: piece_judges.collect() })
    }
}

impl OpenLongLine<'_> {
    fn end(self) -> LongLine {
        let OpenLongLine { mut line, piece_judges } = self;
        for judge in piece_judges {
            let (mut together, progress) = match judge {
                PiecewiseJudge::Automaton(together, progress) => (together, progress),
                PiecewiseJudge::Whole(judge) => {
                    let text = format!("not judged by {}", judge.title(" "));
                    line.rulings.push((text, Ruling::undecided(judge)));
                    continue;
                }
            };
            let answer = together.end(progress);
            let judges = together.judges().iter().zip(together.rulings(answer));
            line.rulings.extend(judges.map(|(judge, ruling)| {
                (format!("{} by {}", ruling.verdict, judge.title(" ")), *ruling)
            }));
        }
        line
    }
}
