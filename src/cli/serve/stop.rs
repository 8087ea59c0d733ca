//! An end that is asked for: Ctrl-C, or what a service manager sends.

use std::io;
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// How long answers that are under way may take once the end was asked for.
const PATIENCE: Duration = Duration::from_secs(1);

/// Listens for the end.
pub struct Stop {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

impl Stop {
    /// From now on, a signal is heard.
    #[cfg(unix)]
    pub fn new() -> io::Result<Stop> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Stop {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// From now on, Ctrl-C is heard.
    #[cfg(not(unix))]
    pub fn new() -> io::Result<Stop> {
        Ok(Stop {})
    }

    /// Serves until the end is asked for, and what was under way is answered.
    pub async fn serve(self, listener: TcpListener, router: Router) -> io::Result<()> {
        let (asked, mut heard) = watch::channel(false);
        let mut too_late = heard.clone();
        let asking = async move {
            self.asked().await;
            let _ = asked.send(true);
            // A connection that says nothing must not keep us.
            let (over, late) = tokio::sync::oneshot::channel::<()>();
            std::thread::spawn(move || {
                std::thread::sleep(PATIENCE);
                let _ = over.send(());
            });
            let _ = late.await;
        };
        let graceful = axum::serve(listener, router).with_graceful_shutdown(async move {
            let _ = heard.wait_for(|asked| *asked).await;
        });
        tokio::select! {
            served = IntoFuture::into_future(graceful) => served,
            () = asking => {
                let _ = too_late.wait_for(|asked| *asked).await;
                Ok(())
            }
        }
    }

    #[cfg(unix)]
    async fn asked(mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    #[cfg(not(unix))]
    fn asked(self) -> impl std::future::Future<Output = ()> {
        async {
            let _ = tokio::signal::ctrl_c().await;
        }
    }
}
