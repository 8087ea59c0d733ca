//! What `lint` reports on grammars in ABNF: tables of a text and its findings.

use urlbnf_bnf::lint::lint;
use urlbnf_bnf::{Grammar, Reading};

/// Asserts the findings, as `line:column code witness`.
#[track_caller]
fn finds(text: &str, expected: &[&str]) {
    let grammar = Grammar::read("a.abnf", text, Reading::Printed).unwrap().nested(1);
    let told: Vec<String> = lint(&grammar)
        .iter()
        .map(|finding| {
            assert!(!finding.message(&grammar).is_empty());
            let (line, column) = grammar.listing().line_and_column(finding.place.start);
            let witness = finding.witness().map(|it| String::from_utf8_lossy(it).into_owned());
            let witness = witness.map(|it| format!(" {it}")).unwrap_or_default();
            format!("{line}:{column} {}{witness}", finding.code)
        })
        .collect();
    assert_eq!(told, expected, "{text}");
}

#[test]
fn names() {
    finds("a = \"x\" b\n", &["1:1 derives-nothing", "1:9 undefined"]);
    finds("a = \"x\" / <words>\n", &["1:11 prose"]);
    finds("; urlbnf: start a\na = \"x\"\nb = \"y\"\n", &["3:1 unused"]);
    // Two rules that could be the start use the rules that they need.
    finds("a = c\nb = c\nc = \"x\"\n", &[]);
}

#[test]
fn an_inherited_ambiguity_does_not_hide_a_rules_own() {
    let inherited = "s = r\nr = \"x\" ( g / h )\ng = \"a\" / \"b\"\nh = \"a\" / \"c\"\n";
    finds(inherited, &["2:1 ambiguous XA"]);
    // Its own text is ambiguous too.
    let own = "s = r / g h / h g\nr = \"x\" ( g / h )\ng = \"a\" / \"b\"\nh = \"a\" / \"c\"\n";
    finds(own, &["1:1 ambiguous AA", "2:1 ambiguous XA"]);
}

/// A form in a rule that the grammar defines twice is reported at that rule.
#[test]
fn a_form_is_reported_at_the_rule_that_contains_it() {
    let text = "; urlbnf: start s\ns = a\na = \"x\" / \"y\"\na = \"x\" | \"y\"\n";
    let grammar = Grammar::read("a.abnf", text, Reading::Printed).unwrap();
    let findings = lint(&grammar);
    let owners: Vec<(&str, &str)> =
        findings.iter().map(|it| (it.code.name(), grammar.name(it.production))).collect();
    assert_eq!(owners, [("bar", "a")]);
}

#[test]
fn case() {
    finds("a = \"x\" / \"X\"\n", &["1:11 covered-alternative x", "1:11 case"]);
    finds("a = \"camelCase\"\n", &["1:5 case"]);
    finds("a = \"Content-Type\"\n", &[]);
    finds("a = \"get\" b\nb = %s\"get\"\n", &["1:5 case"]);
    finds("a = DIGIT / \"A\" / \"B\" / \"C\" / \"D\" / \"E\" / \"F\"\n", &["1:5 case"]);
}

#[test]
fn order() {
    finds("a = DIGIT / %x31-39 DIGIT\n", &["1:1 order-matters 10"]);
    finds("a = %x31-39 DIGIT / DIGIT\n", &[]);
    // A name is read as a first-match parser reads it, if it has no finding of its own.
    finds("a = b \"y\"\nb = \"xy\" / \"x\"\n", &["1:1 order-matters XY"]);
    finds("a = b \"x\"\nb = *\"x\"\n", &["1:1 order-matters X"]);
    finds("a = b \"x\"\nb = c\nc = 1*d\nd = \"x\"\n", &["1:1 order-matters XX"]);
    // A finding on a name is not repeated for the rules that use it.
    finds("a = b\nb = c \"x\"\nc = *\"x\"\n", &["2:1 order-matters X"]);
    finds("a = b \"y\"\nb = \"x\" / \"xy\"\n", &["2:1 order-matters XY"]);
    finds("a = b \"y\"\nb = *\"x\"\n", &[]);
    finds("a = *\"x\" \"x\"\n", &["1:1 order-matters X"]);
    finds("a = [\"x\"] \"x\"\n", &["1:1 order-matters X"]);
    finds("a = 1*2\"x\" \"x\"\n", &["1:1 order-matters XX"]);
}

#[test]
fn order_matters_for_left_recursion_and_repetitions_of_nothing() {
    finds("a = a \"x\" / \"y\"\n", &["1:1 order-matters"]);
    // Of mutually left-recursive rules, the first.
    finds("; urlbnf: start a\na = b \"x\" / \"y\"\nb = a \"z\" / \"w\"\n", &["2:1 order-matters"]);
    // A `z` before two `x` can belong to either `a`.
    finds(
        "a = *\"z\" a \"x\" / \"y\"\n",
        &["1:1 not-regular", "1:1 ambiguous ZYXX", "1:1 order-matters"],
    );
    finds("a = \"z\" a / \"y\"\n", &[]);
    finds("a = *([\"b\"])\n", &["1:5 order-matters"]);
    finds("a = \"b\" *c\nc = *DIGIT\n", &["1:1 ambiguous B", "1:9 order-matters"]);
    finds("a = 2([\"b\"])\n", &[]);
}

#[test]
fn bounds() {
    finds("a = 1*3b\nb = *\"x\"\n", &["1:1 ambiguous ", "1:5 idle-bound", "1:5 idle-bound"]);
    finds("a = 1*3\"x\"\n", &[]);
    finds("a = 2*\"x\" / \"\" / \"x\"\n", &["1:1 order-matters X", "1:5 idle-bound"]);
    // Without the bound, the body could be empty, so the bound is not idle.
    finds("a = [ 1*\"x\" ]\n", &[]);
    finds("a = *( 1*\"x\" / \"y\" )\n", &[]);
}

#[test]
fn collected() {
    finds(
        "a = b\nb = \"x\" / \"y\"\nb = %x79 / \"X\"\nb = \"y\" / \"x\"\n",
        &["3:1 collected-differs Y"],
    );
    finds("a = \"x\"\na =/ \"y\"\na = \"y\" / \"x\"\n", &[]);
    // An extension belongs to the definition before it.
    finds("a = \"x\"\na =/ \"y\"\na = \"y\"\na =/ \"x\"\n", &[]);
    finds("a = \"x\" / \"y\"\na = \"y\"\na =/ \"z\"\n", &["2:1 collected-differs Z"]);
}

#[test]
fn recursion() {
    finds("e = \"x\" / \"(\" e \")\"\n", &["1:1 not-regular"]);
    finds("e = \"x\" / \"y\" e\n", &[]);
}

#[test]
fn forms_that_rfc_5234_has_otherwise() {
    finds("a = 1* \"x\"\n", &["1:5 not-rfc5234"]);
    finds("a = 2 \"x\"\n", &["1:5 not-rfc5234"]);
    finds("a = * ( \"x\" )\n", &["1:5 not-rfc5234"]);
    finds("a = \"x\"\"y\"\n", &["1:8 not-rfc5234"]);
    finds("a = \"x\"[\"y\"]\"z\"\n", &["1:8 not-rfc5234", "1:13 not-rfc5234"]);
    finds("a = 2\"x\" 1*3( \"y\" ) [ \"z\" ]\n", &[]);
    finds("a = \"x\" b\n b = \"y\"\n", &["2:2 not-rfc5234"]);
    finds("  a = \"x\" b\n  b = \"y\"\n", &[]);
    finds("a_b = \"x\"\n", &["1:1 not-rfc5234"]);
    finds("a =/ \"x\"\n", &["1:1 not-rfc5234"]);
    finds("a = ALPHA\nALPHA =/ \"_\"\n", &[]);
}

#[test]
fn values() {
    finds("a = \"%x41\" / \"%d13.10\"\n", &["1:5 suspicious-literal", "1:14 suspicious-literal"]);
    finds("a = \"x\" / %xD800\n", &["1:11 surrogates"]);
    finds("a = %xD800-DBFF\n", &["1:1 derives-nothing", "1:5 surrogates"]);
    finds("a = %x5D-10FFFF\n", &["1:5 surrogates"]);
    finds("a = %x80-D7FF / %xE000-10FFFF\n", &[]);
    finds("a = %xE9 / %x20AC\n", &["1:12 code-points"]);
    finds("; urlbnf: code-points\na = %xE9 / %x20AC\n", &[]);
    finds("a = \"e\" / %x20AC\n", &[]);
}

#[test]
fn signs_and_what_is_allowed() {
    finds("a = \"x\" | \"y\"\n", &["1:9 bar"]);
    finds(
        "; urlbnf: allow bar as it is printed\na = \"x\" | \"y\"\nb = \"x\" | \"y\"\n",
        &["3:9 bar"],
    );
    finds("; urlbnf: allow bar as it is printed\n\na = \"x\" | \"y\"\nb = \"x\" | \"y\"\n", &[]);
    finds("; urlbnf: allow bar as it is printed\n\na = \"x\"\n", &["1:17 idle-allow"]);
    finds("; urlbnf: allow baar as it is printed\n\na = \"x\"\n", &["1:17 idle-allow"]);
}
