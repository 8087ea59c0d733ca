//! URLs as typed parts.

use proptest::prelude::*;
use urlbnf::ast::{Url, UrlWithFragment};
use urlbnf::{Edition, Reading, parse};

#[test]
fn a_million_segments() {
    let url = format!("ftp://a/{}", "b/".repeat(1 << 20));
    let Some(UrlWithFragment { url: Url::Ftp(ftp), .. }) =
        UrlWithFragment::parse(Edition::Rfc1738, url.as_bytes())
    else {
        panic!()
    };
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
                let address = UrlWithFragment::from_tree(&tree).expect("a URL has an address");
                let printed = address.to_string();
                prop_assert_eq!(&printed, &input);
                let again = parse(edition, reading, start, printed.as_bytes()).unwrap();
                prop_assert_eq!(UrlWithFragment::from_tree(&again), Some(address));
            }
        }
    }
}
