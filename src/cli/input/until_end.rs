//! An input that has come to its end stays there.
//!
//! Who types lines ends them with Ctrl-D. That is an end only once: whoever reads on
//! waits for the next line. Several parts of the program look for the end, so it is
//! kept for the later ones.

use std::io::{self, Read};

/// A reader that is not read again after its end.
pub struct UntilEnd<R> {
    inner: R,
    ended: bool,
}

impl<R: Read> UntilEnd<R> {
    /// Reads from another reader, as far as its first end.
    pub fn new(inner: R) -> UntilEnd<R> {
        UntilEnd { inner, ended: false }
    }
}

impl<R: Read> Read for UntilEnd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.ended {
            return Ok(0);
        }
        let read = self.inner.read(buffer)?;
        self.ended = read == 0 && !buffer.is_empty();
        Ok(read)
    }
}

#[cfg(test)]
#[test]
fn an_end_is_met_once() {
    struct Typed(Vec<&'static [u8]>);
    impl Read for Typed {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some(next) = self.0.pop() else { return Ok(0) };
            buffer[..next.len()].copy_from_slice(next);
            Ok(next.len())
        }
    }
    // What is typed last stands first.
    let mut typed = UntilEnd::new(Typed(vec![b"more", b"", b"line"]));
    let mut read = Vec::new();
    for _ in 0..3 {
        let mut buffer = [0; 8];
        let length = typed.read(&mut buffer).unwrap_or_default();
        read.push(length);
    }
    assert_eq!(read, [4, 0, 0]);
}
