//! The statements of the documents, as the commands report them.

use std::process::Command;

/// The output of a command, on both streams.
#[track_caller]
fn said(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_urlbnf"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8(text).unwrap()
}

/// Asserts that each command's output contains the texts, and does not contain those after a
/// `!`.
#[track_caller]
fn rows(rows: &[(&[&str], &[&str])]) {
    for (command, wanted) in rows {
        let text = said(command);
        for wanted in *wanted {
            match wanted.strip_prefix('!') {
                Some(unwanted) => assert!(!text.contains(unwanted), "{command:?}\n{text}"),
                None => assert!(text.contains(wanted), "{command:?}: no {wanted}\n{text}"),
            }
        }
    }
}

#[test]
fn access_to_files() {
    rows(&[
        (
            &["access", "-e", "url-00", "ftp://h/a"],
            &[
                "The port number if given gives the port of the FTP server",
                "draft-ietf-uri-url-00 is silent; draft-ietf-uri-url-06, section 3.2",
                "send RETR a",
                "draft-ietf-uri-url-00 is silent; draft-ietf-uri-url-03, \"Path\", page 5",
                "!the URL can name no other",
            ],
        ),
        (
            &["access", "-e", "url-01", "ftp://u:p@h/x"],
            &[
                "connect to h, port 21",
                "send USER u␍␊",
                "send PASS p␍␊",
                "allows for the inclusion of a user name and even a password",
                "by the BNF all of it is a host",
                "!connect to u:p@h",
            ],
        ),
        (&["access", "-e", "url-01", "ftp://h:8/x"], &["connect to h, port 8, as the URL says"]),
        (
            &["access", "-e", "url-02", "ftp://a/b/c"],
            &[
                "send CWD b",
                "draft-ietf-uri-url-02 is silent; draft-ietf-uri-url-03, \"Path\", page 5",
            ],
        ),
        (
            &["access", "-e", "rfc1630", "ftp://h/a/;type=AN"],
            &["send TYPE A N␍␊", "send NLST ␍␊", "use Stream Mode", "Stream Mode is always used."],
        ),
        (
            &["access", "-e", "rfc1630", "ftp://h/a/b"],
            &["The only reliable algorithm is to disconnect and reestablish"],
        ),
        (
            &["access", "-e", "url-02", "ftp://u:p@h/x"],
            &[
                "warning[password]",
                "draft-ietf-uri-url-02, \"Security considerations\", page 20: \"The use of URLs \
                 containing passwords is clearly unwise.\"",
                "!that should be secret",
                "warning[user]",
                "Use of this field is discouraged.",
            ],
        ),
        (
            &["access", "-e", "url-02", "http://h/a b"],
            &["pass /a%20b to the server", "Spaces in URLs should be escaped for transmission"],
        ),
        (
            &["access", "-e", "rfc1630", "http://h/a"],
            &["through a proxy, pass the whole URL", "the entire URI, whether HTTP or some other"],
        ),
        (&["access", "http://h/a"], &["RFC 1738 is silent; RFC 1630, \"HTTP\", page 13"]),
    ]);
    let once = said(&["access", "-e", "url-00", "ftp://h/a"]);
    assert_eq!(once.matches("connect to").count(), 1, "{once}");
}

#[test]
fn access_to_services() {
    rows(&[
        (
            &["access", "-e", "rfc1630", "nntp:alt.x/12"],
            &[
                "the prose has the URL name one, and the BNF has no place for it",
                "The news server name, newsgroup name, and index number of an article",
            ],
        ),
        (
            &["access", "-e", "url-02", "mailto:a@b"],
            &["the object is the set of messages", "is the set of messages sent to or from that"],
        ),
        (&["access", "-e", "rfc1630", "mailto:a@b"], &["let the user write to a@b", "!object"]),
        (&["access", "mailto:a@b"], &["there is no sense in which it designates an object"]),
        (
            &["access", "-e", "url-00", "telnet://u@h"],
            &["advise", "draft-ietf-uri-url-00 is silent; draft-ietf-uri-url-06, section 3.8"],
        ),
        (
            &["access", "-e", "url-00", "gopher://h"],
            &["type 1", "draft-ietf-uri-url-00 is silent; draft-ietf-uri-url-01, \"Gopher\""],
        ),
        (
            &["access", "-e", "url-01", "gopher://h"],
            &["type 1", "draft-ietf-uri-url-01, \"Gopher\", page 13: \"If the type"],
        ),
        (
            &["access", "-e", "rfc1630", "news:*"],
            &["RFC 1630 is silent; draft-ietf-uri-url-06, section 3.6"],
        ),
        (
            &["access", "-e", "url-00", "news:a.b"],
            &[
                "draft-ietf-uri-url-00 is silent; draft-ietf-uri-url-02, \"NEWS\", page 13",
                "send GROUP a.b",
                "no document says so: the command is that of the protocol, RFC 977",
            ],
        ),
        (
            &["access", "news:a@b"],
            &["send ARTICLE <a@b>", "RFC 1738 is silent; RFC 1630, \"News\", page 17"],
        ),
        (
            &["access", "-e", "url-01", "prospero://h/a%0012ab"],
            &["resolve the object a, version 12, attribute ab"],
        ),
        (
            &["access", "-e", "url-01", "prospero://h/a%00%00ab"],
            &["resolve the object a, with an empty version, attribute ab", "\"Prospero\", page 13"],
        ),
        (
            &["access", "-e", "url-02", "prospero://h/a%00%00ab"],
            &[
                "with an empty version, attribute ab",
                "\"PROSPERO\", page 14",
                "by the BNF all of it is the name",
            ],
        ),
        (
            &["access", "-e", "url-00", "prospero://h/a%23v"],
            &["resolve h/a, field v", "separated by the characters \"%23\""],
        ),
        (
            &["access", "-e", "rfc1630", "gopher://h/7x%09y%0D%0Az"],
            &[
                "send x␉y␍␊z␍␊",
                "are encoded using the conventional encoding",
                "!do not",
                "!warning",
            ],
        ),
        (&["access", "gopher://h/0a%0D%0Ab"], &["do not send", "warning[encoded-delimiter]"]),
        (&["access", "-e", "url-00", "wais://h/db?x+y"], &["for \"x+y\"", "!is silent; RFC 1630"]),
        (&["access", "-e", "rfc1630", "wais://h/db?x+y"], &["for \"x y\"", "shorthand notation"]),
        (
            &["access", "-e", "url-02", "wais://h/db/TEXT/x"],
            &["The length not now being strictly necessary is kept for historical reasons."],
        ),
    ]);
}

#[test]
fn comparison() {
    rows(&[
        (
            &["compare", "prospero://h/a%2Fb", "prospero://h/a/b"],
            &["the same: in their canonical form"],
        ),
        (
            &["compare", "prospero://h/a;b=c%2Fd", "prospero://h/a;b=cd"],
            &["not the same", "prospero://h/a;b=c%2Fd"],
        ),
        (
            &["compare", "http://a.b", "http://a.b/"],
            &[
                "the same, by what the document says",
                "If neither <path> nor <searchpart> is present, the \"/\"",
            ],
        ),
        (
            &["compare", "telnet://a", "telnet://a/"],
            &["the same, by what the document says", "The final \"/\" character may be omitted."],
        ),
        (
            &["compare", "gopher://a", "gopher://a/1"],
            &["the same, by what the document says", "the <gophertype> defaults to \"1\""],
        ),
        (
            &["compare", "-e", "rfc1630", "gopher://a", "gopher://a/1"],
            &["the same, by what the document says", "(ASCII 31 hex) is assumed"],
        ),
        (
            &["compare", "-e", "url-00", "gopher://a", "gopher://a/1"],
            &["not the same", "implies", "draft-ietf-uri-url-00 is silent; draft-ietf-uri-url-01"],
        ),
        (
            &["compare", "file:///x", "file://localhost/x"],
            &["the same, by what", "`the machine from which the URL is being interpreted'"],
        ),
        (
            &["compare", "http://a:80/", "http://a/"],
            &["the same, by what", "If :<port> is omitted, the port defaults to 80."],
        ),
        (&["compare", "ftp://a:21/b", "ftp://a/b"], &["the same, by what", "defaults to 21"]),
        (
            &["compare", "-e", "url-02", "http://a:80/b", "http://a/b"],
            &["not the same", "draft-ietf-uri-url-02 is silent; RFC 1630, \"HTTP\", page 14"],
        ),
        (&["compare", "http://a:81/", "http://a/"], &["not the same", "!implies"]),
        (&["compare", "http://a:80/", "http://b/"], &["not the same", "!implies"]),
        (
            &["compare", "-e", "url-00", "http://a/b%2Fc", "http://a/b/c"],
            &["not the same", "draft-ietf-uri-url-00, \"Partial form\"", "!draft-ietf-uri-url-02"],
        ),
        (&["compare", "-e", "url-00", "http://a/b?c+d", "http://a/b?c%20d"], &["not the same"]),
    ]);
}

#[test]
fn the_other_commands() {
    rows(&[
        (&["schemes", "url"], &["prefix", "RFC 1630", "prefixedurl", "RFC 1738, appendix"]),
        (&["encode", "-e", "rfc1630", "é"], &["%E9", "the ISO Latin 1 code for that character"]),
        (&["encode", "-e", "url-02", "é"], &["%E9", "draft-ietf-uri-url-02"]),
        (&["encode", "-e", "rfc1630", "€"], &["%E2%82%AC", "UTF-8"]),
        (&["encode", "é"], &["%C3%A9", "UTF-8", "an octet may be represented by"]),
        (&["encode", "-e", "url-00", "é"], &["%C3%A9", "a similar escaping system"]),
        (&["canonical", "-e", "rfc1630", "http://a/é"], &["http://a/%E9"]),
        (&["check", "-e", "url-01", "http://a/é"], &["http://a/%E9", "!%C3"]),
        (&["check", "http://a/é"], &["http://a/%C3%A9"]),
        (&["encode", "--in", "article", "a@b"], &["a@b\n"]),
        (&["encode", "--in", "article", "x@y@z"], &["x%40y@z\n"]),
        (
            &["encode", "--in", "article", "a"],
            &["however it is encoded, it is not a valid `article`"],
        ),
        (&["resolve", "--base", "name", "x-access:foo"], &["x-access:foo\n", "!error"]),
        (
            &["canonical", "http://a/%", "http://b/%41", "http://c/%zz", "http://d/"],
            &["http://b/A\n", "http://d/\n", "`%`", "`%zz`"],
        ),
        (&["explain", "-e", "rfc1630", "safe"], &["N1", "twice"]),
        (&["explain", "-e", "url-01", "fragmentaddress"], &["page 15"]),
        (&["explain", "-e", "url-01", "ialpha"], &["page 15"]),
        (&["explain", "-e", "url-01", "alpha"], &["page 16"]),
        (&["explain", "-e", "url-01", "void"], &["page 16"]),
    ]);
    let upper = ["--ignore-scheme-case", "X-FOO:bar"];
    assert!(said(&["check", upper[0], "--format", "short", upper[1]]).contains(": conforms "));
    let access = said(&["access", upper[0], upper[1]]);
    assert!(access.contains("warning[scheme-upper-case]"), "{access}");
}

#[test]
fn extraction() {
    rows(&[
        (
            &["extract", "tests/excerpts/url-02-references.txt"],
            &["gopher://gopher.micro.umn.edu/00/Information About Gopher/About Gopher"],
        ),
        (
            &["extract", "tests/excerpts/rfc1630-references.txt"],
            &["gopher://gopher.micro.umn.edu/00/Information About Gopher/About Gopher"],
        ),
    ]);
    let found = said(&["extract", "grammar/documents/url-00.txt"]);
    let lines = found.lines().filter(|line| !line.starts_with("  ")).count();
    assert_eq!(lines, 12, "{found}");
}

/// The published results of the library are reproduced, without citing a document.
#[test]
fn the_library_of_the_time() {
    let corpus = include_str!("../corpus/relative-libwww.tsv");
    let mut count = 0;
    for line in corpus.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [base, reference, result] = cells[..] else { panic!("{line:?}") };
        let rule = urlbnf::resolve::Rule::Libwww;
        let found = urlbnf::resolve::resolve(rule, base.as_bytes(), reference.as_bytes());
        // Every row must resolve.
        let Ok(found) = found else { panic!("{line:?}") };
        assert_eq!(String::from_utf8_lossy(&found.uri), result, "{line:?}");
        assert!(found.steps.iter().all(|step| step.basis.quotation().is_none()), "{line:?}");
        count += 1;
    }
    assert!(count > 50);
    let text = said(&["resolve", "--rule", "libwww", "--base", "http://a/b/c", "--explain", "?y"]);
    assert!(text.contains("the published results have no such form"), "{text}");
}
