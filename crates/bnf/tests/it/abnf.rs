//! The notation of RFC 5234 and RFC 7405, with the variations found in files: tables of a
//! text, and what it derives or where its errors are.

use urlbnf_bnf::automaton::{Automaton, Language};
use urlbnf_bnf::grammar::GrammarError;
use urlbnf_bnf::{Grammar, Reading};

#[track_caller]
fn read(text: &str) -> Grammar {
    Grammar::read("a.abnf", text, Reading::Printed).unwrap_or_else(|error| panic!("{error}"))
}

/// Asserts that the first rule derives some strings, and does not derive others.
#[track_caller]
fn derives(text: &str, strings: &[&[u8]], others: &[&[u8]]) {
    let grammar = read(text);
    let first = grammar.ids().next().unwrap();
    let automaton = Automaton::new(&grammar, &Language::of(first)).unwrap();
    let dfa = automaton.determinise().unwrap();
    for string in strings {
        assert!(automaton.accepts(string) && dfa.accepts(string), "{string:?} of {text}");
    }
    for string in others {
        assert!(!automaton.accepts(string) && !dfa.accepts(string), "{string:?} of {text}");
    }
}

/// Asserts that the text has errors at these lines and columns, for these reasons.
#[track_caller]
fn wrong(text: &str, expected: &[&str]) {
    let Err(GrammarError::Syntax(errors)) = Grammar::read("a.abnf", text, Reading::Printed) else {
        panic!("{text} can be read");
    };
    let told: Vec<String> = errors
        .all()
        .iter()
        .map(|error| {
            let before = &text[..error.place.start];
            let line = before.matches('\n').count() + 1;
            let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
            let length = error.place.end - error.place.start;
            format!("{line}:{column}+{length} {}", error.kind)
        })
        .collect();
    assert_eq!(told, expected, "{text}");
}

#[test]
fn literals() {
    derives("a = \"aB1\"\n", &[b"aB1", b"Ab1", b"AB1"], &[b"a", b"aB", b"aB1x", b""]);
    derives("a = %s\"aB\"\n", &[b"aB"], &[b"ab", b"AB"]);
    derives("a = %i\"aB\" / %S\"x\"\n", &[b"ab", b"AB", b"x"], &[b"X"]);
    derives("a = \"\" / \"x\"\n", &[b"", b"X"], &[b" "]);
    derives("a = \"x;y\" \"|\" ; \"z\"\n", &[b"x;y|"], &[b"x;y", b"x;y|z"]);
}

#[test]
fn values() {
    derives("a = %x41\n", &[b"A"], &[b"a"]);
    derives("a = %d65.66.13 / %B1000011\n", &[b"AB\r", b"C"], &[b"ab\r", b"A"]);
    derives("a = %x30-39 / %xfe-FF\n", &[b"0", b"9", b"\xFE", b"\xFF"], &[b":", b"\xFD"]);
    derives("a = 1*OCTET\n", &[b"\x00\xFF\x80"], &[b""]);
    // One value above FF makes all of them code points, and these are encoded in UTF-8.
    derives(
        "a = %xE9 / %x20AC.21 / %x1F600-1F64F\n",
        &["é".as_bytes(), "€!".as_bytes(), "😀".as_bytes()],
        &[b"\xE9", "€".as_bytes(), b"\xF0\x9F\x98"],
    );
    derives("; urlbnf: code-points\na = %x80-FF\n", &["ÿ".as_bytes()], &[b"\xFF"]);
    // The halves of a surrogate pair are not characters.
    derives("a = \"x\" / %xD800 / %xD800-DBFF\n", &[b"x"], &[b"", b"\xED\xA0\x80"]);
    derives(
        "a = %xD000-F000\n",
        &["\u{D7FF}".as_bytes(), "\u{E000}".as_bytes()],
        &[b"\xED\xA0\x80", b"\xED\xBF\xBF"],
    );
}

#[test]
fn counts() {
    derives("a = 2\"x\"\n", &[b"xx"], &[b"x", b"xxx"]);
    derives("a = *2\"x\"\n", &[b"", b"x", b"xx"], &[b"xxx"]);
    derives("a = 1*3(\"x\" / \"y\")\n", &[b"x", b"yx", b"xyx"], &[b"", b"xxxx"]);
    derives("a = 2*\"x\" 0\"y\"\n", &[b"xx", b"xxxxx"], &[b"x", b"xxy"]);
    derives("a = *1[\"x\"] [\"y\"]\n", &[b"", b"x", b"y", b"xy"], &[b"xx"]);
    let many = [b'x'; 5000];
    derives("a = 1*5000\"x\"\n", &[b"x", &many], &[b"", &[b'x'; 5001]]);
}

#[test]
fn rules() {
    derives("a = B-b\nb-B = \"x\"\n", &[b"x"], &[]);
    derives("a = \"x\"\nA =/ \"y\" / \"z\"\n", &[b"x", b"y", b"z"], &[]);
    derives("a = \"x\" / b\n b = \"y\"\n  c = \"z\"\n", &[b"x", b"y"], &[b"z"]);
    // Quoted strings are not joined, and parentheses group.
    derives("a = (\"x\" / \"y\") \"z\"\n", &[b"xz", b"yz"], &[b"x"]);
    derives("a_b = \"x\" | \"y\"\n", &[b"x", b"y"], &[b"|"]);
}

#[test]
fn core_rules_and_words() {
    derives("a = ALPHA digit CRLF\n", &[b"x1\r\n"], &[b"x1\n"]);
    derives("a = HEXDIG\n", &[b"f", b"F"], &[b"g"]);
    derives("a = SP / HTAB\nSP = \"_\"\n", &[b"_", b"\t"], &[b" "]);
    // Extending a core rule keeps its original alternatives.
    derives("a = SP\nSP =/ \"_\"\n", &[b"_", b" "], &[b"\t"]);
    derives("alpha =/ DIGIT\n; no rule uses it\n", &[b"x", b"1"], &[b"-"]);
    derives("a = <DIGIT> <b>\nb = \"x\"\n", &[b"1x"], &[]);
    derives("a = b\nb = SP\nSP = <Defined in RFC 5234>\n", &[b" "], &[]);
    derives("a = \"x\" / 1*<any CHAR>\n", &[b"x"], &[b"y"]);
    let grammar = read("a = \"x\" / <any CHAR>\n");
    let undefined = grammar.undefined();
    assert_eq!(undefined.len(), 1);
    assert!(grammar.is_prose(undefined[0]));
    assert_eq!(grammar.name(undefined[0]), "<any CHAR>");
}

#[test]
fn lists() {
    let text = "; urlbnf: lists\na = 1#b\nb = \"x\"\n";
    derives(text, &[b"x", b"x,x", b"x , \tx"], &[b"", b"x,", b",x"]);
    derives("; urlbnf: lists\na = #\"x\"\n", &[b"", b"x", b"x,x"], &[b","]);
    let text = "; urlbnf: lists\na = 2#3\"x\"\nOWS = *\"_\"\n";
    derives(text, &[b"x,x", b"x_,__x,x"], &[b"x", b"x, x", b"x,x,x,x"]);
    wrong("a = 1#b\n", &["1:6+1 lists with `#` are not read here"]);
}

#[test]
fn pages_and_indentation() {
    let text = "Preface is a comment:\n";
    wrong(text, &["1:9+1 `=` is missing before this"]);
    derives("   a = b\n       c\n   b = \"x\"\n\n   c = \"y\"", &[b"xy"], &[]);
    derives(
        "   a = b /\n\nCrocker & Overell    Standards Track    [Page 3]\n\u{C}\nRFC 5234      ABNF      January 2008\n\n       c\n   b = \"x\"\n   c = \"y\"\n",
        &[b"x", b"y"],
        &[],
    );
    derives("a = b ; \"\r\n  c\r\nb = \"x\" ; =\r\nc = \"y\"\r\n", &[b"xy"], &[]);
    derives("a\n = \"x\"\n", &[b"x"], &[]);
}

#[test]
fn starts() {
    let start = |text: &str| {
        let grammar = read(text);
        let start = grammar.name(grammar.start()).to_owned();
        grammar.has_start().then_some(start)
    };
    assert_eq!(start("b = \"x\"\na = b\n"), Some("a".to_owned()));
    assert_eq!(start("b = \"x\"\na = \"y\"\n"), None);
    assert_eq!(start("; urlbnf: start A\nb = \"x\"\na = \"y\"\n"), Some("a".to_owned()));
    // In a cycle of rules, the first is the start.
    assert_eq!(start("a = \"x\" [b]\nb = a\n"), Some("a".to_owned()));
    assert_eq!(start("a = \"x\" [a]\n"), Some("a".to_owned()));
    let grammar = read("b = \"x\"\na = \"y\"\n");
    let starts: Vec<&str> = grammar.starts().iter().map(|&id| grammar.name(id)).collect();
    assert_eq!(starts, ["b", "a"]);
}

#[test]
fn the_notation_is_declared() {
    let read = |name: &str, text: &str| Grammar::read(name, text, Reading::Printed).is_ok();
    assert!(read("a.abnf", "a = \"b\" / \"c\"\n"));
    assert!(read("a.ABNF", "a = \"b\" / \"c\"\n"));
    assert!(read("a.txt", "; urlbnf: notation abnf\na = \"b\" / \"c\"\n"));
    assert!(!read("a.txt", "a = \"b\" / \"c\"\n"));
    // A directive in the file overrides the file's extension.
    assert!(!read("a.abnf", "; urlbnf: notation rfc822\naa = \"b\" / \"c\"\n"));
}

#[test]
fn mistakes() {
    wrong("a = \n", &["1:4+0 an alternative is missing here"]);
    wrong("a = b /\n", &["1:7+1 an alternative is missing here"]);
    wrong("a = ( b\n", &["1:8+0 `)` is missing here"]);
    wrong("a = b )\n", &["1:7+1 nothing opened this `)`"]);
    wrong("a = \"b\n", &["1:5+2 `\"` is missing at the end of this literal"]);
    wrong("a = <b\n", &["1:5+2 `>` is missing at the end of this text"]);
    wrong("a = %x\n", &["1:7+0 there is no such value"]);
    wrong("a = %y41\n", &["1:5+2 there is no such value"]);
    wrong("a = %i\n", &["1:5+2 a literal in quotes must follow this directly"]);
    wrong(
        "; urlbnf: lists\na = 1*2#b\n",
        &["2:8+1 the numbers of a list are written around its `#`, without a `*`"],
    );
    wrong("a = %x110000\n", &["1:7+6 this value is too large"]);
    wrong("a = %x42-41\n", &["1:5+7 this range ends before it begins"]);
    wrong("a = 3*2b\n", &["1:5+3 the least number of times is larger than the most"]);
    wrong("a = 4294967296b\n", &["1:5+10 this number is too large"]);
    wrong("a = *\n", &["1:5+1 nothing that could be repeated follows this"]);
    wrong("a ::= b\n", &["1:3+3 `::=` is not read here"]);
    wrong("# notation abnf\na = b\n", &["1:1+1 `#` does not begin a comment in ABNF"]);
    wrong("a = {b}\n", &["1:5+1 `{` is not read here"]);
    wrong("a = 'b'\n", &["1:5+1 `'` is not read here"]);
    wrong(
        "1a = b\nc = (\n",
        &[
            "1:1+1 a production begins with its name, not with `1`",
            "2:5+1 an alternative is missing here",
        ],
    );
    wrong("; urlbnf: begin a\na = \"b\"\n", &["1:11+5 expected another word"]);
    wrong("; urlbnf: start\na = \"b\"\n", &["1:11+5 expected the name of a rule, after this"]);
    let deep = format!("; urlbnf: lists\na = {}x{}\n", "#(".repeat(9), ")".repeat(9));
    wrong(&deep, &["2:13+1 too many lists in lists"]);
}

#[test]
fn large_counts_are_exact_or_told() {
    let grammar = read("a = 1*65535%s\"x\"\n");
    let first = grammar.ids().next().unwrap();
    let dfa = Automaton::new(&grammar, &Language::of(first)).unwrap().determinise().unwrap();
    assert_eq!(dfa.count(), Some(65_535_u32.into()));
    for text in
        ["a = 1*4294967295\"x\"\n", "a = 4294967295(*\"x\")\n", "a = *4294967295[b]\nb = \"\"\n"]
    {
        let grammar = read(text);
        let first = grammar.ids().next().unwrap();
        assert!(Automaton::new(&grammar, &Language::of(first)).is_err(), "{text}");
    }
}

/// A program wrote `%d195` for `%xE0`: the result is valid, but another language.
#[test]
fn languages_that_differ_outside_ascii_differ() {
    let dfa = |text: &str| {
        let grammar = read(text);
        let automaton = Automaton::new(&grammar, &Language::of(grammar.start())).unwrap();
        automaton.determinise().unwrap()
    };
    let wrong = dfa("a = %d195 %xA0-BF b\nb = %x80-BF\n");
    let right = dfa("a = %xE0 %xA0-BF b\nb = %x80-BF\n");
    assert_eq!(right.witness(&wrong), Ok(Some(b"\xE0\xA0\x80".to_vec())));
    assert_eq!(wrong.witness(&right), Ok(Some(b"\xC3\xA0\x80".to_vec())));
    assert_ne!(wrong, right);
}
