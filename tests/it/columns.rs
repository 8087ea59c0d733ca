//! The place of a failure: columns for people count characters, offsets in data count bytes.

use codespan_reporting::term::termcolor::NoColor;
use urlbnf::bnf::Grammar;
use urlbnf::diagnose::examine;
use urlbnf::report::excerpt::Screen;
use urlbnf::report::record::CheckRecord;
use urlbnf::report::{ExaminedLine, SourceLocation, human, short};
use urlbnf::text::column;
use urlbnf::{Edition, Judge, Reading};

/// The offset in data, and the column that both reports for people name.
#[track_caller]
fn places(judge: &Judge, input: &[u8], site: SourceLocation) -> (usize, usize) {
    let examination = examine(judge, input);
    let entry = ExaminedLine { site, ..ExaminedLine::new(("x", 1), input, judge, &examination) };
    let mut human = NoColor::new(Vec::new());
    human::write(&entry, &mut Screen { columns: None, output: &mut human }).unwrap();
    let human = String::from_utf8(human.into_inner()).unwrap();
    let column = |text: &str| {
        let (_, behind) = text.split_once("x:1:").unwrap();
        behind.split([':', '\n']).next().unwrap().parse::<usize>().unwrap()
    };
    assert_eq!(column(&human), entry.column(), "{human}");
    assert_eq!(column(&short::line(&entry)), entry.column(), "{human}");
    let json = serde_json::to_value(CheckRecord::new(&entry)).unwrap();
    let offset = json["error"]["offset"].as_u64().unwrap();
    (usize::try_from(offset).unwrap(), entry.column())
}

/// For each input, the offset of the failure and its column.
#[test]
fn columns_count_characters_and_offsets_bytes() {
    let characters = "; urlbnf: notation abnf\n; urlbnf: code-points\na = *%x80-10FFFF \".\"\n";
    let file = Grammar::read("a.abnf", characters, Reading::Corrected).unwrap();
    let file = Judge::of_grammar(file).unwrap();
    let iri = Judge::by_scheme(Edition::Rfc3987, Reading::Corrected);
    let uri = Judge::by_scheme(Edition::Rfc3986, Reading::Corrected);
    let rows: &[(&Judge, &[u8], usize, usize)] = &[
        (&iri, b"http://a/\xF0", 9, 10),
        (&iri, b"http://a/\xC3\xA9\xF0", 11, 11),
        (&iri, b"http://a/\xC3\xA9\xF0\x9F\x98\x80 ", 15, 12),
        (&iri, b"\xC3\xA9\xC3\xA9|", 4, 3),
        (&iri, b"http://a/\xE2\x82\xAC\xEF\xB7\x90", 12, 11),
        (&iri, b"http://a/\xC0\xAF..", 9, 10),
        (&uri, b"http://a/\xC3\xA9", 9, 10),
        (&uri, b"http://a/b c", 10, 11),
        (&file, "\u{E9}\u{1F600}x".as_bytes(), 6, 3),
        (&file, "\u{E9}".as_bytes(), 2, 2),
    ];
    for &(judge, input, offset, expected) in rows {
        let shown = String::from_utf8_lossy(input);
        assert_eq!(places(judge, input, SourceLocation::default()), (offset, expected), "{shown}");
        let behind = SourceLocation::Exact { offset: 9, before: 5 };
        assert_eq!(places(judge, input, behind).1, expected + 5, "{shown}");
        assert_eq!(column(input, offset), expected, "{shown}");
    }
    assert_eq!(column(b"ab", 9), 3, "an offset behind a text is its end");
}
