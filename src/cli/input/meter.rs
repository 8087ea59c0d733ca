//! Counts the bytes that are read, for the progress and for the places of errors.
//!
//! The count is of bytes that a decoder has consumed, not of bytes fetched for it. The place
//! of a fault in a compressed file is thus known to a few bytes.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many bytes are fetched at once.
const CAPACITY: usize = 1 << 16;

/// A count of bytes that several threads share.
#[derive(Debug, Default)]
pub struct ByteCounter(AtomicU64);

impl ByteCounter {
    /// Returns the number of bytes so far.
    pub fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    fn add(&self, bytes: usize) {
        self.0.fetch_add(bytes as u64, Ordering::Relaxed);
    }
}

/// A reader whose bytes are counted as they are consumed.
pub struct CountingReader<R> {
    inner: BufReader<R>,
    meters: [Arc<ByteCounter>; 2],
}

impl<R: Read> CountingReader<R> {
    /// Counts in two counters: one of the input, and one of all inputs.
    pub fn new(inner: R, own: Arc<ByteCounter>, all: Arc<ByteCounter>) -> CountingReader<R> {
        CountingReader { inner: BufReader::with_capacity(CAPACITY, inner), meters: [own, all] }
    }

    fn count(&self, bytes: usize) {
        self.meters.iter().for_each(|meter| meter.add(bytes));
    }
}

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.count(read);
        Ok(read)
    }
}

impl<R: Read> BufRead for CountingReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.count(amount);
        self.inner.consume(amount);
    }
}
