//! Verdicts and identifiers allocate nothing once their tables are made.

use urlbnf_url::rfc3986::{Uri, UriReference};
use urlbnf_url::rfc3987::{Iri, IriReference};
use urlbnf_url::{Edition, Grammar, Judge, Reading};

const TEXTS: [&str; 6] = [
    "http://user:word@example.com:8042/over/there?name=ferret#nose",
    "http://[2001:db8::7]/c=GB?objectClass?one",
    "ftp://a.b/c;type=a",
    "news:comp.infosystems",
    "",
    "http://example.com/a b",
];

/// The number of allocations while `run` runs.
fn allocations(run: impl FnOnce()) -> u64 {
    allocation_counter::measure(run).count_total
}

#[test]
fn a_verdict_allocates_nothing() {
    assert!(allocations(|| drop(std::hint::black_box(Box::new(1)))) > 0, "they are counted");
    let text = "; urlbnf: notation abnf\ntime = 2DIGIT \":\" 2DIGIT\n";
    let own = Grammar::read("time.abnf", text, Reading::Corrected).unwrap();
    let mut judges = vec![Judge::of_grammar(own).unwrap()];
    for edition in Edition::ALL {
        for reading in Reading::ALL {
            let grammar = edition.grammar(reading);
            judges.push(Judge::by_scheme(edition, reading));
            let starts = grammar.defined().step_by(7);
            judges.extend(starts.map(|start| Judge::by_start(edition, reading, start)));
        }
    }
    for judge in &judges {
        for text in TEXTS {
            let verdict = judge.verdict(text.as_bytes());
            assert_eq!(verdict, judge.derive(text.as_bytes()).verdict, "{text:?}");
            let count = allocations(|| {
                std::hint::black_box(judge.verdict(text.as_bytes()));
            });
            assert_eq!(count, 0, "{}, {text:?}", judge.title(", "));
        }
    }
    assert!(judges.len() > 100);
}

#[test]
fn a_borrowed_identifier_allocates_nothing() {
    for text in &TEXTS[..4] {
        let parse = || {
            let uri = Uri::parse(text).is_ok();
            let reference = UriReference::parse(text).unwrap();
            let host = reference.authority().map(|it| it.host());
            let segments = reference.segments().count();
            let iri = Iri::parse(text).is_ok() && IriReference::parse(text).is_ok();
            std::hint::black_box((uri, host.is_some(), segments, iri));
        };
        parse();
        assert_eq!(allocations(parse), 0, "{text:?}");
    }
}
