//! Rules imported from other files: with the rules that they need, in their own notation, and
//! through files that import others.

use urlbnf_bnf::automaton::{Automaton, Language};
use urlbnf_bnf::grammar::{DEEPEST_IMPORT, GrammarError, Import, Imported, MOST_IMPORTS};
use urlbnf_bnf::lint::{LintCode, lint};
use urlbnf_bnf::{Grammar, Reading};

/// Reads a text that imports from these files.
fn importing(text: &str, files: &[(&str, &str)]) -> Result<Grammar, GrammarError> {
    let mut load = |import: &Import, _: Option<&Imported>| {
        let found = files.iter().find(|(name, _)| *name == import.source);
        let found = found.ok_or_else(|| format!("there is no {}", import.source))?;
        // An edition is also a file, whose extension names its notation.
        let extension = if found.0.contains('.') { "" } else { ".abnf" };
        let name = format!("{}{extension}", found.0);
        Ok(Imported { name, text: found.1.to_owned(), folder: None })
    };
    Grammar::read_importing("a.abnf", text.as_bytes(), Reading::Printed, &mut load)
}

#[test]
fn imports() {
    let files =
        [("b.abnf", "\nhost = name [port]\nname = 1*ALPHA\nport = \":\" 1*DIGIT\nuser = \"u\"\n")];
    let grammar = importing("; urlbnf: import b.abnf host\na = \"//\" host\n", &files).unwrap();
    let automaton = Automaton::new(&grammar, &Language::of(grammar.start())).unwrap();
    assert!(automaton.accepts(b"//x:1") && !automaton.accepts(b"//1"));
    assert!(grammar.find("port").is_some() && grammar.find("user").is_none());
    // The place of an imported rule is in its own file.
    let name = grammar.find("name").unwrap();
    let place = grammar.production(name).definitions()[0].place;
    assert_eq!(grammar.listing().source(place.start).0.name, "b.abnf");
    assert_eq!(grammar.listing().line_and_column(place.start), (3, 1));

    let text =
        "; urlbnf: import b.abnf uri-host=host\n; urlbnf: import b.abnf name\na = uri-host name\n";
    let grammar = importing(text, &files).unwrap();
    assert!(grammar.find("host").is_none() && grammar.undefined().is_empty());

    let refused = |text: &str| importing(text, &files).unwrap_err().to_string();
    assert_eq!(
        refused("; urlbnf: import b.abnf host\na = host\nport = \"x\"\n"),
        "cannot read the BNF at byte 17: `port` is defined in a.abnf, line 3, and in b.abnf, line 4",
    );
    assert_eq!(
        refused("; urlbnf: import b.abnf path\na = path\n"),
        "cannot read the BNF at byte 17: nothing is imported: b.abnf has no rule `path`",
    );
    assert_eq!(
        refused("; urlbnf: import c.abnf path\na = path\n"),
        "cannot read the BNF at byte 17: nothing is imported: there is no c.abnf",
    );
}

/// The RFC Editor's phrase for an import acts as one if the document is available.
#[test]
fn phrases_that_name_a_rule_of_a_document_are_imports() {
    let files = [
        ("rfc3986", "host = name [ port ]\nname = 1*ALPHA\nport = \":\" 1*DIGIT\n"),
        ("rfc5646.abnf", "Language-Tag = 2ALPHA\n"),
    ];
    let text = "field = uri-host [ port ] \" \" language-tag\n\
        language-tag = <Language-Tag, see [RFC5646], Section 2.1>\n\
        port = <port, see [URI], Section 3.2.3>\n\
        uri-host = <host, see [URI], Section 3.2.2>\n";
    let grammar = importing(text, &files).unwrap();
    assert!(grammar.undefined().is_empty());
    let names: Vec<&str> = grammar.ids().take(4).map(|id| grammar.name(id)).collect();
    assert_eq!(names, ["field", "language-tag", "port", "uri-host"]);
    let automaton = Automaton::new(&grammar, &Language::of(grammar.start())).unwrap();
    assert!(automaton.accepts(b"x:1 en") && automaton.accepts(b"x:1:2 en"));
    assert!(!automaton.accepts(b"x e"));
    // A phrase may stand within a rule, and two rules may refer to one.
    let text = "field = <host, see [URI], Section 3.2.2> \" \" server digit\n\
        server = <host, see [RFC3986], Section 3.2.2>\n\
        other = <host, see [RFC3986], Section 3.2.2>\n\
        digit = <DIGIT, see [RFC5234], Appendix B.1>\n";
    let grammar = importing(text, &files).unwrap();
    assert!(grammar.undefined().is_empty(), "{:?}", grammar.undefined());
    let field = grammar.find("field").unwrap();
    let automaton = Automaton::new(&grammar, &Language::of(field)).unwrap();
    assert!(automaton.accepts(b"x:1 y0") && !automaton.accepts(b"x y"));
    assert!(grammar.find("host").is_none());
    let text = "field = <host, see [URI], Section 3.2.2> \"!\"\n";
    let grammar = importing(text, &files).unwrap();
    assert!(grammar.undefined().is_empty() && grammar.find("host").is_some());
    // A phrase that would have two meanings is not an import.
    let text = "field = uri-host\nname = \"n\"\nuri-host = <host, see [URI], Section 3.2.2>\n";
    let grammar = importing(text, &files).unwrap();
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

/// An imported file may import, replace rules, and extend what it imports. A rule that is
/// imported by two paths is one rule.
#[test]
fn imported_files_may_import_replace_and_extend_rules() {
    let files = [
        ("digits.abnf", "number = 1*digit\ndigit = %x30-31\n"),
        ("port.abnf", "; urlbnf: import digits.abnf number\nport = \":\" number\n"),
        ("host.abnf", "; urlbnf: import digits.abnf\nhost = number [ \".\" host ]\n"),
        ("more.abnf", "; urlbnf: changes digits.abnf\ndigit =/ %x32\nletter = \"a\"\n"),
        ("most.abnf", "; urlbnf: changes more.abnf\nletter = \"b\"\nfirst = digit letter\n"),
        ("old.bnf", "# notation rfc822\n# urlbnf: changes older.bnf\nb = \"x\" | \"y\"\n"),
        ("older.bnf", "# notation rfc822\na = b c\nb = \"x\"\nc = \"z\"\n"),
        ("adds.abnf", "; urlbnf: import digits.abnf digit\ndigit =/ %x33\n"),
    ];
    #[track_caller]
    fn accepts(text: &str, files: &[(&str, &str)], strings: &[&str], others: &[&str]) {
        let grammar = importing(text, files).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(grammar.undefined().is_empty(), "{text}");
        let first = grammar.ids().next().unwrap();
        let automaton = Automaton::new(&grammar, &Language::of(first)).unwrap();
        for string in strings {
            assert!(automaton.accepts(string.as_bytes()), "{string:?} of {text}");
        }
        for string in others {
            assert!(!automaton.accepts(string.as_bytes()), "{string:?} of {text}");
        }
        for id in grammar.defined() {
            for definition in grammar.production(id).definitions() {
                let (source, own) = grammar.listing().source(definition.name_place.start);
                let (line, _) = grammar.listing().line_and_column(definition.name_place.start);
                let named = own.lines().nth(line - 1).unwrap();
                let is_renamed = grammar.name(id) == "old";
                assert!(is_renamed || named.starts_with(grammar.name(id)), "{named}");
                let known = files.iter().any(|(name, _)| *name == source.name);
                assert!(known || source.name == "a.abnf" || !source.is_file, "{}", source.name);
            }
        }
    }
    let text = "a = host port\n; urlbnf: import host.abnf host\n; urlbnf: import port.abnf port\n";
    accepts(text, &files, &["0:1", "0.11:10"], &["0", "2:1", ":1"]);
    accepts("a = first\n; urlbnf: import most.abnf\n", &files, &["0b", "2b"], &["2a", "3b"]);
    accepts("a = number\n; urlbnf: import more.abnf number\n", &files, &["012"], &["3"]);
    accepts("n = old\n; urlbnf: import old.bnf old=a\n", &files, &["xz", "yz"], &["z", "XZ"]);
    // An imported rule is extended, here and in an imported file.
    accepts("a = port\nport =/ \"!\"\n; urlbnf: import port.abnf\n", &files, &[":1", "!"], &["1"]);
    accepts("a = digit\n; urlbnf: import adds.abnf digit\n", &files, &["0", "3"], &["2"]);

    let refused =
        |text: &str, files: &[(&str, &str)]| importing(text, files).unwrap_err().to_string();
    // With the extension, the rule is another one than without it.
    assert_eq!(
        refused(
            "a = digit\n; urlbnf: import digits.abnf digit\n; urlbnf: import adds.abnf\n",
            &files
        ),
        "cannot read the BNF at byte 62: `digit` is defined in digits.abnf, line 2, and in adds.abnf, line 2",
    );
    let lines = [("b.abnf", "; urlbnf: import c.abnf\nb = c\n"), ("c.abnf", "\nc = \n")];
    assert_eq!(
        refused("; urlbnf: import b.abnf\na = b\n", &lines),
        "cannot read the BNF at byte 17: nothing is imported: c.abnf, line 2: an alternative is missing here",
    );
    let circle = [
        ("b.abnf", "; urlbnf: import c.abnf\nb = c\n"),
        ("c.abnf", "; urlbnf: changes b.abnf\nc = \"c\"\n"),
    ];
    assert_eq!(
        refused("; urlbnf: import b.abnf\na = b\n", &circle),
        "cannot read the BNF at byte 17: nothing is imported: it would import itself: b.abnf > c.abnf > b.abnf",
    );
    let itself = [("a.abnf", "")];
    assert_eq!(
        refused("; urlbnf: import a.abnf\na = \"a\"\n", &itself),
        "cannot read the BNF at byte 17: nothing is imported: it would import itself: a.abnf > a.abnf",
    );
}

/// Files that import each other do so up to a depth limit.
#[test]
fn imports_have_limits() {
    let deep = |depth: usize| {
        let mut load = |import: &Import, _: Option<&Imported>| {
            let number: usize = import.source.parse().unwrap();
            let text = match number {
                0 => "r0 = \"x\"\n".to_owned(),
                _ => format!("; urlbnf: import {0}\nr{number} = r{0}\n", number - 1),
            };
            let text = format!("; urlbnf: notation abnf\n{text}");
            Ok(Imported { name: import.source.clone(), text, folder: None })
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
        let mut load = |import: &Import, _: Option<&Imported>| {
            read += 1;
            let next = import.source.parse::<usize>().unwrap() + 1;
            let imports =
                format!("; urlbnf: import {next}\n").repeat(times * usize::from(next < 6));
            let text = format!("; urlbnf: notation abnf\n{imports}r{next} = \"x\"\n");
            Ok(Imported { name: import.source.clone(), text, folder: None })
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

/// A grammar in another notation is read in that notation, and its rules keep their meaning:
/// case, words for characters, errata, two definitions of a name.
#[test]
fn imports_of_other_notations() {
    let spaced = "# notation spaced\n\nword          letter more\nmore          word | void\n\
                  letter        a | space | vline | void\nletter        B\nvoid\n\
                  #@interpretation I1 letter\nslip          x x\n#@erratum E1 slip  x y\n";
    let rfc822 =
        "# notation rfc822\nhost = 1*[ name ] [ \":\" port ]\nname = \"A\" | \"b\"\nport = \"1\"\n";
    let files = [("spaced.bnf", spaced), ("rfc822.bnf", rfc822)];
    let accepts = |text: &str, reading: Reading, strings: &[&str], others: &[&str]| {
        let mut load = |import: &Import, _: Option<&Imported>| {
            let found = files.iter().find(|(name, _)| *name == import.source).unwrap();
            // An edition is also a file, whose extension names its notation.
            let extension = if found.0.contains('.') { "" } else { ".abnf" };
            let name = format!("{}{extension}", found.0);
            Ok(Imported { name, text: found.1.to_owned(), folder: None })
        };
        let grammar = Grammar::read_importing("a.abnf", text.as_bytes(), reading, &mut load)
            .unwrap_or_else(|error| panic!("{error}"));
        let first = grammar.ids().next().unwrap();
        let automaton = Automaton::new(&grammar, &Language::of(first)).unwrap();
        for (string, expected) in
            strings.iter().map(|it| (it, true)).chain(others.iter().map(|it| (it, false)))
        {
            assert_eq!(automaton.accepts(string.as_bytes()), expected, "{string:?} of {text}");
        }
        // Each place is in its own text.
        for id in grammar.defined() {
            for definition in grammar.production(id).definitions() {
                let (source, _) = grammar.listing().source(definition.name_place.start);
                let name = &grammar.listing().text[definition.name_place.range()];
                assert!(name == grammar.name(id) || source.name != "a.abnf", "{name}");
            }
        }
    };
    let text = "a = \"=\" word\n; urlbnf: import spaced.bnf word\n";
    accepts(text, Reading::Corrected, &["=a", "=a |B", "=", "=aa"], &["=A", "=b", "a", "=x"]);
    let text = "a = host \"x\"\n; urlbnf: import rfc822.bnf\n";
    accepts(text, Reading::Corrected, &["Ax", "AbAX", "b:1x"], &["ax", "Bx", ":1x", "Ab:2x"]);
    let text = "a = uri-host\nhost = \"?\"\n; urlbnf: import rfc822.bnf uri-host=host\n";
    accepts(text, Reading::Corrected, &["A", "b:1"], &["?", "a"]);
    let text = "a = slip\n; urlbnf: import spaced.bnf slip\n";
    accepts(text, Reading::Corrected, &["xy"], &["xx", "XY"]);
    accepts(text, Reading::Printed, &["xx"], &["xy"]);
    let refused = |text: &str| importing(text, &files).unwrap_err().to_string();
    assert_eq!(
        refused("; urlbnf: import rfc822.bnf host\na = host\nPort = \"x\"\n"),
        "cannot read the BNF at byte 17: `Port` is defined in a.abnf, line 3, and in rfc822.bnf, line 4",
    );
    let both = "; urlbnf: import rfc822.bnf name\n; urlbnf: import other.bnf name\na = name\n";
    let files = [files[1], ("other.bnf", "# notation rfc822\nname = \"c\"\n")];
    assert_eq!(
        importing(both, &files).unwrap_err().to_string(),
        "cannot read the BNF at byte 50: `name` is defined in rfc822.bnf, line 3, and in other.bnf, line 2",
    );
    let one_name = [("c.bnf", "# notation rfc822\nname = Name\nName = \"c\"\n")];
    assert_eq!(
        importing("; urlbnf: import c.bnf name\na = name\n", &one_name).unwrap_err().to_string(),
        "cannot read the BNF at byte 17: nothing is imported: c.bnf has `name` and `Name`, which are one name in ABNF",
    );
}
