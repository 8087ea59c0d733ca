//! The examples of relative references in RFC 1808, RFC 2396 and RFC 3986, row by row.

use urlbnf::resolve::{DotSegments, Rule, remove_dot_segments, resolve};
use urlbnf::{Document, Edition, Judge, Reading, Verdict};

use crate::resolve::check;
use crate::support::{lines, lines_between};

/// The 39 examples of RFC 1808, sections 5.1 and 5.2, pages 12 and 13.
const RFC1808: &[(&str, &str)] = &[
    ("g:h", "g:h"),
    ("g", "http://a/b/c/g"),
    ("./g", "http://a/b/c/g"),
    ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"),
    ("//g", "http://g"),
    ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"),
    ("#s", "http://a/b/c/d;p?q#s"),
    ("g#s", "http://a/b/c/g#s"),
    ("g#s/./x", "http://a/b/c/g#s/./x"),
    ("g?y#s", "http://a/b/c/g?y#s"),
    (";x", "http://a/b/c/d;x"),
    ("g;x", "http://a/b/c/g;x"),
    ("g;x?y#s", "http://a/b/c/g;x?y#s"),
    (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"),
    ("..", "http://a/b/"),
    ("../", "http://a/b/"),
    ("../g", "http://a/b/g"),
    ("../..", "http://a/"),
    ("../../", "http://a/"),
    ("../../g", "http://a/g"),
    ("", "http://a/b/c/d;p?q#f"),
    ("../../../g", "http://a/../g"),
    ("../../../../g", "http://a/../../g"),
    ("/./g", "http://a/./g"),
    ("/../g", "http://a/../g"),
    ("g.", "http://a/b/c/g."),
    (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."),
    ("..g", "http://a/b/c/..g"),
    ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"),
    ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"),
    ("http:g", "http:g"),
    ("http:", "http:"),
];

/// The examples of RFC 2396, appendix C, pages 30 to 32.
const RFC2396: &[(&str, &str)] = &[
    ("g:h", "g:h"),
    ("g", "http://a/b/c/g"),
    ("./g", "http://a/b/c/g"),
    ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"),
    ("//g", "http://g"),
    ("?y", "http://a/b/c/?y"),
    ("g?y", "http://a/b/c/g?y"),
    ("#s", "(current document)#s"),
    ("g#s", "http://a/b/c/g#s"),
    ("g?y#s", "http://a/b/c/g?y#s"),
    (";x", "http://a/b/c/;x"),
    ("g;x", "http://a/b/c/g;x"),
    ("g;x?y#s", "http://a/b/c/g;x?y#s"),
    (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"),
    ("..", "http://a/b/"),
    ("../", "http://a/b/"),
    ("../g", "http://a/b/g"),
    ("../..", "http://a/"),
    ("../../", "http://a/"),
    ("../../g", "http://a/g"),
    ("", "(current document)"),
    ("../../../g", "http://a/../g"),
    ("../../../../g", "http://a/../../g"),
    ("/./g", "http://a/./g"),
    ("/../g", "http://a/../g"),
    ("g.", "http://a/b/c/g."),
    (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."),
    ("..g", "http://a/b/c/..g"),
    ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"),
    ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
    ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"),
    ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/./x", "http://a/b/c/g#s/./x"),
    ("g#s/../x", "http://a/b/c/g#s/../x"),
    // For validating parsers.
    ("http:g", "http:g"),
];

#[test]
fn the_examples_of_rfc1808_and_rfc2396_resolve_as_printed() {
    assert_eq!(RFC1808.len(), 39);
    check(Rule::Rfc1808, "http://a/b/c/d;p?q#f", RFC1808);
    check(Rule::Rfc2396, "http://a/b/c/d;p?q", RFC2396);
    // The tables agree with the documents.
    let words = |document: Document| {
        lines(document).map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    let [one, other]: [Vec<String>; 2] = [words(Document::Rfc1808), words(Document::Rfc2396)];
    for (reference, uri) in RFC1808 {
        let reference = if reference.is_empty() { "<>" } else { reference };
        let row = format!("{reference} = <URL:{uri}>");
        assert!(one.contains(&row), "{row}");
    }
    for (reference, uri) in RFC2396 {
        let reference = if reference.is_empty() { "<>" } else { reference };
        let row = format!("{reference} = {uri}");
        assert!(other.iter().any(|line| line.starts_with(&row)), "{row}");
    }
}

/// The 42 examples of RFC 3986, sections 5.4.1 and 5.4.2, read from the document: a reference
/// and its target, both in quotation marks.
fn examples() -> Vec<(&'static str, &'static str)> {
    let quoted = |line: &'static str| {
        let (reference, target) = line.trim().split_once(" = ")?;
        let inside = |text: &'static str| text.trim().strip_prefix('"')?.split_once('"');
        Some((inside(reference)?.0, inside(target)?.0))
    };
    lines_between(Document::Rfc3986, ["5.4.1", "6"]).filter_map(quoted).collect()
}

const BASE: &str = "http://a/b/c/d;p?q";

#[test]
fn the_examples_of_rfc3986_resolve_as_printed() {
    let examples = examples();
    assert_eq!(examples.len(), 42);
    check(Rule::Rfc3986, BASE, &examples);
    check(Rule::Rfc3987, BASE, &examples);
    // For the last example, the document also gives the target of a parser that is not strict.
    let [others @ .., (last, _)] = &examples[..] else { panic!("no examples") };
    let lines: Vec<&str> = Document::Rfc3986.text().lines().iter().map(|it| it.text).collect();
    let loose = r#"                      /  "http://a/b/c/g" ; for backward compatibility"#;
    assert!(lines.contains(&loose));
    check(Rule::Rfc3986NotStrict, BASE, others);
    check(Rule::Rfc3986NotStrict, BASE, &[(*last, "http://a/b/c/g"), ("HTTP:g", "http://a/b/c/g")]);
}

/// The references conform to the document's grammar, and the targets are URIs.
#[test]
fn the_examples_of_rfc3986_conform_to_its_grammar() {
    for edition in [Edition::Rfc3986, Edition::Rfc6874] {
        let judge = Judge::by_scheme(edition, Reading::Corrected);
        let grammar = edition.grammar(Reading::Corrected);
        let uri = Judge::by_start(edition, Reading::Corrected, grammar.find("URI").unwrap());
        for (reference, target) in examples() {
            let judgement = judge.judge(reference.as_bytes());
            assert_eq!(judgement.verdict, Verdict::Conforms, "{edition}: {reference}");
            let relative = !["g:h", "http:g"].contains(&reference);
            assert_eq!(judgement.relative, relative, "{edition}: {reference}");
            let target = uri.judge(target.as_bytes()).verdict;
            assert_eq!(target, Verdict::Conforms, "{edition}: the target of {reference}");
        }
    }
}

/// A table of RFC 3986, section 5.2.4: the step, the output buffer, the input buffer.
type Table = Vec<[String; 3]>;

/// The two tables that the document prints.
fn printed_tables() -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    for line in lines(Document::Rfc3986) {
        if line.trim_start().starts_with("STEP   OUTPUT BUFFER") {
            tables.push(Vec::new());
            continue;
        }
        let Some(table) = tables.last_mut() else { continue };
        let Some((step, buffers)) = line.split_once(':') else { continue };
        let begins = step.trim().starts_with(['1', '2']) && step.trim().len() <= 2;
        if begins && line.starts_with("       ") {
            // The input buffer has a column of its own, and the output buffer precedes it.
            let (output, input) = buffers.split_at(buffers.len().min(25));
            table.push([step, output, input].map(|cell| cell.trim().to_owned()));
        }
    }
    tables
}

/// The computed table of a path.
fn table(path: &str) -> Table {
    let mut buffers = DotSegments::new(path.as_bytes());
    let row = |step: &str, buffers: &DotSegments<'_>| {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        [step.to_owned(), text(buffers.output()), text(buffers.input())]
    };
    let mut rows = vec![row("1", &buffers)];
    while let Some(step) = buffers.step() {
        rows.push(row(step.name(), &buffers));
    }
    rows
}

#[test]
fn dot_segments_are_removed_as_the_tables_of_rfc3986_show() {
    let printed = printed_tables();
    assert_eq!(printed.len(), 2, "{printed:?}");
    assert_eq!(printed.iter().map(Vec::len).collect::<Vec<_>>(), [8, 5]);
    for rows in printed {
        assert_eq!(table(&rows[0][2]), rows);
    }
}

/// Removes dot segments with a stack of segments, which the document allows instead.
fn by_stack(path: &str) -> String {
    let (mut rest, mut begun) = (path, false);
    // Steps 2A and 2D only apply at the beginning.
    while let Some(behind) = rest.strip_prefix("../").or_else(|| rest.strip_prefix("./")) {
        rest = behind;
    }
    if rest == "." || rest == ".." {
        return String::new();
    }
    let mut stack: Vec<(bool, &str)> = Vec::new();
    let mut segments = rest.split('/').peekable();
    while let Some(segment) = segments.next() {
        let slash = begun;
        begun = true;
        let last = segments.peek().is_none();
        if !slash && segment.is_empty() {
            continue;
        }
        match segment {
            "." | ".." if slash => {
                if segment == ".." {
                    stack.pop();
                }
                if last {
                    stack.push((true, ""));
                }
            }
            _ => stack.push((slash, segment)),
        }
    }
    let text = |(slash, segment): &(bool, &str)| [if *slash { "/" } else { "" }, segment].concat();
    stack.iter().map(text).collect()
}

#[test]
fn two_buffers_and_a_stack_give_the_same() {
    for path in crate::resolve::strings(b"a./", 9) {
        let path = String::from_utf8(path).unwrap();
        let found = String::from_utf8(remove_dot_segments(path.as_bytes())).unwrap();
        assert_eq!(found, by_stack(&path), "{path}");
        let once = remove_dot_segments(found.as_bytes());
        assert_eq!(once, found.as_bytes(), "{path}: nothing is left to be removed");
    }
}

#[test]
fn what_the_algorithm_of_rfc3986_gives_at_its_edges() {
    for (base, reference, expected) in [
        ("http://a", "g", "http://a/g"),
        ("http://a?q", "", "http://a?q"),
        ("http://a/b?q#f", "#", "http://a/b?q#"),
        ("mailto:a@b", "c", "mailto:c"),
        ("x:a/b", "../../c", "x:/c"),
        ("http://a/b", "http:../c", "http:c"),
        ("x:a", "/.//g", "x://g"),
        ("http://a/b/", "\u{e9}/../\u{e8}", "http://a/b/\u{e8}"),
    ] {
        check(Rule::Rfc3986, base, &[(reference, expected)]);
    }
    let remarks = |base: &str, reference: &str| {
        let found = resolve(Rule::Rfc3986, base.as_bytes(), reference.as_bytes()).unwrap();
        found.steps.iter().filter_map(|step| step.remark).count()
    };
    assert_eq!(remarks("x:a", "/.//g"), 1, "its g is read again as an authority");
    assert_eq!(remarks("x://a", "/.//g"), 0);
}
