//! `urlbnf serve`: who is answered, with what, and how it ends.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use crate::repository::root;

#[path = "../../src/cli/serve/guard.rs"]
#[allow(dead_code, reason = "only whom it lets in")]
mod guard;

/// The program, serving at a free port; it is ended when it is dropped.
pub struct Server {
    child: Child,
    pub port: u16,
}

/// An answer.
pub struct Answer {
    pub status: u16,
    pub headers: String,
    pub body: String,
}

impl Server {
    pub fn start() -> Server {
        Server::begin(&mut Command::new(env!("CARGO_BIN_EXE_urlbnf")))
    }

    /// A server of one grammar file.
    pub fn of_file(file: &str) -> Server {
        let mut program = Command::new(env!("CARGO_BIN_EXE_urlbnf"));
        Server::begin(program.current_dir(root()).args(["serve", "-e", file]))
    }

    fn begin(program: &mut Command) -> Server {
        if program.get_args().next().is_none_or(|first| first != "serve") {
            program.arg("serve");
        }
        let mut child = program
            .args(["--port", "0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let port =
            line.trim().trim_start_matches("http://127.0.0.1:").trim_end_matches("/live.html");
        let port = port.parse().unwrap_or_else(|_| panic!("an address, not {line:?}"));
        Server { child, port }
    }

    /// Sends a request as it is.
    pub fn send(&self, request: &str) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8(answer).unwrap();
        let (headers, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = headers.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, headers: headers.to_ascii_lowercase(), body: body.to_owned() }
    }

    /// Asks for a path, with more headers; those that name the server are added.
    pub fn ask(&self, method: &str, path: &str, headers: &str) -> Answer {
        let host = format!("Host: 127.0.0.1:{}\r\n", self.port);
        self.send(&format!("{method} {path} HTTP/1.1\r\n{host}Connection: close\r\n{headers}\r\n"))
    }

    #[track_caller]
    pub fn get(&self, path: &str) -> String {
        let answer = self.ask("GET", path, "");
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.body
    }

    /// Sends a signal, and says with which status it ended.
    #[cfg(unix)]
    fn end(mut self, signal: &str) -> Option<i32> {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn only_its_own_pages_are_answered() {
    let server = Server::start();
    let port = server.port;
    let with = |headers: &str| {
        server
            .send(&format!("GET /style.css HTTP/1.1\r\nConnection: close\r\n{headers}\r\n"))
            .status
    };
    let fetched = |site: &str, mode: &str, dest: &str| {
        let host = format!("Host: localhost:{port}\r\n");
        format!(
            "{host}Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: {mode}\r\nSec-Fetch-Dest: {dest}\r\n"
        )
    };
    for (headers, status) in [
        (format!("Host: 127.0.0.1:{port}\r\n"), 200),
        (format!("Host: localhost:{port}\r\n"), 200),
        (format!("Host: LocalHost:{port}\r\n"), 200),
        (format!("Host: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n"), 200),
        (format!("Host: localhost:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"), 200),
        (String::new(), 421),
        ("Host: 127.0.0.1\r\n".to_owned(), 421),
        ("Host: rebound.example\r\n".to_owned(), 421),
        (format!("Host: rebound.example:{port}\r\n"), 421),
        (format!("Host: 127.0.0.1:{port}.rebound.example\r\n"), 421),
        (format!("Host: 127.0.0.1:{port}\r\nHost: rebound.example\r\n"), 421),
        (format!("Host: localhost:{port}\r\nOrigin: http://rebound.example\r\n"), 403),
        (format!("Host: localhost:{port}\r\nOrigin: https://localhost:{port}\r\n"), 403),
        (format!("Host: localhost:{port}\r\nOrigin: null\r\n"), 403),
        (fetched("same-origin", "cors", "empty"), 200),
        (fetched("none", "navigate", "document"), 200),
        (fetched("cross-site", "navigate", "document"), 200),
        (fetched("cross-site", "navigate", "iframe"), 403),
        (fetched("cross-site", "no-cors", "script"), 403),
        (fetched("same-site", "no-cors", "image"), 403),
    ] {
        assert_eq!(with(&headers), status, "{headers}");
    }
    let absolute = format!(
        "GET http://rebound.example/ HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n"
    );
    assert_eq!(server.send(&absolute).status, 421);
}

#[test]
fn there_are_only_pages_to_get() {
    let server = Server::start();
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"] {
        let answer = server.ask(method, "/live.html", "");
        assert_eq!(answer.status, 405, "{method}");
        assert!(answer.headers.contains("allow: get, head"), "{}", answer.headers);
    }
    let head = server.ask("HEAD", "/live.html", "");
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    assert_eq!(server.ask("GET", "/nowhere.html", "").status, 404);
    assert_eq!(server.ask("GET", "/../Cargo.toml", "").status, 404);
    assert_eq!(server.ask("GET", "/rfc1738", "").status, 308);
    let moved = server.ask("GET", "/live?url=a:b&edition=url-00", "");
    assert_eq!(moved.status, 308);
    assert!(moved.headers.contains("location: /live.html#url=a:b&edition=url-00"));
    assert!(server.get("/").contains("The grammars in which the URL was born"));
    assert_eq!(server.get("/rfc1738/"), server.get("/rfc1738/index.html"));
}

#[test]
fn a_request_has_its_limits() {
    let server = Server::start();
    let long = format!("/live.html?url={}", "a".repeat(8000));
    assert_eq!(server.ask("GET", &long, "").status, 200);
    let longer = server.ask("GET", &format!("/live.html?url={}", "a".repeat(9000)), "");
    assert_eq!(longer.status, 414);
    assert!(longer.body.contains("8192 bytes"), "{}", longer.body);
    assert_eq!(server.ask("GET", &format!("/{}", "a".repeat(70_000)), "").status, 414);
    assert_eq!(server.ask("GET", "/live.html", "Content-Length: 5\r\n").status, 413);
    assert_eq!(server.ask("GET", "/live.html", "Transfer-Encoding: chunked\r\n").status, 413);
}

#[test]
fn every_answer_keeps_strangers_out() {
    let server = Server::start();
    for path in ["/", "/live.html?url=a", "/style.css", "/nowhere", "/live.html?edition=none"] {
        let headers = server.ask("GET", path, "").headers;
        for header in [
            "content-security-policy: default-src 'none';",
            "x-content-type-options: nosniff",
            "x-frame-options: deny",
            "referrer-policy: no-referrer",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(headers.contains(header), "{path}: no {header} in {headers}");
        }
    }
}

/// A grammar of one's own: its book, and its live page, and no word of what it has not.
#[test]
fn a_grammar_file_is_served_with_its_live_page() {
    let server = Server::of_file("docs/own-grammar/times.bnf");
    for path in ["/", "/live.html", "/findings.html"] {
        // The file itself names its notation so.
        let text = server.get(path).to_lowercase().replace("notation rfc822", "");
        for word in ["rfc", "url-0", "edition", "errat", "draft", "documents"] {
            assert!(!text.contains(word), "{path} speaks of {word}");
        }
    }
    for path in ["/rfc1738/", "/history.html", "/docs/pictures/tree.svg", "/search.js"] {
        assert_eq!(server.ask("GET", path, "").status, 404, "{path}");
    }
    for script in ["/live.js", "/engine.js", "/grammar.js"] {
        assert!(server.get("/live.html").contains(&script[1..]) && !server.get(script).is_empty());
    }
}

#[test]
fn a_server_of_an_edition_alone_is_refused() {
    let output = crate::command_line::run(&["serve", "-e", "rfc1738", "--port", "0"], b"");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("takes a grammar file"), "{said}");
}

#[cfg(unix)]
#[test]
fn it_ends_when_it_is_asked_to() {
    for signal in ["-INT", "-TERM"] {
        assert_eq!(Server::start().end(signal), Some(0), "{signal}");
    }
    // A connection that says nothing does not keep it.
    let server = Server::start();
    let mut silent = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    silent.write_all(b"GET /live.html HTTP/1.1\r\nHost: ").unwrap();
    assert_eq!(server.end("-INT"), Some(0));
}

#[test]
fn the_port_of_http_need_not_be_named() {
    use hyper::header::{HOST, HeaderMap};
    let lets_in = |port: u16, host: &str| {
        let guard = guard::Guard::new(([127, 0, 0, 1], port).into());
        let headers = HeaderMap::from_iter([(HOST, host.parse().unwrap())]);
        guard.check(&hyper::Method::GET, &"/live.html".parse().unwrap(), &headers).is_ok()
    };
    for host in ["127.0.0.1", "localhost", "127.0.0.1:80", "LocalHost:80"] {
        assert!(lets_in(80, host), "{host}");
    }
    for host in ["127.0.0.1", "localhost", "127.0.0.1:80", "rebound.example"] {
        assert!(!lets_in(1738, host), "{host}");
    }
    assert!(!lets_in(80, "rebound.example"));
}

/// More than may be open, each of which has begun to ask.
#[cfg(unix)]
#[test]
fn who_asks_nothing_keeps_nobody_out() {
    let program = env!("CARGO_BIN_EXE_urlbnf");
    let limited = format!("ulimit -n 64 && exec '{program}' \"$@\"");
    let server = Server::begin(Command::new("sh").args(["-c", &limited, "sh"]));
    let begun = || {
        let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
        let _ = stream.write_all(b"GET /live.html HTTP/1.1\r\nHost: ");
        stream
    };
    let silent: Vec<TcpStream> = (0..100).map(|_| begun()).collect();
    assert_eq!(server.ask("GET", "/live.html", "").status, 200);
    drop(silent);
}

#[test]
fn who_has_said_all_is_answered() {
    let server = Server::start();
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    let host = format!("Host: 127.0.0.1:{}", server.port);
    stream.write_all(format!("GET /live.html HTTP/1.1\r\n{host}\r\n\r\n").as_bytes()).unwrap();
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("</html>"), "{answer:.200}");
}

#[test]
fn an_address_acts_on_nothing() {
    let server = Server::start();
    let hostile = "%1B%5B31m%C2%9B%E2%80%AE%EF%BB%BF%E2%80%A8%0A%00%3Cimg%3E";
    for path in [format!("/{hostile}"), format!("/{hostile}?url=a")] {
        let Answer { status, body, .. } = server.ask("GET", &path, "");
        assert_eq!(status, 404);
        let acting = |it: &char| urlbnf::text::acts(*it) && !matches!(it, '\n' | '\t');
        assert_eq!(body.chars().find(acting), None, "{path}");
    }
}

#[test]
fn a_port_that_is_taken_is_named() {
    let server = Server::start();
    let port = server.port.to_string();
    let output = crate::command_line::run(&["serve", "--port", &port], b"");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains(&format!("cannot serve at 127.0.0.1:{port}")), "{said}");
}
