//! A text that comes in pieces: what was read is kept only as long as it matters.

use super::furniture::{LONGEST_LINE, pending_foot};
use super::{Before, Find, LONGEST, ends_reference, find_behind};

/// Finds the wrapped URLs of a text of any size, the same as [`super::find`] does.
///
/// ```
/// use urlbnf_url::wrapper::Stream;
///
/// let mut stream = Stream::default();
/// let mut finds = stream.push(b"see <URL:http:");
/// assert_eq!(finds.len(), 0);
/// finds.extend(stream.push(b"//a.b/>, and"));
/// finds.extend(stream.finish());
/// assert_eq!(finds[0].url, b"http://a.b/");
/// ```
#[derive(Debug, Default)]
pub struct Stream {
    /// What was read and may still matter.
    text: Vec<u8>,
    /// What precedes it.
    before: Before,
    /// Where in it a `<` stands that is still open.
    open: Option<usize>,
}

impl Stream {
    /// Takes the next piece of the text, and says what ends in it, and in which no later
    /// piece can change a byte.
    pub fn push(&mut self, piece: &[u8]) -> Vec<Find> {
        let known = self.text.len();
        self.text.extend_from_slice(piece);
        if let Some(at) = memchr::memrchr2(b'<', b'>', piece) {
            self.open = (piece[at] == b'<').then_some(known + at);
        } else if self.open.is_some_and(|open| self.text.len() - open <= LONGEST) {
            return Vec::new();
        } else {
            self.open = None;
        }
        let cut = self.cut();
        let finds = find_behind(&self.text[..cut], &self.before);
        self.before.pass(&self.text[..cut]);
        self.text.drain(..cut);
        self.open = self.open.map(|open| open - cut);
        finds
    }

    /// What there is in the rest.
    pub fn finish(self) -> Vec<Find> {
        find_behind(&self.text, &self.before)
    }

    /// How much of it matters no longer: what precedes the open wrapper, and before any wrapper
    /// that this would cut.
    fn cut(&self) -> usize {
        let mut end = self.open.unwrap_or(self.text.len());
        loop {
            let cut = self.cut_before(end);
            let (before, behind) = self.text.split_at(cut);
            let opens = memchr::memrchr2(b'<', b'>', before).filter(|&at| before[at] == b'<');
            let closes = memchr::memchr2(b'<', b'>', behind).filter(|&at| behind[at] == b'>');
            match opens.zip(closes) {
                Some((open, close)) if cut + close - open <= LONGEST => end = open,
                _ => return cut,
            }
        }
    }

    /// What precedes a place, but for its line, which may be the head or the foot of a page, and
    /// from the foot on of which that may be the head.
    fn cut_before(&self, end: usize) -> usize {
        let line = match memchr::memrchr(b'\n', &self.text[..end]) {
            Some(at) => at + 1,
            // Of a long line one knows already that it is neither.
            None if self.before.bytes > 0 => return self.cut_in_line(end),
            None => 0,
        };
        if end - line > LONGEST_LINE {
            return self.cut_in_line(end);
        }
        pending_foot(&self.text[..line]).unwrap_or(line)
    }

    /// Within a long line, what precedes a place, but for what may be a `URL=` that goes on.
    fn cut_in_line(&self, end: usize) -> usize {
        let goes_on = self.text[..end].iter().rev().take(LONGEST + 4);
        let goes_on = goes_on.take_while(|byte| !ends_reference(byte)).count();
        if end == self.text.len() && goes_on < LONGEST + 4 { end - goes_on } else { end }
    }
}
