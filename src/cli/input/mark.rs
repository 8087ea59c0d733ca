//! The byte order mark: what some editors put before a text in UTF-8.
//!
//! It is no part of the text, and no part of a URL. It is judged as what it is,
//! three bytes, unless it is asked to be left out.

use std::io::{self, Cursor, Read};

use urlbnf::diagnose::BYTE_ORDER_MARK;

/// The bytes after the mark, and how many it has; all of them where there is none.
pub fn skip(mut reader: Box<dyn Read + Send>) -> io::Result<(u64, Box<dyn Read + Send>)> {
    let mut head = Vec::new();
    while head != BYTE_ORDER_MARK && BYTE_ORDER_MARK.starts_with(&head) {
        // One byte at a time: a terminal has no more than its user has typed.
        if reader.by_ref().take(1).read_to_end(&mut head)? == 0 {
            break;
        }
    }
    Ok(match head == BYTE_ORDER_MARK {
        true => (head.len() as u64, reader),
        false => (0, Box::new(Cursor::new(head).chain(reader))),
    })
}
