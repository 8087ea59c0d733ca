//! Adapters for the libraries of Rust: the first argument names one, the second its version.

use std::io::{self, BufRead as _, Write as _};

use base64::Engine as _;
use serde_json::{Value, json};

/// What a library claims, how it is compared, and by which starts.
struct LibraryAdapter {
    claims: &'static [&'static str],
    compared: &'static [&'static str],
    starts: &'static [&'static str],
    judge: fn(&str, &str) -> bool,
}

const REFERENCE: &[&str] = &["URI-reference"];
const REFERENCES: &[&str] = &["URI-reference", "URI"];
const ALL: &[&str] = &["URI-reference", "URI", "IRI-reference", "IRI"];

fn library(name: &str) -> Option<LibraryAdapter> {
    let (rfc3986, both): (&[_], &[_]) = (&["rfc3986"], &["rfc3986", "rfc3987"]);
    Some(match name {
        "url" => LibraryAdapter {
            claims: &[],
            compared: rfc3986,
            starts: REFERENCE,
            judge: |text, _| {
                let base = url::Url::parse("http://a/").ok();
                url::Url::options().base_url(base.as_ref()).parse(text).is_ok()
            },
        },
        "ada-url" => LibraryAdapter {
            claims: &[],
            compared: rfc3986,
            starts: REFERENCE,
            judge: |text, _| ada_url::Url::parse(text, Some("http://a/")).is_ok(),
        },
        "http" => LibraryAdapter {
            claims: &[],
            compared: rfc3986,
            starts: REFERENCE,
            judge: |text, _| text.parse::<http::Uri>().is_ok(),
        },
        "iri-string" => LibraryAdapter {
            claims: both,
            compared: &[],
            starts: ALL,
            judge: |text, start| match start {
                "URI" => iri_string::types::UriStr::new(text).is_ok(),
                "URI-reference" => iri_string::types::UriReferenceStr::new(text).is_ok(),
                "IRI" => iri_string::types::IriStr::new(text).is_ok(),
                _ => iri_string::types::IriReferenceStr::new(text).is_ok(),
            },
        },
        "fluent-uri" => LibraryAdapter {
            claims: both,
            compared: &[],
            starts: ALL,
            judge: |text, start| match start {
                "URI" => fluent_uri::Uri::parse(text).is_ok(),
                "URI-reference" => fluent_uri::UriRef::parse(text).is_ok(),
                "IRI" => fluent_uri::Iri::parse(text).is_ok(),
                _ => fluent_uri::IriRef::parse(text).is_ok(),
            },
        },
        "oxiri" => LibraryAdapter {
            claims: &["rfc3987"],
            compared: &[],
            starts: ALL,
            judge: |text, start| match start {
                "IRI" => oxiri::Iri::parse(text).is_ok(),
                _ => oxiri::IriRef::parse(text).is_ok(),
            },
        },
        "uriparse" => LibraryAdapter {
            claims: rfc3986,
            compared: &[],
            starts: REFERENCES,
            judge: |text, start| match start {
                "URI" => uriparse::URI::try_from(text).is_ok(),
                _ => uriparse::URIReference::try_from(text).is_ok(),
            },
        },
        _ => return None,
    })
}

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (name, version) = (arguments.next().unwrap_or_default(), arguments.next());
    let library = library(&name).ok_or_else(|| io::Error::other("there is no such library"))?;
    let mut output = io::stdout().lock();
    let first = json!({
        "name": name, "version": version, "claims": library.claims,
        "compared": library.compared, "starts": library.starts,
    });
    writeln!(output, "{first}")?;
    for line in io::stdin().lock().lines() {
        let question: Value = serde_json::from_str(&line?)?;
        let bytes = match question["input_base64"].as_str() {
            Some(base64) => base64::engine::general_purpose::STANDARD.decode(base64).ok(),
            None => question["input"].as_str().map(|text| text.as_bytes().to_vec()),
        };
        let text = String::from_utf8(bytes.unwrap_or_default()).ok();
        let start = question["start"].as_str().unwrap_or_default();
        // What is not UTF-8 cannot be handed to a library that takes text: it is refused.
        let valid = text.is_some_and(|text| (library.judge)(&text, start));
        writeln!(output, "{}", json!({ "id": question["id"], "valid": valid }))?;
        output.flush()?;
    }
    Ok(())
}
