//! Wrapped URLs in a text that arrives in pieces. Only the part that can still matter is kept.

use super::page_breaks::{LONGEST_LINE, pending_foot};
use super::{LONGEST, PrecedingText, WrappedUrl, ends_reference, find_after};

/// Finds the wrapped URLs of a text of any size, with the same result as [`find`](super::find).
///
/// ```
/// use urlbnf_url::wrapper::WrappedUrlStream;
///
/// let mut stream = WrappedUrlStream::default();
/// let mut finds = stream.push(b"see <URL:http:");
/// assert_eq!(finds.len(), 0);
/// finds.extend(stream.push(b"//a.b/>, and"));
/// finds.extend(stream.finish());
/// assert_eq!(finds[0].url, b"http://a.b/");
/// ```
#[derive(Debug, Default)]
pub struct WrappedUrlStream {
    /// The bytes read that can still matter.
    text: Vec<u8>,
    /// What precedes `text`.
    before: PrecedingText,
    /// The offset in `text` of a `<` that is still open.
    open: Option<usize>,
}

impl WrappedUrlStream {
    /// Takes the next piece of the text, and returns the URLs that no later piece can change.
    pub fn push(&mut self, piece: &[u8]) -> Vec<WrappedUrl> {
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
        let finds = find_after(&self.text[..cut], &self.before);
        self.before.pass(&self.text[..cut]);
        self.text.drain(..cut);
        self.open = self.open.map(|open| open - cut);
        finds
    }

    /// Returns the URLs in the rest of the text, which ends here.
    pub fn finish(self) -> Vec<WrappedUrl> {
        find_after(&self.text, &self.before)
    }

    /// The number of bytes that no longer matter: those before the open wrapper, and before
    /// any wrapper that this would split.
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

    /// The number of bytes before `end` that no longer matter. The line of `end` is kept, as
    /// it may be the head or the foot of a page, and so is a foot before it.
    fn cut_before(&self, end: usize) -> usize {
        let line = match memchr::memrchr(b'\n', &self.text[..end]) {
            Some(at) => at + 1,
            // A long line is known to be neither.
            None if self.before.bytes > 0 => return self.cut_in_line(end),
            None => 0,
        };
        if end - line > LONGEST_LINE {
            return self.cut_in_line(end);
        }
        pending_foot(&self.text[..line]).unwrap_or(line)
    }

    /// Within a long line: the bytes before `end`, without a `URL=` that may continue.
    fn cut_in_line(&self, end: usize) -> usize {
        let goes_on = self.text[..end].iter().rev().take(LONGEST + 4);
        let goes_on = goes_on.take_while(|byte| !ends_reference(byte)).count();
        if end == self.text.len() && goes_on < LONGEST + 4 { end - goes_on } else { end }
    }
}
