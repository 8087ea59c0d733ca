//! Ctrl-C, SIGTERM and SIGHUP: the first signal is recorded, and `pipeline` stops reading and
//! reports what was found; the second signal ends the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

#[cfg(target_os = "linux")]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::status::Status;

const SIGNALS: &[(i32, Status)] = &[
    (SIGINT, Status::Interrupted),
    (SIGTERM, Status::Terminated),
    #[cfg(target_os = "linux")]
    (SIGHUP, Status::HungUp),
];

/// The signal by which the user asked the program to end, if any.
#[derive(Debug, Default)]
pub struct Interrupt {
    /// The exit status for the signal; 0 if no signal has come.
    code: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Handles the signals from now on. A signal that cannot be handled ends the program, as
    /// it does by default.
    pub fn listen() -> Interrupt {
        let interrupt = Interrupt::default();
        let again = Arc::new(AtomicBool::new(false));
        for &(signal, status) in SIGNALS {
            if status == Status::HungUp && hang_up_is_ignored() {
                continue;
            }
            let code = status.code();
            // Handlers run in the order in which they are registered, so the first signal
            // finds `again` unset.
            let _ = flag::register_conditional_shutdown(signal, code.into(), Arc::clone(&again))
                .and_then(|_| flag::register(signal, Arc::clone(&again)))
                .and_then(|_| {
                    flag::register_usize(signal, Arc::clone(&interrupt.code), code.into())
                });
        }
        interrupt
    }

    /// Returns the exit status for the signal, if one has come.
    pub fn asked(&self) -> Option<Status> {
        let code = self.code.load(Ordering::Relaxed);
        let asked = |(_, status): &(i32, Status)| usize::from(status.code()) == code;
        SIGNALS.iter().find(|signal| asked(signal)).map(|&(_, status)| status)
    }
}

/// Whether SIGHUP was ignored when the program began, as `nohup` arranges.
fn hang_up_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // The lowest bit is signal 1, SIGHUP.
    ignored.is_none_or(|mask| mask & 1 != 0)
}
