//! Where strings fail, and what is expected there.

use urlbnf::automaton::{Automaton, Census, Language, Walk};
use urlbnf::diagnose::examine;
use urlbnf::parser::transcription_text;
use urlbnf::proof::Transcription;
use urlbnf::proof::rule_name;
use urlbnf::{Edition, Judge, Reading};

use crate::support::{Numbers, production, readings};

/// The offset is the length of the longest prefix of the input that some string of the
/// language begins with. The automaton of the printed grammar and the rules of the
/// transcription agree on it.
#[test]
fn offsets_are_those_of_the_transcriptions_too() {
    let mut numbers = Numbers::from_seed(822);
    let mut compared = 0;
    for (edition, reading) in readings() {
        let grammar = edition.grammar(reading);
        let transcription = Transcription::read(transcription_text(edition, reading)).unwrap();
        for id in grammar.ids() {
            let language = transcription.language(&rule_name(grammar.name(id))).unwrap();
            let census = Census::up_to(&language, 24).unwrap();
            let judge = Judge::by_start(edition, reading, id);
            for _ in 0..12 {
                let length = numbers.below(25);
                let mut bits = |bytes: &mut [u8]| bytes.fill_with(|| numbers.below(256) as u8);
                let mut string = census.draw(length, &mut bits).unwrap_or_default();
                match numbers.below(3) {
                    0 if !string.is_empty() => {
                        let at = numbers.below(string.len());
                        string[at] = b"~ :/%@#.0a\x80\n"[numbers.below(12)];
                    }
                    1 => string.truncate(numbers.below(string.len() + 1)),
                    _ => string.push(b"~:/%@"[numbers.below(5)]),
                }
                let examination = examine(&judge, &string);
                let shown = String::from_utf8_lossy(&string);
                let name = grammar.name(id);
                if let Some(diagnostic) = examination.diagnostic {
                    let mut expected =
                        if language.is_empty() { 0 } else { language.longest_prefix(&string) };
                    if grammar.listing().code_points {
                        // A character of several bytes fails at its first byte.
                        let begun = string[..expected].utf8_chunks().next();
                        expected = begun.map_or(0, |it| it.valid().len());
                    }
                    assert_eq!(
                        diagnostic.offset, expected,
                        "{edition}, {reading}, {name}: {shown:?}"
                    );
                    compared += 1;
                } else {
                    assert!(language.accepts(&string), "{edition}, {reading}, {name}: {shown:?}");
                }
            }
        }
    }
    assert!(compared > 2_000, "{compared}");
}

/// The expected failure: code, offset, principal production, expected text.
type Said<'a> = (&'a str, usize, &'a str, &'a str);

#[track_caller]
fn fails(judge: &Judge, input: &[u8], (code, offset, production, expected): Said<'_>) {
    let examination = examine(judge, input);
    let diagnostic = examination.diagnostic.expect("it does not conform");
    let found = (
        diagnostic.code.name(),
        diagnostic.offset,
        judge.grammar().name(diagnostic.production),
        diagnostic.expected_text(judge.grammar()),
    );
    assert_eq!(found, (code, offset, production, expected.to_owned()));
    // The principal production is one of those that failed, with a chain from the start.
    if let Some(principal) = diagnostic.failing.first().filter(|_| code != "empty-production") {
        assert_eq!(principal.production, diagnostic.production);
    }
    assert_eq!(diagnostic.chain.first(), Some(&judge.start()));
    assert_eq!(diagnostic.chain.last(), Some(&diagnostic.production));
}

#[track_caller]
fn by_scheme(edition: Edition, input: &[u8], said: Said<'_>) {
    fails(&Judge::by_scheme(edition, Reading::Printed), input, said);
}

#[track_caller]
fn by_start(edition: Edition, start: &str, input: &[u8], said: Said<'_>) {
    let start = production(edition, Reading::Printed, start);
    fails(&Judge::by_start(edition, Reading::Printed, start), input, said);
}

#[test]
fn each_kind_of_failure_is_exact() {
    use Edition::{Rfc1630, Rfc1738, Url01, Url02};
    let segment = "uchar, \";\", \":\", \"@\", \"&\", \"=\", \"/\", \"?\" or the end";
    let schemes = "\"http://\", \"ftp://\", \"news:\", \"nntp://\", \"telnet://\", \"gopher://\", \
                   \"wais://\", \"mailto:\", \"file://\", \"prospero://\", lowalpha, digit, \"+\", \"-\" or \".\"";
    by_scheme(Rfc1738, b"http://a/~", ("char-not-allowed", 9, "hsegment", segment));
    by_scheme(Rfc1738, b"http://a/\xE9", ("not-ascii", 9, "hsegment", segment));
    by_scheme(Rfc1738, b"http://a/#b", ("fragment-not-allowed", 9, "hsegment", segment));
    by_scheme(Rfc1738, b"http://a/%4", ("bad-escape", 11, "hsegment", "hex"));
    by_scheme(Rfc1738, b"HTTP://a/", ("scheme-upper-case", 0, "httpurl", schemes));
    by_scheme(Rfc1738, b"<URL:http://a/>", ("wrapper", 0, "httpurl", schemes));
    by_scheme(Rfc1738, b"", ("ends-too-early", 0, "httpurl", schemes));
    by_scheme(Rfc1738, b"http:", ("ends-too-early", 5, "httpurl", "\"//\""));
    by_scheme(
        Rfc1738,
        b"news:",
        (
            "ends-too-early",
            5,
            "group",
            "alpha, uchar, \";\", \"/\", \"?\", \":\", \"&\", \"=\" or \"*\"",
        ),
    );
    by_scheme(Rfc1738, b"ftp://a/;type=", ("ends-too-early", 14, "ftpurl", "ftptype"));
    by_scheme(Rfc1630, b"mid:a@b", ("empty-production", 1, "addr-spec", "\"ailto:\""));
    by_scheme(Url01, b"x-foo:bar", ("ends-too-early", 9, "xalphas", "xalpha or \":\""));
    by_scheme(
        Url02,
        b"ftp://a",
        ("ends-too-early", 7, "xalphas", "xalpha, \".\", \":\", \"@\" or \"/\""),
    );
    by_start(
        Rfc1738,
        "hostname",
        b"a.1",
        ("ends-too-early", 3, "domainlabel", "alphadigit, \"-\" or \".\""),
    );
    by_start(
        Rfc1738,
        "hostname",
        b"-a",
        ("char-not-allowed", 0, "domainlabel", "alphadigit or alpha"),
    );
    by_start(Rfc1738, "ftptype", b"AA", ("char-not-allowed", 1, "ftptype", "the end"));
    by_start(Rfc1630, "addr-spec", b"a@b", ("empty-production", 0, "addr-spec", "nothing"));
    by_start(Rfc1630, "void", b"a", ("char-not-allowed", 0, "void", "the end"));
}

/// Many bytes at once lead where they lead one by one, also where a string enters so many
/// productions that what is known of earlier ones is removed.
#[test]
fn a_walk_is_the_same_byte_by_byte() {
    let labels = format!("http://{}c/{}~", "a-1.".repeat(300), "x%20y/z;".repeat(300));
    let fields = format!("prospero://a.b/c{};", ";d=e%3Af".repeat(200));
    let reference = format!("{}?{}#", "../a:b@c/".repeat(200), "d=e&".repeat(200));
    let address = "http://[1:2::3:4.5.6.7]:80/\u{e9}/~";
    for (edition, reading) in readings() {
        let grammar = edition.grammar(reading);
        let automaton = Automaton::new(grammar, &Language::of(grammar.start())).unwrap();
        for input in [&labels[..], &fields, &reference, address, "http:a", "mailto:a@b", ""] {
            let (mut whole, mut single) = (Walk::new(&automaton), Walk::new(&automaton));
            let all = whole.follow(input.as_bytes());
            let rest = input.bytes().take_while(|&byte| single.step(byte)).count();
            assert_eq!((all, whole.offset()), (rest == input.len(), rest), "{edition}: {input}");
            assert_eq!(whole.stance(), single.stance(), "{edition}, {reading}: {input}");
            assert!(whole.waiting().eq(single.waiting()), "{edition}, {reading}: {input}");
        }
    }
}

#[test]
fn a_megabyte_on_one_line_is_judged() {
    let long = |unit: &str| format!("http://a.b/{}", unit.repeat((1 << 20) / unit.len()));
    for unit in ["a", "a/", "%20", "@", ":", "%00", ".", "-", "~", "a@1.1.1.1", "\u{e9}"] {
        for (edition, reading) in readings() {
            let input = long(unit);
            let judge = Judge::by_scheme(edition, reading);
            let examination = examine(&judge, input.as_bytes());
            let conforms = examination.diagnostic.is_none();
            assert_eq!(
                conforms,
                examination
                    .judgement
                    .tree
                    .is_some_and(|tree| { urlbnf::derivation::verify(&tree) == Ok(()) }),
                "{edition}, {reading}: {unit}"
            );
        }
    }
}
