//! Connections: only so many at once, and none for ever.
//!
//! A browser keeps connections open in case it needs them, and a client may begin a
//! request and never end it. So when one more comes than can be, the one is closed of
//! which nothing was heard for longest; and one that asks nothing ends by itself.

use std::convert::Infallible;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::site::{self, Site};
use crate::signals::Signals;

/// How many there are at once; a system may allow a program no more than 64 files.
const MOST: usize = 32;
/// How long a client may take to ask, and say nothing between two questions.
const TO_ASK: Duration = Duration::from_secs(30);
/// How long one lasts at most, whatever is asked.
const TO_LAST: Duration = Duration::from_secs(300);
/// How long to wait where the system has nothing to give to one more.
const PAUSE: Duration = Duration::from_millis(100);
/// How long answers that are under way may take once the end was asked for.
const TO_END: Duration = Duration::from_secs(1);

/// One of them.
struct Connection {
    task: JoinHandle<()>,
    /// When it was heard of last, in the order of all that was heard.
    heard: Arc<AtomicU64>,
}

/// Answers until the end is asked for, and what was under way then.
pub async fn serve(listener: TcpListener, site: Arc<Site>, mut signals: Signals) {
    let clock = Arc::new(AtomicU64::new(0));
    let (end, ending) = watch::channel(());
    let mut open: Vec<Connection> = Vec::with_capacity(MOST);
    loop {
        let accepted = tokio::select! {
            _ = signals.next() => break,
            accepted = listener.accept() => accepted,
        };
        let stream: io::Result<TcpStream> = accepted.map(|(stream, _)| stream);
        let Ok(stream) = stream else {
            sleep(PAUSE).await;
            continue;
        };
        open.retain(|it| !it.task.is_finished());
        if open.len() >= MOST {
            close_the_silent(&mut open).await;
        }
        let heard = Arc::new(AtomicU64::new(tick(&clock)));
        let connection = Asked { site: Arc::clone(&site), clock: Arc::clone(&clock), heard };
        let heard = Arc::clone(&connection.heard);
        let task = tokio::spawn(connection.answer(stream, ending.clone()));
        open.push(Connection { task, heard });
    }
    let _ = end.send(());
    let all = async {
        for connection in open {
            let _ = connection.task.await;
        }
    };
    let _ = timeout(TO_END, all).await;
}

/// Closes the one of which nothing was heard for longest.
async fn close_the_silent(open: &mut Vec<Connection>) {
    let heard = |it: &(usize, &Connection)| it.1.heard.load(Ordering::Relaxed);
    if let Some((silent, _)) = open.iter().enumerate().min_by_key(heard) {
        let silent = open.swap_remove(silent);
        silent.task.abort();
        // Only then is its file free.
        let _ = silent.task.await;
    }
}

fn tick(clock: &AtomicU64) -> u64 {
    clock.fetch_add(1, Ordering::Relaxed)
}

/// What a connection is answered with.
struct Asked {
    site: Arc<Site>,
    clock: Arc<AtomicU64>,
    heard: Arc<AtomicU64>,
}

impl Asked {
    async fn answer(self, stream: TcpStream, mut ending: watch::Receiver<()>) {
        let service = service_fn(|request| {
            self.heard.store(tick(&self.clock), Ordering::Relaxed);
            let site = Arc::clone(&self.site);
            async move { Ok::<_, Infallible>(site::answer(site, request).await) }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(TO_ASK)
            // A client that has said all that it will is answered.
            .half_close(true)
            .serve_connection(TokioIo::new(stream), service);
        let lasting = async {
            let mut connection = pin!(connection);
            tokio::select! {
                _ = connection.as_mut() => {}
                _ = ending.changed() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
            }
        };
        let _ = timeout(TO_LAST, lasting).await;
    }
}
