//! The byte order mark, which some editors put before UTF-8 text.
//!
//! It is part of neither the text nor a URL. Unless it is skipped on request, it is judged
//! like any other three bytes.

use std::io::{self, Cursor, Read};

use urlbnf::diagnose::BYTE_ORDER_MARK;

/// Skips the mark, if there is one. Returns its length in bytes, and a reader of the rest.
pub fn skip(mut reader: Box<dyn Read + Send>) -> io::Result<(u64, Box<dyn Read + Send>)> {
    let mut head = Vec::new();
    while head != BYTE_ORDER_MARK && BYTE_ORDER_MARK.starts_with(&head) {
        // One byte at a time: a terminal has no more than the user has typed.
        if reader.by_ref().take(1).read_to_end(&mut head)? == 0 {
            break;
        }
    }
    Ok(match head == BYTE_ORDER_MARK {
        true => (head.len() as u64, reader),
        false => (0, Box::new(Cursor::new(head).chain(reader))),
    })
}
