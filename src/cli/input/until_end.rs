//! An input that stays at its end.
//!
//! Users end typed lines with Ctrl-D. A terminal reports this end only once: the next read
//! waits for the next line. Several parts of the program look for the end, so it is
//! remembered.

use std::io::{self, Read};

/// A reader that is not read again after its end.
pub struct FusedReader<R> {
    inner: R,
    ended: bool,
}

impl<R: Read> FusedReader<R> {
    /// Reads another reader up to its first end.
    pub fn new(inner: R) -> FusedReader<R> {
        FusedReader { inner, ended: false }
    }
}

impl<R: Read> Read for FusedReader<R> {
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
    struct InteractiveInput(Vec<&'static [u8]>);
    impl Read for InteractiveInput {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some(next) = self.0.pop() else { return Ok(0) };
            buffer[..next.len()].copy_from_slice(next);
            Ok(next.len())
        }
    }
    // The last item is read first.
    let mut typed = FusedReader::new(InteractiveInput(vec![b"more", b"", b"line"]));
    let mut read = Vec::new();
    for _ in 0..3 {
        let mut buffer = [0; 8];
        let length = typed.read(&mut buffer).unwrap_or_default();
        read.push(length);
    }
    assert_eq!(read, [4, 0, 0]);
}
