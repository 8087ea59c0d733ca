//! URLs as typed parts.

use proptest::prelude::*;
use serde_json::json;
use urlbnf::ast::{Address, Login, Part, Url};
use urlbnf::{Edition, Reading, parse};

#[track_caller]
fn address(edition: Edition, url: &str) -> Address<'_> {
    let address = Address::parse(edition, url.as_bytes());
    let address = address.unwrap_or_else(|| panic!("{edition} rejects {url}"));
    assert_eq!(address.to_string(), url, "printed");
    address
}

#[track_caller]
fn rfc1738(url: &str) -> Url<'_> {
    address(Edition::Rfc1738, url).url
}

#[track_caller]
fn login(url: &str) -> (Option<&str>, Option<&str>) {
    let Login { user, password, .. } = rfc1738(url).login().expect("a login");
    (user.map(Part::raw), password.map(Part::raw))
}

#[test]
fn rfc1738_3_1_an_empty_user_is_not_no_user() {
    assert_eq!(login("ftp://@host.com/"), (Some(""), None));
    assert_eq!(login("ftp://host.com/"), (None, None));
}

#[test]
fn rfc1738_3_1_an_empty_password_is_not_no_password() {
    assert_eq!(login("ftp://foo:@host.com/"), (Some("foo"), Some("")));
    assert_eq!(login("ftp://foo@host.com/"), (Some("foo"), None));
}

#[track_caller]
fn segments(url: &str) -> Vec<Vec<u8>> {
    let Url::Ftp(ftp) = rfc1738(url) else { panic!("{url} is not ftp") };
    let path = ftp.path.expect("a path");
    path.segments().map(|segment| segment.decoded().into_owned()).collect()
}

#[test]
fn rfc1738_3_2_2_slashes_and_encoded_slashes() {
    assert_eq!(segments("ftp://host/%2Fetc/motd"), [&b"/etc"[..], b"motd"]);
    assert_eq!(segments("ftp://host/etc/motd"), [&b"etc"[..], b"motd"]);
    assert_eq!(segments("ftp://host//etc/motd"), [&b""[..], b"etc", b"motd"]);
    assert_ne!(rfc1738("ftp://host//etc"), rfc1738("ftp://host/etc"));
}

#[test]
fn rfc1738_3_1_the_slash_is_not_part_of_the_url_path() {
    assert_eq!(segments("ftp://host/"), [b""]);
    let Url::Ftp(ftp) = rfc1738("ftp://host") else { panic!() };
    assert_eq!(ftp.path, None);
}

#[test]
fn rfc1738_2_2_decoding_gives_octets() {
    let url = rfc1738("ftp://host/%00%FFa%41");
    let Url::Ftp(ftp) = url else { panic!() };
    let segment = ftp.path.unwrap().segments().next().unwrap();
    assert_eq!(segment.raw(), "%00%FFa%41");
    assert_eq!(*segment.decoded(), [0, 0xFF, b'a', b'A']);
    let json = serde_json::to_value(segment).unwrap();
    let expected = json!({"raw": "%00%FFa%41", "decoded": null, "decoded_base64": "AP9hQQ=="});
    assert_eq!(json, expected);
}

#[test]
fn url_02_as_printed_has_two_colons_in_mailto() {
    let grammar = Edition::Url02.grammar(Reading::Printed);
    let tree = parse(Edition::Url02, Reading::Printed, grammar.start(), b"mailto::a@b").unwrap();
    let address = Address::of(&tree).unwrap();
    assert_eq!(address.to_string(), "mailto::a@b");
    let Url::Mailto(mailto) = address.url else { panic!() };
    assert!(mailto.second_colon);
}

#[test]
fn rfc1630_the_prefixed_url() {
    let grammar = Edition::Rfc1630.grammar(Reading::Corrected);
    let start = grammar.find("prefixedurl").unwrap();
    let tree = parse(Edition::Rfc1630, Reading::Corrected, start, b"url:http://a/").unwrap();
    let address = Address::of(&tree).unwrap();
    assert!(address.prefixed);
    assert_eq!(address.to_string(), "url:http://a/");
}

#[test]
fn what_is_no_url_has_no_address() {
    let grammar = Edition::Rfc1738.grammar(Reading::Corrected);
    for (start, input) in [("hostport", "a:1"), ("group", "a.b"), ("waisdoc", "wais://a/b/c/d")] {
        let start = grammar.find(start).unwrap();
        let tree = parse(Edition::Rfc1738, Reading::Corrected, start, input.as_bytes()).unwrap();
        assert_eq!(Address::of(&tree), None, "{input}");
    }
}

#[test]
fn a_million_segments() {
    let url = format!("ftp://a/{}", "b/".repeat(1 << 20));
    let Url::Ftp(ftp) = rfc1738(&url) else { panic!() };
    assert_eq!(ftp.path.unwrap().segments().count(), (1 << 20) + 1);
}

/// Strings that look like URLs, most of them wrong.
pub fn url_like() -> impl Strategy<Value = String> {
    let begin = prop::sample::select(&[
        "http://a", "ftp://", "file://", "afs://a/", "news:", "nntp:", "nntp://a/", "wais://a/b",
        "prospero://a/", "telnet://", "gopher://a", "mailto:", "mailto::", "mid:", "cid:", "x-y:",
        "x-y://", "url:http://a",
    ]);
    let piece = prop::sample::select(&[
        "a", "B", "1", "12", ".", "..", "-", "/", "//", ":", ";", "@", "?", "&", "=", "+", "%2F",
        "%09", "%00", "%0012", "%fF", "%41", "#", "*", ";type=", ";type=I", "1=", ";v=w", "!", "~",
    ]);
    (begin, prop::collection::vec(piece, 0..12))
        .prop_map(|(begin, rest)| begin.to_owned() + &rest.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_parses_to_the_same(input in url_like()) {
        for edition in Edition::ALL {
            for reading in Reading::ALL {
                let grammar = edition.grammar(reading);
                let start = grammar.find("prefixedurl").filter(|_| input.starts_with("url:"));
                let start = start.unwrap_or(grammar.start());
                let Ok(tree) = parse(edition, reading, start, input.as_bytes()) else { continue };
                let address = Address::of(&tree).expect("a URL has an address");
                let printed = address.to_string();
                prop_assert_eq!(&printed, &input);
                let again = parse(edition, reading, start, printed.as_bytes()).unwrap();
                prop_assert_eq!(Address::of(&again), Some(address));
            }
        }
    }
}
