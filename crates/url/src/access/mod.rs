//! What a client of the time would do to access a URL. Nothing is executed.
//!
//! The documents describe for each scheme how a client accesses a URL: which host and port it
//! connects to, and which commands it sends with which decoded arguments. This module lists
//! those steps. Each step quotes the sentences that it follows. They come from the edition's
//! own document or, where that is silent, from another document, and then the step names it. If
//! the prose of a document contradicts its BNF, the step names both. A part that would insert a
//! line end into a protocol line is refused, unless the document allows it; the step says so.

mod file;
mod other;
mod session;

use std::fmt;

use serde::Serialize;

use crate::ast::{Port, Url, UrlPart, UrlWithFragment};
use crate::edition::{Document, Edition, JudgingProductions, Reading};
use crate::quotation::{Basis, Footnotes, Statement, statements};
use crate::registry;
use crate::text::visible;
use crate::warning::{self, WarningRecord};

/// What a client would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Access {
    /// The server to connect to; `None` if the URL names none.
    pub server: Option<Endpoint>,
    /// The steps, in order.
    pub steps: Vec<AccessStep>,
    /// What the client should beware of.
    pub warnings: Vec<WarningRecord>,
}

/// A host and a port.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Endpoint {
    /// The host, as written.
    pub host: String,
    /// The port; `None` if neither the URL nor the document gives one.
    pub port: Option<String>,
    /// Where the port comes from.
    pub port_from: PortOrigin,
}

/// Where a port comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "from")]
pub enum PortOrigin {
    /// The URL gives it.
    Url,
    /// It is the default of the scheme.
    Default {
        /// The citation of the sentence that states the default.
        citation: String,
        /// The sentence.
        basis: Basis,
    },
    /// The scheme has no port, or no document gives a default.
    Nowhere,
}

/// One step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct AccessStep {
    /// What is done.
    #[serde(flatten)]
    pub action: ClientAction,
    /// The citations of the sentences that the step follows.
    pub citation: String,
    /// The sentences, at least one.
    pub bases: Vec<Basis>,
}

impl AccessStep {
    fn new(action: ClientAction, bases: Vec<Basis>) -> AccessStep {
        let quotations = bases.iter().filter_map(Basis::quotation);
        let citations: Vec<String> =
            quotations.map(|quotation| quotation.citation().to_string()).collect();
        AccessStep { action, citation: citations.join("; "), bases }
    }
}

/// What a client can do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "action", content = "text")]
pub enum ClientAction {
    /// Open a connection.
    Connect(String),
    /// Send a line; TAB, CR and LF are shown as control pictures.
    Send(String),
    /// Ask the user for something.
    Ask(String),
    /// Advise the user of something.
    Advise(String),
    /// Do something else, described in words.
    Do(String),
    /// Send nothing, because the line would contain a delimiter of the protocol.
    Refuse(String),
}

/// Returns what a client would do with a URL, as the document of an edition describes it.
pub fn access(edition: Edition, address: &UrlWithFragment<'_>) -> Access {
    let mut plan = AccessPlanner { edition, address, steps: Vec::new() };
    plan.set_aside();
    let server = plan.server();
    if let Some(server) = &server {
        plan.connect(server);
    }
    plan.url();
    let warned = |warning| WarningRecord::new(edition, warning);
    let warnings = warning::warnings(edition, address).into_iter().map(warned).collect();
    Access { server, steps: plan.steps, warnings }
}

/// Splits an input at its first `#` into the URL and the fragment. Returns `None` if the
/// grammar of the edition has fragments, there is no `#`, or the fragment is not UTF-8.
pub fn set_aside(edition: Edition, input: &[u8]) -> Option<(&[u8], &str)> {
    if has_fragments(edition) {
        return None;
    }
    let hash = input.iter().position(|&byte| byte == b'#')?;
    let fragment = std::str::from_utf8(&input[hash + 1..]).ok()?;
    Some((&input[..hash], fragment))
}

/// Whether the grammar of an edition derives fragments.
fn has_fragments(edition: Edition) -> bool {
    let grammar = edition.grammar(Reading::Corrected);
    let around = ["anchoraddress", "fragmentaddress"];
    edition.judged() != JudgingProductions::Schemes
        || around.iter().any(|name| grammar.find(name).is_some())
}

/// Collects the steps.
struct AccessPlanner<'a> {
    edition: Edition,
    address: &'a UrlWithFragment<'a>,
    steps: Vec<AccessStep>,
}

impl AccessPlanner<'_> {
    /// Whether the document is draft 03 or RFC 1630, which say nearly the same.
    fn is_of_1994(&self) -> bool {
        matches!(self.edition.document(), Document::Url03 | Document::Rfc1630)
    }

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
            Url::Reference(reference) if reference.scheme.is_none() => self.relative(),
            Url::Generic(_) | Url::Other(_) | Url::Reference(_) => {
                self.unknown(address.scheme.unwrap_or_default());
            }
        }
        if let Some(fragment) = address.fragment {
            let fragment = visible(fragment.raw().as_bytes());
            let text = format!("keep \"#{fragment}\", and use it when the object is there");
            self.instruct(text, &[statements::FRAGMENT, statements::RETAINED]);
        }
    }

    /// Pushes a step for a fragment that follows a URL but is no part of it.
    fn set_aside(&mut self) {
        let fragment = self.address.fragment.filter(|_| !has_fragments(self.edition));
        if let Some(fragment) = fragment {
            let fragment = visible(fragment.raw().as_bytes());
            let text = format!("set \"#{fragment}\" aside: it is no part of the URL");
            self.instruct(text, &[statements::ASIDE]);
        }
    }

    /// Pushes a step that is described in words.
    fn instruct(&mut self, text: impl Into<String>, statements: &[Statement]) {
        self.push(ClientAction::Do(text.into()), statements);
    }

    fn push(&mut self, action: ClientAction, statements: &[Statement]) {
        let document = self.edition.document();
        let bases = statements.iter().map(|statement| statement.basis(document)).collect();
        self.steps.push(AccessStep::new(action, bases));
    }

    fn server(&self) -> Option<Endpoint> {
        let server = self.address.url.server()?;
        let document = self.edition.document();
        let default = self.address.scheme.and_then(registry::default_port);
        let (port, port_from) = match (server.port, default) {
            (Some(Port(port)), _) => (Some(port.to_owned()), PortOrigin::Url),
            (None, Some((port, statement))) => {
                let basis = statement.basis(document);
                let citation = basis.quotation().map(|quotation| quotation.citation().to_string());
                let citation = citation.unwrap_or_default();
                (Some(port.to_string()), PortOrigin::Default { citation, basis })
            }
            (None, None) => (None, PortOrigin::Nowhere),
        };
        Some(Endpoint { host: server.host.part().raw().to_owned(), port, port_from })
    }

    fn connect(&mut self, server: &Endpoint) {
        let Some(port) = &server.port else { return };
        let host = &server.host;
        let ftp = matches!(self.address.url, Url::Ftp(_) | Url::FileAddress(_));
        let document = self.edition.document();
        let default = match &server.port_from {
            PortOrigin::Default { basis, .. } => Some(*basis),
            PortOrigin::Url | PortOrigin::Nowhere => None,
        };
        let (text, own) = match default {
            Some(_) => {
                (format!("{host}, port {port}, the default of the scheme"), statements::FTP_PORT)
            }
            None if ftp => (format!("{host}, port {port}, as the URL says"), statements::FTP_PORT),
            None => (format!("{host}, port {port}, as the URL says"), statements::PORT),
        };
        let own = Some(own.basis(document)).filter(|_| ftp || default.is_none());
        let mut bases: Vec<Basis> = own.into_iter().chain(default).collect();
        bases.dedup();
        self.steps.push(AccessStep::new(ClientAction::Connect(text), bases));
    }

    /// Pushes a step that sends a protocol line: the command and its decoded argument.
    fn send(&mut self, command: &str, argument: &[u8], statements: &[Statement]) {
        let delimiters = warning::delimiters(self.edition, &self.address.url);
        let ends_a_line = |byte: &u8| b"\r\n".contains(byte) && delimiters.contains(byte);
        let mut line = command.as_bytes().to_vec();
        if !command.is_empty() {
            line.push(b' ');
        }
        line.extend(argument);
        if argument.iter().any(ends_a_line) {
            let text = format!("{}: it has a line end in it", visible(&line));
            self.push(ClientAction::Refuse(text), &[statements::DELIMITERS]);
            return;
        }
        line.extend(b"\r\n");
        self.push(ClientAction::Send(visible(&line)), statements);
    }

    /// Like `send`, for a command that only the protocol names, not the document.
    fn send_by_protocol(&mut self, command: &str, argument: &[u8], statements: &[Statement]) {
        let steps = self.steps.len();
        self.send(command, argument, statements);
        let reason = "the command is that of the protocol, RFC 977";
        let sent = self.steps.iter_mut().skip(steps);
        sent.filter(|step| matches!(step.action, ClientAction::Send(_)))
            .for_each(|step| step.bases.push(Basis::Unstated { reason }));
    }
}

/// A part for people to read: its decoded octets.
fn shown(part: UrlPart<'_>) -> String {
    visible(&part.decoded())
}

impl fmt::Display for ClientAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientAction::Connect(text) => write!(f, "connect to {text}"),
            ClientAction::Send(text) => write!(f, "send {text}"),
            ClientAction::Ask(text) => write!(f, "ask {text}"),
            ClientAction::Advise(text) => write!(f, "advise {text}"),
            ClientAction::Do(text) => f.write_str(text),
            ClientAction::Refuse(text) => write!(f, "do not send {text}"),
        }
    }
}

/// Writes the steps and the warnings, then the numbered sentences that they are based on.
impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut notes = Footnotes::default();
        for AccessStep { action, bases, .. } in &self.steps {
            writeln!(f, "{action}  {}", notes.marks(bases))?;
        }
        for WarningRecord { message, basis, warning, .. } in &self.warnings {
            let mark = notes.marks(&[*basis]);
            writeln!(f, "warning[{}]: {message}  {mark}", warning.code())?;
        }
        write!(f, "\n{notes}")
    }
}
