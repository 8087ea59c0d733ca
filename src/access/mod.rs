//! Access: what a client of the time would do with a URL, without doing it.
//!
//! The documents describe, scheme by scheme, how a URL turns into a
//! conversation: which host and port, which commands with which decoded
//! arguments. Here that description is carried out on paper. What RFC 1738 says
//! of a scheme is cited by its section; for an older edition its own heading is,
//! where it has the statement. A part that would put a line end into a line of
//! the protocol is never put into one: the step says so instead.

mod file;
mod other;
mod session;

use std::fmt;

use serde::Serialize;

use crate::ast::{Address, Part, Port, Url};
use crate::diagnose::visible;
use crate::edition::Edition;
use crate::registry;
use crate::warning::{self, Warned};

/// What a client would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Access {
    /// With whom it would speak; `None` where the URL does not say.
    pub server: Option<Endpoint>,
    /// One after another.
    pub steps: Vec<Step>,
    /// What it should beware of.
    pub warnings: Vec<Warned>,
}

/// A host and a port.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Endpoint {
    /// The host, as written.
    pub host: String,
    /// The port; `None` where neither the URL nor the document has one.
    pub port: Option<String>,
    /// Where the port comes from.
    pub port_from: PortFrom,
}

/// Where a port comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "from", content = "citation")]
pub enum PortFrom {
    /// The URL gives it.
    Url,
    /// It is the default of the scheme, which this section names.
    Default(String),
    /// The scheme has no port, or nobody says which.
    Nowhere,
}

/// One step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// What is done.
    #[serde(flatten)]
    pub action: Action,
    /// Where the documents say so.
    pub citation: String,
}

/// What a client can do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "action", content = "text")]
pub enum Action {
    /// Open a connection.
    Connect(String),
    /// Send a line; a TAB and the CR LF that ends it are shown as pictures.
    Send(String),
    /// Ask the user for something.
    Ask(String),
    /// Advise the user of something.
    Advise(String),
    /// Something else, in words.
    Do(String),
    /// Send nothing: what would be sent has a delimiter of the protocol in it.
    Refuse(String),
}

/// What a client would do with a URL, as the document of an edition describes it.
pub fn access(edition: Edition, address: &Address<'_>) -> Access {
    let mut plan = Plan { edition, address, steps: Vec::new() };
    let server = plan.server();
    if let Some(server) = &server {
        plan.connect(server);
    }
    plan.url();
    let warnings = warning::warnings(address).into_iter().map(Warned::from).collect();
    Access { server, steps: plan.steps, warnings }
}

/// The steps, as they come.
struct Plan<'a> {
    edition: Edition,
    address: &'a Address<'a>,
    steps: Vec<Step>,
}

impl Plan<'_> {
    fn url(&mut self) {
        // The address outlives the plan's own borrow.
        let address = self.address;
        match &address.url {
            Url::Ftp(ftp) => self.ftp(ftp),
            Url::FileAddress(file) => self.fileaddress(file),
            Url::File(file) => self.file(file),
            Url::Afs(afs) => self.afs(afs),
            Url::Http(http) => self.http(http),
            Url::Gopher(gopher) => self.gopher(gopher),
            Url::News(news) => self.news(news),
            Url::Nntp(nntp) => self.nntp(nntp),
            Url::Telnet(telnet) => self.telnet(telnet),
            Url::Wais(wais) => self.wais(wais),
            Url::Prospero(prospero) => self.prospero(prospero),
            Url::Mailto(mailto) => self.mailto(mailto),
            Url::Mid(mid) => self.mid(mid),
            Url::Cid(cid) => self.cid(cid),
            Url::Generic(_) | Url::Other(_) => self.unknown(address.scheme),
        }
        if let Some(fragment) = address.fragment {
            let text = format!("keep \"#{fragment}\", and use it when the object is there");
            self.push(Action::Do(text), "", Some("HTTP"));
        }
    }

    /// Where the statement is printed: a section of RFC 1738, or, in an older
    /// document that has it too, a heading.
    fn citation(&self, section: &str, heading: Option<&str>) -> String {
        let document = self.edition.document();
        match heading {
            Some(heading) if self.edition != Edition::Rfc1738 || section.is_empty() => {
                registry::citation(document, heading)
            }
            _ => registry::citation(Edition::Rfc1738.document(), section),
        }
    }

    fn push(&mut self, action: Action, section: &str, heading: Option<&str>) {
        let citation = self.citation(section, heading);
        self.steps.push(Step { action, citation });
    }

    fn server(&self) -> Option<Endpoint> {
        let server = self.address.url.server()?;
        let (port, port_from) = match (server.port, registry::default_port(self.address.scheme)) {
            (Some(Port(port)), _) => (Some(port.to_owned()), PortFrom::Url),
            (None, Some((port, section))) => {
                (Some(port.to_string()), PortFrom::Default(self.citation(section, None)))
            }
            (None, None) => (None, PortFrom::Nowhere),
        };
        Some(Endpoint { host: server.host.part().raw().to_owned(), port, port_from })
    }

    fn connect(&mut self, server: &Endpoint) {
        let Some(port) = &server.port else { return };
        let host = &server.host;
        if let PortFrom::Default(citation) = &server.port_from {
            let action = Action::Connect(format!("{host}, port {port}, the default of the scheme"));
            self.steps.push(Step { action, citation: citation.clone() });
            return;
        }
        let heading = match self.edition {
            Edition::Url00 | Edition::Url01 | Edition::Url02 => Some("Internet protocol parts"),
            Edition::Rfc1630 | Edition::Rfc1630Generic => Some("URI syntax"),
            Edition::Rfc1738 => None,
        };
        let text = format!("{host}, port {port}, as the URL says");
        self.push(Action::Connect(text), "3.1", heading);
    }

    /// A line of the protocol, with decoded parts behind its command.
    fn send(&mut self, command: &str, argument: &[u8], section: &str, heading: Option<&str>) {
        let delimiters = warning::delimiters(&self.address.url);
        let ends_a_line = |byte: &u8| b"\r\n".contains(byte) && delimiters.contains(byte);
        let mut line = command.as_bytes().to_vec();
        if !command.is_empty() {
            line.push(b' ');
        }
        line.extend(argument);
        if argument.iter().any(ends_a_line) {
            let text = format!("{}: it has a line end in it", visible(&line));
            self.push(Action::Refuse(text), "6", None);
            return;
        }
        line.extend(b"\r\n");
        self.push(Action::Send(visible(&line)), section, heading);
    }
}

/// A part as a person reads it: its octets.
fn shown(part: Part<'_>) -> String {
    visible(&part.decoded())
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Connect(text) => write!(f, "connect to {text}"),
            Action::Send(text) => write!(f, "send {text}"),
            Action::Ask(text) => write!(f, "ask {text}"),
            Action::Advise(text) => write!(f, "advise {text}"),
            Action::Do(text) => f.write_str(text),
            Action::Refuse(text) => write!(f, "do not send {text}"),
        }
    }
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.steps {
            writeln!(f, "{}  [{}]", step.action, step.citation)?;
        }
        for Warned { message, citation, warning } in &self.warnings {
            writeln!(f, "warning[{}]: {message}  [{citation}]", warning.code())?;
        }
        Ok(())
    }
}
