//! Every output that depends on the nesting limit states it, in each format; and strings that
//! are not UTF-8 are exact in each.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::program::{draft, output, run};

const NESTED: &str = "tests/drafts/nested.abnf";
const WIDER: &str = "tests/drafts/nested-wider.abnf";
/// A string that is nested deeper than the limit.
const DEEP: &str = "((((((a))))))";
const WORDS: &str = "strings in which `comment` is enclosed in itself 3 times at most (--nesting)";

/// Joins the lines of a text, without the marks of continued lines.
fn on_one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().filter(|it| *it != "│").collect();
    words.join(" ")
}

/// Asserts that the standard output states the limit in words.
#[track_caller]
fn says(arguments: &[&str]) {
    let told = on_one_line(&output(arguments, b""));
    let told = told.replace("%0A", " ");
    assert!(told.contains(WORDS), "{arguments:?}: {told}");
}

#[test]
fn every_text_output_states_the_nesting_limit() {
    says(&["explain", "-e", NESTED, "comment"]);
    says(&["explain", NESTED]);
    says(&["ambiguity", "-e", NESTED]);
    says(&["ambiguity", "-e", NESTED, "comment"]);
    for format in ["text", "markdown"] {
        says(&["diff", NESTED, WIDER, "--format", format]);
        says(&["diff", NESTED, NESTED, "--format", format]);
    }
}

#[test]
fn every_record_states_the_nesting_limit() {
    let all: [&[&str]; 5] = [
        &["explain", "-e", NESTED, "comment", "text"],
        &["explain", NESTED],
        &["generate", "-e", NESTED],
        &["generate", "-e", NESTED, "--near-miss"],
        &["ambiguity", "-e", NESTED, "comment", "text"],
    ];
    for arguments in all {
        let told = output(&[arguments, &["--format", "jsonl"]].concat(), b"");
        assert!(!told.is_empty(), "{arguments:?}");
        for line in told.lines() {
            let record: Value = serde_json::from_str(line).expect("a record is JSON");
            let expected = serde_json::json!({ "most": 3, "productions": ["comment"] });
            assert_eq!(record["nesting"], expected, "{arguments:?}: {line}");
        }
    }
    let told = output(&["diff", NESTED, WIDER, "--format", "jsonl"], b"");
    let record: Value = serde_json::from_str(&told).expect("a record is JSON");
    assert_eq!(record["nesting"]["old"]["most"], 3);
    // A rule without nesting has no limit.
    let told = output(&["explain", "-e", NESTED, "octet", "--format", "jsonl"], b"");
    let record: Value = serde_json::from_str(&told).expect("a record is JSON");
    assert_eq!(record["nesting"], Value::Null);
}

/// A record of `check --format jsonl`.
#[track_caller]
fn judged(grammar: &str, options: &[&str], string: &str) -> Value {
    let arguments = [&["check", "-e", grammar, "--format", "jsonl"], options, &[string]].concat();
    serde_json::from_str(output(&arguments, b"").trim()).expect("a record is JSON")
}

/// A string is judged at any depth, whatever the value of --nesting, and no limit is
/// mentioned.
#[test]
fn a_string_is_judged_at_any_depth() {
    for options in [&[][..], &["--nesting", "0"]] {
        let told = judged(NESTED, options, DEEP);
        assert_eq!((&told["verdict"], &told["nesting"]), (&"conforms".into(), &Value::Null));
        let deeper = format!("{}a{}", "(".repeat(300), ")".repeat(300));
        assert_eq!(judged(NESTED, options, &deeper)["verdict"], "conforms");
        for (wrong, offset) in [("(a))", 3), ("((((((a)))))]", 12), (")", 0)] {
            let told = judged(NESTED, options, wrong);
            assert_eq!(told["error"]["code"], "char-not-allowed", "{told}");
            assert_eq!(
                (&told["error"]["offset"], &told["notes"]),
                (&offset.into(), &Value::Array(vec![]))
            );
        }
        let told = judged(NESTED, options, &deeper[..600]);
        assert_eq!(told["error"]["code"], "ends-too-early", "{told}");
        assert_eq!(told["error"]["offset"], 600);
    }
    for command in ["tree", "derive"] {
        let told = output(&[command, "-e", NESTED, "--format", "jsonl", DEEP], b"");
        let record: Value = serde_json::from_str(told.lines().next().unwrap()).unwrap();
        assert_eq!(record["nesting"], Value::Null);
    }
}

/// A rule whose automaton would have too many nodes is judged all the same.
#[test]
fn what_is_too_large_for_an_automaton_is_judged() {
    let text = b"; urlbnf: start s\ns = %s\"a\" / t %s\"c\" / v\nt = 1*2t %s\"(\" %s\")\" / v / %s\")\"\nu = s u u v / *%s\"a\" / %s\")\"\nv = *%s\"a\" / [ t u / %s\"a\" t ]\n";
    let path = &draft("large.abnf", text);
    assert_eq!(judged(path, &[], "a")["verdict"], "conforms");
    let text = b"; urlbnf: start expr\nexpr = expr \"+\" term / expr \"-\" term / term\nterm = term \"*\" factor / factor\nfactor = \"-\" factor / power\npower = primary [ \"^\" factor ]\nprimary = 1*DIGIT / \"(\" expr \")\" / ident [ \"(\" [ args ] \")\" ]\nargs = expr *( \",\" expr )\nident = ALPHA *( ALPHA / DIGIT )\n";
    let path = &draft("expression.abnf", text);
    assert_eq!(judged(path, &[], "f(1,(2+3)*g())^-x")["verdict"], "conforms");
    let told = judged(path, &[], "f(1,(2+)*g())");
    assert_eq!((&told["verdict"], &told["error"]["offset"]), (&"rejected".into(), &7.into()));
}

/// A grammar that is too large for an automaton judges lists as it judges one string, in each
/// format.
#[test]
fn lists_are_judged_one_by_one_where_the_grammar_is_too_large() {
    let json = std::fs::read_to_string("tests/it/standards/rfc8259.abnf").unwrap();
    let json = draft("json.abnf", format!("; urlbnf: start JSON-text\n{json}").as_bytes());
    for (lines, status) in [("[1]\n{\"a\": [[[[[[2]]]]]]}\n", 0), ("[1]\n[1\n", 1)] {
        for format in ["text", "short", "jsonl", "json", "sarif", "github", "matrix", "tally"] {
            for more in [&[][..], &["--quiet"], &["--only", "rejected"]] {
                let mut arguments = vec!["check", "-e", &json, "--format", format];
                arguments.extend(more);
                let output = run(&arguments, lines.as_bytes());
                let said = String::from_utf8_lossy(&output.stderr);
                assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
            }
        }
    }
}

/// No near miss conforms, however deep.
#[test]
fn near_misses_do_not_conform() {
    let text = b"; urlbnf: start s\ns = %s\"i\" s [ %s\"e\" s ] / %s\"a\"\n";
    let path = &draft("dangling.abnf", text);
    let arguments =
        ["generate", "-e", path, "--near-miss", "--count", "40", "--longest", "18", "--seed", "2"];
    let told = output(&arguments, b"");
    assert!(told.lines().count() > 20, "{told}");
    for line in told.lines() {
        let string = line.split('\t').next().unwrap();
        assert_eq!(judged(path, &["--nesting", "9"], string)["verdict"], "rejected", "{string}");
    }
}

/// A difference only beyond the nesting depth is not reported as one.
#[test]
fn a_diff_says_how_deep_it_holds() {
    let twice = draft("twice.abnf", b"; urlbnf: start s\ns = \"a\" [ s ] \"a\"\n");
    let list = draft("list.abnf", b"; urlbnf: start s\ns = 1*\"aa\"\n");
    let four = draft("four.abnf", b"; urlbnf: start s\ns = 1*4\"aa\"\n");
    let told = on_one_line(&output(&["diff", &twice, &four], b""));
    assert!(told.contains("s: equal, as deep as --nesting looks"), "{told}");
    assert!(told.contains("reworded, same language, as deep as --nesting looks"), "{told}");
    let told = on_one_line(&output(&["diff", &list, &twice], b""));
    assert!(told.contains("s: narrower, lost AAAAAAAAAA, as deep as --nesting looks"), "{told}");
    let but = "the string that is lost is in the new grammar too, nested deeper than that";
    assert!(told.contains(but), "{told}");
    let told = output(&["diff", &list, &twice, "--format", "jsonl"], b"");
    let record: Value = serde_json::from_str(&told).expect("a record is JSON");
    assert_eq!(record["nesting"]["deeper"], serde_json::json!(["lost"]));
}

/// A list is not nested.
#[test]
fn a_list_conforms_however_long_it_is() {
    let text = b"expr = expr \"+\" term / term\nterm = \"(\" expr \")\" / \"x\"\n";
    let path = &draft("expr.abnf", text);
    let long = ["x"; 60].join("+");
    let told = output(
        &["check", "-e", path, "--start", "expr", "--format", "short", "x+x+x+x+x", &long],
        b"",
    );
    assert_eq!(told.matches("conforms to `expr`").count(), 2, "{told}");
}

/// The bytes of a record under a key.
#[track_caller]
fn bytes(record: &Value, key: &str) -> Vec<u8> {
    let text = record[key].as_str().expect("there is a text");
    match record[format!("{key}_base64")].as_str() {
        Some(exact) => {
            let exact = STANDARD.decode(exact).expect("it is base64");
            assert!(std::str::from_utf8(&exact).is_err(), "{record}");
            exact
        }
        None => text.as_bytes().to_vec(),
    }
}

#[test]
fn strings_that_are_no_text_are_exact() {
    let arguments = ["generate", "-e", NESTED, "--count", "40"];
    let told = output(&[&arguments[..], &["--format", "jsonl"]].concat(), b"");
    let records: Vec<Value> =
        told.lines().map(|it| serde_json::from_str(it).expect("a record is JSON")).collect();
    let strings: Vec<Vec<u8>> = records.iter().map(|it| bytes(it, "string")).collect();
    assert!(strings.iter().any(|it| it.iter().any(|byte| *byte > 0x7F)));
    // The text output has the same bytes, so that `check` can read it.
    let raw = crate::program::run(&arguments, b"").stdout;
    let lines: Vec<&[u8]> =
        raw.strip_suffix(b"\n").expect("a line ends").split(|&it| it == b'\n').collect();
    assert_eq!(lines, strings);
    let told = output(&["check", "-e", NESTED], &raw);
    assert_eq!(told, format!("All 40 lines conform to {NESTED}.\n"));

    let told = output(&["diff", NESTED, WIDER, "--format", "jsonl"], b"");
    let record: Value = serde_json::from_str(&told).expect("a record is JSON");
    assert_eq!(bytes(&record["language"], "gained"), b"\x90");
    let told = output(&["diff", NESTED, WIDER], b"");
    assert!(told.contains("gained \\x90"), "{told}");
    let told = output(&["diff", NESTED, WIDER, "--format", "markdown"], b"");
    assert!(told.contains("gained `\\x90`"), "{told}");
}
