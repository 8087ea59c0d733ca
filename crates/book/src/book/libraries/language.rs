//! The programming language of each library, which its name does not tell.

/// The languages, each with the tested libraries.
const CALLED_IN: [(&str, &[&str]); 9] = [
    ("C", &["uriparser", "libcurl"]),
    ("Go", &["net/url (Go)"]),
    ("Java", &["java.net.URI"]),
    (
        "JavaScript",
        &[
            "ajv-formats (fast)", "ajv-formats (full)", "fast-uri", "is-url", "uri-js", "URI.js",
            "URL (Node.js)", "url-regex-safe", "valid-url", "validator", "whatwg-url",
        ],
    ),
    ("Perl", &["Data::Validate::URI", "Regexp::Common"]),
    ("PHP", &["parse_url (PHP)", "filter_var (PHP)"]),
    (
        "Python",
        &[
            "Django", "furl", "httpx", "hyperlink", "pydantic", "rfc3986", "rfc3986 (Validator)",
            "rfc3986-validator", "rfc3987", "rfc3987-syntax", "uritools", "urllib.parse",
            "validators", "yarl",
        ],
    ),
    ("Ruby", &["Addressable", "URI (Ruby)"]),
    ("Rust", &["url", "ada-url", "http", "iri-string", "fluent-uri", "oxiri", "uriparse"]),
];

/// The language of a library; `None` if it is unknown.
pub fn programming_language(library: &str) -> Option<&'static str> {
    let row = CALLED_IN.iter().find(|(_, libraries)| libraries.contains(&library));
    row.map(|(language, _)| *language)
}
