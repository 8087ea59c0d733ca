//! Checks the nesting of a pest grammar before it is parsed.
//!
//! A recursive parser uses the stack for each parenthesis, so the nesting of a text is limited
//! before anything parses it.

/// Returns the byte where parentheses or comments are first nested too deeply. Parentheses in
/// strings and comments do not count. After a syntax error the result is arbitrary.
pub(super) fn too_deep(text: &str, most: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut bytes = text.as_bytes().iter();
    while let Some(&byte) = bytes.next() {
        let at = text.len() - bytes.as_slice().len() - 1;
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            quote @ (b'"' | b'\'') => {
                while let Some(&byte) = bytes.next().filter(|&&byte| byte != quote) {
                    if byte == b'\\' {
                        bytes.next();
                    }
                }
            }
            b'/' if bytes.as_slice().first() == Some(&b'/') => {
                while bytes.next().is_some_and(|&byte| byte != b'\n') {}
            }
            b'/' if bytes.as_slice().first() == Some(&b'*') => {
                let (levels, rest) = comment(bytes.as_slice());
                if levels > most {
                    return Some(at);
                }
                bytes = rest.iter();
            }
            _ => {}
        }
        if depth > most {
            return Some(at);
        }
    }
    None
}

/// The nesting of the comment whose first `/` was just read, and the text after the comment.
fn comment(mut text: &[u8]) -> (usize, &[u8]) {
    let (mut depth, mut deepest) = (0_usize, 0);
    // The first `/` of the comment is already read.
    let mut opens = true;
    while let Some((&byte, rest)) = text.split_first() {
        text = rest;
        let closes = byte == b'*' && rest.first() == Some(&b'/') && !opens;
        if opens || closes {
            depth = if opens { depth + 1 } else { depth.saturating_sub(1) };
            deepest = deepest.max(depth);
            if closes {
                text = rest.get(1..).unwrap_or_default();
            }
            if depth == 0 {
                break;
            }
            opens = false;
        } else if byte == b'/' && rest.first() == Some(&b'*') {
            opens = true;
        }
    }
    (deepest, text)
}
