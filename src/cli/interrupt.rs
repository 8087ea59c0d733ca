//! An end that the user asks for: the first time a long work ends and says what it
//! has found, the second time the program ends.

use std::sync::mpsc::channel;
use std::sync::{Arc, OnceLock};

use tokio::runtime::Builder;

use crate::signals::{Signal, Signals};

/// Whether, and how, the user has asked to end.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<OnceLock<Signal>>);

impl Interrupt {
    /// Listens from now on. Where that cannot be, a signal ends the program as it
    /// always does.
    pub fn listen() -> Interrupt {
        let interrupt = Interrupt::default();
        let asked = interrupt.clone();
        let (ready, listening) = channel::<()>();
        std::thread::spawn(move || {
            let Ok(runtime) = Builder::new_current_thread().enable_io().build() else { return };
            runtime.block_on(async move {
                let Ok(mut signals) = Signals::new() else { return };
                drop(ready);
                loop {
                    let signal = signals.next().await;
                    if asked.0.set(signal).is_err() {
                        std::process::exit(signal.status().code().into());
                    }
                }
            });
        });
        // It ends when the other thread is ready, or never will be.
        let _ = listening.recv();
        interrupt
    }

    /// How the user has asked, if so.
    pub fn asked(&self) -> Option<Signal> {
        self.0.get().copied()
    }
}
