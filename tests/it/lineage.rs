//! The documents after the first five: their texts are read a second time, and strings are
//! judged by their grammars.

use urlbnf::automaton::Limits;
use urlbnf::automaton::{Automaton, Dfa, Language, Relation};
use urlbnf::bnf::{Grammar, ProductionId};
use urlbnf::diagnose::{Code, Note, examine};
use urlbnf::document::Document;
use urlbnf::edition::Judged;
use urlbnf::judges::{Judges, Ruling};
use urlbnf::{Edition, Judge, Reading, Verdict};

use crate::support::lines;

/// The tokens that a `.bnf` prints. For an interpreted line, those of the page.
fn tokens(edition: Edition) -> Vec<&'static str> {
    let ours = edition.grammar(Reading::Printed).listing().notation.ours();
    let mut interpreted = None;
    let mut tokens = Vec::new();
    for line in edition.bnf().lines() {
        if let Some((_, printed)) =
            line.strip_prefix("# printed").and_then(|it| it.split_once(": "))
        {
            interpreted = Some(printed);
        } else if !line.starts_with(ours) {
            tokens.extend(interpreted.take().unwrap_or(line).split_whitespace());
        }
    }
    tokens
}

/// Drafts 00 and 01 are damaged. Another test compares them character by character.
#[test]
fn a_second_reading_of_the_texts_finds_the_same_tokens() {
    for edition in Edition::ALL.into_iter().filter(|it| *it > Edition::Url01) {
        let words: Vec<&str> = lines(edition.document()).flat_map(str::split_whitespace).collect();
        if edition.grammar(Reading::Printed).listing().changes_another() {
            continue;
        }
        let wanted = tokens(edition);
        assert!(wanted.len() > 200, "{edition}: only {} tokens", wanted.len());
        // Two sentences separate the two parts of RFC 3987's grammar.
        let parts = wanted.windows(2).position(|it| it == ["scheme", "="]);
        let (one, other) = match edition {
            Edition::Rfc3987 => wanted.split_at(parts.unwrap()),
            _ => (&wanted[..], &[][..]),
        };
        for wanted in [one, other].into_iter().filter(|it| !it.is_empty()) {
            let found = words.windows(wanted.len()).filter(|words| *words == wanted).count();
            assert_eq!(found, 1, "{edition}");
        }
    }
}

/// If an edition changes another, each changed production is found, and the rest names its
/// source.
#[test]
fn a_second_reading_finds_each_change() {
    for (edition, own, base) in [
        (Edition::Rfc2732, &["host", "ipv6reference", "reserved", "unwise"][..], Edition::Rfc2396),
        (Edition::Rfc6874, &["IP-literal", "ZoneID", "IPv6addrz"][..], Edition::Rfc3986),
    ] {
        let grammar = edition.grammar(Reading::Printed);
        let words = |text: &str| text.split_whitespace().collect::<Vec<&str>>().join(" ");
        for id in grammar.defined() {
            for definition in grammar.production(id).definitions() {
                let name = grammar.name(id);
                let Some((document, _)) = edition.printed_in(definition) else {
                    assert_eq!(name, name.to_ascii_uppercase(), "{edition}: {name}");
                    continue;
                };
                assert_eq!(document == edition.document(), own.contains(&name), "{name}");
                let interpreted = ["DIGIT", "HEXDIG"].contains(&name);
                let text = words(&lines(document).collect::<Vec<&str>>().join(" "));
                let printed = words(&edition.text(definition));
                assert_eq!(text.contains(&printed), !interpreted, "{edition}: {printed}");
                let changed = own.contains(&name) || document == Document::Rfc2373;
                assert!(changed || document == base.document(), "{edition}: {name}");
                let before = base.grammar(Reading::Printed).find(name);
                assert!(changed || before.is_some(), "{edition}: {name}");
            }
        }
        let is_kept = |id| grammar.find(base.grammar(Reading::Printed).name(id)).is_some();
        assert!(base.grammar(Reading::Printed).ids().all(is_kept), "{edition} loses a production");
    }
}

#[test]
fn the_line_is_in_the_order_of_its_documents() {
    let documents = Edition::LINE.map(Edition::document);
    assert!(documents.is_sorted());
    for edition in Edition::LINE.into_iter().skip(1) {
        let before = edition.before().unwrap();
        assert!(Edition::PAIRS.contains(&(before, edition)), "{edition} is not compared");
        assert!(before < edition, "{edition} follows what comes after it");
    }
    assert!(Edition::BORN.is_sorted() && Edition::ALL.is_sorted());
}

/// A row: the input, then url-03, url-06, rfc1808, rfc2396; the first as `printed / corrected`
/// if they differ.
#[track_caller]
fn row(input: &str, cells: [&str; 4]) {
    let editions = [Edition::Url03, Edition::Url06, Edition::Rfc1808, Edition::Rfc2396];
    cells_of(input, editions, cells);
}

/// Characters of RFC 3987 are judged as a whole, and reported at their first byte.
#[test]
fn what_rfc_3987_takes() {
    let iri = |input: &str, cell: &str| cells_of(input, [Edition::Rfc3987], [cell]);
    iri("http://r\u{E9}sum\u{E9}.example.org", "IRI");
    iri("http://example.org/\u{1F600}", "IRI");
    iri("http://a/?\u{E000}", "IRI");
    iri("http://a/#\u{E000}", "r@10");
    iri("http://a/\u{FDD0}", "r@9");
    iri("http://a/\u{FDCF}\u{FDEF}", "r@12");
    iri("http://a/\u{80}", "r@9");
    iri("http://a/\u{FFFE}b", "r@9");
    iri("\u{E9}", "irelative-ref");
    iri("\u{E9}:a", "r@2");
    iri("http://[::1]/%7e", "IRI");
    let judge = Judge::by_scheme(Edition::Rfc3987, Reading::Corrected);
    for (input, code, offset) in [
        (&b"http://a/\xE9"[..], Code::NotUtf8, 9),
        (b"http://a/\xC3", Code::NotUtf8, 9),
        (b"http://a/\xC3\xA9\xF0\x9F\x98", Code::NotUtf8, 11),
        (b"http://a/\xED\xA0\x80", Code::NotUtf8, 9),
        (b"http://a/\xEF\xB7\x90", Code::CharNotAllowed, 9),
        (b"http://a/%\xC3\xA9", Code::BadEscape, 10),
        (b"http://a/ \xE9", Code::CharNotAllowed, 9),
    ] {
        let examination = examine(&judge, input);
        let diagnostic = examination.diagnostic.as_ref().unwrap();
        assert_eq!((diagnostic.code, diagnostic.offset), (code, offset), "{input:?}");
        let ruling = Ruling::of(&judge, &examination);
        let judges = [Judge::by_scheme(Edition::Rfc3987, Reading::Corrected)];
        let mut judges = Judges::new(&judges);
        let answer = judges.judge(input);
        assert_eq!(judges.rulings(answer), [ruling], "{input:?}");
    }
}

/// A row of the editions with addresses in brackets: rfc2732, rfc3986, rfc6874.
#[track_caller]
fn later(input: &str, cells: [&str; 3]) {
    cells_of(input, [Edition::Rfc2732, Edition::Rfc3986, Edition::Rfc6874], cells);
}

#[track_caller]
fn cells_of<const N: usize>(input: &str, editions: [Edition; N], cells: [&str; N]) {
    for (edition, cell) in editions.into_iter().zip(cells) {
        let cells = cell.split_once(" / ").unwrap_or((cell, cell));
        for (reading, expected) in Reading::ALL.into_iter().zip([cells.0, cells.1]) {
            let judge = Judge::by_scheme(edition, reading);
            let examination = examine(&judge, input.as_bytes());
            let judgement = &examination.judgement;
            let name = |id| judge.grammar().name(id);
            let found = match (judgement.verdict, &examination.diagnostic) {
                (Verdict::Conforms, _) => judgement.matched().map_or("null", name).to_owned(),
                (Verdict::GenericOnly, Some(it)) => format!("g@{}", it.offset),
                (_, it) => format!("r@{}", it.as_ref().map_or(0, |it| it.offset)),
            };
            assert_eq!(found, expected, "{input:?} in {edition}, {reading}");
            let told = examination.notes.contains(&Note::Relative);
            assert_eq!(told, judgement.relative(), "{input:?} in {edition}");
        }
    }
}

#[test]
fn what_the_four_grammars_take_and_by_what() {
    let absolute = "absoluteURI";
    row("http://a.b/x", ["httpaddress", "httpurl", "absoluteURL", absolute]);
    row("http://a.b/~x", ["r@11", "httpurl", "r@11", absolute]);
    row("http://a_b/", ["httpaddress", "httpurl", "absoluteURL", absolute]);
    row("http://a/[", ["r@9", "httpurl", "r@9", "r@9"]);
    row("mailto:a@b", ["r@7 / mailtoaddress", "mailtourl", "absoluteURL", absolute]);
    row("mailto::a@b", ["mailtoaddress / r@7", "mailtourl", "absoluteURL", absolute]);
    row("mid:a@b", ["r@1 / midaddress", "otherurl", "absoluteURL", absolute]);
    row("http:x", ["r@5", "g@5", "absoluteURL", absolute]);
    row("prospero://a/b;c=d=e", ["r@14", "prosperourl", "absoluteURL", absolute]);
    row("http://a/b#c", ["r@10", "r@10", "absoluteURL", absolute]);
    row("../g", ["r@0", "r@2", "relativeURL", "relativeURI"]);
    row("//a/b", ["r@0", "r@0", "relativeURL", "relativeURI"]);
    // Schemes that do not begin with a letter.
    row("_a:b", ["r@0", "r@0", "relativeURL", "r@2"]);
    row("1a:b", ["r@0", "otherurl", "absoluteURL", "r@2"]);
    // Appendix C.1 of RFC 2396 resolves it; its grammar has no production for it.
    row("?y", ["r@0", "r@0", "relativeURL", "r@0"]);
    row("", ["r@0", "r@0", "relativeURL", "null"]);
    row("#s", ["r@0", "r@0", "relativeURL", "null"]);
    row("a:", ["r@0", "otherurl", "absoluteURL", "r@2"]);
}

/// The questions of library maintainers, and the addresses in brackets.
#[test]
fn what_the_grammars_with_brackets_take() {
    let uri = "absoluteURI";
    later("HTTP://EXAMPLE.com/%7e", [uri, "URI", "URI"]);
    later("http://a_b/", [uri, "URI", "URI"]);
    later("http://a:/", [uri, "URI", "URI"]);
    later("http://a", [uri, "URI", "URI"]);
    later("a:", ["r@2", "URI", "URI"]);
    later("?y", ["r@0", "relative-ref", "relative-ref"]);
    later("", ["null", "relative-ref", "relative-ref"]);
    later("#s", ["null", "relative-ref", "relative-ref"]);
    later("this:that", [uri, "URI", "URI"]);
    later("_a:b", ["r@2", "r@2", "r@2"]);
    later("http://a/[", ["r@9", "r@9", "r@9"]);
    later("http://a/?[", [uri, "r@10", "r@10"]);
    later("http://a/|", ["r@9", "r@9", "r@9"]);
    later("http://[::1]/", ["r@7 / absoluteURI", "URI", "URI"]);
    later("http://[::192.9.5.5]/ipng", ["r@7 / r@13", "URI", "URI"]);
    later("http://[::FFFF:129.144.52.38]:80/", ["r@7 / absoluteURI", "URI", "URI"]);
    later("http://[1:2:3:4:5:6:7:8:9]/", ["r@7 / absoluteURI", "r@23", "r@23"]);
    later("http://[::1/", ["r@7 / r@11", "r@11", "r@11"]);
    later("http://[1::2::3]/", ["r@7 / r@13", "r@13", "r@13"]);
    later("http://[v1.x]/", ["r@7 / r@8", "URI", "URI"]);
    later("http://[fe80::1%25eth0]/", ["r@7 / r@15", "r@15", "URI"]);
    later("http://[fe80::1%eth0]/", ["r@7 / r@15", "r@15", "r@16"]);
    later("http://1.2.3.256/", [uri, "URI", "URI"]);
    later("http://a#b#c", ["r@10", "r@10", "r@10"]);
    later("/a b", ["r@2", "r@2", "r@2"]);
    later("../g", ["relativeURI", "relative-ref", "relative-ref"]);
}

/// The header of a file that is read with the notation and the start of a grammar.
pub fn header(grammar: &Grammar) -> String {
    let (notation, start) = (grammar.listing().notation, grammar.name(grammar.start()));
    let (ours, name) = (notation.ours(), notation.name());
    format!("{ours} urlbnf: notation {name}\n{ours} urlbnf: start {start}\n")
}

/// The productions of an edition one after the other, in its notation, after a header.
pub fn whole(edition: Edition, reading: Reading) -> String {
    let grammar = edition.grammar(reading);
    let definitions = grammar.ids().flat_map(|id| grammar.production(id).definitions());
    definitions.fold(header(grammar), |text, definition| text + &edition.text(definition) + "\n")
}

fn language(grammar: &Grammar, id: ProductionId) -> Dfa {
    Automaton::new(grammar, &Language::of(id)).unwrap().determinise().unwrap()
}

/// The strings that begin with a scheme-like name and a colon.
fn scheme_form() -> Dfa {
    let text = "form = 1*( ALPHA / DIGIT / \"+\" / \"-\" / \".\" ) \":\" *OCTET\n";
    let grammar = Grammar::read("form.abnf", text, Reading::Corrected).unwrap();
    language(&grammar, grammar.start())
}

/// The panel and the grammars agree on all strings: a conforming string is absolute if and
/// only if it begins with a scheme and a colon.
#[test]
fn what_begins_with_a_scheme_is_no_relative_reference() {
    for edition in Edition::ALL {
        let Judged::Letter { absolute, .. } = edition.judged() else { continue };
        let text = format!(
            "{}absolute-form = {absolute} [ \"#\" fragment ]\n",
            whole(edition, Reading::Corrected)
        );
        let grammar = Grammar::read("forms.bnf", &text, Reading::Corrected).unwrap();
        let named = |name: &str| language(&grammar, grammar.find(name).unwrap());
        let begun = language(&grammar, grammar.start())
            .intersection_within(&scheme_form(), &Limits::without_budget())
            .unwrap();
        // From RFC 3986 on, the fragment is part of the absolute form.
        let form = if edition < Edition::Rfc3986 { "absolute-form" } else { absolute };
        assert_eq!(
            begun.relation_within(&named(form), &Limits::without_budget()).unwrap(),
            Relation::Equal,
            "{edition}"
        );
    }
}
