//! The forms of a report, each in two halves: what is made of a block, on any
//! thread, and what becomes of it in the order of the input.

use urlbnf::Judge;
use urlbnf::report::Entry;
use urlbnf::report::sarif::Run;

use crate::error::Error;
use crate::streams::Streams;

/// A form of the report.
pub trait Form: Sync {
    /// What is made of a block.
    type Part: Default + Send + 'static;
    /// What is known of all blocks so far.
    type Whole: Default;

    /// Whether it says more than the exit status.
    const SAYS: bool = true;

    /// How large the blocks should be: large enough that a thread is busy for
    /// a while, and not so large that what is made of them takes much memory.
    fn block_size(&self, judges: usize) -> usize {
        ((1 << 18) / judges.max(1)).clamp(1 << 14, 1 << 16)
    }

    /// Adds a line to the part that is made of its block.
    fn add(&self, part: &mut Self::Part, entries: &[Entry<'_>]) -> Result<(), Error>;

    /// Takes the parts, in the order of the input.
    fn take(
        &self,
        whole: &mut Self::Whole,
        part: Self::Part,
        streams: &mut Streams,
    ) -> Result<(), Error>;

    /// Ends the report.
    fn finish(
        &self,
        _whole: Self::Whole,
        _run: &Run,
        _judges: &[Judge],
        _streams: &mut Streams,
    ) -> Result<(), Error> {
        Ok(())
    }
}
