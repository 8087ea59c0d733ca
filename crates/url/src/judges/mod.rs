//! Several judges at once.
//!
//! Editions and user grammars judge a line in one pass, by a product automaton whose components
//! they are ([`crate::product`]). It gives the verdict, the code and the production of the
//! diagnostic; the diagnostic itself, which few lines need, an [`Examiner`] finds as
//! [`examine`](crate::diagnose::examine) does, and recalls.
//!
//! What a judge asks of an input's beginning, its scheme and whether there is a wrapper, is
//! recognised once for all of them.

mod beginning;
mod component;
mod said;
mod examiner;
mod proof;
pub mod tally;

use std::ops::Range;

use crate::product::{Product, States};
use crate::verdict::Judge;

pub use crate::product::{Answer, Progress};
pub use component::{Blame, Ruling};
pub use examiner::{Examiner, Extent, LineEnd};
pub use proof::{Comparison, Uncompared};
pub use said::Examinations;
pub use tally::Tally;

use beginning::Beginnings;
use component::JudgeComponent;

/// Judges that judge together.
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
    product: Product<Beginnings, JudgeComponent<'j>>,
}

impl<'j> Judges<'j> {
    /// These judges together.
    pub fn new(judges: &'j [Judge]) -> Self {
        Judges { judges, product: Product::of(states(judges)) }
    }

    /// These judges together, who make their states anew when there are so many: at least
    /// two, and at most 65,534.
    pub fn keeping(judges: &'j [Judge], most: usize) -> Self {
        Judges { judges, product: Product::keeping(states(judges), most) }
    }

    /// The judges.
    pub fn judges(&self) -> &'j [Judge] {
        self.judges
    }

    /// What each judge says, in the order of the judges; of a line without a byte, nothing.
    pub fn rulings(&self, answer: Answer) -> &[Ruling] {
        self.product.answers(answer)
    }

    /// Judges a string: any bytes, the empty string included.
    pub fn judge(&mut self, input: &[u8]) -> Answer {
        self.product.judge(input)
    }

    /// Before the first byte of a line.
    pub fn begin(&self) -> Progress {
        self.product.begin()
    }

    /// Some bytes on in a line. No other line may be begun before it has ended.
    pub fn go_on(&mut self, from: Progress, bytes: &[u8]) -> Progress {
        self.product.go_on(from, bytes)
    }

    /// At the end of a line.
    pub fn end(&mut self, at: Progress) -> Answer {
        self.product.end(at)
    }

    /// Judges the lines of a block, in order: `each` gets the line, without its
    /// end, LF or CR LF, by its place in the block, and the answer. An empty line
    /// is answered with [`Answer::EMPTY`].
    pub fn lines(&mut self, block: &[u8], each: impl FnMut(Range<usize>, Answer)) {
        self.product.lines(block, each);
    }
}

/// The automaton of some judges: those that always say the same are one component.
fn states(judges: &[Judge]) -> States<Beginnings, JudgeComponent<'_>> {
    let mut components: Vec<JudgeComponent<'_>> = Vec::new();
    let mut places = Vec::new();
    for judge in judges {
        let same = components.iter().position(|it| it.judge().agrees_with(judge));
        places.push(same.unwrap_or_else(|| {
            components.push(JudgeComponent::new(judge));
            components.len() - 1
        }));
    }
    States::new(Beginnings::of(judges), components, places)
}
