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

/// The line and the column of a byte offset, both from 1.
fn line_and_column(bytes: &[u8], offset: usize) -> (usize, usize) {
    let before = String::from_utf8_lossy(&bytes[..offset]);
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// Asserts the errors, as `LINE:COLUMN+LENGTH MESSAGE`.
#[track_caller]
fn told(text: impl AsRef<[u8]>, expected: &[&str]) {
    let bytes = text.as_ref();
    let found: Vec<String> = errors(bytes)
        .all()
        .iter()
        .map(|it| {
            let (line, column) = line_and_column(bytes, it.place.start);
            format!("{line}:{column}+{} {}", it.place.end - it.place.start, it.kind)
        })
        .collect();
    assert_eq!(found, expected, "{:?}", String::from_utf8_lossy(bytes));
}

#[track_caller]
fn rfc822(text: &str, expected: &str) {
    told(format!("# notation rfc822\n{text}"), &[expected]);
}

#[track_caller]
fn spaced(text: &str, expected: &str) {
    told(format!("# notation spaced\n{text}"), &[expected]);
}

#[track_caller]
fn fine(text: &str) -> Grammar {
    Grammar::read("a.bnf", text, Reading::Corrected).unwrap_or_else(|it| panic!("{text:?}: {it}"))
}

#[test]
fn the_notation_is_declared() {
    told("aa = \"x\"\n", &["1:1+0 the file does not name its notation"]);
    told("# a\naa  x\n# notaton spaced\n", &["3:1+16 the file does not name its notation"]);
    told("#notation spaced\naa  x\n", &["1:1+16 the file does not name its notation"]);
    told("# notation: rfc822\na = \"x\"", &["1:1+18 the file does not name its notation"]);
    told("# notation klingon\naa  x\n", &["1:12+7 there is no notation `klingon`"]);
    told("# notation spaced x\naa  x\n", &["1:12+8 there is no notation `spaced x`"]);
    told(
        "# notation spaced\naa  x\n# notation rfc822\n",
        &["3:12+6 the header names the notation twice"],
    );
    told(
        "# notation spaced\n# start aa\n# start  bb\naa  x\nbb  y\n",
        &["3:10+2 the header names the start twice"],
    );
    told(
        "# notation spaced\naa = \"x\" | bb\nbb = \"y\"\n",
        &["1:12+6 an `=` follows each name, which in the notation spaced is a character"],
    );
    told(
        "# notation rfc822\naa  h t t p\nbb  aa\n",
        &["1:12+6 no `=` follows the names, as the notation rfc822 requires"],
    );
    let help = errors(b"# notation klingon\naa  x\n").all()[0].kind.help().unwrap();
    assert!(help.starts_with("there are `spaced`, `rfc822` and `abnf`\n"), "{help}");
    // The common `::=` form of BNF is not supported; the help lists the notations that are.
    told("<aa> ::= \"x\"\n", &["1:1+1 a name between `<` and `>` is not read"]);
    let help = errors(b"# My recipe\n<aa> ::= \"x\"\n").all()[0].kind.help().unwrap();
    for notation in ["# notation rfc822", "\nspaced is ", "\nrfc822 is ", "\nabnf is "] {
        assert!(help.contains(notation), "{help}");
    }
    // In this notation it is valid, and a header can declare it.
    fine("# notation spaced\nreserved  = | ;\n");
    fine("# notation spaced\nreserved  = a\nother     b\n");
    fine("# notation spaced\n#@interpretation I1 sign\nsign  = a\n");
    fine("# foo bar\n#\tnotation\t rfc822 \naa = \"x\"\n");
}

#[test]
fn bytes() {
    let text = |bytes: &[u8]| [b"# notation rfc822\naa = \"", bytes, b"\" ;\nbb = (\n"].concat();
    told(
        text(b"\xE9\xE8 caf\xE9"),
        &[
            "2:7+2 the byte E9 is not UTF-8 here",
            "2:13+1 the byte E9 is not UTF-8 here",
            "3:6+1 an alternative is missing here",
        ],
    );
    told(
        text(b"\x1b[31m"),
        &["2:7+1 U+001B is not allowed in a literal", "3:6+1 an alternative is missing here"],
    );
    told(b"\xFF\xFE#\0", &["1:1+2 the file is in UTF-16"]);
    told(
        "\u{FEFF}# notation rfc822\naa = \"x\"\n",
        &["1:1+3 the file begins with a byte order mark, which cannot be seen"],
    );
    rfc822("aa = \"x\"\rbb = \"y\"\n", "2:9+1 a carriage return without a line feed after it");
    told(
        "# notation rfc822\r# x\raa = \"x\"\r",
        &["1:18+1 a carriage return without a line feed after it"],
    );
    rfc822("aa = \u{202E}\"x\"\n", "2:6+3 U+202E is not allowed here");
    let crlf =
        fine("# notation rfc822\r\n# start bb\r\naa = \"x\" |\r\n  bb\r\n\r\nbb = \"y\"\r\n");
    assert_eq!(crlf.name(crlf.start()), "bb");
}

#[test]
fn what_is_missing() {
    rfc822("aa = ( \"b\" | \"c\"\nbb = \"d\"\n", "2:17+0 `)` is missing here");
    rfc822("aa = ( \"b\" | \"c\"   ; more\n", "2:17+0 `)` is missing here");
    rfc822("aa = [ ( \"b\" ]\n", "2:14+1 `)` is missing here");
    rfc822("aa = *[ \"b\"\n  | \"c\" )\n", "3:9+1 `]` is missing here");
    rfc822("aa = \"b\" )\n", "2:10+1 nothing opened this `)`");
    rfc822("aa = ]\n", "2:6+1 nothing opened this `]`");
    rfc822("aa = \"b\n", "2:6+2 `\"` is missing at the end of this literal");
    rfc822("aa = bb \"\"\nbb =\n", "2:9+2 there is nothing between these quotes");
    rfc822("aa \"b\"\nbb = \"x\"\n", "2:4+1 `=` is missing before this");
    rfc822("aa\nbb = \"x\"\n", "2:3+0 `=` is missing before this");
    rfc822("aa = \"b\" |\n", "2:10+1 an alternative is missing here");
    rfc822("aa = | \"b\"\n", "2:6+1 an alternative is missing here");
    rfc822("aa = \"b\" | | \"c\"\n", "2:12+1 an alternative is missing here");
    rfc822("aa = ()\n", "2:7+1 an alternative is missing here");
    rfc822("aa = \"b\"*\n", "2:9+1 nothing that could be repeated follows this");
    rfc822("aa = ( \"b\" 1* ) \"c\"\n", "2:13+1 nothing that could be repeated follows this");
    spaced("aa  h [ b | c\nbb  x\n", "2:14+0 `]` is missing here");
    spaced("aa  h [ b | c [ d ]\n   x\n", "3:5+0 `]` is missing here");
    spaced("aa  b ] c\n", "2:7+1 nothing opened this `]`");
    spaced("aa  [ ] c\n", "2:7+1 an alternative is missing here");
    spaced("aa  x | \n", "2:7+1 an alternative is missing here");
}

#[test]
fn names() {
    rfc822("a = \"x\"\n\n\n_b = \"y\"\n", "5:1+1 a production begins with its name, not with `_`");
    rfc822("a = \"x\"\nurlé = \"x\"\n", "3:4+2 `é` (U+00E9) is not allowed in a name");
    rfc822("a = \"x\" é\n", "2:9+2 `é` (U+00E9) is not allowed here");
    rfc822(
        "  aa = \"x\"\n  bb = \"y\"\n",
        "2:3+2 no production above this line could continue here",
    );
    rfc822("aa = \"x\"\n\n  bb = \"y\"\n", "4:6+1 a second `=` in one production");
    spaced("a  x\n", "2:1+1 this name has one character");
    spaced("url[x]  x\n", "2:4+1 `[` is not allowed in a name");
    spaced("; x\naa  x\n", "2:1+1 a production begins with its name, not with `;`");
}

#[test]
fn defined_twice() {
    let twice = "# notation rfc822\naa = \"x\"\nbb = aa\naa = \"y\"\n";
    told(twice, &["4:1+2 `aa` is defined twice"]);
    let (first, what) = errors(twice.as_bytes()).all()[0].kind.related().unwrap();
    assert_eq!((first.start, what), (18, "first defined here"));
    told(
        format!("{twice}aa = \"z\"\n"),
        &["4:1+2 `aa` is defined twice", "5:1+2 `aa` is defined twice"],
    );
    let excused = fine(&format!("{twice}#@interpretation I1 aa\n"));
    assert_eq!(excused.production(excused.start()).definitions().len(), 2);
    told(format!("{twice}#@interpretation I1 bb\n"), &["4:1+2 `aa` is defined twice"]);
    let errata = "# notation rfc822\naa = \"x\"\n#@erratum E1 aa = \"y\"\n";
    fine(errata);
    told(format!("{errata}#@erratum E2 aa = \"z\"\n"), &["4:14+2 `aa` is defined twice"]);
}

#[test]
fn other_notations() {
    rfc822("aa = \"x\" / bb\nbb = \"y\"\n", "2:10+1 a `/` without quotes");
    fine("# notation rfc822\naa = \"x\" / \"y\"\n#@interpretation I1 aa\n");
    rfc822("aa = \"x\"\naa =/ \"y\"\n", "3:4+2 `=/` is not read here");
    rfc822("aa ::= \"x\"\n", "2:4+3 `::=` is not read here");
    rfc822("aa:= \"x\"\n", "2:3+2 `:=` is not read here");
    rfc822("<aa> ::= \"x\"\n", "2:1+1 a name between `<` and `>` is not read");
    rfc822("aa = <any character>\n", "2:6+1 `<` is not read here");
    rfc822("aa = \"x\" %x41-5A\n", "2:10+7 characters by number are not read here");
    rfc822("aa = 4*2\"x\"\n", "2:6+3 the least number of times is larger than the most");
    rfc822("aa = 1*9999999999 \"x\"\n", "2:6+12 this number is too large");
    fine("# notation rfc822\naa = 2*4\"x\" *4 \"y\"\n");
    rfc822("aa = 3\"x\"\n", "2:6+1 no `*` follows this number");
    rfc822("aa = 1#\"x\"\n", "2:6+1 no `*` follows this number");
    rfc822("aa = #\"x\"\n", "2:6+1 lists with `#` are not read here");
    rfc822("aa = { \"x\" }\n", "2:6+1 `{` is not read here");
    rfc822("aa = 'x'\n", "2:6+1 `'` is not read here");
    rfc822("aa = \"x\"?\n", "2:9+1 `?` is not allowed here");
    rfc822("aa = **\"x\"\n", "2:6+1 nothing that could be repeated follows this");
}

#[test]
fn numbers() {
    fine("# notation rfc822\naa = 4294967295*\"a\"\n#@page 4294967295\n");
    rfc822("aa = 99999999999999999999999*\"a\"\n", "2:6+23 this number is too large");
    rfc822("aa = \"a\" 4294967296*\"a\"\n", "2:10+10 this number is too large");
    rfc822("#@page 4294967296\naa = \"a\"\n", "2:8+10 this number is too large");
}

#[test]
fn marks() {
    rfc822("#@pgae 7\naa = \"a\"\n", "2:1+6 there is no such line");
    rfc822("#@page\naa = \"a\"\n", "2:7+0 expected the number of a page");
    rfc822("#@page 7 8\naa = \"a\"\n", "2:10+1 expected nothing after the number");
    rfc822(
        "#@erratum e1 aa = \"b\"\n  \"c\"\naa = \"a\"\n",
        "2:11+2 expected its number, a capital letter and digits: `E1`",
    );
    rfc822("#@erratum E1\naa = \"a\"\n", "2:13+0 expected a production");
    rfc822("#@erratum E1 aa \"b\"\naa = \"a\"\n", "2:17+1 `=` is missing before this");
    rfc822("#@interpretation I1\naa = \"a\"\n", "2:20+0 expected the name of a production");
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
    told(
        "# notation rfc822\naa = (\n#@page x\n  \"b\"\nbb \"x\"\ncc = \"d\"\n  %x41\ncc = \"d\"\n",
        &[
            "3:8+1 expected the number of a page",
            "4:6+0 `)` is missing here",
            "5:4+1 `=` is missing before this",
            "7:3+4 characters by number are not read here",
        ],
    );
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

#[test]
fn an_empty_file_and_an_unknown_start_are_errors() {
    let read = |text: &str| Grammar::read("a.bnf", text, Reading::Corrected).unwrap_err();
    assert_eq!(read(""), GrammarError::Empty);
    assert_eq!(read("# a note\n\n  \n"), GrammarError::Empty);
    let GrammarError::NoStart { name, place } = read("# notation spaced\n# start nope\naa  x\n")
    else {
        panic!("there is no such start");
    };
    assert_eq!((name.as_str(), place.range()), ("nope", 26..30));
}
