//! Works on blocks on several threads, and takes the results in order.
//!
//! One thread reads, some work, and the calling thread takes the results in the order of the
//! input. The output is thus the same for any number of threads. The number of buffers is
//! fixed, and a buffer goes back to the reader when its block is finished, so memory does not
//! grow with the input.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use rayon::ThreadPoolBuilder;

use crate::input::{self, BlockReader, InputBlock, LongLinePolicy};
use crate::interrupt::Interrupt;
use crate::progress::InputProgressBar;
use crate::{CliError, Status};

/// How often the progress is drawn and signals are checked.
const TICK: Duration = Duration::from_millis(100);
/// The maximum number of threads: more than machines run, and fewer than systems refuse.
pub const MOST_THREADS: u16 = 512;

/// What to read, and how.
pub struct PipelineOptions {
    /// The files, in their order; `-` is the standard input.
    pub paths: Vec<PathBuf>,
    /// The number of threads that work.
    pub threads: u16,
    /// The size of a block in bytes.
    pub size: usize,
    /// What happens to a line that is longer than a block.
    pub long: LongLinePolicy,
    /// Whether a byte order mark at the beginning of a file is left out.
    pub skip_mark: bool,
    /// Whether to show the progress on the standard error.
    pub progress: bool,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PipelineOutcome {
    /// All input was read.
    Complete,
    /// A signal ended it, with this exit status.
    Interrupted(Status),
}

/// An event on another thread.
enum PipelineEvent<T> {
    Read(Result<InputBlock, CliError>),
    AllRead,
    Worked(usize, InputBlock, T),
}

/// Calls `work` for each block, on any thread, and `take` for each result, on this thread and
/// in order. If an input or the rest of it cannot be read, `take` gets the error in its place.
pub fn run<T: Send + 'static>(
    plan: PipelineOptions,
    interrupt: &Interrupt,
    work: impl Fn(&InputBlock) -> T + Sync,
    take: impl FnMut(Result<T, CliError>) -> Result<(), CliError>,
) -> Result<PipelineOutcome, CliError> {
    let size = plan.progress.then(|| input::size(plan.paths.iter().map(PathBuf::as_path)));
    let blocks = BlockReader::new(plan.paths, plan.size, plan.long).skipping_mark(plan.skip_mark);
    let progress = InputProgressBar::new(plan.progress, size.flatten(), blocks.meter());
    let (events, happened) = channel();
    let (spare, spares) = channel();
    // Enough buffers to work on and to read into, and one more for a block that waits.
    let threads = usize::from(plan.threads.clamp(1, MOST_THREADS));
    for _ in 0..2 * threads + 1 {
        let _ = spare.send(Vec::new());
    }
    read(blocks, spares, events.clone());
    let pool = match threads {
        1 => None,
        threads => Some(ThreadPoolBuilder::new().num_threads(threads).build()?),
    };
    let queue =
        BlockQueue { take, progress, spare, waiting: VecDeque::new(), first: 0, ending: false };
    match &pool {
        // A single thread of work is this one.
        None => queue.run(&happened, interrupt, |number, block| {
            let result = work(&block);
            let _ = events.send(PipelineEvent::Worked(number, block, result));
        }),
        Some(pool) => pool.in_place_scope(|scope| {
            queue.run(&happened, interrupt, |number, block| {
                let (work, events) = (&work, events.clone());
                scope.spawn(move |_| {
                    let result = work(&block);
                    let _ = events.send(PipelineEvent::Worked(number, block, result));
                });
            })
        }),
    }
}

/// Reads on a thread of its own, which ends when it gets no buffers. It may wait for a
/// terminal or a pipe for ever, so it is not joined.
fn read<T: Send + 'static>(
    mut blocks: BlockReader,
    spares: Receiver<Vec<u8>>,
    events: Sender<PipelineEvent<T>>,
) {
    std::thread::spawn(move || {
        while let Ok(buffer) = spares.recv() {
            let event = blocks.next(buffer).map_or(PipelineEvent::AllRead, PipelineEvent::Read);
            let last = matches!(event, PipelineEvent::AllRead);
            if events.send(event).is_err() || last {
                break;
            }
        }
    });
}

/// The blocks that were read and wait for their turn.
struct BlockQueue<T, F> {
    take: F,
    progress: InputProgressBar,
    /// The channel on which buffers go back to the reader.
    spare: Sender<Vec<u8>>,
    /// The blocks that were read and not yet taken, in order; `None` while in work.
    waiting: VecDeque<Option<Result<(InputBlock, T), CliError>>>,
    /// The number of the first waiting block.
    first: usize,
    /// Whether the user has asked to end.
    ending: bool,
}

impl<T, F: FnMut(Result<T, CliError>) -> Result<(), CliError>> BlockQueue<T, F> {
    fn run(
        mut self,
        happened: &Receiver<PipelineEvent<T>>,
        interrupt: &Interrupt,
        start: impl Fn(usize, InputBlock),
    ) -> Result<PipelineOutcome, CliError> {
        let mut reading = true;
        while reading || !self.waiting.is_empty() {
            // After a signal nothing more is read. Blocks that were read before are still
            // judged.
            self.ending = interrupt.asked().is_some();
            let wait = if self.ending && reading { Duration::ZERO } else { TICK };
            match happened.recv_timeout(wait) {
                Ok(PipelineEvent::Read(_)) if !reading => {}
                Ok(PipelineEvent::Read(read)) => {
                    let number = self.first + self.waiting.len();
                    match read {
                        Ok(block) => {
                            self.waiting.push_back(None);
                            start(number, block);
                        }
                        Err(error) => {
                            self.waiting.push_back(Some(Err(error)));
                            // The failed read has dropped its buffer.
                            let _ = self.spare.send(Vec::new());
                        }
                    }
                }
                Ok(PipelineEvent::AllRead) => reading = false,
                Ok(PipelineEvent::Worked(number, block, result)) => {
                    self.waiting[number - self.first] = Some(Ok((block, result)));
                }
                Err(RecvTimeoutError::Timeout) => reading &= !self.ending,
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.give()?;
            self.progress.tick();
        }
        Ok(interrupt.asked().map_or(PipelineOutcome::Complete, PipelineOutcome::Interrupted))
    }

    /// Takes the results at the front that are finished.
    fn give(&mut self) -> Result<(), CliError> {
        while matches!(self.waiting.front(), Some(Some(_))) {
            let Some(Some(done)) = self.waiting.pop_front() else { break };
            self.first += 1;
            let BlockQueue { take, progress, spare, ending, .. } = self;
            match done {
                Err(error) => progress.aside(|| take(Err(error)))?,
                Ok((block, result)) => {
                    progress.add_lines(block.line_ends());
                    progress.aside(|| take(Ok(result)))?;
                    if !*ending {
                        // Sending fails if the reader has ended, which does no harm.
                        let _ = spare.send(block.into_buffer());
                    }
                }
            }
        }
        Ok(())
    }
}
