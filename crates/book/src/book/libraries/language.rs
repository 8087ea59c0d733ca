//! The language in which a library is called: its name alone does not tell it.

/// Languages, each with the libraries that were asked in it.
const CALLED_IN: [(&str, &[&str]); 9] = [
    ("C", &["uriparser", "libcurl"]),
    ("Go", &["net/url (Go)"]),
    ("Java", &["java.net.URI"]),
    ("JavaScript", &["fast-uri", "uri-js", "URI.js", "URL (Node.js)", "whatwg-url"]),
    ("Perl", &["Data::Validate::URI", "Regexp::Common"]),
    ("PHP", &["parse_url (PHP)", "filter_var (PHP)"]),
    (
        "Python",
        &[
            "furl",
            "httpx",
            "hyperlink",
            "rfc3986",
            "rfc3986-validator",
            "rfc3987",
            "rfc3987-syntax",
            "uritools",
            "urllib.parse",
            "yarl",
        ],
    ),
    ("Ruby", &["Addressable", "URI (Ruby)"]),
    ("Rust", &["url", "ada-url", "http", "iri-string", "fluent-uri", "oxiri", "uriparse"]),
];

/// The language of a library, where it is known.
pub fn of(library: &str) -> Option<&'static str> {
    let row = CALLED_IN.iter().find(|(_, libraries)| libraries.contains(&library));
    row.map(|(language, _)| *language)
}
