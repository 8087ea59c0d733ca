//! What asks the program to end: Ctrl-C, or what a batch system or a service manager sends.

use std::io;

use crate::status::Status;

/// Who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// Ctrl-C: SIGINT.
    Interrupt,
    /// SIGTERM.
    Terminate,
}

impl Signal {
    /// The status of what was ended so.
    pub fn status(self) -> Status {
        match self {
            Signal::Interrupt => Status::Interrupted,
            Signal::Terminate => Status::Terminated,
        }
    }
}

/// Listens for them.
pub struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

impl Signals {
    /// From now on, they are heard; within a runtime.
    #[cfg(unix)]
    pub fn new() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// From now on, Ctrl-C is heard; within a runtime.
    #[cfg(not(unix))]
    pub fn new() -> io::Result<Signals> {
        Ok(Signals {})
    }

    /// The next.
    #[cfg(unix)]
    pub async fn next(&mut self) -> Signal {
        tokio::select! {
            _ = self.terminate.recv() => Signal::Terminate,
            _ = self.interrupt.recv() => Signal::Interrupt,
        }
    }

    /// The next.
    #[cfg(not(unix))]
    pub async fn next(&mut self) -> Signal {
        let _ = tokio::signal::ctrl_c().await;
        Signal::Interrupt
    }
}
