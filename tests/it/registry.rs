//! The schemes that the documents mention.

use urlbnf::registry::{SCHEMES, SchemeStatus, default_port, defines};
use urlbnf::report::excerpt::width;
use urlbnf::report::scheme::{editions, text};
use urlbnf::scheme::SchemeAlternatives;
use urlbnf::{Document, Edition, Reading};

#[test]
fn what_the_table_calls_defined_the_grammars_define() {
    for edition in Edition::ALL.into_iter().filter(|it| *it != Edition::Rfc1630Generic) {
        let grammar = edition.grammar(Reading::Corrected);
        let schemes = SchemeAlternatives::from_start(grammar, grammar.start());
        let mut by_grammar: Vec<&str> = schemes.defined().collect();
        let defined = SCHEMES.iter().filter(|scheme| defines(edition, scheme));
        let mut by_table: Vec<&str> = defined.map(|scheme| scheme.name).collect();
        by_grammar.sort_unstable();
        by_table.sort_unstable();
        assert_eq!(by_table, by_grammar, "{edition}");
    }
}

/// Side by side or one below the other, every word of every production occurs once.
#[test]
fn the_productions_of_a_scheme_stand_in_as_many_columns_as_fit() {
    let words = |text: &str| {
        let bare = |word: &str| word.trim_end_matches(':').to_owned();
        let mut words: Vec<String> = text.split_whitespace().map(bare).collect();
        words.sort_unstable();
        words
    };
    for scheme in SCHEMES {
        let mut all = String::new();
        for (edition, productions) in editions(scheme.name) {
            let texts: Vec<&str> = productions.iter().map(|it| it.text.as_str()).collect();
            all += &format!("{edition} {} {} ", productions[0].citation, texts.join(" "));
        }
        for columns in [60, 79, 80, 100, 140, 200, 400] {
            let text = text(scheme.name, Some(columns));
            assert_eq!(words(&text), words(&all), "{} in {columns}", scheme.name);
            let wide = text.lines().filter(|line| width(line) > columns);
            assert!(columns < 80 || wide.count() == 0, "{} in {columns}\n{text}", scheme.name);
        }
    }
}

#[test]
fn the_production_of_a_historical_scheme_is_unreachable() {
    for (edition, document) in
        [(Edition::Url02, Document::Url02), (Edition::Rfc1630, Document::Rfc1630)]
    {
        let historical = |scheme: &&urlbnf::registry::Scheme| {
            scheme.entry(document).is_some_and(|it| it.standing == SchemeStatus::Historical)
        };
        let names: Vec<&str> = SCHEMES.iter().filter(historical).map(|it| it.name).collect();
        assert_eq!(names, ["afs"]);
        let grammar = edition.grammar(Reading::Printed);
        let afs = grammar.find("afsaddress").unwrap();
        assert!(grammar.unreachable_from(grammar.start()).contains(&afs));
    }
}

#[test]
fn electronic_mail_has_no_port() {
    assert_eq!(default_port("mailto"), None);
}
