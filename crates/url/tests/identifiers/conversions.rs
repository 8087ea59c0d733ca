//! Conversions between identifiers, texts and the types of other crates.

use std::collections::{BTreeSet, HashMap, HashSet};

use urlbnf_url::rfc3986::{Uri, UriReference};
use urlbnf_url::rfc3987::Iri;

const TEXT: &str = "http://example.com:8042/over/there?name=ferret#nose";

/// A program keeps identifiers in fields, sets and maps.
struct LinkedPage {
    uri: Uri,
    links: Vec<UriReference>,
}

#[test]
fn an_identifier_is_a_value() {
    let borrowed = Uri::parse(TEXT).unwrap();
    let uri: Uri = TEXT.parse().unwrap();
    assert_eq!(uri, borrowed);
    assert_eq!(borrowed, TEXT);
    assert_eq!(borrowed.owned().borrowed(), uri);
    assert_eq!(Uri::try_from(TEXT.to_owned()).unwrap().into_inner(), TEXT);
    assert_eq!(format!("{uri} {uri:?}"), format!("{TEXT} {TEXT:?}"));
    let page = LinkedPage { uri, links: vec!["../a".parse().unwrap(), "#top".parse().unwrap()] };
    let links = page.links.iter().map(|it| page.uri.resolve(it).unwrap());
    let links: BTreeSet<Uri> = links.collect();
    assert!(links.iter().any(|it| it == "http://example.com:8042/a"));
    let set: HashSet<Uri> = links.iter().cloned().collect();
    // A set of owned identifiers is asked by text.
    assert!(set.contains("http://example.com:8042/a"));
    let mut counts: HashMap<Uri<&str>, u32> = HashMap::new();
    *counts.entry(borrowed).or_default() += 1;
    assert_eq!(counts[&Uri::parse(TEXT).unwrap()], 1);
}

#[test]
fn an_error_travels() {
    fn read(text: &str) -> Result<Iri, Box<dyn std::error::Error + Send + Sync>> {
        Ok(text.parse()?)
    }
    let error = read("http://a/<").unwrap_err();
    assert_eq!(error.to_string(), "no IRI: `<` is not allowed in `isegment` (column 10)");
    let error = Uri::parse("http://info.cern.ch/ timbl/").unwrap_err();
    let repair = error.diagnostic().unwrap().repair.unwrap();
    assert_eq!(repair.replacement, "http://info.cern.ch/%20timbl/");
}

#[test]
fn an_identifier_is_a_string_in_json() {
    let uri: Uri = TEXT.parse().unwrap();
    let json = serde_json::to_string(&uri).unwrap();
    assert_eq!(json, format!("{TEXT:?}"));
    assert_eq!(serde_json::from_str::<Uri>(&json).unwrap(), uri);
    assert_eq!(serde_json::from_str::<Uri<&str>>(&json).unwrap(), uri);
    let error = serde_json::from_str::<Uri>("\"a b\"").unwrap_err();
    assert!(error.to_string().starts_with("no URI: "), "{error}");
}

#[cfg(feature = "http")]
#[test]
fn a_uri_and_that_of_http() {
    let uri = Uri::parse("http://example.com:8042/over/there?name=ferret").unwrap();
    let http = http::Uri::try_from(&uri).unwrap();
    assert_eq!(http.port_u16(), uri.authority().unwrap().port_number());
    assert_eq!(UriReference::try_from(&http).unwrap(), uri.as_str());
    let target: http::Uri = "/over?a|b".parse().unwrap();
    assert!(UriReference::try_from(&target).is_err(), "`|` is in no query");
}

#[cfg(feature = "url")]
#[test]
fn a_uri_and_that_of_url() {
    let uri = Uri::parse(TEXT).unwrap();
    let url = url::Url::try_from(&uri).unwrap();
    assert_eq!(Uri::try_from(&url).unwrap(), uri);
    let url = url::Url::parse("http://example.com/?a|b").unwrap();
    assert!(Uri::try_from(&url).is_err(), "`|` is in no query");
    assert!(url::Url::try_from(&Uri::parse("http://a:99999/").unwrap()).is_err());
}
