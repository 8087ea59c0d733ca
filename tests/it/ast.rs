//! URLs as typed parts.

use proptest::prelude::*;
use serde_json::{Value, json};
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

/// Asserts the outline of a URL, which shows its types.
#[track_caller]
fn outline(edition: Edition, url: &str, expected: &[&str]) {
    let outline = address(edition, url).outline();
    let lines: Vec<&str> = outline.lines().map(str::trim_start).collect();
    assert_eq!(lines, expected, "{edition} {url}");
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
fn rfc1738_3_4_1_gopher_parts() {
    outline(
        Edition::Rfc1738,
        "gopher://host:7070/11/dir%09word%09+",
        &[
            "scheme \"gopher\"",
            "url",
            "kind \"gopher\"",
            "parts",
            "host",
            "name \"host\"",
            "port \"7070\"",
            "slash",
            "item",
            "gtype \"1\"",
            "selector \"1/dir\"",
            "search",
            "tab",
            "search \"word\"",
            "gopher_plus \"+\"",
        ],
    );
}

/// The JSON value at a pointer. Each difference between editions has a variant or an option.
#[track_caller]
fn kind(edition: Edition, url: &str, pointer: &str) -> Value {
    let json = address(edition, url).to_json();
    json.pointer(pointer).cloned().unwrap_or_else(|| panic!("{json} has no {pointer}"))
}

#[test]
fn what_differs_between_editions_is_in_the_type() {
    use Edition::{Rfc1630, Rfc1630Generic, Rfc1738, Url00, Url01, Url02};
    let cases: &[(Edition, &str, &str, Value)] = &[
        (Url00, "ftp://a/b", "/url/kind", json!("file-address")),
        (Url02, "ftp://a/b", "/url/kind", json!("ftp")),
        (Url00, "afs://a/b", "/url/kind", json!("afs")),
        (Rfc1738, "afs://a/b", "/url/kind", json!("other")),
        (Rfc1630Generic, "afs:a/b", "/url/kind", json!("generic")),
        (Rfc1738, "http://a/b?c", "/url/parts/search/text/raw", json!("c")),
        (Rfc1630, "http://a?c+d", "/url/parts/search/words/1/raw", json!("d")),
        (Rfc1630, "ftp://a/b;type=L8", "/url/parts/type/type/size", json!("8")),
        (Rfc1630, "ftp://a/b;type=AN", "/url/parts/type/type/form", json!("N")),
        (Rfc1738, "ftp://a/b;type=a", "/url/parts/type/code", json!("a")),
        (
            Url01,
            "wais://a/b/c/12/d",
            "/url/parts/target/document/id/length-and-path/length",
            json!("12"),
        ),
        (Url02, "wais://a/b/c/d", "/url/parts/target/document/id/path/raw", json!("d")),
        (
            Rfc1630,
            "wais://a/b/c/1=d;22=e;",
            "/url/parts/target/document/id/fields/1/number",
            json!("22"),
        ),
        (
            Rfc1630,
            "wais://a/b/c/1=d;22=e;",
            "/url/parts/target/document/id/fields/1/value/raw",
            json!("e"),
        ),
        (
            Rfc1738,
            "wais://a/b/c/d%2Fe",
            "/url/parts/target/document/id/opaque/decoded",
            json!("d/e"),
        ),
        (Url00, "prospero://a/b", "/url/parts/path/raw", json!("a/b")),
        (Url02, "prospero://a/b/c%0012x", "/url/parts/link/version/number", json!("12")),
        (Url02, "prospero://a/b/c%0012x", "/url/parts/link/version/attributes/raw", json!("x")),
        (Rfc1738, "prospero://a//b;v=1", "/url/parts/fields/hsoname/raw", json!("/b")),
        (Rfc1738, "prospero://a//b;v=1", "/url/parts/fields/fields/0/value/raw", json!("1")),
        (Rfc1630, "nntp:g.h/12", "/url/parts/server", json!(null)),
        (Rfc1738, "nntp://a/g.h", "/url/parts/article", json!(null)),
        (Url00, "gopher://a/1/b", "/url/parts/item/slash", json!(true)),
        (Url01, "gopher://a/1b?c", "/url/parts/item/selector/raw", json!("b")),
        (Url01, "gopher://a/1b?c", "/url/parts/search/question/words/0/raw", json!("c")),
        (Rfc1738, "gopher://a/1%09b", "/url/parts/search/tab/gopher_plus", json!(null)),
        (Rfc1630, "mailto:a%25b@c", "/url/parts/address/addr-spec/local/decoded", json!("a%b")),
        (Rfc1738, "mailto:a%25b@c", "/url/parts/address/encoded/decoded", json!("a%b@c")),
        (Rfc1630, "mid:a@b", "/url/parts/message/domain/raw", json!("b")),
        (Rfc1630, "cid:a@b", "/url/parts/content/local/raw", json!("a")),
        (Url02, "http://a/b#c", "/fragment/raw", json!("c")),
        (Url00, "http://a/b#c", "/fragment/raw", json!("c")),
        (Rfc1738, "telnet://u@a/", "/url/parts/slash", json!(true)),
        (Rfc1738, "file:///etc/motd", "/url/parts/host", json!(null)),
        (Rfc1738, "news:*", "/url/parts", json!("all")),
        (Rfc1738, "news:a/b@c.d", "/url/parts/article/unique/raw", json!("a/b")),
        (Rfc1738, "news:a.b", "/url/parts/group/raw", json!("a.b")),
        (Rfc1738, "x-a://u:p@h:1/b", "/url/parts/schemepart/internet/password/raw", json!("p")),
        (Rfc1738, "x-a:b", "/url/parts/schemepart/text/raw", json!("b")),
    ];
    for (edition, url, pointer, expected) in cases {
        assert_eq!(&kind(*edition, url, pointer), expected, "{edition} {url}");
    }
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
        "http://a",
        "ftp://",
        "file://",
        "afs://a/",
        "news:",
        "nntp:",
        "nntp://a/",
        "wais://a/b",
        "prospero://a/",
        "telnet://",
        "gopher://a",
        "mailto:",
        "mailto::",
        "mid:",
        "cid:",
        "x-y:",
        "x-y://",
        "url:http://a",
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
