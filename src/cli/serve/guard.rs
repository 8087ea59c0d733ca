//! Who is answered: a browser of this machine that was sent by nobody else's page.
//!
//! A page of any site can have a browser ask 127.0.0.1, and a name of its own can
//! be made to lead there. Such a request names another host, or another origin.

use std::net::SocketAddr;

use hyper::header::{CONTENT_LENGTH, HOST, HeaderMap, ORIGIN, TRANSFER_ENCODING};
use hyper::{Method, StatusCode, Uri};

/// The longest address, path and query together, in bytes.
pub const LONGEST_ADDRESS: usize = 8 * 1024;

/// Why a request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It names another host.
    Host,
    /// Another site's page made it.
    Origin,
    /// It is neither GET nor HEAD.
    Method,
    /// Its address is too long.
    TooLong,
    /// It has a body.
    Body,
}

impl Refusal {
    /// The status of the answer.
    pub fn status(self) -> StatusCode {
        match self {
            Refusal::Host => StatusCode::MISDIRECTED_REQUEST,
            Refusal::Origin => StatusCode::FORBIDDEN,
            Refusal::Method => StatusCode::METHOD_NOT_ALLOWED,
            Refusal::TooLong => StatusCode::URI_TOO_LONG,
            Refusal::Body => StatusCode::PAYLOAD_TOO_LARGE,
        }
    }

    /// The answer, in words.
    pub fn message(self) -> String {
        match self {
            Refusal::Host => "This server answers to its own address only.".to_owned(),
            Refusal::Origin => "This server answers to its own pages only.".to_owned(),
            Refusal::Method => "There is nothing here but pages to get.".to_owned(),
            Refusal::TooLong => {
                format!(
                    "An address of more than {LONGEST_ADDRESS} bytes is not answered here; urlbnf check takes URLs of any length."
                )
            }
            Refusal::Body => "A request for a page has no body.".to_owned(),
        }
    }
}

/// The server, as a request must name it.
#[derive(Debug)]
pub struct Guard {
    hosts: Vec<String>,
}

impl Guard {
    /// For a server that listens there.
    pub fn new(address: SocketAddr) -> Guard {
        let names = [address.ip().to_string(), "localhost".to_owned()];
        let port = address.port();
        let mut hosts = names.each_ref().map(|name| format!("{name}:{port}")).to_vec();
        // Nobody names the port that is meant where none is named.
        if port == 80 {
            hosts.extend(names);
        }
        Guard { hosts }
    }

    /// Whether a request is answered.
    pub fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let mut hosts = headers.get_all(HOST).iter();
        let (host, another) = (hosts.next(), hosts.next());
        let own =
            |host: &[u8]| self.hosts.iter().any(|it| it.as_bytes().eq_ignore_ascii_case(host));
        if another.is_some() || !host.is_some_and(|host| own(host.as_bytes())) {
            return Err(Refusal::Host);
        }
        // A request line can name a host too, and then it is that one that counts.
        if uri.authority().is_some_and(|it| !own(it.as_str().as_bytes())) {
            return Err(Refusal::Host);
        }
        let foreign = |origin: &[u8]| !origin.strip_prefix(b"http://").is_some_and(own);
        if headers.get_all(ORIGIN).iter().any(|origin| foreign(origin.as_bytes())) {
            return Err(Refusal::Origin);
        }
        // Somebody may follow a link to us from anywhere; no page may ask in its own name.
        let says = |name: &str, value: &str| {
            headers.get(name).is_some_and(|it| it.as_bytes() == value.as_bytes())
        };
        let elsewhere = says("sec-fetch-site", "cross-site") || says("sec-fetch-site", "same-site");
        if elsewhere && !(says("sec-fetch-mode", "navigate") && says("sec-fetch-dest", "document"))
        {
            return Err(Refusal::Origin);
        }
        if !matches!(*method, Method::GET | Method::HEAD) {
            return Err(Refusal::Method);
        }
        if uri.path_and_query().is_some_and(|it| it.as_str().len() > LONGEST_ADDRESS) {
            return Err(Refusal::TooLong);
        }
        let length = headers.get(CONTENT_LENGTH);
        if length.is_some_and(|it| it.as_bytes() != b"0") || headers.contains_key(TRANSFER_ENCODING)
        {
            return Err(Refusal::Body);
        }
        Ok(())
    }
}
