//! Grammars inside documents: in the texts of RFCs, in RFCXML, in Markdown.

use std::fmt::Write as _;

use urlbnf::bnf::{DocumentKind, Grammar, GrammarError, Notation, ProductionId};
use urlbnf::document::Document;
use urlbnf::lint::{FindingDetails, collected};
use urlbnf::{Edition, Reading};

use crate::repository::read;
use crate::support::{language, snapshot};

fn grammar(name: &str, text: &str, notation: Notation) -> Result<Grammar, GrammarError> {
    let kind = DocumentKind::of_name(name).unwrap();
    let mut none = |_: &_, _: Option<&_>| Err("nothing is imported here".to_owned());
    Grammar::read_document(name, text.as_bytes(), (kind, notation), Reading::Corrected, &mut none)
}

#[track_caller]
fn read_grammar(name: &str, notation: Notation) -> Grammar {
    grammar(name, &read(name), notation).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Each rule with the places where a document defines it, and whether these definitions are
/// equal.
fn rules(grammar: &Grammar) -> String {
    let listing = grammar.listing();
    let differing = collected(grammar);
    let place = |offset: usize| {
        let (line, column) = listing.line_and_column(offset);
        format!("{}, {line}:{column}", listing.part(offset).unwrap_or_else(|| "-".to_owned()))
    };
    let mut told = String::new();
    for id in grammar.defined() {
        let [first, ..] = grammar.production(id).definitions() else { continue };
        if !listing.is_own(first.place.start) {
            continue;
        }
        let _ = writeln!(told, "{}: {}", grammar.name(id), place(first.place.start));
        for (_, again) in grammar.collected().iter().filter(|(of, _)| *of == id) {
            let at = place(again.place.start);
            let differs = differing.findings.iter().find(|it| it.place == again.name_place);
            let same = match differs.map(|it| &it.fault) {
                None => "the same".to_owned(),
                Some(FindingDetails::Collected { string, here, .. }) => format!(
                    "{} has {:?} alone",
                    if *here { "this" } else { "the first" },
                    String::from_utf8_lossy(string)
                ),
                Some(other) => format!("{other:?}"),
            };
            let _ = writeln!(told, "  {at}: {same}");
        }
    }
    for it in &listing.document.as_ref().unwrap().left_out {
        let _ = writeln!(told, "no rule: {} {}: {}", it.name, place(it.place.start), it.reason);
    }
    told
}

/// The rules that the RFCs print inline, those that they collect, and where these differ.
#[test]
fn rules_inline_and_collected() {
    for (name, notation) in [
        ("rfc2396", Notation::Rfc822),
        ("rfc3986", Notation::Abnf),
        ("rfc3987", Notation::Abnf),
        ("rfc1808", Notation::Rfc822),
        ("rfc1738", Notation::Rfc822),
    ] {
        let grammar = read_grammar(&format!("grammar/documents/{name}.txt"), notation);
        snapshot(&format!("extracted-{name}"), &rules(&grammar));
    }
}

#[test]
fn each_kind_of_document() {
    let mut told = String::new();
    for extension in ["xml", "md", "txt"] {
        let grammar =
            read_grammar(&format!("tests/documents/greeting.{extension}"), Notation::Abnf);
        let _ = writeln!(told, "# {extension}\n{}", rules(&grammar));
    }
    snapshot("extracted-greeting", &told);
}

/// The edition was transcribed independently, from the collected grammar.
#[test]
fn a_grammar_taken_out_is_that_of_the_edition() {
    for (edition, notation, most) in
        [(Edition::Rfc2396, Notation::Rfc822, 4), (Edition::Rfc3986, Notation::Abnf, 0)]
    {
        let name = format!("grammar/documents/{}.txt", edition.name());
        let (found, known) = (read_grammar(&name, notation), edition.grammar(Reading::Printed));
        for id in known.defined() {
            let own = found.find(known.name(id));
            let own = own.unwrap_or_else(|| panic!("{name} has no {}", known.name(id)));
            if known.name(id).starts_with('<') {
                continue;
            }
            // This includes the core rules.
            assert!(language(&found, own) == language(known, id), "{edition}: {}", known.name(id));
        }
        let is_new = |id: &ProductionId| known.find(found.name(*id)).is_none();
        let more: Vec<&str> = found.defined().filter(is_new).map(|id| found.name(id)).collect();
        assert!(more.len() <= most, "{edition}: {more:?}");
    }
}

/// The pages and the sections were marked independently.
#[test]
fn pages_and_sections_are_those_of_the_marks() {
    for (document, name, notation) in [
        (Document::Rfc2396, "rfc2396", Notation::Rfc822),
        (Document::Rfc3986, "rfc3986", Notation::Abnf),
        (Document::Rfc3987, "rfc3987", Notation::Abnf),
        (Document::Rfc1738, "rfc1738", Notation::Rfc822),
        (Document::Rfc1808, "rfc1808", Notation::Rfc822),
    ] {
        let marks = read(&format!("grammar/documents/{name}.marks"));
        let mark = |kind: &str, line: usize| {
            let of_kind = marks.lines().filter_map(|mark| {
                let mut columns = mark.split('\t');
                let at: usize = columns.next()?.parse().ok().filter(|&it| it <= line)?;
                let what = columns.next()?;
                let value = columns.next()?;
                what.starts_with(kind).then(|| (at, value.to_owned()))
            });
            of_kind.max_by_key(|(at, _)| *at).map(|(_, value)| value)
        };
        let grammar = read_grammar(&format!("grammar/documents/{name}.txt"), notation);
        let listing = grammar.listing();
        let definitions =
            grammar.defined().flat_map(|id| grammar.production(id).definitions().iter());
        let again = grammar.collected().iter().map(|(_, definition)| definition);
        let mut held = 0;
        for definition in definitions.chain(again) {
            let offset = definition.place.start;
            if !listing.is_own(offset) {
                continue;
            }
            let line = listing.line_and_column(offset).0;
            let page = listing.page(offset).map(|page| page.to_string());
            assert_eq!(page, mark("page", line), "{document:?}, line {line}");
            let section = listing.document.as_ref().unwrap().section(offset).unwrap();
            let section = section.strip_prefix("section ").unwrap_or(section);
            assert_eq!(Some(section), mark("section", line).as_deref(), "{name}, line {line}");
            held += 1;
        }
        assert!(held > 20, "{name}: {held}");
    }
}

/// A rule of the document is in the grammar at its place, except after a character reference.
#[test]
fn places_are_places_of_the_document() {
    for name in ["tests/documents/greeting.md", "tests/documents/greeting.txt"] {
        let (text, grammar) = (read(name), read_grammar(name, Notation::Abnf));
        for id in grammar.defined() {
            for definition in grammar.production(id).definitions() {
                let place = definition.name_place.range();
                if grammar.listing().is_own(place.start) {
                    assert_eq!(&text[place], grammar.name(id), "{name}");
                }
            }
        }
    }
    let name = "tests/documents/greeting.xml";
    let (text, grammar) = (read(name), read_grammar(name, Notation::Abnf));
    let lines: Vec<&str> = text.lines().collect();
    let mut behind_a_reference = 0;
    for id in grammar.defined() {
        for definition in grammar.production(id).definitions() {
            for (used, place) in definition.body.references() {
                if !grammar.listing().is_own(place.start) {
                    continue;
                }
                let (line, column) = grammar.listing().line_and_column(place.start);
                let there: String = lines[line - 1].chars().skip(column - 1).collect();
                assert!(there.starts_with(grammar.name(used)), "{line}:{column}: {there}");
                behind_a_reference += usize::from(lines[line - 1][..column].contains('&'));
            }
        }
    }
    assert!(behind_a_reference >= 2, "{behind_a_reference}");
}

/// A text that is cut off anywhere, or has one character changed, is read or rejected with
/// errors.
#[test]
fn a_document_that_is_broken_is_read_or_told() {
    let mut numbers = crate::support::XorshiftRng::new(21);
    for name in ["greeting.xml", "greeting.md", "greeting.txt"] {
        let text = read(&format!("tests/documents/{name}"));
        for end in (0..text.len()).filter(|&it| text.is_char_boundary(it)) {
            let _ = grammar(name, &text[..end], Notation::Abnf);
            let _ = grammar(name, &text[end..], Notation::Rfc822);
        }
        for _ in 0..2_000 {
            let mut bytes = text.clone().into_bytes();
            let at = numbers.below(bytes.len());
            bytes[at] = b"\n\r\t \"&;<>/()[]=*%a1\x0C"[numbers.below(20)];
            if let Ok(text) = String::from_utf8(bytes) {
                let _ = grammar(name, &text, Notation::Abnf);
            }
        }
    }
}
