//! The answers: the pages of the book, each made when it is first asked for.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, LOCATION,
    REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use hyper::{Request, Response, StatusCode, Uri};
use urlbnf::book::{Pages, live};
use urlbnf::text::visible;

use super::guard::{Guard, Refusal};

/// Nothing but what this server itself sends, and in no other page's frame; and what is sent
/// may be WebAssembly, which judges on the live page.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; \
                      form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/// What is served.
pub struct Site {
    guard: Guard,
    book: Box<dyn Pages>,
    pages: Mutex<HashMap<String, Bytes>>,
}

/// An answer.
pub type Answer = Response<Full<Bytes>>;

/// Answers a request.
pub async fn answer(site: Arc<Site>, request: Request<Incoming>) -> Answer {
    let (request, _) = request.into_parts();
    let uri = request.uri;
    if let Err(refusal) = site.guard.check(&request.method, &uri, &request.headers) {
        return refused(refusal);
    }
    // A page of the book may take a while, and somebody may be typing.
    let made = tokio::task::spawn_blocking(move || site.find(&uri)).await;
    made.unwrap_or_else(|_| {
        plain(StatusCode::INTERNAL_SERVER_ERROR, "This page could not be made.")
    })
}

impl Site {
    /// The site of a server that listens at an address.
    pub fn new(address: SocketAddr, book: Box<dyn Pages>) -> Site {
        Site { guard: Guard::new(address), book, pages: Mutex::default() }
    }

    fn find(&self, uri: &Uri) -> Answer {
        let path = uri.path().trim_start_matches('/');
        if path == "live" {
            // Where the page lay before it was a file.
            let query = uri.query().unwrap_or_default();
            return moved(&format!("/{}#{query}", live::PATH));
        }
        let path = match path {
            "" => "index.html".to_owned(),
            folder if folder.ends_with('/') => format!("{folder}index.html"),
            path => path.to_owned(),
        };
        match self.page(&path) {
            Some(bytes) => page(StatusCode::OK, &path, bytes),
            None if self.page(&format!("{path}/index.html")).is_some() => {
                moved(&format!("/{path}/"))
            }
            None => plain(StatusCode::NOT_FOUND, "There is no such page."),
        }
    }

    fn page(&self, path: &str) -> Option<Bytes> {
        let pages = || self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(page) = pages().get(path) {
            return Some(page.clone());
        }
        let page = Bytes::from(self.book.page(path)?);
        pages().insert(path.to_owned(), page.clone());
        Some(page)
    }
}

fn moved(to: &str) -> Answer {
    let mut answer = plain(StatusCode::PERMANENT_REDIRECT, "");
    if let Ok(to) = to.parse() {
        answer.headers_mut().insert(LOCATION, to);
    }
    answer
}

fn refused(refusal: Refusal) -> Answer {
    let mut answer = plain(refusal.status(), &refusal.message());
    if refusal == Refusal::Method {
        let allowed = HeaderValue::from_static("GET, HEAD");
        answer.headers_mut().insert(ALLOW, allowed);
    }
    answer
}

fn plain(status: StatusCode, message: &str) -> Answer {
    page(status, ".txt", Bytes::from(format!("{}\n", visible(message.as_bytes()))))
}

/// An answer with the headers that all have.
fn page(status: StatusCode, path: &str, bytes: Bytes) -> Answer {
    let kind = match path.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("txt" | "bnf" | "pest") => "text/plain; charset=utf-8",
        _ => "text/html; charset=utf-8",
    };
    let mut answer = Response::new(Full::new(bytes));
    *answer.status_mut() = status;
    let headers = [
        (CONTENT_TYPE, kind),
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-cache"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in headers {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer
}
