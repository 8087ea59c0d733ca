//! The examples of relative references in RFC 1808, RFC 2396 and RFC 3986, row by row.

use urlbnf::resolve::{DotSegmentRemover, ResolutionRule, remove_dot_segments};
use urlbnf::{Document, Edition, Judge, Reading, Verdict};

use crate::repository::read;
use crate::resolve::check;
use crate::support::{lines, lines_between};

/// The examples whose results `tests/cases/answers/references.tsv` has are printed there.
#[test]
fn the_examples_of_rfc1808_and_rfc2396_are_those_of_the_documents() {
    for (document, rule, base, equals, count) in [
        (Document::Rfc1808, "rfc1808", "http://a/b/c/d;p?q#f", "<URL:", 39),
        (Document::Rfc2396, "rfc2396", "http://a/b/c/d;p?q", "", 42),
    ] {
        let printed: Vec<String> = lines(document)
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        let mut examples = 0;
        for row in read("tests/cases/answers/references.tsv").lines() {
            let cells: Vec<&str> = row.split('\t').collect();
            let ["resolved", by, of, reference, uri] = cells[..] else { continue };
            if by == rule && of == base {
                let reference = if reference.is_empty() { "<>" } else { reference };
                let example = format!("{reference} = {equals}{uri}");
                assert!(printed.iter().any(|line| line.starts_with(&example)), "{example}");
                examples += 1;
            }
        }
        assert_eq!(examples, count, "{rule}");
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
    check(ResolutionRule::Rfc3986, BASE, &examples);
    check(ResolutionRule::Rfc3987, BASE, &examples);
    // For the last example, the document also gives the target of a parser that is not strict.
    let [others @ .., (last, _)] = &examples[..] else { panic!("no examples") };
    let lines: Vec<&str> = Document::Rfc3986.text().lines().iter().map(|it| it.text).collect();
    let loose = r#"                      /  "http://a/b/c/g" ; for backward compatibility"#;
    assert!(lines.contains(&loose));
    check(ResolutionRule::Rfc3986NotStrict, BASE, others);
    check(
        ResolutionRule::Rfc3986NotStrict,
        BASE,
        &[(*last, "http://a/b/c/g"), ("HTTP:g", "http://a/b/c/g")],
    );
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
            assert_eq!(judgement.relative(), relative, "{edition}: {reference}");
            let target = uri.judge(target.as_bytes()).verdict;
            assert_eq!(target, Verdict::Conforms, "{edition}: the target of {reference}");
        }
    }
}

/// A table of RFC 3986, section 5.2.4: the step, the output buffer, the input buffer.
type DotSegmentTable = Vec<[String; 3]>;

/// The two tables that the document prints.
fn printed_tables() -> Vec<DotSegmentTable> {
    let mut tables: Vec<DotSegmentTable> = Vec::new();
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
fn table(path: &str) -> DotSegmentTable {
    let mut buffers = DotSegmentRemover::new(path.as_bytes());
    let row = |step: &str, buffers: &DotSegmentRemover<'_>| {
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
