//! Every command that reads a grammar, on four grammars that many programs implement: the URIs
//! of RFC 3986, the HTTP of RFC 9110, the mail of RFC 5322 and the calendars of RFC 5545.

use crate::command_line::{output, run};
use crate::own_grammars::draft;

/// A grammar, and the expected output of the commands for one of its rules.
struct Tried {
    file: &'static str,
    rule: &'static str,
    /// A string of the rule, and one that is not.
    strings: [&'static str; 2],
    /// A line of the tree of the first string.
    part: &'static str,
    /// A line of the lint report on the grammar.
    finding: &'static str,
    /// Another grammar that has a rule of the same name, and the change of that rule.
    other: [&'static str; 3],
}

const GRAMMARS: [Tried; 4] = [
    Tried {
        file: "docs/abnf/rfc3986.abnf",
        rule: "URI",
        strings: ["http://a.b:80/c", "a b"],
        part: "\n      port \"80\"\n",
        finding: "\"production\":\"dec-octet\",\"message\":\"a parser that takes the first",
        other: ["rfc2396", "IPv4address", "IPv4address: wider, gained 0.0.0.00"],
    },
    Tried {
        file: "docs/abnf/rfc9110.abnf",
        rule: "Accept",
        strings: ["text/html; q=0.5", "text html"],
        part: "\n    type \"text\"\n",
        finding: "\"code\":\"ambiguous\"",
        other: ["tests/abnf/source/rfc9110.abnf", "GMT", "GMT: some gained (GMT), some lost (G)"],
    },
    Tried {
        file: "docs/abnf/rfc5322.abnf",
        rule: "date-time",
        strings: ["Fri, 21 Nov 1997 09:55:06 -0600", "21 Nov 1997"],
        part: "zone \" -0600\"\n",
        finding: "\"code\":\"not-regular\"",
        other: ["tests/abnf/source/rfc9110.abnf", "day-name", "day-name: narrower, lost FRI"],
    },
    Tried {
        file: "docs/abnf/rfc5545.abnf",
        rule: "recur",
        strings: ["FREQ=YEARLY;INTERVAL=2", "FREQ=NEVER"],
        part: "\n    freq \"YEARLY\"\n",
        finding: "\"code\":\"unused\"",
        other: ["docs/abnf/rfc3629.abnf", "UTF8-2", "no difference"],
    },
];

#[track_caller]
fn says(arguments: &[&str], status: i32, expected: &str) {
    let output = run(arguments, b"");
    let text = String::from_utf8_lossy(&output.stdout);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {text}{error}");
    assert!(text.contains(expected), "{arguments:?}: {text}{error}");
}

#[test]
fn every_command_reads_four_grammars_of_published_documents() {
    for Tried { file, rule, strings: [good, bad], part, finding, other } in GRAMMARS {
        let printed = format!("as printed: {file}, line ");
        says(&["check", "-e", file, "--start", rule, good], 0, "conform");
        says(&["check", "-e", file, "--start", rule, bad], 1, "error[");
        says(&["tree", "-e", file, "--start", rule, good], 0, part);
        says(&["explain", "-e", file, rule], 0, &printed);
        says(&["railroad", "-e", file, rule], 0, rule);
        says(&["lint", "--format", "jsonl", file], 1, finding);
        says(&["diff", file, other[0], other[1]], i32::from(other[2] != "no difference"), other[2]);
        // The generated strings are in the language.
        let generated =
            output(&["generate", "-e", file, "--start", rule, "--format", "jsonl"], b"");
        assert!(generated.lines().count() > 1, "{file}: {generated}");
        let strings = run(&["generate", "-e", file, "--start", rule, "--count", "20"], b"").stdout;
        let arguments = ["check", "-e", file, "--start", rule, "-"];
        let judged = run(&arguments, &strings);
        assert_eq!(judged.status.code(), Some(0), "{}", String::from_utf8_lossy(&strings));
    }
}

/// If the values are octets in one grammar and code points in the other, a diff says so.
#[test]
fn a_diff_says_whether_values_are_octets_or_code_points() {
    let octets = "s = \"x\" high\nhigh = %xC2-DF %x80-BF\n";
    let first = draft("octets.abnf", octets.as_bytes());
    let second = draft("points.abnf", format!("{octets}other = %x100\n").as_bytes());
    let told = "values such as %xE9 are octets in the first, and code points in the second";
    says(&["diff", &first, &second, "s"], 1, told);
    says(&["diff", &second, &first, "s"], 1, "are code points in the first, and octets");
    says(&["diff", "--format", "markdown", &first, &second, "s"], 1, "code points in the second.");
    let data = "\"values\":{\"old\":\"octets\",\"new\":\"code points\"}";
    says(&["diff", "--format", "jsonl", &first, &second, "s"], 1, data);
    says(&["diff", "--format", "jsonl", &first, &first, "s"], 0, "\"values\":null");
    // Below 80 both are the same.
    let ascii = draft("ascii.abnf", b"s = %x41-7A\n");
    let points = draft("ascii-points.abnf", b"; urlbnf: code-points\ns = %x41-7A\n");
    says(&["diff", "--format", "jsonl", &ascii, &points, "s"], 0, "\"values\":null");
}

/// The definitions that extend a rule are shown as they are printed.
#[test]
fn definitions_that_extend_a_rule_are_shown_as_printed() {
    let first = draft("adding.abnf", b"s = w\nw = \"a\"\nw =/ \"b\"\n");
    let second = draft("adding-more.abnf", b"s = w\nw = \"a\"\nw =/ \"b\"\nw =/ \"c\"\n");
    says(&["diff", &first, &second, "s"], 1, "+ w  \"a\" =/ \"b\" =/ \"c\"");
}

/// A grammar on standard input, as in a pipeline.
#[test]
fn a_grammar_on_standard_input_is_looked_at() {
    let text = b"; urlbnf: notation abnf\ns = \"a\"\nt = s\nt = \"b\"\n";
    let output = run(&["lint", "--format", "github", "-"], text);
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("file=<standard input>,line=4"), "{said}");
    assert_eq!(run(&["lint", "-", "-"], text).status.code(), Some(2));
}
