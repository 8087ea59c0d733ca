//! Shows the progress of long work on standard error, if that is a terminal.

use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::input::ByteCounter;

/// Work that ends sooner shows no progress.
const PATIENCE: Duration = Duration::from_millis(500);

/// A line with the number of finished steps, or nothing.
pub struct StepProgressBar {
    bar: ProgressBar,
}

impl StepProgressBar {
    /// Creates the line for a number of steps. Nothing is drawn unless `shown` is set.
    pub fn new(shown: bool, count: usize) -> StepProgressBar {
        let target = match shown {
            true => ProgressDrawTarget::stderr_with_hz(10),
            false => ProgressDrawTarget::hidden(),
        };
        StepProgressBar { bar: ProgressBar::with_draw_target(Some(count as u64), target) }
    }

    /// Counts a finished step.
    pub fn step(&self) {
        self.bar.inc(1);
    }

    /// Calls `write`, which may write to the same terminal, with the line hidden.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for StepProgressBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A line with how much of the inputs was read, or nothing.
pub struct InputProgressBar {
    steps: StepProgressBar,
    meter: Arc<ByteCounter>,
    lines: u64,
    begun: Instant,
    shown: bool,
}

impl InputProgressBar {
    /// Creates the line for inputs whose size in bytes may be known. Nothing is drawn unless
    /// `shown` is set.
    pub fn new(shown: bool, size: Option<u64>, meter: Arc<ByteCounter>) -> InputProgressBar {
        let bar = ProgressBar::with_draw_target(size, ProgressDrawTarget::hidden());
        let template = match size {
            Some(_) => "{bytes} of {total_bytes}, {msg}, {bytes_per_sec}, {eta} left",
            None => "{bytes}, {msg}, {bytes_per_sec}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        InputProgressBar {
            steps: StepProgressBar { bar },
            meter,
            lines: 0,
            begun: Instant::now(),
            shown,
        }
    }

    /// Counts finished lines.
    pub fn add_lines(&mut self, lines: u64) {
        self.lines += lines;
    }

    /// Draws the line again, if it is time to.
    pub fn tick(&mut self) {
        if !self.shown || self.begun.elapsed() < PATIENCE {
            return;
        }
        let bar = &self.steps.bar;
        if bar.is_hidden() {
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        }
        bar.set_message(format!("{} lines", self.lines));
        bar.set_position(self.meter.bytes());
    }

    /// Calls `write`, which may write to the same terminal, with the line hidden.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.steps.aside(write)
    }
}
