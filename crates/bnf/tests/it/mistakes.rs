//! The errors in a grammar file: their places and messages.

use urlbnf_bnf::grammar::{GrammarError, MOST_ERRORS, SyntaxErrors};
use urlbnf_bnf::{Grammar, Reading};

#[track_caller]
fn errors(bytes: &[u8]) -> SyntaxErrors {
    match Grammar::read_bytes("a.bnf", bytes, Reading::Corrected) {
        Err(GrammarError::Syntax(errors)) => errors,
        other => panic!("{:?} is {other:?}", String::from_utf8_lossy(bytes)),
    }
}

#[track_caller]
fn fine(text: &str) -> Grammar {
    Grammar::read("a.bnf", text, Reading::Corrected).unwrap_or_else(|it| panic!("{text:?}: {it}"))
}

#[test]
fn the_notation_is_declared() {
    let help = errors(b"# notation klingon\naa  x\n").all()[0].kind.help().unwrap();
    assert!(help.starts_with("there are `spaced`, `rfc822` and `abnf`\n"), "{help}");
    let help = errors(b"# My recipe\n<aa> ::= \"x\"\n").all()[0].kind.help().unwrap();
    for notation in ["# notation rfc822", "\nspaced is ", "\nrfc822 is ", "\nabnf is "] {
        assert!(help.contains(notation), "{help}");
    }
}

#[test]
fn lines_may_end_with_a_carriage_return() {
    let crlf =
        fine("# notation rfc822\r\n# start bb\r\naa = \"x\" |\r\n  bb\r\n\r\nbb = \"y\"\r\n");
    assert_eq!(crlf.name(crlf.start()), "bb");
}

#[test]
fn defined_twice() {
    let twice = "# notation rfc822\naa = \"x\"\nbb = aa\naa = \"y\"\n";
    let (first, what) = errors(twice.as_bytes()).all()[0].kind.related().unwrap();
    assert_eq!((first.start, what), (18, "first defined here"));
    let excused = fine(&format!("{twice}#@interpretation I1 aa\n"));
    assert_eq!(excused.production(excused.start()).definitions().len(), 2);
}

#[test]
fn marks() {
    let listing = fine("# notation rfc822\n#@page 7\t\naa = \"a\" | \n#@page 8\n\n; x\n  \"b\"\n");
    assert_eq!((listing.listing().page(40), listing.listing().page(57)), (Some(7), Some(8)));
}

#[test]
fn brackets() {
    let deep = |deep: usize, open: &str, close: &str| {
        format!("# notation rfc822\naa = {}\"a\"{}\n", open.repeat(deep), close.repeat(deep))
    };
    for (open, close) in [("[", "]"), ("(", ")"), ("*[", "]"), ("[\"]\"", "]"), ("[ ; ] ]\n ", "]")]
    {
        fine(&deep(200, open, close));
        for many in [201, 100_000] {
            let errors = errors(deep(many, open, close).as_bytes());
            assert_eq!(errors.all().len(), 1);
            assert_eq!(errors.all()[0].kind.to_string(), "brackets may be nested at most 200 deep");
            let at = "# notation rfc822\naa = ".len()
                + 200 * open.len()
                + open.find(['[', '(']).unwrap();
            assert_eq!(errors.all()[0].place.start, at);
        }
    }
    // Side by side, in literals and in comments, any number is allowed.
    fine(&format!("# notation rfc822\naa = {}\n", "[ \"a\" ]".repeat(1_000)));
    fine(&format!("# notation rfc822\naa = {} ; {}\n", "\"[\"".repeat(1_000), "[".repeat(1_000)));
    fine(&format!("# notation spaced\n# {}\naa  {} x\n", "[".repeat(500), "( ".repeat(500)));
}

#[test]
fn all_errors_of_a_file_are_reported() {
    let many = format!("# notation rfc822\naa = \"x\"\n{}", "bb = (\n".repeat(1_000));
    let errors = errors(many.as_bytes());
    assert_eq!((errors.all().len(), errors.more()), (MOST_ERRORS, 1_000 - MOST_ERRORS));
    assert!(errors.to_string().ends_with("\nand 900 more"));
}

#[test]
fn no_message_is_long() {
    let name = "x".repeat(1_000_000);
    for text in [
        format!("# notation {name}\naa  x\n"),
        format!("# notation rfc822\n{name} = \"x\"\n{name} = \"x\"\n"),
        format!("# notation rfc822\n# start \u{1b}{name}\naa = \"x\"\n"),
    ] {
        let error = Grammar::read("a.bnf", &text, Reading::Corrected).unwrap_err();
        assert!(error.to_string().len() < 300 && !error.to_string().contains('\u{1b}'), "{error}");
    }
}
