//! Repairs: small edits that make a string conform.
//!
//! A single pass goes from left to right. Where the string cannot continue, the pass makes the
//! edit that the byte suggests and continues after it. Edits that a sentence of the document
//! prescribes are known beforehand. A repair is offered only if the result is judged to
//! conform, and never if it would create a host, or make part of an address of what follows it.

use super::failed_run::FailedRun;
use super::intent;
use super::reason::{self, RepairHint};
use super::repair_effect::{RepairConstraints, RepairEffect};
use super::repair_run::{RepairRun, RepairRunFactory};
use super::wrapper::{WrapperState, inside_wrapper};
use super::{code_of, lenient_parse::LenientParse};
use crate::failure::FailureKind;
use crate::octets;
use crate::scheme::scheme;
use crate::verdict::{Judge, JudgingMode};

/// The maximum number of edits in a repair.
const MOST_EDITS: usize = 16;
/// The maximum number of changes, before adjacent ones are merged into edits.
const MOST_CHANGES: usize = 1024;
/// The spare capacity for a repaired text, in bytes.
const ROOM: usize = 16;
/// The longest input that is repaired: 1 MiB.
pub const LONGEST: usize = 1 << 20;

/// A change of the input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepairEdit {
    /// The offset of the first byte to replace.
    pub start: usize,
    /// The offset after the last byte to replace.
    pub end: usize,
    /// The replacement.
    pub text: String,
    /// The purpose.
    pub kind: RepairEditKind,
}

/// The purpose of an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RepairEditKind {
    /// Removes a byte order mark.
    ByteOrderMark,
    /// Removes a wrapper.
    Unwrap,
    /// Makes letters lower case.
    Lower,
    /// Percent-encodes a character.
    Escape,
    /// Percent-encodes a `%`.
    EscapePercent,
    /// Removes a fragment.
    CutFragment,
    /// Inserts a missing slash or another delimiter.
    PutIn,
    /// Removes characters.
    Remove,
    /// Replaces one character with another.
    Replace,
}

/// The edits, in order, and their result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// The input with the edits applied; it conforms.
    pub replacement: String,
    /// The edits; their offsets refer to the original input.
    pub edits: Vec<RepairEdit>,
    /// Whether the resource changes; `None` for a grammar that no document prints.
    pub meaning: Option<RepairEffect>,
}

/// The byte order mark of UTF-8.
pub const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Repairs a string that does not conform. `failed` is the run along the string up to the
/// failure, and `hint` is what the reason of the failure prescribes.
pub(super) fn repair<'a, T: RepairRunFactory<'a>>(
    runs: &T,
    judge: &'a Judge,
    input: &[u8],
    failed: T::Run,
    hint: RepairHint,
) -> Option<Repair> {
    if input.len() > LONGEST {
        return None;
    }
    let mut inner = Vec::new();
    let room = || Vec::with_capacity(input.len() + ROOM);
    let mut repairing = RepairPass { text: room(), before: room(), ..RepairPass::default() };
    let mut range = 0..input.len();
    if input.starts_with(BYTE_ORDER_MARK) {
        repairing.edit(0, 3, b"", RepairEditKind::ByteOrderMark);
        range.start = 3;
    }
    let mut closing = None;
    let is_wrapped = judge.is_of_whole_urls()
        && match WrapperState::after(&input[range.clone()]) {
            WrapperState::Wrapped => true,
            WrapperState::Prefixed => judge.judged_by() == JudgingMode::Scheme,
            _ => false,
        };
    if is_wrapped {
        let inside = inside_wrapper(&input[range.clone()])?;
        let start = range.start;
        repairing.edit(start, start + inside.start, b"", RepairEditKind::Unwrap);
        closing = (start + inside.end < range.end).then_some((start + inside.end, range.end));
        range = start + inside.start..start + inside.end;
    }
    inner.extend_from_slice(&input[range.clone()]);
    let start = range.start;
    let upper = upper_case_scheme(judge, &input[range.clone()]);
    if let Some(upper) = upper.filter(|_| judge.judged_by() == JudgingMode::Scheme) {
        let lower = upper.to_ascii_lowercase();
        repairing.edit(range.start, range.start + upper.len(), &lower, RepairEditKind::Lower);
        inner[..lower.len()].copy_from_slice(&lower);
        repairing.push(&lower);
        range.start += upper.len();
    }
    // For an unchanged input, the reason is already known.
    let hint = if repairing.edits.is_empty() { hint } else { hint_for(judge, &inner) };
    repairing.known = known(hint, start)?;
    repairing.limits = RepairConstraints::for_text(judge, &inner, start);
    let end = repairing.go_on(runs, judge, input, range, failed)?;
    if let Some((start, end)) = closing {
        repairing.edit(start, end, b"", RepairEditKind::Unwrap);
    }
    let RepairPass { text, edits, before, .. } = repairing;
    if edits.is_empty() || edits.len() > MOST_EDITS || !runs.conforms(judge, &text, &end) {
        return None;
    }
    let replacement = String::from_utf8(text).ok()?;
    let edition = judge.edition();
    let texts = [before.as_slice(), replacement.as_bytes()];
    let meaning = edition.map(|edition| RepairEffect::for_edits(edition, &edits, input, texts));
    Some(Repair { replacement, edits, meaning })
}

/// What a sentence of the document prescribes for a text.
fn hint_for(judge: &Judge, text: &[u8]) -> RepairHint {
    let Some(edition) = judge.whole_edition() else { return RepairHint::Suggested };
    if judge.conforms(text) {
        return RepairHint::Suggested;
    }
    let attempt = FailedRun::new(judge, text, judge.judged_production(text));
    let shape = LenientParse::new(text, attempt.offset());
    let code = code_of(&attempt, FailureKind::from_run(&attempt.run, text));
    let found = reason::find(edition, code, &shape);
    found.map_or(RepairHint::Suggested, |found| found.hint)
}

/// The edits that a sentence of the document prescribes, the last one first; `start` is the
/// offset of the text. `None` if the sentence rules out a repair.
fn known(hint: RepairHint, start: usize) -> Option<Vec<RepairEdit>> {
    let mut edits = match hint {
        RepairHint::Suggested => Vec::new(),
        RepairHint::Edits(edits) => edits,
        RepairHint::Never => return None,
    };
    for edit in &mut edits {
        edit.start += start;
        edit.end += start;
    }
    edits.reverse();
    Some(edits)
}

/// The scheme, if it has productions of its own only in lower case.
pub fn upper_case_scheme<'i>(judge: &Judge, input: &'i [u8]) -> Option<&'i [u8]> {
    let upper = scheme(input).filter(|scheme| scheme.iter().any(u8::is_ascii_uppercase))?;
    let lower = String::from_utf8(upper.to_ascii_lowercase()).ok()?;
    judge.schemes().production(&lower).map(|_| upper)
}

#[derive(Default)]
struct RepairPass<'t> {
    text: Vec<u8>,
    /// The text without those edits that may change the resource.
    before: Vec<u8>,
    edits: Vec<RepairEdit>,
    changes: usize,
    /// The prescribed edits, the last one first.
    known: Vec<RepairEdit>,
    limits: RepairConstraints<'t>,
}

impl<'t> RepairPass<'t> {
    /// Adds an edit; adjacent edits of one kind are merged.
    fn edit(&mut self, start: usize, end: usize, text: &[u8], kind: RepairEditKind) {
        self.changes += 1;
        let text = String::from_utf8_lossy(text).into_owned();
        match self.edits.last_mut() {
            Some(last) if last.end == start && last.kind == kind => {
                last.end = end;
                last.text.push_str(&text);
            }
            _ => self.edits.push(RepairEdit { start, end, text, kind }),
        }
    }

    fn push(&mut self, bytes: &[u8]) {
        self.text.extend_from_slice(bytes);
        self.before.extend_from_slice(bytes);
    }

    /// The text, followed by the rest of the input with the prescribed edits.
    fn with_known(&self, input: &[u8], range: std::ops::Range<usize>) -> Vec<u8> {
        let mut whole = self.text.clone();
        let mut at = range.start;
        for edit in self.known.iter().rev().filter(|edit| range.start <= edit.start) {
            whole.extend_from_slice(&input[at..edit.start]);
            whole.extend_from_slice(edit.text.as_bytes());
            at = edit.end;
        }
        whole.extend_from_slice(&input[at..range.end]);
        whole
    }

    /// Reads the rest of the input and repairs it where needed. Returns the run at the end.
    fn go_on<'a, T: RepairRunFactory<'a>>(
        &mut self,
        runs: &T,
        judge: &'a Judge,
        input: &[u8],
        range: std::ops::Range<usize>,
        failed: T::Run,
    ) -> Option<T::Run> {
        let urls = judge.is_of_urls();
        let mut at = range.start;
        let mut run = failed;
        if self.edits.is_empty() && self.known.is_empty() && !run.is_in_escape() {
            // Nothing was changed yet, so the run up to the failure is known.
            at = run.offset();
            self.push(&input[..at]);
        } else {
            let whole = self.with_known(input, range.clone());
            run = runs.begin(judge, judge.own_production(&whole));
            if !run.follow(&self.text) {
                return None;
            }
        }
        // The run before the last `%`, the lengths of the texts, and the offset.
        let mut percent: Option<(T::Run, [usize; 2], usize)> = None;
        loop {
            if self.edits.len() > MOST_EDITS || self.changes > MOST_CHANGES {
                return None;
            }
            if let Some(edit) = self.known.pop_if(|edit| edit.start == at) {
                self.take(&mut run, edit.text.as_bytes()).then_some(())?;
                self.edit(at, edit.end, edit.text.as_bytes(), edit.kind);
                at = edit.end;
                continue;
            }
            let taken = self.take_plain(&mut run, input, at..range.end);
            if taken > 0 {
                at += taken;
                continue;
            }
            let byte = (at < range.end).then(|| input[at]);
            if byte == Some(b'%') && !run.is_in_escape() {
                percent = Some((run.clone(), [self.text.len(), self.before.len()], at));
            }
            match byte {
                None if run.may_end() => return Some(run),
                Some(byte) if run.step(byte) => {
                    self.push(&[byte]);
                    at += 1;
                }
                _ if run.is_in_escape() => {
                    let (before, [text, original], start) = percent.take()?;
                    (urls && self.limits.allow_percent(input, start)).then_some(())?;
                    run = before;
                    self.text.truncate(text);
                    self.before.truncate(original);
                    self.take(&mut run, b"%25").then_some(())?;
                    self.edit(start, start + 1, b"%25", RepairEditKind::EscapePercent);
                    at = start + 1;
                }
                None => {
                    // A slash is missing only if the URL cannot end here and one slash
                    // completes it.
                    let allowed = urls && self.limits.allow_last_slash();
                    (allowed && run.wants_slash()).then_some(())?;
                    self.take(&mut run, b"/").then_some(())?;
                    self.edit(at, at, b"/", RepairEditKind::PutIn);
                    return run.may_end().then_some(run);
                }
                Some(b'#')
                    if urls
                        && run.may_end()
                        && !run.uses(b'#')
                        && intent::begins_fragment(input, at) =>
                {
                    self.edit(at, range.end, b"", RepairEditKind::CutFragment);
                    self.before.extend_from_slice(&input[at..range.end]);
                    return Some(run);
                }
                // Only in URLs does an escape represent an octet.
                Some(_) if !urls => return None,
                Some(byte) => {
                    let (length, octet) = character(judge, &input[at..range.end], byte);
                    let mut escape = Vec::with_capacity(3);
                    octets::push_triplet(&mut escape, octet);
                    let lower = [byte.to_ascii_lowercase()];
                    let may_escape =
                        !is_empty_segment(input, at) && self.limits.allow_escape(input, at);
                    let written = self.before.len();
                    if may_escape && self.take(&mut run, &escape) {
                        if length == 1 {
                            self.before.truncate(written);
                            self.before.push(byte);
                        }
                        self.edit(at, at + length, &escape, RepairEditKind::Escape);
                        at += length;
                    } else if byte.is_ascii_uppercase() && self.take(&mut run, &lower) {
                        self.edit(at, at + 1, &lower, RepairEditKind::Lower);
                        at += 1;
                    } else {
                        let wanted = self.limits.allow_slash(at, byte) && run.wants_slash();
                        (wanted && self.take(&mut run, b"/")).then_some(())?;
                        self.edit(at, at, b"/", RepairEditKind::PutIn);
                    }
                }
            }
        }
    }

    /// Reads as much of a part of the input as it can, up to a `%` or a prescribed edit.
    /// Returns the number of bytes read.
    fn take_plain(
        &mut self,
        run: &mut impl RepairRun,
        input: &[u8],
        part: std::ops::Range<usize>,
    ) -> usize {
        let known = self.known.last().map(|edit| edit.start).filter(|at| part.contains(at));
        let plain = &input[part.start..known.unwrap_or(part.end)];
        let percent = plain.iter().position(|&byte| byte == b'%');
        let before = run.offset();
        run.follow(&plain[..percent.unwrap_or(plain.len())]);
        let taken = run.offset() - before;
        self.push(&plain[..taken]);
        taken
    }

    /// Appends all the bytes or none. Returns whether it did.
    fn take(&mut self, run: &mut impl RepairRun, bytes: &[u8]) -> bool {
        let mut after = run.clone();
        let taken = after.follow(bytes);
        if taken {
            *run = after;
            self.push(bytes);
        }
        taken
    }
}

/// The number of bytes to encode as one octet, and that octet. If the document says "the ISO
/// Latin 1 code for that character", a character in UTF-8 becomes one octet.
fn character(judge: &Judge, rest: &[u8], byte: u8) -> (usize, u8) {
    match rest {
        [first @ 0xC2..=0xC3, second @ 0x80..=0xBF, ..]
            if judge.edition().is_some_and(|edition| edition.document().has_latin_1_codes()) =>
        {
            (2, (first & 3) << 6 | (second & 0x3F))
        }
        _ => (1, byte),
    }
}

/// Whether the byte is a slash after a `:` or another slash. To encode it would be no repair,
/// since the empty segment before it has a meaning (RFC 1738, section 3.2.2).
fn is_empty_segment(input: &[u8], at: usize) -> bool {
    let before = &input[..at];
    input[at] == b'/' && (before.ends_with(b":") || before.ends_with(b"/"))
}
