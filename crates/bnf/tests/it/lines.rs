//! Lines and columns of offsets, held to counting from the beginning of the text.

use urlbnf_bnf::text::LineIndex;

#[test]
fn an_index_of_lines_agrees_with_counting() {
    for text in ["", "\n", "a", "a\n", "\n\na", "aé\r\n𝄞b\né", "é\n𝄞", "\r\n\r\n"] {
        let index = LineIndex::new(text);
        let lines: Vec<&str> = text.split('\n').collect();
        for (number, line) in (1..).zip(&lines) {
            assert_eq!(&text[index.range(number)], *line, "line {number} of {text:?}");
        }
        let beyond = lines.len() + 1;
        assert_eq!(index.range(beyond), text.len()..text.len(), "{text:?}");
        for offset in (0..=text.len()).filter(|&it| text.is_char_boundary(it)) {
            let before = &text[..offset];
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
            assert_eq!(index.line_and_column(offset), (line, column), "{offset} in {text:?}");
            for start in (0..=offset).filter(|&it| text.is_char_boundary(it)) {
                let (number, range) = index.line_from(start, offset);
                let skipped = text[..start].matches('\n').count();
                assert_eq!(number, line - skipped, "{offset} from {start} in {text:?}");
                assert!(range.start >= start && range.start <= offset, "{offset} from {start}");
                let characters = text[start..offset].chars().count();
                assert_eq!(index.characters(start..offset), characters, "{start} to {offset}");
            }
        }
        assert_eq!(index.line_and_column(text.len() + 9), index.line_and_column(text.len()));
    }
}
