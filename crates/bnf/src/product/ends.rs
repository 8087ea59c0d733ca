//! Finds line ends, sixty-four bytes at a time.
//!
//! A search for the next line end starts anew at each one, which costs more than the search
//! itself if lines are short. So the text is read in strides: each becomes a word of sixty-four
//! bits, one for each byte, set where a line ends. Most strides have one or two line ends, so
//! two are always recorded, whether they exist or not. That avoids mispredicted branches.

use super::table::LINE_END;

/// The length of a stride in bytes.
pub(super) const STRIDE: usize = 64;

/// The line ends of a text of at most `LENGTH` bytes, a multiple of the stride.
#[derive(Debug, Clone)]
pub(super) struct LineEndOffsets<const LENGTH: usize> {
    places: [u16; LENGTH],
    count: usize,
}

impl<const LENGTH: usize> LineEndOffsets<LENGTH> {
    /// No line ends.
    pub const NONE: Self = LineEndOffsets { places: [0; LENGTH], count: 0 };

    /// Copies as much of a text as fits into `room`, and records its line ends.
    pub fn copy(&mut self, text: &[u8], room: &mut [u8; LENGTH]) {
        let (whole, rest) = text.as_chunks::<STRIDE>();
        let mut strides = room.as_chunks_mut::<STRIDE>().0.iter_mut();
        let (mut count, mut start) = (0, 0);
        for (from, to) in whole.iter().zip(&mut strides) {
            *to = *from;
            count = note(&mut self.places, count, start, ends(from));
            start += STRIDE;
        }
        if !rest.is_empty()
            && let Some(to) = strides.next()
        {
            *to = [0; STRIDE];
            to[..rest.len()].copy_from_slice(rest);
            count = note(&mut self.places, count, start, ends(to));
        }
        self.count = count;
    }

    /// Records the end of the text, if its last line has no line end.
    pub fn push(&mut self, end: usize) {
        if let Some(place) = self.places.get_mut(self.count) {
            *place = end as u16;
            self.count += 1;
        }
    }

    /// The offsets of all line ends, in order.
    #[inline]
    pub fn all(&self) -> &[u16] {
        &self.places[..self.count.min(LENGTH)]
    }
}

/// Records the line ends of a stride after the first `count`. Returns the new count.
#[inline]
fn note(places: &mut [u16], count: usize, start: usize, mut ends: u64) -> usize {
    // There are at most as many line ends so far as bytes before the stride.
    let Some(places) = places.get_mut(count..).and_then(<[u16]>::first_chunk_mut::<STRIDE>) else {
        return count;
    };
    let mut found = 0;
    for place in &mut places[..2] {
        *place = (start + ends.trailing_zeros() as usize) as u16;
        found += usize::from(ends != 0);
        ends &= ends.wrapping_sub(1);
    }
    for place in &mut places[2..] {
        if ends == 0 {
            break;
        }
        *place = (start + ends.trailing_zeros() as usize) as u16;
        found += 1;
        ends &= ends - 1;
    }
    count + found
}

/// The line ends of a stride as bits; the first byte is the lowest bit.
#[inline]
fn ends(stride: &[u8; STRIDE]) -> u64 {
    // Each group of eight bytes uses its own bit, so that the groups can be combined with OR.
    let mut bits = [0; STRIDE];
    for (at, (bit, &byte)) in bits.iter_mut().zip(stride).enumerate() {
        *bit = if byte == LINE_END { 1 << (at / 8) } else { 0 };
    }
    let eights = bits.as_chunks::<8>().0.iter().map(|&eight| u64::from_le_bytes(eight));
    transposed(eights.fold(0, |all, eight| all | eight))
}

/// Transposes an 8×8 matrix of bits, one byte for each row.
#[inline]
fn transposed(mut bits: u64) -> u64 {
    for (distance, moved) in
        [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)]
    {
        let differ = (bits ^ (bits >> distance)) & moved;
        bits ^= differ ^ (differ << distance);
    }
    bits
}
