//! Judges an input by several editions and user grammars at once.
//!
//! The judges are components of a [product automaton](crate::product), which judges a line in one
//! pass. It gives the verdict, and the code and production of the diagnostic. Few lines need the
//! diagnostic itself; an [`Examiner`] finds it as [`examine`](crate::diagnose::examine) does, and
//! caches it.
//!
//! The scheme of an input and a wrapper around it are recognised once for all judges.

mod beginning;
mod component;
mod examiner;
mod proof;
pub mod tally;

use std::ops::Range;

use crate::product::{ProductAutomaton, ProductStates};
use crate::verdict::Judge;

pub use crate::product::{LineProgress, ProductAnswer};
pub use component::{Ruling, RulingFailure};
pub use examiner::{ExaminationDepth, Examinations, Examiner, LineEndState};
pub use proof::{JudgesComparison, JudgesComparisonError};
pub use tally::Tally;

use beginning::SchemeRecogniser;
use component::JudgeComponent;

/// Several judges that run together, as one automaton. It builds its states as it needs them.
///
/// ```
/// use urlbnf_url::judges::Judges;
/// use urlbnf_url::{Edition, Judge, Reading, Verdict};
///
/// let judges = Edition::ALL.map(|edition| Judge::by_scheme(edition, Reading::Corrected));
/// let mut judges = Judges::new(&judges);
/// let answer = judges.judge(b"mailto:timbl@info.cern.ch");
/// assert!(judges.rulings(answer).iter().all(|ruling| ruling.verdict == Verdict::Conforms));
/// ```
#[derive(Debug)]
pub struct Judges<'j> {
    judges: &'j [Judge],
    product: ProductAutomaton<SchemeRecogniser, JudgeComponent<'j>>,
}

impl<'j> Judges<'j> {
    /// Creates the automaton of these judges.
    pub fn new(judges: &'j [Judge]) -> Self {
        Judges { judges, product: ProductAutomaton::from_states(states(judges)) }
    }

    /// Like [`new`](Judges::new), but discards and rebuilds the states when there are `most` of
    /// them: at least two, and at most 65,534.
    pub fn keeping(judges: &'j [Judge], most: usize) -> Self {
        Judges { judges, product: ProductAutomaton::keeping(states(judges), most) }
    }

    /// The judges, in the order given.
    pub fn judges(&self) -> &'j [Judge] {
        self.judges
    }

    /// The ruling of each judge, in the order of the judges. Empty for [`ProductAnswer::EMPTY`].
    #[inline]
    pub fn rulings(&self, answer: ProductAnswer) -> &[Ruling] {
        self.product.answers(answer)
    }

    /// Judges a string, which can be any bytes, the empty string included. For the result of each
    /// judge, pass the answer to [`rulings`](Judges::rulings).
    pub fn judge(&mut self, input: &[u8]) -> ProductAnswer {
        self.product.judge(input)
    }

    /// The state before the first byte of a line.
    pub fn begin(&self) -> LineProgress {
        self.product.begin()
    }

    /// The state after more bytes of a line. A line must end before the next one begins.
    pub fn go_on(&mut self, from: LineProgress, bytes: &[u8]) -> LineProgress {
        self.product.go_on(from, bytes)
    }

    /// The answer at the end of a line.
    pub fn end(&mut self, at: LineProgress) -> ProductAnswer {
        self.product.end(at)
    }

    /// Judges the lines of a block, in order. Calls `each` with the byte range of each line in the
    /// block, without its LF or CR LF, and with its answer. An empty line is not judged: its answer
    /// is [`ProductAnswer::EMPTY`].
    pub fn lines(&mut self, block: &[u8], each: impl FnMut(Range<usize>, ProductAnswer)) {
        self.product.lines(block, each);
    }
}

/// The automaton of some judges. Judges that always agree share a component.
fn states(judges: &[Judge]) -> ProductStates<SchemeRecogniser, JudgeComponent<'_>> {
    let mut components: Vec<JudgeComponent<'_>> = Vec::new();
    let mut places = Vec::new();
    for judge in judges {
        let same = components.iter().position(|component| component.judge().agrees_with(judge));
        places.push(same.unwrap_or_else(|| {
            components.push(JudgeComponent::new(judge));
            components.len() - 1
        }));
    }
    ProductStates::new(SchemeRecogniser::for_judges(judges), components, places)
}
