//! What a client would do, and what it should be careful about.

use proptest::prelude::*;
use urlbnf::access::{access, set_aside};
use urlbnf::ast::{UrlPart, UrlWithFragment};
use urlbnf::{Document, Edition};

use crate::support::snapshot;

fn plan(edition: Edition, url: &str) -> String {
    let address = UrlWithFragment::parse(edition, url.as_bytes());
    access(edition, &address.unwrap_or_else(|| panic!("{edition} rejects {url}"))).to_string()
}

#[test]
fn every_scheme() {
    let urls = [
        (Edition::Rfc1738, "telnet://u:p@a/"),
        (Edition::Rfc1738, "wais://a/b/TEXT/c%2Fd"),
        (Edition::Rfc1630, "wais://a/b/TEXT/1=c;7=d;"),
        (Edition::Url02, "wais://a/b?c+d"),
        (Edition::Rfc1738, "prospero://host.dom//pros/name;version=2"),
        (Edition::Url00, "prospero://a/b/"),
        (Edition::Rfc1738, "mailto:a%25b@c"),
        (Edition::Rfc1630, "mid:a@b"),
        (Edition::Rfc1630, "cid:a@b"),
        (Edition::Rfc1738, "file:///etc/motd"),
        (Edition::Rfc1738, "file://vms.host.edu/disk$user/my/notes/note12345.txt"),
        (Edition::Url00, "afs://a/b"),
        (Edition::Rfc1738, "http://a/b?c"),
        (Edition::Url02, "http://a/b?c#d"),
        (Edition::Rfc1738, "x-foo:bar"),
        (Edition::Url01, "x-foo:bar"),
    ];
    let plans: String = urls
        .iter()
        .map(|(edition, url)| format!("{url} ({edition})\n{}\n", plan(*edition, url)))
        .collect();
    snapshot("access", &plans);
}

/// The prose allows a fragment after a URL, where the grammar has no place for one.
#[test]
fn a_fragment_is_set_aside_where_the_grammar_has_none() {
    for edition in [Edition::Url03, Edition::Rfc1630, Edition::Url06, Edition::Rfc1738] {
        let (url, fragment) = set_aside(edition, b"http://a/b#c").unwrap();
        let address = UrlWithFragment::parse(edition, url).unwrap();
        let access =
            access(edition, &UrlWithFragment { fragment: Some(UrlPart::new(fragment)), ..address });
        let [first, .., last] = access.steps.as_slice() else { panic!("{edition}") };
        assert_eq!(first.action.to_string(), "set \"#c\" aside: it is no part of the URL");
        let said = first.bases[0].quotation().unwrap();
        assert_eq!(said.document(), edition.document());
        assert_eq!(last.action.to_string(), "keep \"#c\", and use it when the object is there");
    }
    for edition in [Edition::Url00, Edition::Url02, Edition::Rfc1630Generic, Edition::Rfc2396] {
        assert_eq!(set_aside(edition, b"http://a/b#c"), None, "{edition}");
    }
    assert_eq!(set_aside(Edition::Rfc1738, b"http://a/b"), None);
    assert_eq!(set_aside(Edition::Rfc1738, b"http://a/b#\xFF"), None);
}

#[test]
fn a_million_segments_and_triplets() {
    let url = format!("ftp://a/{}", "%0a/".repeat(1 << 20));
    let address = UrlWithFragment::parse(Edition::Rfc1738, url.as_bytes()).unwrap();
    let access = access(Edition::Rfc1738, &address);
    assert!(access.steps.len() > 1 << 20);
    assert_eq!(access.warnings.len(), 1);
    assert!(address.outline().lines().count() > 1 << 20);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_line_of_a_protocol_has_a_line_end_inside(url in super::ast::url_like()) {
        for edition in Edition::ALL {
            let Some(address) = UrlWithFragment::parse(edition, url.as_bytes()) else { continue };
            let plan = access(edition, &address).to_string();
            prop_assert!(!plan.contains('\r'));
            if url.contains("%09") { continue }
            // RFC 1630 expects them encoded in a gopher command.
            if edition.document() == Document::Rfc1630 && url.starts_with("gopher:") { continue }
            for line in plan.lines().filter(|line| line.starts_with("send ")) {
                prop_assert_eq!(line.matches("␍␊").count(), 1, "{}", line);
            }
        }
    }
}
