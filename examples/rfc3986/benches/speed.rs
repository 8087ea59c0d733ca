//! The speed of the parser derived from the output of `urlbnf transcribe`, beside one derived
//! from a transcription by hand: `cargo bench -p urlbnf-example-rfc3986`.
//!
//! Both are proved to accept the same strings (`tests/it/transcriptions.rs`), and their trees
//! have the same nodes.

#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark stops where it cannot measure")]

// The parsers that pest derives refer to it.
extern crate alloc;

use divan::Bencher;
use divan::counter::ItemsCount;
use pest::Parser as _;

mod program {
    #[derive(pest_derive::Parser)]
    #[grammar = "src/rfc3986.pest"]
    pub struct DerivedParser;
}

mod hand {
    #[derive(pest_derive::Parser)]
    #[grammar = "benches/by_hand.pest"]
    pub struct HandWrittenParser;
}

/// Examples of RFC 3986, sections 1.1.2 and 5.4.1, and common URLs.
const REFERENCES: [&str; 16] = [
    "ftp://ftp.is.co.za/rfc/rfc1808.txt",
    "http://www.ietf.org/rfc/rfc2396.txt",
    "ldap://[2001:db8::7]/c=GB?objectClass?one",
    "mailto:John.Doe@example.com",
    "news:comp.infosystems.www.servers.unix",
    "tel:+1-816-555-1212",
    "telnet://192.0.2.16:80/",
    "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
    "../../g;x=1/y?z#s",
    "?y",
    "//g",
    "https://user:secret@example.org:8443/a/b/c/d/e/f.html?q=%E2%82%AC&lang=de#part-2",
    "http://[fe80::1:2:3:4:5]/index.html",
    "http://10.255.0.1/a.b/c",
    "https://en.wikipedia.org/wiki/Uniform_Resource_Identifier#Syntax_and_specification",
    "file:///etc/hosts",
];

fn main() {
    divan::main();
}

#[divan::bench]
fn written_by_the_program(bencher: Bencher) {
    bencher.counter(ItemsCount::new(REFERENCES.len())).bench(|| {
        let parse =
            |text| program::DerivedParser::parse(program::Rule::URI_reference, text).unwrap();
        REFERENCES.iter().map(|text| parse(text).len()).sum::<usize>()
    });
}

#[divan::bench]
fn written_by_hand(bencher: Bencher) {
    bencher.counter(ItemsCount::new(REFERENCES.len())).bench(|| {
        let parse = |text| hand::HandWrittenParser::parse(hand::Rule::URI_reference, text).unwrap();
        REFERENCES.iter().map(|text| parse(text).len()).sum::<usize>()
    });
}
