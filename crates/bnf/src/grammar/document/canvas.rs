//! A text of which parts are kept, and all else is blank.
//!
//! What is kept stays at its byte, so that a place means the same before and after. Only a
//! reference such as `&lt;` is longer than what stands for it: what is after it on its line moves
//! to the left, the end of the line is filled up, and how far it moved is kept.

/// That what is from a byte on, to the end of its line, stood further right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shift {
    pub at: usize,
    /// By so many characters.
    pub characters: usize,
}

/// A text that is drawn from its beginning to its end.
pub(super) struct Canvas<'t> {
    text: &'t str,
    /// Up to where it is drawn.
    at: usize,
    /// How many bytes the line lacks.
    owed: usize,
    drawn: Drawn,
}

/// A text that was drawn.
#[derive(Default)]
pub(super) struct Drawn {
    /// With what was kept alone.
    pub text: String,
    /// The same, and all else as it was: for people.
    pub whole: String,
    pub shifts: Vec<Shift>,
}

impl<'t> Canvas<'t> {
    pub fn new(text: &'t str) -> Canvas<'t> {
        Canvas { text, at: 0, owed: 0, drawn: Drawn::default() }
    }

    /// Keeps a part of the text; what is before it is blank.
    pub fn keep(&mut self, start: usize, end: usize) {
        self.blank(start.max(self.at));
        self.draw(end, true);
    }

    /// Puts a character in place of a part of the text that is no shorter.
    pub fn replace(&mut self, start: usize, end: usize, character: char) {
        self.blank(start);
        // A line end is not a character of a line.
        let character = if matches!(character, '\n' | '\r') { ' ' } else { character };
        self.push(character.encode_utf8(&mut [0; 4]));
        let characters = self.text.get(start..end).map_or(1, |it| it.chars().count());
        self.owed += (end - start).saturating_sub(character.len_utf8());
        let at = self.drawn.text.len();
        self.drawn.shifts.push(Shift { at, characters: characters.saturating_sub(1) });
        self.at = end;
    }

    /// The text to its end.
    pub fn finish(mut self) -> Drawn {
        self.blank(self.text.len());
        self.pay();
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
                self.pay();
                self.push(&line[content.len()..]);
            }
        }
        self.at = to.max(self.at);
    }

    fn push(&mut self, text: &str) {
        self.drawn.text.push_str(text);
        self.drawn.whole.push_str(text);
    }

    fn pay(&mut self) {
        for _ in 0..std::mem::take(&mut self.owed) {
            self.push(" ");
        }
    }
}
