//! How deep a pest grammar is nested, before anything reads it.
//!
//! A reader of parentheses takes a turn on the stack for each. So whoever reads a text of
//! any length looks first.

/// Where parentheses or comments first stand too deep in each other, those in strings not counted,
/// nor parentheses in comments. After the first place that is not a pest it may be anywhere.
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

/// How deep comments are in each other in what begins after a `/`, and what follows it.
fn comment(mut text: &[u8]) -> (usize, &[u8]) {
    let (mut depth, mut deepest) = (0_usize, 0);
    // The `/` before it was read.
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
