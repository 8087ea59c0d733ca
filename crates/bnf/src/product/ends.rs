//! Where lines end, found sixty-four bytes at a time.
//!
//! A search for the next line end begins anew at each, and where a line is short that costs
//! more than the search. So a text is asked in strides: a stride becomes a word of
//! sixty-four bits, one for each byte, set where a line ends. Most strides have one or two,
//! so two are noted at once, whether they are there or not: what is always done need not be
//! guessed by a processor.

use super::table::LINE_END;

/// How many bytes are asked at once.
pub(super) const STRIDE: usize = 64;

/// Where lines end in a text of so many bytes at most, in whole strides.
#[derive(Debug, Clone)]
pub(super) struct Ends<const LENGTH: usize> {
    places: [u16; LENGTH],
    count: usize,
}

impl<const LENGTH: usize> Ends<LENGTH> {
    /// None so far.
    pub const NONE: Self = Ends { places: [0; LENGTH], count: 0 };

    /// Copies a text, as much of it as there is room for, and notes where lines end in it.
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

    /// Notes that the text ends, where no line ends with it.
    pub fn push(&mut self, end: usize) {
        if let Some(place) = self.places.get_mut(self.count) {
            *place = end as u16;
            self.count += 1;
        }
    }

    /// All of them, in order.
    #[inline]
    pub fn all(&self) -> &[u16] {
        &self.places[..self.count.min(LENGTH)]
    }
}

/// Notes the line ends of a stride after so many others; how many there are then.
#[inline]
fn note(places: &mut [u16], count: usize, start: usize, mut ends: u64) -> usize {
    // There are no more so far than bytes before the stride.
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

/// The bytes of a stride that end a line: the first is the lowest bit.
#[inline]
fn ends(stride: &[u8; STRIDE]) -> u64 {
    // Each eight bytes have a bit of their own, so that they can be laid over one another.
    let mut bits = [0; STRIDE];
    for (at, (bit, &byte)) in bits.iter_mut().zip(stride).enumerate() {
        *bit = if byte == LINE_END { 1 << (at / 8) } else { 0 };
    }
    let eights = bits.as_chunks::<8>().0.iter().map(|&eight| u64::from_le_bytes(eight));
    transposed(eights.fold(0, |all, eight| all | eight))
}

/// Eight bytes of eight bits, each bit at the place of its byte and the other way round: by
/// halves, by quarters, and one by one.
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
