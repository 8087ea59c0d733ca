//! URLs in plain text.

use proptest::prelude::*;
use urlbnf::wrapper::{WrappedUrlStream, Wrapper, find};

use crate::support::snapshot;

#[test]
fn a_judge_and_a_search_unwrap_urls_alike() {
    for text in ["<url:http://a/b>", "<URL:http://a/b>", "<http://a/b>", "<Url:http://a/b>"] {
        let inside = urlbnf::diagnose::inside_wrapper(text.as_bytes()).unwrap();
        assert_eq!(&text[inside], "http://a/b");
    }
}

#[test]
fn url_00_references_are_marked_by_an_equals_sign() {
    assert_eq!(find(b"URL=file://a/b")[0].wrapper, Wrapper::Equals);
    let found = find(include_bytes!("../../grammar/documents/url-00.txt"));
    assert_eq!(found.iter().filter(|find| find.wrapper == Wrapper::Equals).count(), 12);
}

/// One line per URL: its place, the URL, and its doubts.
fn report(text: &str) -> String {
    find(text.as_bytes())
        .iter()
        .map(|find| {
            let url = String::from_utf8_lossy(&find.url);
            let doubts: String = find.doubts.iter().map(|doubt| format!("\n    {doubt}")).collect();
            format!("{}:{}: {url}{doubts}\n", find.line, find.column)
        })
        .collect()
}

#[test]
fn the_documents_own_text() {
    let texts = [
        ("extract-rfc1738-appendix", include_str!("../excerpts/rfc1738-appendix.txt")),
        ("extract-rfc1738-references", include_str!("../excerpts/rfc1738-references.txt")),
        ("extract-rfc1630-references", include_str!("../excerpts/rfc1630-references.txt")),
        ("extract-url-02-wrappers", include_str!("../excerpts/url-02-wrappers.txt")),
        ("extract-url-02-references", include_str!("../excerpts/url-02-references.txt")),
    ];
    for (name, text) in texts {
        snapshot(name, &report(text));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2048, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_can_be_searched(text in "[<>URL:a/\\- \n\r\x0C0-9\\[\\]]{0,40}", bytes: Vec<u8>) {
        for text in [text.as_bytes(), &bytes] {
            for find in find(text) {
                prop_assert!(find.url.iter().all(|byte| !b" \t\r\n<>".contains(byte)));
                prop_assert!(find.doubts.iter().all(|doubt| doubt.other() != find.url));
            }
        }
    }
}

/// Pieces of texts: wrappers, page breaks, and lines that are too long to be part of a URL.
fn text_of_pages() -> impl Strategy<Value = Vec<String>> {
    let long = || "x".repeat(1500);
    let piece = prop_oneof![
        Just("<URL:http://a.b/>".to_owned()),
        Just("<ftp://ds.inter\nnic.net/x>".to_owned()),
        Just(
            "<a:b\n\nFoo, Bar       [Page 22]\n\x0CRFC 1738  Locators  December 1994\n\n c>".into()
        ),
        Just("Berners-Lee                       19\n".to_owned()),
        Just("RFC XXXX   October 1993\n".to_owned()),
        Just("Foo, Bar       [Page 9]\n".to_owned()),
        Just("<".to_owned()),
        Just(">".to_owned()),
        Just("\n".to_owned()),
        Just("\n\n\x0C\n".to_owned()),
        Just("é a-\n b ".to_owned()),
        Just(long()),
        Just(long() + "\n"),
    ];
    prop::collection::vec(piece, 0..24)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_text_in_pieces_is_the_same_text(text in text_of_pages(), size in 1usize..400) {
        let text = text.concat();
        let mut stream = WrappedUrlStream::default();
        let mut found = Vec::new();
        for piece in text.as_bytes().chunks(size) {
            found.extend(stream.push(piece));
        }
        found.extend(stream.finish());
        prop_assert_eq!(found, find(text.as_bytes()));
    }
}

#[test]
fn a_million_brackets() {
    assert_eq!(find("<".repeat(1 << 20).as_bytes()), []);
    assert_eq!(find("<a:b>\n".repeat(1 << 18).as_bytes()).len(), 1 << 18);
    let pages = "<a:b\nx  1\nRFC 1 1994\nc>\n".repeat(1 << 16);
    let found = find(pages.as_bytes());
    assert!(found.len() == 1 << 16 && found.iter().all(|find| find.url == b"a:bc"));
}
