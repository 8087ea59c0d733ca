//! Compares the parts that are found by delimiters with the parts in the derivation of the transcription.

use std::ops::Range;

use urlbnf_bnf::automaton::{Automaton, LanguageSpec, Work};
use urlbnf_url::ast::{Url, UrlWithFragment};
use urlbnf_url::escape::ComparisonRung;
use urlbnf_url::identifier::{Host, Identifier, IdentifierKind};
use urlbnf_url::rfc3986::{Uri, UriReference};
use urlbnf_url::rfc3987::{Iri, IriReference};
use urlbnf_url::{Edition, Reading, parse};

use crate::strings::{offset, strings};

/// The texts of the parts: scheme, authority, userinfo, host, port, path, query, fragment.
pub type PartTexts<'i> = [Option<&'i str>; 8];

pub fn found<'i, K: IdentifierKind>(
    of: &'i Identifier<K, &str>,
    scheme: Option<&'i str>,
) -> PartTexts<'i> {
    let authority = of.authority();
    [
        scheme,
        authority.map(|it| it.as_str()),
        authority.and_then(|it| it.userinfo()).map(|it| it.raw()),
        authority.map(|it| it.host_str()),
        authority.and_then(|it| it.port()),
        Some(of.path().raw()),
        of.query().map(|it| it.raw()),
        of.fragment().map(|it| it.raw()),
    ]
}

/// The same from a tree of the transcription, with the production of the host; `None` if there is
/// no derivation.
fn derived(edition: Edition, start: &str, text: &str) -> Option<(PartTexts<'static>, String)> {
    let grammar = edition.grammar(Reading::Corrected);
    let start = grammar.find(start).unwrap();
    let text: &'static str = Box::leak(text.to_owned().into_boxed_str());
    let tree = parse(edition, Reading::Corrected, start, text.as_bytes()).ok()?;
    let span = |names: &[&str]| -> Option<Range<usize>> {
        let is_named = |name: &str| names.contains(&name.strip_prefix('i').unwrap_or(name));
        tree.nodes().find(|node| is_named(node.name())).map(|node| node.span())
    };
    let part = |name: &str| span(&[name]).map(|span| &text[span]);
    let paths = ["path-abempty", "path-absolute", "path-noscheme", "path-rootless", "path-empty"];
    let path = span(&paths).map(|span| &text[span]);
    let [scheme, authority, userinfo, host, port, query, fragment] =
        ["scheme", "authority", "userinfo", "host", "port", "query", "fragment"].map(part);
    let within = tree.nodes().find(|node| ["host", "ihost"].contains(&node.name()));
    let kinds = ["IPv6address", "IPvFuture", "IPv4address", "reg-name", "ireg-name"];
    let kind = within.and_then(|host| {
        let below = tree.nodes().filter(|node| {
            node.span().start >= host.span().start && node.span().end <= host.span().end
        });
        below.map(|node| node.name().to_owned()).find(|name| kinds.contains(&name.as_str()))
    });
    let parts = [scheme, authority, userinfo, host, port, path, query, fragment];
    Some((parts, kind.unwrap_or_default()))
}

fn kind_of(host: Option<Host<'_>>) -> &'static str {
    match host {
        None => "",
        Some(Host::Name(_)) => "reg-name",
        Some(Host::Ipv4(_)) => "IPv4address",
        Some(Host::Ipv6(_)) => "IPv6address",
        Some(Host::IpvFuture(_)) => "IPvFuture",
    }
}

#[track_caller]
fn same<K: IdentifierKind>(
    edition: Edition,
    text: &str,
    is: Result<Identifier<K, &str>, urlbnf_url::rfc3986::IdentifierError>,
    scheme: impl Fn(&Identifier<K, &str>) -> Option<String>,
) -> bool {
    let expected = derived(edition, K::NAME, text);
    let Ok(is) = is else {
        assert_eq!(expected, None, "{text:?} is no {}", K::NAME);
        return false;
    };
    let (parts, kind) = expected.unwrap_or_else(|| panic!("{text:?} is a {}", K::NAME));
    let scheme = scheme(&is);
    assert_eq!(found(&is, scheme.as_deref()), parts, "{text:?} as {}", K::NAME);
    let host = kind_of(is.authority().map(|it| it.host()));
    assert_eq!(host, kind.strip_prefix('i').unwrap_or(&kind), "{text:?}");
    let segments: Vec<&str> = is.segments().map(|it| it.raw()).collect();
    let slash = if is.path().raw().starts_with('/') { "/" } else { "" };
    assert_eq!(format!("{slash}{}", segments.join("/")), is.path().raw(), "{text:?}");
    let mut back: Vec<&str> = is.segments().rev().map(|it| it.raw()).collect();
    back.reverse();
    assert_eq!(back, segments);
    true
}

#[test]
fn the_parts_are_those_of_the_transcription() {
    let (mut counts, strings) = ([0; 4], strings());
    for text in &strings {
        let (uri, iri) = (Edition::Rfc3986, Edition::Rfc3987);
        let are = [
            same(uri, text, Uri::parse(text), |it| Some(it.scheme().to_owned())),
            same(uri, text, UriReference::parse(text), |it| it.scheme().map(str::to_owned)),
            same(iri, text, Iri::parse(text), |it| Some(it.scheme().to_owned())),
            same(iri, text, IriReference::parse(text), |it| it.scheme().map(str::to_owned)),
        ];
        for (count, is) in counts.iter_mut().zip(are) {
            *count += usize::from(is);
        }
    }
    println!("of {} strings, {counts:?} are identifiers", strings.len());
    assert!(counts.iter().all(|&count| count > 1_000 && count < strings.len()), "{counts:?}");
}

#[test]
fn the_parts_are_those_of_the_address() {
    let mut compared = 0;
    for text in strings() {
        let Ok(reference) = UriReference::parse(&text) else { continue };
        let address =
            UrlWithFragment::parse(Edition::Rfc3986, text.as_bytes()).expect("an address");
        let Url::Reference(parts) = address.url else { panic!("{text:?}") };
        let server = parts.server;
        let expected: PartTexts<'_> = [
            parts.scheme.map(|it| it.raw()),
            parts.authority.map(|it| it.raw()),
            server.and_then(|it| it.userinfo).map(|it| it.raw()),
            server.map(|it| it.host.raw()),
            server.and_then(|it| it.port).map(|it| it.raw()),
            Some(parts.path.raw()),
            parts.query.map(|it| it.raw()),
            address.fragment.map(|it| it.raw()),
        ];
        assert_eq!(found(&reference, reference.scheme()), expected, "{text:?}");
        compared += 1;
    }
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn an_identifier_of_one_kind_has_the_same_parts_as_another() {
    for text in strings() {
        let Ok(uri) = Uri::parse(&text) else { continue };
        let scheme = Some(uri.scheme());
        let parts = found(&uri, scheme);
        let reference: UriReference<&str> = uri.into();
        let iri: Iri<&str> = uri.into();
        let both: IriReference<&str> = iri.into();
        assert_eq!(found(&reference, reference.scheme()), parts);
        assert_eq!(found(&iri, Some(iri.scheme())), parts);
        assert_eq!(found(&both, both.scheme()), parts);
        let parsed = IriReference::parse(&text).expect("a URI is an IRI");
        assert_eq!(found(&parsed, parsed.scheme()), parts);
    }
}

#[test]
fn every_normal_form_is_of_the_same_kind() {
    for text in strings() {
        let (uri, iri) = (UriReference::parse(&text), IriReference::parse(&text));
        for rung in ComparisonRung::ALL {
            if let Ok(uri) = &uri {
                let normal =
                    urlbnf_url::escape::ComparisonLadder::Uri.normalize(rung, text.as_bytes());
                let normal = String::from_utf8(normal.unwrap().text).unwrap();
                assert_eq!(uri.normalize(rung), normal.as_str(), "{text:?} on {rung}");
            }
            if let Ok(iri) = &iri {
                let normal =
                    urlbnf_url::escape::ComparisonLadder::Iri.normalize(rung, text.as_bytes());
                let normal = String::from_utf8(normal.unwrap().text).unwrap();
                assert_eq!(iri.normalize(rung), normal.as_str(), "{text:?} on {rung}");
            }
        }
    }
}

#[test]
fn the_offset_is_where_no_string_of_the_language_goes_on() {
    let language = |edition: Edition, start: &str| {
        let grammar = edition.grammar(Reading::Corrected);
        let start = LanguageSpec::from_production(grammar.find(start).unwrap());
        let automaton = Automaton::new(grammar, &start).unwrap();
        automaton.determinise(&mut Work::default()).unwrap()
    };
    let uris = language(Edition::Rfc3986, "URI-reference");
    let iris = language(Edition::Rfc3987, "IRI-reference");
    let mut failures = 0;
    for text in strings() {
        let errors =
            [(UriReference::parse(&text).err(), &uris), (IriReference::parse(&text).err(), &iris)];
        for (error, language) in errors {
            let Some(error) = error else { continue };
            // A character of several bytes fails at its first byte.
            let offset = text.floor_char_boundary(language.longest_prefix(text.as_bytes()));
            assert_eq!(error.offset(), offset, "{text:?}: {error}");
            failures += 1;
        }
    }
    assert!(failures > 1_000, "{failures}");
}

#[test]
fn a_base_resolves_what_the_document_resolves() {
    let base = Uri::parse("http://a/b/c/d;p?q").unwrap();
    let resolved = |reference: &str| {
        let reference = UriReference::parse(reference).unwrap();
        base.resolve(&reference).unwrap().into_inner()
    };
    assert_eq!(resolved("../g"), "http://a/b/g");
    assert_eq!(resolved("//g"), "http://g");
    assert_eq!(resolved(""), "http://a/b/c/d;p?q");
    let base = Uri::parse("x:/a").unwrap();
    let error = base.resolve(&UriReference::parse("/.//a:b").unwrap());
    assert_eq!(offset(error), Some(7), "`b` is no port");
}
