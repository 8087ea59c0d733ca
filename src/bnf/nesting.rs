//! How deep brackets stand in each other.
//!
//! A notation with brackets in brackets is read by rules that recur, each turn on
//! the stack. So what stands too deep is refused before it is read.

/// How deep they may stand.
pub(crate) const DEEPEST: usize = 100;

/// Where the first bracket is, in bytes, that stands deeper in others than
/// [`DEEPEST`]; before the lines that `begins` tells, all are taken to be closed.
pub(crate) fn too_deep(
    text: &str,
    open: &[char],
    close: &[char],
    begins: impl Fn(&str) -> bool,
) -> Option<usize> {
    let (mut depth, mut start) = (0_usize, 0);
    for line in text.split_inclusive('\n') {
        if begins(line) {
            depth = 0;
        }
        for (at, character) in line.char_indices() {
            if open.contains(&character) {
                depth += 1;
            } else if close.contains(&character) {
                depth = depth.saturating_sub(1);
            }
            if depth > DEEPEST {
                return Some(start + at);
            }
        }
        start += line.len();
    }
    None
}
