//! A copy of a text in which everything but some parts is blank.
//!
//! The kept parts stay at their offsets, so that a place means the same before and after. Only a
//! reference such as `&lt;` is longer than its replacement: the rest of its line moves to the
//! left, the line is padded at its end, and the distance is recorded.

/// Records that the rest of a line, from an offset on, was further right in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ColumnShift {
    pub at: usize,
    /// The distance, in characters.
    pub characters: usize,
}

/// Copies a text from beginning to end, and blanks what is not kept.
pub(super) struct TextMasker<'t> {
    text: &'t str,
    /// The offset up to which it is copied.
    at: usize,
    /// How many bytes of padding the line needs.
    pending_padding: usize,
    drawn: MaskedText,
}

/// A text of which only some parts are kept.
#[derive(Default)]
pub(super) struct MaskedText {
    /// The kept parts, with all else blank.
    pub text: String,
    /// The kept parts, with all else as it was, for display.
    pub whole: String,
    pub shifts: Vec<ColumnShift>,
}

impl<'t> TextMasker<'t> {
    pub fn new(text: &'t str) -> TextMasker<'t> {
        TextMasker { text, at: 0, pending_padding: 0, drawn: MaskedText::default() }
    }

    /// Keeps a part of the text, and blanks everything before it.
    pub fn keep(&mut self, start: usize, end: usize) {
        self.blank(start.max(self.at));
        self.draw(end, true);
    }

    /// Replaces a part of the text by a character that is not longer.
    pub fn replace(&mut self, start: usize, end: usize, character: char) {
        self.blank(start);
        // A line end would begin another line.
        let character = if matches!(character, '\n' | '\r') { ' ' } else { character };
        self.push(character.encode_utf8(&mut [0; 4]));
        let characters = self.text.get(start..end).map_or(1, |text| text.chars().count());
        self.pending_padding += (end - start).saturating_sub(character.len_utf8());
        let at = self.drawn.text.len();
        self.drawn.shifts.push(ColumnShift { at, characters: characters.saturating_sub(1) });
        self.at = end;
    }

    /// Blanks the rest of the text, and returns the result.
    pub fn finish(mut self) -> MaskedText {
        self.blank(self.text.len());
        self.pad();
        self.drawn
    }

    fn blank(&mut self, to: usize) {
        self.draw(to, false);
    }

    fn draw(&mut self, to: usize, kept: bool) {
        for line in self.text.get(self.at..to).unwrap_or_default().split_inclusive('\n') {
            let content = line.trim_end_matches(['\r', '\n']);
            self.drawn.whole.push_str(content);
            match kept {
                true => self.drawn.text.push_str(content),
                false => self.drawn.text.extend(std::iter::repeat_n(' ', content.len())),
            }
            if content.len() < line.len() {
                self.pad();
                self.push(&line[content.len()..]);
            }
        }
        self.at = to.max(self.at);
    }

    fn push(&mut self, text: &str) {
        self.drawn.text.push_str(text);
        self.drawn.whole.push_str(text);
    }

    fn pad(&mut self) {
        for _ in 0..std::mem::take(&mut self.pending_padding) {
            self.push(" ");
        }
    }
}
