//! The documents after the first five: their texts are read a second time.

use urlbnf::automaton::{Dfa, Relation, Work};
use urlbnf::bnf::Grammar;
use urlbnf::document::Document;
use urlbnf::edition::JudgingProductions;
use urlbnf::{Edition, Reading};

use crate::support::{language, lines};

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
        assert!(before < edition, "{edition} follows what comes after it");
    }
    assert!(Edition::BORN.is_sorted() && Edition::ALL.is_sorted());
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

/// The strings that begin with a scheme-like name and a colon.
fn scheme_form() -> Dfa {
    let text = "form = 1*( ALPHA / DIGIT / \"+\" / \"-\" / \".\" ) \":\" *OCTET\n";
    let grammar = Grammar::read("form.abnf", text, Reading::Corrected).unwrap();
    language(&grammar, grammar.start())
}

/// In every grammar of references, a conforming string is absolute if and only if it begins
/// with a scheme and a colon.
#[test]
fn what_begins_with_a_scheme_is_no_relative_reference() {
    for edition in Edition::ALL {
        let JudgingProductions::References { absolute, .. } = edition.judged() else { continue };
        let text = format!(
            "{}absolute-form = {absolute} [ \"#\" fragment ]\n",
            whole(edition, Reading::Corrected)
        );
        let grammar = Grammar::read("forms.bnf", &text, Reading::Corrected).unwrap();
        let named = |name: &str| language(&grammar, grammar.find(name).unwrap());
        let begun = language(&grammar, grammar.start())
            .intersection(&scheme_form(), &mut Work::default())
            .unwrap();
        // From RFC 3986 on, the fragment is part of the absolute form.
        let form = if edition < Edition::Rfc3986 { "absolute-form" } else { absolute };
        assert_eq!(
            begun.relation(&named(form), &mut Work::default()).unwrap(),
            Relation::Equal,
            "{edition}"
        );
    }
}
