//! How many brackets a production opens.
//!
//! Brackets in brackets are read by rules that recur, each turn on the stack. A
//! production that opens no more than some cannot go deeper than that, wherever it
//! closes them and whatever else they may be. So they are counted before it is read.

/// The most that a production may open, those in literals and comments included.
pub const MOST: usize = 200;

/// Where the bracket is, in bytes, with which a production opens more than [`MOST`].
pub(super) fn too_many(text: &str) -> Option<usize> {
    let (mut count, mut next) = (0, 0);
    for line in text.split_inclusive(['\n', '\r']) {
        let start = next;
        next += line.len();
        // What goes on in a line begins with a blank; between may stand our own lines.
        let erratum = line.starts_with("#@erratum");
        if line.starts_with('#') && !erratum {
            continue;
        }
        if erratum || !line.starts_with([' ', '\t', '\r', '\n']) {
            count = 0;
        }
        for (at, _) in line.match_indices(['[', '(']) {
            count += 1;
            if count > MOST {
                return Some(start + at);
            }
        }
    }
    None
}
