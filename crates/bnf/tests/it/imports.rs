//! Rules imported from other files: with the rules that they need, in their own notation, and
//! through files that import others.

use urlbnf_bnf::grammar::{DEEPEST_IMPORT, GrammarError, Import, ImportedText, MOST_IMPORTS};
use urlbnf_bnf::lint::{LintCode, lint};
use urlbnf_bnf::{Grammar, Reading};

fn importing(text: &str, files: &[[&str; 2]]) -> Result<Grammar, GrammarError> {
    crate::texts::importing(text, files, Reading::Printed)
}

#[test]
fn an_imported_rule_is_in_its_own_file_and_brings_only_what_it_needs() {
    let files = [["b.abnf", "\nhost = name [port]\nname = 1*ALPHA\nport = \":\"\nuser = \"u\"\n"]];
    let grammar = importing("; urlbnf: import b.abnf host\na = \"//\" host\n", &files).unwrap();
    assert!(grammar.find("port").is_some() && grammar.find("user").is_none());
    let name = grammar.find("name").unwrap();
    let place = grammar.production(name).definitions()[0].place;
    assert_eq!(grammar.listing().source(place.start).0.name, "b.abnf");
    assert_eq!(grammar.listing().line_and_column(place.start), (3, 1));
    let renamed = importing("; urlbnf: import b.abnf uri-host=host\na = uri-host\n", &files);
    assert!(renamed.unwrap().find("host").is_none());
}

#[test]
fn phrases_of_the_rfc_editor_name_a_rule_and_its_document() {
    let imported = |phrase: &str, [document, rule]: [&str; 2]| {
        let definition = format!("{rule} = \"x\"\n");
        let text = format!("field = it\nit = <{phrase}>\n");
        importing(&text, &[[document, &definition]]).unwrap().undefined().is_empty()
    };
    for (phrase, rule) in [
        ("host, see [URI], Section 3.2.2", ["rfc3986", "host"]),
        ("Language-Tag, see [RFC5646], Section 2.1", ["rfc5646", "Language-Tag"]),
        ("language-range, defined in [RFC4647], Section 2.1", ["rfc4647", "language-range"]),
        ("URI-reference, imported from [RFC3986]", ["rfc3986", "URI-reference"]),
    ] {
        assert!(imported(phrase, rule), "{phrase}");
        assert!(!imported(phrase, [rule[0], "other"]), "{phrase}");
        assert!(!imported(phrase, ["rfc1", rule[1]]), "{phrase}");
    }
    for phrase in ["any character but a comma", "host, see below"] {
        assert!(!imported(phrase, ["rfc3986", "host"]), "{phrase}");
    }
}

/// The rules of imported phrases stand behind those that name them.
#[test]
fn a_phrase_that_would_have_two_meanings_is_no_import() {
    let files = [["rfc3986", "host = name\nname = 1*ALPHA\n"]];
    let phrase = "uri-host = <host, see [URI], Section 3.2.2>\n";
    let grammar = importing(&format!("field = uri-host\n{phrase}"), &files).unwrap();
    let names: Vec<&str> = grammar.ids().take(2).map(|id| grammar.name(id)).collect();
    assert_eq!((names, grammar.find("host")), (vec!["field", "uri-host"], None));
    let grammar = importing(&format!("field = uri-host\nname = \"n\"\n{phrase}"), &files).unwrap();
    assert_eq!(grammar.undefined().len(), 1);
}

/// A phrase of a missing document gives one note that names the file, and no other finding.
#[test]
fn phrases_of_missing_documents_give_one_note() {
    let text = "a = b / \"x\"\nb = c\nc = tag \",\"\n\
        tag = <Language-Tag, see [RFC5646], Section 2.1>\n";
    let grammar = importing(text, &[]).unwrap();
    let findings: Vec<String> = lint(&grammar).iter().map(|it| it.message(&grammar)).collect();
    let tag = "`<Language-Tag, see [RFC5646], Section 2.1>`";
    assert_eq!(
        findings,
        [format!("{tag} is not known: rfc5646.abnf beside the grammar would define it")]
    );
    // A rule that always needs itself still derives nothing.
    let text = "a = b / \"x\"\nb = \"(\" b\n";
    let grammar = importing(text, &[]).unwrap();
    assert!(lint(&grammar).iter().any(|it| it.code == LintCode::DerivesNothing));
}

/// Files that import each other do so up to a depth limit.
#[test]
fn imports_have_limits() {
    let deep = |depth: usize| {
        let mut load = |import: &Import, _: Option<&ImportedText>| {
            let number: usize = import.source.parse().unwrap();
            let text = match number {
                0 => "r0 = \"x\"\n".to_owned(),
                _ => format!("; urlbnf: import {0}\nr{number} = r{0}\n", number - 1),
            };
            let text = format!("; urlbnf: notation abnf\n{text}");
            Ok(ImportedText { name: import.source.clone(), text, folder: None })
        };
        let text = format!("; urlbnf: import {0}\na = r{0}\n", depth - 1);
        Grammar::read_importing("a.abnf", text.as_bytes(), Reading::Printed, &mut load)
    };
    assert!(deep(DEEPEST_IMPORT).is_ok());
    let error = deep(DEEPEST_IMPORT + 1).unwrap_err().to_string();
    assert!(error.ends_with("files may import each other 8 deep at most"), "{error}");
    // Each file imports the next one twice. Without a limit, eight levels read the last file
    // 256 times.
    let wide = |times: usize| {
        let mut read = 0;
        let mut load = |import: &Import, _: Option<&ImportedText>| {
            read += 1;
            let next = import.source.parse::<usize>().unwrap() + 1;
            let imports =
                format!("; urlbnf: import {next}\n").repeat(times * usize::from(next < 6));
            let text = format!("; urlbnf: notation abnf\n{imports}r{next} = \"x\"\n");
            Ok(ImportedText { name: import.source.clone(), text, folder: None })
        };
        let text = b"; urlbnf: import 0\na = r1\n";
        let grammar = Grammar::read_importing("a.abnf", text, Reading::Printed, &mut load);
        (grammar.map(|it| it.len()), read)
    };
    assert!(matches!(wide(2), (Ok(_), 63)));
    let (error, read) = wide(4);
    let error = error.unwrap_err().to_string();
    assert!(error.ends_with("256 files may be imported at most"), "{error}");
    assert!(read < 2 * MOST_IMPORTS, "{read}");
}
