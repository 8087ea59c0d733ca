//! Grammars in the plain text of an RFC or an Internet-Draft.
//!
//! Plain text does not mark which of its lines are grammar. A rule begins on a line with a name
//! and `=`. It continues on lines with more indentation, and across a page break if it cannot
//! end there. But such a line may also be an assignment in an algorithm, or an example. Its
//! context and its names decide:
//!
//! - A text that can be read is a rule if another rule uses its name, if it uses a defined
//!   name, or if it is not empty and uses no names.
//! - A text that cannot be read is a rule with a mistake if a rule with the same indentation is
//!   in the same paragraph. It is also one if a rule uses its name, nothing else defines that
//!   name, and at least its first element can be read. Otherwise it is not a rule.
//!
//! Nothing is lost: a text that is not read as a rule is kept with its place and the reason.

use std::collections::HashSet;
use std::ops::Range;

use super::canvas::{MaskedText, TextMasker};
use super::{DocumentInfo, DocumentKind, ExtractedGrammar, RejectedRule, RuleRejectionReason};
use crate::grammar::core;
use crate::grammar::expression::Span;
use crate::grammar::notation::{
    Notation, RawExpression, RawExpressionKind, RawProduction, begins_a_rule, is_foot, is_head,
    lines, page_of_foot, read_rule,
};
use crate::grammar::syntax::SyntaxError;

pub(super) fn extract(text: &str, notation: Notation) -> ExtractedGrammar {
    let mut reading = PlainTextReader {
        text,
        notation,
        paragraph: 0,
        open: None,
        found: Vec::new(),
        comments: Vec::new(),
        pages: Vec::new(),
        sections: Vec::new(),
    };
    if notation != Notation::Spaced {
        reading.document();
    }
    let PlainTextReader { found, comments, pages, sections, .. } = reading;
    let (rules, left_out) = sorted(found);
    let paragraphs: HashSet<usize> = rules.iter().map(|rule| rule.paragraph).collect();
    let mut kept: Vec<Range<usize>> = rules.into_iter().flat_map(|rule| rule.lines).collect();
    let of_rules = |(paragraph, whole, _): &(usize, bool, Range<usize>)| {
        *whole || paragraphs.contains(paragraph)
    };
    kept.extend(comments.into_iter().filter(of_rules).map(|(_, _, line)| line));
    kept.sort_by_key(|line| line.start);
    let mut canvas = TextMasker::new(text);
    kept.iter().for_each(|line| canvas.keep(line.start, line.end));
    let MaskedText { text, whole, shifts } = canvas.finish();
    let document = DocumentInfo { kind: DocumentKind::Text, left_out, sections, shifts };
    ExtractedGrammar { text, whole, pages, document, wrong: Vec::new() }
}

/// A text that begins like a rule.
struct RuleCandidate {
    paragraph: usize,
    indent: usize,
    lines: Vec<Range<usize>>,
    name: String,
    place: Span,
    /// The offset of its right-hand side.
    body: usize,
    read: Result<RawProduction, SyntaxError>,
}

struct PlainTextReader<'t> {
    text: &'t str,
    notation: Notation,
    /// The number of the paragraph. Blank lines and page breaks separate paragraphs.
    paragraph: usize,
    /// The paragraph, the indentation and the lines of a candidate that may continue.
    open: Option<(usize, usize, Vec<Range<usize>>)>,
    found: Vec<RuleCandidate>,
    /// Comments: the paragraph, whether it is a `urlbnf` directive, and the line.
    comments: Vec<(usize, bool, Range<usize>)>,
    pages: Vec<(usize, u32)>,
    sections: Vec<(usize, String)>,
}

impl PlainTextReader<'_> {
    fn document(&mut self) {
        let mut after_a_page = false;
        for line in lines(self.text) {
            let shown = &self.text[line.clone()];
            if is_foot(shown) || (after_a_page && is_head(shown)) {
                after_a_page = true;
                self.paragraph += 1;
                if let Some(page) = page_of_foot(shown) {
                    if self.pages.is_empty() {
                        self.pages.push((0, page));
                    }
                    self.pages.push((line.end, page.saturating_add(1)));
                }
                continue;
            }
            let inner = shown.trim_start_matches([' ', '\t', '\u{C}']);
            if inner.is_empty() {
                self.paragraph += 1;
                continue;
            }
            after_a_page = false;
            let indent = shown.len() - inner.len();
            if indent == 0
                && let Some(section) = heading(shown)
            {
                self.sections.push((line.start, section));
            }
            self.line(line, inner, indent);
        }
        self.close();
    }

    fn line(&mut self, line: Range<usize>, inner: &str, indent: usize) {
        if let Some(comment) = inner.strip_prefix(';') {
            let is_ours = comment.trim_start_matches([' ', '\t']).starts_with("urlbnf:");
            self.comments.push((self.paragraph, is_ours, line));
            return;
        }
        if begins_a_rule(inner, self.notation) {
            self.close();
            let from_its_name = line.start + indent..line.end;
            self.open = Some((self.paragraph, indent, vec![from_its_name]));
            return;
        }
        let goes_on = match &self.open {
            Some((_, base, _)) if indent <= *base => false,
            Some((paragraph, ..)) if *paragraph == self.paragraph => true,
            Some((_, _, lines)) => {
                inner.starts_with(['/', '|', ')', ']']) || is_unfinished(self.text, lines)
            }
            None => false,
        };
        match &mut self.open {
            Some((paragraph, _, lines)) if goes_on => {
                *paragraph = self.paragraph;
                lines.push(line);
            }
            _ => self.close(),
        }
    }

    fn close(&mut self) {
        let Some((paragraph, indent, lines)) = self.open.take() else { return };
        let Some(first) = lines.first() else { return };
        let start = first.start;
        let rest = &self.text[first.clone()];
        let length = rest.find([' ', '\t', '=']).unwrap_or(rest.len());
        let sign = rest.find('=').map_or(length, |at| at + 1);
        let behind = rest[sign..].trim_start_matches(['/', ' ', '\t']);
        self.found.push(RuleCandidate {
            paragraph,
            indent,
            name: rest[..length].to_owned(),
            place: Span { start, end: start + length },
            body: first.end - behind.len(),
            read: read_rule(self.text, &lines, self.notation),
            lines,
        });
    }
}

/// Divides the candidates into rules, with or without mistakes, and other text.
fn sorted(found: Vec<RuleCandidate>) -> (Vec<RuleCandidate>, Vec<RejectedRule>) {
    let surroundings = CandidateContext::from_candidates(&found);
    let (mut rules, mut left_out) = (Vec::new(), Vec::new());
    for candidate in found {
        match surroundings.no_rule(&candidate) {
            None => rules.push(candidate),
            Some(reason) => {
                let RuleCandidate { name, place, .. } = candidate;
                left_out.push(RejectedRule { name, place, reason });
            }
        }
    }
    (rules, left_out)
}

/// The names and the positions of all readable candidates.
struct CandidateContext {
    defined: HashSet<String>,
    used: HashSet<String>,
    /// The paragraph and the indentation of each readable rule.
    blocks: HashSet<(usize, usize)>,
}

impl CandidateContext {
    fn from_candidates(found: &[RuleCandidate]) -> CandidateContext {
        let mut all = CandidateContext {
            defined: HashSet::new(),
            used: HashSet::new(),
            blocks: HashSet::new(),
        };
        for candidate in found {
            if let Ok(rule) = &candidate.read {
                all.defined.insert(key(&rule.name));
                all.used.extend(others(rule));
            }
        }
        for candidate in found.iter().filter(|candidate| candidate.read.is_ok()) {
            if all.no_rule(candidate).is_none() {
                all.blocks.insert((candidate.paragraph, candidate.indent));
            }
        }
        all
    }

    /// Why a candidate is not a rule; `None` if it is one.
    fn no_rule(&self, candidate: &RuleCandidate) -> Option<RuleRejectionReason> {
        let own = key(&candidate.name);
        match &candidate.read {
            Ok(rule) => {
                let others = others(rule);
                let is_known = |name: &String| self.defined.contains(name) || core::is_core(name);
                if self.used.contains(&own) || others.iter().any(is_known) {
                    return None;
                }
                match rule.body.kind {
                    RawExpressionKind::Empty => Some(RuleRejectionReason::Empty),
                    _ => (!others.is_empty()).then_some(RuleRejectionReason::Strange),
                }
            }
            Err(error) => {
                let in_block = self.blocks.contains(&(candidate.paragraph, candidate.indent));
                let missed = self.used.contains(&own) && !self.defined.contains(&own);
                let is_rule = in_block || missed && error.place.start > candidate.body;
                (!is_rule).then(|| RuleRejectionReason::NotReadable(error.kind.to_string()))
            }
        }
    }
}

/// The key of a name, while the grammar is not yet known: the name in lower case.
fn key(name: &str) -> String {
    name.to_ascii_lowercase()
}

/// The names that a rule uses, without its own.
fn others(rule: &RawProduction) -> Vec<String> {
    let own = key(&rule.name);
    let mut names = Vec::new();
    let mut pending: Vec<&RawExpression> = vec![&rule.body];
    while let Some(part) = pending.pop() {
        if let RawExpressionKind::Name(name) = &part.kind {
            names.push(key(name));
        }
        pending.extend(part.parts());
    }
    names.retain(|name| *name != own);
    names
}

/// Whether a rule cannot end with these lines, because a bracket is open, or because they end in
/// an operator or `=`.
fn is_unfinished(text: &str, lines: &[Range<usize>]) -> bool {
    let (mut open, mut last) = (0usize, ' ');
    for line in lines {
        let mut quoted = false;
        for character in text[line.clone()].chars() {
            match character {
                '"' => quoted = !quoted,
                ';' if !quoted => break,
                '(' | '[' if !quoted => open += 1,
                ')' | ']' if !quoted => open = open.saturating_sub(1),
                _ => {}
            }
            if !character.is_whitespace() {
                last = character;
            }
        }
    }
    open > 0 || matches!(last, '/' | '|' | '=')
}

/// The section of a heading: `3.2.1.  Registry-based`, `Appendix A.  Collected ABNF` or
/// `A. Collected BNF`. A heading is not indented, and its title begins with a letter or a digit.
fn heading(line: &str) -> Option<String> {
    let (appendix, rest) = match line.strip_prefix("Appendix ") {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    let (number, title) = rest.split_once([' ', '\t'])?;
    let is_dotted = number.ends_with('.') || number.contains('.');
    let number = number.trim_end_matches(['.', ':']);
    let mut parts = number.split('.');
    let first = parts.next()?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_letter = first.len() == 1 && first.bytes().all(|byte| byte.is_ascii_uppercase());
    let title = title.trim_start().trim_start_matches(['"', '\'', '(', '<', '`']);
    let is_title = title.starts_with(char::is_alphanumeric) && !line.contains(". . .");
    if !parts.all(is_number) || !is_title || line.contains("....") {
        return None;
    }
    match () {
        () if is_number(first) && !appendix => Some(format!("section {number}")),
        () if is_letter && (appendix || is_dotted) => Some(format!("appendix {number}")),
        () => None,
    }
}
